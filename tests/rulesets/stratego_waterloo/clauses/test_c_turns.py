"""Turns, plies, actions."""

import pytest

clause = pytest.mark.clause

LEADERS = "NA A1, NE B1, WE A10, UX B10"


@clause("SWL-017")
def test_red_then_blue_then_the_clock(play):
    red = play(LEADERS, "end", seat="red", turn=4, n=None)
    assert red.ply == "blue 4"
    blue = red.then("end")
    assert blue.ply == "red 5"
    assert [event["turn"] for event in blue.of("turn")] == [5]
    assert blue.view("red")["clock"] == "13:00"


@clause("SWL-018", "SWL-026", "SWL-R17")
@pytest.mark.parametrize("orders", ["end", "A1 A2 / end", "A1 A2 / B1 B2 / end", "A1 A2 / B1 B2 / A2 A3"])
def test_three_actions_that_need_not_be_used(play, orders):
    played = play(LEADERS, orders, n=None)
    assert played.ok
    assert played.ply == "red 6"
    assert played.actions == "0/3"


@clause("SWL-018")
def test_a_fourth_action_is_refused(play):
    played = play(LEADERS, "A1 A2 / B1 B2 / A2 A3 / B2 B3", n=None)
    assert played.no == "4 E-ACTIONS SWL-019"
    assert played.at("A1 B1") == "NA NE"


@clause("SWL-019", "SWL-087")
@pytest.mark.parametrize(
    ("pieces", "gone", "seat", "n"),
    [
        (LEADERS, {}, "blue", 3),
        (LEADERS, {}, "red", 3),
        ("NA A1, LN B1", {"blue": {"NE": 1}}, "blue", 2),
        ("NE A1, LN B1", {"blue": {"NA": 1}}, "blue", 1),
        ("WE A10", {"red": {"UX": 1}}, "red", 2),
        ("UX A10", {"red": {"WE": 1}}, "red", 1),
    ],
)
def test_how_many_actions_a_ply_has(play, pieces, gone, seat, n):
    played = play(pieces, seat=seat, n=None, position={"eliminated": gone})
    assert played.actions == f"0/{n}"


@clause("SWL-R68", "SWL-019")
@pytest.mark.parametrize(
    ("extra", "seat", "turn", "n"),
    [
        ({"blue_extra": 5}, "blue", 5, 4),
        ({"blue_extra": 5}, "blue", 6, 3),
        ({"blue_extra": 5}, "red", 5, 3),
        ({"red_extra": 5}, "red", 5, 4),
        ({"red_extra": 5}, "red", 6, 3),
        ({"red_extra": 5}, "blue", 5, 3),
        ({"blue_extra": 0}, "blue", 1, 3),
    ],
)
def test_an_action_more_up_to_a_turn(play, extra, seat, turn, n):
    assert play(LEADERS, seat=seat, turn=turn, n=None, **extra).actions == f"0/{n}"


@clause("SWL-R68")
@pytest.mark.parametrize(("extra", "n"), [({}, 3), ({"blue_extra": 1}, 4)])
def test_turns_before_the_first_count_as_well(play, extra, n):
    early = {"version": "expert", "start": "early"}
    assert play(LEADERS, seat="blue", turn=-2, n=None, **early, **extra).actions == f"0/{n}"


@clause("SWL-R68", "SWL-018")
def test_the_fourth_action_is_carried_out(play):
    played = play(LEADERS, "A1 A2 / B1 B2 / A2 A3 / B2 B3", n=None, blue_extra=40)
    assert played.ok
    assert played.at("A3 B3") == "NA NE"


@clause("SWL-020")
@pytest.mark.parametrize(
    ("orders", "version"),
    [
        ("E4 E5", "standard"),
        ("attack E4 F4", "standard"),
        ("fire B4 B7", "standard"),
        ("enter CU E1", "standard"),
        ("card IN E4-E5", "standard"),
    ],
)
def test_what_an_action_is(play, orders, version):
    more = {"pool": {"blue": ["CU"]}, "cards": {"hands": {"blue": ["IN"], "red": []}}}
    played = play("LN E4, RI F4, FA B4, BF B7", orders, version=version, position=more)
    assert played.ok
    assert played.actions == "1/3"


