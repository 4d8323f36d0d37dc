"""Plays from end to end, as a referee would set them up on the board: the rulebook's clauses at work together."""

import pytest

clause = pytest.mark.clause

HAND = {"cards": {"hands": {"blue": ["FS", "RE", "IN", "CA", "GB"], "red": ["FS"]}}}
MUD = """scenario "Mud"
base basic
tile MUD E5
army blue NA 1 NE 1 LN 9 LI 5 CH 6 CU 3 FA 8
army red WE 1 UX 1 BF 9 RI 2 KH 6 BA 6
prussians none"""
TWO_HILLS = """scenario "Two hills"
base standard
tile HILL F8
tile HILL E4
army blue NA 1 NE 1 LN 9 FA 8
army red WE 1 UX 1 BF 9 BA 6
prussians none"""


@clause("SWL-054", "SWL-055", "SWL-059")
def test_frenzy_into_a_piece_of_ones_own(play):
    played = play("LN E5, CH E7, BF E6", "attack E5 E6", "B+")
    assert played.fights == [
        "LN E5xE6 BF 3v3 B+ attacker eliminated E6",
        "LN E6xE7 CH 3v2 - attacker eliminated E7",
    ]
    assert played.board == "LN E7"
    assert played.lost("blue") == "CH"
    assert played.lost("red") == "BF"


@clause("SWL-043", "SWL-048")
def test_the_ladder_of_strengths(play):
    assert play("OG E4, HR E5", "attack E4 E5").board == "OG E5"
    played = play("LI E5, RI E6", "attack E5 E6")
    assert played.board == "RI E6"
    assert played.fights == ["LI E5xE6 RI 1v2 - defender eliminated -"]


@clause("SWL-105", "SWL-174", "SWL-014")
@pytest.mark.parametrize(
    ("turn", "clock"),
    [(1, "11:00"), (2, "11:30"), (9, "15:00"), (12, "16:30"), (13, "17:00"), (-2, "09:30"), (0, "10:30")],
)
def test_the_timetable(play, turn, clock):
    early = {"version": "expert", "start": "early"} if turn < 1 else {}
    assert play("NA E1, WE E10", turn=turn, **early).view("blue")["clock"] == clock


@clause("SWL-087", "SWL-019", "SWL-024", "SWL-090")
def test_actions_after_the_loss_of_a_leader(play):
    without_ney = play("NA E1, NE E5, FG E6, WE E10, UX F10", "attack E6 E5 / end", seat="red", turn=4, n=None)
    assert without_ney.lost("blue") == "NE"
    assert (without_ney.ply, without_ney.actions) == ("blue 4", "0/2")
    without_napoleon = play("NE E1, NA E5, FG E6, WE E10, UX F10", "attack E6 E5 / end", seat="red", turn=4, n=None)
    assert (without_napoleon.ply, without_napoleon.actions) == ("blue 4", "0/1")
    both = play("NA E5, NE F5, FG E6, HR F6", "attack E6 E5 / attack E5 F5", seat="red", turn=4)
    assert both.end == "red leaders_lost SWL-090"


@clause("SWL-110", "SWL-111")
def test_four_actions_are_split(play):
    pieces = "WE E10, UX F10, SL L5, BF B8"
    assert play(pieces, seat="red", turn=13, n=None).actions == "0/4"
    prussian = "L5 K5 / K5 L5 / L5 K5 / "
    allied = "B8 B7 / B7 B8 / B8 B7 / "
    assert play(pieces, prussian + "B8 B7", seat="red", turn=13, n=None).ok
    assert play(pieces, allied + "L5 K5", seat="red", turn=13, n=None).ok
    assert play(pieces, prussian + "K5 L5", seat="red", turn=13, n=None).no == "4 E-SPLIT SWL-111"
    assert play(pieces, allied + "B7 B8", seat="red", turn=13, n=None).no == "4 E-SPLIT SWL-111"


@clause("SWL-086", "SWL-049", "SWL-101")
def test_grapeshot_for_a_leader(play):
    pieces = "NA E5, NE A1, BA E7"
    played = play(pieces, "attack E5 E7 / end", n=None)
    assert played.fights == ["NA E6xE7 BA gun_front - defender eliminated -"]
    assert played.then("end").actions == "0/1"
    assert play(pieces, "attack E5 E7", version="standard").end == "red cinc_lost SWL-101"


