"""Worked examples: small positions, four players, all against all unless said otherwise."""

import pytest

clause = pytest.mark.clause


@clause("CON-049", "CON-051", "CON-052", "CON-055")
def test_entering(begin):
    played = begin("5-3", "ar1 5 d2 e2 f3 g4 h5 / bs1 3 d4 e5 f6")
    assert played.ok
    assert played.at("R:ar1 R:bs1") == "h5 f6"


@clause("CON-037", "CON-038")
def test_a_free_walk_of_six(play):
    assert play("R:bs1@e11", "R", "6-1", "bs1 6 e12 f13 g14 g13 g12 h12").at("R:bs1") == "h12"


@clause("CON-005", "CON-057", "CON-060", "CON-063")
def test_captures_by_passing_and_by_landing(play):
    pieces = "R:pl1@h2 R:ar1@l2 O:bs1@j4 Y:ar2@q1"
    played = play(pieces, "R", "6-5", "pl1 6 i3 j4 k4 l4 m4 n4 / ar1 5 m2 n2 o2 p2 q1")
    assert played.moves == [
        "R:pl1 6 h2-i3-j4-k4-l4-m4-n4 xO:bs1@j4",
        "R:ar1 5 l2-m2-n2-o2-p2-q1 xY:ar2@q1",
    ]
    assert played.held("R") == "Y:ar2 O:bs1"


@clause("CON-039")
def test_the_same_square_twice(play):
    played = play("R:ar1@l2", "R", "4-1", "ar1 4 m2 m3 l3 m2")
    assert played.no == "line 1 E08 CON-039"
    assert "4" in played.message


@clause("CON-039", "CON-R10")
def test_the_starting_square(play):
    assert play("R:bs1@l6", "R", "3-1", "bs1 3 m6 m5 l6").no == "line 1 E08 CON-039"


@clause("CON-043")
def test_walking_and_crossing_a_bridge(play):
    played = play("R:ar1@f3 R:bs1@h6", "R", "6-2", "ar1 6 g4 h5 i6 j7 k8 l9 / bs1 2 i5 j5")
    assert played.ok
    assert played.at("R:ar1 R:bs1") == "l9 j5"


@clause("CON-003", "CON-004")
def test_wrong_terrain(play):
    assert play("R:bs1@h6", "R", "1-2", "bs1 1 h5").codes == ["E09"]
    assert play("R:ar1@h5", "R", "1-2", "ar1 1 h6").codes == ["E09"]
    assert all(play("R:ar1@h5", "R", "1-2", f"ar1 1 {square}").ok for square in ("g4", "i6"))


@clause("CON-006")
def test_forbidden_squares(play):
    assert play("R:pl1@j10", "R", "1-2", "pl1 1 k11").codes == ["E10"]
    assert play("R:pl1@e2", "R", "1-2", "pl1 1 d3").codes == ["E10"]


@clause("CON-057", "CON-059")
def test_three_captures_in_one_walk(play):
    played = play("R:pl1@m3 O:bs1@n4 O:ar1@o3 Y:pl1@p4", "R", "4-1", "pl1 4 n4 o3 p4 q4")
    assert played.at("R:pl1") == "q4"
    assert played.held("R") == "Y:pl1 O:ar1 O:bs1"


@clause("CON-061", "CON-064")
def test_airplane_and_gun(play):
    pieces = "R:pl1@m3 O:bs1@n4 O:aa@o3 Y:pl1@p4"
    refused = play(pieces, "R", "4-1", "pl1 4 n4 o3 p4 q4")
    assert refused.codes == ["E11"]
    assert refused.at("R:pl1 O:bs1 Y:pl1") == "m3 n4 p4"
    gun = play(pieces, "O", "2-1", "aa 2 n2 m3 / bs1 1 n5")
    assert gun.at("R:pl1 O:aa") == "HELD:orange m3"


@clause("CON-007", "CON-060", "CON-062")
def test_where_an_airplane_rests(play):
    pieces = "R:pl1@r4 R:pl2@p4 O:bs1@q4 O:ar1@r3"
    assert play(pieces, "O", "1-2", "bs1 1 r4").codes == ["E09"]
    assert play(pieces, "O", "1-2", "ar1 1 r4 / bs1 2 q3 q2").codes == ["E09"]
    both = play(pieces, "O", "1-1 2-3", "ar1 1 r4 / bs1 1 p4 / throw 2 / ar1 2 q5 p6 / bs1 3 o4 n4 m4")
    assert both.held("O") == "R:pl1 R:pl2"
    assert play(pieces, "O", "1-2", "ar1 2 q3 p4").codes == ["E09"]


