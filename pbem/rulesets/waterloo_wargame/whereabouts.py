"""What conditions can name in the Wargame: formations; strongpoints, roads and places.

A formation is on a strongpoint that it garrisons or a gun stands in, on a road on which it stands totally, and on a
place that lies under its base.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import board, other_of, pieces_on_board
from .shapes import shape_of


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the formations are, by code, number and commander, and where those of the enemy are."""
    codes = [code.lower() for code in (*view["outlines"], *view["roads"], *view["places"])]
    named = {name: code for name, code in board().aliases.items() if code in codes}
    named |= {code: code for code in codes}
    pieces: dict[str, frozenset[str]] = {}
    for piece in view["pieces"]:
        on = frozenset(_places_of(piece, view)) if piece["x"] is not None else frozenset()
        pieces |= dict.fromkeys((piece["code"].lower(), piece["number"].lower()), on)
    pieces |= {name: pieces[code] for name, code in board().aliases.items() if code in pieces and name not in named}
    enemies = pieces_on_board(view, other_of(seat, view))
    standing = frozenset(code for piece in enemies for code in _places_of(piece, view))
    return Whereabouts(pieces, {name: frozenset({code}) for name, code in named.items()}, standing)


def _places_of(piece: Json, view: Json) -> Iterator[str]:
    inside = (piece["garrison"], piece.get("sheltered"), *piece["on_roads"])
    yield from (code.lower() for code in inside if code is not None)
    base = shape_of(piece)
    yield from (code.lower() for code, place in view["places"].items() if base.holds(place["x"], place["y"]))