@clause("SWL-084", "SWL-085")
def test_a_commander_in_chief_attacks_and_is_attacked(play):
    assert play("NA E5, RH E6", "attack E5 E6").board == "NA E6"
    played = play("NA E5, BL E6", "attack E6 E5", seat="red")
    assert played.board == "BL E5"
    assert played.lost("blue") == "NA"


@clause("SWL-022", "SWL-021")
def test_an_attack_ends_its_action(play):
    played = play("CH E3, KH E6, KH E8", "attack E3 E6 / attack E6 E8", "B B")
    assert played.actions == "2/3"
    assert played.board == "CH E8"
    assert play("CH E3, KH E6", "attack E3 E6", "B").actions == "1/3"


@clause("SWL-055", "SWL-040", "SWL-R32")
def test_a_defender_in_frenzy(play):
    played = play("LI E3, LN E4, BF E5", "attack E4 E5", "R+")
    assert played.fights == [
        "LN E4xE5 BF 3v3 R+ defender eliminated E4",
        "BF E4xE3 LI 3v1 - attacker eliminated E3",
    ]
    assert played.board == "BF E3"


@clause("SWL-040", "SWL-R29", "SWL-055")
def test_the_square_that_an_attacker_came_from_is_empty(play):
    played = play("LI E3, LN E4, BF E6", "attack E4 E6", "R+")
    assert played.board == "LI E3, BF E5"
    assert played.of("attack")[0]["assault"] == "E5"


@clause("SWL-073", "SWL-064", "SWL-R36")
def test_heavy_cavalry_in_frenzy(play):
    played = play("PL E5, HR E6, BF E7, KH E8", "attack E5 E6", "B+")
    assert played.fights == [
        "PL E5xE6 HR 5v5 B+ attacker eliminated E6",
        "PL E6xE7 BF 4v3 - attacker eliminated E7",
    ]
    assert played.board == "PL-2 E7, KH E8"


@clause("SWL-073", "SWL-062", "SWL-080", "SWL-R36", "SWL-R39")
def test_two_charges_a_retreat_and_new_strength(play):
    played = play("CU E2, KH E6, BF F6, NA A1", "attack E2 E6 / attack E6 F6 / end", "RR")
    assert played.fights == [
        "CU E5xE6 KH 4v2 - attacker eliminated E6",
        "CU E6xF6 BF 3v3 RR defender withdrawn -",
    ]
    assert played.pool("blue") == "CU-2 withdrawn"
    back = played.then("end").then("enter CU E1")
    assert back.at("E1") == "CU"


@clause("SWL-080", "SWL-063", "SWL-R39", "SWL-R66")
def test_a_short_absence_and_a_long_one(play):
    played = play("BF D5, CU-1 D4, NA A1", "attack D5 D4 / end", "RR", seat="red")
    assert played.fights == ["BF D5xD4 CU 3v3 RR attacker withdrawn D4"]
    assert played.ply == "blue 5"
    assert played.then("enter CU E1").at("E1") == "CU-1"
    assert played.then("end").then("end").then("enter CU E1").at("E1") == "CU"


@clause("SWL-077", "SWL-078", "SWL-080", "SWL-092", "SWL-R38")
def test_resting(play):
    pieces = "PL E4, BF E5, NA A1, WE A10"
    assert play(pieces, "attack E4 E5 / rest E5").no == "2 E-REST SWL-078"
    charged = play(pieces, "attack E4 E5")
    assert charged.then("rest E5").no == "1 E-REST SWL-078"
    turn6 = charged.then("end").then("end")
    assert turn6.ply == "blue 6"
    rested = turn6.then("rest E5 / end")
    assert rested.ok
    assert rested.pool("blue") == "PL-1 resting"
    assert turn6.then("rest E5 / enter PL E1").no == "2 E-ENTER SWL-092"
    assert turn6.then("rest E5").actions.startswith("0/")
    turn7 = rested.then("end")
    assert turn7.ply == "blue 7"
    assert turn7.then("enter PL E1").at("E1") == "PL"


@clause("SWL-078")
def test_a_charge_before_the_rest_puts_it_off(play):
    turn6 = play("PL E4, BF E5, BF E6, NA A1", "attack E4 E5 / end").then("end")
    assert turn6.then("attack E5 E6 / rest E6").no == "2 E-REST SWL-078"
    assert turn6.then("attack E5 E6 / end").then("end").then("rest E6").ok


