"""Section J: gun fire."""

import pytest

clause = pytest.mark.clause
ONE = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1800/180"
TWO = "F G1 gun 2700,1200/0; F G2 gun 3300,1200/0; A B5 inf 5 3000,1900/180"
DUEL = "F G1 gun 3000,1000/0; A G2 gun 3000,1900/180"


@clause("WWG-098", "WWG-025")
def test_a_gun_that_stood_fires_into_its_arc(play):
    assert play(ONE, "move g1 forward 10 / fire g1 at b3").no == "2 E13"
    turned = play(ONE.replace("1000/0", "1000/90"), "fire g1 at b3")
    assert turned.no == "1 E14"
    assert "B3" in turned.message
    assert "WWG-025" in turned.cites


@clause("WWG-099")
def test_lines_at_one_target_are_one_shot(play):
    played = play(f"{TWO}; A E1 inf 1 3000,1600/180", "fire g1 at b5 / fire g2 at b5")
    assert played.kinds == ["barrage", "removed"]
    assert played.one("barrage")["guns"] == ["G1", "G2"]


@clause("WWG-099", "WWG-068")
def test_a_gun_goes_with_the_first_of_its_lines_that_can_be(play):
    # G2's first line is for E1, which stands: so it has no part in the shot at B5.
    pieces = f"{TWO}; A E1 inf 1 3300,1600/180"
    played = play(pieces, "fire g2 at e1 / fire g1, g2 at b5", "1 2")
    assert [(event["target"], event["gun"]) for event in played.of("push")] == [("E1", "G2"), ("B5", "G1")]


@clause("WWG-099", "WWG-068")
def test_a_gun_has_no_part_in_a_shot_before_its_own_first_line(play):
    """G2 is named for E1 before it is named for B5: at B5 G1 and H1 fire together, and G2 at E1."""
    pieces = f"{TWO}; F H1 gun 3000,1100/0; A E1 inf 1 3300,1600/180"
    played = play(pieces, "fire g1 at b5 / fire g2 at e1 / fire g2, h1 at b5", "1")
    assert played.one("barrage")["guns"] == ["G1", "H1"]
    assert [(event["target"], event["gun"]) for event in played.of("push")] == [("E1", "G2")]


@clause("WWG-099", "WWG-068", "WWG-067")
@pytest.mark.parametrize(
    ("enemy", "storm", "dice", "shots", "lapses"),
    [
        ("inf 1", "inf 3 3300,1500/0", "6 1 1 1", ["B5 by G1", "B5 by G2"], ["3 E01"]),  # E1 has fallen
        ("cav 1", "inf 3 3200,1600/90", "1 1", ["B5 by G1", "B5 by G2"], ["3 E14"]),  # E1 has evaded, out of the arc
        ("inf 3", "inf 1 3300,1500/0", "1 6 1 1", ["B5 by G1", "E1 by G2"], ["4 used"]),  # E1 has stood
    ],
)
def test_a_line_keeps_its_gun_from_a_shot_before_it_until_it_is_reached(play, enemy, storm, dice, shots, lapses):
    """G2 is named for E1 before it is named for B5, and E1 is attacked before."""
    orders = "attack e1 with p3 / fire g1 at b5 / fire g2 at e1 / fire g2 at b5"
    played = play(f"{TWO}; A E1 {enemy} 3300,1600/180; F P3 {storm}", orders, dice)
    fired = [event for event in played.events if event["event"] in ("barrage", "push")]
    assert [f"{each['target']} by {' '.join(each.get('guns') or [each['gun']])}" for each in fired] == shots
    assert played.lapses == lapses


@clause("WWG-098", "WWG-R62")
def test_one_gun_of_several_that_cannot_fire_is_told(play):
    pieces = TWO.replace("3300,1200/0", "3300,1200/90")
    for order in ("fire g1, g2 at b5", "fire g2, g1 at b5"):
        refused = play(pieces, order)
        assert refused.no == "1 E14"
        assert "G2" in refused.message
        assert "G1" not in refused.message


@clause("WWG-100", "WWG-117")
@pytest.mark.parametrize(("die", "place"), [(6, "3000,2400/180"), (5, "3000,2300/180"), (1, "3000,1900/180")])
def test_one_gun_drives(play, die, place):
    played = play(ONE, "fire g1 at b3", f"{die}", generals="F=G1 A=B3")
    assert (played.at("B3"), played.losses) == (place, "F 0 A 0")
    push = played.one("push")
    assert (push["die"], push["wanted"], push["yards"]) == (die, 100 * die, 100 * die)


@clause("WWG-101", "WWG-117", "WWG-R27")
def test_two_guns_destroy(play):
    played = play(TWO, "fire g1, g2 at b5", generals="F=G1 A=B5")
    assert (played.at("B5"), played.losses) == ("-", "F 0 A 5")


@clause("WWG-102", "WWG-R27")
@pytest.mark.parametrize(
    ("dice", "score", "left"),
    [
        ("4 5", "9v9 draw", "3000,1000/0 3000,1900/180"),
        ("5 5", "10v9 attacker", "3000,1000/0 -"),
        ("2 4", "7v8 defender", "- 3000,1900/180"),
    ],
)
def test_a_duel(play, dice, score, left):
    played = play(DUEL, "fire g1 at g2", dice)
    assert played.fights == [f"G1 G2 {score}"]
    assert played.at("G1 G2") == left


