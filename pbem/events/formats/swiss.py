"""Swiss: in each round those with as many points meet, nobody twice; at last the first four may play it out.

Pairing is `pbem.events.pairing`. A robot that the event has for byes plays whoever would have one.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.events import brackets, pairing, scoring, sittings, standings
from pbem.events.contract import POINTS, Draw, Encounter, EntrantName, Fault, Group, Plan, State, Unit
from pbem.events.formats.base import IN_SERIES, OF_TWO, Base, finished, least_is, settled
from pbem.events.formats.knockout import cut, finishing
from pbem.events.pairing import Player

MOST = 512
TOP = "Top"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a Swiss."""

    rounds: Annotated[int, Meta(ge=1, le=15, description="how many rounds are played")] = 5
    top: Annotated[Literal[0, 4], Meta(description="how many play it out in semi-finals and a final, or 0")] = 0
    late: Annotated[int, Meta(ge=1, le=15, description="the last round from which on one may still join")] = 2


class Swiss(Base):
    """Any number of entrants, odd or even; some leave, and some come late."""

    name = "swiss"
    title = "Swiss"
    about = "In every round you meet somebody with as many points as you, or nearly so, and nobody twice."
    settings = Settings
    units = OF_TWO | IN_SERIES
    byes = True
    tie_breaks = ("buchholz-cut", "sonneborn-berger", "wins", "direct", "margin", "misses")

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """No more rounds than can always be paired: half as many as there are entrants (a theorem of Dirac's)."""
        chosen = settled(plan, Settings)
        many = () if most <= MOST else (Fault("most", f"a Swiss is for {MOST} entrants at most"),)
        found = [*least_is(4, least, "a Swiss"), *many]
        if chosen.rounds > (least + 1) // 2:
            told = f"of {least} entrants nobody may be left to meet after {(least + 1) // 2} rounds"
            found.append(
                Fault("settings.rounds", f"{told}; have fewer rounds, or raise `least` to {2 * chosen.rounds - 1}")
            )
        if chosen.late > chosen.rounds:
            found.append(Fault("settings.late", f"there are {chosen.rounds} rounds"))
        return tuple(found)

    def may_enter(self, state: State) -> bool:
        """Up to the round that was announced."""
        return state.round < settled(state.plan, Settings).late

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """The next round, and after the last one the semi-finals and the final."""
        finished(state)
        chosen = settled(state.plan, Settings)
        last = _last_of_swiss(state)
        if last < chosen.rounds and last == state.round:
            found = _paired(state, draw)
            if found is not None:
                return found
        if not chosen.top:
            return None
        seeds = _in_order(state, draw)[: chosen.top]
        return brackets.third_games(state, draw, last) or cut(state, draw, seeds, last)

    def planned(self, state: State, name: EntrantName) -> int | None:
        """One encounter a round, from the one in which he came on."""
        rounds = settled(state.plan, Settings).rounds - state.entrant(name).joined + 1
        return rounds * sittings.games_of(state.plan)

    def groups(self, state: State) -> tuple[Group, ...]:
        """The table of the rounds, and that of those who play it out."""
        entrants = standings.everybody(state).entrants
        last = _last_of_swiss(state)
        top = [name for met in state.encounters if met.round == last + 1 for name in met.entrants]
        if not top:
            return (Group("", entrants, ""),)
        return (Group("Rounds", entrants, ""), Group(TOP, tuple(top), None, finishing(state, top, last)))


def players(state: State) -> tuple[Player, ...]:
    """Those who are to be paired next, as pairing sees them."""
    points = scoring.totals(state, "")
    nobodies = {each.name for each in state.entrants if each.stand_in}
    return tuple(_player(state, each.name, int(points[each.name]), nobodies) for each in state.playing)


def _player(state: State, name: EntrantName, points: int, nobodies: set[EntrantName]) -> Player:
    met = state.met(name)
    others = {other for each in met for other in each.entrants} - {name}
    had_bye = any(each.is_bye for each in met) or bool(others & nobodies)
    return Player(name, points, frozenset(others), had_bye, sittings.leaning(state, name))


def _paired(state: State, draw: Draw) -> tuple[Encounter, ...] | None:
    """The round; None where nobody is left whom somebody has not met. That cannot be unless many have gone."""
    here = players(state)
    if len(here) < 2:
        return None
    found = pairing.pairs(here, draw, f"round {state.round + 1}", by_sides=state.plan.unit is Unit.SINGLE)
    if found is None or all(len(pair) == 1 for pair in found):
        return None
    robots = [each.name for each in state.entrants if each.stand_in] if state.plan.bye != POINTS else []
    return tuple(
        sittings.encounter(state, draw, [*pair, *robots][:2], number)
        if len(pair) == 2 or robots
        else sittings.bye(pair[0], state.round + 1, number)
        for number, pair in enumerate(found, start=1)
    )


def _last_of_swiss(state: State) -> int:
    """The last round that was paired by points."""
    return max((met.round for met in state.encounters if not met.group), default=0)


def _in_order(state: State, draw: Draw) -> tuple[EntrantName, ...]:
    """Who is still here, in the order of the table of the rounds."""
    here = {each.name for each in state.playing}
    group = Group("", standings.everybody(state).entrants, "")
    return tuple(name for name in standings.ordered(state, group, draw) if name in here)