@clause("SWL-R30", "SWL-036", "SWL-049", "SWL-050")
def test_the_way_of_an_attack_on_a_gun(play):
    lazy = play("LN D5, BA E6", "attack D5 E6")
    assert lazy.of("attack")[0]["assault"] == "D6"
    assert lazy.board == "LN E6"
    named = play("LN D5, BA E6", "attack D5-E5xE6")
    assert named.board == "BA E6"
    assert named.lost("blue") == "LN"


@clause("SWL-R30", "SWL-049")
def test_no_flank_is_left(play):
    played = play("OG E4, BA E6, BF D6, BF F6", "attack E4 E6")
    assert played.of("attack")[0]["assault"] == "E5"
    assert played.board == "BF D6, BA E6, BF F6"


@clause("SWL-066", "SWL-069", "SWL-067")
def test_gunfire(play):
    assert play("FA E4, BF E7", "fire E4 E7").board == "FA E4"
    immune = play("FA E4, RI E7", "fire E4 E7")
    assert immune.shots == ["E4 E7 RI immune"]
    assert immune.board == "FA E4, RI E7"
    assert immune.actions == "1/3"
    assert immune.sees("blue", "E7") == "RI"
    assert play("FA E4, LI E6, BF E7", "fire E4 E7").no == "1 E-LOS SWL-067"
    assert play("FA E4, BF E8", "fire E4 E8").no == "1 E-LOS SWL-066"


@clause("SWL-128", "SWL-129", "SWL-R43")
def test_a_gun_on_the_hill(play):
    pieces = "BA F8, HR F7, BF E7, LN E4, LN F4, LN G3"
    played = play(pieces, "fire F8 E4 / fire F8 F4", seat="red", version="standard")
    assert played.board == "BF E7, HR F7, BA F8, LN G3"
    assert play(pieces, "fire F8 G3", seat="red", version="standard").no == "1 E-LOS SWL-128"
    assert play("FA F5, BA F8", "fire F5 F8", version="standard").no == "1 E-HILLGUN SWL-129"


@clause("SWL-127", "SWL-045", "SWL-044")
def test_defending_a_hill(play):
    played = play("CU F5, BF F8", "attack F5 F8", "R", version="standard")
    assert played.fights == ["CU F7xF8 BF 4v4 R defender eliminated -"]
    assert played.board == "BF F8"
    played = play("OG F7, FG F8", "attack F7 F8", "BR", version="standard")
    assert played.fights == ["OG F7xF8 FG 6v6 BR attacker withdrawn F8"]
    assert played.pool("red") == "FG withdrawn"


@clause("SWL-120", "SWL-119")
def test_a_fortified_farm(play):
    farm = {"tiles": {"HOU": {"flag": "blue"}}}
    pieces = "LN C5, LN D5, LN C6, LN D6, BF D7, HR C7"
    played = play(pieces, "attack D7 D6 / attack C7 C6 / end", seat="red", version="standard", position=farm)
    assert played.fights == [
        "BF D7xD6 LN 3v4 - defender eliminated -",
        "HR C7xC6 LN 5v4 - attacker eliminated C6",
    ]
    assert played.tile("HOU") == "blue 0"
    assert played.then("attack C5 C6").fights == ["LN C5xC6 HR 4v5 - defender eliminated -"]


@clause("SWL-132", "SWL-R51", "SWL-131")
def test_a_draft_by_the_default_lists(begun):
    played = begun(version="standard")
    assert sorted(played.hand("red").split()) == sorted(["FS", "CA", "GB", "RE"])
    assert sorted(played.hand("blue").split()) == sorted(["FS", "GB", "IN", "RE"])
    assert sorted(played.position["cards"]["discards"]) == sorted(["FS", "CA", "CA", "GB", "IN", "IN", "RE"])
    assert played.position["cards"]["stack"] == []


@clause("SWL-061", "SWL-125")
def test_frenzy_in_a_farm(play):
    played = play("LN C5, LN C4, BF D5, RI D6", "attack C5 D5", "B+", version="standard")
    assert played.fights == [
        "LN C5xD5 BF 3v3 B+ attacker eliminated D5",
        "LN D5xD6 RI 3v2 - attacker eliminated D6",
    ]
    assert played.board == "LN C4, LN D6"


