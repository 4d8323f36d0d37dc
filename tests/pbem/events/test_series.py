"""Series at a desk: what is carried over, who has lost what was not fought, and what their files say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest
from cups import DRAW, begun, by_chance, played

from core.contract import ATTACKER, BATTLE_SIDES, DEFENDER, Battle, NoMuster, Removed, Toll
from pbem.campaigns.linked import game_of
from pbem.campaigns.playing import by_chance as at_random
from pbem.campaigns.playing import fight
from pbem.events import announcement, brackets, conditions, formats, scoring, series, standings
from pbem.events.announcement import BadAnnouncement
from pbem.events.contract import Encounter, Fight, How, Result, Series, SeriesColumn, Sitting, State, Unit
from pbem.rulesets import presentation

NOW = datetime(2026, 11, 1, tzinfo=UTC)
TACTICAL = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")
FILE = """event = "week"
title = "A week in June"
format = "series"
[series]
battles = ["waterloo_wargame", "waterloo_grid"]
"""


def made(*rules: str, **changed: Any) -> Series:
    """A series of battles by these rules with the usual army."""
    fights = tuple(Fight(name) for name in rules or ("waterloo1895", "waterloo_grid"))
    return msgspec.structs.replace(Series(fights, series.USUAL_ARMY, 2), **changed)


def encounter(count: int = 2) -> Encounter:
    orders = [("ada", "ben") if at % 2 else ("ben", "ada") for at in range(1, count + 1)]
    sittings = [
        Sitting(f"1-1-{at}", dict(zip(BATTLE_SIDES, order, strict=True)), battle=at)
        for at, order in enumerate(orders, start=1)
    ]
    return Encounter(1, 1, ("ada", "ben"), tuple(sittings))


def toll(**columns: Removed) -> Toll:
    return Toll("won", ATTACKER, 2, columns)


# --- What is carried over -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shares", "left"),
    [
        ({}, 100 - 11 + 3),  # five have fallen, six are routed: three return
        ({"routed": 0}, 100 - 11),
        ({"routed": 100}, 100 - 11 + 6),
        ({"fallen": 40}, 100 - 11 + 3 + 2),
        ({"fallen": 100, "routed": 100}, 100),
        ({"pool": 4}, 100 - 11 + 3 + 4),
        ({"pool": 40}, 100),
    ],
)
def test_what_of_eleven_hundred_men_is_back(shares: dict[str, int], left: int) -> None:
    found = made(army=(SeriesColumn(foot=100, horse=20, guns=10),), **shares)
    first, second = series.after(found, series.armies(found), toll(A1=Removed(foot=11)))
    assert first.columns[0].foot == left
    assert second == series.armies(found)[1], "nothing was taken from the other"


def test_a_pool_is_drawn_on_once() -> None:
    found = made(army=(SeriesColumn(foot=50), SeriesColumn(foot=50, horse=10)), routed=0, pool=15)
    now = series.after(found, series.armies(found), toll(A1=Removed(foot=10), A2=Removed(foot=4, horse=6)))
    assert [(each.foot, each.horse) for each in now[0].columns] == [(50, 0), (50, 5)]
    assert now[0].pool == 0
    again = series.after(found, now, toll(A1=Removed(foot=10)))
    assert again[0].columns[0].foot == 40


def test_guns_that_are_lost_are_gone() -> None:
    found = made(army=(SeriesColumn(foot=50, guns=20),))
    assert series.after(found, series.armies(found), toll(B1=Removed(guns=7)))[1].columns[0].guns == 13


@pytest.mark.parametrize("wrong", [{"A9": Removed()}, {"A1": Removed(foot=999)}, {"A1": Removed(guns=-1)}])
def test_a_toll_of_what_was_not_there_is_refused(wrong: dict[str, Removed]) -> None:
    found = made()
    with pytest.raises(ValueError, match="it has cost"):
        series.after(found, series.armies(found), toll(**wrong))


def fought_by_chance(
    found: Series, seed: int
) -> Iterator[tuple[tuple[series.Army, ...], Toll, tuple[series.Army, ...]]]:
    """A series whose battles are fought at random, each with the armies before it, what it cost, and those after."""
    met, now = encounter(len(found.battles)), series.armies(found)
    for sitting in met.sittings:
        asked = series.battle(found, met, sitting, now)
        rules = presentation(asked.ruleset).rules
        cost: list[Toll] = []
        fight(_Counting(cost), asked, rules, bytes([seed, sitting.battle]) * 16, at_random)
        if not cost:
            return
        after = series.after(found, now, cost[0])
        yield now, cost[0], after
        now = after


class _Counting:
    """Something that battles are a part of, and that keeps what they have cost."""

    def __init__(self, tolls: list[Toll]) -> None:
        self._tolls = tolls

    def fought(self, battle: Battle, cost: Toll | None) -> Any:
        if cost is not None:
            self._tolls.append(cost)
        return Result(battle.id, ()) if cost is None else _Line()


class _Line:
    text = ""


def check_invariants(rules: tuple[str, ...], seed: int) -> int:
    """Men and guns before a battle are those after it and those lost, whoever returns counted in; how many battles."""
    drawn, count = Random(seed), 0
    shares = {
        "fallen": drawn.choice([0, 0, 20]),
        "routed": drawn.choice([0, 50, 100]),
        "pool": drawn.choice([0, 0, 30]),
    }
    found = made(*rules, **shares)
    for before, cost, after in fought_by_chance(found, seed):
        count += 1
        for letter, then, now in zip(series.LETTERS, before, after, strict=True):
            removed = [cost.columns.get(f"{letter}{at}", Removed()) for at in range(1, len(then.columns) + 1)]
            men = sum(each.foot + each.horse for each in removed)
            fallen = sum(each.foot // 2 + each.horse // 2 for each in removed)
            lost = then.men - now.men + then.pool - now.pool
            assert 0 <= lost <= men, "what is lost was removed before"
            returned = men - lost
            assert returned <= fallen * shares["fallen"] // 100 + (men - fallen) * shares["routed"] // 100
            assert now.guns <= then.guns
            assert then.guns - now.guns <= sum(each.guns for each in removed)
            full = series.armies(found)[0]
            assert all(
                0 <= column.foot <= whole.foot and 0 <= column.horse <= whole.horse
                for column, whole in zip(now.columns, full.columns, strict=True)
            )
    return count


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_lost_or_made_between_battles(seed: int) -> None:
    assert check_invariants(("waterloo1895", "waterloo_grid", "stratego_waterloo"), seed)


@pytest.mark.slow
def test_nothing_is_lost_or_made_in_many_series() -> None:
    drawn = Random(19)
    total = sum(check_invariants(tuple(drawn.choices(TACTICAL, k=4)), seed % 256) for seed in range(100))
    assert total > 300


# --- Who has nobody left ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TACTICAL)
def test_who_has_nobody_left_has_lost_what_is_not_fought(rules: str) -> None:
    found, met = made(rules, rules), encounter()
    gone = {f"B{at}": Removed(each.foot, each.horse, 0) for at, each in enumerate(found.army, start=1)}
    plan = begun("series", 2, Unit.SERIES, series=msgspec.structs.replace(found, routed=0), sides=_SIDES).plan
    now = series.after(series.of(plan), series.armies(found), toll(**gone))
    asked = series.battle(found, met, met.sittings[1], now)
    with pytest.raises(NoMuster) as why:
        game_of(asked, presentation(rules).rules)
    result = series.unfought(plan, met, met.sittings[1], now, why.value)
    assert (result.how, result.places) == (How.BEATEN, (("ada",), ("ben",)))


def test_where_nobody_is_left_it_is_drawn() -> None:
    found, met = made(), encounter()
    plan = begun("series", 2, Unit.SERIES, series=found, sides=_SIDES).plan
    nobody = (series.Army((), 0), series.Army((), 0))
    result = series.unfought(plan, met, met.sittings[0], nobody, NoMuster("empty", sides=["attacker"]))
    assert len(result.places) == 1


_SIDES = ((ATTACKER,), (DEFENDER,))


# --- As an event --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "count"), [("series", 2), ("round-robin", 4), ("round-robin", 5), ("mini-cup", 3)])
def test_every_pair_fights_its_battles_in_turn(held: str, count: int) -> None:
    found = made("waterloo_grid", "waterloo1895", "waterloo_grid")
    state: State = played(begun(held, count, Unit.SERIES, series=found, sides=_SIDES))
    met = [each for each in state.encounters if not each.is_bye]
    assert len(met) == count * (count - 1) // 2
    for each in met:
        assert [sitting.battle for sitting in each.sittings] == [1, 2, 3]
        assert each.sittings[0].seats == each.sittings[2].seats != each.sittings[1].seats
    table = standings.table(state, formats.of(held).groups(state)[0], DRAW)
    assert sum(row.points for row in table.rows) == 3 * 2 * len(met)
    assert scoring.full(state.plan) == 6


def test_men_left_decide_between_those_with_as_many_points() -> None:
    state = begun("series", 2, Unit.SERIES, series=made(), sides=_SIDES)
    state = state.paired(formats.of("series").next_round(state, DRAW) or ())
    one, two = state.encounters[0].entrants
    drawn = [
        Result(each.name, ((one, two),), left={one: 300 - each.battle, two: 200 + 40 * each.battle})
        for each in state.encounters[0].sittings
    ]
    state = state.ended(*drawn)
    [group] = formats.of("series").groups(state)
    assert standings.ordered(state, group, DRAW) == (one, two)
    rows = {row.entrant: row.told["army"] for row in standings.table(state, group, DRAW).rows}
    left = drawn[-1].left
    assert rows == {each: 100 * left[each] for each in (one, two)}
    last = msgspec.structs.replace(drawn[1], left={one: 250, two: 251})
    assert standings.ordered(state.ended(last), formats.of("series").groups(state)[0], DRAW) == (two, one)


def test_a_swiss_pairs_by_the_points_of_whole_series() -> None:
    found = made("waterloo_grid", "waterloo1895", "waterloo_grid")
    state: State = played(begun("swiss", 7, Unit.SERIES, series=found, sides=_SIDES), by_chance(3))
    rounds = max(met.round for met in state.encounters)
    assert rounds == 5
    for number in range(2, rounds + 1):
        before = msgspec.structs.replace(
            state,
            encounters=tuple(met for met in state.encounters if met.round < number),
            results=tuple(each for each in state.results if int(each.sitting.split("-")[0]) < number),
        )
        points = scoring.totals(before)
        assert set(points.values()) <= {*range(6 * number)}
        again = formats.of("swiss").next_round(before, DRAW)
        assert again == tuple(met for met in state.encounters if met.round == number)
    pairs = [frozenset(met.entrants) for met in state.encounters if not met.is_bye]
    assert len(pairs) == len(set(pairs)) == 3 * rounds
    for met in state.encounters:
        assert [sitting.battle for sitting in met.sittings] == ([] if met.is_bye else [1, 2, 3])


@pytest.mark.parametrize("settings", [{}, {"second_chance": True}, {"third_place": True}])
def test_a_knock_out_of_series_has_a_winner_and_no_battle_more(settings: dict[str, bool]) -> None:
    found = made("waterloo_grid", "waterloo1895")
    for seed in range(12):
        state = begun("knock-out", 6, Unit.SERIES, series=found, sides=_SIDES, settings=settings)
        state = played(state, by_chance(seed))
        assert not [met for met in state.encounters if met.group == brackets.PLAY_OFF]
        assert {len(met.sittings) for met in state.encounters} == {0, 2}
        lost = brackets.losses(state, [each.name for each in state.entrants])
        lives = 2 if settings.get("second_chance") else 1
        assert sum(count < lives for count in lost.values()) == 1


@pytest.mark.parametrize(
    ("first", "second", "goes_on"),
    [
        ({"p1": 300, "p2": 200}, {"p1": 250, "p2": 190}, "p1"),
        ({"p1": 300, "p2": 200}, {"p1": 150, "p2": 190}, "p2"),
        ({"p1": 300, "p2": 200}, {}, "p1"),  # the second was called off
        ({}, {}, "p1"),  # the stronger by seeding
    ],
)
def test_after_a_series_of_equal_points_who_has_more_men_goes_on(
    first: dict[str, int], second: dict[str, int], goes_on: str
) -> None:
    state = begun("knock-out", 4, Unit.SERIES, series=made(), sides=_SIDES)
    state = state.paired(formats.of("knock-out").next_round(state, DRAW) or ())
    met = state.encounters[0]
    called = dict(zip(("p1", "p2"), met.entrants, strict=True))
    lefts = [{called[name]: men for name, men in left.items()} for left in (first, second)]
    drawn = [Result(each.name, (met.entrants,), left=left) for each, left in zip(met.sittings, lefts, strict=True)]
    state = state.ended(*drawn)
    assert brackets.is_settled(state, met)
    assert brackets.winner_of(state, met) == called[goes_on]
    # Points come first, whoever has how many men.
    won = state.ended(scoring.won_by(met.sittings[0], (called["p2"],), How.PLAYED))
    assert brackets.winner_of(won, met) == called["p2"]


# --- Its file -----------------------------------------------------------------------------------------------------


def test_a_file_of_five_lines_is_enough() -> None:
    found = announcement.read(FILE, NOW)
    assert (found.least, found.most, found.rated, found.plan.unit) == (2, 2, False, Unit.SERIES)
    told = " ".join(conditions.in_words(found))
    assert "The Waterloo Wargame in the open and Waterloo on a grid in the open" in told
    assert "nobody has men to draw on" in told
    assert "who has most points of them has won the series" in told


def test_shares_grounds_and_an_army_are_told() -> None:
    more = 'ground = ["ridge", "town"]\nfallen = 10\nrouted = 100\npool = 30\nhours = 4\n'
    army = "[[series.army]]\nfoot = 80\nhorse = 12\nguns = 16\n[[series.army]]\nfoot = 60\nquality = 5\n"
    told = " ".join(conditions.in_words(announcement.read(FILE + more + army, NOW)))
    assert "on a ridge and Waterloo on a grid in a town" in told
    assert "14,000 foot, 1,200 horse and 16 guns in 2 columns" in told
    assert "10 % of the fallen are replaced for the next one, all of the routed return" in told
    assert "each may draw on 3,000 men" in told


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({'"waterloo_grid"]': '"conflict"]'}, "line 5: Conflict has no two armies on a field"),
        ({'"waterloo_grid"]': '"waterloo_gird"]'}, "line 5: there is no rule set `waterloo_gird` (did you mean"),
        ({', "waterloo_grid"': ""}, "line 5: a series has 2 to 7 battles, and here are 1"),
        ({"[series]\n": '[series]\nground = ["town", "town", "town"]\n'}, "line 5: `ground` is one for all battles"),
        ({"[series]\n": "[series]\nrooted = 10\n"}, "line 5: a series has no `rooted` (did you mean routed?)"),
        ({"[series]\n": "rated = true\n[series]\n"}, "line 4: battles of a series are not rated"),
        ({"[series]\n": 'ruleset = "conflict"\n[series]\n'}, "line 4: a series has no `ruleset`"),
        ({"[series]\n": 'unit = "match"\n[series]\n'}, "line 4: the unit of the format series is series"),
        (
            {'format = "series"': 'format = "round-robin"\nunit = "match"'},
            "the unit match cannot be, with a table [series]",
        ),
        ({'format = "series"': 'format = "pools"\nleast = 6\nmost = 9'}, "the format pools is not for series"),
        ({'format = "series"': 'format = "series"\nmost = 4'}, "a series is for two entrants"),
        ({"[series]\nbattles": 'ruleset = "waterloo1895"\nbattles'}, "is for series alone"),
        ({FILE[FILE.index("[series]") :]: ""}, "a series is told in a table"),
        ({"[series]\n": "[series]\narmy = []\n"}, "`army` is wrong"),
        (
            {"[series]\n": f"[series]\narmy = [{', '.join(['{foot = 400, guns = 200}'] * 4)}]\n"},
            "has no room for",
        ),
        ({"[series]\n": "[series]\narmy = [{foot = 1}]\n"}, "makes nobody of these armies"),
    ],
)
def test_faults_of_a_series_are_told(changed: dict[str, str], said: str) -> None:
    text = FILE
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(BadAnnouncement) as found:
        announcement.read(text, NOW)
    assert said in str(found.value)
