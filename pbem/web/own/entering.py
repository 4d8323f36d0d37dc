"""`/own/<token>`: the link from a mail, opened in a browser; and how what is open there is ended.

Looking at the link changes nothing, since programs that look through mail for viruses follow every link: it takes a
button to open the page in a browser.
"""

from __future__ import annotations

from flask import Blueprint, Response

from pbem.addresses.links import PATH
from pbem.games import devices
from pbem.games.devices import Linked, NotOpen
from pbem.pages.own import path_of
from pbem.rulesets import presentation
from pbem.web.context import context
from pbem.web.own import browser
from pbem.web.refusals import refuse

blueprint = Blueprint("own_entering", __name__)


@blueprint.get(f"/{PATH}/<token>")
def link(token: str) -> Response:
    """The page with the button."""
    with context().store.reading() as session:
        try:
            found = devices.behind_link(session, context().settings, token)
        except NotOpen as error:
            refuse(404, str(error))
        return browser.page("link", of=_words(found), days=devices.AGE.days)


@blueprint.post(f"/{PATH}/<token>")
def exchange(token: str) -> Response:
    """Open the page in this browser."""
    browser.ensure_ours()
    with context().store.session() as session:
        try:
            found = devices.behind_link(session, context().settings, token)
            secret = devices.exchange(session, found, browser.secret())
        except NotOpen as error:
            refuse(404, str(error))
        to = path_of(found.seat) if found.seat is not None else f"/{PATH}"
    answer = browser.to(to)
    browser.give_cookie(answer, secret)
    return answer


@blueprint.post(f"/{PATH}/end")
def end() -> Response:
    """End what is open in this browser."""
    return _end(everywhere=False)


@blueprint.post(f"/{PATH}/end-all")
def end_all() -> Response:
    """End what is open in any browser of the same player."""
    return _end(everywhere=True)


def _end(*, everywhere: bool) -> Response:
    browser.ensure_form()
    with context().store.session() as session:
        try:
            device = devices.of_cookie(session, browser.secret())
        except NotOpen as error:
            refuse(403, str(error))
        if everywhere:
            devices.end_all(session, device)
        else:
            devices.end(session, device)
    answer = browser.page("ended", everywhere=everywhere)
    browser.take_cookie(answer)
    return answer


def _words(found: Linked) -> dict[str, str] | None:
    """What the page of a link tells of the seat that is behind it; None where none is."""
    if found.seat is None:
        return None
    words = presentation(found.seat.game.ruleset)
    return {"game": found.seat.game.name, "title": words.title, "seat": words.seat_title(found.seat.name)}
