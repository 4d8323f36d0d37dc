"""Section F: one fight, its score, and what becomes of winners and losers."""

import pytest

clause = pytest.mark.clause
GROUP = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; F R4 inf 4 3000,1400/0; A D4 inf 4 3000,2000/180"
PAIR = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"


@clause("WWG-071")
@pytest.mark.parametrize(
    ("orders", "no"),
    [
        ("attack d4 with p3, q2", ""),
        ("attack d4 with p3, p3, q2", ""),
        ("attack d4 with p3, r4", "1 E18"),
        ("attack d4 with q2", "1 E16"),
        ("attack r4 with p3", "1 E15"),
        ("attack d4 with d4", "1 E02"),
    ],
)
def test_who_may_attack_together(play, orders, no):
    assert play(GROUP, orders, "1 1" if not no else "").no == no


@clause("WWG-072")
def test_horse_and_foot_together_but_no_guns(play):
    pieces = "F P3 inf 3 3000,1900/0; F C2 cav 2 3000,1800/0; F G1 gun 3205,1900/0; A D4 inf 4 3000,2000/180"
    assert play(pieces, "attack d4 with p3, c2", "1 1").fights == ["P3+C2 D4 7v5 attacker"]
    assert play(pieces, "attack d4 with p3, g1").no == "1 E19"


@clause("WWG-073", "WWG-082")
def test_the_sequence(play):
    pieces = f"{GROUP}; A E1 inf 1 3250,2000/180; A Z1 inf 1 3200,2500/180"
    played = play(pieces, "attack d4 with p3, q2 advance", "6 1")
    assert played.support == "D4 E1"
    assert played.kinds == ["fight", "removed", "removed", "retreat", "advance"]
    assert [(event["piece"], event["why"]) for event in played.of("removed")] == [("D4", "lost"), ("Q2", "casualty")]
    assert played.one("retreat")["why"] == "loser"


@clause("WWG-074", "WWG-075", "WWG-R17")
def test_the_score(play):
    played = play("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180", "attack d5 with i3", "5 3")
    fight = played.one("fight")
    assert fight["attack"] == {
        "men": 3,
        "initiative": 1,
        "face": 0,
        "strongpoint": 0,
        "general": 0,
        "unequal": 0,
        "dice": [5],
        "total": 9,
    }
    assert fight["defence"] == {
        "men": 5,
        "initiative": 0,
        "face": 0,
        "strongpoint": 0,
        "general": 0,
        "unequal": 0,
        "dice": [3],
        "total": 8,
    }


@clause("WWG-076")
def test_two_dice_with_a_general(play):
    assert play(PAIR, "attack d2 with i2", "1 1 6 6", generals="F=I2").fights == ["I2 D2 10v14 defender"]
    assert play(PAIR, "attack d2 with i2", "1 1 6 6", generals="A=D2").fights == ["I2 D2 5v19 defender"]


@clause("WWG-077", "WWG-078", "WWG-R18")
@pytest.mark.parametrize(
    ("dice", "result", "losses"),
    [("3 3", "6v5 attacker", "F 0 A 2"), ("1 6", "4v8 defender", "F 2 A 0"), ("3 4", "6v6 draw", "F 0 A 0")],
)
def test_the_higher_score_wins(play, dice, result, losses):
    played = play(PAIR, "attack d2 with i2", dice)
    assert played.fights == [f"I2 D2 {result}"]
    assert played.losses == losses


@clause("WWG-079", "WWG-R35", "WWG-R57", "WWG-R36")
def test_a_group_loses_its_largest_and_its_smallest_runs(play):
    pieces = "F P2 inf 2 3000,1900/0; F Q2 inf 2 3000,1800/0; F S1 inf 1 3000,1700/0; F Z1 inf 1 3000,1400/0"
    played = play(f"{pieces}; A D4 inf 4 3000,2000/180", "attack d4 with p2, q2, s1", "1 6")
    assert played.at("P2 Q2 S1 D4") == "- 3000,1800/0 3000,1500/0 3000,2000/180"
    assert played.losses == "F 2 A 0"
    assert played.one("retreat")["towards"] == "Z1"


