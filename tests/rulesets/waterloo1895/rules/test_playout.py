"""Playouts of Waterloo (1895) do nothing that orders could not do."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice, SeededDice
from core.rulesets.waterloo1895 import Waterloo1895

MANY = 1200  # order sets of one throw; positions with more are passed over
ENOUGH = 2


def stands(rules: Waterloo1895, position: Any) -> tuple[Any, Any]:
    whole = rules.encode(position)
    return whole["pieces"], whole["captured"]


@pytest.mark.parametrize(
    "chosen", [{}, {"mode": "double", "pool": "joint"}, {"oblige": "each"}, {"mode": "little"}], ids=str
)
def test_a_throw_played_at_random_is_one_of_the_order_sets(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    options = rules.settle({"halts": "always", **chosen} if chosen.get("mode") != "little" else chosen)
    looked_at = 0
    for seed in range(80):
        late = rules.playout(rules.opening(options), seed, 1100 if "pool" in chosen else 500).position
        position = rules.adjudicate(late, {}, SeededDice(bytes([seed]))).position
        for decision in rules.awaiting(position):
            if looked_at == ENOUGH or rules.count_order_sets(position)[0] >= MANY:
                continue
            listed = rules.legal(position, decision.seat)
            looked_at += 1
            after_all = {
                str(
                    stands(
                        rules,
                        rules.adjudicate(position, {decision.seat: orders}, ScriptedDice([1, 2, 4] * 40)).position,
                    )
                )
                for orders in listed
            }
            for turn in range(5):
                played = rules.playout(position, turn, 1)
                assert str(stands(rules, played.position)) in after_all
    assert looked_at == ENOUGH


def test_every_order_set_can_come(rules: Waterloo1895) -> None:
    """What is drawn move by move with trials must leave nothing out: two pieces in a corner, all that they can do."""
    options = rules.settle({})
    position = rules.decode(
        {"pieces": {"N1": "W26", "NC": "U22", "W1": "A14", "W2": "C12"}, "to_move": "N", "throw": [1, 1, 2]}, options
    )
    everything = set(rules.legal(position, "napoleon"))
    drawn = {rules.random_orders(position, "napoleon", seed) for seed in range(60 * len(everything))}
    assert drawn == everything
