"""Formats in which all meet all, pools, and those in which one goes on and the other does not."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from cups import DRAW, begun, by_chance, finished, meetings, paired, plan, played
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.events import acts, brackets, formats, scoring, sittings, standings
from pbem.events.contract import Encounter, How, Result, Sitting, State, Unit
from pbem.events.formats.pools import pools
from pbem.events.scoring import won_by

FOUR = (("red",), ("yellow",), ("green",), ("orange",))
THREE = (("red",), ("yellow",), ("green",))
PAIRS = (("napoleon", "ney"), ("wellington", "blucher"))


def table_of(state: State, group: int = 0) -> list[str]:
    found = formats.of(state.plan.format).groups(state)[group]
    return list(standings.ordered(state, found, DRAW))


# --- All formats ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", formats.FORMATS)
def test_every_format_says_what_it_is_and_its_settings_what_they_mean(name: str) -> None:
    found = formats.of(name)
    assert found.name == name
    assert found.about.endswith(".")
    assert found.settings()  # usual values for all
    assert found.units


@settings(max_examples=30, deadline=None)
@given(
    held=st.sampled_from(["round-robin", "swiss", "knock-out"]),
    count=st.integers(4, 12),
    seed=st.integers(0, 10**6),
    leaving=st.dictionaries(st.integers(1, 4), st.integers(1, 12), max_size=4),
    second_chance=st.booleans(),
)
def test_nobody_plays_twice_in_a_round_and_every_event_comes_to_an_end(
    held: str, count: int, seed: int, leaving: dict[int, int], second_chance: bool
) -> None:
    own = {"swiss": {"rounds": 2}, "knock-out": {"second_chance": second_chance}, "round-robin": {}}[held]
    state = begun(held, count, settings=own)
    while (after := paired(state)) is not None:
        now = [met for met in after.encounters if met not in state.encounters]
        names = [name for met in now for name in met.entrants]
        assert len(names) == len(set(names))
        assert {met.round for met in now} == {after.round}
        assert all(after.entrant(name).plays_in(after.round) for name in names)
        state = after
        name = f"p{leaving.get(state.round, 0):02}"
        if name in names and state.entrant(name).left is None:
            state = acts.withdrawn(state, name)
        state = finished(state, by_chance(seed))
        assert state.round <= 4 * count
    assert not state.open
    for group in formats.of(held).groups(state):
        assert sorted(standings.ordered(state, group, DRAW)) == sorted(group.entrants)


# --- All against all --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 4, 5, 8, 9])
@pytest.mark.parametrize("double", [False, True])
def test_in_a_round_robin_all_meet_all(count: int, double: bool) -> None:
    state = played(begun("round-robin", count, settings={"double": double}))
    met = Counter(meetings(state.encounters))
    assert set(met.values()) == {1 + double}
    assert len(met) == count * (count - 1) // 2
    assert table_of(state) == [f"p{at:02}" for at in range(1, count + 1)]


def test_the_second_time_sides_are_changed() -> None:
    state = played(begun("round-robin", 4, Unit.SINGLE, settings={"double": True}))
    seats = [tuple(each.seats.values()) for met in state.encounters for each in met.sittings]
    assert len(set(seats)) == 12
    assert {sittings.leaning(state, each.name) for each in state.entrants} == {0}


def test_who_leaves_a_round_robin_early_is_left_out_and_later_loses_the_rest() -> None:
    early = acts.withdrawn(played(begun("round-robin", 6), rounds=2), "p01")
    assert early.entrant("p01").annulled
    early = played(early)
    assert table_of(early)[-1] == "p01"
    assert {scoring.byes(early, each.name) for each in early.entrants} == {0}
    assert scoring.totals(early)["p02"] == 16  # against four of them
    late = acts.withdrawn(played(begun("round-robin", 6), rounds=3), "p01")
    assert not late.entrant("p01").annulled
    late = played(late)
    assert scoring.totals(late)["p01"] == 12
    assert sum(scoring.byes(late, each.name) for each in late.entrants) == 2
    assert scoring.totals(late)["p02"] == 16 + 4 * scoring.byes(late, "p02")


def test_a_round_in_which_all_rest_is_left_out() -> None:
    state = acts.withdrawn(played(begun("round-robin", 4), rounds=1), "p01")
    state = acts.withdrawn(state, "p02")
    state = played(state)
    assert meetings(state.encounters).count(frozenset({"p03", "p04"})) == 1


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_mini_cup_is_played_all_at_once(count: int) -> None:
    state = paired(begun("mini-cup", count))
    assert state is not None
    assert sorted(map(sorted, meetings(state.encounters))) == [
        list(pair) for pair in combinations([f"p{at:02}" for at in range(1, count + 1)], 2)
    ]
    assert len(state.open) == count * (count - 1)
    assert paired(finished(state)) is None


# --- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [THREE, FOUR])
def test_around_a_table_everybody_sits_everywhere_once(sides: tuple[tuple[str, ...], ...]) -> None:
    state = paired(begun("mini-cup", len(sides), Unit.TABLE, sides=sides))
    assert state is not None
    (met,) = state.encounters
    assert len(met.sittings) == len(sides)
    for side in sides:
        assert len({sitting.seats[side[0]] for sitting in met.sittings}) == len(sides)


def test_of_two_sides_of_two_everybody_partners_everybody_on_both_sides() -> None:
    state = paired(begun("mini-cup", 4, Unit.TABLE, sides=PAIRS))
    assert state is not None
    (met,) = state.encounters
    assert len(met.sittings) == 6
    together = Counter(
        (number, frozenset(sitting.seats[seat] for seat in side))
        for sitting in met.sittings
        for number, side in enumerate(PAIRS)
    )
    assert set(together.values()) == {1}
    assert len(together) == 12
    on_seats = Counter((seat, who) for sitting in met.sittings for seat, who in sitting.seats.items())
    assert set(on_seats.values()) == {1, 2}


# --- Pools ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 4, 5])
def test_pools_have_three_to_five_and_nearly_the_same(size: int) -> None:
    for count in range(6, 126):
        found = pools(plan("pools", settings={"pool": size, "through": 1}), 1, [f"p{at}" for at in range(count)])
        sizes = [len(pool) for pool in found.values()]
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 3
        assert max(sizes) <= 5


def test_the_strongest_are_spread_over_the_pools_in_zig_zag() -> None:
    found = pools(plan("pools", settings={"pool": 4, "through": 1}), 1, [str(at) for at in range(1, 9)])
    assert found == {"Pool A": ("1", "4", "5", "8"), "Pool B": ("2", "3", "6", "7")}


def test_the_first_of_each_pool_play_the_final() -> None:
    state = played(begun("pools", 12))
    assert list(dict.fromkeys(met.group for met in state.encounters)) == ["Pool A", "Pool B", "Pool C", "Final"]
    assert table_of(state, 3) == ["p01", "p02", "p03"]
    assert state.round == 2


def test_many_pools_are_followed_by_pools_again() -> None:
    state = played(begun("pools", 32, settings={"pool": 4, "through": 1}))
    headings = list(dict.fromkeys(met.group for met in state.encounters))
    assert headings[8:] == ["Stage 2, pool A", "Stage 2, pool B", "Final"]
    assert table_of(state, len(headings) - 1)[0] == "p01"


def test_for_a_winner_who_has_left_the_next_of_his_pool_goes_on() -> None:
    state = played(begun("pools", 6, settings={"pool": 3, "through": 1}), rounds=1)
    state = acts.withdrawn(state, "p01")
    state = paired(state)
    assert state is not None
    assert {name for met in state.encounters if met.group == "Final" for name in met.entrants} == {"p02", "p04"}


def test_tables_have_to_be_filled_to_the_last_one() -> None:
    held = formats.of("pools")
    of_four = plan("pools", Unit.TABLE, sides=FOUR, settings={"pool": 4, "through": 1})
    assert held.faults(of_four, 16, 16) == ()
    for least, most in ((12, 12), (14, 14), (8, 16)):
        assert held.faults(of_four, least, most)
    state = played(begun("pools", 16, Unit.TABLE, sides=FOUR), in_alphabet)
    assert [len(met.sittings) for met in state.encounters] == [4] * 5
    assert table_of(state, 4) == ["p01", "p02", "p03", "p04"]


def in_alphabet(met: Encounter, sitting: Sitting) -> Result:
    return Result(sitting.name, tuple((name,) for name in sorted(sitting.seats.values())))


# --- Knock-out --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 11, 16])
def test_the_strongest_have_byes_and_the_two_strongest_meet_in_the_final(count: int) -> None:
    state = played(begun("knock-out", count))
    byes = {met.entrants[0] for met in state.encounters if met.is_bye}
    whole = 1 << (count - 1).bit_length()
    assert byes == {f"p{at:02}" for at in range(1, whole - count + 1)}
    assert [met.entrants for met in state.encounters if met.group == "Final"] == [("p01", "p02")]
    assert table_of(state)[:2] == ["p01", "p02"]
    assert state.round == (count - 1).bit_length()


def test_the_third_place_is_played_for_where_it_was_announced() -> None:
    state = played(begun("knock-out", 8, settings={"third_place": True}))
    assert [met.entrants for met in state.encounters if met.group == "Third place"] == [("p03", "p04")]
    assert table_of(state)[:4] == ["p01", "p02", "p03", "p04"]


@pytest.mark.parametrize("count", [3, 4, 5, 8, 13])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_a_second_chance_only_who_has_lost_twice_is_out(count: int, seed: int) -> None:
    state = played(begun("knock-out", count, settings={"second_chance": True}), by_chance(seed))
    lost = Counter[str]()
    for met in brackets.decided(state, 0):
        winner = brackets.winner_of(state, met)
        lost.update(name for name in met.entrants if name != winner)
    first = table_of(state)[0]
    assert lost[first] < 2
    assert all(lost[each.name] == 2 for each in state.entrants if each.name != first)
    assert len(lost) >= count - 1


def drawn(met: Encounter, sitting: Sitting) -> Result:
    return won_by(sitting, (), How.PLAYED)


def test_a_drawn_match_is_decided_by_a_third_game_and_that_by_seeding() -> None:
    state = finished(paired(begun("knock-out", 4)) or begun("knock-out", 4), drawn)
    after = paired(state)
    assert after is not None
    third = [met for met in after.encounters if met.round == 2]
    assert [(met.group, len(met.sittings)) for met in third] == [("Play-off", 1)] * 2
    won = finished(after, lambda met, sitting: won_by(sitting, (max(sitting.seats.values()),), How.PLAYED))
    assert {name for met in (paired(won) or won).encounters if met.round == 3 for name in met.entrants} == {
        "p03",
        "p04",
    }
    still_drawn = finished(after, drawn)
    final = paired(still_drawn)
    assert final is not None
    assert {name for met in final.encounters if met.round == 3 for name in met.entrants} == {"p01", "p02"}


def test_points_as_the_weaker_side_come_before_a_third_game() -> None:
    """North wins both games of the final. On the way there the second seed has won as South, and the first drawn."""

    def ending(met: Encounter, sitting: Sitting) -> Result:
        north, south = sitting.seats["north"], sitting.seats["south"]
        if met.group == "Final":
            return won_by(sitting, (north,), How.PLAYED)
        if south == "p01":
            return won_by(sitting, (), How.PLAYED)
        return won_by(sitting, (min(north, south),), How.PLAYED)

    measured = played(begun("knock-out", 4, weaker="south"), ending)
    assert [met.group for met in measured.encounters][2:] == ["Final"]
    assert table_of(measured)[:2] == ["p02", "p01"]
    unmeasured = played(begun("knock-out", 4), ending)
    assert [met.group for met in unmeasured.encounters][2:] == ["Final", "Play-off"]


def test_whose_opponent_has_left_goes_on() -> None:
    state = paired(begun("knock-out", 4))
    assert state is not None
    state = finished(acts.withdrawn(state, "p01"))
    assert not state.entrant("p01").annulled
    final = paired(state)
    assert final is not None
    assert {name for met in final.encounters if met.group == "Final" for name in met.entrants} == {"p02", "p04"}
