"""A simulated day of a filled club on a whole server: web, door, workers, schedule, Redis as processes, mail by SMTP.

Hour by hour the mails of that hour are posted, by HTTP and by LMTP in turn, and the hour is over once the server has
nothing to do; then all that it waits for comes an hour nearer. So a day takes as long as its work, and which deadline
falls in which hour is the same each time.
"""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from aiosmtpd.controller import Controller
from inprocess import Server
from namespaces import CLUB, POST, Line
from sqlalchemy import event, func, select, text, update
from sqlalchemy.exc import OperationalError
from two_machines import redis_at, workers_there
from world import World, free_port, killing, killing_everybody, world_in

from boxed_club import counting, mails
from boxed_club.counting import Count, Sent
from boxed_club.mails import Letter
from pbem.config import Settings
from pbem.ops import schedule
from pbem.store import Store
from pbem.store.models import Outbox, Turn

LONGEST_SILENCE_S = 600.0
LATER_IN = 5  # one mail of so many is told to come again, where that is wanted
_BEGUN = (
    "SELECT 1 FROM inbox WHERE state = 'new' LIMIT 1",
    "SELECT 1 FROM outbox WHERE state IN ('ready', 'sending') LIMIT 1",
    "SELECT 1 FROM turn WHERE state = 'frozen' LIMIT 1",
)
_PUT_OFF = "state = 'ready' AND attempts > 0 AND not_before > created_at"
_CLOCKS = {
    "turn": ("state = 'open'", ("asked_at", "deadline", "remind_at", "carry_at")),
    "seat": ("due_at IS NOT NULL", ("asked_at", "clock_from", "due_at")),
}


class Day(NamedTuple):
    """How a day is played; `kill_every_s` 0 kills nobody, `later` has a fifth of our mails told to come again.

    It begins at the hour `begins` (UTC); most write in the evening. Killed are workers at work, or with `everybody` all
    parts in turn, Redis too.
    """

    hours: int = 24
    begins: int = 0
    seed: int = 1
    workers: int = 2
    kill_every_s: float = 0.0
    everybody: bool = False
    later: bool = False
    most: int | None = None  # mails an hour


class Told(NamedTuple):
    """What a day came to: the count, where all games stand, how long mails waited, and who was killed."""

    count: Count
    outcome: dict[str, tuple[str, int, str]]
    waits: list[float]
    killed: int
    told_later: int
    seconds: float


class Boxes:
    """All mailboxes, as one mail server: of each mail it keeps who got which bytes, and no more."""

    def __init__(self, *, later: bool) -> None:
        self.came: list[Sent] = []
        self.at: dict[str, float] = {}  # when each mail came first, by its Message-ID (time.monotonic)
        self.told_later = 0
        self._later, self._chance = later, Random(2)

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        """Take a mail, or tell it to come again."""
        if self._later and self._chance.random() * LATER_IN < 1:
            self.told_later += 1
            return "451 4.3.0 come again later"
        content: bytes = envelope.original_content
        ident = next((line for line in content.splitlines() if line.lower().startswith(b"message-id:")), b"")
        name = ident.decode().partition(":")[2].strip()
        self.at.setdefault(name, time.monotonic())
        self.came += [Sent(name, to, sha256(content).hexdigest()) for to in envelope.rcpt_tos]
        return "250 taken"


class Played:
    """A whole server on a filled club, and everybody's mailbox."""

    def __init__(self, world: World, store: Store, boxes: Boxes) -> None:
        self.world, self.store, self.boxes = world, store, boxes
        self.letters: list[Letter] = []
        self.posted: dict[str, float] = {}  # when each mail was posted, by its Message-ID
        with store.reading() as session:
            self.before = session.scalar(select(func.max(Outbox.id))) or 0

    def post(self, letters: Sequence[Letter]) -> None:
        """Hand mails to the server by its doors in turn, and those that come again by the other."""
        for number, letter in enumerate(letters):
            self.posted.setdefault(letter.ident, time.monotonic())
            for copy in range(1 + letter.again):
                self._hand_over(letter, by_lmtp=(number + copy) % 2 == 1)
        self.letters += letters

    def _hand_over(self, letter: Letter, *, by_lmtp: bool) -> None:
        if not by_lmtp:
            self.world.post(letter.raw)
            return
        host, _, port = str(self.world.settings.lmtp_listen).rpartition(":")
        until = time.monotonic() + LONGEST_SILENCE_S
        while True:
            try:
                with smtplib.LMTP(host, int(port), timeout=60) as door:
                    door.sendmail("player@club.example", [letter.to], letter.raw)
                return
            except (OSError, smtplib.SMTPException):
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def waits(self, letters: Sequence[Letter]) -> list[float]:
        """The seconds from the posting to the first mail about each of these mails in a mailbox, sorted."""
        with self.store.reading() as session:
            about = {
                letter.game: session.scalars(select(Outbox.message_id).where(Outbox.game == letter.game)).all()
                for letter in letters
            }
        found = []
        for letter in letters:
            posted = self.posted[letter.ident]
            after = [at for ident in about[letter.game] if (at := self.boxes.at.get(ident, 0.0)) > posted]
            found += [min(after) - posted] if after else []
        return sorted(found)

    def until_quiet(self) -> None:
        """Wait until the server has nothing to do; mails that were told to come again are tried at once."""
        until = (looked := time.monotonic()) + LONGEST_SILENCE_S
        while left := self.has_work():
            assert time.monotonic() < until, f"the server does not come to rest: {left}"
            with suppress(OperationalError):  # as on a full disk
                self._end_pauses()
            # A busy machine is left to the server for most of the time.
            time.sleep(max(0.2, 2 * (time.monotonic() - looked)))
            looked = time.monotonic()

    def _end_pauses(self) -> None:
        # SQLite has one writer: nothing is locked, while this process may have to wait for its turn, but where it must.
        with self.store.reading() as session:
            put_off = session.execute(text(f"SELECT 1 FROM outbox WHERE {_PUT_OFF} LIMIT 1")).first()
        if put_off is not None:
            with self.store.session() as session:
                session.execute(text(f"UPDATE outbox SET not_before = created_at WHERE {_PUT_OFF}"))

    def has_work(self) -> list[str]:
        """What the server has to do still."""
        with self.store.reading() as session:
            due = schedule.find_due(session)
            begun = [sql for sql in _BEGUN if session.execute(text(sql)).first() is not None]
        # The host's desk and the sweep are looked after now and then, and nobody waits for them.
        return [*(job for job in due.__struct_fields__ if job not in ("desk", "sweep") and getattr(due, job)), *begun]


