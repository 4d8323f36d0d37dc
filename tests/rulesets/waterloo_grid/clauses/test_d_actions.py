"""Section D: action points, parts, moves, turns, squares."""

import pytest

clause = pytest.mark.clause


@clause("WGR-029", "WGR-032", "WGR-066")
@pytest.mark.parametrize(("unit", "points"), [("I", 2), ("G", 2), ("H", 3), ("L", 4), ("A", 1)])
def test_action_points_by_arm(play, unit, points):
    piece = f"B{unit}1 E9:{'ab' if unit == 'A' else 'fabc'}:n"
    assert play(piece, "B", f"{unit}1 f{points}").at(f"B{unit}1") == f"E{9 - points}:{piece[7:]}"
    assert play(piece, "B", f"{unit}1" + " left" * points).ok
    for order in (f"f{points + 1}", "left " * (points + 1), f"f{points} right"):
        played = play(piece, "B", f"{unit}1 {order}")
        assert played.no == "line 1 E05"
        assert "WGR-029" in played.cites


@clause("WGR-030", "WGR-031", "WGR-R11")
def test_every_base_has_its_own(play):
    played = play("BI1 D6:fa:n D7:bc:n", "B", "I1 @D6: f2, @D7: f2")
    assert played.at("BI1") == "D4:fa:n D5:bc:n"
    assert play("BL1 D9:fabc:n", "B", "L1 ab: f4, fc: f4").at("BL1") == "D5:fabc:n"


@clause("WGR-030")
def test_what_is_not_used_is_gone(play, ask):
    played = play("BI1 D6:fabc:n", "B", "I1 f")
    assert ask(played.position, {"B": "I1 f"}).no == "line 1 E04"


@clause("WGR-031")
def test_parts_one_after_another(play):
    pieces = "BI1 D7:fabc:n"
    assert play(pieces, "B", "I1 ab: f, fc: f, f").at("BI1") == "D5:fabc:n"
    assert play(pieces, "B", "I1 ab: f, b: right").at("BI1") == "D7:fc:n D6:a:n D6:b:e"
    tired = play(pieces, "B", "I1 ab: f2, fc: f2, a: left")
    assert tired.no == "line 1 E05"
    assert play(pieces, "B", "I1 ab: f2, fc: f, fabc: left").codes == ["E06"], "they are not in one cell"
    assert play(pieces, "B", "I1 ab: f, fc: f, a: f, fabc: left").codes == ["E06"]
    assert play(pieces, "B", "I1 ab: f2, fc: hold, @D7: f").at("BI1") == "D6:fc:n D5:ab:n"


@clause("WGR-031")
def test_one_tired_base_tires_the_part(play):
    played = play("BI1 D7:fabc:n", "B", "I1 a: left right, fabc: f")
    assert played.no == "line 1 E05"
    assert play("BI1 D7:fabc:n", "B", "I1 a: left right, fbc: f").at("BI1") == "D6:fbc:n D7:a:n"


@clause("WGR-031")
@pytest.mark.parametrize(
    ("pieces", "orders"),
    [
        ("BI1 D6:fa:n D7:bc:n", "I1 f"),
        ("BI1 D6:fa:n D7:bc:n", "I1 fb: f"),
        ("BI1 D6:fa:n D6:bc:e", "I1 f"),
        ("BI1 D6:fa:n D6:bc:e", "I1 ab: left"),
        ("BI1 D6:fa:n D6:bc:+", "I1 @D6: left"),
        ("BI1 D6:fab:n", "I1 c: f"),
        ("BI1 D6:fabc:n", "I1 @E6: f"),
        ("BI1 D6:fa:n D7:bc:n", "I1 square"),
    ],
)
def test_bases_that_are_no_part(play, pieces, orders):
    played = play(pieces, "B", orders)
    assert played.no == "line 1 E06"
    assert "WGR-031" in played.cites


@clause("WGR-031", "WGR-037")
def test_hold_square_and_line_ask_for_less(play):
    assert play("BI1 D6:fa:n D7:bc:e", "B", "I1 hold").ok
    assert play("BI1 D6:fa:n D6:bc:e", "B", "I1 square").at("BI1") == "D6:fabc:+"
    assert play("BI1 D6:fabc:+", "B", "I1 line w").at("BI1") == "D6:fabc:w"


