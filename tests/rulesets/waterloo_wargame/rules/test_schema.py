"""The JSON Schema of a position lets nothing pass that is refused for its shape, and all that is written."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import msgspec
import pytest

from core.contract import BadPosition
from core.rulesets.waterloo_wargame import WaterlooWargame

# Values that some field or other does not take.
STRANGE: tuple[Any, ...] = (
    None, True, -1, 1, 360, 5001, 7001, 200_000_000, 1.5, "", "all", "QUI", "qui", "TOOLONG", "french", "prussian", [],
    ["QUI"], ["qui"], ["QUI"] * 13, ["french"] * 2, {}, {"QUI": "never"}, {"french": 3}, {"prussian": 3}, {"HOU": None},
)  # fmt: skip


@cache
def validator(rules: WaterlooWargame) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(msgspec.json.schema(rules.position_schema))


def everything(rules: WaterlooWargame) -> dict[str, Any]:
    """A position in which every key says something."""
    options = rules.settle({})
    written = rules.encode(rules.opening(options))
    side = {"evade": {"all": "weak"}, "draw": {"all": "hold"}, "retreat": {"all": "away"}, "fallback": "QUI"}
    return written | {
        "pieces": [piece for piece in written["pieces"] if piece["code"] in ("QUI", "BOU", "PET", "KEM")],
        "generals": {"french": "PET", "allied": None},
        "locks": [{"piece": "QUI", "against": ["KEM"]}],
        "standing": {"french": side | {"support": {"all": "auto", "QUI": ["BOU"]}}},
        "computer": ["allied"],
        "draw_offers": ["french"],
        "phase": "over",
        "outcome": {"winners": ["french"], "reason": "losses", "clause": "WWG-125"},
    }


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys; of the pieces the first is enough."""
    for key in list(value) if isinstance(value, dict) else range(min(len(value), 1)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def mutated(written: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The position with one or two values changed, dropped or put where nothing was."""
    changed = copy.deepcopy(written)
    for _ in range(rng.randint(1, 2)):
        container, key = rng.choice(list(places(changed)))
        change = rng.random()
        if change < 0.15 and isinstance(container, dict):
            del container[key]
        elif change < 0.3 and isinstance(container, dict):
            container[rng.choice(("XXX", "prussian", "all", "QUI", "weather"))] = container[key]
        else:
            container[key] = rng.choice(STRANGE)
    return changed


def test_what_is_written_fits(rules: WaterlooWargame) -> None:
    options = rules.settle({})
    validator(rules).validate(everything(rules))
    rules.decode(everything(rules), options)
    for seed in range(12):
        validator(rules).validate(rules.encode(rules.playout(rules.opening(options), seed, 150 * seed).position))
    validator(rules).validate({"pieces": [{"code": "MIL"}]})


def fits(rules: WaterlooWargame, written: dict[str, Any]) -> bool:
    """Whether `decode` finds the right shape in it; what else may be wrong does not matter."""
    try:
        rules.decode(written, rules.settle({}))
    except msgspec.ValidationError:
        return False
    except BadPosition:
        return True
    return True


def test_what_is_refused_for_its_shape_and_nothing_else_does_not_fit(rules: WaterlooWargame) -> None:
    rng, written = random.Random(1815), everything(rules)
    changed = [mutated(written, rng) for _ in range(600)]
    fitting = [fits(rules, each) for each in changed]
    assert 40 < sum(fitting) < 560, sum(fitting)
    assert [validator(rules).is_valid(each) for each in changed] == fitting


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": 200_000_000}, {"losses": {"prussian": 1}}, {"strongpoints": {"XXX": None}},
        {"locks": [{"piece": "q", "against": []}]}, {"pieces": [{"code": "QUI", "x": 7001, "y": 0}]},
        {"standing": {"french": {"evade": {"qui": "weak"}}}},
        {"generals": {"french": "nobody"}}, {"outcome": {"winners": [], "reason": "agreed", "clause": "WWG-001"}},
    ],
)  # fmt: skip
def test_what_one_field_shows_is_seen_by_the_schema(rules: WaterlooWargame, wrong: dict[str, Any]) -> None:
    written: dict[str, Any] = {"pieces": []} | wrong
    assert not validator(rules).is_valid(written)
    with pytest.raises(msgspec.ValidationError):
        rules.decode(written, rules.settle({}))


def test_every_field_is_described(rules: WaterlooWargame) -> None:
    for name, struct in validator(rules).schema["$defs"].items():
        assert struct["description"], name
        assert [key for key, field in struct["properties"].items() if not field.get("description")] == []


def test_the_strongpoints_and_the_edges_are_those_of_the_board(rules: WaterlooWargame, written: dict[str, Any]) -> None:
    schemas = validator(rules).schema["$defs"]
    assert list(schemas["HoldersSchema"]["properties"]) == [point["id"] for point in written["strongpoints"]]
    for axis, edge in (("x", "east"), ("y", "north")):
        assert schemas["PieceSchema"]["properties"][axis]["anyOf"][0]["maximum"] == written[edge]
