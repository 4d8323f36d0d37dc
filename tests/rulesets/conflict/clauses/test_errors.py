"""The errors: each code, the sentence it makes, and which comes first where a line has two faults."""

import pytest

clause = pytest.mark.clause

PIECES = "R:ar1@l2 R:bs1@l6 R:pl1@m9 R:aa@START R:ar3@HELD:yellow R:bs5@RETIRED Y:ar1@a12 O:aa@o9"


def one(play, line, dice="5-3", pieces=PIECES, **more):
    """A refusal, with what its sentence has to name."""
    return play(pieces, "R", dice, line, **more)


@pytest.mark.parametrize(
    "line",
    [
        "ar1 goes north",
        "ar1",
        "ar1 5",
        "throw",
        "reserve",
        "back",
        "ar1 5 to",
        "offer",
        "auto maybe",
        "ally",
    ],
)
def test_e01(play, line):
    played = one(play, line)
    assert played.codes == ["E01"]
    assert played.lines == [1]
    assert played.refusal["text"] == line
    assert played.moves == []


def test_e01_all_of_them_are_reported_together(play):
    played = one(play, "ar1 goes north / ar1 5 m2 / reserve / bs1 3 m6 n6 o6 / auto maybe")
    assert played.codes == ["E01", "E06", "E01", "E01"]
    assert played.lines == [1, 2, 3, 5]


@clause("CON-068")
def test_e02(play):
    held = one(play, "ar3 5 m2 n2 o2 p2 q2")
    assert held.no == "line 1 E02 CON-068"
    assert "Yellow" in held.message
    for line in ("ar9 5 5e", "bs7 5 5e", "bs5 5 5e", "a12 5 5e", "k2 5 5e"):
        played = one(play, line)
        assert played.codes == ["E02"], line
        assert line.split()[0] in played.message.lower()


@clause("CON-027", "CON-093")
def test_e03(play):
    played = one(play, "pl2 5 d4 e4 f4 g5 h6")
    assert played.no == "line 1 E03 CON-027"
    assert all(word in played.message for word in ("pl2", "reserve"))


@clause("CON-023")
@pytest.mark.parametrize("line", ["ar1 4 4e", "ar1 8 8e", "ar1 7 7e", "ar1 0 n", "ar1 12 to q2"])
def test_e04(play, line):
    played = one(play, line)
    assert played.no == "line 1 E04 CON-023"
    assert line.split()[1] in played.message
    assert "5-3" in played.message


@clause("CON-023")
def test_e04_used(play):
    played = one(play, "ar1 5 5e / bs1 5 m6 n6 o6 o5 n5")
    assert played.no == "line 2 E04 CON-023"


@clause("CON-024")
def test_e05(play):
    played = one(play, "ar1 5 5e / ar1 3 n n n")
    assert played.no == "line 2 E05 CON-024"
    assert "ar1" in played.message


@clause("CON-037")
def test_e06(play):
    played = one(play, "ar1 5 4e")
    assert played.no == "line 1 E06 CON-037"
    assert all(word in played.message for word in ("ar1", "4", "5"))


@clause("CON-002", "CON-037")
def test_e07(play):
    played = one(play, "ar1 3 m2 n2 p2")
    assert played.no == "line 1 E07 CON-037"
    assert all(word in played.message for word in ("ar1", "3", "n2", "p2"))


@clause("CON-039")
def test_e08(play):
    played = one(play, "ar1 3 m2 n2 m2")
    assert played.no == "line 1 E08 CON-039"
    assert all(word in played.message for word in ("ar1", "m2"))


@clause("CON-003", "CON-004")
def test_e09(play):
    land = one(play, "ar1 3 m3 m4 m5")
    assert land.no == "line 1 E09 CON-003"
    assert all(word in land.message for word in ("ar1", "m4", "water"))
    ship = one(play, "bs1 3 k7 j7 i7")
    assert ship.no == "line 1 E09 CON-004"
    assert all(word in ship.message for word in ("bs1", "j7", "bridge"))


@clause("CON-006")
def test_e10(play):
    played = one(play, "pl1 3 m10 m11 m12")
    assert played.no == "line 1 E10 CON-006"
    assert all(word in played.message for word in ("pl1", "m11", "reserve"))


@clause("CON-046")
def test_e11(play):
    played = one(play, "pl1 3 n9 o9 p9")
    assert played.no == "line 1 E11 CON-046"
    assert all(word in played.message for word in ("pl1", "o9", "Orange", "aa"))


@clause("CON-045")
def test_e12(play):
    played = one(play, "bs1 3 l7 m8 m9")
    assert played.codes == ["E09"], "m9 is land"
    played = one(play, "pl1 3 m8 m7 l6")
    assert played.no == "line 1 E12 CON-045"
    assert all(word in played.message for word in ("pl1", "bs1", "l6"))


