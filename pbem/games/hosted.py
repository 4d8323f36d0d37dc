"""The seat `host`, which some rule sets ask and nobody plays: its lines come from whatever the game belongs to or asks.

A turn that asks it waits for nobody at the table, and no clock runs. What the lines say is for others to find out; here
it is known when they are wanted, and how they are kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from core.contract import HOST
from pbem.inbound.mail import InboundMail
from pbem.reports.answers import Answer
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox
from pbem.store.models import Game, Inbox, Turn

JOB = "campaign"  # of `worker.jobs`
STANDS = "the clock stands: nobody is wanted before its battles are over"


def is_asked(game: Game, rules: Any, position: Any) -> bool:
    """Whether a position asks the seat that nobody plays."""
    return HOST not in {seat.name for seat in game.seats} and any(
        decision.seat == HOST for decision in rules.awaiting(position)
    )


def ring(session: Session, game: Game, turn: Turn) -> None:
    """Have a turn seen to that asks the seat `host`."""
    if turn.hosted and turn.state == "open" and game.state == "running":
        notify_after_commit(session, JOB, game.id, f"{turn.number}-asked")


def as_mail(session: Session, context: Context, game: Game, lines: Sequence[tuple[int, str]]) -> tuple[Inbox, Answer]:
    """The lines as a mail that was read, since orders come from mails; and its answer, which nobody gets."""
    message_id = f"<{secrets.token_hex(16)}@{context.settings.mail_domain}>"
    head = f"Message-ID: {message_id}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    text = "\r\n".join(line for _, line in lines)
    mail = InboundMail((head + text).encode(), None, context.settings.address, "host")
    row = session.get_one(Inbox, inbox.accept(session, mail, game.name, HOST).id)
    row.state, row.reason, row.message_id = "read", "lines of the seat host", message_id
    return row, Answer(message_id, ())
