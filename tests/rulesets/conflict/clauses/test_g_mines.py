"""Mines."""

import pytest
from conflict_pieces import SEATS

clause = pytest.mark.clause

# Each mine, its owner, and a square of water beside it.
MINES = [
    ("e6", "R", "d5"),
    ("f5", "R", "g5"),
    ("e19", "Y", "d19"),
    ("f20", "Y", "g20"),
    ("s20", "G", "r20"),
    ("t19", "G", "u19"),
    ("s5", "O", "r5"),
    ("t6", "O", "u6"),
]
RED_OUT = {"turn": 9, "out": {"red": {"how": "circle", "heir": "orange", "turn": 2}}}


@clause("CON-070", "CON-072")
@pytest.mark.parametrize(("mine", "owner", "beside"), MINES)
def test_a_mine_is_live_for_all_but_its_owner(play, mine, owner, beside):
    for stranger in "RYGO":
        played = play(f"{stranger}:bs1@{beside}", stranger, "1-2", f"bs1 1 {mine} !")
        if stranger == owner:
            assert played.at(f"{stranger}:bs1") == mine
        else:
            assert played.moves == [f"{stranger}:bs1 1 {beside}-{mine} lost to {SEATS[owner]} at {mine}"]
            assert played.held(owner) == f"{stranger}:bs1"


@clause("CON-071", "CON-077")
def test_own_mines_are_safe(play):
    played = play("R:bs1@g5 R:pl1@f7", "R", "1-1 2-3", "bs1 1 f5 / pl1 1 e6 / throw 2 / bs1 2 e6 d6 / pl1 3 e5 d4 d5")
    assert played.ok
    assert played.at("R:bs1 R:pl1") == "d6 d5"
    resting = play("R:bs1@g5 R:pl1@e7", "R", "1-2", "bs1 1 f5 / pl1 2 f7 e6")
    assert resting.at("R:bs1 R:pl1") == "f5 e6"


@clause("CON-072", "CON-R18", "CON-R46")
def test_a_foreign_ship_is_lost_and_wants_a_word(play):
    pieces = "Y:bs2@h4 R:bs3@g5"
    asked = play(pieces, "Y", "4-1", "bs2 4 g5 f5 e5 d4")
    assert asked.no == "line 1 E14 CON-072"
    assert all(word in asked.message for word in ("bs2", "f5", "Red", "!"))
    assert asked.at("Y:bs2 R:bs3") == "h4 g5"
    lost = play(pieces, "Y", "4-1", "bs2 4 g5 f5 e5 d4 !")
    assert lost.moves == ["Y:bs2 4 h4-g5-f5 xR:bs3@g5 lost to red at f5"]
    assert lost.at("Y:bs2 R:bs3") == "HELD:red HELD:yellow"


@clause("CON-072")
@pytest.mark.parametrize("die", [1, 2])
def test_resting_on_it_or_crossing_it(play, die):
    path = "f5" if die == 1 else "f5 e5"
    assert play("O:bs1@g5", "O", f"{die}-3", f"bs1 {die} {path}").no == "line 1 E14 CON-072"
    assert play("O:bs1@g5", "O", f"{die}-3", f"bs1 {die} {path} !").at("O:bs1") == "HELD:red"


@clause("CON-073", "CON-R18")
def test_the_capture_comes_before_the_mine(play):
    """An airplane and a ship fall on the way, Red's ship on the mine itself; then the mine, and no step more."""
    pieces = "R:bs1@f5 R:bs2@h6 G:pl1@g6 Y:bs1@e4 O:bs1@h7"
    played = play(pieces, "O", "5-1", "bs1 5 h6 g6 f5 e4 d4 !")
    assert played.moves == ["O:bs1 5 h7-h6-g6-f5 xR:bs2@h6 xG:pl1@g6 xR:bs1@f5 lost to red at f5"]
    assert played.held("O") == "R:bs1 R:bs2 G:pl1"
    assert played.at("O:bs1 Y:bs1") == "HELD:red e4"


@clause("CON-074")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("g5 f5 e4 e3", "E09"),
        ("g5 f5 g4 g3", "E09"),
        ("g5 f5 d5 c5", "E07"),
        ("g5 f5 g6 g5", "E08"),
        ("g5 f5 e4 d3", "E10"),
        ("g5 f5 e5", "E06"),
        ("g5 f5 e5 e4", "E12"),
    ],
)
def test_the_whole_way_is_judged_though_it_is_not_gone(play, path, code):
    played = play("Y:bs2@h4 Y:bs1@e4 Y:ar1@a12", "Y", "4-1", f"bs2 4 {path} ! / ar1 1 a13")
    assert played.codes == [code]
    assert played.lines == [1]


