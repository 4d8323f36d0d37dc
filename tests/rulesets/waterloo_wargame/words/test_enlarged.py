"""The enlarged parts of the text map: bases as large as they are, and what is in contact unasked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.contract import Event, Json
from core.dice import SeededDice
from pbem.rulesets.sentences import listed
from pbem.rulesets.waterloo_wargame import presentation

RULES = presentation().rules

TOUCHING = [
    {"code": "I3", "side": "french", "arm": "infantry", "men": 3, "x": 3000, "y": 1900, "heading": 0},
    {"code": "D5", "side": "allied", "arm": "infantry", "men": 5, "x": 3000, "y": 2000, "heading": 180},
]
FAR = [
    {"code": "K9", "side": "french", "arm": "infantry", "men": 1, "x": 5600, "y": 3000, "heading": 90},
    {"code": "L8", "side": "allied", "arm": "infantry", "men": 1, "x": 5700, "y": 3000, "heading": 270},
]
SLANTING = {"code": "C2", "side": "french", "arm": "cavalry", "men": 2, "x": 2500, "y": 1600, "heading": 135}

CONTACT = """\
Where I3 touches D5:
     2100    2300    2500    2700    2900    3100    3300    3500    3700
2200                   ......                                             .
2150 .............................................................        .
2100 ......................................................................
2050 ..                                            ........................
2000                           ==========D5========
1950                           ====================
1900                               ------i3----
1850                               ------------
1800
1750
1700
1650
25 x 50 yards a sign  - French  = Allied  ^>v< front  . road  # strongpoint"""

TURNED_ROUND = """\
Where I3 touches D5:
     3850    3650    3450    3250    3050    2850    2650    2450    2250
1650
1700
1750
1800
1850                             ------------
1900                             ----i3------
1950                         ====================
2000                         ========D5==========
2050 ........................                                            ..
2100 ......................................................................
2150 .        .............................................................
2200 .                                             ......
25 x 50 yards a sign  - French  = Allied  ^>v< front  . road  # strongpoint"""


def maps(pieces: list[Json], **more: Any) -> list[str]:
    position = RULES.decode({"pieces": pieces}, RULES.settle({"scenario": "bare"}))
    return presentation().map_text(RULES.view(position, None) | more).split("\n\n")


def test_where_enemies_touch_comes_along_enlarged() -> None:
    assert maps(TOUCHING)[1:] == [CONTACT]
    assert maps([TOUCHING[0], FAR[1]])[1:] == []


def test_it_comes_along_the_other_way_up_too() -> None:
    assert maps(TOUCHING, flip=True)[1:] == [TURNED_ROUND]


def test_two_contacts_far_from_each_other_are_two_parts_and_near_ones_one() -> None:
    first, second = maps([*TOUCHING, *FAR])[1:]
    assert first == CONTACT
    assert "k9" in second
    assert "L8" in second
    near = [piece | {"code": f"{piece['code'][0]}7", "x": piece["x"] + 700} for piece in TOUCHING]
    (both,) = maps([*TOUCHING, *near])[1:]
    assert all(code in both for code in ("i3", "D5", "i7", "D7"))
    assert len(both.split("\n")) == len(CONTACT.split("\n"))


def test_contacts_above_each_other_are_one_part_as_high_as_they_need() -> None:
    above = [piece | {"code": f"{piece['code'][0]}7", "y": piece["y"] + 200, "x": 3400} for piece in TOUCHING]
    (part,) = maps([*TOUCHING, *above])[1:]
    assert all(code in part for code in ("i3", "D5", "i7", "D7"))
    assert len(part.split("\n")) == len(CONTACT.split("\n")) + 4
    too_far = [piece | {"code": f"{piece['code'][0]}7", "y": piece["y"] + 1200} for piece in TOUCHING]
    assert len(maps([*TOUCHING, *too_far])[1:]) == 2


