"""How the server is doing, in figures: what waits and for how long, read from the database and from the queue.

Asked by `/readyz` and `/metrics` at every request. Nothing is counted up in memory: processes come and go, and all of
them tell the same.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pbem.games import table
from pbem.ops import schedule
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Lease, Outbox, Seat, Turn

_WITH_ROBOTS = select(func.count(Game.id.distinct())).join(Seat).where(Game.state == "running", Seat.level.is_not(None))
UNREAD, UNSENT = ("new",), ("ready", "sending")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What the database tells. Ages are in seconds; None where there is nothing that could be old.

    `robot_games` are being played, and have robots with seats of their own. `held` waits for its writer or the host,
    `shunted` could not be read, `dropped` is not answered, all of mail that came in; `failed` was refused for good by
    the mail server. `silence` is the time since the schedule last looked, `lease_ahead` the time until another process
    may look in its place.
    """

    unread: int
    oldest_unread: float | None
    held: int
    shunted: int
    dropped: int
    unsent: int
    oldest_unsent: float | None
    failed: int
    overdue_turns: int
    longest_overdue: float | None
    robot_games: int
    silence: float | None
    lease_ahead: float | None


def read(session: Session) -> Figures:
    """The figures of this moment, by the clock of the database."""
    moment = now(session)
    inbox, outbox = _by_state(session, Inbox.state), _by_state(session, Outbox.state)
    lease = session.get(Lease, schedule.LEASE_NAME)
    overdue, first_deadline = session.execute(_overdue(moment)).one()
    return Figures(
        unread=_sum(inbox, UNREAD),
        oldest_unread=_age(moment, session.scalar(_oldest(Inbox.received_at, Inbox.id, Inbox.state, UNREAD))),
        held=inbox.get("held", 0),
        shunted=inbox.get("shunted", 0),
        dropped=inbox.get("dropped", 0),
        unsent=_sum(outbox, UNSENT),
        oldest_unsent=_age(moment, session.scalar(_oldest(Outbox.created_at, Outbox.id, Outbox.state, UNSENT))),
        failed=outbox.get("failed", 0),
        overdue_turns=overdue,
        longest_overdue=_age(moment, first_deadline),
        robot_games=session.scalar(_WITH_ROBOTS) or 0,
        silence=None if lease is None else _age(moment, lease.beat_at),
        lease_ahead=None if lease is None else (lease.until - moment) / timedelta(seconds=1),
    )


def _by_state(session: Session, state: InstrumentedAttribute[str]) -> dict[str, int]:
    return {row[0]: row[1] for row in session.execute(select(state, func.count()).group_by(state))}


def _sum(counts: dict[str, int], states: tuple[str, ...]) -> int:
    return sum(counts.get(state, 0) for state in states)


def _oldest(
    when: InstrumentedAttribute[datetime],
    ident: InstrumentedAttribute[int],
    state: InstrumentedAttribute[str],
    states: tuple[str, ...],
) -> Select[datetime]:
    # By its id, which the index of states has: the time stands behind the mail itself, which would have to be read.
    oldest = select(func.min(ident)).where(state.in_(states)).scalar_subquery()
    return select(when).where(ident == oldest)


def _overdue(moment: datetime) -> Select[int, datetime | None]:
    # A game that waits for the host is told by `pbem games`; no worker is late with it.
    return (
        select(func.count(), func.min(Turn.deadline))
        .join(Game, Game.id == Turn.game_id)
        .where(Turn.state.in_(("open", "frozen")), Turn.deadline <= moment, Game.state == "running")
        .where(table.PLAYED_HERE)
    )


def _age(moment: datetime, since: datetime | None) -> float | None:
    return None if since is None else (moment - since) / timedelta(seconds=1)