@clause("CON-074")
def test_steps_behind_the_mine_have_no_effect(play):
    """Red's circle stands at the end of the way, and a ship of Red's before it: neither is reached."""
    played = play("Y:bs1@g5 R:bs1@e4", "Y", "4-1", "bs1 4 f5 e4 d4 c3 !")
    assert played.moves == ["Y:bs1 4 g5-f5 lost to red at f5"]
    assert played.gone == []
    assert played.at("R:bs1") == "e4"


@clause("CON-075", "CON-079")
def test_airplanes_fly_over_mines(play):
    played = play("R:bs1@e6 G:pl1@g8", "G", "3-1", "pl1 3 f7 e6 d5")
    assert played.moves == ["G:pl1 3 g8-f7-e6-d5 xR:bs1@e6"]
    assert played.at("G:pl1") == "d5"
    assert play("G:pl1@g5", "G", "3-1", "pl1 3 f5 e6 d7").at("G:pl1") == "d7"


@clause("CON-076", "CON-R20", "CON-R22")
def test_an_airplane_that_stops_on_a_mine_is_blown_up(play):
    pieces = "R:bs1@e6 G:pl1@g8"
    asked = play(pieces, "G", "2-1", "pl1 2 f7 e6")
    assert asked.no == "line 1 E14 CON-076"
    assert all(word in asked.message for word in ("pl1", "e6", "Red"))
    blown = play(pieces, "G", "2-1", "pl1 2 f7 e6 !")
    assert blown.moves == ["G:pl1 2 g8-f7-e6 xR:bs1@e6 lost to red at e6"]
    assert blown.at("R:bs1 G:pl1") == "HELD:green HELD:red"
    assert play("G:pl1@g7", "G", "2-1", "pl1 2 f6 f5 !").at("G:pl1") == "HELD:red"


@clause("CON-077", "CON-R19")
def test_option_an_airplane_is_lost_on_its_own_mine(play):
    safe = play("R:pl1@f7", "R", "1-2", "pl1 1 e6")
    assert safe.at("R:pl1") == "e6"
    asked = play("R:pl1@f7", "R", "1-2", "pl1 1 e6", own_mine_plane="lost")
    assert asked.codes == ["E14"]
    assert all(word in asked.message for word in ("pl1", "e6"))
    lost = play("R:pl1@f7", "R", "1-2", "pl1 1 e6 !", own_mine_plane="lost")
    assert lost.at("R:pl1") == "RETIRED"
    assert lost.moves == ["R:pl1 1 f7-e6 lost to nobody at e6"]
    passing = play("R:pl1@f7", "R", "2-1", "pl1 2 e6 d5", own_mine_plane="lost")
    assert passing.at("R:pl1") == "d5"
    ships = play("R:bs1@d5", "R", "1-2", "bs1 1 e6", own_mine_plane="lost")
    assert ships.at("R:bs1") == "e6"


@clause("CON-078", "CON-073", "CON-R21")
@pytest.mark.parametrize(("die", "path"), [(3, "f7 e6 d5"), (2, "f7 e6")])
def test_a_ship_on_its_own_mine_takes_its_captor_along(play, die, path):
    pieces = "R:bs1@e6 O:bs1@g8"
    assert play(pieces, "O", f"{die}-1", f"bs1 {die} {path}").no == "line 1 E14 CON-072"
    played = play(pieces, "O", f"{die}-1", f"bs1 {die} {path} !")
    assert played.moves == [f"O:bs1 {die} g8-f7-e6 xR:bs1@e6 lost to red at e6"]
    assert (played.held("R"), played.held("O")) == ("O:bs1", "R:bs1")


@clause("CON-079", "CON-076")
def test_not_so_an_airplane(play):
    pieces = "R:bs1@e6 G:pl1@g8"
    assert play(pieces, "G", "3-1", "pl1 3 f7 e6 d5").held("R") == ""
    assert play(pieces, "G", "2-1", "pl1 2 f7 e6 !").held("R") == "G:pl1"


@clause("CON-080")
def test_mines_are_never_used_up(play, view):
    played = play("O:bs1@g5 O:bs2@g6", "O", "1-2", "bs1 1 f5 ! / bs2 2 g5 f5 !")
    assert played.held("R") == "O:bs1 O:bs2"
    assert view(played, None)["mines"]["f5"] == "red"
    assert play("O:bs1@HELD:red O:bs2@g6", "O", "2-1", "bs2 2 g5 f5").codes == ["E14"]


