"""The worked examples of the rules: games of a few pieces, each as it comes out. Single rules are tested by section."""

import pytest

clause = pytest.mark.clause
GROUP = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; F R4 inf 4 3000,1400/0; A D4 inf 4 3000,2000/180"
STORM = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"
HORSE = "A C2 cav 2 3000,2000/180"


@clause("WWG-003", "WWG-004")
def test_identity(ask):
    piece = next(piece for piece in ask(None).view("F")["pieces"] if piece["code"] == "MIL")
    assert (piece["number"], piece["arm"], piece["men"]) == ("F18", "cavalry", 2)
    assert (piece["width"], piece["depth"]) == (200, 100)
    assert piece["name"] == "Milhaud's 4th Cavalry Corps"


@clause("WWG-039", "WWG-051", "WWG-130")
def test_split_move(play):
    piece = "F I1 inf 1 3580,3620/0"
    moved = play(piece, "move i1 bearing 90 100 then road cha n 300")
    assert moved.at("I1") == "3678,3920/0"
    assert (moved.one("move")["across"], moved.one("move")["road"]) == (100.0, 300.0)
    refused = play(piece, "move i1 bearing 90 100 then road cha n 301")
    assert (refused.no, "300" in refused.message) == ("1 E06", True)


@clause("WWG-108", "WWG-109")
@pytest.mark.parametrize(("men", "fixed"), [(2, 7), (3, 8)])
def test_a_garrison(play, men, fixed):
    pieces = f"A M1 inf {men} 3530,3275/180; F B4 inf 4 3530,3100/0"
    facts = play(pieces, hold="LHS").facts("attack lhs with b4")
    assert facts["fixed"] == {"attack": 5, "defence": fixed}


@clause("WWG-110", "WWG-115", "WWG-116", "WWG-076", "WWG-081", "WWG-119", "WWG-138")
def test_maximum_against_maximum(play):
    pieces = """A G5 inf 5 5250,3300/180; A Z1 inf 1 5250,4000/180; F I5 inf 5 5250,3100/0; F J5 inf 5 5250,3000/0;
F K1 inf 1 5250,2000/0""".replace("\n", " ")
    played = play(pieces, "attack pap with i5, j5", "3 4 5 2", hold="PAP", generals="F=I5 A=G5")
    assert played.fights == ["I5+J5 G5 23v22 attacker"]
    assert (played.losses, played.at("J5 G5")) == ("F 5 A 5", "- -")
    assert played.position["generals"] == {"french": "I5", "allied": "Z1"}
    off = play(pieces, "attack pap with i5, j5", "3 4 5 2", hold="PAP", generals="F=I5 A=G5", sp_initiative="off")
    assert off.fights == ["I5+J5 G5 22v22 draw"]


@clause("WWG-032", "WWG-021")
def test_ten_thousand(ask):
    orders = """move mar forward 200
move peg forward 200
move bre forward 200
move jac forward 400
move nou forward 100"""
    assert ask(None, orders).at("MAR PEG BRE JAC NOU") == "4930,2550/0 5250,2600/0 5480,2630/0 5820,2750/0 4380,2530/0"
    refused = ask(None, f"{orders}\nturn dom to 90")
    assert (refused.no, "11,000" in refused.message) == ("6 E04", True)
    on_top = ask(None, "move don forward 200")
    assert (on_top.no, "NOU" in on_top.message) == ("1 E12", True)


@clause("WWG-051", "WWG-040")
def test_roads(ask, play):
    assert ask(None, "move sim road cha n 501").no == "1 E06"
    cavalry = "A C2 cav 2 3690,3585/268"
    assert play(cavalry, "move c2 road cha n 800", mover="A").at("C2") == "3662,4385/268"
    assert play("F I1 inf 1 3900,2100/351", "move i1 road cha n 500").at("I1") == "3818,2593/351"


@clause("WWG-080", "WWG-083")
def test_a_group_wins(play):
    played = play(GROUP, "attack d4 with p3, q2 advance", "4 3")
    assert played.fights == ["P3+Q2 D4 10v7 attacker"]
    assert (played.at("D4 Q2 P3"), played.losses) == ("- - 3000,2000/0", "F 2 A 4")


@clause("WWG-079", "WWG-123")
@pytest.mark.parametrize(("rest", "place"), [("3000,1400", "3000,1500/0"), ("3400,1400", "3300,1500/0")])
def test_a_group_loses(play, rest, place):
    played = play(GROUP.replace("3000,1400", rest), "attack d4 with p3, q2", "1 6")
    assert played.fights == ["P3+Q2 D4 7v10 defender"]
    assert (played.at("P3 Q2 D4"), played.losses) == (f"- {place} 3000,2000/180", "F 3 A 0")


@clause("WWG-118", "WWG-119", "WWG-076")
def test_a_general_falls(play):
    played = play(GROUP, "attack d4 with p3, q2", "1 1 6 6", generals="F=P3")
    assert (played.fights, played.losses) == (["P3+Q2 D4 13v16 defender"], "F 5 A 0")
    assert played.position["generals"]["french"] == "R4"


