"""The board of Hare and Hounds: which points there are, and which are joined by a line (HAH-001)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TypeAlias

import msgspec

Point: TypeAlias = str


class Board(msgspec.Struct, frozen=True):
    """The board as `board.toml` has it."""

    lines: list[str]
    start: dict[str, Point | list[Point]]

    @property
    def points(self) -> tuple[Point, ...]:
        """The points in the order of the alphabet."""
        return tuple(self.neighbours)

    @property
    def neighbours(self) -> dict[Point, tuple[Point, ...]]:
        """For each point those that a line joins to it, both in the order of the alphabet."""
        joined = [pair for line in self.lines for pair in pairwise(line.split())]
        both = sorted({*joined, *((there, here) for here, there in joined)})
        return {point: tuple(there for here, there in both if here == point) for point, _ in both}


@cache
def board() -> Board:
    """The board that the game is played on."""
    text = files(__package__).joinpath("board.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Board)
