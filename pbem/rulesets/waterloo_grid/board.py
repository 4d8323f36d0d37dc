"""The field of Waterloo on a grid as the words need it: terrain, names of places, sides and units.

Read once from `board.toml`, the same file the rules are built from. Not for: who may go where, or anything a rule
depends on; that is asked of `core`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import SeatName


class Side(msgspec.Struct, frozen=True):
    """A seat: its letter in unit ids, its name, and its army."""

    letter: str
    name: str
    army: str


class Place(msgspec.Struct, frozen=True):
    """A village, farm or wood: its short name (none for a wood), its full name, its cells, and its terrain."""

    short: str
    name: str
    cells: tuple[str, ...]
    terrain: str


class Board(msgspec.Struct, frozen=True):
    """Everything `board.toml` says, under the names the reports use.

    `hills` are the cells of each hill by its name, `villages` and `farms` the objectives in the order of the rules,
    `roads` gives the cell and seat of each entry, `units` what each unit of the set-up was in 1815.
    """

    columns: str
    rows: int
    hills: dict[str, frozenset[str]]
    villages: tuple[Place, ...]
    farms: tuple[Place, ...]
    woods: tuple[Place, ...]
    roads: dict[str, tuple[str, SeatName]]
    road_names: dict[str, str]
    sides: dict[SeatName, Side]
    units: dict[str, str]

    def cell(self, column: int, row: int) -> str:
        """The cell in a column (0 in the west) and a row (0 in the north)."""
        return f"{self.columns[column]}{row + 1}"

    def place_at(self, cell: str) -> Place | None:
        """The village, farm or wood in a cell, or None."""
        return _places()[0].get(cell)

    def terrain_of(self, cell: str) -> str:
        """`open`, `hill`, `village`, `large_farm`, `small_farm` or `wood`."""
        place = self.place_at(cell)
        if place is not None:
            return place.terrain
        return "hill" if any(cell in hill for hill in self.hills.values()) else "open"

    def name_at(self, cell: str) -> str:
        """The short name on the map of a cell's place or road: `LHS`, `X2`; empty where it has none."""
        return _places()[1].get(cell, "")

    def full_name(self, cell: str) -> str:
        """The name of a cell's place: `La Haye Sainte`; empty where it has none."""
        place = self.place_at(cell)
        return place.name if place is not None else ""


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The board."""
    raw = source()
    scenarios = list(raw["scenarios"].values())
    return Board(
        columns=raw["grid"]["columns"],
        rows=raw["grid"]["rows"],
        hills={hill["name"]: frozenset(hill["cells"]) for hill in raw["hills"].values()},
        villages=tuple(
            Place(short, place["name"], tuple(place["cells"]), "village") for short, place in raw["villages"].items()
        ),
        farms=tuple(
            Place(short, place["name"], (place["cell"],), f"{place['size']}_farm")
            for short, place in raw["farms"].items()
        ),
        woods=tuple(Place("", name, (cell,), "wood") for cell, name in raw["woods"].items()),
        roads={entry: (road["cell"], road["seat"]) for entry, road in raw["entries"].items()},
        road_names={entry: road["name"] for entry, road in raw["entries"].items()},
        sides={seat: Side(side["letter"], side["name"], side["army"]) for seat, side in raw["seats"].items()},
        units={unit: of["name"] for armies in (raw["units"], *scenarios) for unit, of in armies.items()},
    )


@cache
def _places() -> tuple[dict[str, Place], dict[str, str]]:
    """The place in each cell that has one, and what is written on the map there."""
    b = board()
    at = {cell: place for place in (*b.villages, *b.farms, *b.woods) for cell in place.cells}
    names = {cell: place.short for cell, place in at.items() if place.short}
    return at, names | {cell: entry for entry, (cell, _) in b.roads.items()}
