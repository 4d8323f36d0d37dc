"""The text of an HTML mail: what a reader would have seen, line by line, quotations marked with `> `.

Not for showing mail in a browser; nothing here makes HTML safe.
"""

from __future__ import annotations

import re

import lxml.html  # type: ignore[import-untyped]
from inscriptis import Inscriptis  # type: ignore[import-untyped]
from inscriptis.css_profiles import CSS_PROFILES  # type: ignore[import-untyped]
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]
from lxml import etree

_NEVER_SHOWN = {"script", "style", "head", "title", "template", "noscript"}
# As a browser reads it: a comment that does not end hides the rest, `<!-->` is one that has ended, the name of a tag
# goes on to a space, a slash or the tag's end, and a bracket that begins no tag is text.
_PIECES = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<(?P<end>/?)(?P<tag>[a-z][^\s/<>]*)[^<>]*>?|<[!?/][^<>]*>?|(?P<text>[^<]+|<)",
    re.I | re.S,
)
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
    """Whether there is any text outside tags and comments and outside what is never shown; in linear time."""
    unseen = 0
    for piece in _PIECES.finditer(html):
        if piece["text"]:
            if not unseen and piece["text"].strip():
                return True
        elif piece["tag"] and piece["tag"].lower() in _NEVER_SHOWN:
            unseen = max(unseen - 1, 0) if piece["end"] else unseen + 1
    return False


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
