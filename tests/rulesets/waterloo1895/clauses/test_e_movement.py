"""W95-031 to W95-038: how a leg runs."""

import pytest

clause = pytest.mark.clause

# Every spot of the board, row by row as in the rulebook's map.
COLUMNS = "ABCDEFGHJKLMNPQRSTUVWXY"
GRID = [f"{column}{row}" for column in COLUMNS for row in range(11, 30)]


def landings(play, pieces, die, candidates, **options):
    """The spots where N1 may land with a die (the throw has two others that nobody asks for)."""
    others = [face for face in (1, 2, 3, 4, 5, 6) if face != die][:2]
    throw = "-".join(map(str, [die, *others]))
    return {
        spot
        for spot in candidates
        if not {"E05", "E09", "E10", "E11", "E12", "E13"}
        & set(play(pieces, "N", throw, f"N1 {die} {spot}", **options).codes)
    }


REACH = {
    1: "C12 C14",
    2: "B11 D11 D12 D14",
    3: "A12 B11 D11 D15 E11 E13",
    4: "A12 A13 D16 E11 F11 F13",
    5: "A13 A14 D17 F11 G11 G13",
    6: "A14 A15 E17 G11 G14 H11",
}


@clause("W95-031", "W95-032", "W95-033", "W95-037")
@pytest.mark.parametrize("die", REACH)
def test_the_reach_of_one_piece_over_the_whole_board(play, die):
    pieces = "N: N1=C13 / W: W1=X25 W2=M24"
    assert landings(play, pieces, die, GRID) == set(REACH[die].split())


@clause("W95-033", "W95-R06")
@pytest.mark.parametrize(("die", "more"), [(1, ""), (2, ""), (3, ""), (4, "C12"), (5, "D12"), (6, "E13")])
def test_loops_yes_adds_the_ways_round_a_triangle(play, die, more):
    pieces = "N: N1=C13 / W: W1=X25 W2=M24"
    near = [spot for spot in GRID if spot[0] in "ABCDEFGH" and int(spot[1:]) < 19]
    assert landings(play, pieces, die, near, loops="yes") == set(REACH[die].split()) | set(more.split())


@clause("W95-031")
@pytest.mark.parametrize(("die", "legal"), [(1, False), (2, True), (3, False), (4, False), (5, False), (6, False)])
def test_the_count_is_exact(play, die, legal):
    """M22 is two from M24, and no other count leads there."""
    played = play("N: N1=M24 N2=Y20 N3=Y25 / W: W1=A14 W2=A20", "N", f"{die}-1-1", f"N1 {die} M22")
    assert ("E09" not in played.codes) == legal


@clause("W95-031")
def test_a_refused_leg_names_the_count_and_both_ends(play):
    played = play("N: N1=U22 N2=Y20 / W: W1=A14 W2=A20", "N", "1-5-6", "N1 5 T21")
    assert played.codes == ["E09"]
    assert "W95-031" in played.clause
    assert all(word in played.message for word in ("5", "U22", "T21"))


@clause("W95-032")
@pytest.mark.parametrize("spot", ["F18", "F22", "D20", "H20"])
def test_at_a_crossing_every_road_is_open(play, spot):
    """Quatre Bras: north, south, west and east, towards the enemy or away from him."""
    played = play("N: N1=F20 N2=Y20 N3=Y25 / W: W1=A14 W2=M11", "N", "1-2-6", f"N1 2 {spot} / rest auto")
    assert played.ok
    assert played.at("N1") == spot


@clause("W95-032")
def test_roads_may_be_changed_within_a_leg(play):
    """From the Paris road over Ligny into the middle road, and from that at Charleroi down the centre."""
    played = play("N: NC=T22 N2=Y20 / W: W1=A14 W2=M11", "N", "1-4-5", "NC 4+5 M21 / N2 1 Y21")
    assert played.ok
    assert played.at("NC") == "M21"


@clause("W95-033")
@pytest.mark.parametrize(
    ("start", "die", "spot"),
    [("W26", 2, "W26"), ("U22", 5, "T22"), ("U22", 3, "U23"), ("B11", 3, "B11"), ("C13", 4, "C12"), ("C13", 5, "C13")],
    ids=["out and back", "past and back", "two out, one back", "round the triangle", "through a spot twice", "home"],
)
def test_no_spot_twice_in_a_leg(play, start, die, spot):
    played = play(f"N: N1={start} N2=Y20 / W: W1=X15 W2=M11", "N", f"{die}-1-6", f"N1 {die} {spot}")
    assert played.codes == ["E09"]
    assert "W95-033" in played.clause


@clause("W95-033", "W95-R06")
def test_loops_yes_lets_a_piece_circle_a_triangle_but_never_use_a_link_twice(play):
    circle = play("N: N1=B11 N2=Y20 N3=Y25 / W: W1=X15 W2=M11", "N", "1-3-6", "N1 3 B11 / rest auto", loops="yes")
    assert circle.ok
    assert circle.at("N1") == "B11"
    through = play("N: N1=B11 N2=Y20 N3=Y25 / W: W1=X15 W2=M11", "N", "1-4-6", "N1 4 A12 / rest auto", loops="yes")
    assert through.ok
    back = play("N: N1=W26 N2=Y20 / W: W1=X15 W2=M11", "N", "1-2-6", "N1 2 W26", loops="yes")
    assert back.codes == ["E09"]
    twice = play("N: N1=C13 N2=Y20 / W: W1=X15 W2=M11", "N", "1-5-6", "N1 5 C13", loops="yes")
    assert twice.codes == ["E09"]


