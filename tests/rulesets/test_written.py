"""Positions as JSON, of every rule set: the same however the JSON is handed over, and the same again when written."""

from __future__ import annotations

import json

import msgspec
import pytest

from core.contract import BadPosition
from pbem.rulesets import names, presentation


@pytest.mark.parametrize("name", names())
def test_a_position_is_read_alike_from_a_dictionary_and_from_any_text_of_it(name: str) -> None:
    rules = presentation(name).rules
    options = rules.settle({})
    for moves in (0, 1, 40, 200):
        position = (
            rules.playout(rules.opening(options), 1815 + moves, moves).position if moves else rules.opening(options)
        )
        data = rules.encode(position)
        text = msgspec.json.encode(data)
        for written in (data, text, text.decode(), msgspec.Raw(text), json.dumps(data), json.dumps(data, indent=2)):
            read = rules.decode(written, options)
            assert read == position
            assert rules.encode(read) == data


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("text", ["[]", "7", '"play"', "null", '{"pieces": 7, "units": 7, "board": 7}'])
def test_a_text_of_the_wrong_shape_is_refused(name: str, text: str) -> None:
    rules = presentation(name).rules
    with pytest.raises((BadPosition, msgspec.ValidationError)):
        rules.decode(text, rules.settle({}))
