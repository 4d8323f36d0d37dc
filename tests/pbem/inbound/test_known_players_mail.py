"""A known player's mail is answered once, or the host's desk shows it with the reason; strangers are told sparingly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inprocess import Server, delivery_report, letter, text_of
from knock import SECRET, Knocker
from sqlalchemy import select

from pbem.addresses.signed import bounce_address
from pbem.ops import needs
from pbem.ops.condition import condition
from pbem.store import inbox, outbox
from pbem.store.models import OrderSet, Outbox

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture
def club(server: Server, sealed_bids: object) -> Server:
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return server


def told(server: Server) -> list[str]:
    """What the host's desk says of mail."""
    found = condition(server.context)
    with server.store.reading() as session:
        return [need.said for need in needs.needs(session, found) if need.room == needs.MAIL]


def came(server: Server, raw: bytes, to: str) -> tuple[str, str | None, int]:
    """What became of a mail, and how many mails its writer got for it."""
    before = len(server.box(ADA))
    server.take_in(raw, to)
    server.work()
    row = server.inbox()[-1]
    return row.state, row.reason, len(server.box(ADA)) - before


def test_a_second_mail_of_one_message_id_with_other_words_is_read_and_the_same_words_once(club: Server) -> None:
    to = str(club.latest(ADA)["Reply-To"])
    first = b"From: ada@players.example\r\nMessage-ID: <1@x>\r\n\r\nbid 3\r\n"
    assert came(club, first, to)[::2] == ("read", 1)
    assert came(club, first.replace(b"bid 3", b"bid 4"), to)[::2] == ("read", 1)
    # By another way the same mail has other fields above it, and its lines may be broken anew.
    again = b"Received: by another way\r\n" + first.replace(b"bid 3\r\n", b"bid\r\n 3 \r\n")
    assert came(club, again, to) == ("dropped", "the same mail was read before", 0)


def test_a_mail_that_was_held_from_a_wrong_address_is_read_from_the_right_one(club: Server) -> None:
    to = str(club.latest(ADA)["Reply-To"])
    raw = b"From: ada@work.example\r\nMessage-ID: <1@x>\r\n\r\nbid 3\r\n"
    assert came(club, raw, to)[:2] == ("held", inbox.OTHERS_SEAT)
    assert came(club, raw.replace(b"work.example", b"players.example"), to)[::2] == ("read", 1)


MARKS = ["List-Id: <x.example>", "Precedence: bulk", "Precedence: list", "List-Unsubscribe: <x>", "X-Vacation-Reply: 1"]


@pytest.mark.parametrize("mark", MARKS)
def test_orders_that_went_by_a_list_count_at_their_reply_address(club: Server, mark: str) -> None:
    to = str(club.latest(ADA)["Reply-To"])
    head = f"{mark}\r\nFrom: {ADA}\r\nMessage-ID: <1@x>\r\n\r\n"
    assert came(club, f"{head}bid 3\r\n".encode(), to)[::2] == ("read", 1)
    # Without an order in it, it may be a machine's; and one at the mailbox is.
    nothing = f"{head.replace('<1', '<2')}I am away.\r\n".encode()
    assert came(club, nothing, to)[::2] == ("dropped", 0)
    assert came(club, f"{head.replace('<1', '<3')}GAMES\r\n".encode(), club.settings.address)[::2] == ("dropped", 0)


@pytest.mark.parametrize("mark", ["Auto-Submitted: auto-replied", "Return-Path: <>", *MARKS])
def test_what_is_not_read_of_a_player_s_the_desk_shows(club: Server, mark: str) -> None:
    assert told(club) == []
    raw = f"{mark}\r\nFrom: {ADA}\r\nMessage-ID: <1@x>\r\n\r\nGAMES\r\n".encode()
    assert came(club, raw, club.settings.address)[::2] == ("dropped", 0)
    [said] = told(club)
    assert said.startswith(f"a mail of {ADA} not read, as by a machine: ")


def test_a_stranger_s_machine_is_nobody_s_business(club: Server) -> None:
    club.take_in(b"Auto-Submitted: auto-replied\r\nFrom: eve@evil.example\r\n\r\nx\r\n", club.settings.address)
    club.work()
    assert told(club) == []


# --- Addresses beyond ASCII ---------------------------------------------------------------------------------------


def test_a_player_whose_address_is_not_ascii_plays_like_any_other(server: Server, sealed_bids: object) -> None:
    jurgen = "jürgen@spieler.example"
    raw = f"From: Jürgen <{jurgen}>\r\nTo: {server.settings.address}\r\n\r\nGAMES\r\n".encode()
    server.take_in(raw, server.settings.address)
    server.work()
    [hint] = server.box(jurgen)
    answer = letter(jurgen, str(hint["Reply-To"]), "").replace(b"From: ", b"X-Was: ", 1)
    server.take_in(f"From: {jurgen}\r\n".encode() + answer, str(hint["Reply-To"]))
    server.work()
    assert [row.state for row in server.inbox()] == ["read", "read"]
    assert "Welcome" in text_of(server.box(jurgen)[1])
    with server.store.reading() as session:
        [first, *_] = session.query(Outbox).order_by(Outbox.id)
        assert f"To: {jurgen}\r\n".encode() in first.raw


