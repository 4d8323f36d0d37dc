"""One game, however it is played: a playout is what adjudication makes of the same orders and dice."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid.playouts import turns_of_playout

FEW, MANY = 120, 10_000  # seeds
TURNS = 30  # of a playout that are compared
LONG = 1_000_000  # actions
GAMES: list[dict[str, Any]] = [
    {"turn_limit": 12},
    {"scenario": "lambert", "advance_fire": "volley", "small_farms": "open", "hold": "last", "turn_limit": 10},
    {"cover_vs_cavalry": "steady", "double_fire": "no", "garrison": "infantry", "passive_attacks": "no"},
    {"charge_bonus": "off", "blue_entry_dice": "1", "turn_limit": 15, "advance_fire": "volley"},
]


def compare(rules: WaterlooGrid, seed: int) -> tuple[int, bool]:
    """Play a seed both ways, position by position: how many turns, and whether the game has ended in them."""
    options = rules.settle(GAMES[seed % len(GAMES)])
    opening = rules.opening(options)
    if seed % 3:  # go on from where play has come to: with pools, squares, stacks in disorder, a turn half played
        opening = rules.playout(opening, seed, 40 * (seed % 30)).position
    turns, last = turns_of_playout(opening, seed, TURNS)
    positions = [*(turn.position for turn in turns), last]
    for turn, after in zip(turns, positions[1:], strict=True):
        seat = rules.awaiting(turn.position)[0].seat
        then = rules.encode(after)["dice"] or ["-"] * 5
        played = rules.adjudicate(turn.position, {seat: turn.orders}, ScriptedDice([*turn.rolls, *then]))
        assert {verdict.status for verdict in played.verdicts[seat]} <= {"ok", "refused"}
        assert comparable(rules, played.position) == comparable(rules, after), seed
        assert rules.outcome(played.position) == rules.outcome(after)
    return len(turns), rules.outcome(last) is not None


def comparable(rules: WaterlooGrid, position: Any) -> dict[str, Any]:
    """The position without the dice of a turn whose dice a playout has not rolled yet."""
    return {**rules.encode(position), "dice": None}


@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_playout_is_the_game_that_is_played(rules: WaterlooGrid, seeds: int) -> None:
    compared = [compare(rules, seed) for seed in range(seeds)]
    assert sum(turns for turns, _ in compared) > 10 * seeds
    assert sum(ended for _, ended in compared) > seeds // 10


@pytest.mark.parametrize("chosen", GAMES[:2], ids=["standard", "lambert"])
def test_the_turns_of_a_playout_are_its_own(rules: WaterlooGrid, chosen: dict[str, Any]) -> None:
    """What is told turn by turn comes to the same end as the playout that tells nothing."""
    options = rules.settle(chosen)
    for seed in range(20):
        turns, last = turns_of_playout(rules.opening(options), seed, 1000)
        assert rules.outcome(last) is not None
        assert rules.playout(rules.opening(options), seed, LONG).position == last
        assert len(turns) == 2 * rules.encode(last)["turn"] - (rules.encode(last)["to_move"] == "blue")
