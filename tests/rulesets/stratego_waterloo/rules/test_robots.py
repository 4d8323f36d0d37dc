"""Robots, what they imagine, and who stands better: orders from nothing but what a seat may know."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from core.contract import Budget, Effect, Json, Level
from core.dice import SeededDice
from core.rulesets.stratego_waterloo.orders import AcceptDraw, Enter, Go, OfferDraw, Reconnoitre, Resign, numbered
from core.rulesets.stratego_waterloo.weights import WEIGHTS
from pbem.rulesets.stratego_waterloo import presentation

RULES: Any = presentation().rules
SEATS = ("blue", "red")
MUDDY = """\
base standard
tile MUD E5
tile FARM C5
tile HILL F8
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 4 ED 1 FA 5
army red WE 1 UX 1 BF 12 RI 3 KH 4 DC 3 RH 1 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 3 flags L6 L5
option draft live
"""
GAMES: dict[str, Json] = {
    "basic": {},
    "basic with options": {"memory": "off", "retreat-depth": "2", "bulow-saves": "on", "turn-limit": "none"},
    "standard": {"version": "standard", "draft": "live", "prussian-rate": "by-action"},
    "expert": {"version": "expert"},
    "expert, early": {"version": "expert", "start": "early", "grouchy": "on"},
    "own battlefield": {"battlefield": MUDDY},
}


def dealt(options: Json, seed: int) -> Any:
    """The position in which the first set-up is owed."""
    return RULES.adjudicate(RULES.opening(RULES.settle(options)), {}, SeededDice(b"%d" % seed)).position


def played(options: Json, seed: int, most: int, level: Level | None = None) -> list[Any]:
    """Positions of a game of robots of a level, or at random, as long as it goes on."""
    position, luck = dealt(options, seed), Random(seed)
    passed = [position]
    while RULES.outcome(position) is None and len(passed) < most:
        (decision,) = RULES.awaiting(position)
        whim = luck.getrandbits(64)
        if level is None:
            orders = RULES.random_orders(position, decision.seat, whim)
        else:
            orders = RULES.robot_orders(RULES.view(position, decision.seat), level, whim)
        position = RULES.adjudicate(position, {decision.seat: orders}, SeededDice(luck.randbytes(8))).position
        passed.append(position)
    return passed


def placed(board: Json, mover: str, options: Json | None = None, **more: Any) -> Any:
    return RULES.decode({"board": board, "to_move": mover, **more}, RULES.settle(options or {}))


# --- Orders -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_the_rules_take_what_robots_order(chosen: Json) -> None:
    position, luck = dealt(chosen, 3), Random(3)
    for number in range(70):
        if RULES.outcome(position) is not None:
            break
        (decision,) = RULES.awaiting(position)
        level = list(Level)[number % 3]
        view = RULES.view(position, decision.seat)
        orders = RULES.robot_orders(view, level, luck.getrandbits(64))
        checked = RULES.check(position, decision.seat, orders)
        assert checked.effect is Effect.AT_ONCE, (level, orders, checked)
        assert presentation().text_of(orders[0].order)
        position = RULES.adjudicate(position, {decision.seat: orders}, SeededDice(luck.randbytes(8))).position


@pytest.mark.parametrize("level", Level)
def test_equal_arguments_give_equal_orders(level: Level) -> None:
    for position in played({"version": "expert"}, 5, 40)[::6]:
        for seat in SEATS:
            view = RULES.view(position, seat)
            assert RULES.robot_orders(view, level, 9) == RULES.robot_orders(view, level, 9)
            if RULES.awaiting(position)[0].seat != seat:
                assert RULES.robot_orders(view, level, 9) == ()


def test_by_mail_a_marshal_thinks_longer() -> None:
    position = played({"version": "standard"}, 5, 30)[-1]
    (decision,) = RULES.awaiting(position)
    view = RULES.view(position, decision.seat)
    orders = RULES.robot_orders(view, Level.MARSHAL, 2, Budget.MAIL)
    assert RULES.check(position, decision.seat, orders).effect is Effect.AT_ONCE


def test_the_weights_are_those_given() -> None:
    for seat in SEATS:
        view = RULES.view(played({}, 5, 12)[-1], seat)
        assert RULES.robot_orders(view, Level.OFFICER, 1) == RULES.robot_orders(view, Level.OFFICER, 1, weights=WEIGHTS)


def test_it_does_not_look_behind_the_backs() -> None:
    board = {"A1": "NA", "B1": "NE", "E4": "LN", "A10": "WE", "B10": "UX", "E6": "BF", "F6": "HR", "G6": "RI"}
    other = board | {"E6": "RI", "F6": "BF", "G6": "HR", "A10": "UX", "B10": "WE"}
    views = [RULES.view(placed(each, "blue"), "blue") for each in (board, other)]
    assert views[0] == views[1]
    for level in Level:
        assert RULES.robot_orders(views[0], level, 4) == RULES.robot_orders(views[1], level, 4)


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_two_rides_to_the_lines_of_retreat_win(level: Level) -> None:
    board = {"A1": "NA", "B1": "NE", "F5": "CH", "G5": "CH", "A10": "WE", "L10": "UX", "A9": "BF", "L9": "BF"}
    position = placed(board, "blue", {"version": "expert"})
    for _ in range(2):
        orders = RULES.robot_orders(RULES.view(position, "blue"), level, 1)
        position = RULES.adjudicate(position, {"blue": orders}, SeededDice(b"x")).position
    assert RULES.outcome(position).winners == ("blue",)


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_a_known_commander_in_chief_in_reach_is_taken(level: Level) -> None:
    board = {"A1": "NA", "B1": "NE", "F5": "CH", "F10": {"code": "WE", "known": True}, "A10": "UX", "C8": "BF"}
    orders = RULES.robot_orders(RULES.view(placed(board, "blue", {"version": "standard"}), "blue"), level, 1)
    assert any(isinstance(line.order, Go) and line.order.path == ("F5", "F10") for line in orders)


def ordered(position: Any, seat: str, level: Level = Level.OFFICER) -> list[Any]:
    """What a robot orders for a seat, which the check takes."""
    lines = RULES.robot_orders(RULES.view(position, seat), level, 1)
    assert RULES.check(position, seat, lines).effect is Effect.AT_ONCE
    return [line.order for line in lines]


EVEN = {"A1": "NA", "B1": "NE", "E4": "LN", "A10": "WE", "B10": "UX", "E7": "BF"}


@pytest.mark.parametrize(("turn", "offers"), [(59, False), (60, True)])
def test_without_a_last_turn_a_draw_is_offered_late_once_a_ply(turn: int, offers: bool) -> None:
    position = placed(EVEN, "blue", {"turn-limit": "none"}, turn=turn)
    orders = ordered(position, "blue")
    assert (OfferDraw() in orders) is offers
    done = RULES.adjudicate(position, {"blue": numbered(orders)}, SeededDice(b"d")).position
    assert OfferDraw() not in ordered(done, RULES.awaiting(done)[0].seat)


def test_a_draw_is_accepted_late_and_where_the_battle_is_going_badly() -> None:
    worse = EVEN | {"C2": "CU-3"} | dict.fromkeys(("A7", "B7", "C7", "D7", "F7", "G7", "H7"), "BF")
    for board, turn, accepts in ((EVEN, 60, True), (EVEN, 5, False), (worse, 5, True)):
        position = placed(board, "blue", {"turn-limit": "none"}, turn=turn)
        position = RULES.adjudicate(position, {"red": numbered([OfferDraw()])}, SeededDice(b"d")).position
        orders = ordered(position, "blue")
        assert (AcceptDraw() in orders) is accepts
        # Nothing else is said with it: behind the end of the game it would be void.
        assert len(orders) == 1 or not accepts
    position = placed(worse, "red", {"turn-limit": "none"})
    position = RULES.adjudicate(position, {"blue": numbered([OfferDraw()])}, SeededDice(b"d")).position
    assert AcceptDraw() not in ordered(position, "red")


QUIET = {"A1": "NA", "B1": "NE", "A10": "WE", "B10": "UX"}
# Slow guns on the one side and familiar faces on the other: no move brings much.
DULL = {"A1": "NA", "B1": "NE", "A2": "FA", "B2": "FA", "C1": "FA"} | {
    square: {"code": code, "known": True}
    for square, code in (("A10", "WE"), ("B10", "UX"), ("A9", "BF"), ("B9", "BF"), ("C10", "BF"))
}


@pytest.mark.parametrize(
    ("others", "looked_at"),
    [
        ("G8 H8 G9 H9 H10", "G8 H8 G9 H9"),  # four at most, those that are nearest the middle (SWL-139)
        ("F8 E9 F9 K7", "F8 E9 F9"),  # three together are worth the card, K7 alone is not
        ("E8 E9 K7", ""),
        ("G5 H5 I5 J5", ""),  # not in the enemy's half
        ("E8 BF-F8 G8", ""),  # a name that is known
        ("E8 BA-F8 G8", ""),  # a gun, whose back tells enough
    ],
)
def test_where_no_move_brings_much_backs_are_looked_at(others: str, looked_at: str) -> None:
    board: Json = dict(DULL)
    for other in others.split():
        code, _, square = other.rpartition("-")
        board[square] = {"code": code or "BF", "known": code == "BF"}
    cards = {"hands": {"blue": ["RE"], "red": []}}
    orders = ordered(placed(board, "blue", {"version": "standard"}, cards=cards), "blue", Level.MARSHAL)
    looks = [set(order.squares) for order in orders if isinstance(order, Reconnoitre)]
    assert looks == ([set(looked_at.split())] if looked_at else [])


def test_a_prussian_a_ply_is_called() -> None:
    """SWL-R24, `by-action`: onto a flag square, as the first thing; not a second one in the same ply."""
    board = QUIET | {"E4": "LN", "E7": "BF"}
    options = {"version": "standard", "prussian-rate": "by-action"}
    position = placed(board, "red", options, turn=14, undrawn=["PI", "LW", "SL"], eliminated={"red": {"BU": 1}})
    assert ordered(position, "red")[-1] == Enter("PRUSSIAN", "L6")
    done = RULES.adjudicate(position, {"red": numbered(ordered(position, "red"))}, SeededDice(b"d")).position
    assert RULES.encode(done)["board"]["L6"] in ("PI", "LW", "SL")
    assert not any(isinstance(order, Enter) for order in ordered(done, "red"))


def test_the_french_set_up_gives_no_gun_away() -> None:
    """F136: nothing but light infantry stands where a gun of RED's bears in his first ply."""
    for seed in range(6):
        position = dealt({}, seed)
        position = RULES.adjudicate(position, {"red": default()}, SeededDice(b"r")).position
        orders = RULES.robot_orders(RULES.view(position, "blue"), Level.OFFICER, seed)
        position = RULES.adjudicate(position, {"blue": orders}, SeededDice(b"b")).position
        board = RULES.encode(position)["board"]
        for column in "BFGK":  # the guns of the usual set-up on row 7
            assert board.get(f"{column}4") in (None, "LI")


