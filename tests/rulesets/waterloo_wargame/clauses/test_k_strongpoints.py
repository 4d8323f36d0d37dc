"""Section K: garrisons, holders, storms."""

import pytest

clause = pytest.mark.clause
STORM = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"


@clause("WWG-106", "WWG-R41")
def test_who_is_garrison(play):
    pieces = """A M1 inf 1 2360,2420/180; A N1 cav 1 2360,2605/180; A O1 inf 1 2360,2706/180; A G1 gun 2500,2400/180;
F B1 inf 1 2360,2200/0""".replace("\n", " ")
    table = play(pieces, hold="HOU")
    assert table.view("F")["outlines"]["HOU"]["garrison"] == ["M1", "N1"]
    assert play(pieces, hold="HOU=F").view("F")["outlines"]["HOU"]["garrison"] == ["B1"]
    assert play(pieces).view("F")["outlines"]["HOU"]["garrison"] == []


@clause("WWG-107", "WWG-R44")
@pytest.mark.parametrize(
    ("pieces", "before", "after"),
    [
        ("A M1 inf 1 2360,2420/180", "HOU", "allied"),
        ("A M1 inf 1 2360,2420/180; F B1 inf 1 2200,2420/0", "HOU", "allied"),
        ("A M1 inf 1 2360,2420/180", "HOU=F", "allied"),
        ("A M1 inf 1 2360,3420/180", "HOU", None),
        ("A G1 gun 2360,2420/180", "HOU", None),
        ("F C1 cav 1 2360,2420/180", "HOU", "french"),
        ("A M1 inf 1 2360,2600/180; F B1 inf 1 2360,2420/0", "", "french"),
        ("A M1 inf 1 2360,2420/180; F B1 inf 1 2360,2200/0", "", "allied"),
        ("A M1 inf 1 2360,2420/180; F B1 inf 1 2200,2420/0", "", "french"),
        ("A M1 inf 1 2360,2600/180; F B1 inf 1 2360,2200/0", "", "french"),
    ],
)
def test_the_holder_at_the_end_of_a_turn(play, pieces, before, after):
    played = play(pieces, "pass", hold=before)
    assert played.position["strongpoints"]["HOU"] == after


@clause("WWG-107")
def test_the_army_whose_turn_ended_takes_what_both_stand_in(play):
    pieces = "A M1 inf 1 2360,2420/180; F B1 inf 1 2200,2420/0"
    assert play(pieces, "pass", mover="A").position["strongpoints"]["HOU"] == "allied"


@clause("WWG-108")
def test_five_for_the_garrison(play):
    fight = play(STORM, "attack m1 with b4", "4 2", hold="HOU").one("fight")
    assert fight["defence"]["strongpoint"] == 5
    assert play(STORM, "move b4 to contact m1 / attack m1 with b4", "4 2").one("fight")["defence"]["strongpoint"] == 0


@clause("WWG-109", "WWG-R40")
def test_the_best_five_thousand_defend(play):
    pieces = """A M3 inf 3 2360,2420/180; A N3 inf 3 2360,2300/180; A O2 inf 2 2220,2520/180; A P1 inf 1 2550,2520/180;
F B5 inf 5 2360,2200/0""".replace("\n", " ")
    none = {"standing": {"allied": {"support": {"all": "none"}}}}
    fight = play(pieces, "attack m3 with b5", "1 1", hold="HOU", position=none).one("fight")
    assert fight["support"] == ["M3", "O2"]
    assert fight["defence"] | {"dice": [], "total": 0} == {
        "men": 5,
        "initiative": 0,
        "face": 0,
        "strongpoint": 5,
        "general": 0,
        "unequal": 0,
        "dice": [],
        "total": 0,
    }


@clause("WWG-110", "WWG-R39")
def test_ten_thousand_may_storm(play):
    pieces = "A M1 inf 1 2560,2520/180; F B5 inf 5 2360,2200/0; F C5 inf 5 2360,2100/0; F D1 inf 1 2360,2000/0"
    assert play(pieces, "attack hou with b5, c5", "1 6", hold="HOU").fights == ["B5+C5 M1 12v12 draw"]
    refused = play(pieces, "attack hou with b5, c5, d1", hold="HOU")
    assert refused.no == "1 E18"
    assert "WWG-110" in refused.cites
    assert play(pieces, "attack hou with d1", hold="HOU").no == "1 E16"


@clause("WWG-110", "WWG-060")
def test_to_touch_one_of_a_garrison_is_to_touch_all(play):
    """B4 touches O1 alone, which stands outside and is garrison too: neither the target nor the outline."""
    pieces = "A M3 inf 3 2360,2420/180; A O1 inf 1 2663,2400/180; F B4 inf 4 2765,2400/270"
    for target in ("m3", "hou"):
        fight = play(pieces, f"attack {target} with b4", "1 1", hold="HOU").one("fight")
        assert (fight["lead"], fight["target"], fight["strongpoint"]) == ("B4", "M3", "HOU")
        assert (fight["attack"]["total"], fight["defence"]["total"]) == (6, 10)
    assert play(pieces.replace("2765,", "2769,"), "attack m3 with b4", hold="HOU").no == "1 E16"
    assert play(pieces, "attack m3 with b4").no == "1 E16"


