"""The pace of a round: at half of its time, which of its games will not end by its date as they go.

A game is measured by those of the event that have ended: so many turns it should take, and as long for each as its
turns have taken so far. Where that tells nothing, since none has ended or it is longer than they were, what its clocks
still hold is taken for what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import median

import msgspec
from sqlalchemy import func, select

from pbem.events.kept import ENDED, Held
from pbem.games import table
from pbem.games.clocks import Clocks
from pbem.store.models import EventRound, Sitting, Turn

HALF = 0.5


class Pace(msgspec.Struct, frozen=True):
    """How a game goes: its turns so far, the time since it began, and how long it needs yet, in seconds."""

    sitting: str
    game: str
    turns: int
    taken: float
    needs: float


def half_of(row: EventRound) -> datetime | None:
    """When the pace of a round is looked at; None where it has no date."""
    return None if row.ends_at is None else row.opened_at + (row.ends_at - row.opened_at) * HALF


def behind(held: Held, row: EventRound, left: Sequence[Sitting]) -> list[Pace]:
    """Those of the games that go on which will not end by the round's date, the latest first."""
    if row.ends_at is None:
        return []
    usual = _usual_turns(held)
    found = [_pace(held, row, sitting, usual) for sitting in left if sitting.game.state == "running"]
    room = (row.ends_at - held.moment) / timedelta(seconds=1)
    return sorted((each for each in found if each.needs > room), key=lambda each: (-each.needs, each.sitting))


def _pace(held: Held, row: EventRound, sitting: Sitting, usual: float) -> Pace:
    game = sitting.game
    turns = table.current_turn(held.session, game).number
    taken = (held.moment - row.opened_at) / timedelta(seconds=1)
    if turns < usual:
        needs = (usual - turns) * taken / max(turns, 1)
    else:
        clocks = Clocks(held.session, held.context, game)
        needs = sum(clocks.in_hand(seat, seat.bank) for seat in game.seats if seat.bank is not None)
    return Pace(sitting.name, game.name, turns, taken, needs)


def _usual_turns(held: Held) -> float:
    """How many turns the games of the event had that have ended; 0 where none has."""
    last = (
        select(func.max(Turn.number))
        .join(Sitting, Sitting.game_id == Turn.game_id)
        .where(Sitting.event_id == held.event.id, Sitting.state == ENDED)
        .group_by(Turn.game_id)
    )
    turns = held.session.scalars(last).all()
    return median(turns) if turns else 0.0
