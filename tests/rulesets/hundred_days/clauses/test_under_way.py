"""What is still under way when a turn ends: papers, letters and persons on the road. Each time through its JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hundred_days_columns import Played, Then, lay, turn

from pbem.rulesets.hundred_days.narration import tidings

clause = pytest.mark.clause


def read_again(played: Played) -> Any:
    """The position as the next turn finds it: kept as JSON, and read."""
    text = msgspec.json.encode(played.json)
    position = played.rules.decode(text, played.position.options)
    assert position == played.position
    return position


def later(played: Played, orders: Any = None, turns: int = 1) -> Played:
    return turn(played.rules, read_again(played), orders, Then([], 4), turns)


# --- Papers -------------------------------------------------------------------------------------------------------


@clause("HD-035", "HD-117")
def test_orders_for_a_column_to_be_made_ride_on_in_the_next_turn(known):
    # The paper of F7 is done with in this turn, and those behind it move up in the position.
    orders = {"napoleon": "F7 rest / F1 detach horse as FX / FX march HAL attack"}
    played = known("F7@SOL | F1@BRU", orders, Then([], 4), persons={"napoleon": "SOL"})
    [paper] = played.json["papers"]
    assert (paper["due"], paper["made"], paper["rider"]["column"], paper["rider"]["path"]) == (15, "FX", "FX", ["HAL"])
    done = later(played, {"napoleon": "F7 hold"})
    assert done.json == turn(played.rules, played.position, {"napoleon": "F7 hold"}, Then([], 4)).json
    assert [each["beat"] for each in done.of("acts")] == [9, 16, 16]
    assert (done.column("FX")["stance"], done.column("F1")["stance"]) == ("attack", "stand")
    assert done.one("set_out") == {"beat": 16, "column": "FX", "from": "BRU", "to": "HAL"}


@clause("HD-035", "HD-117")
def test_a_column_that_is_to_be_made_may_make_another(known):
    played = known("F1@BRU", {"napoleon": "F1 detach 100 as FX"}, Then([], 4), persons={"napoleon": "SOL"})
    ordered = later(played, {"napoleon": "FX detach 40 as FZ / FZ march HAL"})
    assert ordered.refused == []
    [paper] = ordered.json["papers"]
    assert (paper["column"], paper["maker"], paper["made"], paper["rider"]["column"]) == ("FX", "F1", "FZ", "FZ")
    done = later(ordered)
    assert [each["made"] for each in done.of("detached")] == ["FZ"]
    assert [done.column(code)["foot"] for code in ("F1", "FX", "FZ")] == [84, 60, 40]
    assert done.one("set_out")["column"] == "FZ"


@clause("HD-117")
def test_orders_for_a_column_that_was_not_made_lapse(known):
    # The paper that was to make it comes while its maker is in touch.
    columns = "F1@FLE>LIG:45 touch=P1 | P1@LIG"
    papers = [
        {"column": "F1", "turn": 1, "due": 0, "made": "FX", "detach": 40},
        {"column": "FX", "maker": "F1", "turn": 1, "due": 4, "plan": "march", "path": ["FLE"]},
    ]
    played = known(columns, None, Then([], 4), papers=papers)
    assert played.one("lapsed")["order"] == ["detach"]
    assert [each["column"] for each in played.of("acts")] == ["F1"]
    assert "papers" not in played.json
    read_again(played)


@clause("HD-035", "HD-117")
def test_orders_follow_the_makers_of_a_column_back_to_one_that_is_there(known):
    played = known("F1@TIR", {"napoleon": "F1 detach 100 as FX"}, Then([], 4), persons={"napoleon": "SOL"})
    ordered = later(later(played, {"napoleon": "FX detach 40 as FZ"}), {"napoleon": "FZ march JOD"})
    assert [each["turn"] for each in ordered.view("napoleon")["orders"]] == [1, 2, 3]
    assert [(each["column"], each["maker"]) for each in ordered.json["papers"]] == [("FX", "F1"), ("FZ", "F1")]
    # To Tirlemont a courier rides for nineteen half hours, from the start of the third turn on.
    assert later(ordered, None, 2).one("set_out", column="FZ")["beat"] == 36


@clause("HD-036", "HD-109")
def test_to_join_a_column_that_is_still_to_be_made_is_to_wait_for_it(known):
    # To Tirlemont the courier rides for nine and a half hours; F7 has its order at once, and is put there before.
    persons = {"napoleon": "SOL"}
    columns = "F1@TIR | F7@SOL foot=40"
    played = known(columns, {"napoleon": "F1 detach 100 as FX"}, Then([], 4), persons=persons)
    tried = later(played, {"napoleon": "F7 join FX avoid"})
    assert (tried.refused, tried.of("lapsed")) == ([], [])
    held = tried.column("F7")
    assert (held["plan"], held["target"], held["path"][-1], held["stance"]) == ("join", "FX", "TIR", "avoid")
    assert tried.view("napoleon")["columns"]["F7"]["target"] == "FX"
    beside = {**tried.json, "columns": [{**each, "at": "TIR", "on": None} for each in tried.json["columns"]]}
    there = Played(tried.rules, tried.rules.decode(beside, tried.position.options), None, (), {}, None)
    done = later(there)
    assert (done.one("detached")["beat"], done.one("taken_up")) == (20, {"beat": 20, "column": "F7", "by": "FX"})
    assert (done.column("FX")["foot"], done.column("F7")["gone"]) == (140, "joined")


@clause("HD-036", "HD-117")
def test_orders_to_join_a_column_that_is_still_to_be_made_wait_under_way_too(known):
    persons = {"napoleon": "SOL"}
    orders = {"napoleon": "F1 detach 100 as FX / F6 join FX"}
    played = known("F1@BRU | F6@BRU", orders, Then([], 4), persons=persons)
    assert played.refused == []
    assert [(each["column"], each.get("target")) for each in played.json["papers"]] == [("F1", None), ("F6", "FX")]
    done = later(played, None, 2)
    assert (done.one("taken_up")["by"], done.column("FX")["foot"]) == ("FX", 203)


@clause("HD-036", "HD-109")
def test_orders_of_older_rules_to_join_a_column_that_was_not_made_lapse(known):
    papers = [{"column": "F7", "turn": 1, "due": 0, "plan": "join", "path": ["CHA"], "stance": "avoid"}]
    played = known("F7@SOL", None, Then([], 4), papers=papers, persons={"napoleon": "SOL"})
    assert played.one("lapsed") == {"beat": 1, "column": "F7", "order": ["join"]}
    assert played.view("napoleon")["news"][0]["lapsed"] == ["join"]
    held = played.column("F7")
    assert (held["plan"], held["path"], held["at"], held["stance"]) == ("hold", [], "SOL", "avoid")


@clause("HD-036", "HD-117")
def test_to_join_a_column_that_was_made_and_is_gone_lapses(known):
    columns = "F7@SOL | F1@BRU | FX@CHA gone=left foot=40"
    papers = [{"column": "F7", "turn": 1, "due": 0, "plan": "join", "target": "FX"}]
    played = known(columns, None, Then([], 4), papers=papers)
    assert played.one("lapsed") == {"beat": 1, "column": "F7", "order": ["join"]}
    assert (played.column("F7")["plan"], played.column("F7").get("target")) == ("hold", None)


# --- A column given away before it is made ------------------------------------------------------------------------


def ordered(quiet: Any, players: int = 5, more: str = "") -> Played:
    """F6 at Tirlemont is to detach FX; in the next turn Napoleon, at Solre, gives that column to Ney, at Binche."""
    places = {"napoleon": "SOL", "ney": "BIN", "grouchy": "SOL", "wellington": "ATH", "blucher": "HUY"}
    position = lay(quiet, "F6@TIR | F1@SOL | A1@ATH | P1@HUY", places, {"players": players})
    first = turn(quiet, position, {"napoleon": "F6 detach 60 as FX"}, Then([], 4))
    return later(first, {"napoleon": "give FX to ney" + more})


@clause("HD-035", "HD-051")
def test_a_column_given_away_before_it_is_made_is_the_new_seats_once_it_is(quiet):
    given = ordered(quiet)
    assert given.one("given") == {"column": "FX", "to": "ney"}
    [paper] = given.json["papers"]
    assert (paper["made"], paper["given"]) == ("FX", "ney")
    assert [given.view(seat)["columns"]["FX"]["seat"] for seat in ("napoleon", "ney")] == ["ney", "ney"]
    assert given.view("ney")["columns"]["FX"]["ordered"]
    made = later(given)
    assert (made.column("FX")["person"], made.column("F6")["person"]) == ("ney", "napoleon")
    # It writes to Ney, and a copy to his commander-in-chief.
    assert {each["to"] for each in made.of("courier", column="FX")} == {"ney", "napoleon"}


@clause("HD-044", "HD-051", "HD-117")
def test_orders_of_the_new_seat_for_a_column_that_is_still_to_be_made_ride_to_its_maker(quiet):
    sent = later(ordered(quiet), {"ney": "FX march HAL attack"})
    assert sent.refused == []
    [paper] = sent.json["papers"]
    assert (paper["column"], paper["maker"], paper["due"]) == ("FX", "F6", 16 + 18)
    # From Binche, where Ney is, eighteen half hours; Napoleon's couriers ride for nineteen.
    gone = later(sent, None, 2)
    assert (gone.one("acts", column="FX")["beat"], gone.one("set_out")["column"]) == (35, "FX")


@clause("HD-051", "HD-102")
def test_a_column_given_to_one_who_resigns_before_it_is_made_is_his_commanders(quiet):
    made = later(ordered(quiet), {"ney": "resign"})
    assert made.column("FX")["person"] == "napoleon"
    assert made.view("napoleon")["columns"]["FX"]["seat"] == "napoleon"


@clause("HD-102", "HD-117")
def test_a_column_still_to_be_made_by_one_who_resigns_is_his_commanders_to_order(quiet):
    places = {"napoleon": "SOL", "ney": "BIN", "wellington": "ATH", "blucher": "HUY"}
    position = lay(quiet, "F1@TIR person=ney | F6@SOL | A1@ATH | P1@HUY", places, {"players": 4})
    first = turn(quiet, position, {"ney": "F1 detach 60 as FX"}, Then([], 4))
    second = later(first, {"ney": "resign"})
    seen = second.view("napoleon")["columns"]["FX"]
    assert (seen["seat"], seen["ordered"]) == ("napoleon", True)
    third = later(second, {"napoleon": "FX march HAN"})
    assert (third.refused, third.column("FX")["person"]) == ([], "napoleon")
    assert later(third, None, 2).one("set_out")["column"] == "FX"


@clause("HD-035", "HD-051")
def test_a_column_is_made_for_the_seat_that_its_maker_was_given_to(quiet):
    given = ordered(quiet, more=" / give F6 to grouchy")
    made = later(given)
    assert (made.column("F6")["person"], made.column("FX")["person"]) == ("grouchy", "ney")
    # Without a word on FX it is of the seat of the column that it was a part of, and its first dispatch says so.
    places = {"napoleon": "SOL", "ney": "BIN", "grouchy": "SOL", "wellington": "ATH", "blucher": "HUY"}
    position = lay(quiet, "F6@TIR | F1@SOL | A1@ATH | P1@HUY", places, {"players": 5})
    first = turn(quiet, position, {"napoleon": "F6 detach 60 as FX"}, Then([], 4))
    second = later(first, {"napoleon": "give F6 to grouchy"})
    assert second.view("napoleon")["columns"]["FX"]["seat"] == "napoleon"
    last = later(second, None, 3)
    assert last.column("FX")["person"] == "grouchy"
    assert [last.view(seat)["columns"]["FX"]["seat"] for seat in ("napoleon", "grouchy")] == ["grouchy", "grouchy"]
    late = later(last, {"napoleon": "FX march HAL"})
    assert late.refused == [(1, "E02", ("HD-051",))]


# --- Letters and dispatches to somebody who has resigned ----------------------------------------------------------


@clause("HD-050", "HD-102")
def test_what_rides_to_one_who_has_resigned_reaches_his_commander_in_chief(quiet):
    places = {"napoleon": "SOL", "ney": "CIN", "wellington": "ATH", "blucher": "HUY"}
    position = lay(quiet, "F1@BRU | FO@SOL | A1@ATH | P1@HUY", places, {"players": 4})
    first = turn(quiet, position, {"napoleon": "letter ney: Come."}, Then([], 4))
    assert {each["to"] for each in first.json["dispatches"]} == {"ney", "napoleon"}
    second = later(first, {"ney": "resign"})
    assert "ney" not in second.json["persons"]
    assert [each["to"] for each in second.json["letters"]] == ["ney"]
    # From Solre to Ciney, where he was, a letter rides ten hours; from Brussels a dispatch nine and a half.
    third = later(second)
    assert [(each["to"], each["arrived"]) for each in third.view("napoleon")["letters"]][-1] == ("ney", 20)
    assert "letters" not in third.json
    heard = {(each["column"], each["written"], each["arrived"]) for each in third.view("napoleon")["news"]}
    assert ("F1", 4, 23) in heard


# --- Persons on the road ------------------------------------------------------------------------------------------


@clause("HD-052")
def test_a_person_is_on_the_road_when_the_turn_ends_and_rides_on(known):
    played = known("F1@CHA", {"napoleon": "napoleon ride GOS"}, Then([], 4), persons={"napoleon": "PHI"})
    # Philippeville to Charleroi by Walcourt and Ham: 114, 95 and 121 hm; 40 a beat, 320 in all.
    assert played.json["persons"]["napoleon"] == {
        "seat": "napoleon",
        "on": {"from": "HAM", "to": "CHA", "done": 111},
        "target": "GOS",
        "way": ["CHA", "GOS"],
    }
    view = played.view("napoleon")["persons"]["napoleon"]
    assert (view["at"], view["post"]) == (None, "CHA")
    assert later(played).json["persons"]["napoleon"] == {"seat": "napoleon", "at": "GOS"}


def on_the_road(rules: Any, done: int, columns: str, target: str | None = None, **keys: Any) -> Any:
    """Napoleon between Ham and Charleroi, 121 hm, on his way to a place."""
    position = lay(rules, columns, **keys)
    written = rules.encode(position)
    road = {"from": "HAM", "to": "CHA", "done": done}
    written["persons"]["napoleon"] = {"seat": "napoleon", "on": road, "target": target}
    return rules.decode(written, position.options)


@clause("HD-052")
@pytest.mark.parametrize(
    ("done", "there"),
    [
        (40, {"from": "HAM", "to": "CHA", "done": 80}),  # by Charleroi 81 + 67, by Ham and Marchienne 40 + 109 + 83
        (1, {"from": "HAM", "to": "CHA", "done": 41}),
    ],
)
def test_a_person_on_the_road_goes_on_by_the_shorter_way(quiet, done, there):
    played = turn(quiet, on_the_road(quiet, done, "F1@SOL", "GOS", beat=7), None, Then([], 4))
    assert played.json["persons"]["napoleon"]["on"] == there


@clause("HD-052")
@pytest.mark.parametrize(("done", "left"), [(40, None), (60, 101), (100, 61)])
def test_a_person_on_the_road_turns_back_where_that_is_shorter(quiet, done, left):
    orders = {"napoleon": "napoleon ride HAM"}
    played = turn(quiet, on_the_road(quiet, done, "F1@SOL", beat=7), orders, Then([], 4))
    road = {"from": "CHA", "to": "HAM", "done": left}
    where = {"on": road, "target": "HAM", "way": ["HAM"]} if left else {"at": "HAM"}
    assert played.json["persons"]["napoleon"] == {"seat": "napoleon", **where}
    read_again(played)


@clause("HD-052")
@pytest.mark.parametrize(
    ("columns", "there"),
    [
        ("F1@SOL | P1@CHA", {"from": "CHA", "to": "HAM", "done": 121 - 100 + 40}),
        ("F1@SOL | P1@CHA>HAM:10", {"from": "CHA", "to": "HAM", "done": 121 - 100 + 40}),
        ("F1@SOL | P1@HAM>CHA:50", {"from": "CHA", "to": "GOS", "done": 19}),
        ("F1@SOL | P1@CHA | P2@HAM", {"from": "HAM", "to": "CHA", "done": 100}),
    ],
)
def test_a_person_on_the_road_rides_neither_to_the_enemy_before_him_nor_past_him(quiet, columns, there):
    played = turn(quiet, on_the_road(quiet, 100, columns, "GOS", beat=7), None, Then([], 4))
    assert played.json["persons"]["napoleon"]["on"] == there
    assert len(played.of("no_way")) == ("P2" in columns)
    # Where he is going himself the enemy may be.
    played = turn(quiet, on_the_road(quiet, 100, columns, "CHA", beat=7), None, Then([], 4))
    assert (played.json["persons"]["napoleon"].get("at") == "CHA") == ("P1@CHA" not in columns)


@clause("HD-052")
def test_a_person_who_finds_no_way_stays_and_his_seat_is_told(known):
    # Mons is left by three roads, to Binche, Roeulx and Soignies.
    columns = "F1@SOL | P1@BIN | A1@ROE | A2@SOI"
    played = known(columns, {"napoleon": "napoleon ride BRU"}, Then([], 4), persons={"napoleon": "MON"})
    assert played.json["persons"]["napoleon"] == {"seat": "napoleon", "at": "MON", "target": "BRU"}
    assert played.one("no_way") == {"beat": 0, "person": "napoleon", "to": "BRU"}
    [told] = played.view("napoleon")["tidings"]
    assert (told["kind"], told["person"], told["turn"]) == ("no_way", "napoleon", 1)
    assert played.view("coalition")["tidings"] == []
    assert list(tidings(played.view("napoleon"))) == ["Napoleon finds no way free of the enemy, and stays (HD-052)."]
    # What was told is not told again, and what is so still, is.
    assert list(tidings(later(played, {"napoleon": "napoleon ride MON"}).view("napoleon"))) == []
    assert len(list(tidings(later(played).view("napoleon")))) == 1


@clause("HD-054", "HD-055")
def test_that_a_person_was_taken_is_told_once(known):
    columns = "P2@FLE avoid foot=0 horse=1 guns=0 | F2@LIG>FLE:45 march FLE attack | P1@HUY"
    persons = {"blucher": "P2", "napoleon": "CHA"}
    played = known(columns, None, Then([2, 2], 4), persons=persons)
    assert played.one("danger")["with"] is None
    said = [each for each in tidings(played.view("coalition")) if "taken" in each]
    assert said == ["Blücher has been taken by the enemy (HD-055)."]
    assert [each for each in tidings(later(played).view("coalition")) if "taken" in each] == []


@clause("HD-039", "HD-052")
def test_a_bridge_that_is_blown_before_a_rider_stops_him_until_he_chooses_anew(known):
    # From Frasnes to Charleroi are 154 hm; when he is there its bridge has been blown, in beat 3.
    persons = {"blucher": "FRA"}
    columns = "P2@CHA blow=Charleroi blow_at=3 | F7@PHI"
    played = known(columns, {"coalition": "blucher ride HAM"}, Then([], 4), persons=persons)
    assert played.one("blown")["beat"] == 3
    assert played.json["persons"]["blucher"] == {"seat": "coalition", "at": "CHA", "target": "HAM", "way": ["HAM"]}
    # By Marchienne 41 and 109.
    assert later(played).json["persons"]["blucher"] == {"seat": "coalition", "at": "HAM"}


@clause("HD-037", "HD-052")
def test_a_person_stays_where_his_column_left_the_map(known):
    played = known("F2@BEA", {"napoleon": "F2 exit"}, Then([], 4), persons={"napoleon": "F2"})
    assert (played.column("F2")["gone"], played.json["persons"]["napoleon"]) == (
        "left",
        {"seat": "napoleon", "at": "BEA"},
    )
