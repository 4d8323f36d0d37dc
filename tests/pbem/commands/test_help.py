"""HELP in 78 columns, and what it and the first report tell of options: those that mean something in the game."""

from __future__ import annotations

import pytest

from core.contract import Event
from pbem.commands.queries import COMMAND_HELP, PARTS_OF_HELP, _option_help
from pbem.ops.listing import choices, show_ruleset, usual
from pbem.reports.document import Document
from pbem.reports.text import write
from pbem.reports.turn import chosen_options
from pbem.rulesets import names, presentation
from pbem.rulesets.sentences import meaning

ADA = "ada@players.example"


def settled(name, **options):
    return presentation(name).rules.settle(options)


def told(name, **options):
    return write(Document("", tuple(chosen_options(presentation(name), settled(name, **options)))))


@pytest.mark.parametrize("name", names())
def test_every_text_of_help_fits_78_columns(name):
    found = presentation(name)
    texts = [COMMAND_HELP, _option_help(found), show_ruleset(name)]
    texts += [write(Document("", (part(name, None),))) for part in PARTS_OF_HELP.values()]
    for option in found.rules.options():
        for value in option.values or ():
            try:
                options = found.rules.settle({option.name: value})
            except Exception:
                continue
            texts += [write(Document("", (part(name, options),))) for part in PARTS_OF_HELP.values()]
    assert max(len(line) for text in texts for line in text.split("\n")) <= 78


@pytest.mark.parametrize("topic", ["", *names(), *(f"ORDERS {name}" for name in names())])
def test_every_answer_to_help_fits_78_columns(server, words, topic):
    server.enrol(ADA)
    assert max(map(len, words(server.mail(ADA, f"HELP {topic}")[0]).split("\n"))) <= 78


@pytest.mark.parametrize("name", names())
def test_what_is_usual_can_be_asked_for(name):
    found = presentation(name)
    for option in found.rules.options():
        if not option.text:
            assert found.rules.settle({option.name: usual(option)}) == settled(name)
            assert choices(option) != "a number or word"


def test_usual_is_the_number_where_it_is_nought():
    listed = show_ruleset("waterloo_wargame")
    assert "gun_loss=a number  (usual: 0; WWG-133)" in listed
    assert "usual: none" not in listed


@pytest.mark.parametrize(
    ("name", "options", "there", "not_there"),
    [
        ("waterloo1895", {}, "oblige=", ["own_city=", "order=", "pool=", "lp_again=", "lp_oblige=", "armies="]),
        ("waterloo1895", {"mode": "little"}, "armies=", ["setup=", "halts=", " oblige=", "remnant=", "throws="]),
        ("waterloo1895", {"mode": "four"}, "own_city=", ["pool=", "lp_again="]),
        ("conflict", {}, "players=", ["teams=", "alliances=", "partner_mines="]),
        ("conflict", {"players": 3}, "alliances=", ["partner_mines="]),
        ("stratego_waterloo", {}, "memory=", ["draft=", "casualties=", "grouchy=", "mud-back=", "late-arrival="]),
        ("stratego_waterloo", {"version": "expert"}, "casualties=", ["mud-back=", "late-arrival="]),
        ("waterloo_wargame", {"scenario": "no-guns"}, "edge=", ["gun_loss=", "fire_arc="]),
    ],
)
def test_options_that_mean_nothing_in_a_game_are_not_told_of_it(name, options, there, not_there):
    text = told(name, **options)
    assert there in text
    assert [each for each in not_there if each in text] == []


@pytest.mark.parametrize("name", names())
def test_an_idle_option_keeps_its_usual_value(name):
    found = presentation(name)
    for option in found.rules.options():
        for value in option.values or ():
            try:
                options = found.rules.settle({option.name: value})
            except Exception:
                continue
            assert option.name not in found.idle(options) or value == option.default or name in CAN_BE_SET_IDLY


# Their rules take an option that means nothing; the others refuse it.
CAN_BE_SET_IDLY = {"conflict", "stratego_waterloo", "waterloo_wargame"}


def test_an_unusual_option_is_told_by_the_value_it_has():
    assert "mode=little: the children's game." in told("waterloo1895", mode="little")
    assert "double: both players have two" not in told("waterloo1895", mode="little")
    assert meaning("who plays; hold: nobody; bot: the robot; ask: the host.", "bot") == "who plays; the robot."
    assert meaning("on: it does; off: it does not.", "off") == "it does not."
    assert meaning("a draw after this many turns; 0: never.", 7) == "a draw after this many turns; 0: never."


def test_no_heading_stands_above_nothing():
    assert "What the unusual options mean" not in told("waterloo_wargame")


@pytest.mark.parametrize(
    ("name", "options", "said", "unsaid"),
    [
        (
            "waterloo_wargame",
            {"turns": 6, "target": 5},
            ["6 turns of", "5,000 men", "end of turn 6"],
            ["30,000", "20 turns"],
        ),
        ("waterloo_wargame", {"move_cap": 4}, ["up to 4,000 men"], ["up to 10,000"]),
        ("waterloo_grid", {"blue_entry_dice": "1"}, ["for Blue for one die"], ["two dice on one"]),
        ("waterloo_grid", {"turn_limit": 12}, ["After 12 turns of both sides"], ["After 0 turns"]),
        ("conflict", {"players": 4, "teams": "adjacent"}, ["Red and Yellow play against"], ["Who is left last"]),
        ("conflict", {"turn_limit": 50}, ["After 50 turns the game is drawn"], ["After 0 turns"]),
        (
            "stratego_waterloo",
            {"version": "expert"},
            ["that of Wellington costs"],
            ["Wellington's costs"],
        ),
    ],
)
def test_an_introduction_speaks_of_the_options_of_its_game(name, options, said, unsaid):
    text = presentation(name).brief(settled(name, **options))
    assert [each for each in said if each not in text] == []
    assert [each for each in unsaid if each in text] == []


# --- The children's game of 1895 ----------------------------------------------------------------------------------


def test_the_help_of_the_children_s_game_has_no_cavalry_and_no_set_up():
    found = presentation("waterloo1895")
    little = found.order_help_in(settled("waterloo1895", mode="little"))
    for word in ("avalry", "place ", "partner", "only when nothing can be played"):
        assert word not in little
        assert word in found.order_help
    assert "only when no die can bring a piece forward" in little
    assert "tell partner" not in found.order_help_in(settled("waterloo1895"))
    assert "tell partner" in found.order_help_in(settled("waterloo1895", mode="four"))


@pytest.mark.clause("W95-124a")
def test_who_stops_by_choice_in_the_children_s_game_is_not_said_to_be_unable():
    found = presentation("waterloo1895")
    rules = found.rules
    little, duel = (
        rules.view(rules.opening(rules.settle(options)), None) for options in ({"mode": "little"}, {"mode": "duel"})
    )
    passed = Event("passed", {"army": "W", "dice": [5, 2, 3]}, "W95-064")
    lost = Event("lost", {"army": "W", "dice": [2]}, "W95-065")
    assert found.say_event(passed, little) == "Wellington plays no die of 2-3-5."
    assert found.say_event(lost, little) == "Wellington leaves a 2."
    assert found.say_event(passed, duel) == "Wellington can play no die and loses the throw 2-3-5 (W95-064)."
