"""What the ends of games teach: of players, of the sides they had, of robots; and which ends teach nothing."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest
from ends import NORTH, SOUTH, as_number, end, ended, some_end
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.ratings.reckoning import Key, Known, Reckoning
from pbem.ratings.scale import MU, PROVISIONAL, SIGMA, share
from pbem.reports.turn import AWARDED, CANCELLED

ADA, BEN, CY, DAN = "player-1", "player-2", "player-3", "player-4"
MARSHAL, RECRUIT = "marshal (robot)", "recruit (robot)"
SEEDS = st.integers(min_value=0, max_value=1 << 30)


def after(*ends) -> Reckoning:
    reckoning = Reckoning()
    for each in ends:
        reckoning.weigh(each, as_number)
    return reckoning


def of(reckoning: Reckoning, who: str, mode: str = "") -> Known:
    kind = "robot" if who.endswith(")") else "player" if who.startswith("player-") else "side"
    plain = who.removesuffix(" (robot)").removeprefix("player-")
    return reckoning.known(Key("sealed_bids", mode, kind, plain))


def test_who_wins_gains_what_the_other_loses_and_both_are_known_better():
    found = after(end(ADA, BEN))
    ada, ben = of(found, ADA), of(found, BEN)
    assert ada.mu > MU > ben.mu
    assert isclose(ada.mu - MU, MU - ben.mu)
    assert ada.sigma == ben.sigma < SIGMA
    assert (ada.games, ben.games) == (1, 1)


def test_a_draw_between_equals_moves_nobody_and_brings_the_others_together():
    found = after(end(ADA, BEN, [[NORTH, SOUTH]]))
    assert isclose(of(found, ADA).mu, MU)
    assert of(found, ADA).sigma < SIGMA
    apart = after(end(ADA, BEN), end(BEN, ADA, [[SOUTH], [NORTH]]))
    before = of(apart, ADA).mu - of(apart, BEN).mu
    apart.weigh(end(ADA, BEN, [[NORTH, SOUTH]]), as_number)
    assert 0 < of(apart, ADA).mu - of(apart, BEN).mu < before


def test_a_side_that_wins_whoever_has_it_is_what_is_strong():
    ends = [end(*((ADA, BEN) if number % 2 else (BEN, ADA)), day=number) for number in range(40)]
    found = after(*ends)
    assert abs(of(found, ADA).mu - of(found, BEN).mu) < 2.5
    assert of(found, NORTH).mu - of(found, SOUTH).mu > 10


def test_nobody_is_paid_for_having_the_strong_side():
    taught = after(*(end(f"player-{10 + number}", f"player-{60 + number}") for number in range(40)))
    lucky = share(of(taught, NORTH).mu - of(taught, SOUTH).mu)
    assert lucky > 0.85
    taught.weigh(end(ADA, BEN), as_number)  # as was to be expected
    taught.weigh(end(CY, DAN, [[SOUTH], [NORTH]]), as_number)  # as was not
    assert of(taught, ADA).mu - MU < (of(taught, DAN).mu - MU) / 3


def test_a_handicap_is_another_side_of_the_same_players():
    found = after(end(ADA, BEN, handicap="purse=9"))
    assert of(found, "north purse=9").games == 1
    assert of(found, NORTH) == Known()
    assert of(found, ADA).games == 1


def test_each_way_to_play_is_rated_apart():
    found = after(end(ADA, BEN, mode="rounds=3"))
    assert of(found, ADA) == Known()
    assert of(found, ADA, "rounds=3").games == 1


def test_partners_are_one_team_with_one_side():
    seats = {"napoleon": ADA, "ney": BEN, "wellington": CY, "blucher": DAN}
    sides = (("napoleon", "ney"), ("wellington", "blucher"))
    found = after(ended(seats, sides, sides=sides))
    assert of(found, ADA).mu == of(found, BEN).mu > MU > of(found, CY).mu == of(found, DAN).mu
    assert of(found, "napoleon+ney").games == 1


def test_among_more_the_order_of_finishing_counts_and_shared_places_are_shared():
    seats = {"red": ADA, "yellow": BEN, "green": CY, "orange": DAN}
    found = after(ended(seats, [["yellow"], ["red", "green"], ["orange"]]))
    ada, ben, cy, dan = (of(found, who).mu for who in (ADA, BEN, CY, DAN))
    assert ben > ada > dan
    assert isclose(ada, cy)


def test_robots_are_rated_and_do_not_fade():
    found = after(end(ADA, MARSHAL, [[SOUTH], [NORTH]]))
    robot = of(found, MARSHAL)
    assert robot.mu > MU
    found.weigh(end(BEN, MARSHAL, day=2000), as_number)
    assert of(found, MARSHAL).sigma < robot.sigma


def test_a_robot_on_two_seats_stays_what_it_was():
    seats = {"red": ADA, "yellow": RECRUIT, "green": RECRUIT}
    found = after(ended(seats, [["red"], ["yellow", "green"]]))
    assert of(found, RECRUIT) == Known()
    assert of(found, ADA).mu > MU


@pytest.mark.parametrize(
    "told",
    [
        end(ADA, BEN, reason=CANCELLED),
        end(MARSHAL, MARSHAL),
        ended({NORTH: ADA}, [[NORTH]]),
        ended({NORTH: ADA, SOUTH: BEN}, [[NORTH, SOUTH]], sides=[[NORTH, SOUTH]]),
    ],
)
def test_what_does_not_count_changes_nothing(told):
    reckoning = Reckoning()
    assert reckoning.weigh(told, as_number) == ()
    assert not [known for _, known in reckoning if known.games]


def test_a_host_s_award_counts():
    assert of(after(end(ADA, BEN, reason=AWARDED)), ADA).mu > MU


# --- Absences -----------------------------------------------------------------------------------------------------


def counted(*ends) -> list[bool]:
    reckoning = Reckoning()
    return [bool(reckoning.weigh(each, as_number)) for each in ends]


def test_of_the_games_lost_by_one_absence_the_first_counts():
    lost = [end(ADA, other, day=day, silent=[SOUTH]) for day, other in ((1, BEN), (2, BEN), (3, BEN))]
    assert counted(*lost) == [True, False, False]


def test_who_has_ended_another_game_since_was_here():
    assert counted(end(ADA, BEN, day=1, silent=[SOUTH]), end(CY, BEN, day=2), end(ADA, BEN, day=3, silent=[SOUTH])) == [
        True,
        True,
        True,
    ]


def test_a_game_begun_after_the_first_is_lost_by_another_absence():
    assert counted(end(ADA, BEN, day=1, silent=[SOUTH]), end(ADA, BEN, began=2, day=20, silent=[SOUTH])) == [True, True]


def test_the_absence_of_one_is_not_that_of_another():
    assert counted(end(ADA, BEN, day=1, silent=[SOUTH]), end(BEN, CY, day=2, silent=[SOUTH])) == [True, True]


def test_absence_is_one_in_all_ways_to_play():
    lost = end(ADA, BEN, day=2, silent=[SOUTH], mode="rounds=3")
    assert counted(end(ADA, BEN, day=1, silent=[SOUTH]), lost) == [True, False]


# --- Properties ---------------------------------------------------------------------------------------------------


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_uncertainty_never_grows_beyond_a_newcomer_s_and_numbers_stay_within_reason(seed):
    chance = Random(seed)
    found = after(*sorted((some_end(chance, 6) for _ in range(60)), key=lambda each: each.at))
    for key, known in found:
        assert 0 < known.sigma <= SIGMA
        assert -75 < known.mu < 125, key


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_games_that_share_nobody_may_come_in_any_order(seed):
    """Of other players, in another way to play: neither teaches anything about the other."""
    chance = Random(seed)
    ends = []
    for number in range(8):
        told = some_end(chance, 2)
        players = {seat: f"player-{2 * number + at}" for at, seat in enumerate(told.finish.players, start=1)}
        ends.append(end(*players.values(), told.finish.places, day=number, mode=f"rounds={number}"))
    there = dict(after(*ends))
    chance.shuffle(ends)
    assert dict(after(*ends)) == there


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_it_makes_no_difference_which_side_is_named_first(seed):
    chance = Random(seed)
    ends = [
        ended({NORTH: ADA, SOUTH: BEN}, chance.choice(([[NORTH], [SOUTH]], [[SOUTH], [NORTH]], [[NORTH, SOUTH]])))
        for _ in range(5)
    ]
    turned = [ended(each.finish.players, each.finish.places, sides=((SOUTH,), (NORTH,))) for each in ends]
    one, other = after(*ends), after(*turned)
    for who in (ADA, BEN, NORTH, SOUTH):
        assert isclose(of(one, who).mu, of(other, who).mu)
        assert isclose(of(one, who).sigma, of(other, who).sigma)


def test_in_a_club_a_rating_is_made_of_some_eight_games():
    chance = Random(3)
    found, people = Reckoning(), [f"player-{number}" for number in range(1, 21)]
    for day in range(8):
        chance.shuffle(people)
        for ada, ben in zip(people[::2], people[1::2], strict=True):
            found.weigh(end(ada, ben, chance.choice(([[NORTH], [SOUTH]], [[SOUTH], [NORTH]])), day=day), as_number)
    ready = [of(found, who).sigma < PROVISIONAL for who in people]
    assert sum(ready) > 15, [round(of(found, who).sigma, 2) for who in people]
