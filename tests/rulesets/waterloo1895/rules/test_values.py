"""Positions of Waterloo (1895) as values, and their JSON: the schema and `decode` refuse the same."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

from core.contract import BadPosition
from core.dice import SeededDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895 import schema as written

VARIANTS: list[dict[str, Any]] = [
    {},
    {"mode": "four"},
    {"mode": "three", "pool": "joint", "setup": "open"},
    {"mode": "double", "throws": "chain"},
    {"mode": "little", "armies": "NYB"},
]
MUTATIONS = 25  # of each position
# What only several keys together, or the options of the game (who takes part in it), say of a position.
ACROSS_KEYS = {
    "no_such_piece", "no_such_army", "no_such_seat", "two_on_one_spot", "on_the_board", "nobody", "no_setup", "not_all",
    "all", "not_whole", "not_the_order", "nobody_in_turn", "no_chain", "not_over", "missing",
}  # fmt: skip


def positions(rules: Waterloo1895, chosen: dict[str, Any]) -> Iterator[Any]:
    """The opening, one army posted, some moments of a game, and its end."""
    options = rules.settle(chosen)
    opening = rules.opening(options)
    yield opening
    if chosen.get("mode") != "little":
        seat = rules.awaiting(opening)[0].seat
        yield rules.adjudicate(opening, {seat: rules.random_orders(opening, seat, 1)}, SeededDice(b"")).position
    for moves in (1, 40, 200, 100_000):
        later = rules.playout(opening, 5, moves).position
        yield later
        yield rules.adjudicate(later, {}, SeededDice(bytes([moves % 256]))).position


@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
def test_a_position_is_a_value(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    seen = set()
    for position in positions(rules, chosen):
        same = rules.decode(rules.encode(position), position.options)
        assert same is not position
        assert (same == position, hash(same) == hash(position)) == (True, True)
        assert copy.copy(position) == copy.deepcopy(position) == position
        assert type(position).from_json(position.to_json(), rules, position.options) == position
        sent = pickle.loads(pickle.dumps(position))
        assert sent == position
        assert sent.rules.encode(sent) == rules.encode(position)
        assert rules.awaiting(sent) == rules.awaiting(position)
        assert position != rules.encode(position)
        seen.add(position)
    assert len(seen) > 5


def test_what_a_position_says_of_itself(rules: Waterloo1895) -> None:
    opening = rules.opening(rules.settle({}))
    assert repr(opening) == "<waterloo1895 2 position, napoleon: setup, wellington: setup>"
    assert opening.rules is rules
    assert opening.options == rules.settle({})
    assert repr(rules.playout(opening, 1, 100_000).position) == "<waterloo1895 2 position, over>"


def test_positions_of_other_games_are_other_positions(rules: Waterloo1895) -> None:
    pieces = {"pieces": {"N1": "S27", "W1": "G13"}, "to_move": "N"}
    usual = rules.decode(pieces, rules.settle({}))
    assert usual != rules.decode(pieces, rules.settle({"halts": "always"}))
    assert usual != rules.decode(pieces | {"quiet": 1}, rules.settle({}))


def test_rules_come_back_on_the_same_board(rules: Waterloo1895) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again.board.armies == "NYWB"
    assert pickle.loads(pickle.dumps(rules)) is again


# --- The schema -------------------------------------------------------------------------------------------------------


def validator(rules: Waterloo1895) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(msgspec.json.schema(rules.position_schema))


def test_the_spots_of_the_schema_are_those_of_the_board(rules: Waterloo1895) -> None:
    named = {f"{column}{row}" for columns, rows in written.COLUMNS.items() for column in columns for row in rows}
    assert named == set(rules.board.graph.names)
    assert set(written.HILLS) == set(rules.board.hills)


@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
def test_what_is_written_is_as_the_schema_says(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    check = validator(rules)
    for position in positions(rules, chosen):
        check.validate(rules.encode(position))


@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
def test_what_is_refused_by_its_shape_is_refused_by_the_schema(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    """Random damage: what passes the schema may be refused for what several keys say together, and for nothing else."""
    check, draw = validator(rules), random.Random(str(chosen))
    found: dict[str | None, int] = {}
    for position in positions(rules, chosen):
        for _ in range(MUTATIONS):
            damaged = mutated(rules.encode(position), draw)
            sound = check.is_valid(damaged)
            fault = refusal(rules, damaged, position.options)
            found[fault] = found.get(fault, 0) + 1
            if fault == "shape":
                assert not sound, damaged
            elif fault is None:
                assert sound, damaged
            else:
                assert not sound or fault in ACROSS_KEYS, (fault, damaged)
    assert found["shape"] > 20
    assert found[None] > 20


def refusal(rules: Waterloo1895, data: Any, options: dict[str, Any]) -> str | None:
    """Why `decode` refuses a position: `shape`, the code of a BadPosition, or None where it takes it."""
    try:
        rules.decode(msgspec.json.encode(data), options)
    except msgspec.ValidationError:
        return "shape"
    except BadPosition as error:
        return error.code
    return None


NUMBERS: list[Any] = [None, True, False, 0, -1, 1, 3, 7, 2.5, 1_000_000_000, 1_000_000_001]
WORDS: list[Any] = ["", "N", "Q", "N1", "N9", "S27", "I15", "A11", "A16", "HP", "PA", "napoleon", "anna", "play"]
WHOLE: list[Any] = [[], [1, 2, 3], [1, 2], [1, 2, 7], ["N"], [[1, 1, 2]], {}, {"N1": "S27"}]
VALUES = NUMBERS + WORDS + WHOLE
KEYS = ["N1", "N9", "W1", "ZZ", "speed", "pieces", "turn", "throw", "captured"]


def mutated(data: Any, draw: random.Random) -> Any:
    """The data with one value, somewhere in it, changed, added or taken away."""
    if isinstance(data, dict) and data and draw.random() < 0.8:
        key = draw.choice(list(data))
        if draw.random() < 0.15:
            return {name: value for name, value in data.items() if name != key}
        if draw.random() < 0.1:
            return data | {draw.choice(KEYS): draw.choice(VALUES)}
        return data | {key: mutated(data[key], draw)}
    if isinstance(data, list) and data and draw.random() < 0.7:
        at = draw.randrange(len(data))
        return [*data[:at], mutated(data[at], draw), *data[at + 1 :]]
    return draw.choice(VALUES)
