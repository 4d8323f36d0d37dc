"""The order lines of Conflict as values.

The grammar of `pbem` makes them, the rules judge them. Words are lower case and otherwise as typed: whether a piece, a
square or a throw exists is for the rules to say. Nothing here reads or writes text.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class ThrowHeader(msgspec.Struct, frozen=True, tag=True):
    """`throw 2`: the lines below belong to this throw of the turn, counted from 1."""

    number: int


class Reserve(msgspec.Struct, frozen=True, tag=True):
    """`reserve pl2`: a total of seven brings this piece to START (CON-093)."""

    piece: str


class Move(msgspec.Struct, frozen=True, tag=True):
    """`ar1 5 d2 e2 f3 g4 h5 !`: a move by every square entered, in order.

    `unit` is a piece, or the square it stands on when the line's turn comes; `die` None is left to the number of
    squares; `confirmed` tells that the piece may be lost on a mine.
    """

    unit: str
    die: int | None
    squares: tuple[str, ...]
    confirmed: bool = False


class Steps(msgspec.Struct, frozen=True, tag=True):
    """`ar1 5 3n 2ne`: a move by compass steps, one of n ne e se s sw w nw for each square entered."""

    unit: str
    die: int | None
    steps: tuple[str, ...]
    confirmed: bool = False


class WalkTo(msgspec.Struct, frozen=True, tag=True):
    """`ar1 5 to h5 via e2 f3`: a move whose walk is found by the rules (section 5.3)."""

    unit: str
    die: int
    to: str
    via: tuple[str, ...] = ()
    confirmed: bool = False


class Back(msgspec.Struct, frozen=True, tag=True):
    """`back ar3`: the piece that a third double sends to RESERVE (CON-097). `unit` may be a square as well."""

    unit: str


class Pass(msgspec.Struct, frozen=True, tag=True):
    """`pass`: this throw is played without (further) moves."""


class End(msgspec.Struct, frozen=True, tag=True):
    """`end`: nothing below is read; alone in a mail it is an empty order set."""


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (CON-109)."""


class OfferDraw(msgspec.Struct, frozen=True, tag=True):
    """`offer draw` (CON-108)."""


class WithdrawDraw(msgspec.Struct, frozen=True, tag=True):
    """`withdraw draw` (CON-108)."""


class Auto(msgspec.Struct, frozen=True, tag=True):
    """`auto on` hands the seat to the bot, `auto off` takes it back."""

    on: bool


class Ally(msgspec.Struct, frozen=True, tag=True):
    """`ally green`: a proposal of a pact, or the answer to one (CON-R38)."""

    seat: str


class Break(msgspec.Struct, frozen=True, tag=True):
    """`break green`: the pact is to end (CON-R38)."""

    seat: str


class Press(msgspec.Struct, frozen=True, tag=True):
    """`press green: text`: words to these seats, or to all others where none is named."""

    to: tuple[str, ...]
    text: str


SetOrder: TypeAlias = ThrowHeader | Reserve | Move | Steps | WalkTo | Back | Pass | End
OpenOrder: TypeAlias = Resign | OfferDraw | WithdrawDraw | Auto | Ally | Break | Press
Order: TypeAlias = SetOrder | OpenOrder