@clause("CON-104")
def test_e13(play):
    played = one(play, "ar1 1 v22", "1-2", "R:ar1@w21", teams="opposite")
    assert played.no == "line 1 E13 CON-104"
    assert "v22" in played.message


@clause("CON-072", "CON-076")
def test_e14(play):
    ship = one(play, "bs1 1 s5", "1-2", "R:bs1@r5")
    assert ship.no == "line 1 E14 CON-072"
    assert all(word in ship.message for word in ("bs1", "s5", "Orange", "!"))
    plane = one(play, "pl1 1 s5", "1-2", "R:pl1@r5")
    assert plane.no == "line 1 E14 CON-076"


@clause("CON-037")
def test_e15(play):
    played = one(play, "ar1 5 to x24")
    assert played.no == "line 1 E15 CON-037"
    assert all(word in played.message for word in ("ar1", "5", "l2", "x24"))


@clause("CON-028", "CON-029", "CON-031")
def test_e16(play):
    played = one(play, "ar1 5 5e")
    assert played.no == "E16 CON-028"
    assert played.refusal["text"] is None
    assert "throw 1" in played.message
    assert one(play, "end", "5-3", "R:ar1@l2").no == "E16 CON-029"


@clause("CON-023")
def test_e17(play):
    played = one(play, "ar1 5 5e / bs1 3 3e / pl1 3 n8 n7 n6")
    assert played.no == "line 3 E17 CON-023"


@clause("CON-093")
def test_e18(play):
    played = one(play, "reserve pl2")
    assert played.no == "line 1 E18 CON-093"
    assert "8" in played.message
    for line in ("reserve ar1", "reserve pl2 / reserve ar4", "ar1 4 4e / reserve pl2"):
        assert one(play, line, "4-3").codes == ["E18"]


@clause("CON-097")
def test_e19(play):
    played = one(play, "ar1 5 5e / bs1 3 3e / back ar1")
    assert played.no == "line 3 E19 CON-097"
    pieces = "R:ar1@l2 Y:ar1@a12"
    missing = play(pieces, "R", "1-1 2-2 3-3", "ar1 1 e / throw 2 / ar1 2e / throw 3 / ar1 3e")
    assert missing.no == "E19 CON-097"
    assert "back" in missing.message


def test_e20(play):
    early = play(PIECES, "R", "5-3", {"Y": "ar1 5 5n"})
    assert early.codes == ["E20"]
    assert early.lines == [None]
    assert "Red" in early.message
    assert early.at("Y:ar1") == "a12"
    over = {"phase": "over", "outcome": {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}}
    gone = {"yellow": {"how": "resigned", "heir": None, "turn": 1}}
    after = play(
        "R:ar1@l2 Y:*@RETIRED",
        "R",
        "5-3",
        "ar1 5 5e",
        playing="RY",
        seats="red,yellow",
        players=2,
        position=over | {"turn": 3, "out": gone},
    )
    assert after.codes == ["E20"]
    assert after.moves == []


def test_e20_is_for_orders_only(play):
    mixed = play(PIECES, "R", "5-3", {"Y": "offer draw / ar1 5 5n"})
    assert mixed.codes == ["E20"]
    assert mixed.of("draw_offered")[0]["seat"] == "yellow"


@clause("CON-100")
def test_e21(play):
    played = one(play, "ally green")
    assert played.no == "line 1 E21 CON-100"


@clause("CON-036")
def test_e22(play):
    played = one(play, "pass")
    assert played.no == "line 1 E22 CON-036"
    half = one(play, "ar1 5 5e / pass")
    assert half.codes == ["E22"]


# Two faults in one line, or in one throw: the earlier of them in the rulebook's order is told.
ORDER = [
    pytest.param("ar1 what / ar9 9 n9", ["E01", "E02"], [1, 2], id="E01 before all moves"),
    pytest.param("ar3 9 9e", ["E02"], [1], id="E02 before E04"),
    pytest.param("reserve ar9", ["E02"], [1], id="E02 before E18, no piece"),
    pytest.param("reserve ar3", ["E02"], [1], id="E02 before E18, held"),
    pytest.param("back ar9", ["E02"], [1], id="E02 before E19, no piece"),
    pytest.param("back ar3", ["E02"], [1], id="E02 before E19, held"),
    pytest.param("back bs5", ["E02"], [1], id="E02 before E19, retired"),
    pytest.param("back pl2", ["E19"], [1], id="E19 and not E03, which is for moves"),
    pytest.param("pl2 9 9e", ["E03"], [1], id="E03 before E04"),
    pytest.param("ar1 5 5e / pl2 5 d4", ["E03"], [2], id="E03 before E04 used"),
    pytest.param("ar1 5 5e / bs1 3 3e / pl2 3 3e", ["E03"], [3], id="E03 before E17"),
    pytest.param("ar1 5 5e / ar1 5 5e", ["E05"], [2], id="E05 before E04"),
    pytest.param("ar1 5 5e / bs1 3 3e / ar1 5 5e", ["E05"], [3], id="E05 before E17"),
    pytest.param("ar1 5 5e / bs1 3 3e / pl1 3 9n", ["E17"], [3], id="E17 before E04"),
    pytest.param("ar1 4 5e", ["E04"], [1], id="E04 before E06"),
    pytest.param("ar1 5 m2 p2 m2", ["E06"], [1], id="E06 before E07"),
    pytest.param("ar1 3 m2 m2 m3", ["E07"], [1], id="E07 before E08 at one step"),
    pytest.param("ar1 3 m2 m6 m2", ["E07"], [1], id="E07 before E09 at one step"),
    pytest.param("pl1 3 n10 n12 n11", ["E07"], [1], id="E07 before E10 at one step"),
    pytest.param("ar1 3 m3 m4 m3", ["E09"], [1], id="an earlier step before a later one"),
    pytest.param("ar1 3 m3 n3 n3", ["E07"], [1], id="a square does not adjoin itself"),
    pytest.param("pl1 3 m10 m9 o9", ["E08"], [1], id="E08 before E11, a step earlier"),
    pytest.param("pl1 3 n9 o9 m9", ["E11"], [1], id="E11 before E07, a step earlier"),
]


