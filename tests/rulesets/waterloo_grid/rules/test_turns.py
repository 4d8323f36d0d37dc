"""A turn in several mails, and what the server asks of the rules between them."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import BadPosition, Effect
from core.dice import DiceExhausted, ScriptedDice, SeededDice
from core.rulesets.waterloo_grid.orders import (
    Activate,
    Alternative,
    Clause,
    Enter,
    Face,
    Forward,
    Hold,
    Order,
    numbered,
)

from .conftest import read

FACED = "BI1 E5:fabc:n BI2 H8:fabc:n BA1 A8:ab:n RI2 D4:fabc:s RI3 K2:fabc:s"


def test_a_turn_in_three_mails(rules: Any, place: Any, send: Any) -> None:
    start = place(FACED)
    first = send(start, "I1 fire D4 / place I2", "--")
    assert rules.awaiting(first.position)[0].facts["placed"] == ["BI2"]
    second = send(first.position, "I2 f")
    third = send(second.position, "end")
    steps = [rules.step(position) for position in (start, first.position, second.position, third.position)]
    assert steps == sorted(set(steps))
    assert [first.tell, second.tell, third.tell] == [("blue",), ("blue",), ("blue", "red")]
    assert [rules.open_record(position) for position in (start, first.position, third.position)] == [True, False, True]


def test_each_mail_has_dice_of_its_own(rules: Any, place: Any) -> None:
    """The server makes fresh dice for each adjudication: within a turn they must not begin anew."""
    dice = [SeededDice(b"seed"), SeededDice(b"seed"), SeededDice(b"seed")]
    position = place(FACED, more={"turn": 3})
    position = rules.adjudicate(position, {"blue": read("I1 fire D4 / place I2")}, dice[0]).position
    position = rules.adjudicate(position, {"blue": read("I2 f")}, dice[1]).position
    last = rules.adjudicate(position, {"blue": read("end")}, dice[2])
    assert [[roll.turn for roll in each.rolls] for each in dice] == [[51, 51], [], [60] * 5]
    assert last.events[-1].facts["key"] == 60


def test_the_mail_is_one_value(rules: Any, place: Any) -> None:
    """Adjudication changes nothing of what it is given, and too few dice are an error, not half a mail."""
    position = place(FACED)
    before = rules.encode(position)
    with pytest.raises(DiceExhausted):
        rules.adjudicate(position, {"blue": read("I1 fire D4 / end")}, ScriptedDice("-"))
    assert rules.encode(position) == before


@pytest.mark.clause("WGR-003", "WGR-010")
def test_nothing_tells_which_base_came_into_a_cell_first(rules: Any, place: Any, send: Any) -> None:
    """Line and guard are one arm: a shot, a fight and a refusal are the same from memory and from JSON."""
    start = place("BI2 A5:fa:n BG3 A6:fa:n RA1 A2:ab:s RI1 B5:fa:s RH1 A8:fa:n")
    moved = send(start, "G3 f / end", "IICCA").position
    told = [
        send(position, "A1 fire A5 / I1 right / H1 f3 / end", "-- X--").events
        for position in (moved, rules.decode(rules.encode(moved), rules.settle({})))
    ]
    assert told[0] == told[1]
    shot, void, fight = (
        next(event.facts for event in told[0] if event.kind == kind) for kind in ("shot", "void", "fight")
    )
    assert (shot["against"], void["other"], fight["arms"]["defend"]) == ("I", "BG3", "I")


def test_a_check_rolls_nothing_and_forgives_what_shots_may_mend(rules: Any, place: Any) -> None:
    position = place(FACED + " BI3 C4:fabc:e")
    checked = rules.check(position, "blue", read("I1 fire D4 / I3 f2 / end"))
    assert checked.effect is Effect.AT_ONCE
    assert checked.verdicts[0].facts["shots"] == [{"target": "D4", "dice": 2}]
    assert checked.verdicts[1].facts["later"]
    assert checked.verdicts[1].facts["now"]["code"] == "E07"
    assert rules.check(position, "blue", read("I1 fire D4 / A1 fire A4 / end")).effect is Effect.NOTHING
    assert rules.check(position, "blue", read("A1 fire A4 / I1 fire D4")).effect is Effect.NOTHING
    assert rules.check(position, "blue", read("test / I1 fire D4")).effect is Effect.NOTHING


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (Activate("I1", ()), "nothing"),
        (Activate("I1", (Alternative(()),)), "nothing"),
        (Activate("I1", (Alternative((Clause(()),)),)), "nothing"),
        (Activate("I1", (Alternative((Clause((Hold(),) * 300),)),)), "too_long"),
        (Activate("I1", (Alternative((Clause((Forward(),), bases=""),)),)), "line"),
        (Activate("I1", (Alternative((Clause((Forward(),), bases="fx"),)),)), "line"),
        (Activate("I1", (Alternative((Clause((Face("ne"),)),)),)), "line"),  # type: ignore[arg-type]
        (Activate("I1", (Alternative((Clause(("forward",)),)),)), "line"),  # type: ignore[arg-type]
        (Enter("X", "Y", "n"), "class"),
        (Enter("I", "Z", "n"), "entry"),
        (Enter("I", "Y", "up"), "line"),  # type: ignore[arg-type]
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_orders_that_the_grammar_does_not_make_are_refused_too(rules: Any, place: Any, order: Order, what: str) -> None:
    """Robots, drafts of a page and other programs hand in values, which nobody has read before."""
    position = place(FACED, more={"pools": {"blue": {"I": 3, "If": 1}}})
    [verdict] = rules.check(position, "blue", numbered([order])).verdicts
    assert (verdict.status, verdict.code, verdict.facts["what"]) == ("refused", "E01", what)


def test_no_die_can_be_used_before_it_is_rolled(rules: Any, place: Any) -> None:
    position = place(FACED, dice="")
    assert not rules.owes(position, "blue")
    assert rules.legal(position, "blue", 5) == []
    [verdict] = rules.check(position, "blue", read("I1 f")).verdicts
    assert (verdict.code, verdict.facts["what"], verdict.facts["have"]) == ("E03", "dice", 0)


@pytest.mark.clause("WGR-005")
def test_units_with_high_numbers_are_named(rules: Any, place: Any, send: Any) -> None:
    """No game comes so far; a position that is written by hand may."""
    position = place("BI100 E5:fabc:n RI9999 K2:fabc:s BI2 H8:fabc:n")
    assert set(rules.encode(position)["units"]) == {"BI2", "BI100", "RI9999"}
    assert [event.facts.get("unit") for event in send(position, "I100 left").events] == [None, "BI100"]


def test_the_order_of_fights_is_not_for_the_other_side(rules: Any, place: Any, send: Any) -> None:
    position = send(place(FACED), "fights E5 D4").position
    assert rules.view(position, "blue")["fights"] == ["E5", "D4"]
    assert rules.view(position, "red")["fights"] == []
    assert rules.view(position, None)["fights"] == []
    assert rules.step(position) == rules.step(place(FACED))


def test_draws_and_silence(rules: Any, place: Any, send: Any) -> None:
    offered = send(place(FACED), "draw", seat="red")
    assert offered.tell == ("blue", "red")
    assert rules.encode(offered.position)["draw_offers"] == {"red": 3}
    assert rules.outcome(send(offered.position, "draw").position).reason == "agreed"
    late = offered.position
    for _ in range(5):
        late = send(late, None, due=True).position
    assert rules.encode(late)["missed"] == {"blue": 3, "red": 2}
    assert rules.encode(late)["draw_offers"] == {}
    assert rules.outcome(send(late, "claim", seat="red").position).winners == ("red",)


def test_show_is_a_report_for_who_asks(rules: Any, place: Any, send: Any) -> None:
    shown = send(place(FACED), "show", seat="red")
    assert (shown.tell, shown.events, shown.position) == (("red",), (), place(FACED))


@pytest.mark.parametrize(
    ("units", "more", "code"),
    [
        ("BX1 E5:fabc:n", {}, "no_such_unit"),
        ("BI1 E5:fabc:q", {}, "bad_group"),
        ("BI1 M5:fabc:n", {}, "bad_group"),
        ("BI1 E5:fa:n E6:ab:n", {}, "letter_twice"),
        ("BA1 E5:fa:n", {}, "bad_letter"),
        ("BI1 E5:abc:n", {}, "no_flag"),
        ("BL1 E5:fa:n E5:b:s", {}, "facing"),
        ("BA1 E5:a:n E6:b:n", {}, "battery"),
        ("BL1 E5:fabc:+", {}, "square"),
        ("BI1 E5:fa:n RI1 E5:fa:s", {}, "two_sides"),
        ("BL1 E5:fa:n BH1 E5:fa:n", {}, "two_arms"),
        ("BI1 C6:fab:n", {}, "capacity"),
        ("BI1 E5:fabc:n", {"dice": ["I"]}, "dice"),
        ("BI1 E5:fabc:n", {"placed": ["BI2"], "mails": 1}, "not_placed"),
        ("BI1 E5:fabc:n", {"charges": [{"cell": "Z9", "dir": "n", "tokens": 1}]}, "no_such_cell"),
        ("BI1 E5:fabc:n", {"charges": [{"cell": "L10", "dir": "s", "tokens": 1}]}, "no_charge"),
        ("BI1 E5:fabc:n", {"pools": {"red": {"Q": 1}}}, "no_such_class"),
        ("BI1 E5:fabc:n", {"pools": {"red": {"If": 40}}}, "too_many"),
        ("BI3 E5:fabc:n", {"used": {"BI": 2}}, "number"),
        ("BI1 E5:fabc:n", {"phase": "over"}, "missing"),
        ("BI1 E5:fabc:n", {"held": {"F2": "red"}}, "not_held"),
        ("BI1 E5:fabc:n", {"units": {"BІ1": "E5:f:n"}}, "no_such_unit"),
        ("BI1 E5:fabc:n", {"units": {"BI1": "Е5:f:n"}}, "bad_group"),
        ("BI1 E5:fabc:n", {"units": {"BI1": "E5:f:n E6:a:n E5:b:n E6:c:n E4:a:n"}}, "letter_twice"),
        ("BI1 E5:fabc:n", {"units": {"BI1": " "}}, "bad_group"),
    ],
)
def test_positions_that_cannot_be(place: Any, units: str, more: dict[str, Any], code: str) -> None:
    with pytest.raises(BadPosition) as error:
        place(units, more=more)
    assert error.value.code == code
