"""The words of orders in Stratego Waterloo, by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import cache

from core.contract import Json
from pbem.rulesets.contract import Vocabulary

from .board import kinds, source, square

_VERBS = """
    move moves march marches attack attacks fire fires shoot shoots bombard bombards enter enters bring brings
    rest rests card play take takes stand standing keep burn test resign offer offers accept accepts accepted
    agree propose draw cut cuts charge charges save saves retire retires stop plan setup end if when after try tried
    pass captures capture retreat retreats reserve garrison
"""
_FINAL = """
    resign draw offer accept agree propose stop retire end
"""
_WORDS = """
    to at from the then with spirit won win wins lost lose loses any on off own tie farm target prussians
    prussian leaders auto mover other low high strong come hold advance default usual cut save orders row
    reserve re in ca gb fs gun guns line light infantry foot horse guard guards cavalry x takes
"""
_CALLED = """
    we re in gun guns line light infantry foot horse guard cavalry artillery lancers hussars
"""
_LIKE = re.compile(r"(?:[a-z][0-9]{1,2}x?){1,6}|[vrt][0-9]{1,2}")
_NATURAL = frozenset(("gun", "line", "light", "in", "re"))


def vocabulary(view: Json) -> Vocabulary:
    """The codes and names of pieces, squares and tiles, and what is done with them."""
    return _all()


@cache
def _all() -> Vocabulary:
    board = source()
    squares = {square(column, row) for column in range(len(board["columns"])) for row in range(1, board["rows"] + 1)}
    tiles = [name for tile in board["tiles"] for name in (tile["id"], tile["name"])]
    named = [name for code, kind in kinds().items() for name in (code, kind.name)]
    return Vocabulary(
        pieces=frozenset(name.lower() for name in named) - _NATURAL,
        places=frozenset(name.lower() for name in (*squares, *tiles)),
        verbs=frozenset(_VERBS.split()),
        like=_LIKE,
        words=frozenset(_WORDS.split()),
        final=frozenset(_FINAL.split()),
        called=frozenset(_CALLED.split()),
    )