@clause("WWG-080", "WWG-R34", "WWG-087")
def test_a_group_that_wins_loses_its_smallest(play):
    assert play(GROUP, "attack d4 with p3, q2", "4 3").losses == "F 2 A 4"
    pieces = "F X5 inf 5 3000,1900/0; A T2 inf 2 3000,2000/180; A W3 inf 3 2750,2000/180"
    played = play(pieces, "attack t2 with x5", "1 6")
    assert played.fights == ["X5 T2 7v11 defender"]
    assert (played.losses, played.at("X5 T2 W3")) == ("F 5 A 2", "- - 2750,2000/180")


@clause("WWG-081", "WWG-R33")
@pytest.mark.parametrize(
    ("written", "dice", "gone"),
    [("p2, q2", "6 1", "Q2"), ("q2, p2", "6 1", "P2"), ("p2, q2", "1 6", "P2"), ("q2, p2", "1 6", "Q2")],
)
def test_ties_of_size_go_by_the_writing(play, written, dice, gone):
    pieces = "F P2 inf 2 3000,1900/0; F Q2 inf 2 3000,1800/0; A D4 inf 4 3000,2000/180"
    played = play(pieces, f"attack d4 with {written}", dice)
    assert [event["piece"] for event in played.of("removed") if event["seat"] == "french"] == [gone]


@clause("WWG-081")
@pytest.mark.parametrize(("standing", "gone"), [("auto", "T2"), (["V2", "U2"], "T2")])
def test_ties_of_the_defender_begin_with_the_target(play, standing, gone):
    pieces = "A U2 inf 2 3205,2000/180; A T2 inf 2 3000,2000/180; F X5 inf 5 3000,1900/0; A V2 inf 2 2795,2000/180"
    position = {"standing": {"allied": {"support": {"T2": standing}}}}
    played = play(pieces, "attack t2 with x5", "6 1", position=position)
    assert played.of("removed")[0]["piece"] == gone
    assert played.support == ("U2 T2" if standing == "auto" else "T2 V2")


@clause("WWG-083", "WWG-R37")
def test_the_advance(play):
    assert play(GROUP, "attack d4 with p3, q2", "4 3").at("P3") == "3000,1900/0"
    assert play(GROUP, "attack d4 with p3, q2 advance", "4 3").at("P3") == "3000,2000/0"
    small = "F P1 inf 1 3000,1900/0; F Q4 inf 4 3000,1800/0; A D4 inf 4 3000,2000/180"
    assert play(small, "attack d4 with p1, q4 advance", "4 3").at("P1 Q4") == "- 3000,2000/0"
    assert play(small, "attack d4 with p1, q4 advance p1", "4 3").at("Q4") == "3000,2000/0"
    assert play(GROUP, "attack d4 with p3, q2 advance r4").no == "1 E29"
    named = "F P2 inf 2 2900,1900/0; F Q2 inf 2 3100,1900/0; F S1 inf 1 3000,1800/0; A D4 inf 4 3000,2000/180"
    played = play(named, "attack d4 with p2, q2, s1 advance q2", "6 1")
    assert played.at("P2 Q2 S1") == "2900,1900/0 3000,2000/0 -"


@clause("WWG-083")
def test_an_advance_stops_where_it_is_clear(play):
    # E1 stands in the way of its right wing after 81 of the 100 yards; tried are 100, 90, 80.
    pieces = "F I5 inf 5 3000,1900/0; A D2 inf 2 3000,2000/180; A E1 inf 1 3160,2080/180"
    lone = {"standing": {"allied": {"support": {"all": "none"}}}}
    played = play(pieces, position=lone).then("attack d2 with i5 advance", "6 1")
    assert played.at("I5") == "3000,1980/0"
    assert played.one("advance")["yards"] == 80


@clause("WWG-083")
def test_a_winning_defender_never_advances(play):
    assert "advance" not in play(PAIR, "attack d2 with i2 advance", "1 6").kinds


