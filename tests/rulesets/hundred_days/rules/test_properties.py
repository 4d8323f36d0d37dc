"""What holds in every campaign, played at random: V9 and V10 of the rules, values, JSON, views, what is imagined."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from core.dice import SeededDice
from core.rulesets.hundred_days import HundredDays
from pbem.rulesets.schema import json_schema, key_table

GAMES = int(os.environ.get("PBEM_TEST_GAMES", "3"))
VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 8},
    {"players": 5, "nights": "asked", "guns": "yes"},
    {"scenario": "ligny", "guns": "yes"},
    {"fog": "none", "rain": "history"},
]


def campaign(rules: HundredDays, options: dict[str, Any], seed: int, bold: bool = True) -> Iterator[Any]:
    """The positions of a campaign at random, the opening first."""
    rng = Random(seed)
    position: Any = rules.opening(rules.settle(options))
    yield position
    while rules.awaiting(position):
        orders = {
            owed.seat: rules.random_orders(position, owed.seat, rng.getrandbits(64))
            for owed in rules.awaiting(position)
            if not bold or rng.random() < 0.9
        }
        position = rules.adjudicate(position, orders, SeededDice(rng.randbytes(8)), due=True).position
        yield position


def men(column: dict[str, Any]) -> int:
    return int(column.get("foot", 0)) + int(column.get("horse", 0))


@pytest.mark.clause("HD-032", "HD-034", "HD-075", "HD-093", "HD-094", "HD-071")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_no_man_is_lost_from_the_count(rules, options):
    """V9, V10: present + stragglers + losses + left by exit are the men of the start."""
    for seed in range(GAMES):
        start: dict[str, int] = {}
        for position in campaign(rules, options, seed):
            columns = rules.encode(position)["columns"]
            totals: dict[str, int] = {}
            for column in columns:
                assert min(column.get(key, 0) for key in ("foot", "horse", "guns", "stragglers", "lost")) >= 0
                assert column.get("gone") or men(column) > 0
                everybody = men(column) + column.get("stragglers", 0) + column.get("lost", 0)
                totals[column["code"][0]] = totals.get(column["code"][0], 0) + everybody
            start = start or totals
            assert totals == start
            no_enemies_share_a_place(rules, position, columns)


def no_enemies_share_a_place(rules: HundredDays, position: Any, columns: list[dict[str, Any]]) -> None:
    sides: dict[str, set[bool]] = {}
    for column in columns:
        if not column.get("gone") and column.get("at") and not column.get("battle"):
            sides.setdefault(column["at"], set()).add(column["code"][0] == "F")
    assert all(len(found) == 1 for found in sides.values())


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_position_is_given_back_by_its_json(rules, options):
    settled = rules.settle(options)
    schema = jsonschema.Draft202012Validator(json_schema(rules))
    for position in campaign(rules, options, 7):
        text = msgspec.json.encode(rules.encode(position))
        assert rules.decode(text, settled) == position
        assert msgspec.json.encode(rules.encode(rules.decode(text, settled))) == text
    schema.validate(msgspec.json.decode(text))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_what_is_imagined_looks_like_what_is_seen(rules, options):
    for position in campaign(rules, options, 11):
        for seat in rules.seats(rules.settle(options)):
            view = rules.view(position, seat)
            for seed in (0, 1 << 63):
                assert rules.view(rules.imagine(view, seed), seat) == view


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_what_random_orders_and_legal_give_is_accepted(rules, options):
    for position in list(campaign(rules, options, 13))[::3]:
        for owed in rules.awaiting(position):
            for orders in (*rules.legal(position, owed.seat, 60), rules.random_orders(position, owed.seat, 5)):
                assert {verdict.status for verdict in rules.check(position, owed.seat, orders).verdicts} == {"ok"}


@pytest.mark.clause("HD-009")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_equal_orders_and_dice_give_equal_bytes(rules, options):
    position = list(campaign(rules, options, 3))[2]
    orders = {owed.seat: rules.random_orders(position, owed.seat, 9) for owed in rules.awaiting(position)}
    before = msgspec.json.encode(rules.encode(position))
    first, second = (rules.adjudicate(position, orders, SeededDice(b"same"), due=True) for _ in range(2))
    assert msgspec.json.encode(rules.encode(first.position)) == msgspec.json.encode(rules.encode(second.position))
    assert first.events == second.events
    assert msgspec.json.encode(rules.encode(position)) == before


def test_a_playout_is_the_same_again_ends_and_leaves_a_position_like_any_other(rules):
    opening = rules.opening(rules.settle({}))
    for seed in range(40):
        played = rules.playout(opening, seed, 10_000)
        assert rules.outcome(played.position) is not None
        assert rules.playout(opening, seed, 10_000).position == played.position
        part = rules.playout(opening, seed, 20).position
        assert rules.decode(rules.encode(part), part.options) == part
        assert rules.awaiting(part)


def test_margins(rules):
    opening = rules.opening(rules.settle({}))
    assert sum(rules.margin(opening).values()) == 0
    for seed in range(10):
        played = rules.playout(opening, seed, 10_000).position
        end = rules.outcome(played)
        assert rules.margin(played) == {seat: 1 if seat in end.winners else -1 for seat in ("napoleon", "coalition")}


@pytest.mark.clause("HD-033", "HD-084")
def test_a_battle_whose_last_men_straggled_away_is_over(rules):
    options = rules.settle({"nights": "asked"})
    road = {"from": "FON", "to": "MAR", "done": 20}
    battle = {"number": 1, "attacker": "french", "link": ["FON", "MAR"], "terrain": False, "began": 40}
    columns = [
        {"code": "FL", "at": None, "on": road, "battle": 1},
        {"code": "AD", "at": None, "on": road, "horse": 1, "fatigue": 8, "muster": 0, "ready": 0, "battle": 1},
        {"code": "FO", "at": "BEA"},
    ]
    battles = [battle | {"brought": [21, 1], "lost": [0, 0]}]
    persons = {name: {"seat": "coalition", "at": "BRU"} for name in ("wellington", "blucher")}
    persons["napoleon"] = {"seat": "napoleon", "column": "FO"}
    written = {"turn": 6, "beat": 40, "columns": columns, "battles": battles, "battles_begun": 1, "persons": persons}
    position = rules.decode(written, options)
    after = rules.adjudicate(position, {}, SeededDice(b"night"), due=True).position
    data = rules.encode(after)
    assert "battles" not in data
    assert rules.decode(data, options) == after


def test_every_key_of_a_position_is_explained(rules):
    rows = [line.split("|") for line in key_table(rules) if line.startswith("| `")]
    assert rows
    assert [row[1] for row in rows if not row[4].strip()] == []


def test_what_the_schema_refuses_decode_refuses_and_the_rest_can_be_played(rules):
    """Mutations of positions: refused in words or for their shape, or taken for a position and played on."""
    from core.contract import BadPosition

    rng, options = Random(1815), rules.settle({})
    schema = jsonschema.Draft202012Validator(json_schema(rules))
    positions = list(campaign(rules, {}, 5))
    refused = played = 0
    for _ in range(60 * GAMES):
        data = msgspec.json.decode(msgspec.json.encode(rules.encode(rng.choice(positions))))
        pool = values_in(data)
        for _ in range(rng.randint(1, 3)):
            data = changed(data, rng, pool)
        try:
            position = rules.decode(msgspec.json.encode(data), options)
        except (BadPosition, msgspec.ValidationError):
            refused += 1
            continue
        assert schema.is_valid(data)
        played += 1
        for seat in (None, *rules.seats(options)):
            rules.view(position, seat)
        orders = {owed.seat: rules.random_orders(position, owed.seat, 1) for owed in rules.awaiting(position)}
        rules.adjudicate(position, orders, SeededDice(b"x"), due=True)
        rules.playout(position, 1, 20)
    assert refused
    assert played


ODD = (-1, 0, 1, 2, 7, 255, 256, 65_536, 10**6, 2**63, 1.5, "?", "", "FLE", "F1", None, [], {}, True, ["x"], {"x": 1})


def changed(data: Any, rng: Random, pool: list[Any]) -> Any:
    """The data with one value in it replaced by an odd one or by another value of the same position."""
    if isinstance(data, dict) and data and rng.random() < 0.95:
        key = rng.choice(sorted(data))
        if rng.random() < 0.05:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: changed(data[key], rng, pool)}
    if isinstance(data, list) and data and rng.random() < 0.85:
        place = rng.randrange(len(data))
        if rng.random() < 0.1:
            return [*data, data[place]]
        return [*data[:place], changed(data[place], rng, pool), *data[place + 1 :]]
    return rng.choice(ODD) if rng.random() < 0.4 else rng.choice(pool)


def values_in(data: Any) -> list[Any]:
    if isinstance(data, dict):
        return [value for each in data.values() for value in values_in(each)] + list(data)
    if isinstance(data, list):
        return [value for each in data for value in values_in(each)]
    return [data]