@contextmanager
def served(
    folder: Path,
    url: str | None,
    *,
    workers: int,
    later: bool = False,
    line: Line | None = None,
    mail_there: bool = False,
    **settings: Any,
) -> Iterator[Played]:
    """A whole server on a club that `box.boxed` has filled in this folder.

    With a `line` this is the first of its two hosts. On the other is every second worker, or with `mail_there` the mail
    server that takes our mails.
    """
    boxes, host = Boxes(later=later), "127.0.0.1" if line is None else POST if mail_there else CLUB
    there = workers // 2 if line and not mail_there else 0
    with ExitStack() as stack:
        sink = Controller(boxes, hostname=host, port=free_port())
        with line.hosts.at_post() if line and mail_there else nullcontext():
            sink.start()
        stack.callback(sink.stop)
        usual = {
            "database_url": url,
            "redis_url": stack.enter_context(redis_at(folder / "redis")) if line and not mail_there else None,
            "workers": workers - there,
            "lease_seconds": 10,
            "smtp_url": f"smtp://{host}:{sink.port}",
            "lmtp_listen": f"127.0.0.1:{free_port()}",
        }
        world = stack.enter_context(world_in(folder / "club", **(usual | settings)))
        if line and there:
            stack.enter_context(workers_there(line, world.settings, there))
        store = Store(world.settings.database)
        stack.callback(store.close)
        _wait_longer_for_locks(store)
        yield Played(world, store, boxes)


def play(
    folder: Path,
    url: str | None,
    day: Day,
    say: Callable[[str], None] = lambda _: None,
    *,
    line: Line | None = None,
    befalls: Callable[[int], AbstractContextManager[object]] = lambda _hour: nullcontext(),
) -> Told:
    """Play a day, and count; with a `line` its mail server is on another host. `befalls` is what goes on in an hour."""
    begun = time.monotonic()
    with served(folder, url, workers=day.workers, later=day.later, line=line, mail_there=line is not None) as played:
        killer = killing_everybody if day.everybody else killing
        with killer(played.world, day.kill_every_s) as killed:
            played.until_quiet()  # what dead workers have left behind
            for hour in range(day.hours):
                letters = letters_of(played.store, played.world.settings, day, hour)
                with befalls(hour):
                    played.post(letters)
                    played.until_quiet()
                hour_passes(played.store)
                played.until_quiet()  # deadlines
                say(f"hour {hour + 1}: {len(letters)} mails, {len(played.boxes.came)} came out so far")
        played.until_quiet()
        with played.store.reading() as session:
            return Told(
                count=counting.counted(session, played.letters, played.boxes.came, played.before),
                outcome=counting.outcome(session),
                waits=counting.waits(session, played.letters),
                killed=len(killed),
                told_later=played.boxes.told_later,
                seconds=time.monotonic() - begun,
            )


def play_calmly(server: Server, day: Day) -> dict[str, tuple[str, int, str]]:
    """Play the same day without processes, one mail after another, so that nothing can befall it; the outcome."""
    _end_leases(server.store)
    server.work()
    for hour in range(day.hours):
        for letter in letters_of(server.store, server.settings, day, hour):
            server.take_in(letter.raw, letter.to)
        server.work()
        hour_passes(server.store)
        server.work()
    with server.store.reading() as session:
        return counting.outcome(session)


def _end_leases(store: Store) -> None:
    """Whoever has frozen a turn of a filled club is dead; a server with processes waits for the end of his lease."""
    with store.session() as session:
        session.execute(update(Turn).where(Turn.state == "frozen").values(lease_until=Turn.asked_at))


def letters_of(store: Store, settings: Settings, day: Day, hour: int) -> list[Letter]:
    """The mails of the n-th hour of a day."""
    with store.reading() as session:
        return mails.of_hour(session, settings, day.seed, day.begins + hour)[: day.most]


def hour_passes(store: Store) -> None:
    """All that the clocks of games wait for comes an hour nearer; when the server has nothing to do."""
    with store.session() as session:
        for rows, (where, columns) in _CLOCKS.items():
            moved = ", ".join(f"{each} = {_earlier(store, each)}" for each in columns)
            session.execute(text(f"UPDATE {rows} SET {moved} WHERE {where}"))


def _earlier(store: Store, column: str) -> str:
    if store.sqlite:
        # As SQLAlchemy writes them, since texts are compared.
        return f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-1 hours') || '000'"
    return f"{column} - interval '1 hour'"


def _wait_longer_for_locks(store: Store) -> None:
    """Let this process wait for writers as long as a busy machine may take: the server itself would ask again."""
    if not store.sqlite:
        return

    @event.listens_for(store.engine, "connect")
    def wait(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * LONGEST_SILENCE_S)}")


def as_json(told: Told) -> bytes:
    """What a day came to, for later runs."""
    return msgspec.json.encode(told)
