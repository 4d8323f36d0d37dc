"""A game taken up anew by an act of its host: its turn closed, and another that asks with all the time there is.

Not for turns that follow from orders (`turns`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session

from pbem.games import clocks, hosted, stand_ins
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox
from pbem.store.database import change, now
from pbem.store.models import Game, Turn


class BeingPlayed(Exception):
    """A worker is adjudicating the turn."""


def close(session: Session, turn: Turn) -> None:
    """End a turn so that no worker, one of the release before neither, can settle it any more. Raises BeingPlayed."""
    held = Turn.lease_until.is_not(None) & (Turn.lease_until >= now(session))
    free = update(Turn).where(Turn.id == turn.id, Turn.epoch == turn.epoch, ~((Turn.state == "frozen") & held))
    if change(session, free.values(state="done", epoch=Turn.epoch + 1, lease_until=None, remind_at=None)) != 1:
        raise BeingPlayed


def ask(session: Session, context: Context, game: Game, turn: Turn, position: Any, *, ready: bool = False) -> Turn:
    """The turn after a closed one, at this position; `ready` where what it needs is in."""
    rules = presentation(game.ruleset).rules
    over = rules.outcome(position) is not None
    following = Turn(
        game_id=game.id,
        number=turn.number + 1,
        step=rules.step(position),
        position=msgspec.json.encode(rules.encode(position)).decode(),
        state="done" if over else "open",
        asked_at=now(session),
        deadline=None,
        remind_at=None,
        ready=ready,
        lease_until=None,
        hosted=hosted.is_asked(game, rules, position),
    )
    session.add(following)
    session.flush()
    clocks.ask(session, context, game, following, anew=True)
    stand_ins.wake(session, context, game, following)
    hosted.ring(session, game, following)
    return following


def read_what_waited(session: Session, game: Game, turn: Turn) -> None:
    """Have the mail read that was kept while the game waited for its host."""
    for waiting in inbox.release_waiting(session, game.name):
        notify_after_commit(session, "receive", waiting, f"carried-on-{turn.id}")