@clause("SWL-121", "SWL-123", "SWL-124", "SWL-R47")
def test_a_bombardment(play):
    farm = {"tiles": {"HOU": {"damage": 2}}}
    orders = "fire C3 HOU / fire C3 C5 / fire C3 C5"
    played = play("FA C3, BF C5, BF D5", orders, version="standard", position=farm)
    assert played.shots == ["C3 HOU damaged 3", "C3 HOU destroyed 4", "C3 C5 BF eliminated"]
    assert played.board == "FA C3, BF D5"


@clause("SWL-097", "SWL-099")
def test_lines_of_retreat(play):
    card = {"retreat": {"red": "RIGHT", "blue": "CENTRE"}}
    one = play("LN C9, CH B5", "C9 C10", position=card)
    assert one.end is None
    assert one.kinds == ["move"]
    both = play("LN C9, CH B5, LN A1", "C9 C10 / B5 B10 / A1 A2", position=card)
    assert both.end == "blue retreat_lines SWL-097"
    assert both.at("A1 A2") == "LN .."
    elsewhere = play("LN C9, CH E5", "C9 C10 / E5 E10", position=card)
    assert elsewhere.end is None
    assert elsewhere.awaiting == {"blue": "ply"}


@clause("SWL-R31", "SWL-053")
def test_a_defender_may_advance(play):
    stays = play("CH E3, KH E6", "attack E3 E6", "R")
    assert stays.board == "KH E6"
    goes = play("CH E3, KH E6", "attack E3 E6", "R", position={"standing": {"red": {"advance": "on"}}})
    assert goes.board == "KH E5"


@clause("SWL-144", "SWL-R41")
def test_fighting_spirit_in_defence(play):
    holds = {"cards": {"hands": {"blue": [], "red": ["FS"]}}}
    told = holds | {"standing": {"red": {"spirit": "win 4"}}}
    played = play("MG E5, HR E6", "attack E5 E6", version="standard", position=told)
    assert played.fights == ["MG E5xE6 HR 5v6 - defender eliminated -"]
    assert played.hand("red") == ""
    default = play("MG E5, HR E6", "attack E5 E6", "B", version="standard", position=holds)
    assert default.fights == ["MG E5xE6 HR 5v5 B attacker eliminated E6"]
    assert default.hand("red") == "FS"
    leader = play("OG E5, UX E6", "attack E5 E6", "RR", version="standard", position=holds)
    assert leader.fights == ["OG E5xE6 UX 6v6 RR defender withdrawn -"]
    assert leader.hand("red") == ""


@clause("SWL-143", "SWL-R40")
def test_fighting_spirit_in_attack(play):
    played = play("LN E5, BF E6", "attack E5 E6 spirit", version="standard", position=HAND)
    assert played.fights == ["LN E5xE6 BF 4v3 - attacker eliminated E6"]
    assert played.actions == "1/3"
    assert "FS" not in played.hand("blue")


@clause("SWL-088", "SWL-089", "SWL-R20")
@pytest.mark.parametrize("waiting", [0, 2])
def test_a_commander_is_thrown_back_and_returns(play, waiting):
    played = play("NE E5, HR E6, NA A1, LN H2, LN H4", "attack E5 E6 / H2 G2 / H4 G4 / end", "RR", n=None)
    assert played.ok
    assert played.pool("blue") == "NE withdrawn"
    played = played.then("end")
    for _ in range(waiting):
        played = played.then("end").then("end")
    assert played.ply == f"blue {6 + waiting}"
    assert played.actions == "0/2"
    back = played.then("enter NE E1 / G2 G3 / G4 G5")
    assert back.ok
    assert back.at("E1 G3 G5") == "NE LN LN"
    assert played.then("G2 G3 / G4 G5 / G3 G2").no == "3 E-ACTIONS SWL-019"


@clause("SWL-058", "SWL-R33")
def test_two_equal_friends(play):
    played = play("LN E5, LN E7, BF E6", "attack E5 E6", "B+")
    assert played.board == "LN E7"
    assert played.lost("blue") == "LN"
    assert [event["how"] for event in played.of("attack")] == ["die", "own_tie"]
    leader = play("NE E5, MG E7, HR E6", "attack E5 E6", "B+")
    assert leader.board == "NE E7"
    assert leader.lost("blue") == "MG"


