"""What is sent from a player's own pages: a message with its headers (RFC 5322), stored as every mail is.

From there on it is a mail of his: read by a worker, answered by a letter, recorded. A letter is dated when its form was
opened, and called by a number that stands in the form and by its words, so that one that is sent twice by a reload is
the same message, and another of the same page is not.
"""

from __future__ import annotations

import re
import secrets
import time
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256

from flask import request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.inbound.verdicts import PAGE, WRITTEN_ON_PAGE
from pbem.outbound.compose import WIRE, WIRE_UTF8, postal_address
from pbem.store.database import now
from pbem.store.models import Inbox, Player, Seat
from pbem.web.context import context
from pbem.web.own.typing import refuse_broken
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import take_in

MOST_SENT_AN_HOUR = 60
_NONCE = re.compile(r"([0-9]{10})-([0-9a-f]{16})")


def nonce() -> str:
    """The date and the number of the letter that a form makes."""
    return f"{int(time.time())}-{secrets.token_hex(8)}"


def nonce_of_form() -> re.Match[str]:
    """Those of the form that was sent; refused where it is none of ours."""
    found = _NONCE.fullmatch(request.form.get("nonce", ""))
    if found is None:
        refuse_broken()
    return found


def ensure_few(session: Session, player: Player) -> None:
    """Refuse a player who has sent as much from his pages as anybody may in an hour."""
    since = now(session) - timedelta(hours=1)
    mine = (Inbox.transport == PAGE, Inbox.sender == player.address, Inbox.received_at > since)
    if (session.scalar(select(func.count(Inbox.id)).where(*mine)) or 0) >= MOST_SENT_AN_HOUR:
        refuse(429, f"{MOST_SENT_AN_HOUR} mails an hour can be sent from your pages; try again later")


def to_seat(player: Player, seat: Seat, step: int, text: str, made: re.Match[str]) -> tuple[bytes, str]:
    """A mail in answer to the latest of a seat, and the reply address for the question `step` that it goes to."""
    to = signed.seat_address(context().settings, seat.game.name, seat.name, step, seat.nonce)
    message = _message(player, to, seat.game.name, text, made)
    if seat.last_message_id is not None:
        message["In-Reply-To"] = seat.last_message_id
        message["References"] = " ".join(dict.fromkeys((seat.first_message_id or "", seat.last_message_id))).strip()
    return message.as_bytes(), to


def to_server(player: Player, subject: str, text: str, made: re.Match[str]) -> tuple[bytes, str]:
    """A mail that is about no seat, and the address of the server."""
    to = context().settings.address
    return _message(player, to, subject, text, made).as_bytes(), to


def sent(raw: bytes, sender: str, to: str) -> int:
    """Store a mail; its number."""
    [taken] = take_in(raw, sender=sender, recipients=[to], transport=PAGE, verdict=WRITTEN_ON_PAGE)
    return taken.id


def _message(player: Player, to: str, subject: str, text: str, made: re.Match[str]) -> EmailMessage:
    sender = postal_address(player.address)
    message = EmailMessage(policy=WIRE if sender.isascii() else WIRE_UTF8)
    message["From"] = sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(int(made[1]), UTC))
    message["Message-ID"] = (
        f"<page.{made[2]}.{sha256(text.encode()).hexdigest()[:12]}@{context().settings.mail_domain}>"
    )
    message.set_content(text + "\n", cte="quoted-printable")
    return message
