"""What a machine carries: turns by mail at full load and below it, what each costs, and how long mails wait.

    PYTHONPATH=. python bench/capacity.py --workers 1 --mails 200 [--postgresql [--hosts 2]] [--strace] [--loads]
    PYTHONPATH=. python bench/capacity.py --workers 2 --deadlines 1000 [--postgresql]

A filled club (`tests/shared/boxed_club`) on a whole server, disk and SMTP real. First all orders are posted at once, so
that the workers are never idle: turns a minute, and the processor time that web, workers, schedule, Redis and the
database have taken for each. With `--loads` fresh orders then come evenly, at shares of that rate: how long each waits.
With `--strace` the calls that wait for the disk are counted, in a run of its own, since counting slows down.
With `--deadlines` so many deadlines fall together, and meanwhile a mail comes every two seconds: how long it waits.

With `--hosts 2` every second worker is on another host, a network namespace, and reaches PostgreSQL, Redis and SMTP
over a line (as root).
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from rounds import Sheet

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from boxed_club import box, mails, playing
from boxed_club.filling import Scale
from boxed_club.mails import Letter
from boxed_club.playing import Played
from marks import descendants, parent_of
from namespaces import CLUB, two_hosts
from postgresql import cluster
from postgresql import database as postgresql_database
from sqlalchemy import func, select, update

from pbem.store.database import now
from pbem.store.models import Game, Outbox, Seat, Sitting, Turn

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
LOADS = (0.25, 0.5, 0.8)
# Who a process is, by its command line.
PARTS = {
    "web": "gunicorn",
    "door": " pbem lmtp",
    "schedule": " pbem schedule",
    "workers": " worker",
    "Redis": "valkey|redis",
    "PostgreSQL": "postgres",
}
MAIL_EVERY_S = 2.0
_WITH_DEADLINES = (
    select(Turn.game_id)
    .join(Game)
    .where(Turn.state == "open", Turn.deadline.is_not(None), Game.state == "running", Game.mustered.is_(None))
    .where(Game.id.not_in(select(Sitting.game_id)))
    .order_by(Game.id)
)
# Whose descendants the parts are; PostgreSQL lets go of whoever has started it.
ROOTS = [os.getpid()]
_SYNC = re.compile(r"^\s*\S+\s+\S+\s+\S+\s+(\d+).*\b(fsync|fdatasync)$", re.M)


class Used(NamedTuple):
    """What processes have used: seconds of processor, and bytes written to the disk."""

    seconds: float
    written: int


class Burst(NamedTuple):
    """Orders that came all at once: how many turns and reports they made, and what those took."""

    turns: int
    reports: int
    wall_s: float
    used: dict[str, Used]
    waits: list[float]
    memory_mb: dict[str, float]
    syncs: int | None


def main() -> None:
    asked = argparse.ArgumentParser(description="what a machine carries")
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--mails", type=int, default=200)
    asked.add_argument("--running", type=int, default=2_000)
    asked.add_argument("--finished", type=int, default=2_000)
    asked.add_argument("--templates", type=Path, help="a folder in which templates are kept")
    asked.add_argument("--postgresql", action="store_true")
    asked.add_argument("--strace", action="store_true")
    asked.add_argument("--loads", action="store_true", help="measure waits below full load too")
    asked.add_argument("--rulesets", default="", help="of games of these alone, with commas between")
    asked.add_argument("--deadlines", type=int, default=0, help="let so many deadlines fall together")
    asked.add_argument("--hosts", type=int, choices=(1, 2), default=1)
    given = asked.parse_args()
    if given.hosts == 2 and not given.postgresql:
        asked.error("two hosts need --postgresql")
    sheet = Sheet()
    with _served(given) as played:
        if given.deadlines:
            _tell_of_deadlines(sheet, played, given.deadlines, given.workers)
            return
        mix = tuple(filter(None, given.rulesets.split(",")))
        burst = _burst(played, _letters(played, 1, given.mails, mix), strace=given.strace)
        hosts = ", two hosts" if given.hosts == 2 else ""
        _tell(sheet, burst, f"{given.workers} workers, {'PostgreSQL' if given.postgresql else 'SQLite'}{hosts}")
        if given.loads:
            rate = burst.turns / burst.wall_s
            rows = [_row_of_load(played, share, rate, given.mails, seed) for seed, share in enumerate(LOADS, 2)]
            sheet.table("Waits from mail to answer, s", ["load", "mails", "median", "p95", "p99"], rows)


@contextmanager
def _served(given: argparse.Namespace) -> Iterator[Played]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pbem-capacity-")))
        url, line = None, None
        if given.hosts == 2:
            line = stack.enter_context(two_hosts())
            stack.enter_context(line.hosts.at_club())
        if given.postgresql:
            started = stack.enter_context(cluster(durable=True, host=CLUB if line else ""))
            url = stack.enter_context(postgresql_database(started.url))
            ROOTS.append(int((started.folder / "cluster" / "postmaster.pid").read_text().split()[0]))
        if given.templates is not None:
            (folder / "templates").symlink_to(given.templates.resolve())
        scale = Scale(2 * given.running, given.running, given.finished)
        server, _ = box.boxed(folder, scale, url)
        server.store.close()
        usual = {"workers": given.workers, "schedule_seconds": 5, "lease_seconds": 60}
        played = stack.enter_context(playing.served(folder, url, line=line, **usual))
        played.until_quiet()
        yield played


# --- Full load ----------------------------------------------------------------------------------------------------


def _burst(played: Played, letters: Sequence[Letter], *, strace: bool) -> Burst:
    """Post these orders at once, for a game each, and wait until all that follows is done."""
    before, highest = _used(), _highest(played)
    with _counting_syncs(wanted=strace) as syncs:
        begun = time.monotonic()
        played.post(letters)
        played.until_quiet()
        wall = time.monotonic() - begun
    after = _used()
    with played.store.reading() as session:
        reports = session.scalar(select(func.count()).where(Outbox.id > highest)) or 0
    return Burst(
        turns=len(letters),
        reports=reports,
        wall_s=wall,
        used={part: _difference(after[part], before.get(part)) for part in after},
        waits=played.waits(letters),
        memory_mb=_memory(),
        syncs=syncs[0] if syncs else None,
    )


def _letters(
    played: Played, seed: int, count: int, rulesets: Collection[str] = (), but: Collection[int] = ()
) -> list[Letter]:
    with played.store.reading() as session:
        found = mails.burst(session, played.world.settings, seed, count, rulesets, but)
    return [each._replace(again=0) for each in found]


def _highest(played: Played) -> int:
    with played.store.reading() as session:
        return session.scalar(select(func.max(Outbox.id))) or 0


def _difference(after: Used, before: Used | None) -> Used:
    return after if before is None else Used(after.seconds - before.seconds, after.written - before.written)


def _used() -> dict[str, Used]:
    """What the parts of the server have used so far, with their children that have ended."""
    found: dict[str, Used] = {}
    for process in _processes():
        part = _part(process)
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            told = Path(f"/proc/{process}/io").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        seconds = sum(map(int, fields[11:15])) * TICK_S
        written = int(re.search(r"^write_bytes: (\d+)", told, re.M)[1])  # type: ignore[index]
        so_far = found.get(part, Used(0, 0))
        found[part] = Used(so_far.seconds + seconds, so_far.written + written)
    return found


def _processes() -> list[int]:
    return [*ROOTS[1:], *(each for root in ROOTS for each in descendants(root))]


def _part(process: int) -> str:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        # A work horse that has ended has no command line any more, and is its worker's until that has waited for it.
        if not command:
            return _part(parent_of(process))
    except (FileNotFoundError, ProcessLookupError):
        return "others"
    return next((part for part, pattern in PARTS.items() if re.search(pattern, command)), "others")


def _memory() -> dict[str, float]:
    """The memory that is a part's alone or its share of what it shares (proc_pid_smaps(5)), in MB."""
    found: dict[str, float] = {}
    for process in _processes():
        try:
            told = Path(f"/proc/{process}/smaps_rollup").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        share = re.search(r"^Pss:\s+(\d+)", told, re.M)
        if share:
            found[_part(process)] = found.get(_part(process), 0) + int(share[1]) / 1000
    return found


