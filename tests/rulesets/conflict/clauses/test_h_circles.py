"""Home circles, and going out."""

import pytest

clause = pytest.mark.clause

ALL = ("ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2")


def all_of(letter):
    return " ".join(f"{letter}:{piece}" for piece in ALL)


@clause("CON-082")
@pytest.mark.parametrize(("piece", "start"), [("ar1", "d2"), ("aa", "b4"), ("bs1", "d4"), ("pl1", "d4"), ("pl2", "d2")])
def test_any_piece_takes_a_circle_by_stopping_there(play, piece, start):
    played = play(f"Y:{piece}@{start} R:ar1@l2 G:ar1@l23", "Y", "1-2", f"{piece} 1 c3")
    assert played.moves == [f"Y:{piece} 1 {start}-c3 takes red"]
    assert played.gone == ["red circle yellow"]
    assert played.at(f"Y:{piece}") == "c3"
    assert played.out == {"red": "circle yellow"}


@clause("CON-082", "CON-039")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_by_exact_count_only(play, die):
    """From the exit beside it artillery and ships get there by a 1 and by nothing else; an airplane can go round."""
    for piece, start in (("ar1", "d2"), ("bs1", "d4")):
        played = play(f"Y:{piece}@{start}", "Y", f"{die}-1", f"{piece} {die} to c3")
        assert played.no == "line 1 E15 CON-037"
        assert all(word in played.message for word in (piece, start, "c3", str(die)))
    plane = play("Y:pl1@d2", "Y", f"{die}-1", f"pl1 {die} to c3")
    if die == 2:
        assert plane.codes == ["E15"]
    else:
        assert plane.gone == ["red circle yellow"]


@clause("CON-082", "CON-039")
def test_an_airplane_goes_round_by_three(play):
    assert play("Y:pl1@d2", "Y", "3-1", "pl1 3 e3 d4 c3").gone == ["red circle yellow"]


@clause("CON-083", "CON-R15")
def test_passing_does_not_take_it(play):
    played = play("R:ar1@w4 O:ar1@l2", "R", "3-1", "ar1 3 v3 u2 t2")
    assert played.moves == ["R:ar1 3 w4-v3-u2-t2"]
    assert played.gone == []
    assert played.out == {}
    ship = play("Y:ar1@b4 R:bs2@c3", "Y", "2-1", "ar1 2 c3 d2")
    assert ship.at("R:bs2") == "HELD:yellow"
    assert ship.gone == []


@clause("CON-083", "CON-R15")
def test_option_no_passing_over_enemy_circles(play):
    barred = play("R:ar1@w4 O:ar1@l2", "R", "3-1", "ar1 3 v3 u2 t2", home_pass="no")
    assert barred.codes == ["E11"]
    assert barred.clause == "CON-083"
    assert "v3" in barred.message
    assert play("R:ar1@w4 O:ar1@l2", "R", "1-3", "ar1 1 v3", home_pass="no").gone == ["orange circle red"]
    own = play("R:ar1@d2", "R", "2-1", "ar1 2 c3 b4", home_pass="no")
    assert own.ok
    partner = play("R:ar1@w21", "R", "2-1", "ar1 2 v22 u23", home_pass="no", teams="opposite")
    assert partner.ok, "only enemies' circles are barred"
    dead = play(
        "R:ar1@w4 O:*@HELD:red",
        "R",
        "2-1",
        "ar1 2 v3 u2",
        home_pass="no",
        position={"turn": 9, "out": {"orange": {"how": "circle", "heir": "red", "turn": 1}}},
    )
    assert dead.ok


@clause("CON-084", "CON-065")
def test_a_gun_at_home_keeps_airplanes_off(play):
    pieces = "R:aa@c3 Y:pl1@d4 Y:ar1@b4"
    assert play(pieces, "Y", "1-2", "pl1 1 c3").no == "line 1 E11 CON-046"
    assert play(pieces, "Y", "2-1", "pl1 2 c3 d2").no == "line 1 E11 CON-046"
    taken = play(pieces, "Y", "1-2", "ar1 1 c3 / pl1 2 d5 d6")
    assert taken.gone == ["red circle yellow"]
    assert taken.moves[0] == "Y:ar1 1 b4-c3 xR:aa@c3 takes red"


