"""The presentation as the server uses it: questions, forms, forces, help, and a robot that finishes its games."""

from __future__ import annotations

import json
import re
import time
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from meant import may_be_meant_in

from core.contract import Effect, Event, Json, Line, Status, Verdict
from core.dice import SeededDice
from pbem.rulesets import presentation as presentation_named
from pbem.rulesets.contract import Draws
from pbem.rulesets.schema import json_schema
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.questions import examples_for

looks_like_order = may_be_meant_in("waterloo_grid")

RULES = presentation().rules
SEATS = ("blue", "red")
GAMES: list[Json] = [
    {},
    {"scenario": "lambert", "turn_limit": 12},
    {"hold": "last", "blue_entry_dice": "1"},
    {
        "charge_bonus": "off",
        "small_farms": "open",
        "advance_fire": "volley",
        "passive_attacks": "no",
        "cover_vs_cavalry": "steady",
        "double_fire": "no",
        "garrison": "infantry",
        "turn_limit": 12,
    },
]
LONGEST = 2 * 75


def name_of(options: Json) -> str:
    return "-".join(map(str, options.values())) or "usual"


def read(text: str) -> tuple[Line, ...]:
    return presentation().read(list(enumerate(text.split("\n"), start=1)))


def game(options: Json, seed: int = 7) -> tuple[list[Any], list[list[Event]]]:
    """The positions of a whole game between robots, the first question first, and the events behind each."""
    return _game(json.dumps(options), seed)


@cache
def _game(options: str, seed: int) -> tuple[list[Any], list[list[Event]]]:
    rng, settled = Random(seed), RULES.settle(json.loads(options))
    played = RULES.adjudicate(RULES.opening(settled), {}, SeededDice(bytes([seed]) * 32))
    positions, events = [played.position], [list(played.events)]
    while RULES.outcome(positions[-1]) is None:
        (decision,) = RULES.awaiting(positions[-1])
        text = presentation().bot(RULES.view(positions[-1], decision.seat), decision.seat, rng)
        lines = read(text)
        assert RULES.check(positions[-1], decision.seat, lines).effect is Effect.AT_ONCE, text
        played = RULES.adjudicate(positions[-1], {decision.seat: lines}, SeededDice(bytes([seed]) * 32))
        positions.append(played.position)
        events.append(list(played.events))
        assert len(positions) < LONGEST
    return positions, events


def asked(units: Json, seat: str = "blue", **more: Any) -> Any:
    at = RULES.decode({"units": units, "dice": list("IICAX"), "to_move": seat} | more, RULES.settle({}))
    ask = presentation().ask(RULES.view(at, seat), seat)
    assert ask is not None
    return ask


def test_the_presentation_is_found_by_name() -> None:
    assert presentation_named("waterloo_grid") is presentation()
    assert presentation().name == RULES.name == "waterloo_grid"


# --- The robot ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_robots_finish_their_games(options: Json) -> None:
    positions, _ = game(options)
    assert presentation().say_outcome(RULES.view(positions[-1], None)).endswith(").")


