"""The worked examples EX-01 to EX-28: only the pieces named are on the board, unless the armies are in their places."""

import pytest

clause = pytest.mark.clause


@clause("WGR-022", "WGR-023", "WGR-024", "WGR-025", "WGR-139")
def test_ex01_which_dice_wake_whom(begin):
    orders = "I3 f / G2 right / H1 left / A1 fire D4"
    played = begin("IICAX", f"{orders} / end", "--")
    assert played.ok
    assert played.at("BI3 BG2 BH1") == "I7:fabc:n G10:fabc:e D9:fabc:w"
    refused = begin("IICAX", f"{orders} / I2 hold / end")
    assert refused.no == "line 5 E03"
    assert "WGR-024" in refused.cites
    assert refused.at("BI3") == "I8:fabc:n"


@clause("WGR-029", "WGR-033", "WGR-008", "WGR-036")
def test_ex02_action_points(play):
    assert play("BL1 B8:fabc:n", "B", "L1 f2 right f").no == "line 1 E07"
    assert play("BL1 B8:fabc:n", "B", "L1 f2 right").at("BL1") == "B6:fabc:e"
    assert play("BL1 B8:fabc:n", "B", "L1 f5").no == "line 1 E05"


@clause("WGR-055", "WGR-056", "WGR-064", "WGR-120")
def test_ex03_a_diagonal_volley(play):
    played = play("BI1 E5:fabc:n RI2 D4:fabc:s", "B", "I1 fire D4", "IX")
    assert played.shots == ["E5>D4 IX"]
    assert played.at("RI2") == "D3:fab:n"
    assert played.pool("R") == "I1+0"


@clause("WGR-060", "WGR-061")
def test_ex04_cover_against_muskets(play):
    assert play("BI2 F3:fabc:n RI6 F2:fa:s G2:bc:s", "B", "I2 fire F2", "-").shots == ["F3>F2 -"]
    farm = play("BI1 D6:fabc:w RG1 C4:fa:s C6:bc:s", "B", "I1 fire C6")
    assert farm.no == "line 1 E11"


@clause("WGR-068", "WGR-069", "WGR-070", "WGR-071", "WGR-072", "WGR-075")
def test_ex05_gun_targets(armies_play):
    def reach(battery):
        """What a French battery of the opening can fire at, and with how many dice."""
        found = {}
        for cell in (f"{column}{row}" for column in "CDEFGHIJ" for row in range(3, 8)):
            played = armies_play("B", f"{battery} fire {cell}", "--", dice="AAAA-", loose=True)
            if played.ok:
                found[cell] = len(played.rolled)
            else:
                assert played.no == "line 1 E11"
        return found

    assert reach("A2") == {"F5": 1, "E4": 2, "G4": 2}
    assert reach("A1") == {"D4": 2, "E4": 2, "C6": 1}
    assert reach("A4") == {}


@clause("WGR-073", "WGR-071")
def test_ex06_over_friends(armies_play):
    for target, dice in (("F5", 1), ("E4", 2), ("G4", 2)):
        assert len(armies_play("B", f"A2 fire {target}", "-" * dice, dice="A----", more="BI7 F7:f:n").rolled) == dice
    assert armies_play("B", "A2 fire F5", dice="A----", more="BI7 F6:f:n").no == "line 1 E11"
    for target in ("E4", "G4"):
        assert armies_play("B", f"A2 fire {target}", "--", dice="A----", more="BI7 F6:f:n").ok


@clause("WGR-072", "WGR-075", "WGR-076")
def test_ex07_the_rear_of_a_hill(play):
    assert play("BA1 E6:ab:n RI2 E3:fabc:s", "B", "A1 fire E3", "-").shots == ["E6>E3 -"]


@clause("WGR-067", "WGR-107", "WGR-110")
def test_ex08_canister(play):
    played = play("BA2 E6:ab:n RI1 E5:f:s D5:ab:s", "B", "A2 fire E5", "IX--")
    assert played.at("RI1") == "D5:fb:s"
    assert played.pool("R") == "I1+0"


@clause("WGR-087", "WGR-092", "WGR-100", "WGR-101")
def test_ex09_infantry_charges_infantry(play):
    played = play("BI2 E6:fabc:n RI2 E4:fabc:s", "B", "I2 charge 1 / end", "I- II-C IC -A -- -X")
    assert played.fights == ["1 E5>E4 fire I- attack II-C defence IC attack -A defence -- attack -X"]
    assert played.at("BI2 RI2") == "E5:fa:n E3:fa:n"
    assert (played.pool("R"), played.pool("B")) == ("I2+0", "I2+0")


@clause("WGR-090", "WGR-092", "WGR-098", "WGR-120")
def test_ex10_cavalry_and_the_square(play):
    played = play("BH1 E8:fabc:n RI2 E4:fabc:s", "B", "H1 charge 3 / end", "A- -XC CI-- I-- CIXA")
    assert played.fights == ["1 E5>E4 fire A- square -XC attack CI-- defence I-- attack CIXA"]
    assert played.at("BH1 RI2") == "E5:fabc:n E3:fa:n"


