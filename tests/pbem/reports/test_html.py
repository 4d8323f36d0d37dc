"""Letters as HTML: nothing of a player's becomes markup, nothing is fetched, a map keeps its columns."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from pbem.reports import html
from pbem.reports.document import AnswerLine, Document, Section

MAP = "o--o\n|   \\  <b>\n*--^  A&B"
LETTER = Document(
    "[g <North>] your move",
    (
        Section(None, "words", ("You are to <script>alert(1)</script> move.",)),
        Section(None, "fixed", (":: game g",)),
        Section("Your lines", "answers", (AnswerLine(1, "<img src=x>", "no", "not <i>that</i>"),)),
        Section("Map", "map", tuple(MAP.split("\n"))),
        Section("Order form", "form", ("N1 5 U23   # <die>",)),
    ),
)


class Reader(HTMLParser):
    """Collects the tags, and the text of each <pre>."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.pres: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag == "pre"
        if self.inside:
            self.pres.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.pres[-1] += data


def read(document: Document) -> Reader:
    reader = Reader()
    reader.feed(html.write(document))
    return reader


def test_the_map_comes_through_letter_for_letter_and_never_wraps() -> None:
    reader = read(LETTER)
    assert MAP in reader.pres
    style = next(attributes["style"] for tag, attributes in reader.tags if attributes.get("class") == "map")
    assert style is not None
    assert "white-space: pre;" in style
    assert "overflow-x: auto" in style
    assert "monospace" in style


def test_on_a_phone_the_form_comes_right_below_the_answers_and_the_lines_for_tools_last() -> None:
    assert read(LETTER).pres == ["N1 5 U23   # <die>", MAP, ":: game g"]
    page = html.write(LETTER)
    assert page.index("You are to") < page.index("Your lines") < page.index("N1 5 U23") < page.index("Map")


def test_of_two_sections_alike_each_keeps_its_own_place() -> None:
    told = Section("Answers", "answers", (AnswerLine(1, "N1 5", "ok", "moves"),))
    note = Section(None, "words", ("Two of your mails were read.",))
    page = html.write(Document("both", (note, told, note, Section("Order form", "form", ("N1 5",)))))
    first, second = (found.start() for found in re.finditer("Two of your mails", page))
    assert first < page.index("moves") < page.index("Order form") < second


def test_words_of_players_are_never_markup() -> None:
    tags = {tag for tag, _ in read(LETTER).tags}
    assert not tags & {"script", "img", "i", "b"}


def test_nothing_is_fetched() -> None:
    page = html.write(LETTER)
    assert not {name for _, attributes in read(LETTER).tags for name in attributes} & {"src", "href", "background"}
    assert not re.search(r"url\(|@import|https?:", page)
    assert "color-scheme" in page
