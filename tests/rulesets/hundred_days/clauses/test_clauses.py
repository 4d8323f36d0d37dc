"""Clauses that the worked examples do not show, in the order of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hundred_days_columns import Always, Then, lay, turn

from core.contract import BadOption, Effect
from core.rulesets.hundred_days import orders as o

clause = pytest.mark.clause
SILENCE = [1, 1, 1]
ASKED: dict[str, Any] = {"options": {"nights": "asked"}}


# --- Time, turns, orders ------------------------------------------------------------------------------------------


@clause("HD-001")
def test_all_seats_are_asked_and_nothing_is_played_before_all_have_sent(rules):
    position = rules.opening(rules.settle({"players": 3}))
    assert [owed.seat for owed in rules.awaiting(position)] == ["napoleon", "wellington", "blucher"]
    waiting = rules.adjudicate(position, {"napoleon": rules.legal(position, "napoleon", 1)[0]}, Always(4))
    assert (waiting.position, waiting.events, waiting.tell) == (position, (), ())
    mails = {seat: rules.legal(position, seat, 1)[0] for seat in rules.seats(position.options)}
    done = rules.adjudicate(position, mails, Always(4))
    assert (done.position.turn, done.tell) == (2, ("napoleon", "wellington", "blucher"))
    assert rules.step(done.position) > rules.step(position)


@clause("HD-002")
@pytest.mark.parametrize(("nights", "then"), [("auto", 7), ("asked", 6)])
def test_a_night_turn_rides_along(play, nights, then):
    assert play("F7@GOS", None, (), turn=5, options={"nights": nights}).view(None)["turn"] == then


@clause("HD-003")
def test_silence_is_continue(rules):
    position = rules.opening(rules.settle({}))
    assert {owed.at_deadline for owed in rules.awaiting(position)} == {"continue"}
    silent = turn(rules, position, None, Always(4))
    spoken = turn(rules, position, {"napoleon": "continue", "coalition": "continue"}, Always(4))
    assert silent.json == spoken.json


@clause("HD-004")
def test_what_is_not_understood_keeps_the_whole_mail_from_counting(known):
    played = known("F7@CHA", {"napoleon": "F7 march GOS / F7 goes"}, SILENCE, persons={"napoleon": "CHA"})
    assert [code for _, code, _ in played.refused] == ["E01"]
    assert played.where("F7") == "CHA"


@clause("HD-005", "HD-006", "HD-007")
def test_the_order_of_a_turn_and_of_a_beat(known):
    columns = "F7@FLE march LIG attack | FP@GIL | P1@LIG fatigue=4 horse=0"
    orders = {"napoleon": "FP continue", "coalition": "P1 stand"}
    played = known(columns, orders, Then([], 4), turn=15, persons={"napoleon": "FLE", "blucher": "LIG"})
    kinds = [event.kind for event in played.events]
    assert kinds[0] == "weather"
    of_beat = [event.kind for event in played.events if event.facts.get("beat") == 118]
    order = ["contact", "battle", "arrived", "dispatch"]
    assert [kind for kind in of_beat if kind in order][:4] == order
    assert kinds.index("fatigue") < kinds.index("stragglers") < len(kinds) - 1
    assert kinds[-1] == "turn"


@clause("HD-010", "HD-011")
def test_a_column_is_in_a_place_or_on_a_link_and_holds_at_the_end_of_its_path(play):
    played = play("F7@FLE>LIG:40 march LIG > SOM")
    assert played.beat_of("arrived", at="LIG") == 1
    # Ligny to Sombreffe are 28 hm: 12, 24, 36.
    assert (played.beat_of("arrived", at="SOM"), played.column("F7")["plan"]) == (4, "hold")
    assert play("F7@FLE>LIG:20").where("F7") == "FLE>LIG:20"
    assert play("F7@FLE>LIG:20 march LIG", {"napoleon": "F7 hold"}).where("F7") == "FLE>LIG:20"


@clause("HD-013")
@pytest.mark.parametrize(
    ("column", "first"),
    [
        ("F7@FLE march LIG", 1),
        ("F7@FLE march LIG ready=3", 4),
        ("F7@FLE march LIG halt=2", 3),
        ("F7@FLE march LIG start=5", 5),
        ("F7@FLE march LIG muster=2 free=4", 4),
    ],
)
def test_when_a_column_sets_out(play, column, first):
    assert play(column).beat_of("set_out") == first


@clause("HD-014", "HD-029")
def test_what_is_over_at_a_place_is_lost_and_beats_marched_are_counted(play):
    # 36 hm in three beats, 46 in four: seven beats marched.
    played = play("F7@LBT march FLE > LIG")
    assert [each["beat"] for each in played.of("arrived")] == [3, 7]
    assert played.one("fatigue")["change"] == 1
    assert play("F7@LBT march FLE fatigue=2").of("fatigue") == []


@clause("HD-016")
def test_forced_ends_with_the_path(play):
    column = play("F7@FLE march LIG forced").column("F7")
    assert (column.get("forced", False), column["fatigue"]) == (False, 1)


@clause("HD-017")
@pytest.mark.parametrize(
    ("done", "path", "to"), [(10, "LIG", "LIG"), (40, "FLE", "FLE"), (10, "GIL", "FLE"), (36, "GIL", "FLE")]
)
def test_turning_on_a_link(play, done, path, to):
    played = play(f"F7@FLE>LIG:{done} march LIG", {"napoleon": f"F7 march {path}"})
    assert played.of("arrived")[0]["at"] == to


@clause("HD-018")
@pytest.mark.parametrize(("hour", "first"), [("at 05:10", 6), ("at 05:00", 5), ("at 03:00", 1)])
def test_a_start_time(play, hour, first):
    assert play("F7@FLE", {"napoleon": f"F7 march LIG {hour}"}).beat_of("set_out") == first


@clause("HD-022")
def test_any_number_in_one_place(play):
    codes = ["F1", "F2", "F7", "F3", "F4", "F6", "FO", "FY"]
    played = play(" | ".join(f"{code}@CHA" for code in codes))
    assert {played.where(code) for code in codes} == {"CHA"}


@clause("HD-025")
def test_who_holds_a_place(play):
    played = play("F7@GIL march FLE > LIG | A1@BRU", None, (), 2)
    held = played.json["held"]
    assert held["FLE"] == held["LIG"] == held["BEA"] == "french"
    assert "CHA" not in held


@clause("HD-024")
def test_touch_or_battle_ends_a_muster(play):
    played = play("P4@LBT muster=8 ready=20 avoid | F2@FLE>LBT:30 march LBT attack", None, Then([], 1))
    # Mustering, it fights whatever its stance.
    assert played.of("battle")
    assert played.column("P4").get("muster", 0) == 0


# --- Fatigue, bridges, joining ------------------------------------------------------------------------------------


@clause("HD-030", "HD-073")
@pytest.mark.parametrize(("plan", "strength"), [("rest", 97 - 8), ("", 97)])
def test_attacked_at_rest(play, plan, strength):
    columns = f"P2@FLE {plan} | F2@GIL>FLE:84 march FLE attack horse=0 foot=20 guns=0"
    fought = play(columns, None, Then([1, 6], 1)).of("round")[0]
    # 89 men and guns at 11 or, as if of fatigue 2, at 10.
    assert fought["attacker_loses"] == min(89 * (10 if plan else 11) // 10 * 6 // 200, 10)
    assert strength


@clause("HD-030", "HD-031")
def test_rested_and_not(play):
    assert play("F7@CHA rest fatigue=5").column("F7")["fatigue"] == 3
    assert play("F7@CHA fatigue=5").column("F7")["fatigue"] == 4


@clause("HD-033")
def test_stragglers_are_one_at_least(play):
    assert play("F7@CHA fatigue=5 foot=10 horse=0").column("F7")["stragglers"] == 1


@clause("HD-035")
def test_detaching_lapses_in_touch_and_the_code_may_be_taken(known):
    paper = {"column": "F1", "turn": 1, "due": 0, "made": "F9", "detach": 40}
    played = known("F1@FLE>LIG:45 touch=P1 | P1@LIG", None, Then([], 4), papers=[paper])
    assert played.one("lapsed")["order"] == ["detach"]
    assert "F9" not in {column["code"] for column in played.json["columns"]}
    played = known("F1@FLE | F9@CHA foot=40 horse=0", None, Then([], 4), papers=[paper])
    assert played.one("detached")["made"] == "FA"


@clause("HD-035", "HD-117")
def test_orders_for_a_column_to_be_made_ride_in_the_same_saddle(known):
    orders = {"napoleon": "F1 detach horse as FX / FX march GOS attack"}
    played = known("F1@CHA", orders, Then([], 4), persons={"napoleon": "BEA"})
    assert played.of("acts", column="FX")[0]["beat"] == played.of("acts", column="F1")[0]["beat"] == 7
    assert (played.column("FX")["plan"], played.column("FX")["stance"]) == ("march", "attack")
    view = known("F1@CHA", orders, Then([], 4), persons={"napoleon": "BEA"}).view("napoleon")
    assert (view["columns"]["FX"]["ordered"], view["columns"]["FX"]["horse"]) == (True, 16)


@clause("HD-036")
def test_joining_a_column_that_is_gone_lapses(known):
    paper = {"column": "F7", "turn": 1, "due": 0, "plan": "join", "target": "F2"}
    played = known("F7@CHA | F2@GOS gone=destroyed foot=0 horse=0", None, SILENCE, papers=[paper])
    assert played.one("lapsed")["order"] == ["join"]


@clause("HD-037")
def test_a_path_that_ends_at_no_exit(known):
    paper = {"column": "F7", "turn": 1, "due": 0, "plan": "march", "path": ["GOS"], "leaves": True}
    played = known("F7@CHA", None, SILENCE, papers=[paper])
    assert (played.where("F7"), played.column("F7")["gone"]) == ("GOS", None)
    paper["path"] = ["HAM", "BEA"]
    played = known("F7@CHA", None, SILENCE * 4, 4, papers=[paper])
    # 121 hm and 165 of road: 11 and 14 beats, gone at the start of the next.
    assert played.one("left")["beat"] == 26


@clause("HD-037", "HD-082")
@pytest.mark.parametrize(
    ("column", "plan"),
    [
        ("F2@BEA routed fatigue=6 avoid", "hold"),  # who is routed may hold, rest or retreat
        ("F2@BEA routed fatigue=6 avoid retreat SOL", "retreat"),
        ("F2@HAM>BEA:20", "hold"),  # it stands on the road, and has no path that would end at an exit
    ],
)
def test_an_exit_alone_lapses_where_it_cannot_be_carried_out(known, column, plan):
    paper = {"column": "F2", "turn": 1, "due": 0, "leaves": True}
    played = known(column, None, Then([], 4), papers=[paper], beat=7)
    assert played.one("lapsed") == {"beat": 8, "column": "F2", "order": ["exit"]}
    assert (played.column("F2")["plan"], played.column("F2")["gone"]) == (plan, None)
    # On its march the same column completes its path, and leaves.
    played = known("F2@HAM>BEA:20 march BEA", None, Then([], 4), 3, papers=[paper])
    assert (played.of("lapsed"), played.column("F2")["gone"]) == ([], "left")


@clause("HD-038", "HD-039", "HD-040")
def test_a_blown_bridge_closes_all_its_links_and_halts_who_comes(play):
    for end in ("JOD", "MSG", "WLN"):
        assert play(f"PT@WAV march {end}", None, (), blown=["Wavre"]).one("way_closed")["bridge"] == "Wavre"
    assert play("PT@WAV march LIM", None, (), blown=["Wavre"]).where("PT") == "LIM"


@clause("HD-041")
def test_blowing_lapses_elsewhere_and_waits_for_battles(play):
    assert play("F7@FLE", {"napoleon": "F7 blow Charleroi"}).one("lapsed")["order"] == ["blow"]
    battle = {"number": 1, "link": ["MSG", "WAV"], "attacker": "french", "began": 2}
    columns = "PT@WAV blow=Wavre blow_at=1 | F4@MSG>WAV:36 battle=1 | P5@WAV>MSG:40 battle=1"
    played = play(columns, None, Then([], 1), battles=[battle])
    over = played.beat_of("battle_over")
    assert [each["beat"] for each in played.of("charge_fails")] == list(range(over + 1, 9))


@clause("HD-041", "HD-040")
def test_blowing_what_is_blown_lapses_as_the_order_comes_or_as_the_die_would_be_thrown(play):
    papers = [{"column": code, "turn": 1, "due": 0, "blow": "Charleroi"} for code in ("F7", "F2")]
    played = play("F7@CHA | F2@CHA", None, [2], papers=papers)
    assert played.one("blown")["column"] == "F7"
    assert played.one("lapsed") == {"beat": 3, "column": "F2", "order": ["blow"]}
    played = play("F7@CHA | F2@CHA", None, (), papers=papers, blown=["Charleroi"])
    assert [(each["beat"], each["column"]) for each in played.of("lapsed")] == [(1, "F7"), (1, "F2")]
    assert played.of("blown") == played.of("charge_fails") == []


@clause("HD-041")
@pytest.mark.parametrize(
    ("orders", "dice"), [("F7 march GOS / F7 blow Charleroi", [1]), ("F7 blow Charleroi", [1, 1, 6])]
)
def test_where_a_charge_fails_who_has_a_march_to_make_marches_off(play, orders, dice):
    played = play("F7@CHA", {"napoleon": orders}, dice)
    fails = [each["beat"] for each in played.of("charge_fails")]
    if "march" in orders:
        assert (fails, played.one("set_out")["beat"], played.of("blown")) == ([3], 3, [])
    else:
        assert (fails, played.of("set_out"), played.beat_of("blown")) == ([3, 4], [], 5)


@clause("HD-043")
@pytest.mark.parametrize(("place", "blown"), [("CHA", []), ("GOS", ["Charleroi"])])
def test_repairing_what_is_whole_or_elsewhere_lapses(play, place, blown):
    paper = {"column": "F2", "turn": 1, "due": 0, "plan": "repair", "repair": "Charleroi"}
    played = play(f"F2@{place}", None, (), 2, papers=[paper], blown=blown)
    assert played.one("lapsed") == {"beat": 1, "column": "F2", "order": ["repair"]}
    assert (played.column("F2")["plan"], played.of("repaired")) == ("hold", [])
    assert play("F2@CHA", None, (), papers=[paper], blown=["Charleroi"]).beat_of("repaired") == 8


@clause("HD-042")
def test_the_bridge_under_the_feet_and_the_place_behind_barred(play):
    columns = "PT@WAV blow=Wavre blow_at=1 | F4@MSG>WAV:36 | P5@MSG"
    played = play(columns, None, [2])
    assert played.one("retreat")["from"] == "MSG"
    # It does not march in this beat: seven beats of track, 9 hm each.
    assert played.where("F4") == "MSG>GEN:63"


@clause("HD-042", "HD-059", "HD-061")
def test_the_bridge_under_the_feet_and_a_few_enemies_in_the_place_behind(play):
    # Too few to bar the place: they hold it, nobody marched and nobody attacks. The position can be read again.
    columns = "PT@WAV blow=Wavre blow_at=1 | F4@MSG>WAV:36 | P8@MSG foot=10 horse=0"
    played = play(columns, None, [2])
    assert (played.where("F4"), played.where("P8"), played.one("touch")["enemy"]) == ("WAV>MSG:103", "MSG", "P8")
    assert played.rules.decode(played.json, played.position.options) == played.position
    # With attack it goes up to the place before it in the next beat (HD-116).
    played = play(columns.replace(":36", ":36 attack"), None, [2, 3])
    assert (played.where("F4"), played.beat_of("swept")) == ("MSG", 2)


@clause("HD-042", "HD-079")
@pytest.mark.parametrize(("stance", "where"), [("stand", "MSG"), ("avoid", "WAV>MSG:103")])
def test_the_bridge_under_the_feet_and_a_battle_in_the_place_behind(play, stance, where):
    battle = {"number": 1, "at": "MSG", "attacker": "french", "began": 0, "brought": (43, 10)}
    columns = "F7@MSG battle=1 came=GEM | P8@MSG foot=10 horse=0 guns=0 battle=1"
    columns += f" | PT@WAV blow=Wavre blow_at=1 | F4@MSG>WAV:36 {stance}"
    played = play(columns, None, Then([2, 1, 1], 1), battles=[battle])
    joined = [(each["beat"], each["column"]) for each in played.of("joined_battle")]
    assert joined == ([(1, "F4")] if stance == "stand" else [])
    assert played.where("F4") == where
    assert played.rules.decode(played.json, played.position.options) == played.position


@clause("HD-042", "HD-118")
def test_the_bridge_under_the_feet_and_a_linked_battle_in_the_place_behind(play):
    battle = {"number": 1, "at": "MSG", "attacker": "french", "began": 0, "linked": "bound", "until": 10}
    columns = "F7@MSG battle=1 came=GEM | P8@MSG foot=10 horse=0 battle=1"
    columns += " | PT@WAV blow=Wavre blow_at=1 | F4@MSG>WAV:36"
    played = play(columns, None, [2], battles=[battle], options={"battles": "linked"})
    assert (played.where("F4"), played.of("touch"), played.of("joined_battle")) == ("WAV>MSG:103", [], [])


@clause("HD-041", "HD-047", "HD-048")
@pytest.mark.parametrize("stance", ["stand", "avoid"])
def test_a_battle_or_a_retreat_keeps_a_bridge_whole_and_is_told(known, stance):
    columns = f"PT@WAV blow=Wavre blow_at=3 {stance} | F4@MSG>WAV:100 march WAV attack"
    played = known(columns, None, Then([3], 4), persons={"blucher": "WAV"})
    assert (len(played.of("battle")), played.json.get("blown")) == (stance == "stand", None)
    assert played.one("lapsed") == {"beat": 1, "column": "PT", "order": ["blow"]}
    [told] = [each for each in played.view("coalition")["news"] if each["lapsed"]]
    assert (told["column"], told["lapsed"]) == ("PT", ["blow"])


@clause("HD-041", "HD-080")
def test_the_sound_of_guns_calls_a_column_away_from_a_bridge_and_is_told(play):
    battle = {"number": 1, "at": "WAV", "attacker": "french", "began": 0, "brought": (142, 121)}
    columns = "F4@WAV battle=1 came=LIM | PB@WAV battle=1 | P4@LIM blow=Limal blow_at=9 guns_word"
    played = play(columns, None, Then([1, 1], 1), battles=[battle])
    assert played.beat_of("to_the_guns") == played.beat_of("lapsed", column="P4", order=["blow"]) == 2


@clause("HD-043")
def test_repairing_needs_foot_and_peace(play):
    assert play("FP@CHA", {"napoleon": "FP repair Charleroi"}, (), blown=["Charleroi"]).refused[0][1] == "E10"
    columns = "F2@CHA repair repair=Charleroi | P1@HAM"
    assert play(columns, None, (), blown=["Charleroi"]).of("repaired") == []


# --- Columns that join and part -----------------------------------------------------------------------------------


@clause("HD-036")
def test_who_is_to_join_waits_where_the_other_was(play):
    # F1 leaves Gosselies before F8 is there, and comes back.
    columns = "F8@GIL march CHA foot=40 quality=4 | F1@GOS march CHA"
    played = play(columns, {"napoleon": "F8 join F1"})
    assert played.of("taken_up") == []
    assert (played.where("F8"), played.column("F8")["plan"]) == ("GOS", "join")
    back = turn(played.rules, played.position, {"napoleon": "F1 march GOS"}, [])
    assert back.one("taken_up")["by"] == "F1"


@clause("HD-036", "HD-082")
def test_who_joins_a_routed_column_is_routed_with_it(play):
    columns = "F8@CHA foot=40 attack | F1@CHA foot=144 horse=0 routed avoid fatigue=6"
    played = play(columns, {"napoleon": "F8 join F1"}, persons={"napoleon": "F8"})
    one = played.column("F1")
    assert (one["foot"] + one["stragglers"], one["routed"], one["stance"]) == (184, True, "avoid")
    # Likewise where he was routed who joins.
    joins = play("F8@CHA foot=40 join target=F1 routed avoid fatigue=6 | F1@CHA foot=144 attack fatigue=6")
    assert (joins.column("F1")["routed"], joins.column("F1")["stance"]) == (True, "avoid")
    # Who was with it is with the column that took it up.
    assert played.json["persons"]["napoleon"] == {"seat": "napoleon", "column": "F1"}


@clause("HD-035")
def test_no_column_is_made_where_no_code_is_left(play):
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ023456789"
    gone = " | ".join(f"F{sign}@BEA gone=left" for sign in signs)
    papers = [{"column": "F1", "turn": 1, "due": 0, "made": "FX", "detach": 40}]
    played = play(f"F1@CHA foot=184 | P1@NAM | {gone}", papers=papers, persons={"napoleon": "PHI"})
    assert played.one("lapsed") == {"beat": 1, "column": "F1", "order": ["detach"]}
    assert played.column("F1")["foot"] == 184
    gone = gone.replace("F9@BEA", "A1@BRU")
    free = play(f"F1@CHA foot=184 | P1@NAM | {gone}", papers=papers, persons={"napoleon": "PHI"})
    assert free.one("detached")["made"] == "F9"


@clause("HD-027", "HD-080")
def test_the_word_on_guns_is_an_order_of_its_own(play):
    played = play("F1@CHA march GOS | F2@CHA guns_word", {"napoleon": "F1 guns yes / F2 guns no"})
    assert [played.column(code)["guns_word"] for code in ("F1", "F2")] == [True, False]
    assert played.where("F1") == "GOS"


@clause("HD-037", "HD-052")
def test_who_rides_to_a_column_that_leaves_waits_where_it_was(play):
    played = play("F2@BEA | F1@CHA", {"napoleon": "F2 exit / napoleon with F2"}, persons={"napoleon": "SOL"})
    assert played.column("F2")["gone"] == "left"
    assert played.json["persons"]["napoleon"] == {"seat": "napoleon", "at": "BEA", "follows": "F2"}
    with_it = play("F2@BEA march HAM", {"napoleon": "napoleon with F2"}, persons={"napoleon": "F2"})
    assert with_it.json["persons"]["napoleon"] == {"seat": "napoleon", "column": "F2"}


@clause("HD-046")
def test_what_a_courier_loses_is_read_by_nobody_where_no_enemy_is(known):
    # The bridge of Jambes is blown, and no other way is less than twice as long: on 1 the courier is taken.
    columns = "F1@CIN | P1@NAM gone=left | A1@NIN gone=left"
    played = known(columns, {"napoleon": "F1 hold"}, Then([1], 4), blown=["Jambes"], persons={"napoleon": "NAM"})
    assert (played.of("acts"), played.view("coalition")["taken"]) == ([], [])


# --- Couriers and persons -----------------------------------------------------------------------------------------


@clause("HD-044", "HD-045")
def test_no_courier_is_needed_on_the_spot(known):
    played = known("F7@CHA", {"napoleon": "F7 march GOS"}, SILENCE, persons={"napoleon": "CHA"})
    assert played.beat_of("acts") == 1


@clause("HD-047", "HD-048")
def test_what_a_dispatch_says(known):
    columns = "F7@FLE march LIG fatigue=1 stragglers=2 | P1@LIG horse=0"
    view = known(columns, None, SILENCE, persons={"napoleon": "FLE"}).view("napoleon")
    first = view["news"][0]
    assert (first["written"], first["arrived"], first["why"]) == (4, 5, ["hourly", "touch"])
    told = ("foot", "guns", "fatigue", "stragglers", "plan", "path", "stance", "on")
    assert [first[key] for key in told] == [
        43,
        8,
        1,
        2,
        "march",
        ["LIG"],
        "stand",
        {"from": "FLE", "to": "LIG", "done": 45},
    ]
    bridges = known("F7@CHA", None, SILENCE, blown=["Charleroi"], persons={"napoleon": "CHA"}).view("napoleon")
    assert bridges["bridges"] == {"Charleroi": {"whole": False, "beat": 8}}


@clause("HD-049", "HD-104", "HD-105")
def test_news_is_as_old_as_its_ride_and_a_person_sees_what_is_before_him(known):
    columns = "F7@GOS march FRA | F2@CHA march GIL"
    view = known(columns, None, SILENCE, persons={"napoleon": "GIL"}).view("napoleon")
    # Gosselies to Gilly are 97 hm and more: the dispatch of beat 4 has come, that of beat 8 has not.
    assert view["columns"]["F7"]["written"] == 4
    assert (view["columns"]["F2"]["written"], view["columns"]["F2"]["in_person"]) == (8, True)


@clause("HD-105")
def test_a_commander_in_chief_has_copies_and_the_others_their_own_alone(rules):
    played = turn(rules, rules.opening(rules.settle({"players": 4})), None, Then([], 4))
    assert {"F1", "F2", "FO"} <= set(played.view("napoleon")["columns"])
    assert set(played.view("ney")["columns"]) >= {"F1", "F2", "F7", "FL", "FK"}
    assert not {"FO", "F3", "A1"} & set(played.view("ney")["columns"])
    assert not any(code.startswith("P") for code in played.view("wellington")["columns"])


@clause("HD-046", "HD-050")
def test_a_letter_may_be_taken(rules):
    position = lay(rules, None, {"napoleon": "CHA", "ney": "FRA"}, {"players": 4})
    # The way leads by Gosselies, where the horse at Seneffe are neighbours; of all enemies P2 at Charleroi is nearest.
    columns = [
        {**column, **({"at": "SEN", "person": "wellington"} if column["code"] == "AN" else {})}
        for column in rules.encode(position)["columns"]
    ]
    position = rules.decode({**rules.encode(position), "columns": columns}, position.options)
    played = turn(rules, position, {"napoleon": "letter ney: Come."}, Then([1], 4))
    assert played.view("blucher")["taken"][0]["letter"]["text"] == "Come."
    assert played.view("ney")["letters"] == []
    assert played.view("napoleon")["letters"][0]["text"] == "Come."


@clause("HD-052", "HD-053")
def test_a_person_rides_with_a_column(known):
    orders = {"napoleon": "napoleon with F7"}
    played = known("F7@GIL march FLE", orders, SILENCE, persons={"napoleon": "CHA"})
    person = played.view("napoleon")["persons"]["napoleon"]
    # He rides 30 hm to where it was and waits there, for it has gone.
    assert (person["at"], person["column"], person["follows"]) == ("GIL", None, "F7")
    played = known("F7@GIL", orders, SILENCE, persons={"napoleon": "CHA"})
    assert played.view("napoleon")["persons"]["napoleon"]["column"] == "F7"


@clause("HD-054", "HD-055")
def test_a_person_goes_down_with_his_column(play):
    columns = "PH@CIN avoid foot=0 horse=1 guns=0 | F2@NAM>CIN:290 march CIN attack | P1@HUY"
    played = play(columns, None, [2, 5], persons={"blucher": "PH"})
    assert played.one("danger")["with"] == "P1"


@clause("HD-055")
def test_of_one_who_is_taken_and_has_no_column_nothing_leaves(rules):
    position = lay(rules, "F3@CHA gone=destroyed foot=0 horse=0 | F1@BEA | P1@NAM", {"ney": "BEA"}, {"players": 4})
    written = rules.encode(position)
    told = {"column": "F3", "written": 0, "seat": "napoleon", "at": "CHA", "foot": 168}
    for taken in (True, False):
        written["persons"]["napoleon"] = {"seat": "napoleon", "at": "PHI", "taken": taken}
        written["known"] = {"napoleon": {"columns": {"F3": told}}}
        orders = {"napoleon": "F3 march GOS / letter ney: Farewell."}
        played = turn(rules, rules.decode(written, position.options), orders, Then([], 4))
        # Whoever orders is not told that nothing leaves (HD-109).
        assert (played.refused, len(played.view("napoleon")["letters"])) == ([], 1)
        assert len(played.view("napoleon")["orders"]) == (0 if taken else 1)
        assert len(played.json.get("papers", [])) == 0
        assert [each["text"] for each in played.view("ney")["letters"]] == ([] if taken else ["Farewell."])


@clause("HD-051", "HD-102")
def test_what_is_given_to_one_who_resigns_in_the_same_turn_stays(rules):
    position = rules.opening(rules.settle({"players": 5}))
    played = turn(rules, position, {"napoleon": "give FO to grouchy", "grouchy": "resign"}, Then([], 4))
    assert (played.refused, played.of("given"), played.column("FO")["person"]) == ([], [], "napoleon")


@clause("HD-102", "HD-095")
def test_who_resigns_is_followed_through_both_armies_to_the_last(rules):
    position = rules.opening(rules.settle({"players": 8}))
    found = []
    for seat in ("wellington", "hill", "orange", "blucher", "bulow"):
        played = turn(rules, position, {seat: "resign"}, Then([], 4))
        persons = played.json["persons"]
        found.append((persons["wellington"]["seat"], persons["blucher"]["seat"]))
        position = rules.decode(played.json, played.position.options)
    assert found[:3] == [("hill", "blucher"), ("orange", "blucher"), ("blucher", "blucher")]
    # The seat of Blucher resigns, which had both armies: what was Wellington's goes to the last of their side.
    assert found[3] == ("bulow", "bulow")
    end = rules.outcome(position)
    assert (end.winners, end.reason, end.clause) == (("napoleon", "ney", "grouchy"), "resigned", "HD-095")


@clause("HD-064")
def test_of_an_enemy_who_has_no_column_left_there_is_no_rumour(known):
    # One die for each army; the French throw a 6, and no second one is thrown.
    assert known("F7@CHA", None, [6, 1, 1]).of("rumour") == []
    assert known("F7@CHA | P1@NAM", None, [6, 1, 1, 1]).one("rumour")["column"] == "P1"


# --- Contact ------------------------------------------------------------------------------------------------------


@clause("HD-056", "HD-062")
def test_stances(play):
    road = "F2@GIL>FLE:84 march FLE {0} horse=0 | P1@FLE {1}"
    assert play(road.format("attack", "stand"), None, Then([], 1)).of("battle")
    assert play(road.format("avoid", "avoid")).where("F2") == "GIL>FLE:91"
    assert play(road.format("attack", "avoid"), None, [1]).of("retreat")


@clause("HD-062")
def test_who_avoids_goes_free_while_others_fight(play):
    played = play("F2@GIL>FLE:84 march FLE attack | P1@FLE avoid | P2@FLE", None, Then([], 1))
    assert [each["column"] for each in played.of("joined_battle")] == ["P2", "F2"]
    assert (played.one("retreat")["column"], played.of("rearguard")) == ("P1", [])


@clause("HD-063", "HD-030")
@pytest.mark.parametrize(
    ("columns", "number", "score"),
    [
        ("F2@GIL>FLE:84 march FLE attack horse=0 | P1@FLE avoid", 1, 3),
        ("F2@GIL>FLE:84 march FLE attack | P1@FLE avoid", 1, 4),
        ("F2@GIL>FLE:84 march FLE attack | P1@FLE avoid fatigue=4", 1, 5),
        ("F2@GIL>FLE:84 march FLE attack night | P1@FLE avoid", 6, 3),
    ],
)
def test_what_a_rearguard_counts(play, columns, number, score):
    assert play(columns, None, Then([3], 1), turn=number, **ASKED).one("rearguard")["score"] == score


@clause("HD-070", "HD-068")
def test_sightings_are_kept_for_six_turns(known):
    played = known("FP@GIL | P4@FLE", None, Then([], 4), persons={"napoleon": "GIL"})
    assert len(played.view("napoleon")["sightings"]) == 2
    later = turn(played.rules, played.position, None, Then([], 4), 7)
    assert min(each["beat"] for each in later.view("napoleon")["sightings"]) > later.view(None)["beat"] - 48


@clause("HD-068")
def test_what_horse_sees_on_a_road(known):
    played = known("FP@GIL | P4@FLE march GIL", None, Then([], 4), persons={"napoleon": "GIL"})
    seen = played.view("napoleon")["sightings"][0]
    assert (seen["link"], seen["towards"], seen["seen"]) == (["FLE", "GIL"], "GIL", "division")


# --- Battle -------------------------------------------------------------------------------------------------------


@clause("HD-071", "HD-083", "HD-079")
def test_who_is_in_a_battle_and_who_joins_it(play):
    columns = "F2@GIL>FLE:84 march FLE attack | F3@GIL>FLE:60 march FLE | P1@FLE | F4@GOS>FLE:80 march FLE avoid"
    played = play(columns, None, Then([], 1))
    begun = played.one("battle")["battle"]
    assert [each["column"] for each in played.of("joined_battle", battle=begun)] == ["P1", "F2", "F3"]
    assert played.where("F4") == "GOS>FLE:93"
    assert all(column["battle"] == begun for column in map(played.column, ("P1", "F2", "F3")))
    assert played.json["battles"][0]["brought"][0] == 200 + 178


@clause("HD-074")
def test_one_bridge_and_two_links(play):
    battle = {"number": 1, "at": "WAV", "attacker": "french", "brought": (400, 140)}
    over = "F3@WAV battle=1 came=MSG | F4@WAV battle=1 came={0} | P5@WAV battle=1"
    town = 4 - 2
    assert play(over.format("MSG"), None, Then([4], 1), battles=[battle]).of("round")[0]["attack"] == town - 1
    # By two links over the same bridge, and by Limal besides it.
    assert play(over.format("WLN"), None, Then([4], 1), battles=[battle]).of("round")[0]["attack"] == town - 1 + 1
    assert play(over.format("LIM"), None, Then([4], 1), battles=[battle]).of("round")[0]["attack"] == town + 1


@clause("HD-074")
def test_mud_is_the_attackers(play):
    battle = {"number": 1, "at": "FLE", "attacker": "french", "began": 144, "brought": (200, 140)}
    columns = "F2@FLE battle=1 came=GIL | P5@FLE battle=1"
    assert play(columns, None, Then([4], 1), battles=[battle], turn=19, rain=16).of("round")[0]["attack"] == 3


@clause("HD-078", "HD-084")
def test_the_winner_waits_and_a_side_that_is_gone_has_lost(play):
    battle = {"number": 1, "at": "FLE", "attacker": "french", "brought": (200, 140)}
    columns = "F2@FLE battle=1 came=GIL march SOM | P4@FLE battle=1 foot=2 horse=0 guns=0"
    played = play(columns, None, Then([6, 1], 6), battles=[battle])
    assert played.one("battle_over") == {"beat": 4, "battle": 1, "winner": "french"}
    assert played.one("set_out", column="F2")["beat"] == 7


@clause("HD-033", "HD-084")
def test_a_column_whose_last_men_straggle_in_the_night_has_lost_its_battle(play):
    battle = {"number": 1, "at": "FLE", "attacker": "french", "brought": (200, 140)}
    columns = "F2@FLE battle=1 came=GIL | P4@FLE battle=1 fatigue=8 foot=1 horse=0 guns=0"
    played = play(columns, None, (), battles=[battle], turn=6, beat=40)
    assert played.column("P4")["gone"] == "destroyed"
    assert played.one("battle_over")["winner"] == "french"
    assert played.column("F2")["battle"] is None
    assert played.rules.decode(played.json, played.rules.settle({"fog": "none"})) == played.position


@clause("HD-063", "HD-077")
def test_who_is_driven_back_and_caught_on_the_road_fights_there(play):
    columns = "F7@FLE>LIG:5 horse=9 march LIG attack | P4@LIG>FLE:20 driven retreat FLE avoid"
    played = play(columns, None, Then([6], 1), beat=6)
    assert (played.column("P4")["battle"], played.column("P4")["driven"]) == (1, False)
    assert (played.column("P4")["plan"], played.column("P4")["stance"]) == ("hold", "stand")
    assert played.rules.decode(played.json, played.rules.settle({"fog": "none"})) == played.position


@clause("HD-078")
def test_single_columns_go_free_while_one_as_strong_stays(play):
    battle = {"number": 1, "at": "FLE", "attacker": "french", "brought": (200, 140)}
    columns = "F2@FLE battle=1 came=GIL | P5@FLE battle=1 | P4@FLE battle=1 retreat LIG avoid"
    played = play(columns, None, Then([], 1), battles=[battle])
    assert played.one("retreat") == {"beat": 1, "column": "P4", "to": "LIG", "from": "FLE"}


@clause("HD-078", "HD-077")
@pytest.mark.parametrize(("rounds", "beat"), [(1, 1), (0, 3)])
def test_where_a_side_breaks_off_who_has_no_place_of_retreat_fights_on_and_the_rest_go_free(play, rounds, beat):
    # P5 at the very beginning of the road goes back from Ciney, which is left by this road and by Huy alone.
    columns = "F2@NAM>CIN:280 battle=1 | P5@CIN>NAM:0 battle=1 avoid | P4@CIN>NAM:11 battle=1 avoid | F1@HUY"
    battle = {"number": 1, "link": ["CIN", "NAM"], "attacker": "french", "brought": (200, 180), "rounds": rounds}
    played = play(columns, None, Then([], 1), battles=[battle], beat=1 - rounds)
    assert played.one("retreat") == {"beat": beat, "column": "P4", "to": "CIN", "from": "NAM"}
    assert (played.of("rearguard"), played.of("battle_over"), played.column("P5")["battle"]) == ([], [], 1)


@clause("HD-082")
def test_a_routed_column_marches_as_in_retreat(known):
    paper = {"column": "F7", "turn": 1, "due": 0, "plan": "march", "path": ["GOS"], "stance": "attack"}
    played = known("F7@CHA routed fatigue=6 avoid", None, SILENCE, papers=[paper])
    assert played.column("F7")["stance"] == "avoid"
    assert played.column("F7")["routed"]
    assert not play_until(played, 5).column("F7")["routed"]


def play_until(played: Any, turns: int) -> Any:
    return turn(played.rules, played.position, None, Then([], 1), turns)


# --- End, knowledge, options --------------------------------------------------------------------------------------


@clause("HD-095", "HD-119")
def test_draws(rules):
    position = rules.opening(rules.settle({}))
    one = turn(rules, position, {"napoleon": "draw"}, Always(4))
    assert rules.outcome(one.position) is None
    assert [each["kind"] for each in one.view("coalition")["tidings"]] == ["draw"]
    both = turn(rules, one.position, {"napoleon": "draw", "coalition": "draw"}, Always(4))
    end = rules.outcome(both.position)
    assert (end.winners, end.reason) == ((), "agreed")
    assert rules.margin(both.position) == {"napoleon": 0, "coalition": 0}
    assert rules.awaiting(both.position) == ()


@clause("HD-103", "HD-106", "HD-107", "HD-108")
def test_before_the_end_little_is_shown_and_after_it_all(rules):
    opening = rules.opening(rules.settle({}))
    assert (rules.open_record(opening), rules.open_rolls(opening)) == (False, False)
    onlooker = rules.view(opening, None)
    assert (onlooker["columns"], onlooker["persons"], onlooker["truth"]) == ({}, {}, None)
    assert {code[0] for code in rules.view(opening, "napoleon")["columns"]} == {"F"}
    over = rules.playout(opening, 1, 10_000).position
    assert (rules.open_record(over), rules.open_rolls(over)) == (True, True)
    for seat in (None, "napoleon"):
        assert rules.view(over, seat)["truth"] == rules.encode(over)


@clause("HD-107")
def test_what_happened_is_told_by_events_to_nobody(rules):
    played = turn(rules, rules.opening(rules.settle({})), None, Always(4))
    assert {event.seen_by for event in played.events if event.kind != "turn"} == {()}


@clause("HD-109")
def test_an_order_to_a_column_that_is_gone_is_accepted(rules):
    position = rules.opening(rules.settle({}))
    written = rules.encode(position)
    columns = [{**each, **({"gone": "destroyed"} if each["code"] == "F7" else {})} for each in written["columns"]]
    position = rules.decode({**written, "columns": columns}, position.options)
    played = turn(rules, position, {"napoleon": "F7 march THU"}, Always(4))
    assert (played.refused, played.of("acts")) == ([], [])


@clause("HD-112")
def test_options(rules):
    settled = rules.settle({})
    assert list(settled) == [option.name for option in rules.options()]
    assert (settled["players"], settled["handicap"], settled["battles"]) == (2, 7, "table")
    for chosen in ({"players": 1}, {"players": 9}, {"rain": "hail"}, {"scenario": "ligny", "players": 3}, {"x": 1}):
        with pytest.raises(BadOption):
            rules.settle(chosen)


@clause("HD-114", "HD-018")
@pytest.mark.parametrize(("nights", "refused"), [("auto", []), ("asked", ["E06"])])
def test_start_times_of_the_night(play, nights, refused):
    orders = {"napoleon": "F7 march GOS night at 02:30"}
    played = play("F7@CHA", orders, (), turn=5, options={"nights": nights})
    assert [code for _, code, _ in played.refused] == refused
    if not refused:
        assert played.of("set_out")[0]["beat"] == 48


@clause("HD-110")
def test_ligny_begins_with_what_the_horse_sees(rules):
    position = rules.opening(rules.settle({"scenario": "ligny"}))
    seen = {(each["by"], each["at"]): each["seen"] for each in rules.view(position, "napoleon")["sightings"]}
    # Of the horse at Ligny there are 27; Pajol has 28, Exelmans at Fleurus 33 and the heavies of the Guard 17.
    assert (seen["FP", "LIG"], seen["FM", "LIG"]) == ("army", "army")
    assert [owed.seat for owed in rules.awaiting(position)] == ["napoleon", "coalition"]
    end = rules.playout(position, 3, 10_000).position
    assert (end.turn, end.beat) == (12, 96)


# --- Errors -------------------------------------------------------------------------------------------------------


@clause("HD-004", "HD-109")
@pytest.mark.parametrize(
    ("mail", "codes"),
    [
        ("F2 goes", ["E01"]),
        ("P1 hold", ["E02"]),
        ("FZ hold", ["E02"]),
        ("F2 march NOWHERE", ["E03"]),
        ("F2 march braine", ["E03"]),
        ("F2 march THU > THU", ["E04"]),
        ("F2 march SOL", ["E04"]),
        ("F2 rest forced", ["E05"]),
        ("F2 retreat THU forced", ["E05"]),
        ("F2 march THU at 16:00", ["E06"]),
        ("F2 detach 181 as F9", ["E07"]),
        ("F2 detach 5 as F9", ["E07"]),
        ("F2 detach 190 as F9", ["E07"]),
        ("F2 detach 40 as P9", ["E07"]),
        ("F2 detach 40 as F1", ["E07"]),
        ("F7 detach horse as F9", ["E07"]),
        ("F2 join F2", ["E08"]),
        ("F2 join P1", ["E08"]),
        ("F7 scout THU", ["E09"]),
        ("FP scout BRU", ["E09"]),
        ("F2 blow Fleurus", ["E10"]),
        ("FP repair Charleroi", ["E10"]),
        ("ney ride CHA", ["E11"]),
        ("blucher ride NAM", ["E11"]),
        ("letter blucher: Come over.", ["E12"]),
        ("letter napoleon: Myself.", ["E12"]),
        ("give F4 to coalition", ["E13"]),
        ("F3 exit", ["E14"]),
        ("F2 hold / F2 rest", ["E15"]),
        ("napoleon ride CHA / napoleon with FO", ["E15"]),
        ("turn 3 / F2 hold", ["E16"]),
        ("F2 hold / continue / test / show", []),
    ],
)
def test_refusals(rules, mail, codes):
    position = rules.opening(rules.settle({}))
    from hundred_days_columns import lines

    checked = rules.check(position, "napoleon", lines(mail))
    assert [verdict.code for verdict in checked.verdicts if verdict.code] == codes
    good = not codes and "test" not in mail
    assert checked.effect is (Effect.WHEN_ALL_IN if good else checked.effect)
    assert checked.effect is Effect.NOTHING or good or len(mail.split(" / ")) > 1


@clause("HD-082")
def test_e17(play):
    played = play("F7@CHA routed fatigue=6 avoid", {"napoleon": "F7 attack"})
    assert [code for _, code, _ in played.refused] == ["E17"]


@clause("HD-050")
def test_a_letter_has_a_thousand_signs_at_most(rules):
    position = rules.opening(rules.settle({"players": 4}))
    for length, code in ((1_000, None), (1_001, "E12")):
        checked = rules.check(position, "napoleon", o.numbered([o.Letter("ney", "x" * length)]))
        assert checked.verdicts[0].code == code
