"""What the server says of an order can be sent back as one, and means that order, or is refused: never another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.contract import Event, Json, Line, Status, Verdict
from core.dice import SeededDice
from core.rulesets.waterloo_wargame.orders import (
    Attack,
    ByRoadTo,
    Exit,
    Fire,
    General,
    Move,
    StandDraw,
    StandEvade,
    StandFallback,
    StandRetreat,
    StandSupport,
    Told,
    Toward,
    Turn,
    TurnBy,
    TurnHeader,
    Wheel,
)
from pbem.reading.reader import read as sorted_lines
from pbem.rulesets.waterloo_wargame import presentation

RULES = presentation().rules
# What a yard more or less may run into; such a line is refused, and nothing is played.
CROWDED = {"E09", "E10", "E11", "E12"}


def read(text: str, view: Json) -> tuple[Line, ...]:
    return sorted_lines(presentation(), list(enumerate(text.split("\n"), start=1)), lambda: view).lines


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "FOY (5,000) goes 200 yards, to 2892,2252 facing N (that is the most).",
            Move("foy", (Toward((2892, 2252), 200),), Told((2892, 2252), 0, 200)),
        ),
        (
            "NOU goes 1,100 yards, to 4288,2595 facing 312 degrees (its move allows 64 yards more) (touches BRG and "
            "KUH).",
            Move("nou", (Toward((4288, 2595), 1100),), Told((4288, 2595), 312, 1100)),
        ),
        (
            "QUI (2,000) goes 46 yards, to 4029,2321 facing N (its move allows 154 yards more, but its own SAL leaves "
            "no room).",
            Move("qui", (Toward((4029, 2321), 46),), Told((4029, 2321), 0, 46)),
        ),
        (
            "Napoleon moves: FOY 200 yards to 2892,2252.",
            Move("foy", (Toward((2892, 2252), 200),), Told((2892, 2252), None, 200)),
        ),
        (
            "SIM 250 yards by road CHA to 3961,1843 facing 257 degrees.",
            Move("sim", (ByRoadTo("cha", (3961, 1843)),), Told((3961, 1843), 257, 250)),
        ),
        (
            "NOU turns left by 48 degrees, to face 312 degrees at 4362,2528.",
            TurnBy("nou", "left", 48, Told((4362, 2528), 312)),
        ),
        ("NOU turns about, to face S at 4362,2528.", Turn("nou", None, Told((4362, 2528), 180))),
        ("Wellington moves: RET turns to 211 degrees.", Turn("ret", 211)),
        (
            "MAR (4,000) wheels right by 20 degrees (its outer corner goes 87 yards), to 3690,3910 facing NNE.",
            Wheel("mar", "right", 20, Told((3690, 3910), 23)),
        ),
        ("MAR wheels right by 20 degrees to 3690,3910 facing S.", Wheel("mar", "right", 20, Told((3690, 3910), 180))),
        (
            "Napoleon goes from BAU to FRI (FRI may not attack or fire this turn, and he helps no attack).",
            General("fri", "french"),
        ),
        ("BAU leaves the field for good, and counts as 4,000 lost.", Exit("bau")),
        ("DSV fires at NAS in PAP: each gun needs 10 or more with two dice, 6 in 36.", Fire(("dsv",), "nas")),
        (
            "DSV fires at NAS in the garrison of Papelotte Farm: dice 5+3=8, 10 needed: no effect.",
            Fire(("dsv",), "nas"),
        ),
        ("DSV fires at NAS in Papelotte Farm: dice 5+3=8, 10 needed: no effect.", Fire(("dsv",), "nas")),
        (
            "LLO and ROG fire at DOM and DOM is destroyed without a die (cavalry may ride off instead).",
            Fire(("llo", "rog"), "dom"),
        ),
        (
            "KUH fires at WBT: 4 + 1 initiative + die 3 = 8 against 4 + die 1 = 5: KUH wins the duel. WBT is "
            "destroyed, French losses now 2,000.",
            Fire(("kuh",), "wbt"),
        ),
        (
            "LLO and ROG fire at SAL, a duel gun by gun in which the lower one is lost: LLO 10 against 4 and two dice "
            "each, wins 99%, loses 1%, and ROG 5 against 4 and one die each, wins 58%, draws 14%, loses 28%.",
            Fire(("llo", "rog"), "sal"),
        ),
        ("KUH fires at FOY: die 3, and FOY goes back 300 yards, to 2971,1963.", Fire(("kuh",), "foy")),
        (
            "KUH fires at FOY: die 2, and FOY should go back 200 yards, but stays, as its own WBT leaves no room.",
            Fire(("kuh",), "foy"),
        ),
        ("WBT has fired at MAC.", Fire(("wbt",), "mac")),
        (
            "ATTACK MAC WITH BAU, SOY ADVANCE: BAU+SOY (8,000) on MAC in HOU: 9 against 8 and one die each, wins 58%, "
            "loses 42%, if your opponent's standing orders are the usual ones.",
            Attack("mac", ("bau", "soy"), advance=True),
        ),
        ("Your standing order for all your pieces: never evade.", StandEvade("all", "never")),
        ("standing order for BAU: evade where it is much the weaker.", StandEvade("bau", "weak")),
        ("standing order for BAU: after a draw retreat.", StandDraw("bau", "retreat")),
        ("standing order for BAU: retreat straight away.", StandRetreat("bau", None)),
        ("standing order for BAU: retreat on bearing 10 degrees.", StandRetreat("bau", 10)),
        ("standing order for BAU: SOY and FOY may support.", StandSupport("bau", "with", ("soy", "foy"))),
        ("standing order for BAU: nobody supports.", StandSupport("bau", "none")),
        ("standing order: if his carrier falls, your General goes to FRI.", StandFallback("fri")),
        ("this mail is for turn 4.", TurnHeader(4)),
        (
            "KUH fires at FOY: FOY goes back 100 yards for each point of one die, as far as the way is free.",
            Fire(("kuh",), "foy"),
        ),
    ],
)
def test_what_the_server_says_is_read_back(said: str, meant: Any) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "french")
    (line,) = read(said, view)
    assert (line.order, line.read_as) == (meant, None)
    assert presentation().read([(1, presentation().text_of(meant))])[0].order == meant


@pytest.mark.parametrize(
    "said",
    [
        # Where the road was left, or where the way turned, is not told.
        "MAR (4,000) goes 100 yards and 300 yards by road CHA, to 3678,3920 facing N.",
        "BAU+SOY attack MAC in La Haye Sainte: 8 + die 4 = 12 against 5 + die 6 = 11: the attack succeeds.",
        "FOY (5,000) goes 200 yards, to 2892,2252 facing N (that is the most) and 300 more.",
        "FOY retreats 200 yards, to 2892,2252.",
        "DOM evades the fire of LLO and ROG: 400 yards, to 3779,2409 (WWG-094).",
    ],
)
def test_what_tells_too_little_is_asked_about(said: str) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "french")
    assert [line.order for line in read(said, view)] == [None]


@pytest.mark.parametrize(
    ("line", "no"),
    [
        ("MOVE FOY TOWARD 2892,2252 200 ENDING 2892,2260", "would end at"),
        ("MOVE FOY N 100 ENDING 2980,2172 FACING 90", "not as the line tells it"),
        ("FOY goes 300 yards, to 2980,2172 facing N.", ""),
    ],
)
def test_a_movement_that_would_come_out_otherwise_is_refused(line: str, no: str) -> None:
    position = RULES.opening(RULES.settle({}))
    view = RULES.view(position, "french")
    (verdict,) = RULES.check(position, "french", read(line, view)).verdicts
    assert verdict.status is Status.REFUSED
    assert no in presentation().say_verdict(verdict, read(line, view)[0], view).text


def test_what_is_said_of_orders_in_whole_games_is_read_back() -> None:
    """By the answer to each line, and by the report that tells of the moves."""
    chance, dice = Random(3), SeededDice(b"told")
    said = 0
    for options in ({}, {"scenario": "no-guns"}, {"edge": "open", "turns": 10}):
        position = RULES.opening(RULES.settle(options))
        for turn in range(24):
            if RULES.outcome(position) is not None:
                break
            (decision,) = RULES.awaiting(position)
            seat, view = decision.seat, RULES.view(position, decision.seat)
            lines = (
                read(presentation().bot(view, seat, chance), view)
                if turn % 2
                else RULES.random_orders(position, seat, turn)
            )
            verdicts = RULES.check(position, seat, lines).verdicts
            said += answers_mean_the_same(position, seat, view, lines, verdicts)
            result = RULES.adjudicate(position, {seat: lines}, dice)
            said += reports_mean_the_same(position, seat, view, result.events)
            position = result.position
    assert said > 150


def answers_mean_the_same(
    position: Any, seat: str, view: Json, lines: tuple[Line, ...], verdicts: tuple[Verdict, ...]
) -> int:
    told = [
        presentation().say_verdict(verdict, line, view).text
        for verdict, line in zip(verdicts, lines, strict=True)
        if not is_mixed(verdict.facts) and verdict.facts.keys() & {"how", "guns", "odds"}
    ]
    if not told:
        return 0
    again = RULES.check(position, seat, read("\n".join(told), view)).verdicts
    before = [each for each in verdicts if not is_mixed(each.facts) and each.facts.keys() & {"how", "guns", "odds"}]
    for was, comes, text in zip(before, again, told, strict=True):
        is_same(was.facts, comes, text)
    return len(told)


def reports_mean_the_same(position: Any, seat: str, view: Json, events: tuple[Event, ...]) -> int:
    moves = [event for event in events if event.kind == "move" and not is_mixed(event.facts)]
    told = [
        part
        for line in presentation().digest([event for event in events if event.kind == "move"], view)
        for part in line.rstrip(".").split("; ")
        if " and " not in part
    ]
    if not moves:
        return 0
    again = RULES.check(position, seat, read("\n".join(told), view)).verdicts
    for was, comes, text in zip(moves, again, told, strict=True):
        is_same(was.facts, comes, text)
    return len(moves)


def is_mixed(facts: Json) -> bool:
    return bool(facts.get("across") and facts.get("road"))


def is_same(was: Json, comes: Verdict, text: str) -> None:
    if comes.status is Status.REFUSED:
        several = len(was.get("legs", ())) > 1
        assert comes.code in CROWDED | ({"E36", "E28"} if several else set()), (text, comes)
        return
    for name in ("piece", "how", "guns", "pieces", "target", "degrees"):
        assert was.get(name) == comes.facts.get(name), (text, comes)
    if "to" in was:
        assert was["to"][2] == comes.facts["to"][2], (text, comes)
        assert all(abs(one - other) <= 1 for one, other in zip(was["to"], comes.facts["to"], strict=True)), (
            text,
            comes,
        )
