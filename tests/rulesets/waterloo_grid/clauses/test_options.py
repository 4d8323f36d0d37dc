"""The options of the table, those that no other file tries, and how they are chosen."""

import pytest

clause = pytest.mark.clause


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scenario", "ligny"), ("charge_bonus", "maybe"), ("small_farms", "closed"), ("advance_fire", "yes"),
        ("passive_attacks", "on"), ("cover_vs_cavalry", "none"), ("double_fire", "2"), ("garrison", "all"),
        ("hold", "first"), ("blue_entry_dice", "3"), ("blue_entry_dice", 0), ("turn_limit", "soon"), ("turn_limit", -1),
        ("blue_points", "many"), ("blue_points", -1), ("blue_bases", "some"), ("blue_bases", -1), ("ties", "red"),
        ("colour", "red"),
    ],
)  # fmt: skip
def test_values_that_an_option_does_not_have(ask, option, value):
    played = ask(None, {}, "-----", **{option: value})
    assert played.error["code"] == "option"
    assert option in played.error["message"]


@clause("WGR-R01", "WGR-R02", "WGR-R04", "WGR-R19", "WGR-R22", "WGR-R25", "WGR-R35", "WGR-R38", "WGR-R56")
@clause("WGR-R58", "WGR-R60")
def test_the_defaults(rules):
    assert rules.settle({}) == {
        "scenario": "standard", "charge_bonus": "on", "small_farms": "walled", "advance_fire": "no",
        "passive_attacks": "yes", "cover_vs_cavalry": "plain", "double_fire": "yes", "garrison": "any", "hold": "bases",
        "blue_entry_dice": "2", "turn_limit": 0, "blue_points": 0, "blue_bases": 0, "ties": "bases",
    }  # fmt: skip


# --- small_farms ---


@clause("WGR-R02", "WGR-060", "WGR-061")
def test_small_farms_open_to_muskets(play):
    pieces = "BI1 K6:fabc:n RI1 K5:f:s RI2 A2:f:s"
    assert play(pieces, "B", "I1 fire K5").no == "line 1 E11"
    hit = play(pieces, "B", "I1 fire K5", "I", small_farms="open")
    assert hit.pool("R") == "I0+1", "one die less, and no halving"
    large = play("BI1 B6:fabc:e RI1 C6:fa:w", "B", "I1 fire C6", small_farms="open")
    assert large.no == "line 1 E11"


@clause("WGR-R02", "WGR-008", "WGR-093", "WGR-106", "WGR-115")
def test_small_farms_open_to_attack(play):
    """-1 instead of -2, one I kills, still one base, still no flanks, still gone past in a retreat."""
    pieces = "BI1 K6:fa:n RI1 K5:f:n RI2 A2:f:s"
    assert play(pieces, "B", "end", "X", small_farms="open").at("RI1") == "K4:f:n"
    assert play(pieces, "B", "end", "X").fights == ["2 K6>K5 defence X"], "walled: no dice"
    charge = play("BI1 K7:fa:n RI1 K5:f:n RI2 A2:f:s", "B", "I1 charge 1 / end", "- I-", small_farms="open")
    assert charge.fights == ["1 K6>K5 fire - attack I-"], "every side is the front"
    assert play("BI1 K6:fa:n", "B", "I1 f", small_farms="open").no == "line 1 E07"
    past = play("BA1 K7:ab:n RI1 K6:fa:s", "B", "A1 fire K6", "X---", small_farms="open")
    assert past.at("RI1") == "K4:fa:n"


@clause("WGR-R02", "WGR-075")
def test_small_farms_open_to_guns(play):
    played = play("BA1 K7:ab:n RI1 K5:f:s RI2 A2:f:s", "B", "A1 fire K5", "I", small_farms="open")
    assert played.pool("R") == "I0+1"


# --- advance_fire ---


@clause("WGR-R19", "WGR-049", "WGR-044")
@pytest.mark.parametrize("orders", ["I1 f fire D4", "I1 forward fire"])
def test_volley_after_stepping_up(play, orders):
    """No tokens, no defensive fire, no bonus, and the fight in group 2."""
    pieces = "BI1 D6:fabc:n RI1 D4:fabc:s"
    played = play(pieces, "B", f"{orders} / end", "I- X---", advance_fire="volley")
    assert played.shots == ["D5>D4 I-"]
    assert played.charges == []
    assert played.fights == ["2 D5>D4 attack X---"]


@clause("WGR-R19", "WGR-049")
def test_volley_before_stepping_up(play):
    """RI2 is fired at from D6, and RI1 is stepped up to."""
    pieces = "BI1 D6:fabc:n RI1 D4:fabc:s RI2 E5:fabc:s"
    assert play(pieces, "B", "I1 fire E5 forward").no == "line 1 E09"
    played = play(pieces, "B", "I1 fire E5 forward / end", "-- X---", advance_fire="volley")
    assert played.fights == ["2 D5>D4 attack X---"]
    guns = play("BI1 D6:fabc:n RA1 D4:ab:s", "B", "I1 f fire D4 / end", "-- X---", advance_fire="volley")
    assert guns.fights == ["2 D5>D4 attack X---"]


