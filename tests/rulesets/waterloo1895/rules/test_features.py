"""What the robots' weights are fitted to: the features of a position, held against throws that are played."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from core.dice import ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.evaluation import features, weight_names

FAR = {"W1": "M20", "B2": "M23"}
THROWS = 216


def named(rules: Waterloo1895, pieces: dict[str, str], mode: str, to_move: str) -> dict[str, float]:
    position = rules.decode({"pieces": pieces, "to_move": to_move}, rules.settle({"mode": mode}))
    return dict(zip(weight_names(mode), features(position), strict=True))


def winning_throws(rules: Waterloo1895, pieces: dict[str, str], mode: str, to_move: str) -> int:
    """How many of the 216 throws can be played so that the game is won by the stars."""
    options, won = rules.settle({"mode": mode}), 0
    for dice in itertools.combinations_with_replacement(range(1, 7), 3):
        position = rules.decode({"pieces": pieces, "to_move": to_move, "throw": list(dice)}, options)
        (decision,) = rules.awaiting(position)
        for orders in rules.legal(position, decision.seat):
            played = rules.adjudicate(position, {decision.seat: orders}, ScriptedDice([1, 2, 4] * 60)).position
            end = rules.outcome(played)
            if end is not None and end.reason == "stars":
                won += len(set(itertools.permutations(dice)))
                break
    return won


@pytest.mark.parametrize(
    ("mode", "pieces"),
    [
        ("four", {"N1": "B11", "N2": "C12", "NC": "E11", **FAR}),  # the third star of Brussels
        ("four", {"Y1": "V11", "N2": "X11", "NC": "U13", **FAR}),  # the third of Namur, with a partner
        ("four", {"N1": "B11", "Y1": "C12", "Y2": "V11", "N2": "U13", **FAR}),  # the second of the second city
        ("four", {"Y1": "B11", "Y2": "V11", "NC": "F13", "N3": "U13", **FAR}),  # the second of each
        ("four", {"N1": "B11", "N2": "E11", **FAR}),  # two in one city are too few
        ("duel", {"N1": "B11", "N2": "E11", "W1": "M20", "W2": "M23"}),
    ],
)
def test_the_chance_to_win_by_the_stars_is_that_of_the_throws_that_can(
    rules: Waterloo1895, mode: str, pieces: dict[str, Any]
) -> None:
    found = named(rules, pieces, mode, "N")
    won = winning_throws(rules, pieces, mode, "N")
    assert round(found[f"{mode}_on_win"] * THROWS) == won
    assert (won == 0) == (len(pieces) == 4 and mode == "four")
    assert (found[f"{mode}_off_win"], found[f"{mode}_tempo"]) == (0, 1)


def test_the_side_that_throws_next_comes_first(rules: Waterloo1895) -> None:
    pieces = {"N1": "B11", "N2": "C12", "N3": "S27", "YC": "E11", "W1": "M20", "WC": "M23"}
    french, allies = (named(rules, pieces, "four", army) for army in "NW")
    names = [name.removeprefix("four_on_") for name in french if name.startswith("four_on_")]
    assert len(names) > 40
    for name in names:
        assert french[f"four_on_{name}"] == allies[f"four_off_{name}"]
    assert (french["four_on_infantry"], french["four_on_cavalry"]) == (3, 1)
    assert (french["four_off_infantry"], french["four_off_cavalry"]) == (1, 1)
