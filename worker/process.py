"""A worker process: the rq worker that listens to one queue.

One queue a process: on several, rq 2.12 pops a job before it notes that it has it, and a worker that dies in between
loses it. Not that a lost job would matter here; but the schedule would need a while to notice.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress

import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer
from sqlalchemy.orm import configure_mappers
from tenacity import Retrying, retry_if_exception_type, wait_exponential

import worker.jobs  # noqa: F401  (imported before the first job, see prepare)
from pbem.config import Settings
from pbem.inbound.quotes import quotation_start
from pbem.reading.reader import is_order
from pbem.reports import html
from pbem.reports.document import Document
from pbem.rulesets import names, presentation
from pbem.runtime.notifier import delivery_queue
from pbem.store import Store
from worker.work_horse import LastingWorker, ensure_fit

WORKER_TTL_S = 60
MAINTENANCE_S = 30
MONITORING_S = 10
LONGEST_PAUSE_S = 5

log = structlog.get_logger(__name__)


def work(settings: Settings, redis_url: str, queue: str | None = None, *, burst: bool = False) -> None:
    """Run jobs until told to stop, or with `burst` until the queue is empty. Raises UnfitRq.

    Redis may go away for as long as it likes. rq waits for it only where it takes a job; elsewhere, or where Redis is
    slow to answer, its worker ends. Then another takes its place in this process, as soon as Redis answers.
    """
    ensure_fit()
    if queue != delivery_queue(settings.queue):
        prepare()
    os.environ["PBEM_REDIS_URL"] = redis_url
    connection = Redis.from_url(redis_url)
    while True:
        _wait_until_it_answers(connection)
        listening = _listening(connection, queue or settings.queue)
        with suppress(RedisError, StopRequested):
            listening.work(burst=burst, logging_level="WARNING")
        # rq leaves its handlers behind, which would stop a worker that works no more.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        listening.dismiss_horse()
        if burst or listening.stopping:
            return
        log.warning("the worker has lost Redis, and goes on as soon as it answers")
        _bury(listening, connection)


def _listening(connection: Redis, queue: str) -> LastingWorker:
    return LastingWorker(
        [Queue(queue, connection=connection, serializer=JSONSerializer)],
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        maintenance_interval=MAINTENANCE_S,
        job_monitoring_interval=MONITORING_S,
    )


def _wait_until_it_answers(connection: Redis) -> None:
    waiting = wait_exponential(multiplier=0.2, max=LONGEST_PAUSE_S)
    for attempt in Retrying(retry=retry_if_exception_type(RedisError), wait=waiting):
        with attempt:
            connection.ping()


def _bury(worker: LastingWorker, connection: Redis) -> None:
    """Do what a worker cannot do that ends because Redis has gone: its thread ends, and nobody counts it as alive."""
    if worker.pubsub_thread is not None:
        worker.pubsub_thread.stop()
    _wait_until_it_answers(connection)
    with suppress(RedisError):
        worker.register_death()  # type: ignore[no-untyped-call]


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
