"""Seats that miss one decision after another: what the others may say about it, and the robots that stand in."""

from __future__ import annotations

import json
from random import Random

import pytest
from inprocess import letter, subject_of, text_of
from pydantic import SecretStr
from sqlalchemy import select

from pbem.games import acts, table
from pbem.games.acts import Asked
from pbem.games.claims import CannotSay, say
from pbem.games.misses import wishes
from pbem.games.record import verify
from pbem.rulesets import presentation
from pbem.store.models import Game, RecordEntry, Seat, Turn
from worker.jobs import WORK

ADA, BEN, CY, DAN = (f"{name}@players.example" for name in ("ada", "ben", "cy", "dan"))
DAYS = 24
WEDNESDAY = 2
# With other dice a game may be over before somebody has missed often enough.
SAME_DICE = SecretStr("the same dice each time")


def begin(server, new: str, *players: str) -> None:
    server.enrol(*players)
    server.mail(players[0], f"NEW {new}")
    for player in players[1:]:
        server.mail(player, f"JOIN {the_game(server).name}")


def the_game(server) -> Game:
    with server.store.reading() as session:
        return session.scalars(select(Game).order_by(Game.id.desc())).first()


def seats(server) -> dict[str, Seat]:
    with server.store.reading() as session:
        return {seat.name: seat for seat in session.scalars(select(Seat).order_by(Seat.place))}


