"""The serving path: a turn by mail beside rq's own empty job, and stored webhooks beside raw fdatasync.

Everything is real: web server, queue, one worker process, schedule, SMTP. The players are strangers who enrol, sit down
and set up by mail; what is measured are the mails after that.
"""

from __future__ import annotations

import os
import queue
import re
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import EmailMessage, Message
from email.utils import make_msgid
from pathlib import Path
from typing import Any

import msgspec
from redis import Redis
from rounds import Sheet, times
from rq import Queue
from rq.serializers import JSONSerializer

from pbem import demo
from pbem.config import Settings
from pbem.rulesets import kit
from pbem.serving import running

GAMES = 12
TURNS = 6
EMPTY_JOBS = 300
WEBHOOKS = 400
CLIENTS = 8
ROW = 4096
RULESET = "waterloo1895"
ORDERS = "auto"  # costs the player nothing, so that what is measured is the server


def compare(sheet: Sheet) -> None:
    """Measure, and put two tables on the sheet."""
    with _room() as room:
        empty = _empty_jobs(room.settings)
        turns, waits = room.turns_by_mail()
        hooks, raw = _webhooks(room.settings)
    sheet.table(
        "One worker process: turns by mail beside rq's empty jobs",
        ["", "a second", "ms each", "x empty job"],
        [
            ["rq's own empty job (fork)", f"{empty:,.0f}", f"{1000 / empty:.1f}", ""],
            [
                "a turn by mail, to all its reports",
                f"{turns:,.1f}",
                f"{1000 / turns:.0f}",
                times(empty / turns),
            ],
            ["the same, one at a time, median wait", "", f"{1000 * statistics.median(waits):.0f}", ""],
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


@contextmanager
def _room() -> Iterator[_Room]:
    with demo._mail_server() as sink, tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        settings = Settings(
            data_dir=Path(folder),
            mail_domain=demo.DOMAIN,
            smtp_url=sink.url,
            inbound_secrets=secrets.token_hex(16),
            web_port=demo._free_port(),
            workers=1,
        )
        with running(settings) as (ready, _supervisor):
            demo._wait_until_ready(ready)
            yield _Room(ready, sink.mails)


class _Room:
    """Players at their mailboxes, each game between two of them."""

    def __init__(self, settings: Settings, mails: queue.Queue[tuple[str, Message]]) -> None:
        self.settings, self.mails = settings, mails
        self.kit = kit(RULESET)
        self.asked: dict[str, Message] = {}

    def turns_by_mail(self) -> tuple[float, list[float]]:
        """Turns a second when all games move at once, and the seconds each waits when they move one by one."""
        for number in range(GAMES):
            self._sit_down(f"a{number}@players.example", f"b{number}@players.example")
        waits = []
        for player in list(self.asked):
            begun = time.perf_counter()
            self._answer(player)
            self._until_reported(2)
            waits.append(time.perf_counter() - begun)
        begun, done = time.perf_counter(), 0
        for _ in range(TURNS):
            players = list(self.asked)
            for player in players:
                self._answer(player)
            self._until_reported(2 * len(players))
            done += len(players)
        return done / (time.perf_counter() - begun), waits

    def _sit_down(self, one: str, other: str) -> None:
        self._enrol(one, f"NEW {RULESET}")
        game = None
        while game is None:
            found = re.search(r"JOIN (\S+)", demo._plain_text(self._next()[1]))
            game = found.group(1) if found else None
        self._enrol(other, f"JOIN {game}")
        set_up = 0
        while set_up < 2:
            player, mail = self._next()
            if "your set-up" in demo._subject(mail).lower() or self._wants(mail) == "setup":
                self._write(player, str(mail["Reply-To"]), "place default")
                set_up += 1
        while not any(player in self.asked for player in (one, other)):
            self._note(*self._next())

    def _enrol(self, player: str, wish: str) -> None:
        self._write(player, self.settings.address, wish)
        while True:
            to, mail = self._next()
            if to == player and "+enrol." in str(mail["Reply-To"]):
                self._write(player, str(mail["Reply-To"]), "")
                return

    def _wants(self, mail: Message) -> str | None:
        view = _view(mail)
        return None if view is None or self.kit.ask(view, view["seat"]) is None else str(view["phase"])

    def _note(self, player: str, mail: Message) -> None:
        """Remember a report that asks its reader for a throw."""
        if self._wants(mail) == "play":
            self.asked[player] = mail

    def _answer(self, player: str) -> None:
        self._write(player, str(self.asked.pop(player)["Reply-To"]), ORDERS)

    def _until_reported(self, reports: int) -> None:
        for _ in range(reports):
            self._note(*self._next())

    def _next(self) -> tuple[str, Message]:
        return self.mails.get(timeout=60)

    def _write(self, sender: str, to: str, body: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, "orders"
        message["Message-ID"] = make_msgid(domain="players.example")
        message.set_content(body)
        demo._post(self.settings, message.as_bytes())


def _view(mail: Message) -> dict[str, Any] | None:
    for part in mail.walk():
        if (part.get_filename() or "").endswith(".json"):
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            return msgspec.json.decode(content, type=dict[str, Any])
    return None


# --- The floor ----------------------------------------------------------------------------------------------------


def _empty_jobs(settings: Settings) -> float:
    """rq's empty jobs a second with the same worker that runs ours; `time.time` does nothing worth mentioning."""
    jobs = Queue(settings.queue, Redis.from_url(str(settings.redis_url)), serializer=JSONSerializer)
    last = None
    begun = time.perf_counter()
    for _ in range(EMPTY_JOBS):
        last = jobs.enqueue("time.monotonic", result_ttl=60)
    while last is not None and last.latest_result(timeout=1) is None:
        pass
    return EMPTY_JOBS / (time.perf_counter() - begun)


def _webhooks(settings: Settings) -> tuple[float, float]:
    """Mails taken in a second, and writes with fdatasync a second to the same disk, in turn."""
    hooks, raw = [], []
    for _ in range(3):
        raw.append(_synced_writes(settings.data_dir / "raw"))
        hooks.append(_posts(settings))
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


def _posts(settings: Settings) -> float:
    letters = []
    for _ in range(WEBHOOKS):
        message = EmailMessage()
        message["From"], message["To"] = "nobody@elsewhere.example", settings.address
        # Marked as written by a machine, so that reading them costs the worker next to nothing.
        message["Auto-Submitted"], message["Message-ID"] = "auto-replied", make_msgid(domain="elsewhere.example")
        message.set_content(secrets.token_hex(ROW // 2 - 200))
        letters.append(message.as_bytes())
    with ThreadPoolExecutor(CLIENTS) as clients:
        begun = time.perf_counter()
        list(clients.map(lambda letter: demo._post(settings, letter), letters))
        return WEBHOOKS / (time.perf_counter() - begun)
