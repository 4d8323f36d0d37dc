"""A worker process: the rq worker that listens to one queue.

One queue a process: on several, rq 2.12 pops a job before it notes that it has it, and a worker that dies in between
loses it. Not that a lost job would matter here; but the schedule would need a while to notice.
"""

from __future__ import annotations

import os

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer
from sqlalchemy.orm import configure_mappers

import worker.jobs  # noqa: F401  (imported before the first job, see prepare)
from pbem.config import Settings
from pbem.inbound.quotes import quotation_start
from pbem.reading.reader import is_order
from pbem.reports import html
from pbem.reports.document import Document
from pbem.rulesets import names, presentation
from pbem.store import Store
from worker.work_horse import LastingWorker, ensure_fit

WORKER_TTL_S = 60
MAINTENANCE_S = 30
MONITORING_S = 10


def work(settings: Settings, redis_url: str, queue: str | None = None, *, burst: bool = False) -> None:
    """Run jobs until told to stop, or with `burst` until the queue is empty. Raises UnfitRq."""
    ensure_fit()
    prepare()
    os.environ["PBEM_REDIS_URL"] = redis_url
    connection = Redis.from_url(redis_url)
    listening = LastingWorker(
        [Queue(queue or settings.queue, connection=connection, serializer=JSONSerializer)],
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        maintenance_interval=MAINTENANCE_S,
        job_monitoring_interval=MONITORING_S,
    )
    listening.work(burst=burst, logging_level="WARNING")


def prepare() -> None:
    """Do before the first job what every work horse would do anew: imports, tables, grammars."""
    for name in names():
        ruleset = presentation(name)
        is_order(ruleset, "out of office")
    # Asked in a child of the work horse, which forgets what it has learned.
    quotation_start("out of office")
    html.write(Document("", ()))
    configure_mappers()
    Store("sqlite://").engine.connect().close()
