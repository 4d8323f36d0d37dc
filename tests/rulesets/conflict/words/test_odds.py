"""The words of ODDS and of HINT."""

from __future__ import annotations

import time
from typing import Any

import pytest
from conflict_pieces import placed

from core.contract import Level, Orders
from core.dice import SeededDice
from core.rulesets.conflict import Conflict
from pbem.rulesets.conflict import grammar, hints, odds
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import percent


class Turn:
    """A turn of red, from pieces placed as tests write them."""

    def __init__(self, rules: Conflict, pieces: str, throws: str, **options: Any) -> None:
        self.rules, settled = rules, rules.settle({"players": 2} | options)
        playing = "".join(seat[0].upper() for seat in rules.seats(settled))
        dice = [[int(die) for die in throw.split("-")] for throw in throws.split()]
        position = rules.decode(
            {"pieces": placed(pieces, playing, others="RESERVE"), "to_move": "red", "throws": dice}, settled
        )
        self.view = rules.view(position, "red")

    def orders(self, *lines: str) -> Orders:
        return grammar.read(list(enumerate(lines, start=1)))

    def told(self, *lines: str, count: int = 40) -> tuple[str, ...]:
        before = self.rules.imagine(self.view, 1)
        samples = []
        for number in range(count):
            result = self.rules.adjudicate(before, {"red": self.orders(*lines)}, SeededDice(b"odds", f"{number}"))
            samples.append(Sample(before, result.position, result.events))
        return odds.told(self.rules, self.view, samples)

    def reason(self, *lines: str) -> str:
        return hints.reason(self.rules, self.view, self.orders(*lines))


def test_captures_and_dangers_are_told(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@l2 R:bs1@l6 G:ar1@n2 G:bs1@START G:pl1@START", "2-1")
    told = turn.told("ar1 2 m2 n2", "bs1 1 m6")
    assert told == (
        "ar1 takes Green ar1.",
        "No throw of Green can take anything of yours next.",
    )


def test_what_stands_in_reach_is_told_with_its_share(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@l2 R:bs1@l6 G:ar1@r2 G:bs1@START", "2-1")
    assert turn.told("ar1 2 m2 n2", "bs1 1 m6") == ("Of Green's next throws can be taken: ar1 on n2 by 75 %.",)


def test_the_own_circle_stands_first(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@l2 R:bs1@l6 G:ar1@d2 G:ar2@r2 G:bs1@START", "2-1")
    assert turn.told("ar1 2 m2 n2", "bs1 1 m6")[0] == (
        "Of Green's next throws can be taken: your home circle by 31 %, ar1 on n2 by 75"
    )


def test_a_ship_lost_to_a_mine_is_told(rules: Conflict) -> None:
    turn = Turn(rules, "R:bs1@s21 R:ar1@l2 G:ar1@START G:bs1@START", "1-2")
    assert "bs1 is lost to the mine at s20." in turn.told("bs1 1 s20 !", "ar1 2 m2 n2")


def test_a_circle_that_wins_is_told(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@u23 R:ar2@START G:ar1@START G:bs1@START", "1-2")
    assert turn.told("ar1 1 v22") == ("ar1 takes Green's home circle: Green is out.", "You win.")
    assert turn.reason("ar1 1 v22") == "It takes Green's home circle, and wins."


def test_a_threat_is_told_as_one(rules: Conflict) -> None:
    turn = Turn(rules, "R:pl1@p12 R:ar2@START G:ar1@START G:bs1@START", "6-2")
    told = " ".join(" ".join(turn.told("pl1 6 p13 p14 q15 q16 q17 q18", "ar2 2 d2 e2")).split())
    assert "If nothing is done about it, 56 % of your next throws take Green's home circle." in told


def test_no_line_is_too_wide_and_a_thousand_samples_are_soon_told(rules: Conflict) -> None:
    settled = rules.settle({"players": 4})
    dice = SeededDice(b"wide", "odds")
    position = rules.adjudicate(rules.opening(settled), {}, dice).position
    for turn in range(24):
        seat = rules.awaiting(position)[0].seat
        orders = rules.robot_orders(rules.view(position, seat), Level.RECRUIT, turn)
        position = rules.adjudicate(position, {seat: orders}, dice).position
    seat = rules.awaiting(position)[0].seat
    view = rules.view(position, seat)
    orders = rules.robot_orders(view, Level.OFFICER, 1)
    result = rules.adjudicate(position, {seat: orders}, dice)
    begun = time.process_time()
    told = odds.told(rules, view, [Sample(position, result.position, result.events)] * 1000)
    assert time.process_time() - begun < 1
    assert told
    assert all(len(line) <= odds.WIDTH for line in told)


def test_no_samples_tell_nothing(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@l2 G:ar1@START", "1-2")
    assert odds.told(rules, turn.view, []) == ()


TOLD = [(0, "0 %"), (0.001, "under 1 %"), (0.01, "1 %"), (0.31, "31 %"), (0.999, "over 99 %"), (1, "100 %")]


@pytest.mark.parametrize(("share", "said"), TOLD)
def test_what_may_be_is_never_told_as_certain(share: float, said: str) -> None:
    assert percent(share) == said


def test_the_short_form_names_what_is_in_danger(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@n2 R:bs1@l6 G:ar1@d2 G:ar2@r2 G:bs1@START", "2-1")
    position = rules.imagine(turn.view, 1)
    found = [Sample(position, position, ())]
    assert odds.short(rules, {"seat": "red"}, found) == "in danger then: home circle 31 %, ar1 75 %"


def test_reasons_come_from_the_field(rules: Conflict) -> None:
    turn = Turn(rules, "R:pl1@START R:ar1@START R:bs1@START G:pl1@f3 G:ar1@START G:bs1@START", "5-4")
    assert turn.reason("ar1 4 d2 e2 f3 g2", "pl1 5 d2 e2 f2 g2 h2") == (
        "It takes Green pl1 and leaves no throw that takes your circle."
    )


@pytest.mark.parametrize(
    ("enemy", "way"), [("Green", "p12 p13 p14 q15 q16 q17 q18"), ("Yellow", "i12 i13 i14 h15 h16 h17 h18")]
)
def test_a_threat_to_any_circle_is_a_reason(rules: Conflict, enemy: str, way: str) -> None:
    start, _, steps = way.partition(" ")
    turn = Turn(rules, f"R:pl1@{start} R:ar2@START G:ar1@START Y:ar1@START", "6-2", players=3)
    assert f"threatens {enemy}'s circle with " in turn.reason(f"pl1 6 {steps}", "ar2 2 d2 e2")


def test_without_gain_it_tells_who_comes_into_play(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@START R:bs1@START G:ar1@START G:bs1@START", "5-4")
    assert turn.reason("ar1 5 d2 e2 f3 g4 h5", "bs1 4 d4 e5 f6 g7") == "It brings ar1 and bs1 into play."


def test_orders_that_are_refused_have_no_reason(rules: Conflict) -> None:
    turn = Turn(rules, "R:ar1@START R:bs1@START G:ar1@START G:bs1@START", "5-4")
    assert turn.reason("ar1 5 d2 e2 f3 g4 a1") == ""