@contextmanager
def _counting_syncs(*, wanted: bool) -> Iterator[list[int]]:
    """How many calls have waited for the disk meanwhile: fsync and fdatasync, of all parts (strace)."""
    counted: list[int] = []
    if not wanted:
        yield counted
        return
    processes = [each for each in _processes() if _part(each) != "others"]
    attached = [word for each in processes for word in ("-p", str(each))]
    command = ["strace", "-f", "-c", "-e", "trace=fsync,fdatasync", *attached]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracing:
        time.sleep(2)
        yield counted
        tracing.send_signal(signal.SIGINT)
        told = tracing.communicate()[1]
    counted.append(sum(int(count) for count, _ in _SYNC.findall(told)))


# --- Below it -----------------------------------------------------------------------------------------------------


def _row_of_load(played: Played, share: float, rate: float, count: int, seed: int) -> list[str]:
    """Orders that come evenly, at a share of the rate at full load."""
    letters = _letters(played, seed, count)
    begun = time.monotonic()
    for number, letter in enumerate(letters):
        time.sleep(max(0.0, begun + number / (rate * share) - time.monotonic()))
        played.post([letter])
    played.until_quiet()
    waits = played.waits(letters)
    return [f"{share:.0%}", str(len(letters)), *_of_hundred(waits)]


