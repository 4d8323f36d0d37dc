"""Doubles."""

import pytest

clause = pytest.mark.clause

PIECES = "R:ar1@l2 R:bs1@l6 R:ar3@START"
FIRST = "ar1 2 m2 n2 / bs1 2 m6 n6"
SECOND = "throw 2 / ar1 5 o2 p2 q2 r2 s2 / bs1 5 n5 n4 m4 l4 k4"
THIRD = "throw 3 / ar1 1 t2 / bs1 1 j4"


@clause("CON-096")
def test_a_double_gives_another_throw(play):
    played = play(PIECES, "R", "2-2 5-1", f"{FIRST} / throw 2 / ar1 5 o2 p2 q2 r2 s2 / bs1 1 n5")
    assert played.ok
    assert len(played.moves) == 4
    assert play(PIECES, "R", "2-2 5-1", FIRST).no == "E16 CON-028"
    assert play(PIECES, "R", "2-2 5-1", f"{FIRST} / throw 2 / ar1 5 o2 p2 q2 r2 s2").no == "E16 CON-028"


@clause("CON-096")
def test_a_second_double_gives_a_third_throw(play):
    played = play(PIECES, "R", "2-2 5-5 1-3", f"{FIRST} / {SECOND} / throw 3 / ar1 1 t2 / bs1 3 j4 i4 h4")
    assert played.ok
    assert len(played.moves) == 6
    assert played.of("back") == []
    assert play(PIECES, "R", "2-2 5-5 1-3", f"{FIRST} / {SECOND}").no == "E16 CON-028"


@clause("CON-097")
def test_a_third_double_costs_a_piece(play):
    played = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD} / back ar3")
    assert played.ok
    assert len(played.moves) == 6
    assert played.at("R:ar3") == "RESERVE"
    assert played.of("back")[0]["piece"] == "ar3"
    assert played.throws[0].startswith("yellow"), "there is no fourth throw"
    missing = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD}")
    assert missing.no == "E19 CON-097"


@clause("CON-097", "CON-R33")
@pytest.mark.parametrize("piece", ["ar1", "bs1", "ar3"])
def test_any_piece_in_field_or_start_may_pay(play, piece):
    played = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD} / back {piece}")
    assert played.at(f"R:{piece}") == "RESERVE"


@clause("CON-097")
@pytest.mark.parametrize("piece", ["ar4", "pl1", "bs2"])
def test_no_other_piece_may(play, piece):
    pieces = f"{PIECES} R:pl1@HELD:orange R:bs2@RETIRED"
    played = play(pieces, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD} / back {piece}")
    assert played.codes == (["E19"] if piece == "ar4" else ["E02"])
    assert played.lines == [9]


@clause("CON-097")
def test_nothing_is_paid_unless_due(play):
    for dice, orders in (
        ("5-3", "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6"),
        ("2-2 5-1", f"{FIRST} / throw 2 / ar1 5 o2 p2 q2 r2 s2 / bs1 1 n5"),
        ("2-2 5-5 1-3", f"{FIRST} / {SECOND} / throw 3 / ar1 1 t2 / bs1 3 j4 i4 h4"),
    ):
        played = play(PIECES, "R", dice, f"{orders} / back ar3")
        assert played.codes == ["E19"]
        assert played.clause == "CON-097"
    twice = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD} / back ar3 / back ar1")
    assert twice.codes == ["E19"]
    assert twice.lines == [10]


@clause("CON-097")
def test_back_belongs_to_the_third_throw_wherever_it_stands(play):
    for orders in (
        f"back bs1 / {FIRST} / {SECOND} / {THIRD}",
        f"{FIRST} / back bs1 / {SECOND} / {THIRD}",
        f"{FIRST} / {SECOND} / throw 3 / back bs1 / ar1 1 t2 / bs1 1 j4",
    ):
        played = play(PIECES, "R", "2-2 5-5 1-1", orders)
        assert played.ok
        assert len(played.moves) == 6
        assert played.of("back")[0]["from"] == "j4"


@clause("CON-097", "CON-R32")
def test_option_a_third_double_is_not_moved(play):
    played = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / back ar3", third_double="no_move")
    assert played.ok
    assert len(played.moves) == 4
    assert played.at("R:ar3") == "RESERVE"
    moved = play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND} / {THIRD} / back ar3", third_double="no_move")
    assert moved.codes == ["E17"]
    assert moved.lines == [7]
    assert play(PIECES, "R", "2-2 5-5 1-1", f"{FIRST} / {SECOND}", third_double="no_move").no == "E19 CON-097"
    orders = f"{FIRST} / throw 2 / ar1 5 o2 p2 q2 r2 s2 / bs1 1 n5"
    second = play(PIECES, "R", "2-2 5-1", orders, third_double="no_move")
    assert second.ok


@clause("CON-098")
def test_without_a_piece_there_is_nothing_to_pay(ask):
    position = {"pieces": {"red": {}, "yellow": {"ar1": "a12"}}, "to_move": "red"}
    played = ask(position, {}, "2-2 3-3 4-4 1-2")
    assert played.throws == ["red 2-2", "red 3-3", "red 4-4", "yellow 1-2"]
    assert len(played.of("passed")) == 3
    assert played.of("back") == []
    assert played.to_move == "yellow"


@clause("CON-098", "CON-072")
def test_nor_when_the_last_piece_is_lost_in_the_third_throw(play):
    """Yellow's only piece in play ends on Red's mine; Yellow has a reserve still and owes nothing."""
    orders = "bs1 1 g6 / throw 2 / bs1 2 g7 h6 / throw 3 / bs1 3 h7 g6 f5 !"
    played = play("Y:bs1@g5 G:ar1@l23", "Y", "1-1 2-2 3-3", orders)
    assert played.ok
    assert played.at("Y:bs1") == "HELD:red"
    assert played.of("back") == []


@clause("CON-098")
def test_the_only_piece_has_to_pay(play):
    orders = "bs1 1 g6 / throw 2 / bs1 2 g7 h6 / throw 3 / bs1 3 h7 g8 g9"
    assert play("Y:bs1@g5 G:ar1@l23", "Y", "1-1 2-2 3-3", orders).no == "E19 CON-097"
    assert play("Y:bs1@g5 G:ar1@l23", "Y", "1-1 2-2 3-3", f"{orders} / back bs1").at("Y:bs1") == "RESERVE"


@clause("CON-099")
def test_it_is_an_ordinary_piece_of_the_reserve(begin, ask):
    first, second = "ar1 1 d2 / bs1 1 d4", "throw 2 / ar1 2 e2 f2 / bs1 2 e4 f4"
    third = "throw 3 / ar1 3 g2 h2 i2 / bs1 3 g5 h6 i7 / back ar1"
    played = begin("1-1 2-2 3-3 1-2", f"{first} / {second} / {third}")
    assert played.reserve("R") == "R:ar1 R:ar4 R:bs4 R:bs5 R:pl2"
    again = played.position | {"to_move": "red", "throws": [[4, 3]]}
    seven = ask(again, {"R": "reserve ar1 / ar1 4 d2 e2 f2 g2 / bs1 3 i8 h8 h9"})
    assert seven.at("R:ar1") == "g2"
