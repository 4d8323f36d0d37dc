"""Encounters of which one goes on: who has won one, and who has lost how often.

Points decide. Where they are equal: more points as the side that wins less, in all of the event so far; then a third
game; then how clearly the games ended; then the seeding. After a series it is who has more men left, and then how
clearly its battles ended: a battle more would begin with what both have lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from pbem.events import scoring, sittings
from pbem.events.contract import Draw, Encounter, EntrantName, State, Unit
from pbem.events.scoring import NONE

PLAY_OFF = "Play-off"
Met: TypeAlias = tuple[EntrantName, EntrantName]


def losses(state: State, among: Sequence[EntrantName], since: int = 0) -> dict[EntrantName, int]:
    """How many encounters each has lost, of those after round `since`; who has left has lost all."""
    lost = dict.fromkeys(among, 0)
    for met in decided(state, since):
        winner = winner_of(state, met)
        for name in met.entrants:
            if name != winner and name in lost:
                lost[name] += 1
    for name in among:
        if not state.entrant(name).plays_in(state.round + 1):
            lost[name] += 2
    return lost


def decided(state: State, since: int) -> list[Encounter]:
    """The encounters after a round of which one goes on: third games belong to those that they decide."""
    return [met for met in state.encounters if met.round > since and met.group != PLAY_OFF]


def winner_of(state: State, met: Encounter) -> EntrantName | None:
    """Who goes on; None where nobody does, since both are gone."""
    here = [name for name in met.entrants if state.entrant(name).plays_in(met.round + 1)]
    if met.is_bye or len(here) < 2:
        return here[0] if here else None
    return _better(state, met) or _by_third_game(state, met)


def is_settled(state: State, met: Encounter) -> bool:
    """Whether it is known who goes on."""
    if not _has_ended(state, met):
        return False
    if met.is_bye or _better(state, met) is not None or not _both_here(state, met) or state.plan.series is not None:
        return True
    third = _third_of(state, met)
    return bool(third) and all(_has_ended(state, each) for each in third)


def third_games(state: State, draw: Draw, since: int) -> tuple[Encounter, ...]:
    """The third games that encounters of the last round need; by bid where the event is, else with sides drawn."""
    if state.plan.series is not None:
        return ()
    needed = [
        met
        for met in decided(state, since)
        if met.round == state.round and not met.is_bye and _better(state, met) is None and _both_here(state, met)
    ]
    unit = Unit.BID if state.plan.unit is Unit.BID else Unit.SINGLE
    return tuple(
        sittings.encounter(state, draw, met.entrants, number, group=PLAY_OFF, unit=unit)
        for number, met in enumerate(needed, start=1)
    )


def _both_here(state: State, met: Encounter) -> bool:
    return all(state.entrant(name).plays_in(state.round + 1) for name in met.entrants)


def _better(state: State, met: Encounter) -> EntrantName | None:
    """Who has more points, or as many and more of them in the event as the weaker side; of a series, and more men."""
    points = scoring.of_encounter(state, met)
    if state.plan.series is not None:
        return _ahead(met, points, _men_left(state, met))
    weaker = dict.fromkeys(met.entrants, NONE)
    for game in scoring.counted(state):
        who = game.sitting.seats.get(state.plan.weaker or "")
        if who in weaker and game.met.round <= met.round:
            weaker[who] += game.points[who]
    return _ahead(met, points, weaker)


def _ahead(
    met: Encounter, points: Mapping[EntrantName, Fraction], then: Mapping[EntrantName, Fraction]
) -> EntrantName | None:
    one, other = met.entrants
    mine, theirs = (points[one], then[one]), (points[other], then[other])
    return None if mine == theirs else one if mine > theirs else other


def _men_left(state: State, met: Encounter) -> dict[EntrantName, Fraction]:
    """The men of each after the last battle of their series that has been fought."""
    left: Mapping[EntrantName, int] = {}
    for sitting in met.sittings:
        result = state.by_sitting.get(sitting.name)
        left = result.left if result is not None and result.left else left
    return {name: Fraction(left.get(name, 0)) for name in met.entrants}


def _by_third_game(state: State, met: Encounter) -> EntrantName:
    """Who has more points of the third game; then whose games ended more clearly; then the stronger by seeding."""
    results = state.by_sitting
    margins = dict.fromkeys(met.entrants, 0.0)
    points = dict.fromkeys(met.entrants, NONE)
    for each in (met, *_third_of(state, met)):
        for name, given in scoring.of_encounter(state, each).items():
            points[name] += given
        for sitting in each.sittings:
            if sitting.name in results:
                for name in met.entrants:
                    margins[name] += results[sitting.name].margin.get(name, 0.0)
    return min(met.entrants, key=lambda name: (-points[name], -round(margins[name], 6), state.entrant(name).rank))


def _third_of(state: State, met: Encounter) -> list[Encounter]:
    return [
        each
        for each in state.encounters
        if each.group == PLAY_OFF and each.round == met.round + 1 and set(each.entrants) == set(met.entrants)
    ]


def _has_ended(state: State, met: Encounter) -> bool:
    results = state.by_sitting
    return all(each.name in results for each in met.sittings)
