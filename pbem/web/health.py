"""Whether this process lives, and how the server is doing: for monitors, load balancers and Prometheus."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import msgspec
import structlog
from flask import Blueprint, Response, jsonify
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from pbem.config import Settings
from pbem.ops import figures, schedule
from pbem.ops.figures import Figures
from pbem.outbound.delivery import slow_host
from pbem.runtime.context import Context
from pbem.web.context import context

LEAST_FREE_DISK = 0.05
# Less than this many of the largest mails, and none may be taken in any more.
LEAST_FREE_MAILS = 4
# The schedule looks more often than this unless it is dead or starved.
LONGEST_SILENCE_S = 120
ROUNDS_MISSED = 4
# What waits longer than this waits for somebody: workers read and adjudicate within seconds, and a mail server that
# does not take a mail at once has been asked four times by then.
LONGEST_UNREAD_S = LONGEST_OVERDUE_S = 300
LONGEST_UNSENT_S = 900

OK = "ok"
UNKNOWN = "not known"

blueprint = Blueprint("health", __name__)
log = structlog.get_logger(__name__)

METRICS = {
    "unread": ("pbem_mails_unread", "Mails that came in and have not been read"),
    "oldest_unread": ("pbem_oldest_unread_mail_seconds", "Age of the oldest mail that has not been read"),
    "held": ("pbem_mails_held", "Mails that wait for their writer to be enrolled, or for the host"),
    "shunted": ("pbem_mails_shunted", "Mails that could not be read, kept aside"),
    "dropped": ("pbem_mails_dropped", "Mails that are not answered"),
    "unsent": ("pbem_mails_unsent", "Mails that have not been sent"),
    "oldest_unsent": ("pbem_oldest_unsent_mail_seconds", "Age of the oldest mail that has not been sent"),
    "failed": ("pbem_mails_failed", "Mails that the mail server refused for good"),
    "overdue_turns": ("pbem_turns_overdue", "Turns whose deadline has passed and that are not adjudicated"),
    "longest_overdue": ("pbem_longest_overdue_turn_seconds", "Time since the oldest deadline that was not kept"),
    "silence": ("pbem_schedule_silence_seconds", "Time since the schedule last looked"),
    "lease_ahead": ("pbem_schedule_lease_seconds", "Time until another process may look in its place"),
}


@blueprint.get("/healthz")
def alive() -> Response:
    """200 while the process answers; nothing else is touched."""
    return jsonify(status=OK)


@blueprint.get("/readyz")
def ready() -> Response:
    """200 with each part's state and the figures, 503 where mail cannot be taken in.

    Whatever else is wrong, mail that comes in is kept and will be read: then the server is `degraded`.
    """
    here = context()
    needed = {name: _state(check, here) for name, check in NEEDED.items()}
    found, workers = _figures(here), here.notifier.workers()
    deliverers = here.notifier.delivery_workers()
    wanted = {
        "redis": OK if here.notifier.reaches_redis() else "does not answer",
        "workers": _alive(workers),
        **({"delivery": _alive(deliverers), "smtp": _state(_smtp, here)} if here.settings.smtp_url else {}),
        "disk": _state(_disk, here),
        **({} if found is None else _promptness(found, here.settings)),
    }
    degraded = any(state != OK for state in wanted.values())
    well = all(state == OK for state in needed.values())
    status = ("degraded" if degraded else "ready") if well else "not ready"
    if status != "ready":
        log.warning(status, **{name: state for name, state in (needed | wanted).items() if state != OK})
    told = {} if found is None else _rounded(found)
    answer = jsonify(
        status=status,
        **needed,
        **wanted,
        figures={"workers_alive": workers, "delivery_workers_alive": deliverers, **told},
    )
    answer.status_code = 200 if well else 503
    return answer


@blueprint.get("/metrics")
def metrics() -> Response:
    """The same figures for Prometheus; those that nobody knows now are left out."""
    here = context()
    found, workers = _figures(here), here.notifier.workers()
    registry = CollectorRegistry()

    def gauge(name: str, what: str, value: float | None) -> None:
        if value is not None:
            Gauge(name, what, registry=registry).set(value)

    gauge("pbem_database_up", "Whether the database can be reached", found is not None)
    gauge("pbem_redis_up", "Whether Redis can be reached", here.notifier.reaches_redis())
    gauge("pbem_workers", "Workers that listen to the queue", workers)
    gauge("pbem_delivery_workers", "Workers that listen to the delivery queue", here.notifier.delivery_workers())
    for field, (name, what) in METRICS.items():
        gauge(name, what, None if found is None else getattr(found, field))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _alive(workers: int | None) -> str:
    return UNKNOWN if workers is None else OK if workers else "none is alive"


def _figures(here: Context) -> Figures | None:
    try:
        with here.store.reading() as session:
            return figures.read(session)
    except SQLAlchemyError as error:
        log.warning("no figures", error=type(error).__name__)
        return None


def _rounded(found: Figures) -> dict[str, float | None]:
    return {
        name: round(value, 1) if isinstance(value, float) else value
        for name, value in msgspec.structs.asdict(found).items()
    }


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
    free = _free_disk(here)[0]
    return OK if free >= LEAST_FREE_MAILS * here.settings.max_mail_mb << 20 else f"{free >> 20} MiB free"


def _disk(here: Context) -> str:
    free, total = _free_disk(here)
    return OK if free / total >= LEAST_FREE_DISK else f"{free / total:.0%} free"


def _free_disk(here: Context) -> tuple[int, int]:
    folder = here.settings.data_dir.resolve()
    while not folder.exists():
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    return usage.free, usage.total


# Without these no mail can be taken in.
NEEDED: dict[str, Callable[[Context], str]] = {"database": _database, "migrations": _migrations, "room": _room}
