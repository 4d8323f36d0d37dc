"""The table of errors: each code, and what its message names."""

import pytest

from core.dice import ScriptedDice
from pbem.rulesets.waterloo_grid import presentation

clause = pytest.mark.clause


@pytest.mark.parametrize(
    ("code", "cited", "pieces", "mover", "orders", "words"),
    [
        ("E01", "", "BI2 D6:fabc:n", "B", "I2 jump", "jump"),
        ("E02", "WGR-005", "BI2 D6:fabc:n", "B", "I9 f", "BI9"),
        ("E02", "WGR-005", "BI2 D6:fabc:n RI4 D2:f:s", "B", "RI4 f", "RI4"),
        ("E03", "WGR-023", "BH1 D6:f:n BH2 E6:f:n BL2 F6:f:n", "B", "H1 left / L2 left / H2 left", "BH2 C BH1 BL2"),
        ("E03", "WGR-024", "BI1 D6:f:n BI2 E6:f:n BG2 F6:f:n", "B", "I1 left / I2 left / G2 left", "BG2 I BI1 BI2"),
        ("E03", "WGR-022", "BA1 D6:a:n BA2 E6:a:n", "B", "A1 left / A2 left", "BA2 A BA1"),
        ("E04", "WGR-142", "BI3 D6:fabc:n", "B", "I3 left / I3 left", "BI3"),
        ("E05", "WGR-029", "BI2 D6:fabc:n", "B", "I2 left left left", "BI2 2"),
        ("E06", "WGR-031", "RI3 F4:fa:s F5:bc:s", "R", "I3 f", "RI3 F4 F5"),
        ("E06", "WGR-015", "BA1 D6:ab:n", "B", "A1 a: left", "BA1"),
        ("E06", "WGR-054", "BI1 D6:fabc:n RI1 D5:f:s", "B", "I1 ab: fire D5", "BI1"),
        ("E07", "WGR-033", "RI3 F4:fabc:s BI2 F5:fa:n", "R", "I3 f", "F5 BI2"),
        ("E07", "WGR-042", "BI2 D1:fabc:n", "B", "I2 f", "BI2 D1"),
        ("E07", "WGR-008", "BI2 D6:fabc:w", "B", "I2 f", "BI2 C6 2"),
        ("E07", "WGR-007", "BI2 D6:f:n BL1 D5:f:n", "B", "I2 f", "BI2 D5 BL1"),
        ("E08", "WGR-012", "RI3 F4:fa:s F5:bc:s", "R", "I3 @F5: f", "RI3 2 1"),
        ("E08", "WGR-011", "BH1 D6:fabc:n", "B", "H1 ab: left, fc: hold", "BH1 D6"),
        ("E09", "WGR-048", "RI4 H3:fabc:s BH1 H5:fabc:n", "R", "I4 f", "RI4 BH1 H5"),
        ("E09", "WGR-047", "RA2 G4:ab:s BI2 G6:fabc:n", "R", "A2 f", "RA2 G6"),
        ("E10", "WGR-044", "BH1 E8:fabc:n", "B", "H1 charge 2", "BH1 E6"),
        ("E11", "WGR-072", "BA1 F8:ab:n RI1 F4:fabc:s RI2 F5:fa:s", "B", "A1 fire F4", "F4 F5"),
        ("E11", "WGR-061", "BI1 D6:fabc:w RG1 C4:fa:s C6:bc:s", "B", "I1 fire C6", "C6"),
        ("E11", "WGR-065", "BL1 D6:f:n RI1 D5:f:s", "B", "L1 fire D5", "BL1"),
        ("E12", "WGR-123", "RL1 A1:f:s", "R", "enter L at X1 s", "3 light flag"),
        ("E12", "WGR-124", "RI1 A1:f:s", "R", "I1 left / enter I at X1 s", "I"),
        ("E12", "WGR-127", "RI1 G1:f:s", "R", "enter I at X1 s", "G1"),
        ("E12", "WGR-128", "RI1 A1:f:s BI1 G2:f:s", "R", "enter I at X1 s", "G2"),
        ("E13", "WGR-039", "BI2 D6:fabc:+", "B", "I2 f", "BI2"),
        ("E13", "WGR-037", "BI2 D6:fabc:n", "B", "I2 ab: square", "BI2"),
        ("E13", "WGR-038", "BI2 D6:fabc:+", "B", "I2 ab: line n", "BI2"),
        ("E14", "WGR-143", "BI2 D6:fabc:n", "B", "end / I2 f", "end"),
        ("E14", "WGR-143", "BI2 D6:fabc:n", "B", "turn 9 / I2 f", "9 1"),
        ("E14", "WGR-147", "BI2 D6:fabc:n", "B", "claim", ""),
    ],
)  # fmt: skip
def test_each_code(play, code, cited, pieces, mover, orders, words):
    dice = "ICA--" if "enter I" in orders and "left" in orders else "ACCII"
    played = play(pieces, mover, orders, dice=dice, pools={"R": "I3+1 L3+0"})
    refused = next(entry for entry in played.refused if entry["code"] == code)
    if cited:
        assert cited in refused["clauses"]
        assert cited.removeprefix("WGR-") in refused["message"]
    for word in words.split():
        assert word in refused["message"], refused["message"]
    assert refused["message"].startswith(f"line {refused['line']}, ")


