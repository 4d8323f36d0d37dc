"""Whether the server can take mail in, and whether it does its work: told by `/readyz`, and on the host's desk."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from pbem.config import Settings
from pbem.ops import figures, schedule
from pbem.ops.figures import Figures
from pbem.outbound.delivery import slow_host
from pbem.runtime import disk
from pbem.runtime.context import Context

LEAST_FREE_DISK = 0.05
# The schedule looks more often than this unless it is dead or starved.
LONGEST_SILENCE_S = 120
ROUNDS_MISSED = 4
# What waits longer than this waits for somebody: workers read and adjudicate within seconds, and a mail server that
# does not take a mail at once has been asked four times by then.
LONGEST_UNREAD_S = LONGEST_OVERDUE_S = 300
LONGEST_UNSENT_S = 900

OK = "ok"
UNKNOWN = "not known"

log = structlog.get_logger(__name__)


class Condition(msgspec.Struct, frozen=True):
    """How each part of the server is: `ok`, or what is wrong with it.

    Without those `needed` no mail can be taken in; while others are not as they should be, it waits. Of `figures` and
    workers nothing is known where the database, or Redis, cannot be reached.
    """

    needed: dict[str, str]
    wanted: dict[str, str]
    figures: Figures | None
    workers: int | None
    delivery_workers: int | None
    robot_workers: int | None

    @property
    def status(self) -> str:
        """`ready`, `degraded` or `not ready`."""
        if any(state != OK for state in self.needed.values()):
            return "not ready"
        return "degraded" if any(state != OK for state in self.wanted.values()) else "ready"

    def faults(self) -> dict[str, str]:
        """What is not as it should be."""
        return {name: state for name, state in (self.needed | self.wanted).items() if state != OK}


def condition(here: Context) -> Condition:
    """How the server is at this moment."""
    needed = {name: _state(check, here) for name, check in NEEDED.items()}
    found, workers = figures_of(here), here.notifier.workers()
    deliverers, thinkers = here.notifier.delivery_workers(), here.notifier.robot_workers()
    wanted = {
        "redis": OK if here.notifier.reaches_redis() else "does not answer",
        "workers": _alive(workers),
        **({"robots": _alive(thinkers)} if found is not None and found.robot_games else {}),
        **({"delivery": _alive(deliverers), "smtp": _state(_smtp, here)} if here.settings.smtp_url else {}),
        "disk": _state(_disk, here),
        **({} if found is None else _promptness(found, here.settings)),
    }
    return Condition(needed, wanted, found, workers, deliverers, thinkers)


def figures_of(here: Context) -> Figures | None:
    """The figures of the database; None where it cannot be reached."""
    try:
        with here.store.reading() as session:
            return figures.read(session)
    except SQLAlchemyError as error:
        log.warning("no figures", error=type(error).__name__)
        return None


def _alive(workers: int | None) -> str:
    return UNKNOWN if workers is None else OK if workers else "none is alive"


def _promptness(found: Figures, settings: Settings) -> dict[str, str]:
    """What of the server's work is late."""
    return {
        "schedule": _schedule(found, settings),
        "reading": _late(found.oldest_unread, LONGEST_UNREAD_S, "a mail has waited to be read for"),
        "sending": _late(found.oldest_unsent, LONGEST_UNSENT_S, "a mail has waited to be sent for"),
        "turns": _late(found.longest_overdue, LONGEST_OVERDUE_S, "a turn has been overdue for"),
    }


def _late(age: float | None, longest: float, what: str) -> str:
    return OK if age is None or age <= longest else f"{what} {age:.0f} s"


def _schedule(found: Figures, settings: Settings) -> str:
    if found.silence is None or found.lease_ahead is None:
        return "has not looked yet"
    slack = schedule.CLOCK_SLACK.total_seconds()
    if found.silence < -slack:
        return f"has looked {-found.silence:.0f} s from now: the database's clock was set back"
    longest = schedule.lease_length(settings.schedule_seconds).total_seconds() + slack
    if found.lease_ahead > longest:
        return f"has a lease for another {found.lease_ahead:.0f} s, which is longer than a lease is"
    allowed = max(LONGEST_SILENCE_S, ROUNDS_MISSED * settings.schedule_seconds)
    return OK if found.silence <= allowed else f"has not looked for {found.silence:.0f} s"


def _state(check: Callable[[Context], str], here: Context) -> str:
    try:
        return check(here)
    except (SQLAlchemyError, OSError) as error:
        return f"{type(error).__name__}"


def _database(here: Context) -> str:
    with here.store.reading() as session:
        session.execute(select(1))
    return OK


def _migrations(here: Context) -> str:
    return OK if here.store.is_current() else "the tables are of another version"


def _smtp(here: Context) -> str:
    with here.store.reading() as session:
        slow = slow_host(session, here.settings)
    return OK if slow is None else f"{slow} is slow; its mail goes by the delivery queue"


def _room(here: Context) -> str:
    return OK if disk.takes_mail(here.settings) else f"{disk.room(here.settings).free >> 20} MiB free"


def _disk(here: Context) -> str:
    free, total = disk.room(here.settings)
    return OK if free / total >= LEAST_FREE_DISK else f"{free / total:.0%} free"


# Without these no mail can be taken in.
NEEDED: dict[str, Callable[[Context], str]] = {"database": _database, "migrations": _migrations, "room": _room}
