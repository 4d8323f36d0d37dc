"""What the server says of an order can be sent back as one, and means that order, or is refused: never another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.contract import Event, Json, Line, Status
from core.dice import SeededDice
from core.rulesets.waterloo_grid.orders import Activate, text_of
from pbem.reading.reader import read as sorted_lines
from pbem.rulesets.waterloo_grid import presentation

RULES = presentation().rules


def read(text: str, view: Json) -> tuple[Line, ...]:
    return sorted_lines(presentation(), list(enumerate(text.split("\n"), start=1)), lambda: view).lines


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("BI3 f2: ends in I7 facing north.", "BI3 f2"),
        ("BI3 f2 or f1 (try 2): ends in I7 facing north, if the shots before it allow.", "BI3 f2 or f1"),
        ("I5 fa: line n f1, bc: f1 right: ends in I7 (fa) facing north and I7 (bc) facing east.",
         "I5 fa: line n f1, bc: f1 right"),
        ("BH2 charge 2: charges H3 over 2 cells, ends in H4 facing north.", "BH2 charge 2"),
        ("BA1 fire D3: fires at D3 with 1 die.", "BA1 fire D3"),
        ("BI3 f2: only a shot before it can make this possible (as things stand, BI3 would enter I7, which the enemy's "
         "RI2 holds (WGR-033)).", "BI3 f2"),
        ("BL2 f: J7-G7.", "BL2 f: J7-G7"),
        ("BG2 f: leaves square, facing north, G9-G8, abc: turns south.", "BG2 f: line n G9-G8, abc: face s"),
        ("BH2 H6-H4, charges H3 (2 swords).", "BH2 H6-H4"),
        ("BH2 H6-H4, charges H3 (over 2 cells).", "BH2 H6-H4"),
        ("RG1 fa at E3 fires a volley at F5 (La Haye Sainte): C A [dice 302.1-2]. No effect. Then RG1 b: C6-C7.",
         "RG1 fa: fire F5, b: C6-C7"),
        ("BI4 at E5 fires a volley at D4: - - [dice 41.1-2]. No effect. Then BI4 at E5 fires a volley at E4: X - "
         "[dice 41.3-4]. RI2 retreats to E3.", "BI4 @E5: fire D4, @E5: fire E4"),
        ("RI4 fb: forms square in C6, a: holds.", "RI4 @C6: square, a: hold"),
        ("BA1 at D7 fires at D3: A [351.1]. RA1 loses a.", "BA1 @D7: fire D3"),
        ("RI2 fa: at E3 fires a volley at F5 (La Haye Sainte): C A [302.1-2]. BL1 loses its flag.", "RI2 fa: fire F5"),
        ("RG1 fa: turns west, fires a volley at B6: C I [41.1-2]. BL1 loses c. Then b: C6-C7, turns west.",
         "RG1 fa: face w fire B6, b: C6-C7 face w"),
        ("BI4 at E5 fires a volley at D4: - - [41.1-2]. No effect. Then at E5 fires a volley at E4: X - [41.3-4]. RI2 "
         "retreats to E3.", "BI4 @E5: fire D4, @E5: fire E4"),
        ("BI6 a: J9-J8, fires at K7: - [311.1]. No effect.", "BI6 a: J9-J8 fire K7"),
        ("RA4, artillery, enters at X2 (L3), facing north.", "enter A at X2 facing n"),
        ("artillery enters as RA4 at X2 (L3), facing north.", "enter A at X2 facing n"),
        ("RH2, RI2 and RG1 take a die each.", "place RH2 RI2 RG1"),
        ("the fights of E5 and D4 come first.", "fights E5 D4"),
        ("it is turn 4, and yours.", "turn 4"),
        ("BI3 A5-A6", "BI3 A5-A6"),
    ],
)  # fmt: skip
def test_what_the_server_says_is_read_back(said: str, meant: str | None) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "blue")
    (line,) = read(said, view)
    assert (None if line.order is None else text_of(line.order)) == meant
    if meant is not None:
        assert presentation().read([(1, meant)])[0].order == line.order


@pytest.mark.parametrize(
    "said",
    [
        "BI3 A5-B6.",  # in a slant
        "BI3 A5-A5.",
        "Fight, H4 on H3: BH2 charges RI2 from flank or rear. RI2 loses a, b and c.",
        "RI2 retreats to H2.",
        "BI3 ends in I7 facing north.",
        "BH2 charges H3 (2 swords).",
        "BI3 A5-A6 and then some 7.",
    ],
)
def test_what_tells_too_little_is_asked_about(said: str) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "blue")
    assert [line.order for line in read(said, view)] == [None]


@pytest.mark.parametrize(
    ("line", "code", "no"),
    [
        ("BI2 E6-E5", None, ""),
        ("BI2 E6-F6", "E07", "BI2 fa in E6 faces north, and F6 does not lie that way"),
        ("BI2 E6-E7", "E07", "E7 does not lie that way"),
        ("BI2 D6-D5", "E06", "D6"),
    ],
)
def test_a_move_by_its_cells_is_refused_where_it_would_lead_elsewhere(line: str, code: str | None, no: str) -> None:
    position = RULES.decode({"units": {"BI2": "E6:fa:n"}, "turn": 4, "dice": list("IICAX")}, RULES.settle({}))
    view = RULES.view(position, "blue")
    orders = read(line, view)
    (verdict,) = RULES.check(position, "blue", orders).verdicts
    assert verdict.code == code
    assert no in presentation().say_verdict(verdict, orders[0], view).text


def test_what_is_said_of_orders_in_whole_games_is_read_back() -> None:
    """By the answer to each line, and by the report that tells what units did, where no die had a say in it."""
    chance, dice = Random(3), SeededDice(b"told")
    position = RULES.opening(RULES.settle({}))
    answered = reported = 0
    for turn in range(150):
        if RULES.outcome(position) is not None:
            break
        (decision,) = RULES.awaiting(position)
        seat, view = decision.seat, RULES.view(position, decision.seat)
        lines = (
            read(presentation().bot(view, seat, chance), view)
            if turn % 2
            else RULES.random_orders(position, seat, turn)  # type: ignore[attr-defined]
        )
        answered += answers_mean_the_same(position, seat, view, lines)
        result = RULES.adjudicate(position, {seat: lines}, dice)
        if not any(event.kind == "shot" for event in result.events):
            reported += reports_mean_the_same(position, seat, view, result.events)
        position = result.position
    assert (answered > 100, reported > 60) == (True, True)


def answers_mean_the_same(position: Any, seat: str, view: Json, lines: tuple[Line, ...]) -> int:
    verdicts = RULES.check(position, seat, lines).verdicts
    acts = [
        (verdict, line)
        for verdict, line in zip(verdicts, lines, strict=True)
        if isinstance(line.order, Activate) and verdict.status is Status.OK
    ]
    for verdict, line in acts:
        (again,) = read(presentation().say_verdict(verdict, line, view).text, view)
        assert again.order == line.order
    return len(acts)


DONE = ("move", "face", "square", "line", "hold", "charge", "enter")


def reports_mean_the_same(position: Any, seat: str, view: Json, events: tuple[Event, ...]) -> int:
    done = [event for event in events if event.kind in DONE]
    told = [part for line in presentation().digest(done, view) for part in line.split("; ")]
    if not told:
        return 0
    result = RULES.adjudicate(position, {seat: read("\n".join([*told, "end"]), view)}, SeededDice(b"again"))
    again = [event for event in result.events if event.kind in DONE]
    assert by_base(again) == by_base(done), (
        told,
        *[presentation().say_verdict(each, None, view) for each in result.verdicts[seat]],
    )
    return len(told)


def by_base(events: list[Event]) -> dict[tuple[str, str], list[Json]]:
    """What each base of each unit does: bases that go the same way are told of, and so ordered, together."""
    found: dict[tuple[str, str], list[Json]] = {}
    for event in events:
        facts = {key: value for key, value in event.flat().items() if key != "bases"}
        for letter in event.facts.get("bases", "-"):
            found.setdefault((event.facts["unit"], letter), []).append(facts)
    return found
