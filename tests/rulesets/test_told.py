"""What players were told wrongly, or not at all, once: each rule set's own words, by what a seat may see."""

from __future__ import annotations

import re

import pytest

from core.contract import Event, Status
from core.dice import ScriptedDice, SeededDice
from pbem.reading.reader import read
from pbem.reports.answers import answers_to
from pbem.rulesets import presentation


def view_of(name, position, seat=None, **options):
    rules = presentation(name).rules
    return rules.view(rules.decode(position, rules.settle(options)), seat)


def answers(name, position, seat, text, **options):
    """The answers to orders that are judged and not played."""
    found = presentation(name)
    decoded = found.rules.decode(position, found.rules.settle(options))
    view = found.rules.view(decoded, seat)
    lines = read(found, list(enumerate(text.split("\n"), start=1)), lambda: view).lines
    verdicts = found.rules.check(decoded, seat, lines).verdicts
    return [found.say_verdict(verdict, lines[verdict.line - 1] if verdict.line else None, view) for verdict in verdicts]


# --- Conflict -------------------------------------------------------------------------------------------------------

ON_A_SEVEN = {"pieces": {"red": {"ar1": "c5"}, "green": {}}, "to_move": "red", "throws": [[4, 3]]}


@pytest.mark.parametrize(
    "typed",
    [
        "pl2 from reserve",
        "bring pl2",
        "pl2 out",
        "Bring out PL2",
        "bring in pl2",
        "bring pl2 out of reserve",
        "take pl2 out of the reserve",
        "get pl2 out",
    ],
)
def test_a_piece_is_fetched_out_of_reserve_in_many_words(typed):
    found = presentation("conflict")
    assert [found.text_of(line.order) for line in found.read([(1, typed)])] == ["reserve pl2"]


def test_a_right_code_is_not_called_a_typo():
    [said] = answers("conflict", ON_A_SEVEN, "red", "pl2 please")
    assert "p12" not in said.text


@pytest.mark.clause("CON-003", "CON-004", "CON-006", "CON-037")
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("bs1 4 to i6", "i6 is a bridge, which counts as land"),
        ("bs1 4 to k11", "k11 is a reserve area, which no piece walks into"),
        ("bs1 4 to b2", "b2 is a camp, which no piece walks into"),
        ("bs1 4 to u20", "it is 15 steps away at least"),
        ("ar1 3 to e6", "e6 is a mine, which counts as water"),
    ],
)
def test_why_there_is_no_walk_is_told(typed, why):
    pieces = {"red": {"bs1": "f6", "ar1": "c5"}, "green": {"ar1": "v20"}}
    [said] = [
        each for each in answers("conflict", {**ON_A_SEVEN, "pieces": pieces}, "red", typed) if "walk" in each.text
    ]
    assert said.mark == "no"
    assert f": {why} (CON-037)" in said.text


def test_who_waits_is_drawn_where_he_waits_and_listed_once():
    found = presentation("conflict")
    view = found.rules.view(found.rules.opening(found.rules.settle({})), "red")
    drawn = found.map_text(view)
    for label in ("Rb4", "Rb5", "Ra4", "Rp2", "Rb1", "Rb2", "Ra1", "Raa", "Gp1"):
        assert drawn.count(label) == 1 + (label == "Ra1")  # which the legend explains
    assert "also in the docks bs3" in drawn
    assert "ar1 ar2 ar3" not in drawn


@pytest.mark.clause("CON-023", "W95-025")
@pytest.mark.parametrize(
    ("name", "pieces", "thrown", "good", "bad"),
    [
        ("conflict", {"red": {"ar1": "c5"}, "green": {}}, {"to_move": "red", "throws": [[4, 3]]}, "3", "9"),
        ("waterloo1895", {"N1": "W26", "W1": "A14"}, {"phase": "play", "to_move": "N", "throw": [1, 3, 6]}, "3", "7"),
    ],
)
def test_nothing_is_offered_with_a_die_that_was_not_thrown(name, pieces, thrown, good, bad):
    line = {"conflict": "ar1 {} to z5", "waterloo1895": "N9 {} W25"}[name]
    position = {"pieces": pieces, **thrown}
    found = presentation(name)
    rules = found.rules
    decoded = rules.decode(position, rules.settle({}))
    seat = rules.awaiting(decoded)[0].seat
    view = rules.view(decoded, seat)

    def told(text):
        lines = read(found, [(1, text)], lambda: view).lines
        [said, *_] = answers_to(found, lines, rules.check(decoded, seat, lines).verdicts, view)
        return said.said

    assert "did you mean" in told(line.format(good))
    assert "did you mean" not in told(line.format(bad))


# --- Stratego Waterloo ----------------------------------------------------------------------------------------------

BEFORE_GUNS = {
    "board": {"F4": "LI", "G5": "CH", "D3": "LN", "F7": "BA", "G7": "BA", "D4": "BF", "A1": "NA", "A10": "WE"},
    "turn": 5,
    "to_move": "blue",
}


