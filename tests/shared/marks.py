"""Failpoints as a test sets and watches them: where processes of a server are to die, or to stand still."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

PATIENCE_S = 60


class Marks:
    """The places at which processes are struck, in the form of `pbem.runtime.failpoint`, and who passed them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **places: str | int) -> None:
        self._folder = folder
        folder.mkdir()
        self.places = {place.replace("_", "-"): str(which) for place, which in places.items()}
        wanted = ",".join(f"{place}:{which}" for place, which in self.places.items())
        monkeypatch.setenv("PBEM_FAIL_AT", wanted)
        monkeypatch.setenv("PBEM_FAIL_MARKS", str(folder))

    def passed(self, place: str) -> list[int]:
        """The ids of the processes that passed a place, in order."""
        marks = self._folder / place
        return [int(line) for line in marks.read_text().split()] if marks.exists() else []

    def wait(self, place: str, times: int) -> int:
        """Wait until a place was passed so many times; the process that passed it then."""
        until = time.monotonic() + PATIENCE_S
        while len(self.passed(place)) < times:
            assert time.monotonic() < until, f"{place} was passed {len(self.passed(place))} times"
            time.sleep(0.05)
        return self.passed(place)[times - 1]

    def wait_until_it_stands(self, place: str, times: int) -> int:
        """Wait until the process that passed a place as the n-th stands still; its id."""
        process = self.wait(place, times)
        until = time.monotonic() + PATIENCE_S
        while state_of(process) != "T":
            assert time.monotonic() < until
            time.sleep(0.01)
        return process

    def were_struck(self) -> None:
        """Fail unless each place was passed so often that its process was struck."""
        for place, which in self.places.items():
            last = int(which.partition(":")[0].rpartition("-")[2])
            assert len(self.passed(place)) >= last, f"{place} was not passed often enough to be struck there"


def state_of(process: int) -> str:
    """The state of a process as Linux tells it (proc(5)): T where it was stopped."""
    return _status(process)[0]


def parent_of(process: int) -> int:
    """The id of the parent of a process."""
    return int(_status(process)[1])


def descendants(process: int) -> list[int]:
    """The ids of all children of a process, and of theirs."""
    parents: dict[int, int] = {}
    for each in Path("/proc").glob("[0-9]*"):
        # Others end while one looks at them.
        with suppress(FileNotFoundError, ProcessLookupError):
            parents[int(each.name)] = parent_of(int(each.name))
    found, left = [], [process]
    while left:
        above = left.pop()
        below = [child for child, parent in parents.items() if parent == above]
        found += below
        left += below
    return found


def strike(process: int, signals: list[signal.Signals]) -> None:
    """Send a process signals, one after the other; one that has ended meanwhile does not mind."""
    for each in signals:
        try:
            os.kill(process, each)
        except ProcessLookupError:
            return


def _status(process: int) -> list[str]:
    # The name of the program, in brackets, may hold anything.
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
