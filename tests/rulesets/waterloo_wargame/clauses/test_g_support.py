"""Sections G and H: concentration, support; flank and rear."""

import pytest

clause = pytest.mark.clause
LINE = """A T2 inf 2 3000,2000/180; A U2 inf 2 3200,2000/180; A V1 inf 1 3350,2000/180; A W3 inf 3 2750,2000/180;
F X5 inf 5 3000,1900/0; F X2 inf 2 3000,1900/0"""


def line(attacker):
    kept = {"X5": 4, "X2": 5}[attacker]
    return "; ".join(part for at, part in enumerate(LINE.replace("\n", " ").split(";")) if at < 4 or at == kept)


@clause("WWG-089", "WWG-087", "WWG-R32")
@pytest.mark.parametrize(
    ("attacker", "standing", "support"),
    [
        ("X5", "auto", "T2 W3"),
        ("X2", "auto", "T2 W3"),
        ("X5", "none", "T2"),
        ("X5", ["U2"], "T2 U2"),
        ("X5", ["V1", "U2"], "T2 U2"),
        ("X5", ["U2", "V1"], "T2 U2 V1"),
        ("X5", ["W3", "U2"], "T2 W3"),
    ],
)
def test_who_supports(play, attacker, standing, support):
    position = {"standing": {"allied": {"support": {"all": standing}}}}
    played = play(line(attacker), f"attack t2 with {attacker}", "1 1", position=position)
    assert sorted(played.one("fight")["support"]) == sorted(support.split())


@clause("WWG-089", "WWG-066")
@pytest.mark.parametrize(
    ("before", "dice", "support"),
    [
        ("fire g1, g2 at u2 / ", "", ["T2", "W3"]),  # U2 is gone
        ("attack u2 with y2 / ", "1 4", ["T2", "W3"]),  # U2 has fought, and stands
        ("", "", ["T2", "U2"]),
    ],
)
def test_who_is_gone_or_has_fought_is_passed_over_in_the_list(play, before, dice, support):
    pieces = f"{line('X5')}; F Y2 inf 2 3200,2100/0; F G1 gun 3100,1200/0; F G2 gun 3300,1200/0"
    told = {"standing": {"allied": {"support": {"U2": "none", "T2": ["U2", "W3"]}}}}
    played = play(pieces, f"{before}attack t2 with x5", f"{dice} 1 1", position=told)
    assert played.at("U2") == ("-" if "fire" in before else "3200,2000/180")
    assert played.of("fight")[-1]["support"] == support


@clause("WWG-089")
def test_nobody_helps_where_no_help_is_needed(play):
    pieces = "A T3 inf 3 3000,2000/180; A U2 inf 2 3250,2000/180; F X2 inf 2 3000,1900/0"
    assert play(pieces, "attack t3 with x2", "1 1").support == "T3"
    assert play(pieces.replace("X2 inf 2", "X2 inf 3"), "attack t3 with x2", "1 1").support == "T3 U2"


@clause("WWG-089", "WWG-081")
def test_ties_go_to_fewer_pieces_then_to_the_roster(play):
    # T2 with U2 and V1 is five thousand; so is T2 with W3, of fewer pieces; of X3 and W3 the first of the roster.
    pieces = f"{line('X5')}; A Y3 inf 3 3000,2105/180"
    assert play(pieces, "attack t2 with x5", "1 1").support == "T2 W3"


@clause("WWG-089", "WWG-R30", "WWG-005")
def test_guns_support_when_told_to(play):
    pieces = "A T1 inf 1 3000,2000/180; A G1 gun 3105,2000/180; F X2 inf 2 3000,1900/0"
    assert play(pieces, "attack t1 with x2", "1 1").support == "T1"
    listed = {"standing": {"allied": {"support": {"T1": ["G1"]}}}}
    fight = play(pieces, "attack t1 with x2", "3 1", position=listed).one("fight")
    assert fight["support"] == ["T1", "G1"]
    assert fight["defence"]["men"] == 5
    gun = play(pieces.replace("3000,1900", "3105,1900").replace("X2 inf 2", "X5 inf 5"), "attack g1 with x5", "1 1")
    assert sorted(gun.one("fight")["support"]) == ["G1", "T1"]


@clause("WWG-088", "WWG-R31", "WWG-066")
def test_five_thousand_to_a_fight_and_as_many_fights_as_there_are_pieces(play):
    pieces = """F P5 inf 5 3000,1900/0; F Q5 inf 5 3503,1900/0; A D2 inf 2 3000,2000/180; A E2 inf 2 3503,2000/180"""
    played = play(pieces.replace("\n", " "), "attack d2 with p5 / attack e2 with q5", "6 1 6 1")
    assert played.losses == "F 0 A 4"
    assert play(pieces, "attack d2 with p5, q5").no == "1 E18"


@clause("WWG-091", "WWG-022")
@pytest.mark.parametrize(
    ("place", "bonus"), [("2000,1900/0", 0), ("2150,2000/270", 1), ("1850,2000/90", 1), ("2000,2100/180", 2)]
)
def test_flank_and_rear(play, place, bonus):
    played = play(f"F X2 inf 2 {place}; A D2 inf 2 2000,2000/180", "attack d2 with x2", "1 6")
    assert played.one("fight")["attack"]["face"] == bonus


@clause("WWG-091", "WWG-R38")
def test_the_best_single_bonus(play):
    pieces = "F P2 inf 2 2000,1900/0; F Q1 inf 1 2150,1950/0; F R2 inf 2 2155,2100/180; A D2 inf 2 2000,2000/180"
    assert play(pieces, "attack d2 with p2, q1", "1 1").one("fight")["attack"]["face"] == 1
    rear = play(
        pieces.replace("2155,2100", "2150,2100").replace("2150,1950", "2150,2000"), "attack d2 with q1, r2", "1 1"
    )
    assert rear.one("fight")["attack"]["face"] == 2


@clause("WWG-092")
def test_no_flank_in_a_strongpoint(play):
    pieces = "A M1 inf 1 2360,2420/0; F B4 inf 4 2360,2200/0"
    assert play(pieces, "attack m1 with b4", "4 2", hold="HOU").fights == ["B4 M1 9v8 attacker"]
    guns = "F G1 gun 3000,1000/0; A G2 gun 3000,1900/0"
    assert play(guns, "fire g1 at g2", "4 5").fights == ["G1 G2 9v9 draw"]
