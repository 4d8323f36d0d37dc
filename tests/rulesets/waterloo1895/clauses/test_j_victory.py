"""W95-076 to W95-079: victory in `duel`."""

import pytest

clause = pytest.mark.clause


@clause("W95-076")
@pytest.mark.parametrize(
    ("held", "start", "die", "star"),
    [("B11", "E11", 1, "D11"), ("D11", "A12", 1, "B11"), ("C12", "E11", 1, "D11"), ("D11", "C13", 1, "C12")],
)
def test_napoleon_wins_with_any_two_stars_of_brussels(play, held, start, die, star):
    played = play(f"N: N1={held} N2={start} / W: W1=X25 W2=M24", "N", f"{die}-3-6", f"N2 {die} {star}")
    assert played.end == "napoleon stars W95-076"
    assert played.position["phase"] == "over"
    assert played.awaiting == {}


@clause("W95-077")
@pytest.mark.parametrize(
    ("held", "start", "die", "star"),
    [("X29", "U29", 1, "V29"), ("V29", "Y28", 1, "X29"), ("W28", "U29", 1, "V29"), ("V29", "W27", 1, "W28")],
)
def test_wellington_wins_with_any_two_stars_of_paris(play, held, start, die, star):
    played = play(f"W: W1={held} W2={start} / N: N1=M14 N2=M16", "W", f"{die}-3-6", f"W2 {die} {star}")
    assert played.end == "wellington stars W95-077"


@clause("W95-076")
def test_one_star_is_not_enough(play):
    played = play("N: N1=M14 N2=E11 / W: W1=X25 W2=M24", "N", "1-3-6", "N2 1 D11 / N1 3 J14")
    assert played.ok
    assert played.end is None


@clause("W95-076")
def test_two_pieces_on_the_own_stars_win_nothing(play):
    played = play("N: N1=V29 N2=U27 N3=Y20 / W: W1=X25 W2=M24", "N", "2-3-6", "N2 2 W28 / N1 3 S29 / N3 6 S20")
    assert played.ok
    assert played.end is None


@clause("W95-078", "W95-008")
@pytest.mark.parametrize(("one", "two"), [("N1", "N2"), ("N1", "NC"), ("NC", "N1"), ("NC", "ND")])
def test_infantry_and_cavalry_count_alike(play, one, two):
    played = play(f"N: {one}=B11 {two}=F11 / W: W1=X25 W2=M24", "N", "2-3-6", f"{two} 2 D11")
    assert played.end == "napoleon stars W95-076"


@clause("W95-079", "W95-041")
def test_a_win_at_a_halt_ends_the_game_at_once(play):
    played = play("N: N1=B11 NC=E13 / W: W1=X25 W2=M24", "N", "2-2-5", "NC 2 C12 then 2 C14")
    assert played.ok
    assert played.at("NC") == "C12"
    assert played.moves == ["NC E13-C12 (2)"]
    assert played.end == "napoleon stars W95-076"


@clause("W95-079", "W95-040")
def test_stars_crossed_within_a_leg_win_nothing(play):
    """With unequal dice C12 is only run over."""
    played = play("N: N1=B11 NC=E13 N3=Y20 / W: W1=X25 W2=M24", "N", "1-3-5", "NC 1+3 C14 / N3 5 X24")
    assert played.ok
    assert played.end is None


@clause("W95-079", "W95-076")
def test_victory_needs_both_stars_at_the_same_time(play):
    """N1 leaves B11 before N2 enters D11."""
    pieces = "N: N1=B11 N2=F11 N3=Y20 / W: W1=X25 W2=M24"
    assert play(pieces, "N", "2-3-5", "N1 3 A14 / N2 2 D11 / N3 5 T20").end is None
    assert play(pieces, "N", "2-3-5", "N2 2 D11 / N1 3 A14 / N3 5 T20").end == "napoleon stars W95-076"


@clause("W95-079", "W95-R30")
def test_a_capture_on_the_star_wins_as_well(play):
    played = play("N: N1=B11 N2=F11 / W: W1=D11 W2=M24 W3=M22", "N", "2-3-5", "N2 2 D11")
    assert played.end == "napoleon stars W95-076"
    assert played.at("W1") == "-"
