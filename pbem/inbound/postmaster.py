"""What is written to postmaster@ and abuse@, which every domain with mail must answer (RFC 5321 4.5.1, RFC 2142).

It is the host's: it is kept, stands on his desk, and he is mailed the beginning of it, so many in an hour. Nothing in
it is read as a word to the server, and its writer gets no answer but the host's own.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.outbound.posting import Draft, post
from pbem.reports.document import Document, Section, echoed, shown
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Inbox, Outbox

KEY = "postmaster/"
MOST_AN_HOUR = 10
MOST_LINES, LONGEST_LINE, LONGEST_SUBJECT = 60, 300, 100
OPENING = "{} wrote this to {}. It is kept as in{} and was not read by the server; `pbem mail show in{}` has all of it."
NO_WRITER = "Somebody who gives no address"
ANSWER = "Answer it from your own mailbox, if it needs an answer."


def hand_on(session: Session, context: Context, row: Inbox, writer: str | None, subject: str, text: str) -> int:
    """Mail the hosts the beginning of a mail that is theirs; how many were mailed it."""
    hosts = [host for host in context.settings.hosts if host != writer and _has_room(session, host)]
    written = [echoed(shown(line), LONGEST_LINE) for line in text.splitlines()[:MOST_LINES]]
    document = Document(
        f"[pbem] to the postmaster: {echoed(shown(' '.join(subject.split())), LONGEST_SUBJECT)}",
        (
            Section(None, "words", (OPENING.format(writer or NO_WRITER, row.recipient, row.id, row.id), ANSWER)),
            Section("What it begins with", "fixed", tuple(written)),
        ),
    )
    for host in hosts:
        key = f"{KEY}{row.id}/{host}"
        post(session, context, Draft(document=document, key=key, to=host, reply_to=context.settings.address))
    return len(hosts)


def _has_room(session: Session, host: str) -> bool:
    """Whether a host has not been mailed too many of them lately; anybody can write to the postmaster."""
    since = now(session) - timedelta(hours=1)
    mine = (Outbox.to_address == host, Outbox.created_at > since, Outbox.key.startswith(KEY))
    return (session.scalar(select(func.count()).where(*mine)) or 0) < MOST_AN_HOUR
