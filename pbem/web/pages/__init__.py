"""The public pages: the club's home, games and their replays, dice, events, players; each with its JSON twin.

What a page tells is worked out by `pbem.pages`; here are its paths, its HTML, how long it is kept, and its feeds. They
are for anybody and change nothing: no page sets a cookie or takes anything in. `rules` is there even where a host has
switched the others off, since mails link to clauses.

Not for: what belongs to a seat. Pages of its own will be a room beside this one.
"""

from __future__ import annotations

from flask import Blueprint, Flask

from pbem.config import Settings
from pbem.web.pages import event, game, home, player, rules, static


def install(app: Flask, settings: Settings) -> None:
    """Give the application its public pages, those that its host wants."""
    app.jinja_env.globals["static"] = static.path_of
    wanted: list[Blueprint] = [static.blueprint, rules.blueprint]
    if settings.public_pages:
        wanted += [home.blueprint, game.blueprint, event.blueprint, player.blueprint]
    for blueprint in wanted:
        app.register_blueprint(blueprint)
