"""Each code of refusal, on the least that brings it about; the words name what is wrong."""

import pytest

clause = pytest.mark.clause

CARDS = {"cards": {"hands": {"blue": ["RE", "IN", "CA", "GB", "FS"], "red": []}}}
LEADERS = "NA A1, WE A9"
MUD = """scenario "Mud"
base basic
tile MUD E5
army blue NA 1 NE 1 LN 9 CH 6 FA 8
army red WE 1 UX 1 BF 9
prussians none"""
PURSUIT = {"phase": "pursuit", "pursuit": {"victor": "blue", "riders": {"V1": "CH", "R1": "KH"}}}
REFUSED = [
    # code, clause, pieces, orders, words of the message, and what else the game is
    ("E-SYNTAX", None, "LN E4", "E4 somewhere", "E4 somewhere", {}),
    ("E-SQUARE", None, "LN E4", "E4 M4", "M4", {}),
    ("E-SQUARE", None, "LN E4", "E4 E11", "E11", {}),
    ("E-SQUARE", None, "FA E4", "fire E4 E0", "E0", {}),
    ("E-PHASE", None, LEADERS, {"red": "A9 A8"}, "turn", {}),
    ("E-EMPTY", None, "LN E4", "E5 E6", "E5", {}),
    ("E-OWNER", None, "LN E4, BF E5", "E5 E6", "E5", {}),
    ("E-FRIEND", "SWL-038", "LN E4, BF A9, CH E5", "attack E4 E5", "E5 CH", {}),
    ("E-NOFOE", None, "LN E4", "attack E4 E5", "E5", {}),
    ("E-RANGE", "SWL-032", "LN E4", "E4 E7", "LN E4 E7 2 3", {}),
    ("E-RANGE", "SWL-031", "LI E4", "E4 E8", "LI E4 E8 3", {}),
    ("E-RANGE", "SWL-034", "FA E4", "E4 E6", "FA E4 E6", {}),
    ("E-STRAIGHT", "SWL-033", "CH E4", "E4 F6", "CH", {}),
    ("E-BLOCKED", "SWL-029", "CH E4, BF E6", "E4 E8", "E6", {}),
    ("E-FARM", "SWL-116", "CH C4", "C4 C5", "Hougemont", {"version": "standard"}),
    ("E-MUD", "SWL-189", "FA E4", "E4 E5", "mud", {"battlefield": MUD}),
    ("E-MUD", "SWL-186", "CH E4", "E4 E8", "mud", {"battlefield": MUD}),
    ("E-GUN", "SWL-039", "FA E4, BF E5", "attack E4 E5", "fire", {}),
    ("E-NOTGUN", "SWL-065", "LN A3, BF A5", "fire A3 A5", "A3", {}),
    ("E-LOS", "SWL-066", "FA E4, BF E8", "fire E4 E8", "E4 E8 3", {}),
    ("E-LOS", "SWL-067", "FA E4, LN E5, BF E6", "fire E4 E6", "E5", {}),
    ("E-LOS", "SWL-128", "FA F8, BF F10", "fire F8 E7", "F8", {"version": "standard"}),
    ("E-HILLGUN", "SWL-129", "FA F5, BA F8", "fire F5 F8", "hill", {"version": "standard"}),
    ("E-TARGET", "SWL-070", "FA E4", "fire E4 E6", "E6", {}),
    ("E-TARGET", "SWL-122", "FA C3, LN D6", "fire C3 HOU", "Hougemont", {"version": "standard"}),
    ("E-ACTIONS", "SWL-019", "LN E4, NE A1", "E4 E5 / E5 E6 / E6 E7 / E7 E8", "3 of 3", {}),
    ("E-ENTER", "SWL-091", LEADERS, "enter OG E1", "OG", {}),
    ("E-ENTER", "SWL-091", LEADERS, "enter CU E2", "E2", {"position": {"pool": {"blue": ["CU"]}}}),
    ("E-REST", "SWL-079", "CH E4", "rest E4", "E4", {}),
    ("E-REST", "SWL-079", "CU E4", "rest E4", "CU", {}),
    ("E-CARD", "SWL-135", "LN E4, LN F4", "F4 F5 / card IN E4-E5", "", {"version": "standard", "position": CARDS}),
    ("E-CARD", None, "LN E4", "card IN E4-E5", "Initiative", {"version": "standard"}),
    ("E-TAKE", "SWL-114", LEADERS, "take FS CA", "", {"version": "standard"}),
    ("E-PURSUIT", "SWL-161", "BF E9", "cut NA E9", "Napoleon", {"version": "expert", "position": PURSUIT}),
    ("E-PURSUIT", None, "BF E9", "cut V7 E9", "V7", {"version": "expert", "position": PURSUIT}),
    ("E-PURSUIT", None, "BF E9", "cut V1 E8", "E8", {"version": "expert", "position": PURSUIT}),
]


