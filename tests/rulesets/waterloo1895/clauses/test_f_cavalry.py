"""W95-040 to W95-046: cavalry adding dice, doublets, halts."""

import pytest

clause = pytest.mark.clause

# NC on the hill before Paris; Q26 is three to its west, R26 two. U27, V28 lie to the east.
ALONE = "N: NC=S27 N1=Y20 N2=M24"
FAR = "W: W7=A14 W8=A20"


@clause("W95-040", "W95-R07")
def test_unequal_dice_are_one_leg(play):
    played = play(f"{ALONE} {FAR}", "N", "1-3-4", "NC 1+3 P26 / N2 4 CH")
    assert played.ok
    assert played.moves[0] == "NC S27-P26 (1+3)"


@clause("W95-040", "W95-034")
@pytest.mark.parametrize("spot", ["R26", "Q26", "S26"])
def test_a_sum_neither_takes_nor_passes_a_piece_on_the_way(play, spot):
    """S26 is one die away, Q26 the other: with unequal dice neither is a landing."""
    played = play(f"{ALONE} {FAR} W1={spot}", "N", "1-3-4", "NC 1+3 P26")
    assert played.codes == ["E10"]
    assert played.pieces["W1"] == spot


@clause("W95-040", "W95-033")
def test_unequal_dice_do_not_turn_back(play):
    assert play(f"{ALONE} {FAR}", "N", "2-3-4", "NC 2+3 S26").codes == ["E09"]
    played = play(f"{ALONE} {FAR}", "N", "2-3-4", "NC 3 Q26 then 2 S26")
    assert played.codes == ["E14"]
    assert "W95-040" in played.clause
    assert "NC" in played.message


@clause("W95-040")
@pytest.mark.parametrize("order", ["NC 1 S26 then 3 P26", "NC 1+3 P26 then 4 L26", "NC 1 S26 then 3+4 L26"])
def test_three_different_dice_have_no_halt_at_all(play, order):
    assert play(f"{ALONE} {FAR}", "N", "1-3-4", order).codes == ["E14"]


@clause("W95-041", "W95-050")
def test_between_equal_dice_a_halt_takes_what_stands_there(play):
    played = play(f"{ALONE} {FAR} W1=Q26", "N", "3-3-1", "NC 3 Q26 then 3 M26 / N1 1 Y21")
    assert played.ok
    assert played.moves[0] == "NC S27-Q26xW1-M26 (3,3)"
    assert played.at("W1") == "-"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param("N3=Q26", "E11", marks=clause("W95-041", "W95-059")),
        pytest.param("W1=Q26 W2=P26", "E13", marks=clause("W95-041", "W95-051")),
        pytest.param("W1=R26", "E10", marks=clause("W95-041", "W95-034")),
    ],
    ids=["friend", "supported enemy", "closed road"],
)
def test_a_halt_must_be_legal_to_land_on(play, more, code):
    played = play(f"{ALONE} {FAR} {more}", "N", "3-3-1", "NC 3 Q26 then 3 S27")
    assert played.codes == [code]


@clause("W95-041", "W95-053")
def test_no_halt_on_a_hill_that_an_enemy_holds(play):
    played = play(f"N: NC=U27 N1=Y20 W1=S27 {FAR}", "N", "2-2-1", "NC 2 HP then 2 U27")
    assert played.codes == ["E12"]


@clause("W95-042", "W95-R39")
def test_after_a_halt_the_piece_may_ride_home(play):
    played = play(f"{ALONE} {FAR}", "N", "3-3-1", "NC 3 Q26 then 3 S27 / N1 1 Y21")
    assert played.ok
    assert played.at("NC") == "S27"


@clause("W95-042")
def test_after_a_halt_the_way_out_may_be_run_back_over_and_beyond(play):
    played = play(f"{ALONE} {FAR}", "N", "3-3-5", "NC 3 Q26 then 3+5 W27")
    assert played.ok
    assert played.at("NC") == "W27"


@clause("W95-043", "W95-034")
def test_equal_dice_may_be_run_through_as_one_leg(play):
    assert play(f"{ALONE} {FAR}", "N", "3-3-1", "NC 3+3 M26 / N1 1 Y21").moves[0] == "NC S27-M26 (3+3)"
    blocked = play(f"{ALONE} {FAR} W1=Q26", "N", "3-3-1", "NC 3+3 M26")
    assert blocked.codes == ["E10"]
    assert blocked.at("W1") == "Q26"


