"""The schedule: a small loop that asks the database what is due and notifies the workers of it.

Any number of these may run; a lease row lets one of them look. A notification that was lost is simply sent again.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from itertools import zip_longest

import msgspec
import structlog
from sqlalchemy import or_, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from pbem.campaigns import conduct
from pbem.events import direction, odds
from pbem.games import ahead, claims, delegates, forming, onlookers, retold_mails, turns
from pbem.ops import rounds
from pbem.outbound.delivery import slow_host
from pbem.runtime.context import Context
from pbem.runtime.notifier import DELIVER_APART, Job
from pbem.store import inbox, outbox, people, rated
from pbem.store.database import change, now
from pbem.store.models import Lease

LEASE_NAME = "schedule"
# Several times the pause between two looks, so that a slow look does not lose the lease.
LEASE_ROUNDS = 4
# A transaction's time is that of its beginning: another may have begun later and ended sooner.
CLOCK_SLACK = timedelta(seconds=5)

log = structlog.get_logger(__name__)


class Due(msgspec.Struct, frozen=True):
    """What a look found: (id, mark for the notifier) for each kind of job."""

    receive: list[tuple[int, str]]
    adjudicate: list[tuple[int, str]]
    think: list[tuple[int, str]]
    ahead: list[tuple[int, str]]
    deliver: list[tuple[int, str]]
    tick: list[tuple[int, str]]
    show: list[tuple[int, str]]
    claim: list[tuple[int, str]]
    expire: list[tuple[int, str]]
    forget: list[tuple[int, str]]
    relieve: list[tuple[int, str]]
    event: list[tuple[int, str]]
    campaign: list[tuple[int, str]]
    appraise: list[tuple[int, str]]
    desk: list[tuple[int, str]]
    sweep: list[tuple[int, str]]
    weigh: list[tuple[int, str]]
    retell: list[tuple[int, str]]


def run(context: Context, stop: threading.Event) -> None:
    """Look every `schedule_seconds` until `stop` is set."""
    holder = f"{socket.gethostname()}-{os.getpid()}"
    while not stop.is_set():
        try:
            look(context, holder)
        except DBAPIError as error:
            log.warning("the schedule cannot use the database", error=" ".join(str(error.orig).split()))
        stop.wait(context.settings.schedule_seconds)


def look(context: Context, holder: str) -> Due | None:
    """Notify the workers of everything that is due; None where another process holds the lease."""
    with context.store.session() as session:
        if not _hold_lease(session, holder, context.settings.schedule_seconds):
            return None
    with context.store.reading() as session:
        due = find_due(session)
        slow = slow_host(session, context.settings) is not None
        # A job that died keeps its id taken for a while; what is still due after a lease is a new occasion to ring.
        occasion = int(now(session).timestamp() // context.settings.lease_seconds)
    context.notifier.notify_of_backlog(_in_turn(due, slow, occasion))
    return due


def _in_turn(due: Due, slow: bool, occasion: int) -> Iterator[Job]:
    """One job of each kind after another: where there is not room for all, no kind waits for the whole of another."""
    kinds = (
        [
            Job(DELIVER_APART if kind == "deliver" and slow else kind, ident, f"{mark}-{occasion}")
            for ident, mark in getattr(due, kind)
        ]
        for kind in due.__struct_fields__
    )
    return (job for row in zip_longest(*kinds) for job in row if job is not None)


def find_due(session: Session) -> Due:
    """Everything that could be done now and that nobody is doing."""
    playable = turns.due_games(session)
    return Due(
        receive=[(ident, "due") for ident in inbox.unread(session)],
        adjudicate=[(each.game, each.mark) for each in playable if not each.thinking],
        think=[(each.game, each.mark) for each in playable if each.thinking],
        ahead=ahead.due_games(session),
        deliver=[(ident, str(attempts)) for ident, attempts in outbox.sendable(session)],
        tick=turns.due_reminders(session),
        show=onlookers.due(session),
        claim=claims.due(session),
        expire=forming.due(session),
        forget=people.to_forget(session),
        relieve=delegates.due(session),
        event=direction.due(session),
        campaign=conduct.due(session),
        appraise=odds.due(session),
        desk=[(0, "desk")] if rounds.is_due(session, rounds.DESK) else [],
        sweep=[(0, "sweep")] if rounds.is_due(session, rounds.SWEEP) else [],
        weigh=rated.due(session),
        retell=retold_mails.due(session),
    )


def lease_length(pause: float) -> timedelta:
    """How long a look keeps other processes from looking, where the pause between two looks is so many seconds."""
    return timedelta(seconds=pause * LEASE_ROUNDS)


def _hold_lease(session: Session, holder: str, pause: float) -> bool:
    moment = now(session)
    until = moment + lease_length(pause)
    # A lease that was taken in the future, or lies further ahead than a lease is long, was made by a clock that has
    # been set back since. Nobody may keep it: the schedule would stand still until that time comes.
    open_to_all = or_(
        Lease.holder == holder,
        Lease.until < moment,
        Lease.until > until + CLOCK_SLACK,
        Lease.beat_at > moment + CLOCK_SLACK,
    )
    free = update(Lease).where(Lease.name == LEASE_NAME, open_to_all)
    if change(session, free.values(holder=holder, until=until, beat_at=moment)) == 1:
        return True
    if session.get(Lease, LEASE_NAME) is not None:
        return False
    try:
        with session.begin_nested():
            session.add(Lease(name=LEASE_NAME, holder=holder, until=until, beat_at=moment))
    except IntegrityError:
        return False
    return True
