"""Orders as values: the canonical text of each kind says what the order is."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hundred_days_columns import order

from core.rulesets.hundred_days.acts import ACTS
from core.rulesets.hundred_days.orders import Order, text_of

LINES = [
    'result B1 {"columns":{"F7":{"foot":3}},"ended_by":"won","hours":2,"winner":"attacker"}',
    "F2 march GOS > FRA attack guns no",
    "F1 march CHA > GOS at 08:00",
    "F3 march FLE forced stand line GOS",
    "P5 march SOM night guns yes line free",
    "F2 retreat FRA",
    "F2 hold",
    "F2 rest",
    "A6 exit",
    "F8 join F1",
    "FE detach horse as FX",
    "F1 detach 40 as F9",
    "FP scout SOM",
    "F7 blow Charleroi",
    "F2 repair Charleroi",
    "F2 attack",
    "FM continue",
    "continue",
    "napoleon ride CHA",
    "napoleon with FO",
    "letter ney: Take the crossroads and wait for me there. N.",
    "give F4 to grouchy",
    "turn 2",
    "test",
    "show",
    "draw",
    "resign",
]


@pytest.mark.parametrize("line", LINES)
def test_the_text_of_an_order_is_its_line(line):
    found = order(line)
    assert found is not None
    assert text_of(found) == line
    assert order(text_of(found)) == found


def test_every_kind_of_order_has_a_line_here():
    # An umpire's are tested with the grammar that reads them.
    assert {type(order(line)) for line in LINES} == set(get_args(Order)) - set(ACTS)


def test_orders_are_values_and_go_through_json():
    for line in LINES:
        found = order(line)
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
