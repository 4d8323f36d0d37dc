"""Section D: straight moves, roads, turns, wheels, contact, the General's ride."""

import pytest

clause = pytest.mark.clause
ROAD = "F I1 inf 1 3580,3620/0"


@clause("WWG-036")
@pytest.mark.parametrize(("arm", "most"), [("inf 3", 200), ("cav 3", 400), ("gun", 100)])
def test_the_allowance(play, arm, most):
    assert play(f"F X1 {arm} 1000,1000/0", f"move x1 forward {most}").at("X1") == f"1000,{1000 + most}/0"
    refused = play(f"F X1 {arm} 1000,1000/0", f"move x1 forward {most + 1}")
    assert refused.no == "1 E05"
    assert f"{most}" in refused.message


@clause("WWG-037")
@pytest.mark.parametrize(
    ("way", "place"),
    [
        ("forward 100", "1100,1000/90"),
        ("back 100", "900,1000/90"),
        ("right 100", "1000,900/90"),
        ("left 100", "1000,1100/90"),
        ("bearing ssw 100", "961,908/90"),
        ("200 100", "966,906/90"),
        ("toward 1000,2000 100", "1000,1100/90"),
        ("to 1060,1080", "1060,1080/90"),
    ],
)
def test_any_direction_without_turning(play, way, place):
    assert play("F I1 inf 1 1000,1000/90", f"move i1 {way}").at("I1") == place


@clause("WWG-038", "WWG-039", "WWG-R03")
@pytest.mark.parametrize(
    ("across", "road", "ok"), [(100, 300, True), (100, 301, False), (40, 480, True), (40, 481, False), (200, 0, True)]
)
def test_infantry_part_by_road(play, across, road, ok):
    # From where it is on the road: some of the way across is walked there and back.
    legs = f"north {across // 2} then south {across // 2}"
    orders = f"move i1 {legs} then road cha n {road}" if road else f"move i1 {legs}"
    assert play("F I1 inf 1 3680,3620/0", orders).no == ("" if ok else "1 E06")


@clause("WWG-039", "WWG-040", "WWG-041", "WWG-R08")
@pytest.mark.parametrize(
    ("arm", "road", "no"),
    [
        ("inf 1", 500, ""),
        ("inf 1", 501, "1 E06"),
        ("cav 1", 800, ""),
        ("cav 1", 801, "1 E06"),
        ("gun", 100, ""),
        ("gun", 101, "1 E05"),
    ],
)
def test_all_the_way_by_road(play, arm, road, no):
    assert play(f"F X1 {arm} 3680,3620/0", f"move x1 road cha n {road}").no == no


@clause("WWG-040")
@pytest.mark.parametrize(("road", "no"), [(600, ""), (601, "1 E06")])
def test_cavalry_part_by_road(play, road, no):
    refused = play("F C1 cav 1 3580,3620/0", f"move c1 east 100 then road cha n {road}")
    assert refused.no == no
    assert not no or "600" in refused.message


@clause("WWG-041")
def test_guns_add_road_and_country(play):
    assert play("F G1 gun 3630,3620/0", "move g1 east 50 then road cha n 50").ok
    assert play("F G1 gun 3630,3620/0", "move g1 east 50 then road cha n 51").no == "1 E05"


@clause("WWG-042")
def test_own_pieces_are_passed_over(play):
    pieces = "F C2 cav 2 1000,1000/0; F I5 inf 5 1000,1150/0"
    assert play(pieces, "move c2 forward 400").at("C2") == "1000,1400/0"
    assert play(pieces, "move c2 forward 200").no == "1 E12"


@clause("WWG-043", "WWG-044", "WWG-R14")
def test_between_two_enemies_that_touch(play):
    refused = play("A K1 inf 1 2950,2000/180; A L1 inf 1 3053,2000/180; F M1 inf 1 3001,1850/0", "move m1 forward 200")
    assert refused.no == "1 E09"
    assert "K1" in refused.message
    assert "51" in refused.message
    apart = "A K1 inf 1 2900,2000/180; A L1 inf 1 3100,2000/180; F M1 inf 1 3000,1850/0"
    assert play(apart, "move m1 forward 200").ok


@clause("WWG-045")
def test_an_own_or_empty_strongpoint_is_open_ground(play):
    pieces = "F C1 cav 1 3530,3000/0; A M1 inf 1 3480,3350/180"
    refused = play(pieces, "move c1 forward 300", hold="LHS")
    assert refused.no == "1 E10"
    assert "LHS" in refused.message
    assert play("F C1 cav 1 3530,3000/0", "move c1 forward 300", hold="LHS").ok


