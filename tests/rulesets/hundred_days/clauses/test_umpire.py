"""Games with an umpire (HD-130 to HD-137): what he may do, when it counts, and what others see of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hundred_days_columns import Always, lay, turn

from core.contract import HOST, Adjudication, Effect, Line
from core.rulesets.hundred_days import orders as o
from core.rulesets.hundred_days.acts import Correct, Ruling, Sighting, Weather, WriteAs
from core.rulesets.hundred_days.orders import numbered

clause = pytest.mark.clause
COLUMNS = "F2@GOS | FP@CHA | P1@FLE | P2@SOM"
UMPIRED = {"umpire": "yes"}


@pytest.fixture
def umpired(quiet):
    """A turn with these lines of the umpire, the seats silent unless they have orders."""

    def play(*acts: Any, columns: str = COLUMNS, orders: Any = None, dice: Any = None, **keys: Any) -> Adjudication:
        options = {**UMPIRED, **keys.pop("options", {})}
        position = lay(quiet, columns, keys.pop("persons", None), options, **keys)
        mails = {seat: numbered(said) for seat, said in (orders or {}).items()}
        mails |= {HOST: numbered(acts)} if acts else {}
        return quiet.adjudicate(position, mails, dice or Always(4), due=True)

    return play


def view(done: Adjudication, seat: str) -> Any:
    return done.position.rules.view(done.position, seat)


def column(done: Adjudication, code: str) -> Any:
    return view(done, HOST)["columns"][code]


def of(done: Adjudication, kind: str) -> list[Any]:
    return [event for event in done.events if event.kind == kind]


def verdict(quiet, *acts: Any, columns: str = COLUMNS, **keys: Any) -> Any:
    position = lay(quiet, columns, keys.pop("persons", None), keys.pop("options", UMPIRED), **keys)
    return quiet.check(position, HOST, numbered(acts))


def why(checked: Any) -> list[Any]:
    return [(each.code, each.facts.get("what"), each.clauses[:1]) for each in checked.verdicts]


# --- Who he is, and when he is heard ------------------------------------------------------------------------------


@clause("HD-130")
def test_nobody_waits_for_an_umpire_and_no_robot_or_random_player_is_one(quiet):
    position = lay(quiet, COLUMNS, None, UMPIRED)
    assert [owed.seat for owed in quiet.awaiting(position)] == ["napoleon", "coalition"]
    assert HOST not in quiet.seats(position.options)
    assert quiet.umpired(position.options)
    assert not quiet.umpired(quiet.settle({}))
    assert quiet.legal(position, HOST) == []
    assert quiet.random_orders(position, HOST, 1) == ()
    assert quiet.robot_orders(quiet.view(position, HOST), "recruit", 1) == ()
    waiting = {"napoleon": numbered([o.ContinueAll()]), HOST: numbered([Weather("mud")])}
    assert quiet.adjudicate(position, waiting, Always(4)).position == position
    played = quiet.adjudicate(position, {**waiting, "coalition": numbered([o.ContinueAll()])}, Always(4))
    assert played.position.turn == position.turn + 1
    assert played.tell == ("napoleon", "coalition", HOST)


@clause("HD-130")
def test_his_lines_count_one_by_one_and_only_his(quiet):
    checked = verdict(quiet, Weather("mud"), o.March("f2", ("cha",)), o.Draw(), o.Result("B1", "abandoned"))
    assert checked.effect is Effect.WHEN_ALL_IN
    assert why(checked) == [(None, None, ()), *[("E21", "player", ("HD-130",))] * 3]
    assert why(verdict(quiet, Weather("mud"), Weather("dry")))[1] == ("E21", "twice", ("HD-130",))
    assert why(verdict(quiet, *[Ruling(None, "no")] * 25))[23:] == [(None, None, ()), ("E21", "many", ("HD-130",))]
    assert verdict(quiet, Weather("mud"), o.Test()).effect is Effect.NOTHING
    assert verdict(quiet, o.ContinueAll()).effect is Effect.WHEN_ALL_IN
    assert why(verdict(quiet, o.TurnHeader(9)))[0][0] == "E16"
    position = lay(quiet, COLUMNS, None, UMPIRED)
    unread = quiet.check(position, HOST, (Line(1, "wether", None), *numbered([Weather("mud")])))
    assert (unread.effect, unread.verdicts[0].code) == (Effect.NOTHING, "E01")
    [refused] = quiet.check(position, "napoleon", numbered([Weather("mud")])).verdicts
    assert (refused.code, refused.facts["what"]) == ("E21", "umpire")
    # Where there is no umpire the seat brings results of battles alone.
    [nobody] = quiet.check(lay(quiet, COLUMNS), HOST, numbered([Weather("mud")])).verdicts
    assert nobody.code == "E18"


@clause("HD-130")
def test_while_the_clock_stands_he_does_nothing(quiet):
    columns = "F7@CHT>LBT:60 march LBT attack | FP@CHT>LBT:48 march LBT attack | P4@LBT"
    options = {**UMPIRED, "battles": "linked", "fog": "none"}
    position = turn(quiet, lay(quiet, columns, None, options, turn=4, beat=25), None, ()).position
    [owed] = quiet.awaiting(position)
    assert owed.seat == HOST
    [refused] = quiet.check(position, HOST, numbered([Weather("mud")])).verdicts
    assert refused.code == "E18"
    seen = quiet.view(position, HOST)
    assert (seen["phase"], seen["requests"]) == ("battle", [{"id": "B1"}])
    [battle] = quiet.battles(position)
    after = quiet.adjudicate(position, {HOST: (quiet.fought(battle, None),)}, Always(1))
    assert after.position.turn == 5


# --- What he does -------------------------------------------------------------------------------------------------


@clause("HD-131")
def test_a_letter_as_somebody_rides_like_his_own(umpired):
    forged = umpired(WriteAs("blucher", "wellington", "Come"))
    [event] = of(forged, "umpire_letter")
    own = umpired(orders={"coalition": [o.ContinueAll()]})
    assert (event.facts["at_once"], event.facts["lost"], event.seen_by) == (False, False, (HOST,))
    # He rides to Brussels for longer than a turn, and nobody knows of him meanwhile.
    assert event.facts["due"] > forged.position.beat
    [letter] = forged.position.letters
    assert (letter.sender, letter.to, letter.text) == ("coalition", "wellington", "Come")
    assert letter.arrived == event.facts["due"]
    for seat in ("napoleon", "coalition"):
        assert view(forged, seat) == view(own, seat)
    lost = umpired(WriteAs("blucher", "wellington", "Come"), dice=Always(1), columns="F2@GOS | FP@MAZ | P2@SOM")
    assert [each.facts["lost"] for each in of(lost, "umpire_letter")] == [True]
    assert lost.position.letters == ()
    assert view(lost, "napoleon")["taken"][0]["letter"]["text"] == "Come"


@clause("HD-131")
def test_a_letter_at_once_is_there_in_half_an_hour_from_anybody(umpired):
    done = umpired(WriteAs("the mayor of Fleurus", "napoleon", "They are gone", at_once=True))
    [letter] = view(done, "napoleon")["letters"]
    assert (letter["from"], letter["to"], letter["arrived"]) == ("the mayor of Fleurus", "napoleon", letter["left"] + 1)
    assert view(done, "coalition")["letters"] == []
    assert done.position.rules.decode(done.position.rules.encode(done.position), done.position.options) == done.position


@clause("HD-131")
@pytest.mark.parametrize(
    ("letter", "what"),
    [
        (WriteAs("napoleon", "nobody", "x"), "to"),
        (WriteAs("a farmer", "napoleon", "x"), "sender"),
        (WriteAs("napoleon", "napoleon", "x"), "himself"),
        (WriteAs("blucher", "napoleon", "x" * 1001), "long"),
    ],
)
def test_letters_that_cannot_be(quiet, letter, what):
    assert why(verdict(quiet, letter)) == [("E21", what, ("HD-131",))]


@clause("HD-132")
def test_a_sighting_is_told_to_its_seat_alone(umpired):
    done = umpired(
        Sighting("napoleon", "corps", "qbr", towards="gen", by="fp"), Sighting("napoleon", "screen", "gos", "fra")
    )
    seen = [each for each in view(done, "napoleon")["sightings"] if each["at"] == "QBR" or each["link"]]
    assert [(each["by"], each["seen"], each["at"], each["link"], each["towards"]) for each in seen] == [
        ("FP", "corps", "QBR", None, "GEN"),
        ("F2", "screen", None, ["FRA", "GOS"], None),
    ]
    assert {each["beat"] for each in seen} == {done.position.beat - 8 + 1}
    assert view(done, "coalition") == view(umpired(), "coalition")


@clause("HD-132")
@pytest.mark.parametrize(
    ("act", "code", "what"),
    [
        (Sighting("nobody", "corps", "qbr"), "E21", "seat"),
        (Sighting("napoleon", "corps", "qbr", by="p1"), "E21", "observer"),
        (Sighting("napoleon", "corps", "gos", "gen"), "E21", "road"),
        (Sighting("napoleon", "corps", "atlantis"), "E03", None),
        (Sighting("napoleon", "corps", "qbr", towards="c"), "E03", None),
    ],
)
def test_sightings_that_cannot_be(quiet, act, code, what):
    assert why(verdict(quiet, act))[0][:2] == (code, what)
    assert why(verdict(quiet, Sighting("coalition", "corps", "qbr"), columns="F2@GOS"))[0][1] == "nobody"


@clause("HD-133")
def test_a_ruling_is_told_to_one_or_to_all(umpired, quiet):
    done = umpired(Ruling("napoleon", "To you"), Ruling(None, "To all"))
    told = {seat: [each["text"] for each in view(done, seat)["tidings"]] for seat in ("napoleon", "coalition")}
    assert told == {"napoleon": ["To you", "To all"], "coalition": ["To all"]}
    assert [event.seen_by for event in of(done, "umpire_ruling")] == [
        ("napoleon", HOST),
        ("napoleon", "coalition", HOST),
    ]
    assert why(verdict(quiet, Ruling("nobody", "x"), Ruling(None, "x" * 1001))) == [
        ("E21", "seat", ("HD-133",)),
        ("E21", "long", ("HD-133",)),
    ]


@clause("HD-134")
def test_the_weather_of_the_turn_and_of_its_night(umpired):
    march = {"napoleon": [o.March("f2", ("fle",))]}
    options = {"fog": "none", "rain": "none"}
    # 92 hm of road: 12 hm a beat, and 9 in mud.
    dry = umpired(columns="F2@GIL", orders=march, options=options, turn=5)
    wet = umpired(Weather("mud"), columns="F2@GIL", orders=march, options=options, turn=5)
    assert (len(of(dry, "arrived")), len(of(wet, "arrived"))) == (1, 0)
    assert not view(wet, "napoleon")["mud"]
    assert [event.seen_by for event in of(wet, "umpire_weather")] == [None]
    raining = umpired(Weather("dry"), orders=march, options={"fog": "none"}, turn=15, rain=15)
    assert view(raining, "napoleon")["mud"]
    assert "sky" not in raining.position.rules.encode(raining.position)


@clause("HD-134")
def test_the_weather_lasts_through_a_battle_of_its_own(quiet):
    columns = "F7@CHT>LBT:60 march LBT attack | FP@CHT>LBT:48 march LBT attack | P4@LBT"
    options = {**UMPIRED, "battles": "linked", "fog": "none"}
    position = lay(quiet, columns, None, options, turn=4, beat=25)
    stands = quiet.adjudicate(position, {HOST: numbered([Weather("mud")])}, Always(1), due=True).position
    written = quiet.encode(stands)
    assert (written["sky"], written["sky_until"]) == ("mud", 4)
    assert quiet.encode(quiet.decode(written, stands.options)) == written


@clause("HD-135")
def test_a_correction_of_strength_fatigue_and_place(umpired):
    act = Correct("f2", foot=40, horse=0, guns=3, fatigue=5, stragglers=7, place="qbr")
    orders = {"napoleon": [o.Rest("f2")]}
    done = umpired(
        act, orders=orders, columns="F2@GOS>FRA:20 march FRA > QBR forced touch=P1 | P1@FRA touch=F2 | P2@SOM"
    )
    [event] = of(done, "umpire_correction")
    assert event.facts == {
        "beat": done.position.beat - 8,
        "column": "F2",
        "foot": 40,
        "horse": 0,
        "guns": 3,
        "fatigue": 5,
        "stragglers": 7,
        "at": "QBR",
    }
    found = column(done, "F2")
    assert (found["at"], found["path"], found["touch"]) == ("QBR", [], [])
    assert found["foot"] + found["stragglers"] == 47
    assert column(done, "P1")["touch"] == []


@clause("HD-135")
@pytest.mark.parametrize(
    ("act", "what"),
    [
        (Correct("f9", foot=1), "column"),
        (Correct("f2", foot=10_000), "bounds"),
        (Correct("f2", fatigue=9), "bounds"),
        (Correct("f2", foot=0, horse=0), "empty"),
        (Correct("f2", place="fle"), "enemy"),
    ],
)
def test_corrections_that_cannot_be(quiet, act, what):
    assert why(verdict(quiet, act)) == [("E21", what, ("HD-135",))]


@clause("HD-135")
def test_nobody_is_put_into_a_battle_or_upon_whom_the_same_mail_put_there(quiet):
    both = verdict(quiet, Correct("f2", place="qbr"), Correct("p1", place="qbr"), Correct("f2", foot=1))
    assert [each[1] for each in why(both)] == [None, "enemy", "twice"]
    fights = "F7@LBT battle=1 attack | P4@LBT battle=1"
    keys = {"battles": [{"number": 1, "attacker": "french", "at": "LBT"}], "battles_begun": 1}
    assert [each[1] for each in why(verdict(quiet, Correct("f7", place="fle"), columns=fights, **keys))] == ["battle"]
    assert why(verdict(quiet, Correct("f7", foot=20), columns=fights, **keys))[0][0] is None


# --- In which order, and who sees it ------------------------------------------------------------------------------


@clause("HD-136")
def test_acts_come_first_and_shift_no_dice_of_the_seats(umpired):
    orders = {"napoleon": [o.March("f2", ("cha",))], "coalition": [o.Rest("p1")]}
    acts = [Ruling(None, "x"), WriteAs("blucher", "napoleon", "y"), Weather("mud"), Correct("p2", fatigue=1)]
    done, plain = umpired(*acts, orders=orders), umpired(orders=orders)
    kinds = [event.kind for event in done.events if event.kind.startswith("umpire_")]
    assert kinds == ["umpire_weather", "umpire_correction", "umpire_ruling", "umpire_letter"]
    rides = [[event.facts for event in of(each, "courier")][:2] for each in (done, plain)]
    assert rides[0] == rides[1]


@clause("HD-137")
def test_he_sees_all_and_the_others_what_they_did_before(umpired, quiet):
    done = umpired()
    seen = view(done, HOST)
    assert set(seen["columns"]) == {"F2", "FP", "P1", "P2"}
    assert (seen["seat"], seen["side"], set(seen["persons"])) == (HOST, None, {"napoleon", "wellington", "blucher"})
    assert seen["truth"] == quiet.encode(done.position)
    assert all(event.seen_by is None or HOST in event.seen_by for event in done.events)
    assert quiet.imagine(seen, 1) == done.position
    without = umpired(options={"umpire": "no"})
    for seat in ("napoleon", "coalition", None):
        one, other = (quiet.view(each.position, seat) for each in (done, without))
        assert one.pop("options") != other.pop("options")
        assert one == other
    assert "host" not in msgspec.json.encode(view(done, "napoleon") | {"options": None}).decode()


@clause("HD-137")
@pytest.mark.parametrize(
    "act",
    [
        WriteAs("napoleon", "blucher", "secret", at_once=True),
        WriteAs("napoleon", "wellington", "secret"),
        Sighting("coalition", "army", "gen"),
        Ruling("coalition", "secret"),
        Correct("p2", foot=1, fatigue=2),
        Correct("p2", place="jod"),
    ],
)
def test_who_is_not_meant_sees_nothing_of_it(umpired, quiet, act):
    """Dice that always show the same: what is hidden cannot shift them."""
    done, plain = umpired(act), umpired()
    assert done.position != plain.position
    assert view(done, "napoleon") == view(plain, "napoleon")
    assert quiet.view(done.position, None) == quiet.view(plain.position, None)
    seen = [
        [event for event in each.events if event.seen_by is None or "napoleon" in event.seen_by]
        for each in (done, plain)
    ]
    assert seen[0] == seen[1]
