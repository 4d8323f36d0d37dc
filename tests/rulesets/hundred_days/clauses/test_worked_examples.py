"""The worked examples of the rules, W01 to W60: position, orders and dice, and what they come to."""

from __future__ import annotations

from typing import Any

import pytest
from hundred_days_columns import Then, lay, turn

clause = pytest.mark.clause
# Three armies each hear nothing.
SILENCE = [1, 1, 1]
ASKED: dict[str, Any] = {"options": {"nights": "asked"}}


@clause("HD-001")
def test_w01_calendar(rules):
    options = rules.settle({"scenario": "ligny"})
    position = rules.opening(options)
    assert (position.beat, position.turn) == (66, 9)
    campaign = rules.variant(options).campaign
    assert campaign.hour + 66 * 0.5 == 36  # 3 hours and 33 more are noon of the 16th


@clause("HD-044", "HD-045", "HD-014")
def test_w02_an_order_travels(known):
    played = known("P4@LBT", {"coalition": "P4 march FLE"}, SILENCE, persons={"blucher": "NAM"})
    assert played.beat_of("set_out", column="P4") == 7
    played = known("P4@LBT", {"coalition": "P4 march FLE"}, SILENCE * 2, 2, persons={"blucher": "NAM"})
    assert played.beat_of("arrived", column="P4", at="FLE") == 9


@clause("HD-024", "HD-012", "HD-014", "HD-016")
@pytest.mark.parametrize(("word", "arrives"), [("", 25), (" forced", 20)])
def test_w03_ready_and_forced(known, word, arrives):
    played = known(
        "F3@WLC ready=6 | FO@BEA", {"napoleon": f"F3 march CHA{word}"}, SILENCE * 4, 4, persons={"napoleon": "FO"}
    )
    assert played.beat_of("set_out", column="F3", **{"from": "WLC"}) == 7
    assert played.beat_of("arrived", column="F3", at="CHA") == arrives


@clause("HD-019", "HD-020", "HD-008")
def test_w04_the_tail(known):
    orders = {"napoleon": "F2 march THU / F7 march THU"}
    played = known("F2@SOL | F7@SOL | FO@BEA", orders, SILENCE * 3, 3, persons={"napoleon": "FO"})
    assert played.beat_of("set_out", column="F2") == 4
    assert played.beat_of("set_out", column="F7") == 11
    assert played.beat_of("arrived", column="F2") == 13
    assert played.beat_of("arrived", column="F7") == 20
    orders = {"napoleon": "F1 march THU / F2 march THU / F7 march THU"}
    columns = "F1@SOL ready=4 | F2@SOL | F7@SOL | FO@BEA"
    played = known(columns, orders, SILENCE * 3, 3, persons={"napoleon": "FO"})
    assert [played.beat_of("set_out", column=code) for code in ("F2", "F1", "F7")] == [4, 11, 18]


@clause("HD-012")
@pytest.mark.parametrize(
    ("column", "path", "beats"),
    [
        ("F7@MSJ", "OHA", {"dry": 5, "mud": 8}),
        ("F7@GEN", "QBR", {"dry": 4, "mud": 4}),
        ("FP@MSJ", "OHA", {"dry": 3, "mud": 4}),
    ],
)
def test_w05_mud(play, column, path, beats):
    for weather, expected in beats.items():
        rain = 15 if weather == "mud" else 0
        played = play(f"{column} march {path}", None, turn=19, rain=rain)
        assert played.beat_of("arrived") - 144 == expected


@clause("HD-012")
def test_w05_night(play):
    asked = {"nights": "asked"}
    played = play("F7@MSJ march OHA night", None, (), 2, turn=6, options=asked)
    assert (played.beat_of("arrived") - 40, rate_by_night(44, 4)) == (10, 11)
    # Eight beats of 4 hm by night and one and a half of 9 by day; all by night it would be eleven.
    played = play("F7@GEN march QBR night", None, turn=6, options=asked)
    assert played.beat_of("arrived") - 40 == 6


