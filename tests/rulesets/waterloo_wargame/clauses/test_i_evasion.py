"""Section I: cavalry that does not wait for it."""

import pytest

clause = pytest.mark.clause
HORSE = "A C2 cav 2 3000,2000/180"
FIVE = "F I5 inf 5 3000,1900/0"
GUNS = "F G1 gun 2900,1000/0; F G2 gun 3100,1000/0"
EVADED = "3000,2400/180"


def standing(word, what="evade"):
    return {"standing": {"allied": {what: {"all": word}}}}


@clause("WWG-093", "WWG-R26")
@pytest.mark.parametrize(
    ("attacker", "word", "goes"),
    [
        ("inf 5", "weak", True),
        ("inf 3", "weak", True),
        ("inf 2", "weak", False),
        ("inf 2", "always", True),
        ("inf 5", "never", False),
        ("cav 5", "always", False),
    ],
)
def test_evading_an_attack(play, attacker, word, goes):
    pieces = f"{HORSE}; F X5 {attacker} 3000,1900/0"
    played = play(pieces, "attack c2 with x5", "" if goes else "1 1", position=standing(word))
    assert ("evade" in played.kinds) == goes
    if goes:
        assert played.at("C2") == EVADED


@clause("WWG-093", "WWG-R24")
@pytest.mark.parametrize(
    ("orders", "word", "dice", "place"),
    [
        ("fire g1, g2 at c2", "weak", "", "-"),
        ("fire g1 at c2", "weak", "1", ""),
        ("fire g1 at c2", "always", "", "-"),
        ("fire g1, g2 at c2", "never", "", None),
    ],
)
def test_evading_guns(play, orders, word, dice, place):
    played = play(f"{HORSE}; {GUNS}", orders, dice, position=standing(word))
    if place == "-":
        assert played.kinds == ["evade"]
        # 400 yards from the front of the first gun, at 2900,1050.
        assert played.at("C2") == "3042,2398/180"
    elif place == "":
        assert played.kinds == ["push"]
    else:
        assert played.kinds == ["barrage", "removed"]


@clause("WWG-094", "WWG-R21")
@pytest.mark.parametrize(
    ("target", "attacker", "place"),
    [
        ("3000,4800", "3000,4700", "3000,4950/180"),
        ("3000,4850", "3000,4750", "3000,4950/180"),
        # A yard less than 100 straight away: north-east it is 140.
        ("3000,4851", "3000,4751", "3099,4950/180"),
        # The same in the north-eastern corner, where only north-west is open.
        ("6850,4851", "6850,4751", "6751,4950/180"),
        # Less than 100 to the north-east too: along the edge.
        ("3000,4880", "3000,4780", "3400,4880/180"),
    ],
)
def test_cavalry_at_the_edge_goes_the_first_way_that_is_free(play, target, attacker, place):
    pieces = f"A C2 cav 2 {target}/180; F I3 inf 3 {attacker}/0"
    assert play(pieces, "attack c2 with i3").at("C2") == place


# One gun straight to the south, and enemies who bar the ways one after the other.
FIRED_AT = f"{HORSE}; F G1 gun 3000,1000/0"
FAR_NORTH, NORTH, NORTH_EAST = "F N1 inf 1 3000,2195/0", "F N2 inf 1 3000,2160/0", "F N3 inf 1 3100,2160/0"
EAST, WEST = "F E1 inf 1 3245,2000/0", "F W1 inf 1 2755,2000/0"
SOUTH_EAST, SOUTH_WEST = "F S1 inf 1 3150,1845/0", "F S2 inf 1 2850,1845/0"


@clause("WWG-094")
@pytest.mark.parametrize(
    ("bars", "place"),
    [
        ((), "3000,2400/180"),
        ((FAR_NORTH,), "3092,2092/180"),
        ((NORTH_EAST,), "2717,2283/180"),
        ((NORTH,), "3400,2000/180"),
        ((NORTH, EAST), "2600,2000/180"),
        ((NORTH, EAST, WEST), "3092,1908/180"),
        ((NORTH, EAST, WEST, SOUTH_EAST), "2908,1908/180"),
        ((NORTH, EAST, WEST, SOUTH_EAST, SOUTH_WEST), None),
    ],
)
def test_the_ways_that_are_tried(play, bars, place):
    pieces = "; ".join((FIRED_AT, *bars))
    played = play(pieces, "fire g1 at c2", "" if place else "1", position=standing("always"))
    assert played.kinds == (["evade"] if place else ["push"])
    assert played.at("C2") == place or not place


