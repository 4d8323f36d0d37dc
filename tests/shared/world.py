"""A whole server in its own processes, a mail server beside it, and players who write to it over HTTP."""

from __future__ import annotations

import hmac
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from email import message_from_bytes
from email.message import EmailMessage, Message
from hashlib import sha256
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from aiosmtpd.controller import Controller
from inprocess import subject_of
from marks import descendants, strike
from redis import Redis
from rq import Worker
from rq.worker import WorkerStatus
from sqlalchemy import Connection, create_engine, text

from pbem.config import Settings
from pbem.ops.serving import running
from pbem.ops.supervisor import Supervisor

ADDRESS = "pbem@pbem.localhost"
PATIENCE_S = 60
FEWEST_TRIES = 60
# Where much else is going on the first process alone takes long to begin.
START_S = 180
LOOK_FOR_WORK_EVERY_S = 0.05


class World:
    """The server and everybody's mailbox. A copy with a known Message-ID is shown once, as mail programs do."""

    def __init__(self, settings: Settings, supervisor: Supervisor, mails: Queue[tuple[str, Message]]) -> None:
        self.settings, self.supervisor = settings, supervisor
        self.seen: list[tuple[str, Message]] = []
        self.copies: list[tuple[bytes, bytes]] = []  # of mails that came again: the first and the later one
        self._mails = mails
        self._unread: list[tuple[str, Message]] = []
        self._ids: dict[str, bytes] = {}
        self._written = 0
        self.patience = PATIENCE_S  # seconds within which a mail must come
        self.acknowledged = 0  # mails that the server has taken, copies not counted

    def write(self, sender: str, body: str, to: str = ADDRESS, subject: str = "", answered: str | None = None) -> bytes:
        """Post a mail to the server; its bytes."""
        self._written += 1
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = f"<{self._written}@players.example>"
        if answered:
            message["In-Reply-To"] = answered
        message.set_content(body)
        self.post(message.as_bytes())
        self.acknowledged += 1
        return message.as_bytes()

    def post(self, raw: bytes) -> int:
        """Post bytes as a mail until the server has taken them, as a mail server would; the HTTP status."""
        deadline, tries = time.monotonic() + PATIENCE_S, 0
        while True:
            try:
                status = self.knock(raw)
                if status < 500:
                    return status
                failed: Exception = AssertionError(f"the mail was answered {status}")
            except OSError as error:
                failed = error
            tries += 1
            # Where the whole machine stood still, time is over before anything was tried.
            if time.monotonic() > deadline and tries > FEWEST_TRIES:
                raise failed
            time.sleep(0.1)

    def knock(self, raw: bytes) -> int:
        """Post bytes as a mail, once; the HTTP status. Raises OSError where nobody answers."""
        stamp = str(int(time.time()))
        secret = self.settings.inbound_secrets[0].get_secret_value().encode()
        signature = hmac.new(secret, stamp.encode() + b"." + raw, sha256).hexdigest()
        headers = {
            "Content-Type": "message/rfc822",
            "X-Pbem-Timestamp": stamp,
            "X-Pbem-Signature": signature,
        }
        try:
            with urlopen(Request(f"{self.url}/inbound/raw", raw, headers), timeout=20) as response:
                return response.status
        except HTTPError as error:
            return error.code

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.web_port}"

    @property
    def pages_url(self) -> str:
        return f"http://127.0.0.1:{self.settings.pages_port or self.settings.web_port}"

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """The tables of the server, to be looked at and written to."""
        engine = create_engine(self.settings.database)
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()

    def time_is_over(self) -> None:
        """All time there was for open decisions is over. The clock of a server that runs cannot be put ahead; what it
        waits for can be put back."""
        with self.tables() as rows:
            rows.execute(text("UPDATE turn SET deadline = '2026-01-01 00:00:00+00:00' WHERE state = 'open'"))
            rows.execute(text("UPDATE seat SET due_at = '2026-01-01 00:00:00+00:00' WHERE due_at IS NOT NULL"))

    def listening(self) -> dict[int, bool]:
        """The processes of the workers that listen to the queue, in the order in which they began, and whether each is
        at work."""
        ours = {pid for name, pid in self.supervisor.pids().items() if name.startswith("worker-")}
        with Redis.from_url(str(self.settings.redis_url)) as redis:
            known = sorted(
                (each.birth_date, each.pid, each.get_state() == WorkerStatus.BUSY)
                for each in Worker.all(connection=redis)
                if each.birth_date and each.pid in ours
            )
        return {pid: works for _, pid, works in known}

    def mail_states(self) -> list[str]:
        """The states of all mails that came in, oldest first."""
        with self.tables() as rows:
            return list(rows.execute(text("SELECT state FROM inbox ORDER BY id")).scalars())

    def next(self, player: str, pattern: str = "", patience: float | None = None) -> Message:
        """The next unread mail to a player whose subject matches; other mails stay unread."""
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        while time.monotonic() < deadline:
            for place, (recipient, mail) in enumerate(self._unread):
                if recipient == player and re.search(pattern, subject_of(mail)):
                    del self._unread[place]
                    return mail
            self.fetch()
        raise AssertionError(f"no mail to {player} matches {pattern!r}; seen: {self.subjects()}")

    def next_to_anybody(self) -> tuple[str, Message]:
        """The next unread mail, and to whom it is."""
        deadline = time.monotonic() + self.patience
        while not self._unread:
            assert time.monotonic() < deadline, f"no mail came; seen: {self.subjects()}"
            self.fetch()
        return self._unread.pop(0)

    def reply(self, mail: Message, body: str) -> bytes:
        """Answer a mail."""
        subject = " ".join(f"Re: {mail['Subject']}".split())
        return self.write(str(mail["To"]), body, str(mail["Reply-To"]), subject, str(mail["Message-ID"]))

    def subjects(self) -> list[tuple[str, str]]:
        return [(recipient, subject_of(mail)) for recipient, mail in self.seen]

    def take(self, patience: float = 0.5) -> tuple[str, Message] | None:
        """The next mail to anybody, if one comes soon, copies left out; for those who read all mails, and keep none."""
        until = time.monotonic() + patience
        while True:
            try:
                recipient, mail = self._mails.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                return None
            ident = f"{recipient} {mail['Message-ID']}"
            if ident not in self._ids:
                self._ids[ident] = b""
                return recipient, mail

    def fetch(self) -> None:
        """Take in a mail that was sent, if one comes soon."""
        try:
            recipient, mail = self._mails.get(timeout=0.5)
        except Empty:
            return
        self.took(recipient, mail, mail.as_bytes())

    def took(self, recipient: str, mail: Message, sent: bytes) -> None:
        """Note a mail that came into a mailbox; `sent` is what was sent, without what mail servers have added."""
        ident = str(mail["Message-ID"])
        if ident in self._ids:
            self.copies.append((self._ids[ident], sent))
        else:
            self._ids[ident] = sent
            self.seen.append((recipient, mail))
            self._unread.append((recipient, mail))


