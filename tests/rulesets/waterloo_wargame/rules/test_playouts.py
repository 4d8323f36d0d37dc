"""Games by chance are games: what a playout does, orders and dice do too."""

from __future__ import annotations

from typing import Any

import pytest
from wargame_pieces import pieces_in

from core.contract import Effect
from core.dice import ScriptedDice
from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame.playout import transcript

# All readings of the rules between them; in the last, armies that meet at once.
VARIANTS: list[dict[str, Any]] = [
    {},
    {"scenario": "few-guns", "unequal": "double", "edge": "open", "gun_loss": 2, "two_guns_on_gun": "remove"},
    {"split_move": "proportional", "group_cap": "touching", "blocked_retreat": "destroy", "fire_arc": "square"},
    {"scenario": "no-guns", "retreat_before": "on", "sp_initiative": "off", "turns": 12, "target": 5, "move_cap": 20},
]
TURNS = 8  # army turns that begin where a longer playout has got to


def played_again(rules: WaterlooWargame, begin: Any, seed: int, turns: int = TURNS) -> int:
    """How many army turns of a random game come out the same from orders and dice; raises where one does not."""
    played, limit = 0, 20 * turns
    for before, orders, dice, after in transcript(begin, seed, limit):
        (decision,) = rules.awaiting(before)
        assert rules.check(before, decision.seat, orders).effect is Effect.AT_ONCE, orders
        scripted = ScriptedDice(dice)
        result = rules.adjudicate(before, {decision.seat: orders}, scripted)
        assert scripted.left == 0
        assert result.position == after, orders
        assert rules.outcome(result.position) == rules.outcome(after)
        played += 1
    assert played == 0 or rules.playout(begin, seed, limit).position == after
    return played


def begun(rules: WaterlooWargame, options: dict[str, Any], seed: int) -> Any:
    return rules.playout(rules.opening(options), seed, seed % 400).position


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_playout_is_a_game_that_orders_and_dice_play_too(rules: WaterlooWargame, variant: int) -> None:
    options = rules.settle(VARIANTS[variant])
    assert sum(played_again(rules, begun(rules, options, seed), seed) for seed in range(40)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_ten_thousand_playouts_are_games_that_orders_and_dice_play_too(rules: WaterlooWargame, variant: int) -> None:
    options = rules.settle(VARIANTS[variant])
    for seed in range(2500):
        played_again(rules, begun(rules, options, seed), 1_000_000 + seed)


def test_a_playout_stops_where_an_attack_has_won(rules: WaterlooWargame) -> None:
    """Five attacks could be made, and the first that succeeds decides."""
    options = rules.settle({"scenario": "bare"})
    pairs = "; ".join(f"F P{k} inf 5 {1000 * k},1900/0; A D{k} inf 1 {1000 * k},2000/180" for k in range(1, 6))
    begin = rules.decode({"pieces": pieces_in(pairs), "losses": {"allied": 29}}, options)
    assert sum(played_again(rules, begin, seed, 1) for seed in range(60)) >= 60


def test_a_playout_keeps_to_the_cap_of_touching_pieces(rules: WaterlooWargame) -> None:
    """Of three that touch one another each could attack, and two are too many (WWG-132)."""
    options = rules.settle({"scenario": "bare", "group_cap": "touching"})
    line = "; ".join(f"F P{k} inf 3 {1000 + 300 * k},1900/0; A D{k} inf 1 {1000 + 300 * k},2000/180" for k in range(3))
    begin = rules.decode({"pieces": pieces_in(line)}, options)
    assert sum(played_again(rules, begin, seed, 1) for seed in range(60)) >= 60


def test_a_playout_goes_through_all_that_ends_a_turn(rules: WaterlooWargame) -> None:
    """An offer of a draw lapses, a side that plays has missed no turn and commands again, as by orders."""
    options = rules.settle({})
    written = rules.encode(rules.opening(options)) | {
        "missed": {"french": 2, "allied": 0},
        "computer": ["french"],
        "draw_offers": ["allied"],
    }
    after = rules.encode(rules.playout(rules.decode(written, options), 1, 1).position)
    assert (after["missed"]["french"], after["computer"], after["draw_offers"]) == (0, [], [])
