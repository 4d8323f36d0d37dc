"""`/`, `/games`, `/events`: what is going on in the club, and its games and events in lists."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from pbem.pages import known, lists
from pbem.rulesets import names
from pbem.web.context import context
from pbem.web.pages import asked
from pbem.web.pages.answering import page

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@blueprint.get("/index.json")
def home() -> AnyResponse:
    """The club: running games, free seats, events, latest results."""
    with context().store.reading() as session:
        found = lists.home(session, context())
    return page("home", found, lambda: found, twin="/index.json")


@blueprint.get("/games")
@blueprint.get("/games.json")
def games() -> AnyResponse:
    """The games in a state, a page at a time: `?state=over&ruleset=conflict&before=120`."""
    state = asked.one_of("state", known.STATES) or known.RUNNING
    ruleset, before = asked.one_of("ruleset", names()), asked.number("before")
    with context().store.reading() as session:
        found = lists.games(session, state, ruleset, before)
    return page("games", found, lambda: found, twin="/games.json")


@blueprint.get("/events")
@blueprint.get("/events.json")
def events() -> AnyResponse:
    """The events, a page at a time."""
    before = asked.number("before")
    with context().store.reading() as session:
        found = lists.events(session, before)
    return page("events", found, lambda: found, twin="/events.json")
