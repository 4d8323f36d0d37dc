"""Every verdict and every event has its sentence, and so has every option and position that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import BadOption, BadPosition, Event, Json, Line, Status, Verdict
from core.dice import SeededDice
from core.rulesets.waterloo_grid.orders import End, Resign, Show
from pbem.reports import text
from pbem.reports.answers import LEFT_OUT, answers_to
from pbem.reports.document import AnswerLine, Section
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.board import pool_in_words
from pbem.rulesets.waterloo_grid.narration import EVENTS
from pbem.rulesets.waterloo_grid.texts import BAD_POSITIONS
from pbem.rulesets.waterloo_grid.wording import AFTER, REFUSALS, TARGETS

RULES = presentation().rules
OPTIONS = RULES.settle({})
SEATS = RULES.seats(OPTIONS)
VIEW = RULES.view(RULES.opening(OPTIONS), None)

REFUSED: list[tuple[str, Json, str]] = [
    (
        "E01",
        {"what": "turn_not_first"},
        '"turn" stands on the first line of a mail, so that it can guard the whole of it',
    ),
    ("E01", {"what": "test_not_first"}, '"test" stands on the first line of a mail, or right below "turn"'),
    ("E01", {"what": "cell", "cell": "M3"}, "there is no cell M3; cells run from A1 to L10"),
    ("E01", {"what": "count", "steps": 0}, "0 is no number of cells to move; 1 is the least"),
    ("E01", {"what": "too_long"}, "the order is longer than any unit can act"),
    (
        "E01",
        {"what": "other_unit", "other": "BI2"},
        'the order behind "or" is for BI2, and it must be for the same unit as the first',
    ),
    ("E01", {"what": "class", "kind": "Q"}, "Q is no class of units; they are I, G, L, H and A"),
    ("E01", {"what": "entry", "entry": "X4"}, "there is no road X4; Red has X1, X2 and X3, Blue has Y"),
    ("E01", {"what": "nothing"}, "the line has no action in it"),
    (
        "E02",
        {"what": "unknown", "unit": "BI9", "own": ["BI1", "BI2", "BI3", "BI4", "BI5", "BI6"]},
        "BI9 does not exist; yours are BI1 to BI6",
    ),
    ("E02", {"what": "dead", "unit": "BI3", "own": ["BI1", "BI2", "BI4"]}, "BI3 is no more; yours are BI1, BI2, BI4"),
    ("E02", {"what": "enemy", "unit": "RI3", "own": []}, "RI3 is your opponent's"),
    ("E03", {"unit": "BH2", "needs": "C", "have": 2, "on": ["BH1", "BL2"]}, "BH2 needs a C; both are on BH1 and BL2"),
    (
        "E03",
        {"unit": "BH2", "needs": "C", "have": 1, "on": ["BH1"]},
        "BH2 needs a C; the one that was thrown is on BH1",
    ),
    ("E03", {"unit": "BA2", "needs": "A", "have": 0, "on": []}, "BA2 needs an A, and none of the dice shows one"),
    (
        "E03",
        {"unit": "BI2", "needs": "I", "have": 3, "on": ["BI1", "BI3", "enter I"]},
        "BI2 needs an I; all 3 are on BI1, BI3 and enter I",
    ),
    ("E04", {"what": "acted", "unit": "BI3"}, "BI3 has already been activated this turn"),
    ("E04", {"what": "twice", "unit": "BI3"}, "BI3 has a line above already, and one line is its whole turn"),
    (
        "E04",
        {"what": "not_placed", "unit": "BI3"},
        "BI3 got no die with the first mail of this turn, and cannot act any more",
    ),
    (
        "E04",
        {"what": "late", "unit": "BI3"},
        "the dice of this turn were taken by your first mail; nothing can be placed any more",
    ),
    (
        "E05",
        {"what": "ap", "unit": "BI2", "bases": "fabc", "ap": 2, "arm": "I"},
        "BI2: too many actions; line infantry has 2 action points",
    ),
    (
        "E05",
        {"what": "ap", "unit": "BI2", "bases": "bc", "ap": 2, "arm": "I"},
        "BI2 bc: too many actions; line infantry has 2 action points",
    ),
    (
        "E05",
        {"what": "second_fire", "unit": "BI2", "bases": "fabc"},
        "BI2 would fire a second time in one turn, which this game does not allow",
    ),
    (
        "E06",
        {
            "what": "not_one_party",
            "unit": "RI3",
            "parties": [{"cell": "F4", "bases": "fa", "facing": "s"}, {"cell": "F5", "bases": "bc", "facing": "+"}],
        },
        "RI3 stands fa in F4 facing south and bc in F5 in square; say which bases, as in RI3 fa: f1",
    ),
    (
        "E06",
        {"what": "no_such_base", "unit": "RI3", "base": "c", "living": "fab"},
        "RI3 has no base c; its bases are f, a, b",
    ),
    ("E06", {"what": "nobody_there", "unit": "RI3", "cell": "F5"}, "no base of RI3 stands in F5"),
    (
        "E06",
        {"what": "whole_battery", "unit": "RA1"},
        "RA1 is a battery, whose bases always act together; leave the letters out",
    ),
    (
        "E06",
        {"what": "whole_party", "unit": "RI3", "bases": "abc"},
        "bases abc of RI3 fire together, all or none of them",
    ),
    (
        "E07",
        {"what": "edge", "unit": "BI2", "bases": "fabc", "from": "A5", "cell": None},
        "BI2 would leave the field from A5",
    ),
    (
        "E07",
        {"what": "enemy", "unit": "BI2", "bases": "bc", "from": "E6", "cell": "E5", "other": "RI2"},
        "BI2 bc would enter E5, which the enemy's RI2 holds",
    ),
    (
        "E07",
        {"what": "arm", "unit": "BI2", "bases": "fabc", "from": "E6", "cell": "E5", "other": "BH2"},
        "BI2 would enter E5, where BH2 stands, and one cell holds one arm",
    ),
    (
        "E07",
        {"what": "capacity", "unit": "BI2", "bases": "fabc", "from": "E6", "cell": "C6", "room": 2},
        "BI2 would enter C6 (Hougoumont), where there is room for 2 bases only",
    ),
    (
        "E07",
        {"what": "capacity", "unit": "BI2", "bases": "fabc", "from": "E6", "cell": "C6", "room": 0},
        "BI2 would enter C6 (Hougoumont), where there is no room left",
    ),
    (
        "E07",
        {"what": "garrison", "unit": "BH2", "bases": "fabc", "from": "E6", "cell": "J9"},
        "BH2 would enter J9 (Plancenoit), and only infantry enters villages and farms in this game",
    ),
    (
        "E08",
        {"what": "apart", "unit": "RI3", "base": "b", "steps": 2, "limit": 1},
        "base b of RI3 would end 2 steps from its flag; the limit is 1",
    ),
    (
        "E08",
        {"what": "apart", "unit": "RI3", "base": "b", "steps": 1, "limit": 0},
        "base b of RI3 would end 1 step from its flag; all its bases must be in one cell",
    ),
    (
        "E08",
        {"what": "facings", "unit": "RH1", "cell": "E4"},
        "the bases of RH1 in E4 would face several ways, which only infantry may",
    ),
    (
        "E09",
        {"what": "guns", "unit": "RA2", "bases": "ab", "cell": "G5", "target": "G6", "other": "BI2"},
        "RA2 would charge BI2 in G6, and guns never charge",
    ),
    (
        "E09",
        {"what": "cavalry", "unit": "RI4", "bases": "fabc", "cell": "H6", "target": "H7", "other": "BH1"},
        "RI4 would charge cavalry, BH1 in H7, and infantry may not",
    ),
    (
        "E09",
        {"what": "turned", "unit": "BH1", "bases": "fabc", "cell": "D4", "target": "E4", "other": "RI2"},
        "BH1 would move and then turn on RI2 in E4; who moves into contact must end straight ahead, by a charge",
    ),
    (
        "E09",
        {"what": "fired", "unit": "BI1", "bases": "fabc", "cell": "E5", "target": "E4", "other": "RI2"},
        "BI1 would both fire and move into contact with RI2 in E4, and a unit does one or the other",
    ),
    (
        "E10",
        {"unit": "BH1", "bases": "fabc", "cell": "E6", "ahead": "E5"},
        "BH1: no enemy is in E5, ahead of E6, after the charge",
    ),
    (
        "E10",
        {"unit": "BH1", "bases": "fabc", "cell": "E1", "ahead": None},
        "BH1: no enemy is ahead of E1 after the charge, but the edge of the field",
    ),
    ("E11", {"what": "empty", "unit": "BA2", "target": "F4"}, "there is no enemy in F4"),
    (
        "E11",
        {"what": "range", "unit": "BA2", "target": "F5"},
        "BA2 cannot reach F5 (La Haye Sainte) from where it stands and faces",
    ),
    (
        "E11",
        {"what": "beside", "unit": "BA2", "target": "E7"},
        "E7 lies beside the muzzles of BA2, where guns cannot fire",
    ),
    (
        "E11",
        {"what": "sight", "unit": "BA2", "target": "F4", "by": "F5", "why": "terrain"},
        "BA2 cannot see F4: the farm in F5 (La Haye Sainte) is in the way",
    ),
    (
        "E11",
        {"what": "sight", "unit": "BA2", "target": "F4", "by": "E6", "why": "bases"},
        "BA2 cannot see F4: bases in E6 are in the way",
    ),
    (
        "E11",
        {"what": "sight", "unit": "BA4", "target": "F4", "by": "E8", "why": "hill"},
        "BA4 cannot see F4: the hill in E8 is in the way",
    ),
    (
        "E11",
        {"what": "closest", "unit": "BA1", "target": "C4", "closest": "C6"},
        "BA1 can fire at C6 on that line, which is closer than C4",
    ),
    (
        "E11",
        {"what": "ahead_first", "unit": "BA1", "target": "C4", "ahead": "D7"},
        "BA1 has an enemy right ahead in D7, and must fire at that one",
    ),
    (
        "E11",
        {"what": "no_dice", "unit": "BI1", "target": "C6"},
        "C6 (Hougoumont) gives so much cover that BI1 would have no dice",
    ),
    ("E11", {"what": "cavalry", "unit": "BH1", "target": "C6"}, "BH1 is cavalry, which never fires"),
    ("E11", {"what": "none", "unit": "BA4"}, "BA4 has nothing to fire at from where it stands and faces"),
    (
        "E11",
        {"what": "several", "unit": "BA1", "targets": ["D4", "E4"]},
        "BA1 can fire at D4 and E4; say at which, as in fire D4",
    ),
    ("E11", {"what": "one_target", "unit": "BA1"}, "the dice of BA1 make one volley, at one target"),
    ("E11", {"what": "too_many", "unit": "BI1", "shots": 2}, "BI1 has 2 shots there, and more targets are named"),
    ("E11", {"what": "side_used", "unit": "BI1", "side": "n"}, "BI1 has fired through its side n already"),
    (
        "E11",
        {"what": "side", "unit": "BI1", "target": "E4", "side": "n"},
        "BI1 cannot reach E4 through a side that has not fired",
    ),
    (
        "E11",
        {"what": "not_square", "unit": "BI1"},
        "BI1 is not in square there; a direction before the target is for squares",
    ),
    ("E11", {"what": "base", "unit": "BI1", "base": "c"}, "base c is not one of those that fire there"),
    ("E11", {"what": "base_twice", "unit": "BI1", "base": "c"}, "base c is named for two shots, and has one"),
    (
        "E12",
        {"what": "dice", "kind": "I", "entry": "Y", "needs": "I", "count": 2, "have": 1},
        "a unit of line infantry costs two I, and the dice show 1",
    ),
    (
        "E12",
        {"what": "dice", "kind": "H", "entry": "X1", "needs": "C", "count": 1, "have": 0},
        "a unit of heavy cavalry costs one C, and the dice show none",
    ),
    (
        "E12",
        {"what": "dice", "kind": "I", "entry": "Y", "needs": "I", "count": 2, "have": 3},
        "a unit of line infantry costs two I, and your other lines leave too few of the 3 that were thrown",
    ),
    (
        "E12",
        {"what": "pool", "kind": "L", "entry": "X1", "plain": 3, "flags": 0},
        "it takes 3 lost light bases and a flag, and the pool has 3 light bases and 0 flags",
    ),
    (
        "E12",
        {"what": "pool", "kind": "A", "entry": "X1", "plain": 1, "flags": 0},
        "it takes 2 lost gun bases, and the pool has 1",
    ),
    ("E12", {"what": "entry", "kind": "I", "entry": "Y"}, "Y is not a road of yours"),
    ("E12", {"what": "enemy", "kind": "I", "entry": "X3", "cell": "L7"}, "the enemy stands on X3 (L7)"),
    (
        "E12",
        {"what": "arm", "kind": "I", "entry": "X3", "cell": "L7"},
        "another arm stands on X3 (L7), and one cell holds one arm",
    ),
    ("E12", {"what": "room", "kind": "I", "entry": "X3", "cell": "L7"}, "there is no room for a whole unit on X3 (L7)"),
    (
        "E12",
        {"what": "contact", "kind": "I", "entry": "X3", "cell": "L7", "target": "K7"},
        "it would face the enemy in K7, and a unit does not enter in contact",
    ),
    (
        "E12",
        {"what": "late", "kind": "I", "entry": "X3", "cell": "L7"},
        "the dice of this turn were taken by your first mail, and an entry needs its own",
    ),
    (
        "E13",
        {"what": "some", "unit": "BI2", "bases": "fab"},
        "bases fab of BI2 form or leave square together, all or none of them",
    ),
    ("E13", {"what": "already", "unit": "BI2"}, "BI2 is in square already"),
    ("E13", {"what": "not_in_square", "unit": "BI2"}, 'BI2 is not in square; "face" turns it'),
    ("E13", {"what": "not_infantry", "unit": "BH2"}, "BH2 is not infantry, which alone forms square"),
    (
        "E13",
        {"what": "in_square", "unit": "BI2", "bases": "fabc"},
        'BI2 is in square and can neither move nor turn; "line" and a direction leaves it',
    ),
    (
        "E13",
        {"what": "faces_there", "unit": "BI2", "bases": "fabc", "facing": "n"},
        "BI2 faces north already, which needs no order",
    ),
    (
        "E13",
        {"what": "cover", "unit": "RI6", "cell": "F2"},
        "RI6 is in F2 (Mont-St-Jean), and infantry in cover forms no square in this game",
    ),
    ("E14", {"what": "not_your_turn", "to_move": "blue", "turn": 4}, "it is turn 4, and Blue is to move"),
    (
        "E14",
        {"what": "wrong_turn", "number": 4, "turn": 5, "to_move": "blue"},
        "this mail is for turn 4 of yours; it is turn 5, and Blue is to move",
    ),
    ("E14", {"what": "after_end"}, 'it stands below "end", which closes the turn'),
    (
        "E14",
        {"what": "no_claim", "missed": 1},
        "your opponent has missed 1 turn in a row, and three are needed for a claim",
    ),
]


@pytest.mark.parametrize(("code", "facts", "sentence"), REFUSED)
def test_every_refusal_has_its_sentence(code: str, facts: Json, sentence: str) -> None:
    verdict = Verdict(3, Status.REFUSED, code, ("WGR-001", "WGR-002"), {"seat": "blue", **facts})
    said = presentation().say_verdict(verdict, Line(3, "x", None), VIEW)
    assert (said.mark, said.text) == ("no", f"{sentence} (WGR-001, 002).")


def test_no_code_is_left_out() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS)
    assert {facts["what"] for code, facts, _ in REFUSED if code == "E11"} == set(TARGETS)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("I2 jump", 'unknown action "jump"; there are '),
        ("I2", "it does not say what I2 is to do"),
        ("I3 b,c: f", 'as in "bc: f"'),
        ("resing", 'did you mean "resign" where you wrote "resing"'),
        ("place the guns", AFTER["place"]),
        ("what now", "an order names a unit and what it does"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_help(typed: str, sentence: str) -> None:
    (line,) = presentation().read([(1, typed)])
    assert line.order is None
    said = presentation().say_verdict(
        Verdict(1, Status.REFUSED, "E01", ("WGR-139",), {"seat": "blue", "what": "line"}), line, VIEW
    )
    assert said.text.startswith("I do not understand this line; ")
    assert sentence in said.text


# --- What is accepted -----------------------------------------------------------------------------------------------

OFFER = {"agreed": False, "standing": False, "asked": "red", "test": False}
ACTIVATION: Json = {
    "unit": "BI3",
    "alternative": 0,
    "shots": [],
    "ends": "I7:fabc:n",
    "charges": [],
    "later": False,
}


@pytest.mark.parametrize(
    ("facts", "order", "sentence"),
    [
        (ACTIVATION, None, "BI3 ends in I7 facing north."),
        (ACTIVATION | {"ends": "I8:fabc:n"}, None, "BI3 stays in I8 facing north."),
        (
            ACTIVATION | {"ends": "I8:fabc:n", "shots": [{"target": "I7", "dice": 2}]},
            None,
            "BI3 fires at I7 with 2 dice.",
        ),
        (
            ACTIVATION | {"ends": "I8:fabc:n", "shots": [{"target": "I7", "dice": 2}] * 2},
            None,
            "BI3 fires twice at I7 with 2 dice.",
        ),
        (
            ACTIVATION | {"shots": [{"target": "F5", "dice": 1}]},
            None,
            "BI3 fires at F5 (La Haye Sainte) with 1 die, ends in I7 facing north.",
        ),
        (
            ACTIVATION | {"charges": [{"cell": "I5", "dir": "n", "target": "I4", "tokens": 2}], "alternative": 1},
            None,
            "BI3 charges I4 over 2 cells, ends in I7 facing north.",
        ),
        (
            ACTIVATION | {"ends": "F4:fa:s F5:bc:+", "later": True, "now": None},
            None,
            "BI3 ends in F4 (fa) facing south and F5 (bc) in square, if the shots before it allow.",
        ),
        (
            {
                "unit": "BI3",
                "later": True,
                "now": {"code": "E10", "clauses": ["WGR-044"], "unit": "BI3", "cell": "I6", "ahead": "I5"},
            },
            None,
            "BI3 only a shot before it can make this possible (as things stand, BI3: no enemy is in I5, ahead of I6, "
            "after the charge (WGR-044)).",
        ),
        ({"units": ["BI3"]}, None, "BI3 takes a die."),
        ({"units": ["BI3", "BH2"]}, None, "BI3 and BH2 take a die each."),
        (
            {"unit": "RI6", "kind": "I", "entry": "X3", "cell": "L7", "facing": "w", "taken": {}},
            None,
            "line infantry enters as RI6 at X3 (L7), facing west.",
        ),
        ({"cells": ["E5", "D4"]}, None, "the fights of E5 and D4 come first."),
        ({"number": 4}, None, "it is turn 4, and yours."),
        (OFFER, None, "you offer a draw."),
        (OFFER | {"standing": True}, None, "you offer a draw already."),
        (OFFER | {"agreed": True}, None, "you agree to the draw."),
        (OFFER | {"test": True}, None, "a draw is neither offered nor agreed to by a mail that begins with test."),
        ({}, End(), "this closes the turn."),
        ({}, Resign(), "you resign."),
        ({}, Show(), "the position follows."),
    ],
)
def test_what_is_accepted_is_said_again_in_full(facts: Json, order: Any, sentence: str) -> None:
    said = presentation().say_verdict(Verdict(1, Status.OK, facts={"seat": "blue", **facts}), Line(1, "x", order), VIEW)
    assert (said.mark, said.text) == ("ok", sentence)


def test_a_mended_line_is_marked() -> None:
    (line,) = presentation().read([(1, "I3 foward 1")])
    assert presentation().say_verdict(Verdict(1, Status.OK, facts=ACTIVATION), line, VIEW).mark == "ok, read as"


def test_lines_that_are_not_refused_themselves_are_told_too() -> None:
    said = presentation().say_verdict(Verdict(1, Status.VOID), None, VIEW)
    assert (said.mark, said.text) == ("-", "not played.")
    draw = presentation().say_verdict(Verdict(1, Status.VOID, facts={"with": "orders"}), None, VIEW)
    assert draw.mark == "not done"
    assert draw.text == "as the orders beside it do not stand; send it with orders that do, or alone."


# --- Events ---------------------------------------------------------------------------------------------------------

DONE: Json = {"hits": 0, "pushes": 0, "losses": [], "moves": [], "destroyed": None}


def lost(unit: str, base: str, cell: str, flag: Json | None = None) -> Json:
    return {"seat": "red" if unit[0] == "R" else "blue", "unit": unit, "base": base, "cell": cell, "flag": flag}


def roll(what: str, bases: int, dice: str, draw: int, mods: Json | None = None, **result: Any) -> Json:
    return (
        DONE
        | {"what": what, "round": 1, "bases": bases, "mods": mods or {}, "dice": dice.split(), "key": 11}
        | {"draw": draw}
        | result
    )


SHOT: Json = DONE | {
    "seat": "blue",
    "unit": "BA2",
    "bases": "ab",
    "cell": "F8",
    "facing": "n",
    "target": "E4",
    "range": 4,
    "how": "guns",
    "against": "I",
    "walled": False,
    "dice": ["X", "I"],
    "key": 11,
    "draw": 1,
}
BACK: Json = {"why": "retreat", "units": ["RI2"], "from": "E4", "to": "E3", "dir": "n"}
PUSHED: Json = {"why": "push", "units": ["RH1"], "from": "E3", "to": "E2", "dir": "n"}
FIGHT: Json = {
    "seat": "blue",
    "from": "E5",
    "to": "E4",
    "dir": "n",
    "group": 1,
    "charge": True,
    "tokens": 1,
    "flank": False,
    "units": {"attack": ["BI2"], "defend": ["RI2"]},
    "arms": {"attack": "I", "defend": "I"},
    "rolls": [
        roll("defensive", 4, "I -", 3, losses=[lost("BI2", "c", "E5")]),
        roll("attack", 3, "I I - C", 5, {"charge": 1}, losses=[lost("RI2", "c", "E4"), lost("RI2", "b", "E4")]),
        roll("defence", 2, "- -", 9),
        roll("attack", 3, "X - -", 11, moves=[BACK]),
    ],
    "ended": "retreat",
    "loser": "defender",
}
SQUARED: Json = FIGHT | {
    "units": {"attack": ["BH1"], "defend": ["RI2"]},
    "rolls": [
        roll("square", 4, "- X", 3, squared=True),
        roll(
            "attack",
            4,
            "X - C -",
            5,
            {"charge": 1, "square": -1},
            destroyed={"cell": "E4", "why": "edge"},
            losses=[lost("RI2", base, "E4") for base in "cbaf"],
        ),
    ],
    "ended": "eliminated",
}
FIRED: Json = FIGHT | {
    "to": "F5",
    "units": {"attack": ["BI2"], "defend": ["RI3"]},
    "rolls": [
        roll("defensive", 4, "A", 3, {"cover": -1}),
        roll("attack", 4, "- - -", 4, {"charge": 1, "cover": -2}),
        roll("defence", 2, "- -", 7),
    ],
}
VOID: Json = {
    "seat": "blue",
    "unit": "BI2",
    "line": 4,
    "cut": False,
    "code": "E10",
    "clauses": ["WGR-044"],
    "cell": "E5",
    "ahead": "E4",
    "bases": "fabc",
}

SENTENCES: list[tuple[str, Json, str | None]] = [
    (
        "turn",
        {"seat": "red", "turn": 3, "ply": 6, "dice": ["I", "C", "C", "-", "X"], "key": 60, "draw": 1},
        "Turn 3, Red: the dice are I C C - X [60.1-5].",
    ),
    ("placed", {"seat": "blue", "units": ["BI3"], "entries": [], "lost": []}, None),
    ("placed", {"seat": "blue", "units": [], "entries": [], "lost": ["I", "C"]}, "Blue leaves dice unused: I C."),
    ("move", {"unit": "BI4", "bases": "fabc", "from": "J8", "to": "J6", "steps": 2, "facing": "n"}, "BI4 J8-J6."),
    ("move", {"unit": "BI4", "bases": "bc", "from": "J8", "to": "J6", "steps": 2, "facing": "n"}, "BI4 bc: J8-J6."),
    ("face", {"unit": "BI4", "bases": "fabc", "cell": "J6", "facing": "e"}, "BI4 turns east."),
    ("square", {"unit": "BI4", "bases": "fabc", "cell": "J6"}, "BI4 forms square in J6."),
    ("line", {"unit": "BI4", "bases": "fabc", "cell": "J6", "facing": "s"}, "BI4 leaves square, facing south."),
    ("hold", {"unit": "BI4"}, "BI4 holds."),
    (
        "charge",
        {"unit": "BI4", "bases": "fabc", "cell": "J6", "dir": "n", "target": "J5", "tokens": 2},
        "BI4 charges J5 (over 2 cells).",
    ),
    ("shot", SHOT, "BA2 at F8 fires at E4: X I [dice 11.1-2]. No effect."),
    (
        "shot",
        SHOT | {"losses": [lost("RI2", "c", "E4")], "moves": [PUSHED, BACK]},
        "BA2 at F8 fires at E4: X I [dice 11.1-2]. RI2 loses c and retreats to E3, pushing RH1 to E2.",
    ),
    (
        "shot",
        SHOT | {"losses": [lost("RI1", "a", "D5", {"from": "E5", "to": "D5"})]},
        "BA2 at F8 fires at E4: X I [dice 11.1-2]. RI1's flag is carried from E5 to D5, where a is lost in its place.",
    ),
    (
        "shot",
        SHOT
        | {
            "unit": "BI3",
            "bases": "fa",
            "how": "volley",
            "dice": ["I"],
            "target": "F2",
            "losses": [lost("RI6", "f", "F2")],
            "destroyed": {"cell": "F2", "why": "enemy"},
        },
        "BI3 fa at F8 fires a volley at F2 (Mont-St-Jean): I [dice 11.1]. All in F2 are lost (RI6's flag): an enemy "
        "bars the way back.",
    ),
    (
        "shot",
        SHOT
        | {"hits": 1, "losses": [lost("RI1", "c", "E4"), lost("RI1", "a", "D5", {"from": "E4", "to": "D5"})]}
        | {"destroyed": {"cell": "E4", "why": "friends"}},
        "BA2 at F8 fires at E4: X I [dice 11.1-2]. RI1 loses c, and RI1's flag is carried from E4 to D5, where a is "
        "lost in its place: friends in E3 cannot be pushed back.",
    ),
    (
        "shot",
        SHOT
        | {"losses": [lost("RI2", "c", "E3"), lost("RI2", "b", "E3")], "moves": [BACK]}
        | {"destroyed": {"cell": "E3", "why": "edge"}},
        "BA2 at F8 fires at E4: X I [dice 11.1-2]. RI2 retreats to E3, and all in E3 are lost (RI2 b and c): the way "
        "back leads off the field.",
    ),
    (
        "shot_lost",
        {"seat": "blue", "unit": "BI3", "target": "E4"},
        "BI3 has nobody left to fire at in E4; that shot is not fired (WGR-X).",
    ),
    (
        "enter",
        {"seat": "red", "unit": "RI6", "kind": "I", "entry": "X3", "cell": "L7", "facing": "w", "taken": {"I": 3}},
        "RI6, line infantry, enters at X3 (L7), facing west.",
    ),
    (
        "void",
        VOID,
        "The order for BI2 could not be carried out: no enemy was in E4, ahead of E5, after the charge (WGR-044).",
    ),
    (
        "void",
        VOID
        | {
            "cut": True,
            "unit": None,
            "code": "E12",
            "what": "room",
            "kind": "I",
            "entry": "X3",
            "cell": "L7",
            "clauses": ["WGR-127"],
        },
        "The rest of the order for the entry could not be carried out: there was no room for a whole unit on X3 (L7) "
        "(WGR-127).",
    ),
    ("end_turn", {"seat": "blue", "turn": 3, "by": "order", "missed": 0}, None),
    (
        "end_turn",
        {"seat": "blue", "turn": 3, "by": "deadline", "missed": 2},
        "The time is over, and Blue's turn 3 is closed; 2 turns missed in a row (WGR-X).",
    ),
    (
        "fights_ignored",
        {"seat": "blue", "cells": ["E5", "D4"]},
        "Named to fight first, and without a fight: E5 and D4 (WGR-X).",
    ),
    (
        "fight",
        FIGHT,
        "Fight, E5 on E4: BI2 charges RI2. RI2 loses b and c and retreats to E3; BI2 loses c. Its dice [11.3-13]: "
        "RI2 fires first: I - = 1 lost | attack 3 +1 charge: I I - C = 2 lost | defence: - - | "
        "attack: X - - = RI2 goes back.",
    ),
    (
        "fight",
        SQUARED,
        "Fight, E5 on E4: BH1 charges RI2. RI2 forms square; all in E4 are lost (RI2 a, b, c and its flag): the "
        "way back leads off the field. Its dice [11.3-8]: RI2 tries to form square: - X = formed | "
        "attack 4 +1 charge -1 on a square: "
        "X - C - = 4 lost.",
    ),
    (
        "fight",
        FIRED,
        "Fight, E5 on F5 (La Haye Sainte): BI2 charges RI3. No effect. Its dice [11.3-8]: RI3 fires first, 2 "
        "-1 cover: A | attack 4 +1 charge -2 cover: - - - | defence: - -.",
    ),
    (
        "lapsed",
        {"seat": "blue", "from": "D4", "to": "E4", "group": 1, "charge": True},
        "The charge of D4 on E4 lapses, as they no longer meet (WGR-X).",
    ),
    ("draw_offered", {"seat": "blue"}, "Blue offers a draw."),
    ("draw_lapsed", {"seat": "blue"}, "Blue's offer of a draw has lapsed (WGR-X)."),
    ("resigned", {"seat": "red"}, "Red resigns."),
    ("claimed", {"seat": "red"}, "Red claims the game (WGR-X)."),
    (
        "end",
        {"winners": ["red"], "reason": "resigned", "clause": "WGR-136", "score": None},
        "Red wins: Blue has resigned (WGR-136).",
    ),
    (
        "end",
        {
            "winners": [],
            "reason": "turn_limit",
            "clause": "WGR-135",
            "score": {"blue": {"points": 5, "bases": 40}, "red": {"points": 5, "bases": 1}},
        },
        "The game is drawn: 0 turns have been played, and villages and farms are counted (WGR-135). Blue 5 points and "
        "40 bases, Red 5 points and 1 base.",
    ),
]


@pytest.mark.parametrize(("kind", "facts", "sentence"), SENTENCES)
def test_every_event_has_its_words(kind: str, facts: Json, sentence: str | None) -> None:
    outcome = {key: facts[key] for key in ("winners", "reason", "clause")} if kind == "end" else None
    assert presentation().say_event(Event(kind, facts, "WGR-X"), VIEW | {"outcome": outcome}) == sentence


@pytest.mark.clause("WGR-R60")
@pytest.mark.parametrize(
    ("ties", "begins", "ends"),
    [
        (
            "bases",
            "where that is equal, who has more bases on the board wins, Blue's being counted as 3 more.",
            "farms are counted, Blue having 3 bases more than stand there (WGR-135)",
        ),
        (
            "share",
            "who has kept the larger share of his bases wins, Blue's being counted as 3 more.",
            "farms are counted, and then shares of bases kept, Blue having 3 bases more than stand there (WGR-135)",
        ),
    ],
)
def test_a_handicap_of_bases_is_told(ties: str, begins: str, ends: str) -> None:
    options = presentation().settle({"turn_limit": 20, "blue_points": 2, "blue_bases": 3, "ties": ties})
    assert begins in presentation().brief(options)
    outcome = {"winners": ["blue"], "reason": "turn_limit", "clause": "WGR-135"}
    told = presentation().say_event(
        Event("end", {**outcome, "score": None}, "WGR-135"), VIEW | {"outcome": outcome, "options": options}
    )
    assert told is not None
    assert ends in told


@pytest.mark.clause("WGR-087")
def test_the_dice_of_guns_are_counted_and_not_their_bases() -> None:
    fire = roll("defensive", 2, "A - X", 3, {"cover": -1})
    told = presentation().say_event(Event("fight", FIGHT | {"rolls": [fire]}, "WGR-X"), VIEW)
    assert told is not None
    assert told.endswith("Its dice [11.3-5]: RI2 fires first, 4 -1 cover: A - X.")


def test_who_is_left_of_an_earlier_roll_may_have_no_way_back() -> None:
    rolls = [
        roll("attack", 4, "I", 3, hits=1, losses=[lost("RI2", "c", "E4")]),
        roll("defence", 3, "-", 4),
        roll("attack", 4, "X", 5, losses=[lost("RI2", "b", "E4")], destroyed={"cell": "E4", "why": "edge"}),
    ]
    told = presentation().say_event(Event("fight", FIGHT | {"rolls": rolls}, "WGR-X"), VIEW)
    assert told is not None
    assert "RI2 loses c, and all left in E4 are lost (RI2 b): the way back leads off the field. Its dice" in told


def test_the_line_of_a_mail_is_told_to_its_sender_alone() -> None:
    told = {seat: presentation().say_event(Event("void", VOID, "WGR-X"), VIEW | {"seat": seat}) for seat in SEATS}
    assert str(told["blue"]).startswith("The order for BI2 (line 4) could not be carried out: ")
    assert str(told["red"]).startswith("The order for BI2 could not be carried out: ")


def test_a_lost_gun_is_one_gun() -> None:
    assert pool_in_words({"A": 1, "I": 1}) == "1 line, 1 gun"
    assert pool_in_words({"A": 2}) == "2 guns"


def test_no_event_is_left_out() -> None:
    assert {kind for kind, *_ in SENTENCES} == set(EVENTS)


def test_a_turn_is_told_under_a_line_that_sums_it_up() -> None:
    moved = {"seat": "blue", "unit": "BI4", "bases": "fabc", "from": "J8", "to": "J6", "steps": 2, "facing": "n"}
    part = {"seat": "blue", "unit": "BI5", "bases": "bc", "from": "I9", "to": "I8", "steps": 1, "facing": "n"}
    events = [
        Event("placed", {"seat": "blue", "units": ["BI4"], "entries": [], "lost": []}),
        Event("move", moved),
        Event("move", part),
        Event("face", {"seat": "blue", "unit": "BI5", "bases": "bc", "cell": "I8", "facing": "e"}),
        Event("shot", SHOT | {"losses": [lost("RI9", "f", "E4")]}),
        Event("move", moved | {"unit": "BI2", "from": "E6", "to": "E5"}),
        Event("charge", {"seat": "blue", "unit": "BI2", "bases": "fabc", "cell": "E5", "target": "E4", "tokens": 1}),
        Event("end_turn", {"seat": "blue", "turn": 1, "by": "order", "missed": 0}),
        Event("fight", FIGHT),
        Event("turn", {"seat": "red", "turn": 1, "dice": ["I", "C", "C", "-", "X"], "key": 20, "draw": 1}),
    ]
    stands = VIEW["units"] | {"BI2": "E5:fab:n", "RI2": "E3:fa:s"}
    assert presentation().digest(events, VIEW | {"units": stands}) == [
        "Blue's turn in short: 1 shot, 1 fight. Lost: Red 3 bases (RI9 destroyed), Blue 1 base.",
        "BI4 J8-J6; BI5 bc: I9-I8, turns east.",
        "BA2 at F8 fires at E4: X I [dice 11.1-2]. RI9 loses its flag.",
        "BI2 E6-E5, charges E4 (over 1 cell).",
        "Fight, E5 on E4: BI2 charges RI2. RI2 loses b and c and retreats to E3; BI2 loses c.",
        "Its dice [11.3-13]: RI2 fires first: I - = 1 lost | attack 3 +1 charge: I I - C = 2 lost | defence: - - | "
        "attack: X - - = RI2 goes back.",
        "Turn 1, Red: the dice are I C C - X [20.1-5].",
    ]


@pytest.mark.clause("WGR-140")
def test_orders_that_failed_open_the_line_that_sums_a_turn_up() -> None:
    moved = {"seat": "blue", "unit": "BI4", "bases": "fabc", "from": "J8", "to": "J6", "steps": 2, "facing": "n"}
    cut = VOID | {"unit": "BA2", "cut": True}
    events = [Event("shot", SHOT), Event("void", cut), Event("move", moved), Event("void", VOID)]
    assert (
        presentation()
        .digest(events, VIEW)[0]
        .startswith("Blue's turn so far: 1 order could not be carried out, 1 order cut short, 1 shot.")
    )
    # An entry has no unit yet; with it two orders of four have failed.
    no_room = {"unit": None, "code": "E12", "what": "room", "kind": "I", "entry": "X3", "cell": "L7"}
    told = presentation().digest([*events, Event("void", VOID | no_room)], VIEW)
    assert told[0].startswith("Blue's turn so far: 2 orders could not be carried out, ")
    assert "order" not in presentation().digest(events[:1], VIEW)[0]


@pytest.mark.clause("WGR-140")
def test_the_reader_s_own_orders_that_failed_stand_in_headline_and_subject() -> None:
    moved = {"seat": "blue", "unit": "BI4", "bases": "fabc", "from": "J8", "to": "J6", "steps": 2, "facing": "n"}
    cut = VOID | {"unit": "BA2", "cut": True}
    events = [Event("shot", SHOT), Event("void", cut), Event("move", moved), Event("void", VOID)]
    own, other = (RULES.view(RULES.opening(OPTIONS), seat) for seat in ("blue", "red"))
    report = turn_report(presentation(), GameFacts("g1", "1.0"), own, "blue", events)
    assert report.subject.startswith("[g1 Blue] 1 of your 3 orders failed, 1 was cut short; turn 1")
    assert report.sections[0].lines[0] == "1 of your 3 orders failed, 1 was cut short."
    told = text.write(report)
    assert "could not be carried out, " not in told, "the line that sums the turn up tells it to others alone"
    assert "Blue's turn so far: 1 shot. Nobody lost anything." in told
    assert presentation().failed(events, other) == ""
    assert "1 order could not be carried out" in text.write(
        turn_report(presentation(), GameFacts("g1", "1.0"), other, "red", events)
    )
    assert presentation().failed([Event("void", VOID)], own) == "your order failed"
    assert presentation().failed([Event("void", cut)], own) == "your order was cut short"
    assert presentation().failed([Event("void", cut), Event("move", moved)], own) == "1 of your 2 orders was cut short"
    over = own | {"phase": "over"}
    assert "1 order cut short" in presentation().digest(events, over)[0], "no headline tells it then"


def test_a_mail_with_nothing_but_failures_has_nothing_to_sum_up() -> None:
    own = RULES.view(RULES.opening(OPTIONS), "blue")
    (told,) = presentation().digest([Event("void", VOID)], own)
    assert told.startswith("The order for BI2 (line 4) could not be carried out: no enemy was in E4")


def test_the_dice_of_the_turn_are_called_in_the_headline_alone() -> None:
    dice = SeededDice(bytes(32))
    opened = RULES.adjudicate(RULES.opening(OPTIONS), {}, dice)
    for seat in SEATS:
        view = RULES.view(opened.position, seat)
        report = turn_report(presentation(), GameFacts("g1", "1.0"), view, seat, opened.events, dice.rolls)
        told = text.write(report)
        assert "What happened" not in told
        assert "Dice, numbered" not in told
        assert told.count(" ".join(view["dice"])) == 1, told


def test_what_the_answer_to_an_order_tells_is_not_told_again_below_it() -> None:
    stands = {"BI2": "E6:fabc:n", "BA2": "D8:ab:n", "BL2": "K8:fabc:n", "RA2": "D4:ab:s"}
    position = RULES.decode({"units": stands, "dice": list("IIAAC")}, OPTIONS)
    before = RULES.view(position, "blue")
    orders = presentation().read([(1, "BL2 f2 left"), (2, "BA2 fire D4")])
    done = RULES.adjudicate(position, {"blue": orders}, SeededDice(bytes(32)))
    answers = tuple(answers_to(presentation(), orders, done.verdicts["blue"], before))
    assert [answer.said for answer in answers] == ["ends in K6 facing west.", "fires at D4 with 2 dice."]
    view = RULES.view(done.position, "blue")

    def happened(*above: Section) -> str:
        report = turn_report(presentation(), GameFacts("g1", "1.0"), view, "blue", done.events, (), above)
        return " ".join(str(line) for part in report.sections if part.title == "What happened" for line in part.lines)

    alone, below = happened(), happened(Section("Your mail, line by line", "answers", answers))
    assert "BL2 K8-K6, turns west." in alone
    assert "BL2" not in below
    assert "BA2 at D8 fires at D4: " in alone
    assert "BA2 at D8 fires at D4: " in below, "what the dice did is told nowhere else"
    left_out = AnswerLine(None, "", LEFT_OUT, "3 answers are too many to be listed")
    assert happened(Section("Your mail, line by line", "answers", (*answers, left_out))) == alone
    red = RULES.view(done.position, "red")
    assert list(presentation().unanswered(done.events, red)) == list(done.events)


@pytest.mark.clause("WGR-140")
def test_of_an_order_that_was_cut_short_all_is_told() -> None:
    moved = {"seat": "blue", "unit": "BI4", "bases": "fabc", "from": "J8", "to": "J7", "steps": 1, "facing": "n"}
    entered = {"seat": "blue", "unit": "BI7", "kind": "I", "entry": "Y", "cell": "F10", "facing": "n", "taken": {}}
    events = [
        Event("move", moved),
        Event("void", VOID | {"unit": "BI4", "cut": True}),
        Event("move", moved | {"unit": "BI5"}),
        Event("void", VOID),
        Event("enter", entered),
    ]
    assert list(presentation().unanswered(events, VIEW | {"seat": "blue"})) == events[:1]


@pytest.mark.clause("WGR-028", "WGR-031")
def test_all_that_a_unit_does_stands_in_one_line() -> None:
    volley = SHOT | {"unit": "RG1", "seat": "red", "bases": "fa", "cell": "C5", "how": "volley", "target": "B6"}
    other = {"seat": "red", "unit": "RG1", "bases": "b", "from": "C6", "to": "C7", "steps": 1, "facing": "s"}
    lone = {"seat": "red", "unit": "RI1", "bases": "fabc", "from": "B4", "to": "B3", "steps": 1, "facing": "n"}
    events = [Event("shot", volley), Event("shot", volley), Event("move", other), Event("move", lone)]
    _, line, last = presentation().digest(events, VIEW)
    assert line.startswith("RG1 fa at C5 fires a volley at B6: ")
    assert line.count(" Then RG1 fa at C5 fires a volley at B6: ") == 1
    assert line.endswith(" Then RG1 b: C6-C7.")
    assert last == "RI1 B4-B3."
    # Another unit between two shots, and another turn, are other lines.
    apart = [Event("shot", volley), Event("shot", SHOT), Event("shot", volley)]
    assert not any("Then" in told for told in presentation().digest(apart, VIEW))


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (
            {"winners": ["blue"], "reason": "objectives", "clause": "WGR-132"},
            "Blue wins: all four village cells and two farms are in its hands (WGR-132).",
        ),
        (
            {"winners": ["blue"], "reason": "annihilated", "clause": "WGR-134"},
            "Blue wins: Red has no base left on the field and none that could come back (WGR-134).",
        ),
        (
            {"winners": [], "reason": "annihilated", "clause": "WGR-134"},
            "The game is drawn: both sides have no base left on the field and none that could come back (WGR-134).",
        ),
        (
            {"winners": ["red"], "reason": "claimed", "clause": "WGR-147"},
            "Red wins: Blue has missed three turns in a row (WGR-147).",
        ),
        (
            {"winners": [], "reason": "agreed", "clause": "WGR-136"},
            "The game is drawn: both sides agreed on it (WGR-136).",
        ),
    ],
)
def test_every_end_has_its_sentence(outcome: Json, sentence: str) -> None:
    over = VIEW | {"phase": "over", "outcome": outcome}
    assert presentation().say_outcome(over) == sentence
    assert presentation().status(over) == sentence


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert presentation().say_outcome(VIEW) == "The game goes on."


# --- Options and positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 3}, 'Waterloo on a grid has no option "speed".'),
        ({"scenario": "ligny"}, 'Option scenario cannot be "ligny": it is one of standard or lambert (WGR-R01).'),
        ({"turn_limit": -1}, 'Option turn_limit cannot be "-1": it is a whole number, 0 or more (WGR-R60).'),
    ],
)
def test_an_option_that_cannot_be_had_is_explained(options: Json, sentence: str) -> None:
    with pytest.raises(BadOption) as error:
        RULES.settle(options)
    assert presentation().say_bad_option(error.value) == sentence


ONE: Json = {"BI2": "E6:fabc:n"}
BAD: list[tuple[str, Json, str]] = [
    (
        "no_such_unit",
        {"units": {"QX1": "E6:f:n"}},
        "Position, units.QX1: QX1 is no unit; one is called RI3 or BH2 (WGR-005).",
    ),
    (
        "too_many",
        {"units": ONE, "pools": {"red": {"If": 40}}},
        "Position, pools.red: red has more units and flags than the 32 there can be.",
    ),
    (
        "bad_group",
        {"units": {"BI2": "E6:fabc"}},
        "Position, units.BI2: bases are written as cell:bases:facing, like F4:fa:s (WGR-006).",
    ),
    (
        "bad_letter",
        {"units": {"BA2": "E6:abc:n"}},
        "Position, units.BA2: BA2 is a battery and has no base c (WGR-005).",
    ),
    (
        "letter_twice",
        {"units": {"BI2": "E6:fab:n E7:bc:n"}},
        "Position, units.BI2: base b of BI2 stands in two places (WGR-005).",
    ),
    (
        "square",
        {"units": {"BH2": "E6:fab:+"}},
        "Position, units.BH2: BH2 is not infantry, which alone forms square (WGR-006).",
    ),
    (
        "two_sides",
        {"units": {"BI2": "E6:f:n", "RI2": "E6:f:n"}},
        "Position, units.RI2: RI2 and the enemy both stand in E6 (WGR-007).",
    ),
    (
        "two_arms",
        {"units": {"BH2": "E6:f:n", "BI2": "E6:f:n"}},
        "Position, units.BI2: BI2 stands in E6 with another arm (WGR-007).",
    ),
    (
        "capacity",
        {"units": {"BI2": "C6:fab:n"}},
        "Position, units.BI2: there are more bases in C6 than the 2 it holds (WGR-008).",
    ),
    (
        "no_flag",
        {"units": {"BI2": "E6:ab:n"}},
        "Position, units.BI2: BI2 has no flag base, which is the last to die (WGR-110).",
    ),
    (
        "battery",
        {"units": {"BA2": "E6:a:n E7:b:n"}},
        "Position, units.BA2: the bases of BA2 stand in different cells (WGR-015).",
    ),
    (
        "facing",
        {"units": {"BH2": "E6:fa:n E6:b:s"}},
        "Position, units.BH2: the bases of BH2 in one cell face different ways (WGR-011).",
    ),
    (
        "no_such_class",
        {"units": ONE, "pools": {"red": {"Z": 1}}},
        "Position, pools.red.Z: Z is no class of bases here (WGR-111).",
    ),
    ("number", {"units": ONE, "used": {"BI": 1}}, "Position, used.BI: 1 is too low; it is 2 at least."),
    ("no_such_cell", {"units": ONE, "fights": ["M1"]}, "Position, fights: there is no cell M1 (WGR-001)."),
    (
        "no_charge",
        {"units": ONE, "charges": [{"cell": "A1", "dir": "w", "tokens": 1}]},
        "Position, charges[0].dir: a charge from A1 that way leads off the board (WGR-045).",
    ),
    ("dice", {"units": ONE, "dice": ["I"]}, "Position, dice: the dice of a turn are five or none, not 1 (WGR-021)."),
    (
        "not_placed",
        {"units": ONE, "mails": 1, "placed": ["BI3"]},
        "Position, placed: BI3 cannot be here: it is not alive, or has no die in this turn (WGR-141).",
    ),
    (
        "not_held",
        {"units": ONE, "held": {"F2": "red"}},
        "Position, held: this belongs to games with hold=last (WGR-R58).",
    ),
    ("missing", {"units": ONE, "phase": "over"}, "Position, outcome: a game that is over has an outcome."),
    (
        "not_over",
        {"units": ONE, "outcome": {"winners": [], "reason": "agreed", "clause": "WGR-136"}},
        "Position, outcome: a game has an outcome only in phase over.",
    ),
    (
        "other_end",
        {"units": ONE, "phase": "over", "outcome": {"winners": ["red"], "reason": "agreed", "clause": "WGR-136"}},
        "Position, outcome: a game that ends like this (agreed) has another winner or clause.",
    ),
]


@pytest.mark.parametrize(("code", "written", "sentence"), BAD)
def test_a_position_that_cannot_be_is_explained(code: str, written: Json, sentence: str) -> None:
    with pytest.raises(BadPosition) as error:
        RULES.decode(written, OPTIONS)
    assert error.value.code == code
    assert presentation().say_bad_position(error.value) == sentence


def test_only_what_wins_the_game_can_be_held() -> None:
    with pytest.raises(BadPosition) as error:
        RULES.decode({"units": ONE, "held": {"A1": "red"}}, RULES.settle({"hold": "last"}))
    said = presentation().say_bad_position(error.value)
    assert said == "Position, held.A1: A1 is neither a village cell nor a farm (WGR-132)."


def test_no_bad_position_is_left_out() -> None:
    assert {code for code, *_ in BAD} | {"no_objective"} == set(BAD_POSITIONS)
