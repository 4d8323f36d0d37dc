"""The board and the rosters of Stratego Waterloo as the words need them: squares, pieces, cards and their names.

Read once from `board.toml`, the same file the rules are built from. What differs from game to game - tiles, armies,
flags - stands in the view. Not for: who may go where, or anything a rule depends on; that is asked of `core`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import SeatName

COLUMNS = "ABCDEFGHIJKL"
ROWS = range(1, 11)
SETUP_ROWS: dict[SeatName, tuple[int, ...]] = {"blue": (4, 3, 2, 1), "red": (10, 9, 8, 7)}  # as they are drawn
ARMS = {"i": "infantry", "c": "cavalry", "a": "artillery"}
CARDS = {
    "RE": "Reconnaissance",
    "IN": "Initiative",
    "CA": "Combined Attack",
    "GB": "Grand Battery",
    "FS": "Fighting Spirit",
}


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: its code and name, whose it is (FR, AL, PR), its arm and class, and its printed strength."""

    code: str
    name: str
    nation: str
    arm: str
    kind: str
    strength: int
    count: int

    @property
    def seat(self) -> SeatName:
        """The side it fights for."""
        return "blue" if self.nation == "FR" else "red"

    @property
    def leads(self) -> bool:
        """Whether it is a Commander or a Commander-in-Chief."""
        return self.kind in ("CMD", "CINC")


def square(column: int, row: int) -> str:
    """The square in a column (0 is A) and a row (1 to 10)."""
    return f"{COLUMNS[column]}{row}"


def column_of(name: str) -> int:
    """The column of a square, 0 in the west."""
    return COLUMNS.index(name[0])


def row_of(name: str) -> int:
    """The row of a square, 1 in the south."""
    return int(name[1:])


def is_square(name: str) -> bool:
    """Whether this is one of the 120 squares."""
    return name[:1] in COLUMNS and name[1:].isdecimal() and name[1] != "0" and int(name[1:]) in ROWS


def in_order(name: str) -> tuple[str, int]:
    """The order of squares: letter, then number."""
    return name[0], int(name[1:])


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of piece by its code, in the order of the rosters."""
    return {
        piece["code"]: Kind(
            code=piece["code"],
            name=piece["name"],
            nation=piece["nation"],
            arm=piece["arm"],
            kind=piece["class"],
            strength=piece["strength"],
            count=piece["count"],
        )
        for piece in source()["pieces"]
    }