@clause("CON-081", "CON-R23")
def test_mines_of_those_who_are_out_are_inert(play, view):
    pieces = "R:*@HELD:orange O:bs1@g8 G:pl1@g7 Y:bs1@d5"
    played = play(pieces, "O", "3-1", "bs1 3 f7 e6 d5", position=RED_OUT)
    assert played.ok
    assert played.at("O:bs1") == "d5"
    assert view(played, None)["mines"]["e6"] is None
    assert play(pieces, "G", "2-1", "pl1 2 f6 f5", position=RED_OUT).at("G:pl1") == "f5"
    assert play(pieces, "Y", "1-2", "bs1 1 e6", position=RED_OUT).at("Y:bs1") == "e6"


@clause("CON-081", "CON-109")
def test_mines_of_those_who_resigned_are_inert(play, ask):
    pieces = "R:ar1@l2 O:bs1@g5 Y:ar1@a12"
    resigned = play(pieces, "O", "1-2", {"R": "resign"})
    assert ask(resigned.position, {"O": "bs1 1 f5"}).at("O:bs1") == "f5"


@clause("CON-081", "CON-R23")
def test_option_the_heir_owns_them(play, view):
    pieces = "R:*@HELD:orange O:bs1@g5 G:bs1@g6 G:pl1@g7"
    own = play(pieces, "O", "1-2", "bs1 1 f5", position=RED_OUT, dead_mines="heir")
    assert own.at("O:bs1") == "f5"
    assert view(own, None, dead_mines="heir")["mines"]["f5"] == "orange"
    stranger = play(pieces, "G", "1-2", "bs1 1 f5 ! / pl1 2 f6 e6 !", position=RED_OUT, dead_mines="heir")
    assert stranger.held("O").endswith("G:bs1 G:pl1")
    assert play(pieces, "G", "1-2", "bs1 1 f5", position=RED_OUT, dead_mines="heir").codes == ["E14"]


@clause("CON-081", "CON-R23")
def test_option_until_the_heir_goes_out_too(play):
    gone = {
        "turn": 9,
        "out": {
            "red": {"how": "circle", "heir": "orange", "turn": 2},
            "orange": {"how": "pieces", "heir": "green", "turn": 3},
        },
    }
    pieces = "R:*@HELD:green O:*@HELD:green Y:bs1@g5 Y:bs2@r5 G:ar1@l23"
    inert = play(pieces, "Y", "1-2", "bs1 1 f5 / bs2 2 r6 r7", position=gone, dead_mines="heir")
    assert inert.at("Y:bs1") == "f5"
    live = play(pieces, "Y", "1-2", "bs2 1 s5 ! / bs1 2 g6 g7", position=gone, dead_mines="heir")
    assert live.at("Y:bs2") == "HELD:green"


@clause("CON-081", "CON-R23")
def test_option_where_there_is_no_heir_they_are_inert(play, ask):
    """Those who resigned, went out with nobody to inherit, or never played."""
    resigned = play("R:ar1@l2 O:bs1@g5 Y:ar1@a12", "O", "1-2", {"R": "resign"}, dead_mines="heir")
    assert ask(resigned.position, {"O": "bs1 1 f5"}, dead_mines="heir").at("O:bs1") == "f5"
    nobody = {"turn": 9, "out": {"red": {"how": "both", "heir": None, "turn": 2}}}
    both = play("R:*@RETIRED O:bs1@g5", "O", "1-2", "bs1 1 f5", position=nobody, dead_mines="heir")
    assert both.at("O:bs1") == "f5"
    unused = play("R:bs1@d19 G:ar1@l23", "R", "1-2", "bs1 1 e19", players=2, dead_mines="heir")
    assert unused.at("R:bs1") == "e19"


@clause("CON-081", "CON-088", "CON-R47")
def test_mines_fall_silent_in_the_middle_of_a_walk(play):
    """Red's last ship is sunk in step 1; the mine in step 2 no longer has an owner. A prisoner of Red's comes free."""
    pieces = "R:*@HELD:yellow R:bs1@g6 O:bs1@h7 O:bs2@HELD:red"
    played = play(pieces, "O", "2-1", "bs1 2 g6 f5")
    assert played.at("O:bs1 O:bs2 R:bs1") == "f5 START HELD:orange"
    assert played.gone == ["red pieces orange"]


@clause("CON-076", "CON-R20", "CON-R54")
def test_the_mine_of_one_who_falls_by_this_very_step_still_blows_up_the_airplane(play):
    played = play("R:pl1@e17 R:ar1@l2 Y:*@HELD:green Y:bs1@e19", "R", "2-1", "pl1 2 e18 e19 ! / ar1 1 m2")
    assert played.gone == ["yellow pieces red"]
    assert played.at("R:pl1 Y:bs1") == "START HELD:red"
