"""Links to a player's own page of a game, which stand in each mail of it to him; and the cutting of them.

    https://play.example.org/own/marengo7.napoleon.<mac>

A link is made for one seat and one player, and holds as long as the reply addresses of the seat do: a new nonce retires
both. It opens a page that shows and composes; what it takes to send from there is decided elsewhere
(`pbem.games.devices`). As it travels wherever its mail is quoted, it is cut from whatever a player writes before that
is read, quoted or passed on.
"""

from __future__ import annotations

import re

from pbem.addresses.signed import MAC_LENGTH, page_token
from pbem.config import Settings

PATH = "own"
# What stands before the link in text, and in its place in HTML.
TITLE = "Your own page of this game:"
SHOWN = "Your own page of this game"

_TOKEN = re.compile(r"[^\s<>\"'()\[\]]+")
# Also as other programs pack it into links of their own: `...?url=https%3A%2F%2Fplay.example.org%2Fown%2F...`.
_LINK = re.compile(
    rf"(?:/|%2f){PATH}(?:/|%2f)[a-z0-9_-]{{1,64}}\.[a-z0-9_-]{{1,64}}\.[a-z2-7]{{{MAC_LENGTH}}}(?![a-z2-7])", re.I
)
# Quick: most mails have none.
_MAC = re.compile(rf"\.[a-z2-7]{{{MAC_LENGTH}}}(?![a-z2-7])", re.I)
_LEFT = re.compile(rf"[\s>|:*_#<>()\[\]`-]*(?:{re.escape(TITLE)}|{re.escape(SHOWN)})?[\s>|:*_#<>()\[\]`-]*", re.I)


def own_page(settings: Settings, game: str, seat: str, nonce: str, player: int) -> str | None:
    """The link for a player to his page of a seat; None where players cannot reach the web server."""
    if settings.public_url is None or not settings.own_pages:
        return None
    return f"{settings.public_url.rstrip('/')}/{PATH}/{page_token(settings, game, seat, nonce, player)}"


def without_links(text: str) -> str:
    """A text without such links; a line on which nothing else stood is left blank, so that the others keep their
    numbers."""
    if _MAC.search(text) is None:
        return text
    lines = []
    for line in text.split("\n"):
        cut = _TOKEN.sub(lambda found: "" if _LINK.search(found[0]) else found[0], line)
        lines.append("" if cut != line and _LEFT.fullmatch(cut) else cut)
    return "\n".join(lines)
