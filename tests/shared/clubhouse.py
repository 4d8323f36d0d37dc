"""A club as a host runs it: Postfix and Dovecot, PostgreSQL and Redis, each part of the server a process of its own.

Its players write and read with real mailboxes.

What befalls it is done beside the game: workers that are killed, a mail server that says "later", a line that is cut.
"""

from __future__ import annotations

import os
import random
import re
import smtplib
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from email import message_from_bytes
from pathlib import Path
from queue import Queue
from signal import SIGKILL
from typing import NamedTuple
from unittest import mock

from dovecot import Dovecot, dovecot
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from marks import strike
from postfix import Postfix, postfix
from programs import program
from sqlalchemy import text
from world import ADDRESS, World, free_port

from pbem.config import Settings
from pbem.ops import supervisor as supervising
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.ops.serving import FOLDER, PYTHON, doors_of, environment, worker_command
from pbem.ops.starting import started
from pbem.ops.supervisor import Program, Supervisor
from pbem.outbound.smtp import is_here
from pbem.runtime.notifier import delivery_queue

DOORS = ("imap", "lmtp")
WORKERS = 3
KILLED_EVERY_S = 3.0
PATIENCE_S = 120
# Eight processes that begin at once, where much else is going on.
START_S = 300
LATER_IN = 5  # one mail of so many is told to come again
BORDER = "border.example"
DOMAIN = ADDRESS.partition("@")[2]
_FROM_US = re.compile(rb"^(?!(?:Return-Path|Delivered-To|X-Original-To|Received):|[ \t])", re.M | re.I)

# A mailbox for whoever is written to, and for the club where mail comes in by one.
MAIN = """
recipient_delimiter = +
virtual_mailbox_domains = {domains}
virtual_mailbox_base = {mail}
virtual_mailbox_maps = texthash:{{etc}}/mailboxes
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
relay_domains = {relayed}
relay_recipient_maps =
transport_maps = texthash:{{etc}}/transport
smtpd_recipient_restrictions = check_sender_access regexp:{{etc}}/judged, permit
"""
# Where the server hands over its mail, which is now and then told to come again.
MASTER = """
virtual unix - n n - - virtual
{host}:{out} inet n - n - - smtpd
  -o {{ smtpd_recipient_restrictions = check_policy_service inet:{host}:{policy}, permit }}
"""
PLAYERS = ("ada@players.example", "ben@players.example")
MAILBOXES = "".join(f"{each} {each}/\n" for each in (*PLAYERS, ADDRESS))
# What a mail server before a club does: it judges whether a From is true. Its players' mail is.
JUDGED = f"/./ PREPEND Authentication-Results: {BORDER}; dmarc=pass header.from=players.example\n"


class Hosts(NamedTuple):
    """The host of the club and that of the mail: their addresses, and how to act on them. Usually both are this one."""

    club: str = "127.0.0.1"
    post: str = "127.0.0.1"
    at_club: Callable[[], AbstractContextManager[object]] = nullcontext
    at_post: Callable[[], AbstractContextManager[object]] = nullcontext


