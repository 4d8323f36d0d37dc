"""What a seat may not know leaves no trace on its player's own pages: games that differ in that alone look the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from behind_backs import ALLIES, behind_the_same_backs
from inprocess import STANDING, Server
from own_pages import PUBLIC, Browser

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"
# The head of the record, in the latest mail, covers names that are drawn for each game; the others are the browser's.
OF_THE_BROWSER = ('(?<=name="form" value=")[^"]+', '(?<=data-form=")[^"]+', '(?<=name="nonce" value=")[^"]+')
MASKED = re.compile("|".join((r"(?<=:: head )[0-9a-f]{64}", *OF_THE_BROWSER)))


def told(folder: Path, game: str, seat: str, orders: list[str], play: Callable[[Server], None]) -> list[str]:
    """All that the pages of Ada's seat tell; what belongs to the browser is left out."""
    settings = {"seed_key": "the same dice", "mail_domain": "play.example", "public_url": PUBLIC, "own_pages": True}
    server = Server(folder, stands_at=STANDING, **settings)
    server.enrol(ADA, BEN)
    play(server)
    browser = Browser(server)
    browser.enter(next(mail for mail in reversed(server.box(ADA)) if f"+{game}." in str(mail["Reply-To"])))
    browser.make_known(ADA)
    path = f"/own/{game}/{seat}"
    answers = [browser.get(each) for each in (path, f"{path}.json", f"{path}/map.svg", "/own", f"{path}/sent/1.json")]
    text = "\n".join(orders)
    answers += [browser.post("check", text), browser.post("odds", text)]
    found = [f"{each.status_code} {each.text}" for each in answers]
    pieces = browser.ask("helper", "")["pieces"]
    assert pieces
    found += [str(browser.ask("helper", "", piece=each["piece"])) for each in pieces]
    shift = {"kind": "drag", "east": 3000, "north": 2500}
    found += [str(browser.ask("propose", "", proposal={"piece": each["piece"], **shift})) for each in pieces[:6]]
    found += [str(browser.ask("propose", "", proposal={"piece": pieces[0]["piece"], "kind": "place", "what": "E2"}))]
    found += [str(browser.ask("helper", text)), str(browser.ask("check", text))]
    found += beside_games(server)
    server.store.close()
    assert [each[:3] for each in found[:7]] == ["200", "200", "200", "200", "404", "200", "200"]
    return [MASKED.sub("-", each) for each in found]


def beside_games(server: Server) -> list[str]:
    """What the pages of somebody tell who has no game, by the link in an answer to her."""
    server.enrol(CAROL)
    server.mail(CAROL, "HELP")
    browser = Browser(server)
    answers = [browser.enter_all(server.latest(CAROL)), browser.write("back")]
    assert [each.status_code for each in answers] == [200, 403]
    return [each.text for each in answers]


def differing(ours: list[str], theirs: list[str]) -> list[str]:
    lines = (unified_diff(one.splitlines(), other.splitlines(), n=0) for one, other in zip(ours, theirs, strict=True))
    return [line for each in lines for line in each]


def test_hidden_pieces_standing_orders_and_in_how_many_mails_somebody_plays_do_not_show(tmp_path: Path) -> None:
    def played(set_up: str, written: list[str]) -> Callable[[Server], None]:
        def play(server: Server) -> None:
            server.mail(ADA, "NEW stratego_waterloo version=standard AS blue")
            server.mail(BEN, "JOIN stratego1")
            server.reply(server.latest(BEN), set_up)
            server.reply(server.latest(ADA), "setup default\nkeep FS CA GB IN\nburn RE")
            for mail in written:
                server.reply(server.latest(BEN), mail)

        return play

    orders = ["E4-E5", "attack E4xE9"]
    usual = told(tmp_path / "one", "stratego1", "blue", orders, played(f"setup{ALLIES}", ["A7-A6\nL7-L6\nend"]))
    others = told(
        tmp_path / "two",
        "stratego1",
        "blue",
        orders,
        played(f"{behind_the_same_backs(1815)}keep IN RE CA\nburn FS GB\nstand spirit win 5", ["A7-A6", "L7-L6\nend"]),
    )
    assert differing(usual, others) == []


def test_a_secret_set_up_does_not_show(tmp_path: Path) -> None:
    def posted(words: str) -> Callable[[Server], None]:
        def play(server: Server) -> None:
            server.mail(ADA, "NEW waterloo1895 AS napoleon")
            server.mail(BEN, "JOIN waterloo1")
            server.reply(server.latest(BEN), words)

        return play

    orders = ["place default", "place N1 U29"]
    usual = told(tmp_path / "one", "waterloo1", "napoleon", orders, posted("place default"))
    other = told(tmp_path / "two", "waterloo1", "napoleon", orders, posted("place default\nplace W1 C12\nplace W8 J11"))
    assert differing(usual, other) == []


def test_standing_orders_do_not_show_on_the_open_field(tmp_path: Path) -> None:
    def stood(mails: list[str]) -> Callable[[Server], None]:
        def play(server: Server) -> None:
            server.mail(ADA, "NEW waterloo_wargame scenario=few-guns AS french")
            server.mail(BEN, "JOIN wargame1")
            for words in mails:
                server.mail(BEN, "REPORT wargame1")
                server.reply(server.latest(BEN), words)

        return play

    orders = ["MOVE KEL FORWARD MAX", "MOVE MAR TO CONTACT NAS"]
    usual = told(tmp_path / "one", "wargame1", "french", orders, stood(["STAND EVADE ALL NEVER"]))
    other = told(
        tmp_path / "two",
        "wargame1",
        "french",
        orders,
        stood(["STAND EVADE ALL ALWAYS\nSTAND DRAW ALL RETREAT", "STAND SUPPORT KEM WITH PAC"]),
    )
    assert differing(usual, other) == []