def test_every_code_has_a_rule_or_is_about_reading(rules, play):
    """What is refused for a rule cites it; a line that makes no sense need not."""
    for orders in ("I2 f9", "H9 f", "I2 line n"):
        refusal = play("BI2 D6:fabc:n", "B", orders).refusal
        assert refusal["clause"].startswith("WGR-")


def test_messages_are_single_lines(play):
    for orders in ("I2 f9", "H9 f", "I2 line n", "A1 a: f", "enter I at Y n", "jump"):
        for entry in play("BI2 D6:fabc:n BA1 D8:ab:n", "B", orders).refused:
            assert "\n" not in entry["message"]
            assert entry["message"].endswith((".", ")", "?", "!"))


@pytest.mark.parametrize(
    "position",
    [
        {"units": {"BI1": "D6:fabc:n", "RI1": "D6:f:n"}},
        {"units": {"BI1": "D6:abc:n"}},
        {"units": {"BI1": "D6:ffa:n"}},
        {"units": {"BI1": "D6:fabd:n"}},
        {"units": {"BA1": "D6:abc:n"}},
        {"units": {"BX1": "D6:f:n"}},
        {"units": {"BI0": "D6:f:n"}},
        {"units": {"BI1": "Z6:f:n"}},
        {"units": {"BI1": "D6:f:x"}},
        {"units": {"BI1": "D6"}},
        {"units": {"BI1": ""}},
        {"units": {"BI1": 7}},
        {"units": []},
        {},
        {"units": {}, "colour": "red"},
        {"units": {"BI1": "D6:f:n"}, "to_move": "green"},
        {"units": {"BI1": "D6:f:n"}, "dice": ["I"]},
        {"units": {"BI1": "D6:f:n"}, "dice": ["I", "I", "I", "I", "Q"]},
        {"units": {"BI1": "D6:f:n"}, "turn": -1},
        {"units": {"BI1": "D6:f:n"}, "phase": "war"},
        {"units": {"BI1": "D6:f:n"}, "placed": ["BI7"]},
        {"units": {"BI1": "D6:f:n"}, "acted": ["BI7"]},
        {"units": {"BI1": "D6:f:n"}, "pools": {"red": {"I": -1}}},
        {"units": {"BI1": "D6:f:n"}, "pools": {"red": {"Q": 1}}},
        {"units": {"BI1": "D6:f:n"}, "pools": {"green": {}}},
        {"units": {"BI1": "D6:f:n"}, "missed": {"blue": -1}},
        {"units": {"BI1": "D6:f:n"}, "charges": [{"cell": "D6", "dir": "q", "tokens": 1}]},
        {"units": {"BI1": "D6:f:n"}, "outcome": {"winners": ["red"], "reason": "resigned", "clause": "WGR-136"}},
    ],
)
def test_positions_that_cannot_be_are_refused(ask, position):
    assert ask(position, {}).error["code"] in ("position", "shape")


def test_a_position_comes_back_as_it_was(armies_play, ask, rules):
    played = armies_play("B", "fights C7 / I1 f / place I2 H1")
    assert ask(played.position, {}).position == played.position
    decoded = rules.decode(played.position, rules.settle({}))
    assert rules.encode(decoded) == played.position


# --- Who sees what ---


@clause("WGR-144")
def test_the_fights_line_is_the_movers_own(play, view):
    played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", "fights D6")
    assert view(played, "B")["fights"] == ["D6"]
    assert view(played, "R")["fights"] == view(played, None)["fights"] == []


@clause("WGR-138")
def test_everything_else_is_open(play, view):
    played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", "I1 left", pools={"R": "I3+0"})
    own = view(played, "B")
    for letter in ("R", None):
        seen = view(played, letter)
        assert {key: value for key, value in seen.items() if key != "seat"} == {
            key: value for key, value in own.items() if key != "seat"
        }
    assert own["units"] == played.position["units"]


@clause("WGR-138")
def test_the_record_of_an_open_turn_is_not_open(play, rules):
    def shown(orders):
        played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", orders)
        return rules.open_record(rules.decode(played.position, rules.settle({})))

    assert shown("")
    assert shown("end")
    assert not shown("I1 left")


@clause("WGR-136", "WGR-141")
def test_who_is_told_now(play, rules):
    """What happens in an open turn goes to the mover alone, the close of the turn to both."""
    position = rules.decode(play("BI1 D6:fabc:n RI1 D4:fabc:s", "B").position, rules.settle({}))

    def told(seat, *texts):
        lines = presentation().read(list(enumerate(texts, start=1)))
        return set(rules.adjudicate(position, {seat: lines}, ScriptedDice("-----")).tell)

    assert told("blue", "I1 left") == {"blue"}
    assert told("red", "show") == {"red"}
    assert told("blue", "end") == {"blue", "red"}
    assert told("blue", "draw") == {"blue", "red"}
