"""Requests sent through the rq queue to whatever workers listen, on this machine or others.

A job answers some lines at once. Where a job fails, because its worker died or it took too long, its lines are sent
again in two halves, and so on, until only the request at fault is left to be answered with an error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec
from rq import Queue, Worker
from rq.job import Job
from rq.results import Result

from pbem.batch.chunk import Answers, Chunk, refusal, together

JOB = "worker.jobs.answer"
LINES_A_JOB = 128
LEAST_JOBS_AHEAD = 4
JOBS_AHEAD_A_WORKER = 2
JOB_SECONDS = 300
RESULT_SECONDS = 3600
# Between two looks whether the job and a worker are still there; a result itself is seen at once.
POLL_SECONDS = 2
LOOKS_WITHOUT_WORKER = 30


class NobodyListens(Exception):
    """No worker listens to the queue, so that nothing would ever be answered."""


def adjudicate_through_queue(lines: Iterable[bytes], queue: Queue, *, reports: str | None = None) -> Iterator[Answers]:
    """The answers to request lines, in their order; `reports` is the format of reports. Raises NobodyListens.

    `queue` is an rq queue with the JSON serializer; only as many jobs are in it as its workers can soon take.
    """
    workers = _listening(queue)
    if not workers:
        raise NobodyListens(f"no worker listens to the queue {queue.name}")
    source = iter(lines)
    ahead = max(LEAST_JOBS_AHEAD, JOBS_AHEAD_A_WORKER * workers)
    sent: deque[_Errand] = deque()
    try:
        while True:
            while len(sent) < ahead and (chunk := list(islice(source, LINES_A_JOB))):
                sent.append(_Errand(queue, Chunk(chunk, reports)))
            if not sent:
                return
            yield sent[0].answers()
            sent.popleft()
    finally:
        for errand in sent:
            errand.forget()


class _Errand:
    """A chunk on its way through the queue. In JSON its bytes are base64, so that any line comes through as it is."""

    def __init__(self, queue: Queue, chunk: Chunk) -> None:
        self.queue, self.chunk = queue, chunk
        self.job = self._send()

    def _send(self) -> Job:
        return self.queue.enqueue(
            JOB,
            msgspec.to_builtins(self.chunk),
            result_ttl=RESULT_SECONDS,
            failure_ttl=RESULT_SECONDS,
            job_timeout=JOB_SECONDS,
        )

    def answers(self) -> Answers:
        """The answers to the chunk, when they are there."""
        result = self._result()
        self.forget()
        if result.type is Result.Type.SUCCESSFUL:
            return msgspec.convert(result.return_value, Answers)
        lines, reports = self.chunk.lines, self.chunk.reports
        if len(lines) > 1:
            middle = len(lines) // 2
            halves = [_Errand(self.queue, Chunk(half, reports)) for half in (lines[:middle], lines[middle:])]
            return together([half.answers() for half in halves])
        return refusal(lines[0], "crashed", "the worker that adjudicated this request died of it, or took too long.")

    def forget(self) -> None:
        """Delete the job and its results, which rq would keep in Redis for as long as they may live."""
        try:
            self.job.delete()
        except ValueError:
            # Of a job whose worker was lost rq keeps the number of its execution for longer than the execution itself,
            # and then can delete neither.
            self.job.connection.delete(self.job.execution_registry.key)
            self.job.delete()
        Result.delete_all(self.job)

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
                # Redis keeps nothing that matters: what it has lost is sent again.
                self.job = self._send()


def _listening(queue: Queue) -> int:
    return Worker.count(queue=queue)
