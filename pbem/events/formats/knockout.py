"""Knock-out: the winner goes on. With a second chance only who has lost twice is out.

Seeds are placed anew in each round: the strongest meets the weakest who is left. So the two strongest meet in the final
if they come there, and whoever leaves shifts nobody's place in a bracket.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.events import brackets, pairing, sittings, standings
from pbem.events.contract import Draw, Encounter, EntrantName, Fault, Group, Plan, State
from pbem.events.formats.base import IN_SERIES, OF_TWO, Base, by_rank, finished, least_is, settled
from pbem.events.pairing import Player

FINAL, SEMI_FINALS, THIRD = "Final", "Semi-finals", "Third place"
SECOND = "Second chance"
MOST = 128


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a knock-out."""

    second_chance: Annotated[bool, Meta(description="whether only who has lost twice is out")] = False
    third_place: Annotated[
        bool, Meta(description="whether those who lose the semi-finals play for the third place")
    ] = False


class Knockout(Base):
    """By seeding; byes of the first round go to the strongest, so that after it the number is a power of two."""

    name = "knock-out"
    title = "Knock-out"
    about = "Who wins goes on, by seeding: the strongest meets the weakest who is left."
    settings = Settings
    units = OF_TWO | IN_SERIES
    tie_breaks = ("wins", "weaker", "margin", "misses")

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """Three at least; a third place is played for where nobody has a second chance."""
        many = () if most <= MOST else (Fault("most", f"a knock-out is for {MOST} entrants at most"),)
        chosen = settled(plan, Settings)
        both = chosen.second_chance and chosen.third_place
        third = (Fault("settings.third_place", "with a second chance the third place is settled without a game"),)
        return (*least_is(3, least, "a knock-out"), *many, *(third if both else ()))

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """The next round, after the third games that the last one needs."""
        finished(state)
        chosen = settled(state.plan, Settings)
        if chosen.second_chance:
            return brackets.third_games(state, draw, 0) or with_second_chance(state, draw)
        return brackets.third_games(state, draw, 0) or cut(
            state, draw, by_rank(state), 0, third_place=chosen.third_place
        )

    def groups(self, state: State) -> tuple[Group, ...]:
        """One table, in the order in which they came out of it."""
        entrants = standings.everybody(state).entrants
        lives = 2 if settled(state.plan, Settings).second_chance else 1
        return (Group("", entrants, None, finishing(state, entrants, 0, lives)),)


def cut(
    state: State, draw: Draw, seeds: Sequence[EntrantName], since: int, *, third_place: bool = False
) -> tuple[Encounter, ...] | None:
    """The next round among those of these, the strongest first, who have lost nothing since a round; None after it."""
    lost = brackets.losses(state, seeds, since)
    left = [name for name in seeds if not lost[name]]
    third = [name for name in seeds if lost[name] == 1 and _was_in(state, name, SEMI_FINALS)] if third_place else []
    if len(left) < 2:
        return None
    heading = {2: FINAL, 4: SEMI_FINALS, 3: SEMI_FINALS}.get(len(left), f"Last {len(left)}")
    first_round = state.round == since
    found = _in_pairs(state, draw, left, heading, 1, 2 ** (len(left) - 1).bit_length() if first_round else 0)
    if len(left) == 2 and len(third) == 2:
        found.append(sittings.encounter(state, draw, third, 2, group=THIRD))
    return tuple(found)


def with_second_chance(state: State, draw: Draw) -> tuple[Encounter, ...] | None:
    """The next round of those who have not lost, and beside it that of those who have lost once; at last both meet."""
    seeds = by_rank(state)
    lost = brackets.losses(state, seeds)
    unbeaten = [name for name in seeds if not lost[name]]
    once = [name for name in seeds if lost[name] == 1]
    if len(unbeaten) + len(once) < 2:
        return None
    if len(unbeaten) < 2 and len(unbeaten) + len(once) == 2:
        return (sittings.encounter(state, draw, [*unbeaten, *once], 1, group=FINAL),)
    whole = 2 ** (len(unbeaten) - 1).bit_length() if not state.round else 0
    found = _in_pairs(state, draw, unbeaten, "Unbeaten", 1, whole) if len(unbeaten) > 1 else []
    if len(once) > 1:
        found += _second_chance(state, draw, once, len(found) + 1)
    return tuple(found)


def finishing(state: State, entrants: Sequence[EntrantName], since: int, lives: int = 1) -> tuple[EntrantName, ...]:
    """The order in which they have come out of it so far: who is still in stands first, and then who lost later.

    `since` is the round after which it began, and `lives` how many losses put one out.
    """
    lost, last = dict.fromkeys(entrants, 0), dict.fromkeys(entrants, 0)
    for met in brackets.decided(state, since):
        if not brackets.is_settled(state, met):
            continue
        winner = brackets.winner_of(state, met)
        for name in lost.keys() & set(met.entrants):
            if met.group == THIRD:
                last[name] += name == winner
            elif name != winner:
                lost[name], last[name] = lost[name] + 1, 2 * met.round
    out = {name for name in entrants if lost[name] >= lives or not state.entrant(name).plays_in(state.round + 1)}
    return tuple(
        sorted(
            entrants,
            key=lambda name: (name in out, -last[name] if name in out else lost[name], state.entrant(name).rank),
        )
    )


def _second_chance(state: State, draw: Draw, names: Sequence[EntrantName], first: int) -> list[Encounter]:
    """Those who have lost once, paired with others than before where that can be; an odd one who had no bye has one."""
    met = {name: [each for each in state.met(name) if not each.is_bye] for name in names}
    odd = len(names) % 2
    free = sorted(names, key=lambda name: len(state.met(name)) > len(met[name]))[:odd]
    playing = [name for name in names if name not in free]
    players = [
        Player(name, 0, frozenset(other for each in met[name] for other in each.entrants if other != name))
        for name in playing
    ]
    found = pairing.pairs(players, draw, f"second chance {state.round + 1}", by_sides=False)
    if found is None or any(len(pair) == 1 for pair in found):
        return _in_pairs(state, draw, [*free, *playing], SECOND, first)
    encounters = [
        sittings.encounter(state, draw, pair, number, group=SECOND) for number, pair in enumerate(found, start=first)
    ]
    return encounters + [sittings.bye(name, state.round + 1, first + len(found), SECOND) for name in free]


def _in_pairs(
    state: State, draw: Draw, names: Sequence[EntrantName], heading: str, first: int, whole: int = 0
) -> list[Encounter]:
    """The strongest against the weakest, and so on; to make up `whole` the strongest have byes, else an odd one."""
    byes = whole - len(names) if whole else len(names) % 2
    free, playing = names[:byes], names[byes:]
    half = len(playing) // 2
    found = [
        sittings.encounter(state, draw, (one, other), number, group=heading)
        for number, (one, other) in enumerate(zip(playing[:half], reversed(playing[half:]), strict=True), start=first)
    ]
    return found + [
        sittings.bye(name, state.round + 1, number, heading) for number, name in enumerate(free, start=first + half)
    ]


def _was_in(state: State, name: EntrantName, heading: str) -> bool:
    return any(met.group == heading for met in state.met(name))
