"""Battles fought as games of another rule set (HD-085 to HD-092, HD-118), as far as the campaign is concerned."""

from __future__ import annotations

from typing import Any

import pytest
from hundred_days_columns import Always, Scripted, lay, lines, turn

from core.contract import ATTACKER, DEFENDER, BadOption, BadPosition, Effect, Line, Removed, Toll
from core.rulesets.hundred_days import orders as o

clause = pytest.mark.clause
LINKED = {"battles": "linked", "fog": "none"}
# The pair of the worked example W37: at 16:00 (beat 26) two columns attack one in a wood.
COLUMNS = "F7@CHT>LBT:60 march LBT attack | FP@CHT>LBT:48 march LBT attack | P4@LBT"
TURN = {"turn": 4, "beat": 25}


@pytest.fixture
def asked(quiet):
    """The position in which the battle of W37 is asked for, or another."""

    def play(columns: str = COLUMNS, orders: Any = None, dice: Any = (), options: Any = None, **keys: Any) -> Any:
        laid = lay(quiet, columns, keys.pop("persons", None), {**LINKED, **(options or {})}, **{**TURN, **keys})
        return turn(quiet, laid, orders, dice)

    return play


def result(rules: Any, position: Any, toll: Toll | None, dice: Any = ()) -> Any:
    """The turn played on with what its one battle came to."""
    [battle] = rules.battles(position)
    thrown = Scripted(dice) if isinstance(dice, tuple) else dice
    done = rules.adjudicate(position, {"host": (rules.fought(battle, toll),)}, thrown)
    if isinstance(thrown, Scripted):
        assert thrown.left == 0
    return done


def column(rules: Any, position: Any, code: str) -> dict[str, Any]:
    usual = {"stragglers": 0, "lost": 0, "gone": None, "on": None, "at": None, "battle": None, "touch": []}
    return usual | next(each for each in rules.encode(position)["columns"] if each["code"] == code)


WON = Toll("won", ATTACKER, 2, {"F7": Removed(), "FP": Removed(0, 9, 0), "P4": Removed(18, 0, 0)})


@clause("HD-088", "HD-085")
def test_the_hours_of_a_battle_end_with_a_campaign_that_ends_by_day(rules):
    text = """campaign The mill
start 16 June 1815 11:00
turns {turns}
rain none
army F french The French
army P coalition The Prussians
place FLE 56.9 35.9 open Fleurus
place LIG 59.1 39.2 open Ligny
place SOM 60.9 40.9 ridge Sombreffe
link FLE LIG road 46
link LIG SOM road 28
column F2 F 180 20 38 4 FLE ready 0 muster 0 Reille
column P5 P 136 4 16 2 LIG ready 0 muster 0 Pirch
seat reille F 2
seat pirch P 2
person Reille F 0 reille with F2
person Pirch P 0 pirch with P5
exit FLE F
exit SOM P
held FLE french
points LIG french 10
points loss 1 join 0 apart 0 cut 0 broken none taken 0
capital none
handicap 7
end"""
    # Four beats of road: the first round would be at 14:00. At 15:00 the campaign is over, or else at 19:00.
    for turns, hours in ((1, 1), (2, 5)):
        options = rules.settle({**LINKED, "campaign": text.format(turns=turns)})
        played = turn(rules, rules.opening(options), {"reille": "F2 march LIG attack"}, ())
        [battle] = rules.battles(played.position)
        assert battle.hours == hours


