"""Leaders: what they do, what they are worth."""

import pytest

clause = pytest.mark.clause

BU_AWAY = {"pool": {"red": [{"code": "BU", "status": "withdrawn", "left": {"turn": 13, "seat": "blue"}}]}}


@clause("SWL-082")
@pytest.mark.parametrize(("code", "seat"), [("NE", "blue"), ("UX", "red"), ("BU", "red")])
def test_commanders_are_light_cavalry_of_strength_five(play, code, seat):
    enemy, target = ("YG", "E5") if seat == "red" else ("DC", "E6")
    start = "E6" if seat == "red" else "E5"
    played = play(f"{code} {start}, {enemy} {target}", f"attack {start} {target}", seat=seat)
    assert played.of("attack")[0]["strengths"] == [5, 4]
    assert played.board == f"{code} {target}"
    assert play(f"{code} E5", "E5 L5", seat=seat).board == f"{code} L5"


@clause("SWL-083", "SWL-087")
def test_what_leaders_are_worth(play):
    def allowance(pieces, gone, seat="blue"):
        return play(pieces, seat=seat, n=None, position={"eliminated": gone}).position["actions"]["allowance"]

    assert allowance("NA A1, NE B1", {}) == 3
    assert allowance("NA A1", {"blue": {"NE": 1}}) == 2
    assert allowance("NE A1", {"blue": {"NA": 1}}) == 1
    assert allowance("WE A10, UX B10", {}, "red") == 3
    assert allowance("WE A10", {"red": {"UX": 1}}, "red") == 2
    assert allowance("UX A10", {"red": {"WE": 1}}, "red") == 1


@clause("SWL-084")
@pytest.mark.parametrize("code", ["FG", "RH", "BF", "RI", "UX", "WE"])
def test_an_attacking_chief_eliminates(play, code):
    played = play(f"NA E5, {code} E6, BF A10", "attack E5 E6")
    assert played.at("E5 E6") == ".. NA"
    assert played.lost("red") == code
    assert played.rolled == ""


@clause("SWL-084", "SWL-116")
def test_he_does_not_attack_into_a_farm(play):
    assert play("NA C4, BF C5", "attack C4 C5", version="standard").no == "1 E-FARM SWL-116"


@clause("SWL-084", "SWL-127")
def test_no_bonus_helps_against_him(play):
    played = play("NA F7, FG F8", "attack F7 F8", version="standard")
    assert played.at("F8") == "NA"


@clause("SWL-085")
@pytest.mark.parametrize("code", ["LI", "CU-4", "LN", "NE", "OG"])
def test_an_attacked_chief_is_eliminated(play, code):
    played = play(f"{code} E5, WE E6, UX A10", "attack E5 E6")
    assert played.lost("red") == "WE"
    assert played.at("E6")[:2] == code[:2]


@clause("SWL-085", "SWL-068")
def test_and_by_a_shot(play):
    assert play("FA E4, WE E6, UX A10", "fire E4 E6").lost("red") == "WE"


@clause("SWL-086")
@pytest.mark.parametrize("code", ["NA", "NE"])
def test_leaders_before_a_gun(play, code):
    other = "NE" if code == "NA" else "NA"
    played = play(f"{code} E5, BA E6, {other} A1", "attack E5 E6")
    assert played.lost("blue") == code
    assert played.at("E6") == "BA"


@clause("SWL-088", "SWL-089", "SWL-R20")
def test_a_withdrawn_commander(play):
    away = {"pool": {"blue": [{"code": "NE", "status": "withdrawn", "left": {"turn": 4, "seat": "blue"}}]}}
    played = play("NA A1, LN E4, LN G4", n=None, position=away)
    assert played.actions == "0/2"
    back = played.then("enter NE E1")
    assert back.actions == "1/3"
    late = played.then("E4 E5 / G4 G5 / enter NE E1")
    assert late.ok
    assert late.ply == "red 6"
    open_still = played.then("E4 E5 / G4 G5")
    assert open_still.actions == "2/2"
    assert open_still.awaiting == {"blue": "ply"}


@clause("SWL-090", "SWL-100", "SWL-R11")
def test_both_leaders_lost(play):
    gone = {"eliminated": {"red": {"WE": 1}}}
    played = play("LN E5, UX E6, LN A1", "attack E5 E6 / A1 A2", position=gone)
    assert played.end is None
    played = play("OG E5, UX E6, LN A1", "attack E5 E6 / A1 A2", position=gone)
    assert played.end == "blue leaders_lost SWL-090"
    assert played.at("A1 A2") == "LN .."


@clause("SWL-090")
def test_a_withdrawn_commander_is_not_lost(play):
    gone = {"eliminated": {"red": {"WE": 1}}}
    played = play("MG E5, UX E6, NA A1, BF L10", "attack E5 E6 / end", "BR", position=gone)
    assert played.end is None
    assert played.ply == "red 6"
    assert played.actions == "0/0"
    assert played.then("enter UX E10").ok


@clause("SWL-090", "SWL-100", "SWL-R11")
def test_leaders_lost_in_the_middle_of_a_frenzy(play):
    """BF strikes down WE; the next tie is not fought, as the game is over."""
    gone = {"eliminated": {"red": {"UX": 1}}}
    played = play("LN E5, BF E6, WE E7, BF E8", "attack E5 E6", "B+", position=gone)
    assert played.end == "blue leaders_lost SWL-090"
    assert len(played.fights) == 2


@clause("SWL-090", "SWL-R13")
def test_whether_bulow_saves_an_army(play):
    gone = {"eliminated": {"red": {"WE": 1}}}
    pieces = "OG E5, UX E6, BU L6, NA A1"
    assert play(pieces, "attack E5 E6", turn=13, position=gone).end == "blue leaders_lost SWL-090"
    saved = play(pieces, "attack E5 E6 / end", turn=13, position=gone, bulow_saves="on")
    assert saved.end is None
    assert saved.actions == "0/1"
    early = play(pieces, "attack E5 E6", turn=11, position=gone, bulow_saves="on")
    assert early.end == "blue leaders_lost SWL-090"
    without = play("OG E5, UX E6, NA A1", "attack E5 E6", turn=13, position=gone | BU_AWAY, bulow_saves="on")
    assert without.end == "blue leaders_lost SWL-090"


@clause("SWL-R13")
def test_bulow_saves_it_as_long_as_he_can(play):
    """MG throws Bülow back: when the Allied ply begins there is no P, and RED has lost."""
    gone = {"eliminated": {"red": {"WE": 1, "UX": 1}}}
    played = play("MG L5, BU L6, NA A1, BF A9", "attack L5 L6 / end", "BR", turn=13, position=gone, bulow_saves="on")
    assert played.end == "blue leaders_lost SWL-090"