@clause("SWL-021")
def test_one_piece_may_act_again_and_again(play):
    assert play("LN E2", "E2 E4 / E4 E6 / E6 F7").board == "LN F7"
    played = play("FA E4, BF E5, BF E6, BF E7", "fire E4 E5 / fire E4 E6 / fire E4 E7")
    assert played.board == "FA E4"


@clause("SWL-022")
def test_no_move_after_an_attack_in_the_same_action(play):
    played = play("LI E4, BL E5", "attack E4 E5 E6")
    assert not played.ok
    won = play("CH E3, BL E4, WE A10", "attack E3 E4")
    assert won.actions == "1/3"
    assert won.then("E4 E8").actions == "2/3"


@clause("SWL-023", "SWL-077")
def test_resting_is_free_and_at_any_point(play):
    pieces = "PL-1 E4, CU-2 F4, LN C2, NA A1"
    played = play(pieces, "rest E4 / C2 C3 / rest F4 / C3 C4 / C4 C5")
    assert played.ok
    assert played.pool("blue") == "CU-2 resting, PL-1 resting"
    after = play(pieces, "C2 C3 / C3 C4 / C4 C5 / rest E4")
    assert after.ok
    assert after.pool("blue") == "PL-1 resting"


@clause("SWL-024", "SWL-R19")
def test_a_loss_is_felt_in_the_next_ply(play):
    played = play("NA A1, NE E5, OG F5, BA E7, WE A10, UX B10", "attack E5 E7 / F5 G5 / G5 H5", n=None)
    assert played.ok
    assert played.lost("blue") == "NE"
    assert played.at("H5") == "OG"
    assert played.then("end").actions == "0/2"


@clause("SWL-025", "SWL-104", "SWL-180", "SWL-106")
def test_what_happens_between_turns_and_in_which_order(play):
    undrawn = {"undrawn": ["PI", "LW"], "grouchy": "come"}
    played = play(LEADERS, "end", turn=12, position=undrawn)
    kinds = [kind for kind in played.kinds if kind in ("turn", "prussians", "ply")]
    assert kinds == ["turn", "prussians", "ply"]
    ninth = play(LEADERS, "end", "R", turn=8, version="expert", grouchy="on", position={"undrawn": ["PI"]})
    assert [kind for kind in ninth.kinds if kind in ("turn", "grouchy", "ply")] == ["turn", "grouchy", "ply"]
    last = play(LEADERS, "end", turn=12, turn_limit=12, position=undrawn)
    assert last.end == "draw turn_limit SWL-104"
    assert last.of("turn") == last.of("prussians") == []


@clause("SWL-025")
def test_nothing_happens_in_the_middle_of_a_turn(play):
    played = play(LEADERS, "end", seat="red", turn=13, position={"undrawn": ["PI", "LW"]})
    assert played.of("turn") == played.of("prussians") == []


@clause("SWL-027", "SWL-089", "SWL-090", "SWL-R20", "SWL-R68")
@pytest.mark.parametrize("extra", [0, 9])
def test_a_ply_without_actions(play, extra):
    away = {
        "eliminated": {"blue": {"NA": 1}},
        "pool": {"blue": [{"code": "NE", "status": "withdrawn", "left": {"turn": 4, "seat": "blue"}}]},
    }
    played = play("PL-1 E4, LN F4, WE A10", n=None, position=away, blue_extra=extra)
    assert played.actions == "0/0"
    assert played.awaiting == {"blue": "ply"}
    assert played.then("F4 F5").no == "1 E-ACTIONS SWL-019"
    assert played.then("rest E4").pool("blue") == "NE withdrawn, PL-1 resting"
    back = played.then("rest E4 / enter NE E1")
    assert back.ok
    assert back.at("E1") == "NE"
    assert back.ply == "red 6"
