"""What goes wrong in an event: who leaves, takes over, times out; games called off, agreed on, decided."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from cups import begun, by_chance, finished, paired, played
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.events import acts, scoring
from pbem.events.acts import Finish
from pbem.events.contract import CannotBe, How, State, Unit

FOUR = (("red",), ("yellow",), ("green",), ("orange",))
PAIRS = (("napoleon", "ney"), ("wellington", "blucher"))
DAY = timedelta(days=1)
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)


def first_round(count: int = 4, held: str = "mini-cup") -> State:
    state = paired(begun(held, count))
    assert state is not None
    return state


def games_of(state: State, name: str) -> list[str]:
    return [each.name for met in state.met(name) for each in met.sittings]


# --- Withdrawal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ended", "annulled"), [(0, True), (2, True), (3, False), (6, False)])
def test_with_fewer_than_half_of_his_games_ended_they_count_for_nobody(ended: int, annulled: bool) -> None:
    """Of a mini-cup of four everybody has six games."""
    state = first_round()
    for name in games_of(state, "p02")[:ended]:
        state = acts.adjudicated(state, name, ["p02"], how=How.PLAYED)
    after = acts.withdrawn(state, "p02")
    assert after.entrant("p02").annulled == annulled
    assert not [each for each in after.open if "p02" in each.seats.values()]
    assert scoring.totals(after)["p02"] == (0 if annulled else 2 * ended)
    others = sum(points for name, points in scoring.totals(after).items() if name != "p02")
    assert others == (0 if annulled else 2 * (6 - ended))


def test_ended_games_stay_rated_and_unfinished_ones_are_not() -> None:
    state = first_round()
    mine = games_of(state, "p02")
    state = acts.withdrawn(acts.adjudicated(state, mine[0], ["p02"], how=How.PLAYED), "p02")
    assert [state.by_sitting[name].rated for name in mine] == [True, *[False] * 5]


def test_where_not_all_meet_all_whoever_had_met_him_has_a_bye_for_it() -> None:
    swiss = {"rounds": 4, "top": 0, "late": 1}
    state = played(begun("swiss", 8, settings=swiss), rounds=1)
    (met,) = state.met("p01")
    other = next(name for name in met.entrants if name != "p01")
    before = scoring.totals(state)
    after = scoring.totals(acts.withdrawn(state, "p01"))
    assert (before[other], after[other], after["p01"]) == (0, 4, 0)
    assert {name: points for name, points in after.items() if name not in ("p01", other)} == {
        name: points for name, points in before.items() if name not in ("p01", other)
    }


def test_who_comes_back_to_leave_again_or_was_never_there_is_refused() -> None:
    state = acts.withdrawn(first_round(), "p02")
    with pytest.raises(CannotBe, match="cannot leave again"):
        acts.withdrawn(state, "p02")
    with pytest.raises(CannotBe, match="who is not in it"):
        acts.withdrawn(state, "p09")


def test_where_both_leave_a_game_it_stays_as_the_first_left_it() -> None:
    state = first_round(4, "knock-out")
    met = state.encounters[0]
    one, other = met.entrants
    state = acts.withdrawn(acts.withdrawn(state, one), other)
    assert {state.by_sitting[each.name].places for each in met.sittings} == {((other,), (one,))}


@settings(max_examples=40, deadline=None)
@given(count=st.integers(4, 9), seed=st.integers(0, 999), leaver=st.integers(1, 9), after=st.integers(1, 4))
def test_nobody_but_those_who_met_him_gains_or_loses_by_a_withdrawal(
    count: int, seed: int, leaver: int, after: int
) -> None:
    state = played(begun("round-robin", count), by_chance(seed), rounds=after)
    name = f"p{min(leaver, count):02}"
    met = {who for each in state.met(name) for who in each.entrants}
    before, now = scoring.totals(state), scoring.totals(acts.withdrawn(state, name))
    assert all(before[who] == now[who] for who in before if who not in met)
    assert all(now[who] <= before[who] for who in before)  # all games had ended


# --- Reserves ---------------------------------------------------------------------------------------------------------


def test_a_reserve_takes_over_the_place_with_what_it_has_won() -> None:
    state = first_round(8, "swiss")
    name = games_of(state, "p03")[0]
    state = acts.adjudicated(state, name, ["p03"])
    after = acts.replaced(state, "p03", "reserve")
    assert after.entrant("reserve").after == "p03"
    assert after.entrant("reserve").rank == 3
    assert scoring.totals(after)["reserve"] == 2
    assert games_of(after, "reserve") == games_of(state, "p03")
    assert not games_of(after, "p03")
    assert len(after.open) == len(state.open)


def test_nobody_takes_over_after_the_second_round_is_paired_or_twice() -> None:
    state = first_round(8, "swiss")
    with pytest.raises(CannotBe, match="cannot take over the place of another"):
        acts.replaced(state, "p03", "p04")
    with pytest.raises(CannotBe, match="takes over before that"):
        acts.replaced(acts.withdrawn(state, "p03"), "p03", "reserve")
    second = paired(finished(state))
    assert second is not None
    with pytest.raises(CannotBe, match="before the second round"):
        acts.replaced(second, "p03", "reserve")


def test_a_reserve_keeps_the_number_in_the_tables() -> None:
    state = paired(begun("round-robin", 6))
    assert state is not None
    plain = played(finished(state))
    after = played(
        finished(acts.replaced(state, "p03", "a")), lambda met, sitting: scoring.won_by(sitting, (), How.PLAYED)
    )
    renamed = [tuple("a" if name == "p03" else name for name in met.entrants) for met in plain.encounters]
    assert [met.entrants for met in after.encounters] == renamed


# --- Games ------------------------------------------------------------------------------------------------------------


def test_whose_time_is_up_has_lost_and_both_where_it_is_both_of_them() -> None:
    state = first_round()
    name, other = [each.name for each in state.encounters[0].sittings]
    one, two = state.encounters[0].entrants
    state = acts.timed_out(state, name, [one])
    assert state.by_sitting[name].places == ((two,), (one,))
    assert state.by_sitting[name].how is How.TIME
    state = acts.timed_out(state, other, [one, two])
    assert scoring.points(state.plan, state.by_sitting[other]) == {one: 0, two: 0}
    assert scoring.of_encounter(state, state.encounters[0]) == {one: 0, two: 2}


def test_whose_time_is_up_takes_his_partner_with_him_and_no_one_else() -> None:
    partners = paired(begun("mini-cup", 4, Unit.TABLE, sides=PAIRS))
    alone = paired(begun("mini-cup", 4, Unit.TABLE, sides=FOUR))
    assert partners is not None
    assert alone is not None
    game = partners.open[0]
    lost = {game.seats["napoleon"], game.seats["ney"]}
    after = acts.timed_out(partners, game.name, [game.seats["ney"]])
    assert set(after.by_sitting[game.name].places[1]) == lost
    game = alone.open[0]
    after = acts.timed_out(alone, game.name, [game.seats["red"]])
    assert after.by_sitting[game.name].places[1] == (game.seats["red"],)
    assert len(after.by_sitting[game.name].places[0]) == 3


def test_a_game_called_off_counts_for_nobody_until_it_is_decided() -> None:
    state = first_round()
    game = state.open[0]
    called_off = acts.cancelled(state, game.name)
    assert not called_off.by_sitting[game.name].rated
    assert sum(scoring.totals(called_off).values()) == 0
    assert game not in called_off.open
    decided = acts.adjudicated(called_off, game.name, [])
    assert sorted(scoring.totals(decided).values()) == [0, 0, 1, 1]
    again = acts.adjudicated(decided, game.name, ["p01"] if "p01" in game.seats.values() else [game.seats["north"]])
    assert sum(scoring.totals(again).values()) == 2  # what is decided later takes the place of it


def test_a_game_called_off_can_be_played_again_under_a_name_of_its_own() -> None:
    state = first_round()
    game = state.open[0]
    with pytest.raises(CannotBe, match="called off"):
        acts.played_again(state, game.name)
    state, fresh = acts.played_again(acts.cancelled(state, game.name), game.name)
    assert fresh.name == f"{game.name}b"
    assert fresh in state.open
    with pytest.raises(CannotBe, match="already"):
        acts.played_again(state, game.name)
    state, third = acts.played_again(acts.cancelled(state, fresh.name), fresh.name)
    assert third.name == f"{game.name}c"
    state = acts.adjudicated(state, third.name, [third.seats["north"]])
    assert sum(scoring.totals(state).values()) == 2


def test_a_director_decides_for_those_who_play_and_places_all_of_a_table() -> None:
    state = paired(begun("mini-cup", 4, Unit.TABLE, sides=FOUR))
    assert state is not None
    game = state.open[0].name
    with pytest.raises(CannotBe, match="p09 does not play"):
        acts.adjudicated(state, game, ["p09"])
    with pytest.raises(CannotBe, match="no game 9-9-9"):
        acts.adjudicated(state, "9-9-9", [])
    with pytest.raises(CannotBe, match="one place"):
        acts.ranked(state, game, (("p01",), ("p02", "p03")))
    state = acts.ranked(state, game, (("p01",), ("p02", "p03"), ("p04",)))
    assert [scoring.totals(state)[f"p0{at}"] for at in range(1, 5)] == [3, 1, 1, 0]
    state = acts.adjudicated(state, game, [], both_lose=True)
    assert set(scoring.totals(state).values()) == {0}


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ("win", "loss", 2),
        ("loss", "win", 2),
        ("draw", "draw", 1),
        ("win", "win", None),
        ("loss", "loss", None),
        ("win", "draw", None),
        ("draw", "", None),
    ],
)
def test_a_result_is_agreed_on_when_both_have_sent_the_same(first: str, second: str, places: int | None) -> None:
    game = first_round().open[0]
    one, other = game.seats.values()
    found = acts.agreed(game, {one: first, other: second})
    assert (None if found is None else len(found.places)) == places
    if found is not None and places == 2:
        assert found.places[0] == ((one,) if first == "win" else (other,))
        assert found.how is How.AGREED


def test_the_ranking_of_seats_becomes_places_of_those_who_sat_there() -> None:
    state = first_round()
    game = state.open[0]
    state = acts.ended(state, game.name, (("south",), ("north",)), record="ab" * 32, misses={game.seats["north"]: 2})
    found = state.by_sitting[game.name]
    assert found.places == ((game.seats["south"],), (game.seats["north"],))
    assert found.misses == {game.seats["north"]: 2}
    assert found.rated


# --- Bars -------------------------------------------------------------------------------------------------------------


def at(day: int, *, timed_out: bool = False) -> Finish:
    return Finish(NEW_YEAR + day * DAY, timed_out)


@pytest.mark.parametrize(
    ("history", "until"),
    [
        ([], None),
        ([at(1)], None),
        ([at(1, timed_out=True)], 31),
        ([at(1, timed_out=True), at(5)], None),
        ([at(1, timed_out=True), at(20, timed_out=True)], 110),
        ([at(1, timed_out=True), at(20, timed_out=True), at(40)], 110),
        ([at(1, timed_out=True), at(20, timed_out=True), at(40), at(41)], None),
        ([at(1, timed_out=True), at(60, timed_out=True)], 90),
        ([at(5), at(1, timed_out=True)], None),
        ([at(1, timed_out=True), at(40)], 31),
    ],
)
def test_who_times_out_is_barred_until_he_has_redeemed_himself(history: list[Finish], until: int | None) -> None:
    assert acts.barred_until(history) == (None if until is None else NEW_YEAR + until * DAY)
