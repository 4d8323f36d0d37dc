"""A robot without plans as a player who mails its orders: marches drawn at random from what its seat may know."""

from __future__ import annotations

from random import Random

from core.contract import Json, SeatName

from .board import rules
from .questions import owes


def orders(view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    if not owes(view, seat):
        return ""
    chosen = rules().random_orders(rules().imagine(view, 0), seat, rng.getrandbits(63))
    return "\n".join(line.text for line in chosen)
