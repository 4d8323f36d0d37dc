"""W95-096 to W95-098: one player with two armies, in `three` and `double`."""

import pytest

clause = pytest.mark.clause

FIELD = "N8=M24 N7=M26 Y8=A23 Y7=A20 W8=M16 W7=M18 B8=Y17 B7=Y20"
SHUT_IN = "N1=A13 W1=A12 W2=B11 W3=A14 W4=A15 Y8=M24 Y7=M26 B8=Y17"


@clause("W95-096")
def test_three_the_double_command_is_french(rules, play):
    options = rules.settle({"mode": "three"})
    armies = rules.view(rules.opening(options), "napoleon")["armies"]
    assert armies == {"N": "napoleon", "Y": "napoleon", "W": "wellington", "B": "blucher"}


@clause("W95-097", "W95-R28")
@pytest.mark.parametrize("mode", ["three", "double"])
def test_each_army_has_its_own_turn_and_throw(play, ask, mode):
    played = play(FIELD, "N", "1-2-4", {"napoleon": "auto"}, mode=mode)
    assert (played.to_move, played.awaiting) == ("Y", {"napoleon": "throw"})
    played = ask(played.position, {"napoleon": "auto"}, mode=mode)
    assert played.to_move == "W"


@clause("W95-097")
@pytest.mark.parametrize("mode", ["three", "double"])
def test_a_throw_moves_pieces_of_its_own_army_only(play, mode):
    played = play(FIELD, "N", "1-2-4", {"napoleon": "Y8 1 A22"}, mode=mode)
    assert played.codes == ["E03"]
    assert "W95-087" in played.clause or "W95-097" in played.clause


@clause("W95-097", "W95-R28")
@pytest.mark.parametrize("mode", ["three", "double"])
def test_pool_joint_lets_a_throw_move_both_armies(play, mode):
    played = play(FIELD, "N", "1-2-4", {"napoleon": "Y8 1 A22 / N8 2 M22 / N7 4 H26"}, mode=mode, pool="joint")
    assert played.ok
    assert played.to_move == "Y"


@clause("W95-097", "W95-R28")
def test_pool_joint_counts_k_over_both_armies(must):
    assert must(SHUT_IN, "N", "1-2-4", mode="double") == 0
    assert must(SHUT_IN, "N", "1-2-4", mode="double", pool="joint") == 2
    assert must("N1=M24 Y8=A23 Y7=A20 W8=M16 W7=M18 B8=Y17", "N", "1-2-4", mode="three") == 1
    assert must("N1=M24 Y8=A23 Y7=A20 W8=M16 W7=M18 B8=Y17", "N", "1-2-4", mode="three", pool="joint") == 3


@clause("W95-097", "W95-R28")
def test_pool_joint_the_further_throw_stays_with_the_army_of_the_turn(play):
    played = play(FIELD, "N", "1-1-4", {"napoleon": "Y8 1 A22 / Y7 1 A19 / N8 4 CH"}, mode="double", pool="joint")
    assert played.ok
    assert played.to_move == "N"


@clause("W95-097", "W95-132")
def test_pool_joint_auto_takes_the_army_in_turn_first(play):
    played = play(FIELD, "Y", "1-2-4", {"napoleon": "auto"}, mode="double", pool="joint")
    assert played.of("move")[0]["piece"] == "Y7"
    assert [event["piece"] for event in played.of("move")] == ["Y7", "Y8", "N7"]


@clause("W95-097")
def test_three_pool_joint_gives_the_allies_nothing(play):
    assert play(FIELD, "W", "1-2-4", {"wellington": "B8 1 Y18"}, mode="three", pool="joint").codes == ["E03"]


@clause("W95-098", "W95-R27")
@pytest.mark.parametrize("mode", ["three", "double"])
def test_the_throw_for_the_start_is_made_for_every_army(post, mode):
    seats = {"three": ("napoleon", "wellington", "blucher"), "double": ("napoleon", "wellington")}[mode]
    played = post(dict.fromkeys(seats, "place default"), dice="1-1-1 6-6-6 1-1-2 1-1-3 1-2-3", mode=mode)
    assert list(played.of("first_throw")[0]["rounds"][0]) == ["N", "Y", "W", "B"]
    assert played.to_move == "Y"
    assert played.awaiting == {"napoleon": "throw"}
