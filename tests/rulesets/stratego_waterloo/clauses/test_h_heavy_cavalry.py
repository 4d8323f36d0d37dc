"""Heavy cavalry: charges, blocks, rest."""

import pytest

clause = pytest.mark.clause


@clause("SWL-073", "SWL-R36", "SWL-R06")
@pytest.mark.parametrize(
    ("pieces", "dice", "after"),
    [
        ("CU E5, KH E6", "", "CU-1 E6"),
        ("CU-1 E5, KH E6", "", "CU-2 E6"),
        ("CU E5, DC E6", "B", "CU-1 E6"),
        ("ED E5, BA E6", "", "BA E6"),
        ("PL D6, BA E6", "", "PL-1 E6"),
        ("CU-3 E5, WE E6", "", "CU-4 E6"),
    ],
)
def test_each_charge_costs_a_block(play, pieces, dice, after):
    start = pieces.split(",")[0].split()[1]
    assert play(pieces, f"attack {start} E6", dice).board == after


@clause("SWL-073")
def test_thrown_back_with_a_block(play):
    played = play("CU E5, DC E6", "attack E5 E6", "RR")
    assert played.pool("blue") == "CU-1 withdrawn"


@clause("SWL-074")
def test_being_attacked_costs_nothing(play):
    assert play("CU E5, KH E6", "attack E6 E5", seat="red").board == "CU E5"
    assert play("CU E5, DC E6", "attack E6 E5", "B", seat="red").board == "CU E5"


@clause("SWL-075", "SWL-R37")
def test_strength_stops_at_nought(play):
    played = play("CU-4 E5, DC-4 E6", "attack E5 E6", "B")
    assert played.fights == ["CU E5xE6 DC 0v0 B attacker eliminated E6"]
    assert played.board == "CU-4 E6"
    assert play("CU-4 E5, BL E6", "attack E5 E6").lost("blue") == "CU"
    assert play("CU-4 E5, WE E6", "attack E5 E6").board == "CU-4 E6"
    assert play("CU-4 E5", "E5 E8").board == "CU-4 E8"
    assert play("CU-4 E5, NA A1", "rest E5").pool("blue") == "CU-4 resting"


@clause("SWL-075")
def test_no_piece_carries_more_than_its_strength(play):
    assert play("CU-5 E5").error["code"] == "position"
    assert play("PL-5 E5").position["board"]


@clause("SWL-076")
def test_blocks_are_public(play):
    played = play("CU-2 E5, DC-1 E8")
    for seat in ("blue", "red", None):
        board = played.view(seat)["board"]
        assert (board["E5"]["blocks"], board["E8"]["blocks"]) == (2, 1)


@clause("SWL-077", "SWL-079")
def test_what_may_rest(play):
    rested = play("CU-2 E5, NA A1", "rest E5")
    assert rested.ok
    assert rested.actions == "0/3"
    assert rested.pool("blue") == "CU-2 resting"
    assert rested.at("E5") == ".."


@clause("SWL-079")
@pytest.mark.parametrize("code", ["CU", "CH", "NE", "NA", "LN", "FA"])
def test_what_may_not_rest(play, code):
    assert play(f"{code} E5, CH A1", "rest E5").no == "1 E-REST SWL-079"


@clause("SWL-077")
def test_rest_is_for_the_own_ply(play):
    assert play("CU-2 E5", {"blue": "rest E5"}, seat="red").codes == ["E-PHASE"]
    assert play("DC-2 E5", "rest E5").codes == ["E-OWNER"]


@clause("SWL-078", "SWL-R38")
def test_the_enemy_must_have_had_his_turn(play):
    charged = play("CU E5, KH E6, NA A1, WE A10", "attack E5 E6 / end")
    assert charged.then("end").then("rest E6").ok
    placed = {"board": {"E5": {"code": "CU", "blocks": 1, "charged": {"turn": 5, "seat": "blue"}}}}
    assert play("", "rest E5", position=placed).no == "1 E-REST SWL-078"
    earlier = {"board": {"E5": {"code": "CU", "blocks": 1, "charged": {"turn": 4, "seat": "blue"}}}}
    assert play("", "rest E5", position=earlier).ok
    theirs = {"board": {"E5": {"code": "CU", "blocks": 1, "charged": {"turn": 5, "seat": "red"}}}}
    assert play("", "rest E5", position=theirs).no == "1 E-REST SWL-078"


@clause("SWL-080", "SWL-R39")
@pytest.mark.parametrize(
    ("left", "code"),
    [
        ({"turn": 5, "seat": "red"}, "CU-2"),
        ({"turn": 4, "seat": "blue"}, "CU"),
        ({"turn": 4, "seat": "red"}, "CU"),
        ({"turn": 2, "seat": "blue"}, "CU"),
    ],
)
@pytest.mark.parametrize("status", ["withdrawn"])
def test_how_long_it_takes_to_recover(play, left, code, status):
    away = {"pool": {"blue": [{"code": "CU", "blocks": 2, "status": status, "left": left}]}}
    assert play("NA A1", "enter CU E1", position=away).at("E1") == code


@clause("SWL-080")
def test_a_rested_piece_always_recovers(play):
    rested = play("CU-3 E5, NA A1, WE A10", "rest E5 / end").then("end")
    assert rested.ply == "blue 6"
    assert rested.then("enter CU E1").at("E1") == "CU"


@clause("SWL-081")
@pytest.mark.parametrize("code", ["CH", "NE", "NA"])
def test_light_cavalry_does_not_tire(play, code):
    assert play(f"{code} E5, BL E6", "attack E5 E6").board == f"{code} E6"
