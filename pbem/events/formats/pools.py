"""Pools and a final: all meet all in pools of three to five, the first of each go on, until they fit into one final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.events import standings
from pbem.events.contract import Draw, Encounter, EntrantName, Fault, Group, Plan, State, Unit
from pbem.events.formats.base import OF_TWO, Base, by_rank, finished, least_is, settled
from pbem.events.formats.mini_cup import all_at_once

SMALLEST, LARGEST = 3, 5
MOST = 125
FINAL = "Final"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of pools."""

    pool: Annotated[int, Meta(ge=SMALLEST, le=LARGEST, description="how many are to be in a pool")] = 4
    through: Annotated[int, Meta(ge=1, le=2, description="how many of a pool go on")] = 1


class Pools(Base):
    """Each stage is a round, in which all games begin together; seeds are spread over the pools in zig-zag."""

    name = "pools"
    title = "Pools and a final"
    about = (
        "Pools of three to five, spread by seeding, in which all play all at the same time; the first of each pool go "
        "on, into pools again or into the final."
    )
    settings = Settings
    units = OF_TWO | {Unit.TABLE}
    all_meet = True

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Pools that can be filled, stage by stage."""
        if plan.unit is Unit.TABLE:
            return _tables(plan, least, most)
        many = () if most <= MOST else (Fault("most", f"pools are for {MOST} entrants at most"),)
        return (*least_is(6, least, "pools and a final"), *many)

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """The next stage: all of its pools."""
        finished(state)
        last = _groups_of(state, state.round)
        if FINAL in last:
            return None
        names = _through(state, draw, last) if last else by_rank(state)
        if len(names) < 2:
            return None
        found: list[Encounter] = []
        for heading, pool in pools(state.plan, state.round + 1, names).items():
            found += all_at_once(state, draw, pool, heading, len(found) + 1)
        return tuple(found)

    def planned(self, state: State, name: EntrantName) -> int | None:
        """Those of his pool. In a later stage nothing is annulled, since who plays in it hangs on the stage before."""
        return sum(len(met.sittings) for met in state.met(name)) if state.round == 1 else None

    def groups(self, state: State) -> tuple[Group, ...]:
        """A table for each pool of each stage."""
        found: dict[str, dict[EntrantName, None]] = {}
        for met in state.encounters:
            found.setdefault(met.group, {}).update(dict.fromkeys(met.entrants))
        return tuple(Group(heading, tuple(names), heading) for heading, names in found.items()) or (
            standings.everybody(state),
        )


def pools(plan: Plan, stage: int, names: Sequence[EntrantName]) -> dict[str, tuple[EntrantName, ...]]:
    """The pools of a stage by their headings: the strongest apart, those after them in zig-zag."""
    count = _count(plan, len(names))
    if count == 1:
        return {FINAL: tuple(names)}
    filled: list[list[EntrantName]] = [[] for _ in range(count)]
    for at, name in enumerate(names):
        lap, place = divmod(at, count)
        filled[count - 1 - place if lap % 2 else place].append(name)
    before = f"Stage {stage}, pool" if stage > 1 else "Pool"
    return {f"{before} {_letters(at)}": tuple(pool) for at, pool in enumerate(filled)}


def _count(plan: Plan, number: int) -> int:
    """Into how many pools so many go: those nearest to the size wanted that are neither too small nor too large."""
    size = len(plan.seats) if plan.unit is Unit.TABLE else settled(plan, Settings).pool
    largest = size if plan.unit is Unit.TABLE else LARGEST
    fitting = [
        count
        for count in range(1, number + 1)
        if number // count >= min(SMALLEST, number) and -(-number // count) <= largest
    ]
    return min(fitting, key=lambda count: (abs(number / count - size), count))


def _through(state: State, draw: Draw, last: Sequence[str]) -> tuple[EntrantName, ...]:
    """Who goes on, seeded by place and then by rank; for whoever has left, the next of his pool does."""
    through = settled(state.plan, Settings).through
    found: list[tuple[int, int, EntrantName]] = []
    here = {each.name: each.rank for each in state.playing}
    for group in Pools().groups(state):
        if group.heading in last:
            order = [name for name in standings.ordered(state, group, draw) if name in here]
            found += [(place, here[name], name) for place, name in enumerate(order[:through])]
    return tuple(name for _, _, name in sorted(found))


def _groups_of(state: State, round_: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(met.group for met in state.encounters if met.round == round_))


def _tables(plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
    """Whether so many fill tables, and those who go on tables again, down to one."""
    seats = len(plan.seats)
    through = settled(plan, Settings).through
    if least != most:
        return (Fault("least", "tables have to be filled, so that `least` and `most` are the same"),)
    number = most
    while number > seats:
        if number % seats:
            return (Fault("most", f"{number} do not fill tables of {seats}"),)
        number = number // seats * through
    return () if number == seats else (Fault("most", f"of {most} entrants {number} come to the final, of {seats}"),)


def _letters(at: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    first, last = divmod(at, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)
