"""W95-001 to W95-009: the board and the pieces."""

import pytest

clause = pytest.mark.clause

STRONGHOLDS = {
    "BR": ("B11", "C12", "D11"),
    "NA": ("V11", "W12", "X11"),
    "VE": ("B29", "C28", "D29"),
    "PA": ("V29", "W28", "X29"),
}
HILLS = {
    "HB": ("G13", "G14"),
    "HN": ("S13", "S14"),
    "HV": ("G27", "G26"),
    "HP": ("S27", "S26"),
    "QB": ("F20", "F19"),
    "CH": ("M20", "M19"),
    "LI": ("T20", "T19"),
}


@clause("W95-001")
@pytest.mark.parametrize(("start", "end"), [("L14", "M13"), ("D11", "D12"), ("B11", "C13"), ("T21", "S20")])
def test_spots_that_lie_close_without_a_link_are_not_one_step_apart(play, start, end):
    played = play(f"N: N1={start} N2=Y20 / W: W1=A17 W2=A20", "N", "1-5-6", f"N1 1 {end}")
    assert played.codes == ["E09"]
    assert "W95-031" in played.clause


@clause("W95-001")
def test_the_long_base_of_a_triangle_is_one_link(play):
    played = play("N: N1=B11 N2=Y20 N3=Y22 / W: W1=M24 W2=M26", "N", "1-2-5", "N1 1 D11 / N2 5 LI / N3 2 X23")
    assert played.ok
    assert played.at("N1") == "D11"


@clause("W95-001")
@pytest.mark.parametrize("spot", ["I15", "O20", "A11", "B12", "Z20", "M30", "M10"])
def test_there_are_no_other_spots(play, spot):
    played = play("N: N1=M24 N2=Y20 / W: W1=A17 W2=A20", "N", "1-5-6", f"N1 1 {spot}")
    assert played.codes == ["E05"]
    assert spot in played.message


@clause("W95-002")
def test_a_second_piece_cannot_land_on_a_friend(play):
    played = play("N: N1=M24 N2=M25 / W: W1=A17 W2=A20", "N", "1-5-6", "N1 1 M25")
    assert played.codes == ["E11"]
    assert "W95-059" in played.clause


@clause("W95-002")
def test_a_position_with_two_pieces_on_a_spot_is_an_error(ask):
    played = ask({"pieces": {"N1": "M24", "N2": "M24", "W1": "A14"}, "to_move": "N", "throw": [1, 2, 3]}, {})
    assert "error" in played.answer


@clause("W95-003")
def test_a_neighbour_without_a_link_gives_no_support(play):
    """L14 and M13 lie side by side on the map, but no road joins them."""
    played = play("N: N1=M11 N2=Y22 N3=Y20 / W: W1=M13 W2=L14", "N", "1-2-5", "N1 2 M13 / N2 1 Y21 / N3 5 X16")
    assert played.ok
    assert played.at("N1 W1") == "M13 -"


@clause("W95-003", "W95-051")
def test_a_neighbour_by_a_link_gives_support(play):
    played = play("N: N1=M11 N2=Y22 / W: W1=M13 W2=M14", "N", "1-2-5", "N1 2 M13")
    assert played.codes == ["E13"]


@clause("W95-003", "W95-017")
def test_distance_takes_no_notice_of_pieces(post):
    """Y23 is ten links from Paris along the east road, with N7 posted on that very road at Y26."""
    played = post({"napoleon": "place default"})
    assert played.ok
    assert played.position["pieces"]["N6"] == "Y23"


@clause("W95-004")
@pytest.mark.parametrize("stars", STRONGHOLDS.values(), ids=STRONGHOLDS)
def test_the_three_stars_of_a_city_are_linked_with_each_other(play, stars):
    for start in stars:
        for end in stars:
            if start != end:
                played = play(f"N: N1={start} N2=M24 / W: W1=M14 W2=M16", "N", "1-5-6", f"N1 1 {end} / rest auto")
                assert played.ok, (start, end)


@clause("W95-005")
@pytest.mark.parametrize(("alias", "hill", "gate"), [(name, *spots) for name, spots in HILLS.items()])
def test_each_of_the_seven_hills_goes_by_its_alias(play, alias, hill, gate):
    played = play(f"N: N1={gate} N2=M24 / W: W1=A17 W2=A20", "N", "1-5-6", f"N1 1 {alias} / rest auto")
    assert played.ok
    assert played.at("N1") == hill


@clause("W95-005", "W95-053")
@pytest.mark.parametrize(("alias", "hill", "gate"), [(name, *spots) for name, spots in HILLS.items()])
def test_each_of_the_seven_hills_protects_its_piece(play, alias, hill, gate):
    played = play(f"N: N1={gate} N2=M24 / W: W1={hill} W2=A20", "N", "1-5-6", f"N1 1 {alias}")
    assert played.codes == ["E12"]
    assert "W95-053" in played.clause
    assert hill in played.message


