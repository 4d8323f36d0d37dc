"""A server without its processes: mails go in, whatever the database says is due is done, mails come out.

There is no Redis behind its notifier. That is a situation the server must bear, and here it makes tests quick: the work
list is the database.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Hashable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import make_msgid
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Dialect, Engine, delete, select

from pbem.config import Settings
from pbem.inbound.mail import InboundMail
from pbem.ops import schedule
from pbem.runtime.context import Context
from pbem.runtime.notifier import Notifier
from pbem.store import Store, inbox, outbox, people
from pbem.store.database import now
from pbem.store.models import Game, Inbox, LocalMail, Player, TestClock
from worker.jobs import WORK
from worker.process import prepare

NOBODY_LISTENS = "redis://127.0.0.1:1/0"

# Once a test process, as once a worker process: each mail is read in a child, which else would make the grammars anew.
prepare_once = cache(prepare)


EMPTY = Path("pbem.sqlite3")


@cache
def _empty_database() -> Path:
    """A database with all tables and nothing in them, made once a test process."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-test-"))
    atexit.register(_remove, folder, os.getpid())
    store = Store(f"sqlite:///{folder / EMPTY}")
    store.upgrade()
    store.close()
    return folder / EMPTY


class Begun(NamedTuple):
    """What a database was after some first mails, and when that was."""

    file: Path
    at: float


# By what tests began with; for so long that nothing in it is old. Not cached by `functools`, which forgets nothing.
_BEGUN: dict[Hashable, Begun] = {}
FRESH_S = 120

# What the dice of all games are drawn from whose test does not say; `pytest --fresh-chance` draws it anew.
CHANCE = os.environ.get("PBEM_TEST_CHANCE", "the same dice in each run")

# Where the clock of a server stands whose mails are compared with another's: a minute that passes is no difference.
STANDING = datetime.now(UTC).replace(microsecond=0)

# By the name of a dialect: the one that all engines of it use, and the statements that were made for it.
_MADE: dict[str, tuple[Dialect, dict[object, object]]] = {}


def _share_statements(engine: Engine) -> None:
    """Make the statements of all servers of a test process once, not once for each: a tenth of what tests do."""
    engine.dialect, statements = _MADE.setdefault(engine.dialect.name, (engine.dialect, {}))
    engine.update_execution_options(compiled_cache=statements)


