"""Section M: how mails are read, tried and carried out."""

import pytest

from core.dice import ScriptedDice
from pbem.rulesets.waterloo_grid import presentation

clause = pytest.mark.clause

PIECES = "BI1 H6:fabc:n BI2 D6:fabc:n RI1 H4:fabc:s RI2 D5:fabc:s"


# --- One decision a turn ---


@clause("WGR-138")
def test_only_the_active_player_owes_anything(play, ask):
    played = play(PIECES, "B")
    assert played.awaiting == {"blue": "orders"}
    assert played.events == []
    assert ask(played.position, {"B": "end"}, "X--- -----").awaiting == {"red": "orders"}


@clause("WGR-138", "WGR-021")
def test_the_dice_are_rolled_before_orders_are_asked_for(play):
    played = play(PIECES, "B", "end", "X---", then="ICAX-")
    assert played.dice == "ICAX-"
    assert played.of("turn")[0]["dice"] == list("ICAX-")


# --- All or nothing, until a die has fallen ---


@clause("WGR-139")
def test_nothing_is_done_and_all_errors_told(play):
    played = play(PIECES, "B", "I1 f9 / I2 right / H3 f / I1 jump / A9 f")
    assert set(played.lines) == {1, 3, 4, 5}
    assert played.at("BI1 BI2") == "H6:fabc:n D6:fabc:n"
    assert played.position["mails"] == 0
    assert played.events == []


@clause("WGR-139")
def test_a_bad_line_refuses_good_ones_before_it(play, ask):
    played = play(PIECES, "B", "I2 right / I1 f3 / end")
    assert played.no == "line 2 E05"
    assert played.at("BI2") == "D6:fabc:n"
    assert ask(played.position, {"B": "I2 right / I1 f"}).ok, "he may write again"


@clause("WGR-139")
def test_what_can_be_seen_beforehand_refuses_a_mail_with_shots(play):
    """Words, names, dice and pool are looked at before the first shot."""
    for line, code in (("I1 jump", "E01"), ("I7 f", "E02"), ("L1 f", "E02"), ("enter I at Y n", "E12")):
        played = play(PIECES, "B", f"I2 fire D5 / {line}")
        assert (played.codes, played.shots) == ([code], [])
    three = play(PIECES + " BI3 J6:fabc:n", "B", "I2 fire D5 / I1 left / I3 left")
    assert (three.no, three.shots) == ("line 3 E03", [])


@clause("WGR-139")
@pytest.mark.parametrize(
    ("pieces", "line", "code"),
    [
        ("BH2 H9:fabc:n BI5 I9:fabc:s", "H2 right f2", "E07"),  # friends of another arm stand there
        ("BI1 A1:fabc:n", "I1 f", "E07"),
        ("BI1 H6:fabc:n", "I1 f3", "E05"),
        ("BI1 H6:fabc:n", "I1 charge 1", "E10"),
        ("BI1 H6:fabc:n RH1 H4:fabc:s", "I1 f", "E09"),
        ("BI1 H6:fabc:n RI1 H2:fabc:s", "I1 charge 2 or fire G5", "E10"),
        ("BA3 H8:ab:n", "A3 fire J4", "E11"),
    ],
)
def test_what_no_shot_can_make_possible_refuses_the_mail(play, pieces, line, code):
    """The shot is not fired, though the line stands below it; the fault told is the one as things stand."""
    played = play(f"BI2 D6:fabc:n RI2 D5:fabc:s {pieces}", "B", f"I2 fire D5 / {line} / end", dice="IICAA")
    assert played.no == f"line 2 {code}"
    assert (played.events, played.dice) == ([], "IICAA")


@clause("WGR-139")
@pytest.mark.parametrize(
    "line",
    [
        "I3 charge 1",  # if the shot does nothing
        "I3 f2",  # if it sweeps the cell, or drives them back and to the side of nobody
        "I3 charge 2",  # if it drives them back one step
        "I3 f or charge 9 or f2",
        "A1 fire D5",  # a target may be fired at twice
        "A1 fire D4",  # they may go back there
        "A1 fire D3",  # or further, or those behind them come into sight
        "enter I at Y n",
    ],
)
def test_what_a_shot_may_make_possible_is_tried(play, line):
    pieces = "BI2 E6:fabc:n BI3 D7:fabc:n BA1 D6:ab:n BI9 A8:f:s RI2 D5:fabc:s"
    if "I3" in line:
        pieces = "BI2 E6:fabc:n BI3 D6:fabc:n BA1 A6:ab:n RI2 D5:fabc:s"
    pools = {"B": "I3+1"}
    played = play(pieces, "B", f"I2 fire D5 / {line}", loose=True, rolls="--------", dice="IIIIA", pools=pools)
    assert played.shots[:1] == ["E6>D5 --"]


