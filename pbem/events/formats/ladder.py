"""Ladder: everybody stands on a rung, and challenges who is up to three rungs higher; who wins takes the rung.

It has no rounds and no end but that of its announcement. Who does not play for thirty days falls a rung, and again
after thirty more. Days are counted from the first of the event, and whoever asks says which day it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.events import scoring, sittings
from pbem.events.contract import CannotBe, Draw, Encounter, EntrantName, Fault, Group, Plan, State
from pbem.events.formats.base import Base, least_is, settled

MOST = 512


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a ladder."""

    reach: Annotated[int, Meta(ge=1, le=10, description="how many rungs higher one may challenge")] = 3
    idle: Annotated[int, Meta(ge=7, le=365, description="after how many days without a game one falls a rung")] = 30


class Ladder(Base):
    """Entrants join below all others, at any time: of them `joined` and `left` are days."""

    name = "ladder"
    title = "Ladder"
    about = (
        "Everybody stands on a rung. Challenge who stands up to three rungs above you: if you win you take that rung, "
        "and all between move one down. Who does not play falls."
    )
    settings = Settings
    starts_itself = True
    check_in = False
    challenges = True
    tie_breaks = ("wins",)

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Two at least."""
        many = () if most <= MOST else (Fault("most", f"a ladder is for {MOST} entrants at most"),)
        return (*least_is(2, least, "a ladder"), *many)

    def may_enter(self, state: State) -> bool:
        """At any time."""
        return True

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """Nothing: encounters come about by challenges."""
        return ()

    def groups(self, state: State) -> tuple[Group, ...]:
        """The rungs on the day of the state, or else as they were when anything happened last."""
        order = rungs(state, max(latest_day(state), state.day or 0))
        return (Group("", order, None, order),)


def challenge(state: State, draw: Draw, by: EntrantName, to: EntrantName, day: int) -> Encounter:
    """The encounter that a challenge makes. Raises CannotBe where it is not allowed."""
    standing = rungs(state, day)
    reach = settled(state.plan, Settings).reach
    for name, called in ((by, "you stand"), (to, "whom you challenge stands")):
        if name not in standing:
            raise CannotBe(f"{called} on no rung of this ladder")
    higher = standing.index(by) - standing.index(to)
    if higher <= 0:
        raise CannotBe("you can challenge only who stands above you")
    if higher > reach:
        raise CannotBe(f"you can challenge who stands up to {reach} rungs above you, and it is {higher}")
    for name, called in ((by, "you have"), (to, "whom you challenge has")):
        if _under_way(state, name):
            raise CannotBe(f"{called} a challenge under way")
    found = sittings.encounter(state, draw, (by, to), 1)
    return msgspec.structs.replace(found, day=day)


def rungs(state: State, day: int) -> tuple[EntrantName, ...]:
    """Who stands on which rung on the evening of a day, from the highest."""
    order: list[EntrantName] = []
    played: dict[EntrantName, int] = {}
    joining = sorted((each for each in state.entrants if not each.stand_in), key=lambda each: (each.joined, each.rank))
    idle = settled(state.plan, Settings).idle
    spans = [(met, met.day or 0, _ended_on(state, met)) for met in state.encounters]
    for today in range(day + 1):
        for each in joining:
            # `joined` is 1 for who was there from the beginning.
            if max(0, each.joined - 1) == today:
                order.append(each.name)
                played[each.name] = today
        order = [name for name in order if not _has_left(state, name, today)]
        for met, begun, ended in spans:
            if ended == today:
                _climb(state, order, met)
            if begun <= today and (ended is None or today <= ended):
                played |= dict.fromkeys(met.entrants, today)
        _fall(order, [name for name in order if played[name] < today and (today - played[name]) % idle == 0])
    return tuple(order)


def latest_day(state: State) -> int:
    """The last day on which anything happened."""
    days = [met.day or 0 for met in state.encounters] + [result.day or 0 for result in state.results]
    return max(days + [each.joined - 1 for each in state.entrants], default=0)


def _climb(state: State, order: list[EntrantName], met: Encounter) -> None:
    """The challenger, if he has won, to the rung of whom he challenged."""
    by, to = met.entrants
    points = scoring.of_encounter(state, met)
    if by in order and to in order and points[by] > points[to] and order.index(by) > order.index(to):
        order.remove(by)
        order.insert(order.index(to), by)


def _fall(order: list[EntrantName], idle: Sequence[EntrantName]) -> None:
    """One rung down for each of these, the lowest first, so that two beside each other both fall."""
    for name in sorted(idle, key=order.index, reverse=True):
        at = order.index(name)
        if at + 1 < len(order):
            order[at], order[at + 1] = order[at + 1], order[at]


def _ended_on(state: State, met: Encounter) -> int | None:
    """The day on which the last of its games ended; None while one goes on."""
    results = state.by_sitting
    if any(each.name not in results for each in met.sittings):
        return None
    return max((results[each.name].day or 0 for each in met.sittings), default=met.day or 0)


def _under_way(state: State, name: EntrantName) -> bool:
    return any(_ended_on(state, met) is None for met in state.met(name))


def _has_left(state: State, name: EntrantName, day: int) -> bool:
    left = state.entrant(name).left
    return left is not None and left - 1 <= day