def default() -> Any:
    return RULES.legal(dealt({}, 0), "red", 1)[0]


# --- What is imagined -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_what_is_imagined_looks_like_the_view(chosen: Json) -> None:
    for number, position in enumerate([*played(chosen, 1, 120)[::9], *played(chosen, 2, 60, Level.RECRUIT)[::9]]):
        for seat in (*SEATS, None):
            view = RULES.view(position, seat)
            imagined = RULES.imagine(view, number)
            assert RULES.view(imagined, seat) == view
            assert RULES.decode(RULES.encode(imagined), RULES.settle(chosen)) == imagined


def test_a_pursuit_is_imagined_too() -> None:
    board = {"A1": "NA", "B1": "NE", "A10": "CH", "B5": "CH", "C9": "WE", "D9": "UX", "E9": "BF", "F9": "BA"}
    position = placed(board | {"C10": "KH"}, "blue", {"version": "expert"})
    orders = numbered([Go(("B5", "B10"))])
    position = RULES.adjudicate(position, {"blue": orders}, SeededDice(b"p")).position
    assert RULES.encode(position)["phase"] == "pursuit"
    for seat in SEATS:
        view = RULES.view(position, seat)
        assert RULES.view(RULES.imagine(view, 3), seat) == view
    orders = RULES.robot_orders(RULES.view(position, "blue"), Level.OFFICER, 1)
    assert RULES.check(position, "blue", orders).effect is Effect.AT_ONCE