@clause("WGR-139")
def test_friends_pushed_by_a_stack_that_is_driven_back_leave_their_cells_too(play):
    """D4 is held by the horse now, and free once RI2 has gone back two steps."""
    pieces = "BA1 D6:ab:n BI3 B4:fabc:e RI2 D5:fabc:s RH1 D4:fabc:s"
    played = play(pieces, "B", "A1 fire D5 / I3 f2", "XX--", loose=True)
    assert played.ok
    assert played.at("BI3 RI2 RH1") == "D4:fabc:e D3:fabc:n D2:fabc:s"


@clause("WGR-139")
def test_a_line_that_depends_on_another_that_depends_on_a_shot(play):
    """I3 goes where I2 leaves, which leaves if the shot lets it."""
    pieces = "BA1 D8:ab:n BI2 D4:fabc:e BI3 D5:fabc:n RI2 E4:fabc:s"
    played = play(pieces, "B", "A1 fire E4 / I2 f / I3 f", "XX", loose=True)
    assert played.ok
    assert played.at("BI2 BI3") == "E4:fabc:e D4:fabc:n"
    stays = play(pieces, "B", "A1 fire E4 / I2 f / I3 f", "--", loose=True)
    assert stays.codes == ["E07", "E07"]
    assert stays.shots == ["D8>E4 --"]


@clause("WGR-139", "WGR-106")
@pytest.mark.parametrize(("cell", "fired"), [("D4", True), ("D3", False)])
def test_three_dice_drive_men_in_a_farm_one_step(play, cell, fired):
    """Whoever waits for RI1 in F4 is tried, whoever waits for it in F3 refuses the mail: two X make a step."""
    pieces = f"BA1 F6:ab:n BI3 {cell}:fabc:e RI1 F5:fa:s"
    played = play(pieces, "B", "A1 fire F5 / I3 charge 1", "---" if fired else "")
    assert played.no == "line 2 E10"
    assert played.shots == (["F6>F5 ---"] if fired else [])


@clause("WGR-139", "WGR-145")
def test_a_line_that_is_refused_makes_nothing_possible(play):
    """I3 could go to G6 if I2 went on, but line 2 is no order; what would help I3 is no shot."""
    pieces = "BA1 D6:ab:n BI2 G6:fabc:n BI3 G7:fabc:n BI4 J7:fabc:n RI2 D5:fabc:s"
    played = play(pieces, "B", "A1 fire D5 / I2 f or I4 f / I3 f")
    assert (played.lines, played.codes, played.shots) == ([2, 3], ["E01", "E07"], [])
    assert play(pieces, "B", "A1 fire D5 / I2 f / I3 f", "----", dice="IICCA").ok


@clause("WGR-139", "WGR-127")
def test_entries_below_a_shot(play, rules):
    """The road has to be free when the entry has its turn; what only a shot can clear is tried."""
    pieces, asked = "BI4 E10:fabc:e RI2 F10:f:s RI1 A1:f:s", {"pools": {"B": "I3+1"}, "dice": "IIIIA"}
    orders = "I4 fire F10 / enter I at Y n"
    assert play(pieces, "B", orders, "I-", **asked).at("BI7") == "F10:fabc:n"
    void = play(pieces, "B", orders, "--", **asked)
    assert (void.no, void.cites) == ("line 2 E12", ["WGR-127"])
    assert void.shots == ["E10>F10 --"]
    assert void.pool("B") == "I3+1"
    position = rules.decode(play(pieces, "B", **asked).position, rules.settle({}))
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    foreseen = rules.check(position, "blue", lines).verdicts[1].facts
    assert (foreseen["later"], foreseen["kind"], foreseen["entry"]) == (True, "I", "Y")
    assert (foreseen["now"]["code"], foreseen["now"]["what"]) == ("E12", "enemy")