# --- Strangers ----------------------------------------------------------------------------------------------------


def hinted(server: Server, stranger: str, body: str = "HELP") -> int:
    return len(server.mail(stranger, body))


def test_hints_are_few_at_one_domain_and_in_all_within_an_hour(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr(outbox, "MOST_HINTS_AT_ONE_DOMAIN", 2)
    monkeypatch.setattr(outbox, "MOST_HINTS", 3)
    assert [hinted(server, f"eve{number}@many.example") for number in range(4)] == [1, 1, 0, 0]
    assert [hinted(server, f"eve@{number}.example") for number in range(3)] == [1, 0, 0]
    server.hours_pass(1.1)
    assert hinted(server, "eve3@many.example") == 1
    assert hinted(server, "eve3@many.example") == 0


def test_a_domain_that_vouches_for_its_strangers_has_as_many_as_write(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(outbox, "MOST_HINTS_AT_ONE_DOMAIN", 1)
    server = Server(tmp_path, inbound_secrets=[SECRET])
    door = Knocker(server)
    for number, verdict in enumerate(("pass", "pass", "none", "pass")):
        door.mail(f"eve{number}@great.example", "HELP", verdict=verdict)
    assert [len(server.box(f"eve{number}@great.example")) for number in range(4)] == [1, 1, 0, 1]
    server.store.close()


def test_a_hint_says_nothing_that_the_stranger_wrote(server: Server) -> None:
    server.mail("eve@evil.example", "BUY THIS\nhttps://evil.example/", subject="Cheap https://evil.example/")
    told_him = server.latest("eve@evil.example").as_string().lower()
    assert "buy this" not in told_him
    assert "https://evil" not in told_him


def test_a_hint_that_came_back_does_not_cost_the_day_but_not_for_ever(server: Server) -> None:
    counts = []
    for _ in range(5):
        counts.append(hinted(server, "dan@new.example"))
        with server.store.reading() as session:
            latest = session.query(Outbox.id).order_by(Outbox.id.desc()).first()[0]
        back = bounce_address(server.settings, latest)
        server.take_in(delivery_report("dan@new.example", "failed", "4.4.1") + str(counts).encode(), back, "")
        server.work()
    assert counts == [1, 1, 1, 0, 0]


# --- The identity matrix ------------------------------------------------------------------------------------------

LIVE, OTHERS, NO, RETIRED = "a live token", "another player's", "no token", "a retired token"
NEW = "ada@new.example"
ROWS = [
    # token, From, verdict, what becomes of orders, who is mailed for it
    (LIVE, ADA, "pass", "played", {ADA}),
    (LIVE, ADA, "none", "played", {ADA}),
    (LIVE, ADA, None, "played", {ADA}),
    (LIVE, ADA, "fail", "asked", {ADA}),
    (LIVE, NEW, "pass", "held", {ADA, NEW}),
    (LIVE, NEW, "none", "held", {ADA, NEW}),
    (LIVE, NEW, "fail", "held", {ADA}),
    (OTHERS, BEN, "pass", "refused", {ADA, BEN}),
    (OTHERS, BEN, "fail", "refused", {ADA, BEN}),
    (NO, ADA, "pass", "refused", {ADA}),
    (NO, ADA, "none", "refused", {ADA}),
    (NO, ADA, "fail", "refused", {ADA}),
    (NO, NEW, "pass", "held", {NEW}),
    (NO, NEW, "none", "held", {NEW}),
    (NO, NEW, "fail", "dropped", set()),
    (RETIRED, ADA, "pass", "refused", {ADA}),
    (RETIRED, ADA, "fail", "refused", {ADA}),
    (RETIRED, NEW, "none", "held", {NEW}),
    (RETIRED, NEW, "fail", "dropped", set()),
]


@pytest.mark.parametrize(("token", "sender", "verdict", "expected", "mailed"), ROWS)
def test_a_row_of_the_identity_matrix(
    tmp_path: Path, sealed_bids: object, token: str, sender: str, verdict: str | None, expected: str, mailed: set[str]
) -> None:
    server = Server(tmp_path, inbound_secrets=[SECRET])
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    adas = str(server.latest(ADA)["Reply-To"])
    to = {NO: server.settings.address, RETIRED: adas.replace(".", ".9", 1)}.get(token, adas)
    before = {each: len(server.box(each)) for each in (ADA, BEN, NEW)}
    row = Knocker(server).mail(sender, "bid 3", to, verdict)
    got = {each for each, count in before.items() if len(server.box(each)) > count}
    assert got == mailed
    with server.store.reading() as session:
        orders = session.scalars(select(OrderSet.inbox_id)).all()
    assert row.state == {"played": "read", "refused": "read", "asked": "held"}.get(expected, expected)
    assert orders == ([row.id] if expected == "played" else [])
    server.store.close()
