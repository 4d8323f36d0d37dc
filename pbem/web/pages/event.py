"""`/events/<name>`: an event, and a feed of its rounds and results."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from pbem.events.kept import Held
from pbem.pages import event as of_event
from pbem.pages import known
from pbem.store.database import now
from pbem.web.context import context
from pbem.web.pages import asked, feeds
from pbem.web.pages.answering import answer, page
from pbem.web.refusals import refuse

blueprint = Blueprint("event", __name__)


@blueprint.get("/events/<name>")
@blueprint.get("/events/<name>.json")
def event(name: str) -> AnyResponse:
    """How an event stands, and the pairings of a round: `?round=2`."""
    wanted = asked.number("round")
    with context().store.reading() as session:
        found = known.event_named(session, name)
        if found is None:
            refuse(404, "there is no such event")
        twin = f"/events/{found.name}.json"

        def build() -> of_event.EventPage:
            told = of_event.page(Held(session, context(), found, lock=False), wanted)
            return told if told is not None else refuse(404, "there is no such round")

        key = of_event.key(session, found, wanted, f"{now(session):%Y-%m-%d}")
        if key is not None:
            return page("event", key, build, twin=twin)
        whole = build()
        return page("event", whole, lambda: whole, twin=twin)


@blueprint.get("/events/<name>/feed.atom")
def feed(name: str) -> AnyResponse:
    """The rounds of an event and the ends of its games, as a feed."""
    with context().store.reading() as session:
        found = known.event_named(session, name)
        if found is None:
            refuse(404, "there is no such event")

        def build() -> bytes:
            entries = of_event.entries(session, Held(session, context(), found, lock=False))
            return feeds.written(found.title, f"/events/{found.name}", entries, found.created_at)

        key = of_event.key(session, found, None, f"{now(session):%Y-%m-%d}") or (found.epoch, found.state, found.title)
        return answer((feeds.base(), key), build, feeds.ATOM, path=f"/events/{found.name}/feed.atom")
