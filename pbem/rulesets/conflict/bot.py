"""The built-in robot of Conflict (CON-R36) as a player who mails his orders.

What it plays is `core`'s own choice, the same that plays for an absent seat. Here its moves are written down as players
write them: now square by square, now in compass steps, now with the end alone, where the walk that is found for it
comes to the same. Not for: choosing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from core.contract import Effect, Json, Line, SeatName
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Move, Order, Steps, WalkTo, text_of
from core.rulesets.conflict.position import Position

from .board import START, board
from .questions import owes, position_of

WAYS = {
    (0, 1): "n",
    (1, 1): "ne",
    (1, 0): "e",
    (1, -1): "se",
    (0, -1): "s",
    (-1, -1): "sw",
    (-1, 0): "w",
    (-1, 1): "nw",
}


def orders(rules: Conflict, view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    if not owes(view, seat):
        return ""
    position = position_of(rules, view)
    chosen: list[Order] = [line.order for line in rules.bot_orders(position, seat)]
    moves = _moves_made(rules, position, seat, chosen)
    for place, order in enumerate(chosen):
        if isinstance(order, Move) and place in moves:
            form = rng.choice((_in_squares, _in_steps, _by_its_end))
            reworded = [*chosen[:place], form(order, moves[place]), *chosen[place + 1 :]]
            if _come_to(_moves_made(rules, position, seat, reworded)) == _come_to(moves):
                chosen = reworded
    return "\n".join(map(text_of, chosen))


def _moves_made(rules: Conflict, position: Position, seat: SeatName, chosen: Sequence[Order]) -> dict[int, Json]:
    """The facts of each move among the orders, by its place; none where the rules refuse the orders."""
    judged = rules.check(position, seat, [Line(place, "", order) for place, order in enumerate(chosen)])
    if judged.effect is not Effect.AT_ONCE:
        return {}
    return {
        verdict.line: verdict.facts
        for verdict in judged.verdicts
        if verdict.line is not None and "path" in verdict.facts
    }


def _come_to(moves: dict[int, Json]) -> list[tuple[object, ...]]:
    """What is left of moves when it does not matter which way they went."""
    return [
        (facts["path"][-1], sorted(taken["square"] for taken in facts["captured"]), facts["lost"], facts["takes"])
        for _, facts in sorted(moves.items())
    ]


def _in_squares(order: Move, facts: Json) -> Order:
    return order


def _in_steps(order: Move, facts: Json) -> Order:
    start = board().corners[facts["seat"]].circle if facts["from"] == START else facts["from"]
    return Steps(order.unit, order.die, tuple(map(_way, pairwise([start, *order.squares]))), order.confirmed)


def _by_its_end(order: Move, facts: Json) -> Order:
    return WalkTo(order.unit, facts["die"], order.squares[-1], (), order.confirmed)


def _way(step: tuple[str, str]) -> str:
    before, behind = step
    b = board()
    return WAYS[b.column(behind) - b.column(before), b.row(before) - b.row(behind)]
