"""`/own/<game>/<seat>/helper`: what the order helper can offer below the orders that are typed, for its script."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request
from sqlalchemy.orm import Session

from pbem.addresses.links import PATH, without_links
from pbem.games import table
from pbem.games.devices import Opened
from pbem.inbound import quotes
from pbem.inbound.grounds import grounds_at_page
from pbem.inbound.lines import split
from pbem.inbound.orders import numbered
from pbem.pages import own
from pbem.reading.reader import read
from pbem.rulesets import helping, presentation
from pbem.rulesets.helping import Offer
from pbem.web import gate
from pbem.web.context import context
from pbem.web.own import browser
from pbem.web.own.browser import Rate
from pbem.web.own.page import in_json
from pbem.web.own.typing import fit, refuse_broken
from pbem.web.refusals import refuse

ASKS = Rate(240)
LONGEST_NAME = 64

blueprint = Blueprint("own_helping", __name__)


class Picked(msgspec.Struct, frozen=True):
    """What the script asks: what is typed, for which question, and the piece that was picked."""

    text: str
    step: int
    piece: str | None = None


@blueprint.post(f"/{PATH}/<game>/<seat>/helper")
def helper(game: str, seat: str) -> Response:
    """What can be ordered below what is typed."""
    browser.ensure_form()
    asked = _asked()
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(ASKS, found)
        if table.waits_for_host(found.game) is not None or found.game.state != "running":
            refuse(409, "nothing is wanted in this game now")
        if asked.step != table.current_turn(session, found.game).step:
            refuse(409, "this turn is over; open the page again")
        with gate.worked_out():
            return in_json(_offer(session, found, asked))


def _offer(session: Session, found: Opened, asked: Picked) -> Offer:
    ruleset, seen = presentation(found.game.ruleset), own.view(session, found)
    if ruleset.helper is None:
        refuse(404, "this game has no helper")
    grounds = grounds_at_page(session, context(), found.seat)
    own_lines = quotes.typed_lines(without_links(asked.text)).lines
    told = split(own_lines, grounds.may_be_meant, opens_words=grounds.opens_words, letter=grounds.letter)
    lines = sorted([*told.orders, *told.chatter], key=lambda line: line.number)
    written = read(ruleset, numbered(lines), lambda: seen).lines
    return helping.offer(ruleset.rules, ruleset.helper, ruleset.text_of, seen, found.seat.name, written, asked.piece)


def _asked() -> Picked:
    try:
        asked = msgspec.json.decode(request.get_data(), type=Picked)
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse_broken()
    if asked.piece is not None and len(asked.piece) > LONGEST_NAME:
        refuse_broken()
    typed = fit(asked.text, asked.step)
    return Picked(typed.text, typed.step, asked.piece)
