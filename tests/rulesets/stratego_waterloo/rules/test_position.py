"""Positions as values, and their schema: what it refuses is refused by `decode`, and what is written passes it."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from core.contract import BadPosition, Json
from core.rulesets.stratego_waterloo.position import Position
from pbem.rulesets.schema import json_schema
from pbem.rulesets.stratego_waterloo import presentation

RULES = presentation().rules
SCHEMA = Draft202012Validator(json_schema(RULES))
GAMES: list[Json] = [
    {"version": "basic"},
    {"version": "standard", "draft": "live"},
    {"version": "expert", "start": "early", "grouchy": "on"},
]
# What a word alone shows to be wrong: refused by the rules with a reason, and by the schema with a pattern.
OF_ONE_WORD = {"no_such_square", "no_such_unit", "no_such_label", "no_prussian"}
ODD: tuple[Any, ...] = (
    None,
    -1,
    7,
    201,
    20_000,
    True,
    "",
    "E4",
    "M4",
    "LN",
    "LN-7",
    "XX",
    [],
    ["LN"],
    {},
    {"code": "LN"},
)


def positions(count: int) -> list[Position]:
    return [
        RULES.playout(RULES.opening(RULES.settle(GAMES[seed % len(GAMES)])), seed, 31 * seed % 700).position
        for seed in range(count)
    ]


def mutated(data: Json, rng: Random) -> Json:
    """The same with one value, anywhere in it, changed, taken out or added."""
    data = copy.deepcopy(data)
    places: list[tuple[Any, Any]] = []
    todo: list[Any] = [data]
    while todo:
        inner = todo.pop()
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        places += [(inner, key) for key in keys]
        todo += [inner[key] for key in keys if isinstance(inner[key], dict | list)]
    inner, key = rng.choice(places)
    match rng.randrange(3):
        case 0:
            inner[key] = rng.choice(ODD)
        case 1:
            del inner[key]
        case _ if isinstance(inner, dict):
            inner[rng.choice(("E4", "Z9", "blue", "LN", "extra", "V9", "R241", "HOU", "T31"))] = rng.choice(ODD)
        case _:
            inner.append(rng.choice(ODD))
    return data


def test_what_is_written_passes_the_schema_and_is_read_back() -> None:
    for position in positions(45):
        data = RULES.encode(position)
        assert [error.message for error in SCHEMA.iter_errors(data)] == []
        assert RULES.decode(data, position.options) == position


def test_what_decode_refuses_for_its_shape_the_schema_refuses() -> None:
    rng = Random(5)
    refused = 0
    for position in positions(30):
        for _ in range(60):
            data = mutated(RULES.encode(position), rng)
            wrong = False
            try:
                RULES.decode(json.dumps(data), position.options)
            except msgspec.ValidationError:
                wrong = True
            except BadPosition as error:
                wrong = error.code in OF_ONE_WORD
            refused += wrong
            assert SCHEMA.is_valid(data) is False if wrong else True, data
    assert refused > 500


@pytest.mark.parametrize(
    "data",
    [
        {"board": {"Z4": "LN"}},
        {"board": {"E11": "LN"}},
        {"board": {"E4": "XX"}},
        {"board": {"E4": "PL-6"}},
        {"board": {"E4": "LN-1"}},
        {"turn": 200_000_000},
        {"turn": -22},
        {"actions": {"used": 10}},
        {"undrawn": ["LN"]},
        {"tiles": {"HOU": {"damage": 5}}},
        {"standing": {"blue": {"spirit": "win 7"}}},
        {"cards": {"hands": {"blue": ["FS", "FS", "FS", "FS"]}}},
        {"plans": {"blue": {"kind": "cut", "squares": ["E0"]}}},
        {"pursuit": {"victor": "blue", "riders": {"V241": "CH"}}, "phase": "pursuit"},
        {"eliminated": {"green": {}}},
        {"step": 1_000_000_001},
    ],
)
def test_bounds_hold_in_the_schema_and_in_decode(data: Json) -> None:
    assert not SCHEMA.is_valid(data)
    with pytest.raises((BadPosition, msgspec.ValidationError)):
        RULES.decode(data, RULES.settle({"version": "expert"}))


# --- Values -------------------------------------------------------------------------------------------------------


def test_positions_compare_hash_copy_and_pickle() -> None:
    for position in positions(9):
        again = RULES.decode(RULES.encode(position), position.options)
        assert again == position
        assert hash(again) == hash(position)
        for other in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert other == position
            assert other.options == position.options
        assert type(position).from_json(position.to_json(), RULES, position.options) == position


def test_positions_of_other_games_or_moments_differ() -> None:
    one, other = RULES.settle({"version": "basic"}), RULES.settle({"version": "basic", "memory": "off"})
    assert RULES.opening(one) != RULES.opening(other)
    assert RULES.opening(one) != RULES.playout(RULES.opening(one), 1, 5).position
    assert RULES.opening(one) != "a position"
    assert len({RULES.opening(one), RULES.opening(one), RULES.opening(other)}) == 2


def test_a_position_tells_its_rules_and_options_and_cannot_be_changed_through_them() -> None:
    position = RULES.opening(RULES.settle({"version": "standard"}))
    assert position.rules is RULES
    assert "red: setup" in repr(position)
    position.options["version"] = "basic"
    assert position.options["version"] == "standard"


def test_rules_are_the_same_in_another_process() -> None:
    rules = pickle.loads(pickle.dumps(RULES))
    opening = RULES.opening(RULES.settle({}))
    assert rules.encode(rules.opening(rules.settle({}))) == RULES.encode(opening)
