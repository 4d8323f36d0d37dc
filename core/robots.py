"""Robots for rule sets that have none of their own: they play what could be ordered on at random, and see what wins.

All they need of a rule set is `imagine`, `legal`, `adjudicate` and `playout`. A game whose robots are to be worth
playing against has an evaluation and a search of its own; those of the rule sets here do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract import Budget, Json, Level, Orders, RuleSet, SeatName
from core.dice import SeededDice
from core.stream import drawn

# How many order sets are looked at, and how often each is played to the end of the game.
CHOICES = 64
PLAYOUTS = {
    (Level.RECRUIT, Budget.ARENA): 2,
    (Level.OFFICER, Budget.ARENA): 6,
    (Level.MARSHAL, Budget.ARENA): 20,
    (Level.RECRUIT, Budget.MAIL): 4,
    (Level.OFFICER, Budget.MAIL): 20,
    (Level.MARSHAL, Budget.MAIL): 100,
}
LONGEST = 2_000  # single piece moves of a playout
OF_A_MARGIN = 40  # playouts
BITS = (1 << 64) - 1
AT_A_TIME = 256


def orders(rules: RuleSet[Any], view: Json, level: Level, seed: int, budget: Budget = Budget.ARENA) -> Orders:
    """The order set that wins most often where the rest of the game is played at random; as `RuleSet.robot_orders`."""
    seat = view["seat"]
    chance = _chance(seed)
    position = rules.imagine(view, next(chance))
    choices = rules.legal(position, seat, CHOICES)
    if len(choices) < 2:
        return choices[0] if choices else ()
    best: list[Orders] = []
    most = -1.0
    for choice in choices:
        won = sum(_played(rules, view, seat, choice, chance) for _ in range(PLAYOUTS[level, budget]))
        if won > most:
            best, most = [], won
        if won == most:
            best.append(choice)
    return best[next(chance) % len(best)]


def margin(rules: RuleSet[Any], position: Any, seed: int = 0) -> dict[SeatName, float]:
    """How the seats fare in games that are played on at random from a position; as `RuleSet.margin`."""
    seats = rules.seats(position.options)
    chance = _chance(seed)
    total = dict.fromkeys(seats, 0.0)
    tries = 1 if rules.outcome(position) is not None else OF_A_MARGIN
    for _ in range(tries):
        end = rules.playout(position, next(chance), LONGEST).position
        for seat in seats:
            total[seat] += _share(rules, end, seat)
    even = 1 / len(seats)
    return {seat: (points / tries - even) / (1 - even) for seat, points in total.items()}


def _played(rules: RuleSet[Any], view: Json, seat: SeatName, choice: Orders, chance: Iterator[int]) -> float:
    """What a seat gets of a game in which it orders this now."""
    before = rules.imagine(view, next(chance))
    asked = [decision.seat for decision in rules.awaiting(before)]
    chosen = {other: rules.random_orders(before, other, next(chance)) for other in asked}
    dice = SeededDice(next(chance).to_bytes(8, "big"))
    after = rules.adjudicate(before, chosen | {seat: choice}, dice).position
    return _share(rules, rules.playout(after, next(chance), LONGEST).position, seat)


def _chance(seed: int) -> Iterator[int]:
    """Numbers of 64 bits without end, the same for the same seed."""
    while True:
        numbers = drawn(seed & BITS, AT_A_TIME)
        yield from numbers
        seed = numbers[-1] + 1


def _share(rules: RuleSet[Any], end: Any, seat: SeatName) -> float:
    """The share of a seat in the one point that a game is worth; of a draw all have as much."""
    outcome = rules.outcome(end)
    if outcome is None or not outcome.winners:
        return 1 / len(rules.seats(end.options))
    return (seat in outcome.winners) / len(outcome.winners)
