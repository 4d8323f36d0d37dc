"""What conditions can name in Conflict: pieces by the names of orders and of the map, and squares."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import board, field_of, label, seats_in


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the pieces of all seats are, those of the seat itself by their bare names, and where enemies stand."""
    here = board()
    squares = (here.square(column, row) for column in range(len(here.files)) for row in range(len(here.rows)))
    pieces: dict[str, frozenset[str]] = {}
    for owner in seats_in(view):
        field = field_of(owner, view)
        for piece in here.kinds:
            names = [label(owner, piece).lower(), f"{owner} {piece}", *([piece] if owner == seat else [])]
            pieces |= dict.fromkeys(names, frozenset({field[piece]} if piece in field else ()))
    enemies = [owner for owner in seats_in(view) if owner != seat and owner not in view["friends"]]
    standing = frozenset(square for owner in enemies for square in field_of(owner, view).values())
    return Whereabouts(pieces, {square: frozenset({square}) for square in squares}, standing)
