"""What ODDS and HINT say of orders in Waterloo (1895): counted over all throws, and true."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

import pytest

from core.contract import Json, Level, Line, Orders
from core.dice import ScriptedDice
from core.rulesets.waterloo1895.danger import dangers
from core.rulesets.waterloo1895.orders import Pass
from pbem.robots import odds
from pbem.rulesets import presentation
from pbem.rulesets.waterloo1895 import hints
from pbem.rulesets.waterloo1895 import odds as words_of_odds

WORDS = presentation("waterloo1895")
RULES = WORDS.rules


def position(pieces: Mapping[str, str], army: str, throw: list[int], **more: Any) -> Any:
    options = RULES.settle({key: more.pop(key) for key in ("mode", "throws") if key in more})
    return RULES.decode({"pieces": pieces, "to_move": army, "throw": throw, **more}, options)


def orders(text: str) -> Orders:
    return WORDS.read(list(enumerate(text.split(" / "), start=1)))


def view_of(placed: Any) -> Json:
    (decision,) = RULES.awaiting(placed)
    return RULES.view(placed, decision.seat)


def told(placed: Any, text: str, count: int = 10) -> tuple[str, ...]:
    return odds.of(WORDS, view_of(placed), orders(text), count=count).told


NAPOLEON = {"N1": "W26", "N2": "U22", "N3": "Q26"}
WELLINGTON = {"W1": "A14", "W2": "M23", "W3": "D15"}


def test_what_is_taken_and_who_stands_in_danger_is_told() -> None:
    placed = position(NAPOLEON | WELLINGTON | {"W4": "M19"}, "N", [1, 3, 6])
    said = told(placed, "N1 1 V26 / N2 3 LI / N3 6 M23")
    assert said[0] == "You take W2 on M23."
    assert "N3 on M23 can be taken by 21 of 56 throws (42 %)." in said
    assert not any("N2 on T20" in line for line in said)  # it stands on a hill
    assert "Wellington cannot win with his next throw." in said
    assert all(len(line) <= 78 for line in said)


def test_a_further_throw_comes_first() -> None:
    placed = position(NAPOLEON | WELLINGTON, "N", [1, 1, 6])
    said = told(placed, "N1 1 V26 / N2 1 U23 / N3 6 M23")
    assert said[1] == "You have another throw first; as the pieces will stand before it:"


def test_a_win_is_told_and_nothing_besides() -> None:
    placed = position({"N1": "D12", "N2": "B11", "N3": "Q26"} | {"W1": "A20", "W2": "U20"}, "N", [1, 3, 6])
    assert told(placed, "N1 1 C12", 4) == ("The game is won.",)


def test_that_the_enemy_can_win_is_told() -> None:
    """W1 stands 1 from one star, W2 is on another."""
    placed = position({"N1": "M26", "N2": "U22", "W1": "W27", "W2": "V29", "W3": "D15"}, "N", [1, 2, 2])
    said = told(placed, "N1 1 M27 / N2 2 U23")
    assert any(line.startswith("Wellington can win with his next throw: by ") for line in said), said


def test_of_two_enemies_each_is_named() -> None:
    pieces = {"N1": "M20", "N2": "U22", "N3": "R29", "Y1": "E22", "W1": "M17", "B1": "M14", "B2": "U18", "W2": "D15"}
    placed = position(pieces, "N", [1, 1, 4], mode="four")
    said = odds.of(WORDS, view_of(placed), RULES.robot_orders(view_of(placed), Level.RECRUIT, 1), count=3).told
    assert any("Wellington" in line for line in said)
    assert any("Blücher" in line for line in said)


def test_in_the_children_s_game_nobody_is_taken() -> None:
    placed = position(
        {"N1": "V29", "N2": "W28", "N3": "X29", "W1": "B11", "W2": "C12", "W3": "D11"}, "N", [1, 2, 4], mode="little"
    )
    view = view_of(placed)
    said = odds.of(WORDS, view, RULES.robot_orders(view, Level.OFFICER, 1), count=3).told
    assert said == ("Wellington cannot win with his next throw.",)


def test_before_all_have_set_up_nothing_is_told() -> None:
    opening = RULES.opening(RULES.settle({}))
    assert odds.of(WORDS, RULES.view(opening, "napoleon"), orders("place default"), count=3).told == ()


def test_where_chance_has_a_say_shares_are_told() -> None:
    """AUTO plays the throw that a doublet earns, whatever it is (W95-135)."""
    placed = position(NAPOLEON | WELLINGTON, "N", [1, 1, 5])
    said = told(placed, "auto", 60)
    assert all(len(line) <= 78 for line in said)


def test_short_says_what_is_taken_and_in_danger() -> None:
    placed = position(NAPOLEON | WELLINGTON | {"W4": "M19"}, "N", [1, 3, 6])
    view = view_of(placed)
    samples = list(odds.samples(WORDS, view, orders("N1 1 V26 / N2 3 LI / N3 6 M23"), 3))
    assert words_of_odds.short(RULES, view, samples) == "takes W2, N3 on M23 in danger 42 %"


# --- The counts themselves ------------------------------------------------------------------------------------------


def test_dangers_are_what_all_orders_for_all_throws_can_do() -> None:
    """Every throw, every order set of each, as the rules list them."""
    pieces = {"N1": "C14", "N2": "C13", "N3": "M20", "N4": "D11", "W1": "F13", "WC": "E11"}
    on = {spot: piece for piece, spot in pieces.items() if piece[0] == "N"}
    taken: dict[str, set[tuple[int, ...]]] = {}
    for dice in combinations_with_replacement(range(1, 7), 3):
        for each in RULES.legal(position(pieces, "W", list(dice)), "wellington"):
            for leg in (leg for line in each for leg in getattr(line.order, "legs", ())):
                if leg.spot in on:
                    taken.setdefault(on[leg.spot], set()).add(dice)
    found, wins = dangers(position(pieces, "N", [1, 2, 4]), "W")
    assert {piece: kinds for piece, (kinds, _) in found.items()} == {piece: len(dice) for piece, dice in taken.items()}
    assert wins == (0, 0)
    for piece, kinds in taken.items():
        assert found[piece][1] == sum((1, 3, 6)[len(set(each)) - 1] for each in kinds)


# --- Hints ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "throw", "text", "reason"),
    [
        (NAPOLEON | WELLINGTON, [1, 3, 6], "N1 1 V26 / N2 3 LI / N3 6 M23", "It takes W2"),
        ({"N1": "D12", "N2": "B11", "W1": "A20", "W2": "U20"}, [1, 3, 6], "N1 1 C12", "It wins the game."),
    ],
)
def test_a_hint_has_a_reason(pieces: dict[str, str], throw: list[int], text: str, reason: str) -> None:
    view = view_of(position(pieces, "N", throw))
    assert hints.reason(RULES, view, orders(text)).startswith(reason)


def test_robots_have_a_reason_for_everything() -> None:
    for chosen in ({}, {"mode": "four"}, {"mode": "little"}):
        opening = RULES.opening(RULES.settle(chosen))
        for seed in range(2):
            late = RULES.playout(opening, seed, 300).position
            placed = RULES.adjudicate(late, {}, ScriptedDice([1, 2, 4] * 20)).position
            if RULES.outcome(placed) is not None:
                continue
            view = view_of(placed)
            said = WORDS.reason(view, RULES.robot_orders(view, Level.OFFICER, 1))
            assert said.startswith("It ")
            assert said.endswith(".")
            assert len(said) <= 120


def test_a_set_up_and_a_pass_have_one_too() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "napoleon")
    assert WORDS.reason(view, RULES.robot_orders(view, Level.OFFICER, 1)).endswith("help.")
    placed = view_of(position(NAPOLEON | WELLINGTON, "N", [1, 3, 6]))
    assert WORDS.reason(placed, [Line(1, "pass", Pass())]) == "No die can be played."
