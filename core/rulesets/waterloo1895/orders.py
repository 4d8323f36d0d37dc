"""The order lines of the Game of Waterloo (1895) as values.

The grammar of `pbem` makes them, the rules check them. Words are upper case and otherwise as typed: hill and city
aliases are resolved, and unknown pieces and spots refused, by the rules. Nothing here reads text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import msgspec

# Whoever looks for an example to show draws many sets of orders, which have most of their moves in common.
MOVES_REMEMBERED = 4096


class Place(msgspec.Struct, frozen=True, tag=True):
    """`place N1 HP`: post a piece (W95-016)."""

    piece: str
    spot: str


class PlaceDefault(msgspec.Struct, frozen=True, tag=True):
    """`place default`: post every army of the seat as the board file has it; later lines change it."""


class Leg(msgspec.Struct, frozen=True):
    """One stretch of a move: the dice spent on it (empty: to be supplied, W95-138) and the spot it ends on.

    `takes` is the piece that the player says stands there, if he says so.
    """

    dice: tuple[int, ...]
    spot: str
    takes: str = ""


class Move(msgspec.Struct, frozen=True, tag=True):
    """`NC 3 Q26 then 3 S27`: one piece's move. `unit` is a piece, or the spot it stood on when the throw began.

    `start` is the spot on which the player says that the piece stands, if he names both: `N1 W26-U23 (5)`.
    """

    unit: str
    legs: tuple[Leg, ...]
    start: str = ""


class Auto(msgspec.Struct, frozen=True, tag=True):
    """`auto`: the whole throw is left to W95-132."""


class RestAuto(msgspec.Struct, frozen=True, tag=True):
    """`rest auto`: the dice not yet used are left to W95-132."""


class Pass(msgspec.Struct, frozen=True, tag=True):
    """`pass`: nothing can be played (W95-064, W95-124a)."""


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (W95-105)."""


class OfferDraw(msgspec.Struct, frozen=True, tag=True):
    """`draw`: an offer, or the answer to one; it stands for a turn of each enemy (W95-105)."""


class TellPartner(msgspec.Struct, frozen=True, tag=True):
    """`tell partner: ...` (W95-092)."""

    text: str


class ThrowHeader(msgspec.Struct, frozen=True, tag=True):
    """`throw 2:`: the moves below belong to this throw of the chain, counted from 1 (W95-137)."""

    number: int


Order: TypeAlias = Place | PlaceDefault | Move | Auto | RestAuto | Pass | Resign | OfferDraw | TellPartner | ThrowHeader


def text_of(order: Order) -> str:
    """An order as a player would type it, in its shortest usual form: `NC 3 Q26 then 3 S27`."""
    match order:
        case Move():
            return _move_text(order)
        case Place(piece, spot):
            return f"place {piece} {spot}"
        case TellPartner(text):
            return f"tell partner: {text}"
        case ThrowHeader(number):
            return f"throw {number}:"
    return WORDS[type(order)]


@lru_cache(MOVES_REMEMBERED)
def _move_text(move: Move) -> str:
    if move.start:
        return _as_reported(move)
    return f"{move.unit} " + " then ".join(_leg_text(leg) for leg in move.legs)


def _leg_text(leg: Leg) -> str:
    dice = "+".join(map(str, leg.dice))
    return f"{dice} {leg.spot}" if dice else f"to {leg.spot}"


def _as_reported(move: Move) -> str:
    """A move with where it starts, and whom it takes, in the way of a report: `NC S27-Q26xW3-S27 (3,3)`."""
    landings = "".join(f"-{leg.spot}" + (f"x{leg.takes}" if leg.takes else "") for leg in move.legs)
    dice = ",".join("+".join(map(str, leg.dice)) for leg in move.legs)
    return f"{move.unit} {move.start}{landings}" + (f" ({dice})" if dice else "")


WORDS = {
    PlaceDefault: "place default",
    Auto: "auto",
    RestAuto: "rest auto",
    Pass: "pass",
    Resign: "resign",
    OfferDraw: "draw",
}
