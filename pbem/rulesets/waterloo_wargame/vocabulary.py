"""The words of orders in the Wargame, by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import lru_cache

from core.contract import Json
from pbem.rulesets.contract import Vocabulary

from .board import COMPASS, GENERALS, board

_VERBS = """
    move moves march marches turn turns wheel wheels general fire fires shoot shoots bombard attack attacks
    assault charge charges stand standing exit exits pass preview resign offer offers propose accept accepts
    accepted agree draw withdraw claim evade evades support supports retreat retreats fallback face faces facing
    advance advances forward back
"""
_FINAL = """
    resign draw claim withdraw pass preview exit offer propose accept agree
"""
_WORDS = """
    forwards backward backwards left right bearing toward towards to contact into road by along on then around
    about with at and always weak never auto none hold away max maximum degrees degree deg yards yard yds yd y
    all north south east west game win victory computer the fall order orders
"""
_CALLED = """
    all infantry cavalry artillery battery brigade
"""
_LIKE = re.compile(r"[fa][0-9]{2}|[a-z]{2}[0-9]|[nsew]{1,3}[0-9]{1,4}")


def vocabulary(view: Json) -> Vocabulary:
    """The formations in play by code, number and commander, the places and roads, and what is done with them."""
    return _of(tuple(name for piece in view["pieces"] for name in (piece["code"], piece["number"])))


@lru_cache(maxsize=64)
def _of(codes: tuple[str, ...]) -> Vocabulary:
    named = {code.lower() for code in codes}
    everywhere = {name.lower() for name in board().names}
    return Vocabulary(
        pieces=frozenset(named | {name.lower() for name in GENERALS.values()} | {"all"}),
        places=frozenset((everywhere | set(board().aliases)) - named),
        verbs=frozenset(_VERBS.split()),
        like=_LIKE,
        words=frozenset((*_WORDS.split(), *COMPASS)),
        final=frozenset(_FINAL.split()),
        called=frozenset(_CALLED.split()),
    )
