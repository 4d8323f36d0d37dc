"""Positions are values: they compare, hash, copy and travel; and their text is the text of their JSON."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame.position import Position

FOREIGN = {
    "pieces": [
        {"code": "QUI", "x": 3000, "y": 1900},
        {"code": "OLD", "side": "allied", "arm": "cavalry", "men": 3, "x": 3000, "y": 2500, "heading": 90},
    ],
    "standing": {"french": {"evade": {"all": "never"}, "support": {"QUI": []}}},
}


@pytest.fixture(params=["opening", "midgame", "bare", "foreign"])
def position(rules: WaterlooWargame, request: pytest.FixtureRequest) -> Any:
    usual = rules.settle({})
    bare = rules.settle({"scenario": "bare"})
    return {
        "opening": lambda: rules.opening(usual),
        "midgame": lambda: rules.playout(rules.opening(usual), 7, 250).position,
        "bare": lambda: rules.opening(bare),
        "foreign": lambda: rules.decode(FOREIGN, usual),
    }[request.param]()


def test_a_copy_is_the_same_value(position: Any) -> None:
    assert position.rules.decode(position.rules.encode(position), position.options) == position
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position
        assert hash(again) == hash(position)
        assert again.options == position.options


def test_a_position_goes_through_json(position: Any) -> None:
    assert msgspec.json.decode(position.to_json()) == position.rules.encode(position)
    assert Position.from_json(position.to_json(), position.rules, position.options) == position


def test_another_position_is_another_value(rules: WaterlooWargame) -> None:
    usual, longer = rules.settle({}), rules.settle({"turns": 24})
    opening = rules.opening(usual)
    assert opening != rules.playout(opening, 1, 20).position
    assert opening != rules.opening(longer)
    assert opening != rules.encode(opening)
    assert len({opening, rules.opening(usual), rules.playout(opening, 1, 20).position}) == 2


def test_a_position_tells_what_it_is(rules: WaterlooWargame) -> None:
    opening = rules.opening(rules.settle({}))
    assert repr(opening) == "<waterloo_wargame 1.1 position, french: turn>"
    assert opening.rules is rules
    opening.options["turns"] = 1
    assert opening.options["turns"] == 20


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2000))
def test_the_text_of_a_position_is_that_of_its_json(rules: WaterlooWargame, seed: int, moves: int) -> None:
    position = rules.playout(rules.opening(rules.settle({})), seed, moves).position
    assert position.to_json().encode() == msgspec.json.encode(rules.encode(position))