def test_lower_case_is_told_of_where_an_enemy_is_known():
    name = "stratego_waterloo"
    assert "lower case" not in presentation(name).map_text(view_of(name, BEFORE_GUNS, "blue"))
    known = {**BEFORE_GUNS, "board": {**BEFORE_GUNS["board"], "D4": {"code": "BF", "known": True}}}
    assert "Known enemies are in lower case." in presentation(name).map_text(view_of(name, known, "blue"))


@pytest.mark.clause("SWL-049")
def test_nobody_is_invited_to_a_gun_s_front_and_check_warns_of_it():
    name = "stratego_waterloo"
    form = "\n".join(presentation(name).ask(view_of(name, BEFORE_GUNS, "blue"), "blue").form)
    assert "D3 x D4" in form
    assert "F4 x F7" not in form
    assert "G5 x G7" not in form
    [front, side] = answers(name, BEFORE_GUNS, "blue", "F4-F5-F6xF7\nD3 x D4")
    assert (front.mark, front.text) == ("ok", "LI F4-F5-F6 attacks F7 - from a gun's front: it is lost")
    assert "front" not in side.text
    repulse = {"li-front": "repulse"}
    [front, _] = answers(name, BEFORE_GUNS, "blue", "F4-F5-F6xF7\nD3 x D4", **repulse)
    assert front.text.endswith("where it can only stay before it")


@pytest.mark.parametrize(
    ("path", "square", "told"),
    [
        (["E5", "D5", "D6"], "E6", "LI E5-D5-D6 x E6 BA"),
        (["E4", "E5", "E6"], "E7", "LI E4-E6 x E7 BA"),
        (["E5"], "E6", "LI E5 x E6 BA"),
    ],
)
def test_an_attack_is_told_with_its_assault_square(path, square, told):
    from pbem.rulesets.stratego_waterloo.narration import _who_fights

    piece, target = {"code": "LI", "side": "blue"}, {"code": "BA", "side": "red"}
    facts = {"piece": piece, "target": target, "from": path[0], "assault": path[-1], "square": square, "path": path}
    assert _who_fights(facts) == told


@pytest.mark.clause("SWL-R51")
def test_cards_on_the_own_keep_list_are_burnt_last():
    from core.rulesets.stratego_waterloo.setup import draft

    picks = draft([["IN", "FS", "CA", "GB"], ["RE", "GB", "IN", "FS"]], [[], []])
    assert [pick.keep for pick in picks[0::2]] == ["IN", "FS", "CA", "GB"]
    # In the last pick there is nothing else left to burn. Before, all three FS were burnt at once.
    assert [pick.burn for pick in picks[0::2]] == ["RE", "RE", "GB", "FS"]
    assert [pick.burn for pick in picks].count("FS") == 2
    # What is named to be burnt is burnt, kept or not.
    assert draft([["FS"], []], [["FS"], []])[0].burn == "FS"


def test_the_sections_of_an_expert_map_have_their_names():
    name = "stratego_waterloo"
    drawn = presentation(name).map_text(view_of(name, BEFORE_GUNS, "blue", version="expert"))
    assert "French back row: LEFT A1-D1, CENTRE E1-H1, RIGHT I1-L1" in drawn
    assert "Allied back row: LEFT I10-L10, CENTRE E10-H10, RIGHT A10-D10" in drawn
    assert "back row:" not in presentation(name).map_text(view_of(name, BEFORE_GUNS, "blue"))


# --- The Game of Waterloo (1895) ------------------------------------------------------------------------------------


@pytest.mark.clause("W95-041")
def test_the_form_shows_a_raid_on_a_doublet():
    name = "waterloo1895"
    pieces = {"N1": "LI", "NC": "S27", "W1": "HB", "W3": "Q26"}
    doubled = {"phase": "play", "pieces": pieces, "to_move": "N", "throw": [1, 3, 3]}

    def form(throw, **options):
        view = view_of(name, {**doubled, "throw": throw}, "napoleon", **options)
        return "\n".join(presentation(name).ask(view, "napoleon").form)

    assert "# Cavalry may halt on its way, and take there: NC 3 " in form([1, 3, 3])
    assert " then 3 " in form([1, 3, 3])
    assert "may halt" not in form([1, 3, 4])
    assert "may halt" in form([1, 3, 4], halts="always")


# --- Waterloo on a grid ---------------------------------------------------------------------------------------------

VOLLEYS = {
    "turn": 3,
    "to_move": "blue",
    "dice": ["I", "I", "C", "A", "X"],
    "units": {"BI1": "E5:fabc:n", "BI2": "H8:fabc:n", "BI3": "B8:fabc:n", "RI1": "E4:f:s", "RH1": "A1:fabc:s"},
}


def test_a_volley_that_was_fired_is_not_answered_no():
    found = presentation("waterloo_grid")
    position = found.rules.decode(VOLLEYS, found.rules.settle({}))
    view = found.rules.view(position, "blue")
    lines = found.read([(1, "BI1 fire E4 fire E4"), (2, "end")])
    played = found.rules.adjudicate(position, {"blue": lines}, ScriptedDice(["X", "X"] + ["I"] * 40))
    first, end = (found.say_verdict(verdict, lines[verdict.line - 1], view) for verdict in played.verdicts["blue"])
    assert first.mark == "ok, in part"
    assert first.text == (
        'the first "fire E4" was done; the second was not, as by then its own shots had left nobody to fire at in E4 '
        "(WGR-140)."
    )
    assert end.text == "this closes the turn."


