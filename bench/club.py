"""A club in a box: players, games and mail from a seed, played against a whole server, and everything counted.

    PYTHONPATH=. nice python bench/club.py day --running 200 --finished 1000 --players 400 --kill 20 --later
    PYTHONPATH=. nice python bench/club.py ticks                 # 20,000 players, 10,000 running, 50,000 finished
    PYTHONPATH=. nice python bench/club.py day --hours 24 --postgresql

`day` fills a club, and plays simulated hours of it (`tests/shared/boxed_club`); it ends with 1 where a mail was lost or
something was done twice. `ticks` measures looks of the schedule. `--folder` keeps the club, and takes one up that is
there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

from rounds import Sheet

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from boxed_club import box, counting, filling, playing
from boxed_club.filling import Scale
from boxed_club.playing import Day
from inprocess import Server
from postgresql import database as postgresql_database
from postgresql import server as postgresql_server
from sqlalchemy import event

from pbem.ops import schedule
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier

LOOKS = 200
LONGEST_QUESTIONS, SHOWN = 6, 400


def main() -> int:
    """Do what is asked; 1 where something was lost or doubled."""
    asked = argparse.ArgumentParser(description="a club in a box")
    asked.add_argument("what", choices=("day", "ticks"))
    asked.add_argument("--players", type=int, default=Scale().players)
    asked.add_argument("--running", type=int, default=Scale().running)
    asked.add_argument("--finished", type=int, default=Scale().finished)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--hours", type=int, default=24, help="simulated")
    asked.add_argument("--begins", type=int, default=0, help="hour of the day, UTC, at which it begins")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--kill", type=float, default=0, help="seconds between two deaths of workers; 0: none")
    asked.add_argument("--later", action="store_true", help="have a fifth of the mails told to come again")
    asked.add_argument("--most", type=int, help="mails an hour at the most")
    asked.add_argument("--postgresql", action="store_true")
    asked.add_argument("--folder", type=Path, help="where the club is, or is made and kept; SQLite")
    given = asked.parse_args()
    scale = Scale(given.players, given.running, given.finished)
    with club(scale, given.folder, postgresql=given.postgresql) as (folder, url, server):
        if given.what == "ticks":
            ticks(Sheet(), server)
            return 0
        server.store.close()
        day = Day(
            hours=given.hours,
            begins=given.begins,
            seed=given.seed,
            workers=given.workers,
            kill_every_s=given.kill,
            later=given.later,
            most=given.most,
        )
        told = playing.play(folder, url, day, say=lambda said: print(said, flush=True))
    return _tell(told)


@contextmanager
def club(scale: Scale, kept: Path | None, *, postgresql: bool) -> Iterator[tuple[Path, str | None, Server]]:
    """A filled club: its folder, the URL of its database where that is PostgreSQL, and a server without processes."""
    with ExitStack() as stack:
        folder = kept or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pbem-club-")))
        url = stack.enter_context(postgresql_database(stack.enter_context(postgresql_server()))) if postgresql else None
        if (folder / "club" / "pbem.sqlite3").exists() and url is None:
            yield folder, None, box.opened(folder / "club")
            return
        folder.mkdir(exist_ok=True)
        server, filled = box.boxed(folder, scale, url)
        print(f"filled in {filled.seconds:.0f} s: {sum(filled.copies.values()):,} copies", flush=True)
        with server.store.reading() as session:
            print(", ".join(f"{count:,} {name}" for name, count in filling.counted(session).items() if count))
        yield folder, url, server


def ticks(sheet: Sheet, server: Server) -> None:
    """Measure looks of the schedule: by the clock, in processor time of this process, and by question."""
    context = Context(server.settings, server.store, NoNotifier())
    walls, processor = [], []
    with _timed(server) as asked:
        for _ in range(LOOKS):
            begun, used = time.perf_counter(), time.process_time()
            schedule.look(context, "bench")
            walls.append(1000 * (time.perf_counter() - begun))
            processor.append(1000 * (time.process_time() - used))
    rows = [
        ["by the clock", f"{median(walls):.1f}", f"{quantiles(walls, n=20)[-1]:.1f}", f"{max(walls):.1f}"],
        ["processor", f"{median(processor):.1f}", f"{quantiles(processor, n=20)[-1]:.1f}", f"{max(processor):.1f}"],
    ]
    name = "SQLite" if server.store.sqlite else "PostgreSQL"
    sheet.table(f"A look of the schedule, {name}", ["ms", "median", "95 of 100", "most"], rows)
    longest = sorted(((median(found), sql) for sql, found in asked.items()), reverse=True)[:LONGEST_QUESTIONS]
    shown = [[" ".join(sql.split())[:SHOWN], f"{found:.1f}"] for found, sql in longest]
    sheet.table("The questions that take longest", ["", "ms, median"], shown)


@contextmanager
def _timed(server: Server) -> Iterator[dict[str, list[float]]]:
    """How many ms each statement took each time."""
    found: dict[str, list[float]] = {}
    begun: list[float] = []

    def before(*_given: object) -> None:
        begun.append(time.perf_counter())

    def after(_connection: object, _cursor: object, sql: str, *_given: object) -> None:
        found.setdefault(sql, []).append(1000 * (time.perf_counter() - begun.pop()))

    event.listen(server.store.engine, "before_cursor_execute", before)
    event.listen(server.store.engine, "after_cursor_execute", after)
    try:
        yield found
    finally:
        event.remove(server.store.engine, "before_cursor_execute", before)
        event.remove(server.store.engine, "after_cursor_execute", after)


def _tell(told: playing.Told) -> int:
    count: counting.Count = told.count
    rows = [[name, str(getattr(count, name))] for name in count._fields]
    rows += [["killed, told to come later", f"{told.killed}, {told.told_later}"], ["seconds", f"{told.seconds:.0f}"]]
    if len(told.waits) > 1:
        of_hundred = quantiles(told.waits, n=100)
        rows.append(["waits: median, p95, p99, s", ", ".join(f"{of_hundred[at]:.2f}" for at in (49, 94, 98))])
    Sheet().table("A day of the club", ["", ""], rows)
    return 1 if count.lost or count.unsent or count.doubled or count.unanswered else 0


if __name__ == "__main__":
    sys.exit(main())
