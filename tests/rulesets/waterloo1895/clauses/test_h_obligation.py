"""W95-062 to W95-069: the throw must be played as far as it can be."""

import pytest

clause = pytest.mark.clause

FAR = "W: W7=A14 W8=M11"
SHUT_IN = "N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15"


@clause("W95-062", "W95-063")
@pytest.mark.parametrize(
    ("pieces", "throw", "k"),
    [
        (f"N: N1=W26 N2=U22 N3=Q26 / {FAR}", "1-3-6", 3),
        (f"N: N1=W26 N2=Q26 / {FAR}", "2-4-6", 2),
        (f"N: N1=W26 / {FAR}", "2-4-6", 1),
        (f"N: NC=W26 / {FAR}", "2-4-6", 3),
        (f"N: NC=W26 N1=Q26 / {FAR}", "2-4-6", 3),
        (f"N: NC=W26 ND=Q26 / {FAR}", "4-4-4", 3),
        ("N: N1=F20 / W: WC=F18 W1=H20 W2=J20", "2-4-5", 1),
        ("N: N1=C12 N2=A15 / W: W1=M24 W2=X25", "2-3-6", 2),
        ("N: NC=R26 N1=W26 / W: W3=N26 W1=A14", "3-5-6", 3),
        ("N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17", "1-2-6", 2),
        (SHUT_IN, "4-4-6", 0),
        (SHUT_IN, "1-4-6", 0),
        ("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=M14", "1-5-6", 1),
    ],
)
def test_k_is_the_most_dice_that_can_be_played(must, pieces, throw, k):
    assert must(pieces, "N", throw) == k


@clause("W95-063", "W95-102")
def test_a_capture_that_ends_the_game_ends_the_count(must, play):
    """NC stands between two lone enemies. Either capture leaves one piece a side: drawn, and no second 1 is played."""
    pieces = "N: NC=A13 / W: W1=A12 W2=A14"
    assert must(pieces, "N", "1-1-5") == 1
    played = play(pieces, "N", "1-1-5", "NC 1 A12")
    assert played.ok
    assert played.end == "draw too_few W95-102"


@clause("W95-063", "W95-102")
def test_no_die_is_counted_after_the_end_whoever_might_play_it(must):
    """Both French pieces can only capture, and either capture draws the game: two pieces against two."""
    assert must("N1=A13 N2=A14 W1=A12 W2=A15 B3=M14", "N", "1-1-5", mode="four") == 1


@clause("W95-063", "W95-055")
def test_k_counts_the_capture_of_a_supported_piece_on_its_own_star(must, play):
    pieces = "N: N1=A13 / W: W1=B11 W2=D11 W3=A14 W4=A15"
    assert must(pieces, "N", "2-5-6") == 1
    assert play(pieces, "N", "2-5-6", "auto").moves == ["N1 A13-B11xW1 (2)"]


@clause("W95-063")
def test_k_looks_at_every_order_of_the_moves(play, must):
    """Three in a column before a closed road: the last has to go first, or a die is left."""
    pieces = "N: N1=A18 N2=A19 N3=A20 / W: W1=A21 W2=A22 W3=M11"
    assert must(pieces, "N", "1-2-6") == 3
    assert play(pieces, "N", "1-2-6", "N3 1 B20 / N1 2 B17").codes == ["E15"]
    assert play(pieces, "N", "1-2-6", "N3 6 G20 / N1 2 B17 / N2 1 A18").ok


@clause("W95-062")
def test_too_few_dice_are_refused_with_both_numbers(play):
    played = play(f"N: N1=W26 N2=Q26 / {FAR}", "N", "2-4-6", "N1 2 V25")
    assert played.codes == ["E15"]
    assert played.lines == [None]
    assert "W95-062" in played.clause
    assert "1" in played.message
    assert "2" in played.message
    assert played.at("N1") == "W26"


@clause("W95-062", "W95-R11")
def test_nobody_dodges_by_playing_first_what_blocks_the_rest(play):
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    assert play(pieces, "N", "1-2-6", "N1 1 B15").codes == ["E15"]
    assert play(pieces, "N", "1-2-6", "N1 2 B16 / N2 1 A15").ok


@clause("W95-062", "W95-R11")
def test_oblige_each_asks_only_that_no_single_die_is_left_playable(play):
    """In the position reached N2 cannot use the 2 or the 6: complete, although two dice could have been played."""
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    assert play(pieces, "N", "1-2-6", "N1 1 B15", oblige="each").ok
    open_road = play(f"N: N1=W26 N2=Q26 / {FAR}", "N", "2-4-6", "N1 2 V25", oblige="each")
    assert open_road.codes == ["E15"]
    assert open_road.lines == [None]
    assert play(f"N: N1=W26 N2=Q26 / {FAR}", "N", "2-4-6", "pass", oblige="each").codes == ["E21"]
    assert play(f"N: N1=W26 N2=Q26 / {FAR}", "N", "2-4-6", "N1 2 V25 / N2 6 M23", oblige="each").ok