@clause("SWL-059", "SWL-056")
def test_ones_own_gun_from_behind(play):
    played = play("LN E5, FA E7, BF E6", "attack E5 E6", "B+")
    assert played.board == "LN E7"
    assert played.lost("blue") == "FA"


@clause("SWL-056", "SWL-049")
def test_frenzy_before_a_gun(play):
    played = play("YG E5, DC E6, BA E7", "attack E5 E6", "B+")
    assert played.board == "BA E7"
    assert played.lost("blue") == "YG"
    assert played.lost("red") == "DC"


@clause("SWL-185", "SWL-186", "SWL-187", "SWL-188", "SWL-189", "SWL-R49")
def test_mud(play):
    def ordered(pieces, orders):
        return play(pieces, orders, battlefield=MUD)

    assert ordered("CH E2", "E2 E6").no == "1 E-MUD SWL-186"
    assert ordered("CH E2", "E2 E5").board == "CH E5"
    assert ordered("CH E5", "E5 E4").no == "1 E-MUD SWL-187"
    assert ordered("LN F3", "F3 F5").board == "LN F5"
    assert ordered("LN F4", "F4 F6").no == "1 E-MUD SWL-186"
    assert ordered("LI G4", "G4-F4-F5-F6").board == "LI F6"
    assert ordered("FA E4", "E4 E5").no == "1 E-MUD SWL-189"


@clause("SWL-106", "SWL-107")
def test_prussians_arrive(play):
    undrawn = {"undrawn": ["PI", "LW", "SL"]}
    played = play("CH L5, BF L7, NA A1", "end", turn=12, position=undrawn)
    assert played.ply == "red 13"
    assert played.at("L6 L8") == "PI LW"
    assert played.position["undrawn"] == ["SL"]
    blocked = play("BF L5, NA A1", "end", turn=12, position=undrawn)
    assert blocked.at("L6") == "PI"
    assert blocked.position["undrawn"] == ["LW", "SL"]


@clause("SWL-142", "SWL-R56")
def test_a_grand_battery(play):
    pieces = "FA E4, FA F4, FA G4, FA I4, BF E7, HR F7, RI G7, BF I7"
    played = play(pieces, "card GB fire E4 E7, F4 F7, G4 G7", version="standard", position=HAND)
    assert played.shots == ["E4 E7 BF eliminated", "F4 F7 HR eliminated", "G4 G7 RI immune"]
    assert played.actions == "1/3"
    assert played.sees("blue", "G7") == "RI"
    apart = play(pieces, "card GB fire E4 E7, F4 F7, G4 G7, I4 I7", version="standard", position=HAND)
    assert apart.no == "1 E-CARD SWL-142"


@clause("SWL-163", "SWL-164", "SWL-165", "SWL-166", "SWL-168", "SWL-170", "SWL-171")
def test_a_pursuit(play):
    riders = {"V1": "CH", "V2": "CH", "V3": "CU-3", "V4": "NE", "R1": "KH"}
    chase = {
        "phase": "pursuit",
        "eliminated": {"blue": {"LN": 14}, "red": {"BF": 14, "UX": 1, "RH": 1}},
        "pursuit": {"victor": "blue", "riders": riders},
    }
    pieces = "BF E9, BF F10, BF B8, BF C8, BA G9"
    played = play(pieces, "cut V1 E9 / cut V2 F10 / charge V3 R1", version="expert", n=None, position=chase)
    assert played.ok
    assert played.lost("blue") == " ".join(["CU"] + ["LN"] * 14)
    assert played.awaiting == {"red": "pursuit"}
    assert played.actions == "0/2"
    played = played.then("save B8 / charge R1 V1")
    assert played.ok
    assert played.lost("red").split().count("KH") == 1
    played = played.then("cut V1 C8 / cut V2 G9")
    assert played.end == "blue minor SWL-171"
    assert played.of("end")[0]["difference"] == 6
    assert played.of("end")[0]["casualties"] == {"blue": 15, "red": 21}


