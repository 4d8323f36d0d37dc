"""Section L: what a General gives, and what becomes of him."""

import pytest

clause = pytest.mark.clause
GROUP = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; F R4 inf 4 3000,1400/0; A D4 inf 4 3000,2000/180"


@clause("WWG-115", "WWG-R45")
@pytest.mark.parametrize(("place", "bonus"), [("3000,1600", 5), ("3000,1599", 0)])
def test_three_hundred_yards_from_base_to_base(play, place, bonus):
    pieces = f"F P3 inf 3 3000,1900/0; F K1 inf 1 {place}/0; A D4 inf 4 3000,2000/180"
    dice = "1 1 1 1" if bonus else "1 1"
    assert play(pieces, "attack d4 with p3", dice, generals="F=K1").one("fight")["attack"]["general"] == bonus


@clause("WWG-115")
@pytest.mark.parametrize(("place", "bonus"), [("3000,2300", 5), ("3000,2301", 0)])
def test_in_defence_to_any_attacker(play, place, bonus):
    pieces = f"F P3 inf 3 3000,1900/0; A K1 inf 1 {place}/0; A D4 inf 4 3000,2000/180"
    dice = "1 1 1 1" if bonus else "1 1"
    assert play(pieces, "attack d4 with p3", dice, generals="A=K1").one("fight")["defence"]["general"] == bonus


@clause("WWG-116")
def test_both_at_once(play):
    fight = play(GROUP, "attack d4 with p3", "1 2 3 4", generals="F=P3 A=D4").one("fight")
    assert (fight["attack"]["general"], fight["defence"]["general"]) == (5, 5)
    assert (fight["attack"]["dice"], fight["defence"]["dice"]) == ([1, 2], [3, 4])


@clause("WWG-117")
def test_he_does_not_help_guns_that_drive_or_destroy(play):
    pieces = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1300/180"
    assert play(pieces, "fire g1 at b3", "2", generals="F=G1 A=B3").at("B3") == "3000,1500/180"


@clause("WWG-118", "WWG-R47")
def test_who_attacks_with_him_and_loses_is_lost_altogether(play):
    played = play(GROUP, "attack d4 with p3, q2", "1 1 6 6", generals="F=P3")
    assert played.fights == ["P3+Q2 D4 13v16 defender"]
    assert (played.at("P3 Q2"), played.losses) == ("- -", "F 5 A 0")
    nearby = play(GROUP.replace("3000,1400", "3000,1700"), "attack d4 with p3, q2", "1 1 6 6", generals="F=R4")
    assert nearby.losses == "F 3 A 0"


@clause("WWG-118")
def test_in_defence_there_is_no_such_rule(play):
    pieces = "A T2 inf 2 3000,2000/180; A W3 inf 3 2750,2000/180; F X5 inf 5 3000,1900/0; F Z1 inf 1 3000,1000/0"
    position = {"standing": {"allied": {"support": {"all": ["W3"]}}}}
    played = play(pieces, "attack t2 with x5", "6 6 1 1", generals="A=T2", position=position)
    assert (played.at("W3"), played.losses) == ("-", "F 0 A 3")
    assert played.position["generals"]["allied"] == "T2"


@clause("WWG-119")
@pytest.mark.parametrize(("fallback", "heir"), [(None, "R4"), ("Y1", "Y1"), ("P3", "R4")])
def test_where_he_goes_when_his_piece_falls(play, fallback, heir):
    standing = {"standing": {"french": {"fallback": fallback}}}
    pieces = f"{GROUP}; F Y1 inf 1 200,200/0"
    played = play(pieces, "attack d4 with p3, q2", "1 1 6 6", generals="F=P3", position=standing)
    assert played.position["generals"]["french"] == heir
    assert played.one("general_falls")["piece"] == heir


@clause("WWG-119")
def test_ties_by_the_roster(play):
    pieces = "F P3 inf 3 3000,1900/0; F Y1 inf 1 2700,1900/0; F X1 inf 1 3300,1900/0; A D4 inf 4 3000,2000/180"
    played = play(pieces, "attack d4 with p3", "1 1 6 6", generals="F=P3")
    assert played.position["generals"]["french"] == "Y1"


@clause("WWG-120")
def test_to_fall_upon_another_piece_is_no_transfer(play):
    pieces = "F P1 inf 1 2850,1900/0; F R4 inf 4 3103,1900/0; A D4 inf 4 3000,2000/180; A E4 inf 4 3405,2000/180"
    lone = {"standing": {"allied": {"support": {"all": "none"}}}}
    orders = "attack d4 with p1 / attack e4 with r4"
    played = play(pieces, position=lone, generals="F=P1").then(orders, "1 1 6 6 1 1 1 1")
    assert [event["attack"]["general"] for event in played.of("fight")] == [5, 5]
    assert played.position["generals"]["french"] == "R4"
