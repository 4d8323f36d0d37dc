"""The board file of Conflict has every property that the rulebook promises of it (CON-001, CON-R01)."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from itertools import pairwise
from tomllib import loads
from typing import Any

import pytest

from core.boards.grid import Grid
from core.rulesets.conflict import Conflict

WRITTEN: dict[str, Any] = loads(files("pbem.rulesets.conflict").joinpath("board.toml").read_text(encoding="utf-8"))
ROWS: list[str] = WRITTEN["grid"]["rows"]
SEATS: dict[str, Any] = WRITTEN["seats"]
SIDE = 24
GRID = Grid(WRITTEN["grid"]["files"], len(ROWS))
TERRAIN = {name: WRITTEN["terrain"][ROWS[SIDE - int(name[1:])][GRID.files.index(name[0])]] for name in GRID.names}
LAND = {"land", "bridge", "circle"}
WATER = {"water", "mine", "circle"}
BRIDGES = [bridge.split() for shore in WRITTEN["bridges"].values() for bridge in shore]


def squares(*terrain: str) -> set[str]:
    return {name for name, word in TERRAIN.items() if word in terrain}


def pieces_of(open_: set[str]) -> list[set[str]]:
    """The connected sets of squares."""
    found: list[set[str]] = []
    for name in sorted(open_):
        if not any(name in whole for whole in found):
            found.append(set(GRID.distances(name, open_)))
    return found


def corner_of(name: str) -> str:
    """The seat of a square's quadrant."""
    east, north = GRID.files.index(name[0]) >= SIDE // 2, int(name[1:]) > SIDE // 2
    corner = ("N" if north else "S") + ("E" if east else "W")
    return next(seat for seat, of in SEATS.items() if of["corner"] == corner)


def is_diagonal(one: str, other: str) -> bool:
    return GRID.apart(one, other) == 1 and one[0] != other[0] and one[1:] != other[1:]


def test_v1_the_squares_of_each_kind() -> None:
    assert Counter(TERRAIN.values()) == {
        "land": 256,
        "bridge": 40,
        "water": 212,
        "mine": 8,
        "circle": 4,
        "camp": 32,
        "dock": 8,
        "reserve": 16,
    }


def test_v2_the_board_is_its_own_mirror_image() -> None:
    assert len(ROWS) == SIDE
    assert all(row == row[::-1] and len(row) == SIDE for row in ROWS)
    assert ROWS[::-1] == ROWS
    assert ["".join(column) for column in zip(*ROWS, strict=True)] == ROWS


@pytest.mark.parametrize("seat", SEATS)
def test_v3_what_lies_around_a_circle(seat: str) -> None:
    circle = SEATS[seat]["circle"]
    around = GRID.neighbours(circle)
    assert Counter(TERRAIN[name] for name in around) == {"camp": 3, "dock": 2, "land": 2, "water": 1}
    exits = {name for name in around if TERRAIN[name] in ("land", "water")}
    assert all(is_diagonal(circle, name) for name in exits)
    assert set(SEATS[seat]["land_exits"]) == {name for name in exits if TERRAIN[name] == "land"}
    assert {SEATS[seat]["ship_exit"]} == {name for name in exits if TERRAIN[name] == "water"}


def test_v4_bridges_are_diagonal_and_touch_land_at_their_ends_only() -> None:
    mainland = {name for whole in pieces_of(squares("land")) if len(whole) == 52 for name in whole}
    island = squares("land") - mainland
    assert len(BRIDGES) == 8
    assert {name for bridge in BRIDGES for name in bridge} == squares("bridge")
    for bridge in BRIDGES:
        assert len(bridge) == 5
        assert all(is_diagonal(one, other) for one, other in pairwise(bridge))
        for name in bridge:
            touched = {other for other in GRID.neighbours(name) if TERRAIN[other] in LAND} - set(bridge)
            assert bool(touched) == (name in (bridge[0], bridge[-1]))
            assert touched <= (mainland if name == bridge[0] else island)


def test_v5_ships_can_cross_a_bridge_at_every_joint() -> None:
    for bridge in BRIDGES:
        for one, other in pairwise(bridge):
            beside = {one[0] + other[1:], other[0] + one[1:]}
            assert beside <= squares("water", "mine")


