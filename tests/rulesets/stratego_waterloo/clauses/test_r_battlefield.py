"""A battlefield of one's own, and mud."""

import pytest

clause = pytest.mark.clause

LIGNY = """scenario "Ligny corner"
base standard                 ; which victory rules and cards apply
first red                     ; who plays first
turn 1
tile HILL F8
tile MUD  E5
tile FARM C5 "Hougemont"
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 2 FA 5
army red  WE 1 UX 1 BF 12 RI 3 KH 4 DC 2 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 13 flags L6 L5
garrison red C5 2
reserve 10
retreat cards
stock box
option turn-limit 30"""
SMALL = """scenario "Small"
base basic
army blue NA 1 NE 1 LN 4
army red WE 1 UX 1 BF 4
prussians none"""
SEED = {"seed": "5b"}


def small(*lines, base="basic", blue="NA 1 NE 1 LN 9 LI 5 CH 6 CU 3 FA 8", red="WE 1 UX 1 BF 9 RI 3 KH 6 DC 3 BA 6"):
    head = ['scenario "Test"', f"base {base}", f"army blue {blue}", f"army red {red}"]
    prussians = [] if any(line.startswith("prussians") for line in lines) else ["prussians none"]
    return "\n".join([*head, *lines, *prussians])


def without(key):
    return "\n".join(line for line in LIGNY.splitlines() if not line.startswith(key))


@clause("SWL-183")
def test_a_text_is_played(ask):
    played = ask(None, {}, SEED, battlefield=LIGNY)
    view = played.view("red")
    assert {name: tile["kind"] for name, tile in view["tile_data"].items()} == {"T1": "HILL", "T2": "MUD", "T3": "FARM"}
    assert view["tile_data"]["T3"]["name"] == "Hougemont"
    assert view["options"]["version"] == "standard"
    assert view["options"]["turn-limit"] == 30
    assert played.view("blue")["armies"]["blue"] == {"NA": 1, "NE": 1, "LN": 10, "LI": 4, "CH": 4, "CU": 2, "FA": 5}
    assert played.view("red")["undrawn"] == 13
    begun = played.then("setup default").then("setup default")
    assert begun.ok
    assert begun.ply == "red 1"
    assert sorted(begun.at("C5 D5 C6 D6").split()) == ["..", "..", "BF", "BF"]


@clause("SWL-183", "SWL-R65")
def test_who_plays_first_and_from_when(ask):
    text = small("first blue", "turn 3")
    begun = ask(None, {}, SEED, battlefield=text).then("setup default").then("setup default")
    assert begun.ply == "blue 3"
    assert begun.view("blue")["clock"] == "12:00"


@clause("SWL-183", "SWL-R65", "SWL-107", "SWL-110", "SWL-114")
def test_prussians_of_ones_own(play):
    text = small("prussians PI 3 SL 1 turn 6 flags A4 A5", base="standard")
    undrawn = {"undrawn": ["PI", "SL", "PI"]}
    played = play("NA L1, NE K1, WE L9, UX K9", "end", turn=5, battlefield=text, position=undrawn)
    assert played.at("A4 A5") == "PI SL"
    assert played.actions == "0/4"
    relief = play("NA L1, CH A4, WE L9", "end", turn=5, battlefield=text, position=undrawn)
    assert relief.at("A5 A6") == "SL PI"
    cards = {"cards": {"discards": ["FS", "GB"]}}
    assert play("WE L9", "take FS GB", seat="red", turn=6, battlefield=text, position=cards).ok
    assert play("WE L9", "take FS GB", seat="red", turn=5, battlefield=text, position=cards).codes == ["E-TAKE"]


@clause("SWL-183", "SWL-R65", "SWL-091")
def test_entries_stay_on_row_one_and_ten(play):
    pool = {"pool": {"blue": ["LN"], "red": ["BF"]}}
    assert play("NA A1", "enter LN E1", battlefield=SMALL, position=pool).ok
    assert play("NA A1", "enter LN E4", battlefield=SMALL, position=pool).codes == ["E-ENTER"]


@clause("SWL-183", "SWL-R65", "SWL-097")
def test_lines_of_retreat_of_ones_own(play):
    fixed = small("retreat red CENTRE blue ANY")
    assert play("CH E10, CH F5", "F5 F10", battlefield=fixed).end == "blue retreat_lines SWL-097"
    assert play("CH A10, CH B5", "B5 B10", battlefield=fixed).end is None
    for first, second in (("A1", "B5"), ("I1", "L5"), ("E1", "H5")):
        played = play(f"KH {first}, KH {second}", f"{second} {second[0]}1", seat="red", battlefield=fixed)
        assert played.end == "red retreat_lines SWL-097"
    assert play("KH D1, KH E5", "E5 E1", seat="red", battlefield=fixed).end is None


