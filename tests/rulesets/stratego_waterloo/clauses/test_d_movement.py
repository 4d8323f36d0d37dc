"""Movement."""

import pytest

clause = pytest.mark.clause


@clause("SWL-028")
@pytest.mark.parametrize("code", ["LN", "LI", "CH", "FA", "NA", "PL"])
def test_a_step_in_each_of_four_directions(play, code):
    for square in ("E6", "E4", "D5", "F5"):
        assert play(f"{code} E5", f"E5 {square}").board == f"{code} {square}"


@clause("SWL-028")
@pytest.mark.parametrize("code", ["CH", "FA", "NA", "PL"])
def test_no_diagonal_steps(play, code):
    for square in ("D6", "F6", "D4", "F4"):
        assert play(f"{code} E5", f"E5 {square}").codes[0] in ("E-STRAIGHT", "E-RANGE")


@clause("SWL-028")
def test_infantry_gets_to_a_diagonal_square_in_two_steps(play):
    assert play("LN E5", "E5 F6").board == "LN F6"
    walls = "LN E5, BF E6, BF F5"
    assert play(walls, "E5 F6").no == "1 E-BLOCKED SWL-029"
    assert not play("LN E5", "E5-F6").refused
    assert play("LN E5", "E5-F6-F7").codes == ["E-STRAIGHT"]


@clause("SWL-029")
@pytest.mark.parametrize("other", ["LN", "BF"])
def test_nothing_is_passed_over(play, other):
    assert play(f"CH E2, {other} E4", "E2 E6").no == "1 E-BLOCKED SWL-029"
    assert play(f"LN E2, {other} E3", "E2-E3-E4").no == "1 E-BLOCKED SWL-029"
    assert play(f"CH E2, {other} E4", "E2 E3").ok


@clause("SWL-029", "SWL-028", "SWL-038")
def test_a_square_holds_one_piece(play):
    refused = play("LN E2, CH E3", "E2 E3")
    assert refused.no == "1 E-FRIEND SWL-038"
    assert "E3" in refused.message
    assert play("LN E2, BF E3", "move E2 E3").codes[0] in ("E-BLOCKED", "E-FRIEND", "E-RANGE")


@clause("SWL-030")
def test_a_move_ends_elsewhere(play):
    assert play("LI E4", "E4 E4").codes == ["E-RANGE"]
    assert play("LI E4", "E4-E5-E4").codes == ["E-RANGE"]
    assert play("LI E4", "E4-E5-F5-F4").ok


@clause("SWL-031")
@pytest.mark.parametrize("square", ["E5", "E6", "E7", "F6", "G5", "D3", "H4", "F5", "E1", "D5"])
def test_light_infantry_goes_three(play, square):
    assert play("LI E4", f"E4 {square}").board == f"LI {square}"


@clause("SWL-031")
@pytest.mark.parametrize("square", ["E8", "I4", "F7", "G6", "C6"])
def test_and_no_farther(play, square):
    refused = play("LI E4", f"E4 {square}")
    assert refused.no == "1 E-RANGE SWL-031"
    assert square in refused.message


@clause("SWL-032")
@pytest.mark.parametrize("code", ["LN", "OG", "MG", "YG"])
def test_line_infantry_goes_two(play, code):
    for square in ("E5", "E6", "F5", "G4", "C4", "E2", "D3"):
        assert play(f"{code} E4", f"E4 {square}").board == f"{code} {square}"
    for square in ("E7", "F6", "G5", "H4", "E1"):
        assert play(f"{code} E4", f"E4 {square}").no == "1 E-RANGE SWL-032"


@clause("SWL-031", "SWL-032")
def test_infantry_goes_round_corners_and_not_through(play):
    walls = "LI E4, BF E5, BF D4, BF F4"
    assert play(walls, "E4 E6").codes == ["E-BLOCKED"]
    assert play(walls + ", NA A1", "E4-E3-D3-C3").ok
    assert play("LN E4, BF E5", "E4 F5").moves == ["LN E4-F5"]


@clause("SWL-033")
@pytest.mark.parametrize("code", ["CH", "CU", "NE", "NA"])
def test_cavalry_goes_straight(play, code):
    for square in ("E10", "E1", "A4", "L4", "E5"):
        assert play(f"{code} E4", f"E4 {square}").board == f"{code} {square}"
    for square in ("F6", "D5", "L10"):
        assert play(f"{code} E4", f"E4 {square}").no == "1 E-STRAIGHT SWL-033"


@clause("SWL-034")
def test_a_gun_goes_one(play):
    for square in ("E6", "G4", "C4", "E1"):
        assert play("FA E4", f"E4 {square}").no == "1 E-RANGE SWL-034"
    for square in ("E5", "E3", "D4", "F4"):
        assert play("FA E4", f"E4 {square}").ok


@clause("SWL-035", "SWL-R03")
def test_a_gun_fronts_forward_whatever_way_it_came(play):
    moved = play("FA E4, BF E8, BF E6, BF D5, BF F5", "E4 E5")
    assert moved.then("fire E5 E8").no == "1 E-LOS SWL-067"
    back = play("FA E5, BF E1, BF E7, BF B4, BF H4", "E5 E4")
    for square in ("E1", "B4", "H4"):
        assert back.then(f"fire E4 {square}").no == "1 E-LOS SWL-066"
    assert back.then("fire E4 E7").ok


@clause("SWL-036")
def test_the_way_may_be_named(play):
    assert play("LI E4, BF F4", "E4-D4-D5-E5").of("move")[0]["path"] == ["E4", "D4", "D5", "E5"]
    assert play("LN E4", "E4 F5").ok
    assert play("LN E4, BF E5", "E4-E5-F5").codes == ["E-BLOCKED"]
    assert play("LN E4, BF E5", "E4 F5").ok


@clause("SWL-036")
@pytest.mark.parametrize("orders", ["E4-E6-F6", "E4-E5-G5", "E4-E5-E6-E8"])
def test_a_named_way_has_no_gaps(play, orders):
    assert play("LI E4", orders).codes == ["E-STRAIGHT"]
