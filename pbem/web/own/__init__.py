"""A player's own pages: what his seat sees, and a box for orders that go the way of a mail; by the link in his mails.

    /own/<token>           a link: a page with a button, which changes nothing until it is pressed
    /own/<game>/<seat>     the page of a seat, for the browser in which its link was opened
    /own                   the games that are open in a browser, and those that look for players; of a known one choices

What a browser may do is decided by `pbem.games.devices`, what a page tells by `pbem.pages.own`. These share no cache
with the pages that are for anybody: nothing of them is kept, here or underway.
"""

from __future__ import annotations

from flask import Flask

from pbem.config import Settings
from pbem.web.own import at_table, entering, helping, orders, page, writing


def install(app: Flask, settings: Settings) -> None:
    """Give the application its own pages, where links lead to them."""
    if settings.public_url is None or not settings.own_pages:
        return
    for room in (entering, page, orders, helping, writing, at_table):
        app.register_blueprint(room.blueprint)
