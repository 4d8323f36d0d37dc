"""What `end` loses in Stratego Waterloo: actions of the ply that no line of the mail takes."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.stratego_waterloo.orders import (
    Battery,
    Combined,
    End,
    Enter,
    Fire,
    Go,
    Initiative,
    Order,
    Reconnoitre,
    Rest,
    When,
)

ACTIONS = (Go, Fire, Enter, Rest, Reconnoitre, Combined, Battery)


def unused(view: Json, seat: SeatName, orders: Orders, verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """A sentence where sound orders end the ply with actions left (SWL-018); lines with a condition count as taken."""
    ordered = [line.order for line in orders]
    is_closed = any(isinstance(order, End) for order in ordered)
    if view["phase"] != "play" or not is_closed or any(isinstance(_meant(order), Initiative) for order in ordered):
        return ()  # what the initiative brings is the card's to say
    left = view["actions"]["left"] - sum(isinstance(_meant(order), ACTIONS) for order in ordered)
    return (f"Your end leaves {left} {'action' if left == 1 else 'actions'} of this ply unused.",) if left > 0 else ()


def _meant(order: Order) -> Order:
    return order.order if isinstance(order, When) else order