@clause("WGR-139", "WGR-127")
def test_friends_on_the_road_are_moved_by_no_shot(play):
    asked = {"pools": {"B": "I3+1"}, "dice": "IIIIA"}
    full = play("BA1 D6:ab:n BI4 F10:f:e RI2 D5:fabc:s", "B", "A1 fire D5 / enter I at Y n", **asked)
    assert (full.no, full.shots) == ("line 2 E12", [])
    entered = play("BA1 D6:ab:n BI4 E10:fabc:e RI2 D5:fabc:s", "B", "A1 fire D5 / enter I at Y n / I4 f", **asked)
    assert (entered.no, entered.shots) == ("line 3 E07", []), "who comes in there stands in the way of I4"


@clause("WGR-139", "WGR-146")
def test_a_test_mail_still_takes_shots_for_idle(play):
    pieces = "BI2 D6:fabc:n BI3 E5:fabc:w RI2 D5:fabc:s"
    assert play(pieces, "B", "test / I2 fire D5 / I3 f").codes == ["E07"]


# --- After a die has fallen ---


@clause("WGR-140")
def test_a_line_that_its_own_shots_do_not_cut_is_tried_whole(play):
    """An illegal rest is found before the die."""
    for rest in ("left left", "f f", "fire H6", "square f"):
        played = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", f"I1 fire D5 {rest}")
        assert played.shots == []
        assert len(played.codes) == 1


@clause("WGR-140")
def test_a_cell_that_is_fired_at_counts_as_empty_for_moves(play):
    """I1 may plan to follow; whether it can is seen after the shot."""
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s"
    gone = play(pieces, "B", "I1 fire D5 forward", "X-")
    assert gone.codes == ["E09"], "it would be a charge at RI1 in D4"
    further = play("BI1 D6:fabc:n RI1 D5:f:s RI2 A2:f:s", "B", "I1 fire D5 forward", "I-")
    assert further.ok
    assert further.at("BI1") == "D5:fabc:n"
    stays = play(pieces, "B", "I1 fire D5 forward", "I-")
    assert stays.no == "line 1 E07"
    assert stays.shots == ["D6>D5 I-"]
    assert stays.at("BI1 RI1") == "D6:fabc:n D5:fab:s"


@clause("WGR-140")
def test_what_a_cut_line_did_before_its_shots_stands(play):
    """b and c have moved when the second volley finds nobody."""
    pieces = "BI1 D6:fa:n D6:bc:e RI1 D5:fabc:s"
    played = play(pieces, "B", "I1 bc: f, fa: fire D5 fire D5", "X-")
    assert played.no == "line 1 E11"
    assert played.at("BI1 RI1") == "D6:fa:n E6:bc:e D4:fabc:n"
    assert played.of("void")[0]["cut"] is True


@clause("WGR-140")
def test_what_comes_after_the_shots_is_taken_back(play):
    """The guards' a and f would stand in contact after having fired, unless the shot drives RI1 away."""
    pieces = "BG1 G5:fa:e H6:bc:e RI1 I5:fabc:s"
    cut = play(pieces, "B", "G1 bc: fire I5, fa: f", "I-")
    assert cut.no == "line 1 E09"
    assert cut.at("BG1") == "G5:fa:e H6:bc:e"
    assert cut.pool("R") == "I1+0"
    clear = play(pieces, "B", "G1 bc: fire I5, fa: f", "X-")
    assert clear.ok
    assert clear.at("BG1") == "H5:fa:e H6:bc:e"


@clause("WGR-140")
def test_what_a_line_waits_for_of_its_own_shot_is_foreseen(play, rules):
    """The line is legal; as things stand RI1 is in the way of its last move."""
    position = rules.decode(play("BI1 D6:fabc:n RI1 D5:f:s RI2 A2:f:s", "B").position, rules.settle({}))
    [verdict] = rules.check(position, "blue", presentation().read([(1, "I1 fire D5 forward")])).verdicts
    assert verdict.status == "ok"
    assert (verdict.facts["now"]["code"], verdict.facts["now"]["cell"]) == ("E07", "D5")


@clause("WGR-140", "WGR-044")
def test_contact_left_by_a_cut_line_is_no_charge(play):
    """RI1 is driven in front of those who have moved; there is no second target, and no charge."""
    pieces = "BG1 G5:fa:e H7:bc:n RI1 I6:fabc:s"
    played = play(pieces, "B", "G1 fa: f, bc: fire I6 fire I6 / end", "X- X--")
    assert played.at("BG1") == "H5:fa:e H7:bc:n"
    assert played.charges == []
    assert played.fights == ["2 H5>I5 attack X--"]


