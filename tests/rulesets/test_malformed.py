"""Positions made by strangers: whatever `decode` lets through, the rules can be asked everything about.

`PBEM_TEST_FUZZ` sets how many are tried for each rule set; `tox -e sanitize` tries many, on code that checks itself.
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import msgspec
import pytest

from core.contract import BadPosition
from core.dice import SeededDice
from pbem.rulesets import names, presentation
from pbem.rulesets.contract import Presentation

TRIED = int(os.environ.get("PBEM_TEST_FUZZ", "60"))
CHANGES = 3
ODD = (-1, 0, 1, 2, 7, 255, 256, 65_536, 10**6, 2**31, 2**63, 1.5, "?", "", "A1", None, [], {}, True, ["x"], {"x": 1})


def changed(data: Any, rng: Random, pool: list[Any]) -> Any:
    """The data with one value in it replaced by an odd one or by another value of the same position."""
    if isinstance(data, dict) and data and rng.random() < 0.95:
        key = rng.choice(sorted(data))
        match rng.random():
            case chance if chance < 0.05:
                return {name: value for name, value in data.items() if name != key}
            case chance if chance < 0.1:
                return {**data, rng.choice(sorted(data)): data[key]}
        return {**data, key: changed(data[key], rng, pool)}
    if isinstance(data, list) and data and rng.random() < 0.85:
        place = rng.randrange(len(data))
        if rng.random() < 0.2:
            return [*data, data[place]]
        return [*data[:place], changed(data[place], rng, pool), *data[place + 1 :]]
    return rng.choice(ODD) if rng.random() < 0.5 else rng.choice(pool)


def values_in(data: Any) -> list[Any]:
    if isinstance(data, dict):
        return [value for each in data.values() for value in values_in(each)] + list(data)
    if isinstance(data, list):
        return [value for each in data for value in values_in(each)]
    return [data]


def decoded(words: Presentation, text: bytes) -> Any:
    """The position, or None where it is refused, in words or for its shape."""
    try:
        return words.rules.decode(text, words.rules.settle({}))
    except BadPosition as error:
        words.say_bad_position(error)
    except msgspec.ValidationError:
        pass
    return None


@pytest.mark.parametrize("name", names())
def test_what_decode_lets_through_can_be_played(name: str) -> None:
    words, rng, accepted = presentation(name), Random(1815), 0
    rules = words.rules
    options = rules.settle({})
    for number in range(TRIED):
        start = rules.playout(rules.opening(options), number, rng.randrange(80)).position
        data = json.loads(msgspec.json.encode(rules.encode(start)))
        pool = values_in(data)
        for _ in range(rng.randint(1, CHANGES)):
            data = changed(data, rng, pool)
        position = decoded(words, msgspec.json.encode(data))
        if position is None:
            continue
        accepted += 1
        for seat in (None, *rules.seats(options)):
            view = rules.view(position, seat)
            assert words.map_text(view)
            assert seat is None or words.ask(view, seat) is None or rules.awaiting(position)
        for owed in rules.awaiting(position):
            orders = rules.random_orders(position, owed.seat, number)
            rules.adjudicate(position, {owed.seat: orders}, SeededDice(b"x"), due=True)
        rules.playout(position, number, 20)
    assert accepted, "no change was let through, so nothing was tried"
