"""Games and requests to measure with: positions from random play, orders that may be given in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from core.dice import SeededDice
from pbem.rulesets import presentation

LONGEST_START = 600  # single moves played at random before the first request of a game
TURNS_OF_A_GAME = 6


class Start(NamedTuple):
    """Where playouts of a rule set begin, with the options of the comparison."""

    ruleset: str
    options: dict[str, Any]
    rules: Any
    position: Any


def start_of(ruleset: str, **chosen: Any) -> Start:
    """The opening with these options."""
    rules = presentation(ruleset).rules
    options = rules.settle(chosen)
    return Start(ruleset, options, rules, rules.opening(options))


def requests(ruleset: str, **chosen: Any) -> Iterator[bytes]:
    """Requests of `pbem adjudicate` without end, all different: the next orders in games under way."""
    start = start_of(ruleset, **chosen)
    rules, number, game = start.rules, 0, 0
    while True:
        game += 1
        dice = SeededDice(game.to_bytes(8, "big"))
        position = rules.playout(start.position, game, game * 37 % LONGEST_START).position
        position = rules.adjudicate(position, {}, dice).position
        for _ in range(TURNS_OF_A_GAME):
            awaited = rules.awaiting(position)
            if not awaited:
                break
            seat = awaited[0].seat
            orders = rules.random_orders(position, seat, game)
            number += 1
            yield json.dumps(
                {
                    "id": number,
                    "ruleset": ruleset,
                    "options": chosen,
                    "position": rules.encode(position),
                    "orders": {seat: "\n".join(line.text for line in orders)},
                    "dice": {"seed": f"{game:064x}", "turn": 1},
                }
            ).encode()
            position = rules.adjudicate(position, {seat: orders}, dice).position
