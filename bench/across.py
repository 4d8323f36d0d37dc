"""`pbem adjudicate --queue` with workers on two hosts: how fast with 1, 2 and 4 of them, and one long run.

    PYTHONPATH=. python bench/across.py speed [--requests 40000] [--share 0.25]   # as root, for network namespaces
    PYTHONPATH=. python bench/across.py long --minutes 10 [--most 10000000] [--light 4]

`speed` sends the same requests of all rule sets through 1, 2 and 4 workers, half of them on each host, in turn. With
`--share` each worker has so much of a core and no more (cgroups(7), version 1), so that command and Redis, which on
machines of their own would have the cores to themselves, find room on those of this one.
`long` sends as many as fit into the time, kills the command at half of it or of them and takes its file up again, and
looks at the memory of everybody all the while; in the end each request must have its answer, once, in order. With
`--light` there are so many of each rule set for one of each of those whose positions are large.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from games import requests
from rounds import Sheet

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from marks import descendants
from namespaces import Line, two_hosts
from redis import Redis
from rq import Worker
from two_machines import redis_at, workers_there

from pbem.config import Settings
from pbem.ops.serving import environment
from pbem.rulesets import names

ADJUDICATE = (sys.executable, "-c", "from pbem.cli import main; main()", "adjudicate", "--queue")
WORKERS = (1, 2, 4)
ROUNDS = 3
DIFFERENT = 600  # requests of each rule set
LARGE = ("hundred_days", "waterloo_wargame")  # whose requests and answers are 12 to 20 kB; the others' are 1 to 2
WARMING_UP = 5_000  # requests
GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD_US = 20_000
LOOK_EVERY_S = 5.0
START_S = 300
WRITTEN_AT_ONCE = 1 << 20


class Memory(NamedTuple):
    """What everybody had at a moment, in MB: the command, the workers with their work horses, Redis."""

    at: float
    command: float
    workers: float
    redis: float


def main() -> None:
    asked = argparse.ArgumentParser(description="a batch across two hosts")
    asked.add_argument("what", choices=("speed", "long"))
    asked.add_argument("--requests", type=int, default=40_000)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--most", type=int, default=10_000_000)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--share", type=float, help="of a core, for each worker")
    asked.add_argument("--light", type=int, default=1)
    given = asked.parse_args()
    with two_hosts() as line, line.hosts.at_club(), tempfile.TemporaryDirectory(prefix="pbem-across-") as name:
        bodies = _bodies(given.light)
        with redis_at(Path(name) / "redis") as url:
            if given.what == "speed":
                _speed(Sheet(), Path(name), line, url, bodies, given.requests, given.share)
            else:
                with _workers(Path(name), line, url, given.workers) as settings:
                    _long(Sheet(), Path(name), settings, bodies, given.minutes, given.most)


def _bodies(light: int) -> list[bytes]:
    """Requests of all rule sets in turn, with `light` of each for one of the large, without their numbers."""
    known = {ruleset: requests(ruleset) for ruleset in names()}
    row = [ruleset for ruleset in known for _ in range(1 if ruleset in LARGE else light)]
    return [next(known[ruleset]).partition(b", ")[2] for _ in range(DIFFERENT) for ruleset in row]


def _numbered(bodies: list[bytes]) -> Iterator[bytes]:
    """Requests without end, each with a number of its own."""
    return (b'{"id": %d, %s\n' % (number, bodies[number % len(bodies)]) for number in count())


@contextmanager
def _workers(folder: Path, line: Line, url: str, number: int, share: float | None = None) -> Iterator[Settings]:
    """So many workers, every second of them on the other host, that listen; each with its share of a core."""
    there = number // 2
    settings = Settings(data_dir=folder / f"data-{number}", redis_url=url, seed_key="bench", queue=f"batch-{number}")
    with ExitStack() as stack:
        stack.enter_context(workers_there(line, settings, there))
        stack.enter_context(workers_there(line, settings, number - there, here=True))
        with Redis.from_url(url) as redis:
            until = time.monotonic() + START_S
            while len(found := _listening(redis, settings.queue)) < number:
                assert time.monotonic() < until, "the workers do not listen"
                time.sleep(0.2)
        for process in found if share is not None else ():
            stack.enter_context(_bounded(process, share))
        yield settings


def _listening(redis: Redis, queue: str) -> list[int]:
    """The process of each worker that listens to a queue."""
    return [each.pid for each in Worker.all(connection=redis) if each.pid and queue in each.queue_names()]


@contextmanager
def _bounded(process: int, share: float) -> Iterator[None]:
    """A worker and the work horses that it forks have this share of a core between them."""
    group = GROUPS / f"pbem-worker-{process}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(int(PERIOD_US * share)))
        (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        for left in (group / "cgroup.procs").read_text().split():
            (GROUPS / "cgroup.procs").write_text(left)
        group.rmdir()


# --- Speed --------------------------------------------------------------------------------------------------------


def _speed(
    sheet: Sheet, folder: Path, line: Line, url: str, bodies: list[bytes], number: int, share: float | None
) -> None:
    first, path = _written(folder / "first.jsonl", bodies, WARMING_UP), _written(folder / "all.jsonl", bodies, number)
    rates: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    for _ in range(ROUNDS):
        for workers in WORKERS:
            with _workers(folder, line, url, workers, share) as settings:
                _run(settings, first)  # what is worked out once is worked out now
                begun = time.perf_counter()
                _run(settings, path)
                rates[workers].append(number / (time.perf_counter() - begun))
    alone = median(rates[1])
    rows = [
        [str(workers), f"{median(found):,.0f}", f"{min(found):,.0f}-{max(found):,.0f}", f"{median(found) / alone:.2f}"]
        for workers, found in rates.items()
    ]
    bound = "" if share is None else f", each worker with {share:g} of a core"
    title = f"{number:,} requests through the queue, two hosts{bound}"
    sheet.table(title, ["workers", "a second", "min-max", "x one"], rows)


def _written(path: Path, bodies: list[bytes], number: int) -> Path:
    with path.open("wb") as file:
        file.writelines(islice(_numbered(bodies), number))
    return path


def _run(settings: Settings, path: Path) -> None:
    with open(os.devnull, "wb") as nothing:
        subprocess.run([*ADJUDICATE, path], stdout=nothing, check=True, env=os.environ | environment(settings))


# --- A long run ---------------------------------------------------------------------------------------------------


class _Run:
    """The command with its requests at its standard input, which a thread writes until it is told to stop."""

    def __init__(self, settings: Settings, answers: Path, bodies: list[bytes], most: int) -> None:
        command = [*ADJUDICATE, "--resume", str(answers)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, env=os.environ | environment(settings), bufsize=WRITTEN_AT_ONCE
        )
        self.sent, self._bodies, self._most = 0, bodies, most
        self._enough = threading.Event()
        self._writer = threading.Thread(target=self._write)
        self._writer.start()

    def _write(self) -> None:
        assert self.process.stdin is not None
        try:
            for line in islice(_numbered(self._bodies), self._most):
                # What was sent the first time is sent again, whatever the time: the file has answers to it.
                if self._enough.is_set() and self.sent >= self._least:
                    break
                self.process.stdin.write(line)
                self.sent += 1
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    _least = 0

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._writer.join()

    def end(self, least: int) -> int:
        """No more requests than these; the exit status."""
        self._least = least
        self._enough.set()
        self._writer.join()
        return self.process.wait()


def _long(sheet: Sheet, folder: Path, settings: Settings, bodies: list[bytes], minutes: float, most: int) -> None:
    answers, seen = folder / "answers.jsonl", list[Memory]()
    begun = time.monotonic()
    first = _Run(settings, answers, bodies, most)
    _look(seen, begun, first, until=begun + 30 * minutes, most=most // 2)
    first.kill()
    with answers.open("rb") as file:
        stood = sum(1 for _ in file)
    second = _Run(settings, answers, bodies, most)
    _look(seen, begun, second, until=begun + 60 * minutes, most=most)
    status = second.end(stood)
    wall = time.monotonic() - begun
    asked = second.sent
    with answers.open("rb") as file:
        found = 0
        for line in file:
            assert line.startswith(b'{"id":%d,' % found), line[:80]
            found += 1
    assert found == asked, f"{asked} requests, {found} answers"
    size = answers.stat().st_size
    title = (
        f"{found:,} requests in {wall:.0f} s ({found / wall:,.0f} a second), {size / 1e9:.1f} GB of answers; "
        f"killed at {stood:,}, exit status {status}"
    )
    told = [seen[len(seen) * share // 8] for share in range(8)] + [seen[-1]]
    rows = [[f"{each.at:.0f}", *(f"{value:.0f}" for value in each[1:])] for each in told]
    sheet.table(title, ["s", "command, MB", "workers, MB", "Redis, MB"], rows)


def _look(seen: list[Memory], begun: float, run: _Run, until: float, most: int) -> None:
    """Look at everybody's memory until then, or until so many were sent."""
    while time.monotonic() < until and run.sent < most and run.process.poll() is None:
        of: dict[str, float] = {"command": _memory(run.process.pid), "worker": 0.0, "valkey": 0.0}
        for process in descendants(os.getpid()):
            name = next((each for each in ("worker", "valkey") if each in _command(process)), None)
            if name is not None and process != run.process.pid:
                of[name] += _memory(process)
        seen.append(Memory(time.monotonic() - begun, *of.values()))
        time.sleep(LOOK_EVERY_S)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def _memory(process: int) -> float:
    """What is a process's own, with its share of what it has in common with others (proc_pid_smaps(5)), in MB."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1000


if __name__ == "__main__":
    main()