@clause("WWG-110")
def test_infantry_at_the_wall_of_a_garrison_is_shown_there(play):
    def at_walls(pieces, hold):
        return {each["code"]: each["walls"] for each in play(pieces, hold=hold).view("F")["pieces"]}

    horse = "F C1 cav 1 2200,2420/0"
    assert at_walls(f"{STORM}; {horse}", "HOU") == {"M1": [], "B4": ["HOU"], "C1": []}
    assert at_walls(STORM, "HOU=F") == {"M1": ["HOU"], "B4": []}
    assert at_walls("F B4 inf 4 2360,2200/0", "HOU") == {"B4": []}
    assert at_walls(STORM.replace("2200/0", "2180/0"), "HOU") == {"M1": [], "B4": []}


@clause("WWG-111", "WWG-R54")
def test_no_cavalry(play):
    pieces = "A M1 inf 1 2360,2605/180; F C1 cav 1 2360,2705/180; F B1 inf 1 2465,2655/0"
    refused = play(pieces, "attack m1 with c1", hold="HOU")
    assert refused.no == "1 E20"
    assert "WWG-111" in refused.cites
    assert play(pieces, "attack m1 with b1, c1", hold="HOU").no == "1 E20"
    assert play(pieces, "attack m1 with c1", "1 1").ok


@clause("WWG-112")
def test_the_strongpoint_as_the_target(play):
    pieces = "A N2 inf 2 2220,2420/180; A M2 inf 2 2460,2420/180; A O1 inf 1 2560,2300/180; F B5 inf 5 2360,2200/0"
    assert play(pieces, "attack hou with b5", "1 1", hold="HOU").one("fight")["target"] == "N2"
    refused = play(pieces, "attack lhs with b5", hold="HOU")
    assert refused.no == "1 E31"
    assert "LHS" in refused.message
    gun = "F G1 gun 2360,1500/0; A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"
    assert play(gun, "fire g1 at hou / attack hou with b4", "6 6", hold="HOU").lapses == ["2 E31"]
    assert play(gun, "fire g1 at lhs", hold="HOU").no == "1 E31"


@clause("WWG-113", "WWG-R41")
def test_a_gun_in_a_strongpoint(play):
    pieces = "A M1 inf 1 2560,2520/180; A G1 gun 2360,2300/180; F B4 inf 4 2360,2200/0; F H1 gun 2360,1500/0"
    fight = play(pieces, "attack g1 with b4", "1 1", hold="HOU").one("fight")
    assert (fight["strongpoint"], fight["defence"]["strongpoint"]) == (None, 0)
    assert play(pieces, "fire h1 at g1", "1 1", hold="HOU").fights == ["H1 G1 6v5 attacker"]


@clause("WWG-113", "WWG-111")
@pytest.mark.parametrize(
    ("gun", "holder", "refused"),
    [
        ("2360,2300/180", "HOU", True),
        ("2360,2245/180", "HOU", True),
        ("2360,2195/180", "HOU", True),
        ("2360,2194/180", "HOU", False),
        ("2360,2300/180", "HOU=F", False),
        ("2360,2300/180", "", False),
    ],
)
def test_cavalry_may_not_attack_a_gun_in_a_strongpoint(play, gun, holder, refused):
    x, y = gun.removesuffix("/180").split(",")
    near = f"A G1 gun {gun}; F C1 cav 1 {x},{int(y) - 100}/0; F B1 inf 1 {int(x) + 100},{int(y) - 100}/0"
    for attackers in ("c1", "b1, c1"):
        played = play(near, f"attack g1 with {attackers}", "" if refused else "1 1", hold=holder)
        assert played.no == ("1 E20" if refused else "")
        if refused:
            assert played.cites == ["WWG-113", "WWG-111"]
            assert "C1 is cavalry" in played.message
            assert "the guns of G1 in HOU" in played.message
    assert play(near, "attack g1 with b1", "1 1", hold=holder).ok


@clause("WWG-112")
def test_nobody_attacks_a_strongpoint_that_his_own_side_holds(play):
    """Not even where an enemy is within its walls: he is no garrison, and is attacked by name."""
    for order in ("attack hou with b4", "fire g1 at hou"):
        pieces = f"{STORM}; F G1 gun 2360,1500/0; F C1 inf 1 2220,2420/0"
        refused = play(pieces, order, hold="HOU=F")
        assert refused.no == "1 E31"
        assert refused.cites == ["WWG-112"]


@clause("WWG-113", "WWG-107")
def test_a_gun_is_safe_from_cavalry_though_the_garrison_may_be_shot_away_before(play):
    # The holder is the same until the turn ends.
    pieces = "A M1 inf 1 2560,2520/180; A G1 gun 2360,2300/180; F C1 cav 1 2360,2200/0; F H1 gun 2560,1700/0"
    assert play(pieces, "fire h1 at m1 / attack g1 with c1", hold="HOU").no == "2 E20"


@clause("WWG-114")
def test_out_of_a_strongpoint_one_attacks_like_anybody(play):
    pieces = "A M3 inf 3 2360,2300/180; F B4 inf 4 2360,2200/0"
    fight = play(pieces, "attack b4 with m3", "1 1", mover="A", hold="HOU").one("fight")
    assert (fight["attack"]["strongpoint"], fight["attack"]["total"]) == (0, 5)


@clause("WWG-R42", "WWG-110")
def test_the_initiative_counts_against_walls(play):
    assert play(STORM, "attack hou with b4", "3 2", hold="HOU").fights == ["B4 M1 8v8 draw"]
