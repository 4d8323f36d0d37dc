"""`/own/<game>/<seat>`: the page of a seat, its JSON twin, its map, and what became of what was sent from it."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request
from sqlalchemy.orm import Session

from pbem.addresses.links import PATH
from pbem.games import devices
from pbem.games.devices import Opened
from pbem.inbound import trying
from pbem.inbound.trying import Tried
from pbem.pages import own, own_club
from pbem.reports.maps import LARGEST_DRAWING
from pbem.rulesets import presentation
from pbem.rulesets.proposing import Proposal
from pbem.store.models import Device
from pbem.web import gate
from pbem.web.context import context
from pbem.web.own import browser, sending
from pbem.web.own.browser import Rate
from pbem.web.pages.answering import PICTURE_POLICY
from pbem.web.refusals import refuse

LOOKS = Rate(120)
LARGEST_NUMBER = 10  # digits


class Pending(msgspec.Struct, frozen=True):
    """A line that waits for a code, and the fields of the form that makes it."""

    line: str
    fields: dict[str, str]


blueprint = Blueprint("own_page", __name__)


@blueprint.get(f"/{PATH}")
def everything() -> Response:
    """The games that are open in this browser, and what can be done besides."""
    with context().store.reading() as session:
        device = browser.device(session)
        if not LOOKS.takes(device.id):
            refuse(429, "that was often; wait a moment")
        return of_club(session, device, sent=_number("sent"))


@blueprint.get(f"/{PATH}/sent/<int(max=2147483647):mail>.json")
def sent_to_server(mail: int) -> Response:
    """What became of what was sent from there."""
    here = context()
    with here.store.reading() as session:
        device = browser.device(session)
        known = devices.is_known(here.settings, device)
        told = own_club.sent(session, device.player, here.settings.address, mail) if known else None
    if told is None:
        refuse(404, "there is nothing of that number")
    return in_json(told)


@blueprint.get(f"/{PATH}/<game>/<seat>")
def seat(game: str, seat: str) -> Response:
    """The page of a seat."""
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(LOOKS, found)
        return shown(session, found, sent=_number("sent"))


@blueprint.get(f"/{PATH}/<game>/<seat>.json")
def twin(game: str, seat: str) -> Response:
    """The same for programs, the browser's scripts among them."""
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(LOOKS, found)
        with gate.worked_out():
            return in_json(own.page(session, context(), found))


@blueprint.get(f"/{PATH}/<game>/<seat>/map.svg")
def picture(game: str, seat: str) -> Response:
    """The map as the seat sees it."""
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(LOOKS, found)
        with gate.worked_out():
            drawn = own.picture(session, context(), found)
            svg = "" if drawn is None else presentation(drawn.ruleset).map_svg(drawn.view, drawn.lately)
    if not svg or len(svg) > LARGEST_DRAWING:
        refuse(404, "there is no map to be drawn")
    return browser.sealed(Response(svg, mimetype="image/svg+xml"), PICTURE_POLICY)


@blueprint.get(f"/{PATH}/<game>/<seat>/sent/<int(max=2147483647):mail>.json")
def sent(game: str, seat: str, mail: int) -> Response:
    """What became of what was sent from the page."""
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        browser.ensure_rate(LOOKS, found)
        told = own.sent(session, found, mail)
    if told is None:
        refuse(404, "there is nothing of that number")
    return in_json(told)


def of_club(
    session: Session,
    device: Device,
    *,
    sent: int | None = None,
    said: str | None = None,
    asks_code: bool = False,
    pending: Pending | None = None,
    status: int = 200,
) -> Response:
    """The page of a player beside his games; with what else is `said`, and the line that waits for a code."""
    settings, player = context().settings, device.player
    known = devices.is_known(settings, device)
    became = own_club.sent(session, player, settings.address, sent) if known and sent is not None else None
    return browser.page(
        "games",
        status,
        games=own.games_in(session, settings, device),
        known=known,
        club_forms=own_club.forms(session, player) if known else own_club.open_forms(session, settings),
        sent=became,
        number=sent,
        said=said,
        asks_code=asks_code,
        pending=pending,
        nonce=sending.nonce(),
    )


def shown(
    session: Any,
    found: Opened,
    *,
    sent: int | None = None,
    text: str | None = None,
    words: str = "",
    tried: Tried | None = None,
    said: str | None = None,
    asks_code: bool = False,
    filled: Proposal | None = None,
    status: int = 200,
) -> Response:
    """The page of a seat; with the orders that were typed, what was found out about them, and what else is `said`."""
    with gate.worked_out():
        told = own.page(session, context(), found)
        fields = None
        if told.helper:
            typed = "\n".join(told.form) if text is None else text
            written = trying.written_at_page(session, context(), found.seat, typed)
            fields = own.composing(found, written.view, written.orders)
    became = own.sent(session, found, sent) if sent is not None else None
    return browser.page(
        "seat",
        status,
        page=told,
        sent=sent if became is not None else None,
        became=became,
        composing=fields,
        filled=filled,
        text="\n".join(told.form) if text is None else text,
        tried=tried,
        said=said,
        asks_code=asks_code,
        letter=own.letter(session, found),
        heard=own.heard(session, found),
        table=own.at_table(session, found),
        words=words,
        nonce=sending.nonce(),
        other_nonce=sending.nonce(),
    )


def in_json(told: object, status: int = 200) -> Response:
    """A struct as JSON, which nobody keeps."""
    return browser.sealed(Response(msgspec.json.encode(told), status=status, mimetype="application/json"))


def _number(name: str) -> int | None:
    typed = request.args.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= LARGEST_NUMBER else None
