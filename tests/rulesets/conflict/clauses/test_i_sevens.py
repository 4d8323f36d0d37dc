"""Sevens and the reserve."""

import pytest

clause = pytest.mark.clause


@clause("CON-093", "CON-094")
def test_a_seven_brings_a_piece_out_to_move(play):
    played = play("R:ar1@g2", "R", "4-3", "reserve bs4 / bs4 3 d4 e4 f4 / ar1 4 to k2")
    assert played.ok
    assert played.kinds[:2] == ["reserve", "move"]
    assert played.at("R:bs4 R:ar1") == "f4 k2"
    without = play("R:ar1@g2", "R", "4-3", "ar1 4 to k2")
    assert without.ok
    assert without.at("R:bs4") == "RESERVE"


@clause("CON-093")
@pytest.mark.parametrize("dice", ["1-6", "6-1", "2-5", "5-2", "3-4", "4-3"])
def test_every_seven_counts(play, dice):
    assert play(
        "R:ar1@g2 R:bs1@l6",
        "R",
        dice,
        f"reserve pl2 / ar1 {dice[0]} to {'hijklm'[int(dice[0]) - 1]}2 / "
        f"pl2 {dice[2]} to {'defghi'[int(dice[2]) - 1]}2",
    ).ok


@clause("CON-093")
@pytest.mark.parametrize("dice", ["1-2", "5-6", "4-4 1-2"])
def test_nothing_else_does(play, dice):
    played = play("R:ar1@g2 R:bs1@l6", "R", dice, "reserve pl2")
    assert played.no == "line 1 E18 CON-093"
    assert str(sum(map(int, dice[:3].split("-")))) in played.message


@clause("CON-093")
def test_only_a_piece_in_reserve(play):
    pieces = "R:ar1@g2 R:bs1@START R:bs2@HELD:orange"
    assert play(pieces, "R", "4-3", "reserve ar1").no == "line 1 E18 CON-093"
    assert play(pieces, "R", "4-3", "reserve bs1").no == "line 1 E18 CON-093"
    assert play(pieces, "R", "4-3", "reserve bs2").no == "line 1 E02 CON-068"
    assert play(pieces, "R", "4-3", "reserve ar9").codes == ["E02"]


@clause("CON-094")
def test_the_moves_may_be_made_with_any_pieces(play):
    pieces = "R:ar1@g2 R:bs1@l6"
    others = play(pieces, "R", "4-3", "reserve pl2 / ar1 4 to k2 / bs1 3 m6 n6 o6")
    assert others.at("R:pl2") == "START"
    either = play(pieces, "R", "4-3", "reserve pl2 / pl2 4 d2 e2 f2 f1 / bs1 3 m6 n6 o6")
    assert either.at("R:pl2 R:ar1") == "f1 g2"


@clause("CON-095", "CON-R34")
def test_one_piece_a_seven_or_none(play):
    pieces = "R:ar1@g2 R:bs1@l6"
    assert play(pieces, "R", "4-3", "ar1 4 to k2 / bs1 3 m6 n6 o6").reserve("R").count("R:") == 10
    twice = play(pieces, "R", "4-3", "reserve pl2 / reserve pl1 / pl2 4 d2 e2 f2 f1 / bs1 3 m6 n6 o6")
    assert twice.codes == ["E18"]
    assert twice.lines == [2]


@clause("CON-095", "CON-R34")
def test_throws_after_doubles_too(play):
    pieces = "R:ar1@g2 R:bs1@l6"
    moved = "ar1 2 h2 i2 / bs1 2 m6 n6"
    played = play(pieces, "R", "2-2 4-3", f"{moved} / throw 2 / reserve pl2 / pl2 4 d2 e2 f2 f1 / ar1 3 j2 k2 l2")
    assert played.ok
    early = play(pieces, "R", "2-2 4-3", f"reserve pl2 / {moved}")
    assert early.no == "line 1 E18 CON-093"
    third = play(
        pieces,
        "R",
        "2-2 1-1 4-3",
        f"{moved} / throw 2 / ar1 1 j2 / bs1 1 o6 / throw 3 / reserve pl2 / pl2 4 d2 e2 f2 f1 / ar1 3 k2 l2 m2",
    )
    assert third.ok
    assert third.at("R:pl2") == "f1"


@clause("CON-095", "CON-R34")
def test_a_seven_without_reserve_gives_nothing(play):
    pieces = "R:*@HELD:orange R:ar1@g2 R:bs1@l6"
    assert play(pieces, "R", "4-3", "ar1 4 to k2 / bs1 3 m6 n6 o6").ok


@clause("CON-093", "CON-091")
def test_a_player_with_nothing_else_may_decline(play):
    declined = play("Y:ar1@a12", "R", "6-1", "end")
    assert declined.ok
    assert declined.reserve("R").count("R:") == 12
    assert declined.to_move == "yellow"
    taken = play("Y:ar1@a12", "R", "6-1", "reserve pl2 / pl2 1 d4")
    assert taken.at("R:pl2") == "d4"
    assert play("Y:ar1@a12", "R", "6-1", "reserve pl2").no == "E16 CON-029"


@clause("CON-093", "CON-094")
def test_the_order_sets_of_a_seven_with_and_without_a_piece_brought_in(play, rules):
    """Who brings a piece in has the walks of one that stands in START; who does not, has none here."""
    settled = rules.settle({"players": 4})

    def sets(pieces):
        position = rules.decode(play(f"{pieces} R:*@RETIRED Y:ar1@a12", "R", "3-4").position, settled)
        return {tuple(line.text for line in orders) for orders in rules.legal(position, "red", 10**6)}

    expected = {("pass",)}
    for piece in ("ar2", "bs1"):
        walks = sets(f"R:{piece}@START")
        assert len(walks) > 10
        expected |= {(f"reserve {piece}", *walk) for walk in walks}
    assert sets("R:ar2@RESERVE R:bs1@RESERVE") == expected
