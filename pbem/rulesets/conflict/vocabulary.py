"""The words of orders in Conflict, by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import lru_cache

from core.contract import Json
from pbem.rulesets.contract import Vocabulary

from .board import board, label, seats_in

FREE_TEXT = re.compile(r"\s*(?:[-*•]\s+)?(?:please\s+)?press\b[^:]{0,80}:", re.IGNORECASE)

_VERBS = """
    move moves march marches sail sails fly flies go goes walk walks enter enters throw throws reserve back pass
    auto ally break offer offers withdraw withdraws propose accept accepts accepted agree draw resign press end
    take takes bring put send capture captures attack attacks retire retires
"""
_FINAL = """
    resign draw offer withdraw ally break press propose accept agree end
"""
_WORDS = """
    to via through by way of with using the die moves artillery battleship battleships ship airplane aeroplane
    plane anti aircraft gun piece out from in into on off pact alliance red yellow green orange one two three
    four five six ne nw se sw n e s w north south east west northeast northwest southeast southwest
"""
_CALLED = """
    artillery battleship battleships ship airplane aeroplane plane planes gun guns
"""
_LIKE = re.compile(r"[rygo]?(?:ar|bs|pl|a|b|p)[0-9]{1,2}|[rygo]aa|[a-z][0-9]{1,2}|[1-9][0-9]?(?:ne|nw|se|sw|n|e|s|w)")


def vocabulary(view: Json) -> Vocabulary:
    """The pieces of a set, their labels on the map, the squares, and what is done with them."""
    return _of(tuple(seats_in(view)))


@lru_cache(maxsize=32)
def _of(seats: tuple[str, ...]) -> Vocabulary:
    here = board()
    rows = range(len(here.rows))
    labels = {label(seat, piece).lower() for seat in seats for piece in here.kinds}
    return Vocabulary(
        pieces=frozenset(here.kinds) | labels,
        places=frozenset(here.square(column, row) for column in range(len(here.files)) for row in rows),
        verbs=frozenset(_VERBS.split()),
        like=_LIKE,
        words=frozenset(_WORDS.split()),
        final=frozenset(_FINAL.split()),
        called=frozenset(_CALLED.split()),
    )
