"""Movement."""

from itertools import pairwise

import pytest

clause = pytest.mark.clause

BRIDGES = [
    "g4 h5 i6 j7 k8",
    "r4 q5 p6 o7 n8",
    "u7 t8 s9 r10 q11",
    "u18 t17 s16 r15 q14",
    "r21 q20 p19 o18 n17",
    "g21 h20 i19 j18 k17",
    "d18 e17 f16 g15 h14",
    "d7 e8 f9 g10 h11",
]


@clause("CON-037", "CON-038")
def test_a_walk_has_as_many_steps_as_the_die(play):
    assert play("R:bs1@e11", "R", "6-1", "bs1 6 e12 f13 g14 g13 g12 h12").at("R:bs1") == "h12"
    for path, given in (("e12 f13 g14 g13 g12", 5), ("e12 f13 g14 g13 g12 h12 h13", 7), ("h12", 1)):
        played = play("R:bs1@e11", "R", "6-1", f"bs1 6 {path}")
        assert played.no == "line 1 E06 CON-037"
        assert all(word in played.message for word in ("bs1", str(given), "6"))


@clause("CON-037")
def test_every_step_goes_to_an_adjoining_square(play):
    played = play("R:ar1@l2", "R", "4-1", "ar1 4 m2 n3 p3 q3")
    assert played.no == "line 1 E07 CON-037"
    assert all(word in played.message for word in ("ar1", "n3", "p3", "3"))
    assert play("R:ar1@l2", "R", "2-1", "ar1 2 l2 m2").codes == ["E07"], "staying is no step"


@clause("CON-038")
@pytest.mark.parametrize("turn", ["n", "ne", "e", "se", "s", "sw", "w", "nw"])
def test_each_step_is_free_in_direction(play, turn):
    assert play("R:pl1@m5", "R", "1-2", f"pl1 1 {turn}").ok


@clause("CON-038")
def test_a_walk_bends_as_it_likes(play):
    """Forward, back, sideways, and around itself."""
    played = play("R:pl1@m5", "R", "6-1", "pl1 6 n se sw w nw n")
    assert played.moves == ["R:pl1 6 m5-m6-n5-m4-l4-k5-k6"]


@clause("CON-039")
def test_no_square_twice(play):
    played = play("R:ar1@l2", "R", "4-1", "ar1 4 m2 m3 l3 m2")
    assert played.no == "line 1 E08 CON-039"
    assert all(word in played.message for word in ("ar1", "4", "m2"))
    assert play("R:pl1@m5", "R", "6-1", "pl1 6 m6 n6 n5 n4 m4 n5").codes == ["E08"]


@clause("CON-039", "CON-R10")
@pytest.mark.parametrize(("die", "path"), [(3, "m6 m5 l6"), (2, "m6 l6"), (5, "m6 n6 m5 l6 k6"), (4, "m6 m5 l5 l6")])
def test_nor_the_square_it_started_from(play, die, path):
    played = play("R:bs1@l6", "R", f"{die}-1", f"bs1 {die} {path}")
    assert played.no == "line 1 E08 CON-039"
    assert "l6" in played.message


@clause("CON-040")
def test_the_second_move_may_tread_where_the_first_did(play):
    played = play("R:ar1@l2 R:ar2@k2", "R", "4-5", "ar1 4 m2 n2 o2 p2 / ar2 5 l2 m2 n2 o2 o1")
    assert played.ok
    assert played.at("R:ar1 R:ar2") == "p2 o1"


@clause("CON-041")
def test_every_square_of_the_walk_has_to_be_enterable(play):
    assert play("R:ar1@f3", "R", "3-1", "ar1 3 f4 g4 h5").no == "line 1 E09 CON-003"
    assert play("R:bs1@f4", "R", "3-1", "bs1 3 g5 g4 h4").no == "line 1 E09 CON-004"
    assert play("R:pl1@j10", "R", "3-1", "pl1 3 k10 k11 l10").no == "line 1 E10 CON-006"


@clause("CON-042", "CON-R16")
def test_nothing_beside_a_diagonal_step_hinders_it(play):
    pieces = "R:pl1@m2 O:aa@m3 Y:aa@n2"
    played = play(pieces, "R", "1-2", "pl1 1 n3")
    assert played.ok
    assert played.at("O:aa Y:aa") == "m3 n2"
    assert play("R:ar1@d2", "R", "1-2", "ar1 1 e3").ok, "past the dock d3"
    assert play("R:ar1@g3", "R", "1-2", "ar1 1 h2").ok


@clause("CON-043", "CON-R16")
@pytest.mark.parametrize("bridge", BRIDGES)
def test_a_land_piece_walks_the_bridge(play, bridge):
    squares = bridge.split()
    played = play(
        f"R:ar1@{squares[0]} R:aa@{squares[1]}",
        "R",
        "4-3",
        f"ar1 4 {' '.join(squares[1:])} / aa 3 {' '.join(squares[2:4])} {squares[4]}",
    )
    assert played.codes == ["E12"], "both reach the island end, and only one may stop there"
    assert play(f"R:ar1@{squares[0]}", "R", "4-3", f"ar1 4 {' '.join(squares[1:])}").at("R:ar1") == squares[4]