def test_a_slanting_base_is_drawn_to_its_corners() -> None:
    # 200 by 100 yards at 135 degrees reach 106 yards to every side: twenty columns of 10 yards, ten rows of 20.
    (part,) = maps([SLANTING], inset="C2 zoom 10")
    rows = [line[5:] for line in part.split("\n")[1:-1]]
    drawn = [(at, row) for row, line in enumerate(rows) for at, sign in enumerate(line) if sign == "-"]
    assert max(at for at, _ in drawn) - min(at for at, _ in drawn) == 19
    assert max(row for _, row in drawn) - min(row for _, row in drawn) == 9
    # Its front is to the south-east, and counts as south.
    assert [sign for line in rows for sign in line if sign in "^>v<"] == ["v"]


@pytest.mark.parametrize(
    ("zoom", "step"),
    [(1, 100), (2, 50), (3, 30), (4, 25), (5, 20), (6, 15), (7, 15), (9, 10), (10, 10)],
)
def test_every_zoom_has_the_round_step_nearest_to_it(zoom: int, step: int) -> None:
    (part,) = maps([SLANTING], inset=f"C2 zoom {zoom}")
    assert part.split("\n")[-1].startswith(f"{step} x {2 * step} yards a sign")
    assert len(part.split("\n")) == 24 + 2


@pytest.mark.parametrize(
    ("corner", "first"),
    [("0,0", ("0", "   0")), ("7000,4800", ("5200", "3800")), ("3000,0", ("2100", "   0"))],
)
def test_a_part_at_the_edge_is_pushed_back_onto_the_field(corner: str, first: tuple[str, str]) -> None:
    (part,) = maps([SLANTING], inset=f"{corner} zoom 4")
    lines = part.split("\n")
    assert lines[0].split()[0] == first[0]
    assert lines[-2].startswith(first[1])
    assert len(lines) == 24 + 2


def test_a_code_for_which_its_own_place_is_taken_stands_beside_it() -> None:
    crowd = [SLANTING | {"code": code, "heading": 0, "x": 2500, "y": 500 + at} for at, code in enumerate(("AA", "BB"))]
    (whole,) = maps(crowd)
    line = next(line for line in whole.split("\n") if line.startswith(" 400"))
    assert "aa" in line
    assert "bb" in whole.replace(line, "")


@pytest.mark.parametrize("seed", [7, 11])
def test_a_report_enlarges_every_fight_it_tells_of_and_nothing_for_who_waits_without_one(seed: int) -> None:
    rng, position, fights = Random(seed), RULES.opening(RULES.settle({})), 0
    for _ in range(40):
        if RULES.outcome(position) is not None:
            break
        mover = RULES.awaiting(position)[0].seat
        orders = presentation().bot(RULES.view(position, mover), mover, rng)
        lines = presentation().read(list(enumerate(orders.split("\n"), start=1)))
        result = RULES.adjudicate(position, {mover: lines}, SeededDice(bytes([seed]) * 32))
        position = result.position
        fought = [event for event in result.events if event.kind == "fight"]
        fights += len(fought)
        for seat in ("french", "allied"):
            view = RULES.view(position, seat)
            told = " ".join(presentation().map_text(view | {"lately": result.events}).split())
            for event in fought:
                assert f"{listed(event.facts['pieces'])} attacked {event.facts['target']}" in told
            waits = seat != view["to_move"]
            assert ("yards a sign" in told) == bool(fought or (not waits and "touches" in told))
    assert fights


def test_a_fight_is_shown_where_it_was_fought() -> None:
    place = {"seat": "french", "piece": "I3", "from": [3000, 1500, 0], "to": [3000, 1900, 0]}
    fight = {"pieces": ["I3"], "target": "D5", "strongpoint": None}
    gone = [each | {"x": None, "y": None, "heading": None} if each["code"] == "I3" else each for each in TOUCHING]
    settled = RULES.settle({"scenario": "bare"})
    view = RULES.view(RULES.decode({"pieces": [*gone, SLANTING]}, settled), "allied")
    text = presentation().map_text(view | {"lately": (Event("move", place), Event("fight", fight))})
    (part,) = text.split("\n\n")[1:]
    assert part.startswith("Where I3 attacked D5:\n")
    assert "D5" in part.split("\n", 1)[1]
    assert "touches" not in text