@clause("WGR-032", "WGR-040")
@pytest.mark.parametrize(
    ("actions", "rolls"),
    [
        ("f left", ""), ("left f", ""), ("left left", ""), ("square line e", ""), ("fire I5 left", "--"),
        ("fire I5 fire I5", "-- --"), ("square fire n:I5", "-"),
    ],
)  # fmt: skip
def test_what_a_point_buys(play, actions, rolls):
    """Two of anything, and no third thing, for infantry."""
    pieces = "BI1 H6:fabc:n RI2 I5:fabc:s"
    assert play(pieces, "B", f"I1 {actions}", rolls).ok
    third = play(pieces, "B", f"I1 {actions}, fabc: about")
    assert third.codes == (["E13"] if "square f" in actions else ["E05"])


@clause("WGR-033", "WGR-R04", "WGR-R13")
@pytest.mark.parametrize(
    ("start", "cells"),
    [("F4:f:n", "F3 F2 F1"), ("C8:f:n", "C7 C6 C5 C4"), ("L6:f:n", "L5 L4 L3 L2"), ("G10:f:n", "G9 G8 G7 G6")],
)
def test_all_ground_costs_one(play, start, cells):
    path = cells.split()
    for count, cell in enumerate(path, start=1):
        assert play(f"BL1 {start}", "B", f"L1 f{count}").at("BL1") == f"{cell}:f:n"
    assert play("BA1 F3:a:n", "B", "A1 f").at("BA1") == "F2:a:n", "guns go into villages"


@clause("WGR-033", "WGR-042")
@pytest.mark.parametrize(("cell", "facing"), [("D1", "n"), ("D10", "s"), ("A5", "w"), ("L6", "e")])
def test_nobody_leaves_the_board(play, cell, facing):
    played = play(f"BI1 {cell}:fabc:{facing}", "B", "I1 f")
    assert played.no == "line 1 E07"
    assert "WGR-042" in played.cites


@clause("WGR-033")
def test_enemies_are_not_walked_into(play):
    played = play("BL1 D6:fabc:n RI1 D4:f:s", "B", "L1 f2")
    assert played.no == "line 1 E07"
    assert "WGR-033" in played.cites
    assert "RI1" in played.message


@clause("WGR-034", "WGR-036")
def test_moves_go_ahead_only(play):
    pieces = "BI1 H6:fabc:n"
    for word in ("sidestep", "back", "backward", "ne", "w"):
        assert play(pieces, "B", f"I1 {word}").codes == ["E01"]
    ends = {play(pieces, "B", f"I1 {turn} f").at("BI1") for turn in ("left", "right", "about")}
    assert ends == {"G6:fabc:w", "I6:fabc:e", "H7:fabc:s"}


@clause("WGR-035", "WGR-R12")
def test_friends_are_not_passed(play):
    assert play("BL1 D8:fabc:n BL2 D7:fabc:n", "B", "L1 f2").no == "line 1 E07"
    assert play("BL1 D8:fabc:n BI1 D7:f:n", "B", "L1 f2").no == "line 1 E07"
    assert play("BL1 D8:fa:n BL2 D7:fa:e", "B", "L1 f2").at("BL1") == "D6:fa:n"


@clause("WGR-036")
@pytest.mark.parametrize(
    ("word", "facing"),
    [
        ("left", "w"), ("l", "w"), ("right", "e"), ("r", "e"), ("about", "s"), ("b", "s"), ("face w", "w"),
        ("face s", "s"),
    ],
)  # fmt: skip
def test_any_facing_is_a_point_away(play, word, facing):
    assert play("BI1 H6:fabc:n", "B", f"I1 {word}").at("BI1") == f"H6:fabc:{facing}"
    assert play("BA1 H6:ab:n", "B", f"A1 {word}").at("BA1") == f"H6:ab:{facing}"


@clause("WGR-036")
def test_facing_where_one_faces_is_an_error(play):
    played = play("BI1 H6:fabc:n", "B", "I1 face n")
    assert played.lines == [1]
    assert played.at("BI1") == "H6:fabc:n"


@clause("WGR-037", "WGR-R16")
@pytest.mark.parametrize("cell", ["D6", "D4", "F2", "C7", "F5", "K5"])
@pytest.mark.parametrize("letters", ["f", "fa"])
def test_square_anywhere_at_any_strength(play, cell, letters):
    if cell == "K5":
        letters = "f"
    assert play(f"BI1 {cell}:{letters}:n", "B", "I1 square").at("BI1") == f"{cell}:{letters}:+"