@clause("WGR-088", "WGR-093", "WGR-113")
def test_ex11_a_flank_charge(play):
    played = play("BL1 B4:fabc:e RI2 E4:fabc:s", "B", "L1 charge 2 / end", "I- IIXC--")
    assert played.fights == ["1 D4>E4 square I- attack IIXC--"]
    assert played.at("BL1 RI2") == "D4:fabc:e F4:fa:e"


@clause("WGR-088", "WGR-096", "WGR-106")
def test_ex12_storming_hougoumont(play):
    played = play("BI1 E6:fabc:w RG1 C4:fa:s C6:bc:s", "B", "I1 charge 1 / end", "I- II X")
    assert played.fights == ["1 D6>C6 fire I- attack II defence X"]
    assert played.at("BI1 RG1") == "E6:fab:e C4:fa:s C6:b:e"


@clause("WGR-091", "WGR-100", "WGR-106")
def test_ex13_no_dice_at_all(play):
    pieces = "BI1 E6:f:w BI2 A10:fabc:n RG1 C4:fa:s C6:bc:s"
    played = play(pieces, "B", "I1 charge 1 / end", "-- A- I I-")
    assert played.fights == ["1 D6>C6 fire -- defence A- attack I defence I-"]
    assert played.at("BI1") == ""
    assert played.pool("B") == "I0+1"


@clause("WGR-118", "WGR-121")
def test_ex14_a_retreat_with_a_push(play):
    played = play("BA1 E8:ab:n RI2 E4:fabc:s RH1 E3:fabc:s", "B", "A1 fire E4", "XI")
    assert played.at("RI2 RH1") == "E3:fab:n E2:fabc:s"


@clause("WGR-115", "WGR-116")
def test_ex15_past_a_village(play):
    pieces = "BI2 F4:fabc:n RI3 F3:fabc:s"
    assert play(pieces, "B", "I2 fire F3", "X-").at("RI3") == "F1:fabc:n"
    played = play(f"{pieces} BI5 F2:fa:n", "B", "I2 fire F3", "X-")
    assert played.at("RI3") == ""
    assert played.pool("R") == "I3+1"


@clause("WGR-117")
def test_ex16_the_edge(play):
    played = play("BI2 G2:fa:n RI3 G1:fabc:s", "B", "I2 fire G1", "X-")
    assert played.at("RI3") == ""
    assert played.pool("R") == "I3+1"


@clause("WGR-110")
def test_ex17_the_flag_is_carried(play):
    played = play("BI2 F3:fabc:n RI6 F2:f:s G2:ab:s", "B", "I2 fire F2", "I")
    assert played.at("RI6") == "G2:fb:s"
    assert played.pool("R") == "I1+0"


@clause("WGR-081", "WGR-093")
def test_ex18_marching_across_a_front(play):
    played = play("BI3 G5:fabc:e RI4 H4:fabc:s", "B", "I3 f / end", "IXI--")
    assert played.fights == ["3 H4>H5 attack IXI--"]
    assert played.at("BI3 RI4") == "H6:fa:s H4:fabc:s"


@clause("WGR-092", "WGR-098")
def test_ex19_light_against_heavy(play):
    light = play("BL2 J7:fabc:n RH2 J4:fabc:s", "B", "L2 charge 2 / end", "CC-- C- -X-")
    assert light.fights == ["1 J5>J4 attack CC-- defence C- attack -X-"]
    assert light.at("BL2 RH2") == "J5:fab:n J3:fa:n"
    heavy = play("RH2 J3:fabc:s BL2 J6:fabc:n", "R", "H2 charge 2 / end", "C---A C- --X")
    assert heavy.fights == ["1 J5>J6 attack C---A defence C- attack --X"]
    assert heavy.at("RH2 BL2") == "J5:fab:s J7:fab:s"


@clause("WGR-087", "WGR-103", "WGR-104")
def test_ex20_charging_guns(play):
    pieces = "BH2 G6:fabc:n RA2 G4:ab:s"
    shot = play(pieces, "B", "H2 charge 1 / end", "C-XI")
    assert shot.fights == ["1 G5>G4 fire C-XI"]
    assert shot.at("BH2 RA2") == "G6:fab:s G4:ab:s"
    home = play(pieces, "B", "H2 charge 1 / end", "C-AI A--- C X-")
    assert home.at("BH2 RA2") == "G5:fa:n G3:a:n"


@clause("WGR-044", "WGR-047", "WGR-048", "WGR-049")
@pytest.mark.parametrize(
    ("pieces", "mover", "orders", "cited"),
    [
        ("RI4 H5:fabc:s BH1 H7:fabc:n", "R", "I4 f", "WGR-048"),
        ("RA2 G4:ab:s BI2 G6:fabc:n", "R", "A2 f", "WGR-047"),
        ("BI1 E6:fabc:n RI2 E4:fabc:s", "B", "I1 f fire", "WGR-049"),
        ("BH1 D5:fabc:n RI2 E4:fabc:s", "B", "H1 f right", "WGR-044"),
    ],
)
def test_ex21_illegal_contacts(play, pieces, mover, orders, cited):
    played = play(pieces, mover, orders)
    assert played.no == "line 1 E09"
    assert cited in played.cites