@clause("SWL-183", "SWL-R65", "SWL-150")
def test_tiles_have_their_effect_on_any_base(play):
    text = small("tile VILLAGE E5", "tile FARM I5")
    assert play("LN E6, BF E7", "attack E7 E6", seat="red", battlefield=text).of("attack")[0]["strengths"] == [3, 4]
    assert play("CH I4", "I4 I5", battlefield=text).no == "1 E-FARM SWL-116"
    assert play("FA I3", "fire I3 T2", battlefield=text).tile("T2") == "- 1"


@clause("SWL-183", "SWL-016", "SWL-R65")
def test_set_up_by_silence(ask):
    """Leaders, other cavalry, guns and infantry from the back row forward, A to L; the farm is closed to cavalry."""
    text = small("tile FARM A2", blue="NA 1 NE 1 CH 12 FA 1 LN 2", red="WE 1 UX 1 KH 1 BF 1")
    played = ask(None, {}, SEED, battlefield=text).then(due=True).then(due=True)
    assert played.at("A10 B10 C10 D10") == "WE UX KH BF"
    assert played.at("A1 B1 C1 L1") == "NA NE CH CH"
    assert played.at("A2 B2 C2 D2 E2 F2 G2") == "LN LN CH CH FA .. .."


@clause("SWL-183", "SWL-R65")
def test_what_does_not_fit_is_reserve(ask):
    text = small("reserve 20", blue="NA 1 NE 1 LN 58", red="WE 1 UX 1 BF 2")
    played = ask(None, {}, SEED, battlefield=text).then("setup default").then("setup default")
    assert len(played.position["pool"]["blue"]) == 12
    assert sum(int(square[1:]) <= 4 for square in played.position["board"]) == 48


@clause("SWL-183", "SWL-R65")
@pytest.mark.parametrize(
    "text",
    [
        LIGNY + "\nweather rain",
        LIGNY.replace("base standard", "base advanced"),
        LIGNY.replace("tile HILL F8", "tile LAKE F8"),
        LIGNY.replace("tile HILL F8", "tile HILL L8"),
        LIGNY.replace("tile HILL F8", "tile HILL D6"),
        LIGNY.replace("tile HILL F8", "tile FARM F9"),
        LIGNY.replace("tile FARM C5", "tile FARM K5").replace("garrison red C5", "garrison red K5"),
        LIGNY.replace("tile MUD  E5", "tile MUD  K5"),
        LIGNY.replace("NA 1", "NA 2"),
        LIGNY.replace("UX 1 ", ""),
        LIGNY.replace("BU 1 PA 1", "BU 2 PA 1"),
        LIGNY.replace("flags L6 L5", "flags K6 L5"),
        LIGNY.replace("flags L6 L5", "flags L10 L9"),
        LIGNY.replace("flags L6 L5", "flags L9 L8 L7 L6 L5"),
        LIGNY.replace("turn 13 flags", "turn 1 flags"),
        LIGNY.replace("LN 10", "LN 47"),
        LIGNY.replace("LN 10", "BF 10"),
        LIGNY.replace("base standard", "base expert"),
        LIGNY.replace("garrison red C5 2", "garrison red C5 5"),
        LIGNY.replace("option turn-limit 30", "option weather wet"),
        LIGNY.replace("turn 1\n", "turn one\n"),
        without("army red"),
        "scenario",
        "x" * 100_000,
    ],
)
def test_texts_that_cannot_be(ask, text):
    error = ask(None, {}, SEED, battlefield=text).error
    assert error["code"] == "option"
    assert error["where"] == "options"
    assert len(error["message"]) < 1000


@clause("SWL-183")
def test_a_mistake_is_named_by_its_line(ask):
    error = ask(None, {}, SEED, battlefield=LIGNY.replace("tile MUD  E5", "tile MUD  M5")).error
    assert "line 6" in error["message"].lower()
    assert "M5" in error["message"]