@clause("CON-044", "CON-045")
def test_own_pieces(play):
    pieces = "R:ar1@l2 R:ar2@m2 R:bs1@d4 R:bs2@START"
    assert play(pieces, "R", "1-3", "ar1 1 m2").codes == ["E12"]
    played = play(pieces, "R", "2-3", "ar1 2 m2 n2 / bs2 3 d4 e4 f4")
    assert played.at("R:ar1 R:ar2 R:bs1 R:bs2") == "n2 m2 d4 f4"


@clause("CON-072", "CON-073", "CON-074")
def test_crossing_a_foreign_mine(play):
    pieces = "Y:bs2@h4 R:bs3@g5"
    assert play(pieces, "Y", "4-1", "bs2 4 g5 f5 e5 d4").codes == ["E14"]
    played = play(pieces, "Y", "4-1", "bs2 4 g5 f5 e5 d4 !")
    assert played.at("Y:bs2 R:bs3") == "HELD:red HELD:yellow"


@clause("CON-078")
def test_a_ship_takes_a_ship_on_its_own_mine(play):
    for die, path in ((3, "f7 e6 d5"), (2, "f7 e6")):
        played = play("R:bs1@e6 O:bs1@g8", "O", f"{die}-1", f"bs1 {die} {path} !")
        assert played.at("R:bs1 O:bs1") == "HELD:orange HELD:red"


@clause("CON-075", "CON-079")
def test_an_airplane_passes_over_a_mine(play):
    played = play("R:bs1@e6 G:pl1@g8", "G", "3-1", "pl1 3 f7 e6 d5")
    assert played.at("R:bs1 G:pl1") == "HELD:green d5"


@clause("CON-076", "CON-R20")
def test_an_airplane_stops_on_a_mine(play):
    assert play("R:bs1@e6 G:pl1@g8", "G", "2-1", "pl1 2 f7 e6").codes == ["E14"]
    played = play("R:bs1@e6 G:pl1@g8", "G", "2-1", "pl1 2 f7 e6 !")
    assert played.at("R:bs1 G:pl1") == "HELD:green HELD:red"


@clause("CON-071", "CON-077")
def test_own_mines(play):
    orders = "bs1 1 f5 / pl1 1 e6 / throw 2 / bs1 2 g5 h5"
    played = play("R:bs1@g5 R:pl1@f7", "R", "1-1 2-3", "bs1 1 f5 / pl1 1 e6 / throw 2 / bs1 2 g5 g6 / pl1 3 e7 f7 f6")
    assert played.ok
    assert [move.split()[2] for move in played.moves[:2]] == ["g5-f5", "f7-e6"]
    assert play("R:bs1@g5 R:pl1@f7", "R", "1-1 2-3", orders).codes == ["E09"]


@clause("CON-082", "CON-085", "CON-086", "CON-087", "CON-030")
def test_taking_a_circle(play):
    pieces = "R:bs1@t5 R:ar2@HELD:orange Y:pl1@HELD:orange O:bs1@p5 O:ar1@START"
    for orders, where in (("bs1 2 u4 v3", "START"), ("bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2", "g2")):
        played = play(pieces, "R", "2-4", orders)
        assert played.gone == ["orange circle red"]
        assert played.at("R:ar2 Y:pl1 O:bs1 O:ar1 O:pl2") == f"{where} HELD:red HELD:red HELD:red HELD:red"


@clause("CON-066", "CON-083")
def test_running_over_a_circle(play):
    played = play("R:ar1@w4 O:ar3@v3", "R", "3-1", "ar1 3 v3 u2 t2")
    assert played.at("R:ar1 O:ar3") == "t2 HELD:red"
    assert played.gone == []


