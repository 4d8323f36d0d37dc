"""Playouts of Conflict do nothing that orders could not do."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice

MANY = 1200  # order sets of one turn; positions with more are passed over
ENOUGH = 2


def stands(rules: Any, position: Any) -> str:
    whole = rules.encode(position)
    return str((whole["pieces"], whole["out"]))


@pytest.mark.parametrize("chosen", [{}, {"players": 4, "teams": "opposite", "third_double": "no_move"}], ids=str)
def test_a_turn_played_at_random_is_one_of_the_order_sets(rules: Any, chosen: dict[str, Any]) -> None:
    options = rules.settle(chosen)
    looked_at = 0
    for seed in range(60):
        late = rules.playout(rules.opening(options), seed, 1500).position
        if rules.outcome(late) is not None:
            continue
        position = rules.adjudicate(late, {}, ScriptedDice([2, 1 + seed % 4] * 3)).position
        (decision,) = rules.awaiting(position) or (None,)
        listed = rules.legal(position, decision.seat, MANY) if decision else []
        if not 0 < len(listed) < MANY or looked_at == ENOUGH:
            continue
        looked_at += 1
        after_all = {
            stands(rules, rules.adjudicate(position, {decision.seat: orders}, ScriptedDice([1, 2] * 40)).position)
            for orders in listed
        }
        for turn in range(5):
            assert stands(rules, rules.playout(position, turn, 1).position) in after_all
    assert looked_at == ENOUGH
