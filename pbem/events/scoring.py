"""What games count: 2 points for a win and 1 for a draw where two sides play, rank points around a table.

Points are fractions, since those who share a place share its points. What counts for nobody is left out here, so that
standings and formats need not know why.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from core.contract import SeatName
from pbem.events.contract import Encounter, EntrantName, How, Places, Plan, Result, Sitting, State
from pbem.events.sittings import games_of

WON, DRAWN = Fraction(2), Fraction(1)
NONE = Fraction(0)
# Of a table, the first first. The last of three has nothing, as the last of four has: who is last has beaten nobody.
RANK_POINTS = {
    3: (Fraction(3), Fraction(3, 2), Fraction(0)),
    4: (Fraction(3), Fraction(3, 2), Fraction(1, 2), Fraction(0)),
}


class Game(msgspec.Struct, frozen=True):
    """A game that counts: where it belongs, its result, and the points of each."""

    met: Encounter
    sitting: Sitting
    result: Result
    points: dict[EntrantName, Fraction]

    def opponents(self, plan: Plan, name: EntrantName) -> tuple[EntrantName, ...]:
        """Those on the other sides."""
        seats = self.sitting.seats
        mine = next(side for side in plan.sides if any(seats[seat] == name for seat in side))
        return tuple(seats[seat] for side in plan.sides if side != mine for seat in side)

    def ahead(self, name: EntrantName, other: EntrantName) -> Fraction:
        """1 where one finished before another, a half where they share a place, 0 behind; 0 too for who lost anyhow."""
        if name in self.result.nothing:
            return NONE
        if other in self.result.nothing:
            return Fraction(1)
        mine, theirs = (place_of(self.result.places, each) for each in (name, other))
        return Fraction(1 if mine < theirs else 0) if mine != theirs else Fraction(1, 2)


def place_of(places: Places, name: EntrantName) -> int:
    """The place somebody has finished in, from 0."""
    return next(at for at, place in enumerate(places) if name in place)


def places_of(sitting: Sitting, ranking: Sequence[Sequence[SeatName]]) -> Places:
    """The ranking of a game's seats as places of those who sat there."""
    return tuple(tuple(sitting.seats[seat] for seat in place) for place in ranking)


def points(plan: Plan, result: Result) -> dict[EntrantName, Fraction]:
    """What a game gives to each who was in it; nothing at all where it does not count."""
    given = _of_two_sides(result.places) if len(plan.sides) == 2 else _by_rank(result.places)
    return {name: NONE if name in result.nothing else each for name, each in given.items()}


def full(plan: Plan) -> Fraction:
    """What an encounter gives to who wins all of it: what a bye gives too."""
    most = WON if len(plan.sides) == 2 else RANK_POINTS[len(plan.sides)][0]
    return most * games_of(plan)


def counted(state: State, group: str | None = None) -> tuple[Game, ...]:
    """The games that count for the table, in the order in which they were paired: those of a group, or all."""
    gone = annulled(state)
    results = state.by_sitting
    found = []
    for met in state.encounters:
        if (group is not None and met.group != group) or gone.intersection(met.entrants):
            continue
        for sitting in met.sittings:
            result = results.get(sitting.name)
            if result is not None and result.counts:
                found.append(Game(met, sitting, result, points(state.plan, result)))
    return tuple(found)


def byes(state: State, name: EntrantName, group: str | None = None) -> int:
    """How many byes somebody has points for: his own, and what he had paired with somebody who left too early."""
    gone = annulled(state)
    return sum(
        met.is_bye or (not state.plan.all_meet and bool(gone.intersection(met.entrants)))
        for met in state.met(name)
        if (group is None or met.group == group) and name not in gone
    )


def totals(state: State, group: str | None = None) -> dict[EntrantName, Fraction]:
    """The points of all entrants, byes included."""
    each_bye = full(state.plan)
    total = {each.name: each_bye * byes(state, each.name, group) for each in state.entrants}
    for game in counted(state, group):
        for name, given in game.points.items():
            total[name] += given
    return total


def of_encounter(state: State, met: Encounter) -> dict[EntrantName, Fraction]:
    """What an encounter has given so far to each who is in it."""
    total = dict.fromkeys(met.entrants, NONE)
    if met.is_bye:
        return dict.fromkeys(met.entrants, full(state.plan))
    results = state.by_sitting
    for sitting in met.sittings:
        if sitting.name in results:
            for name, given in points(state.plan, results[sitting.name]).items():
                total[name] += given
    return total


def annulled(state: State) -> frozenset[EntrantName]:
    """Those whose games count for nobody."""
    return frozenset(each.name for each in state.entrants if each.annulled)


def won_by(sitting: Sitting, winners: Sequence[EntrantName], how: How) -> Result:
    """The result of a game that these have won, all others sharing the last place; without winners it is drawn."""
    names = tuple(sitting.seats.values())
    others = tuple(name for name in names if name not in winners)
    places = tuple(place for place in (tuple(winners), others) if place)
    return Result(sitting.name, places, how)


def lost_by_all(sitting: Sitting, how: How) -> Result:
    """The result of a game that everybody in it has lost."""
    names = tuple(sitting.seats.values())
    return Result(sitting.name, (names,), how, nothing=names)


def _of_two_sides(places: Places) -> dict[EntrantName, Fraction]:
    shared = len(places) == 1
    return {name: DRAWN if shared else WON if at == 0 else NONE for at, place in enumerate(places) for name in place}


def _by_rank(places: Places) -> dict[EntrantName, Fraction]:
    worth = RANK_POINTS.get(sum(map(len, places)), ())
    given: dict[EntrantName, Fraction] = {}
    at = 0
    for place in places:
        share = sum(worth[at : at + len(place)], NONE) / max(1, len(place))
        given |= dict.fromkeys(place, share)
        at += len(place)
    return given
