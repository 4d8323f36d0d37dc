"""W95-022 to W95-030: turns and dice."""

from collections import Counter

import pytest

clause = pytest.mark.clause

PIECES = "N: N1=M24 N2=Y20 N3=V25 NC=P29 / W: W1=A14 W2=A20 WC=K14"


@clause("W95-022")
def test_duel_napoleon_begins_and_the_armies_alternate(post, ask):
    played = post({"napoleon": "place default", "wellington": "place default"})
    assert played.throws == ["N 1-2-4 K3"]
    armies = []
    for _ in range(4):
        armies.append(played.to_move)
        played = ask(played.position, {{"N": "napoleon", "W": "wellington"}[played.to_move]: "auto"})
    assert armies == ["N", "W", "N", "W"]


@clause("W95-022")
def test_after_an_ordinary_throw_the_other_army_has_the_turn(play):
    played = play(PIECES, "W", "1-2-5", "auto", then="2-3-4")
    assert played.to_move == "N"
    assert played.throws == ["N 2-3-4 K3"]
    assert played.awaiting == {"napoleon": "throw"}


@clause("W95-023")
def test_a_throw_is_three_dice_of_six_faces(cast):
    assert cast(PIECES, "N", "6-1-4").throws == ["N 1-4-6 K3"]
    assert "error" in cast(PIECES, "N", "7-1-4").answer
    assert "error" in cast(PIECES, "N", "0-1-4").answer


@clause("W95-023", "W95-136")
def test_the_dice_of_a_seed_are_fair(ask):
    """450 throws of one seed: each face as often as the others, within four standard deviations."""
    position = {"pieces": {"N1": "M24", "N2": "Y20", "N3": "V25", "W1": "A14", "W2": "A20"}, "to_move": "N"}
    faces = Counter()
    for number in range(450):
        played = ask(position | {"throws": number}, {}, {"seed": "00ff" * 16})
        faces.update(played.of("throw")[0]["dice"])
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 225) < 4 * 13.7 for count in faces.values())


@clause("W95-024")
def test_a_throw_is_called_with_the_smaller_numbers_first(cast):
    played = cast(PIECES, "N", "6-2-3")
    assert played.of("throw")[0]["dice"] == [2, 3, 6]
    assert played.position["throw"] == [2, 3, 6]
    assert played.answer["rolled"][:3] == [6, 2, 3]


@clause("W95-025")
def test_three_dice_move_three_different_pieces(play):
    played = play(PIECES, "N", "1-2-5", "N1 1 M23 / N2 5 X24 / N3 2 V23")
    assert played.moves == ["N1 M24-M23 (1)", "N2 Y20-X24 (5)", "N3 V25-V23 (2)"]


@clause("W95-025")
def test_a_die_is_used_once(play):
    played = play(PIECES, "N", "1-2-5", "N1 1 M23 / N3 1 V24")
    assert played.codes == ["E06"]
    assert played.lines == [2]
    assert "W95-025" in played.clause
    assert "1-2-5" in played.message


@clause("W95-025")
def test_two_equal_dice_are_two_dice(play):
    assert play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 5 X24").ok
    assert play(PIECES, "N", "1-1-5", "N1 1 M23 / N3 1 V24 / N2 1 Y21").codes == ["E06"]


@clause("W95-025")
def test_a_die_that_was_not_thrown_moves_nothing(play):
    played = play(PIECES, "N", "1-2-5", "N1 3 M21")
    assert played.codes == ["E06"]
    assert "3" in played.message


@clause("W95-026", "W95-R09")
@pytest.mark.parametrize("second", ["N1 2 M21", "M24 2 M21"], ids=["by name", "by the spot it left"])
def test_a_piece_moves_once_in_a_throw(play, second):
    played = play(PIECES, "N", "1-2-5", f"N1 1 M23 / {second}")
    assert played.codes == ["E08"]
    assert played.lines == [2]
    assert "W95-026" in played.clause
    assert "N1" in played.message


@clause("W95-026", "W95-029")
def test_a_ride_of_several_dice_is_one_move(play):
    played = play(PIECES, "N", "1-2-5", "NC 1+2 S29 / N2 5 X24")
    assert played.moves == ["NC P29-S29 (1+2)", "N2 Y20-X24 (5)"]
    assert play(PIECES, "N", "1-2-5", "NC 1 Q29 / NC 2 S29").codes == ["E08"]


@clause("W95-027")
def test_the_player_chooses_the_order_of_the_moves(play):
    """N1 stands in N2's way: the order of the lines decides."""
    pieces = "N: N1=M23 N2=M24 N3=Y20 / W: W1=A14 W2=A20"
    assert play(pieces, "N", "1-2-5", "N1 2 M21 / N2 1 M23 / N3 5 X24").ok
    assert play(pieces, "N", "1-2-5", "N2 1 M23 / N1 2 M21 / N3 5 X24").codes == ["E11"]
    assert play(pieces, "N", "1-2-5", "N2 2 M22 / N1 1 M22 / N3 5 X24").codes == ["E10"]


@clause("W95-027")
def test_any_piece_may_use_any_die(play):
    assert play(PIECES, "N", "1-2-5", "N2 1 Y21 / N3 5 T22 / N1 2 M22").ok
    assert play(PIECES, "N", "1-2-5", "N2 1 Y21 / N3 2 V23 / N1 5 M19").ok
    assert play(PIECES, "N", "1-2-5", "N1 5 M19 / N3 1 V26 / N2 2 Y18").ok


@clause("W95-028")
@pytest.mark.parametrize("order", ["N1 1+2 M21", "N1 1+2+5 M16", "N1 1 M23 then 2 M21"])
def test_infantry_uses_one_die(play, order):
    played = play(PIECES, "N", "1-2-5", order)
    assert played.codes == ["E07"]
    assert "W95-028" in played.clause
    assert "N1" in played.message


@clause("W95-028")
def test_infantry_may_not_be_supplied_with_a_sum(play):
    """M21 is three from M24; without a 3 in the throw nothing can be supplied."""
    played = play(PIECES, "N", "1-2-5", "N1 M21")
    assert played.codes == ["E22"]


@clause("W95-029")
@pytest.mark.parametrize(
    "orders",
    [
        "NC 5 U29 / N1 1 M23 / N3 2 V23",
        "NC 1+2 S29 / N2 5 X24",
        "NC 1+5 H29 / N1 2 M22",
        "NC 2+5 G29 / N1 1 M23",
        "NC 5+2+1 F29",
    ],
)
def test_cavalry_uses_one_two_or_three_dice(play, orders):
    assert play(PIECES, "N", "1-2-5", orders).ok


@clause("W95-030", "W95-R10")
def test_the_die_cavalry_leaves_is_for_another_piece(play):
    assert play(PIECES, "N", "1-2-5", "NC 1+2 S29 / NC 5 W28").codes == ["E08"]
    assert play(PIECES, "N", "1-2-5", "NC 1+2 S29 / N1 2 M22").codes == ["E06"]
    played = play(PIECES, "N", "1-2-5", "NC 1+2 S29")
    assert played.codes == ["E15"]
    assert "W95-062" in played.clause
