"""Taking pieces."""

import pytest

clause = pytest.mark.clause

# Every attacker beside every victim: on land l2-m2, on water l6-m6, on the circle of a corner that nobody plays.
ON_LAND = {
    "ar1": "ar1 aa pl1",
    "aa": "ar1 aa pl1",
    "pl1": "ar1 pl1",
}
ON_WATER = {"bs1": "bs1 pl1", "pl1": "bs1 pl1"}


@clause("CON-057", "CON-060", "CON-061", "CON-063")
@pytest.mark.parametrize("victim", ["ar1", "aa", "pl1"])
@pytest.mark.parametrize("piece", ON_LAND)
def test_who_takes_whom_on_land(play, piece, victim):
    landing = play(f"R:{piece}@l2 O:{victim}@m2", "R", "1-2", f"{piece} 1 m2")
    passing = play(f"R:{piece}@l2 O:{victim}@m2", "R", "2-1", f"{piece} 2 m2 n2")
    if victim in ON_LAND[piece].split():
        assert landing.moves == [f"R:{piece} 1 l2-m2 xO:{victim}@m2"]
        assert passing.moves == [f"R:{piece} 2 l2-m2-n2 xO:{victim}@m2"]
        assert landing.at(f"O:{victim}") == passing.at(f"O:{victim}") == "HELD:red"
    else:
        assert landing.no == passing.no == "line 1 E11 CON-046"


@clause("CON-057", "CON-062", "CON-063")
@pytest.mark.parametrize("victim", ["bs1", "pl1"])
@pytest.mark.parametrize("piece", ON_WATER)
def test_who_takes_whom_on_water(play, piece, victim):
    landing = play(f"R:{piece}@l6 O:{victim}@m6", "R", "1-2", f"{piece} 1 m6")
    passing = play(f"R:{piece}@l6 O:{victim}@m6", "R", "2-1", f"{piece} 2 m6 n6")
    assert landing.moves == [f"R:{piece} 1 l6-m6 xO:{victim}@m6"]
    assert passing.moves == [f"R:{piece} 2 l6-m6-n6 xO:{victim}@m6"]
    assert landing.at(f"O:{victim}") == passing.at(f"O:{victim}") == "HELD:red"


@clause("CON-060", "CON-061", "CON-062")
def test_land_and_water_pieces_do_not_meet(play):
    for piece, where, victim, square in (
        ("ar1", "m3", "bs1", "m4"),
        ("aa", "m3", "pl1", "m4"),
        ("bs1", "m4", "ar1", "m3"),
        ("bs1", "m4", "pl1", "m3"),
    ):
        assert play(f"R:{piece}@{where} O:{victim}@{square}", "R", "1-2", f"{piece} 1 {square}").codes == ["E09"]


@clause("CON-065", "CON-R14")
@pytest.mark.parametrize("victim", ["ar1", "aa", "bs1", "pl1"])
@pytest.mark.parametrize("piece", ["ar1", "aa", "bs1", "pl1"])
def test_on_a_circle_everything_takes_everything(play, piece, victim):
    """But no airplane takes a gun."""
    start = "d21" if piece == "bs1" else "b21"
    if piece == "pl1":
        start = "d23"
    landing = play(f"R:{piece}@{start} G:{victim}@c22", "R", "1-2", f"{piece} 1 c22", players=2)
    if (piece, victim) == ("pl1", "aa"):
        assert landing.no == "line 1 E11 CON-046"
    else:
        assert landing.moves == [f"R:{piece} 1 {start}-c22 xG:{victim}@c22"]
        assert landing.at(f"G:{victim}") == "HELD:red"
    if piece == "bs1":
        return
    passing = play(f"R:{piece}@b21 G:{victim}@c22", "R", "2-1", f"{piece} 2 c22 d23", players=2)
    assert passing.codes == (["E11"] if (piece, victim) == ("pl1", "aa") else [])


@clause("CON-057", "CON-059")
def test_several_in_one_walk(play):
    played = play("R:pl1@m3 O:bs1@n4 O:ar1@o3 Y:pl1@p4", "R", "4-1", "pl1 4 n4 o3 p4 q4")
    assert played.moves == ["R:pl1 4 m3-n4-o3-p4-q4 xO:bs1@n4 xO:ar1@o3 xY:pl1@p4"]
    assert played.held("R") == "Y:pl1 O:ar1 O:bs1"
    six = play("R:ar1@l2 O:ar1@m2 O:ar2@n2 O:ar3@o2 Y:aa@p2 Y:pl1@q2 G:ar1@r2", "R", "6-1", "ar1 6 m2 n2 o2 p2 q2 r2")
    assert six.held("R") == "Y:aa Y:pl1 G:ar1 O:ar1 O:ar2 O:ar3"
    assert six.at("R:ar1") == "r2"


@clause("CON-058", "CON-R13", "CON-R55")
def test_taking_is_a_duty(play):
    """No word of an order spares a piece on the way; another way does."""
    pieces = "R:ar1@l2 O:ar1@m2"
    assert play(pieces, "R", "2-1", "ar1 2 m2 n2").at("O:ar1") == "HELD:red"
    assert play(pieces, "R", "2-1", "ar1 2 m3 n2").at("O:ar1") == "m2"


@clause("CON-058", "CON-081", "CON-088", "CON-R47")
def test_taking_is_immediate(play):
    """With Red's last piece taken in step 1, Red is out and his mine in step 2 is a dead one."""
    pieces = "R:*@HELD:yellow R:bs1@g6 O:bs1@h7 Y:ar1@a12"
    played = play(pieces, "O", "3-1", "bs1 3 g6 f5 e5")
    assert played.moves == ["O:bs1 3 h7-g6-f5-e5 xR:bs1@g6"]
    assert played.gone == ["red pieces orange"]


