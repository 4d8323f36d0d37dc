"""The mailbox page: where outgoing mail is read and answered on a machine that has no SMTP server set.

For this machine alone. Anybody who opens the page can read and write as any player, so requests from elsewhere are
refused, through a proxy or under another host's name too. What is written here goes the way of all mail: a message
with its headers, stored like any other, read by a worker. Not for players of a real server.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
import time
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from sqlalchemy import LargeBinary, func, select
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.functions import Function
from werkzeug.wrappers import Response as AnyResponse

from pbem.inbound import mime
from pbem.inbound.charsets import fold
from pbem.inbound.verdicts import WRITTEN_HERE
from pbem.outbound.compose import WIRE, BadLetter, postal_address
from pbem.rulesets import names
from pbem.store.models import Inbox, LocalMail
from pbem.web import threads
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.threads import Thread
from pbem.web.webhooks.intake import ours, take_in

TRANSPORT = "mailbox"
SHOWN = 400
# As much of a mail as holds its header fields, threads of twenty long ids included.
BEGINNING = 8_192
REFRESH_S = 5
TEXT_LIMIT = 200_000
SUBJECT_LIMIT = 200
# A letter is dated when its form was opened, so that one that is sent twice by a reload is the same message.
_NONCE = re.compile(r"([0-9]{10})-([0-9a-f]{16})")

blueprint = Blueprint("mailbox", __name__)


# --- Pages --------------------------------------------------------------------------------------------------------


@blueprint.get("/mailbox")
def everything() -> Response:
    """All mail, the latest first; how to begin where there is none."""
    return _page("threads.html.j2", address=None, threads=_threads(None), first_ruleset=names()[0])


@blueprint.get("/mailbox/of/<path:address>")
def of(address: str) -> Response:
    """The mail of one address, thread by thread."""
    return _page("threads.html.j2", address=address, threads=_threads(address), sent=request.args.get("sent"))


@blueprint.get("/mailbox/mail/<int(max=2147483647):ident>")
def mail(ident: int) -> Response:
    """One mail to a player, with a form to answer it."""
    row = _local(ident)
    opened = mime.read(row.raw)
    show = request.args.get("show", "text")
    return _page(
        "mail.html.j2",
        address=row.to_address,
        row=row,
        opened=opened,
        reply_to=threads.reply_to(opened),
        files=threads.files(row.raw),
        has_html=threads.html_part(row.raw) is not None,
        source=threads.source(row.raw) if show == "source" else None,
        show=show,
        thread=_thread_of(row.to_address, f"mail-{ident}"),
        reply={
            "sender": row.to_address,
            "to": threads.reply_to(opened),
            "subject": threads.reply_subject(opened.subject),
            "text": threads.quoted(opened),
            "answers": ident,
        },
    )


@blueprint.get("/mailbox/written/<int(max=2147483647):ident>")
def written(ident: int) -> Response:
    """One mail that was written on this page, and what became of it."""
    with context().store.reading() as session:
        row = session.scalar(select(Inbox).where(Inbox.id == ident, Inbox.transport == TRANSPORT))
    if row is None:
        refuse(404, "there is no such mail")
    opened = mime.read(row.raw)
    return _page(
        "written.html.j2",
        address=row.sender,
        row=row,
        opened=opened,
        thread=_thread_of(row.sender or "", f"written-{ident}"),
    )


@blueprint.get("/mailbox/mail/<int(max=2147483647):ident>/html")
def html(ident: int) -> Response:
    """The HTML part of a mail, for a frame that may do nothing."""
    found = threads.html_part(_local(ident).raw)
    if found is None:
        refuse(404, "this mail has no HTML part")
    answer = Response(found, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
    )
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer


@blueprint.get("/mailbox/mail/<int(max=2147483647):ident>/file/<int:number>")
def file(ident: int, number: int) -> Response:
    """A file that came with a mail, to be saved."""
    found = threads.files(_local(ident).raw)
    if not 0 <= number < len(found):
        refuse(404, "this mail has no such file")
    answer = Response(found[number].content, mimetype="application/octet-stream")
    answer.headers.set("Content-Disposition", "attachment", filename=found[number].name)
    return answer


@blueprint.get("/mailbox/write")
def write() -> Response:
    """An empty letter."""
    draft = {
        "sender": request.args.get("from", ""),
        "to": context().settings.address,
        "subject": "",
        "text": request.args.get("text", ""),
        "answers": None,
    }
    return _page("write.html.j2", address=draft["sender"] or None, reply=draft, fault=None)


@blueprint.post("/mailbox/send")
def send() -> AnyResponse:
    """Take in a letter written on this page, as if it had come by mail."""
    request.max_form_memory_size = 4 * TEXT_LIMIT
    form = {name: request.form.get(name, "") for name in ("sender", "to", "subject", "text", "answers", "nonce")}
    if not hmac.compare_digest(request.form.get("token", "").encode(), _token().encode()):
        refuse(403, "the form did not come from this page; open the page again")
    try:
        raw, sender, to = _message(form)
    except BadLetter as error:
        page = _page("write.html.j2", address=form["sender"] or None, reply=form, fault=str(error))
        page.status_code = 400
        return page
    [taken] = take_in(raw, sender=sender, recipients=[to], transport=TRANSPORT, verdict=WRITTEN_HERE)
    return redirect(url_for("mailbox.of", address=sender, sent=taken.id), code=303)


# --- Who may come in ----------------------------------------------------------------------------------------------


@blueprint.before_request
def _only_from_here() -> None:
    if context().settings.smtp_url is not None:
        refuse(404, "mail goes out by SMTP here; there is no local mailbox")
    if not _is_loopback(request.remote_addr) or any(name in request.headers for name in _PROXY_FIELDS):
        refuse(403, "the mailbox is for this machine only")
    # A page elsewhere can make a browser of this machine ask us under its own name (DNS rebinding).
    if not _is_local_name(request.host):
        refuse(403, "the mailbox answers to localhost only")
    if request.method == "POST" and not _is_same_origin():
        refuse(403, "the form did not come from this page")


_PROXY_FIELDS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


def _is_loopback(address: str | None) -> bool:
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


def _is_local_name(host: str) -> bool:
    name = host.rpartition(":")[0] if re.search(r":[0-9]+$", host) else host
    return name.lower() in ("localhost", "127.0.0.1", "[::1]") or name.lower().endswith(".localhost")


def _is_same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin", request.host_url.rstrip("/"))
    return site in ("same-origin", "none") and origin == request.host_url.rstrip("/")


def _token() -> str:
    """What the form must bring: no other site can read it, since it cannot read our pages."""
    return hmac.digest(context().settings.signing_keys()[0], b"pbem mailbox form 1", sha256).hex()


# --- What is shown ------------------------------------------------------------------------------------------------


def _page(template: str, **facts: Any) -> Response:
    nonce = secrets.token_urlsafe(12)
    page = render_template(
        template,
        **facts,
        addresses=_addresses(),
        server=context().settings.address,
        style_nonce=nonce,
        token=_token(),
        form_nonce=f"{int(time.time())}-{secrets.token_hex(8)}",
        refresh=REFRESH_S,
        now=datetime.now(UTC),
    )
    answer = Response(page, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    return answer


def _local(ident: int) -> LocalMail:
    with context().store.reading() as session:
        row = session.get(LocalMail, ident)
    if row is None:
        refuse(404, "there is no such mail")
    return row


def _addresses() -> list[tuple[str, int]]:
    """Everybody who was written to or wrote here, with the number of mails received."""
    with context().store.reading() as session:
        received = [
            (address, count)
            for address, count in session.execute(
                select(LocalMail.to_address, func.count()).group_by(LocalMail.to_address)
            )
        ]
        wrote = session.scalars(select(Inbox.sender).where(Inbox.transport == TRANSPORT).distinct()).all()
    return sorted({**{address: 0 for address in wrote if address}, **dict(received)}.items())


def _threads(address: str | None) -> list[Thread]:
    """The threads of an address, or of all. Only the beginnings of the mails are fetched: a list shows no more."""
    received = select(LocalMail.id, _beginning(LocalMail.raw), LocalMail.sent_at, LocalMail.to_address)
    wrote = select(Inbox.id, _beginning(Inbox.raw), Inbox.received_at, Inbox.sender, Inbox.state)
    wrote = wrote.where(Inbox.transport == TRANSPORT)
    if address is not None:
        received, wrote = received.where(LocalMail.to_address == address), wrote.where(Inbox.sender == address)
    with context().store.reading() as session:
        mails = [
            threads.summary(f"mail-{ident}", raw, at, person=person, written=False, link=f"/mailbox/mail/{ident}")
            for ident, raw, at, person in session.execute(received.order_by(LocalMail.id.desc()).limit(SHOWN))
        ]
        mails += [
            threads.summary(
                f"written-{ident}",
                raw,
                at,
                person=person or "",
                written=True,
                link=f"/mailbox/written/{ident}",
                waits=state == "new",
            )
            for ident, raw, at, person, state in session.execute(wrote.order_by(Inbox.id.desc()).limit(SHOWN))
        ]
    return threads.threads(mails)


def _beginning(raw: InstrumentedAttribute[bytes]) -> Function[bytes]:
    return func.substr(raw, 1, BEGINNING, type_=LargeBinary)


def _thread_of(address: str, key: str) -> Thread | None:
    return next((thread for thread in _threads(address) if any(each.key == key for each in thread.mails)), None)


# --- What is written ----------------------------------------------------------------------------------------------


def _message(form: dict[str, str]) -> tuple[bytes, str, str]:
    """The letter as a message, its sender and its recipient. Raises BadLetter, as a sentence."""
    sender, to = _checked_sender(form["sender"]), _checked_recipient(form["to"])
    nonce = _NONCE.fullmatch(form["nonce"])
    if nonce is None:
        raise BadLetter("The form is broken; open the page again.")
    text = form["text"].replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > TEXT_LIMIT:
        raise BadLetter(f"The letter is longer than {TEXT_LIMIT} characters.")
    message = EmailMessage(policy=WIRE)
    message["From"] = sender
    message["To"] = to
    message["Subject"] = _one_line(form["subject"])[:SUBJECT_LIMIT]
    message["Date"] = format_datetime(datetime.fromtimestamp(int(nonce[1]), UTC))
    message["Message-ID"] = f"<{nonce[2]}@{sender.rpartition('@')[2]}>"
    if form["answers"].isascii() and form["answers"].isdigit() and len(form["answers"]) < 16:
        answered = mime.read_opening(_local(int(form["answers"])).raw)
        message["In-Reply-To"] = answered.message_id
        message["References"] = " ".join(dict.fromkeys([*answered.references, answered.message_id]))
    message.set_content(_storable(text), cte="quoted-printable")
    return message.as_bytes(), sender, to


def _checked_sender(address: str) -> str:
    try:
        sender = postal_address(address.strip()).lower()
    except BadLetter as error:
        raise BadLetter("From must be an address, such as ada@players.localhost.") from error
    if ours([sender]):
        raise BadLetter(f"{sender} is the server's own address; write as somebody else.")
    return sender


def _checked_recipient(address: str) -> str:
    found = ours([address]) if "," not in address else []
    if not found:
        raise BadLetter(f"Mail from this page goes to the server only: {context().settings.address}.")
    return found[0]


def _one_line(text: str) -> str:
    return " ".join(fold(text).split())


def _storable(text: str) -> str:
    # A form can be made to hold half a surrogate pair, which no charset can hold.
    return text.encode("utf-8", "replace").decode("utf-8")
