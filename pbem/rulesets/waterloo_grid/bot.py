"""The built-in robot of Waterloo on a grid as a player who mails its orders.

What it plays is `core`'s own choice, worked out from the position that its seat may see, which here is all of it. The
choice is written down as players write orders: units with or without their side's letter, and now and then a turn in
two mails, the shots first, so that the rest can follow what they did. Not for: choosing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from core.contract import Json, RuleSet, SeatName
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid.orders import Activate, Draw, Enter, Fire, Order, Place, text_of

from .questions import owes

# No game of robots goes on for ever: from the turn after this they offer and accept a draw.
DRAWS_AFTER = 60
# One turn in so many is played in two mails.
TWO_MAILS_IN = 6


def orders(rules: WaterlooGrid, view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    if not owes(view, seat):
        return ""
    position = position_of(rules, view)
    chosen = [line.order for line in rules.bot_orders(position, seat, rng.getrandbits(31))]
    if not view["mails"] and rng.randrange(TWO_MAILS_IN) == 0:
        chosen = _shots_first(chosen)
    if view["turn"] > DRAWS_AFTER:
        chosen.insert(0, Draw())
    return "\n".join(text_of(_named(order, rng)) for order in chosen)


def position_of(rules: RuleSet[Any], view: Json) -> Any:
    """The position that a view shows, which is all of it."""
    return rules.imagine(view, 0)


def _shots_first(chosen: list[Order]) -> list[Order]:
    """The shots of a turn, with dice for the rest and without its end.

    All of it where nobody shoots, or somebody enters: an entry is sound where those before it have made room.
    """
    shots = [order for order in chosen if isinstance(order, Activate) and _fires(order)]
    others = [order for order in chosen if isinstance(order, Activate) and not _fires(order)]
    if not shots or not others or any(isinstance(order, Enter) for order in chosen):
        return chosen
    return [*shots, Place(tuple(order.unit for order in others))]


def _fires(order: Activate) -> bool:
    clauses = [clause for alternative in order.alternatives for clause in alternative.clauses]
    return any(isinstance(action, Fire) for clause in clauses for action in clause.actions)


def _named(order: Order, rng: Random) -> Order:
    """The order with its units called by class and number alone, in one of two cases."""
    if rng.random() < 0.5:
        return order
    match order:
        case Activate(unit):
            return msgspec.structs.replace(order, unit=unit[1:])
        case Place(units):
            return Place(_without_side(units))
    return order


def _without_side(units: Sequence[str]) -> tuple[str, ...]:
    return tuple(unit[1:] for unit in units)
