"""Mini-cup: three to five entrants, all meet all at once, and it begins as soon as it is full."""

from __future__ import annotations

from itertools import chain

from pbem.events import berger, sittings
from pbem.events.contract import Draw, Encounter, EntrantName, Fault, Plan, State, Unit
from pbem.events.formats.base import IN_SERIES, OF_TWO, Base, by_rank, finished, least_is
from pbem.events.formats.round_robin import met

MOST = 5


class MiniCup(Base):
    """All games begin together; around a table of three or four there is one table."""

    name = "mini-cup"
    title = "Mini-cup"
    about = "Three to five entrants; it begins as soon as it is full, and everybody plays everybody at the same time."
    units = OF_TWO | IN_SERIES | {Unit.TABLE}
    starts_itself = True
    check_in = False
    all_meet = True

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """A number that is known beforehand, since it begins when that is reached."""
        if least != most:
            return (Fault("least", "a mini-cup begins when it is full, so that `least` and `most` are the same"),)
        if plan.unit is Unit.TABLE:
            seats = len(plan.seats)
            fits = most == seats
            return () if fits else (Fault("most", f"around one table of {seats} there is room for {seats} entrants"),)
        many = () if most <= MOST else (Fault("most", f"a mini-cup is for {MOST} entrants at most"),)
        return (*least_is(3, least, "a mini-cup"), *many)

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """Everything at once."""
        finished(state)
        return None if state.round else all_at_once(state, draw, by_rank(state))

    def planned(self, state: State, name: EntrantName) -> int | None:
        """Against all others, or all games of the table."""
        games = sittings.games_of(state.plan)
        return games if state.plan.unit is Unit.TABLE else games * (len(state.entrants) - 1)


def all_at_once(
    state: State, draw: Draw, names: tuple[EntrantName, ...], group: str = "", first: int = 1
) -> tuple[Encounter, ...]:
    """All encounters of these among each other, or the one around a table, in the next round; numbered from `first`."""
    order = draw.order(f"numbers {state.round + 1} {group}", names)
    if state.plan.unit is Unit.TABLE:
        return (sittings.encounter(state, draw, order, first, group=group),)
    numbered = dict(enumerate(order, start=1))
    pairs = chain.from_iterable(berger.table(len(order)))
    named = [(numbered.get(one), numbered.get(other)) for one, other in pairs]
    return met(state, draw, named, state.round + 1, group, first)