@clause("CON-085", "CON-086", "CON-087")
def test_the_heir_gets_everything(play):
    """Orange has pieces in FIELD, START and RESERVE and two prisoners; one piece of his is a prisoner of Green's."""
    pieces = "R:bs1@t5 R:ar2@HELD:orange Y:pl1@HELD:orange O:bs1@p5 O:ar1@START O:aa@HELD:green"
    played = play(pieces, "R", "2-4", "bs1 2 u4 v3")
    assert played.gone == ["orange circle red"]
    assert played.held("R") == "Y:pl1 " + all_of("O").replace("O:aa ", "")
    assert played.at("R:ar2 O:aa") == "START HELD:green"
    inherit = played.of("inherit")[0]
    assert inherit["heir"] == "red"
    assert inherit["freed"] == [{"seat": "red", "piece": "ar2"}]
    assert inherit["held"] == [{"seat": "yellow", "piece": "pl1"}]


@clause("CON-086", "CON-R25")
def test_freed_pieces_come_in_at_once_or_later(play, ask):
    pieces = "R:bs1@t5 R:ar1@l2 R:ar2@HELD:orange R:ar3@HELD:orange O:bs1@p5 Y:ar1@a12"
    at_once = play(pieces, "R", "2-4", "bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2")
    assert at_once.at("R:ar2 R:ar3") == "g2 START"
    next_throw = play(pieces, "R", "2-2 1-4", "bs1 2 u4 v3 / ar1 2 m2 n2 / throw 2 / ar3 4 d2 e2 f2 g2 / ar1 1 o2")
    assert next_throw.at("R:ar2 R:ar3") == "START g2"
    too_soon = play(pieces, "R", "2-4", "ar2 4 d2 e2 f2 g2 / bs1 2 u4 v3")
    assert too_soon.no == "line 1 E02 CON-068"


@clause("CON-087")
def test_prisoners_of_others_change_hands(play):
    pieces = "R:bs1@t5 Y:pl1@HELD:orange G:aa@HELD:orange O:bs1@p5"
    played = play(pieces, "R", "2-4", "bs1 2 u4 v3")
    assert played.at("Y:pl1 G:aa") == "HELD:red HELD:red"
    assert played.start("Y") == played.start("G") == ""


@clause("CON-088", "CON-R26")
def test_without_pieces_a_player_is_out(play, view):
    pieces = "Y:*@HELD:red Y:bs3@q6 G:ar1@HELD:yellow O:ar2@HELD:yellow G:pl1@p5 O:ar1@x12"
    played = play(pieces, "G", "1-2", "pl1 1 q6")
    assert played.gone == ["yellow pieces green"]
    assert played.at("G:ar1 O:ar2 Y:bs3") == "START HELD:green HELD:green"
    mines = view(played, None)["mines"]
    assert (mines["e19"], mines["f20"]) == (None, None)
    assert played.of("out")[0]["clause"] == "CON-088"


@clause("CON-088", "CON-R08")
@pytest.mark.parametrize("state", ["START", "RESERVE", "a12"])
def test_one_piece_anywhere_keeps_him_in(play, state):
    played = play(f"Y:*@HELD:red Y:bs3@q6 Y:ar1@{state} G:pl1@p5", "G", "1-2", "pl1 1 q6")
    assert played.at("Y:bs3") == "HELD:green"
    assert played.gone == []


@clause("CON-089", "CON-072", "CON-R26")
def test_the_owner_of_a_mine_may_be_the_heir(play):
    """Yellow's last ship runs onto Red's mine: Red holds it, and gets what Yellow held."""
    pieces = "Y:*@HELD:green Y:bs1@g5 R:ar1@HELD:yellow O:ar1@HELD:yellow G:ar1@l23"
    played = play(pieces, "Y", "1-2", "bs1 1 f5 !")
    assert played.gone == ["yellow pieces red"]
    assert played.at("Y:bs1 R:ar1 O:ar1") == "HELD:red START HELD:red"