def test_a_robot_decides_at_once() -> None:
    times = []
    for position in game({})[0][:-1:5]:
        (decision,) = RULES.awaiting(position)
        view, began = RULES.view(position, decision.seat), time.process_time()
        presentation().bot(view, decision.seat, Random(1))
        times.append(time.process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.5


def test_a_robot_offers_a_draw_in_a_game_without_end() -> None:
    late = RULES.decode(
        {"units": {"BI2": "E6:fabc:n", "RI2": "A1:fab:s"}, "turn": 61, "dice": list("IICAX")}, RULES.settle({})
    )
    assert read(presentation().bot(RULES.view(late, "blue"), "blue", Random(1)))[0].text == "draw"


# --- Questions ------------------------------------------------------------------------------------------------------


def test_a_turn_is_asked_for_with_its_dice() -> None:
    ask = asked({"BI2": "E6:fabc:n", "RI2": "E5:fab:s", "BA2": "F8:ab:n", "RI3": "G4:fa:s", "BH1": "A9:f:n"})
    assert ask.subject == "turn 1, your dice I I C A X"
    assert ask.headline == ("Turn 1: your dice are I I C A X: 1 infantry unit, 1 cavalry unit and 1 battery may act.")
    assert ask.silence == ("If you send nothing, no unit of yours acts, the dice are lost, and the fights take place.")
    assert ask.form == (
        "# Shots possible now, and what each would roll:",
        "#   BA2 fire G4   # 2 dice",
        "#   BI2 fire E5   # 2 dice",
        "# In contact now, and bound to fight unless that changes:",
        "#   BI2 (E6) on RI2 (E5)",
        "# Units that may act, as far as dice go:",
        "#   2 I: BI2",
        "#   1 C: BH1",
        "#   1 A: BA2",
        "# A unit and what it does on each line, for example:",
        "#   BA2 fire G4",
        "#   BH1 f1",
        '# f1: one cell ahead. "BI2 bc: left": bases b and c alone; f has the flag.',
        "# left, right, about: a turn. charge 2: two cells ahead into contact.",
        "# HELP ORDERS tells the other orders.",
        '# Write below, and "end" last, on a line of its own. # lines are not read.',
        "",
    )


def test_a_turn_that_was_left_open_is_asked_for_again() -> None:
    units = {"BI2": "E6:fabc:n", "BI1": "B8:f:n", "RI2": "E4:fab:s"}
    ask = asked(units, mails=1, placed=["BI2"], acted=["BI1"])
    assert ask.subject == "the rest of turn 1"
    assert ask.headline == (
        'Turn 1 is still open: BI2 has its die and no orders yet. "end" closes it, and the fighting begins.'
    )
    assert ask.silence.startswith("If you send nothing more, the turn is closed as it stands")
    done = asked(units, mails=2, acted=["BI1", "BI2"])
    assert done.headline == 'Turn 1 is still open, and all your dice are used: "end" closes it.'
    facing = asked(units | {"RI2": "E5:fab:s"}, mails=2, acted=["BI1", "BI2"])
    assert facing.headline.endswith('"end" closes it, and the fighting begins.')


def test_lost_bases_that_can_come_back_are_offered() -> None:
    pools = {"red": {"I": 5, "If": 1, "H": 2}, "blue": {}}
    ask = asked({"RI2": "E4:fab:s", "BI2": "E8:f:n"}, "red", pools=pools)
    for road in ("X1", "X2", "X3"):
        assert f"#   enter I at {road} facing s   # line infantry, one I" in ask.form


def test_blue_is_offered_a_new_unit_when_two_dice_pay_for_it() -> None:
    pools = {"red": {}, "blue": {"I": 3, "If": 1, "A": 2}}
    ask = asked({"RI2": "E4:fab:s", "BI2": "E8:f:n"}, pools=pools, dice=list("IICAX"))
    assert "#   enter I at Y facing n   # line infantry, two I" in ask.form
    assert not any("enter A" in line for line in ask.form), "one A is not enough"


LOST: Json = {"red": {"I": 3, "If": 1, "L": 3, "Lf": 1}, "blue": {"L": 3, "Lf": 1, "A": 4}}


@pytest.mark.clause("WGR-127")
@pytest.mark.clause("WGR-128")
@pytest.mark.parametrize(
    ("seat", "dice", "there", "offered"),
    [
        ("blue", "CCX--", {}, "enter L at Y facing n   # light cavalry, two C"),
        ("blue", "CCX--", {"BI7": "F10:fabc:n"}, "Lost light cavalry cannot come back as things stand: BI7 stands on"),
        ("blue", "CCX--", {"BL7": "F10:fabc:n"}, "Lost light cavalry cannot come back as things stand: BL7 stands on"),
        ("blue", "AAX--", {"BA1": "F10:ab:n"}, "enter A at Y facing n   # artillery, two A"),
        ("blue", "CCX--", {"RI7": "F10:f:n"}, "Lost light cavalry cannot come back as things stand: RI7 stands on"),
        ("blue", "CCX--", {"RI7": "F9:f:n"}, "enter L at Y facing e   # light cavalry, two C"),
        ("red", "IX---", {"RH1": "G1:f:n", "BI3": "L7:f:n"}, "enter I at X2 facing s   # line infantry, one I"),
        ("red", "IX---", {"BI3": "L8:f:n"}, "enter I at X3 facing e   # line infantry, one I"),
        ("red", "CX---", {each: f"{at}:f:n" for each, at in (("BI1", "G1"), ("BI3", "L3"), ("BI5", "L7"))},
         "Lost light cavalry cannot come back as things stand: BI1 stands on"),
    ],
)  # fmt: skip
def test_only_roads_that_are_free_are_offered(seat: str, dice: str, there: Json, offered: str) -> None:
    units = {"RI2": "E4:fab:s", "BI2": "E8:f:n"} | there
    form = asked(units, seat, pools=LOST, dice=list(dice)).form
    if offered.startswith("Lost"):
        assert any(line.startswith(f"# {offered}") for line in form)
    else:
        assert f"#   {offered}" in form
    at = RULES.decode({"units": units, "dice": list(dice), "to_move": seat, "pools": LOST}, RULES.settle({}))
    assert entries_of(form) or offered.startswith("Lost")
    for entry in entries_of(form):
        assert RULES.check(at, seat, read(f"{entry}\nend")).effect is Effect.AT_ONCE, entry


def orders_in(form: tuple[str, ...]) -> list[str]:
    """Each order that a form offers, as it stands there, remark and all."""
    return [line.removeprefix("#   ") for line in form if re.match("#   ([BR]?[AGHIL][0-9]+ [^(]*[a-z]|enter )", line)]


def entries_of(form: tuple[str, ...]) -> list[str]:
    return [order for order in orders_in(form) if order.startswith("enter ")]


def shots_of(form: tuple[str, ...]) -> list[str]:
    """Each shot that a form lists with its dice."""
    return [order for order in orders_in(form) if " fire " in order and "#" in order]


@pytest.mark.clause("WGR-081")
def test_a_fight_is_told_once_and_only_where_there_will_be_one() -> None:
    """C5 faces B5, which looks past it; F6 is faced from behind, and that is a fight with passive attacks alone."""
    units = {"RG1": "C5:fa:w", "BL1": "B5:fab:n", "RI4": "F6:fa:n", "BI2": "F7:fabc:n"}
    title = "# In contact now, and bound to fight unless that changes:"
    form = asked(units, "red").form
    assert form[form.index(title) + 1 :][:2] == ("#   RG1 (C5) on BL1 (B5)", "#   BI2 (F7) on RI4 (F6)")
    at = RULES.decode(
        {"units": units, "dice": list("IICAX"), "to_move": "red"}, RULES.settle({"passive_attacks": "no"})
    )
    ask = presentation().ask(RULES.view(at, "red"), "red")
    assert ask is not None
    assert ask.form[ask.form.index(title) + 1 :][0] == "#   RG1 (C5) on BL1 (B5)"
    assert not any("(F7)" in line for line in ask.form)


def test_an_offer_stands_until_the_turn_of_whoever_is_asked_is_over() -> None:
    units = {"BI2": "E6:fabc:n", "RI2": "E4:fab:s"}
    written = {"units": units, "dice": list("IICAX"), "to_move": "blue", "draw_offers": {"red": 1}}
    view = RULES.view(RULES.decode(written | {"missed": {"red": 3, "blue": 2}}, RULES.settle({})), "blue")
    assert presentation().draws(view) == Draws({"red": "until your present turn is over"}, ("blue",))


def test_dice_that_wake_nobody() -> None:
    assert asked({"BI2": "E6:f:n"}, dice=list("X-X--")).headline == (
        'Turn 1: your dice are X - X - -, and wake nobody: answer with the one line "end".'
    )


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_form_is_comments_and_its_orders_can_be_read(options: Json) -> None:
    for position in game(options)[0][:-1:4]:
        (decision,) = RULES.awaiting(position)
        ask = presentation().ask(RULES.view(position, decision.seat), decision.seat)
        assert ask is not None
        assert max(map(len, ask.form)) <= 76
        assert ask.form[-1] == "", "a line to write on"
        assert read("\n".join(ask.form)) == ()
        for order in orders_in(ask.form):
            assert RULES.check(position, decision.seat, read(f"{order}\nend")).effect is Effect.AT_ONCE, order


@pytest.mark.clause("WGR-055", "WGR-057", "WGR-058", "WGR-059", "WGR-063")
@pytest.mark.parametrize("options", [GAMES[0], GAMES[3]], ids=name_of)
def test_every_shot_that_is_possible_now_is_listed_with_its_dice(options: Json) -> None:
    """By the rules: each party of each unit that may act is tried at every cell the enemy holds."""
    found = 0
    for position in game(options)[0][:-1:3]:
        (decision,) = RULES.awaiting(position)
        seat, view = decision.seat, RULES.view(position, decision.seat)
        ask = presentation().ask(view, seat)
        assert ask is not None
        listed = {tuple(order.split("   # ")) for order in shots_of(ask.form)}
        assert {_at_once(order) for order, _ in listed} == set(possible_shots(position, view, seat))
        for order, remark in listed:
            (verdict, _) = RULES.check(position, seat, read(f"{order}\nend")).verdicts
            assert remark.startswith(f"{verdict.facts['shots'][0]['dice']} d"), order
        found += len(listed)
    assert found > 20


def _at_once(order: str) -> str:
    """A shot of a square through several sides as the one that names no side."""
    return re.sub("fire [nesw]:([A-L][0-9]+)( [nesw]:[A-L][0-9]+)+", r"fire \1", order)


def possible_shots(position: Any, view: Json, seat: str) -> list[str]:
    cells = {group.split(":")[0] for unit, at in view["units"].items() if unit[0] != seat[0].upper()
             for group in at.split()}  # fmt: skip
    found = []
    for unit, at in view["units"].items():
        groups = [group.split(":") for group in at.split()]
        if unit[0] != seat[0].upper() or unit[1] in "HL" or (view["mails"] and unit not in view["placed"]):
            continue
        in_cell = [cell for cell, _, _ in groups]
        for cell, letters, _ in groups:
            who = "" if len(groups) == 1 else f"@{cell}: " if in_cell.count(cell) == 1 else f"{letters}: "
            orders = [f"{unit} {who}fire {target}" for target in cells]
            found += [each for each in orders if may_be_done(position, seat, each)]
    return found


def may_be_done(position: Any, seat: str, order: str) -> bool:
    return RULES.check(position, seat, read(f"{order}\nend")).effect is Effect.AT_ONCE


@pytest.mark.parametrize(
    ("units", "offered"),
    [
        ({"BI3": "G5:fa:n G5:bc:e", "RI3": "G4:f:s", "RI4": "H5:f:s"},
         ["BI3 fa: fire G4 G4   # 1 die a shot, 2 shots", "BI3 fa: fire H4 H4   # 1 die a shot, 2 shots"]),
        ({"BI3": "G6:fa:n G5:bc:n", "RI3": "H4:f:s"}, ["BI3 @G5: fire H4   # 2 dice"]),
        ({"BI3": "I9:fabc:+", "RI3": "I8:f:s"}, ["BI3 fire I8   # 1 die"]),
        ({"BI3": "I9:fabc:+", "RI3": "H8:f:s"}, ["BI3 fire n:H8 w:H8   # 1 die through each of 2 sides"]),
        ({"RI3": "F4:fa:s F5:bc:s", "BI2": "E5:fa:s"}, ["RI3 @F4: fire E5   # 2 dice"]),
    ],
)  # fmt: skip
def test_parties_that_fire_apart_are_named(units: Json, offered: list[str]) -> None:
    seat = "red" if len(units["RI3"]) > 6 else "blue"
    units = units | {"RL9": "H4:fa:n"} if any("H4" in each for each in offered) and "H4" not in units["RI3"] else units
    assert set(offered) <= set(shots_of(asked(units, seat).form))


def test_fights_are_announced_only_where_there_are_any() -> None:
    for position in game({})[0][:-1:3]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        ask = presentation().ask(view, decision.seat)
        assert ask is not None
        assert ("the fights take place" in ask.silence) == ("# In contact now" in "\n".join(ask.form))


def test_who_can_do_nothing_is_told_to_end_the_turn() -> None:
    form = asked({"BI2": "E6:f:n"}, dice=list("X-X--")).form
    assert form == ('# None of your units can act; "end", written below, closes the turn.', "")


@pytest.mark.parametrize(
    ("units", "example"),
    [
        ({"BI2": "E6:fabc:n", "RI2": "A1:f:s"}, "BI2 f1"),
        ({"BI2": "E8:fa:n E9:bc:n", "RI2": "A1:f:s"}, "BI2 fa: left"),
        ({"BI2": "E7:fa:n E7:bc:e", "RI2": "A1:f:s"}, "BI2 fa: left"),
        ({"BI2": "E6:fabc:n", "RI2": "E5:f:s"}, "BI2 fire E5"),
        ({"BI2": "E6:f:+", "RI2": "A1:f:s"}, "BI2 line n"),
        ({"BI2": "E7:fa:n F8:bc:n", "RI2": "A1:f:s"}, "BI2 bc: f1"),
        ({"BI2": "E7:fa:n E8:bc:n", "BI3": "C6:bc:n C7:f:n", "RI2": "A1:f:s"}, "BI2 fa: left"),
    ],
)
def test_a_march_is_offered_where_one_is_possible(units: Json, example: str) -> None:
    at = RULES.decode({"units": units, "dice": list("IIXX-")}, RULES.settle({}))
    view = RULES.view(at, "blue")
    examples = examples_for(view, "blue")
    assert examples == [example]
    assert RULES.check(at, "blue", read("\n".join([*examples, "end"]))).effect is Effect.AT_ONCE


@pytest.mark.clause("WGR-106")
@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_an_example_does_something(options: Json) -> None:
    """Neither `hold` nor a shot of a single die at infantry in a farm, against which one die can do nothing."""
    for position in game(options)[0][:-1:3]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        ask = presentation().ask(view, decision.seat)
        assert ask is not None
        vain = {order.split("   #")[0] for order in shots_of(ask.form) if "cannot hurt" in order}
        for example in examples_for(view, decision.seat):
            assert not example.endswith("hold")
            assert example not in vain
            assert may_be_done(position, decision.seat, example), example


@pytest.mark.clause("WGR-106")
def test_a_shot_that_can_do_nothing_is_called_one() -> None:
    units = {"BA1": "D8:ab:n", "RG1": "C6:bc:s D4:fa:s"}
    assert "BA1 fire C6   # 1 die: cannot hurt infantry there" in shots_of(asked(units).form)
    assert "BA1 fire C6   # 1 die" in shots_of(asked(units | {"RG1": "D4:f:s", "RH1": "C6:f:s"}).form)


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_a_line_that_cannot_be_read_is_answered_with_orders_that_can_be_played(options: Json) -> None:
    for position in game(options)[0][:-1:6]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        verdict = Verdict(1, Status.REFUSED, "E01", ("WGR-139",), {"seat": decision.seat, "what": "line"})
        said = presentation().say_verdict(verdict, Line(1, "what now", None), view).text
        examples = examples_for(view, decision.seat)
        assert all(example in said for example in examples)
        assert ("as in" in said) == bool(examples)
        for example in examples:
            assert may_be_done(position, decision.seat, example), example


def test_who_owes_nothing_is_asked_nothing() -> None:
    for position in game({})[0][::9]:
        owing = {decision.seat for decision in RULES.awaiting(position)}
        for seat in SEATS:
            assert (presentation().ask(RULES.view(position, seat), seat) is not None) == (seat in owing)
            if seat not in owing:
                assert presentation().bot(RULES.view(position, seat), seat, Random(1)) == ""


def test_status_in_a_line() -> None:
    at = RULES.decode({"units": {"BI2": "E6:f:n"}, "turn": 4, "dice": list("IICAX")}, RULES.settle({}))
    assert presentation().status(RULES.view(at, None)) == "turn 4, Blue to move, dice I I C A X"
    for placed, said in ((["BI2"], "BI2 still to act"), ([], "all dice used")):
        rest = {"units": {"BI2": "E6:f:n"}, "turn": 4, "dice": list("IICAX"), "mails": 1, "placed": placed}
        view = RULES.view(RULES.decode(rest, RULES.settle({})), None)
        assert presentation().status(view) == f"turn 4, Blue to move, {said}"


# --- Reports --------------------------------------------------------------------------------------------------------


def test_every_event_of_whole_games_is_told() -> None:
    told = set()
    for options in GAMES:
        positions, events = game(options)
        for position, happened in zip(positions, events, strict=True):
            view = RULES.view(position, None)
            lines = presentation().digest(happened, view)
            assert all(line.endswith(".") for line in lines), lines
            assert len(lines) <= 2 * len(happened) + 1
            for event in happened:
                presentation().say_event(event, view)
                told.add(event.kind)
            for event in happened:
                if event.kind == "shot":
                    assert any(" ".join(event.facts["dice"]) in line for line in lines)
    assert told >= {"turn", "placed", "move", "shot", "charge", "end_turn", "fight", "end"}


def test_every_roll_of_a_report_has_its_number() -> None:
    _, events = game({})
    for happened in events:
        for event in happened:
            if event.kind == "fight":
                told = presentation().say_event(event, RULES.view(game({})[0][-1], None))
                rolls = [roll for roll in event.facts["rolls"] if roll["dice"]]
                assert told is not None
                first, last = rolls[0], rolls[-1]
                end = last["draw"] + len(last["dice"]) - 1
                assert f"[{first['key']}.{first['draw']}" in told
                assert f"{end}]" in told


# --- Views and positions --------------------------------------------------------------------------------------------


def test_a_view_is_a_position() -> None:
    for position in game({})[0][::9]:
        for seat in (None, *SEATS):
            assert RULES.encode(RULES.imagine(RULES.view(position, seat), 1)) == RULES.encode(position)


def test_nothing_that_is_drawn_changes_the_view() -> None:
    for position in game({})[0][:-1:25]:
        (decision,) = RULES.awaiting(position)
        view, before = RULES.view(position, decision.seat), RULES.view(position, decision.seat)
        presentation().ask(view, decision.seat)
        presentation().bot(view, decision.seat, Random(1))
        presentation().map_text(view)
        presentation().map_svg(view)
        presentation().forces(view)
        assert view == before


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_positions_are_as_their_schema_says(options: Json) -> None:
    validator = jsonschema.Draft202012Validator(json_schema(RULES))
    for position in game(options)[0][::6]:
        validator.validate(RULES.encode(position))
    wrong: list[Json] = [
        {},
        {"units": {"RI2": "E4"}},
        {"units": {"RQ2": "E4:f:n"}},
        {"units": {"RI2": "M4:f:n"}},
        {"units": {}, "dice": ["I"]},
        {"units": {}, "speed": 1},
        {"units": {}, "to_move": "green"},
    ]
    assert not any(validator.is_valid(each) for each in wrong)


def test_random_orders_are_read_back_as_they_are() -> None:
    for seed, position in enumerate(game({})[0][:-1:6]):
        (decision,) = RULES.awaiting(position)
        drawn = RULES.random_orders(position, decision.seat, seed)  # type: ignore[attr-defined]
        for line in drawn:
            assert read(line.text)[0].order == line.order


# --- Forces and help ------------------------------------------------------------------------------------------------


def test_forces_for_those_who_cannot_see_the_map() -> None:
    units = {"RI3": "F4:fa:s F5:bc:s", "RI1": "B4:fabc:+", "RH1": "E3:f:w", "BA1": "D8:ab:n"}
    at = RULES.decode(
        {"units": units, "pools": {"red": {"I": 5, "If": 1}, "blue": {}}, "dice": list("IICAX")}, RULES.settle({})
    )
    lines = [line.replace("\u00a0", " ") for line in presentation().forces(RULES.view(at, None))]
    assert lines == [
        "Blue (French): 2 bases on the field; lost and in the pool: -",
        "guns  BA1 ab D8 n",
        "Red (Allied): 9 bases on the field; lost and in the pool: 5 line + 1 flag",
        "line  RI1 fabc B4 square; RI3 fa F4 s, bc F5 (LHS) s",
        "heavy RH1 f E3 w",
    ]


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Red", "red"),
        ("r", "red"),
        ("BLUE", "blue"),
        ("French", "blue"),
        ("Nap", "blue"),
        ("wellington", "red"),
        ("allies", "red"),
        ("", None),
        ("green", None),
    ],
)
def test_seats_are_found_by_what_players_call_them(word: str, seat: str | None) -> None:
    assert presentation().find_seat(word, SEATS) == seat


def test_seats_have_titles() -> None:
    assert [presentation().seat_title(seat) for seat in SEATS] == ["Blue", "Red"]


def test_every_option_is_explained() -> None:
    options = RULES.options()
    assert list(presentation().option_help) == [option.name for option in options]
    for option in options:
        for value in option.values or ():
            assert value in presentation().option_help[option.name]


def test_the_examples_of_the_help_are_orders() -> None:
    assert max(map(len, presentation().order_help.split("\n"))) <= 78
    examples = [line[2:27].strip() for line in presentation().order_help.split("\n") if line.startswith("  ")]
    assert len(examples) >= 18
    for example in examples:
        assert read(example)[0].order is not None, example
        assert looks_like_order(example)


def test_the_card_is_sentences_that_a_phone_can_wrap() -> None:
    lines = presentation().card(RULES.view(RULES.opening(RULES.settle({})), None))
    assert all(line.endswith(".") and "  " not in line for line in lines)
