"""What most formats answer alike: a format says what is different with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

import msgspec

from pbem.events import standings
from pbem.events.contract import (
    Draw,
    Encounter,
    EntrantName,
    Fault,
    Group,
    Plan,
    State,
    Unfinished,
    Unit,
)

OF_TWO = frozenset({Unit.MATCH, Unit.SINGLE, Unit.BID})
IN_SERIES = frozenset({Unit.SERIES})  # beside those, where an encounter may last as long
S = TypeVar("S", bound=msgspec.Struct)


class NoSettings(msgspec.Struct, frozen=True):
    """The settings of a format that has none."""


class Base(ABC):
    """A format of rounds, begun on the day of its announcement, that nobody joins later; one table shows it."""

    name: str
    title: str
    about: str
    settings: type[msgspec.Struct] = NoSettings
    units: frozenset[Unit] = OF_TWO
    starts_itself: bool = False
    check_in: bool = True
    challenges: bool = False
    all_meet: bool = False
    byes: bool = False
    tie_breaks: tuple[str, ...] = ("wins", "direct", "sonneborn-berger", "margin", "misses")

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Nothing is wrong with any number."""
        return ()

    def may_enter(self, state: State) -> bool:
        """Nobody joins once it has begun."""
        return False

    @abstractmethod
    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """What is paired next; None where it has had all its rounds. Raises Unfinished."""

    def planned(self, state: State, name: EntrantName) -> int | None:
        """A withdrawal annuls nothing."""
        return None

    def groups(self, state: State) -> tuple[Group, ...]:
        """One table of all."""
        return (standings.everybody(state),)


def settled(plan: Plan, shape: type[S]) -> S:
    """The settings of a plan in the shape of their format."""
    return msgspec.convert(plan.settings, shape)


def finished(state: State) -> None:
    """Raises Unfinished where a game has no result yet."""
    if state.open:
        raise Unfinished([each.name for each in state.open])


def least_is(number: int, least: int, what: str) -> tuple[Fault, ...]:
    """A fault where fewer may enter than a format needs."""
    return () if least >= number else (Fault("least", f"{what} needs {number} entrants at least"),)


def by_rank(state: State) -> tuple[EntrantName, ...]:
    """Those who are still in it, the strongest first; a stand-in is not among them."""
    return tuple(each.name for each in sorted(state.playing, key=lambda each: (each.rank, each.name)))
