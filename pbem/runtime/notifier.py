"""The notifier: the one place that asks rq for work. The database holds the work; a lost notification costs only time.

Facts that decide this module (rq 2.12, redis-py 8.1): job ids may hold letters, digits, `_` and `-` only; a `unique`
job id stays taken for `result_ttl` seconds after success, hence 0; a repeated request whose first answer was lost
raises DuplicateJobError, which therefore means success; the default client waits seconds on a dead port, hence the
short timeouts and no retries.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import rq.job
import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer
from rq.worker_registration import get_keys

JOB_TIMEOUT_S = 120
FAILURE_TTL_S = 3600
# A notification that no worker has taken for so long is dropped; the schedule has sent another by then.
STALE_AFTER_S = 600
# Where so many jobs wait in a queue, what the schedule finds due waits in the database. Workers that fall behind would
# else be sent the same again after each lease, and those who wait for an answer would wait behind all of it.
MOST_WAITING = 2_000
# A job does itself what follows from it, until it has run so long; then others are to have their turn.
INLINE_WORK_S = 10
# The mark of a mail's first notification.
ARRIVED = "new"
NO_REDIS = "redis://127.0.0.1:1/0"

# The jobs of `worker.jobs` that have queues of their own: sending to a slow mail server, or robots that think for
# seconds, would keep all others waiting, as would a game that is told from beginning to end.
DELIVER_APART = "deliver_apart"
THINK = "think"
APPRAISE = "appraise"
RETELL = "retell"

log = structlog.get_logger(__name__)


def delivery_queue(queue: str) -> str:
    """The name of the queue for mail to a slow mail server, beside the queue for everything else."""
    return f"{queue}-delivery"


def robots_queue(queue: str) -> str:
    """The name of the queue for turns that wait for robots to think, beside the queue for everything else."""
    return f"{queue}-robots"


class Job(NamedTuple):
    """A job of `worker.jobs`: its name, the id of its row, and the mark that tells one occasion from the next."""

    name: str
    ident: int
    mark: str


def _job_id(job: Job) -> str:
    return f"{job.name}-{job.ident}-{job.mark}"


class Notifier:
    """Enqueues jobs of `worker.jobs` by name. Call it after a commit, never inside a transaction."""

    def __init__(self, redis_url: str, queue: str) -> None:
        self._redis = Redis.from_url(
            redis_url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=0.2, socket_timeout=0.5
        )
        self._queue = Queue(queue, connection=self._redis, serializer=JSONSerializer)
        self._delivery = Queue(delivery_queue(queue), connection=self._redis, serializer=JSONSerializer)
        self._robots = Queue(robots_queue(queue), connection=self._redis, serializer=JSONSerializer)
        slow = dict.fromkeys((THINK, APPRAISE, RETELL), self._robots)
        self._apart = {DELIVER_APART: self._delivery, **slow}

    def notify(self, name: str, ident: int, mark: str = "") -> bool:
        """Enqueue `worker.jobs.<name>(ident)`; False where Redis could not be reached. Never raises.

        The same job, id and mark are enqueued once while they wait. `mark` tells one occasion from the next.
        """
        try:
            self._enqueue(Job(name, ident, mark))
        except DuplicateJobError:
            return True
        except RedisError as error:
            log.warning("notification lost", job=name, ident=ident, error=str(error))
            return False
        return True

    def notify_of_backlog(self, jobs: Iterable[Job]) -> None:
        """Enqueue jobs in their order, and no more than leave MOST_WAITING in a queue. Never raises."""
        room: dict[str, int] = {}
        try:
            for job in jobs:
                queue = self._queue_of(job.name)
                if room.setdefault(queue.name, MOST_WAITING - queue.count) <= 0:
                    continue
                with suppress(DuplicateJobError):
                    self._enqueue(job)
                    room[queue.name] -= 1
        except RedisError as error:
            log.warning("notifications lost", error=str(error))

    def withdraw(self, name: str, ident: int, mark: str = "") -> None:
        """Take back what `notify` enqueued, where no worker has taken it: its work is done. Never raises."""
        job = _job_id(Job(name, ident, mark))
        with suppress(RedisError):
            if self._queue_of(name).remove(job):
                self._redis.delete(rq.job.Job.key_for(job))

    def more_inline(self, name: str, most: int) -> list[int]:
        """The ids of jobs of a name that could be done with the one under way: none, where nothing is kept for it."""
        return []

    def _queue_of(self, name: str) -> Queue:
        return self._apart.get(name, self._queue)

    def _enqueue(self, job: Job) -> None:
        self._queue_of(job.name).enqueue(
            f"worker.jobs.{job.name}",
            job.ident,
            job_id=_job_id(job),
            unique=True,
            ttl=STALE_AFTER_S,
            result_ttl=0,
            failure_ttl=FAILURE_TTL_S,
            job_timeout=JOB_TIMEOUT_S,
        )

    def reaches_redis(self) -> bool:
        """Whether Redis can be reached now."""
        try:
            return bool(self._redis.ping())
        except RedisError:
            return False

    def workers(self) -> int | None:
        """How many workers listen to the queue; None where Redis, which knows them, cannot be reached.

        A worker that was killed is counted until its entry expires, two minutes after its last sign of life.
        """
        return self._listeners(self._queue)

    def delivery_workers(self) -> int | None:
        """How many workers listen to the delivery queue; None where Redis cannot be reached."""
        return self._listeners(self._delivery)

    def robot_workers(self) -> int | None:
        """How many workers listen to the queue of the robots; None where Redis cannot be reached."""
        return self._listeners(self._robots)

    def _listeners(self, queue: Queue) -> int | None:
        try:
            keys = get_keys(queue=queue)
            return int(self._redis.exists(*keys)) if keys else 0
        except RedisError:
            return None


class NoNotifier(Notifier):
    """The notifier of a command that knows of no Redis: the schedule finds in the database what is to be done."""

    def __init__(self) -> None:
        super().__init__(NO_REDIS, "none")

    def notify(self, name: str, ident: int, mark: str = "") -> bool:
        """Nobody is told."""
        return False

    def notify_of_backlog(self, jobs: Iterable[Job]) -> None:
        """Nobody is told."""


class InlineNotifier(Notifier):
    """The notifier of a process that does jobs: what a job makes due is kept for that job, as long as it has time.

    A process that dies takes what it has kept with it; the schedule finds the work in the database and enqueues it.
    """

    def __init__(self, redis_url: str, queue: str) -> None:
        super().__init__(redis_url, queue)
        self._kept: deque[Job] = deque()
        self._until = 0.0

    @contextmanager
    def inline_work(self) -> Iterator[None]:
        """The time in which a job does what it makes due; what it has not done in the end is enqueued."""
        self._until = time.monotonic() + INLINE_WORK_S
        try:
            yield
        finally:
            self._until = 0.0
            while self._kept:
                super().notify(*self._kept.popleft())

    def notify(self, name: str, ident: int, mark: str = "") -> bool:
        """Keep the job for `next_inline`, or enqueue it."""
        if name in self._apart or time.monotonic() >= self._until:
            return super().notify(name, ident, mark)
        self._kept.append(Job(name, ident, mark))
        return True

    def more_inline(self, name: str, most: int) -> list[int]:
        """The ids of the jobs of a name that come next, `most` of them at most: those that can be done together."""
        found: list[int] = []
        while self._kept and self._kept[0].name == name and len(found) < most:
            found.append(self._kept.popleft().ident)
        return found

    def next_inline(self, last: str = "") -> Job | None:
        """The next job for the one that is under way, or None where there is none, or no time for it.

        Jobs of the name `last` come after all others.
        """
        if time.monotonic() >= self._until or not self._kept:
            return None
        following = next((job for job in self._kept if job.name != last), self._kept[0])
        self._kept.remove(following)
        return following

    def keep(self, job: Job) -> None:
        """Put back what `next_inline` gave, as the first of what is kept."""
        self._kept.appendleft(job)