@clause("W95-005")
def test_an_ordinary_spot_protects_nobody(play):
    played = play("N: N1=M21 N2=M26 N3=Y20 / W: W1=M22 W2=A20", "N", "1-5-6", "N1 1 M22 / N3 5 X24 / N2 6 HV")
    assert played.ok
    assert played.at("W1") == "-"


@clause("W95-006", "W95-134")
def test_each_army_is_posted_round_its_own_city(post, rules):
    everyone = dict.fromkeys(("napoleon", "ney", "wellington", "blucher"), "place default")
    played = post(everyone, dice=f"1-1-1 1-1-2 1-1-3 1-1-4 {'1-2-4 ' * 4}", mode="four")
    assert played.ok
    assert played.at("N1 Y1 W1 B1") == "S27 G27 G13 S13"
    assert len(played.pieces) == 40


@clause("W95-006", "W95-059")
@pytest.mark.parametrize(
    ("army", "friend", "foes"), [("N", "Y", "WB"), ("Y", "N", "WB"), ("W", "B", "NY"), ("B", "W", "NY")]
)
def test_the_armies_of_a_side_are_friends_and_the_others_enemies(play, army, friend, foes):
    reserves = f"{foes[0]}: {foes[0]}1=A20 {foes[1]}: {foes[1]}1=Y20 {foes[0]}2=A22"
    onto_friend = play(
        f"{army}2=M21 {army}3=M16 {friend}2=M22 {reserves}", army, "1-5-6", f"{army}2 1 M22", mode="four"
    )
    assert onto_friend.codes == ["E11"]
    for foe in foes:
        onto_foe = play(
            f"{army}2=M21 {army}3=M16 {friend}2=M26 {foe}3=M22 {reserves}",
            army,
            "1-5-6",
            f"{army}2 1 M22 / rest auto",
            mode="four",
        )
        assert onto_foe.ok
        assert onto_foe.at(f"{foe}3") == "-"


@clause("W95-007")
def test_an_army_is_eight_infantry_and_two_cavalry(post):
    played = post({"napoleon": "place default", "wellington": "place default"})
    assert sorted(played.pieces) == sorted(f"{army}{name}" for army in "NW" for name in "12345678CD")


@clause("W95-007", "W95-028", "W95-029")
def test_c_and_d_are_the_cavalry_and_no_other_piece_is(play):
    for name in "12345678CD":
        other = "2" if name == "1" else "1"
        pieces = f"N: N{name}=L29 N{other}=Y20 / W: W1=A14 W2=A20"
        played = play(pieces, "N", "1-2-5", f"N{name} 2+5 T29 / N{other} 1 Y21")
        assert played.codes == ([] if name in "CD" else ["E07"]), name


@clause("W95-008")
@pytest.mark.parametrize("taker", ["N1", "NC"])
@pytest.mark.parametrize("taken", ["W1", "WD"])
def test_piece_means_infantry_and_cavalry_alike(play, taker, taken):
    pieces = f"N: {taker}=M21 N3=Y20 N4=M26 / W: {taken}=M22 W5=A20"
    assert play(pieces, "N", "1-5-6", f"{taker} 1 M22 / N3 5 X24 / N4 6 HV").at(taken) == "-"
    assert play(f"{pieces} WC=M23", "N", "1-5-6", f"{taker} 1 M22").codes == ["E13"]
    assert play(f"N: {taker}=M21 / W: {taken}=M20 W5=A20", "N", "1-5-6", f"{taker} 1 CH").codes == ["E12"]


@clause("W95-009")
def test_a_captured_piece_is_off_the_board_and_its_spot_is_the_captors(play):
    played = play("N: N1=M21 N2=M26 N3=Y20 / W: W1=M22 W2=A20 W3=A22", "N", "1-5-6", "N1 1 M22 / N3 5 X24 / N2 6 HV")
    assert "W1" not in played.pieces
    assert played.at("N1") == "M22"
    assert played.position["captured"]["W1"] == 1


@clause("W95-009")
def test_a_captured_piece_takes_no_more_orders(play):
    pieces = "N: N1=M21 N2=M26 / W: W1=M12 W2=A20"
    played = play(pieces, "N", "1-5-6", "N4 1 M22", position={"captured": {"N4": 7}, "turn": 9})
    assert played.codes == ["E04"]
    assert "W95-009" in played.clause
    assert "N4" in played.message
    assert "7" in played.message


@clause("W95-009")
def test_the_turn_of_a_capture_is_kept_for_later(ask, play):
    taken = play(
        "N: N1=M21 N2=M26 N3=Y20 / W: W1=M22 W2=A20 W3=A22",
        "N",
        "1-5-6",
        "N1 1 M22 / N3 5 X24 / N2 6 HV",
        position={"turn": 5, "throws": 8, "round": 3},
    )
    later = ask(taken.position, {"wellington": "W1 1 M23"})
    assert later.codes == ["E04"]
    assert "5" in later.message
