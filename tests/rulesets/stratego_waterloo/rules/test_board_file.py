"""The board file keeps every promise of the rulebook (SWL-R01, SWL-R02, SWL-R25)."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.battlefield import (
    BACK_ROWS,
    COLUMNS,
    NATIONS,
    ROWS,
    SETUP_ROWS,
    Battlefield,
    printed,
    squares_of_tile,
)
from core.rulesets.stratego_waterloo.setup import CARDS, COPIES, default_formation, draft

BOARD: dict[str, Any] = tomllib.loads(
    files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8")
)
RULES = StrategoWaterloo(BOARD)
PIECES = {piece["code"]: piece for piece in BOARD["pieces"]}
TILES = {tile["id"]: squares_of_tile(tile["anchor"]) for tile in BOARD["tiles"]}
FARMS = [tile["id"] for tile in BOARD["tiles"] if tile["kind"] == "FARM"]
SQUARES = [f"{column}{row}" for row in ROWS for column in COLUMNS]
GAMES = [("basic", False), ("standard", False), ("expert", False), ("expert", True)]

# LIGHT LINE LC HC ART CMD CINC, total, infantry, cavalry, artillery
SUMS = {
    "FR": (5, 20, 6, 6, 8, 1, 1, 47, 25, 14, 8),
    "AL": (5, 21, 6, 5, 6, 1, 1, 45, 26, 13, 6),
    "PR": (4, 3, 4, 0, 1, 1, 0, 13, 7, 5, 1),
}


def neighbours(square: str) -> list[str]:
    column, row = COLUMNS.index(square[0]), int(square[1:])
    near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [f"{COLUMNS[c]}{r}" for c, r in near if 0 <= c < len(COLUMNS) and r in ROWS]


@pytest.mark.parametrize("nation", SUMS)
def test_roster(nation: str) -> None:
    own = [piece for piece in PIECES.values() if piece["nation"] == nation]
    classes = [
        sum(piece["count"] for piece in own if piece["class"] == kind)
        for kind in ("LIGHT", "LINE", "LC", "HC", "ART", "CMD", "CINC")
    ]
    arms = [sum(piece["count"] for piece in own if piece["arm"] == arm) for arm in "ica"]
    assert (*classes, sum(classes), *arms) == SUMS[nation]


def test_codes() -> None:
    assert len(BOARD["pieces"]) == len(PIECES) == 29
    assert all(len(code) == 2 and code.isalpha() and code.isupper() for code in PIECES)
    for piece in PIECES.values():
        assert (piece["strength"] == 0) == (piece["class"] in ("ART", "CINC"))
        assert (piece["arm"] == "c") == (piece["class"] in ("LC", "HC", "CMD", "CINC"))


def test_squares() -> None:
    assert BOARD["columns"] == COLUMNS
    assert BOARD["rows"] == len(ROWS)
    assert len(SQUARES) == 120


def test_tiles() -> None:
    edge = {f"{column}{row}" for column in COLUMNS for row in BACK_ROWS.values()}
    closed = edge | set(BOARD["prussian_flags"]) | set(BOARD["prussian_relief"])
    assert all(set(squares) <= set(SQUARES) for squares in TILES.values())
    assert not any(set(TILES[one]) & set(TILES[other]) for one, other in combinations(TILES, 2))
    assert not any(set(TILES[farm]) & closed for farm in FARMS)
    assert all(int(square[1:]) in (5, 6) for farm in FARMS for square in TILES[farm])
    rows = {row for rows in SETUP_ROWS.values() for row in rows}
    assert not any(int(square[1:]) in rows for farm in FARMS for square in TILES[farm])


def test_the_two_farms_mirror_each_other() -> None:
    one, other = (set(TILES[farm]) for farm in FARMS)
    mirrored = {f"{COLUMNS[-1 - COLUMNS.index(square[0])]}{square[1:]}" for square in one}
    turned = {f"{COLUMNS[-1 - COLUMNS.index(square[0])]}{11 - int(square[1:])}" for square in one | other}
    assert mirrored == other
    assert turned == one | other


def test_cavalry_and_guns_can_go_everywhere_else() -> None:
    farms = {square for farm in FARMS for square in TILES[farm]}
    open_squares = [square for square in SQUARES if square not in farms]
    graph = nx.Graph([(one, other) for one in open_squares for other in neighbours(one) if other not in farms])
    assert graph.number_of_nodes() == 112
    assert nx.is_connected(graph)
    for flag in BOARD["prussian_flags"]:
        ways = {square for square in neighbours(flag) if square not in farms}
        assert {f"L{int(flag[1:]) + 1}", f"L{int(flag[1:]) - 1}", f"K{flag[1:]}"} <= ways


@pytest.mark.parametrize(("version", "early"), GAMES)
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_default_formations(version: str, early: bool, seat: str) -> None:
    field: Battlefield = printed(BOARD, version, early)
    formed = default_formation(field, BOARD, seat)
    counts = Counter(formed.board.values())
    assert not formed.reserve
    assert counts + (Counter(field.late) if seat == "blue" else Counter()) == Counter(
        {code: piece["count"] for code, piece in PIECES.items() if piece["nation"] == NATIONS[seat]}
    )
    garrison = [square for square in formed.board if int(square[1:]) not in SETUP_ROWS[seat]]
    assert sorted(garrison) == (["C6", "D6"] if (version, seat) == ("expert", "red") else [])
    for square, code in formed.board.items():
        tile = field.tile_at(square)
        assert tile is None or tile.kind != "FARM" or PIECES[code]["arm"] == "i"


def test_cards() -> None:
    assert len(CARDS) * COPIES == 15
    picks = draft(((), ()), ((), ()))
    kept = [pick.keep for pick in picks]
    put_away = [pick.burn for pick in picks if pick.burn]
    assert (len(kept), len(put_away)) == (8, 7)
    assert Counter(kept) + Counter(put_away) == Counter(dict.fromkeys(CARDS, COPIES))


def reach_of_a_gun(version: str, seat: str, gun: str) -> set[str]:
    """The squares on which a gun that stands alone can hit a piece."""
    own, enemy = ("FA", "BF") if seat == "blue" else ("BA", "LN")
    options = RULES.settle({"version": version})
    hit = set()
    for square in SQUARES:
        if square != gun:
            position = RULES.decode({"board": {gun: own, square: enemy}, "to_move": seat}, options)
            if any(line.text == f"fire {gun} {square}" for (line,) in RULES.legal(position, seat)):
                hit.add(square)
    return hit


@pytest.mark.parametrize("row", [1, 4, 8, 9])
def test_reach_of_guns_on_the_ground(row: int) -> None:
    assert reach_of_a_gun("basic", "blue", f"C{row}") == {f"C{ahead}" for ahead in range(row + 1, min(row + 4, 11))}


@pytest.mark.parametrize(("gun", "files", "rows"), [("F8", "EFG", (4, 5, 6, 7)), ("G9", "FGH", (5, 6, 7, 8))])
def test_reach_of_guns_on_the_hill(gun: str, files: str, rows: tuple[int, ...]) -> None:
    assert reach_of_a_gun("standard", "red", gun) == {f"{file}{row}" for file in files for row in rows}
