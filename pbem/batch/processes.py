"""Requests spread over processes: answers in input order, memory flat, and no request able to stop the others.

A pool of the standard library breaks as a whole when one of its processes dies, so the processes are kept here: each
has a pipe and answers chunks of lines; the lines of a chunk that a process died on, or sat on too long, are tried
again one by one.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait

import msgspec

from pbem.batch.chunk import Answers, Chunk, refusal, together

# What is handed to a process at once: as many bytes as are soon sent, since both ends wait meanwhile, and as many lines
# as are soon tried one by one. And how many such chunks a process may be ahead of the slowest.
CHUNK_BYTES = 1 << 17
CHUNK_LINES = 512
LOOK_AHEAD = 4
SECONDS_A_REQUEST = 60.0
READY = b"ready"
# Values made since the last search for rings of them, from which on another is due; ours form none in all but errors.
RINGS_SOUGHT_AFTER = 100_000

# Neither a copy of this process's threads and memory (fork) nor a new interpreter for each (spawn).
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["pbem.batch.answering"])


def adjudicate_lines(
    lines: Iterable[bytes],
    jobs: int = 1,
    *,
    reports: str | None = None,
    promptly: bool = False,
    seconds: float = SECONDS_A_REQUEST,
) -> Iterator[Answers]:
    """The answers to request lines, in their order, worked out by `jobs` processes; `reports` is the format of reports.

    A request that takes longer than `seconds`, or that its process dies on, is answered with an error. (A chunk of
    requests that together take longer is begun anew, one by one: nothing is printed twice.) With
    `promptly` no line is asked for while an answer is due, so that a program can talk with us line by line; that is
    slower, since a process then waits for each line.
    """
    # The server of processes is a new interpreter, which would import what lies about in the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    crew = _Crew(jobs, seconds, reports=reports, promptly=promptly)
    try:
        yield from crew.answers(iter(lines))
    finally:
        crew.dismiss()


class _Worker:
    """One process, and the chunk that it is answering: what is left of it in pieces, the first of them in hand."""

    def __init__(self, *, reports: str | None) -> None:
        self.reports = reports
        self.number = 0
        self.left: deque[list[bytes]] = deque()
        self.done: list[Answers] = []
        self.since = 0.0
        self._start()

    @property
    def idle(self) -> bool:
        return not self.left

    def _start(self) -> None:
        self.pipe, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False

    def _wait_until_ready(self) -> None:
        # The clock of a request must not run while its process is still importing.
        try:
            self.ready = self.ready or self.pipe.recv_bytes() == READY
        except EOFError:
            raise OSError("a process to adjudicate with ends as soon as it is started") from None

    def give(self, number: int, lines: list[bytes]) -> None:
        self.number, self.done = number, []
        self.left = deque([lines])
        self._go_on()

    def _go_on(self) -> None:
        if not self.left:
            return
        if self.ready and not self.process.is_alive():
            # Killed from outside while it had nothing to do, so no line is at fault.
            self.stop()
            self._start()
        self._wait_until_ready()
        self.since = time.monotonic()
        self.pipe.send_bytes(msgspec.msgpack.encode(Chunk(self.left[0], self.reports)))

    def take(self) -> None:
        """The answers to what is in hand; where the process has died of it, see `give_up`."""
        try:
            answers = msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Answers)
        except (EOFError, OSError):
            self.give_up("crashed", "the process that adjudicated this request died of it.")
            return
        self.left.popleft()
        self.done.append(answers)
        self._go_on()

    def give_up(self, code: str, message: str) -> None:
        """An error for the one line in hand; of several, each is tried alone in a new process to find that at fault."""
        lines = self.left.popleft()
        if len(lines) == 1:
            self.done.append(refusal(lines[0], code, message))
        else:
            self.left.extendleft([line] for line in reversed(lines))
        self.stop()
        self._start()
        self._go_on()

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Crew:
    """The processes, and the answers that have come too early to be passed on."""

    def __init__(self, jobs: int, seconds: float, *, reports: str | None, promptly: bool) -> None:
        self.seconds = seconds
        self.most = 1 if promptly else CHUNK_LINES
        self.window = 1 if promptly else jobs * LOOK_AHEAD
        self.early: dict[int, Answers] = {}
        self.workers = [_Worker(reports=reports) for _ in range(jobs)]

    def answers(self, lines: Iterator[bytes]) -> Iterator[Answers]:
        given = passed_on = 0
        exhausted = False
        while True:
            for worker in self.workers:
                if not exhausted and worker.idle and given - passed_on < self.window:
                    chunk = chunk_of(lines, self.most)
                    if chunk:
                        worker.give(given, chunk)
                        given += 1
                    else:
                        exhausted = True
            busy = [worker for worker in self.workers if not worker.idle]
            if not busy:
                return
            self._gather(busy)
            while passed_on in self.early:
                yield self.early.pop(passed_on)
                passed_on += 1

    def _gather(self, busy: list[_Worker]) -> None:
        """Wait until something is answered, or has taken too long."""
        oldest = min(worker.since for worker in busy)
        ready = wait([worker.pipe for worker in busy], timeout=max(0.0, oldest + self.seconds - time.monotonic()))
        for worker in busy:
            if worker.pipe in ready:
                worker.take()
            elif time.monotonic() - worker.since >= self.seconds:
                worker.give_up("too_slow", f"adjudicating this request took more than {self.seconds:g} seconds.")
            if worker.idle:
                self.early[worker.number] = together(worker.done)

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.stop()


def chunk_of(lines: Iterator[bytes], most: int, full: int = CHUNK_BYTES) -> list[bytes]:
    """The next lines, at most so many, up to the one that makes them `full` bytes or more; none at the end."""
    chunk: list[bytes] = []
    size = 0
    while size < full and len(chunk) < most and (line := next(lines, None)) is not None:
        chunk.append(line)
        size += len(line)
    return chunk


def _work(pipe: Connection) -> None:
    """What a process does: answer chunks of lines until nobody is at the other end."""
    from pbem.batch.answering import answered

    # Answers are freed as they are written; to look for rings among them would cost a tenth of the time.
    gc.freeze()
    gc.set_threshold(RINGS_SOUGHT_AFTER)
    pipe.send_bytes(READY)
    try:
        while True:
            chunk = msgspec.msgpack.decode(pipe.recv_bytes(), type=Chunk)
            pipe.send_bytes(msgspec.msgpack.encode(answered(chunk)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
