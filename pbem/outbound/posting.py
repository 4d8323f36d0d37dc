"""Into the outbox: a document written in the formats of mail, composed, and due for delivery.

What a mail says, and to whom, is decided where it is drafted.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Literal

import msgspec
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from pbem.outbound import compose
from pbem.reports import formats, html
from pbem.reports.citations import rulebooks_for
from pbem.reports.document import Document, subject_line
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.database import now
from pbem.store.models import Outbox

_ANSWERS_SINCE = select(func.count()).where(
    Outbox.to_address == bindparam("to"),
    Outbox.created_at > bindparam("since"),
    Outbox.key.startswith("answer/", autoescape=True),
)


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to be: a document, and where it goes.

    `key` says what the mail is for: of two drafts with one key only the first is ever sent. `references` is the
    thread, oldest first. `game` and `seat` are those that it is about, `sender_name` what stands before our address.
    `pictures`: whether its maps come as pictures too, those that were not asked for by name.
    """

    document: Document
    key: str
    to: str
    reply_to: str
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    automatic: Literal["auto-replied", "auto-generated"] = "auto-generated"
    game: str | None = None
    seat: str | None = None
    sender_name: str = "pbem"
    pictures: bool = True


def post(session: Session, context: Context, draft: Draft) -> str:
    """Put a mail in the outbox and notify the workers of it; its Message-ID.

    Raises IntegrityError where its key is taken, and with it fails what would have caused the mail again.
    """
    document = msgspec.structs.replace(draft.document, subject=subject_line(draft.document.subject))
    settings = context.settings
    message_id = f"<{secrets.token_hex(16)}@{settings.mail_domain}>"
    plain = formats.TEXT.write(document)
    moment = now(session)
    mail = compose.OutboundMail(
        to=draft.to,
        subject=document.subject,
        text=plain,
        message_id=message_id,
        date=moment,
        auto=draft.automatic,
        html=html.write(document, rulebooks_for(settings.public_url, document.attachments, message_id)),
        attachments=document.attachments,
        reply_to=draft.reply_to,
        from_name=draft.sender_name,
        in_reply_to=draft.in_reply_to,
        references=draft.references,
        list_name=draft.game,
    )
    row = Outbox(
        key=draft.key,
        to_address=draft.to,
        game=draft.game,
        seat=draft.seat,
        message_id=message_id,
        subject=document.subject,
        text=plain,
        shown=html.shown(document),
        raw=compose.compose(mail, settings),
        pictures=_to_draw(draft),
        created_at=moment,
        not_before=moment,
        state="ready",
    )
    session.add(row)
    session.flush()
    notify_after_commit(session, "deliver", row.id, "0")
    return message_id


def _to_draw(draft: Draft) -> str | None:
    """The pictures of a mail, each None where it is not to be drawn; None where none of them is."""
    wanted = [picture if draft.pictures or picture.asked else None for picture in draft.document.pictures]
    return msgspec.json.encode(wanted).decode() if any(wanted) else None


def answers_lately(session: Session, to: str) -> int:
    """How many answers went to an address in the last hour."""
    since = now(session) - timedelta(hours=1)
    return session.scalar(_ANSWERS_SINCE, {"to": to, "since": since}) or 0
