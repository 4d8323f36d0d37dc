"""The orders of Conflict as values, and each in its usual form as text.

The grammar of `pbem` makes them, the rules judge them. Words are lower case and otherwise as typed: whether a piece, a
square or a throw exists is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias, get_args

import msgspec

from core.contract import Line, Orders


class ThrowHeader(msgspec.Struct, frozen=True, tag=True):
    """`throw 2`: the lines below belong to this throw of the turn, counted from 1."""

    number: int


class Reserve(msgspec.Struct, frozen=True, tag=True):
    """`reserve pl2`: a total of seven brings this piece to START (CON-093)."""

    piece: str


class NoReserve(msgspec.Struct, frozen=True, tag=True):
    """`no reserve`: a seven is left unused on purpose (CON-095). It changes nothing; who wrote it is not asked."""


class Move(msgspec.Struct, frozen=True, tag=True):
    """`ar1 5 d2 e2 f3 g4 h5 !`: a move by every square entered, in order; the one it leaves may stand before them.

    `unit` is a piece (`ar1`, or `ra1` as the map has it), or the square it stands on when the line's turn comes; `die`
    None is left to the number of squares; `confirmed` tells that the piece may be lost on a mine.
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
    """`ar1 5 to h5 via e2 f3`: a move whose walk is found by the rules; with `die` None the die too, if one fits."""

    unit: str
    die: int | None
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


TurnOrder: TypeAlias = ThrowHeader | Reserve | NoReserve | Move | Steps | WalkTo | Back | Pass | End
OpenOrder: TypeAlias = Resign | OfferDraw | WithdrawDraw | Auto | Ally | Break | Press
Order: TypeAlias = TurnOrder | OpenOrder

TURN_ORDERS = frozenset(get_args(TurnOrder))  # the mover's, all of them together
OPEN_ORDERS = frozenset(get_args(OpenOrder))  # every living player's, at any time, each by itself


# --- As text ---------------------------------------------------------------------------------------------------------


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1: for those that were not mailed."""
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders, start=1))


def text_of(order: Order) -> str:
    """An order in its usual form: `ar1 4 d2 e2 f3 g4`. What the grammar reads in it is the same order."""
    match order:
        case Move(unit, die, squares, confirmed):
            return _move(unit, die, squares, confirmed)
        case Steps(unit, die, steps, confirmed):
            return _move(unit, die, [_counted(way, len(list(run))) for way, run in groupby(steps)], confirmed)
        case WalkTo(unit, die, to, via, confirmed):
            return _move(unit, die, ["to", to, *(("via", *via) if via else ())], confirmed)
        case ThrowHeader(number):
            return f"throw {number}"
        case Reserve(piece):
            return f"reserve {piece}"
        case Back(unit):
            return f"back {unit}"
        case Auto(on):
            return f"auto {'on' if on else 'off'}"
        case Ally(seat):
            return f"ally {seat}"
        case Break(seat):
            return f"break {seat}"
        case Press(to, text):
            return f"{' '.join(['press', *to])}: {text}"
    return WITHOUT_PARTICULARS[type(order)]


WITHOUT_PARTICULARS: dict[type[Order], str] = {
    NoReserve: "no reserve",
    Pass: "pass",
    End: "end",
    Resign: "resign",
    OfferDraw: "offer draw",
    WithdrawDraw: "withdraw draw",
}


def _move(unit: str, die: int | None, way: Sequence[str], confirmed: bool) -> str:
    return " ".join([unit, *([] if die is None else [str(die)]), *way, *(["!"] if confirmed else [])])


def _counted(direction: str, count: int) -> str:
    return direction if count == 1 else f"{count}{direction}"
