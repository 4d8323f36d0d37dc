"""Some four hundred mails that other programs keep for their tests, and every door by which they can come in."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import TypeAlias

from dovecot import dovecot
from inprocess import Server
from knock import SECRET, Knocker
from listening import Lmtp, listening
from world import free_port

from pbem.doors import imap, lmtp, pipe, smtp

ARCHIVE = Path("shared", "corpora", "mail-corpus-part.tar.gz")
OURS = "pbem@pbem.localhost"

Hand: TypeAlias = Callable[[bytes], None]


def corpus() -> list[bytes] | None:
    """The mails of the archive that PBEM_TEST_CORPUS names, or that lies beside the sources; None where it does not."""
    named = os.environ.get("PBEM_TEST_CORPUS")
    places = [Path(named)] if named else [parent / ARCHIVE for parent in Path(__file__).resolve().parents]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        return None
    with tarfile.open(found) as archive:
        files = [archive.extractfile(member) for member in archive if member.isfile()]
        return [file.read() for file in files if file is not None]


def settings_of_doors() -> dict[str, object]:
    """What a server needs to be set to so that all doors can be opened."""
    return {
        "lmtp_listen": f"127.0.0.1:{free_port()}",
        "smtp_hosts": [f"127.0.0.1:{free_port()}"],
        "inbound_secrets": [SECRET],
    }


@contextmanager
def by_lmtp(server: Server) -> Iterator[Hand]:
    """Hand mails over as a mail server on the machine does."""
    with listening(lmtp.opened, server.context), Lmtp("127.0.0.1", _port(server.settings.lmtp_listen)) as client:
        yield lambda raw: _taken(client, raw)


@contextmanager
def by_smtp(server: Server) -> Iterator[Hand]:
    """... as one of the net does."""
    with listening(smtp.opened, server.context), Smtp("127.0.0.1", _port(server.settings.smtp_hosts[0])) as client:
        yield lambda raw: _taken(client, raw)


@contextmanager
def by_pipe(server: Server) -> Iterator[Hand]:
    """... as one that starts a program does."""

    def hand(raw: bytes) -> None:
        if raw.strip():
            pipe.receive(lambda: server.context, io.BytesIO(raw), None, [OURS])

    yield hand


@contextmanager
def by_mailbox(server: Server) -> Iterator[Hand]:
    """Put them into a mailbox, which is read then."""
    with dovecot() as host:
        server.settings.imap_url = host.url("club@example.org")
        imap.fetch(server.context, Event(), once=True)

        def hand(raw: bytes) -> None:
            host.deliver("club@example.org", as_sent(raw))
            imap.fetch(server.context, Event(), once=True)

        yield hand
        assert [raw for raw in host.mails("club@example.org") if raw.strip()] == []


@contextmanager
def by_post(server: Server) -> Iterator[Hand]:
    """Post them, signed, to the web server."""
    knocker = Knocker(server)

    def hand(raw: bytes) -> None:
        answer = knocker.post(raw)
        # What has nothing in it is no mail.
        assert answer.status_code == 200 or (answer.status_code == 400 and not raw.strip()), answer.get_json()

    yield hand


DOORS: dict[str, Callable[[Server], AbstractContextManager[Hand]]] = {
    "lmtp": by_lmtp,
    "smtp": by_smtp,
    "pipe": by_pipe,
    "mailbox": by_mailbox,
    "web": by_post,
}


class Smtp(Lmtp):
    """The same for a server that gives one answer to all recipients."""

    ehlo_msg = "ehlo"


def _taken(client: Lmtp, raw: bytes) -> None:
    answer = client.hand_over(as_sent(raw), [OURS])[0]
    if answer[0] == "4":
        # On a machine that is too busy; a mail server comes again.
        answer = client.hand_over(as_sent(raw), [OURS])[0]
    assert answer[0] in "25", answer


def _port(where: str | None) -> int:
    return int(str(where).rpartition(":")[2])


def as_sent(raw: bytes) -> bytes:
    """The mail with the line ends of the wire (RFC 5321 2.3.8)."""
    return b"\r\n".join(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n").split(b"\n")) + b"\r\n"