@clause("WGR-R19", "WGR-045")
def test_volley_alone_makes_the_difference(play):
    played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", "I1 f", advance_fire="volley")
    assert played.charges == ["D5n 1"], "without a shot it is a charge"


@clause("WGR-R19", "WGR-048")
def test_volley_not_at_cavalry(play):
    played = play("BI1 D6:fabc:n RH1 D4:fabc:s", "B", "I1 f fire D4", advance_fire="volley")
    assert played.no == "line 1 E09"
    assert played.shots == []
    beside = "BI1 D6:fa:n D6:bc:e RH1 D4:fabc:s RI2 E5:fabc:s"
    assert play(beside, "B", "I1 fa: f, bc: fire E5, fa: about", advance_fire="volley").no == "line 1 E09"


# --- cover_vs_cavalry ---


@clause("WGR-R38", "WGR-090", "WGR-098")
@pytest.mark.parametrize(
    ("pieces", "plain", "steady"),
    [
        ("BH2 F4:fabc:n RI6 F2:fa:s", "fire -- square - attack ---- defence -", "fire -- attack ---- defence --"),
        ("BH2 C9:fa:n RI6 C7:fa:s", "fire -- square - attack -- defence -", "fire -- attack -- defence --"),
        ("BH2 C8:fa:n RI6 C6:fa:s", "fire - square - attack - defence -", "fire - attack - defence --"),
    ],
    ids=["village", "wood", "farm"],
)
def test_steady_infantry_in_cover(play, pieces, plain, steady):
    """No roll for square; the cavalry has its +1 and the cover, the infantry its full defence."""
    for value, expected in (("plain", plain), ("steady", steady)):
        blanks = expected.count("-")
        played = play(pieces, "B", "H2 charge 1 / end", "-" * blanks + "X" * 40, loose=True, cover_vs_cavalry=value)
        assert " ".join(played.fights[0].split()[2:]).startswith(expected)


@clause("WGR-R38", "WGR-037")
def test_steady_infantry_forms_no_square_in_cover(play):
    for cell in ("F2", "C7", "C6"):
        played = play(f"BI1 {cell}:fa:n", "B", "I1 square", cover_vs_cavalry="steady")
        assert played.no == "line 1 E13"
        assert "WGR-R38" in played.cites
    assert play("BI1 D6:fa:n", "B", "I1 square", cover_vs_cavalry="steady").ok
    open_ground = play("BH1 H6:fabc:n RI1 H4:fabc:s", "B", "H1 charge 1 / end", "-- X X---", cover_vs_cavalry="steady")
    assert open_ground.fights == ["1 H5>H4 fire -- square X attack X---"]


# --- double_fire ---


@clause("WGR-R25", "WGR-062")
def test_option_one_shot(play):
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s"
    twice = play(pieces, "B", "I1 fire D5 fire D5", double_fire="no")
    assert twice.no == "line 1 E05"
    assert "WGR-062" in twice.cites
    assert play(pieces, "B", "I1 fire D5 left", "--", double_fire="no").ok
    apart = play("BI1 D6:fa:n E6:bc:n RI1 D5:fabc:s", "B", "I1 @D6: fire D5, @E6: fire D5", "-- --", double_fire="no")
    assert len(apart.shots) == 2, "each base once"
    square = play("BI1 E6:fabc:+ RI1 E5:fa:s RI2 D6:fa:e", "B", "I1 fire n:E5 w:D6", "- -", double_fire="no")
    assert len(square.shots) == 2, "one action, two shots"


# --- garrison ---


@clause("WGR-R04", "WGR-033")
@pytest.mark.parametrize(
    ("unit", "start", "bars"),
    [
        ("L1", "F3:f:n", True), ("H1", "B6:f:e", True), ("A1", "K6:a:n", True), ("L1", "B7:f:e", False),
        ("I1", "F3:f:n", False),
    ],
)  # fmt: skip
def test_option_infantry_in_villages_and_farms(play, unit, start, bars):
    played = play(f"B{unit} {start}", "B", f"{unit} f", garrison="infantry")
    if bars:
        assert played.no == "line 1 E07"
        assert "WGR-R04" in played.cites
        assert play(f"B{unit} {start}", "B", f"{unit} f").ok
    else:
        assert played.ok


@clause("WGR-R04")
def test_option_infantry_only_does_not_stop_retreats(play):
    played = play("BA1 F4:ab:n RL1 F3:fabc:s", "B", "A1 fire F3", "X---", garrison="infantry")
    assert played.at("RL1") == "F1:fabc:n"


# --- hold ---


