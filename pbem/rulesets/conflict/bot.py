"""The built-in robot of Conflict (CON-R36) as a player who mails his orders.

What it plays is `core`'s own choice, the same that plays for an absent seat. Here its moves are written down as players
write them: now square by square, now in compass steps, now with the end alone, where the walk that is found for it
comes to the same. Not for: choosing moves.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from core.contract import Json, SeatName
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Move, Order, Steps, text_of

from .board import START, board, way
from .questions import by_its_end, come_to, moves_made, owes, position_of


def orders(rules: Conflict, view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    if not owes(view, seat):
        return ""
    position = position_of(rules, view)
    chosen: list[Order] = [line.order for line in rules.bot_orders(position, seat)]
    moves = moves_made(rules, position, seat, chosen)
    for place, order in enumerate(chosen):
        if isinstance(order, Move) and place in moves:
            form = rng.choice((_in_squares, _in_steps, by_its_end))
            reworded = [*chosen[:place], form(order, moves[place]), *chosen[place + 1 :]]
            if come_to(moves_made(rules, position, seat, reworded)) == come_to(moves):
                chosen = reworded
    return "\n".join(map(text_of, chosen))


def _in_squares(order: Move, facts: Json) -> Order:
    return order


def _in_steps(order: Move, facts: Json) -> Order:
    start = board().corners[facts["seat"]].circle if facts["from"] == START else facts["from"]
    return Steps(
        order.unit, order.die, tuple(way(*step) for step in pairwise([start, *order.squares])), order.confirmed
    )
