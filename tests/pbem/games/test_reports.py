"""What reports tell, and tell again: each thing that happened once by itself, and once more when asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.games import turns
from pbem.store.inbox import Outdated
from pbem.store.models import RecordEntry, Turn

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture
def game(server, sealed_bids):
    """A game of three rounds between Ada (north) and Ben (south)."""
    server.begin((ADA, "NEW sealed_bids rounds=3"), (BEN, "JOIN sealed1"))
    return "sealed1"


def happened(text):
    return text.partition("What happened\n")[2].partition("\nDice")[0].partition("\nMap")[0].strip()


def play_round(server, north, south):
    server.reply(server.latest(ADA), f"bid {north}")
    server.reply(server.latest(BEN), f"bid {south}")


@pytest.mark.both_databases
def test_report_repeats_what_the_latest_report_told(server, words, game):
    play_round(server, 4, 2)
    told = happened(words(server.latest(ADA)))
    assert "4" in told
    for _ in range(2):
        [again] = server.reply(server.latest(ADA), "REPORT")
        assert happened(words(again)) == told


def test_report_repeats_no_more_than_the_latest_report(server, words, game):
    play_round(server, 4, 2)
    earlier = happened(words(server.latest(ADA)))
    play_round(server, 3, 5)
    [again] = server.reply(server.latest(ADA), "REPORT")
    assert happened(words(again)) == happened(words(server.latest(BEN)))
    assert earlier not in words(again)


def test_a_report_tells_only_what_is_new(server, words, game):
    play_round(server, 4, 2)
    earlier = happened(words(server.latest(ADA)))
    play_round(server, 3, 5)
    assert earlier not in words(server.latest(ADA))


def frozen(server, name, lease):
    """The game's turn, frozen by a worker whose lease is so long."""
    with server.store.session() as session:
        game = server.game(name)
        turn = session.query(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc()).first()
        turn.ready = True
    server.context.lease = lease
    with server.context.transaction("freeze") as session:
        found = turns._frozen_if_due(session, server.context, game.id)
    server.context.lease = timedelta(minutes=1)
    return game.id, found


@pytest.mark.both_databases
def test_a_turn_that_is_frozen_is_one_workers_until_its_lease_ends(server, game):
    game_id, mine = frozen(server, game, timedelta(minutes=1))
    assert mine is not None
    assert turns.adjudicate(server.context, game_id) is False
    assert turns.carry_out(server.context, mine) is True


@pytest.mark.both_databases
def test_a_worker_that_lost_its_turn_settles_nothing(server, game):
    game_id, lost = frozen(server, game, timedelta(seconds=-2))
    assert turns.adjudicate(server.context, game_id) is True
    mails = len(server.box(ADA))
    with server.store.reading() as session:
        entries = session.query(RecordEntry).count()
    assert turns.carry_out(server.context, lost) is False
    with pytest.raises(Outdated), server.context.transaction("settle") as session:
        turns._close(session, lost)
    with server.store.reading() as session:
        assert session.query(RecordEntry).count() == entries
    assert len(server.box(ADA)) == mails


def test_orders_that_complete_a_turn_wait_for_nobody_even_if_their_worker_died(server, words, game):
    """The turn was frozen with its last order; who froze it died before it was carried out."""
    server.reply(server.latest(ADA), "bid 4")
    report = server.latest(BEN)
    carry_out, turns.carry_out = turns.carry_out, lambda context, frozen: False
    try:
        server.reply(report, "bid 2")
    finally:
        turns.carry_out = carry_out
    assert "What happened" not in words(server.latest(ADA))
    with server.store.session() as session:
        turn = session.query(Turn).where(Turn.state == "frozen").one()
        turn.lease_until -= timedelta(hours=1)
    server.work()
    assert "4" in happened(words(server.latest(ADA)))


def test_a_question_that_stays_the_same_keeps_its_deadline(server, words):
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"))
    server.hours_pass(5)
    with server.store.reading() as session:
        before = session.query(Turn).order_by(Turn.number.desc()).first()
    server.reply(server.latest(ADA), "place default")
    with server.store.reading() as session:
        after = session.query(Turn).order_by(Turn.number.desc()).first()
    assert after.number == before.number + 1
    assert (after.step, after.asked_at, after.deadline) == (before.step, before.asked_at, before.deadline)
    # It is the other's now, whose report was on its way a moment later.
    assert abs(after.remind_at - before.remind_at) < timedelta(minutes=1)
