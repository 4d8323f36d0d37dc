"""The board and the pieces."""

import pytest

clause = pytest.mark.clause

FILES = "abcdefghijklmnopqrstuvwx"
ENEMY_CIRCLES = ("c22", "v22", "v3")
SQUARES = [f"{file}{rank}" for file in FILES for rank in range(1, 25)]
# With the three enemy circles, where a piece stays only as it ends the game for somebody: 300, 300, 224 and 520.
KINDS = {"ar1": 297, "aa": 297, "bs1": 221, "pl1": 517}
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
CORNERS = {
    "R": ("a1 b1 c1 a2 b2 c2 a3 b3", "c4 d3", "k11 l11 k12 l12"),
    "Y": ("a22 b22 a23 b23 c23 a24 b24 c24", "c21 d22", "k13 l13 k14 l14"),
    "G": ("v23 v24 w22 w23 w24 x22 x23 x24", "u22 v21", "m13 n13 m14 n14"),
    "O": ("v1 v2 w1 w2 w3 x1 x2 x3", "u3 v4", "m11 n11 m12 n12"),
}


@clause("CON-001")
@pytest.mark.parametrize("square", ["a1", "x1", "a24", "x24"])
def test_the_corner_squares_are_camps(play, square):
    played = play(f"R:pl1@{square}", "R", "1-2")
    assert played.error["code"] == "position"
    assert square in played.error["message"]


@clause("CON-001")
@pytest.mark.parametrize("square", ["a0", "a25", "y1", "aa1", "d", "4d"])
def test_there_are_no_other_squares(play, square):
    assert play(f"R:pl1@{square}", "R", "1-2").error["code"] == "position"


@clause("CON-001", "CON-R01", "CON-003", "CON-004", "CON-005", "CON-006")
@pytest.mark.parametrize("piece", KINDS)
def test_how_many_squares_a_piece_may_stand_on(play, piece):
    squares = [square for square in SQUARES if square not in ENEMY_CIRCLES]
    standing = [square for square in squares if "error" not in play(f"R:{piece}@{square}", "R", "1-2").answer]
    assert len(standing) == KINDS[piece]


@clause("CON-001", "CON-R02")
def test_the_shapes_are_where_the_rulebook_draws_them(play):
    def stands(piece, square):
        return "error" not in play(f"R:{piece}@{square}", "R", "1-2").answer

    for bridge in BRIDGES:
        assert all(stands("ar1", square) and not stands("bs1", square) for square in bridge.split())
    for mine in ("e6", "f5", "e19", "f20", "s20", "t19", "s5", "t6"):
        assert stands("bs1", mine)
        assert not stands("ar1", mine)
    assert stands("ar1", "c3")
    assert stands("bs1", "c3")
    for camp, docks, reserve in CORNERS.values():
        assert not any(stands("pl1", square) for square in f"{camp} {docks} {reserve}".split())


@clause("CON-002", "CON-037")
@pytest.mark.parametrize("square", ["m6", "n6", "n5", "n4", "m4", "l4", "l5", "l6"])
def test_a_square_has_eight_neighbours(play, square):
    assert play("R:pl1@m5", "R", "1-2", f"pl1 1 {square}").moves == [f"R:pl1 1 m5-{square}"]


@clause("CON-002", "CON-037")
@pytest.mark.parametrize("square", ["m7", "n7", "o6", "o5", "o3", "k5", "k4", "x5", "m24"])
def test_nothing_farther_adjoins(play, square):
    played = play("R:pl1@m5", "R", "1-2", f"pl1 1 {square}")
    assert played.no == "line 1 E07 CON-037"
    assert all(word in played.message for word in ("pl1", "m5", square))


@clause("CON-002")
@pytest.mark.parametrize(("start", "end"), [("x10", "a10"), ("a10", "x11"), ("m1", "m24"), ("d24", "d1")])
def test_the_board_does_not_close_upon_itself(play, start, end):
    assert play(f"R:pl1@{start}", "R", "1-2", f"pl1 1 {end}").codes == ["E07"]


@clause("CON-002", "CON-037")
@pytest.mark.parametrize(("start", "steps"), [("x10", "e"), ("a10", "sw"), ("m1", "s"), ("m24", "ne")])
def test_compass_steps_end_at_the_edge(play, start, steps):
    played = play(f"R:pl1@{start}", "R", "1-2", f"pl1 1 {steps}")
    assert played.no == "line 1 E07 CON-037"


@clause("CON-003")
@pytest.mark.parametrize("piece", ["ar1", "ar4", "aa"])
def test_land_pieces_keep_to_land(play, piece):
    assert play(f"R:{piece}@f3", "R", "2-1", f"{piece} 2 g4 h5").ok
    assert play(f"R:{piece}@d2", "R", "1-2", f"{piece} 1 c3").ok
    for square in ("f4", "e4"):
        refused = play(f"R:{piece}@f3", "R", "2-1", f"{piece} 1 {square}")
        assert refused.no == "line 1 E09 CON-003"
        assert square in refused.message
        assert "water" in refused.message
    assert play(f"R:{piece}@d7", "R", "1-2", f"{piece} 1 e6").no == "line 1 E09 CON-003"


@clause("CON-004")
@pytest.mark.parametrize("piece", ["bs1", "bs5"])
def test_ships_keep_to_water(play, piece):
    assert play(f"R:{piece}@g5", "R", "2-1", f"{piece} 2 f5 e6").ok
    assert play(f"R:{piece}@d4", "R", "1-2", f"{piece} 1 c3").ok
    assert play(f"R:{piece}@f4", "R", "1-2", f"{piece} 1 f3").no == "line 1 E09 CON-004"
    bridge = play(f"R:{piece}@h6", "R", "1-2", f"{piece} 1 h5")
    assert bridge.no == "line 1 E09 CON-004"
    assert "bridge" in bridge.message