@clause("WGR-140", "WGR-028")
def test_void_lines_and_those_after_them(play):
    """I2 cannot charge any more; it has acted and its die is spent; I3 goes on."""
    pieces = "BA2 F8:ab:n BI2 E6:fabc:n BI3 J6:fabc:n RI2 E4:fabc:s"
    played = play(pieces, "B", "A2 fire E4 / I2 charge 1 / I3 right", "X-")
    assert played.no == "line 2 E10"
    assert played.at("BI2 BI3") == "E6:fabc:n J6:fabc:e"
    assert "BI2" in played.position["acted"]


@clause("WGR-140", "WGR-142")
def test_a_void_unit_has_acted(play, ask):
    pieces = "BA2 F8:ab:n BI2 E6:fabc:n RI2 E4:fabc:s"
    played = play(pieces, "B", "A2 fire E4 / I2 charge 1", "X-")
    assert played.no == "line 2 E10"
    assert played.of("void")[0]["unit"] == "BI2"
    assert played.of("void")[0]["cut"] is False
    assert ask(played.position, {"B": "I2 f"}).no == "line 1 E04"


@clause("WGR-140")
def test_lines_that_were_carried_out_are_told_as_such(play, rules):
    """Line 2 is void; the shot above it, the move below it and the end of the turn were carried out."""
    pieces = "BA2 F8:ab:n BI2 E6:fabc:n BI3 J7:fabc:n RI2 E4:fabc:s"
    position = rules.decode(play(pieces, "B").position, rules.settle({}))
    lines = presentation().read(list(enumerate(["A2 fire E4", "I2 charge 1", "I3 f left", "end"], start=1)))
    told = rules.adjudicate(position, {"blue": lines}, ScriptedDice("X------"))
    assert [verdict.status for verdict in told.verdicts["blue"]] == ["ok", "refused", "ok", "ok"]


# --- Placing dice, and several mails ---


@clause("WGR-141", "WGR-027")
def test_the_first_mail_places_the_dice(play, ask):
    played = play(PIECES, "B", "I1 right / place I2")
    assert played.position["placed"] == ["BI2"]
    assert played.position["acted"] == ["BI1"]
    assert ask(played.position, {"B": "I2 right"}).at("BI2") == "D6:fabc:e"
    late = ask(play(PIECES, "B", "I1 right").position, {"B": "I2 right"})
    assert late.no == "line 1 E04"


@clause("WGR-141")
def test_named_in_both_takes_one_die(play):
    assert play(PIECES, "B", "place I1 I2 / I1 right", dice="II---").ok
    over = play(PIECES, "B", "place I1 I2 / I1 right", dice="I----")
    assert over.codes == ["E03"]


@clause("WGR-141", "WGR-144", "WGR-136")
@pytest.mark.parametrize("line", ["fights D6", "draw", "show", "turn 1", "test"])
def test_mails_that_place_nothing(play, ask, line):
    played = play(PIECES, "B", line)
    assert played.position["mails"] == 0
    assert ask(played.position, {"B": "I1 right"}).ok


@clause("WGR-141")
def test_mails_that_were_refused_place_nothing(play, ask):
    refused = play(PIECES, "B", "I1 f3 / place I2")
    assert refused.position["mails"] == 0
    assert ask(refused.position, {"B": "I2 right"}).ok


@clause("WGR-141")
def test_entries_come_with_the_first_mail(play, ask):
    pools = {"B": "I3+1"}
    played = play(PIECES, "B", "place I1", dice="IIIC-", pools=pools)
    late = ask(played.position, {"B": "enter I at Y n"})
    assert late.no == "line 1 E12"
    assert "WGR-141" in late.cites
    both = play(PIECES, "B", "place I1 / enter I at Y n", dice="IIIC-", pools=pools)
    assert both.at("BI7") == "F10:fabc:n"


@clause("WGR-141", "WGR-142")
def test_dice_for_those_who_have_acted(play, ask):
    """Whoever has acted gets no second die; nor does anybody else any more."""
    played = play(PIECES, "B", "I1 right / place I2")
    acted = ask(played.position, {"B": "place I1"})
    assert (acted.no, acted.cites) == ("line 1 E04", ["WGR-142"])
    late = ask(played.position, {"B": "place I2"})
    assert (late.no, late.cites) == ("line 1 E04", ["WGR-141"])


