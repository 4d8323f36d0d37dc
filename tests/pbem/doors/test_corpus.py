"""Some four hundred mails that other programs keep for their tests, through every door but HTTP.

Each of them ends in a state, with a reason where it was not read; nothing is raised, and a game that is being played
stays as it is.
"""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import TypeAlias

import pytest
from dovecot import dovecot
from inprocess import Server
from listening import Lmtp, listening
from world import free_port

from pbem.doors import imap, lmtp, pipe, smtp
from pbem.games.kept_record import KeptRecord
from pbem.store.models import Game, Turn

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

ADA, BEN = "ada@players.example", "ben@players.example"
ARCHIVE = Path("shared", "corpora", "mail-corpus-part.tar.gz")
OURS = "pbem@pbem.localhost"

Hand: TypeAlias = Callable[[Server, list[bytes]], None]


@pytest.fixture(scope="module")
def mails() -> list[bytes]:
    """The mails of the archive that PBEM_TEST_CORPUS names, or that lies beside the sources."""
    named = os.environ.get("PBEM_TEST_CORPUS")
    places = [Path(named)] if named else [parent / ARCHIVE for parent in Path(__file__).resolve().parents]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        pytest.skip("the mails are not here; PBEM_TEST_CORPUS may name them")
    with tarfile.open(found) as archive:
        files = [archive.extractfile(member) for member in archive if member.isfile()]
        return [file.read() for file in files if file is not None]


def by_lmtp(server: Server, mails: list[bytes]) -> None:
    with listening(lmtp.opened, server.context), Lmtp("127.0.0.1", port_of(server.settings.lmtp_listen)) as client:
        for raw in mails:
            assert client.hand_over(as_sent(raw), [OURS])[0][0] in "25"


def by_smtp(server: Server, mails: list[bytes]) -> None:
    with listening(smtp.opened, server.context), Smtp("127.0.0.1", port_of(server.settings.smtp_hosts[0])) as client:
        for raw in mails:
            assert client.hand_over(as_sent(raw), [OURS])[0][0] in "25"


def by_pipe(server: Server, mails: list[bytes]) -> None:
    for raw in mails:
        if raw.strip():
            pipe.receive(lambda: server.context, io.BytesIO(raw), None, [OURS])


def by_mailbox(server: Server, mails: list[bytes]) -> None:
    with dovecot() as host:
        server.settings.imap_url = host.url("club@example.org")
        with host.mailbox("club@example.org") as client:
            for raw in mails:
                client.append("INBOX", as_sent(raw))
        imap.fetch(server.context, Event(), all_there_is=True, once=True)
        left = [raw for raw in host.mails("club@example.org") if raw.strip()]
        assert left == []


class Smtp(Lmtp):
    """The same for a server that gives one answer to all recipients."""

    ehlo_msg = "ehlo"


DOORS = {"lmtp": by_lmtp, "smtp": by_smtp, "pipe": by_pipe, "mailbox": by_mailbox}


@pytest.mark.parametrize("door", DOORS)
def test_every_mail_ends_in_a_state_with_a_reason_and_no_game_changes(
    mails: list[bytes], tmp_path: Path, door: str
) -> None:
    with game_that_waits(tmp_path) as server:
        before, came = position(server), len(server.inbox())
        hand: Hand = DOORS[door]
        hand(server, mails)
        server.work()
        rows = server.inbox()[came:]
        different = len({raw for raw in mails if raw.strip()})
        assert len(rows) >= 0.9 * different
        assert {row.state for row in rows} <= {"held", "dropped", "shunted", "read"}
        assert all(row.reason for row in rows if row.state != "read")
        assert not [row.reason for row in rows if row.reason and "while answering" in row.reason]
        assert position(server) == before


@contextmanager
def game_that_waits(folder: Path) -> Iterator[Server]:
    """A server with a game in which both owe their set-up."""
    where = {"lmtp_listen": f"127.0.0.1:{free_port()}", "smtp_hosts": [f"127.0.0.1:{free_port()}"]}
    server = Server(folder, **where)
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    yield server
    server.store.close()


def position(server: Server) -> tuple[str, list[tuple[int, str]]]:
    """The record of the game, and its turns."""
    with server.store.reading() as session:
        game = session.query(Game).one()
        turns = [(turn.number, turn.position) for turn in session.query(Turn)]
        return KeptRecord(session, game).file().content.decode(), turns


def port_of(where: str | None) -> int:
    return int(str(where).rpartition(":")[2])


def as_sent(raw: bytes) -> bytes:
    """The mail with the line ends of the wire (RFC 5321 2.3.8)."""
    return b"\r\n".join(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n").split(b"\n")) + b"\r\n"