@clause("CON-082", "CON-039")
def test_exact_count(play):
    assert play("Y:ar1@d2", "Y", "1-2", "ar1 1 c3").gone == ["red circle yellow"]
    assert play("Y:bs1@d4", "Y", "1-2", "bs1 1 c3").gone == ["red circle yellow"]
    for die in (2, 3, 4, 5, 6):
        assert play("Y:ar1@d2", "Y", f"{die}-1", f"ar1 {die} to c3").codes == ["E15"]
        assert play("Y:bs1@d4", "Y", f"{die}-1", f"bs1 {die} to c3").codes == ["E15"]
    assert play("Y:pl1@d2", "Y", "2-1", "pl1 2 to c3").codes == ["E15"]
    assert play("Y:pl1@d2", "Y", "3-1", "pl1 3 e3 d4 c3").ok
    for die in (1, 4, 5, 6):
        assert play("Y:pl1@d2", "Y", f"{die}-2", f"pl1 {die} to c3").gone == ["red circle yellow"]


@clause("CON-093", "CON-094", "CON-029")
def test_a_seven(play):
    assert play("R:ar1@g2", "R", "4-3", "reserve bs4 / bs4 3 d4 e4 f4 / ar1 4 to k2").at("R:bs4 R:ar1") == "f4 k2"
    for die in (4, 3):
        assert play("R:ar1@g2", "R", "4-3", f"ar1 {die} {die}e").ok
    assert play("R:ar1@g2", "R", "4-3", "ar1 4 4e / ar1 3 3e").codes == ["E05"]


@clause("CON-096", "CON-097")
def test_three_doubles(play):
    pieces = "R:ar1@l2 R:bs1@l6 R:ar3@START Y:ar1@a12"
    moves = "ar1 2 2e / bs1 2 2e / throw 2 / ar1 5 5e / bs1 5 n5 n4 m4 l4 k4 / throw 3 / ar1 1 e / bs1 1 w"
    played = play(pieces, "R", "2-2 5-5 1-1", f"{moves} / back ar3")
    assert len(played.moves) == 6
    assert played.at("R:ar3") == "RESERVE"
    assert played.throws == ["yellow 1-3"]
    assert play(pieces, "R", "2-2 5-5 1-1", moves).codes == ["E19"]


@clause("CON-029")
def test_one_movable_piece(play):
    assert play("R:pl1@m5", "R", "5-3", "pl1 5 5w").at("R:pl1") == "h5"
    assert play("R:pl1@m5", "R", "5-3", "pl1 3 3w").at("R:pl1") == "j5"
    both = play("R:pl1@m5", "R", "5-3", "pl1 5 5w / pl1 3 3w")
    assert (both.codes, both.lines) == (["E05"], [2])


@clause("CON-032", "CON-091", "CON-093", "CON-096")
def test_all_in_reserve(play):
    passed = play("Y:ar1@a12", "R", "4-2")
    assert passed.to_move == "yellow"
    for orders, where in (("reserve pl2 / pl2 6 to f7", "f7"), ("reserve pl2 / pl2 1 d2", "d2"), ("end", "RESERVE")):
        assert play("Y:ar1@a12", "R", "6-1", orders).at("R:pl2") == where
    again = play("Y:ar1@a12", "R", "3-3 6-1", "throw 2 / reserve pl2 / pl2 1 d2")
    assert again.at("R:pl2") == "d2"


@clause("CON-088", "CON-089", "CON-081")
def test_the_last_piece(play, view):
    pieces = "Y:*@HELD:red Y:bs3@q6 G:ar1@HELD:yellow O:ar2@HELD:yellow G:pl1@p5"
    played = play(pieces, "G", "1-2", "pl1 1 q6")
    assert played.gone == ["yellow pieces green"]
    assert played.at("G:ar1 O:ar2") == "START HELD:green"
    assert view(played, None)["mines"]["e19"] is None


@clause("CON-078", "CON-090", "CON-107")
def test_a_mutual_end(play):
    pieces = "R:*@HELD:green R:bs1@e6 G:*@HELD:red G:bs2@f7"
    assert play(pieces, "G", "1-4", "bs2 1 e6 !", players=2).end == "draw nobody_left CON-107"


@clause("CON-084", "CON-065", "CON-082")
def test_the_gun_at_home(play):
    pieces = "R:aa@c3 Y:pl1@d4 Y:ar1@b4"
    assert play(pieces, "Y", "1-2", "pl1 1 c3").codes == ["E11"]
    taken = play(pieces, "Y", "1-2", "ar1 1 c3 / pl1 2 d5 d6")
    assert taken.at("R:aa") == "HELD:yellow"
    assert taken.gone == ["red circle yellow"]


