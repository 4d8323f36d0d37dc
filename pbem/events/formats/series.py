"""A series by itself: two entrants, and one encounter of them; it begins as soon as both are there."""

from __future__ import annotations

from pbem.events import sittings
from pbem.events.contract import Draw, Encounter, Fault, Plan, State, Unit
from pbem.events.formats.base import Base, by_rank, finished


class Series(Base):
    """Who attacks first is drawn; who has most points of the battles has won it, and then who has more men left."""

    name = "series"
    title = "Series"
    about = "Two play a series of battles, one after another. It begins as soon as both have entered."
    units = frozenset({Unit.SERIES})
    starts_itself = True
    check_in = False
    tie_breaks = ("army",)

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Two, neither more nor less."""
        return () if least == most == 2 else (Fault("most", "a series is for two entrants: leave out least and most"),)

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """The one encounter; nothing where somebody has left before."""
        finished(state)
        names = by_rank(state)
        return None if state.round or len(names) != 2 else (sittings.encounter(state, draw, names, 1),)
