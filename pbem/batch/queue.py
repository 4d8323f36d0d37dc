"""Requests sent through the rq queue to whatever workers listen, on this machine or others.

A job answers a portion of them (`portions`). Where a job fails, because its worker died or it took too long, its lines
are sent again in two halves, and so on, until only the request at fault is left to be answered with an error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from rq import Queue, Worker
from rq.executions import Execution
from rq.job import Job
from rq.results import Result

from pbem.batch import portions
from pbem.batch.chunk import Answers, Chunk, refusal, together
from pbem.batch.processes import SECONDS_A_REQUEST, chunk_of

JOB = "worker.jobs.answer"
# The way of a job through the queue costs as much as some thirty requests. So a portion is many of them, but no more
# than are answered in a tenth of a second, behind which the mail of a player may wait. To write reports takes longer.
PORTION_BYTES = 1 << 21
PORTION_LINES = 1024
PORTION_LINES_WITH_REPORTS = 128
# Beside the one that a worker is at, one that it finds when it is done, and one that waits for those before it.
PORTIONS_AHEAD_A_WORKER = 3
LEAST_PORTIONS_AHEAD = 4
# A portion may take as long as its slowest request may, and some time for the others.
SECONDS_A_LINE = 0.25
# Between two looks whether the job and a worker are still there; a result itself is seen at once.
POLL_SECONDS = 2
LOOKS_WITHOUT_WORKER = 30
# Redis keeps nothing that matters and may lose a portion; but one that loses the same over and over has no room for it.
TIMES_LOST = 10


class NobodyListens(Exception):
    """No worker listens to the queue, so that nothing would ever be answered."""


class LostAgain(Exception):
    """Redis has lost a portion so often that it is no use to send it again."""


def adjudicate_through_queue(lines: Iterable[bytes], queue: Queue, *, reports: str | None = None) -> Iterator[Answers]:
    """The answers to request lines, in their order; `reports` is the format of reports.

    `queue` is an rq queue with the JSON serializer; only as many jobs are in it as its workers can soon take.
    Raises NobodyListens, LostAgain.
    """
    if not _listening(queue):
        raise NobodyListens(f"no worker listens to the queue {queue.name}")
    source = iter(lines)
    most = PORTION_LINES if reports is None else PORTION_LINES_WITH_REPORTS
    sent: deque[_Errand] = deque()
    try:
        while True:
            # Workers come and go while a long batch runs.
            ahead = max(LEAST_PORTIONS_AHEAD, PORTIONS_AHEAD_A_WORKER * _listening(queue))
            while len(sent) < ahead and (chunk := chunk_of(source, most, PORTION_BYTES)):
                sent.append(_Errand(queue, Chunk(chunk, reports)))
            if not sent:
                return
            answers = sent[0].answers()
            sent.popleft()
            yield answers
    finally:
        for errand in sent:
            errand.forget()


class _Errand:
    """A chunk on its way through the queue."""

    def __init__(self, queue: Queue, chunk: Chunk) -> None:
        self.queue, self.chunk = queue, chunk
        self.times_lost = 0
        self._send()

    def _send(self) -> None:
        self.portion = portions.hand_in(self.queue.connection, self.chunk)
        self.job = self.queue.enqueue(
            JOB,
            self.portion,
            ttl=portions.HELD_SECONDS,
            result_ttl=portions.HELD_SECONDS,
            failure_ttl=portions.HELD_SECONDS,
            job_timeout=int(SECONDS_A_REQUEST + SECONDS_A_LINE * len(self.chunk.lines)),
        )

    def _send_again(self) -> None:
        self.times_lost += 1
        if self.times_lost == TIMES_LOST:
            raise LostAgain(
                f"Redis has lost the same portion of the batch {TIMES_LOST} times; has it too little memory?"
            )
        self.forget()
        self._send()

    def answers(self) -> Answers:
        """The answers to the chunk, when they are there."""
        while self._result().type is Result.Type.SUCCESSFUL:
            told = portions.told(self.queue.connection, self.portion)
            if told is not None:
                self.forget()
                return told
            self._send_again()
        self.forget()
        lines, reports = self.chunk.lines, self.chunk.reports
        if len(lines) > 1:
            middle = len(lines) // 2
            halves = [_Errand(self.queue, Chunk(half, reports)) for half in (lines[:middle], lines[middle:])]
            return together([half.answers() for half in halves])
        return refusal(lines[0], "crashed", "the worker that adjudicated this request died of it, or took too long.")

    def forget(self) -> None:
        """Delete the portion, the job and its results, which would stay in Redis for as long as they may live.

        Not by `Job.delete`, which reads executions first and fails of one that is half there: that of a worker that was
        lost, or one whose heartbeat has come after its end.
        """
        job, queue, redis = self.job, self.queue, self.queue.connection
        portions.drop(redis, self.portion)
        known = job.execution_registry
        begun = [Execution(ident, job.id, redis) for ident in known.get_execution_ids()]
        with redis.pipeline() as pipeline:
            results = Result.get_key(job.id)  # type: ignore[no-untyped-call]
            # By the last rq knows since when a job is neither in the queue nor in work.
            between = queue.intermediate_queue.get_first_seen_key(job.id)
            pipeline.delete(job.key, results, known.key, *(each.key for each in begun), between)
            for waiting in (queue.key, queue.intermediate_queue_key):
                pipeline.lrem(waiting, 0, job.id)
            for ended in (queue.finished_job_registry, queue.failed_job_registry):
                pipeline.zrem(ended.key, job.id)
            for each in begun:
                pipeline.zrem(queue.started_job_registry.key, each.composite_key)
            pipeline.execute()

    def _result(self) -> Result:
        looks = 0
        while True:
            result = self.job.latest_result(timeout=POLL_SECONDS)
            if result is not None:
                return result
            looks = 0 if _listening(self.queue) else looks + 1
            if looks > LOOKS_WITHOUT_WORKER:
                raise NobodyListens(f"no worker listens to the queue {self.queue.name} any more")
            if not Job.exists(self.job.id, connection=self.queue.connection):
                self._send_again()


def _listening(queue: Queue) -> int:
    return Worker.count(queue=queue)
