"""Tie-breaks: what tells those apart who have as many points. A new one is a function and a line of `TIE_BREAKS`.

Each is asked about those who are still level, all at once, and of its values the greater is the better. The sealed lot
stands behind all others, so that a table has an order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import msgspec

from pbem.events import scoring
from pbem.events.contract import Draw, Encounter, EntrantName, State
from pbem.events.scoring import NONE, Game

LOT = "lot"


class Tally:
    """The games of a group counted: what tie-breaks are worked out from. It is made for one table and not kept."""

    def __init__(self, state: State, draw: Draw, group: str | None = None) -> None:
        self.state, self.draw, self.group = state, draw, group
        self.plan = state.plan
        # Who plays for those without an opponent stands in no table: to have met him is to have met nobody.
        self.nobodies = {each.name for each in state.entrants if each.stand_in}
        self.points = scoring.totals(state, group) | dict.fromkeys(self.nobodies, NONE)

    @cached_property
    def games(self) -> dict[EntrantName, list[Game]]:
        """The games that count, of each entrant."""
        found: dict[EntrantName, list[Game]] = {each.name: [] for each in self.state.entrants}
        for game in scoring.counted(self.state, self.group):
            for name in game.points:
                found[name].append(game)
        return found

    @cached_property
    def met(self) -> dict[EntrantName, list[Encounter]]:
        """The encounters of each, byes among them."""
        found: dict[EntrantName, list[Encounter]] = {each.name: [] for each in self.state.entrants}
        for met in self.state.encounters:
            if self.group is None or met.group == self.group:
                for name in met.entrants:
                    found[name].append(met)
        return found

    def byes(self, name: EntrantName) -> int:
        """How many byes somebody has points for."""
        return scoring.byes(self.state, name, self.group)


Values: TypeAlias = Mapping[EntrantName, Fraction]


class TieBreak(msgspec.Struct, frozen=True):
    """A tie-break: its name in the event file, the head of its column, what it is in a sentence, and how it is told.

    `shown` is False for one that says nothing by itself. `sign` is -1 where what is counted is the worse the more.
    """

    name: str
    head: str
    said: str
    values: Callable[[Tally, Sequence[EntrantName]], Values]
    shown: bool = True
    sign: int = 1


def wins(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """Games won; a bye is none."""
    return {name: Fraction(sum(has_won(game, name) for game in tally.games[name])) for name in level}


def direct(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """Points from games among those who are level, if they have all met; else nothing."""
    among = set(level)
    opponents = {
        name: {other for game in tally.games[name] for other in game.opponents(tally.plan, name)} for name in level
    }
    if any(among - {name} - opponents[name] for name in level):
        return dict.fromkeys(level, NONE)
    return {
        name: sum((game.points[name] for game in tally.games[name] if among.issuperset(game.met.entrants)), NONE)
        for name in level
    }


def sonneborn_berger(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """For each game and opponent his points, whole where one finished before him, half where they shared a place."""
    return {
        name: sum(
            (
                tally.points[other] * game.ahead(name, other)
                for game in tally.games[name]
                for other in game.opponents(tally.plan, name)
            ),
            NONE,
        )
        for name in level
    }


def buchholz_cut(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """The points of all opponents but the lowest; for a bye, and for a robot in its place, one's own count."""
    return {name: _without_lowest(_met_points(tally, name)) for name in level}


def margin(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """How clearly one's games ended, summed: what `margin` of the rule set told of the positions they ended with."""
    return {
        name: sum(
            (
                Fraction(round(game.result.margin.get(name, 0.0), 6)).limit_denominator(10**6)
                for game in tally.games[name]
            ),
            NONE,
        )
        for name in level
    }


def misses(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """Decisions missed, of which fewer are better."""
    return {name: Fraction(-sum(game.result.misses.get(name, 0) for game in tally.games[name])) for name in level}


def army(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """Men left to one after the last battle of each of his series."""
    found = {}
    for name in level:
        last = {(game.met.round, game.met.number): game.result.left for game in tally.games[name] if game.result.left}
        found[name] = Fraction(100 * sum(left.get(name, 0) for left in last.values()))
    return found


def weaker(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """Points as the side that wins less, where it was measured which that is."""
    seat = tally.plan.weaker
    return {
        name: sum((game.points[name] for game in tally.games[name] if game.sitting.seats.get(seat or "") == name), NONE)
        for name in level
    }


def lot(tally: Tally, level: Sequence[EntrantName]) -> Values:
    """The lot from the event's sealed seed."""
    drawn = tally.draw.order("tie", level)
    return {name: Fraction(-at) for at, name in enumerate(drawn)}


_REGISTRY = (
    TieBreak("wins", "Wins", "games won", wins),
    TieBreak("direct", "Direct", "points from the games among those who are level, if all of them have met", direct),
    TieBreak(
        "sonneborn-berger",
        "SB",
        "Sonneborn-Berger: the points of those whom one beat, and half the points of those with whom one drew",
        sonneborn_berger,
    ),
    TieBreak(
        "buchholz-cut",
        "Buch",
        "Buchholz less the lowest: the points of all whom one has met but the one with the fewest",
        buchholz_cut,
    ),
    TieBreak("margin", "Margin", "how clearly one's games ended, as the server judges positions, summed", margin),
    TieBreak("misses", "Missed", "fewer decisions missed", misses, sign=-1),
    TieBreak("weaker", "Weaker", "points as the side that wins less, where that was measured", weaker),
    TieBreak("army", "Men", "the men that are left to one after the last battle of each of his series", army),
    TieBreak(LOT, "Lot", "the lot, drawn from the sealed seed of the event", lot, shown=False),
)
TIE_BREAKS: Mapping[str, TieBreak] = {each.name: each for each in _REGISTRY}


def named(names: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of these names, and the lot behind them. Raises KeyError for one that does not exist."""
    return tuple(TIE_BREAKS[name] for name in dict.fromkeys((*names, LOT)))


def has_won(game: Game, name: EntrantName) -> bool:
    """Whether somebody finished first, and not all did; partners win together."""
    return name not in game.result.nothing and len(game.result.places) > 1 and name in game.result.places[0]


def has_drawn(game: Game, name: EntrantName) -> bool:
    """Whether everybody in a game shares its one place."""
    return name not in game.result.nothing and len(game.result.places) == 1


def _met_points(tally: Tally, name: EntrantName) -> list[Fraction]:
    gone = scoring.annulled(tally.state)
    met = [
        tally.points[name if other in tally.nobodies else other]
        for encounter in tally.met[name]
        if not gone.intersection(encounter.entrants)
        for other in encounter.entrants
        if other != name
    ]
    return met + [tally.points[name]] * tally.byes(name)


def _without_lowest(points: Sequence[Fraction]) -> Fraction:
    return sum(sorted(points)[1:], NONE)
