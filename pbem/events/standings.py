"""How an event stands: a table for each group, by points and then by the tie-breaks of the announcement."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from pbem.events import tie_breaks
from pbem.events.contract import Draw, EntrantName, Group, State
from pbem.events.scoring import NONE
from pbem.events.tie_breaks import Tally, TieBreak


class Row(msgspec.Struct, frozen=True):
    """One entrant in a table: his place from 1, his points with those of byes, and what his games came to.

    `told` are the values of the tie-breaks by their names, as people count them. `left` is the round from which on he
    was not there any more; who is `annulled` stands last, and has no points.
    """

    place: int
    entrant: EntrantName
    points: Fraction
    games: int
    won: int
    drawn: int
    lost: int
    byes: int
    told: dict[str, Fraction]
    left: int | None = None
    annulled: bool = False


class Table(msgspec.Struct, frozen=True):
    """A group as it stands: its heading, the tie-breaks that are shown, and the rows from the first place on."""

    heading: str
    tie_breaks: tuple[str, ...]
    rows: tuple[Row, ...]

    def place_of(self, name: EntrantName) -> int:
        """The place of an entrant. Raises KeyError where he does not stand in it."""
        for row in self.rows:
            if row.entrant == name:
                return row.place
        raise KeyError(name)


def everybody(state: State) -> Group:
    """One table for all of an event."""
    return Group("", tuple(each.name for each in state.entrants if not each.stand_in))


def ordered(state: State, group: Group, draw: Draw) -> tuple[EntrantName, ...]:
    """Those of a group from the first place on; who is annulled comes last, and so stands in nobody's way."""
    if group.order:
        return group.order
    return _in_order(Tally(state, draw, group.group), group)


def table(state: State, group: Group, draw: Draw) -> Table:
    """How a group stands."""
    tally = Tally(state, draw, group.group)
    breaks = tie_breaks.named(state.plan.tie_breaks)
    shown = tuple(each for each in breaks if each.shown)
    order = group.order or _in_order(tally, group)
    told = _told(tally, shown, order)
    rows = tuple(_row(tally, name, place, told[name]) for place, name in enumerate(order, start=1))
    return Table(group.heading, tuple(each.name for each in shown), rows)


def _in_order(tally: Tally, group: Group) -> tuple[EntrantName, ...]:
    gone = {each.name for each in tally.state.entrants if each.annulled}
    counted = [name for name in group.entrants if name not in gone]
    breaks = tie_breaks.named(tally.state.plan.tie_breaks)
    by_points = _split(counted, tally.points)
    settled = [name for level in by_points for name in _broken(tally, level, breaks)]
    return (*settled, *(name for name in group.entrants if name in gone))


def _broken(tally: Tally, level: Sequence[EntrantName], breaks: Sequence[TieBreak]) -> list[EntrantName]:
    """Those who are level in order: by the first tie-break, and where that leaves some level by those after it."""
    if len(level) < 2 or not breaks:
        return list(level)
    parts = _split(level, breaks[0].values(tally, level))
    return [name for part in parts for name in _broken(tally, part, breaks[1:])]


def _split(names: Sequence[EntrantName], values: tie_breaks.Values) -> list[list[EntrantName]]:
    """The names by falling value, those with the same together."""
    return [
        [name for name in names if values[name] == value] for value in sorted({values[n] for n in names}, reverse=True)
    ]


def _told(
    tally: Tally, shown: Sequence[TieBreak], order: Sequence[EntrantName]
) -> dict[EntrantName, dict[str, Fraction]]:
    """The values of the tie-breaks; that of direct games, which is for those who are level, among these alone."""
    levels = _split(order, tally.points)
    told: dict[EntrantName, dict[str, Fraction]] = {name: {} for name in order}
    for each in shown:
        for level in levels:
            values = each.values(tally, level) if len(level) > 1 or each.name != "direct" else {level[0]: NONE}
            for name in level:
                told[name][each.name] = values[name] * each.sign
    return told


def _row(tally: Tally, name: EntrantName, place: int, told: dict[str, Fraction]) -> Row:
    entrant = tally.state.entrant(name)
    games = [] if entrant.annulled else tally.games[name]
    won = sum(tie_breaks.has_won(game, name) for game in games)
    drawn = sum(tie_breaks.has_drawn(game, name) for game in games)
    return Row(
        place=place,
        entrant=name,
        points=NONE if entrant.annulled else tally.points[name],
        games=len(games),
        won=won,
        drawn=drawn,
        lost=len(games) - won - drawn,
        byes=tally.byes(name),
        told=told,
        left=entrant.left,
        annulled=entrant.annulled,
    )