@clause("WGR-044")
def test_ex21_the_same_contact_by_a_charge(play):
    assert play("BH1 C4:fabc:e RI2 E4:fabc:s", "B", "H1 charge 1").at("BH1") == "D4:fabc:e"


@clause("WGR-082", "WGR-084")
def test_ex22_two_charges_on_one_target(play):
    pieces = "BI2 E6:fabc:n BH1 C4:fabc:e RI2 E4:fabc:s"
    played = play(pieces, "B", "I2 charge 1 / H1 charge 1 / end", "A- I---- --- X---")
    assert played.fights == ["1 E5>E4 fire A- attack I---- defence --- attack X---", "1 D4>E4 lapsed"]
    assert played.at("RI2") == "E3:fab:n"
    horse = play(pieces, "B", "I2 charge 1 / H1 charge 1 / fights D4 E5 / end", "C X-----")
    assert horse.fights == ["1 D4>E4 square C attack X-----", "1 E5>E4 lapsed"]
    assert horse.at("RI2") == "F4:fabc:e"


@clause("WGR-016", "WGR-090", "WGR-092")
def test_ex23_a_square_in_a_village(play):
    pieces = "BH2 F4:fabc:n RI6 F2:fa:s G2:bc:s"
    played = play(pieces, "B", "H2 charge 1 / end", "-- X I-- C X--")
    assert played.fights == ["1 F3>F2 fire -- square X attack I-- defence C attack X--"]
    assert played.at("BH2 RI6") == "F3:fab:n F1:f:n G2:bc:s"


@clause("WGR-012", "WGR-014", "WGR-016")
def test_ex24_cohesion(play):
    germans = "RI3 F4:fa:s F5:bc:s"
    assert play(germans, "R", "I3 @F5: f").no == "line 1 E08"
    assert play(germans, "R", "I3 @F5: f, @F4: f").at("RI3") == "F5:fa:s F6:bc:s"
    guards = "RG1 C4:fa:s C6:bc:s"
    assert play(guards, "R", "G1 @C6: left f").no == "line 1 E08"
    assert play(guards, "R", "G1 @C6: about f").at("RG1") == "C4:fa:s C5:bc:n"


@clause("WGR-123", "WGR-124", "WGR-125", "WGR-129", "WGR-131")
def test_ex25_recycling(play):
    pools = {"R": "I5+1 H2+0", "B": "I5+1 H2+0"}
    pieces = "RI1 A1:f:s RI5 B1:f:s BI1 A10:f:n"
    played = play(pieces, "R", "enter I at X3 facing w", dice="ICA--", pools=pools)
    assert played.at("RI6") == "L7:fabc:w"
    assert played.pool("R") == "I2+0 H2+0"
    assert play(pieces, "R", "enter H at X1 s", dice="ICA--", pools=pools).no == "line 1 E12"
    assert play(pieces, "B", "enter I at Y n", dice="ICA--", pools=pools).no == "line 1 E12"


@clause("WGR-132", "WGR-R59")
def test_ex26_victory(play):
    pieces = "RI1 F2:f:s G2:a:s RI2 J9:f:s RI3 K9:f:n RG1 C6:f:s RI4 F5:f:s BI2 A10:f:n"
    assert play(pieces, "R", "end").end == "red objectives WGR-132"
    denied = play(f"{pieces} BI1 K10:fabc:n", "R", "end", "I---")
    assert denied.fights == ["3 K10>K9 attack I---"]
    assert denied.outcome is None


@clause("WGR-093", "WGR-140", "WGR-145")
def test_ex27_void_orders(play):
    pieces = "BA2 F8:ab:n BI2 E6:fabc:n RI2 E4:fabc:s"
    played = play(pieces, "B", "A2 fire E4 / I2 charge 1 / end", "X-")
    assert played.at("RI2 BI2") == "E3:fabc:n E6:fabc:n"
    assert played.no == "line 2 E10"
    assert played.to_move == "red"
    other = play(pieces, "B", "A2 fire E4 / I2 charge 1 or charge 2 / end", "X- X-----")
    assert other.ok
    assert other.fights == ["1 E4>E3 attack X-----"]
    assert other.at("BI2 RI2") == "E4:fabc:n E2:fabc:n"


@clause("WGR-080", "WGR-R43")
def test_ex28_facing_about_under_attack(play):
    played = play("RI2 E4:fabc:w BH1 D4:fabc:s", "R", "I2 hold / end", "C---- CC- -X--")
    assert played.fights == ["2 E4>D4 attack C---- defence CC- attack -X--"]
    assert played.at("BH1 RI2") == "C4:fab:w E4:fabc:w"