@clause("WWG-102")
def test_after_an_even_duel_there_is_no_reply(play):
    even = play(DUEL, "fire g1 at g2", "4 5")
    refused = even.then("fire g2 at g1")
    assert refused.no == "1 E21"
    assert even.then("pass").then("pass").then("fire g2 at g1", "5 5").fights == ["G2 G1 10v9 attacker"]


@clause("WWG-102", "WWG-R53")
def test_guns_fight_in_written_order_until_the_target_is_gone(play):
    pieces = f"{DUEL.replace('1900/180', '1900/0')}; F H1 gun 3200,1000/0"
    assert play(pieces, "fire h1, g1 at g2", "1 6 6 1").fights == ["H1 G2 6v10 defender", "G1 G2 11v5 attacker"]
    assert play(pieces, "fire h1, g1 at g2", "6 1").fights == ["H1 G2 11v5 attacker"]


@clause("WWG-102", "WWG-117", "WWG-115")
def test_generals_count_in_a_duel(play):
    assert play(DUEL, "fire g1 at g2", "1 6", generals="A=G2").fights == ["G1 G2 6v10 defender"]
    near = play("F G1 gun 3000,1500/0; A G2 gun 3000,1900/180", "fire g1 at g2", "1 1 6 6", generals="A=G2")
    assert near.fights == ["G1 G2 7v21 defender"]


@clause("WWG-103", "WWG-R43", "WWG-076")
@pytest.mark.parametrize(("dice", "gone"), [("4 6", True), ("5 4", False), ("6 4", True), ("1 1", False)])
def test_a_gun_at_a_garrison(play, dice, gone):
    pieces = "F G1 gun 2360,1500/0; A M1 inf 1 2360,2420/180"
    played = play(pieces, "fire g1 at m1", dice, hold="HOU", generals="F=G1 A=M1")
    assert played.at("M1") == ("-" if gone else "2360,2420/180")
    assert played.position["strongpoints"]["HOU"] == (None if gone else "allied")


@clause("WWG-103", "WWG-099", "WWG-R43")
def test_each_gun_at_a_garrison_throws_for_itself(play):
    pieces = "F G1 gun 2260,1500/0; F G2 gun 2460,1500/0; A M3 inf 3 2360,2420/180; A N1 inf 1 2200,2320/180"
    assert play(pieces, "fire g1, g2 at m3", "5 4 6 6", hold="HOU").at("M3") == "-"
    assert play(pieces, "fire g1, g2 at m3", "6 6", hold="HOU").kinds == ["bombard", "removed"]
    assert play(pieces, "fire g1 at m3 / fire g2 at m3", "6 6", hold="HOU").lapses == ["2 E01"]
    each = play(pieces, "fire g1 at hou / fire g2 at hou", "6 6 6 6", hold="HOU")
    assert [event["target"] for event in each.of("bombard")] == ["M3", "N1"]


@clause("WWG-104")
def test_fire_passes_over_everybody(play):
    pieces = f"{ONE}; F I5 inf 5 3000,1200/0; A D5 inf 5 3000,1500/180"
    assert play(pieces, "fire g1 at b3", "6").at("B3") == "3000,2400/180"


@clause("WWG-105", "WWG-005", "WWG-R53", "WWG-091")
@pytest.mark.parametrize(("place", "total"), [("3000,1900/0", 5), ("3000,2100/180", 7), ("3100,2000/270", 6)])
def test_a_gun_attacked_by_contact(play, place, total):
    pieces = f"F C3 cav 3 {place}; A G1 gun 3000,2000/180"
    fight = play(pieces, "attack g1 with c3", "1 6").one("fight")
    assert (fight["attack"]["total"], fight["defence"]["total"]) == (total, 10)


@clause("WWG-105", "WWG-086", "WWG-094")
def test_a_gun_does_not_evade_but_may_retreat_after_a_draw(play):
    pieces = "F C3 inf 3 3000,1900/0; A G1 gun 3000,2000/180"
    position = {"standing": {"allied": {"evade": {"all": "always"}, "draw": {"all": "retreat"}}}}
    played = play(pieces, "attack g1 with c3", "3 3", position=position)
    assert played.fights == ["C3 G1 7v7 draw"]
    assert played.at("G1") == "3000,2100/180"


@clause("WWG-101", "WWG-098")
def test_a_gun_written_twice_is_one_gun(play):
    assert play(ONE, "fire g1, g1 at b3", "1").kinds == ["push"]
    assert play(ONE, "fire g1 at b3 / fire g1 at b3", "1").kinds == ["push", "lapse"]


@clause("WWG-102", "WWG-085")
def test_the_reply_is_barred_against_that_gun_only(play):
    pieces = f"{DUEL}; F H1 gun 3200,1000/0; F I1 inf 1 2900,1400/0"
    even = play(pieces, "fire g1 at g2", "4 5")
    assert even.then("fire g2 at g1").no == "1 E21"
    assert even.then("fire g2 at h1", "6 1").fights == ["G2 H1 11v5 attacker"]
    assert even.then("fire g2 at i1", "1").kinds == ["push"]


@clause("WWG-058", "WWG-102")
def test_a_general_who_went_over_helps_no_duel(play):
    pieces = "F G1 gun 3000,1500/0; F I1 inf 1 3100,1500/0; F J1 inf 1 500,500/0; A G2 gun 3000,1900/180"
    near = play(pieces, "fire g1 at g2", "1 1 6 6", generals="F=I1").one("duel")
    assert (near["attack"]["general"], near["defence"]["total"]) == (5, 16)
    assert play(pieces, "general to i1 / fire g1 at g2", "1 6", generals="F=J1").fights == ["G1 G2 6v10 defender"]
