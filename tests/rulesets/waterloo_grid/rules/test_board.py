"""The scenario data: what the rulebook promises of it (WGR-R01), and that a bad board is refused."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from core.rulesets.waterloo_grid import WaterlooGrid

ROOM = {"open": 4, "hill": 4, "wood": 2, "village": 2, "large": 2, "small": 1}
FULL = {"A": "ab"}
AHEAD = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
DISTANCES = {  # from the entries to the nearest cell of MSJ, PLA, HOU, LHS, PAP, BEL
    "X1": [1, 11, 9, 5, 8, 7],
    "X2": [6, 7, 12, 8, 3, 10],
    "X3": [10, 3, 10, 8, 3, 6],
    "Y": [8, 5, 7, 5, 10, 3],
}
GUN_TARGETS = {  # of the batteries, as they begin
    "BA1": {"D4": 2, "E4": 2, "C6": 1},
    "BA2": {"F5": 1, "E4": 2, "G4": 2},
    "BA3": {"H4": 2, "G4": 2, "I4": 2},
    "BA4": {},
    "RA1": {"D8": 2, "E8": 2},
    "RA2": {"G8": 1, "F8": 2, "H8": 2},
    "RA3": {"I8": 2, "H8": 2, "J8": 2},
}


def at(cell: str) -> tuple[int, int]:
    return "ABCDEFGHIJKL".index(cell[0]), int(cell[1:])


def steps(one: str, other: str) -> int:
    return abs(at(one)[0] - at(other)[0]) + abs(at(one)[1] - at(other)[1])


def terrain(board: dict[str, Any]) -> dict[str, str]:
    found = {cell: "hill" for hill in board["hills"].values() for cell in hill["cells"]}
    found |= {cell: "village" for village in board["villages"].values() for cell in village["cells"]}
    found |= {farm["cell"]: farm["size"] for farm in board["farms"].values()}
    return found | dict.fromkeys(board["woods"], "wood")


def bases(board: dict[str, Any], scenario: str = "standard") -> list[tuple[str, str, str, str]]:
    """(unit, letter, cell, facing) of every base."""
    units = board["units"] | board["scenarios"][scenario]
    groups = [(name, *group.split(":")) for name, unit in units.items() for group in unit["at"].split()]
    return [(name, letter, cell, facing) for name, cell, word, facing in groups for letter in word]


def test_cells_and_terrain(board: dict[str, Any]) -> None:
    """Twelve columns and ten rows, and as many cells of each ground as the rulebook counts."""
    ground = terrain(board)
    assert (board["grid"]["columns"], board["grid"]["rows"]) == ("ABCDEFGHIJKL", 10)
    kinds = sorted(ground.values())
    counts = {kind: kinds.count(kind) for kind in ("hill", "village", "large", "small", "wood")}
    assert counts == {"hill": 29, "village": 4, "large": 2, "small": 2, "wood": 4}
    assert all(steps(*village["cells"]) == 1 for village in board["villages"].values())
    ridge, height = board["hills"]["HA"]["cells"], board["hills"]["HF"]["cells"]
    assert all(f"{cell[0]}3" in ridge for cell in ridge if cell[1:] == "4")
    assert all(f"{cell[0]}9" in height for cell in height if cell[1:] == "8")


def test_entries(board: dict[str, Any], rules: WaterlooGrid) -> None:
    """Entry cells are open cells on the edge (WGR-R06), as far from everything as the rulebook says."""
    ground, taken = terrain(board), {cell for _, _, cell, _ in bases(board, "lambert")}
    places = [village["cells"] for village in board["villages"].values()]
    places += [[farm["cell"]] for farm in board["farms"].values()]
    for name, entry in board["entries"].items():
        column, row = at(entry["cell"])
        assert column in (0, 11) or row in (1, 10)
        assert entry["cell"] not in ground
        assert entry["cell"] not in taken
        assert [min(steps(entry["cell"], cell) for cell in cells) for cells in places] == DISTANCES[name]


@pytest.mark.parametrize(("scenario", "red", "blue"), [("standard", 46, 60), ("lambert", 50, 60)])
def test_armies(board: dict[str, Any], scenario: str, red: int, blue: int) -> None:
    """Full units (WGR-004), in cohesion (WGR-012, WGR-014), where there is room (WGR-008) for their arm (WGR-007)."""
    ground, every = terrain(board), bases(board, scenario)
    cells: dict[str, set[str]] = {}
    for name in board["units"] | board["scenarios"][scenario]:
        own = {letter: cell for unit, letter, cell, _ in every if unit == name}
        assert "".join(sorted(own)) == FULL.get(name[1], "abcf")
        reach = 2 if name[1] == "G" else 1
        assert all(steps(cell, own.get("f", cell)) <= reach for cell in own.values())
    for name, _, cell, _ in every:
        cells.setdefault(cell, set()).add(name[0] + name[1].replace("G", "I"))
    assert all(len(kinds) == 1 for kinds in cells.values())
    assert all(len([b for b in every if b[2] == cell]) <= ROOM[ground.get(cell, "open")] for cell in cells)
    for name, _, cell, facing in every:
        (column, row), (dx, dy) = at(cell), AHEAD[facing]
        ahead = f"{'ABCDEFGHIJKL'[(column + dx) % 12]}{row + dy}"
        assert not any(letter.startswith("B" if name[0] == "R" else "R") for letter in cells.get(ahead, ()))
    assert (sum(b[0][0] == "R" for b in every), sum(b[0][0] == "B" for b in every)) == (red, blue)


def test_gun_targets(rules: WaterlooGrid) -> None:
    position = rules.opening(rules.settle({}))
    assert rules.view(position, None)["hints"]["guns"] == GUN_TARGETS


def broken(board: dict[str, Any], what: str) -> dict[str, Any]:
    board = copy.deepcopy(board)
    match what:
        case "rows":
            board["grid"]["rows"] = 9
        case "two terrains":
            board["woods"]["B3"] = "a wood on a hill"
        case "no cell":
            board["woods"]["M1"] = "a wood off the map"
        case "apart":
            board["villages"]["MSJ"]["cells"] = ["F2", "H2"]
        case "farms touch":
            board["farms"]["PAP"]["cell"] = "C5"
        case "three farms":
            del board["farms"]["PAP"]
        case "entry inside":
            board["entries"]["Y"]["cell"] = "F7"
        case "three entries":
            del board["entries"]["Y"]
    return board


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("rows", "12 by 9"),
        ("two terrains", "B3 has two terrains"),
        ("no cell", "no cell M1"),
        ("apart", "MSJ"),
        ("farms touch", "touches"),
        ("three farms", "four farms"),
        ("entry inside", "F7"),
        ("three entries", "4 entries"),
    ],
)
def test_a_bad_board_is_refused(board: dict[str, Any], what: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        WaterlooGrid(broken(board, what))
