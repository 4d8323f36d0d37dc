"""Section B: places, bases, touching, sweeps, faces, roads, arcs."""

import pytest

clause = pytest.mark.clause


@clause("WWG-010")
@pytest.mark.parametrize("wrong", [{"x": 1000.5}, {"heading": 360}, {"heading": -1}, {"x": 8000}, {"y": None}])
def test_places_are_whole_yards_and_degrees(ask, wrong):
    piece = {"code": "I1", "side": "french", "arm": "infantry", "men": 1, "x": 1000, "y": 1000, "heading": 0}
    assert ask({"pieces": [piece]}, scenario="bare").position["pieces"][0]["x"] == 1000
    assert ask({"pieces": [piece | wrong]}, scenario="bare").error["code"] in ("position", "shape")


@clause("WWG-011", "WWG-012", "WWG-025")
@pytest.mark.parametrize(
    ("heading", "last", "out"),
    [(0, "3000,3100", "3000,3101"), (90, "4100,2000", "4101,2000"), (180, "3000,900", "3000,899")],
)
def test_the_front_looks_where_the_heading_says(play, heading, last, out):
    gun = f"F G1 gun 3000,2000/{heading}"
    assert play(f"{gun}; A D1 inf 1 {last}/0").sees("G1")["in_arc"] == ["D1"]
    assert play(f"{gun}; A D1 inf 1 {out}/0").sees("G1")["in_arc"] == []


@clause("WWG-013")
@pytest.mark.parametrize(
    ("legs", "place"),
    [
        ("45 100", "1071,1071/0"),
        ("45 5 then 45 5", "1007,1007/0"),
        ("30 101", "1051,1087/0"),
        ("330 101", "950,1087/0"),
    ],
)
def test_a_place_is_rounded_once_at_the_end(play, legs, place):
    assert play("F I1 inf 1 1000,1000/0", f"move i1 {legs}").at("I1") == place


@clause("WWG-014", "WWG-021")
def test_an_overlap_of_a_yard_is_none(play):
    pieces = "F I1 inf 1 1000,1000/0; F J1 inf 1 1000,1200/0"
    assert play(pieces, "move i1 forward 101").at("I1") == "1000,1101/0"
    assert play(pieces, "move i1 forward 102").no == "1 E12"


@clause("WWG-015", "WWG-016", "WWG-R13")
@pytest.mark.parametrize(
    ("place", "gap", "touches"),
    [("1000,1105", 5.0, True), ("1000,1106", 6.0, False), ("1103,1104", 5.0, True), ("1104,1104", 5.7, False)],
)
def test_touching_is_a_gap_of_five_yards(play, place, gap, touches):
    seen = play(f"F I1 inf 1 1000,1000/0; A D1 inf 1 {place}/0").sees("I1")
    assert seen["nearest"] == {"piece": "D1", "gap": gap}
    assert seen["touches"] == (["D1"] if touches else [])


@clause("WWG-016", "WWG-106")
def test_touching_an_outline(play):
    assert play("A I1 inf 1 3530,3455/0", hold="LHS").sees("I1")["garrison"] == "LHS"
    assert play("A I1 inf 1 3530,3456/0", hold="LHS").sees("I1")["garrison"] is None


@clause("WWG-017")
def test_half_a_yard_over_the_edge_is_allowed(play):
    # Turned by 45 degrees the base of 1,000 men reaches 70.7 yards from its centre.
    assert play("F I1 inf 1 200,1000/45", "move i1 to 71,1000").at("I1") == "71,1000/45"
    assert play("F I1 inf 1 200,1000/45", "move i1 to 70,1000").no == "1 E11"


@clause("WWG-018", "WWG-043")
@pytest.mark.parametrize(("x", "free"), [(1000, False), (1148, False), (1149, True), (1200, True)])
def test_a_sweep(play, x, free):
    played = play(f"F C2 cav 2 1000,1000/0; A D1 inf 1 {x},1200/180", "move c2 forward 400")
    assert played.no == ("" if free else "1 E09")
    if not free:
        assert "101" in played.message


@clause("WWG-019", "WWG-056", "WWG-022")
def test_the_entry_distance(play):
    pieces = "F I2 inf 2 1000,1000/0; A B2 inf 2 1150,1230/180"
    moved = play(pieces, "move i2 to contact b2")
    assert moved.at("I2") == "1085,1130/0"
    assert moved.sees("I2")["nearest"] == {"piece": "B2", "gap": 0.0}
    assert moved.one("move")["across"] == 155.2
    assert play("F I1 inf 1 1000,1000/0; A D1 inf 1 1000,1105/0", "move i1 to contact d1").no == "1 E28"