@clause("SWL-171", "SWL-R61")
@pytest.mark.parametrize(
    ("difference", "end"),
    [
        (-5, "draw indecisive"),
        (0, "draw indecisive"),
        (3, "draw indecisive"),
        (4, "blue minor"),
        (9, "blue minor"),
        (10, "blue major"),
    ],
)
def test_levels_of_victory(play, difference, end):
    chase = {
        "phase": "pursuit",
        "eliminated": {"blue": {"LN": 8}, "red": {"BF": 5 + difference, "BL": 3}},
        "pursuit": {"victor": "blue", "riders": {"V1": "CH"}},
    }
    assert play("BF E9", "stop", version="expert", n=None, position=chase).end == f"{end} SWL-171"


@clause("SWL-156", "SWL-157", "SWL-158", "SWL-R15")
def test_sections_in_expert(play):
    split = play("LN D10, CH E5, CH F5", "E5 E10", version="expert")
    assert split.end is None
    assert split.position["phase"] == "play"
    centre = play("LN D10, CH E5, CH F5", "E5 E10 / F5 F10", version="expert")
    assert centre.end == "blue retreat_lines SWL-156"
    left = play("CH I10, CH L9, BF A8", "L9 L10", "1 1 1 1 1 1", version="expert")
    assert left.position["phase"] == "pursuit"
    assert left.position["pursuit"]["victor"] == "blue"
    french = play("BF F1, BF H2, CH A3, KH A9", "H2 H1", "1 1 1 1", seat="red", version="expert")
    assert french.position["pursuit"]["victor"] == "red"


@clause("SWL-150", "SWL-152", "SWL-R48")
def test_plancenoit(play):
    assert play("LN J3, PI J4", "attack J4 J3", seat="red", version="expert").fights == [
        "PI J4xJ3 LN 3v4 - defender eliminated -"
    ]
    pieces = "PA K6, LN K3"
    assert play(pieces, "fire K6 K3", seat="red", version="expert").board == "PA K6"
    village = play(pieces, "fire K6 PLA", seat="red", version="expert")
    assert village.board == "LN K3, PA K6"
    assert village.tile("PLA") == "- 1"


@clause("SWL-R45", "SWL-120", "SWL-117")
def test_attacking_out_of_a_farm(play):
    farm = {"tiles": {"HOU": {"flag": "red"}}}
    played = play("BF C5, YG C4", "attack C5 C4", "B", seat="red", version="standard", position=farm)
    assert played.fights == ["BF C5xC4 YG 4v4 B defender eliminated -"]
    played = play("BF C7, LN C5", "attack C7 C5", seat="red", version="standard", position=farm)
    assert played.fights == ["BF C6xC5 LN 4v3 - attacker eliminated C5"]


@clause("SWL-176", "SWL-177", "SWL-175", "SWL-178")
def test_starting_early(begun, play):
    played = begun(version="expert", start="early")
    blue = [square for square, piece in played.view("blue")["board"].items() if piece["side"] == "blue"]
    assert len(blue) == 33
    assert played.ply == "blue -2"
    assert played.then("enter OG G1").no == "1 E-ENTER SWL-177"
    for _ in range(6):
        played = played.then("end")
    assert played.ply == "blue 1"
    entered = played.then("enter OG G1")
    assert entered.at("G1") == "OG"
    assert entered.actions == "1/3"


@clause("SWL-180", "SWL-181", "SWL-182")
def test_where_the_prussians_are(play):
    undrawn = {"undrawn": ["PI", "LW", "SL"]}
    pieces = "NA A1, NE B1, WE A10, UX B10, BF C8"

    def evening(die):
        ninth = play(pieces, "end", die, turn=8, version="expert", grouchy="on", position=undrawn)
        assert ninth.ply == "red 9"
        assert ninth.of("grouchy")[0]["die"] == die
        return play(
            pieces,
            "end",
            turn=12,
            version="expert",
            grouchy="on",
            position=undrawn | {"grouchy": ninth.position["grouchy"]},
        )

    come = evening("R+")
    assert come.at("L6 L5") == "PI LW"
    assert come.actions == "0/4"
    never = evening("BR")
    assert never.at("L6 L5") == ".. .."
    assert never.actions == "0/3"
    assert never.then("take FS CA").codes == ["E-TAKE"]