class Clubhouse(World):
    """The club, and its players' mailboxes, which are read by IMAP and written from by SMTP."""

    def __init__(
        self, settings: Settings, supervisor: Supervisor, mail: Postfix, boxes: Dovecot, later: _Later
    ) -> None:
        super().__init__(settings, supervisor, Queue())
        self.mail, self.boxes, self.killed, self.patience = mail, boxes, 0, PATIENCE_S
        self._later = later
        self._read: dict[str, int] = {}

    @property
    def told_later(self) -> int:
        """How many mails were told to come again."""
        return self._later.times

    def wait_for_door(self) -> None:
        """Wait until mail can come in: what was in a mailbox before it is looked at is left alone."""
        until = time.monotonic() + START_S
        while not self._door_is_open():
            assert time.monotonic() < until, "the door does not open"
            time.sleep(0.2)

    def _door_is_open(self) -> bool:
        if self.settings.lmtp_listen is None:
            with self.tables() as rows:
                return bool(rows.execute(text("SELECT count(*) FROM mail_folder")).scalar())
        host, _, port = self.settings.lmtp_listen.rpartition(":")
        with suppress(OSError, smtplib.SMTPException), smtplib.LMTP(host, int(port), timeout=5):
            return True
        return False

    def post(self, raw: bytes) -> int:
        """Hand a mail to the mail server, as a mail program does."""
        message = message_from_bytes(raw)
        self._read.setdefault(str(message["From"]), 0)
        with smtplib.SMTP(self.mail.host, self.mail.port, timeout=120) as server:
            server.sendmail(str(message["From"]), [str(message["To"])], raw)
        return 250

    def fetch(self) -> None:
        """Read what came into the players' mailboxes."""
        with suppress(OSError, IMAPClientError):
            for player in self._read:
                with self.boxes.mailbox(player) as client:
                    self._look_into(player, client)
        time.sleep(0.2)

    def _look_into(self, player: str, client: IMAPClient) -> None:
        last = self._read[player]
        new = sorted(uid for uid in client.search(["UID", f"{last + 1}:*"]) if uid > last)
        for uid, found in sorted(client.fetch(new, ["BODY.PEEK[]"]).items() if new else ()):
            raw = found[b"BODY[]"]
            self.took(player, message_from_bytes(raw), as_sent(raw))
            self._read[player] = uid

    def sent(self) -> list[str]:
        """The Message-IDs of all mails that the server knows to be delivered; none of its mails is left."""
        with self.tables() as rows:
            states = set(rows.execute(text("SELECT state FROM outbox")).scalars())
            assert states <= {"sent"}, states
            return sorted(rows.execute(text("SELECT message_id FROM outbox")).scalars())

    def everything_came(self) -> None:
        """Wait until nothing is under way, and see that each mail is in its mailbox under one Message-ID, unchanged."""
        until = time.monotonic() + self.patience
        while self.under_way():
            assert time.monotonic() < until, f"{self.under_way()} mails are under way\n{self.mail.log()[-4000:]}"
            time.sleep(0.2)
        self.fetch()
        assert sorted(str(mail["Message-ID"]) for _, mail in self.seen) == self.sent()
        assert all(copy == first for first, copy in self.copies)
        assert set(self.mail_states()) == {"read"}

    def under_way(self) -> int:
        """How many mails are neither read nor delivered, here and at the mail server."""
        with self.tables() as rows:
            left = rows.execute(text("SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')")).scalar_one()
            left += rows.execute(text("SELECT count(*) FROM inbox WHERE state IN ('new', 'reading')")).scalar_one()
        return int(left) + self.mail.queued()

    def kill_workers(self, over: threading.Event) -> None:
        """Kill one of the workers every few seconds, the one that has listened longest.

        On a machine that has much to do a worker takes longer to start than that: one that listens is left over.
        """
        while not over.wait(KILLED_EVERY_S):
            listening = list(self.listening())
            if len(listening) > 1:
                strike(listening[0], [SIGKILL])
                self.killed += 1

    def end_pauses(self, over: threading.Event) -> None:
        """Let the pauses be over that mails make which were told to come again: a minute and more."""
        while not over.wait(0.5):
            with self.tables() as rows:
                rows.execute(text("UPDATE outbox SET not_before = created_at WHERE state = 'ready'"))


def as_sent(raw: bytes) -> bytes:
    """A mail without the lines that mail servers have put before it."""
    begins = _FROM_US.search(raw)
    return raw[begins.start() :] if begins is not None else raw