@pytest.mark.parametrize(("orders", "codes", "lines"), ORDER)
def test_the_order_of_the_tests(play, orders, codes, lines):
    played = one(play, orders)
    assert played.codes == codes
    assert played.lines == lines


@clause("CON-006", "CON-003")
def test_e10_comes_before_e09(play):
    """A camp is neither land nor water; for a ship beside it E10 is told, not that it is no water."""
    assert play("R:bs1@d4", "R", "1-2", "bs1 1 c4").codes == ["E10"]
    assert play("R:ar1@j10", "R", "1-2", "ar1 1 k11").codes == ["E10"]


@clause("CON-009", "CON-003")
def test_e09_comes_before_e11_and_e12(play):
    assert play("R:ar1@m3 O:bs1@m4", "R", "1-2", "ar1 1 m4").codes == ["E09"]
    assert play("R:ar1@m3 R:bs1@m4", "R", "1-2", "ar1 1 m4").codes == ["E09"]


@clause("CON-045", "CON-104")
def test_e12_comes_before_e13_and_e14(play):
    assert play("R:ar1@w21 G:aa@v22", "R", "1-2", "ar1 1 v22", teams="opposite").codes == ["E12"]
    assert play("R:bs1@r5 R:bs2@s6 Y:ar1@a12", "R", "2-1", "bs1 2 s5 s6").codes == ["E12"]


@clause("CON-104", "CON-072")
def test_e13_comes_before_e14(play):
    played = play("R:bs1@s18 G:ar1@l23", "R", "4-1", "bs1 4 t19 u20 u21 v22", teams="opposite", partner_mines="live")
    assert played.codes == ["E13"]


@clause("CON-036", "CON-028", "CON-097")
def test_the_whole_throw_comes_after_its_lines(play):
    pieces = "R:ar1@l2 R:bs1@l6 Y:ar1@a12"
    third = "ar1 1 e / bs1 1 e / throw 2 / ar1 2e / bs1 2e / throw 3"
    assert play(pieces, "R", "1-1 2-2 3-3", f"{third} / ar1 3e").no == "E16 CON-028", "E16 before a missing back"
    assert play(pieces, "R", "1-1 2-2 3-3", f"{third} / pass").codes == ["E22"]
    assert play(pieces, "R", "1-1 2-2 3-3", f"{third} / ar1 3e / bs1 3 9n").codes == ["E06"]
    early = play(pieces, "R", "1-1 2-2 3-3", "ar1 1 e / throw 2 / ar1 2 9e / bs1 2e / throw 3 / ar1 3e / bs1 3e")
    assert early.no == "E16 CON-028", "throw 1 is judged before throw 2 is looked at"


def test_legality_is_reported_up_to_the_first_fault(play):
    played = one(play, "ar1 5 5n / bs1 9 3e / pl1 7 n")
    assert played.lines == [1]
    assert len(played.codes) == 1


def test_a_refused_set_changes_nothing(play):
    played = one(play, "ar1 5 5e / bs1 3 3w / pl1 3 3n")
    assert played.at("R:ar1 R:bs1 R:pl1") == "l2 l6 m9"
    assert played.events == []
    assert played.awaiting == {"red": "turn"}
    assert played.dice == "5-3"


def test_every_message_names_the_rule(play):
    for line in ("ar3 5 5e", "pl2 5 5e", "ar1 4 4e", "ar1 5 4e", "ar1 3 m2 n2 p2", "ar1 3 m3 m4 m5", "reserve pl2"):
        refusal = one(play, line).refusal
        assert refusal["clause"].startswith("CON-")
        assert refusal["clause"] in refusal["clauses"]
        assert refusal["seat"] == "red"
        assert refusal["text"] == line
