"""The jobs that the bell names. Each takes an id, looks in the database what there is to do, and may run twice."""

from __future__ import annotations

from pbem import batch, reception, sending
from pbem.games import turns
from worker.office import office


def receive(inbox_id: int) -> None:
    """Read one mail and answer it."""
    reception.receive(office(), inbox_id)


def adjudicate(game_id: int) -> None:
    """Adjudicate a game's turn, if it is complete or due."""
    turns.adjudicate(office(), game_id)


def deliver(outbox_id: int) -> None:
    """Send one mail."""
    sending.deliver(office(), outbox_id)


def tick(game_id: int) -> None:
    """Remind the silent seats of a game."""
    turns.remind(office(), game_id)


def answer_chunk(requests: list[str]) -> list[str]:
    """Adjudicate a chunk of a batch; answers in the order of the requests."""
    return batch.answer_chunk(requests)
