"""Campaigns that robots play, many at once, in a whole server whose workers are killed: none is lost or stands still.

    PYTHONPATH=. nice python bench/robot_campaigns.py --campaigns 1000 --kill 5

Web, schedule, workers and Redis are processes of their own. Recruits have all seats, two to eight of them (two with
`--scenario ligny`, which is five turns long and not 21), so that nobody is mailed; what is tried is the way from turn
to turn: a turn is thought out, adjudicated and kept by jobs of the queue, and whoever does one of them is killed
(SIGKILL) every few seconds: the work horse, and each tenth time its worker. In the end all campaigns are over, and each
record is verified. Ends with 1 where one is not.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rounds import Sheet
from rq import Worker
from rq.worker import WorkerStatus
from sqlalchemy import event, func, select

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from marks import descendants, strike
from world import World, world_in

from core.contract import Level
from pbem.games import table, turns
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, verify
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier
from pbem.store import Store
from pbem.store.models import Game, RecordEntry

RULESET, WHOLE = "hundred_days", "campaign"
LONGEST_SILENCE_S = 900.0  # without an entry in any record
LOOK_EVERY_S, LOOK_FOR_WORK_EVERY_S = 1.0, 0.05
# A worker that dies sooner than a minute after it began is started again ever later; a horse is followed by another.
WORKER_EACH = 10
BEGUN_TOGETHER, LEFT_IN_PEACE = 20, 20


class Told(NamedTuple):
    """What it came to: how many campaigns were over, with whole records, of how many; who was killed, and why not."""

    campaigns: int
    over: int
    whole: int
    entries: int
    reasons: Counter[str]
    killed: Counter[str]
    seconds: float
    wrong: list[str]

    @property
    def sound(self) -> bool:
        return self.campaigns == self.over == self.whole and not self.wrong


def hold(folder: Path, campaigns: int, kill_every_s: float, seed: int, scenario: str) -> Told:
    """Play so many campaigns to their ends, and verify their records."""
    begun = time.monotonic()
    killed: Counter[str] = Counter()
    # What is not done when a lease is over is rung for again: on a busy machine a short one floods the queue.
    with world_in(folder, workers=1, seed_key=f"campaigns {seed}", lease_seconds=10) as world:
        store = Store(world.settings.database)
        _wait_longer_for_locks(store)
        try:
            with killing(world, kill_every_s, killed) as peace:
                begin(Context(world.settings, store, NoNotifier()), campaigns, scenario)
                until_over(store, peace)
            return told(store, campaigns, killed, begun)
        finally:
            store.close()


def _wait_longer_for_locks(store: Store) -> None:
    """Let this process wait for writers as long as a busy machine may take: the server itself would ask again."""

    @event.listens_for(store.engine, "connect")
    def wait(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * LONGEST_SILENCE_S)}")


def begin(context: Context, campaigns: int, scenario: str) -> None:
    """Open the campaigns, with a robot in each seat; those of the whole campaign have two to eight of them."""
    words = presentation(RULESET)
    for first in range(0, campaigns, BEGUN_TOGETHER):
        with context.store.session() as session:
            for number in range(first, min(campaigns, first + BEGUN_TOGETHER)):
                players = 2 + number % 7 if scenario == WHOLE else 2
                chosen = {"scenario": scenario, "players": str(players)}
                game = table.open_game(session, context, words, chosen)
                for _ in table.free_seats(game):
                    table.seat_robot(session, game, Level.RECRUIT)
                turns.start(session, context, game)


def until_over(store: Store, peace: threading.Event) -> None:
    """Wait until no campaign goes on; an AssertionError where all stand still for too long.

    The last are left in peace: each of their jobs would be killed, and a turn of which four died waits for the host.
    """
    before, until = -1, 0.0
    while True:
        with store.reading() as session:
            left = session.scalar(select(func.count()).select_from(Game).where(Game.state != "over"))
            done = session.scalar(select(func.count()).select_from(RecordEntry)) or 0
        if not left:
            return
        if left <= LEFT_IN_PEACE:
            peace.set()
        if done != before:
            before, until = done, time.monotonic() + LONGEST_SILENCE_S
        assert time.monotonic() < until, f"{left} campaigns stand still"
        time.sleep(LOOK_EVERY_S)


@contextmanager
def killing(world: World, every_s: float, killed: Counter[str]) -> Iterator[threading.Event]:
    """Kill whoever is at work again and again, its worker or, mostly, the work horse of that; with 0 nobody.

    It ends with the event that it gives.
    """
    over = threading.Event()

    def kill() -> None:
        while not over.wait(every_s):
            while not over.wait(LOOK_FOR_WORK_EVERY_S):
                which = "worker" if sum(killed.values()) % WORKER_EACH == WORKER_EACH - 1 else "horse"
                # Whoever kills is not to die of a Redis that does not answer for a while.
                with suppress(RedisError):
                    if killed_one(world, which):
                        killed[which] += 1
                        break

    thread = threading.Thread(target=kill)
    if every_s:
        thread.start()
    try:
        yield over
    finally:
        over.set()
        if every_s:
            thread.join()


def killed_one(world: World, which: str) -> bool:
    """Kill one of those that are at work, a worker or its horse; whether there was one."""
    busy = at_work(world)
    horses = [horse for worker in busy for horse in descendants(worker)]
    if horses:
        strike(busy[0] if which == "worker" else horses[0], [signal.SIGKILL])
    return bool(horses)


def at_work(world: World) -> list[int]:
    """The workers of this server that have a job now."""
    ours = set(descendants(os.getpid()))
    with Redis.from_url(str(world.settings.redis_url)) as redis:
        known = Worker.all(connection=redis)
        return [each.pid for each in known if each.pid in ours and each.get_state() == WorkerStatus.BUSY]


def told(store: Store, campaigns: int, killed: Counter[str], begun: float) -> Told:
    """What became of all campaigns."""
    over = whole = entries = 0
    reasons: Counter[str] = Counter()
    wrong: list[str] = []
    with store.reading() as session:
        for game in session.scalars(select(Game).order_by(Game.id)):
            over += game.state == "over"
            try:
                found = verify(KeptRecord(session, game).file().content.splitlines())
            except Difference as difference:
                wrong.append(f"{game.name}: {difference}")
                continue
            whole += found.complete
            entries += found.turns
            reasons[(found.outcome or {}).get("reason", "none")] += 1
    return Told(campaigns, over, whole, entries, reasons, killed, time.monotonic() - begun, wrong)


def main() -> int:
    """Do what is asked; 1 where something was lost."""
    asked = argparse.ArgumentParser(description="campaigns of robots, with kills")
    asked.add_argument("--campaigns", type=int, default=20)
    asked.add_argument("--kill", type=float, default=5, help="seconds between two deaths; 0: none")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--scenario", choices=(WHOLE, "ligny"), default=WHOLE)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbem-campaigns-") as folder:
        found = hold(Path(folder), given.campaigns, given.kill, given.seed, given.scenario)
    rows = [
        ["campaigns: begun, over, records that hold", f"{found.campaigns}, {found.over}, {found.whole}"],
        ["turns in their records", f"{found.entries:,}"],
        ["ended by", ", ".join(f"{reason} {count}" for reason, count in found.reasons.most_common())],
        ["killed", ", ".join(f"{count} {who}s" for who, count in sorted(found.killed.items())) or "nobody"],
        ["seconds", f"{found.seconds:.0f}"],
        *(["wrong", each] for each in found.wrong),
    ]
    Sheet().table("Campaigns of robots", ["", ""], rows)
    return not found.sound


if __name__ == "__main__":
    sys.exit(main())