@clause("SWL-141", "SWL-R55")
def test_a_combined_attack(play):
    pieces = "FA E4, MG C6, CU G4, BF E7, BF C7, KH G7, LN H2, BF H3"
    orders = "card CA fire E4 E7, attack C6 C7, attack G4 G7"
    played = play(pieces, orders, version="standard", position=HAND)
    assert played.ok
    assert played.at("E7 C7 G7") == ".. MG CU-1"
    assert played.actions == "1/3"
    twice = play(pieces, "card CA attack C6 C7, attack H2 H3", version="standard", position=HAND)
    assert twice.no == "1 E-CARD SWL-141"


@clause("SWL-139", "SWL-R53")
def test_reconnaissance(play):
    pieces = "BF E7, HR F7, RI F8, BA G8, LN A2"
    played = play(pieces, "card RE E7 F7 F8 G8 / A2 A3 / end", version="standard", position=HAND)
    assert played.sees("blue", "E7 F7 F8 G8") == "BF HR RI BA"
    assert played.sees(None, "E7 F7 F8 G8") == "i i i a"
    assert [event["pieces"] for event in played.of("scouted", "blue")] == [
        {"E7": "BF", "F7": "HR", "F8": "RI", "G8": "BA"}
    ]
    assert played.of("scouted", "red") == []
    assert played.of("card", "red")[0]["squares"] == ["E7", "F7", "F8", "G8"]
    assert played.awaiting == {"blue": "ply"}
    assert played.at("A2 A3") == "LN .."
    assert played.then("A2 A3 / end").awaiting == {"red": "ply"}


@clause("SWL-140", "SWL-R54")
def test_initiative(play):
    pieces = "LN E2, LN F2, LN A3, BF B4"
    played = play(pieces, "card IN E2-E3, F2-F4, A3-B3", version="standard", position=HAND)
    assert played.board == "LN B3, BF B4, LN E3, LN F4"
    assert played.actions == "1/3"
    for moves in ("E2-E3, E3-E4", "E2-E3, A3-B3-B4"):
        refused = play(pieces, f"card IN {moves}", version="standard", position=HAND)
        assert refused.no == "1 E-CARD SWL-140"
        assert refused.at("E2 A3") == "LN LN"


@clause("SWL-058", "SWL-059", "SWL-072")
def test_frenzy_into_an_ally(play):
    played = play("BF E6, LN E5, PI E4", "attack E6 E5", "R+", seat="red")
    assert played.board == "PI E4"
    assert played.lost("red") == "BF"
    gun = play("BF E6, LN E5, BA E4", "attack E6 E5", "R+", seat="red")
    assert gun.board == "BF E4"
    assert gun.lost("red") == "BA"


@clause("SWL-R28", "SWL-049", "SWL-R30")
def test_light_infantry_at_a_gun(play):
    walled = "LI E5, BA E6, BF D6, BF F6"
    assert play(walled, "attack E5 E6").lost("blue") == "LI"
    repulsed = play(walled, "attack E5 E6", li_front="repulse")
    assert repulsed.at("E5 E6") == "LI BA"
    assert repulsed.actions == "1/3"
    around = play("LI E5, BA E6, BF F6", "attack E5 E6")
    assert around.of("attack")[0]["path"] == ["E5", "D5", "D6"]
    assert around.at("E6") == "LI"


@clause("SWL-095", "SWL-R05", "SWL-012")
def test_what_the_enemy_reads(play):
    left = {"pool": {"blue": [{"code": "PL", "blocks": 1, "status": "resting", "left": {"turn": 4, "seat": "blue"}}]}}
    played = play("LN E4, PL-1 C7, NA A1", "E4 E6 / rest C7")
    move = played.of("move", "red")[0]
    assert (move["piece"]["code"], move["piece"]["arm"], move["from"], move["to"]) == (None, "i", "E4", "E6")
    rest = played.of("rest", "red")[0]
    assert (rest["piece"]["code"], rest["piece"]["blocks"], rest["square"]) == ("PL", 1, "C7")
    back = play("NA A1", "enter PL B1", position=left)
    entered = back.of("enter", "red")[0]
    assert (entered["piece"]["code"], entered["piece"]["arm"], entered["square"]) == (None, "c", "B1")


@clause("SWL-129")
def test_a_duel_of_guns_on_two_hills(play):
    pieces = "FA F5, BA F8"
    assert play(pieces, "fire F5 F8", battlefield=TWO_HILLS).board == "FA F5"
    assert play(pieces, "fire F8 F5", seat="red", battlefield=TWO_HILLS).board == "BA F8"
