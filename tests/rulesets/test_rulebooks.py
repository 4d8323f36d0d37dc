"""The rulebooks as players read them: what is ours is marked, lists are lists, what is wrong is gone."""

from __future__ import annotations

import re

import pytest

from core.contract import Event
from pbem.reports import rulebook
from pbem.rulesets import names, presentation
from pbem.rulesets.rulebooks import OURS, clauses, is_ruling, source
from pbem.rulesets.sentences import cited

OWN = {"hundred_days"}  # games without a source
TAKEN_OVER = [name for name in names() if name not in OWN]


@pytest.mark.parametrize("name", sorted(OWN))
def test_a_game_without_a_source_marks_nothing_and_says_so(name):
    front, _, body = source(name).partition("## Contents")
    assert "this game has no source. All of it is ours, and so no rule here is marked" in " ".join(front.split())
    assert OURS not in body
    assert [number for number, clause in clauses().items() if clause.ruleset == name and clause.ours] == [
        number for number, clause in clauses().items() if clause.ruleset == name and is_ruling(number)
    ]


@pytest.mark.parametrize("name", TAKEN_OVER)
def test_the_front_explains_the_mark_and_every_mark_stands_behind_a_number(name):
    book = source(name)
    front = " ".join(book.partition("## Contents")[0].split())
    assert f"{OURS}) marks a rule that is ours and not" in front
    body = book.partition("## Contents")[2]
    assert body.count(OURS) == len(re.findall(rf"^- <a id=\S*>\*\*[A-Z0-9]+-\d+[a-z]?\*\*{OURS} ", body, re.MULTILINE))


@pytest.mark.parametrize("name", TAKEN_OVER)
def test_a_part_of_the_rules_is_ours_and_a_part_is_not(name):
    found = [clause.ours for number, clause in clauses().items() if clause.ruleset == name and not is_ruling(number)]
    assert 0.3 < sum(found) / len(found) < 0.75


@pytest.mark.parametrize(
    ("source_s", "ours"),
    [
        (["CON-010", "CON-060", "CON-065", "CON-072"], ["CON-020", "CON-051", "CON-109", "CON-R11"]),
        (["SWL-001", "SWL-018", "SWL-054"], ["SWL-015", "SWL-019", "SWL-060"]),
        (["W95-009", "W95-028", "W95-053", "W95-076"], ["W95-001", "W95-017", "W95-101", "W95-131"]),
        (["WGR-002", "WGR-008", "WGR-060"], ["WGR-001", "WGR-005", "WGR-061"]),
        (["WWG-001", "WWG-036", "WWG-077", "WWG-101"], ["WWG-016", "WWG-095", "WWG-133"]),
    ],
)
def test_what_the_source_says_is_not_marked_and_what_we_added_is(source_s, ours):
    assert {number: clauses()[number].ours for number in source_s} == dict.fromkeys(source_s, False)
    assert {number: clauses()[number].ours for number in ours} == dict.fromkeys(ours, True)


def test_a_list_of_steps_is_a_list():
    told = rulebook.text("conflict").partition("Playing by mail\n---")[2]
    assert [line.strip()[:2] for line in told.split("\n") if re.match(r" *\d ", line)][:4] == ["1 ", "2 ", "3 ", "4 "]


@pytest.mark.clause("CON-065")
def test_no_text_lets_an_airplane_take_an_anti_aircraft_gun_on_a_circle():
    about = presentation("conflict").about
    assert "on a circle everything captures everything. Foreign" not in about
    assert "even there no airplane takes an anti-aircraft gun" in about


def test_the_history_of_the_day_stands_in_the_rulebook_of_1895():
    told = rulebook.text("waterloo1895").partition("The history of the day\n----")[2]
    for name in ("Charleroi", "Quatre Bras", "Ligny", "Grouchy", "18 June"):
        assert name in told.partition("\nWords\n")[0]


def test_a_clause_is_cited_once():
    assert cited(["SWL-140", "SWL-140"]) == " (SWL-140)"
    assert cited(["W95-031", "W95-033", "W95-031"]) == " (W95-031, 033)"


@pytest.mark.clause("WWG-R63")
def test_giving_up_is_cited_by_a_number_that_the_rulebook_has():
    wargame = presentation("waterloo_wargame")
    view = wargame.rules.view(wargame.rules.opening(wargame.rules.settle({})), None)
    over = view | {"outcome": {"winners": [], "reason": "agreed", "clause": "5.5"}}
    assert wargame.say_outcome(over).endswith("(WWG-R63).")
    for kind in ("draw_offered", "draw_lapsed", "draw_withdrawn"):
        assert "5.5" not in (wargame.say_event(Event(kind, {"seat": "french"}, "5.5"), view) or "")


@pytest.mark.clause("SWL-R33")
def test_own_tie_names_the_piece_that_is_lost():
    assert "frenzy among equal friends: mover or other is lost" in presentation("stratego_waterloo").order_help


def test_the_rulebook_of_stratego_names_no_key_that_positions_do_not_have():
    assert "pursuit.acted" not in source("stratego_waterloo")