def _of_hundred(waits: Sequence[float]) -> list[str]:
    found = quantiles(waits, n=100)
    return [f"{found[at]:.2f}" for at in (49, 94, 98)]


# --- Deadlines that fall together ---------------------------------------------------------------------------------


def _tell_of_deadlines(sheet: Sheet, played: Played, count: int, workers: int) -> None:
    """So many deadlines are past at once, and a mail comes every few seconds as long as they are worked off."""
    with played.store.session() as session:
        games = list(session.scalars(_WITH_DEADLINES.limit(count)))
        assert len(games) == count, f"only {len(games)} games have a deadline"
    new = _letters(played, 7, count, but=games)
    with played.store.session() as session:
        past = now(session) - timedelta(minutes=1)
        session.execute(update(Turn).where(Turn.game_id.in_(games), Turn.state == "open").values(deadline=past))
        session.execute(update(Seat).where(Seat.game_id.in_(games), Seat.due_at.is_not(None)).values(due_at=past))
    begun, sent, letters = time.monotonic(), 0, list[Letter]()
    while (left := _past_deadline(played, games)) and sent < len(new):
        played.post([new[sent]])
        letters.append(new[sent])
        sent += 1
        time.sleep(MAIL_EVERY_S)
    wall = time.monotonic() - begun
    played.until_quiet()
    assert left == 0, "there were too few games to write to"
    title = f"{count} deadlines at once, {workers} workers: worked off in {wall:.0f} s; {len(letters)} mails meanwhile"
    waits = played.waits(letters)
    sheet.table(title, ["waits, s", "median", "p95", "p99", "most"], [["", *_of_hundred(waits), f"{waits[-1]:.2f}"]])


def _past_deadline(played: Played, games: Sequence[int]) -> int:
    """How many of these games are not carried out yet."""
    with played.store.reading() as session:
        past = Turn.deadline < now(session)
        asked = select(func.count()).where(Turn.game_id.in_(games), Turn.state.in_(("open", "frozen")), past)
        return session.scalar(asked) or 0


def _tell(sheet: Sheet, burst: Burst, title: str) -> None:
    ms = {part: 1000 * used.seconds / burst.turns for part, used in burst.used.items()}
    kb = {part: used.written / burst.turns / 1000 for part, used in burst.used.items()}
    rows = [
        [part, f"{ms[part]:.1f}", f"{kb[part]:.0f}", f"{burst.memory_mb.get(part, 0):.0f}"]
        for part in (*PARTS, "others")
        if part in ms
    ]
    served = [part for part in ms if part != "others"]
    total = sum(ms[part] for part in served)
    rows.append(["all parts", f"{total:.1f}", f"{sum(kb[part] for part in served):.0f}", ""])
    heads = ["", "ms of processor a turn", "kB written a turn", "MB of memory"]
    sheet.table(f"{burst.turns} orders at once: {title}", heads, rows)
    busy = 1000 * burst.wall_s / burst.turns
    sheet.table(
        "The whole",
        [
            "turns a minute",
            "mails out a minute",
            "ms a turn, by the clock",
            "syncs a turn",
            "waits: median, p95, p99, s",
        ],
        [
            [
                f"{60 * burst.turns / burst.wall_s:.0f}",
                f"{60 * burst.reports / burst.wall_s:.0f}",
                f"{busy:.0f}",
                "" if burst.syncs is None else f"{burst.syncs / burst.turns:.1f}",
                ", ".join(_of_hundred(burst.waits)),
            ]
        ],
    )


if __name__ == "__main__":
    main()
