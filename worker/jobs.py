"""The jobs that the bell names. Each takes an id, looks in the database what there is to do, and may run twice.

What a job makes due it does itself, one thing after another: a mail that completes a turn is read, the turn adjudicated
and its reports sent by one job. The way of a job through the queue costs as much as its work.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.contract import Json
from pbem import reception, sending
from pbem.batch.answering import answered
from pbem.batch.portion import Portion
from pbem.games import turns
from pbem.office import Office
from worker.office import office


def receive(inbox_id: int) -> None:
    """Read one mail and answer it."""
    _do("receive", inbox_id)


def adjudicate(game_id: int) -> None:
    """Adjudicate a game's turn, if it is complete or due."""
    _do("adjudicate", game_id)


def deliver(outbox_id: int) -> None:
    """Send one mail."""
    _do("deliver", outbox_id)


def tick(game_id: int) -> None:
    """Remind the silent seats of a game."""
    _do("tick", game_id)


def answer(portion: Json) -> Json:
    """Adjudicate a portion of a batch."""
    told: Json = msgspec.to_builtins(answered(msgspec.convert(portion, Portion)))
    return told


WORK: dict[str, Callable[[Office, int], object]] = {
    "receive": reception.receive,
    "adjudicate": turns.adjudicate,
    "deliver": sending.deliver,
    "tick": turns.remind,
}


def _do(job: str, ident: int) -> None:
    """The job, and what follows from it as long as there is time; what is left over is rung for."""
    ours, bell = office()
    with bell.own_work():
        WORK[job](ours, ident)
        while (following := bell.next_at_hand()) is not None:
            WORK[following.job](ours, following.ident)
