"""Requests spread over processes: answers in input order, memory flat, and no request able to stop the others.

A pool of the standard library breaks as a whole when one of its processes dies, so the processes are kept here: each
has a pipe and answers portions of lines; the lines of a portion that a process died on, or sat on too long, are tried
again one by one.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from multiprocessing.connection import Connection, wait

import msgspec

from pbem.batch.request import answer_line, failure, ident_of
from pbem.logs import configure

# Lines handed to a process at once, and how many such portions a process may be ahead of the slowest.
PORTION = 32
LOOK_AHEAD = 8
SECONDS_A_REQUEST = 60.0

# Neither a copy of this process's threads and memory (fork) nor a new interpreter for each (spawn).
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([__name__])


def adjudicate_lines(
    lines: Iterable[bytes], jobs: int = 1, *, promptly: bool = False, seconds: float = SECONDS_A_REQUEST
) -> Iterator[bytes]:
    """The answers to request lines, in their order, worked out by `jobs` processes.

    A request that takes longer than `seconds`, or that its process dies on, is answered with an error. (A portion of
    requests that together take longer is begun anew, one by one: nothing is printed twice.) With
    `promptly` no line is asked for while an answer is due, so that a program can talk with us line by line; that is
    slower, since a process then waits for each line.
    """
    # The server of processes is a new interpreter, which would import what lies about in the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    crew = _Crew(jobs, seconds, promptly=promptly)
    try:
        yield from crew.answers(iter(lines))
    finally:
        crew.dismiss()


class _Worker:
    """One process, the portion of numbered lines that it is answering, and lines that it has to be given one by one."""

    def __init__(self) -> None:
        self.portion: list[tuple[int, bytes]] = []
        self.singly: deque[tuple[int, bytes]] = deque()
        self.since = 0.0
        self._start()

    @property
    def idle(self) -> bool:
        return not self.portion

    def _start(self) -> None:
        self.pipe, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        # The clock of a request must not run while its process is still importing.
        try:
            self.pipe.recv_bytes()
        except EOFError:
            raise OSError("a process to adjudicate with ends as soon as it is started") from None

    def give(self, portion: list[tuple[int, bytes]]) -> None:
        self.portion = portion
        if not portion:
            return
        if not self.process.is_alive():
            # Killed from outside while it had nothing to do, so no line is at fault.
            self.stop()
            self._start()
        self.since = time.monotonic()
        self.pipe.send([line for _, line in portion])

    def take(self) -> list[tuple[int, bytes]]:
        """The answers to the portion with their numbers; where the process has died of it, see `give_up`."""
        try:
            answered = self.pipe.recv()
        except (EOFError, OSError):
            return self.give_up("crashed", "the process that adjudicated this request died of it.")
        numbers = [number for number, _ in self.portion]
        self._next()
        return list(zip(numbers, answered, strict=True))

    def give_up(self, code: str, message: str) -> list[tuple[int, bytes]]:
        """An error for the one line at hand; of several, each is tried alone in a new process to find that at fault."""
        failed = self.portion if len(self.portion) == 1 else []
        if not failed:
            self.singly.extendleft(reversed(self.portion))
        self.stop()
        self._start()
        self._next()
        return [(number, msgspec.json.encode(failure(ident_of(line), code, message))) for number, line in failed]

    def _next(self) -> None:
        self.give([self.singly.popleft()] if self.singly else [])

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Crew:
    """The processes, and the answers that have come too early to be passed on."""

    def __init__(self, jobs: int, seconds: float, *, promptly: bool) -> None:
        self.seconds = seconds
        self.portion = 1 if promptly else PORTION
        self.window = 1 if promptly else jobs * PORTION * LOOK_AHEAD
        self.early: dict[int, bytes] = {}
        self.workers = [_Worker() for _ in range(jobs)]

    def answers(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        numbered = enumerate(lines)
        given = passed_on = 0
        exhausted = False
        while True:
            for worker in self.workers:
                if not exhausted and worker.idle and given - passed_on < self.window:
                    portion = list(islice(numbered, self.portion))
                    worker.give(portion)
                    given += len(portion)
                    exhausted = len(portion) < self.portion
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
                answered = worker.take()
            elif time.monotonic() - worker.since >= self.seconds:
                message = f"adjudicating this request took more than {self.seconds:g} seconds."
                answered = worker.give_up("too_slow", message)
            else:
                continue
            self.early.update(answered)

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.stop()


def _work(pipe: Connection) -> None:
    """What a process does: answer portions of lines until nobody is at the other end."""
    configure()
    pipe.send_bytes(b"ready")
    try:
        while True:
            pipe.send([answer_line(line) for line in pipe.recv()])
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
