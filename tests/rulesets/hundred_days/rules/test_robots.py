"""The robots: orders that stand, from the view alone, the same for equal arguments, and no order twice without need."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract import Budget, Level
from core.dice import SeededDice
from core.rulesets.hundred_days.orders import ContinueAll, Hold, March
from core.rulesets.hundred_days.weights import WEIGHTS

OPTIONS: list[dict[str, Any]] = [{}, {"players": 8}, {"scenario": "ligny"}, {"fog": "none"}]


def after(rules, options, turns, level=Level.RECRUIT):
    """A campaign of robots after so many turns."""
    position = rules.opening(rules.settle(options))
    for turn in range(turns):
        orders = {
            owed.seat: rules.robot_orders(rules.view(position, owed.seat), level, turn)
            for owed in rules.awaiting(position)
        }
        position = rules.adjudicate(position, orders, SeededDice(bytes([turn])), due=True).position
    return position


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_orders_stand_and_come_from_the_view_alone(rules, options):
    for turns in (0, 3):
        position = after(rules, options, turns)
        for owed in rules.awaiting(position):
            view = rules.view(position, owed.seat)
            mailed = msgspec.json.decode(msgspec.json.encode(view))
            for level in Level:
                orders = rules.robot_orders(view, level, 5)
                assert orders == rules.robot_orders(mailed, level, 5)
                assert {each.status for each in rules.check(position, owed.seat, orders).verdicts} == {"ok"}


def test_a_column_that_does_what_is_wanted_is_left_alone(rules):
    """No courier rides for it: where the plan stays as it was, it has no line."""
    position = after(rules, {}, 6, Level.OFFICER)
    for seat in ("napoleon", "coalition"):
        view = rules.view(position, seat)
        for line in rules.robot_orders(view, Level.OFFICER, 3):
            match line.order:
                case March(column, (place,), words):
                    known = view["columns"][column.upper()]
                    same = known["plan"] == "march" and known["path"][-1:] == [place.upper()]
                    assert not (same and known["stance"] == words.stance)
                case Hold(column, words):
                    known = view["columns"][column.upper()]
                    assert known["stance"] != words.stance or known["path"]


def test_a_seat_without_columns_goes_on(rules):
    view = rules.view(after(rules, {}, 1), "napoleon")
    orders = rules.robot_orders(view | {"columns": {}}, Level.MARSHAL, 1)
    assert [line.order for line in orders] == [ContinueAll()]


def test_weights_can_be_tried(rules):
    view = rules.view(rules.opening(rules.settle({"scenario": "ligny"})), "napoleon")
    timid = {"attack": 0}
    orders = rules.robot_orders(view, Level.OFFICER, 1, Budget.ARENA, weights={**WEIGHTS, **timid})
    marches = [line.order for line in orders if isinstance(line.order, March)]
    assert marches
    assert {march.words.stance for march in marches} == {"stand"}


def test_a_seat_that_owes_nothing_is_silent(rules):
    position = rules.opening(rules.settle({}))
    assert rules.robot_orders(rules.view(position, None), Level.OFFICER, 1) == ()
    over = rules.playout(position, 1, 10_000).position
    assert rules.robot_orders(rules.view(over, "napoleon"), Level.OFFICER, 1) == ()