@clause("CON-065", "CON-083")
def test_a_ship_at_home(play):
    played = play("R:bs2@c3 Y:ar1@b4", "Y", "2-1", "ar1 2 c3 d2")
    assert played.at("R:bs2") == "HELD:yellow"
    assert played.gone == []


@clause("CON-081")
def test_dead_mines(play):
    gone = {"turn": 9, "out": {"red": {"how": "circle", "heir": "green", "turn": 2}}}
    played = play("R:*@HELD:green O:bs1@g8", "O", "3-1", "bs1 3 f7 e6 d5", position=gone)
    assert played.at("O:bs1") == "d5"


@clause("CON-044", "CON-102", "CON-105")
def test_partners(play):
    pieces = "R:bs1@r20 G:bs1@s20"
    assert play(pieces, "R", "1-2", "bs1 1 s20", teams="opposite").codes == ["E12"]
    assert play(pieces, "R", "2-1", "bs1 2 s20 t20", teams="opposite").at("R:bs1 G:bs1") == "t20 s20"


@clause("CON-026", "CON-028", "CON-045")
def test_order_matters(play):
    pieces = "R:bs1@d4 R:bs2@START"
    then = "throw 2 / bs1 2 f6 g7 / bs2 3 d5 d6 d8"
    assert play(pieces, "R", "1-1 2-3", f"bs2 1 d4 / bs1 1 e5 / {then}").no == "line 1 E12 CON-045"
    assert play(pieces, "R", "1-1 2-3", "bs1 1 e5 / bs2 1 d4 / throw 2 / bs1 2 f6 g7 / bs2 3 d5 d6 e7").ok
    assert play(pieces, "R", "1-1 2-3", f"bs1 1 e5 / {then}").no == "E16 CON-028"


@clause("CON-024", "CON-025")
def test_sum_and_repetition(play):
    pieces = "R:ar1@l2 R:ar2@m2"
    assert play(pieces, "R", "5-3", "ar1 8 8e").codes == ["E04"]
    twice = play(pieces, "R", "5-3", "ar1 5 5e / ar1 3 3e")
    assert (twice.codes, twice.lines) == (["E05"], [2])


@clause("CON-057")
def test_a_walk_chosen_by_the_server(play):
    assert play("R:ar1@l2", "R", "3-1", "ar1 3 to o2").moves == ["R:ar1 3 l2-m3-n3-o2"]
    assert play("R:ar1@l2 Y:ar1@n1", "R", "3-1", "ar1 3 to o2").moves == ["R:ar1 3 l2-m2-n1-o2 xY:ar1@n1"]


@clause("CON-072")
def test_the_server_avoids_mines(play):
    assert play("O:bs1@g5", "O", "2-1", "bs1 2 to e5").moves == ["O:bs1 2 g5-f4-e5"]
    assert play("O:bs1@g5", "O", "1-2", "bs1 1 to f5").codes == ["E14"]
    assert play("O:bs1@g5", "O", "1-2", "bs1 1 to f5 !").at("O:bs1") == "HELD:red"


@clause("CON-026", "CON-044", "CON-046")
def test_the_order_of_two_captures(play):
    pieces = "R:ar1@l2 O:aa@n2 R:pl1@k3 O:bs1@o4"
    first = play(pieces, "R", "2-5", "pl1 5 l3 m2 n2 o3 o4 / ar1 2 m2 n2")
    assert (first.codes, first.lines) == (["E11"], [1])
    assert "n2" in first.message
    second = play(pieces, "R", "2-5", "ar1 2 m2 n2 / pl1 5 l3 m2 n2 o3 o4")
    assert second.held("R") == "O:aa O:bs1"


@clause("CON-039")
def test_a_bridge_and_the_exact_count(play):
    assert play("O:ar1@k8", "O", "4-6", "ar1 4 j7 i6 h5 g4").at("O:ar1") == "g4"
    for die in (1, 2, 3, 5, 6):
        assert play("O:ar1@k8", "O", f"{die}-4", f"ar1 {die} to g4").codes == ["E15"]


@clause("CON-R33", "CON-R36")
def test_a_missed_deadline(play):
    played = play("R:bs2@START R:aa@h2 Y:ar1@a12", "R", "6-6 4-4 2-2", due=True)
    assert played.moves == []
    assert played.at("R:bs2 R:aa") == "RESERVE h2"
    assert played.to_move == "yellow"
