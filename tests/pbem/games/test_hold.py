"""Orders that run at once, where the game holds them for a while: carried out later, and taken back until then."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from inprocess import letter
from sqlalchemy import select

from pbem.games import table, turns
from pbem.games.record import verify
from pbem.reports.turn import in_words
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import OrderSet, RecordEntry, Seat, Turn

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture
def report(server):
    """The report that asks Red for a move, in a game that holds orders for a quarter of an hour."""
    server.begin((ADA, "NEW conflict hold=15m seats=red,green first=red"), (BEN, "JOIN conflict1"))
    return server.latest(ADA)


def moves(server, whim: int = 1) -> str:
    """Sound orders for the turn."""
    words = presentation("conflict")
    with server.store.reading() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        view = words.rules.view(table.position_of(server.game("conflict1"), turn), "red")
    return words.bot(view, "red", Random(whim))


def states(server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(OrderSet.state).order_by(OrderSet.id)))


def carry_ats(server) -> list[datetime]:
    """When what is held is carried out, turn by turn."""
    with server.store.reading() as session:
        return list(session.scalars(select(Turn.carry_at).where(Turn.carry_at.is_not(None)).order_by(Turn.id)))


def due_of(server, name: str) -> datetime:
    with server.store.reading() as session:
        return session.scalars(select(Seat.due_at).where(Seat.name == name)).one()


def now_of(server) -> datetime:
    with server.store.reading() as session:
        return now(session)


def played(server) -> int:
    with server.store.reading() as session:
        return session.scalars(select(Turn.number).order_by(Turn.id.desc())).first() - 1


@pytest.mark.both_databases
def test_orders_are_answered_at_once_and_carried_out_when_the_time_is_over(server, words, report):
    [answer] = server.reply(report, moves(server))
    [due] = carry_ats(server)
    assert timedelta(minutes=14) < due - now_of(server) <= timedelta(minutes=15)
    assert f"carried out at {in_words(due)}" in " ".join(words(answer).split())
    assert played(server) == 0
    before = len(server.box(BEN))
    server.hours_pass(0.2)
    server.work()
    assert played(server) == 0
    server.hours_pass(0.1)
    server.work()
    assert played(server) == 1
    told = server.latest(ADA)
    assert told["In-Reply-To"] == server.inbox()[-1].message_id
    assert "turn 2, Green to move" in words(told)
    assert len(server.box(BEN)) == before + 1


def test_taken_back_they_are_not_played_and_others_may_be(server, words, report):
    [answer] = server.reply(report, moves(server))
    [told] = server.reply(answer, "Oops, can I take that back?")
    assert "taken back" in words(told)
    assert states(server) == ["superseded"]
    server.hours_pass(1)
    server.work()
    assert played(server) == 0
    server.reply(told, moves(server, 2))
    server.hours_pass(1)
    server.work()
    assert (played(server), states(server)) == (1, ["superseded", "used"])


def test_newer_orders_take_their_place_and_their_time_begins_anew(server, report):
    [answer] = server.reply(report, moves(server))
    server.hours_pass(0.2)
    server.reply(answer, moves(server, 2))
    assert states(server) == ["superseded", "held"]
    server.hours_pass(0.2)
    server.work()
    assert played(server) == 0
    server.hours_pass(0.1)
    server.work()
    assert played(server) == 1


def test_sending_again_and_again_puts_nothing_off_beyond_the_end_of_one_s_time(server, report):
    [answer] = server.reply(report, moves(server))
    due = due_of(server, "red")
    server.hours_pass((due - now_of(server)) / timedelta(hours=1) - 0.1)
    for whim in range(2, 12):
        [answer] = server.reply(answer, moves(server, whim))
        assert carry_ats(server) == [due]
    server.hours_pass(0.1)
    server.work()
    assert played(server) == 1


def test_nobody_puts_off_what_the_other_side_has_sent(server, report):
    server.reply(report, moves(server))
    [due] = carry_ats(server)
    server.hours_pass(0.1)
    answer = server.latest(BEN)
    for _ in range(3):
        [answer] = server.reply(answer, "draw")
        assert carry_ats(server) == [due]


def test_whoever_mends_them_badly_is_told_that_the_first_still_stand(server, words, report):
    [answer] = server.reply(report, moves(server))
    [told] = server.reply(answer, "bs1 99 to z9")
    assert "sent before are still carried out" in " ".join(words(told).split())
    assert states(server) == ["held"]


def test_a_wish_that_came_in_time_is_heard_however_late_it_is_read(server, report):
    [answer] = server.reply(report, moves(server))
    to = str(answer["Reply-To"])
    server.take_in(letter(ADA, to, "TAKE BACK", "", str(answer["Message-ID"])), to)
    server.hours_pass(1)
    game = server.game("conflict1").id
    assert not turns.adjudicate(server.context, game)
    server.work()
    assert states(server) == ["superseded"]
    assert played(server) == 0


def test_what_was_carried_out_stays(server, words, report):
    [answer] = server.reply(report, moves(server))
    server.hours_pass(1)
    server.work()
    [told] = server.reply(answer, "TAKE BACK")
    assert "cannot be taken back" in " ".join(words(told).split())
    assert played(server) == 1


def test_an_offer_of_the_other_side_is_carried_out_with_them(server, report):
    server.reply(report, moves(server))
    server.reply(server.latest(BEN), "draw")
    server.hours_pass(1)
    server.work()
    assert states(server) == ["used", "used"]
    assert played(server) == 1
    with server.store.reading() as session:
        assert verify(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))).turns == 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("conflict hold=2d", "hold is 1 day at most"),
        ("conflict hold=soon", "a span of time"),
        ("sealed_bids hold=15m", "wait for those of the others as it is"),
    ],
)
def test_what_cannot_be_held_is_refused(server, words, sealed_bids, options, why):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW {options}")
    assert why in " ".join(words(answer).split())
