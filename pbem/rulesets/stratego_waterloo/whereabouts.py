"""What conditions can name in Stratego Waterloo: the seat's own kinds of pieces, squares and tiles.

Kinds of the enemy have no name here: what stands where is hidden, so that nobody can tell whether one is gone.
"""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import COLUMNS, ROWS, kinds, on_board, square


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the seat's pieces of each kind stand, and where pieces of the enemy do."""
    mine = on_board(view, seat)
    pieces: dict[str, frozenset[str]] = {}
    for code, kind in kinds().items():
        if kind.seat == seat:
            standing = frozenset(at.lower() for at, piece in mine.items() if piece.get("code") == code)
            pieces |= dict.fromkeys((code.lower(), kind.name.lower()), standing)
    places = {at.lower(): frozenset({at.lower()}) for column in range(len(COLUMNS)) for at in _column(column)}
    for tile, told in view["tile_data"].items():
        squares = frozenset(map(str.lower, told["squares"]))
        places |= {name.lower(): squares for name in (tile, told["name"]) if name}
    return Whereabouts(pieces, places, frozenset(at.lower() for at in on_board(view) if at not in mine))


def _column(column: int) -> list[str]:
    return [square(column, row) for row in ROWS]