def test_what_could_not_be_done_at_all_is_still_answered_no():
    found = presentation("waterloo_grid")
    position = found.rules.decode(VOLLEYS, found.rules.settle({}))
    view = found.rules.view(position, "blue")
    lines = found.read([(1, "BI1 fire E4"), (2, "BI2 fire E4")])
    verdicts = found.rules.check(position, "blue", lines).verdicts
    assert [found.say_verdict(each, lines[each.line - 1], view).mark for each in verdicts][1] == "no"


def test_the_form_names_who_may_act_and_shows_orders_that_are_possible():
    found = presentation("waterloo_grid")
    rules = found.rules
    held = 0
    position = rules.opening(rules.settle({}))
    for turn in range(12):
        position = rules.adjudicate(position, {}, SeededDice(bytes([turn]) * 32)).position
        seat = rules.awaiting(position)[0].seat
        view = rules.view(position, seat)
        form = found.ask(view, seat).form
        shown = "\n".join(form).partition("# A unit and what it does on each line, for example:\n")[2]
        examples = [line.removeprefix("#   ") for line in shown.split("\n") if line.startswith("#   ")]
        held += any("hold" in line for line in examples)
        lines = found.read(list(enumerate(examples, start=1)))
        verdicts = rules.check(position, seat, lines).verdicts
        assert {verdict.status for verdict in verdicts} <= {Status.OK}, (examples, verdicts)
        assert bool(examples) != any("None of your units can act" in line for line in form)
        named = " ".join(form).partition("# Units that may act, as far as dice go:")[2]
        assert all(line.split()[0] in named for line in examples)
        done = rules.adjudicate(position, {seat: found.read([(1, "end")])}, SeededDice(bytes([turn]) * 32))
        position = done.position
    assert held < 6


def test_the_form_offers_a_march_past_enemies_and_on_hills():
    found = presentation("waterloo_grid")
    units = {"BH1": "D9:fabc:n", "BL1": "B8:fabc:n", "RG1": "C6:fa:s"}
    position = {"to_move": "blue", "dice": ["C", "C", "C", "C", "C"]}
    # On a hill, and with an enemy diagonally ahead: neither is a reason to hold.
    for held in ({"BH1": units["BH1"]}, {"BL1": units["BL1"], "RG1": units["RG1"]}):
        view = view_of("waterloo_grid", {**position, "units": held}, "blue")
        form = found.ask(view, "blue").form
        assert f"#   {min(held)} f1" in form
    facing = {"BL1": units["BL1"], "RG1": "B7:fa:s"}
    view = view_of("waterloo_grid", {**position, "units": facing}, "blue")
    assert "#   BL1 left" in found.ask(view, "blue").form


# --- The Waterloo Wargame -------------------------------------------------------------------------------------------


@pytest.mark.clause("WWG-109")
def test_support_named_for_a_garrison_is_not_simply_ok():
    found = presentation("waterloo_wargame")
    rules = found.rules
    position = rules.opening(rules.settle({}))
    view = rules.view(position, "allied")
    lines = found.read([(1, "STAND SUPPORT MAC WITH DPL"), (2, "STAND SUPPORT DPL WITH MAC")])
    told = [
        found.say_verdict(each, lines[each.line - 1], view) for each in rules.check(position, "allied", lines).verdicts
    ]
    assert told[0].text.endswith(
        "not while it is in the garrison of HOU: there the rules choose its support (WWG-109)."
    )
    assert "garrison" not in told[1].text


@pytest.mark.parametrize(
    ("gun_loss", "told"), [(0, "SAL is destroyed."), (2, "SAL is destroyed, French losses now 4,000.")]
)
def test_a_gun_that_counts_for_nothing_is_not_told_with_losses(gun_loss, told):
    found = presentation("waterloo_wargame")
    view = found.rules.view(found.rules.opening(found.rules.settle({"gun_loss": gun_loss})), None)
    facts = {"piece": "SAL", "seat": "french", "men": 0, "why": "duel", "losses": {"french": 4, "allied": 0}}
    assert found.say_event(Event("removed", facts, "WWG-102"), view).startswith(told)


@pytest.mark.parametrize("scenario", ["standard", "few-guns", "no-guns"])
def test_help_names_pieces_that_are_in_the_game(scenario):
    found = presentation("waterloo_wargame")
    options = found.rules.settle({"scenario": scenario})
    told = found.order_help_in(options)
    here = {piece["code"] for piece in found.rules.view(found.rules.opening(options), None)["pieces"]}
    everybody = {
        piece["code"] for piece in found.rules.view(found.rules.opening(found.rules.settle({})), None)["pieces"]
    }
    assert [code for code in everybody - here if re.search(rf"\b{code}\b", told)] == []
    assert ("  FIRE " in told) == (scenario != "no-guns")