@clause("CON-089", "CON-R19")
def test_where_nobody_holds_the_last_piece_nobody_inherits(play):
    pieces = "Y:*@HELD:green Y:pl1@d19 R:ar1@HELD:yellow O:ar1@HELD:yellow G:ar1@l23"
    played = play(pieces, "Y", "1-2", "pl1 1 e19 !", own_mine_plane="lost")
    assert played.gone == ["yellow pieces -"]
    assert played.at("Y:pl1 R:ar1 O:ar1") == "RETIRED RETIRED RETIRED"
    assert played.to_move == "green"


@clause("CON-089", "CON-R54")
def test_a_last_ship_taken_on_its_own_mine(play):
    """Capture, mine, elimination: the attacker inherits his own ship back, in START, but not for this throw."""
    pieces = "R:*@HELD:yellow R:bs1@e6 O:bs1@g8 O:bs2@l6 Y:ar1@a12"
    played = play(pieces, "O", "2-1", "bs1 2 f7 e6 ! / bs2 1 m6")
    assert played.moves[0] == "O:bs1 2 g8-f7-e6 xR:bs1@e6 lost to red at e6"
    assert played.gone == ["red pieces orange"]
    assert played.at("R:bs1 O:bs1") == "HELD:orange START"
    again = play(pieces, "O", "2-1", "bs1 2 f7 e6 ! / bs1 1 u4")
    assert again.no == "line 2 E05 CON-024"
    doubles = play(pieces, "O", "2-2 1-3", "bs1 2 f7 e6 ! / bs2 2 m6 n6 / throw 2 / bs1 1 u4 / bs2 3 n5 n4 m4")
    assert doubles.at("O:bs1") == "u4"


@clause("CON-089", "CON-R54")
def test_an_attackers_last_ship_brings_the_victims_ship_back(play):
    pieces = "O:*@HELD:yellow O:bs1@g8 R:bs1@e6 R:ar1@l2 Y:ar1@a12"
    played = play(pieces, "O", "2-1", "bs1 2 f7 e6 !")
    assert played.gone == ["orange pieces red"]
    assert played.at("O:bs1 R:bs1") == "HELD:red START"


@clause("CON-090", "CON-R27", "CON-R54")
def test_two_last_pieces_lost_together(play):
    """Both go out and neither inherits; what they held leaves the game."""
    pieces = "R:*@HELD:yellow R:bs1@e6 O:*@HELD:yellow O:bs1@g8 Y:aa@HELD:red G:aa@HELD:orange Y:ar1@a12 G:ar1@l23"
    played = play(pieces, "O", "2-1", "bs1 2 f7 e6 !")
    assert sorted(played.gone) == ["orange both -", "red both -"]
    assert played.at("Y:aa G:aa") == "RETIRED RETIRED"
    assert played.at("R:bs1 O:bs1") == "RETIRED RETIRED"
    assert played.outcome is None
    assert played.to_move == "yellow"


@clause("CON-090", "CON-073", "CON-102")
def test_also_on_a_partners_mine(play):
    """Green's last ship lies on its partner Red's mine; Yellow's last ship takes it there and is lost to Red."""
    pieces = "G:*@HELD:orange G:bs1@e6 Y:*@HELD:red Y:bs1@g8 O:ar2@HELD:green R:ar2@HELD:yellow R:ar1@l2 O:ar1@x12"
    played = play(pieces, "Y", "2-1", "bs1 2 f7 e6 !", teams="opposite")
    assert sorted(played.gone) == ["green both -", "yellow both -"]
    assert played.at("Y:bs1 G:bs1") == "HELD:red RETIRED"
    assert played.at("O:ar2 R:ar2") == "RETIRED RETIRED"
    assert played.outcome is None


