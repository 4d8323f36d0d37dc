"""Options of Waterloo (1895) that cannot be had and positions that cannot be.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract import BadOption, BadPosition
from core.rulesets.waterloo1895 import Waterloo1895


def test_options_have_the_defaults_of_the_rulebook(rules: Waterloo1895) -> None:
    assert rules.settle({}) == {option.name: option.default for option in rules.options()}
    assert rules.seats(rules.settle({"mode": "three"})) == ("napoleon", "wellington", "blucher")
    assert rules.seats(rules.settle({"mode": "little", "armies": "NYB"})) == ("napoleon", "ney", "blucher")


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"weather": "rain"}, "unknown"),
        ({"mode": "chess"}, "value"),
        ({"stall": -1}, "value"),
        ({"stall": True}, "value"),
        ({"stall": "30 turns"}, "value"),
        ({"max_rounds": 10**9}, "value"),
        ({"lp_again": "yes"}, "conflict"),
        ({"armies": "NYWB"}, "conflict"),
        ({"own_city": "army"}, "conflict"),
        ({"mode": "four", "pool": "joint"}, "conflict"),
        ({"mode": "little", "halts": "always"}, "conflict"),
        ({"mode": "little", "order": "alternate"}, "conflict"),
        ({"mode": "little", "throws": "chain"}, "conflict"),
    ],
)
def test_options_that_cannot_be(rules: Waterloo1895, chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as caught:
        rules.settle(chosen)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"pieces": {"N9": "S27"}}, "pieces.N9", "no_such_piece"),
        ({"pieces": {"Y1": "S27"}}, "pieces.Y1", "no_such_piece"),
        ({"pieces": {"N1": "I15"}}, "pieces.N1", "no_such_spot"),
        ({"pieces": {"N1": "S27", "N2": "HP"}}, "pieces.N2", "two_on_one_spot"),
        ({"pieces": {}}, "pieces", "nobody"),
        ({"to_move": "B"}, "to_move", "no_such_army"),
        ({"to_move": "NY"}, "to_move", "no_such_army"),
        ({"to_move": None}, "to_move", "missing"),
        ({"order": ["N"]}, "order", "not_the_order"),
        ({"captured": {"N1": 3}}, "captured.N1", "on_the_board"),
        ({"chain": [[1, 2, 3]]}, "chain", "no_chain"),
        ({"resigned": ["ney"]}, "resigned[0]", "no_such_seat"),
        ({"phase": "over"}, "throw", "nobody_in_turn"),
        ({"phase": "over", "throw": None}, "outcome", "missing"),
        ({"outcome": {"winners": [], "reason": "agreed", "clause": "W95-105"}}, "outcome", "not_over"),
        ({"phase": "setup", "throw": None}, "posted", "all"),
        ({"phase": "setup", "throw": None, "pieces": {"N1": "S27"}}, "posted", "not_whole"),
        ({"phase": "setup", "throw": None, "posted": [], "pieces": {"N1": "S27"}}, "posted", "not_whole"),
        ({"posted": ["N"]}, "posted", "not_all"),
    ],
)
def test_positions_that_cannot_be(rules: Waterloo1895, change: dict[str, Any], where: str, code: str) -> None:
    written = {"pieces": {"N1": "S27", "W1": "G13"}, "to_move": "N", "throw": [1, 2, 3]}
    with pytest.raises(BadPosition) as caught:
        rules.decode(written | change, rules.settle({}))
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize(
    "change",
    [
        {"throw": [1, 2]},
        {"throw": [1, 2, 7]},
        {"throw": [0, 2, 3]},
        {"colour": "red"},
        {"turn": "1"},
        {"turn": 0},
        {"pieces": ["N1"]},
    ],
    ids=str,
)
def test_a_position_of_the_wrong_shape(rules: Waterloo1895, change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        rules.decode({"pieces": {"N1": "S27"}, "to_move": "N"} | change, rules.settle({}))