@clause("WGR-R58", "WGR-132")
def test_option_the_last_to_have_been_there(play):
    """Red walked out of Hougoumont and La Haye Sainte; they still count, as do the villages it has been in."""
    held = {"F2": "red", "G2": "red", "J9": "red", "K9": "red", "C6": "red", "F5": "blue", "K5": "blue", "G8": "blue"}
    pieces = "RI1 F4:fabc:s BI1 A10:f:n"
    one = play(pieces, "R", "end", hold="last", position={"held": held})
    assert one.outcome is None
    won = play(pieces, "R", "end", hold="last", position={"held": held | {"K5": "red"}})
    assert won.end == "red objectives WGR-132"


@clause("WGR-R58")
def test_option_hold_last_changes_hands_at_the_end_of_a_turn(play):
    pieces = "BI1 B6:fa:e RI1 A1:f:s"
    opened = play(pieces, "B", "I1 f", hold="last")
    assert opened.position["held"]["C6"] == "red"
    closed = play(pieces, "B", "I1 f / end", hold="last")
    assert closed.position["held"]["C6"] == "blue"
    assert closed.position["held"]["F2"] == "red", "nobody has been there but Red, at the start"
    assert closed.position["held"]["K9"] == "blue"


@clause("WGR-R58", "WGR-135")
def test_option_hold_last_in_points(play):
    """Red at first: Mont-St-Jean and three farms, 7; Blue: Plancenoit and the inn, 5."""
    played = play("BI1 B8:fa:e RI1 A1:f:s", "R", "end", hold="last", turn_limit=1)
    assert played.end == "red turn_limit WGR-135"
    assert played.of("end")[0]["score"] == {"red": {"points": 7, "bases": 1}, "blue": {"points": 5, "bases": 2}}


@clause("WGR-R60", "WGR-135")
@pytest.mark.parametrize(
    ("ties", "pieces", "end"),
    [
        ("bases", "BI1 B8:fabc:e RI1 A1:fab:s", "blue"),
        ("share", "BI1 B8:fabc:e RI1 A1:fab:s", "blue"),
        ("bases", "BI1 B8:fabc:e BI2 D8:fabc:e RI1 A1:fabc:s RI2 E1:fab:s", "blue"),
        ("share", "BI1 B8:fabc:e BI2 D8:fabc:e RI1 A1:fabc:s RI2 E1:fab:s", "red"),
        ("share", "BI1 B8:f:e RI1 A1:f:s", "red"),
        ("bases", "BI1 B8:f:e RI1 A1:f:s", "draw"),
    ],
)
def test_option_ties_decides_where_points_are_equal(play, ties, pieces, end):
    """Blue begins with 58 bases, Red with 45: of two with as many on the board Red has kept more of his."""
    played = play(pieces, "R", "end", turn_limit=1, ties=ties)
    assert played.end == f"{end} turn_limit WGR-135"


@clause("WGR-R60", "WGR-135")
@pytest.mark.parametrize(
    ("more", "ties", "end"),
    [(0, "bases", "red"), (1, "bases", "draw"), (2, "bases", "blue"), (1, "share", "red"), (2, "share", "blue")],
)
def test_option_blue_bases_counts_where_points_are_equal(play, more, ties, end):
    """Two bases of Blue, three of Red: by shares Blue needs four to be ahead of 3 of 45, which is 3.9 of his 58."""
    played = play("BI1 B8:fa:e RI1 A1:fab:s", "R", "end", turn_limit=1, ties=ties, blue_bases=more)
    assert played.end == f"{end} turn_limit WGR-135"
    assert played.of("end")[0]["score"]["blue"]["bases"] == 2


def test_a_game_that_began_before_there_were_handicaps_has_none(rules):
    settled = rules.settle({"turn_limit": 20})
    older = {name: value for name, value in settled.items() if name not in ("blue_points", "blue_bases", "ties")}
    assert rules.margin(rules.opening(older)) == rules.margin(rules.opening(settled))


@clause("WGR-R60", "WGR-135")
def test_blue_bases_change_nothing_where_points_are_not_equal(play):
    played = play("BI1 B8:fa:e RI1 A1:f:s", "R", "end", hold="last", turn_limit=1, blue_bases=50)
    assert played.end == "red turn_limit WGR-135"


@clause("WGR-R60", "WGR-135")
@pytest.mark.parametrize(("points", "end"), [(1, "red"), (2, "blue"), (3, "blue")])
def test_option_blue_points_counts_at_the_limit(play, points, end):
    """Seven points of Red, five of Blue; with two more points are equal, and Blue has the more bases."""
    pieces = "BI1 B8:fa:e RI1 A1:f:s"
    played = play(pieces, "R", "end", hold="last", turn_limit=1, blue_points=points)
    assert played.end == f"{end} turn_limit WGR-135"
    assert played.of("end")[0]["score"]["blue"] == {"points": 5 + points, "bases": 2}
    assert play(pieces, "R", "end", hold="last", blue_points=points).end is None
