"""Whether this process lives, and how the server is doing: for monitors, load balancers and Prometheus."""

from __future__ import annotations

import msgspec
import structlog
from flask import Blueprint, Response, jsonify
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from pbem.ops.condition import OK, condition, figures_of
from pbem.ops.figures import Figures
from pbem.web.context import context

# Of every web server, and of that for mail alone.
alive_blueprint = Blueprint("alive", __name__)
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
    "robot_games": ("pbem_robot_games", "Games under way in which robots have seats of their own"),
    "silence": ("pbem_schedule_silence_seconds", "Time since the schedule last looked"),
    "lease_ahead": ("pbem_schedule_lease_seconds", "Time until another process may look in its place"),
}


@alive_blueprint.get("/healthz")
def alive() -> Response:
    """200 while the process answers; nothing else is touched."""
    return jsonify(status=OK)


@blueprint.get("/readyz")
def ready() -> Response:
    """200 with each part's state and the figures, 503 where mail cannot be taken in.

    Whatever else is wrong, mail that comes in is kept and will be read: then the server is `degraded`.
    """
    found = condition(context())
    if found.status != "ready":
        log.warning(found.status, **found.faults())
    told = {} if found.figures is None else _rounded(found.figures)
    workers = {
        "workers_alive": found.workers,
        "delivery_workers_alive": found.delivery_workers,
        "robot_workers_alive": found.robot_workers,
    }
    answer = jsonify(status=found.status, **found.needed, **found.wanted, figures={**workers, **told})
    answer.status_code = 503 if found.status == "not ready" else 200
    return answer


@blueprint.get("/metrics")
def metrics() -> Response:
    """The same figures for Prometheus; those that nobody knows now are left out."""
    here = context()
    found, workers = figures_of(here), here.notifier.workers()
    registry = CollectorRegistry()

    def gauge(name: str, what: str, value: float | None) -> None:
        if value is not None:
            Gauge(name, what, registry=registry).set(value)

    gauge("pbem_database_up", "Whether the database can be reached", found is not None)
    gauge("pbem_redis_up", "Whether Redis can be reached", here.notifier.reaches_redis())
    gauge("pbem_workers", "Workers that listen to the queue", workers)
    gauge("pbem_delivery_workers", "Workers that listen to the delivery queue", here.notifier.delivery_workers())
    gauge("pbem_robot_workers", "Workers that listen to the queue of robots", here.notifier.robot_workers())
    for field, (name, what) in METRICS.items():
        gauge(name, what, None if found is None else getattr(found, field))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _rounded(found: Figures) -> dict[str, float | None]:
    return {
        name: round(value, 1) if isinstance(value, float) else value
        for name, value in msgspec.structs.asdict(found).items()
    }
