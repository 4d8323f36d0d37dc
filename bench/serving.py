"""The serving path: a turn by mail beside rq's own empty job and its floor, and webhooks beside raw fdatasync.

Everything is real: web server, queue, one worker process, schedule, SMTP. The players are strangers who enrol, sit down
and set up by mail; what is measured are the mails after that.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import secrets
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage, Message
from email.utils import make_msgid
from multiprocessing.connection import Connection
from pathlib import Path

from redis import Redis
from rounds import Sheet, times
from rq import Queue, Worker
from rq.serializers import JSONSerializer

# The tests play by mail with a whole server too.
sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from world import World, world_in

from pbem.config import Settings
from pbem.inbound.budget import read_within_budget
from pbem.outbound import smtp
from pbem.store import Store
from pbem.store.database import now
from pbem.store.models import SeenToken
from worker.process import prepare
from worker.work_horse import LastingWorker

GAMES = 12
TURNS = 6
EMPTY_JOBS = 300
FLOORS = 60
WARM_UP = 5
WEBHOOKS = 400
CLIENTS = 8
ROW = 4096
RULESET = "waterloo1895"
ORDERS = "auto"  # costs the player nothing, so that what is measured is the server


def compare(sheet: Sheet) -> None:
    """Measure, and put two tables on the sheet."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder, world_in(Path(folder), workers=1) as world:
        games = [_Game(world, number) for number in range(GAMES)]
        waits = [game.turn() for game in games]
        empty, ours, floor, turns = _in_turn(world, games)
        bare = _without_pictures(games)
        hooks, raw = _webhooks(world)
    sheet.table(
        "One worker process: turns by mail beside rq's empty jobs",
        ["", "a second", "ms each", "x empty job", "x floor"],
        [
            ["rq's own worker, an empty job", f"{empty:,.0f}", f"{1000 / empty:.1f}", "", ""],
            ["our worker, an empty job", f"{ours:,.0f}", f"{1000 / ours:.1f}", times(empty / ours), ""],
            ["the floor of a turn by mail", f"{floor:,.1f}", f"{1000 / floor:.1f}", times(empty / floor), ""],
            [
                "a turn by mail, to all its reports",
                f"{turns:,.1f}",
                f"{1000 / turns:.0f}",
                times(empty / turns),
                times(floor / turns),
            ],
            [
                "the same, for players who want no pictures",
                f"{bare:,.1f}",
                f"{1000 / bare:.0f}",
                times(empty / bare),
                times(floor / bare),
            ],
            ["a turn one at a time, median wait", "", f"{1000 * statistics.median(waits):.0f}", "", ""],
        ],
    )
    sheet.table(
        "Webhooks, each stored durably before it is answered",
        ["", "a second", "share"],
        [
            [f"write and fdatasync of {ROW} bytes", f"{raw:,.0f}", "1"],
            [f"POST /inbound/raw, {CLIENTS} clients", f"{hooks:,.0f}", f"{hooks / raw:.2f}"],
        ],
    )


# --- Turns by mail ------------------------------------------------------------------------------------------------


class _Game:
    """A game between two players at their mailboxes, up to the first throw."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        one, other = self.players = (f"a{number}@players.example", f"b{number}@players.example")
        self._enrol(one, f"NEW {RULESET}")
        while (name := re.search(r"JOIN (\S+)", _text(world.next(one)))) is None:
            pass
        self._enrol(other, f"JOIN {name[1]}")
        for player in self.players:
            world.reply(world.next(player, "post your army"), "place default")
        self.asked = self._next_asked()

    def turn(self) -> float:
        """Play a throw; the seconds from the mail to the last report on it."""
        begun = time.perf_counter()
        self.order()
        self.finish()
        return time.perf_counter() - begun

    def turn_off_pictures(self) -> None:
        for player in self.players:
            self.world.write(player, "PICTURES off")
            self.world.next(player, "map as text")

    def order(self) -> None:
        self.world.reply(self.asked, ORDERS)

    def finish(self) -> None:
        self.asked = self._next_asked()

    def _next_asked(self) -> Message:
        """The report of the player who is asked for a throw, once both have theirs."""
        reports = [self.world.next(player, "throw|turn") for player in self.players]
        return next(report for report in reports if "your throw" in str(report["Subject"]))

    def _enrol(self, player: str, wish: str) -> None:
        self.world.write(player, wish)
        self.world.reply(self.world.next(player, "answer this mail"), "")


def _in_turn(world: World, games: list[_Game]) -> tuple[float, float, float, float]:
    """rq's empty jobs a second, ours, floors, and turns when all games move at once: medians of rounds in turn."""
    empty, ours, floor, turns = [], [], [], []
    for _ in range(TURNS):
        empty.append(_empty_jobs(world, Worker))
        ours.append(_empty_jobs(world, LastingWorker))
        floor.append(_floors(world, games[0].asked))
        turns.append(_turns(games))
    return statistics.median(empty), statistics.median(ours), statistics.median(floor), statistics.median(turns)


