"""The words of orders on the grid, by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import lru_cache

from core.contract import Json
from pbem.rulesets.contract import Vocabulary

from .board import board

_VERBS = """
    forward forwards advance advances move moves charge charges left right turn turns about around face faces
    form forms square line fire fires shoot shoots hold holds stay wait enter enters place places fights fight
    end test show draw resign claim offer offers propose accept accepts accepted agree
"""
_FINAL = """
    resign draw claim test show turn facing end offer propose accept agree
"""
_WORDS = """
    f l r b a c n e s w fa fb fc ab ac bc fab fac fbc abc fabc base bases cell cells or else to on at into
    facing north east south west infantry guard guards light heavy cavalry artillery guns gun dice win game
    victory map position field form of my turn y
"""
_CALLED = """
    infantry guard guards light heavy cavalry artillery guns gun line foot horse
"""
_LIKE = re.compile(r"[rb]?[iglha][0-9]{1,4}|[a-z][0-9]{1,2}|x[0-9]|[fabc]{1,4}:[a-z][0-9]{1,2}")


def vocabulary(view: Json) -> Vocabulary:
    """The units in play, also without the letter of their army, the cells, villages, farms and entries."""
    return _of(tuple(sorted(view["units"])))


@lru_cache(maxsize=64)
def _of(units: tuple[str, ...]) -> Vocabulary:
    here = board()
    cells = {here.cell(column, row) for column in range(len(here.columns)) for row in range(here.rows)}
    named = [name for place in (*here.villages, *here.farms) for name in (place.short, place.name) if name]
    return Vocabulary(
        pieces=frozenset(name.lower() for unit in units for name in (unit, unit[1:])),
        places=frozenset(name.lower() for name in (*cells, *named, *here.roads)),
        verbs=frozenset(_VERBS.split()),
        like=_LIKE,
        words=frozenset(_WORDS.split()),
        final=frozenset(_FINAL.split()),
        called=frozenset(_CALLED.split()),
    )