@clause("W95-043", "W95-033")
def test_run_through_in_one_leg_there_is_no_way_back(play):
    assert play(f"{ALONE} {FAR}", "N", "3-3-1", "NC 3+3 S27").codes == ["E09"]


@clause("W95-044")
@pytest.mark.parametrize(
    ("order", "end"),
    [
        ("NC 2 R26 then 2 HP then 2 U27", "U27"),
        ("NC 2 R26 then 2+2 M26", "M26"),
        ("NC 2+2 P26 then 2 R26", "R26"),
        ("NC 2+2+2 M26", "M26"),
    ],
    ids=["after both", "after the first", "after the second", "not at all"],
)
def test_a_triplet_may_be_halted_after_either_die(play, order, end):
    played = play(f"{ALONE} {FAR}", "N", "2-2-2", order)
    assert played.ok
    assert played.at("NC") == end


@clause("W95-044")
def test_a_cavalry_piece_may_use_two_dice_of_a_triplet(play):
    played = play(f"{ALONE} {FAR}", "N", "2-2-2", "NC 2 R26 then 2 HP / N1 2 Y22")
    assert played.ok
    assert played.at("NC") == "S27"


@clause("W95-045", "W95-R08")
@pytest.mark.parametrize(
    ("order", "legal"),
    [
        ("NC 3+3+5 G26", True),
        ("NC 3 Q26 then 3+5 W27", True),
        ("NC 3+5 K26 then 3 N26", True),
        ("NC 5+3 K26 then 3 N26", True),
        ("NC 3 Q26 then 5+3 W27", True),
        ("NC 3 Q26 then 3 S27 then 5 W27", False),
        ("NC 3+3 M26 then 5 S26", False),
        ("NC 5 N26 then 3+3 T27", False),
        ("NC 5 N26 then 3 R26 then 3 U27", False),
        ("NC 3 Q26 then 5 V28 then 3 S27", False),
        ("NC 3 Q26 then 5 V28", False),
        ("NC 5 N26 then 3 R26", False),
    ],
)
def test_the_third_die_is_joined_to_one_leg_of_the_doublet(play, order, legal):
    played = play(f"{ALONE} {FAR}", "N", "3-3-5", order)
    assert played.codes == ([] if legal else ["E14"])


@clause("W95-045", "W95-R07", "W95-R08")
@pytest.mark.parametrize(
    "order",
    [
        "NC 3 Q26 then 3 S27 then 5 W27",
        "NC 3+3 M26 then 5 S26",
        "NC 5 N26 then 3+3 T27",
        "NC 3 Q26 then 5 U27 then 3 S26",
    ],
)
def test_halts_always_allows_every_division_of_a_doublet_and_a_third(play, order):
    played = play(f"{ALONE} {FAR}", "N", "3-3-5", order, halts="always")
    assert played.ok


@clause("W95-040", "W95-R07")
def test_halts_always_lets_cavalry_halt_between_unequal_dice(play):
    pieces = f"{ALONE} {FAR} W1=Q26"
    assert play(pieces, "N", "2-3-5", "NC 3 Q26 then 2 S26").codes == ["E14"]
    played = play(pieces, "N", "2-3-5", "NC 3 Q26 then 2 S26 / N1 5 X24", halts="always")
    assert played.ok
    assert played.moves[0] == "NC S27-Q26xW1-S26 (3,2)"
    assert play(pieces, "N", "1-3-4", "NC 3 Q26 then 4 T27 then 1 U27", halts="always").ok


@clause("W95-041", "W95-028")
def test_infantry_never_halts(play):
    assert play(f"{ALONE} {FAR}", "N", "2-2-5", "N1 2 Y22 then 2 Y20").codes == ["E07"]


@clause("W95-046")
def test_no_other_piece_moves_between_the_legs(play):
    """Once another piece has been ordered, the ride is over."""
    played = play(f"{ALONE} {FAR}", "N", "3-3-1", "NC 3 Q26 / N1 1 Y21 / NC 3 S27")
    assert played.codes == ["E08"]
    assert played.lines == [3]