@clause("SWL-036")
@pytest.mark.parametrize(("code", "rule", "pieces", "orders", "words", "game"), REFUSED)
def test_refusals(play, code, rule, pieces, orders, words, game):
    played = play(pieces, orders, **game)
    assert played.codes == [code]
    if rule:
        assert played.refusal["clause"] == rule
        assert rule in played.message
    for word in words.split():
        assert word in played.message
    assert played.message.startswith(f'line {played.refusal["line"]}, "')
    assert played.moves == []


@clause("SWL-111")
def test_the_split(play):
    orders = "L5 K5 / K5 L5 / L5 K5 / K5 L5"
    played = play("WE A9, UX B9, SL L5", orders, seat="red", turn=13, n=None)
    assert played.no == "4 E-SPLIT SWL-111"
    assert "Prussian" in played.message
    assert "Allied" in played.message


@clause("SWL-092")
def test_when_a_piece_may_return_is_said(play):
    played = play("CU-1 E4, NA A1", "rest E4 / enter CU E1")
    assert played.no == "2 E-ENTER SWL-092"
    assert "6" in played.message


@clause("SWL-011")
def test_a_set_up_that_is_wrong_names_what_is(opening):
    block = (
        "setup\n10: .. .. .. .. .. WE .. .. .. .. .. ..\n 9:" + " .." * 12 + "\n 8:" + " .." * 12 + "\n 7:" + " .." * 12
    )
    played = opening().then(block)
    assert set(played.codes) == {"E-SETUP"}
    assert all(entry["message"] for entry in played.refused)


@pytest.mark.parametrize("order", ["accept draw", "stand spirit win 9", "take FS"])
def test_other_things_that_cannot_be(play, order):
    played = play(LEADERS, order, version="standard")
    assert len(played.codes) == 1
    assert played.message


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("board", {"M4": "LN"}),
        ("board", {"E4": "XX"}),
        ("board", {"E4": 3}),
        ("board", {"E4": "LN-1"}),
        ("board", {"E4": "PL-9"}),
        ("turn", "five"),
        ("phase", "siege"),
        ("to_move", "green"),
        ("weather", "rain"),
        ("eliminated", {"blue": {"XX": 1}}),
        ("eliminated", {"blue": {"LN": -1}}),
        ("retreat", {"blue": "MIDDLE", "red": "LEFT"}),
        ("tiles", {"HOU": {"flag": "red"}}),
        ("standing", {"blue": {"spirit": "win 9"}}),
        ("undrawn", ["LN"]),
        ("pool", {"blue": ["WE"]}),
        ("cards", {"hands": {"blue": ["FS"], "red": []}}),
    ],
)
def test_positions_that_cannot_be(ask, key, value):
    error = ask({"board": {"E4": "LN"}, "to_move": "blue"} | {key: value}).error
    assert error["code"] in ("position", "shape")
    assert error["message"]


def test_seats_and_dice_that_cannot_be(ask, play):
    assert play("LN E4", {"green": "E4 E5"}).error["code"] == "seat"
    assert play("LN E5, BF E6", "attack E5 E6").error["code"] == "dice_exhausted"
    assert play("LN E5, BF E6", "attack E5 E6", "6").error["code"] == "dice"
    assert ask(None, weather="rain").error["code"] == "option"
