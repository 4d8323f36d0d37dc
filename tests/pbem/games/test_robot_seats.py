"""Robots with seats of their own: who sits down, when they answer, what they are called, and what they claim."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import product
from random import Random

import pytest
from inprocess import Server, subject_of, text_of
from sqlalchemy import select

from core.contract import Budget, Level
from pbem.commands.robots import MOST_A_DAY, NoSuchRobot, Opponents, taken_out
from pbem.games import clocks, table, turns
from pbem.games.record import verify
from pbem.robots import playing
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Game, RecordEntry, Seat, Turn

ADA, BEN = (f"{name}@players.example" for name in ("ada", "ben"))
LITTLE = "NEW waterloo1895 mode=little"


def the_game(server: Server) -> Game:
    with server.store.reading() as session:
        return session.scalars(select(Game).order_by(Game.id.desc())).first()


def seats(server: Server) -> dict[str, Seat]:
    with server.store.reading() as session:
        return {seat.name: seat for seat in session.scalars(select(Seat).order_by(Seat.id.desc()).limit(2))}


def turn(server: Server) -> Turn:
    with server.store.reading() as session:
        return table.current_turn(session, session.scalars(select(Game).order_by(Game.id.desc())).first())


def record(server: Server) -> list[str]:
    with server.store.reading() as session:
        mine = select(RecordEntry.body).where(RecordEntry.game_id == the_game(server).id)
        return list(session.scalars(mine.order_by(RecordEntry.number)))


def plain(mail) -> str:
    return " ".join(text_of(mail).split())


def report(server: Server, player: str):
    """The latest mail to the player's seat, which can be answered with orders."""
    return next(mail for mail in reversed(server.box(player)) if f"+{the_game(server).name}." in str(mail["Reply-To"]))


def asked(server: Server) -> set[str]:
    """The seats that owe orders now."""
    with server.store.reading() as session:
        game = session.scalars(select(Game).order_by(Game.id.desc())).first()
        return {decision.seat for decision in table.owed(game, table.current_turn(session, game))}


def answer(server: Server, player: str) -> None:
    """What is asked of the player in the game, answered as a robot would."""
    with server.store.reading() as session:
        game = session.scalars(select(Game).order_by(Game.id.desc())).first()
        now_asked = table.current_turn(session, game)
        seat = next(each for each in game.seats if each.player is not None and each.player.address == player)
        view = table.view_of(game, seat, now_asked)
        orders = presentation(game.ruleset).bot(view, seat.name, Random(now_asked.number))
    server.reply(report(server, player), orders)


@pytest.mark.parametrize(
    ("typed", "levels", "all_seats", "left"),
    [
        ("AGAINST marshal", ["marshal"], True, ""),
        ("against a Marshal AS Red", ["marshal"], True, "AS Red"),
        ("vs recruit, officer and marshal private", ["recruit", "officer", "marshal"], False, "private"),
        ("AGAINST two recruits players=4", ["recruit", "recruit"], False, "players=4"),
        ("AGAINST one officer robot", ["officer"], False, ""),
        ("players=4", [], False, "players=4"),
    ],
)
def test_robots_are_named_as_people_name_them(typed, levels, all_seats, left):
    assert taken_out(typed) == (Opponents(tuple(map(Level, levels)), all_seats), left)


@pytest.mark.parametrize("typed", ["AGAINST general", "AGAINST robots", "against ben@players.example", "vs 3"])
def test_a_robot_that_there_is_not_is_asked_back(typed):
    with pytest.raises(NoSuchRobot, match="recruit, officer, marshal"):
        taken_out(typed)


def test_a_newcomer_plays_a_robot_to_the_end(server):
    server.enrol(ADA)
    opened = server.mail(ADA, f"{LITTLE} AGAINST recruit AS Napoleon")
    assert "Wellington is played by a robot, recruit" in plain(opened[0])
    assert "Wellington: recruit (robot)" in text_of(report(server, ADA))
    for _ in range(200):
        if the_game(server).state == "over":
            break
        answer(server, ADA)
    assert the_game(server).state == "over"
    lines = record(server)
    assert verify(line.encode() for line in lines).seats["wellington"] == "recruit (robot)"
    assert "robot" not in subject_of(server.latest(ADA))
    assert not [mail for mail in server.box(ADA) if "writes again" in text_of(mail)]


def test_the_same_turn_is_thought_twice_alike(server):
    """A worker that dies while a robot thinks is followed by one that comes to the same."""
    server.begin((ADA, f"{LITTLE} AGAINST officer AS Wellington"))
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
        played = session.scalars(select(Turn).order_by(Turn.number)).first()
        frozen = turns.Frozen(game, played, 1, False, table.dice_of(game), {}, {"napoleon": Level.OFFICER})
        if [each.seat for each in table.owed(game, played)] != ["napoleon"]:
            pytest.skip("the player begins")
        once, again = turns.play(frozen, game.seed), turns.play(frozen, game.seed)
    assert [line.order for line in once.orders["napoleon"].orders] == [
        line.order for line in again.orders["napoleon"].orders
    ]