@clause("HD-085")
@clause("HD-086")
def test_w37_the_clock_stands_and_the_battle_is_asked_for(quiet, asked):
    played = asked()
    position = played.position
    assert (position.turn, position.beat, played.json["phase"]) == (4, 26, "battle")
    [battle] = quiet.battles(position)
    assert (battle.id, battle.ruleset, battle.ground, battle.hours) == ("B1", "waterloo_wargame", "wood", 4)
    assert [(each.code, each.side, each.foot, each.horse, each.guns) for each in battle.forces] == [
        ("F7", ATTACKER, 43, 0, 8),
        ("FP", ATTACKER, 0, 28, 12),
        ("P4", DEFENDER, 47, 0, 8),
    ]
    assert battle.seats == {ATTACKER: ("napoleon",), DEFENDER: ("coalition",)}
    [owed] = quiet.awaiting(position)
    assert (owed.seat, owed.kind, owed.facts) == ("host", "battle", {})
    assert quiet.step(played.before) < quiet.step(position) < quiet.step(result(quiet, position, WON).position)
    assert played.of("round") == []


@clause("HD-085")
def test_what_is_too_small_or_begins_too_late_is_fought_by_table(quiet, asked):
    small = asked("F7@CHT>LBT:60 march LBT attack | P4@LBT foot=40", None, Always(1))
    assert quiet.battles(small.position) == ()
    assert small.of("round") != []
    # At 20:30 the first round would be at 21:00; at 20:00 it is not to be later than 20:00 either.
    late = asked(COLUMNS, None, Always(1), turn=5, beat=33)
    assert quiet.battles(late.position) == ()
    night = asked("F7@CHT>LBT:60 march LBT attack night | P4@LBT", None, Always(1), turn=6, beat=41)
    assert quiet.battles(night.position) == ()
    assert quiet.battles(asked(COLUMNS, options={"battles": "table"}, dice=Always(1)).position) == ()


@clause("HD-085")
def test_options_that_do_not_go_together(rules):
    assert rules.settle({"battles": "linked", "rules": "waterloo_grid"})["rules"] == "waterloo_grid"
    with pytest.raises(BadOption) as refused:
        rules.settle({"rules": "waterloo_grid"})
    assert refused.value.facts["other"] == "battles"
    with pytest.raises(BadOption) as refused:
        rules.settle({"battles": "linked", "rules": "conflict"})
    assert "conflict" not in refused.value.facts["values"]


@clause("HD-087")
def test_the_result_is_a_line_of_the_host(quiet, asked):
    position = asked().position
    [battle] = quiet.battles(position)
    line = quiet.fought(battle, WON)
    assert line.text == (
        'result B1 {"columns":{"F7":{},"FP":{"horse":9},"P4":{"foot":18}},'
        '"ended_by":"won","hours":2,"winner":"attacker"}'
    )
    assert o.result_of("b1", line.text.removeprefix("result B1 ")) == line.order
    assert quiet.check(position, "host", (line,)).effect is Effect.WHEN_ALL_IN
    # The same from the record, after the position has been written down.
    again = quiet.decode(quiet.encode(position), position.options)
    assert quiet.encode(again) == quiet.encode(position)
    assert quiet.encode(result(quiet, again, WON).position) == quiet.encode(result(quiet, position, WON).position)


@clause("HD-087")
@pytest.mark.parametrize(
    ("line", "what"),
    [
        (o.Result("B2", "abandoned"), "battle"),
        (o.Result("B1", "won", "attacker", 1, {"F1": o.RemovedOf(1)}), "column"),
        (o.Result("B1", "won"), "winner"),
        (o.Result("B1", "agreed", "attacker"), "winner"),
        (o.ContinueAll(), "order"),
    ],
)
def test_results_that_cannot_be(quiet, asked, line, what):
    position = asked().position
    [verdict] = quiet.check(position, "host", (Line(1, "", line),)).verdicts
    assert (verdict.code, verdict.facts["what"]) == ("E18", what)
    waiting = quiet.adjudicate(position, {"host": (Line(1, "", line),)}, Scripted(()))
    assert waiting.position == position


@clause("HD-087")
@pytest.mark.parametrize("written", ["", "{}", "[]", '{"ended_by":"won","hours":9}', '{"ended_by":"won","gold":1}'])
def test_what_is_no_result(written):
    assert o.result_of("B1", written) is None