@clause("WWG-021", "WWG-045")
def test_nobody_comes_to_rest_on_a_wall(play):
    """A corner seven tenths of a yard within the wall bars no way, but on whole yards it would be one and a third."""
    pieces = "F I1 inf 1 2360,2082/30; A M1 inf 1 2360,2420/180"
    refused = play(pieces, "move i1 bearing 5 101", hold="HOU")
    assert (refused.no, refused.cites) == ("1 E12", ["WWG-021"])
    assert "HOU" in refused.message
    assert play(pieces, "move i1 bearing 5 102", hold="HOU").no == "1 E10"
    assert play(pieces, "move i1 bearing 5 100", hold="HOU").at("I1") == "2369,2182/30"
    assert play(pieces, "move i1 bearing 5 101").at("I1") == "2369,2183/30"


@clause("WWG-046")
def test_on_the_board_at_the_end_of_every_leg(play):
    assert play("F C1 cav 1 100,1000/0", "move c1 west 60 then east 60").no == "1 E11"
    assert play("F C1 cav 1 110,1000/0", "move c1 west 60 then east 60").ok


@clause("WWG-047")
def test_nobody_is_pinned(play):
    pieces = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    assert play(pieces, "move i2 right 150").at("I2") == "3150,1900/0"
    assert play(pieces, "move i2 back 150").at("I2") == "3000,1750/0"
    assert play(pieces, "pass").at("I2") == "3000,1900/0"


@clause("WWG-048")
@pytest.mark.parametrize(
    "order", ["move i1 forward 0", "move i1 to 1000,1000", "turn i1 to 30", "move i1 n 9 then s 0"]
)
def test_a_move_to_nowhere(play, order):
    assert play("F I1 inf 1 1000,1000/30", order).no == "1 E28"


@clause("WWG-049", "WWG-R05")
def test_a_turn(play):
    pieces = "F W5 inf 5 2000,2000/0; A D1 inf 1 2150,1800/0"
    assert play(pieces, "turn w5 to 270").at("W5") == "2000,2000/270"
    assert play(pieces, "turn w5 to 90").no == "1 E09"
    assert play(pieces, "turn w5 around").no == "1 E09"
    assert play("F W5 inf 5 2000,2000/10", "turn w5 around").at("W5") == "2000,2000/190"
    assert play("F W5 inf 5 2000,2000/10", "turn w5 right 90").at("W5") == "2000,2000/100"
    assert play("F W5 inf 5 2000,2000/10", "turn w5 left 45").at("W5") == "2000,2000/325"
    assert play(pieces, "turn w5 right 90").no == "1 E09"
    assert play(pieces, "turn w5 left 90").at("W5") == "2000,2000/270"
    assert play("F W5 inf 5 2000,2000/0; F X1 inf 1 2000,2150/0", "turn w5 to 90").no == "1 E12"
    assert play("F G1 gun 3000,1000/0; A D1 inf 1 4000,2001/0", "turn g1 face d1").at("G1") == "3000,1000/45"


@clause("WWG-049")
@pytest.mark.parametrize(("place", "degrees"), [("2150,1800", 26), ("1850,1800", 103)])
def test_a_half_turn_is_made_clockwise(play, place, degrees):
    # What stands behind its right is met before what stands behind its left.
    refused = play(f"F W5 inf 5 2000,2000/0; A D1 inf 1 {place}/0", "turn w5 around")
    assert refused.no == "1 E09"
    assert f"after {degrees} degrees" in refused.message


@clause("WWG-050", "WWG-R04", "WWG-R05")
@pytest.mark.parametrize(
    ("piece", "order", "place"),
    [
        ("inf 5", "left 22", "3001,2097/338"),
        ("inf 5", "right 22", "2999,2097/22"),
        ("cav 2", "right 90", "3050,2150/90"),
    ],
)
def test_a_wheel(play, piece, order, place):
    assert play(f"F W5 {piece} 3000,2000/0", f"wheel w5 {order}").at("W5") == place


@clause("WWG-050")
def test_a_wheel_too_wide(play):
    refused = play("F W5 inf 5 3000,2000/0", "wheel w5 left 23")
    assert refused.no == "1 E23"
    assert "22" in refused.message
    assert play("F W5 inf 5 3000,2000/0; A D1 inf 1 3250,2120/0", "wheel w5 left 22").no == "1 E09"


@clause("WWG-051", "WWG-054")
@pytest.mark.parametrize(
    ("order", "place"),
    [
        ("road cha n 250", "3961,1843/257"),
        ("road cha n 500", "3903,2086/257"),
        ("road cha 347 250", "3961,1843/257"),
        ("road cha s 100", "4042,1503/257"),
    ],
)
def test_by_road(ask, order, place):
    assert ask(None, f"move sim {order}").at("SIM") == place


@clause("WWG-051", "WWG-006")
def test_who_is_not_on_the_road(ask):
    refused = ask(None, "move qui road cha n 100")
    assert refused.no == "1 E07"
    assert "CHA" in refused.message
    assert "WWG-051" in refused.cites