@clause("CON-090", "CON-081")
def test_also_on_an_inherited_mine(play):
    gone = {"turn": 9, "out": {"red": {"how": "circle", "heir": "orange", "turn": 2}}}
    pieces = "R:*@HELD:yellow O:*@HELD:yellow O:bs1@f5 G:*@HELD:yellow G:bs1@g5 Y:ar1@a12"
    played = play(pieces, "G", "1-2", "bs1 1 f5 !", position=gone, dead_mines="heir")
    assert sorted(played.gone) == ["green both -", "orange both -"]
    assert played.end == "yellow last_standing CON-106"


@clause("CON-091", "CON-R08")
def test_who_has_nothing_but_reserve_waits_for_a_seven(play, ask):
    played = play("R:ar1@l2", "R", "1-2", "ar1 1 m2", then="1-2 1-3 1-4 6-1")
    assert [event["seat"] for event in played.of("passed")] == ["yellow", "green", "orange"]
    assert played.out == {}
    seven = play("R:ar1@l2", "R", "1-2", "ar1 1 m2", then="1-2 1-3 6-1 2-3")
    assert seven.awaiting == {"orange": "turn"}
    out = ask(seven.position, {"O": "reserve pl2 / pl2 6 u4 t4 s4 s6 r6 r7"}, "1-2 1-3")
    assert out.codes == ["E07"]
    out = ask(seven.position, {"O": "reserve pl2 / pl2 6 u4 t4 t5 s6 r6 r7"}, "1-2 1-3")
    assert out.at("O:pl2") == "r7"


@clause("CON-092", "CON-020", "CON-R44")
def test_a_taken_circle_is_a_square_like_others(play):
    gone = {"turn": 9, "out": {"red": {"how": "circle", "heir": "yellow", "turn": 1}}}
    pieces = "R:*@HELD:yellow Y:ar1@c3 G:ar1@b4 G:bs1@d4"
    taken = play(pieces, "G", "1-2", "ar1 1 c3 / bs1 2 e4 f4", position=gone)
    assert taken.moves[0] == "G:ar1 1 b4-c3 xY:ar1@c3"
    assert taken.gone == []
    away = play(pieces, "Y", "1-2", "ar1 1 d2", position=gone)
    assert away.at("Y:ar1") == "d2"
    ship = play(pieces, "G", "1-2", "bs1 1 c3 / ar1 2 c5 c6", position=gone)
    assert ship.at("G:bs1 Y:ar1") == "c3 HELD:green"


@clause("CON-092")
def test_so_is_the_circle_of_anyone_else_who_is_out(play, view):
    gone = {"turn": 9, "out": {"red": {"how": "resigned", "heir": None, "turn": 1}}}
    played = play("R:*@RETIRED G:ar1@b4 Y:ar1@a12", "G", "1-2", "ar1 1 c3", position=gone)
    assert played.at("G:ar1") == "c3"
    assert played.gone == []
    circles = view(played, None)["circles"]
    assert circles == {"c3": None, "c22": "yellow", "v22": "green", "v3": "orange"}


@clause("CON-082", "CON-R45")
def test_two_circles_in_one_turn(play):
    """Red takes Orange's circle, then Green's with another piece; Yellow is left."""
    pieces = "R:bs1@t5 R:ar1@w21 O:ar1@x12 G:ar1@l23 Y:ar1@a12 G:bs1@HELD:orange"
    played = play(pieces, "R", "2-1", "bs1 2 u4 v3 / ar1 1 v22")
    assert played.gone == ["orange circle red", "green circle red"]
    assert played.at("G:bs1") == "HELD:red"
    assert played.to_move == "yellow"


@clause("CON-083", "CON-092")
def test_the_circle_of_a_player_who_fell_on_the_way_bars_nobody(play):
    pieces = "R:ar1@a20 R:ar2@l2 Y:*@HELD:green Y:ar1@b20"
    orders = "ar1 4 b20 b21 c22 d23 / ar2 1 m2"
    assert play(pieces, "R", "4-1", orders, home_pass="no").at("R:ar1 Y:ar1") == "d23 HELD:red"
    assert play(f"{pieces} Y:bs1@START", "R", "4-1", orders, home_pass="no").no == "line 1 E11 CON-083"
