"""The text of an HTML mail: what a reader would have seen, line by line, quotations marked with `> `.

Not for showing mail in a browser; nothing here makes HTML safe.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import lxml.html  # type: ignore[import-untyped]
from inscriptis import Inscriptis  # type: ignore[import-untyped]
from inscriptis.css_profiles import CSS_PROFILES  # type: ignore[import-untyped]
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]
from lxml import etree

_NEVER_SHOWN = {"script", "style", "head", "title", "template", "noscript"}
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0", re.I)


class UnreadableMarkup(Exception):
    """The HTML holds words, but no text came of it."""


def html_to_text(html: str) -> str:
    """The text that the page shows. Raises UnreadableMarkup where it shows words and none could be had.

    lxml gives up without a word on deeply nested pages, so that an empty result has to be looked at twice: an
    unread mail must not pass for an empty one.
    """
    # Bytes, because lxml refuses a str with an encoding declaration.
    html = html.replace("\0", "")
    source = html.encode("utf-8", "replace")
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    text = ""
    if source.strip():
        try:
            page = lxml.html.document_fromstring(source, parser=parser)
            _drop_hidden(page)
            _mark_quotations(page)
            text = _render(page)
        except (etree.ParserError, RecursionError) as error:
            if shows_words(html):
                raise UnreadableMarkup from error
    if not text.strip() and shows_words(html):
        raise UnreadableMarkup
    return text.strip("\n")


def shows_words(html: str) -> bool:
    """Whether there is any text outside tags and outside what is never shown."""
    words = _Words()
    words.feed(html)
    words.close()
    return words.found


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _NEVER_SHOWN

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _NEVER_SHOWN and self._unseen > 0

    def handle_data(self, data: str) -> None:
        self.found = self.found or (not self._unseen and bool(data.strip()))


def _drop_hidden(page: lxml.html.HtmlElement) -> None:
    hidden = [
        element
        for element in page.iter(etree.Element)
        if element.tag in _NEVER_SHOWN or "hidden" in element.attrib or _HIDING_STYLE.search(element.get("style", ""))
    ]
    for element in hidden:
        if element.getparent() is not None:
            element.drop_tree()


def _mark_quotations(page: lxml.html.HtmlElement) -> None:
    # Innermost first, so that a quotation within a quotation gets two marks.
    for quotation in reversed(list(page.iter("blockquote"))):
        lines = _render(quotation).strip("\n").split("\n")
        tail = quotation.tail
        quotation.clear()
        quotation.tag, quotation.tail = "pre", tail
        quotation.text = "\n".join(f"> {line}".rstrip() for line in lines)


def _render(element: lxml.html.HtmlElement) -> str:
    tail, element.tail = element.tail, None
    text: str = Inscriptis(element, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
    element.tail = tail
    return text
