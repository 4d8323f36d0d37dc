"""Playouts of Waterloo (1895) and games played by orders are the same game.

A throw is played in both ways from the same position with the same seed: `playout` makes the moves that `random_orders`
writes down for that seed, so whatever they leave behind must be the same, to the last clock. Game after game is played
like that to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.dice import ScriptedDice, SeededDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.orders import Move

# Ends near enough that many games end by each of them.
SHORT = {"stall": 4, "max_rounds": 9}
VARIANTS: list[dict[str, Any]] = [
    SHORT,
    SHORT | {"oblige": "each", "loops": "yes"},
    SHORT | {"halts": "always", "remnant": "lose"},
    SHORT | {"mode": "four", "order": "alternate"},
    SHORT | {"mode": "three", "pool": "joint", "own_city": "army"},
    SHORT | {"mode": "double"},
    SHORT | {"mode": "little"},
    SHORT | {"mode": "little", "armies": "NYWB", "lp_again": "yes", "lp_oblige": "none"},
]
NEAR_THE_STARS = {"N1": "C14", "NC": "E11", "N2": "F13", "W1": "W26", "WC": "U29", "W2": "A27", "W3": "B17"}
HARDLY_ANY = {"N1": "F20", "N2": "M17", "W1": "M20", "W2": "M23"}
NEARLY_HOME = {"N1": "B11", "N2": "C12", "N3": "E11", "W1": "V29", "W2": "W28", "W3": "U29"}
SEEDS = 10_000
SEEDS_OF_A_QUICK_RUN = 320
MANY = 1200  # order sets of one throw; positions with more are passed over
ENOUGH = 2


def starts(rules: Waterloo1895, chosen: dict[str, Any], seed: int) -> Any:
    """Where a game begins: with the default set-ups, or, where there are two armies, mostly near an end."""
    options = rules.settle(chosen)
    if len(rules.seats(options)) == 2 and chosen.get("mode") != "double" and seed % 3:
        pieces = NEARLY_HOME if "mode" in chosen else NEAR_THE_STARS if seed % 3 == 1 else HARDLY_ANY
        return rules.decode({"pieces": pieces, "to_move": "NW"[seed % 2]}, options)
    return rules.adjudicate(rules.opening(options), {}, SeededDice(seed.to_bytes(8, "big")), due=True).position


def both_ways(rules: Waterloo1895, chosen: dict[str, Any], seed: int) -> Iterator[tuple[Any, Any]]:
    """The positions of one game after each of its throws: as the orders leave it, and as a playout does."""
    position = starts(rules, chosen, seed)
    if not rules.awaiting(position):
        return
    number = 0
    while rules.outcome(position) is None:
        number += 1
        key = (1000 * seed + number).to_bytes(8, "big")
        (decision,) = rules.awaiting(position)
        if rules.encode(position)["throw"] is None:
            position = rules.adjudicate(position, {}, SeededDice(key)).position
            continue
        orders = rules.random_orders(position, decision.seat, seed + number)
        played = rules.adjudicate(position, {decision.seat: orders}, SeededDice(key)).position
        if orders[0].text != "pass":  # a throw without a move does not end a playout, which then throws again
            after = rules.playout(position, seed + number, 1).position
            yield played, rules.adjudicate(after, {}, SeededDice(key)).position
        position = played


def compare(rules: Waterloo1895, seeds: range) -> dict[str, int]:
    """Every position and end of a game for each seed. Returns how many games ended for which reason."""
    ends: dict[str, int] = {}
    for seed in seeds:
        chosen = VARIANTS[seed % len(VARIANTS)]
        for by_orders, by_playout in both_ways(rules, chosen, seed):
            assert rules.encode(by_orders) == rules.encode(by_playout), (chosen, seed)
            outcome = rules.outcome(by_orders)
            assert outcome == rules.outcome(by_playout)
            if outcome is not None:
                ends[outcome.reason] = ends.get(outcome.reason, 0) + 1
    return ends


def test_a_playout_and_a_game_by_orders_are_the_same_game(rules: Waterloo1895) -> None:
    ends = compare(rules, range(SEEDS_OF_A_QUICK_RUN))
    assert {"stars", "stall", "max_rounds", "goal", "remnant", "too_few"} <= set(ends), ends


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_ten_thousand_playouts_and_games_by_orders_are_the_same_games(rules: Waterloo1895) -> None:
    ends = compare(rules, range(SEEDS_OF_A_QUICK_RUN, SEEDS_OF_A_QUICK_RUN + SEEDS))
    assert {"stars", "stall", "max_rounds", "goal", "no_pieces", "too_few", "remnant"} <= set(ends), ends


def test_a_playout_goes_on_from_throw_to_throw(rules: Waterloo1895) -> None:
    """With a higher limit it is the same run, further on: what was is kept, and every clock only grows."""
    for number, chosen in enumerate(VARIANTS):
        opening = rules.opening(rules.settle(chosen))
        before = rules.encode(rules.playout(opening, number, 0).position)
        for limit in range(1, 90):
            run = rules.playout(opening, number, limit)
            after = rules.encode(run.position)
            assert after["throws"] - before["throws"] <= 40
            assert run.moves >= limit or after["phase"] == "over"
            assert run.moves <= limit + 2 or after["phase"] == "over"
            assert (after["throws"], after["turn"], after["round"]) >= (
                before["throws"],
                before["turn"],
                before["round"],
            )
            assert set(before["captured"].items()) <= set(after["captured"].items())
            assert after["turn"] <= after["throws"] + 1
            before = after


def test_a_playout_from_within_a_chain_plays_it_to_its_last_throw_as_orders_do(rules: Waterloo1895) -> None:
    options = rules.settle({"throws": "chain"})
    chained = {"pieces": NEAR_THE_STARS, "to_move": "N", "throw": [1, 1, 4], "chain": [[2, 2, 3], [1, 2, 4]]}
    position = rules.decode(chained, options)
    compared = 0
    for seed in range(60):
        orders = rules.random_orders(position, "napoleon", seed)
        throws = [line.text for line in orders]
        last = throws.index("throw 3:") if "throw 3:" in throws else len(throws)
        if throws[-1] == "pass" or last == len(throws):
            continue  # the game ended before the last throw, or nothing moved in it
        moves = sum(isinstance(line.order, Move) for line in orders[:last]) + 1
        by_orders = rules.adjudicate(position, {"napoleon": orders}, SeededDice(bytes([seed]))).position
        run = rules.playout(position, seed, moves)
        assert run.moves == sum(isinstance(line.order, Move) for line in orders)
        after = rules.adjudicate(run.position, {}, SeededDice(bytes([seed]))).position
        assert rules.encode(after) == rules.encode(by_orders)
        compared += 1
    assert compared > 30


@pytest.mark.clause("W95-105")
def test_a_draw_is_agreed_in_a_playout_where_the_last_who_offers_none_is_captured(rules: Waterloo1895) -> None:
    pieces = {"N1": "S27", "N2": "M24", "NC": "M23", "Y1": "G27", "W1": "G13", "W2": "K14", "W3": "A17", "B1": "M21"}
    position = rules.decode(
        {"pieces": pieces, "to_move": "N", "throw": [2, 3, 3], "draw_offers": ["napoleon", "ney", "wellington"]},
        rules.settle({"mode": "four"}),
    )
    found = set()
    for seed in range(60):
        played = rules.playout(position, seed, 1).position
        taken = "B1" not in rules.encode(played)["pieces"]
        end = rules.outcome(played)
        assert (None if end is None else (end.winners, end.reason, end.clause)) == (
            ((), "agreed", "W95-105") if taken else None
        )
        found.add(taken)
    assert found == {True, False}


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
