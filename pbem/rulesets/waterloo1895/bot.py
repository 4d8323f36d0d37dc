"""A greedy player of Waterloo (1895): wins if it can, takes what it can, comes on, and does not stand where it is taken.

It looks one throw ahead. Every single move the rules allow is weighed by the position it leads to, the best few for
each die are combined, and the rules are asked for the first combination they accept. It writes orders as a player
would mail them. Not for: strength, or knowing any rule; what is legal is always `core`'s answer (`choices.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import msgspec

from core.contract import Json, RuleSet, SeatName
from core.rulesets.waterloo1895.orders import Leg, Move, Order, ThrowHeader

from .armies import armies_in, commander, is_little, kind_of
from .board import Army, board
from .choices import graph, may, movable, position_of, reach
from .grammar import written
from .questions import owes

# How much of the enumeration is looked at: enough for sensible play, few enough for a few milliseconds.
BEST_PER_DIE = 7
RIDES = 40
TRIED = 24
LISTED = 120

VALUE = {"infantry": 10.0, "cavalry": 16.0}
WIN = 10_000.0
NEAR = 6  # what one die reaches
MISS = 0.58  # the chance that none of three dice shows a given number

Pieces = Mapping[str, str]


class Candidate(msgspec.Struct, frozen=True):
    """A move the rules allow at the start of the throw, and what it leaves on the board."""

    move: Move
    dice: tuple[int, ...]
    worth: float


def orders(rules: RuleSet[Any], view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    match owes(view, seat):
        case "setup":
            return "place default"
        case "throw":
            return _throw(rules, view, seat, rng)
    return ""


def _throw(rules: RuleSet[Any], view: Json, seat: SeatName, rng: Random) -> str:
    position = position_of(rules, view)
    heading = [ThrowHeader(1)] if view["options"]["throws"] == "chain" else []
    for plan in _plans(rules, position, view, seat, rng):
        if rules.check(position, seat, _lines([*heading, *plan])).effect is Effect.AT_ONCE:
            return _mailed([*heading, *plan], view)
    return "auto"