@contextmanager
def clubhouse(
    folder: Path, database: str, door: str, *, later: bool = False, hosts: Hosts | None = None
) -> Iterator[Clubhouse]:
    """A club whose mail comes in by a door; with `later` a fifth of its mails is told to come again."""
    hosts = hosts or Hosts()
    with ExitStack() as stack:
        with hosts.at_post():
            certificate = None if is_here(hosts.post) else stack.enter_context(_certificate(hosts.post))
            boxes = stack.enter_context(dovecot(host=hosts.post, certificate=certificate))
            told, lmtp, out = _Later(hosts.post, later=later), free_port(), free_port()
            stack.callback(told.stop)
            mail = stack.enter_context(_border(boxes, door, hosts, (lmtp, out, told.port)))
        with hosts.at_club():
            redis = stack.enter_context(EmbeddedRedis(folder / "redis"))
            settings = Settings(
                data_dir=folder,
                database_url=database,
                redis_url=redis.url,
                smtp_url=f"smtp://{hosts.post}:{out}",
                seed_key="test",
                schedule_seconds=0.5,
                lease_seconds=2,
                authserv_ids=[BORDER],
                imap_url=boxes.url(ADDRESS) if door == "imap" else None,
                lmtp_listen=f"{hosts.club}:{lmtp}" if door == "lmtp" else None,
            )
            supervisor = stack.enter_context(_parts(settings))
        with hosts.at_post():
            made = Clubhouse(settings, supervisor, mail, boxes, told)
            made.wait_for_door()
            yield made


@contextmanager
def _certificate(host: str) -> Iterator[tuple[Path, Path]]:
    """A certificate of a host and its key, which everybody here trusts: no password goes over a line in the clear."""
    with tempfile.TemporaryDirectory(prefix="pbem-certificate-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        chain, key = folder / "chain.pem", folder / "key.pem"
        subject = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=IP:{host}"]
        made = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
        subprocess.run([*made, "-out", str(chain), "-keyout", str(key)], check=True, capture_output=True)
        # Dovecot is run by somebody else.
        key.chmod(0o644)
        with mock.patch.dict(os.environ, SSL_CERT_FILE=str(chain)):
            yield chain, key


@contextmanager
def _parts(settings: Settings) -> Iterator[Supervisor]:
    """Each part of the server a process of its own, started again soon where it ends, as systemd does."""
    started(settings).close()
    programs = [Program("schedule", (*PYTHON, "pbem", "schedule"))]
    programs += [Program(name, (*PYTHON, "pbem", name)) for name in doors_of(settings)]
    programs += [Program(f"worker-{number}", worker_command()) for number in range(1, WORKERS + 1)]
    programs.append(Program("delivery", worker_command(delivery_queue(settings.queue))))
    supervisor = Supervisor(programs, environment(settings), FOLDER)
    with mock.patch.object(supervising, "LONGEST_PAUSE_S", supervising.FIRST_PAUSE_S):
        try:
            supervisor.start()
            with supervisor.watching():
                yield supervisor
        finally:
            supervisor.stop()


def _border(boxes: Dovecot, door: str, hosts: Hosts, ports: tuple[int, int, int]) -> AbstractContextManager[Postfix]:
    """The mail server: what comes to the club goes into its mailbox, or to its door for LMTP."""
    lmtp, out, policy = ports
    # The mailboxes are Dovecot's, which made their folder for its user.
    owner = (boxes.folder / "mail").stat()
    by_box = door == "imap"
    main = MAIN.format(
        domains=f"players.example {DOMAIN}" if by_box else "players.example",
        relayed="" if by_box else DOMAIN,
        mail=boxes.folder / "mail",
        uid=owner.st_uid,
        gid=owner.st_gid,
    )
    return postfix(
        main,
        MASTER.format(host=hosts.post, out=out, policy=policy),
        host=hosts.post,
        mailboxes=MAILBOXES,
        judged=JUDGED,
        transport="" if by_box else f"{DOMAIN} lmtp:inet:{hosts.club}:{lmtp}\n",
    )


class _Later:
    """What Postfix asks before it takes a mail (SMTPD_POLICY_README): with `later` a fifth is told to come again."""

    def __init__(self, host: str, *, later: bool) -> None:
        self.times, self._later, self._chance = 0, later, random.Random(2)
        outer = self

        class Asked(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                while line := self.rfile.readline():
                    if not line.strip():
                        self.wfile.write(b"action=%s\n\n" % outer.answer())

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self._server = Server((host, 0), Asked)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self) -> bytes:
        """What becomes of the next mail."""
        if not self._later or self._chance.random() * LATER_IN >= 1:
            return b"DUNNO"
        self.times += 1
        return b"451 4.3.0 come again later"

    def stop(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()
