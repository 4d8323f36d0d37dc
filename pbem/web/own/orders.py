"""Orders on a seat's page: tried, and sent from the player's address on file to the reply address of his seat."""

from __future__ import annotations

import re

from flask import Blueprint, Response, request
from sqlalchemy.orm import Session

from pbem.addresses.links import PATH
from pbem.games import table, turns
from pbem.games.devices import Opened
from pbem.inbound import trying
from pbem.inbound.trying import Tried
from pbem.pages import own
from pbem.pages.own import path_of
from pbem.web import gate
from pbem.web.context import context
from pbem.web.own import browser, codes, sending
from pbem.web.own.browser import Rate
from pbem.web.own.page import in_json, shown
from pbem.web.own.typing import Typed, fit, refuse_broken, typed
from pbem.web.refusals import refuse

TRIES = Rate(40)
NO_MORE_ODDS = "Odds are told so many times a day, and these would be more; tomorrow there are others."
NO_END = "A line of nothing but END ends words in a mail, so none can stand among them."
ENDS_WORDS = re.compile(r"\W*end\W*", re.IGNORECASE)
IN_BETWEEN = "this turn is being carried out; come again in a moment"

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
    said = codes.mailed(lambda session: browser.opened(session, game, seat).device)
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        return shown(session, found, text=typed().text, said=said, asks_code=True)


@blueprint.post(f"/{PATH}/<game>/<seat>/say")
def say(game: str, seat: str) -> Response:
    """Send words to others at the table, as a mail with `SAY` in it does."""
    browser.ensure_form()
    made, to = sending.nonce_of_form(), request.form.get("to", "")
    words = fit(request.form.get("words", ""), 0).text.strip()
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        if not found.known:
            return shown(session, found, words=words, said=codes.NEEDS_CODE, asks_code=True, status=403)
        if not words:
            return shown(session, found, said="There is nothing to be said.", status=400)
        if any(ENDS_WORDS.fullmatch(line) for line in words.split("\n")):
            return shown(session, found, words=words, said=NO_END, status=400)
        if to not in {"", *(name for name, _ in own.heard(session, found))}:
            refuse_broken()
        sending.ensure_few(session, found.player)
        text = f"SAY{f' TO {to}' if to else ''}:\n{words}\nEND"
        step = table.current_turn(session, found.game).step
        raw, address = sending.to_seat(found.player, found.seat, step, text, made)
        sender, back = found.player.address, path_of(found.seat)
    return browser.to(f"{back}?sent={sending.sent(raw, sender, address)}")


@blueprint.post(f"/{PATH}/<game>/<seat>/send")
def send(game: str, seat: str) -> Response:
    """Take the orders in, as if they had come by mail; a code that came with them first."""
    browser.ensure_form()
    form, made = typed(), sending.nonce_of_form()
    said = codes.taken(lambda session: browser.opened(session, game, seat).device)
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        if not found.known:
            return shown(session, found, text=form.text, said=said or codes.NEEDS_CODE, asks_code=True, status=403)
        if not form.text.strip():
            return shown(session, found, said="There is nothing to be sent.", status=400)
        sending.ensure_few(session, found.player)
        _ensure_step(session, found, form.step)
        raw, to = sending.to_seat(found.player, found.seat, form.step, form.text, made)
        sender, back = found.player.address, path_of(found.seat)
    return browser.to(f"{back}?sent={sending.sent(raw, sender, to)}")


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


def _ensure_step(session: Session, found: Opened, step: int) -> None:
    """Refuse a question that was never put: no mail could answer it."""
    if step > table.current_turn(session, found.game).step:
        refuse_broken()
