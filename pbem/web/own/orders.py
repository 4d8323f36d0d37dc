"""Orders on a seat's page: tried, and sent.

What is sent is made into a message with its headers (RFC 5322), from the player's address on file to the reply address
of his seat, and stored as every mail is. From there on it is one: read by a worker, answered by a letter, recorded.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

from flask import Blueprint, Response, request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.addresses.links import PATH
from pbem.games import devices, table, turns
from pbem.games.devices import NoCode, Opened
from pbem.inbound import trying
from pbem.inbound.trying import Tried
from pbem.inbound.verdicts import PAGE, WRITTEN_ON_PAGE
from pbem.outbound.compose import WIRE, WIRE_UTF8, postal_address
from pbem.pages.own import path_of
from pbem.store.database import now
from pbem.store.models import Inbox
from pbem.web import gate
from pbem.web.context import context
from pbem.web.own import browser
from pbem.web.own.browser import Rate
from pbem.web.own.page import in_json, shown
from pbem.web.own.typing import Typed, refuse_broken, typed
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import take_in

TRIES = Rate(40)
MOST_SENT_AN_HOUR = 60
CODE_SENT = "A code is on its way to your address. Type it in below, within 15 minutes, and send."
NEEDS_CODE = "Before the first orders from this browser you are asked for a code, which is mailed to your address."
NO_MORE_ODDS = "Odds are told so many times a day, and these would be more; tomorrow there are others."
IN_BETWEEN = "this turn is being carried out; come again in a moment"
_NONCE = re.compile(r"([0-9]{10})-([0-9a-f]{16})")

blueprint = Blueprint("own_orders", __name__)


@blueprint.post(f"/{PATH}/<game>/<seat>/check")
def check(game: str, seat: str) -> Response:
    """What the orders would be answered; nothing is played. With `odds` what they may come to as well."""
    return _check(game, seat, with_odds=False)


@blueprint.post(f"/{PATH}/<game>/<seat>/odds")
def odds(game: str, seat: str) -> Response:
    """The same with what the orders may come to, which is told so many times a day."""
    return _check(game, seat, with_odds=True)


@blueprint.post(f"/{PATH}/<game>/<seat>/code")
def code(game: str, seat: str) -> Response:
    """Mail a code to the player's address on file; what was typed stays in its box."""
    browser.ensure_form()
    said = CODE_SENT
    with context().transaction("mail-code") as session:
        found = browser.opened(session, game, seat)
        try:
            devices.mail_code(session, context(), found.device)
        except NoCode as error:
            said = _sentence(error)
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        return shown(session, found, text=typed().text, said=said, asks_code=True)


@blueprint.post(f"/{PATH}/<game>/<seat>/send")
def send(game: str, seat: str) -> Response:
    """Take the orders in, as if they had come by mail; a code that came with them first."""
    browser.ensure_form()
    form, nonce = typed(), _NONCE.fullmatch(request.form.get("nonce", ""))
    if nonce is None:
        refuse_broken()
    said = _known_by_code(game, seat)
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        if not found.known:
            return shown(session, found, text=form.text, said=said or NEEDS_CODE, asks_code=True, status=403)
        if not form.text.strip():
            return shown(session, found, said="There is nothing to be sent.", status=400)
        _ensure_few(session, found)
        raw, to = _message(session, found, form.text, form.step, nonce)
        sender, back = found.player.address, path_of(found.seat)
    [taken] = take_in(raw, sender=sender, recipients=[to], transport=PAGE, verdict=WRITTEN_ON_PAGE)
    return browser.to(f"{back}?sent={taken.id}")


# --- Trying --------------------------------------------------------------------------------------------------------


def _check(game: str, seat: str, *, with_odds: bool) -> Response:
    browser.ensure_form()
    form, said = typed(), None
    if with_odds and not _may_have_odds(game, seat):
        with_odds, said = False, NO_MORE_ODDS
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(TRIES, found)
        _ensure_step(session, found, form.step)
        tried = _tried(session, found, form, with_odds=with_odds)
        if request.is_json:
            return in_json({"tried": tried, "said": said})
        return shown(session, found, text=form.text, tried=tried, said=said)


def _tried(session: Session, found: Opened, form: Typed, *, with_odds: bool) -> Tried:
    if table.waits_for_host(found.game) is not None:
        refuse(409, "the game waits for its host")
    try:
        with gate.worked_out():
            return trying.tried(session, context(), found.seat, found.player, form.step, form.text, with_odds=with_odds)
    except turns.Busy:
        refuse(503, IN_BETWEEN)


def _may_have_odds(game: str, seat: str) -> bool:
    """Odds are the player's, so many a day: a browser that nobody knows uses none of them up."""
    with context().transaction("count-odds") as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(TRIES, found)
        return found.known and trying.may_have_odds(session, found.player)


# --- Sending -------------------------------------------------------------------------------------------------------


def _known_by_code(game: str, seat: str) -> str | None:
    """Make the browser known by the code that came with a form, if one did; what is to be said of it."""
    typed = request.form.get("code", "").strip()
    if not typed:
        return None
    with context().transaction("take-code") as session:
        found = browser.opened(session, game, seat)
        if found.known:
            return None
        try:
            devices.take_code(session, context().settings, found.device, typed)
        except NoCode as error:
            return _sentence(error)
    return None


def _ensure_few(session: Session, found: Opened) -> None:
    since = now(session) - timedelta(hours=1)
    mine = (Inbox.transport == PAGE, Inbox.sender == found.player.address, Inbox.received_at > since)
    if (session.scalar(select(func.count(Inbox.id)).where(*mine)) or 0) >= MOST_SENT_AN_HOUR:
        refuse(429, f"{MOST_SENT_AN_HOUR} mails an hour can be sent from your pages; try again later")


def _message(session: Session, found: Opened, text: str, step: int, nonce: re.Match[str]) -> tuple[bytes, str]:
    """The orders as a mail, and the reply address of the seat that it goes to, for the question that was shown."""
    _ensure_step(session, found, step)
    settings, seat = context().settings, found.seat
    to = signed.seat_address(settings, found.game.name, seat.name, step, seat.nonce)
    sender = postal_address(found.player.address)
    message = EmailMessage(policy=WIRE if sender.isascii() else WIRE_UTF8)
    message["From"] = sender
    message["To"] = to
    message["Subject"] = found.game.name
    message["Date"] = format_datetime(datetime.fromtimestamp(int(nonce[1]), UTC))
    message["Message-ID"] = f"<page.{nonce[2]}@{settings.mail_domain}>"
    if seat.last_message_id is not None:
        message["In-Reply-To"] = seat.last_message_id
        message["References"] = " ".join(dict.fromkeys((seat.first_message_id or "", seat.last_message_id))).strip()
    message.set_content(text + "\n", cte="quoted-printable")
    return message.as_bytes(), to


def _ensure_step(session: Session, found: Opened, step: int) -> None:
    """Refuse a question that was never put: no mail could answer it."""
    if step > table.current_turn(session, found.game).step:
        refuse_broken()


def _sentence(error: Exception) -> str:
    said = str(error)
    return f"{said[:1].upper()}{said[1:]}."