@clause("CON-059")
def test_taking_costs_no_movement(play):
    played = play("R:bs1@l6 O:bs1@m6 Y:bs2@n6", "R", "5-1", "bs1 5 m6 n6 o6 n5 m5")
    assert played.at("R:bs1") == "m5"
    assert play("R:bs1@l6 O:bs1@m6 Y:bs2@n6", "R", "5-1", "bs1 5 m6 n6").codes == ["E06"]


@clause("CON-060", "CON-R17")
def test_artillery_takes_airplanes_on_bridges(play):
    assert play("O:ar1@r3 R:pl1@r4", "O", "1-2", "ar1 1 r4").at("R:pl1") == "HELD:orange"


@clause("CON-061")
def test_the_gun_hunts_airplanes(play):
    assert play("R:pl1@m3 O:aa@o3", "O", "2-1", "aa 2 n2 m3").at("R:pl1 O:aa") == "HELD:orange m3"


@clause("CON-062", "CON-R17")
def test_ships_take_airplanes_over_water_only(play):
    pieces = "R:pl1@r4 R:pl2@p4 O:bs1@q4 O:ar1@r3"
    assert play(pieces, "O", "1-2", "bs1 1 r4").codes == ["E09"]
    assert play(pieces, "O", "1-2", "bs1 1 p4 / ar1 2 s2 t2").at("R:pl2") == "HELD:orange"
    assert play(pieces, "O", "1-2", "ar1 2 q3 p4").codes == ["E09"]


@clause("CON-063", "CON-R51")
def test_airplanes_take_everything_they_fly_over(play):
    played = play("R:pl1@m2 O:ar1@m3 O:bs1@m4 O:pl1@m5 O:pl2@l5", "R", "5-1", "pl1 5 m3 m4 m5 l5 k5")
    assert played.held("R") == "O:ar1 O:bs1 O:pl1 O:pl2"


@clause("CON-064", "CON-R12")
def test_option_airplanes_fly_past_the_gun(play):
    pieces = "R:pl1@n2 O:aa@o2 O:ar1@p2"
    assert play(pieces, "R", "3-1", "pl1 3 o2 p2 q2").no == "line 1 E11 CON-046"
    over = play(pieces, "R", "3-1", "pl1 3 o2 p2 q2", aa_sky="overfly")
    assert over.moves == ["R:pl1 3 n2-o2-p2-q2 xO:ar1@p2"]
    assert over.at("O:aa") == "o2"
    ending = play(pieces, "R", "1-3", "pl1 1 o2", aa_sky="overfly")
    assert ending.codes == ["E11"]
    assert ending.clause in ("CON-064", "CON-046")


@clause("CON-064", "CON-084", "CON-R12")
def test_option_nor_may_they_end_on_a_gun_at_home(play):
    pieces = "O:aa@v3 R:pl1@u4"
    assert play(pieces, "R", "1-2", "pl1 1 v3", aa_sky="overfly").codes == ["E11"]
    past = play(pieces, "R", "2-1", "pl1 2 v3 w4", aa_sky="overfly")
    assert past.ok
    assert past.gone == []
    assert past.at("O:aa") == "v3"


@clause("CON-066", "CON-083")
def test_the_own_circle_protects_nobody(play):
    played = play("R:ar1@w4 O:ar3@v3", "R", "3-1", "ar1 3 v3 u2 t2")
    assert played.moves == ["R:ar1 3 w4-v3-u2-t2 xO:ar3@v3"]
    assert played.gone == []
    assert played.at("O:ar3") == "HELD:red"
    landing = play("R:ar1@w4 O:ar3@v3", "R", "1-2", "ar1 1 v3")
    assert landing.at("O:ar3") == "HELD:red"
    assert landing.gone == ["orange circle red"]


@clause("CON-067")
def test_friends_are_never_taken(play):
    played = play("R:pl1@m3 R:bs1@n4 G:ar1@o3 O:ar1@p3", "R", "4-1", "pl1 4 n4 o3 p3 q3 / bs1 1 n5", teams="opposite")
    assert played.moves[0] == "R:pl1 4 m3-n4-o3-p3-q3 xO:ar1@p3"
    assert played.at("R:bs1 G:ar1") == "n5 o3"


@clause("CON-068", "CON-R24", "CON-R50")
def test_the_captor_holds_the_prisoner(play):
    played = play("G:ar1@l2 O:ar1@m2", "G", "1-2", "ar1 1 m2", teams="opposite")
    assert played.held("G") == "O:ar1"
    assert played.held("R") == ""
    order = play("O:ar1@HELD:red O:ar2@l2", "O", "1-2", "ar1 1 m2")
    assert order.no == "line 1 E02 CON-068"
    assert "Red" in order.message


@clause("CON-068")
def test_a_prisoner_is_not_freed_by_taking_its_guard(play):
    """Yellow's ar1 holds nothing: prisoners are the player's, and stay his when a piece of his falls."""
    played = play("R:ar2@HELD:yellow Y:ar1@m2 R:ar1@l2", "R", "1-2", "ar1 1 m2")
    assert played.at("R:ar2 Y:ar1") == "HELD:yellow HELD:red"


@clause("CON-069")
def test_the_reserve_is_beyond_reach(play):
    played = play("R:pl1@j10 O:ar1@k10", "R", "2-1", "pl1 2 k10 k11")
    assert played.codes == ["E10"]
    taken = play("R:pl1@j10 O:ar1@k10", "R", "1-2", "pl1 1 k10")
    assert taken.reserve("O") == "O:ar2 O:ar3 O:ar4 O:aa O:bs1 O:bs2 O:bs3 O:bs4 O:bs5 O:pl1 O:pl2"
