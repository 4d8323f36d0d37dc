"""Section M: how far and where to."""

import pytest

clause = pytest.mark.clause
PUSH = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1800/180"


@clause("WWG-121", "WWG-R22", "WWG-100")
@pytest.mark.parametrize(
    ("pieces", "place", "yards", "bar"),
    [
        (f"{PUSH}; A B2 inf 2 3000,2250/180", "3000,2150/180", 350, "B2"),
        (f"{PUSH}; A B2 inf 2 3000,1950/180", "3000,2200/180", 400, None),
        (f"{PUSH}; A B2 inf 2 3000,2150/180; F C2 inf 2 3000,2250/0", "3000,2050/180", 250, "B2"),
        (f"{PUSH}; A B2 inf 2 3000,1860/180; A C2 inf 2 3000,2250/180", "3000,2150/180", 350, "C2"),
        (f"{PUSH}; F C2 inf 2 3000,2100/0", "3000,2000/180", 200, "C2"),
        ("F G1 gun 3000,4000/0; A B3 inf 3 3000,4800/180", "3000,4950/180", 150, "edge"),
        ("F G1 gun 2360,1300/0; A B3 inf 3 2360,2090/180; F M1 inf 1 2560,2520/0", "2360,2200/180", 110, "HOU"),
    ],
)
def test_a_way_that_is_barred(play, pieces, place, yards, bar):
    played = play(pieces, "fire g1 at b3", "4", hold="HOU=F" if bar == "HOU" else "")
    push = played.one("push")
    assert (played.at("B3"), push["yards"]) == (place, yards)
    assert bar is None or push["bar"] == bar
    assert played.losses == "F 0 A 0"


@clause("WWG-121", "WWG-100")
@pytest.mark.parametrize(("die", "yards"), [(1, 50), (2, 50), (3, 50), (4, 400), (5, 500)])
def test_a_retreat_is_never_longer_than_ordered(play, die, yards):
    # Two of its own stand where the shorter ways would end, and behind them there is room.
    own = "A Z1 inf 1 3000,1950/180; A Z2 inf 1 3000,2050/180"
    played = play(f"{PUSH}; {own}", "fire g1 at b3", str(die))
    push = played.one("push")
    assert (played.at("B3"), push["yards"], push["wanted"]) == (f"3000,{1800 + yards}/180", yards, 100 * die)
    assert push["bar"] == {1: "Z1", 2: "Z1", 3: "Z1"}.get(die)


@clause("WWG-121")
def test_who_cannot_go_stays(play):
    played = play(f"{PUSH}; F C2 inf 2 3000,1905/0", "fire g1 at b3", "4")
    assert (played.at("B3"), played.one("push")["yards"]) == ("3000,1800/180", 0)


@clause("WWG-122")
@pytest.mark.parametrize(
    ("bearing", "place"),
    [("away", "3000,2400/180"), (90, "3400,2000/180"), (45, "3283,2283/180"), (91, "3000,2400/180")],
)
def test_a_bearing_within_ninety_degrees(play, bearing, place):
    standing = {"standing": {"allied": {"retreat": {"all": bearing}}}}
    pieces = "A C2 cav 2 3000,2000/180; F I5 inf 5 3000,1900/0"
    assert play(pieces, "attack c2 with i5", position=standing).at("C2") == place


@clause("WWG-122")
def test_a_bearing_after_a_draw_but_never_from_guns(play):
    standing = {"standing": {"allied": {"retreat": {"all": 90}, "draw": {"all": "retreat"}}}}
    pair = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    assert play(pair, "attack d2 with i2", "3 4", position=standing).at("D2") == "3200,2000/180"
    assert play(PUSH, "fire g1 at b3", "4", position=standing).at("B3") == "3000,2200/180"


@clause("WWG-123", "WWG-R36")
@pytest.mark.parametrize(
    ("others", "place", "towards"),
    [
        ("F R4 inf 4 3000,1400/0", "3000,1500/0", "R4"),
        ("F R4 inf 4 3400,1400/0", "3300,1500/0", "R4"),
        ("F R4 inf 4 3000,1400/0; A E5 inf 5 3000,1600/180", "3000,1700/0", None),
        ("", "3000,1600/0", None),
    ],
)
def test_to_the_nearest_section_of_the_army(play, others, place, towards):
    group = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; A D4 inf 4 3000,2000/180"
    played = play("; ".join(part for part in (group, others) if part), "attack d4 with p3, q2", "1 6")
    retreat = played.one("retreat")
    assert (played.at("Q2"), retreat["towards"]) == (place, towards)


@clause("WWG-123", "WWG-021")
@pytest.mark.parametrize(
    ("taken", "place", "yards"),
    [(None, "3200,1700/0", 224), ("3250,1710", "3146,1727/0", 164), ("3254,1710", "3155,1722/0", 174)],
)
def test_up_to_contact_or_so_much_less_that_there_is_room(play, taken, place, yards):
    """R5 is the nearest by gap: its left end is. The way goes to its middle, and who stands there is further off."""
    pieces = "F P3 inf 3 3000,1900/0; F Q1 inf 1 3000,1800/0; A D4 inf 4 3000,2000/180; F R5 inf 5 3400,1600/0"
    played = play(pieces + (f"; F Z1 inf 1 {taken}/0" if taken else ""), "attack d4 with p3, q1", "1 6")
    retreat = played.one("retreat")
    assert (played.at("Q1"), retreat["yards"], retreat["towards"]) == (place, yards, "R5")
