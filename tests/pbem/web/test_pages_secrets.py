"""What an onlooker must not know leaves no trace on a page: games that differ in a secret alone give equal pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from behind_backs import ALLIES, behind_the_same_backs
from inprocess import STANDING, Server
from shown_club import application

from pbem.games import acts
from pbem.ops import retention
from pbem.store.models import Game

ADA, BEN = "ada@players.example", "ben@players.example"
HTML = {"Accept": "text/html"}
PATHS = (
    *("/games/{}", "/games/{}.json", "/games/{}/turns/1", "/games/{}/turns/1.json", "/games/{}/turns/1/map.svg"),
    *("/games/{}/dice", "/games/{}/dice.json", "/games/{}/feed.atom", "/", "/games.json", "/index.json"),
    *("/games/{}/turns/2.json", "/games/{}/turns/2/map.svg", "/players/ada.json"),
)


def told(folder: Path, game: str, play: Callable[[Server], None]) -> list[str]:
    """All that the pages tell of a game once it was played so far."""
    server = Server(folder, seed_key="the same dice", mail_domain="play.example", stands_at=STANDING)
    server.enrol(ADA, BEN)
    play(server)
    client = application(server).test_client()
    answers = [client.get(path.format(game), headers=HTML) for path in PATHS]
    server.store.close()
    assert sum(answer.status_code == 200 for answer in answers) >= len(PATHS) - 2
    return [f"{answer.status_code} {answer.text}" for answer in answers]


def test_a_secret_set_up_does_not_show(tmp_path: Path) -> None:
    def posted(words: str) -> Callable[[Server], None]:
        def play(server: Server) -> None:
            server.mail(ADA, "NEW waterloo1895")
            server.mail(BEN, "JOIN waterloo1")
            server.reply(server.latest(BEN), words)

        return play

    usual = told(tmp_path / "one", "waterloo1", posted("place default"))
    other = told(tmp_path / "two", "waterloo1", posted("place default\nplace W1 C12\nplace W8 J11"))
    assert usual == other


def test_hidden_pieces_standing_orders_and_in_how_many_mails_somebody_plays_do_not_show(tmp_path: Path) -> None:
    def played(set_up: str, written: list[str]) -> Callable[[Server], None]:
        def play(server: Server) -> None:
            server.mail(ADA, "NEW stratego_waterloo version=standard")
            server.mail(BEN, "JOIN stratego1")
            server.reply(server.latest(BEN), set_up)
            server.reply(server.latest(ADA), "setup default\nkeep FS CA GB IN\nburn RE")
            for mail in written:
                server.reply(server.latest(BEN), mail)
            server.reply(server.latest(ADA), "E4-E5\nend")

        return play

    usual = told(tmp_path / "one", "stratego1", played(f"setup{ALLIES}", ["A7-A6\nL7-L6\nend"]))
    others = told(
        tmp_path / "two",
        "stratego1",
        played(
            f"{behind_the_same_backs(1815)}keep IN RE CA\nburn FS GB\nstand spirit win 5",
            ["A7-A6", "stand advance on", "B7 C9\nA6 A2", "L7-L6\nend"],
        ),
    )
    assert usual == others
    assert '"of":' in usual[1]


# --- Sealed bids: delays, rollbacks, and games that are packed -------------------------------------------------------


def begin(server: Server, options: str = "") -> None:
    server.begin((ADA, f"NEW sealed_bids rounds=4 purse=777 {options} AS north"), (BEN, "JOIN sealed1"))


def play(server: Server, north: int, south: int) -> None:
    for player, amount in ((ADA, north), (BEN, south)):
        report = next(mail for mail in reversed(server.box(player)) if "+sealed1." in str(mail["Reply-To"]))
        server.reply(report, f"bid {amount}")


def pages_of(server: Server, *paths: str) -> list[dict]:
    client = application(server).test_client()
    return [client.get(f"/games/sealed1{path}.json").json for path in paths]


def test_a_secret_bid_does_not_show_and_changes_no_etag(server, sealed_bids) -> None:
    begin(server)
    client = application(server).test_client()
    before = client.get("/games/sealed1.json")
    report = next(mail for mail in reversed(server.box(ADA)) if "+sealed1." in str(mail["Reply-To"]))
    server.reply(report, "bid 700")
    after = client.get("/games/sealed1.json")
    assert (after.data, after.headers["ETag"]) == (before.data, before.headers["ETag"])


@pytest.mark.both_databases
def test_with_a_delay_the_pages_are_as_late_as_the_mails(server, sealed_bids) -> None:
    begin(server, "watch=delay:2")
    [page] = pages_of(server, "")
    assert (page["turn"], page["game"]["turns"]) == (None, 0)
    for amount in (3, 4, 5):
        play(server, amount, 1)
    latest, first = pages_of(server, "", "/turns/1")
    assert latest["turn"]["of"] == latest["game"]["row"]["turns"] == 2
    assert "North bid 3, South 1" in str(latest)
    assert "bid 4" not in str(latest)
    assert "North bid" not in str(first)
    client = application(server).test_client()
    assert client.get("/games/sealed1/turns/3").status_code == 404
    assert "bid 4" not in client.get("/games/sealed1/feed.atom").text


def test_what_a_host_has_set_aside_is_shown_no_more(server, sealed_bids) -> None:
    begin(server)
    play(server, 3, 2)
    acts.rollback(server.context, acts.Asked("sealed1", "a slip", None), 2)
    server.work()
    [page] = pages_of(server, "")
    assert (page["turn"]["number"], page["turn"]["of"]) == (1, 1)
    assert "North bid" not in str(page)


@pytest.mark.both_databases
def test_a_packed_game_has_the_turns_that_it_had(server, sealed_bids) -> None:
    begin(server)
    for amount in (3, 4, 5, 6):
        play(server, amount, 1)
    paths = ("", *(f"/turns/{number}" for number in range(1, 6)), "/dice")
    before = pages_of(server, *paths)
    assert before[0]["turn"]["of"] == 5
    assert "North bid 6, South 1" in str(before[0])
    server.hours_pass(40 * 24)
    assert retention.sweep(server.context)
    with server.store.reading() as session:
        assert session.get_one(Game, 1).packed
    after = pages_of(server, *paths)
    for page in (*before[:-1], *after[:-1]):
        page["turn"]["at"] = None
    assert after == before


def test_a_game_that_a_host_has_ended_shows_its_end(server, sealed_bids) -> None:
    begin(server)
    play(server, 3, 2)
    acts.end(server.context, acts.Asked("sealed1", "nobody came", None), "cancel")
    server.work()
    [page] = pages_of(server, "")
    assert "The host has cancelled it" in str(page["turn"]["headline"])
    assert page["game"]["row"]["result"] == "cancelled by the host"
    assert page["turn"]["of"] == 2