@clause("WWG-020", "WWG-045")
@pytest.mark.parametrize(
    ("hold", "garrison", "no"),
    [
        ("HOU", "A M1 inf 1 2200,2420/180", "1 E10"),
        ("HOU", "A M1 inf 1 1000,4000/180", ""),
        ("HOU=F", "F M1 inf 1 2200,2420/180", ""),
        ("", "A M1 inf 1 2200,2420/180", ""),
    ],
)
def test_a_wall_is_an_outline_with_an_enemy_garrison(play, hold, garrison, no):
    assert play(f"{garrison}; F C1 cav 1 2450,2100/0", "move c1 forward 300", hold=hold).no == no


@clause("WWG-020")
def test_a_wall_does_not_hold_who_is_inside(play):
    pieces = "A M1 inf 1 2160,2420/180; F C1 cav 1 2450,2400/0"
    assert play(pieces, "move c1 right 50 then forward 300", hold="HOU").at("C1") == "2500,2700/0"


@clause("WWG-021")
def test_a_final_pose_is_clear_of_enemies_walls_and_friends(play):
    assert play("F I1 inf 1 1000,1000/0; F G1 gun 1000,1150/0", "move i1 forward 60").no == "1 E12"
    gun = "F C1 cav 1 2360,2600/0; A M1 inf 1 2360,2420/180; A D1 inf 1 1000,1000/180"
    assert play(gun, "move c1 back 50", hold="HOU").no == "1 E10"


@clause("WWG-022", "WWG-R38")
@pytest.mark.parametrize(
    ("piece", "face"),
    [
        ("inf 2 2000,1900/0", "front"),
        ("inf 2 2300,2000/270", "flank"),
        ("inf 2 2303,1960/270", "flank"),
        ("inf 2 2000,2100/180", "rear"),
        ("inf 1 2300,1900/0", "front"),
        ("inf 1 2300,2100/0", "flank"),
    ],
)
def test_the_face_touched(play, piece, face):
    table = play(f"F X1 {piece}; A D5 inf 5 2000,2000/180")
    assert table.facts("attack d5 with x1")["face"] == face


@clause("WWG-023")
def test_connected_through_others(play):
    pieces = "F P1 inf 1 3000,1900/0; F Q1 inf 1 3000,1800/0; F R1 inf 1 3000,1700/0; A D1 inf 1 3000,2000/180"
    assert play(pieces, "attack d1 with p1, q1, r1", "1 3").fights == ["P1+Q1+R1 D1 5v4 attacker"]
    assert play(pieces, "attack d1 with p1, r1").no == "1 E17"


@clause("WWG-024", "WWG-R07")
@pytest.mark.parametrize(
    ("place", "roads"),
    [("3775,2850/261", ["CHA"]), ("3775,2850/351", []), ("3779,2850/261", ["CHA"]), ("3810,2850/261", [])],
)
def test_totally_on_a_road(play, place, roads):
    assert play(f"F I2 inf 2 {place}").sees("I2")["on_roads"] == roads


@clause("WWG-025", "WWG-R15", "WWG-R16", "WWG-104")
@pytest.mark.parametrize(
    ("target", "seen"),
    [
        ("inf 2 3000,2100/180", True),
        ("inf 2 3000,2101/180", False),
        ("inf 2 3550,1950/180", True),
        ("inf 2 3600,1850/180", False),
        ("inf 1 3120,1040/0", False),
    ],
)
def test_the_arc(play, target, seen):
    pieces = f"F G1 gun 3000,1000/0; F I5 inf 5 3000,1200/0; A B2 {target}"
    table = play(pieces)
    assert table.sees("G1")["in_arc"] == (["B2"] if seen else [])
    assert table.sees("B2")["under"] == (["G1"] if seen else [])
    assert table.then("fire g1 at b2", "1" if seen else "").no == ("" if seen else "1 E14")


@clause("WWG-026", "WWG-R28")
def test_directly_away(play):
    assert play("F G1 gun 3000,1000/0; A B3 inf 3 3300,1800/180", "fire g1 at b3", "3").at("B3") == "3411,2079/180"


@clause("WWG-027")
def test_half_a_yard_is_given(play):
    assert play("F I1 inf 1 1000,1000/0", "move i1 to 1013,1200").ok
    assert play("F I1 inf 1 1000,1000/0", "move i1 to 1015,1200").no == "1 E05"