@clause("WGR-141", "WGR-R62")
def test_a_turn_in_several_mails(play, ask):
    """The shot is seen before the next order is written."""
    pieces = "BA2 F8:ab:n BI2 E6:fabc:n RI2 E4:fabc:s"
    first = play(pieces, "B", "A2 fire E4 / place I2", "X-")
    assert first.at("RI2") == "E3:fabc:n"
    second = ask(first.position, {"B": "I2 charge 2 / end"}, "X----- -----")
    assert second.fights == ["1 E4>E3 attack X-----"]


@clause("WGR-142")
@pytest.mark.parametrize("orders", ["I1 right / I1 left", "I1 hold / I1 right", "I1 right / BI1 right"])
def test_one_line_a_unit(play, orders):
    played = play(PIECES, "B", orders)
    assert played.no == "line 2 E04"
    assert "WGR-142" in played.cites


@clause("WGR-142")
def test_nor_in_a_later_mail(play, ask):
    played = play(PIECES, "B", "I1 hold / place I2")
    later = ask(played.position, {"B": "I1 right"})
    assert later.no == "line 1 E04"
    assert "WGR-142" in later.cites


@clause("WGR-143")
def test_the_turn_is_open_until_its_end(play, ask):
    played = play(PIECES, "B", "I1 right")
    assert (played.to_move, played.awaiting) == ("blue", {"blue": "orders"})
    assert played.of("end_turn") == []
    closed = ask(played.position, {"B": "end"}, "X--- -----")
    assert closed.to_move == "red"


@clause("WGR-143")
def test_lines_below_end(play):
    played = play(PIECES, "B", "I1 right / end / I2 right")
    assert played.no == "line 3 E14"
    assert played.to_move == "blue"


@clause("WGR-144", "WGR-082")
def test_the_last_fights_line_counts(play, ask):
    pieces = "BI1 D6:fa:n RI1 D5:fa:n BI2 G6:fa:n RI2 G5:fa:n BI3 J6:fa:n RI3 J5:fa:n"
    first = play(pieces, "B", "fights J6 / I1 hold")
    second = ask(first.position, {"B": "fights G6"})
    closed = ask(second.position, {"B": "end"}, "X-- X-- X-- -----")
    assert [fight.split()[1] for fight in closed.fights] == ["G6>G5", "D6>D5", "J6>J5"]


# --- Alternatives ---


@clause("WGR-145")
def test_the_second_if_the_first_is_illegal(play):
    pieces = "BI1 H6:fabc:n RI1 H3:fabc:s"
    assert play(pieces, "B", "I1 charge 1 or charge 2").at("BI1") == "H4:fabc:n"
    assert play(pieces, "B", "I1 f or charge 2").at("BI1") == "H5:fabc:n", "the first that can be done"
    assert play(pieces, "B", "I1 charge 1 or f9 or I1 left").at("BI1") == "H6:fabc:w"
    assert play(pieces, "B", "I1 charge 1 or f9 or fire").lines == [1]


@clause("WGR-145")
def test_it_takes_one_die(play):
    assert play("BI1 H6:fabc:n RI1 H3:fabc:s", "B", "I1 charge 1 or charge 2", dice="I----").ok


@clause("WGR-145")
def test_for_the_same_unit_only(play):
    assert play(PIECES, "B", "I1 charge 3 or I2 right").codes == ["E01"]


@clause("WGR-145", "WGR-140")
def test_no_other_once_a_shot_was_rolled(play):
    played = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire D5 forward or left left", "--")
    assert played.no == "line 1 E07"
    assert played.at("BI1") == "D6:fabc:n"
    other = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire E5 or fire D5", "--")
    assert other.shots == ["D6>D5 --"]


# --- Trying a mail ---


@clause("WGR-146")
@pytest.mark.parametrize("head", ["test", "turn 1 / test"])
def test_a_test_changes_nothing(play, head):
    played = play(PIECES, "B", f"{head} / I1 charge 1 / I2 fire D5 / end")
    assert played.ok
    assert played.events == []
    assert played.rolled == ""
    assert played.at("BI1") == "H6:fabc:n"
    assert played.position["mails"] == 0