def record(server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def turn(server) -> Turn:
    with server.store.reading() as session:
        return session.scalars(select(Turn).order_by(Turn.id.desc())).first()


def plain(mail) -> str:
    return " ".join(text_of(mail).split())


def silence(server, times: int, *present: str, hours: float = 4 * DAYS) -> None:
    """So many decisions at whose deadlines nobody but those present has answered."""
    for _ in range(times):
        for player in present:
            server.reply(server.latest(player), "bid 1")
        server.hours_pass(hours)
        server.work()


@pytest.fixture
def bids(server, sealed_bids):
    """Ada and Ben at sealed bids; Ben has missed two decisions."""
    begin(server, "sealed_bids rounds=9", ADA, BEN)
    silence(server, 2, ADA)
    return server


@pytest.mark.parametrize("wait", ["", " wait=on"])
def test_a_robot_keeps_an_appointment_where_that_was_agreed(server, sealed_bids, wait):
    """Without that, a turn for which all is in is carried out before its time."""
    server.days_pass_until(WEDNESDAY)
    begin(server, f"sealed_bids rounds=9 clock=at:mon,thu@20:00{wait}", ADA, BEN)
    # The first appointment is a day off at the least, which may make it the one after the next.
    silence(server, 2, ADA, hours=6 * DAYS)
    server.reply(server.latest(ADA), "ROBOT")
    number = turn(server).number
    server.reply(report_of(server, ADA), "bid 1")
    assert (turn(server).number == number) == bool(wait)
    server.hours_pass(4 * DAYS)
    server.work()
    assert turn(server).number > number


def report_of(server, player):
    return next(mail for mail in reversed(server.box(player)) if "bid" in subject_of(mail))


@pytest.mark.both_databases
def test_after_two_misses_running_the_other_is_asked(bids, words):
    told = bids.latest(ADA)
    assert subject_of(told).endswith("is silent: CLAIM, WAIT or ROBOT")
    assert "South has missed 2 decisions running. CLAIM, and you have won;" in plain(told)
    assert "You have missed 2 decisions running" in plain(bids.latest(BEN))
    [status] = bids.mail(ADA, "STATUS")
    assert plain(status).count("South has missed 2 decisions running") == 1


def test_one_miss_is_not_enough(server, sealed_bids):
    begin(server, "sealed_bids", ADA, BEN)
    silence(server, 1, ADA)
    assert not [mail for mail in server.box(ADA) if "is silent" in subject_of(mail)]
    [answer] = server.mail(ADA, "CLAIM")
    assert "nobody in sealed1 has missed 2 decisions running" in plain(answer)


@pytest.mark.parametrize("written", ["CLAIM", "Claim the win!", "CLAIM WIN please", "claim sealed1"])
@pytest.mark.both_databases
def test_a_claim_between_two_ends_the_game(bids, written):
    bids.reply(bids.latest(ADA), f"{written}\n\nBest regards\nAda")
    assert the_game(bids).state == "over"
    found = verify(record(bids))
    assert found.complete
    assert found.outcome["winners"] == ["north"]
    assert [(act.act, act.who) for act in found.acts] == [("claim", "North")]
    for player in (ADA, BEN):
        last = next(mail for mail in reversed(bids.box(player)) if subject_of(mail).endswith("the game is over"))
        assert "North claimed the win, as South had missed 2 decisions running." in plain(last)


def test_whoever_waits_may_think_better_of_it(bids):
    [answer] = bids.reply(bids.latest(ADA), "wait")
    assert "you wait for South" in plain(answer)
    assert the_game(bids).state == "running"
    [status] = bids.mail(ADA, "STATUS")
    assert "You wait; you can still say otherwise." in plain(status)
    bids.reply(answer, "claim")
    assert the_game(bids).state == "over"


def test_a_robot_plays_at_once_and_goes_when_the_player_writes(bids):
    bids.reply(bids.latest(ADA), "ROBOT")
    assert seats(bids)["south"].robot
    assert subject_of(bids.latest(BEN)).endswith("a robot plays for you")
    before = turn(bids).number
    bids.reply(bids.latest(ADA), "bid 1")
    assert turn(bids).number == before + 1, "nobody is waited for but Ada"
    assert not verify(record(bids)).complete
    [answer] = bids.reply(bids.latest(BEN), "bid 2\n\nSorry, I am back")
    assert "The robot has left" in plain(answer)
    assert (seats(bids)["south"].robot, seats(bids)["south"].misses) == (False, 0)
    assert subject_of(bids.latest(ADA)).endswith("South plays again")
    assert [act.act for act in verify(record(bids)).acts] == ["robot", "return"]


@pytest.fixture
def played(bids):
    """The same, a robot playing for Ben."""
    bids.reply(bids.latest(ADA), "ROBOT")
    return bids


def test_who_writes_when_the_game_is_over_takes_no_seat_back(played):
    acts.end(played.context, Asked("sealed1", "x"), "draw")
    played.work()
    played.reply(played.latest(BEN), "What a pity")
    found = verify(record(played))
    assert (found.complete, [act.act for act in found.acts]) == (True, ["robot", "draw"])


@pytest.mark.parametrize("message", ["bid 2", "STATUS", "I am back"])
def test_who_writes_while_the_robot_is_at_it_plays_from_the_next_turn_on(played, message):
    report = played.latest(BEN)
    with played.store.session() as session:  # as if the worker were about to
        session.scalars(select(Turn).order_by(Turn.id.desc())).first().ready = True
        before = turn(played).number
    played.take_in(
        letter(BEN, str(report["Reply-To"]), message, "", str(report["Message-ID"])), str(report["Reply-To"])
    )
    WORK["receive"](played.context, played.inbox()[-1].id)
    assert seats(played)["south"].robot
    assert played.inbox()[-1].state == "new"
    played.work()
    assert (seats(played)["south"].robot, turn(played).number > before) == (False, True)
    assert "south" in json.loads(next(line for line in record(played)[::-1] if '"kind":"turn"' in line))["orders"]
    verify(record(played))


def test_a_game_that_is_set_back_does_not_wait_for_a_robot(server):
    begin(server, "conflict seats=red,green first=red", ADA, BEN)
    play_on(server, "red", until=2)
    server.reply(to_move(server, BEN), "ROBOT")
    while not verify(record(server)).acts or turn(server).number < 8:
        play_on(server, "red", until=9, most=1)
    for back, is_held in ((1, False), (2, True), (3, False), (2, True)):
        if is_held:
            acts.hold(server.context, Asked("conflict1", "x"))
        acts.rollback(server.context, Asked("conflict1", "x"), verify(record(server)).turns - back)
        server.work()
        if is_held:
            acts.resume(server.context, Asked("conflict1", "x"))
            server.work()
        assert seats(server)["green"].step is not None, "the robot has played, and Green is asked"
    verify(record(server))


def test_nothing_is_played_by_a_robot_while_a_host_holds_the_game(played):
    acts.hold(played.context, Asked("sealed1", "x"))
    before = turn(played).number
    played.reply(played.latest(ADA), "bid 1")
    played.work()
    assert turn(played).number == before
    acts.resume(played.context, Asked("sealed1", "x"))
    played.work()
    assert turn(played).number == before + 1
    verify(record(played))


def test_what_was_said_when_somebody_was_silent_before_does_not_count_any_more(bids):
    """At sealed bids, since a game with dice may be over before anybody is silent again."""
    bids.reply(bids.latest(ADA), "WAIT")
    assert wishes(seats(bids)["north"]) == {"south": "wait"}
    bids.reply(report_of(bids, BEN), "bid 1")
    bids.reply(report_of(bids, ADA), "bid 1")
    assert [seat.misses for seat in seats(bids).values()] == [0, 0]
    silence(bids, 2, ADA)
    assert seats(bids)["south"].misses == 2
    assert wishes(seats(bids)["north"]) == {}


def test_orders_of_the_silent_end_it(bids):
    asked = bids.latest(ADA)
    bids.reply(next(mail for mail in reversed(bids.box(BEN)) if "your" in subject_of(mail)), "bid 1")
    bids.reply(asked, "bid 1")
    [answer] = bids.reply(asked, "CLAIM")
    assert "nobody in sealed1 has missed" in plain(answer)
    assert the_game(bids).state == "running"


def test_a_mail_that_has_come_is_read_before_anything_is_claimed(bids):
    report = bids.latest(BEN)
    to = str(report["Reply-To"])
    bids.take_in(letter(BEN, to, "bid 1", "", str(report["Message-ID"])), to)
    asked = str(bids.latest(ADA)["Reply-To"])
    bids.take_in(letter(ADA, asked, "CLAIM", "", str(bids.latest(ADA)["Message-ID"])), asked)
    with bids.store.session() as session:
        north = session.scalars(select(Seat).where(Seat.name == "north")).one()
        with pytest.raises(CannotSay, match="a mail of South has just come"):
            say(session, bids.context, north, "", "claim")
    bids.work()
    assert "nobody in sealed1 has missed" in plain(bids.latest(ADA))
    assert the_game(bids).state == "running"


@pytest.fixture
def three(server):
    """Ada, Ben and Cy at Conflict; Ada, who has Red, has missed two decisions running."""
    server.settings.seed_key = SAME_DICE
    begin(server, "conflict players=3 seats=red,green,yellow first=red", ADA, BEN, CY)
    play_on(server, "red", until=2)
    return server


@pytest.fixture
def four(server):
    """Four at Waterloo (1895), Ada and Ben on one side; Ada has missed two decisions running."""
    server.settings.seed_key = SAME_DICE
    begin(server, "waterloo1895 mode=four", ADA, BEN, CY, DAN)
    play_on(server, "napoleon", until=2)
    return server


def play_on(server, silent: str | None, until: int, most: int = 200) -> None:
    """Decisions that all but one seat answer, until that one has missed so many."""
    for number in range(most):
        asked = [seat for seat in seats(server).values() if seat.step is not None and seat.answered_at is None]
        if silent is not None and seats(server)[silent].misses >= until:
            return
        present = [seat for seat in asked if seat.name != silent]
        for seat in present:
            server.reply(to_move(server, seat.player.address), orders_for(server, seat.name, number))
        if not present:
            server.hours_pass(4 * DAYS)
            server.work()


def orders_for(server, seat: str, whim: int) -> str:
    game = the_game(server)
    words = presentation(game.ruleset)
    return words.bot(words.rules.view(table.position_of(game, turn(server)), seat), seat, Random(whim))


def to_move(server, player: str):
    return next(mail for mail in reversed(server.box(player)) if "." in str(mail["Reply-To"]).partition("@")[0])


def test_among_three_all_must_claim(three):
    [answer] = three.reply(to_move(three, BEN), "CLAIM")
    assert "Yellow has not answered yet" in plain(answer)
    assert the_game(three).state == "running"
    three.reply(to_move(three, CY), "CLAIM")
    found = verify(record(three))
    assert found.outcome["winners"] == ["green", "yellow"]


def test_among_three_a_robot_plays_unless_all_claim(three):
    three.reply(to_move(three, BEN), "CLAIM")
    three.reply(to_move(three, CY), "WAIT")
    assert seats(three)["red"].robot
    assert the_game(three).state == "running"
    verify(record(three))


def test_of_one_s_partner_nothing_is_claimed(four):
    [answer] = four.reply(to_move(four, BEN), "CLAIM")
    assert "Napoleon is your partner, from whom you cannot claim" in plain(answer)


def test_a_robot_plays_after_the_next_miss_if_nobody_answers(four):
    assert not seats(four)["napoleon"].robot
    play_on(four, "napoleon", until=3)
    assert seats(four)["napoleon"].robot
    assert subject_of(four.latest(ADA)).endswith("a robot plays for you")
    count = len(record(four))
    play_on(four, "napoleon", until=9, most=8)
    assert len(record(four)) >= count + 8, "the robot is not waited for"
    verify(record(four))


def test_all_may_wait(four):
    for player in (BEN, CY, DAN):
        four.reply(to_move(four, player), "WAIT")
    play_on(four, "napoleon", until=3)
    assert not seats(four)["napoleon"].robot


@pytest.mark.parametrize(
    "name",
    [
        "waterloo1895",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("conflict", "stratego_waterloo", "waterloo_grid", "waterloo_wargame")
        ),
    ],
)
def test_a_robot_plays_every_rule_set(server, name):
    begin(server, name, ADA, BEN)
    for _ in range(8):
        if any(seat.misses >= 2 for seat in seats(server).values()):
            break
        server.hours_pass(4 * DAYS)
        server.work()
    silent = next(seat for seat in seats(server).values() if seat.misses >= 2)
    other = next(player for player in (ADA, BEN) if player != silent.player.address)
    with server.store.session() as session:  # the other is there
        session.scalars(select(Seat).where(Seat.name != silent.name)).one().misses = 0
    server.reply(to_move(server, other), "ROBOT")
    assert seats(server)[silent.name].robot
    for _ in range(3):
        server.hours_pass(4 * DAYS)
        server.work()
        asked = [seat.name for seat in seats(server).values() if seat.step is not None]
        assert silent.name not in asked
    verify(record(server))
