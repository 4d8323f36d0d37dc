"""Batches: `pbem adjudicate` as a command beside the `diplomacy` package, beside itself, and as the batch grows."""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import msgspec
from games import requests
from rounds import Case, Sheet, measured, repeated

from pbem.batch.answering import answered
from pbem.batch.case import Case as Adjudicated
from pbem.batch.case import adjudicated
from pbem.batch.chunk import Chunk
from pbem.batch.request import read_request

DIPLOMACY_PHASES = 20
GROWTH = (1_000, 10_000, 100_000, 1_000_000)
DIFFERENT = 100_000
RULESET = "waterloo1895"
TIMES_OVER = 3  # how often batches for two jobs hold their file
SECONDS_A_LOOK = 0.05
# The same command that users type, from wherever pbem is installed.
ADJUDICATE = (sys.executable, "-c", "from pbem.cli import main; main()", "adjudicate")


def compare(sheet: Sheet, rulesets: list[str], seconds: float, most: int) -> None:
    """Measure, and put tables on the sheet; batches of up to `most` requests."""
    batch = int(seconds * 20_000)  # enough that starting up does not hide the rest
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        folder = Path(name)
        files = {ruleset: _written(folder, ruleset, batch) for ruleset in rulesets}
        cases = [
            *(Case(f"{ruleset}, pbem adjudicate", _command(files[ruleset], batch)) for ruleset in rulesets),
            *(Case(f"{ruleset}, calls from Python", repeated(_calls(ruleset))) for ruleset in rulesets),
            Case("diplomacy, phases processed", _diplomacy(listing=False)),
            Case("diplomacy, with its orders drawn", _diplomacy(listing=True)),
        ]
        peers = [case.name for case in cases if case.name.startswith("diplomacy")]
        sheet.rates("Adjudications on one core", "a second", measured(cases, seconds), peers)
        _parts(sheet, rulesets, seconds)
        _two_jobs(sheet, files, batch)
        _growth(sheet, folder, most)


def _written(folder: Path, ruleset: str, count: int) -> Path:
    path = folder / f"{ruleset}-{count}.jsonl"
    with path.open("wb") as file:
        file.writelines(line + b"\n" for line in islice(requests(ruleset), count))
    return path


# --- One core -----------------------------------------------------------------------------------------------------


def _command(path: Path, batch: int) -> Callable[[float], tuple[float, float]]:
    """The whole command, its start included, on a batch that takes about as long as a round."""

    def run(_seconds: float) -> tuple[float, float]:
        begun = time.perf_counter()
        subprocess.run([*ADJUDICATE, path], stdout=subprocess.DEVNULL, check=True)
        return batch, time.perf_counter() - begun

    return run


def _calls(ruleset: str) -> Callable[[int], float]:
    """The same request by request, as a program that holds positions would do it: no JSON at all."""
    cases = [adjudicated(read_request(line)) for line in islice(requests(ruleset), 500)]

    def once(number: int) -> float:
        case = cases[number % len(cases)]
        case.presentation.rules.adjudicate(case.before, case.orders, type(case.dice)(b"%d" % number))
        return 1

    return once


def _diplomacy(*, listing: bool) -> Callable[[float], tuple[float, float]]:
    """The first phases of games with random orders; with `listing` the time it takes to draw them counts too."""
    import diplomacy

    chance = random.Random(1815)

    def run(seconds: float) -> tuple[float, float]:
        game, phases, spent = diplomacy.Game(), 0, 0.0
        while spent < seconds:
            if game.is_game_done or phases % DIPLOMACY_PHASES == 0:
                game = diplomacy.Game()
            begun = time.perf_counter()
            possible = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])
            drawn = time.perf_counter()
            game.process()
            spent += time.perf_counter() - (begun if listing else drawn)
            phases += 1
        return phases, spent

    return run


# --- Where the time of a request goes -----------------------------------------------------------------------------