@clause("CON-005", "CON-R51")
def test_an_airplane_mixes_land_and_water(play):
    """Land, water, mine, water, bridge, land."""
    played = play("R:pl1@d2", "R", "6-1", "pl1 6 e3 e4 f5 g5 g4 h3")
    assert played.moves == ["R:pl1 6 d2-e3-e4-f5-g5-g4-h3"]
    assert play("R:pl1@d2", "R", "1-2", "pl1 1 c3").ok


@clause("CON-006", "CON-R52")
@pytest.mark.parametrize(
    ("where", "square", "word"),
    [
        ("R:pl1@j10", "k11", "reserve"),
        ("R:pl1@o13", "n13", "reserve"),
        ("R:pl1@e2", "d3", "dock"),
        ("R:ar1@d2", "d3", "dock"),
        ("R:bs1@d4", "c4", "dock"),
        ("R:bs1@d4", "d3", "dock"),
        ("R:ar1@d2", "c2", "camp"),
        ("R:ar1@a4", "a3", "camp"),
        ("R:pl1@w21", "w22", "camp"),
        ("R:ar1@u2", "v1", "camp"),
    ],
)
def test_camps_docks_and_reserves_are_never_entered(play, where, square, word):
    piece = where[2:].split("@")[0]
    played = play(where, "R", "1-2", f"{piece} 1 {square}")
    assert played.no == "line 1 E10 CON-006"
    assert square in played.message
    assert word in played.message


@clause("CON-006")
def test_they_are_not_flown_over_either(play):
    assert play("R:pl1@j12", "R", "5-1", "pl1 5 k12 l12 m12 n12 o12").no == "line 1 E10 CON-006"
    assert play("R:pl1@b4", "R", "2-1", "pl1 2 b3 b4").no == "line 1 E10 CON-006"


@clause("CON-007", "CON-060", "CON-062", "CON-R17")
def test_a_bridge_is_land(play):
    """An airplane on a bridge falls to artillery and is out of a ship's reach."""
    pieces = "R:pl1@r4 O:ar1@r3 O:bs1@q4"
    assert play(pieces, "O", "1-2", "bs1 1 r4").no == "line 1 E09 CON-004"
    assert play(pieces, "O", "1-2", "ar1 1 r4 / bs1 2 p4 o4").at("R:pl1") == "HELD:orange"


@clause("CON-008", "CON-062", "CON-R17")
def test_a_mine_is_water(play):
    """Red's airplane rests on Red's mine: Yellow's ship takes it there, and no gun could come near."""
    assert play("R:pl1@e6 Y:bs1@e7", "Y", "1-2", "bs1 1 e6 !").at("R:pl1 Y:bs1") == "HELD:yellow HELD:red"
    assert play("R:pl1@e6 Y:ar1@d7", "Y", "1-2", "ar1 1 e6").no == "line 1 E09 CON-003"


@clause("CON-008")
def test_a_circle_is_land_and_water(play):
    """Corner c22 is nobody's with two players: ship and artillery meet there."""
    assert play("R:ar1@b21 G:bs1@c22", "R", "1-2", "ar1 1 c22", players=2).at("G:bs1") == "HELD:red"
    assert play("R:bs1@d21 G:ar1@c22", "R", "1-2", "bs1 1 c22", players=2).at("G:ar1") == "HELD:red"


@clause("CON-009")
def test_two_pieces_never_share_a_square(play):
    assert play("R:ar1@l2 R:ar2@l2", "R", "1-2").error["code"] == "position"
    assert play("R:pl1@l2 O:ar2@l2", "R", "1-2").error["code"] == "position"
    assert play("R:ar1@l2 R:ar2@m2", "R", "1-2", "ar1 1 m2").no == "line 1 E12 CON-045"


@clause("CON-009")
def test_start_and_reserve_have_room_for_all(play):
    assert play("R:*@START O:*@RESERVE", "R", "1-2", "ar4 1 d2 / bs5 2 d4 e5").ok


@clause("CON-010")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_force_is_twelve_pieces(ask, players):
    pieces = ask(None, {}, players=players).position["pieces"]
    kinds = {"ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2"}
    assert len(pieces) == players
    assert all(set(force) == kinds for force in pieces.values())


@clause("CON-010", "CON-011")
@pytest.mark.parametrize("piece", ["ar5", "bs6", "pl3", "aa2", "aa1", "BS1", "tank"])
def test_no_other_pieces_exist(ask, piece):
    position = {"pieces": {"red": {piece: "START"}}, "to_move": "red"}
    assert ask(position, {}).error["code"] == "position"


@clause("CON-011")
@pytest.mark.parametrize("state", ["LOST", "start", "", "HELD", "HELD:", "HELD:blue", "HELD:red", "MINED", "START d2"])
def test_no_other_states_exist(ask, state):
    position = {"pieces": {"red": {"ar1": state}}, "to_move": "red"}
    assert ask(position, {}).error["code"] == "position"


@clause("CON-011")
@pytest.mark.parametrize("state", ["d2", "START", "RESERVE", "HELD:orange", "RETIRED"])
def test_the_five_states(ask, state):
    position = {"pieces": {"red": {"ar1": state, "bs1": "g5"}}, "to_move": "red", "throws": [[1, 2]]}
    assert ask(position, {}).at("R:ar1") == state