@clause("WWG-094", "WWG-122")
@pytest.mark.parametrize(
    ("bars", "place"),
    [
        ((), "3283,2283/180"),
        # East and south-east are 45 and 90 degrees to the right of the bearing ordered; to the north nothing is free.
        ((NORTH_EAST,), "3400,2000/180"),
        ((NORTH_EAST, EAST), "3092,1908/180"),
    ],
)
def test_the_ways_are_those_beside_a_bearing_that_was_ordered(play, bars, place):
    orders = {"standing": {"allied": {"evade": {"all": "always"}, "retreat": {"all": 45}}}}
    assert play("; ".join((FIRED_AT, *bars)), "fire g1 at c2", position=orders).at("C2") == place


@clause("WWG-094", "WWG-139")
def test_infantry_that_may_evade_looks_for_a_way_too(play):
    pieces = "A B2 inf 2 3000,4880/180; F I5 inf 5 3000,4780/0"
    assert play(pieces, "attack b2 with i5", retreat_before="on").at("B2") == "3200,4880/180"


@clause("WWG-095", "WWG-R25")
def test_surrounded(play):
    around = "F I1 inf 1 3000,1900/0; F J1 inf 1 3150,2000/270; F K1 inf 1 2850,2000/90; F L2 inf 2 3000,2100/180"
    played = play(f"{HORSE}; {around}", "attack c2 with l2", "2 5", position=standing("always"))
    assert played.fights == ["L2 C2 7v7 draw"]
    open_side = around.replace("3000,1900", "3000,1500")
    assert play(f"{HORSE}; {open_side}", "attack c2 with l2", position=standing("always")).kinds == ["evade"]


@clause("WWG-095")
def test_the_edge_closes_a_side(play):
    # The way along the edge is free, and ordered; but three sides have an enemy and the fourth is the edge.
    # K1 overlaps C2's end by one yard only, which is contact and no obstacle.
    pieces = "A C2 cav 2 3000,4946/180; F I1 inf 1 3000,4846/0; F K1 inf 1 2850,4847/90"
    west = {"standing": {"allied": {"evade": {"all": "always"}, "retreat": {"all": 270}}}}
    assert play(pieces, "attack c2 with i1", position=west).at("C2") == "2600,4946/180"
    closed = play(f"{pieces}; F J1 inf 1 3150,4900/270", "attack c2 with i1", "1 1", position=west)
    assert closed.kinds == ["fight"]


@clause("WWG-096")
def test_an_evaded_attack_is_spent(play):
    pieces = f"{HORSE}; {FIVE}; A D1 inf 1 2700,2000/180"
    played = play(pieces, "attack c2 with i5 advance / attack d1 with i5")
    assert played.kinds == ["evade", "lapse"]
    assert played.at("I5") == "3000,1900/0"
    shot = play(f"{HORSE}; {GUNS}; A D1 inf 1 3000,1500/180", "fire g1, g2 at c2 / fire g1, g2 at d1")
    assert shot.kinds == ["evade", "lapse"]


@clause("WWG-097")
def test_not_from_cavalry(play):
    pieces = f"{HORSE}; F I3 inf 3 3000,1900/0; F K1 cav 1 3000,1800/0"
    assert play(pieces, "attack c2 with i3, k1", "1 1", position=standing("always")).kinds[0] == "fight"


@clause("WWG-093", "WWG-R41")
def test_not_out_of_a_strongpoint(play):
    pieces = "A C2 cav 2 2360,2420/180; F I5 inf 5 2360,2200/0"
    played = play(pieces, "attack hou with i5", "1 1", hold="HOU", position=standing("always"))
    assert played.fights == ["I5 C2 7v8 defender"]
