"""Coming in from the corner."""

import pytest

clause = pytest.mark.clause

EXITS = {"R": ("b4 d2", "d4"), "Y": ("b21 d23", "d21"), "G": ("u23 w21", "u21"), "O": ("u2 w4", "u4")}
CIRCLES = {"R": "c3", "Y": "c22", "G": "v22", "O": "v3"}


def around(square):
    file, rank = ord(square[0]), int(square[1:])
    squares = [f"{chr(file + east)}{rank + north}" for east in (-1, 0, 1) for north in (-1, 0, 1)]
    return [neighbour for neighbour in squares if neighbour != square]


@clause("CON-049", "CON-051", "CON-052", "CON-055")
def test_the_exit_is_counted_one(begin):
    played = begin("5-3", "ar1 5 d2 e2 f3 g4 h5 / bs1 3 d4 e5 f6")
    assert played.moves == ["R:ar1 5 START-d2-e2-f3-g4-h5", "R:bs1 3 START-d4-e5-f6"]
    assert played.at("R:ar1 R:bs1") == "h5 f6"


@clause("CON-049")
def test_the_circle_itself_is_not_named(begin):
    assert begin("5-3", "ar1 5 c3 d2 e2 f3 g4 / bs1 3 d4 e5 f6").no == "line 1 E07 CON-037"
    assert begin("5-3", "ar1 5 c3 d2 e2 f3 g4 h5 / bs1 3 d4 e5 f6").no == "line 1 E06 CON-037"


@clause("CON-050", "CON-039")
def test_the_circle_is_where_the_move_began(play):
    assert play("R:pl1@START", "R", "4-1", "pl1 4 d2 e3 d4 c3").no == "line 1 E08 CON-039"
    assert play("R:pl1@START", "R", "5-1", "pl1 5 d2 e3 d4 c3 b4").no == "line 1 E08 CON-039"


@clause("CON-051")
@pytest.mark.parametrize("seat", "RYGO")
@pytest.mark.parametrize("piece", ["ar1", "aa"])
def test_land_pieces_have_two_exits(play, seat, piece):
    land, _ = EXITS[seat]
    good = [
        square
        for square in around(CIRCLES[seat])
        if play(f"{seat}:{piece}@START", seat, "1-2", f"{piece} 1 {square}").ok
    ]
    assert sorted(good) == sorted(land.split())


@clause("CON-052")
@pytest.mark.parametrize("seat", "RYGO")
def test_ships_have_one_exit(play, seat):
    _, water = EXITS[seat]
    good = [square for square in around(CIRCLES[seat]) if play(f"{seat}:bs1@START", seat, "1-2", f"bs1 1 {square}").ok]
    assert good == [water]


@clause("CON-053")
@pytest.mark.parametrize("seat", "RYGO")
def test_airplanes_have_all_three(play, seat):
    good = [square for square in around(CIRCLES[seat]) if play(f"{seat}:pl1@START", seat, "1-2", f"pl1 1 {square}").ok]
    assert sorted(good) == sorted(" ".join(EXITS[seat]).split())


@clause("CON-051", "CON-052", "CON-006")
def test_the_wrong_exit_has_its_reason(play):
    assert play("R:ar1@START", "R", "1-2", "ar1 1 d4").no == "line 1 E09 CON-003"
    assert play("R:bs1@START", "R", "1-2", "bs1 1 d2").no == "line 1 E09 CON-004"
    assert play("R:bs1@START", "R", "1-2", "bs1 1 d3").no == "line 1 E10 CON-006"
    assert play("R:ar1@START", "R", "1-2", "ar1 1 b2").no == "line 1 E10 CON-006"
    assert play("R:ar1@START", "R", "1-2", "ar1 1 e2").no == "line 1 E07 CON-037"


@clause("CON-054")
def test_a_friend_on_the_circle_is_in_nobodys_way(play):
    pieces = "R:aa@c3 R:ar1@START R:bs1@START"
    played = play(pieces, "R", "2-3", "ar1 2 d2 e2 / bs1 3 d4 e4 f4")
    assert played.ok
    assert played.at("R:aa") == "c3"


@clause("CON-054", "CON-044", "CON-R11")
def test_option_a_friend_on_the_circle_keeps_the_others_in(play):
    pieces = "R:aa@c3 R:ar1@START R:bs1@l6"
    barred = play(pieces, "R", "2-3", "ar1 2 d2 e2 / bs1 3 m6 n6 o6", friends_pass="no")
    assert barred.codes == ["E12"]
    assert all(word in barred.message for word in ("ar1", "aa", "c3"))
    assert play(pieces, "R", "2-3", "aa 3 d2 e2 f2 / ar1 2 d2 e2", friends_pass="no").ok


@clause("CON-055")
def test_the_first_throw_brings_two_pieces_in(begin):
    assert begin("5-3", "ar1 5 d2 e2 f3 g4 h5").no == "E16 CON-028"
    assert begin("5-3", "pl1 5 d4 e4 e3 e2 e1 / aa 3 b4 b5 b6").ok
    played = begin("1-1 2-3", "ar1 1 d2 / bs1 1 d4 / throw 2 / ar2 2 d2 e2 / ar3 3 b4 b5 b6")
    assert played.at("R:ar1 R:bs1 R:ar2 R:ar3") == "d2 d4 e2 b6"


@clause("CON-056", "CON-R09")
def test_what_waits_is_out_of_reach(play):
    """Yellow's airplane flies across Red's circle, where only the gun stands in reach."""
    pieces = "R:ar1@START R:bs1@START R:ar2@c3 Y:pl1@d4"
    played = play(pieces, "Y", "2-1", "pl1 2 c3 d2")
    assert played.moves == ["Y:pl1 2 d4-c3-d2 xR:ar2@c3"]
    assert played.at("R:ar1 R:bs1") == "START START"
    assert play(pieces, "Y", "2-1", "pl1 2 c3 b3").codes == ["E10"]
