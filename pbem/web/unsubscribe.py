"""`/unsubscribe/<token>`: what mail programs post to by the button that List-Unsubscribe gives them (RFC 8058).

It is taken in as a mail with the word UNSUBSCRIBE from whom the mail was to, and answered by mail like one. Looking at
the page changes nothing: programs that look through mail for viruses follow every link.
"""

from __future__ import annotations

from html import escape

from flask import Blueprint, Response
from sqlalchemy import select

from pbem.addresses.signed import message_of_unsubscribing
from pbem.inbound.verdicts import PASS, Verdict
from pbem.store.models import Outbox
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import take_in

PATH = "unsubscribe"
DOOR = "unsubscribe"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails from {name}</title></head><body><h1>Mails from {name}</h1><p>{told}</p>{form}</body></html>
"""
ASKS = (
    "The button ends what you get beside your own games (games that you watch, seats that come open), and mails you "
    "what else can be chosen. Games that you sit in go on: your opponents wait for you."
)
DONE = "Done. A mail with what else can be chosen is on its way to you."
FORM = '<form method="post"><button name="List-Unsubscribe" value="One-Click">No more of these</button></form>'

blueprint = Blueprint("unsubscribe", __name__)


@blueprint.get(f"/{PATH}/<token>")
def ask(token: str) -> Response:
    """The page with the button; it changes nothing."""
    _whose(token)
    return _page(ASKS, FORM)


@blueprint.post(f"/{PATH}/<token>")
def unsubscribe(token: str) -> Response:
    """Take the wish in, once for each mail that it was made from."""
    message_id, address = _whose(token)
    settings = context().settings
    raw = (
        f"From: {address}\r\nTo: {settings.address}\r\nSubject: UNSUBSCRIBE\r\n"
        f"Message-ID: <unsubscribe.{message_id.strip('<>')}>\r\nIn-Reply-To: {message_id}\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\nUNSUBSCRIBE\r\n"
    )
    verdict = Verdict(PASS, "by the link in a mail to him", DOOR)
    take_in(raw.encode(), sender=address, recipients=[settings.address], transport=DOOR, verdict=verdict)
    return _page(DONE, "")


def _whose(token: str) -> tuple[str, str]:
    """The mail that a token was made for, and whom it was to; refuses any other token."""
    here = context()
    message_id = message_of_unsubscribing(here.settings, token)
    address = None
    if message_id is not None:
        with here.store.reading() as session:
            address = session.scalar(select(Outbox.to_address).where(Outbox.message_id == message_id))
    if message_id is None or address is None:
        refuse(404, "this link is too old; write UNSUBSCRIBE to the address that the mail came from")
    return message_id, address


def _page(told: str, form: str) -> Response:
    name = escape(context().settings.mail_domain)
    answer = Response(PAGE.format(name=name, told=told, form=form), mimetype="text/html")
    answer.headers["Content-Security-Policy"] = (
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    )
    return answer
