"""What the order helper can offer below the orders that are typed, and what becomes of an order that is proposed.

/own/<game>/<seat>/helper     the pieces, and the orders that one may be given, for the script of the page
/own/<game>/<seat>/propose    what the fields of one order come to, for the script
/own/<game>/<seat>/compose    the same fields as a form, for pages without scripts
"""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from flask import Blueprint, Response, request
from sqlalchemy.orm import Session

from pbem.addresses.links import PATH
from pbem.games import table
from pbem.games.devices import Opened
from pbem.inbound.trying import written_at_page
from pbem.rulesets import helping, presentation
from pbem.rulesets.helping import Helper, Offer, Proposed
from pbem.rulesets.proposing import LARGEST, Proposal
from pbem.web import gate
from pbem.web.context import context
from pbem.web.own import browser
from pbem.web.own.browser import Rate
from pbem.web.own.page import in_json, shown
from pbem.web.own.typing import fit, put_in, refuse_broken, typed
from pbem.web.refusals import refuse

ASKS = Rate(240)
LONGEST_NAME = 64
T = TypeVar("T")

blueprint = Blueprint("own_helping", __name__)


class Picked(msgspec.Struct, frozen=True):
    """What the script asks: what is typed, for which question, and the piece that was picked."""

    text: str
    step: int
    piece: str | None = None


class Put(msgspec.Struct, frozen=True):
    """What the script proposes: what is typed, for which question, and the fields of an order."""

    text: str
    step: int
    proposal: Proposal


@blueprint.post(f"/{PATH}/<game>/<seat>/helper")
def helper(game: str, seat: str) -> Response:
    """What can be ordered below what is typed."""
    browser.ensure_form()
    asked = _asked()
    with context().store.reading() as session:
        found = _opened(session, game, seat, asked.step)
        with gate.worked_out():
            return in_json(_offer(session, found, asked))


@blueprint.post(f"/{PATH}/<game>/<seat>/propose")
def propose(game: str, seat: str) -> Response:
    """What the fields of an order come to, while a piece is dragged or before they are written."""
    browser.ensure_form()
    put = _put()
    with context().store.reading() as session:
        found = _opened(session, game, seat, put.step)
        with gate.worked_out():
            return in_json(_proposed(session, found, put.text, put.proposal))


@blueprint.post(f"/{PATH}/<game>/<seat>/compose")
def compose(game: str, seat: str) -> Response:
    """The same without scripts: the page again, with the order among those that are typed, if the rules take it."""
    browser.ensure_form()
    form = typed()
    with context().store.reading() as session:
        found = _opened(session, game, seat, form.step)
        with gate.worked_out():
            told = _proposed(session, found, form.text, filled := _filled_in())
        text = put_in(form.text, told.text, told.lines) if told.stands else form.text
        said = f"{'Added' if told.stands else 'Not added'}: {told.said}"
        return shown(session, found, text=text, said=said, filled=filled)


def _opened(session: Session, game: str, seat: str, step: int) -> Opened:
    """The seat, where it is asked this question still."""
    found = browser.opened(session, game, seat)
    browser.ensure_rate(ASKS, found)
    if table.waits_for_host(found.game) is not None or found.game.state != "running":
        refuse(409, "nothing is wanted in this game now")
    if step != table.current_turn(session, found.game).step:
        refuse(409, "this turn is over; open the page again")
    return found


def _offer(session: Session, found: Opened, asked: Picked) -> Offer:
    words, has = presentation(found.game.ruleset), _helper_of(found)
    told, seat = written_at_page(session, context(), found.seat, asked.text), found.seat.name
    return helping.offer(words.rules, has, words.text_of, told.view, seat, told.orders, asked.piece, told.below)


def _proposed(session: Session, found: Opened, text: str, proposal: Proposal) -> Proposed:
    words, has = presentation(found.game.ruleset), _helper_of(found)
    told, seat = written_at_page(session, context(), found.seat, text), found.seat.name
    return helping.propose(
        words.rules, has, words.text_of, told.view, seat, told.orders, proposal, words.say_verdict, told.below
    )


def _helper_of(found: Opened) -> Helper:
    has = presentation(found.game.ruleset).helper
    if has is None:
        refuse(404, "this game has no helper")
    return has


# --- What is asked -------------------------------------------------------------------------------------------------


def _asked() -> Picked:
    asked = _decoded(Picked)
    if asked.piece is not None and len(asked.piece) > LONGEST_NAME:
        refuse_broken()
    made = fit(asked.text, asked.step)
    return Picked(made.text, made.step, asked.piece)


def _put() -> Put:
    put = _decoded(Put)
    made = fit(put.text, put.step)
    return Put(made.text, made.step, _bounded(put.proposal))


def _decoded(kind: type[T]) -> T:
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse_broken()


def _filled_in() -> Proposal:
    """The fields of the form; what is left empty there is none."""

    def number(name: str) -> int | None:
        filled = request.form.get(name, "").strip()
        if not filled:
            return None
        if not re.fullmatch(r"-?[0-9]{1,5}", filled, re.ASCII):
            refuse_broken()
        return int(filled)

    word = request.form.get("what", "").encode("utf-8", "replace").decode()
    piece, kind = request.form.get("piece", ""), request.form.get("kind", "")
    return _bounded(
        Proposal(
            piece,
            kind,
            word,
            number("east"),
            number("north"),
            number("degrees"),
            number("yards"),
            further=request.form.get("further") == "yes",
        )
    )


def _bounded(proposal: Proposal) -> Proposal:
    """A proposal that is no longer than any form of ours; refused where it is."""
    numbers = (proposal.east, proposal.north, proposal.degrees, proposal.yards)
    if any(each is not None and abs(each) > LARGEST for each in numbers):
        refuse_broken()
    if max(len(proposal.piece), len(proposal.kind), len(proposal.what)) > LONGEST_NAME:
        refuse_broken()
    return proposal
