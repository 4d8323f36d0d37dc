"""The words of orders in Waterloo (1895), by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import lru_cache

from core.contract import Json
from pbem.rulesets.contract import Vocabulary

from .board import armies_in, board, roster_of

FREE_TEXT = re.compile(r"\s*(?:[-*•] )?(?:please )?tell (?:my |the )?partner\b", re.IGNORECASE)

_VERBS = """
    place post put station deploy setup default use move moves march marches advance advances ride rides go goes
    play plays take takes capture captures attack attacks step steps land lands auto automatic rest pass resign
    draw offer offers propose proposes accept accepts accepted agree agrees throw throws tell loses retreat
    retreats halt halts
"""
_FINAL = """
    resign draw offer offers propose accept agree
"""
_WORDS = """
    to onto at on with using by the die dice then and partner one two three four five six spot spots up set hill
    plus x star
"""
_CALLED = """
    infantry cavalry artillery army
"""
_LIKE = re.compile(r"[nywb][0-9cd]|[a-z] ?[0-9]{2}|(?:[nywb][1-8cd])?[1-6]?(?:[a-z][0-9]{2}){1,3}")


def vocabulary(view: Json) -> Vocabulary:
    """The pieces of the armies that take part, spots, hills and cities, and what is done with them."""
    return _of("".join(army.letter for army in armies_in(view)), roster_of(view))


@lru_cache(maxsize=32)
def _of(armies: str, roster: str) -> Vocabulary:
    here = board()
    names = [word for hill in here.hills for word in (hill.alias, hill.name)]
    names += [word for city in here.cities for word in (city.alias, city.name)]
    return Vocabulary(
        pieces=frozenset((army + kind).lower() for army in armies for kind in roster),
        places=frozenset(map(str.lower, (*here.spots, *names))),
        verbs=frozenset(_VERBS.split()),
        like=_LIKE,
        words=frozenset(_WORDS.split()),
        final=frozenset(_FINAL.split()),
        called=frozenset(_CALLED.split()),
    )
