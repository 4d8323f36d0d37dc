"""Conditions of each rule set, on a position that was played to at random: what holds, and what nobody can name."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from core.dice import SeededDice
from pbem.reading.conditions import Condition, NotKnown, NotUnderstood, holds, read_condition
from pbem.rulesets import presentation
from pbem.rulesets.contract import Whereabouts


def ground(name: str, **options: Any) -> Whereabouts:
    """What the first seat can name."""
    words = presentation(name)
    rules, settled = words.rules, words.rules.settle(options)
    position = rules.adjudicate(rules.playout(rules.opening(settled), 5, 60).position, {}, SeededDice(b"1")).position
    seat = rules.seats(settled)[0]
    return words.whereabouts(rules.view(position, seat), seat)


CONFLICT = {"seats": "red,green", "first": "red"}
AT = {
    "conflict": ground("conflict", **CONFLICT),
    **{
        name: ground(name)
        for name in ("waterloo1895", "waterloo_grid", "stratego_waterloo", "waterloo_wargame", "hundred_days")
    },
}


@pytest.mark.parametrize(
    ("ruleset", "text", "so"),
    [
        ("conflict", "ar1 on b9", True),
        ("conflict", "AR1 is at C9", False),
        ("conflict", "green ar1 gone", False),
        ("conflict", "Ga1 stands on s23", True),
        ("conflict", "an enemy on s23", True),
        ("conflict", "enemy on b9", False),
        ("conflict", "bs3 gone", True),
        ("waterloo1895", "N7 gone", False),
        ("waterloo1895", "N7 on X23", True),
        ("waterloo1895", "W1 on Paris", False),
        ("waterloo1895", "enemy on f20", True),
        ("waterloo1895", "enemy on x23", False),
        ("waterloo_grid", "BI1 on c5", True),
        ("waterloo_grid", "I1 is on C5", True),
        ("waterloo_grid", "RG1 is gone", True),
        ("waterloo_grid", "bi1 gone", False),
        ("waterloo_grid", "enemy on La Haye Sainte", True),
        ("waterloo_grid", "the enemy in c5", False),
        ("stratego_waterloo", "old guard on F2", True),
        ("stratego_waterloo", "NE gone", False),
        ("stratego_waterloo", "enemy on e7", False),
        ("waterloo_wargame", "F01 gone", True),
        ("waterloo_wargame", "enemy on Hougoumont", True),
        ("waterloo_wargame", "MAC on HOU", True),
    ],
)
def test_a_condition_holds_or_does_not(ruleset, text, so):
    assert holds(read_condition(text, AT[ruleset]), AT[ruleset]) is so


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        ("conflict", "ar9 gone"),
        ("conflict", "orange ar1 gone"),
        ("conflict", "ar1 on z9"),
        ("waterloo1895", "Y1 gone"),
        ("waterloo_grid", "RI9 gone"),
        ("stratego_waterloo", "WE gone"),  # the enemy's chief, who is hidden
        ("stratego_waterloo", "BF on e7"),
        ("waterloo_wargame", "QUI on 3500,3200"),
        ("conflict", "I win"),
        ("conflict", "ar1 on b9 or gone"),
        ("conflict", "enemy cavalry on b9"),
        ("conflict", ""),
        ("conflict", "ar1 on " + "b9 " * 100),
    ],
)
def test_what_cannot_be_named_is_not_guessed(ruleset, text):
    with pytest.raises(NotUnderstood):
        read_condition(text, AT[ruleset])


def test_what_hidden_pieces_are_makes_no_difference():
    """Two enemies of one arm change their places: to the seat nothing has happened, and no condition tells."""
    words = presentation("stratego_waterloo")
    rules, settled = words.rules, words.rules.settle({"version": "basic"})
    position = rules.playout(rules.opening(settled), 5, 60).position
    data = json.loads(msgspec.json.encode(rules.encode(position)))
    hidden = [at for at, code in data["board"].items() if code in ("BF", "HR", "FG")]
    other = next(at for at in hidden if data["board"][at] != data["board"][hidden[0]])
    data["board"][hidden[0]], data["board"][other] = data["board"][other], data["board"][hidden[0]]
    exchanged = rules.decode(data, settled)
    assert exchanged != position
    before, after = (words.whereabouts(rules.view(each, "blue"), "blue") for each in (position, exchanged))
    assert before == after


def test_what_can_be_named_no_longer_is_told_and_not_taken_for_false():
    with pytest.raises(NotKnown):
        holds(Condition("gone", "ar9"), AT["conflict"])
    with pytest.raises(NotKnown):
        holds(Condition("enemy", place="z9"), AT["conflict"])