def _parts(sheet: Sheet, rulesets: list[str], seconds: float) -> None:
    rows = []
    for ruleset in rulesets:
        lines = list(islice(requests(ruleset), 500))
        whole = _microseconds(_answer, lines, seconds / 4)
        shaped = _microseconds(read_request, lines, seconds / 4)
        cases = [adjudicated(read_request(line)) for line in lines]
        decoded = _microseconds(_decode, cases, seconds / 4)
        answers = [_answer(line) for line in lines]
        written = _microseconds(lambda line: msgspec.json.encode(msgspec.json.decode(line)), answers, seconds / 4)
        size = f"{statistics.mean(map(len, lines)):,.0f} / {statistics.mean(map(len, answers)):,.0f}"
        rows.append([ruleset, size, *(f"{each:.1f}" for each in (whole, shaped, decoded, written))])
    heads = ["", "bytes in / out", "whole", "JSON to request", "position read", "answer's JSON, both ways"]
    sheet.table("Microseconds of a request, in one process", heads, rows)


def _answer(line: bytes) -> bytes:
    return answered(Chunk([line])).text


def _decode(case: Adjudicated) -> object:
    rules = case.presentation.rules
    return rules.decode(case.request.position, rules.settle(case.request.options))


def _microseconds(work: Callable[..., object], each: list[object] | list[bytes], seconds: float) -> float:
    for one in each:
        work(one)
    rounds, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + seconds:
        for one in each:
            work(one)
        rounds += 1
    return (time.perf_counter() - begun) / rounds / len(each) * 1e6


# --- Two processes, and growth ------------------------------------------------------------------------------------


def _two_jobs(sheet: Sheet, files: dict[str, Path], batch: int) -> None:
    """One process and two on two cores, in turn; the batches are longer, so that starting up does not hide the rest."""
    size = TIMES_OVER * batch
    every = os.sched_getaffinity(0) | set(range(os.cpu_count() or 1))
    rows = []
    for ruleset, path in files.items():
        spent: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(3):
            for jobs in spent:
                begun = time.perf_counter()
                subprocess.run(
                    [*ADJUDICATE, "--jobs", str(jobs), *[path] * TIMES_OVER],
                    stdout=subprocess.DEVNULL,
                    check=True,
                    preexec_fn=lambda: os.sched_setaffinity(0, every),
                )
                spent[jobs].append(time.perf_counter() - begun)
        one, two = (statistics.median(spent[jobs]) for jobs in (1, 2))
        rows.append([ruleset, f"{size / one:,.0f}", f"{size / two:,.0f}", f"{one / two:.2f}"])
    sheet.table(f"Batches of {size:,} with one job and with two", ["", "one, a second", "two, a second", "ratio"], rows)


def _growth(sheet: Sheet, folder: Path, most: int) -> None:
    rows = []
    different = _written(folder, RULESET, min(most, DIFFERENT)).read_bytes().splitlines(keepends=True)
    for count in (count for count in GROWTH if count <= most):
        path = folder / "growing.jsonl"
        with path.open("wb") as file:
            # The largest batches hold the same requests several times over: making them takes longer than answering.
            file.writelines(islice(cycle(different), count))
        spent, memory = _watched([*ADJUDICATE, path])
        rows.append([f"{count:,}", f"{spent:.1f}", f"{count / spent:,.0f}", f"{memory / 2**20:.0f}"])
    heads = ["requests", "seconds", "a second", "most memory at once, all processes, MB"]
    sheet.table(f"{RULESET}: growth of a batch", heads, rows)


def _watched(command: list[str | Path]) -> tuple[float, int]:
    """The seconds that a command takes, and the most bytes that it and its processes held at once, looked at often."""
    begun, most = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as running:
        while running.poll() is None:
            most = max(most, _memory_of_session(running.pid))
            time.sleep(SECONDS_A_LOOK)
    return time.perf_counter() - begun, most


def _memory_of_session(session: int) -> int:
    """What the processes of a session hold, in bytes; pages that several share count in shares (PSS)."""
    held = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) == session:
                rollup = (process / "smaps_rollup").read_text()
                held += 1024 * int(re.search(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)[1])
        except OSError:
            continue  # it has just ended
    return held