@clause("W95-062", "W95-R11")
def test_oblige_each_a_capture_may_waste_a_die(play, must):
    """With `max` the cavalry has to take two dice (X15c); with `each` the six lapses, and K is only information."""
    pieces = "N: NC=R26 N1=W26 / W: W3=N26 W1=A14 W2=A20"
    orders = "NC 3 N26 / N1 5 U23"
    assert play(pieces, "N", "3-5-6", orders).codes == ["E15"]
    assert play(pieces, "N", "3-5-6", orders, oblige="each").ok
    assert must(pieces, "N", "3-5-6", oblige="each") == 3


@clause("W95-064", "W95-131")
@pytest.mark.parametrize("orders", ["", "pass"])
def test_a_throw_that_cannot_be_played_is_lost(play, orders):
    played = play(SHUT_IN, "N", "1-4-6", orders)
    assert played.ok
    assert played.kinds[0] == "passed"
    assert played.to_move == "W"


@clause("W95-065", "W95-R13")
@pytest.mark.parametrize("orders", ["N1 2 V25 / N2 6 M23", "N1 4 V23 / N2 2 N26", "N2 4 L26 / N1 6 Y26"])
def test_two_infantry_lose_one_die_of_their_choice(play, orders):
    played = play(f"N: N1=W26 N2=Q26 / {FAR}", "N", "2-4-6", orders)
    assert played.ok
    assert len(played.moves) == 2
    lost = {2, 4, 6} - {int(order.split()[1]) for order in orders.split(" / ")}
    assert played.of("lost")[0]["dice"] == list(lost)


@clause("W95-065", "W95-R13")
@pytest.mark.parametrize(("piece", "k"), [("N1", 1), ("NC", 3)])
def test_a_last_infantry_loses_two_dice_and_a_last_cavalry_none(must, piece, k):
    assert must(f"N: {piece}=W26 / {FAR}", "N", "2-4-6") == k


@clause("W95-066")
def test_a_pair_must_part_and_a_hill_be_left_if_nothing_else_can_move(play):
    pair = f"N: N1=M23 N2=M24 / {FAR}"
    assert play(pair, "N", "2-4-5", "pass").codes == ["E21"]
    assert play(pair, "N", "2-4-5", "N1 2 M21").codes == ["E15"]
    hill = f"N: N1=F20 / {FAR}"
    assert play(hill, "N", "2-4-5", "pass").codes == ["E21"]
    assert play(hill, "N", "2-4-5", "N1 2 F18").ok


@clause("W95-066")
def test_among_plays_of_k_dice_the_player_is_free(play):
    """The hill piece may leave although another could have used the die."""
    pieces = f"N: N1=S27 N2=Q26 N3=Y20 N4=Y25 / {FAR}"
    assert play(pieces, "N", "2-4-6", "N1 2 U27 / N2 4 L26 / N4 6 W28").ok


@clause("W95-067", "W95-R14")
def test_an_invader_must_leave_if_no_other_piece_can_use_the_die(play):
    pieces = "N: N1=C12 N2=A15 / W: W1=M24 W2=X25"
    assert play(pieces, "N", "2-3-6", "N2 3 A12").codes == ["E15"]
    left = play(pieces, "N", "2-3-6", "N2 3 A12 / N1 6 D17")
    assert left.ok
    assert left.to_move == "W"
    with_help = play(f"{pieces} N3=Y20 N4=M16", "N", "2-3-6", "N2 3 A12 / N3 6 S20 / N4 2 M18")
    assert with_help.ok
    assert with_help.at("N1") == "C12"


@clause("W95-068", "W95-R14")
def test_star_to_star_is_a_way_to_use_the_die(play):
    played = play("N: N1=C12 N2=A15 / W: W1=M24 W2=X25", "N", "2-3-6", "N2 3 A12 / N1 2 D11")
    assert played.ok
    assert played.at("N1") == "D11"
    assert played.end is None


@clause("W95-069", "W95-R12")
def test_a_winning_set_is_legal_however_few_dice_it_uses(play):
    pieces = "N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24"
    played = play(pieces, "N", "2-4-6", "N2 2 D11")
    assert played.ok
    assert played.end == "napoleon stars W95-076"


@clause("W95-069")
def test_what_follows_the_winning_move_is_void_even_if_illegal(play):
    pieces = "N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24"
    played = play(pieces, "N", "2-4-6", "N2 2 D11 / N3 5 V26 / N2 6 M23")
    assert played.ok
    assert len(played.moves) == 1
    assert played.end == "napoleon stars W95-076"


@clause("W95-069", "W95-102")
def test_a_set_that_draws_by_too_few_is_legal_too(play):
    pieces = "N: N1=M24 NC=M26 / W: W1=A14 W2=M21"
    taken = play("N: NC=M24 / W: W1=A14 W2=M21", "N", "3-5-6", "NC 3 M21")
    assert taken.ok
    assert taken.end == "draw too_few W95-102"
    assert play(pieces, "N", "3-5-6", "N1 3 M21").codes == ["E15"]
