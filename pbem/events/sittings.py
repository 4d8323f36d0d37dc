"""The games of an encounter: who sits where in each. How it comes about that these entrants meet, the formats know.

A match is two games with sides swapped, a series battles in which both attack in turn. Around a table of three or four
everybody sits everywhere once; where two sides of two play, each partners each other once, on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core.contract import Options, RuleSet, SeatName
from pbem.events.contract import Draw, Encounter, EntrantName, Plan, Sitting, State, Unit
from pbem.rulesets.contract import Presentation

# Who of those at a table sits on which seat, game by game. With four each sits once right after each other.
ROTATIONS = {
    3: ((0, 1, 2), (1, 2, 0), (2, 0, 1)),
    4: ((0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1)),
}
# The same for two sides of two: every pair of partners on both sides, nobody more than twice on a seat.
PARTNERS = ((0, 1, 2, 3), (2, 3, 0, 1), (0, 2, 1, 3), (1, 3, 0, 2), (3, 0, 1, 2), (1, 2, 3, 0))


def sides_of(words: Presentation, options: Options) -> tuple[tuple[SeatName, ...], ...]:
    """The seats of a game with these settled options, partners together, in the order of the rule set."""
    rules: RuleSet[Any] = words.rules
    opening = rules.opening(options)
    sides: dict[tuple[SeatName, ...], None] = {}
    seats = rules.seats(options)
    for seat in seats:
        mine = {seat, *words.partners(rules.view(opening, seat), seat)}
        sides[tuple(each for each in seats if each in mine)] = None
    return tuple(sides)


def games_of(plan: Plan) -> int:
    """How many games an encounter has."""
    if plan.unit is Unit.MATCH:
        return 2
    if plan.series is not None:
        return len(plan.series.battles)
    return len(_seating(plan)) if plan.unit is Unit.TABLE else 1


def bye(name: EntrantName, round_: int, number: int, group: str = "") -> Encounter:
    """An encounter with nobody."""
    return Encounter(round_, number, (name,), (), group)


def encounter(
    state: State,
    draw: Draw,
    entrants: Sequence[EntrantName],
    number: int,
    round_: int = 0,
    *,
    group: str = "",
    as_given: bool = False,
    unit: Unit | None = None,
) -> Encounter:
    """The encounter of these in a round, the next one unless another is named, with its games.

    In a single game the first of two has the first side where that is `as_given`; otherwise sides go by what each had
    before, and by lot where that is the same. So it is in the first battle of a series, and then they take turns.
    `unit` is played instead of the plan's, as a third game is.
    """
    plan, at = state.plan, round_ or state.round + 1
    named = f"{at}-{number}"
    chosen = unit or plan.unit
    names = tuple(entrants)
    if chosen is Unit.MATCH:
        orders: tuple[tuple[EntrantName, ...], ...] = (names, names[::-1])
    elif chosen is Unit.SERIES:
        names = names if as_given else first_side_first(state, draw, names, named)
        orders = tuple(names[::-1] if at % 2 else names for at in range(games_of(plan)))
    elif chosen is Unit.TABLE:
        orders = tuple(tuple(names[at] for at in row) for row in _seating(plan))
    else:
        orders = (names if as_given and chosen is Unit.SINGLE else first_side_first(state, draw, names, named),)
    seats = plan.seats
    sittings = tuple(
        Sitting(
            f"{named}-{game}",
            dict(zip(seats, order, strict=True)),
            chosen is Unit.BID,
            battle=game if chosen is Unit.SERIES else 0,
        )
        for game, order in enumerate(orders, start=1)
    )
    return Encounter(at, number, names, sittings, group)


def first_side_first(state: State, draw: Draw, pair: Sequence[EntrantName], named: str) -> tuple[EntrantName, ...]:
    """Two entrants, first the one who is to have the first side: who had it less often, and then less lately."""
    lots = draw.order(f"sides of {named}", pair)
    return tuple(sorted(pair, key=lambda name: (leaning(state, name), _lately(state, name), lots.index(name))))


def leaning(state: State, name: EntrantName) -> int:
    """How many more games an entrant had on the first side than on the others; what was called off counts too."""
    first = state.plan.sides[0]
    return sum((1 if _seat_of(sitting, name) in first else -1) for sitting in games(state, name))


def games(state: State, name: EntrantName) -> list[Sitting]:
    """The games of an entrant in the order in which they were paired."""
    return [each for met in state.met(name) for each in met.sittings if name in each.seats.values()]


def again(sitting: Sitting) -> Sitting:
    """The same game once more, under a name of its own: `2-5-1b` for `2-5-1`, and then `2-5-1c`."""
    stem = sitting.name.rstrip("bcdefghijklmnopqrstuvwxyz")
    letter = sitting.name[len(stem) :]
    return msgspec.structs.replace(sitting, name=f"{stem}{chr(ord(letter) + 1) if letter else 'b'}")


def _lately(state: State, name: EntrantName) -> int:
    """1 where his last game was on the first side, -1 where it was on another; 0 before any."""
    had = games(state, name)
    if not had:
        return 0
    return 1 if _seat_of(had[-1], name) in state.plan.sides[0] else -1


def _seat_of(sitting: Sitting, name: EntrantName) -> SeatName:
    return next(seat for seat, who in sitting.seats.items() if who == name)


def _seating(plan: Plan) -> tuple[tuple[int, ...], ...]:
    """Who of those at a table sits where in each game, as places in the order of the plan's seats."""
    if [len(side) for side in plan.sides] == [2, 2]:
        return PARTNERS
    return ROTATIONS[len(plan.seats)]