def rate_by_night(length: int, rate: int) -> int:
    return -(-length // rate)


@clause("HD-015", "HD-016", "HD-018")
def test_w06_a_night_order(known):
    played = known("P5@MAZ", {"coalition": "P5 march SOM night"}, SILENCE * 2, turn=5, persons={"blucher": "GEM"})
    assert played.beat_of("set_out", column="P5") - 32 == 3
    assert played.beat_of("arrived", column="P5") - 32 == 7
    night = "P5@MAZ march SOM night"
    played = known(night, None, SILENCE, turn=6, options={"nights": "asked"})
    assert played.beat_of("arrived", column="P5") - 40 == 7
    played = known("P5@MAZ march SOM", None, SILENCE, turn=6, options={"nights": "asked"})
    assert played.of("set_out") == []
    assert known("P5@MAZ march SOM", None, SILENCE * 2, 2, turn=6).beat_of("set_out") - 48 == 1


@clause("HD-031")
def test_w07_fatigue(play):
    # Five beats to the enemy, three of them and more forced, and a round of battle.
    # By Gilly to Fleurus are 30 hm paved and 92 of road: two beats and six, and the battle is in the next turn.
    played = play("F7@GIL march FLE forced attack fatigue=2 | P4@FLE", None, Then([], 1))
    assert [each["beat"] for each in played.of("round")] == [8]
    assert (played.beat_of("battle"), played.column("F7")["fatigue"]) == (6, 5)
    assert play("F7@CHA rest fatigue=5").column("F7")["fatigue"] == 3
    played = play("F7@CHA fatigue=3", None, turn=6, options={"nights": "asked"})
    assert played.column("F7")["fatigue"] == 1
    assert play("F7@FLE march LBT fatigue=2").column("F7")["fatigue"] == 2


@clause("HD-033", "HD-034")
def test_w08_stragglers(play):
    column = play("F3@CHA fatigue=7").column("F3")
    assert [column[key] for key in ("fatigue", "stragglers", "horse", "foot")] == [6, 5, 10, 163]
    column = play("F3@CHA rest foot=163 horse=10 fatigue=6 stragglers=5").column("F3")
    assert [column[key] for key in ("fatigue", "stragglers")] == [4, 3]


@clause("HD-057", "HD-060")
def test_w09_meeting_on_the_road(play):
    road = "F7@FLE>LIG:24 march LIG {0} | P1@LIG>FLE:4 march FLE {1}"
    played = play(road.format("attack", "stand"), None, Then([], 1))
    begun = played.one("battle")
    assert (begun["beat"], begun["link"], begun["attacker"], begun["terrain"]) == (1, "FLE-LIG", "french", False)
    assert played.where("F7") == "FLE>LIG:24"
    assert played.where("P1") == "LIG>FLE:4"
    for one, other in (("stand", "stand"), ("stand", "avoid")):
        played = play(road.format(one, other))
        assert played.of("battle") == []
        assert (played.where("F7"), played.where("P1")) == ("FLE>LIG:24", "LIG>FLE:4")
        assert played.column("F7")["touch"] == ["P1"]


@clause("HD-059", "HD-061")
def test_w10_halting_short(known):
    played = known("F7@FLE march LIG | P1@LIG", None, SILENCE, persons={"napoleon": "FLE"})
    assert played.where("F7") == "FLE>LIG:45"
    assert played.beat_of("touch") == 4
    assert (played.column("F7")["touch"], played.column("F7")["path"]) == (["P1"], ["LIG"])
    later = turn(played.rules, played.position, {"napoleon": "F7 attack"}, Then([], 1))
    assert later.beat_of("acts", column="F7") - 8 == 2
    assert later.beat_of("battle") - 8 == 2
    played = known("F7@FLE>LIG:45 march LIG touch=P1 | P1@LIG march SOM", None, SILENCE)
    assert played.of("battle") == []
    assert played.beat_of("arrived", column="F7") == 2


BATTLE = "F3@CHA>GIL:6 march GIL attack | FP@CHA>GIL march GIL attack | P2@GIL"


def gilly(play: Any, dice: list[int], columns: str = BATTLE) -> Any:
    """The attack at the end of beat 2 of an evening, its one round at the end of beat 4."""
    return play(columns, None, dice, persons={"napoleon": "FP"}, turn=5, options={"nights": "asked"})


@clause("HD-072", "HD-073", "HD-074", "HD-075", "HD-076")
def test_w11_a_round(play):
    played = gilly(play, [4, 5, 3])
    assert played.beat_of("battle") - 32 == 2
    fought = played.one("round")
    assert fought["beat"] - 32 == 4
    assert [fought[key] for key in ("attack", "defence", "attacker_loses", "defender_loses")] == [5, 5, 2, 7]
    losses = {each["column"]: each["men"] for each in played.of("lost")}
    assert losses == {"F3": 2, "P2": 7}
    tested = played.one("test")
    assert [tested[key] for key in ("side", "percent", "die", "over")] == ["coalition", 8, 3, -3]
    assert played.column("P2")["at"] == "GIL"


@clause("HD-076", "HD-077")
@pytest.mark.parametrize(("line", "to"), [("", "FLE"), (" line=FLE", "FLE"), (" line=LBT", "LBT")])
def test_w12_retreat(play, line, to):
    played = gilly(play, [4, 5, 6, 1], BATTLE + line)
    assert played.one("test")["over"] == 0
    assert played.one("retreat")["to"] == to
    # One for the retreat and one for the round; it marches less than five beats, or by four beats to Fleurus.
    assert played.column("P2")["fatigue"] == 2


@clause("HD-081")
def test_w13_pursuit(play):
    played = gilly(play, [4, 5, 6, 4])
    assert played.one("pursuit")["men"] == 7
    column = played.column("P2")
    assert column["lost"] == 14


@clause("HD-076", "HD-082")
@pytest.mark.parametrize(
    ("lost", "die", "straggle", "guns", "fatigue", "routed"), [(28, 5, 6, 14, 3, False), (33, 6, 13, 9, 4, True)]
)
def test_w14_beaten_and_routed(play, lost, die, straggle, guns, fatigue, routed):
    # 22 and 26 per cent of what the column brought have fallen when the test is made.
    battle = {"number": 1, "at": "FLE", "attacker": "french", "rounds": 1, "brought": (2000, 130), "lost": (0, lost)}
    columns = "F2@FLE battle=1 foot=10 horse=0 guns=0 came=GOS | P1@FLE battle=1 foot=120 horse=10 guns=18"
    played = play(columns, None, [1, 1, die], turn=5, battles=[battle], **ASKED)
    assert played.one("test")["percent"] == {28: 21, 33: 25}[lost]
    column = played.column("P1")
    assert played.of("stragglers", column="P1")[0]["men"] == straggle
    assert (column["guns"], column["routed"]) == (guns, routed)
    assert column["fatigue"] == fatigue


@clause("HD-063")
@pytest.mark.parametrize(("die", "lost"), [(2, 0), (4, 2), (5, 5)])
def test_w15_rearguard(play, die, lost):
    played = play("F2@MAR>FON:50 march FON attack | P1@FON avoid", None, [die])
    assert played.one("rearguard")["score"] == die + 1
    assert played.column("P1")["lost"] == lost
    assert played.column("P1")["stance"] == "avoid"
    assert (played.where("F2"), played.column("F2")["halt"]) == ("FON", 3)


@clause("HD-063")
def test_w15_caught(play):
    played = play("F2@MAR>FON:50 march FON attack | P1@FON avoid", None, Then([6], 1))
    assert played.of("rearguard")[0]["score"] == 7
    assert played.one("battle")["terrain"] is False
    town = play("F2@CHA>MAR:40 march MAR attack | P1@MAR avoid", None, [6])
    assert town.one("rearguard")["score"] == 6


@clause("HD-058", "HD-060", "HD-074")
def test_w16_simultaneous_arrival(play):
    roads = "F7@GOS>FRA:80 march FRA attack | AP@QBR>FRA:30 march FRA"
    begun = play(roads, None, Then([], 1)).one("battle")
    assert (begun["at"], begun["attacker"], begun["terrain"]) == ("FRA", "french", False)
    roads = "F7@FRA>QBR:30 march QBR {0} | AP@NIV>QBR:90 march QBR"
    fought = play(roads.format("attack"), None, Then([3], 1)).of("round")[0]
    assert fought["attack"] == 3
    played = play(roads.format("stand"))
    assert (played.where("AP"), played.where("F7")) == ("QBR", "FRA>QBR:35")


@clause("HD-021", "HD-020")
def test_w17_friends_cross(play):
    played = play("F6@CHA>GIL:8 march GIL | FE@GIL>CHA:2 march CHA")
    assert played.of("crossed") == []
    assert played.beat_of("arrived", column="F6") == 2
    played = play("F7@FLE march LIG | F3@LIG>FLE:20 march FLE")
    crossed = played.one("crossed")
    assert crossed["beat"] == 2
    # It would have been there after four beats, and stood still for one.
    assert played.beat_of("arrived", column="F7") == 5


@clause("HD-046", "HD-R11")
@pytest.mark.parametrize("die", [1, 2])
def test_w18_a_courier_is_lost(known, die):
    columns = "F2@FRA horse=0 | AN@SEN rest"
    orders = {"napoleon": "F2 march QBR"}
    played = known(columns, orders, [die, 6, 6, *SILENCE], persons={"napoleon": "CHA"}, turn=2)
    acted = played.of("acts")
    taken = played.view("coalition")["taken"]
    if die == 1:
        assert acted == []
        assert [paper["kind"] for paper in taken] == ["orders"]
        assert taken[0]["orders"] == ["F2 march QBR"]
        assert played.view("napoleon")["columns"]["F2"]["acts_on"] == 0
    else:
        assert acted[0]["beat"] == 8 + 5  # he is there after four beats
        assert taken == []


@clause("HD-046")
@pytest.mark.parametrize(("die", "fate"), [(1, "taken"), (2, "lost"), (4, "lost"), (5, "through")])
def test_w19_no_free_way(known, die, fate):
    columns = "F3@FLE horse=0 | P1@GIL horse=0 | P2@LBT horse=0 | P3@GOS horse=0 | P4@MBS"
    orders = {"napoleon": "F3 hold"}
    # The column's own dispatches have no free way either.
    played = known(columns, orders, [die, 2, 2, *SILENCE], persons={"napoleon": "CHA", "blucher": "NAM"})
    assert bool(played.of("acts")) == (fate == "through")
    assert bool(played.view("coalition")["taken"]) == (fate == "taken")
    if fate == "through":
        assert played.beat_of("acts") == 4


@clause("HD-078", "HD-063", "HD-045")
def test_w20_order_after_the_battle_began(known):
    battle = {"number": 1, "at": "QBR", "attacker": "french", "began": 2, "brought": (180, 77)}
    columns = "F2@QBR battle=1 horse=0 came=FRA | AP@QBR battle=1"
    paper = {"column": "F2", "turn": 1, "due": 5, "plan": "retreat", "path": ["FRA"]}
    # Of the round nothing comes: the sides are far from a test.
    played = known(columns, None, [1, 1, 4, *SILENCE], battles=[battle], papers=[paper], persons={"napoleon": "FRA"})
    assert [each["beat"] for each in played.of("round")] == [4]
    gone = played.one("rearguard")
    assert (gone["beat"], gone["die"], gone["score"]) == (6, 4, 4)
    assert played.one("retreat")["to"] == "FRA"


@clause("HD-065", "HD-074", "HD-079")
def test_w21_three_sides_one_battle(play):
    columns = "F3@SOM | A5@MBS>SOM:50 march SOM attack | P5@MAZ>SOM:50 march SOM attack | AB@MBS>SOM:30 march SOM stand"
    persons = {"wellington": "A5", "blucher": "P5"}
    played = play(columns, None, Then([3, 3], 1), persons=persons, turn=5)
    begun = played.one("battle")
    assert (begun["attacker"], begun["beat"] - 32) == ("coalition", 1)
    assert played.beat_of("joined_battle", column="AB") - 32 == 2
    # The ridge takes one, the two roads give it back, and Wellington gives one.
    assert played.of("round")[0]["attack"] == 4


@clause("HD-041", "HD-042", "HD-038")
def test_w22_bridge_under_the_feet(play):
    columns = "PT@WAV | F4@MSG>WAV:36 march WAV"
    orders = {"coalition": "PT blow Wavre"}
    played = play(columns, orders, [3])
    assert played.beat_of("blown") == 3
    assert (played.one("put_back")["at"], played.column("F4")["plan"]) == ("MSG", "hold")
    assert played.where("F4") == "MSG"
    assert played.json["blown"] == ["Wavre"]
    again = play(columns.replace(":36", ":10"), orders, [1, 4])
    assert [each["beat"] for each in again.of("charge_fails")] == [3]
    assert again.beat_of("blown") == 4
    shut = turn(played.rules, played.position, {"coalition": "PT march JOD"}, [])
    assert shut.one("way_closed")["bridge"] == "Wavre"
    assert shut.where("PT") == "WAV"


@clause("HD-037", "HD-099")
def test_w23_off_the_map(play, rules):
    played = play("A6@NIN | A1@BRU", {"coalition": "A6 exit"})
    assert played.one("left")["beat"] == 2
    assert played.column("A6")["gone"] == "left"
    assert played.column("A6")["lost"] == 0
    played = play("F1@GOS", {"napoleon": "F1 exit"})
    assert [code for _, code, _ in played.refused] == ["E14"]


@clause("HD-077", "HD-094")
def test_w24_destroyed(play):
    battle = {"number": 1, "at": "CIN", "attacker": "french", "rounds": 1, "brought": (300, 20), "lost": (0, 10)}
    columns = "F2@CIN battle=1 came=NAM | PH@CIN battle=1 | F3@HUY foot=40 horse=0"
    played = play(columns, None, [1, 1, 6], turn=5, beat=34, battles=[battle])
    gone = played.one("destroyed")
    assert (gone["column"], played.column("PH").get("guns", 0)) == ("PH", 0)
    assert played.column("PH")["lost"] >= 15


@clause("HD-054", "HD-055")
@pytest.mark.parametrize("die", [2, 3])
def test_w25_the_commander_in_chief(play, die):
    columns = "FO@GOS | F6@FLE | P1@GIL>CHA:28 march CHA"
    played = play(columns, None, [die], persons={"napoleon": "CHA"})
    danger = played.one("danger")
    assert (danger["beat"], danger["at"]) == (1, "CHA")
    if die == 2:
        assert played.view("napoleon")["persons"]["napoleon"]["through"] == "F6"
        assert played.rules.points(played.position)["coalition"] >= 15
    else:
        assert danger["with"] == "FO"
        assert played.view("napoleon")["persons"]["napoleon"]["at"] == "GOS"


@clause("HD-035")
def test_w26_detach(play):
    played = play("F1@GOS | P4@LBT", {"napoleon": "F1 detach horse as FX"})
    assert [played.column("FX").get(key, 0) for key in ("foot", "horse", "guns")] == [0, 16, 3]
    assert [played.column("F1").get(key, 0) for key in ("foot", "horse", "guns")] == [184, 0, 43]
    later = turn(played.rules, played.position, {"napoleon": "F1 detach 40 as F9"}, [])
    assert [later.column("F9").get(key, 0) for key in ("foot", "horse", "guns")] == [40, 0, 9]
    played = play("F1@GOS | P4@LBT", {"coalition": "P4 detach horse as PX", "napoleon": "F1 detach 40 as P9"})
    assert [code for _, code, _ in played.refused] == ["E07", "E07"]


@clause("HD-036")
def test_w27_join(play):
    columns = "F1@GOS foot=144 horse=0 fatigue=1 | F8@GOS foot=40 quality=4 fatigue=3"
    played = play(columns, {"napoleon": "F8 join F1"})
    assert played.beat_of("taken_up") == 1
    column = played.column("F1")
    assert (column["foot"], column["fatigue"]) == (184, 2 - 1)  # it stood for the rest of the turn
    assert played.column("F8")["gone"] == "joined"


@clause("HD-067", "HD-068", "HD-047")
@pytest.mark.parametrize(("die", "seen"), [(6, "army"), (1, "division"), (2, "corps"), (5, "corps")])
def test_w28_seeing(known, die, seen):
    columns = "FP@GIL | P1@FLE | P3@FLE"
    played = known(columns, None, [die, 4, *SILENCE], persons={"napoleon": "CHA"})
    told = played.view("napoleon")["sightings"]
    assert [(each["beat"], each["at"], each["seen"], each["arrived"]) for each in told] == [(4, "FLE", seen, 5)]
    dispatch = next(each for each in played.json["dispatches"] if each["dispatch"]["written"] == 8)
    assert dispatch["due"] == 9


@clause("HD-068")
def test_w28_a_screen(known):
    played = known("FP@GIL | P1@FLE | P3@FLE | PR@FLE | PJ@FLE", None, [4, 4, *SILENCE], persons={"napoleon": "CHA"})
    # The two dice are those of PJ, whose 40 horse see the 28 at Gilly; to the 19 of PR they are a screen.
    assert played.view("napoleon")["sightings"][0]["seen"] == "screen"


@clause("HD-080")
def test_w29_to_the_guns(play):
    battle = {"number": 1, "at": "LIG", "attacker": "french", "began": 1, "brought": (178, 93)}
    columns = "F3@LIG battle=1 came=FLE | P1@LIG battle=1 | F1@FRA guns_word | F2@MSJ guns_word"
    played = play(columns, None, Then([], 1), 2, battles=[battle], turn=2)
    assert played.one("to_the_guns") == {"beat": 10, "column": "F1", "to": "LIG"}
    # Fourteen beats from the next on: eight to Marbais, six to Ligny.
    assert played.beat_of("arrived", column="F1", at="MBS") == 18
    assert played.beat_of("arrived", column="F1", at="LIG") == 24


@clause("HD-026")
@pytest.mark.parametrize(("dice", "began"), [([3, 2], 16), ([4], 15), ([2, 1], 0)])
def test_w30_rain(play, dice, began):
    played = play("F7@GOS | A1@BRU", None, dice, 2, turn=15)
    assert played.json.get("rain", 0) == began
    position, wet = played.position, {}
    while not position.over:
        view = played.rules.view(position, None)
        wet[view["turn"]] = view["mud"]
        position = turn(played.rules, position, None, []).position
    assert wet == {number: bool(began) and number <= 21 for number in wet}


@clause("HD-003", "HD-027")
def test_w31_silence(known):
    played = known("F2@CHA march GOS | F7@CHA", {}, SILENCE, persons={"napoleon": "CHA"})
    assert played.beat_of("arrived", column="F2") == 5
    assert (played.where("F7"), played.column("F7")["plan"]) == ("CHA", "hold")
    assert played.of("acts") == []


@clause("HD-050")
def test_w32_a_letter(rules):
    position = lay(rules, None, {"napoleon": "CHA", "ney": "FRA"}, {"players": 4})
    mails = {
        "napoleon": "letter ney: Take the crossroads / letter ney: and more",
        "wellington": "letter blucher: When?",
    }
    played = turn(rules, position, mails, Then([], 2))
    assert [code for _, code, _ in played.refused] == ["E12"]
    read = played.view("ney")["letters"]
    assert [(each["from"], each["text"], each["arrived"]) for each in read] == [("napoleon", "Take the crossroads", 4)]
    assert played.view("blucher")["letters"] == []
    assert played.json["letters"][0]["arrived"] == 13
    later = turn(rules, played.position, {}, Then([], 2))
    assert [each["text"] for each in later.view("blucher")["letters"]] == ["When?"]


@clause("HD-047", "HD-049", "HD-104")
def test_w33_what_a_player_knows(known):
    battle = {"number": 1, "at": "QBR", "attacker": "french", "began": 12, "brought": (30, 120), "lost": (25, 0)}
    columns = "F2@QBR battle=1 foot=3 horse=0 guns=0 came=FRA | A5@QBR battle=1"
    played = known(columns, None, Then([1, 6, 4], 4), battles=[battle], turn=2, beat=12, persons={"napoleon": "LIG"})
    assert (played.one("destroyed")["beat"], played.column("F2")["gone"]) == (14, "destroyed")
    assert "F2" not in [each["column"] for each in played.of("dispatch", beat=16)]
    assert played.view("napoleon")["columns"]["F2"]["foot"] == 3
    orders = turn(played.rules, played.position, {"napoleon": "F2 march FRA"}, Then([], 4))
    assert orders.refused == []


@clause("HD-096", "HD-101")
@pytest.mark.parametrize(
    ("bru", "joined", "french_lost", "points", "winner"),
    [
        (True, False, 388, (85, 38), "napoleon"),
        (False, True, 388, (52, 46), "coalition"),
        (False, True, 378, (52, 45), "napoleon"),
    ],
)
def test_w34_points(play, bru, joined, french_lost, points, winner):
    held = dict.fromkeys(["NAM", "NIV", "CHA"] + (["BRU"] if bru else []), "french")
    ally = "MSJ" if joined else "LIM"
    columns = f"F2@GOS lost={french_lost} | A5@MSJ foot=120 lost=412 | PL@{ally} foot=120"
    held |= dict.fromkeys(["BEA", "PHI", "SOL"], "french")
    played = play(columns, None, (), turn=23, held=held, persons={"napoleon": "BEA"})
    told = played.rules.points(played.position)
    assert (told["french"], told["coalition"]) == points
    assert list(played.rules.outcome(played.position).winners) == [winner]


@clause("HD-099")
@pytest.mark.parametrize(("present", "broken"), [(587, True), (588, False)])
def test_w35_broken(rules, present, broken):
    columns = f"F2@SOL foot={present} horse=0 | A1@BRU foot=849 | P1@NAM foot=1148"
    played = turn(rules, lay(rules, columns, None, {"fog": "none"}), None, [])
    end = rules.outcome(played.position)
    assert (end is not None and (end.winners, end.clause)) == (broken and (("coalition",), "HD-099"))


@clause("HD-099")
@pytest.mark.parametrize(
    ("breaks", "present", "broken"), [("third", 391, True), ("third", 392, False), ("no", 10, False)]
)
def test_how_few_men_break_an_army_can_be_chosen(rules, breaks, present, broken):
    columns = f"F2@SOL foot={present} horse=0 | A1@BRU foot=849 | P1@NAM foot=1148"
    played = turn(rules, lay(rules, columns, None, {"fog": "none", "breaks": breaks}), None, [])
    assert (rules.outcome(played.position) is not None) == broken


@clause("HD-099")
def test_a_game_that_began_before_one_could_choose_is_played_by_halves(rules):
    options = {name: value for name, value in rules.settle({"fog": "none"}).items() if name != "breaks"}
    for present, broken in ((587, True), (588, False)):
        columns = f"F2@SOL foot={present} horse=0 | A1@BRU foot=849 | P1@NAM foot=1148"
        position = rules.decode(rules.encode(lay(rules, columns, None, {"fog": "none"})), options)
        assert (rules.outcome(turn(rules, position, None, []).position) is not None) == broken


@clause("HD-100")
@pytest.mark.parametrize(("other", "won"), [("", True), (" | AD@OVE", True), (" | A6@OVE", False)])
def test_w35_the_capital(rules, other, won):
    columns = f"FO@BRU | FY@BRU | F2@PHI foot=600 | A1@ATH foot=849 | P1@NAM foot=1148{other}"
    position = lay(rules, columns, {"wellington": "NIN"}, {"fog": "none", "nights": "asked"}, turn=20)
    played = turn(rules, position, None, [], 2)
    end = rules.outcome(played.position)
    assert (end is not None and (end.winners, end.clause)) == (won and (("napoleon",), "HD-100"))


@clause("HD-097")
@pytest.mark.parametrize(("huy", "cut"), [(" | F3@HUY", 16), ("", 8)])
def test_w36_communications(play, huy, cut):
    columns = f"F1@HAN | F2@TIR | P5@NAM | A1@BRU{huy}"
    played = play(columns, None, Then([], 4), persons={"blucher": "NAM", "napoleon": "BEA"})
    # Eight for the armies that are not joined, and eight where the Prussians are cut off.
    assert played.rules.points(played.position)["french"] == cut


@clause("HD-111")
def test_w40_own_campaign(rules, written):
    from core.contract import BadOption

    text = written["campaign"].replace("link BRU WAT paved 156", "link BRU XYZ road 30")
    with pytest.raises(BadOption) as refused:
        rules.settle({"campaign": shorter(text)})
    assert (refused.value.facts["reason"], refused.value.facts["word"]) == ("no_place", "XYZ")
    assert refused.value.facts["text"] == "link BRU XYZ road 30"
    assert shorter(text).split("\n")[refused.value.facts["line"] - 1].startswith("link BRU XYZ")
    lines = [line for line in shorter(written["campaign"]).split("\n") if not line.startswith("link CIN")]
    with pytest.raises(BadOption) as refused:
        rules.settle({"campaign": "\n".join(lines)})
    assert (refused.value.facts["reason"], refused.value.facts["places"]) == ("apart", ("CIN",))


def shorter(text: str) -> str:
    """The campaign with forty columns at most, as players may bring one."""
    left = [line for line in text.split("\n") if not line.startswith(("column P9", "column PT", "column PH"))]
    return "\n".join(left)


@clause("HD-004")
def test_w41_two_lines_for_one_column(known):
    orders = {"napoleon": "F2 march CHA / F2 hold / F2 attack / F7 march CHA > CHA"}
    played = known("F2@MAR | F7@MAR", orders, SILENCE, persons={"napoleon": "MAR"})
    assert [(line, code) for line, code, _ in played.refused] == [(2, "E15"), (4, "E04")]
    assert (played.where("F2"), played.column("F2")["stance"]) == ("CHA", "attack")


@clause("HD-023", "HD-059")
def test_w42_filling_a_path(play):
    played = play("F7@FRA", {"napoleon": "F7 march SOM"}, (), 2)
    assert [each["to"] for each in played.of("set_out")] == ["MBS", "SOM"]
    assert played.beat_of("arrived", at="SOM") == 12
    assert play("F7@FRA | P4@MBS", {"napoleon": "F7 march SOM"}).where("F7") == "FRA>MBS:68"


@clause("HD-020")
@pytest.mark.parametrize(("place", "to", "later"), [("FLE", "LIG", 0), ("FLE", "GIL", 2), ("QBR", "GEN", 2)])
def test_w43_a_short_road(play, place, to, later):
    played = play(f"F7@{place} march {to} | F3@{place} march {to}")
    assert [each["beat"] for each in played.of("set_out")] == [1, 1 + later]


@clause("HD-052", "HD-044")
def test_w44_a_ride(known):
    played = known("F7@CHA", {"napoleon": "napoleon ride FLE / F7 hold"}, SILENCE, persons={"napoleon": "CHA"})
    person = played.view("napoleon")["persons"]["napoleon"]
    assert (person["at"], person["target"]) == ("FLE", None)
    # The order left from Charleroi, without a courier.
    assert (played.beat_of("acts"), played.view("napoleon")["orders"][0]["sent_from"]) == (1, None)
    later = turn(played.rules, played.position, {"napoleon": "F7 rest"}, SILENCE)
    assert later.view("napoleon")["orders"][-1]["sent_from"] == "FLE"


@clause("HD-051", "HD-117", "HD-047")
def test_w45_a_column_is_given(quiet):
    rules = quiet
    position = lay(rules, "F4@CHA | F3@CHA", {"napoleon": "FLE", "grouchy": "CHA"}, {"players": 5, "fog": "couriers"})
    written = {**rules.encode(position), "columns": columns_of(rules, position, F4="napoleon"), "known": None}
    position = rules.decode(written, position.options)
    orders = {"napoleon": "give F4 to grouchy / F4 march FLE", "grouchy": "F4 hold"}
    played = turn(rules, position, orders, Then([], 4))
    assert [code for _, code, _ in played.refused] == ["E02"]
    assert played.view("grouchy")["columns"]["F4"]["seat"] == "grouchy"
    told = {seat for seat in rules.seats(position.options) if played.view(seat)["tidings"]}
    assert told == {"napoleon", "ney", "grouchy"}
    later = turn(rules, played.position, {"grouchy": "F4 hold"}, Then([], 4))
    assert later.refused == []
    assert later.view("napoleon")["columns"]["F4"]["written"] >= 12


def columns_of(rules: Any, position: Any, **persons: str) -> list[dict[str, Any]]:
    """The columns of a position, some of them commanded by others."""
    return [
        {**column, "person": persons.get(column["code"], column["person"])}
        for column in rules.encode(position)["columns"]
    ]


@clause("HD-043", "HD-040")
def test_w46_repair(play):
    columns = "F2@CHA | F3@HAM march CHA"
    played = play(columns, {"napoleon": "F2 repair Charleroi"}, (), blown=["Charleroi"])
    assert played.beat_of("repaired") == 8
    assert played.json.get("blown", []) == []
    assert played.where("F3") == "HAM"
    assert turn(played.rules, played.position, {}, []).beat_of("set_out", column="F3") == 9


@clause("HD-064", "HD-067")
def test_w47_a_rumour(rules):
    dice = Then([5, 18, 4, 6, 3], 1)
    # Whatever is rolled before it is the sightings of the two cavalries at the end of beats 4 and 8.
    opening = rules.opening(rules.settle({}))
    count = len(turn(rules, opening, None, Then([], 4)).dice.rolls) - 3
    dice = Then([4] * count + [5, 18, 4, 6, 3], 1)
    played = turn(rules, opening, None, dice)
    heard = {each["army"]: each for each in played.of("rumour")}
    assert heard["F"]["column"] == "P3"
    assert (heard["F"]["at"], heard["F"]["seen"]) == ("FLE", "division")
    assert heard["P"]["column"] == "F7"
    assert "A" not in heard
    assert [each["at"] for each in played.view("napoleon")["rumours"]] == ["FLE"]


@clause("HD-066", "HD-047")
@pytest.mark.parametrize("horse", [False, True])
def test_w48_in_touch(known, horse):
    more = " | PR@LIG" if horse else ""
    # PR sees the lone division on the road, so that its die is thrown.
    played = known(f"F7@FLE march LIG | P3@LIG | P4@LIG{more}", None, Then([], 4), persons={"napoleon": "FLE"})
    told = next(each for each in played.view("napoleon")["news"] if "touch" in each["why"])
    assert told["written"] == 4
    if horse:
        assert (told["facing"], told["touch"]) == ("corps", [])
    else:
        assert [[each[key] for key in ("column", "men", "horse", "guns")] for each in told["touch"]] == [
            ["P3", 80, True, 10],
            ["P4", 50, False, 10],
        ]


@clause("HD-069", "HD-031", "HD-109")
def test_w49_scouts(known):
    columns = "FE@GIL fatigue={0} | P1@LIG horse=0"
    orders = {"napoleon": "FE scout LIG / FE scout SOM"}
    played = known(columns.format(2), orders, [4, 4, *SILENCE], persons={"napoleon": "GIL"})
    assert [(each["beat"], each["at"]) for each in played.of("sighted")] == [(4, "LIG"), (8, "LIG")]
    assert [code for _, code, _ in played.refused] == ["E15"]
    assert played.column("FE")["fatigue"] == 2
    far = known(columns.format(2), {"napoleon": "FE scout SOM"}, SILENCE, persons={"napoleon": "GIL"})
    assert [code for _, code, _ in far.refused] == ["E09"]
    weary = known(columns.format(6), {"napoleon": "FE scout LIG"}, SILENCE, persons={"napoleon": "GIL"})
    assert (weary.refused, weary.of("sighted")) == ([], [])


@clause("HD-073", "HD-028")
@pytest.mark.parametrize(("fatigue", "strength"), [(0, 202), (1, 202), (2, 187), (3, 187), (5, 171)])
def test_w50_fatigue_and_strength(play, fatigue, strength):
    battle = {"number": 1, "at": "GOS", "attacker": "french", "brought": (86, 999)}
    columns = f"FO@GOS battle=1 came=CHA fatigue={fatigue} | P5@GOS battle=1 foot=999"
    fought = play(columns, None, Then([6, 1], 1), battles=[battle], persons={"napoleon": "FO"}).of("round")[0]
    # Napoleon gives two, the town takes two: six.
    assert fought["defender_loses"] == strength * 6 // 200


@clause("HD-098")
@pytest.mark.parametrize(("where", "joined"), [("OHA", True), ("LAM", False)])
def test_w51_joined(play, where, joined):
    columns = f"A5@MSJ | AB@MSJ | AP@MSJ>OHA:10 foot=200 | PL@{where} | F2@SOL"
    played = play(columns)
    # Eight for Charleroi, and eight for the armies.
    assert played.rules.points(played.position)["coalition"] == 8 + 8 * joined


@clause("HD-110", "HD-072", "HD-074", "HD-075")
@pytest.mark.parametrize(("ride", "lost"), [("", 5), ("napoleon with F3 / ", 7)])
def test_w52_the_first_turn_of_ligny(rules, ride, lost):
    position = rules.opening(rules.settle({"scenario": "ligny", "fog": "none"}))
    played = turn(rules, position, {"napoleon": f"{ride}F3 march LIG attack"}, [4, 3])
    assert played.beat_of("battle") - 64 == 6
    fought = played.one("round")
    assert fought["beat"] - 64 == 8
    assert [fought[key] for key in ("attack", "defence", "defender_loses", "attacker_loses")] == [
        4 if not ride else 6,
        3,
        lost,
        6,
    ]
    assert played.of("test") == []


@clause("HD-113", "HD-103")
def test_w53_without_fog(play):
    played = play("F2@GOS | AN@SEN", {"napoleon": "F2 march FRA"}, ())
    view = played.view("napoleon")
    assert view["columns"]["F2"]["at"] == "FRA"
    assert [(each["at"], each["seen"]) for each in view["sightings"]] == [("SEN", "division")]
    assert played.beat_of("acts") == 1
    assert played.rules.open_rolls(played.position)


@clause("HD-102", "HD-095")
def test_w54_resigning(rules):
    position = rules.opening(rules.settle({"players": 4}))
    played = turn(rules, position, {"ney": "resign / F1 hold"}, Then([], 4))
    seats = {column["code"]: column["person"] for column in played.json["columns"]}
    assert {seats[code] for code in ("F1", "F2", "F7", "FL", "FK")} == {"napoleon"}
    assert "ney" not in played.json["persons"]
    assert all(played.view(seat)["tidings"][0]["seat"] == "ney" for seat in ("napoleon", "wellington", "blucher"))
    assert [owed.seat for owed in rules.awaiting(played.position)] == ["napoleon", "wellington", "blucher"]
    both = turn(rules, played.position, {"napoleon": "resign"}, Then([], 4))
    end = rules.outcome(both.position)
    assert (end.winners, end.clause) == (("wellington", "blucher"), "HD-095")
    chief = turn(rules, position, {"napoleon": "resign"}, Then([], 4))
    assert chief.json["persons"]["napoleon"]["seat"] == "ney"
    assert chief.view("ney")["columns"]["F3"]["seat"] == "ney"


@clause("HD-024")
@pytest.mark.parametrize(("number", "first"), [(1, 31), (5, 39)])
def test_w55_muster(known, number, first):
    columns = "A5@BRU ready=24 muster=6"
    persons = {"wellington": "BRU"}
    turns = 4 if number == 1 else 1
    dice = Then([], 1)
    played = known(columns, {"coalition": "A5 march WAT"}, dice, turns, turn=number, persons=persons)
    assert played.beat_of("set_out", column="A5") == first


@clause("HD-115", "HD-063", "HD-073")
@pytest.mark.parametrize(("die", "score", "lost"), [(4, 5, 1), (6, 7, 5)])
def test_w56_swept_aside(play, die, score, lost):
    columns = (
        "F1@CHA>GIL:20 march GIL > FLE attack horse=0 guns=43 | "
        "FX@CHA>GIL:4 march GIL > FLE attack foot=0 horse=16 guns=3 quality=4 | P8@GIL foot=10 quality=3"
    )
    played = play(columns, None, [die])
    swept = played.one("swept")
    assert (swept["beat"], swept["score"]) == (1, score)
    assert played.column("P8")["lost"] == lost
    assert played.beat_of("set_out", column="F1", **{"from": "GIL"}) == 2


@clause("HD-077", "HD-115", "HD-094")
@pytest.mark.parametrize(("posts", "to"), [("FX@FLE foot=16 horse=0 quality=4", "FLE"), ("FM@FLE", "LBT")])
def test_w57_a_small_post_does_not_close_the_road(play, posts, to):
    played = gilly(play, [4, 5, 6, 1], f"{BATTLE} | {posts}")
    assert played.one("retreat", column="P2")["to"] == to
    if to == "FLE":
        later = turn(played.rules, played.position, {}, Then([], 6), 3)
        swept = later.one("swept")
        assert (swept["at"], swept["score"]) == ("FLE", 7)
        assert later.column("FX")["lost"] == 8


@clause("HD-077", "HD-094")
def test_w57_all_barred(play):
    posts = "FM@FLE | FE@LBT | FK@CHT"
    played = gilly(play, [4, 5, 6, 1], f"{BATTLE} | {posts}")
    assert played.one("destroyed")["column"] == "P2"
    late = gilly(play, [4, 5, 6, 1], f"{BATTLE} | FM@LIG>FLE:10 march FLE halt=36")
    later = turn(late.rules, late.position, {}, [], 3)
    assert later.where("P2") == "GIL>FLE:91"
    assert (later.column("P2")["plan"], later.column("P2")["stance"]) == ("hold", "stand")


@clause("HD-117", "HD-027")
def test_w58_papers_that_cross(known):
    columns = "F2@CHA acts_on=0"
    old = {"column": "F2", "turn": 2, "due": 19, "plan": "march", "path": ["FRA"]}
    new = {"column": "F2", "turn": 3, "due": 17, "plan": "hold"}
    played = known(columns, None, SILENCE, turn=3, papers=[old, new])
    assert [(each["beat"], each["turn"]) for each in played.of("acts")] == [(18, 3)]
    assert played.one("put_aside") == {"beat": 20, "column": "F2", "turn": 2}
    assert played.where("F2") == "CHA"
    stance = {"column": "F2", "turn": 3, "due": 17, "stance": "attack"}
    played = known("F2@CHA march FRA acts_on=2", None, SILENCE, turn=3, papers=[stance])
    assert (played.column("F2")["plan"], played.column("F2")["stance"]) == ("march", "attack")


@clause("HD-116", "HD-057", "HD-017")
def test_w59_touch_on_the_road(known):
    road = "F7@FLE>LIG:24 march LIG touch=P1 | P1@LIG>FLE:4 march FLE"
    assert known(road, None, SILENCE).of("contact") == []
    attack = {"column": "F7", "turn": 1, "due": 2, "stance": "attack"}
    played = known(road, None, Then([], 1), papers=[attack])
    assert (played.beat_of("battle"), played.where("F7")) == (4, "FLE>LIG:36")
    back = {"column": "P1", "turn": 1, "due": 1, "plan": "march", "path": ["LIG"]}
    played = known(road, None, SILENCE, papers=[back])
    assert played.beat_of("arrived", column="P1") == 2
    assert played.where("F7") == "FLE>LIG:45"


@clause("HD-072", "HD-078", "HD-012")
@pytest.mark.parametrize("stays", [True, False])
def test_w60_night_and_battle(known, stays):
    battle = {"number": 1, "at": "SOM", "attacker": "french", "began": 37, "brought": (178, 140)}
    columns = "F3@SOM battle=1 horse=0 came=LIG | P5@SOM battle=1"
    paper = {"column": "P5", "turn": 6, "due": 42, "plan": "retreat", "path": ["MAZ"]}
    played = known(
        columns,
        None,
        Then([3], 1) if not stays else Then([], 1),
        2 if stays else 1,
        turn=6,
        battles=[battle],
        papers=[] if stays else [paper],
        persons={"blucher": "MAZ"},
        **ASKED,
    )
    if stays:
        assert played.of("round")[0]["beat"] == 50
        return
    left = played.one("rearguard")
    assert (left["beat"], left["die"], left["score"]) == (43, 3, 3 + 1 - 1 - 1)
    # From the next beat on, 9 hm of chaussee a beat.
    assert played.where("P5") == "SOM>MAZ:54"
