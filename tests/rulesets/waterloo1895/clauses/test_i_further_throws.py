"""W95-071 to W95-075: doublets and triplets earn another throw."""

import pytest

clause = pytest.mark.clause

PIECES = "N: N1=M24 N2=Y20 N3=V25 / W: W1=A14 W2=A20"


@clause("W95-071")
@pytest.mark.parametrize(("throw", "again"), [("1-1-5", True), ("1-5-5", True), ("5-5-5", True), ("1-2-5", False)])
def test_two_equal_dice_earn_another_throw(play, throw, again):
    played = play(PIECES, "N", throw, "rest auto")
    assert played.to_move == ("N" if again else "W")
    assert bool(played.of("again")) == again


@clause("W95-071", "W95-081")
def test_the_order_may_come_by_mail_before_the_next_throw(play):
    played = play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 5 X24", then="2-3-6")
    assert played.throws == ["N 2-3-6 K3"]
    assert played.awaiting == {"napoleon": "throw"}
    assert played.position["turn"] == 1


@clause("W95-072")
def test_all_pieces_may_move_again(play, ask):
    first = play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 5 X24", then="1-2-3")
    second = ask(first.position, {"napoleon": "N1 1 M22 / N3 2 U23 / N2 3 Y26"})
    assert second.ok
    assert second.at("N1 N2 N3") == "M22 Y26 U23"
    assert second.to_move == "W"


@clause("W95-072", "W95-062")
def test_the_obligation_holds_for_the_further_throw(play, ask):
    first = play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 5 X24", then="1-2-3")
    assert ask(first.position, {"napoleon": "N1 1 M22"}).codes == ["E15"]


@clause("W95-073")
def test_there_is_no_limit(play, ask):
    """Seven throws in one turn."""
    played = play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 5 X24", then="2-2-3")
    for number in range(2, 8):
        assert (played.to_move, played.position["throws"], played.position["turn"]) == ("N", number, 1)
        played = ask(played.position, {"napoleon": "rest auto"}, "1-2-4" if number == 7 else "2-2-3")


@clause("W95-074", "W95-R24")
@pytest.mark.parametrize(("throw", "mover"), [("4-4-6", "N"), ("4-4-4", "N"), ("4-5-6", "W")])
def test_a_lost_doublet_still_earns_another_throw(cast, throw, mover):
    played = cast("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15", "N", f"{throw} 1-1-1 1-1-2 4-5-6 1-2-3")
    assert played.kinds[:2] == ["throw", "passed"]
    assert played.of("throw")[1]["army"] == mover


@clause("W95-074")
def test_a_doublet_played_in_part_earns_another_throw(play):
    played = play("N: N1=W26 / W: W1=A14 W2=A20", "N", "2-2-6", "N1 2 V25")
    assert played.ok
    assert played.to_move == "N"


@clause("W95-074")
def test_the_end_of_the_game_ends_the_throws(play):
    played = play("N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24", "N", "2-2-6", "N2 2 D11", then="")
    assert played.end == "napoleon stars W95-076"
    assert played.answer["rolled"] == []
    assert played.awaiting == {}


@clause("W95-075")
def test_a_triplet_earns_one_further_throw(play, ask):
    first = play(PIECES, "N", "2-2-2", "N1 2 M22 / N2 2 Y22 / N3 2 V23", then="1-2-4")
    assert first.to_move == "N"
    second = ask(first.position, {"napoleon": "rest auto"}, "1-2-4")
    assert second.to_move == "W"
