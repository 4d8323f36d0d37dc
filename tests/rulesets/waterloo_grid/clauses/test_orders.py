"""The order language: how lines are read, with the examples of the rulebook."""

import pytest
from meant import may_be_meant_in

from pbem.rulesets.waterloo_grid import presentation

looks_like_order = may_be_meant_in("waterloo_grid")

clause = pytest.mark.clause

PIECES = "BI1 H7:fabc:n BH1 D8:fabc:n BA2 F8:ab:n RI1 F5:f:s RI2 A2:fabc:s"


@pytest.mark.parametrize(
    "text", ["I1 f2", "i1 F2", "BI1 forward 2", "bi1 move 2", "I1 f f", "I1 f f # on", "I1  f,f", "I1: f2", "I1 f 2"]
)
def test_ways_to_say_two_cells_ahead(play, text):
    assert play(PIECES, "B", text).at("BI1") == "H5:fabc:n"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("H1 l f", "C8:fabc:w"), ("H1 left f", "C8:fabc:w"), ("H1 r", "D8:fabc:e"), ("H1 b f", "D9:fabc:s"),
        ("H1 about forward", "D9:fabc:s"), ("H1 face e f2", "F8"), ("H1 face s", "D8:fabc:s"),
        ("H1 FACE W", "D8:fabc:w"), ("H1 hold", "D8:fabc:n"), ("H1 fabc: f", "D7:fabc:n"),
        ("H1 @D8: f", "D7:fabc:n"), ("H1 @d8 f", "D7:fabc:n"),
    ],
)  # fmt: skip
def test_actions(play, text, end):
    played = play(PIECES, "B", text)
    if end == "F8":
        assert played.no == "line 1 E07", "the guns stand there"
    else:
        assert played.at("BH1") == end


def test_letters_that_are_also_actions(play):
    """`f` and `b` are a move and a turn about; with a colon they are bases."""
    assert play(PIECES, "B", "I1 b f").at("BI1") == "H8:fabc:s"
    assert play(PIECES, "B", "I1 f: f").at("BI1") == "H6:f:n H7:abc:n"
    assert play(PIECES, "B", "I1 b: f").at("BI1") == "H7:fac:n H6:b:n"
    assert play(PIECES, "B", "I1 ab f").at("BI1") == "H7:fc:n H6:ab:n"
    assert play(PIECES, "B", "I1 fc f").at("BI1") == "H6:fc:n H7:ab:n"
    assert play(PIECES, "B", "I1 a f, c f").at("BI1") == "H7:fb:n H6:ac:n"
    assert play(PIECES, "B", "I1 bc: f, fa: hold").at("BI1") == "H7:fa:n H6:bc:n"


def test_after_fire_a_cell_is_a_target(play):
    pieces = "BI1 F4:fabc:n RI1 F3:fabc:s RI2 E3:fabc:s"
    assert play(pieces, "B", "I1 fire f3 f", loose=True).no == "line 1 E07", "the second f is a move"
    assert play(pieces, "B", "I1 fire f3 fire e3", "-- --").shots == ["F4>F3 --", "F4>E3 --"]
    single = "BI1 F4:fabc:n RI1 E3:fabc:s"
    assert play(single, "B", "I1 fire f3").no == "line 1 E11"
    assert play(single, "B", "I1 fire forward", "--").at("BI1") == "F3:fabc:n"
    assert play(single, "B", "I1 fire, f", "--").at("BI1") == "F3:fabc:n"
    assert play(single, "B", "I1 fire move", "--").at("BI1") == "F3:fabc:n"


@clause("WGR-055", "WGR-069")
def test_fire_without_a_target(play):
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire", "--").shots == ["D6>D5 --"]
    assert play("BA2 F8:ab:n RI1 F5:f:s RI2 A2:f:s", "B", "A2 fire", "-").shots == ["F8>F5 -"]
    assert play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", "I1 fire").no == "line 1 E11"
    two = play("BI1 D6:fabc:n RI1 D5:fabc:s RI2 E5:fabc:s", "B", "I1 fire")
    assert two.no == "line 1 E11"
    assert "D5" in two.message
    assert "E5" in two.message


@clause("WGR-058", "WGR-059")
def test_fire_without_a_target_base_by_base(play):
    """Every shot that can reach the one target is fired at it."""
    assert play("BI1 D6:fab:n D6:c:e RI1 D5:fabc:s", "B", "I1 fab: fire", "- -").shots == ["D6>D5 -", "D6>D5 -"]
    assert play("BI1 E6:fabc:+ RI1 D5:fabc:s", "B", "I1 fire", "- -").shots == ["E6>D5 -", "E6>D5 -"], "by n and by w"
    assert play("BI1 E6:f:+ RI1 D5:fabc:s", "B", "I1 fire", "-").shots == ["E6>D5 -"]