@clause("HD-087")
def test_only_the_host_gives_results_and_nobody_else_is_asked(quiet, asked):
    position = asked().position
    [battle] = quiet.battles(position)
    line = quiet.fought(battle, WON)
    [verdict] = quiet.check(position, "napoleon", (line,)).verdicts
    assert (verdict.code, verdict.facts["what"]) == ("E16", "battle")
    [verdict] = quiet.check(quiet.opening(position.options), "napoleon", (line,)).verdicts
    assert verdict.code == "E18"


@clause("HD-087")
@clause("HD-085")
def test_silence_and_an_abandoned_game_leave_it_to_the_table(quiet, asked):
    position = asked().position
    silent = quiet.adjudicate(position, {}, Always(4), due=True)
    given = result(quiet, position, None, Always(4))
    assert quiet.encode(silent.position) == quiet.encode(given.position)
    rounds = [event.facts["beat"] for event in given.events if event.kind == "round"]
    assert rounds[0] == 28


@clause("HD-088")
@clause("HD-090")
@clause("HD-091")
def test_w37_what_the_battle_cost(quiet, asked):
    done = result(quiet, asked().position, WON)
    horse = column(quiet, done.position, "FP")
    assert (horse["horse"], horse["lost"], horse["stragglers"], horse["fatigue"]) == (19, 4, 5, 1)
    beaten = column(quiet, done.position, "P4")
    assert (beaten["foot"], beaten["lost"], beaten["stragglers"]) == (28, 9, 10)
    assert (beaten["guns"], beaten["fatigue"]) == (6, 3)
    [retreat] = [event.facts for event in done.events if event.kind == "retreat"]
    assert (retreat["column"], retreat["beat"]) == ("P4", 30)
    assert (done.position.turn, done.position.beat) == (5, 32)
    # The columns are free from 18:00, and the winner's wait two beats more (HD-078).
    assert column(quiet, done.position, "F7")["halt"] == 32


@clause("HD-088")
def test_columns_are_bound_over_the_end_of_a_turn(quiet, asked):
    toll = Toll("limit", None, 4, WON.columns)
    done = result(quiet, asked().position, toll)
    assert (done.position.turn, done.position.beat) == (5, 32)
    [battle] = quiet.encode(done.position)["battles"]
    assert (battle["linked"], battle["until"]) == ("bound", 34)
    assert column(quiet, done.position, "F7")["fatigue"] == 1
    again = quiet.decode(quiet.encode(done.position), done.position.options)
    after = turn(quiet, again, {"napoleon": "F7 march CHT"}, Always(4))
    assert after.one("battle_over")["beat"] == 34
    # The order waited for the end of it.
    assert after.beat_of("acts", column="F7") == 35


@clause("HD-090")
@pytest.mark.parametrize(("ended_by", "winner"), [("limit", DEFENDER), ("limit", None), ("agreed", None)])
def test_without_a_victory_the_attackers_halt_short(quiet, asked, ended_by, winner):
    done = result(quiet, asked().position, Toll(ended_by, winner, 2, WON.columns))
    for code in ("F7", "FP"):
        assert column(quiet, done.position, code)["on"] == {"from": "CHT", "to": "LBT", "done": 66}
        assert column(quiet, done.position, code)["touch"] == ["P4"]
    assert column(quiet, done.position, "P4")["at"] == "LBT"
    assert column(quiet, done.position, "P4")["guns"] == 8


@clause("HD-090")
def test_who_resigns_retreats_and_no_more(quiet, asked):
    done = result(quiet, asked().position, Toll("resigned", DEFENDER, 2, {}))
    for code in ("F7", "FP"):
        # The battle's +1, and that of a retreat.
        assert column(quiet, done.position, code)["fatigue"] == 2
        assert column(quiet, done.position, code)["stragglers"] == 0
    assert column(quiet, done.position, "P4")["at"] == "LBT"


@clause("HD-091")
def test_a_tired_column_enters_with_nine_tenths(quiet, asked):
    played = asked(COLUMNS.replace("P4@LBT", "P4@LBT fatigue=4 foot=90"))
    [battle] = quiet.battles(played.position)
    assert battle.forces[-1].foot == 81


