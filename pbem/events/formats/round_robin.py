"""Round robin: all meet all, once or twice, in the rounds of Berger's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.events import berger, sittings
from pbem.events.contract import Draw, Encounter, EntrantName, Fault, Plan, State
from pbem.events.formats.base import IN_SERIES, OF_TWO, Base, finished, least_is, settled

MOST = 16


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a round robin."""

    double: Annotated[bool, Meta(description="whether all meet twice, the second time with sides changed")] = False


class RoundRobin(Base):
    """All meet all. Numbers are drawn by lot; who leaves leaves a gap, and whoever would have met him rests or wins."""

    name = "round-robin"
    title = "Round robin"
    about = "Everybody meets everybody, in rounds by Berger's tables; the numbers are drawn by lot."
    settings = Settings
    units = OF_TWO | IN_SERIES
    all_meet = True

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Three at least, and no more than can be played in a year or so."""
        many = () if most <= MOST else (Fault("most", f"a round robin is for {MOST} entrants at most"),)
        return (*least_is(3, least, "a round robin"), *many)

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """The next round of the tables in which anybody meets; one in which all rest is left out."""
        finished(state)
        names = dict(enumerate(_numbers(state, draw), start=1))
        rounds = berger.table(len(names))
        cycles = 2 if settled(state.plan, Settings).double else 1
        for number in range(state.round, cycles * len(rounds)):
            cycle, at = divmod(number, len(rounds))
            pairs = [(names.get(one), names.get(other)) for one, other in rounds[at]]
            turned = [(other, one) if cycle else (one, other) for one, other in pairs]
            found = met(state, draw, turned, number + 1)
            if found:
                return found
        return None

    def planned(self, state: State, name: EntrantName) -> int | None:
        """Against all others, once or twice."""
        cycles = 2 if settled(state.plan, Settings).double else 1
        return cycles * sittings.games_of(state.plan) * (sum(not each.stand_in for each in state.entrants) - 1)


def met(
    state: State,
    draw: Draw,
    pairs: Sequence[tuple[EntrantName | None, EntrantName | None]],
    round_: int,
    group: str = "",
    first: int = 1,
) -> tuple[Encounter, ...]:
    """The encounters of these pairs, numbered from `first`: whoever was to meet somebody who has lost by leaving has a
    bye, and whoever was to meet nobody, or somebody whose games count for nobody, rests."""
    found: list[Encounter] = []
    for one, other in pairs:
        if one is None or other is None:
            continue
        here = [name for name in (one, other) if state.entrant(name).plays_in(round_)]
        number = first + len(found)
        if len(here) == 2:
            found.append(sittings.encounter(state, draw, here, number, round_, group=group, as_given=True))
        elif here and not state.entrant(other if here == [one] else one).annulled:
            found.append(sittings.bye(here[0], round_, number, group))
    return tuple(found)


def _numbers(state: State, draw: Draw) -> tuple[EntrantName, ...]:
    """Who has which number in the tables: a reserve that of whom he follows."""
    first_names = {each.after or each.name: each.name for each in state.entrants if not each.stand_in}
    return tuple(first_names[name] for name in draw.order("numbers", first_names))