@clause("WWG-052", "WWG-R06", "WWG-051")
def test_round_a_bend(play):
    # The road bends from 347 to 351 at La Belle Alliance; the column turns with it, at no cost.
    moved = play("F I1 inf 1 3947,1900/347", "move i1 road cha n 400")
    assert moved.at("I1").endswith("/351")
    assert moved.one("move")["road"] == 400
    assert moved.sees("I1")["on_roads"] == ["CHA"]


@clause("WWG-052")
def test_a_column_cannot_stop_in_a_sharp_bend(play):
    # From PLA's first stretch, 118 degrees, into the second, 99: in the bend 400 yards of men do not fit into the lane.
    pieces = "F X4 cav 4 4600,1734/28"
    refused = play(pieces, "move x4 road pla e 460")
    assert refused.no == "1 E08"
    most = play(pieces, "move x4 road pla e max").one("move")["road"]
    assert most > 460
    assert play(pieces, f"move x4 road pla e {most:.0f}").ok


@clause("WWG-051", "WWG-052", "WWG-055")
def test_the_end_of_a_road(play):
    pieces = "F I1 inf 1 3584,4612/37"
    assert play(pieces, "move i1 road niv n 150").no == "1 E08"
    moved = play(pieces, "move i1 road niv n max")
    assert 0 < moved.one("move")["road"] <= 110
    assert "NIV" in moved.sees("I1")["on_roads"]


@clause("WWG-053")
def test_an_enemy_on_the_road(play):
    refused = play("F I1 inf 1 3947,1900/347; A D1 inf 1 3890,2200/0", "move i1 road cha n 400")
    assert refused.no == "1 E09"
    assert "D1" in refused.message


@clause("WWG-053")
def test_an_enemy_before_the_middle_of_the_road(play):
    """Ten yards north of the middle: the way goes there first."""
    pieces = "F I1 inf 1 3255,2145/3; A D1 inf 1 3250,{}/3"
    for yards in (1, 100):
        refused = play(pieces.format(2040), f"move i1 road gom w {yards}")
        assert (refused.no, refused.cites) == ("1 E09", ["WWG-043"])
        assert "D1 after 0 yards" in refused.message
    assert play(pieces.format(2030), "move i1 road gom w 100").at("I1") == "3155,2140/3"


@clause("WWG-053", "WWG-051")
@pytest.mark.parametrize(("place", "ahead"), [("3956,2319", True), ("3844,1881", False)])
def test_an_enemy_beside_a_bend(play, place, ahead):
    """A long column turns by four degrees at La Belle Alliance: its ends go aside, right before and left behind."""
    pieces = f"F I5 inf 5 3935,1954/257; A D1 inf 1 {place}/347"
    refused = play(pieces, "move i5 road cha n 200")
    assert refused.no == "1 E09"
    assert "D1 after 150 yards" in refused.message
    assert play(pieces, "move i5 road cha n max").one("move")["road"] == 150
    other = place.replace("3956", "3962").replace("2319", "2345") if ahead else "3830,1850"
    assert play(f"F I5 inf 5 3935,1954/257; A D1 inf 1 {other}/347", "move i5 road cha n 100").ok


@clause("WWG-046", "WWG-051")
@pytest.mark.parametrize("then", ["", " then road cha n 100"])
def test_a_road_leg_that_ends_beyond_the_edge(play, then):
    """The road ends at the edge, half a base before its centre: there the base is on the road and not on the board."""
    refused = play("F I1 inf 1 4380,110/347", f"move i1 road cha s 60{then}")
    assert (refused.no, refused.cites) == ("1 E11", ["WWG-007", "WWG-046"])
    assert play("F I1 inf 1 4380,110/347", f"move i1 road cha s 45{then}").ok


@clause("WWG-048")
@pytest.mark.parametrize("way", ["road gom w 0", "road gom to 3255,2135", "wheel left 0"])
def test_a_way_along_a_road_or_a_wheel_of_no_length(play, way):
    order = f"{way.split()[0]} i1 {way.partition(' ')[2]}" if way.startswith("wheel") else f"move i1 {way}"
    refused = play("F I1 inf 1 3255,2135/3", order)
    assert refused.no == "1 E28"
    assert refused.cites == ["WWG-048"]


@clause("WWG-055", "WWG-053")
def test_no_yard_of_a_road_is_left(play):
    near = "F I1 inf 1 3255,2135/3; A D1 inf 1 {},2140/3"
    assert play(near.format(3154), "move i1 road gom w max").at("I1") == "3253,2135/3"
    refused = play(near.format(3156), "move i1 road gom w max")
    assert refused.no == "1 E28"
    assert refused.cites == ["WWG-055"]


