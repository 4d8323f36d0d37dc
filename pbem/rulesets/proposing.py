"""Orders that are put together from a few fields, by a form or by dragging; and the open field on which one drags.

A page without scripts has a form: a piece, a kind of order, numbers. With scripts the same fields are filled by
dragging a piece or its corners. Either way a rule set makes an order of them and the rules judge it; nothing is drawn
that they have not said. All lengths of the field are yards, all points that are drawn are those of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from core.contract import Json, Orders, RuleSet, SeatName

Point: TypeAlias = tuple[float, float]
Blank: TypeAlias = Literal["what", "east", "north", "degrees", "yards"]

LARGEST = 99_999  # of a number in a field
LONGEST_WHAT = 64


class NotMeant(Exception):
    """Why the fields of a form make no order, as a sentence."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of order that can be put together: its name, how it is called, and the fields that it needs.

    `what` tells what stands in the field of that name; `legs` that it may be one more leg of a move.
    """

    kind: str
    said: str
    blanks: tuple[Blank, ...]
    what: str = ""
    legs: bool = False


class Proposal(msgspec.Struct, frozen=True):
    """The fields as they are filled in. `further`: as one more leg of the move that the piece is ordered to make."""

    piece: str
    kind: str
    what: str = ""
    east: int | None = None
    north: int | None = None
    degrees: int | None = None
    yards: int | None = None
    further: bool = False

    def number(self, blank: Literal["east", "north", "degrees", "yards"]) -> int:
        """A number that the kind needs, 0 or more. Raises NotMeant."""
        value: int | None = getattr(self, blank)
        if value is None or value < 0:
            raise NotMeant(f"This order needs a number for {blank}.")
        return value

    @property
    def as_far(self) -> int | None:
        """How many yards; None: as far as it can. Raises NotMeant."""
        return None if self.yards is None else self.number("yards")

    def point(self, east: int, north: int) -> tuple[int, int]:
        """Where something was dragged to, within a field that is so wide and deep. Raises NotMeant."""
        if self.east is None or self.north is None:
            raise NotMeant("This order needs a place.")
        return min(max(self.east, 0), east), min(max(self.north, 0), north)

    def named(self) -> str:
        """The word that the kind needs, in small letters. Raises NotMeant."""
        word = " ".join(self.what.lower().split())
        if not word:
            raise NotMeant("This order needs to know at what, or where.")
        return word


class Pose(msgspec.Struct, frozen=True):
    """How a piece would stand: its corners on the picture, the front first; east and north, in yards; its heading."""

    corners: tuple[Point, ...]
    east: int
    north: int
    heading: int
    arc: tuple[Point, ...] = ()


class Base(msgspec.Struct, frozen=True):
    """A piece as it stands by then; `was` is where its middle was before its orders, if they move it."""

    piece: str
    own: bool
    corners: tuple[Point, ...]
    was: Point | None = None


class Shown(msgspec.Struct, frozen=True):
    """An open field: how its yards lie on the picture, and what stands on it once what is written is carried out.

    A point of the picture is `origin` and `scale` times its yards east and north. Of the piece that was picked: what it
    is and how it stands (`about`), its pose, and round where its middle can come (`reach`).
    """

    origin: Point
    scale: Point
    bases: tuple[Base, ...]
    contacts: tuple[Point, ...]
    about: str = ""
    pose: Pose | None = None
    reach: tuple[Point, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Composer:
    """How a rule set makes orders of the fields of a form."""

    kinds: Callable[[Json, SeatName], Sequence[Kind]]
    """The kinds of orders that can be put together of a view."""
    orders: Callable[[Json, SeatName, Proposal, Orders], Sequence[Any]]
    """The orders that may be meant, at least one; the first that the rules take is. Raises NotMeant."""


@dataclass(frozen=True, kw_only=True)
class OpenField:
    """What a rule set contributes whose pieces stand anywhere."""

    by_then: Callable[[RuleSet[Any], Any, Json, SeatName, Orders], Json]
    """The view as it is once orders that stand are carried out, as far as no die decides: rules, position, view."""
    shown: Callable[[Json, Json, SeatName, str | None], Shown]
    """The field as it was and as it is by then; of the piece that was picked more."""
    spokes: Callable[[Json, str], Iterable[Any]]
    """Orders that move a piece as far as it can, all around."""
    reach: Callable[[Json, str, Sequence[Json]], tuple[Point, ...]]
    """Round where its middle can come, by the facts of these; none of one that is not taken."""
    pose: Callable[[Json, Json], Pose | None]
    """How a piece stands by the facts of an order that is taken; None where that does not move it."""