@clause("W95-034", "W95-R15")
@pytest.mark.parametrize(
    ("pieces", "blocker"),
    [("N: N1=M24 N2=M22 / W: W1=A14 W2=A20", "N2"), ("N: N1=M24 N2=Y20 / W: W1=M22 W2=A20", "W1")],
    ids=["friend", "enemy"],
)
def test_nothing_is_passed(play, pieces, blocker):
    played = play(pieces, "N", "1-4-5", "N1 4 CH")
    assert played.codes == ["E10"]
    assert "W95-034" in played.clause
    assert all(word in played.message for word in ("N1", blocker, "M22"))


@clause("W95-034")
def test_a_capturable_enemy_on_the_way_is_not_taken_in_passing(play):
    played = play("N: N1=M24 N2=Y20 / W: W1=M23 W2=A20", "N", "1-4-5", "N1 4 M20")
    assert played.codes == ["E10"]


@clause("W95-034", "W95-088", "W95-089")
def test_four_a_partner_is_not_passed_either(play):
    played = play("N1=M24 N2=Y20 Y1=M22 W1=A14 W2=A20 B1=Y14", "N", "1-4-5", "N1 4 CH", mode="four")
    assert played.codes == ["E10"]
    assert "Y1" in played.message


@clause("W95-034")
def test_the_blockers_named_are_the_first_on_every_path(play):
    """Two roads of eleven lead from M14 to D11; a piece on each, and one behind the first that nobody meets."""
    pieces = "N: ND=M14 N2=Y20 / W: W1=K14 W2=G14 W3=K11 W4=A20"
    played = play(pieces, "N", "1-5-6", "ND 5+6 D11")
    assert played.codes == ["E10"]
    assert played.message.index("K11") < played.message.index("K14")
    assert "W2" not in played.message
    assert "G14" not in played.message


@clause("W95-034")
def test_blockers_are_named_by_column_before_row(play):
    played = play("N: ND=M14 N2=Y20 / W: W1=M12 W2=K14 W4=A20", "N", "1-5-6", "ND 5+6 D11")
    assert played.codes == ["E10"]
    assert played.message.index("K14") < played.message.index("M12")


@clause("W95-035")
def test_the_last_spot_is_empty_or_a_capturable_enemy(play):
    far = "N3=Y20 N4=Y25 / W: W5=A20 W6=A22"
    assert play(f"N: N1=M24 {far}", "N", "1-4-6", "N1 4 CH / rest auto").ok
    assert play(f"N: N1=M24 {far} W1=M22", "N", "1-2-6", "N1 2 M22 / rest auto").at("W1") == "-"
    assert play(f"N: N1=M24 N2=M22 {far}", "N", "1-2-6", "N1 2 M22").codes == ["E11"]
    assert play(f"N: N1=M22 {far} W1=M20", "N", "1-2-6", "N1 2 CH").codes == ["E12"]
    assert play(f"N: N1=M24 {far} W1=M22 W2=M21", "N", "1-2-6", "N1 2 M22").codes == ["E13"]


@clause("W95-036")
def test_a_piece_on_a_junction_closes_every_road_through_it(play):
    pieces = "N: N1=M21 N2=Y25 / W: W1=M20 W2=A20"
    for spot in ("M19", "L20", "N20"):
        assert play(pieces, "N", "1-2-6", f"N1 2 {spot}").codes == ["E10"]


@clause("W95-036", "W95-037", "W95-R15")
@pytest.mark.parametrize("blocker", ["K14", "K11"])
def test_going_round_by_a_free_road_is_allowed(play, blocker):
    """Either of the two roads of eleven from M14 to D11 will do."""
    played = play(f"N: ND=M14 N2=Y25 / W: W1={blocker} W2=A20", "N", "1-5-6", "ND 5+6 D11 / N2 1 Y26")
    assert played.ok
    assert played.at("ND") == "D11"


@clause("W95-037")
def test_the_order_names_no_path(play):
    played = play("N: ND=M14 N2=Y25 / W: W1=M24 W2=A20", "N", "1-5-6", "ND 5+6 D11 / N2 1 Y26")
    assert played.moves == ["ND M14-D11 (5+6)", "N2 Y25-Y26 (1)"]


@clause("W95-038")
@pytest.mark.parametrize(
    ("start", "die", "end"),
    [("S20", 2, "U20"), ("R26", 3, "T27"), ("F13", 2, "G14"), ("U29", 2, "X29"), ("E11", 3, "A12"), ("U11", 3, "Y12")],
    ids=["over Ligny", "over the own hill", "over an enemy hill", "through Paris", "through Brussels", "through Namur"],
)
def test_empty_hills_and_stars_are_crossed_like_any_spot(play, start, die, end):
    played = play(f"N: N1={start} N2=Y20 / W: W1=A20 W2=A22", "N", f"{die}-5-6", f"N1 {die} {end} / rest auto")
    assert played.ok
    assert played.at("N1") == end


@clause("W95-038")
@pytest.mark.parametrize(
    ("start", "end"), [("S20", "T20"), ("U29", "V29"), ("E11", "D11"), ("U11", "V11"), ("E29", "D29")]
)
def test_anybody_may_stop_on_a_hill_or_a_star(play, start, end):
    for army, pieces in (("N", f"N: N1={start} N2=Y20 / W: W2=A22"), ("W", f"N: N2=Y20 N3=Y22 / W: W1={start} W2=A22")):
        played = play(pieces, army, "1-3-4", f"{army}1 1 {end} / rest auto")
        assert played.ok
        assert played.at(f"{army}1") == end
