"""The pool: reserve, resting, withdrawn."""

import pytest

clause = pytest.mark.clause

POOL = {"pool": {"blue": ["CU", "LN", "FA"], "red": ["DC", "BF"]}}


@clause("SWL-091")
def test_an_entry(play):
    played = play("NA A1", "enter CU E1 / E1 E6", position=POOL)
    assert played.ok
    assert played.board == "NA A1, CU E6"
    assert played.actions == "2/3"
    assert play("WE A10", "bring DC E10", seat="red", position=POOL).at("E10") == "DC"


@clause("SWL-091")
@pytest.mark.parametrize("square", ["E2", "E5", "E10", "A2"])
def test_only_on_the_own_back_row(play, square):
    assert play("NA A1", f"enter CU {square}", position=POOL).no == "1 E-ENTER SWL-091"


@clause("SWL-091")
@pytest.mark.parametrize("other", ["LN", "BF"])
def test_only_on_an_empty_square(play, other):
    assert play(f"{other} E1", "enter CU E1", position=POOL).no == "1 E-ENTER SWL-091"


@clause("SWL-091")
@pytest.mark.parametrize("code", ["PL", "DC", "NE", "BU"])
def test_only_what_is_in_the_own_pool(play, code):
    assert play("NA A1", f"enter {code} E1", position=POOL).codes == ["E-ENTER"]


@clause("SWL-092")
def test_the_reserve_may_come_at_once(play):
    assert play("NA A1", "enter LN E1", turn=1, position=POOL).ok
    assert play("WE A10", "enter BF E10", seat="red", turn=1, position=POOL).ok


@clause("SWL-092")
def test_what_has_just_left_may_not(play):
    assert play("CU-1 E5, NA A1", "rest E5 / enter CU E1").no == "2 E-ENTER SWL-092"


@clause("SWL-093")
def test_ten_are_the_limit_at_set_up_only(play):
    many = {"pool": {"blue": ["LN"] * 10 + ["CU"]}}
    played = play("PL-1 E5, NA A1", "rest E5", position=many)
    assert played.ok
    assert len(played.position["pool"]["blue"]) == 12


@clause("SWL-094", "SWL-R23")
def test_prussians_come_back_on_row_ten(play):
    away = {"pool": {"red": [{"code": "PI", "status": "withdrawn", "left": {"turn": 13, "seat": "red"}}]}}
    pieces = "WE A10, UX B10, SL L9"
    played = play(pieces, seat="red", turn=14, n=None, position=away)
    assert played.actions == "0/4"
    back = played.then("enter PI E10")
    assert back.at("E10") == "PI"
    assert back.position["actions"]["prussian"] == 1
    assert played.then("enter PI L6").no == "1 E-ENTER SWL-091"


@clause("SWL-095", "SWL-R05")
def test_what_the_enemy_sees_of_the_pool(play):
    left = {"turn": 3, "seat": "blue"}
    pool = {
        "pool": {
            "blue": [
                "LN",
                {"code": "PL", "blocks": 1, "status": "resting", "left": left},
                {"code": "CU", "status": "withdrawn", "left": left},
                "CH",
            ]
        }
    }
    played = play("NA A1, LN B4", position=pool)
    theirs = played.view("red")["pool"]["blue"]
    assert sorted(piece["arm"] for piece in theirs) == ["c", "c", "c", "i"]
    assert sorted(piece["code"] for piece in theirs if piece["code"]) == ["CU", "PL"]
    assert sorted(piece["code"] for piece in played.view("blue")["pool"]["blue"]) == ["CH", "CU", "LN", "PL"]
    assert theirs == played.view(None)["pool"]["blue"]


@clause("SWL-095")
def test_a_piece_that_enters_shows_its_arm(play):
    played = play("NA A1", "enter CU E1", position=POOL)
    assert played.sees("red", "E1") == "c"
    assert played.of("enter", "red")[0]["piece"]["code"] is None
    assert played.of("enter", "blue")[0]["piece"]["code"] == "CU"


@clause("SWL-096")
def test_which_of_several_comes(play):
    def entered(*pool):
        away = [
            {"code": "CU", "blocks": blocks, "status": "withdrawn", "left": {"turn": turn, "seat": seat}}
            for blocks, turn, seat in pool
        ]
        played = play("NA A1", "enter CU E1", position={"pool": {"blue": away}})
        return played.at("E1"), played.pool("blue")

    assert entered((3, 5, "red"), (1, 5, "red")) == ("CU-1", "CU-3 withdrawn")
    assert entered((1, 5, "red"), (3, 4, "blue")) == ("CU", "CU-1 withdrawn")
    assert entered((1, 3, "blue"), (2, 2, "blue")) == ("CU", "CU-1 withdrawn")
