"""What becomes of an event when somebody leaves it, takes over, comes late, times out, or decides: a state, changed.

Each function answers with the event as it is afterwards, or raises CannotBe with the reason in words. Whether whoever
asks may do so, and what running games are to do about it, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from core.contract import Level, SeatName
from pbem.events import formats, scoring, sittings
from pbem.events.contract import CannotBe, Entrant, EntrantName, How, Places, Result, Sitting, SittingName, State

BAR = timedelta(days=30)
BAR_AGAIN = timedelta(days=90)  # for a game timed out while a bar is in force


# --- Who is in it -------------------------------------------------------------------------------------------------


def entered(state: State, name: EntrantName, rank: int, robot: Level | None = None) -> State:
    """The event with one more, from the next round on. Raises CannotBe once nobody can join any more."""
    if any(each.name == name for each in state.entrants):
        raise CannotBe("who is in it cannot enter again")
    if state.round and not formats.of(state.plan.format).may_enter(state):
        raise CannotBe("it has begun, and nobody can join any more")
    return state.changed(Entrant(name, rank, joined=state.round + 1, robot=robot))


def withdrawn(state: State, name: EntrantName, *, round_: int | None = None) -> State:
    """The event after somebody has left it, with his games ended. Raises CannotBe where he is not in it any more.

    Where fewer than half of the games that he was to play have ended, all of them count for nobody, if the format says
    so. Otherwise those that go on are lost, and so are those that would have come. `round_` is the first in which he is
    not paired, of a ladder the day; left out it is the next.
    """
    entrant = _entrant(state, name)
    if entrant.left is not None:
        raise CannotBe("who has left cannot leave again")
    ended = [each for each in _games(state, name) if each.name in state.by_sitting]
    planned = formats.of(state.plan.format).planned(state, name)
    annulled = planned is not None and state.round > 0 and 2 * len(ended) < planned
    lost = [_lost(state, each, name) for each in _games(state, name) if each.name not in state.by_sitting]
    left = round_ if round_ is not None else state.round + 1
    return state.changed(replace(entrant, left=left, annulled=annulled)).ended(*lost)


def replaced(state: State, name: EntrantName, by: EntrantName) -> State:
    """The event with a reserve in the place of somebody, before the second round is paired; what that place has won and
    lost stays with it. Raises CannotBe afterwards, or where the reserve is in it already.
    """
    entrant = _entrant(state, name)
    if state.round > 1:
        raise CannotBe("a reserve can take over before the second round is paired, and not after that")
    if any(each.name == by for each in state.entrants):
        raise CannotBe("who is in it cannot take over the place of another")
    if entrant.left is not None:
        raise CannotBe("who has left has lost his games; a reserve takes over before that")
    new = replace(entrant, name=by, after=entrant.after or name, robot=None)
    entrants = tuple(new if each.name == name else each for each in state.entrants)
    return State(
        state.plan,
        entrants,
        tuple(
            replace(
                met,
                entrants=tuple(by if who == name else who for who in met.entrants),
                sittings=tuple(_reseated(each, name, by) for each in met.sittings),
            )
            for met in state.encounters
        ),
        tuple(_renamed(each, name, by) for each in state.results),
    )


# --- What games came to -------------------------------------------------------------------------------------------


def ended(state: State, sitting: SittingName, ranking: Sequence[Sequence[SeatName]], **facts: object) -> State:
    """The event after a game has ended with this ranking of its seats; `facts` are further fields of its result."""
    game = _sitting(state, sitting)
    result = Result(sitting, scoring.places_of(game, ranking))
    return state.ended(replace(result, **facts) if facts else result)


def timed_out(state: State, sitting: SittingName, names: Sequence[EntrantName], **facts: object) -> State:
    """The event after the time of these was up in a game: of all who are in it, then all have lost it."""
    game = _sitting(state, sitting)
    everybody = tuple(game.seats.values())
    late = set(names)
    if late.issuperset(everybody):
        result = scoring.lost_by_all(game, How.TIME)
    else:
        mine = {
            who for side in state.plan.sides if late & {game.seats[seat] for seat in side} for who in _on(game, side)
        }
        rest = tuple(who for who in everybody if who not in (mine if len(state.plan.sides) == 2 else late))
        result = scoring.won_by(game, rest, How.TIME)
    return state.ended(replace(result, **facts) if facts else result)


def adjudicated(
    state: State,
    sitting: SittingName,
    winners: Sequence[EntrantName],
    *,
    both_lose: bool = False,
    how: How = How.ADJUDICATED,
) -> State:
    """The event after a director has decided a game: for these, or drawn, or lost by all. It may be decided again."""
    game = _sitting(state, sitting)
    unknown = [name for name in winners if name not in game.seats.values()]
    if unknown:
        raise CannotBe(f"{unknown[0]} does not play in {sitting}")
    result = scoring.lost_by_all(game, how) if both_lose else scoring.won_by(game, winners, how)
    return state.ended(result)


def ranked(state: State, sitting: SittingName, places: Places, how: How = How.ADJUDICATED) -> State:
    """The event after the places of a game were decided, as around a table. Raises CannotBe unless all are in them."""
    game = _sitting(state, sitting)
    if sorted(name for place in places for name in place) != sorted(game.seats.values()):
        raise CannotBe("everybody who plays in a game has one place in it")
    return state.ended(Result(sitting, places, how))


def cancelled(state: State, sitting: SittingName) -> State:
    """The event after a host has called a game off: it counts for nobody, until it is decided or played again."""
    return state.ended(Result(_sitting(state, sitting).name, (), How.CANCELLED))


def played_again(state: State, sitting: SittingName) -> tuple[State, Sitting]:
    """The event with a game that was called off played once more, and that game. Raises CannotBe for any other."""
    result = state.by_sitting.get(_sitting(state, sitting).name)
    if result is None or result.how is not How.CANCELLED:
        raise CannotBe("only a game that was called off is played again")
    old = state.of(sitting)
    fresh = sittings.again(_sitting(state, sitting))
    if any(each.name == fresh.name for each in old.sittings):
        raise CannotBe("it is being played again already")
    changed = replace(old, sittings=(*old.sittings, fresh))
    encounters = tuple(changed if met == old else met for met in state.encounters)
    return replace(state, encounters=encounters), fresh


def agreed(sitting: Sitting, said: Mapping[EntrantName, str]) -> Result | None:
    """The result of a game of two on which both have sent the same; None while they have not."""
    one, other = sitting.seats.values()
    match said.get(one), said.get(other):
        case "draw", "draw":
            return scoring.won_by(sitting, (), How.AGREED)
        case "win", "loss":
            return scoring.won_by(sitting, (one,), How.AGREED)
        case "loss", "win":
            return scoring.won_by(sitting, (other,), How.AGREED)
    return None


# --- Who may not enter --------------------------------------------------------------------------------------------


class Finish(msgspec.Struct, frozen=True):
    """A game that ended for somebody: when, and whether by his time being up."""

    at: datetime
    timed_out: bool


def barred_until(history: Iterable[Finish]) -> datetime | None:
    """Until when somebody may enter no event; None if he never was barred, or has redeemed himself.

    A game that times out bars for 30 days; one that does so while a bar is in force, for 90 from then. Whoever has
    since finished as many games in time as had timed out is free again.
    """
    until: datetime | None = None
    owed = 0
    for each in sorted(history, key=lambda finish: finish.at):
        in_force = until is not None and each.at < until
        if each.timed_out:
            until = each.at + (BAR_AGAIN if in_force else BAR)
            owed = owed + 1 if in_force else 1
        elif in_force:
            owed -= 1
            until = None if owed == 0 else until
    return until


# --- What the above have in common --------------------------------------------------------------------------------


def _entrant(state: State, name: EntrantName) -> Entrant:
    try:
        return state.entrant(name)
    except KeyError:
        raise CannotBe("who is not in it cannot leave it") from None


def _sitting(state: State, name: SittingName) -> Sitting:
    for met in state.encounters:
        for each in met.sittings:
            if each.name == name:
                return each
    raise CannotBe(f"there is no game {name} in this event")


def _games(state: State, name: EntrantName) -> list[Sitting]:
    return sittings.games(state, name)


def _lost(state: State, sitting: Sitting, name: EntrantName) -> Result:
    """A game that somebody who leaves loses; around a table he is last, and the others share the places before."""
    side = next(side for side in state.plan.sides if name in _on(sitting, side))
    losers = _on(sitting, side) if len(state.plan.sides) == 2 else (name,)
    winners = tuple(who for who in sitting.seats.values() if who not in losers)
    return scoring.won_by(sitting, winners, How.WITHDRAWN)


def _on(sitting: Sitting, side: Sequence[SeatName]) -> tuple[EntrantName, ...]:
    return tuple(sitting.seats[seat] for seat in side)


def _reseated(sitting: Sitting, name: EntrantName, by: EntrantName) -> Sitting:
    return replace(sitting, seats={seat: by if who == name else who for seat, who in sitting.seats.items()})


def _renamed(result: Result, name: EntrantName, by: EntrantName) -> Result:
    def swapped(names: Iterable[EntrantName]) -> tuple[EntrantName, ...]:
        return tuple(by if who == name else who for who in names)

    return replace(
        result,
        places=tuple(swapped(place) for place in result.places),
        nothing=swapped(result.nothing),
        margin={by if who == name else who: value for who, value in result.margin.items()},
        misses={by if who == name else who: value for who, value in result.misses.items()},
        left={by if who == name else who: value for who, value in result.left.items()},
    )
