"""Whether this process lives, and whether the server can do its work: for monitors and load balancers."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import structlog
from flask import Blueprint, Response, jsonify
from sqlalchemy.exc import SQLAlchemyError

from pbem.ops import schedule
from pbem.runtime.context import Context
from pbem.web.context import context

LEAST_FREE_DISK = 0.05
# The schedule looks more often than this unless it is dead or starved.
LONGEST_SILENCE_S = 120
ROUNDS_MISSED = 4

OK = "ok"

blueprint = Blueprint("health", __name__)
log = structlog.get_logger(__name__)


@blueprint.get("/healthz")
def alive() -> Response:
    """200 while the process answers; nothing else is touched."""
    return jsonify(status=OK)


@blueprint.get("/readyz")
def ready() -> Response:
    """200 with each part's state, 503 where one without which no turn is played is not well.

    Redis is not such a part: without it mail is taken in and waits for the schedule, so it only makes us `degraded`.
    """
    here = context()
    needed = {"database": _database, "migrations": _migrations, "schedule": _schedule, "disk": _disk}
    states = {name: _state(check, here) for name, check in needed.items()}
    well = all(state == OK for state in states.values())
    redis = OK if here.notifier.reaches_redis() else "does not answer"
    status = ("ready" if redis == OK else "degraded") if well else "not ready"
    if not well:
        log.warning("not ready", **states)
    answer = jsonify(status=status, **states, redis=redis)
    answer.status_code = 200 if well else 503
    return answer


def _state(check: Callable[[Context], str], here: Context) -> str:
    try:
        return check(here)
    except (SQLAlchemyError, OSError) as error:
        return f"{type(error).__name__}"


def _database(here: Context) -> str:
    with here.store.reading() as session:
        schedule.last_look(session)
    return OK


def _migrations(here: Context) -> str:
    return OK if here.store.is_current() else "the tables are of another version"


def _schedule(here: Context) -> str:
    with here.store.reading() as session:
        silence = schedule.last_look(session)
    if silence is None:
        return "has not looked yet"
    allowed = max(LONGEST_SILENCE_S, ROUNDS_MISSED * here.settings.schedule_seconds)
    return OK if silence <= allowed else f"has not looked for {silence:.0f} s"


def _disk(here: Context) -> str:
    folder = here.settings.data_dir.resolve()
    while not folder.exists():
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    free = usage.free / usage.total
    return OK if free >= LEAST_FREE_DISK else f"{free:.0%} free"