def test_a_prussian_whom_nobody_knows_is_imagined_in_the_pool() -> None:
    """It has been on the board, and withdrawn: none is there before (SWL-094)."""
    pool = {"red": [{"code": "SL", "status": "withdrawn", "known": False}]}
    position = placed(EVEN | {"L6": "PI"}, "blue", turn=15, pool=pool)
    view = RULES.view(position, "blue")
    assert [(piece["code"], piece["nation"]) for piece in view["pool"]["red"]] == [(None, "PR")]
    for seed in range(20):
        imagined = RULES.imagine(view, seed)
        assert RULES.view(imagined, "blue") == view
        (piece,) = RULES.encode(imagined)["pool"]["red"]
        assert piece["code"] in ("SL", "BU")
        assert piece["status"] == "withdrawn"


def test_of_a_game_that_is_over_nothing_is_left_to_imagine() -> None:
    position = placed(EVEN | {"E8": "HR"}, "blue", {"version": "standard"}, turn=9, undrawn=["SL", "PA", "PI"])
    position = RULES.adjudicate(position, {"blue": numbered([Resign()])}, SeededDice(b"d")).position
    for seat in (*SEATS, None):
        view = RULES.view(position, seat)
        imagined = RULES.imagine(view, 5)
        assert RULES.view(imagined, seat) == view
        assert RULES.encode(imagined)["undrawn"] == ["SL", "PA", "PI"]
        assert RULES.outcome(imagined) == RULES.outcome(position)


def test_of_two_guns_only_those_on_the_hill_reach_each_other() -> None:
    """SWL-128, SWL-129: a gun on the hill is safe from a gun below it."""
    board = QUIET | {"F8": "FA"}
    options = {"version": "standard"}
    assert ("BA", "F9") in RULES.threats(placed(board | {"F9": "BA"}, "red", options), "blue").get("F8", [])
    assert "F8" not in RULES.threats(placed(board | {"F10": "BA"}, "red", options), "blue")