def test_v6_what_land_pieces_may_enter() -> None:
    assert [len(whole) for whole in pieces_of(squares(*LAND))] == [300]
    assert sorted(len(whole) for whole in pieces_of(squares("land"))) == [48, 52, 52, 52, 52]


def test_v7_what_ships_may_enter() -> None:
    assert [len(whole) for whole in pieces_of(squares(*WATER))] == [224]
    assert [len(whole) for whole in pieces_of(squares("water"))] == [212]


@pytest.mark.parametrize("seat", SEATS)
def test_v8_mines(seat: str) -> None:
    circle, mines = SEATS[seat]["circle"], SEATS[seat]["mines"]
    assert len(mines) == 2
    assert all(TERRAIN[mine] == "mine" and corner_of(mine) == seat for mine in mines)
    assert [GRID.apart(circle, mine) for mine in mines] == [3, 3]
    with_mines, without = (GRID.distances(circle, squares(*words)) for words in (WATER, ("water", "circle")))
    for other in SEATS.values():
        assert with_mines[other["circle"]] == without[other["circle"]]


def test_v9_reserve_areas() -> None:
    assert squares("reserve") == {f"{file}{rank}" for file in "klmn" for rank in (11, 12, 13, 14)}
    for seat, of in SEATS.items():
        assert set(of["reserve"]) == {name for name in squares("reserve") if corner_of(name) == seat}
        assert len({name[0] for name in of["reserve"]}) == len({name[1:] for name in of["reserve"]}) == 2
    for kind in (LAND, WATER, LAND | WATER):
        assert not squares(*kind) & squares("reserve", "camp", "dock")


@pytest.mark.parametrize(("seat", "extreme"), [("red", "a1"), ("yellow", "a24"), ("green", "x24"), ("orange", "x1")])
def test_v10_camps_and_docks(seat: str, extreme: str) -> None:
    camp, docks = set(SEATS[seat]["camp"]), set(SEATS[seat]["docks"])
    assert camp == {name for name in squares("camp") if corner_of(name) == seat}
    assert len(camp) == 8
    assert extreme in camp
    assert docks == {name for name in squares("dock") if corner_of(name) == seat}
    assert len(docks) == 2


@pytest.mark.parametrize("seat", SEATS)
def test_v11_ways_from_circle_to_circle(seat: str) -> None:
    order = list(SEATS)
    at = order.index(seat)
    beside, opposite = [order[at - 1], order[(at + 1) % 4]], order[(at + 2) % 4]
    for open_, near, far in ((LAND, 19, 23), (WATER, 19, 27), (LAND | WATER, 19, 23)):
        ways = GRID.distances(SEATS[seat]["circle"], squares(*open_))
        assert [ways[SEATS[other]["circle"]] for other in beside] == [near, near]
        assert ways[SEATS[opposite]["circle"]] == far


def test_a_formula_gives_the_same_board() -> None:
    """By the distances from the nearest two edges; the first match wins."""
    for name in GRID.names:
        x, y = GRID.files.index(name[0]) + 1, int(name[1:])
        q, p = sorted((min(x, 25 - x), min(y, 25 - y)))
        if (p, q) == (3, 3):
            wanted = "circle"
        elif p <= 3:
            wanted = "camp"
        elif (p, q) == (4, 3):
            wanted = "dock"
        elif q >= 11:
            wanted = "reserve"
        elif q >= 9 or q <= 3:
            wanted = "land"
        elif (p, q) in {(7, 4), (8, 5), (9, 6), (10, 7), (11, 8)}:
            wanted = "bridge"
        else:
            wanted = "mine" if (p, q) == (6, 5) else "water"
        assert TERRAIN[name] == wanted, name


def test_the_rules_read_the_same_board() -> None:
    board = Conflict(WRITTEN).board
    assert board.terrain == TERRAIN
    assert board.circles == {of["circle"]: seat for seat, of in SEATS.items()}
    assert board.mines == {mine: seat for seat, of in SEATS.items() for mine in of["mines"]}
    assert board.seats == ("red", "yellow", "green", "orange")
    assert [board.pieces[number] for number in sorted(board.in_reserve)] == ["ar4", "bs4", "bs5", "pl2"]


def test_a_board_whose_squares_do_not_fit_its_tables_is_refused() -> None:
    moved = {**WRITTEN, "seats": {**SEATS, "red": {**SEATS["red"], "mines": ["e6", "f6"]}}}
    with pytest.raises(ValueError, match="mine"):
        Conflict(moved)
