"""Events played out at a desk: plans, entrants, and games that end as a test wants them to, or by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.events import formats
from pbem.events.contract import Draw, Encounter, Entrant, EntrantName, How, Plan, Result, Sitting, State, Unit
from pbem.events.scoring import won_by

TWO = (("north",), ("south",))
DRAW = Draw(bytes(range(32)), "cup")
LONGEST = 200  # rounds

Ending = Callable[[Encounter, Sitting], Result]


def plan(held: str, unit: Unit = Unit.MATCH, **changed: Any) -> Plan:
    """The plan of an event in a format, with its usual settings and tie-breaks."""
    found = formats.of(held)
    usual = Plan(
        event="cup",
        ruleset="waterloo1895",
        options={},
        sides=TWO,
        format=held,
        unit=unit,
        tie_breaks=found.tie_breaks,
        all_meet=found.all_meet,
    )
    return replace(usual, **changed)


def entrants(count: int) -> tuple[Entrant, ...]:
    """So many, called p01, p02 and so on, the first the strongest."""
    return tuple(Entrant(f"p{at:02}", at) for at in range(1, count + 1))


def begun(held: str, count: int, unit: Unit = Unit.MATCH, **changed: Any) -> State:
    """An event of so many before its first round."""
    return State(plan(held, unit, **changed), entrants(count))


def by_strength(met: Encounter, sitting: Sitting) -> Result:
    """The one who stands first in the alphabet wins."""
    return won_by(sitting, (min(sitting.seats.values()),), How.PLAYED)


def by_chance(seed: int) -> Ending:
    """Each game ends somehow, drawn for its name: two wins of five each way, and a draw."""

    def ending(met: Encounter, sitting: Sitting) -> Result:
        names = sorted(sitting.seats.values())
        fate = Random(f"{seed} {sitting.name}").randrange(5)
        return won_by(sitting, () if fate == 4 else (names[fate % 2],), How.PLAYED)

    return ending


def paired(state: State, draw: Draw = DRAW) -> State | None:
    """The event after its next round was paired; None where it is over."""
    found = formats.of(state.plan.format).next_round(state, draw)
    return None if found is None else state.paired(found)


def finished(state: State, ending: Ending = by_strength) -> State:
    """The event after all games that go on have ended."""
    return state.ended(*(ending(state.of(sitting.name), sitting) for sitting in state.open))


def played(state: State, ending: Ending = by_strength, draw: Draw = DRAW, rounds: int = LONGEST) -> State:
    """The event after so many rounds, or its end."""
    for _ in range(rounds):
        after = paired(state, draw)
        if after is None:
            return state
        state = finished(after, ending)
    return state


def meetings(encounters: Sequence[Encounter]) -> list[frozenset[EntrantName]]:
    """Who met whom, byes left out."""
    return [frozenset(met.entrants) for met in encounters if not met.is_bye]
