"""`/players/<name>`: a player by his name, if he wants to be named."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from pbem.pages import known
from pbem.pages import player as of_player
from pbem.web.context import context
from pbem.web.pages import asked
from pbem.web.pages.answering import page
from pbem.web.refusals import refuse

blueprint = Blueprint("player", __name__)


@blueprint.get("/players/<name>")
@blueprint.get("/players/<name>.json")
def player(name: str) -> AnyResponse:
    """The history, ratings and reliability of a player."""
    before = asked.number("before")
    with context().store.reading() as session:
        found = known.player_named(session, name)
        if found is None:
            refuse(404, "there is no page of a player of that name")
        told = of_player.page(session, found, before)
        return page("player", told, lambda: told, twin=f"/players/{found.name}.json")
