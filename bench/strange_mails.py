"""Mails as they are kept for tests of other programs, through every door: how long each is taken in, and read.

And mails that are made to be slow, the slowest of them. All in one process, the servers of the doors in threads of it.

    PBEM_TEST_CORPUS=mails.tar.gz PYTHONPATH=. python bench/strange_mails.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import structlog
from rounds import Sheet

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from bombs import BOMBS
from corpus import DOORS, corpus, settings_of_doors
from inprocess import Server

from worker.jobs import WORK


def main() -> None:
    """Measure, and show the tables."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    sheet, mails = Sheet(), corpus()
    if mails is None:
        sys.exit("the mails are not here; PBEM_TEST_CORPUS may name them")
    heads = ["", "mails", "taken in, median ms", "longest", "read, median ms", "longest"]
    sheet.table("Mails of others", heads, [_through(door, mails) for door in DOORS])
    slowest = sorted(((_seconds_of(bomb), name) for name, bomb in BOMBS.items()), reverse=True)
    sheet.table("Mails made to be slow, s", ["", "taken in and read"], [[n, f"{s:.2f}"] for s, n in slowest[:5]])


def _through(door: str, mails: list[bytes]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        server = Server(Path(folder), **settings_of_doors())
        with DOORS[door](server) as hand:
            taken = [_timed(lambda raw=raw: hand(raw)) for raw in mails]
        rows = [row.id for row in server.inbox()]
        read = [_timed(lambda row=row: WORK["receive"](server.context, row)) for row in rows]
        server.store.close()
    figures = [f"{1000 * each:.1f}" for each in (median(taken), max(taken), median(read), max(read))]
    return [door, str(len(rows)), *figures]


def _seconds_of(bomb: bytes) -> float:
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        server = Server(Path(folder), **settings_of_doors())
        with DOORS["pipe"](server) as hand:
            taken = _timed(lambda: hand(bomb))
        read = sum(_timed(lambda row=row: WORK["receive"](server.context, row.id)) for row in server.inbox())
        server.store.close()
        return taken + read


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
