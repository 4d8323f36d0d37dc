"""Positions of Conflict as values, and their JSON beside the schema."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from core.contract import BadPosition
from core.rulesets.conflict.position import Position
from core.rulesets.conflict.schema import COLOURS, PIECES, PositionSchema

GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "alliances": "formal", "reveal": "stepwise"},
    {"players": 4, "teams": "opposite", "turn_limit": 60},
    {"players": 4, "dead_mines": "heir", "own_mine_plane": "lost"},
]
games = pytest.mark.parametrize(
    "chosen", GAMES, ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items())
)
# What a refusal says of a single word, which needs nothing but that word to be seen.
OF_ONE_WORD = {"no_such_piece", "no_such_place"}
SCHEMA = jsonschema.Draft202012Validator(msgspec.json.schema(PositionSchema))


def positions(rules: Any, chosen: dict[str, Any], count: int) -> Iterator[Any]:
    opening = rules.opening(rules.settle(chosen))
    yield opening
    for seed in range(count):
        yield rules.playout(opening, seed, 3 + 37 * seed).position


# --- As values -----------------------------------------------------------------------------------------------------


@games
def test_a_position_is_a_value(rules: Any, chosen: dict[str, Any]) -> None:
    before: Any = None
    for position in positions(rules, chosen, 6):
        same = rules.decode(rules.encode(position), position.options)
        assert same == position
        assert hash(same) == hash(position)
        assert same is not position
        assert position != before
        assert position != "a word"
        assert position.rules is rules
        assert position.options == rules.settle(chosen)
        assert copy.copy(position) == copy.deepcopy(position) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert Position.from_json(position.to_json(), rules, position.options) == position
        before = position


def test_a_position_says_what_it_is(rules: Any) -> None:
    opening = rules.opening(rules.settle({"first": "red"}))
    assert repr(opening) == "<conflict 1.1 position, red: turn>"
    over = rules.playout(opening, 1, 100_000).position
    assert repr(over) == "<conflict 1.1 position, over>"


def test_other_options_make_another_position(rules: Any) -> None:
    one, other = (rules.opening(rules.settle({"first": "red", "nmr": nmr})) for nmr in ("hold", "bot"))
    assert rules.encode(one) == rules.encode(other)
    assert one != other


def test_the_options_of_a_position_are_a_copy(rules: Any) -> None:
    position = rules.opening(rules.settle({}))
    position.options["players"] = 4
    assert position.options["players"] == 2


# --- As JSON -------------------------------------------------------------------------------------------------------


@games
def test_what_is_encoded_is_as_the_schema_says(rules: Any, chosen: dict[str, Any]) -> None:
    for position in positions(rules, chosen, 12):
        written = rules.encode(position)
        assert set(written) == {field.encode_name for field in msgspec.structs.fields(PositionSchema)}
        SCHEMA.validate(written)


def test_every_key_is_described() -> None:
    for kind in msgspec.json.schema(PositionSchema)["$defs"].values():
        assert [name for name, key in kind["properties"].items() if "description" not in str(key)] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": 200_000_000},
        {"turn": 0},
        {"pieces": {"red": {"ar1": "l25"}}},
        {"pieces": {"red": {"ar1": "y2"}}},
        {"pieces": {"red": {"ar1": "l02"}}},
        {"pieces": {"red": {"ar1": "field"}}},
        {"pieces": {"red": {"ar1": "HELD:blue"}}},
        {"pieces": {"red": {"ar9": "l2"}}},
        {"pieces": {"blue": {}}},
        {"to_move": "blue"},
        {"throws": [[7, 1]]},
        {"throws": [[1]]},
        {"throws": [[1, 1]] * 4},
        {"throw": 4},
        {"out": {"blue": {"how": "circle"}}},
        {"out": {"green": {"how": "tired"}}},
        {"draw_offers": {"red": 3}},
        {"auto": ["blue"]},
        {"missed": {"red": -1}},
        {"speed": 1},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_by_the_schema_and_by_decode(rules: Any, wrong: dict[str, Any]) -> None:
    position = {"pieces": {"red": {"ar1": "l2"}, "green": {"ar1": "u23"}}, "to_move": "red"}
    SCHEMA.validate(position)
    rules.decode(position, rules.settle({}))
    assert not SCHEMA.is_valid(position | wrong)
    with pytest.raises((BadPosition, msgspec.ValidationError)):
        rules.decode(position | wrong, rules.settle({}))


WORDS = [*COLOURS, *PIECES, "blue", "l2", "d4", "z9", "START", "RESERVE", "HELD:red", "HELD:", "play", "", "CON-106"]
VALUES = [None, True, -1, 0, 1, 3, 7, 200_000_000, 1.5, [], {}, [1, 2], [[1, 2]], *WORDS]


def mutated(written: Any, rng: Random) -> Any:
    """The JSON with one value somewhere in it replaced, left out or added."""
    if rng.random() < 0.15 or not isinstance(written, dict | list) or not written:
        return rng.choice(VALUES)
    if isinstance(written, list):
        at = rng.randrange(len(written))
        return [*written[:at], mutated(written[at], rng), *written[at + 1 :]]
    key = rng.choice(list(written))
    match rng.randrange(8):
        case 0:
            return {name: value for name, value in written.items() if name != key}
        case 1:
            return {**written, rng.choice(WORDS): rng.choice(VALUES)}
    return {**written, key: mutated(written[key], rng)}


@games
def test_the_schema_refuses_all_that_decode_refuses_by_shape(rules: Any, chosen: dict[str, Any]) -> None:
    options, rng = rules.settle(chosen), Random(1940)
    refused = taken = 0
    for position in positions(rules, chosen, 5):
        whole = rules.encode(position)
        for _ in range(120):
            written = mutated(whole, rng)
            if not isinstance(written, dict):
                continue
            by_shape = False
            try:
                rules.decode(written, options)
            except msgspec.ValidationError:
                by_shape = True
            except BadPosition as error:
                by_shape = error.code in OF_ONE_WORD
            else:
                taken += 1
                assert SCHEMA.is_valid(written), written
            if by_shape:
                refused += 1
                assert not SCHEMA.is_valid(written), written
    assert min(refused, taken) > 40
