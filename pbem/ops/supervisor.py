"""Child processes that live no longer than their parent, and a supervisor that starts them again when they die."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import structlog

PR_SET_PDEATHSIG = 1
STOP_TIMEOUT_S = 10
LOOK_EVERY_S = 0.5
# A child that dies at once is not started again in a tight circle.
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
HEALTHY_AFTER_S = 60.0

log = structlog.get_logger(__name__)


def die_with_parent() -> None:
    """Ask Linux to terminate this process when its parent dies, however the parent dies. Elsewhere: nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Program(msgspec.Struct, frozen=True):
    """A child to keep running: its name in the log and its command."""

    name: str
    command: tuple[str, ...]


class _Child:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.start_at = 0.0
        self.pause = FIRST_PAUSE_S


class Supervisor:
    """Keeps programs running, in a folder, until it is told to stop."""

    def __init__(
        self,
        programs: Sequence[Program],
        environment: Mapping[str, str],
        folder: Path,
        companions: Sequence[Callable[[], None]] = (),
    ) -> None:
        self._companions = companions
        self._folder = folder
        self._children = [_Child(program) for program in programs]
        self._environment = {**os.environ, **environment}

    def start(self) -> None:
        """Start all programs."""
        for child in self._children:
            self._spawn(child)

    def pids(self) -> dict[str, int]:
        """The process ids of the programs that run now, by name."""
        running = {child.program.name: child.process for child in self._children}
        return {name: process.pid for name, process in running.items() if process and process.poll() is None}

    def watch(self, stop: threading.Event) -> None:
        """Start dead programs again, and look after the companions, until `stop` is set."""
        while not stop.wait(LOOK_EVERY_S):
            for look_after in self._companions:
                look_after()
            for child in self._children:
                self._look_after(child)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch beside whatever else this process does, as long as this lasts."""
        stop = threading.Event()
        watching = threading.Thread(target=self.watch, args=(stop,))
        watching.start()
        try:
            yield
        finally:
            stop.set()
            watching.join()

    def stop(self) -> None:
        """Ask all programs to end, and make them."""
        running = [child.process for child in self._children if child.process and child.process.poll() is None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for process in running:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _look_after(self, child: _Child) -> None:
        moment = time.monotonic()
        if child.process is not None and child.process.poll() is not None:
            if moment - child.started > HEALTHY_AFTER_S:
                child.pause = FIRST_PAUSE_S
            log.warning("child died", program=child.program.name, status=child.process.returncode)
            child.process, child.start_at = None, moment + child.pause
            child.pause = min(child.pause * 2, LONGEST_PAUSE_S)
        if child.process is None and moment >= child.start_at:
            self._spawn(child)

    def _spawn(self, child: _Child) -> None:
        child.started = time.monotonic()
        child.process = subprocess.Popen(
            child.program.command,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )
