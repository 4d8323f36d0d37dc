"""Cases measured in turn, round after round, in one process on one core: medians with their spread, and ratios.

Not for asserting anything: a machine has good and bad minutes, so a figure means something only beside another of the
same run.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

ROUNDS = 5


class Case(NamedTuple):
    """Something to measure: `run` does it for about the seconds given, and tells how much it did in how many."""

    name: str
    run: Callable[[float], tuple[float, float]]


class Rate(NamedTuple):
    """How much of a case was done a second, round by round."""

    name: str
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)

    @property
    def spread(self) -> str:
        """The slowest and the fastest round, as shares of the median."""
        return f"{min(self.rounds) / self.median:.2f}-{max(self.rounds) / self.median:.2f}"


def measured(cases: Sequence[Case], seconds: float, rounds: int = ROUNDS) -> dict[str, Rate]:
    """The rates of the cases. They run in turn, so that a bad minute of the machine falls on all alike."""
    found: dict[str, list[float]] = {case.name: [] for case in cases}
    for case in cases:
        case.run(seconds / 10)  # what is worked out once is worked out now
    for _ in range(rounds):
        for case in cases:
            done, spent = case.run(seconds)
            found[case.name].append(done / spent)
    return {name: Rate(name, tuple(rates)) for name, rates in found.items()}


def repeated(once: Callable[[int], float]) -> Callable[[float], tuple[float, float]]:
    """A case's `run` out of what one go of it does; each go is told its number."""
    number = 0

    def run(seconds: float) -> tuple[float, float]:
        nonlocal number
        begun, done = time.perf_counter(), 0.0
        while time.perf_counter() < begun + seconds:
            number += 1
            done += once(number)
        return done, time.perf_counter() - begun

    return run


def on_one_core() -> None:
    """Everything from here on, children too, on the first core that this process may use."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class Sheet:
    """What a run has found: tables for the eye, and the same for `docs/performance.md` and later runs."""

    def __init__(self) -> None:
        self.console = Console(width=110)
        self.tables: list[tuple[str, list[str], list[list[str]]]] = []

    def table(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Keep a table, and show it."""
        self.tables.append((title, list(heads), [list(row) for row in rows]))
        shown = Table(title=title, title_justify="left")
        for index, head in enumerate(heads):
            shown.add_column(head, justify="left" if index == 0 else "right")
        for row in rows:
            shown.add_row(*row)
        self.console.print(shown)

    def rates(self, title: str, unit: str, rates: dict[str, Rate], against: Sequence[str]) -> None:
        """A table of rates, each as a multiple of those `against`."""
        rows = [
            [
                rate.name,
                f"{rate.median:,.0f}",
                rate.spread,
                *("" if rate.name == peer else times(rate.median / rates[peer].median) for peer in against),
            ]
            for rate in rates.values()
        ]
        self.table(title, ["", unit, "min-max", *(f"x {peer}" for peer in against)], rows)

    def write(self, path: Path, packages: Sequence[str]) -> None:
        """The tables as Markdown, under the date, the machine and the versions."""
        lines = [
            f"Measured {datetime.now(UTC):%Y-%m-%d %H:%M} UTC on {machine()}; {', '.join(versions(packages))}.",
            "",
        ]
        for title, heads, rows in self.tables:
            lines += [f"### {title}", "", f"| {' | '.join(heads)} |", f"| --- |{' ---: |' * (len(heads) - 1)}"]
            lines += [f"| {' | '.join(row)} |" for row in rows]
            lines.append("")
        path.write_text("\n".join(lines), encoding="utf-8")


def times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def machine() -> str:
    """The processor, cores and system, without any name of the machine."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.processor(),
    )
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release().partition('-')[0]}, " + (
        f"{platform.python_implementation()} {platform.python_version()}"
    )


def versions(packages: Sequence[str]) -> list[str]:
    """Name and version of each package that is installed."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return found