@clause("WGR-055")
@pytest.mark.parametrize("party", ["E6:fab:n E6:c:w", "E6:fab:+ E6:c:n"], ids=["base-by-base", "square"])
@pytest.mark.parametrize(
    ("enemies", "why"), [("RI1 E3:fabc:s", "nothing to fire at"), ("RI1 D5:f:s RI2 E5:f:s", "D5 and E5")]
)
def test_shots_without_a_target_where_there_is_not_one(play, party, enemies, why):
    refused = play(f"BI1 {party} {enemies}", "B", "I1 fab: fire")
    assert refused.no == "line 1 E11"
    assert why in refused.message


@clause("WGR-059")
def test_the_first_unused_side(play):
    pieces = "BI1 E6:fabc:+ RI1 D5:fabc:s RI2 D6:fabc:s"
    played = play(pieces, "B", "I1 fire D5 D6", "- -")
    assert [shot["facing"] for shot in played.of("shot")] == ["n", "w"]
    taken = play(pieces, "B", "I1 fire w:D5 D5", "- -")
    assert [shot["facing"] for shot in taken.of("shot")] == ["w", "n"]


@clause("WGR-044")
def test_charge_has_to_end_in_contact(play):
    played = play("BH1 D8:fabc:n RI1 D4:fabc:s", "B", "H1 charge 2")
    assert played.no == "line 1 E10"
    assert play("BH1 D8:fabc:n RI1 D4:fabc:s", "B", "H1 f2").ok


@clause("WGR-036")
def test_face_where_one_faces(play):
    assert play("BH1 D8:fabc:n", "B", "H1 face n").lines == [1]
    assert play("BI1 D6:fa:n D6:bc:e", "B", "I1 fa: face e").at("BI1") == "D6:fabc:e"


@clause("WGR-124")
@pytest.mark.parametrize("text", ["enter I at X3 facing w", "enter i at x3 w", "ENTER I AT X3 W"])
def test_entries(play, text):
    assert play("RI1 A1:f:s", "R", text, pools={"R": "I3+1"}).at("RI6") == "L7:fabc:w"


def test_what_is_not_read(play):
    text = "# a comment / > I1 f9 /  / I1 f # ahead / -- / I1 f9"
    assert play(PIECES, "B", text).at("BI1") == "H6:fabc:n"


@pytest.mark.parametrize(
    "text",
    [
        "I2 jump", "I1", "I1 f2 f2 or", "place", "fights", "fights Z9", "enter", "enter X at X1 s", "enter I at X9 s",
        "enter I at Y", "enter I at Y u", "turn", "turn one", "I1 face", "I1 face up", "I1 line", "I1 fire fire: x",
        "I1 f-2", "I1 xyz: f", "I1 @Z3: f", "charge", "H1 charge 0", "I1 f99999999999999999999",
    ],
)  # fmt: skip
def test_lines_that_cannot_be_read(play, text):
    played = play(PIECES, "B", text)
    assert played.codes in (["E01"], ["E05"], ["E07"])
    assert played.lines == [1]
    assert play(PIECES, "B", text).position["mails"] == 0


def test_hostile_lines_are_answered(play):
    for head, word in (
        ("I1", " f,"),
        ("fights", " A1"),
        ("I1 f", " or f"),
        ("I1 fire", " E4"),
        ("place", " I1"),
    ):
        assert play(PIECES, "B", head + word * (60000 // len(word))).codes


def test_the_examples_of_the_rulebook_are_read():
    lines = [
        "turn 4", "A2 fire F5", "I2 f2", "H1 right charge 2", "I3 bc: f, fa: hold", "I5 @K4: left f", "G1 square",
        "I4 fire D5 fire D5", "I6 fire n:E4 w:D6", "I1 charge 2 or f1", "enter I at X3 facing w", "fights E5 D4", "end",
    ]  # fmt: skip
    assert all(line.order is not None for line in presentation().read(list(enumerate(lines, start=1))))
    assert all(looks_like_order(line) for line in lines)


@pytest.mark.parametrize("text", ["Thanks for the game!", "I think you will win", "See you at the end", "Best, Anna"])
def test_chatter_is_no_order(text):
    assert not looks_like_order(text)