@clause("HD-091")
def test_a_column_of_which_nobody_is_left_is_gone(quiet, asked):
    done = result(quiet, asked().position, Toll("won", ATTACKER, 1, {"P4": Removed(47, 0, 8)}))
    gone = column(quiet, done.position, "P4")
    assert (gone["gone"], gone["lost"], gone["stragglers"]) == ("destroyed", 23, 24)
    assert [event.kind for event in done.events].count("battle_over") == 1


@clause("HD-089")
def test_w39_who_hears_the_guns_is_counted_in(quiet, asked):
    columns = COLUMNS + " | P3@FLE guns_word"
    position = asked(columns).position
    [battle] = quiet.battles(position)
    assert [(each.code, each.comes) for each in battle.forces if each.comes] == [("P3", 5)]
    assert column(quiet, position, "P3")["comes"] == {"battle": 1, "after": 5, "by": ["FLE", "LBT"]}
    came = result(quiet, position, Toll("won", DEFENDER, 3, {**WON.columns, "P3": Removed(10, 0, 0)}))
    assert column(quiet, came.position, "P3")["at"] == "LBT"
    assert column(quiet, came.position, "P3")["lost"] == 5
    late = result(quiet, position, Toll("won", DEFENDER, 2, WON.columns))
    assert "comes" not in column(quiet, late.position, "P3")
    assert column(quiet, late.position, "P3")["at"] == "FLE"


@clause("HD-089", "HD-024")
@pytest.mark.parametrize(
    ("column", "comes"),
    [
        ("P3@FLE guns_word", [5]),
        ("P3@FLE guns_word muster=2", [7]),
        ("P3@FLE guns_word muster=2 ready=29", [8]),
        # It has begun to muster by an order to march elsewhere, and is free before the guns are heard.
        ("P3@FLE guns_word muster=2 free=28 march GOS", [5]),
        ("P3@FLE guns_word muster=2 free=31 march GOS", [7]),
        ("P3@GEM guns_word", []),  # as the crow flies it is too far to hear them
        ("P3@FLE", []),
    ],
)
def test_who_musters_hears_the_guns_and_comes_when_he_has(quiet, asked, column, comes):
    [battle] = quiet.battles(asked(f"{COLUMNS} | {column}").position)
    assert [each.comes for each in battle.forces if each.comes] == comes


@clause("HD-089")
def test_who_is_on_the_way_is_counted_in_and_who_avoids_is_not(quiet, asked):
    columns = COLUMNS + " | FE@CHT march LBT {} | F1@PHI march LBT attack"
    [battle] = quiet.battles(asked(columns.format("stand")).position)
    # 67 hm of road at 24 a beat; Philippeville is too far.
    assert [(each.code, each.comes) for each in battle.forces if each.comes] == [("FE", 2)]
    [battle] = quiet.battles(asked(columns.format("avoid")).position)
    assert [each.code for each in battle.forces if each.comes] == []


@clause("HD-092")
def test_the_request_is_shown_to_those_named_in_it(quiet, asked):
    columns = COLUMNS + " | P3@FLE guns_word"
    played = asked(columns, options={"players": 3})
    napoleon, blucher, wellington = (played.view(seat) for seat in ("napoleon", "blucher", "wellington"))
    assert {view["phase"] for view in (napoleon, blucher, wellington, played.view(None))} == {"battle"}
    assert [each["column"] for each in napoleon["requests"][0]["forces"]] == ["F7", "FP", "P4"]
    assert [each["column"] for each in blucher["requests"][0]["forces"]] == ["F7", "FP", "P4", "P3"]
    assert wellington["requests"] == played.view(None)["requests"] == []
    # Otherwise it is the view before the turn.
    before = quiet.view(played.before, "napoleon")
    assert {**napoleon, "phase": "orders", "requests": []} == before


