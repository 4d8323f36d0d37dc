"""Into the outbox: a document written in the formats of mail, composed, and due for delivery.

What a mail says, and to whom, is decided where it is drafted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import msgspec
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.orm import Session

from pbem.addresses import links
from pbem.addresses import plain as plain_mailbox
from pbem.addresses.signed import unsubscribe_token
from pbem.config import Settings
from pbem.outbound import compose
from pbem.reports import formats, html
from pbem.reports.citations import rulebooks_for
from pbem.reports.document import Document, subject_line
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.database import now, prepared
from pbem.store.models import Outbox

_ADD = insert(Outbox).returning(Outbox.id)
_ANSWERS_SINCE = select(func.count()).where(
    Outbox.to_address == bindparam("to"),
    Outbox.created_at > bindparam("since", type_=Outbox.created_at.type),
    Outbox.key.startswith("answer/", autoescape=True),
)


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to be: a document, and where it goes.

    `key` says what the mail is for: of two drafts with one key only the first is ever sent. `references` is the
    thread, oldest first. `game` and `seat` are those that it is about, `sender_name` what stands before our address.
    `pictures`: whether its maps come as pictures too, those that were not asked for by name. `page` is the link to its
    reader's own page of the game, or to his pages beside games.
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
    page: links.Link | None = None


def post(session: Session, context: Context, draft: Draft) -> str:
    """Put a mail in the outbox and notify the workers of it; its Message-ID.

    Raises IntegrityError where its key is taken, and with it fails what would have caused the mail again.
    """
    settings = context.settings
    document = msgspec.structs.replace(draft.document, subject=subject_line(draft.document.subject))
    if not settings.plus_addresses:
        document = _with_form_line(document, draft.reply_to)
    message_id = plain_mailbox.message_id(settings, draft.reply_to)
    plain = formats.TEXT.write(document)
    if draft.page is not None:
        plain += f"\n{draft.page.words}: {draft.page.url}\n"
    moment = now(session)
    mail = compose.OutboundMail(
        to=draft.to,
        subject=document.subject,
        text=plain,
        message_id=message_id,
        date=moment,
        auto=draft.automatic,
        html=html.write(document, rulebooks_for(settings.public_url, document.attachments, message_id), draft.page),
        attachments=document.attachments,
        reply_to=draft.reply_to if settings.plus_addresses else settings.address,
        from_name=draft.sender_name,
        in_reply_to=draft.in_reply_to,
        references=draft.references,
        list_name=draft.game,
        unsubscribe=_page_of(settings, message_id),
        about=draft.key.partition("/")[0],
    )
    row = {
        "key": draft.key,
        "to_address": draft.to,
        "game": draft.game,
        "seat": draft.seat,
        "message_id": message_id,
        "subject": document.subject,
        "text": plain,
        "shown": html.shown(document, draft.page),
        "raw": compose.compose(mail, settings),
        "pictures": _to_draw(draft),
        "created_at": moment,
        "not_before": moment,
        "state": "ready",
    }
    ident = prepared(session, _ADD, row).scalar_one()
    notify_after_commit(session, "deliver", ident, "0")
    return message_id


def _with_form_line(document: Document, reply_to: str) -> Document:
    """The document with the line above its order form by which a reply says whose it is (`pbem.addresses.plain`)."""
    line = plain_mailbox.form_line(reply_to)
    at = next((at for at, section in enumerate(document.sections) if section.kind == "form"), None)
    if line is None or at is None:
        return document
    form = document.sections[at]
    with_line = msgspec.structs.replace(form, lines=(line, *form.lines))
    return msgspec.structs.replace(
        document, sections=(*document.sections[:at], with_line, *document.sections[at + 1 :])
    )


def _page_of(settings: Settings, message_id: str) -> str | None:
    """Where a mail's reader can say that he wants no more such; None where players cannot reach the web server."""
    if settings.public_url is None or not settings.public_url.startswith("https:"):
        return None
    return f"{settings.public_url.rstrip('/')}/unsubscribe/{unsubscribe_token(settings, message_id)}"


def _to_draw(draft: Draft) -> str | None:
    """The pictures of a mail, each None where it is not to be drawn; None where none of them is."""
    wanted = [picture if draft.pictures or picture.asked else None for picture in draft.document.pictures]
    return msgspec.json.encode(wanted).decode() if any(wanted) else None


def answers_lately(session: Session, to: str) -> int:
    """How many answers went to an address in the last hour."""
    since = now(session) - timedelta(hours=1)
    return prepared(session, _ANSWERS_SINCE, {"to": to, "since": since}).scalar() or 0