def survivors(*codes: str) -> Json:
    """What RED has lost if these alone are left of his army."""
    army = Counter(RULES.view(RULES.opening(RULES.settle({})), None)["armies"]["red"])
    return {"red": dict(army - Counter(codes))}


def test_every_sharing_out_of_names_is_as_likely() -> None:
    """Three infantry on the board and one in the pool: all 12 different ways of two BF, a HR and a RI."""
    board = {"A1": "NA", "A10": "WE", "B10": "UX", "E7": "BF", "F7": "BF", "G7": "HR"}
    lost = survivors("WE", "UX", "BF", "BF", "HR", "RI")
    view = RULES.view(placed(board, "blue", pool={"red": ["RI"]}, eliminated=lost), "blue")
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(2400):
        drawn = RULES.encode(RULES.imagine(view, seed))
        seen[(*(str(drawn["board"][square]) for square in ("E7", "F7", "G7")), drawn["pool"]["red"][0])] += 1
    assert set(seen) == set(permutations(("BF", "BF", "HR", "RI")))
    assert all(140 < count < 260 for count in seen.values())


def test_blocks_and_leaders_bind_the_names() -> None:
    """Blocks mean heavy cavalry of that strength; leaders are on the board, and bear none."""
    board = {"A1": "NA", "A10": "WE", "B10": "UX", "E7": "DC-4", "F7": "RH-1", "G7": "KH"}
    lost = survivors("WE", "UX", "DC", "RH", "KH", "KH")
    view = RULES.view(placed(board, "blue", pool={"red": ["KH"]}, eliminated=lost), "blue")
    heavy: Counter[tuple[str, str]] = Counter()
    for seed in range(600):
        drawn = RULES.encode(RULES.imagine(view, seed))
        names = {square: (each if isinstance(each, str) else each["code"]) for square, each in drawn["board"].items()}
        assert {"WE", "UX"} <= {names[square] for square in ("A10", "B10", "G7")}
        heavy[names["E7"], names["F7"]] += 1
    assert set(heavy) == {("DC-4", "RH-1"), ("RH-4", "DC-1")}
    assert all(240 < count < 360 for count in heavy.values())


def test_a_section_that_did_not_end_the_game_is_not_the_one() -> None:
    board = {"A1": "NA", "E10": "CH", "F10": "CH", "A9": "WE", "B9": "UX"}
    view = RULES.view(placed(board, "blue", retreat={"blue": "LEFT", "red": "RIGHT"}), "blue")
    drawn = Counter(RULES.encode(RULES.imagine(view, seed))["retreat"]["red"] for seed in range(300))
    assert set(drawn) == {"LEFT", "RIGHT"}
    assert all(110 < count < 190 for count in drawn.values())


# --- Who stands better ------------------------------------------------------------------------------------------------


def test_margins_are_within_bounds_and_tell_the_outcome() -> None:
    for chosen in ({}, {"version": "expert"}):
        passed = played(chosen, 4, 300, Level.RECRUIT)
        for position in passed[::5]:
            margin = RULES.margin(position)
            assert margin["blue"] == -margin["red"]
            assert -1 <= margin["blue"] <= 1
        outcome = RULES.outcome(passed[-1])
        if outcome is not None and outcome.winners:
            assert RULES.margin(passed[-1])[outcome.winners[0]] == 1


def test_more_of_an_army_is_better() -> None:
    board = {"A1": "NA", "B1": "NE", "A10": "WE", "B10": "UX", "E4": "LN", "E7": "BF"}
    even = RULES.margin(placed(board, "blue"))["blue"]
    assert RULES.margin(placed(board | {"G2": "OG", "H2": "MG", "I2": "ED"}, "blue"))["blue"] > even
    assert RULES.margin(placed(board | {"G9": "FG", "H9": "HR", "I9": "RH"}, "blue"))["blue"] < even


@pytest.mark.slow
@pytest.mark.parametrize("version", ["basic", "standard", "expert"])
def test_an_officer_beats_chance(version: str) -> None:
    won = 0
    for number in range(20):
        position, luck = dealt({"version": version}, number), Random(number)
        own = SEATS[number % 2]
        while RULES.outcome(position) is None:
            (decision,) = RULES.awaiting(position)
            whim = luck.getrandbits(64)
            if decision.seat == own:
                orders = RULES.robot_orders(RULES.view(position, own), Level.OFFICER, whim)
            else:
                orders = RULES.random_orders(position, decision.seat, whim)
            position = RULES.adjudicate(position, {decision.seat: orders}, SeededDice(luck.randbytes(8))).position
        won += own in RULES.outcome(position).winners
    assert won > 16
