"""The board of Conflict as the words need it: terrain, corners, and what pieces there are.

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

# The kinds of pieces in the order in which a player's set is listed.
KINDS = ("anti_aircraft", "artillery", "battleship", "airplane")


class Corner(msgspec.Struct, frozen=True):
    """A seat's corner: its colour as letter and name, and its squares. `side` is the compass corner, `SW`."""

    seat: SeatName
    letter: str
    name: str
    side: str
    circle: str
    mines: tuple[str, ...]
    docks: tuple[str, ...]
    camp: tuple[str, ...]
    reserve: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """Everything `board.toml` says, under the names the reports use.

    `rows` are the squares from rank 24 down, by the sign of their terrain; `corners` stand in clockwise order;
    `kinds` gives each piece's kind in the order of a player's set.
    """

    files: str
    rows: tuple[str, ...]
    terrain: dict[str, str]
    corners: dict[SeatName, Corner]
    bridges: tuple[tuple[str, ...], ...]
    kinds: dict[str, str]

    def terrain_of(self, square: str) -> str:
        """The terrain of a square: `land`, `bridge`, `water`, `mine`, `circle`, `camp`, `dock` or `reserve`."""
        return self.terrain[self.rows[self.row(square)][self.column(square)]]

    def column(self, square: str) -> int:
        """The column of a square, 0 in the west."""
        return self.files.index(square[0])

    def row(self, square: str) -> int:
        """The row of a square, 0 in the north."""
        return len(self.rows) - int(square[1:])

    def square(self, column: int, row: int) -> str:
        """The square in a column (0 in the west) and a row (0 in the north)."""
        return f"{self.files[column]}{len(self.rows) - row}"

    def corner_with(self, square: str) -> Corner:
        """The corner that a camp, dock, circle, mine or reserve square belongs to. Raises StopIteration."""
        return next(corner for corner in self.corners.values() if square in _squares_of(corner))


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The board."""
    raw = source()
    return Board(
        files=raw["grid"]["files"],
        rows=tuple(raw["grid"]["rows"]),
        terrain=raw["terrain"],
        corners={seat: _corner(seat, written) for seat, written in raw["seats"].items()},
        bridges=tuple(tuple(bridge.split()) for shore in raw["bridges"].values() for bridge in shore),
        kinds={piece: kind for kind in KINDS for piece in raw["pieces"][kind]},
    )


def _corner(seat: SeatName, written: dict[str, Any]) -> Corner:
    squares = {part: tuple(written[part]) for part in ("mines", "docks", "camp", "reserve")}
    return Corner(
        seat=seat,
        letter=written["letter"],
        name=written["name"],
        side=written["corner"],
        circle=written["circle"],
        **squares,
    )


def _squares_of(corner: Corner) -> tuple[str, ...]:
    return corner.circle, *corner.mines, *corner.docks, *corner.camp, *corner.reserve