def test_a_turn_that_a_robot_thinks_about_waits_for_the_workers_of_robots(server):
    server.begin((ADA, f"{LITTLE} pace=2h AGAINST recruit AS Napoleon"))
    while not turn(server).thinking:
        answer(server, ADA)
    waiting = turn(server)
    with server.store.reading() as session:
        assert turns.due_games(session) == []
        game = session.get_one(Game, waiting.game_id)
        running = clocks.Clocks(session, server.context, game)
        robot = seats(server)["wellington"]
        assert running.waited_for(waiting) == []
        assert timedelta(hours=1) <= running.pace(robot) <= timedelta(hours=2)
        assert (waiting.deadline, waiting.remind_at) == (None, None)
    server.hours_pass(0.5)
    server.work()
    assert turn(server).number == waiting.number
    server.hours_pass(1.6)
    with server.store.reading() as session:
        assert [each.thinking for each in turns.due_games(session)] == [True]
    server.work()
    assert turn(server).number > waiting.number


def test_the_clock_of_a_robot_runs_and_is_never_run_out(server):
    server.begin((ADA, f"{LITTLE} clock=bank:5d pace=4d AGAINST recruit AS Napoleon"))
    for _ in range(2):
        while not turn(server).thinking and the_game(server).state == "running":
            answer(server, ADA)
        before = turn(server)
        assert before.carry_at is not None
        with server.store.reading() as session:
            left = before.carry_at - now(session)
        assert left < (seats(server)["wellington"].due_at - before.carry_at) + timedelta(minutes=1)
        server.hours_pass(left / timedelta(hours=1) + 0.1)
        server.work()
        assert turn(server).number > before.number
    robot = seats(server)["wellington"]
    assert 0 < robot.bank < 5 * 86_400
    assert robot.misses == 0


@pytest.mark.parametrize(
    ("against", "said"),
    [
        ("AGAINST general", 'no robot is called "general"; there are recruit, officer, marshal'),
        ("AGAINST two recruits", "2 robots would need as many seats"),
    ],
)
def test_robots_that_cannot_sit_down_open_no_game(server, against, said):
    server.enrol(ADA)
    assert said in plain(server.mail(ADA, f"{LITTLE} {against}")[0])
    assert the_game(server) is None


def test_a_robot_is_invited_to_a_game_that_looks_for_players(server):
    server.begin((ADA, "NEW conflict players=3"), also=(BEN,))
    name = the_game(server).name
    server.mail(BEN, f"JOIN {name}")
    told = server.mail(ADA, f"INVITE officer to {name}")
    assert "is played by a robot, officer" in plain(told[0])
    assert the_game(server).state == "running"
    assert "no seat" in plain(server.mail(ADA, f"INVITE officer to {name}")[0]).lower() or "has begun" in plain(
        server.latest(ADA)
    )


def test_who_invites_several_robots_is_told_of_each_once(server):
    server.enrol(ADA)
    server.mail(ADA, "NEW conflict players=4")
    name = the_game(server).name
    [answer] = server.mail(ADA, f"INVITE officer to {name}\nINVITE marshal to {name}")
    assert plain(answer).count("is played by a robot, officer") == 1
    assert plain(answer).count("is played by a robot, marshal") == 1


@pytest.mark.parametrize(("pace", "between"), [("", 0), (" pace=1h", 2)])
def test_nobody_is_mailed_of_what_robots_do_within_seconds(server, pace, between):
    """He hears of it with the report that asks him; at a slower pace of each turn."""
    server.begin((ADA, f"NEW conflict players=4{pace} AGAINST recruit"))
    for _ in range(4):
        if not turn(server).thinking:
            break
        server.hours_pass(1)
        server.work()
    before = len(server.box(ADA))
    answer(server, ADA)
    while turn(server).thinking:
        server.hours_pass(1)
        server.work()
    subjects = [subject_of(mail) for mail in server.box(ADA)[before:]]
    assert len(subjects) >= 2 + between
    assert pace or len(subjects) == 2
    assert "your throw" in subjects[-1]
    assert pace or all(f"{name} " in plain(server.latest(ADA)) for name in ("Yellow", "Green", "Orange"))


