"""An rq worker whose work horse does many jobs.

rq forks a horse for every job, so that a job that crashes costs only itself. What a horse has learned (connections,
prepared statements, templates) dies with it, and learning it again takes several times as long as a turn. Here a horse
lives until it crashes, is killed for taking too long, or has done its share of jobs; then the next is forked.
"""

from __future__ import annotations

import gc
import inspect
import os
from importlib import metadata
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from resource import struct_rusage
from types import FrameType

from rq import Queue, Worker
from rq.exceptions import NoSuchJobError
from rq.executions import Execution
from rq.job import Job
from rq.worker_registration import register

from pbem.runtime.failpoint import failpoint

# What a job leaves behind in memory, if it ever does, is gone after so many.
JOBS_A_HORSE = 500
DONE = b"done"
# rq offers no public way to keep a work horse, so that these of its methods are replaced or called here.
METHODS = {
    "fork_work_horse": ["self", "job", "queue"],
    "wait_for_horse": ["self"],
    "perform_job": ["self", "job", "queue"],
    "setup_work_horse_signals": ["self"],
    "run_maintenance_tasks": ["self"],
    "serialize": ["self"],
    "request_stop": ["self", "signum", "frame"],
    "register_death": ["self"],
}
FIRST_FIT, FIRST_UNFIT = (2, 12), (3,)
INSTALLED = metadata.version("rq")


class UnfitRq(Exception):
    """The rq that is installed is none that this module was written for; a sentence with the versions that fit."""


def ensure_fit(worker: type[Worker] = Worker, version: str = INSTALLED) -> None:
    """Look, before any job is taken, whether rq's worker is made as we need it. Raises UnfitRq."""
    numbers = tuple(int(number) for number in version.split(".")[:2] if number.isdecimal())
    changed = [name for name, expected in METHODS.items() if _parameters(worker, name) != expected]
    if FIRST_FIT <= numbers < FIRST_UNFIT and not changed:
        return
    told = f"; it has other methods {', '.join(changed)}" if changed else ""
    raise UnfitRq(f"rq {version} is installed, and does not fit{told}: this needs rq>=2.12,<3")


def _parameters(worker: type[Worker], name: str) -> list[str] | None:
    method = getattr(worker, name, None)
    return None if method is None else list(inspect.signature(method).parameters)


class LastingWorker(Worker):
    """An rq worker with a horse that lasts. Everything else, heartbeats and time limits included, is rq's."""

    _pipe: Connection | None = None  # to the horse, where there is one
    _horse = 0  # its process id
    _jobs = 0  # those it has done
    stopping = False  # somebody asked this worker to stop
    # Between two tries to reach a Redis that has gone; rq would come to wait a minute.
    max_connection_wait_time = 5.0

    def run_maintenance_tasks(self) -> None:
        """Do rq's, and register again: a Redis that came back empty knows no worker, and monitors ask it for them."""
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        self.connection.hset(self.key, mapping=self.serialize())
        register(self)

    def fork_work_horse(self, job: Job, queue: Queue) -> None:
        """Hand the job to the horse, forking one where there is none."""
        failpoint("job-taken")
        # A horse that has nothing to do says nothing: what can be read is the end of a pipe whose horse has died.
        if self._pipe is not None and self._pipe.poll():
            self._dismiss()
        if self._pipe is None:
            self._fork()
        self._horse_pid = self._horse
        assert self._pipe is not None
        assert self.execution is not None
        self._pipe.send((job.id, queue.name, self.execution.id))

    def wait_for_horse(self) -> tuple[int | None, int | None, struct_rusage | None]:
        """Wait until the horse is done with its job or dead; in the first case as if it had ended well."""
        assert self._pipe is not None
        try:
            self._pipe.recv_bytes()
        except (EOFError, ConnectionResetError):
            died = super().wait_for_horse()
            self._pipe.close()
            self._pipe = None
            return died
        self._jobs += 1
        if self._jobs == JOBS_A_HORSE:
            self._dismiss()
        return self._horse, os.EX_OK, None

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Note that whoever ends now does so because he was told to, and not because Redis has gone."""
        self.stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dismiss_horse(self) -> None:
        """Let the horse end, once it has done the job it is at, where there is one."""
        if self._pipe is not None:
            self._dismiss()

    def _fork(self) -> None:
        self._pipe, theirs = Pipe()
        self._jobs = 0
        # Nothing that stands here now is garbage: looking through it would only copy its pages into the horse.
        gc.freeze()
        self._horse = os.fork()
        if self._horse == 0:
            self._pipe.close()
            self._serve(theirs)
        theirs.close()

    def _dismiss(self) -> None:
        """Let the horse go: it ends when nobody holds the other end of its pipe."""
        assert self._pipe is not None
        self._pipe.close()
        self._pipe = None
        os.waitpid(self._horse, 0)

    def _do(self, job_id: str, queue: str, execution: str) -> None:
        """Do a job, if Redis still knows it: one that has waited for too long may expire while it is handed over."""
        try:
            job = Job.fetch(job_id, connection=self.connection, serializer=self.serializer)
            self.execution = Execution.fetch(execution, job_id, connection=self.connection)
        except (NoSuchJobError, ValueError):
            self.log.warning("job %s has expired", job_id)
            return
        self.perform_job(job, Queue(queue, connection=self.connection, serializer=self.serializer))

    def _serve(self, pipe: Connection) -> None:
        """What a horse does: its jobs, one after the other, until the worker has gone."""
        os.setpgrp()
        self.setup_work_horse_signals()  # type: ignore[no-untyped-call]
        self._is_horse = True
        try:
            while True:
                self._do(*pipe.recv())
                pipe.send_bytes(DONE)
        except (EOFError, BrokenPipeError):  # the worker has gone, before its next job or during this one
            os._exit(os.EX_OK)
        except BaseException:  # whatever it is: only the horse may end of it
            self.log.exception("a work horse ends")
            os._exit(os.EX_SOFTWARE)
