"""The table of docs/trust.md, walked row by row through the webhook, and what becomes of mails that are asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from inprocess import Server, subject_of, text_of
from knock import SECRET, Knocker
from sqlalchemy import select

from pbem.inbound import doubted
from pbem.inbound.trust import Deed, Token, Wants, deed, wanted
from pbem.inbound.verdicts import UNCHECKED, Verdict
from pbem.store import inbox
from pbem.store.models import OrderSet, Player

PAGE = Path(__file__).parents[3] / "docs" / "trust.md"
ADA, BEN, CLEO = "ada@players.example", "ben@players.example", "cleo@players.example"
WANTS = ("orders", "commands", "questions")
VERDICTS = {"pass": "pass", "none": "none", "fail": "fail", "unjudged": None}


def rows() -> list[tuple[str, str, str, str, tuple[str, ...]]]:
    """The cases of the table: reply address, From, verdict, trust, and what is done with each of WANTS."""
    table = re.search(r"<!-- what is done with a mail -->\n(.*?)<!-- end -->", PAGE.read_text(), re.DOTALL)
    assert table is not None
    found = []
    for line in table[1].splitlines()[2:]:
        address, sender, verdict, trust, *done = (cell.strip() for cell in line.strip("| ").split("|"))
        each = product(address.split(", "), [sender], verdict.split(", "), trust.split(", "))
        found += [(*case, tuple(done)) for case in each]
    return found


def test_the_table_has_every_case_once() -> None:
    known = set(
        product(("his own", "another's", "none", "retired"), ("on file",), VERDICTS, ("usual", "strict", "open"))
    )
    strangers = set(product(("a seat's", "none", "retired"), ("not on file",), VERDICTS, ("usual", "strict", "open")))
    cases = [case[:4] for case in rows()]
    assert len(cases) == len(set(cases))
    assert set(cases) == known | strangers


@pytest.fixture
def playing(tmp_path: Path, request: pytest.FixtureRequest, sealed_bids: object) -> Iterator[tuple[Server, Knocker]]:
    """A server with a game of Ada's and Ben's, and its webhook."""
    trust = getattr(request, "param", "usual")
    made = Server(tmp_path, inbound_secrets=[SECRET], trust=trust)
    made.enrol(ADA, BEN, CLEO)
    door = Knocker(made)
    door.mail(ADA, "NEW sealed_bids rounds=3 purse=40", verdict="pass")
    door.mail(BEN, "JOIN sealed1", verdict="pass")
    yield made, door
    made.store.close()


@pytest.mark.parametrize(
    "playing", ["usual", *(pytest.param(trust, marks=pytest.mark.slow) for trust in ("strict", "open"))], indirect=True
)
def test_every_row_of_the_table(playing: tuple[Server, Knocker], request: pytest.FixtureRequest, monkeypatch) -> None:
    server, door = playing
    monkeypatch.setattr(doubted, "MOST_ASKED", 1000)
    monkeypatch.setattr(doubted, "MOST_ASKED_OF_NONE", 1000)
    adas = str(server.latest(ADA)["Reply-To"])
    retired = adas.replace(".", ".9", 1)
    cases = [case for case in rows() if case[3] == server.settings.trust]
    assert len(cases) == 28
    for number, (address, sender, verdict, _trust, expected) in enumerate(cases):
        to = {"none": server.settings.address, "retired": retired}.get(address, adas)
        for wish, done in zip(WANTS, expected, strict=True):
            # A stranger of his own each, since nobody gets two hints a day.
            stranger = f"eve{number}{wish}@strangers{number}.example"
            writer = stranger if sender == "not on file" else BEN if address == "another's" else ADA
            found = what_became(server, door, writer, to, VERDICTS[verdict], wish)
            assert found == done, (address, sender, verdict, server.settings.trust, wish)


def what_became(server: Server, door: Knocker, writer: str, to: str, verdict: str | None, wish: str) -> str:
    """What was done with a mail that wishes for something, in the words of the table."""
    with server.store.session() as session:
        for player in session.scalars(select(Player)):
            player.full = False
        orders = len(session.scalars(select(OrderSet.id)).all())
    before = len(server.box(writer))
    row = door.mail(writer, {"orders": "bid 3", "commands": "FULL", "questions": "STATUS"}[wish], to, verdict)
    told = [subject_of(mail) for mail in server.box(writer)[before:]]
    if row.state == "dropped":
        assert told == []
        return "dropped"
    if row.state == "held" and row.reason == inbox.UNCONFIRMED:
        assert told == ["[pbem] is this mail yours?"]
        return "asked"
    if row.state == "held":
        assert row.reason in (inbox.NOT_ENROLLED, inbox.OTHERS_SEAT)
        return "held"
    assert (row.state, len(told)) == ("read", 1)
    with server.store.reading() as session:
        carried_out = {
            "orders": len(session.scalars(select(OrderSet.id)).all()) > orders,
            "commands": any(session.scalars(select(Player.full))),
            "questions": True,
        }
    return "played" if carried_out[wish] else "refused"


def test_what_was_asked_about_counts_as_of_when_it_came_once_its_writer_says_yes(
    playing: tuple[Server, Knocker],
) -> None:
    server, door = playing
    report = server.latest(ADA)
    held = door.reply(report, "bid 3", "fail")
    asked = server.latest(ADA)
    assert "bid 3" in text_of(asked)
    assert "X-Pbem-Auth: fail" in text_of(asked)
    server.hours_pass(2)
    # His mails fail for whatever reason; the address of the question was mailed to him alone.
    assert door.reply(asked, "YES", "fail").state == "read"
    [row] = [row for row in server.inbox() if row.id == held.id]
    assert (row.state, row.received_at) == ("read", held.received_at)
    assert (row.verdict, row.judge) == ("pass", "player")
    assert "before: fail, X-Pbem-Auth: fail" in row.verdict_reason
    with server.store.reading() as session:
        assert session.scalars(select(OrderSet.inbox_id)).all() == [held.id]


def test_a_yes_from_anybody_else_frees_nothing(playing: tuple[Server, Knocker]) -> None:
    server, door = playing
    held = door.reply(server.latest(ADA), "bid 3", "fail")
    door.mail(BEN, "YES", str(server.latest(ADA)["Reply-To"]), "pass")
    assert next(row.state for row in server.inbox() if row.id == held.id) == "held"


def test_an_absence_notice_frees_nothing(playing: tuple[Server, Knocker]) -> None:
    server, door = playing
    held = door.reply(server.latest(ADA), "bid 3", "fail")
    asked = server.latest(ADA)
    door.raw(f"From: {ADA}\r\nTo: {asked['Reply-To']}\r\nAuto-Submitted: auto-replied\r\n\r\nYES\r\n".encode(), "pass")
    assert next(row.state for row in server.inbox() if row.id == held.id) == "held"


def test_a_forged_join_puts_nobody_into_a_game(playing: tuple[Server, Knocker]) -> None:
    server, door = playing
    door.mail(BEN, "NEW sealed_bids rounds=3 purse=40", verdict="pass")
    door.mail(CLEO, "JOIN sealed2", verdict="fail")
    assert server.game("sealed2").state == "forming"
    door.reply(server.latest(CLEO), "YES", "none")
    assert server.game("sealed2").state == "running"


def test_a_forger_mails_nobody_all_day(playing: tuple[Server, Knocker]) -> None:
    server, door = playing
    before = len(server.box(CLEO))
    states = [door.mail(CLEO, f"NAME Cleo {number}", verdict="fail").reason for number in range(8)]
    assert states == [inbox.UNCONFIRMED] * 5 + [inbox.UNASKED] * 3
    assert len(server.box(CLEO)) - before == 5


def test_a_command_in_the_subject_is_doubted_too(playing: tuple[Server, Knocker]) -> None:
    _server, door = playing
    assert door.mail(CLEO, "", verdict="fail", subject="NEW sealed_bids rounds=3").reason == inbox.UNCONFIRMED


def test_a_stranger_s_mails_are_his_once_he_has_answered(playing: tuple[Server, Knocker]) -> None:
    server, door = playing
    first = door.mail("dan@new.example", "NEW sealed_bids rounds=3", verdict="none")
    assert (first.state, first.reason) == ("held", inbox.NOT_ENROLLED)
    door.reply(server.latest("dan@new.example"), "", "none")
    assert server.game("sealed2").state == "forming"


def test_what_weighs_most_decides_about_a_mail() -> None:
    assert wanted(["STATUS", "HELP"], has_orders=False) is Wants.QUESTIONS
    assert wanted(["STATUS", "JOIN"], has_orders=False) is Wants.CHANGES
    assert wanted(["STATUS"], has_orders=True) is Wants.ORDERS
    assert deed(Token.OWN, known=True, verdict=UNCHECKED, trust="strict", wants=Wants.ORDERS) is Deed.PLAYED
    for trust, found in (("usual", Deed.PLAYED), ("strict", Deed.ASKED), ("open", Deed.PLAYED)):
        assert deed(Token.NO, known=True, verdict=UNCHECKED, trust=trust, wants=Wants.CHANGES) is found
    judged = Verdict("none", "nothing answers for its From", "mx.example")
    assert deed(Token.NO, known=True, verdict=judged, trust="usual", wants=Wants.CHANGES) is Deed.ASKED
