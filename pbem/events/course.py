"""The course of an event between its rounds: in which order all are seeded, and how it stands, for the record.

Pure, as what it asks (`formats`, `standings`, `scoring`) is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.contract import Json
from pbem.events import formats, standings
from pbem.events.contract import Draw, EntrantName, Sitting, State

SEEDING = "seeding"


def seeded(names: Iterable[EntrantName], ratings: Mapping[EntrantName, float], draw: Draw) -> list[EntrantName]:
    """The entrants from the first seed on: by their ratings, those without one by lot behind them."""
    lots = draw.order(SEEDING, names)
    return sorted(lots, key=lambda name: (name not in ratings, -ratings.get(name, 0.0)))


def sitting_of(state: State, name: str) -> Sitting:
    """The game of a name. Raises KeyError."""
    return next(each for each in state.of(name).sittings if each.name == name)


def standings_rows(state: State, draw: Draw) -> list[Json]:
    """The tables as they stand, for the record: each group with its rows, points written as fractions are."""
    found = []
    for group in formats.of(state.plan.format).groups(state):
        made = standings.table(state, group, draw)
        rows = [{"place": row.place, "entrant": row.entrant, "points": str(row.points)} for row in made.rows]
        found.append({"group": made.heading, "rows": rows})
    return found