class Sink:
    def __init__(self) -> None:
        self.mails: Queue[tuple[str, Message]] = Queue()

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        for recipient in envelope.rcpt_tos:
            self.mails.put((recipient, message_from_bytes(envelope.original_content)))
        return "250 taken"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def world_in(folder: Path, **chosen: object) -> Iterator[World]:
    """A running server in a folder, with settings that suit a test. Its parts are started again where they die."""
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    usual = {
        "data_dir": folder,
        "smtp_url": f"smtp://127.0.0.1:{controller.port}",
        "inbound_secrets": "secret",
        "seed_key": "test",
        "web_port": free_port(),
        "schedule_seconds": 0.5,
        "lease_seconds": 2,
    }
    with ExitStack() as stack:
        stack.callback(controller.stop)
        settings, supervisor = stack.enter_context(running(Settings(**{**usual, **chosen})))
        stack.enter_context(supervisor.watching())
        world = World(settings, supervisor, sink.mails)
        for url in {world.url, world.pages_url}:
            wait_for(f"{url}/healthz")
        yield world


def wait_for(url: str) -> None:
    deadline, tries = time.monotonic() + START_S, 0
    while True:
        try:
            with urlopen(url, timeout=5):
                return
        except OSError:
            tries += 1
            if time.monotonic() > deadline and tries > FEWEST_TRIES:
                raise
            time.sleep(0.1)


@contextmanager
def killing(world: World, every_s: float) -> Iterator[list[int]]:
    """Kill a worker that is at work again and again, as long as another listens.

    On a machine that has much to do a worker takes longer to begin than the pause between two deaths: were those struck
    that have not begun, nothing would ever be done.
    """
    over, killed = threading.Event(), list[int]()

    def kill() -> None:
        while not over.wait(every_s):
            while not over.wait(LOOK_FOR_WORK_EVERY_S):
                listening = world.listening()
                busy = [pid for pid, works in listening.items() if works]
                if busy and len(listening) > 1:
                    killed.append(busy[0])
                    strike(killed[-1], [signal.SIGKILL])
                    break

    with _beside(kill if every_s else None, over):
        yield killed


@contextmanager
def killing_everybody(world: World, every_s: float) -> Iterator[list[int]]:
    """Kill all parts of a server in turn, and its own Redis, one after each pause."""
    over, killed, turn = threading.Event(), list[int](), dict[str, int]()

    def kill() -> None:
        while not over.wait(every_s):
            parts = world.supervisor.pids()
            for process in filter(_is_redis, descendants(os.getpid())):
                parts["redis"] = process
            # Whoever was struck least often, so that each has its turn though some are being started again.
            name = min(parts, key=lambda each: (turn.get(each, 0), each))
            turn[name] = turn.get(name, 0) + 1
            killed.append(parts[name])
            strike(parts[name], [signal.SIGKILL])

    with _beside(kill if every_s else None, over):
        yield killed


@contextmanager
def _beside(run: Callable[[], None] | None, over: threading.Event) -> Iterator[None]:
    """Something that goes on until it is over."""
    thread = threading.Thread(target=run) if run is not None else None
    if thread is not None:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if thread is not None:
            thread.join()


def _is_redis(process: int) -> bool:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return b"--appendonly" in command
