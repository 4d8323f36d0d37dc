"""A robot of this server as a player who mails its orders: from what its seat may know, and in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from core.contract import Budget, Json, Level
from pbem.rulesets.contract import Presentation

HINTS = Level.OFFICER  # who advises a player


def orders(
    words: Presentation,
    view: Json,
    level: Level,
    seed: int,
    budget: Budget,
    weights: Mapping[str, float] | None = None,
) -> str:
    """What the robot of a level mails for the seat of this view; empty where it owes nothing."""
    chosen = words.rules.robot_orders(view, level, seed, budget, weights=weights)
    return "\n".join(words.text_of(line.order) for line in chosen)


def hint(words: Presentation, view: Json) -> tuple[str, str]:
    """The orders that an officer would mail for the seat of this view, and why, in a sentence."""
    chosen = words.rules.robot_orders(view, HINTS, seed_of(f"hint {of_view(view)}"), Budget.ARENA)
    return "\n".join(words.text_of(line.order) for line in chosen), words.reason(view, chosen)


def of_view(view: Json) -> str:
    """All of a view in a text: equal views give equal texts."""
    return msgspec.json.encode(view, order="sorted").decode()


def seed_of(whim: str) -> int:
    """A seed of 64 bits from words that no other decision has."""
    return int.from_bytes(sha256(whim.encode()).digest()[:8], "big")
