"""What a host does about the clocks of a game: more time for a question, and a game that stands until he lets it go on.

Sealed Bids (tests/toys) asks both seats at the same time; in conflict the sides take turns.
"""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from random import Random

import pytest
from inprocess import Server, letter, subject_of, text_of
from sqlalchemy import select, update

from pbem.games import acts, desk, table
from pbem.games.acts import Asked, CannotAct
from pbem.games.record import verify
from pbem.inbound import processing
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import OrderSet, RecordEntry, Seat, Turn

ADA, BEN = "ada@players.example", "ben@players.example"
WHY = Asked("sealed1", "a mail went astray")
DAY = timedelta(days=1)
WEDNESDAY = 2


@pytest.fixture
def game(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 clock=each:3d"), (BEN, "JOIN sealed1"))
    return "sealed1"


def entries(server: Server) -> list[dict]:
    with server.store.reading() as session:
        return list(map(json.loads, session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))))


def record_of(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def turn_of(server: Server) -> Turn:
    with server.store.reading() as session:
        return session.scalars(select(Turn).order_by(Turn.id.desc())).first()


def due(server: Server, seat: str) -> datetime | None:
    with server.store.reading() as session:
        return session.scalars(select(Seat.due_at).where(Seat.name == seat)).one()


def words(mail) -> str:
    return " ".join(text_of(mail).split())


def report_of(server: Server, player: str):
    return [mail for mail in server.box(player) if "+sealed1." in str(mail["Reply-To"])][-1]


def both(server: Server) -> tuple[str, str]:
    server.work()
    return words(server.latest(ADA)), words(server.latest(BEN))


# --- More time ---------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_all_who_are_asked_get_more_time_and_are_told_until_when(server, game):
    before = due(server, "north")
    acts.extend(server.context, WHY, "1d12h")
    assert due(server, "north") == before + 1.5 * DAY
    assert turn_of(server).deadline == max(due(server, "north"), due(server, "south"))
    for told in both(server):
        assert "gave North and South 1 day 12 hours more for the orders that are wanted now" in told
        assert "You have until" in told
        assert "Why: a mail went astray" in told
    server.hours_pass(80)
    server.work()
    assert turn_of(server).number == 1
    server.hours_pass(30)
    server.work()
    assert turn_of(server).number == 2
    [act] = [entry for entry in entries(server) if entry["kind"] == "act"]
    assert (act["act"], act["span"], act["why"]) == ("extend", "1d12h", WHY.why)
    assert verify(record_of(server)).acts[0].about == "1d12h"


def test_one_seat_gets_more_time_and_the_next_question_has_none_of_it(server, game):
    before = due(server, "north"), due(server, "south")
    acts.extend(server.context, WHY, "2d", "north")
    assert (due(server, "north"), due(server, "south")) == (before[0] + 2 * DAY, before[1])
    assert verify(record_of(server)).acts[0].about == "north: 2d"
    server.reply(report_of(server, ADA), "bid 4")
    server.reply(report_of(server, BEN), "bid 4")
    with server.store.reading() as session:
        for seat in session.scalars(select(Seat)):
            assert (seat.extra, seat.due_at - seat.clock_from) == (0, 3 * DAY)


def test_time_that_a_host_gives_is_not_taken_from_a_bank(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 clock=bank:10d"), (BEN, "JOIN sealed1"))
    acts.extend(server.context, WHY, "2d", "north")
    server.hours_pass(3 * 24)
    # What the test itself took may be missing.
    assert re.search(r"In hand: North (9 days|8 days 23 hours)", words(server.mail(BEN, "STATUS sealed1")[-1]))
    server.reply(report_of(server, ADA), "bid 4")
    server.reply(report_of(server, BEN), "bid 4")
    with server.store.reading() as session:
        banks = {seat.name: seat.bank for seat in session.scalars(select(Seat))}
    assert abs(banks["north"] - 9 * 86400) < 60
    assert abs(banks["south"] - 7 * 86400) < 60


def test_weekends_do_not_count_in_time_that_is_given_either(server, sealed_bids):
    # Ten days of work that begin in the week are two weeks; those that begin on a Saturday wait for its Monday.
    server.days_pass_until(WEDNESDAY)
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 clock=each:5d weekend=off"), (BEN, "JOIN sealed1"))
    acts.extend(server.context, WHY, "5d")
    with server.store.reading() as session:
        for seat in session.scalars(select(Seat)):
            assert seat.due_at - seat.clock_from == 14 * DAY


def test_an_appointment_is_later_by_what_was_given(server, sealed_bids):
    server.begin(
        (ADA, "NEW sealed_bids rounds=3 purse=40 clock=at:mon,tue,wed,thu,fri,sat,sun@20:00"), (BEN, "JOIN sealed1")
    )
    before = due(server, "north")
    acts.extend(server.context, WHY, "6h")
    assert due(server, "north") == before + timedelta(hours=6)


def test_whoever_is_out_of_time_has_what_is_given_from_now_on(server, game):
    acts.extend(server.context, WHY, "10d", "south")
    server.hours_pass(5 * 24)
    acts.extend(server.context, WHY, "1d", "north")
    with server.store.reading() as session:
        moment = now(session)
    assert abs(due(server, "north") - moment - DAY) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("span", "seat", "why"),
    [
        ("soon", None, "written like 12h"),
        ("0", None, "no time is no extension"),
        ("9999d", None, "a year at most"),
        ("9" * 5_000 + "d", None, "written like 12h"),
        ("1d", "east", "has no seat called 'east'"),
    ],
)
def test_an_extension_that_cannot_be_changes_nothing(server, game, span, seat, why):
    before = due(server, "north")
    with pytest.raises(CannotAct, match=why):
        acts.extend(server.context, WHY, span, seat)
    assert due(server, "north") == before
    assert all(entry["kind"] != "act" for entry in entries(server))


def test_nobody_is_given_more_than_a_year(server, game):
    acts.extend(server.context, WHY, "366d")
    with pytest.raises(CannotAct, match="more than a year"):
        acts.extend(server.context, WHY, "1m")
    assert len([entry for entry in entries(server) if entry["kind"] == "act"]) == 1


def test_who_is_asked_for_nothing_gets_no_time(server):
    server.begin((ADA, "NEW conflict seats=red,green first=red"), (BEN, "JOIN conflict1"))
    with pytest.raises(CannotAct, match="Green is asked for nothing now in conflict1"):
        acts.extend(server.context, Asked("conflict1", "x"), "1d", "green")


# --- A game that is held ------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_no_clock_of_a_held_game_runs_and_all_see_it(server, game):
    server.hours_pass(24)
    acts.hold(server.context, WHY)
    assert (turn_of(server).deadline, turn_of(server).remind_at) == (None, None)
    for told in both(server):
        assert "host, a host of this server, holds the game." in told
        assert "TAKE BACK takes them back" in told
    sent = len(server.box(ADA))
    server.hours_pass(40 * 24)
    server.work()
    assert (turn_of(server).number, len(server.box(ADA))) == (1, sent)
    assert "The host holds the game: no clock runs, and nothing is carried out" in words(server.mail(ADA, "STATUS")[-1])
    assert "while the clock stands" in words(server.mail(ADA, "GAMES")[-1])
    with server.store.reading() as session:
        [listed] = desk.games(session)
    assert "held, north, south" in desk.in_a_line(listed)
    acts.resume(server.context, WHY)
    with server.store.reading() as session:
        left = turn_of(server).deadline - now(session)
    assert abs(left - 2 * DAY) < timedelta(minutes=5)
    assert "lets the game go on" in both(server)[0]
    server.hours_pass(49)
    server.work()
    assert turn_of(server).number == 2
    found = verify(record_of(server))
    assert [act.act for act in found.acts] == ["hold", "resume"]


def test_a_turn_for_which_all_is_in_waits_and_is_carried_out_when_the_game_goes_on(server, game):
    acts.hold(server.context, WHY)
    server.work()
    [answer] = server.reply(report_of(server, ADA), "bid 4")
    assert "The host holds the game: your orders are kept" in words(answer)
    server.reply(report_of(server, BEN), "bid 3")
    server.reply(report_of(server, BEN), "bid 2")
    server.hours_pass(100)
    server.work()
    assert turn_of(server).number == 1
    acts.resume(server.context, WHY)
    assert all("North bid 4, South 2" in told for told in both(server))
    assert [entry["kind"] for entry in entries(server)] == ["game", "turn", "act", "act", "turn"]
    verify(record_of(server))


def test_orders_are_taken_back_while_the_game_is_held(server, game):
    acts.hold(server.context, WHY)
    server.work()
    [answer] = server.reply(report_of(server, ADA), "bid 4")
    [told] = server.reply(answer, "TAKE BACK")
    assert "taken back" in words(told)
    server.reply(report_of(server, BEN), "bid 2")
    acts.resume(server.context, WHY)
    server.work()
    assert turn_of(server).number == 1
    with server.store.reading() as session:
        assert list(session.scalars(select(OrderSet.state).order_by(OrderSet.id))) == ["superseded", "held"]


@pytest.mark.both_databases
def test_orders_that_run_at_once_wait_too_and_are_answered(server):
    server.begin((ADA, "NEW conflict seats=red,green first=red"), (BEN, "JOIN conflict1"))
    asked = Asked("conflict1", "an appeal")
    report = server.latest(ADA)
    acts.hold(server.context, asked)
    [answer] = [mail for mail in server.reply(report, moves(server)) if "orders kept" in subject_of(mail)]
    assert "carried out when he lets it go on" in words(answer)
    server.hours_pass(300)
    server.work()
    assert turn_of(server).number == 1
    [told] = server.reply(answer, "frobnicate pl1 with l9")
    assert "The orders that you sent before are still kept" in words(told)
    acts.resume(server.context, asked)
    server.work()
    assert turn_of(server).number == 2
    assert "turn 2, Green to move" in words(server.latest(ADA))
    verify(record_of(server))


def moves(server: Server) -> str:
    ruleset = presentation("conflict")
    with server.store.reading():
        view = ruleset.rules.view(table.position_of(server.game("conflict1"), turn_of(server)), "red")
    return ruleset.bot(view, "red", Random(1))


def test_orders_that_were_held_for_a_while_wait_for_the_host(server):
    server.begin((ADA, "NEW conflict hold=15m seats=red,green first=red"), (BEN, "JOIN conflict1"))
    server.reply(server.latest(ADA), moves(server))
    acts.hold(server.context, Asked("conflict1", "x"))
    server.hours_pass(24)
    server.work()
    assert turn_of(server).number == 1
    acts.resume(server.context, Asked("conflict1", "x"))
    server.work()
    assert turn_of(server).number == 2


def test_a_resignation_waits_for_its_yes_and_for_the_host(server):
    server.begin((ADA, "NEW conflict seats=red,green first=red"), (BEN, "JOIN conflict1"))
    acts.hold(server.context, Asked("conflict1", "x"))
    server.work()
    [asks] = server.reply(server.latest(ADA), "resign")
    server.reply(asks, "YES")
    assert server.game("conflict1").state == "running"
    acts.resume(server.context, Asked("conflict1", "x"))
    assert server.game("conflict1").state == "over"
    assert verify(record_of(server)).complete


def test_a_mail_that_came_before_the_hold_is_read_and_kept(server, game):
    report = report_of(server, ADA)
    server.reply(report_of(server, BEN), "bid 1")
    to = str(report["Reply-To"])
    server.take_in(letter(ADA, to, "bid 4", "", str(report["Message-ID"])), to)
    acts.hold(server.context, WHY)
    [mail] = [row.id for row in server.inbox() if row.state == "new"]
    processing.receive(server.context, mail)
    assert turn_of(server).number == 1
    acts.resume(server.context, WHY)
    server.work()
    assert turn_of(server).number == 2


def test_a_deadline_that_passed_unnoticed_is_kept_off_by_the_hold(server, game):
    server.hours_pass(80)
    acts.hold(server.context, WHY)
    server.work()
    assert turn_of(server).number == 1
    acts.resume(server.context, WHY)
    server.work()
    assert turn_of(server).number == 2


def test_a_worker_that_was_about_to_freeze_the_turn_does_not(server, game):
    """It has looked before the hold, and writes after it."""
    with server.store.reading() as session:
        epoch = turn_of(server).epoch
    acts.hold(server.context, WHY)
    with server.store.session() as session:
        late = update(Turn).where(Turn.id == turn_of(server).id, Turn.epoch == epoch)
        assert session.execute(late.values(state="frozen")).rowcount == 0


@pytest.mark.parametrize("act", ["hold", "resume", "process"])
def test_acts_that_make_no_sense_are_refused(server, game, act):
    if act != "resume":
        acts.hold(server.context, WHY)
    with pytest.raises(CannotAct, match=r"held already|is not held|is held; let it go on first"):
        getattr(acts, act)(server.context, WHY)


def test_a_turn_that_a_worker_has_is_not_held(server, game):
    with server.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        turn.state, turn.lease_until = "frozen", turn.deadline
    with pytest.raises(CannotAct, match="being carried out"):
        acts.hold(server.context, WHY)


def test_a_held_game_is_set_back_and_stays_held(server, game):
    server.reply(report_of(server, ADA), "bid 4")
    server.reply(report_of(server, BEN), "bid 2")
    acts.hold(server.context, WHY)
    acts.rollback(server.context, WHY, 2)
    assert turn_of(server).deadline is None
    server.hours_pass(200)
    server.work()
    acts.resume(server.context, WHY)
    with server.store.reading() as session:
        assert abs(turn_of(server).deadline - now(session) - 3 * DAY) < timedelta(minutes=5)
