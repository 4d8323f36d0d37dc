"""Clocks of games played by mail: chosen with NEW, begun by the delivery of the report, stopped by the answer."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from inprocess import delivery_report, letter, subject_of
from sqlalchemy import select, update

from pbem.addresses.signed import bounce_address
from pbem.games import clocks, table, turns
from pbem.games.clock import Bank, Each, Terms
from pbem.inbound import processing
from pbem.rulesets import presentation
from pbem.store.models import Game, Outbox, Player, Seat, Turn

ADA, BEN = "ada@players.example", "ben@players.example"
DAY = 24


def begun(server, options="", ruleset="waterloo1895"):
    """A game of two, running, after both set-ups."""
    server.begin((ADA, f"NEW {ruleset} {options}"), also=(BEN,))
    name = "waterloo1"
    server.mail(BEN, f"JOIN {name}")
    for player in (ADA, BEN):
        server.reply(server.latest(player), "place default")
    return name


def seats(server):
    with server.store.reading() as session:
        return {seat.name: seat for seat in session.scalars(select(Seat))}


def turn(server):
    with server.store.reading() as session:
        return session.scalars(select(Turn).order_by(Turn.number.desc()).limit(1)).one()


def mover(server):
    """The address of the side to move and of the one that waits."""
    [wanted] = [seat for seat in seats(server).values() if seat.step is not None]
    with server.store.reading() as session:
        mine = session.get_one(Player, wanted.player_id).address
    return mine, BEN if mine == ADA else ADA


def report_to(server, player):
    return next(mail for mail in reversed(server.box(player)) if "." in str(mail["Reply-To"]).partition("@")[0])


# --- Chosen -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ("", Terms(Each(72 * 3600))),
        ("clock=each:5d grace=12h weekend=off", Terms(Each(5 * 86400), grace=12 * 3600, weekend=False)),
        ("clock=bank:20d+1d cap:30d absent=bot", Terms(Bank(20 * 86400, 86400, 30 * 86400))),
        ("absent=bot Clock = bank:20d grace = 1d AS napoleon", Terms(Bank(20 * 86400), grace=86400)),
        ("clock=bank:20d+1d cap=30d grace=15m WORD cap", Terms(Bank(20 * 86400, 86400, 30 * 86400), grace=900)),
    ],
)
def test_a_clock_is_chosen_beside_the_options_of_the_rules(server, options, terms):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW waterloo1895 {options}")
    assert "is open" in subject_of(answer)
    game = server.game("waterloo1")
    assert msgspec.json.decode(game.terms, type=Terms) == terms
    assert (json.loads(game.options)["absent"] == "bot") == ("absent=bot" in options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("clock=3 days", "a clock is written like each:3d"),
        ("clock=at:tue,fri@20:00/Europe/Berlin", "appointments are for games in which all write at once"),
        ("grace=8d", "grace is 7 days at most"),
        ("grace=later", "a span of time is written like 12h"),
        ("weekend=maybe", "weekend is on or off"),
        ("clock=each:" + "9" * 400, "a clock is written like"),
    ],
)
def test_a_clock_that_cannot_be_opens_no_game(server, words, options, why):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW waterloo1895 {options}")
    assert why in " ".join(words(answer).split())
    with server.store.reading() as session:
        assert session.scalars(select(Game)).all() == []


def test_the_terms_are_told_to_whoever_thinks_of_joining(server, words):
    server.begin((ADA, "NEW waterloo1895 clock=bank:20d+1d cap:30d grace=12h"), also=(BEN,))
    told = " ".join(words(server.mail(BEN, "STATUS waterloo1")[0]).split())
    assert "Each side has 20 days in hand, 1 day more with each decision, and never more than 30 days" in told
    assert "Orders late by less than 12 hours are taken." in told


# --- Running ----------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_clock_begins_when_the_report_is_on_its_way(server):
    begun(server, "clock=each:3d")
    wanted, _ = mover(server)
    # The next report is written, and the mail server away for a day.
    server.take_in(*_orders(server, wanted))
    [mail] = [row.id for row in server.inbox() if row.state == "new"]
    processing.receive(server.context, mail)
    asked = next(seat for seat in seats(server).values() if seat.step is not None)
    assert (asked.clock_from, turn(server).deadline) == (None, None)
    server.hours_pass(DAY)
    server.work()
    asked = next(seat for seat in seats(server).values() if seat.step is not None)
    assert round((asked.clock_from - asked.asked_at).total_seconds() / 3600) == DAY
    assert turn(server).deadline == asked.due_at
    assert round((asked.due_at - asked.clock_from).total_seconds() / 3600) == 72


def _orders(server, player):
    report = report_to(server, player)
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
        position = table.position_of(game, table.current_turn(session, game))
        words = presentation(game.ruleset)
        [seat] = [seat for seat in game.seats if seat.player.address == player]
        orders = words.bot(words.rules.view(position, seat.name), seat.name, Random(1))
    to = str(report["Reply-To"])
    return letter(player, to, orders, f"Re: {subject_of(report)}", str(report["Message-ID"])), to


def move(server):
    """Let the side to move answer with sound orders; who that was."""
    wanted, _ = mover(server)
    server.take_in(*_orders(server, wanted))
    server.work()
    return wanted


def test_a_bank_pays_for_what_a_decision_took_and_gets_its_increment(server, words):
    begun(server, "clock=bank:10d+1d cap:12d absent=bot")
    _, other = mover(server)
    name = next(seat.name for seat in seats(server).values() if seat.step is not None)
    before = seats(server)[name].bank
    server.hours_pass(4 * DAY)
    move(server)
    left = seats(server)[name].bank
    assert abs(before - left - 3 * 86400) < 60
    assert "In hand:" in words(server.latest(other))
    for _ in range(7):
        move(server)
    assert max(seat.bank for seat in seats(server).values()) == 12 * 86400  # the cap


def test_an_empty_bank_is_a_miss_and_the_rules_decide(server, words):
    begun(server, "clock=bank:2d absent=bot")
    wanted, _ = mover(server)
    name = next(seat.name for seat in seats(server).values() if seat.step is not None)
    server.hours_pass(2 * DAY + 1)
    server.work()
    assert seats(server)[name].misses == 1
    while mover(server)[0] != wanted:
        move(server)
    asked = seats(server)[name]
    assert (asked.bank, round((asked.due_at - asked.clock_from).total_seconds() / 3600)) == (0, DAY)
    with server.store.reading() as session:
        player = session.scalars(select(Player).where(Player.address == wanted)).one()
        assert player.missed == 1


@pytest.mark.both_databases
def test_orders_within_the_grace_are_taken_and_counted_as_late(server, words):
    begun(server, "clock=each:3d grace=12h")
    wanted, _ = mover(server)
    server.hours_pass(3 * DAY + 11)
    server.work()
    before = turn(server).number
    move(server)
    assert turn(server).number > before
    with server.store.reading() as session:
        player = session.scalars(select(Player).where(Player.address == wanted)).one()
        assert (player.late, player.missed) == (1, 0)


def test_after_the_grace_the_turn_is_closed(server):
    begun(server, "clock=each:3d grace=12h absent=bot")
    before = turn(server).number
    server.hours_pass(3 * DAY + 13)
    server.work()
    assert turn(server).number > before


# --- Mail that comes back ---------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_mail_that_came_back_stops_the_clock_until_the_player_writes(server, words):
    begun(server, "clock=each:3d absent=bot")
    wanted, other = mover(server)
    with server.store.reading() as session:
        asking = session.scalars(
            select(Outbox.id).where(Outbox.to_address == wanted).order_by(Outbox.id.desc()).limit(1)
        ).one()
    before = turn(server)
    server.take_in(delivery_report(wanted, "failed", "5.1.1"), bounce_address(server.settings, asking), "")
    server.work()
    assert "came back" in subject_of(server.latest(other))
    server.hours_pass(4 * DAY)
    server.work()
    assert turn(server).number == before.number
    assert "came back" in " ".join(words(server.mail(other, "STATUS")[-1]).split())
    server.mail(wanted, "STATUS")
    assert "came back" not in words(server.mail(other, "STATUS")[-1])
    later = turn(server).deadline
    assert round((later - before.deadline).total_seconds() / 3600) == 4 * DAY
    server.hours_pass(3 * DAY + 1)
    server.work()
    assert turn(server).number > before.number


def test_nobody_is_waited_for_more_than_a_week_or_more_than_twice(server):
    begun(server, "clock=each:3d absent=bot")
    for waits in (True, True, False):
        number = turn(server).number
        wanted, _ = mover(server)
        with server.store.reading() as session:
            asking = session.scalars(
                select(Outbox.id).where(Outbox.to_address == wanted).order_by(Outbox.id.desc()).limit(1)
            ).one()
        server.take_in(delivery_report(wanted, "failed", "5.1.1"), bounce_address(server.settings, asking), "")
        server.work()
        server.hours_pass(3 * DAY + 1)
        server.work()
        assert (turn(server).number == number) is waits
        if waits:
            server.hours_pass(7 * DAY)
            server.work()
            assert turn(server).number > number
            while mover(server)[0] != wanted:
                move(server)


@pytest.mark.both_databases
def test_a_refused_report_begins_the_clock_and_stops_it(server):
    begun(server, "clock=each:3d absent=bot")
    with server.store.session() as session:
        session.execute(update(Seat).where(Seat.step.is_not(None)).values(clock_from=None))
        wanted = session.scalars(select(Seat).where(Seat.step.is_not(None))).one()
        asking = session.scalars(
            select(Outbox.id).where(Outbox.seat == wanted.name).order_by(Outbox.id.desc()).limit(1)
        ).one()
    with server.context.transaction("test") as session:
        lost = clocks.mail_came_back(session, server.context, asking)
    assert lost is not None
    [asked] = [seat for seat in seats(server).values() if seat.step is not None]
    assert asked.clock_from is not None
    assert round((asked.due_at - asked.clock_from).total_seconds() / 3600) == (3 + 7) * DAY


def test_due_games_are_found_by_the_turn_alone(server):
    begun(server, "clock=each:3d absent=bot")
    with server.store.reading() as session:
        assert turns.due_games(session) == []
    server.hours_pass(3 * DAY + 1)
    with server.store.reading() as session:
        assert len(turns.due_games(session)) == 1


def test_a_turn_of_two_silent_seats_closes_when_both_are_out_of_time(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    before = seats(server)["north"].due_at
    server.mail(BEN, "AWAY in 1 days to in 2 days")
    asked = seats(server)
    assert asked["north"].due_at == before
    assert asked["south"].due_at > before
    assert turn(server).deadline == asked["south"].due_at
    server.reply(report_to(server, BEN), "bid 2")
    assert turn(server).deadline == before


def test_reminders_that_were_slept_through_come_as_one(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    before = len(server.box(ADA))
    server.hours_pass(70)
    server.work()
    assert len(server.box(ADA)) == before + 1
    assert "reminder" in subject_of(server.latest(ADA))