def _remove(folder: Path, maker: int) -> None:
    # What a process has registered, those that are forked from it carry out too as they end.
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """The server, and the mailboxes of everybody who plays here."""

    def __init__(self, folder: Path, *, stands_at: datetime | None = None, **settings: object) -> None:
        prepare_once()
        self.settings = Settings(data_dir=folder, **{"seed_key": CHANCE, **settings})
        file = folder / EMPTY.name
        # To make the tables takes longer than most of what a test does with them.
        is_new = self.settings.database == f"sqlite:///{file}" and not file.exists()
        if is_new:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(_empty_database(), file)
            # One for all, so that reply addresses are good in a copy.
            (folder / "secret_key").write_text("the key of all tests", encoding="utf-8")
        self.store = Store(self.settings.database, test_clock=True, stands_at=stands_at)
        if not is_new:
            self.store.upgrade()
        _share_statements(self.store.engine)
        self._opened: dict[bytes, Message] = {}
        self.context = Context(self.settings, self.store, Notifier(NOBODY_LISTENS, "pbem"))

    # --- Mail -----------------------------------------------------------------------------------------------------

    def take_in(self, raw: bytes, recipient: str, sender: str | None = None) -> inbox.Accepted:
        """Store a mail as the web process does, and do no more."""
        mail = InboundMail(raw, sender, recipient, "test")
        with self.store.session() as session:
            game, seat = None, None
            if "." in recipient.partition("@")[0]:
                game, seat = recipient.partition("+")[2].split(".")[:2]
            return inbox.accept(session, mail, game, seat)

    def mail(self, sender: str, body: str, to: str | None = None, subject: str = "") -> list[Message]:
        """Write to the server, and let it do everything that follows; what came to the sender meanwhile."""
        before = len(self.box(sender))
        self.take_in(letter(sender, to or self.settings.address, body, subject), to or self.settings.address)
        self.work()
        return self.box(sender)[before:]

    def reply(self, mail: Message, body: str, sender: str | None = None) -> list[Message]:
        """Answer a mail, quoting it below, as most mail programs do."""
        to, writer = str(mail["Reply-To"]), sender or str(mail["To"])
        before = len(self.box(writer))
        quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
        body = f"{body}\n\nOn Tuesday the server wrote:\n{quoted}\n"
        subject = f"Re: {subject_of(mail)}"
        self.take_in(letter(writer, to, body, subject, str(mail["Message-ID"])), to)
        self.work()
        return self.box(writer)[before:]

    def enrol(self, *players: str, pictures: bool = False) -> None:
        """Make players of strangers, as if they had answered the mail that asks them to.

        Without `pictures` none are drawn but those they ask for: a picture takes as long as the rest of its report.
        """
        with self.store.session() as session:
            for player in players:
                name = people.name_for(session, "", player)
                session.add(Player(address=player, name=name, enrolled_at=now(session), pictures=pictures))
                session.flush()

    def enrol_by_mail(self, *players: str) -> None:
        """Make players of strangers, through the mails that takes."""
        for player in players:
            [hint] = self.mail(player, "HELP")
            self.reply(hint, "")

    def begin(self, *mails: tuple[str, str], also: tuple[str, ...] = ()) -> None:
        """Enrol the writers of some mails, and others, and send the mails, on a server that had none yet.

        What many tests begin with alike is done once in a while, and copied where that is quick: on SQLite.
        """
        with self.store.reading() as session:
            assert session.scalars(select(Player.id)).first() is None, "the server has begun already"
        key = (mails, also, repr(self.settings.model_dump(exclude={"data_dir"})))
        begun, file = _BEGUN.get(key), self.settings.data_dir / EMPTY
        if begun is not None and time.monotonic() - begun.at < FRESH_S and file.exists():
            self._copy(begun.file, file)
            return
        self.enrol(*dict.fromkeys([*(writer for writer, _ in mails), *also]))
        for writer, body in mails:
            self.mail(writer, body)
        if file.exists():
            kept = _empty_database().parent / f"{len(_BEGUN)}-{time.monotonic_ns()}"
            self._copy(file, kept)
            _BEGUN[key] = Begun(kept, time.monotonic())

    def _copy(self, source: Path, to: Path) -> None:
        # With the last connection SQLite puts away what is beside the file.
        self.store.engine.dispose()
        shutil.copy(source, to)

    def box(self, player: str) -> list[Message]:
        """Everything that was sent to an address, oldest first."""
        with self.store.reading() as session:
            rows = session.scalars(select(LocalMail.raw).where(LocalMail.to_address == player).order_by(LocalMail.id))
            return [self._open(raw) for raw in rows]

    def _open(self, raw: bytes) -> Message:
        if raw not in self._opened:
            self._opened[raw] = message_from_bytes(raw)
        return self._opened[raw]

    def latest(self, player: str) -> Message:
        """The latest mail to an address."""
        return self.box(player)[-1]

    # --- Work and time --------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Do what is due until nothing is, or only mails are that wait behind one which another worker sends."""
        before = None
        for _round in range(200):  # mails to one address go out one after the other
            with self.store.reading() as session:
                due = schedule.find_due(session)
            left = [job for job in WORK if getattr(due, job)]
            if not left or (left == ["deliver"] and due == before):
                return
            before = due
            for job, run in WORK.items():
                for ident, _mark in getattr(due, job):
                    run(self.context, ident)
            self._send()
        raise AssertionError(f"the server does not come to rest: {due}")

    def _send(self) -> None:
        """Send what the jobs gave rise to: to ask for this alone takes a tenth of the question what is due at all."""
        before = None
        while True:
            with self.store.reading() as session:
                mails = outbox.sendable(session)
            if not mails or mails == before:
                return
            before = mails
            for ident, _attempts in mails:
                WORK["deliver"](self.context, ident)

    def hours_pass(self, hours: float) -> None:
        """Let time go by: the database's clock goes ahead."""
        with self.store.session() as session:
            ahead = session.scalar(select(TestClock.ahead)) or 0
            session.execute(delete(TestClock))
            session.add(TestClock(id=1, ahead=ahead + round(hours * 3600)))

    def days_pass_until(self, weekday: int) -> None:
        """Let time go by until ten on the next such day (0 is Monday): for what hangs on the day of a test's run."""
        with self.store.reading() as session:
            moment = now(session)
        then = moment.replace(hour=10, minute=0, second=0, microsecond=0)
        then += timedelta(days=(weekday - moment.weekday()) % 7)
        if then <= moment:
            then += timedelta(days=7)
        self.hours_pass((then - moment).total_seconds() / 3600)

    def game(self, name: str) -> Game:
        """A game's row."""
        with self.store.reading() as session:
            return session.scalars(select(Game).where(Game.name == name)).one()

    def inbox(self) -> list[Inbox]:
        """All stored mails, oldest first."""
        with self.store.reading() as session:
            return list(session.scalars(select(Inbox).order_by(Inbox.id)))


def letter(sender: str, to: str, body: str, subject: str = "", answered: str | None = None) -> bytes:
    """A mail as a player's program writes it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = make_msgid(domain="players.example")
    if answered:
        message["In-Reply-To"] = message["References"] = answered
    message.set_content(body)
    return message.as_bytes()


def delivery_report(address: str, action: str, status: str) -> bytes:
    """A delivery report on mail to an address (RFC 3464), as its mail server sends it to ours."""
    lines = (
        "From: MAILER-DAEMON@players.example",
        "Subject: Delivery status",
        f"Message-ID: {make_msgid(domain='players.example')}",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
        "MIME-Version: 1.0",
        "",
        "--part",
        "Content-Type: text/plain",
        "",
        "This is the mail system.",
        "",
        "--part",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mail.players.example",
        "",
        f"Final-Recipient: rfc822; {address}",
        f"Action: {action}",
        f"Status: {status}",
        "",
        "--part--",
        "",
    )
    return "\r\n".join(lines).encode()


def subject_of(mail: Message) -> str:
    """The subject of a mail, decoded and on one line."""
    return " ".join(str(make_header(decode_header(str(mail["Subject"])))).split())


def text_of(mail: Message) -> str:
    """The plain text of a mail."""
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return payload.decode("utf-8").replace("\r\n", "\n")
    return ""
