"""Atom feeds (RFC 4287) of games and events, written by the library's own XML writer, which escapes everything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

from flask import request

from pbem.pages.game import Entry
from pbem.reports.document import shown
from pbem.web.context import context

ATOM = "application/atom+xml"
_SPACE = "http://www.w3.org/2005/Atom"

ElementTree.register_namespace("", _SPACE)


def written(title: str, path: str, entries: Sequence[Entry], since: datetime) -> bytes:
    """The feed of the page at a path; `since` is when it was last changed as long as there are no entries."""
    feed = ElementTree.Element(f"{{{_SPACE}}}feed")
    _add(feed, "title", title)
    _add(feed, "id", _id(path))
    _add(feed, "updated", _moment(max((each.at for each in entries), default=since)))
    _link(feed, "self", f"{path}/feed.atom")
    _link(feed, "alternate", path)
    _add(ElementTree.SubElement(feed, f"{{{_SPACE}}}author"), "name", context().settings.mail_domain)
    for each in entries:
        entry = ElementTree.SubElement(feed, f"{{{_SPACE}}}entry")
        _add(entry, "title", each.title)
        _add(entry, "id", _id(f"{each.path}/{_moment(each.at)}"))
        _add(entry, "updated", _moment(each.at))
        _link(entry, "alternate", each.path)
        _add(entry, "content", "\n".join(each.lines), type="text")
    made: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return made


def base() -> str:
    """Where the links of a feed lead: to the server's public address, else to where it was asked for."""
    return (context().settings.public_url or request.host_url).rstrip("/")


def _add(parent: ElementTree.Element, name: str, text: str, **attributes: str) -> None:
    # What no XML can hold, controls say, is none of our words either.
    element = ElementTree.SubElement(parent, f"{{{_SPACE}}}{name}", attributes)
    element.text = "\n".join(shown(line) for line in text.split("\n"))


def _link(parent: ElementTree.Element, rel: str, path: str) -> None:
    ElementTree.SubElement(parent, f"{{{_SPACE}}}link", {"rel": rel, "href": f"{base()}{path}"})


def _id(path: str) -> str:
    """An id that stays the same whatever the server's address is (RFC 4151)."""
    return f"tag:{context().settings.mail_domain},2026:{path.strip('/')}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