@clause("WGR-146")
def test_a_test_finds_errors(play):
    played = play(PIECES, "B", "test / I1 f9 / I2 right")
    assert played.no == "line 2 E05"
    assert play(PIECES, "B", "I2 right / test").codes == ["E01"], "first line only"
    shot = "BI1 F3:fabc:n RI6 F2:fa:s BI2 D6:fabc:n RI2 D5:f:s"
    behind = play(shot, "B", "test / I1 fire F2 / I2 f")
    assert behind.no == "line 3 E07", "as though the shot had no effect"
    assert play(shot, "B", "test / I2 fire D5 / I2 f").codes == ["E04"]
    behind = "BA1 E8:ab:n BI2 D6:fabc:n RI2 D5:f:s"
    assert play(behind, "B", "I2 fire D5 / A1 fire D4", "--").no == "line 2 E11", "without test it is tried"


@clause("WGR-146")
def test_what_a_test_tells_of_shots(play, rules):
    """Dice and target; the line below is judged as though the shot had no effect."""
    position = rules.decode(play("BI1 F3:fabc:n RI6 F2:fa:s BI2 D6:fabc:n RI2 D5:f:s", "B").position, rules.settle({}))
    lines = presentation().read([(1, "test"), (2, "I1 fire F2 fire F2"), (3, "I2 fire D5")])
    told = {verdict.line: verdict for verdict in rules.check(position, "blue", lines).verdicts}
    assert told[2].facts["shots"] == [{"target": "F2", "dice": 1}, {"target": "F2", "dice": 1}]
    assert told[3].facts["shots"] == [{"target": "D5", "dice": 2}]


# --- Silence ---


@clause("WGR-147")
def test_at_the_deadline_the_turn_is_closed(play):
    played = play(PIECES, "B", "", "X---", due=True)
    assert played.to_move == "red"
    assert played.fights == ["2 D6>D5 attack X---"]
    assert played.position["missed"] == {"blue": 1, "red": 0}
    assert played.of("end_turn")[0]["by"] == "deadline"


@clause("WGR-147")
def test_what_was_mailed_before_stands(play, ask):
    opened = play(PIECES, "B", "I1 charge 1 / place I2")
    closed = ask(opened.position, {}, "-- X---- X--- -----", due=True)
    assert closed.fights == ["1 H5>H4 fire -- attack X----", "2 D6>D5 attack X---"]


@clause("WGR-147")
def test_three_silent_turns_may_be_claimed(play, ask):
    pieces = "BI1 H7:fabc:n RI1 H3:fabc:s"
    position = play(pieces, "B").position
    for count in (1, 2, 3):
        early = ask(position, {"R": "claim"})
        assert early.codes == ["E14"]
        silent = ask(position, {}, due=True)
        assert silent.position["missed"]["blue"] == count
        position = ask(silent.position, {"R": "end"}).position
    assert ask(position, {"R": "claim"}).end == "red claimed WGR-147"
    assert ask(position, {"B": "claim"}).codes == ["E14"]


@clause("WGR-147")
def test_how_long_the_claim_lasts(play, ask):
    """Until the silent player has a mail accepted in a turn of his own; in the other's nothing he writes counts."""
    pieces = "BI1 H7:fabc:n RI1 H3:fabc:s"
    missed = {"missed": {"blue": 3, "red": 0}}
    refused = play(pieces, "B", "I1 f9", position=missed)
    assert ask(refused.position, {"R": "claim"}).end == "red claimed WGR-147"
    tried = play(pieces, "B", "test / I1 f", position=missed)
    assert tried.position["missed"]["blue"] == 3
    back = play(pieces, "B", "I1 f", position=missed)
    assert ask(back.position, {"R": "claim"}).codes == ["E14"]
    aside = play(pieces, "R", {"B": "draw"}, position=missed)
    assert ask(aside.position, {"R": "claim"}).end == "red claimed WGR-147"


@clause("WGR-143", "WGR-138")
@pytest.mark.parametrize(
    ("orders", "codes"), [("turn 4 / I1 f", []), ("turn 3 / I1 f", ["E14"]), ("I1 f / turn 4", ["E01"])]
)
def test_the_guard_against_late_mails(play, orders, codes):
    played = play("BI1 H7:fabc:n RI1 H3:fabc:s", "B", orders, position={"turn": 4})
    assert played.codes == codes
    assert (played.at("BI1") == "H6:fabc:n") == (codes == [])


@clause("WGR-143")
def test_the_guard_is_for_a_turn_of_the_senders(play):
    """A `draw` may be mailed at any time, but not one that is meant for a turn of one's own."""
    early = play("BI1 H7:fabc:n RI1 H3:fabc:s", "B", {"R": "turn 4 / draw"}, position={"turn": 4})
    assert early.codes == ["E14"]
    assert early.position["draw_offers"] == {}
