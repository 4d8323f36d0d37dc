"""The serving path: turns by mail beside rq's own empty job and their floor, and webhooks beside raw fdatasync.

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
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from email.message import EmailMessage, Message
from email.utils import make_msgid
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Queue as SimpleQueue

from redis import Redis
from rounds import Sheet, times
from rq import Queue, Worker
from rq.serializers import JSONSerializer
from sqlalchemy import bindparam, insert, select, update

# The tests play by mail with a whole server too.
sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from world import World, free_port, world_in

from pbem.config import Settings
from pbem.inbound.budget import read_within_budget
from pbem.ops.serving import FOLDER, environment, web_command
from pbem.ops.starting import started
from pbem.ops.supervisor import Program, Supervisor
from pbem.outbound import smtp
from pbem.store import Store
from pbem.store.database import now, prepared
from pbem.store.models import Inbox, Outbox
from worker.process import prepare
from worker.work_horse import LastingWorker

GAMES = 24
TURNS = 6
EMPTY_JOBS = 300
FLOORS = GAMES
PLAYER = "floor@players.example"
RAW = select(Inbox.raw).where(Inbox.id == bindparam("ident"))
READ = update(Inbox).where(Inbox.id == bindparam("ident")).values(state="read")
POST = insert(Outbox).returning(Outbox.id)
SENT = update(Outbox).where(Outbox.id == bindparam("ident")).values(state="sent")
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
        rqs, ours = partial(_empty_jobs, world, Worker), partial(_empty_jobs, world, LastingWorker)
        turns = partial(_turns, games)
        empty, lasting, pictured = _in_turn(rqs, ours, turns)
        for game in games:
            game.turn_off_pictures()
        games[0].turn()  # the floor's mails are of the size of those that are sent now
        with _door(world, Path(folder)) as door:
            empty_too, floor, bare = _in_turn(rqs, partial(_floors, door, games[0].asked), turns)
        hooks, raw = _webhooks(world)
    sheet.table(
        "One worker process: turns by mail beside rq's empty jobs",
        ["", "a second", "ms each", "x empty job", "x floor"],
        [
            ["rq's own worker, an empty job", f"{empty:,.0f}", f"{1000 / empty:.1f}", "", ""],
            ["our worker, an empty job", f"{lasting:,.0f}", f"{1000 / lasting:.1f}", times(empty / lasting), ""],
            [
                "a turn by mail, to all its reports",
                f"{pictured:,.1f}",
                f"{1000 / pictured:.0f}",
                times(empty / pictured),
                "",
            ],
            ["rq's own worker, an empty job, again", f"{empty_too:,.0f}", f"{1000 / empty_too:.1f}", "", ""],
            ["the floor of a turn by mail", f"{floor:,.1f}", f"{1000 / floor:.1f}", times(empty_too / floor), ""],
            [
                "a turn for players who want no pictures",
                f"{bare:,.1f}",
                f"{1000 / bare:.0f}",
                times(empty_too / bare),
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
        # At one domain only so many strangers an hour are answered.
        one, other = self.players = (f"a@{number}.example", f"b@{number}.example")
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


def _in_turn(*measures: Callable[[], float]) -> list[float]:
    """What each of these gives, in the median of rounds in which all of them have their turn."""
    rounds = [[measure() for measure in measures] for _ in range(TURNS)]
    return [statistics.median(found) for found in zip(*rounds, strict=True)]


def _turns(games: list[_Game]) -> float:
    """Turns a second when all games move at once."""
    begun = time.perf_counter()
    for game in games:
        game.order()
    for game in games:
        game.finish()
    return len(games) / (time.perf_counter() - begun)


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


@contextmanager
def _door(world: World, folder: Path) -> Iterator[World]:
    """A web server of its own, which stores mail durably and notifies a queue to which no worker of ours listens."""
    settings = world.settings.model_copy(
        update={"data_dir": folder / "floor", "database_url": None, "queue": "floor", "web_port": free_port()}
    )
    started(settings).close()
    supervisor = Supervisor([Program("web", web_command(settings))], environment(settings), FOLDER)
    supervisor.start()
    try:
        door = World(settings, supervisor, SimpleQueue())
        door.post(b"From: nobody@elsewhere.example\r\n\r\nis anybody there?\r\n")
        yield door
    finally:
        supervisor.stop()


def _floors(door: World, asked: Message) -> float:
    """What no turn by mail can do without that keeps our promises, times a second, with as many at once as turns.

    Its mail is posted as that of a turn is, stored durably and announced, by a web server of ours. In one process with
    all that a worker has loaded: it is parsed in a child; that it is read and what follows from it is committed, two
    mails of the usual size among it, durably before they go out; they are handed over by SMTP, over one connection;
    that they are sent is committed durably. No claims, no rows but these, no rules, and nothing is worded.
    """
    report = re.sub(rb"\r?\n", b"\r\n", asked.as_bytes())
    connection = Redis.from_url(str(door.settings.redis_url))
    connection.delete(f"rq:queue:{door.settings.queue}")
    ready, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_do_floors, args=(theirs, door.settings, report))
    process.start()
    theirs.close()
    ready.recv()
    begun = time.perf_counter()
    for _ in range(FLOORS):
        door.reply(asked, ORDERS)
    ready.recv()
    spent = time.perf_counter() - begun
    process.join()
    return FLOORS / spent


def _do_floors(pipe: Connection, settings: Settings, report: bytes) -> None:
    prepare()
    gc.freeze()
    store, jobs = Store(settings.database), Redis.from_url(str(settings.redis_url))
    read_within_budget(report)
    pipe.send("ready")
    for _ in range(FLOORS):
        _, job = jobs.blpop(f"rq:queue:{settings.queue}")
        _floor(store, settings, int(job.split(b"-")[1]), report)
    pipe.send("done")


def _floor(store: Store, settings: Settings, mail: int, report: bytes) -> None:
    with store.reading() as session:
        raw = prepared(session, RAW, {"ident": mail}).scalar_one()
    read_within_budget(raw)
    with store.session() as session:
        moment = now(session)
        prepared(session, READ, {"ident": mail})
        sent = [prepared(session, POST, _row(report, moment)).scalar_one() for _ in range(2)]
    with smtp.Connection(settings) as connection:
        for ident in sent:
            connection.send(report, PLAYER, ident)
    with store.session() as session:
        for ident in sent:
            prepared(session, SENT, {"ident": ident})


def _row(report: bytes, moment: datetime) -> dict[str, object]:
    key = secrets.token_hex(8)
    told = {"subject": "a report", "text": "", "shown": "", "raw": report, "to_address": PLAYER}
    return {"key": key, "message_id": key, "created_at": moment, "not_before": moment, "state": "sending", **told}


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