@clause("HD-092")
def test_nobody_is_told_while_the_clock_stands(quiet):
    laid = lay(quiet, COLUMNS, None, {"battles": "linked"}, **TURN)
    done = quiet.adjudicate(laid, {}, Always(4), due=True)
    assert done.tell == ()
    assert all(event.seen_by == () for event in done.events)
    assert quiet.adjudicate(done.position, {}, Always(4), due=True).tell == ("napoleon", "coalition")


@clause("HD-087")
def test_what_was_given_and_what_became_known_outlasts_the_standstill(quiet):
    """The same turn by table, asked for as a game and left to the table: but for the dice nothing may differ."""
    orders = {"napoleon": lines("FP continue / give F7 to ney")}
    columns = COLUMNS + " | F2@FRA | A5@BRU"
    found = []
    for battles in ("table", "linked"):
        laid = lay(quiet, columns, None, {"battles": battles, "players": 4}, **TURN)
        done = quiet.adjudicate(laid, orders, Always(4), due=True)
        while quiet.battles(done.position):
            done = quiet.adjudicate(done.position, {}, Always(4), due=True)
        found.append(quiet.encode(done.position))
        assert column(quiet, done.position, "F7")["person"] == "ney"
    assert found[0] == found[1]


@clause("HD-118")
def test_who_comes_to_a_bound_battle_halts_short_of_it(quiet, asked):
    # FE is far enough behind not to be counted in, and there before the columns are free.
    columns = COLUMNS + " | FE@PHI avoid"
    position = asked(columns).position
    bound = result(quiet, position, Toll("limit", None, 4, WON.columns)).position
    written = quiet.encode(bound)
    for each in written["columns"]:
        if each["code"] == "FE":
            each |= {"at": "CHT", "plan": "march", "path": ["LBT"], "stance": "attack"}
    written["battles"][0]["until"] = 38
    after = turn(quiet, quiet.decode(written, bound.options), None, Always(1))
    assert after.one("battle_over")["beat"] == 38
    # It waits before the place, in touch with nobody, and attacks when they are free.
    assert after.of("touch", column="FE") == after.of("touch", enemy="FE", beat=35) == []
    assert [fight["beat"] for fight in after.of("battle")] == [39]


def test_positions_that_cannot_be(quiet, asked):
    written = quiet.encode(asked().position)
    options = asked().position.options
    broken = [
        {**written, "standstill": None},
        {**written, "standstill": {**written["standstill"], "gifts": [{"column": "F7", "to": "moltke"}]}},
        {**written, "phase": "orders"},
        {**written, "battles": [{**written["battles"][0], "linked": None}]},
    ]
    for each in broken:
        with pytest.raises(BadPosition):
            quiet.decode(each, options)


@clause("HD-051")
def test_what_was_given_and_is_not_there_when_the_battle_is_over_holds_nothing_up(quiet, asked):
    position = asked().position
    written = quiet.encode(position)
    written["standstill"]["gifts"] = [{"column": "F9", "to": "napoleon"}]
    paper = {"column": "F7", "turn": written["turn"], "due": written["beat"] + 40, "made": "F9", "detach": 2}
    written["papers"] = [paper]
    bound = result(quiet, quiet.decode(written, position.options), Toll("limit", None, 4, WON.columns))
    assert [event.facts["column"] for event in bound.events if event.kind == "given"] == ["F9"]
    assert quiet.decode(quiet.encode(bound.position), position.options) == bound.position


def test_the_host_is_played_by_chance_too(quiet, asked):
    position = asked().position
    for orders in (
        quiet.random_orders(position, "host", 1),
        quiet.robot_orders(quiet.view(position, "host"), "officer", 1),
        *quiet.legal(position, "host"),
    ):
        assert quiet.check(position, "host", orders).effect is Effect.WHEN_ALL_IN
    assert quiet.random_orders(position, "napoleon", 1) == ()
    assert quiet.legal(position, "napoleon") == []
