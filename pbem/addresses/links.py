"""Links to a player's own pages, which stand in mails to him; and the cutting of them.

    https://play.example.org/own/marengo7.napoleon.<mac>    his page of a game, in each mail of it
    https://play.example.org/own/you.17-1795000000.<mac>    his pages beside games, in answers while none of his runs

The first is made for one seat and one player, and holds as long as the reply addresses of the seat do: a new nonce
retires both. The second is made for player 17 at that second, and opens nothing that belongs to a seat. Both open pages
that show and compose; what it takes to send from there, and how long the second holds, is decided elsewhere
(`pbem.games.devices`). As they travel wherever their mail is quoted, they are cut from whatever a player writes before
that is read, quoted or passed on.
"""

from __future__ import annotations

import re
from datetime import datetime

import msgspec

from pbem.addresses.signed import MAC_LENGTH, page_token, person_token
from pbem.config import Settings

PATH = "own"
# What stands before the link in text, with a colon, and in its place in HTML.
OF_GAME, OF_PERSON = "Your own page of this game", "Your own pages"

_TOKEN = re.compile(r"[^\s<>\"'()\[\]]+")
# Also as other programs pack it into links of their own: `...?url=https%3A%2F%2Fplay.example.org%2Fown%2F...`.
_LINK = re.compile(
    rf"(?:/|%2f){PATH}(?:/|%2f)[a-z0-9_-]{{1,64}}\.[a-z0-9_-]{{1,64}}\.[a-z2-7]{{{MAC_LENGTH}}}(?![a-z2-7])", re.I
)
# Quick: most mails have none.
_MAC = re.compile(rf"\.[a-z2-7]{{{MAC_LENGTH}}}(?![a-z2-7])", re.I)
_LEFT = re.compile(rf"[\s>|:*_#<>()\[\]`-]*(?:{OF_GAME}|{OF_PERSON})?[\s>|:*_#<>()\[\]`-]*", re.I)


class Link(msgspec.Struct, frozen=True):
    """A link at the foot of a mail, and the words for it."""

    url: str
    words: str


def own_page(settings: Settings, game: str, seat: str, nonce: str, player: int) -> Link | None:
    """The link for a player to his page of a seat; None where players cannot reach the web server."""
    if not _lead_somewhere(settings):
        return None
    return _link(settings, page_token(settings, game, seat, nonce, player), OF_GAME)


def own_pages(settings: Settings, player: int, address: str, made_at: datetime) -> Link | None:
    """The link for a player to his pages beside games; None where players cannot reach the web server."""
    if not _lead_somewhere(settings):
        return None
    return _link(settings, person_token(settings, player, address, int(made_at.timestamp())), OF_PERSON)


def _lead_somewhere(settings: Settings) -> bool:
    return settings.public_url is not None and settings.own_pages


def _link(settings: Settings, token: str, words: str) -> Link:
    return Link(f"{(settings.public_url or '').rstrip('/')}/{PATH}/{token}", words)


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