@clause("SWL-183", "SWL-156", "SWL-157")
def test_a_base_of_expert_brings_its_victories(play):
    text = small("tile HILL A5", base="expert")
    centre = play("CH E10, CH F5, BF A8", "F5 F10", battlefield=text)
    assert centre.end == "blue retreat_lines SWL-156"
    wing = play("CH I10, CH L5, BF A8", "L5 L10", "1", battlefield=text)
    assert wing.position["phase"] == "pursuit"


@clause("SWL-184")
def test_the_stock_of_the_box(ask):
    def accepted(*lines):
        return "error" not in ask(None, {}, SEED, battlefield=small(*lines)).answer

    three_hills = ("tile HILL A5", "tile HILL C5", "tile HILL E5")
    assert accepted(*three_hills[:2])
    assert not accepted(*three_hills)
    assert accepted(*three_hills, "stock unlimited")
    assert not accepted("tile MUD A5", "tile MUD C5", "tile MUD E5")
    buildings = ("tile FARM A5", "tile VILLAGE C5", "tile FARM E5", "tile VILLAGE G5")
    assert accepted(*buildings[:3])
    assert not accepted(*buildings)
    assert accepted(*buildings, "stock unlimited")


@clause("SWL-185", "SWL-186")
@pytest.mark.parametrize("code", ["LN", "CH", "CU", "NE", "NA"])
def test_mud_slows(play, code):
    text = small("tile MUD E5")
    assert play(f"{code} E6", "E6 E8", battlefield=text).no == "1 E-MUD SWL-185"
    assert play(f"{code} E6", "E6 E7", battlefield=text).ok
    assert play(f"{code} E6, RI E8", "attack E6 E8", battlefield=text).no == "1 E-MUD SWL-185"
    assert play(f"{code} E6, RI E7", "attack E6 E7", "B", battlefield=text).ok


@clause("SWL-186")
def test_mud_stops(play):
    text = small("tile MUD E5")
    assert play("CH E3", "E3 E5", battlefield=text).ok
    assert play("CH E3", "E3 E6", battlefield=text).no == "1 E-MUD SWL-186"
    assert play("CH E3", "E3 E9", battlefield=text).no == "1 E-MUD SWL-186"
    assert play("CH E3, RI E5", "attack E3 E5", "B", battlefield=text).board == "CH E5"
    assert play("CH E3, RI E6", "attack E3 E6", battlefield=text).no == "1 E-MUD SWL-186"
    assert play("CH D3", "D3 D9", battlefield=text).ok


@clause("SWL-187", "SWL-R49")
def test_not_backward_out_of_mud(play):
    text = small("tile MUD E5")
    for square in ("E6", "D5", "F5"):
        assert play("LN E5", f"E5 {square}", battlefield=text).ok
    assert play("LN E5", "E5 E4", battlefield=text).no == "1 E-MUD SWL-187"
    assert play("LN E5, RI E4", "attack E5 E4", battlefield=text).no == "1 E-MUD SWL-187"
    assert play("LN E5", "E5 E4", battlefield=text, mud_back="yes").ok
    assert play("BF E6", "E6 E7", seat="red", battlefield=text).no == "1 E-MUD SWL-187"
    assert play("BF E6", "E6 E5", seat="red", battlefield=text).ok


@clause("SWL-188")
def test_light_infantry_does_not_care(play):
    text = small("tile MUD E5")
    assert play("LI E4", "E4 E7", battlefield=text).ok
    assert play("LI E6", "E6 E3", battlefield=text).ok
    assert play("LI E5, RI E3", "attack E5 E3", battlefield=text).ok


@clause("SWL-189", "SWL-015")
def test_guns_stay_out_of_it(play):
    text = small("tile MUD E5")
    assert play("FA E4", "E4 E5", battlefield=text).no == "1 E-MUD SWL-189"
    assert play("FA E4, BF E7", "fire E4 E7", battlefield=text).lost("red") == "BF"
    assert play("FA E4, BF E6", "fire E4 E6", battlefield=text).lost("red") == "BF"


@clause("SWL-190")
def test_advances_and_frenzy_go_through_it(play):
    text = small("tile MUD E5")
    played = play("LN E4, BF E5, RI E6", "attack E4 E5", "B+", battlefield=text)
    assert played.board == "LN E6"
    back = play("LN E6, BF E7, LI E5", "attack E6 E7", "R+", battlefield=text)
    assert back.board == "BF E5"
    told = {"standing": {"red": {"advance": "on"}}}
    assert play("LN E6, BF E7", "attack E6 E7", "R", battlefield=text, position=told).board == "BF E6"