@clause("WWG-054")
def test_a_road_that_runs_across_the_direction(play):
    refused = play("F I1 inf 1 3255,2135/3", "move i1 road gom n 100")
    assert refused.no == "1 E27"
    assert "GOM" in refused.message
    moved = play("F I1 inf 1 3255,2135/3", "move i1 road gom w 100")
    assert moved.at("I1") == "3155,2140/3"


@clause("WWG-055")
def test_as_far_as_possible(play):
    assert play("F C2 cav 2 1000,1000/0", "move c2 forward max").at("C2") == "1000,1400/0"
    assert play("F C2 cav 2 1000,1000/0; A D1 inf 1 1000,1300/0", "move c2 forward max").at("C2") == "1000,1201/0"
    assert play("F C2 cav 2 1000,1000/0; F I1 inf 1 1000,1400/0", "move c2 forward max").at("C2") == "1000,1301/0"
    assert play("F C2 cav 2 1000,1000/0; A D1 inf 1 1000,1099/0", "move c2 forward max").no == "1 E28"
    assert play("F I1 inf 1 1000,1000/0", "move i1 east 150 then north max").at("I1") == "1150,1050/0"


@clause("WWG-056")
def test_to_contact(play):
    pieces = "F I2 inf 2 1000,1000/0; A B2 inf 2 1000,1250/180"
    assert play(pieces, "move i2 to contact b2").at("I2") == "1000,1150/0"
    assert play(pieces, "move i2 to contact b2 bearing 90").no == "1 E30"
    assert play("F I2 inf 2 1000,1000/0; A B2 inf 2 1000,1301/180", "move i2 to contact b2").no == "1 E05"
    assert play("F I2 inf 2 1000,1000/0; F B2 inf 2 1000,1250/180", "move i2 to contact b2").no == "1 E15"
    between = "F C1 cav 1 1000,1000/0; A D1 inf 1 1000,1150/0; A B2 inf 2 1000,1300/180"
    assert play(between, "move c1 to contact b2").no == "1 E09"


@clause("WWG-056")
def test_to_contact_with_a_garrison_is_contact_with_its_wall(play):
    pieces = "A M1 inf 1 2360,2420/180; F I1 inf 1 2360,2100/0"
    assert play(pieces, "move i1 to contact m1", hold="HOU").at("I1") == "2360,2200/0"


@clause("WWG-057")
def test_one_after_another(play):
    pieces = "F I1 inf 1 1000,1000/0; F J1 inf 1 1000,1150/0"
    assert play(pieces, "move j1 forward 200 / move i1 forward 150").at("I1 J1") == "1000,1150/0 1000,1350/0"
    assert play(pieces, "move i1 forward 150 / move j1 forward 200").no == "1 E12"


GROUP = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; F R4 inf 4 3000,1400/0; A D4 inf 4 3000,2000/180"


@clause("WWG-058", "WWG-R46")
def test_the_general_changes_his_piece(play):
    refused = play(GROUP, "general to p3 / attack d4 with p3, q2", generals="F=R4")
    assert refused.no == "2 E22"
    played = play(GROUP, "general to q2 / attack d4 with p3", "3 3", generals="F=R4")
    assert played.fights == ["P3 D4 7v7 draw"]
    assert played.one("general") | {"clause": 0} == {
        "event": "general",
        "seat": "french",
        "piece": "Q2",
        "from": "R4",
        "clause": 0,
    }
    assert play(GROUP, "general to q2 / general to r4", generals="F=P3").no == "2 E24"
    assert play(GROUP, "general to p3", generals="F=P3").no == "1 E28"
    assert play(GROUP, "general to q2").no == "1 E24"
    assert play(GROUP, "napoleon to q2", generals="F=P3").position["generals"]["french"] == "Q2"
    other = play(GROUP, "wellington to q2", generals="F=P3")
    assert (other.no, "Wellington is your opponent's General" in other.message) == ("1 E24", True)
    gun = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1800/180; F I1 inf 1 1000,1000/0"
    assert play(gun, "general to g1 / fire g1 at b3", generals="F=I1").no == "2 E22"


@clause("WWG-058")
def test_in_the_opponents_turn_he_is_there(play):
    began = play(
        "F I5 inf 5 3000,1900/0; F J1 inf 1 1000,1900/0; A D2 inf 2 3000,2000/180", "general to i5", generals="F=J1"
    )
    attacked = began.then("attack i5 with d2", "1 1 1 1").one("fight")
    assert attacked["defence"]["general"] == 5


@clause("WWG-059", "WWG-R46")
def test_to_ride_along_is_no_transfer(play):
    pieces = GROUP.replace("3000,1900", "3000,1850").replace("3000,1800", "3000,1750")
    played = play(pieces, "move p3 forward 50 / attack d4 with p3", "1 1 1 1", generals="F=P3")
    assert played.one("fight")["attack"]["general"] == 5
