"""Positions and rules as values: equal, hashed, copied, pickled, kept as JSON; and their JSON against its schema."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from core.contract import BadPosition
from core.dice import SeededDice
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid.position import Position
from pbem.rulesets.schema import json_schema

OPTIONS: list[dict[str, Any]] = [{}, {"hold": "last", "scenario": "lambert"}, {"turn_limit": 3}]
# What only more than one key, or the options, the board or a whole text of bases can show.
TOGETHER = {
    "too_many", "bad_letter", "letter_twice", "square", "two_sides", "two_arms", "capacity", "no_flag", "battery",
    "facing", "number", "no_charge", "not_placed", "not_held", "no_objective", "missing", "not_over", "other_end",
}  # fmt: skip


def positions(rules: WaterlooGrid) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Openings, positions in the middle of a turn, and games that are over, with their options."""
    for chosen in OPTIONS:
        options = rules.settle(chosen)
        yield rules.opening(options), options
        for seed in range(6):
            played = rules.playout(rules.opening(options), seed, 150 * seed + 7).position
            yield played, options
            if not rules.outcome(played) and not rules.encode(played)["dice"]:
                yield rules.adjudicate(played, {}, SeededDice(bytes([seed]))).position, options


def test_a_position_is_a_value(rules: WaterlooGrid) -> None:
    every = [position for position, _ in positions(rules)]
    for position, options in positions(rules):
        kept = Position.from_json(position.to_json(), rules, options)
        for again in (kept, copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert again == position
            assert hash(again) == hash(position)
            assert again.to_json() == position.to_json()
            assert (again.options, again.rules.name) == (options, "waterloo_grid")
        assert [other for other in every if other == position] == [position]
        assert position != position.to_json()
    assert len(set(every)) == len(every)


def test_equal_positions_of_games_with_other_options_are_not_equal(rules: WaterlooGrid) -> None:
    one, other = (rules.opening(rules.settle({"charge_bonus": bonus})) for bonus in ("on", "off"))
    assert one.to_json() == other.to_json()
    assert one != other


def test_a_position_says_whose_turn_it_is(rules: WaterlooGrid) -> None:
    position = rules.opening(rules.settle({}))
    assert repr(position) == "<waterloo_grid 1.1 position, blue: orders>"
    assert repr(rules.playout(rules.opening(rules.settle({"turn_limit": 1})), 1, 10**6).position).endswith("over>")


def test_rules_are_made_again_in_another_process(rules: WaterlooGrid) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again.source == rules.source
    options = rules.settle({})
    assert (
        again.playout(again.opening(options), 4, 200).position == rules.playout(rules.opening(options), 4, 200).position
    )
    assert pickle.loads(pickle.dumps(again)) is again


# --- The schema -----------------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, -1, 0, 1, 5, 10**9, 1.5, "", "A1", "Z9", "l10", "A11", "RI3", "I3", "RQ3", "RI03", "E4:fa:s", "E4:fx:s",
    "E4:fa:q", "E4:f:n  F4:ab:+", "M4:f:n", "blue", "green", "n", "WGR-132", "CON-001", [], ["I"], ["I"] * 5, ["I"] * 6,
    ["Z9"], {}, {"red": 1}, {"green": {}}, {"red": {"I": 1}}, {"red": {"Q": 1}}, {"RI": 3}, {"RQ": 3}, {"F2": "red"},
]  # fmt: skip


def mutated(data: Any, rng: Random) -> Any:
    """The data with one value somewhere in it made another, one key made another, or one added."""
    if isinstance(data, dict) and data and rng.random() < 0.93:
        key = rng.choice(sorted(data))
        other = rng.choice(["RI77", "RQ1", "green", "Z9", "dir", "Af", "unheard"])
        if rng.random() < 0.15:
            return {other if each == key else each: value for each, value in data.items()}
        return {**data, key: mutated(data[key], rng)} if rng.random() < 0.95 else {**data, other: rng.choice(ODD)}
    if isinstance(data, list) and data and rng.random() < 0.7:
        place = rng.randrange(len(data))
        return [*data[:place], mutated(data[place], rng), *data[place + 1 :]]
    return rng.choice(ODD)


def test_the_schema_and_decode_refuse_the_same(rules: WaterlooGrid) -> None:
    """What is refused by the JSON Schema is refused by decode; and the other way, but for what takes several keys."""
    schema, rng = jsonschema.Draft202012Validator(json_schema(rules)), Random(1815)
    found: Counter[str] = Counter()
    for position, options in positions(rules):
        data = json.loads(position.to_json())
        assert schema.is_valid(data)
        for _ in range(120):
            wrong = mutated(data, rng)
            why = refusal(rules, wrong, options)
            found[why] += 1
            if schema.is_valid(wrong):
                assert why in {"accepted", *TOGETHER}, wrong
            else:
                assert why != "accepted", wrong
    assert found["shape"] > 500
    assert len(TOGETHER & set(found)) > 5


def refusal(rules: WaterlooGrid, data: Any, options: dict[str, Any]) -> str:
    """Why decode refuses it: the code, or `shape`; or `accepted`."""
    try:
        rules.decode(json.dumps(data), options)
    except BadPosition as error:
        return error.code
    except msgspec.ValidationError:
        return "shape"
    return "accepted"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn", 1_000_001),
        ("turn", 0),
        ("mails", 10),
        ("missed", {"blue": 1_000_001}),
        ("missed", {"green": 1}),
        ("pools", {"red": {"I": 201}}),
        ("used", {"RI": 10_000}),
        ("charges", [{"cell": "E5", "dir": "n", "tokens": 5}]),
        ("charges", [{"cell": "E5", "dir": "n", "tokens": 1}] * 33),
        ("fights", ["A1"] * 121),
        ("dice", ["I"] * 4),
        ("outcome", {"winners": ["red", "blue"], "reason": "agreed", "clause": "WGR-136"}),
    ],
)
def test_bounds_are_the_same_in_both(rules: WaterlooGrid, key: str, value: Any) -> None:
    data = {"units": {"RI1": "B4:fabc:s", "BI1": "C8:fabc:n"}, key: value}
    assert not jsonschema.Draft202012Validator(json_schema(rules)).is_valid(data)
    with pytest.raises((BadPosition, msgspec.ValidationError)):
        rules.decode(data, rules.settle({}))