def _turns(games: list[_Game]) -> float:
    """Turns a second when all games move at once."""
    begun = time.perf_counter()
    for game in games:
        game.order()
    for game in games:
        game.finish()
    return len(games) / (time.perf_counter() - begun)


def _without_pictures(games: list[_Game]) -> float:
    """The same by players who want no pictures: the median of as many rounds."""
    for game in games:
        game.turn_off_pictures()
    return statistics.median(_turns(games) for _ in range(TURNS))


def _text(mail: Message) -> str:
    return next(
        part.get_payload(decode=True).decode() for part in mail.walk() if part.get_content_type() == "text/plain"
    )


# --- The floor ----------------------------------------------------------------------------------------------------


def _empty_jobs(world: World, worker: type[Worker]) -> float:
    """Empty jobs a second by a worker of this kind in a process of its own, its start not counted."""
    url = str(world.settings.redis_url)
    jobs = Queue(f"empty-{worker.__name__}", Redis.from_url(url), serializer=JSONSerializer)
    done = [jobs.enqueue("time.monotonic", result_ttl=60) for _ in range(EMPTY_JOBS)]
    process = multiprocessing.get_context("spawn").Process(target=_work_off, args=(url, jobs.name, worker))
    process.start()
    process.join()
    first, last = (job.return_value(refresh=True) for job in (done[0], done[-1]))
    return (EMPTY_JOBS - 1) / (last - first)


def _work_off(url: str, queue: str, worker: type[Worker]) -> None:
    connection = Redis.from_url(url)
    jobs = Queue(queue, connection, serializer=JSONSerializer)
    worker([jobs], connection=connection, serializer=JSONSerializer).work(burst=True, logging_level="WARNING")


def _floors(world: World, asked: Message) -> float:
    """What no turn by mail can do without, times a second: a mail parsed in a child, two durable transactions, two
    mails handed over by SMTP. In a process of its own, with all that a worker has loaded.
    """
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_do_floors,
        args=(
            sending,
            str(world.settings.smtp_url),
            world.settings.data_dir,
            re.sub(rb"\r?\n", b"\r\n", asked.as_bytes()),
        ),
    )
    process.start()
    sending.close()
    spent = receiving.recv()
    process.join()
    return FLOORS / spent


def _do_floors(sending: Connection, smtp_url: str, folder: Path, raw: bytes) -> None:
    prepare()
    gc.freeze()
    settings = Settings(data_dir=folder, smtp_url=smtp_url)
    store = Store(f"sqlite:///{folder}/floor.sqlite3")
    store.upgrade()
    begun = 0.0
    for number in range(-WARM_UP, FLOORS):
        begun = begun if number > 0 else time.perf_counter()
        read_within_budget(raw)
        for _ in range(2):
            with store.session() as session:
                session.add(SeenToken(provider="floor", token=secrets.token_hex(8), noted_at=now(session)))
        for _ in range(2):
            with smtp.Connection(settings) as connection:
                connection.send(raw, "floor@players.example", 1)
    sending.send(time.perf_counter() - begun)


def _webhooks(world: World) -> tuple[float, float]:
    """Mails taken in a second, and writes with fdatasync a second to the same disk, in turn."""
    hooks, raw = [], []
    for _ in range(3):
        raw.append(_synced_writes(world.settings.data_dir / "raw"))
        hooks.append(_posts(world))
    return statistics.median(hooks), statistics.median(raw)


def _synced_writes(path: Path) -> float:
    block = os.urandom(ROW)
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    begun = time.perf_counter()
    for _ in range(WEBHOOKS):
        os.write(file, block)
        os.fdatasync(file)
    spent = time.perf_counter() - begun
    os.close(file)
    return WEBHOOKS / spent


def _posts(world: World) -> float:
    letters = []
    for _ in range(WEBHOOKS):
        message = EmailMessage()
        message["From"], message["To"] = "nobody@elsewhere.example", world.settings.address
        # Marked as written by a machine, so that reading them costs the worker next to nothing.
        message["Auto-Submitted"], message["Message-ID"] = "auto-replied", make_msgid(domain="elsewhere.example")
        message.set_content(secrets.token_hex(ROW // 2 - 200))
        letters.append(message.as_bytes())
    with ThreadPoolExecutor(CLIENTS) as clients:
        begun = time.perf_counter()
        list(clients.map(lambda letter: world.post(letter), letters))
        return WEBHOOKS / (time.perf_counter() - begun)
