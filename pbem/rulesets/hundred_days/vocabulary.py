"""The words of orders in the Hundred Days, by which the reader tells them from words between people."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from core.contract import HOST, Json
from core.rulesets.hundred_days.names import matching
from pbem.rulesets.contract import Vocabulary

from .acts import VERBS as VERBS_OF_UMPIRE
from .board import column_name, place_names, variant
from .grammar import LETTER, VERBS

FREE_TEXT = LETTER

_OTHER_VERBS = "ride rides with letter give draw resign test show turn guns forced attack avoid stand"
_FINAL = "resign draw test show give exit blow destroy"
_WORDS = "at line free yes no on off night as horse foot up bridge via then through to all join attacking standing"
# Codes of columns that are words of every letter: they are read in orders, and name nothing by themselves.
_COMMON = frozenset({"an", "as", "at", "am", "ah", "pm", "ps", "pp"})
_CALLED = """
    ab au pt army column columns corps division brigade cavalry guard
"""
_LIKE = re.compile(r"[a-z][0-9]")


def vocabulary(view: Json) -> Vocabulary:
    """The columns and persons that a seat knows, all places and bridges, and what is done with them."""
    own = (*view["columns"], *view["used"], *view["commanders"])
    acts = VERBS_OF_UMPIRE if view["seat"] == HOST else ()
    generals = tuple(word for code in own for word in _generals(column_name(code, view)))
    return _of(tuple(own), generals, tuple(place_names(view).items()), variant(view).bridges, acts)


def _generals(name: str) -> list[str]:
    """`roder` of `Roder's horse and guns`, `tippelskirch` and `krafft` of their column."""
    return [word.lower() for word in re.findall(r"\b(?:d')?[A-Z][a-z]+", name.partition("(")[0])]


def likely(order: Any, view: Json) -> bool:
    """Whether an order can be what somebody meant: of a column that he knows, and by places that there are."""
    if getattr(order, "column", None) is None:
        return True
    names = dict(place_names(view))
    return order.column.upper() in view["columns"] and all(matching(each, names) for each in getattr(order, "path", ()))


@lru_cache(maxsize=64)
def _of(
    own: tuple[str, ...],
    generals: tuple[str, ...],
    places: tuple[tuple[str, str], ...],
    bridges: tuple[str, ...],
    acts: tuple[str, ...],
) -> Vocabulary:
    named = {word for code, name in places for word in (code.lower(), name.lower(), *re.split("[ -]", name.lower()))}
    return Vocabulary(
        pieces=frozenset(name.lower() for name in own) - _COMMON,
        places=frozenset(name for name in named if len(name) > 2) | {name.lower() for name in bridges},
        verbs=frozenset((*VERBS, *_OTHER_VERBS.split(), *acts)),
        like=_LIKE,
        words=frozenset(_WORDS.split()),
        final=frozenset(_FINAL.split()),
        called=frozenset((*_CALLED.split(), *(name.lower() for name in own if name.lower() in _COMMON), *generals)),
    )