@clause("WWG-084", "WWG-086", "WWG-R20", "WWG-R21")
def test_after_a_draw_both_may_go_the_defender_first(play):
    position = {"standing": {"allied": {"draw": {"D2": "retreat"}}}}
    played = play(PAIR, "attack d2 with i2 draw retreat", "3 4", position=position)
    assert [event["seat"] for event in played.of("retreat")] == ["allied", "french"]
    assert played.at("I2 D2") == "3000,1700/0 3000,2200/180"
    assert play(PAIR, "attack d2 with i2", "3 4").kinds == ["fight"]


@clause("WWG-085", "WWG-R19")
def test_the_fight_may_not_be_renewed_by_who_was_attacked(play):
    pieces = f"{PAIR}; A E2 inf 2 3204,1894/0; F J1 inf 1 3155,2000/270"
    drawn = play(pieces, "attack d2 with i2", "3 4")
    refused = drawn.then("attack i2 with d2")
    assert refused.no == "1 E21"
    assert "WWG-085" in refused.cites
    assert drawn.then("attack j1 with d2", "6 1").fights == ["D2 J1 9v4 attacker"]
    assert drawn.then("attack i2 with e2", "1 1").fights == ["E2 I2 5v4 attacker"]
    again = drawn.then("pass").then("attack d2 with i2", "3 4")
    assert again.fights == ["I2 D2 6v6 draw"]
    assert drawn.then("pass").then("pass").then("attack i2 with d2", "3 4").fights == ["D2 I2 6v7 defender"]


@clause("WWG-086", "WWG-090", "WWG-R57")
def test_a_group_retreats_as_a_whole_at_the_pace_of_its_slowest(play):
    pieces = "F P3 inf 3 3000,1900/0; F C2 cav 2 3000,1800/0; A D4 inf 4 3000,2000/180"
    played = play(pieces, "attack d4 with p3, c2 draw retreat", "1 3")
    assert played.at("P3 C2") == "3000,1700/0 3000,1600/0"
    assert [step["piece"] for step in played.one("retreat")["pieces"]] == ["P3", "C2"]
    cavalry = "F C2 cav 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    assert play(cavalry, "attack d2 with c2 draw retreat", "3 4").at("C2") == "3000,1500/0"


@clause("WWG-085", "WWG-105")
def test_a_gun_that_drew_may_not_fire_at_who_attacked_it(play):
    pieces = "F I3 inf 3 3000,1900/0; F J1 inf 1 3200,1500/0; A G1 gun 3000,2000/180"
    drawn = play(pieces, "attack g1 with i3", "3 3")
    assert drawn.then("fire g1 at i3").no == "1 E21"
    assert drawn.then("fire g1 at j1", "1").kinds == ["push"]


@clause("WWG-086", "WWG-090", "WWG-085")
def test_a_group_that_defended_goes_as_a_whole_and_is_bound_as_a_whole(play):
    pieces = "A T2 inf 2 3000,2000/180; A W3 inf 3 2750,2000/180; F X5 inf 5 3000,1900/0"
    orders = {"standing": {"allied": {"draw": {"T2": "retreat"}}}}
    played = play(pieces, "attack t2 with x5", "3 4", position=orders)
    assert played.at("T2 W3") == "3000,2200/180 2750,2200/180"
    assert play(pieces, "attack t2 with x5", "3 4").then("attack x5 with w3").no == "1 E21"


@clause("WWG-077", "WWG-083")
def test_an_advance_comes_after_the_losers_retreat(play):
    # T2 goes back first; X5 then has its place free to come to the centre of W3, which fell.
    pieces = "A T2 inf 2 3000,2000/180; A W3 inf 3 2750,2000/180; F X5 inf 5 3000,1900/0; A Z1 inf 1 3000,2600/180"
    played = play(pieces, "attack t2 with x5 advance", "6 1")
    assert played.at("W3 T2") == "- 3000,2500/180"
    assert played.at("X5") == "2750,2000/0"