@clause("CON-043", "CON-R16")
@pytest.mark.parametrize("bridge", BRIDGES)
def test_a_ship_crosses_the_bridge_at_every_joint(play, bridge):
    """Enemy artillery stands on both squares of the joint: it does not stop the ship and is not harmed."""
    squares = bridge.split()
    for near, far in pairwise(squares):
        here, there = near[0] + far[1:], far[0] + near[1:]
        guards = f"O:ar1@{near} Y:ar2@{far}"
        for start, end in ((here, there), (there, here)):
            played = play(f"R:bs1@{start} {guards}", "R", "1-2", f"bs1 1 {end}")
            assert played.moves == [f"R:bs1 1 {start}-{end}"]
            assert played.at("O:ar1 Y:ar2") == f"{near} {far}"


@clause("CON-043")
def test_only_diagonally(play):
    assert play("R:ar1@h5", "R", "1-2", "ar1 1 h6").no == "line 1 E09 CON-003"
    assert play("R:bs1@h6", "R", "1-2", "bs1 1 h5").no == "line 1 E09 CON-004"
    for square in ("g4", "i6"):
        assert play("R:ar1@h5", "R", "1-2", f"ar1 1 {square}").ok
    for square in ("g5", "g6", "h6", "i5", "h4"):
        assert play("R:ar1@h5", "R", "1-2", f"ar1 1 {square}").codes == ["E09"]


@clause("CON-044", "CON-R11")
def test_friends_are_passed(play):
    played = play("R:ar1@l2 R:ar2@m2", "R", "2-1", "ar1 2 m2 n2 / ar2 1 m3")
    assert played.ok
    assert played.at("R:ar1 R:ar2") == "n2 m3"
    several = play("R:pl1@l2 R:ar2@m2 R:ar3@n2 R:bs1@n4", "R", "4-1", "pl1 4 m2 n2 n3 m4 / bs1 1 n5")
    assert several.moves[0] == "R:pl1 4 l2-m2-n2-n3-m4"


@clause("CON-044", "CON-102")
def test_partners_are_passed(play):
    played = play("R:ar1@l2 G:ar2@m2", "R", "2-1", "ar1 2 m2 n2", teams="opposite")
    assert played.at("R:ar1 G:ar2") == "n2 m2"


@clause("CON-044", "CON-R11")
def test_option_friends_bar_the_way(play):
    pieces = "R:ar1@l2 R:ar2@m2"
    barred = play(pieces, "R", "2-1", "ar1 2 m2 n2 / ar2 1 m3", friends_pass="no")
    assert barred.codes == ["E12"]
    assert barred.lines == [1]
    assert all(word in barred.message for word in ("ar1", "ar2", "m2"))
    assert play(pieces, "R", "2-1", "ar2 1 m3 / ar1 2 m2 n2", friends_pass="no").ok
    partner = play("R:ar1@l2 G:ar2@m2", "R", "2-1", "ar1 2 m2 n2", teams="opposite", friends_pass="no")
    assert partner.codes == ["E12"]


@clause("CON-045")
def test_no_move_ends_on_a_friend(play):
    played = play("R:ar1@l2 R:ar2@m2", "R", "1-2", "ar1 1 m2")
    assert played.no == "line 1 E12 CON-045"
    assert all(word in played.message for word in ("ar1", "ar2", "m2"))
    partner = play("R:ar1@l2 G:ar2@m2", "R", "1-2", "ar1 1 m2", teams="opposite")
    assert partner.no == "line 1 E12 CON-045"
    assert "Green" in partner.message
    assert play("R:ar1@l2 R:ar2@m2 R:pl1@l1", "R", "2-1", "pl1 2 l2 m2").codes == ["E12"]


@clause("CON-046", "CON-064")
def test_an_enemy_that_cannot_be_taken_bars_the_way(play):
    pieces = "R:pl1@m3 O:bs1@n4 O:aa@o3 Y:pl1@p4"
    played = play(pieces, "R", "4-1", "pl1 4 n4 o3 p4 q4")
    assert played.no == "line 1 E11 CON-046"
    assert all(word in played.message for word in ("pl1", "2", "o3", "Orange", "aa"))
    assert played.at("R:pl1 O:bs1 Y:pl1") == "m3 n4 p4"
    assert play("R:pl1@n3 O:aa@o3", "R", "1-2", "pl1 1 o3").no == "line 1 E11 CON-046"


@clause("CON-047")
def test_the_own_circle_is_passed_and_stopped_on(play):
    assert play("R:ar1@d2", "R", "2-1", "ar1 2 c3 b4").at("R:ar1") == "b4"
    stopped = play("R:ar1@d2", "R", "1-2", "ar1 1 c3")
    assert stopped.at("R:ar1") == "c3"
    assert stopped.gone == []
    assert play("R:bs1@e5", "R", "2-1", "bs1 2 d4 c3").at("R:bs1") == "c3"
    assert play("R:ar1@c3", "R", "2-1", "ar1 2 d2 e2").at("R:ar1") == "e2"
    assert play("R:ar1@d2", "R", "3-2", "ar1 3 e2 e3 c3").codes == ["E07"]


@clause("CON-048")
@pytest.mark.parametrize(("piece", "square"), [("ar1@c3", "b3"), ("ar1@c3", "b2"), ("bs1@c3", "d3"), ("bs1@d4", "c4")])
def test_nobody_goes_back_to_camp_or_dock(play, piece, square):
    assert play(f"R:{piece}", "R", "1-2", f"{piece[:3]} 1 {square}").no == "line 1 E10 CON-006"