@clause("WWG-121", "WWG-007")
def test_driven_aside(play):
    assert play("F G1 gun 3000,1000/0; A B3 inf 3 3300,1800/180", "fire g1 at b3", "3").at("B3") == "3411,2079/180"


@clause("WWG-121", "WWG-007")
def test_barred_retreats(play):
    driven = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1800/180"
    assert play(f"{driven}; A B2 inf 2 3000,2250/180", "fire g1 at b3", "4").at("B3") == "3000,2150/180"
    assert play(f"{driven}; F C2 inf 2 3000,2100/0", "fire g1 at b3", "4").at("B3") == "3000,2000/180"
    edge = "F G1 gun 3000,4000/0; A B3 inf 3 3000,4800/180"
    assert play(edge, "fire g1 at b3", "4").at("B3") == "3000,4950/180"


@clause("WWG-093", "WWG-094", "WWG-097")
def test_evasion(play):
    assert play(f"{HORSE}; F I5 inf 5 3000,1900/0", "attack c2 with i5").at("C2") == "3000,2400/180"
    assert play(f"{HORSE}; F I2 inf 2 3000,1900/0", "attack c2 with i2", "1 2").kinds == ["fight"]
    at_the_edge = "A C2 cav 2 3000,4880/180; F I5 inf 5 3000,4780/0"
    assert play(at_the_edge, "attack c2 with i5").at("C2") == "3400,4880/180"
    assert play(f"{HORSE}; F K5 cav 5 3000,1900/0", "attack c2 with k5", "6 1").losses == "F 0 A 2"


@clause("WWG-084", "WWG-085", "WWG-086")
def test_draw_and_lock(play):
    pieces = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180; A E2 inf 2 3204,1894/0"
    drawn = play(pieces, "attack d2 with i2", "3 4")
    assert drawn.fights == ["I2 D2 6v6 draw"]
    assert drawn.then("attack i2 with d2").no == "1 E21"
    flank = drawn.then("attack i2 with e2", "6 1").one("fight")
    assert flank["attack"]["face"] == 1


@clause("WWG-103", "WWG-107")
def test_a_garrison_shot_away(play):
    pieces = "A M1 inf 1 2360,2420/180; F G1 gun 2360,1500/0"
    hit = play(pieces, "fire g1 at m1", "4 6", hold="HOU")
    assert (hit.losses, hit.position["strongpoints"]["HOU"]) == ("F 0 A 1", None)
    assert play(pieces, "fire g1 at m1", "5 4", hold="HOU").kinds == ["bombard"]


@clause("WWG-110", "WWG-045", "WWG-107")
def test_a_storm(play):
    played = play(STORM, "attack hou with b4 advance", "4 2", hold="HOU")
    assert played.fights == ["B4 M1 9v8 attacker"]
    assert (played.at("M1 B4"), played.position["strongpoints"]["HOU"]) == ("- 2360,2420/0", "french")
    assert play(STORM, "move b4 forward 50 / attack hou with b4", hold="HOU").no == "1 E10"


@clause("WWG-089", "WWG-079", "WWG-123")
def test_support_of_its_own_accord(play):
    pieces = """A T2 inf 2 3000,2000/180; A U2 inf 2 3200,2000/180; A V1 inf 1 3350,2000/180;
A W3 inf 3 2750,2000/180; F X5 inf 5 3000,1900/0""".replace("\n", " ")
    assert play(pieces, "attack t2 with x5", "3 4").fights == ["X5 T2 9v9 draw"]
    won = play(pieces, "attack t2 with x5", "4 3")
    assert won.fights == ["X5 T2 10v8 attacker"]
    assert (won.at("W3 T2"), won.losses) == ("- 3000,2000/180", "F 0 A 3")


@clause("WWG-105", "WWG-124")
@pytest.mark.parametrize(("place", "score"), [("3000,1900/0", "10v5"), ("3000,2100/180", "12v5")])
def test_a_gun_taken(play, place, score):
    played = play(f"F C3 cav 3 {place}; A G1 gun 3000,2000/180", "attack g1 with c3", "6 1")
    assert (played.fights, played.losses) == ([f"C3 G1 {score} attacker"], "F 0 A 0")


@clause("WWG-125", "WWG-126", "WWG-070")
def test_victory(play):
    pieces = "F I3 inf 3 3000,1900/0; A D3 inf 3 3000,2000/180; F K1 inf 1 3000,1800/0; A E1 inf 1 1000,2000/180"
    later = f"{pieces}; F L1 inf 1 1000,1900/0"
    orders = "attack d3 with i3 / attack e1 with l1"
    won = play(later, orders, "6 1", position={"losses": {"french": 12, "allied": 28}})
    assert (won.end, won.losses, len(won.fights)) == ("french losses WWG-125", "F 12 A 31", 1)
    both = "F I3 inf 3 3000,1900/0; F K1 inf 1 3000,1800/0; A D2 inf 2 3000,2000/180"
    narrow = play(both, "attack d2 with i3, k1", "6 1", position={"losses": {"french": 29, "allied": 29}})
    assert (narrow.end, narrow.losses) == ("french losses WWG-125", "F 30 A 31")