@clause("WGR-037")
def test_square_next_to_the_enemy(play):
    assert play("BI1 D6:fabc:n RH1 D5:fabc:s", "B", "I1 square").at("BI1") == "D6:fabc:+"


@clause("WGR-037", "WGR-031")
def test_all_in_the_cell_form_square_together(play):
    mixed = "BI1 D6:fa:n D6:b:e D6:c:s"
    assert play(mixed, "B", "I1 square").at("BI1") == "D6:fabc:+"
    assert play(mixed, "B", "I1 facb: square").at("BI1") == "D6:fabc:+"
    assert play(mixed, "B", "I1 @D6: square").at("BI1") == "D6:fabc:+"
    some = play(mixed, "B", "I1 fa: square")
    assert some.no == "line 1 E13"
    assert "WGR-037" in some.cites
    assert play("BI1 D6:fa:n D7:bc:n", "B", "I1 @D6: square").at("BI1") == "D6:fa:+ D7:bc:n", "other cells do not"
    assert play("BI1 D6:fa:n BI2 D6:fa:n", "B", "I1 square").at("BI1 BI2") == "D6:fa:+ D6:fa:n", "other units do not"


@clause("WGR-037")
def test_those_in_square_pay_nothing(play):
    """b and c were in square: they have a point more than f and a, enough for a move after leaving it."""
    pieces = "BI1 D6:fa:n D6:bc:+"
    assert play(pieces, "B", "I1 square, fabc: line e, bc: f").at("BI1") == "D6:fa:e E6:bc:e"
    assert play(pieces, "B", "I1 square, fabc: line e, fa: f").no == "line 1 E05"


@clause("WGR-038")
def test_leaving_square_together(play):
    pieces = "BI1 D6:fabc:+"
    for facing in "nesw":
        assert play(pieces, "B", f"I1 line {facing}").at("BI1") == f"D6:fabc:{facing}"
    some = play(pieces, "B", "I1 fa: line n")
    assert some.no == "line 1 E13"
    assert "WGR-038" in some.cites
    assert play("BI1 D6:fabc:n", "B", "I1 line n").no == "line 1 E13"
    assert play(pieces, "B", "I1 line").codes == ["E01"]
    assert play(pieces, "B", "I1 line n f").at("BI1") == "D5:fabc:n"
    part = "BI1 D6:fa:+ D6:bc:n"
    assert play(part, "B", "I1 fa: line e").at("BI1") == "D6:fa:e D6:bc:n"


@clause("WGR-039", "WGR-R15")
def test_a_square_stays_where_it_is(play):
    for order in ("f", "left", "about", "face e", "charge 1"):
        played = play("BI1 D6:fabc:+ RI1 D4:fabc:s", "B", f"I1 {order}")
        assert played.no == "line 1 E13"
        assert "WGR-039" in played.cites


@clause("WGR-039", "WGR-043", "WGR-R15")
def test_a_square_attacks_nobody(play):
    pieces = "BI1 D6:fabc:+ RI1 D5:fabc:n"
    assert play(pieces, "B", "end").fights == []


@clause("WGR-039", "WGR-120")
def test_a_square_lasts_until_it_retreats(play, ask):
    played = play("BI1 D6:fabc:+", "B", "end")
    back = ask(played.position, {"R": "end"}, "-----")
    assert back.at("BI1") == "D6:fabc:+"
    shot = play("BI1 D6:fabc:+ RA1 D4:ab:s", "R", "A1 fire D6", "X-")
    assert shot.at("BI1") == "D7:fabc:s"


@clause("WGR-040", "WGR-065")
def test_who_fires(play):
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire D5", "--").ok
    assert play("BG1 D6:fabc:n RI1 D5:fabc:s", "B", "G1 fire D5", "--").ok
    assert play("BA1 D6:ab:n RI1 D5:fabc:s", "B", "A1 fire D5", "----").ok
    for unit in ("L1", "H1"):
        played = play(f"B{unit} D6:fabc:n RI1 D5:fabc:s", "B", f"{unit} fire D5")
        assert played.no == "line 1 E11"
        assert "WGR-065" in played.cites


@clause("WGR-041")
def test_no_zone_of_control(play):
    """Past the fronts of two enemies, and away from one right ahead."""
    assert play("BL1 D6:fabc:n RI1 C5:fabc:e RI2 E4:fabc:w", "B", "L1 f3").at("BL1") == "D3:fabc:n"
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 about f").at("BI1") == "D7:fabc:s"
