"""The mails of docs/mails.md, mailed again by a server of their own: `make.py` puts their text into the page.

The server is one without processes (`tests/shared/inprocess.py`), to which two players write. Its dice are those of a
fixed seed and its day is a fixed one. What hangs on chance or on the hour is not shown as it came: signatures of
addresses and hashes are three dots, and every clock says nine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.message import Message
from pathlib import Path
from tempfile import TemporaryDirectory

import played
from sqlalchemy import delete

from pbem.store.database import now
from pbem.store.models import TestClock

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests" / "shared")]

from inprocess import Server, subject_of, text_of  # noqa: E402

ADA, BEN = "ada@example.org", "ben@example.org"
DAY = datetime(2027, 3, 1, 9, tzinfo=UTC)
ORDERS = """Hello Ben!
bs1 2 d4 d5
pl2 4 to h1
Ada"""


def blocks() -> dict[str, str]:
    """The text of each mail of the page, with the fields of its head that a reader sees, by its name there."""
    with mails() as found:
        return {name: _shown(mail) for name, mail in found.items()}


@contextmanager
def mails(*, pictures: bool = False) -> Iterator[dict[str, Message]]:
    """The mails themselves, by their names on the page."""
    with TemporaryDirectory(prefix="pbem-mails-") as folder:
        server = Server(Path(folder) / "data", seed_key="the mails of the page", mail_domain="play.example.org")
        try:
            yield dict(_mailed(server, pictures))
        finally:
            server.store.close()


def _mailed(server: Server, pictures: bool) -> Iterator[tuple[str, Message]]:
    _set_clock(server)
    server.enrol(ADA, BEN, pictures=pictures)
    server.mail(ADA, "NEW conflict AS red")
    server.mail(BEN, "JOIN conflict1")
    first = _report(server, ADA, "conflict1")
    yield "first report", first
    [answer] = server.reply(first, ORDERS)
    yield "answer", answer
    server.mail(ADA, "NEW hundred_days AS napoleon")
    server.mail(BEN, "JOIN days2")
    for player, seat in ((BEN, "coalition"), (ADA, "napoleon")):
        server.reply(_report(server, player, "days2"), played.MAILS[seat][1])
    yield "campaign", _report(server, ADA, "days2")


def _report(server: Server, player: str, game: str) -> Message:
    """The latest mail of a game to somebody that orders are sent in answer to."""
    return next(mail for mail in reversed(server.box(player)) if f"+{game}." in str(mail["Reply-To"]))


def _set_clock(server: Server) -> None:
    """Put the server's clock on the day of the page."""
    with server.store.session() as session:
        ahead = round((DAY - now(session)).total_seconds())
        session.execute(delete(TestClock))
        session.add(TestClock(id=1, ahead=ahead))


def _shown(mail: Message) -> str:
    fields = {"From": mail["From"], "To": mail["To"], "Reply-To": mail["Reply-To"], "Subject": subject_of(mail)}
    head = "\n".join(f"{name}: {told}" for name, told in fields.items())
    text = f"{head}\n\n{text_of(mail).strip()}"
    text = re.sub(r"(\+\w+\.\w+\.\d+\.)[a-z2-7]{20}@", r"\1...@", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "...", text)
    return re.sub(r"\b\d\d:\d\d(?=Z| UTC)", "09:00", text)