def test_robots_claim_the_win_over_somebody_who_is_gone(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon"))
    for _ in range(12):
        if the_game(server).state == "over":
            break
        server.hours_pass(200)
        server.work()
    assert the_game(server).state == "over"
    last = json.loads(record(server)[-1])
    assert last["outcome"] == {"winners": ["wellington"], "reason": "silent-claimed", "clause": ""}
    assert verify(line.encode() for line in record(server)).complete


def test_nothing_is_claimed_while_others_are_there(server):
    """It is they who are asked about the silent one."""
    server.begin((ADA, "NEW conflict players=3 AGAINST one recruit"), (BEN, "JOIN conflict1"))
    # Who moves when hangs on the dice, and so how long it takes until the silent one has missed two turns.
    for _ in range(24):
        if any("CLAIM, WAIT or ROBOT" in subject_of(mail) for mail in server.box(ADA)):
            break
        if asked(server) == {"red"}:
            answer(server, ADA)
        else:
            server.hours_pass(100)
            server.work()
    else:
        pytest.fail("nobody was asked about the silent one")
    assert the_game(server).state == "running"


@pytest.mark.slow
def test_a_robot_plays_as_well_as_it_is_called(server):
    server.begin((ADA, "NEW waterloo_grid AGAINST recruit AS blue"))
    words = presentation("waterloo_grid")
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
        played = table.current_turn(session, game)
        [owed] = table.owed(game, played)
        view = words.rules.view(table.position_of(game, played), owed.seat)
        written = set()
        for number, level in product(range(6), Level):
            frozen = turns.Frozen(game, played, 1, False, table.dice_of(game), {}, {owed.seat: level})
            lines = turns.play(frozen, f"whim {number}").orders[owed.seat].orders
            text = "\n".join(words.text_of(line.order) for line in lines)
            seed = playing.seed_of(f"whim {number} {played.number} {owed.seat}")
            assert text == playing.orders(words, view, level, seed, Budget.MAIL)
            written.add((number, text))
    assert len(written) > 6


def test_a_rematch_against_a_robot_swaps_sides_and_begins_at_once(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon"))
    server.reply(report(server, ADA), "resign")
    server.reply(server.latest(ADA), "YES")
    assert the_game(server).state == "over"
    server.mail(ADA, "REMATCH")
    found = seats(server)
    assert (found["napoleon"].level, found["wellington"].level) == ("recruit", None)
    assert the_game(server).state == "running"


def test_a_hint_is_an_officers_orders_and_can_be_sent(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon rated=off"))
    told = server.reply(report(server, ADA), "HINT")[0]
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
        view = table.view_of(game, next(seat for seat in game.seats if seat.player), table.current_turn(session, game))
    orders, _ = playing.hint(presentation("waterloo1895"), view)
    assert orders in text_of(told)
    number = turn(server).number
    server.reply(report(server, ADA), orders)
    assert turn(server).number > number


def test_nobody_gets_hints_in_a_rated_game(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon"))
    told = plain(server.reply(report(server, ADA), "HINT")[0])
    assert "waterloo1 is rated, and nobody gets hints in a rated game" in told
    assert "An officer would write" not in told


def test_hints_are_told_twenty_times_a_day(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon rated=off"))
    for number in range(MOST_A_DAY):
        assert "An officer would write" in text_of(server.reply(report(server, ADA), f"HINT\n# {number}")[0])
    assert f"{MOST_A_DAY} hints a day" in text_of(server.reply(report(server, ADA), "HINT\n# more")[0])


def test_odds_play_nothing(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon"))
    orders, _ = hinted(server)
    before = turn(server)
    told = server.reply(report(server, ADA), f"ODDS\n{orders}")[0]
    assert "What these orders may come to" in text_of(told)
    assert "send them without ODDS to play them" in plain(told)
    assert "%" not in text_of(told).split("What these orders may come to")[0]
    deep = server.reply(report(server, ADA), f"ODDS DEEP\n{orders}")[0]
    assert "Robots that play on from there would get" in plain(deep)
    assert (turn(server).number, turn(server).position) == (before.number, before.position)
    server.reply(report(server, ADA), orders)
    assert turn(server).number > before.number


def test_a_check_tells_odds_in_short(server):
    server.begin((ADA, "NEW conflict players=2 AGAINST recruit"))
    while asked(server) != {"red"}:
        server.work()
    for _ in range(40):
        told = plain(server.reply(report(server, ADA), f"CHECK\n{hinted(server)[0]}")[0])
        if "In short: in danger then:" in told:
            break
        server.reply(report(server, ADA), hinted(server)[0])
        if the_game(server).state == "over":
            server.mail(ADA, "NEW conflict players=2 AGAINST recruit")
    assert "In short: in danger then:" in told
    assert "ODDS instead of CHECK tells more." in told


def test_odds_of_nothing_are_said_to_be_none(server):
    server.begin((ADA, f"{LITTLE} AGAINST recruit AS Napoleon"))
    assert "nothing to check" in plain(server.reply(report(server, ADA), "ODDS")[0])


def test_a_game_that_tells_no_odds_says_so(server):
    server.begin((ADA, "NEW hundred_days scenario=ligny AGAINST recruit"))
    told = plain(server.reply(report(server, ADA), "ODDS\ncontinue")[0])
    assert "No odds are told in The Hundred Days." in told
    assert "Chance decides nothing" not in told
    deep = plain(server.reply(report(server, ADA), "ODDS DEEP\ncontinue")[0])
    assert "Robots that play on from there would get" in deep
    assert "Chance decides nothing" not in deep


def hinted(server: Server) -> tuple[str, str]:
    with server.store.reading() as session:
        game = session.scalars(select(Game).order_by(Game.id.desc())).first()
        view = table.view_of(game, next(seat for seat in game.seats if seat.player), table.current_turn(session, game))
    return playing.hint(presentation(game.ruleset), view)
