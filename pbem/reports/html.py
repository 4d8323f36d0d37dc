"""A document as a HTML document: readable on a phone, in light and dark, with nothing fetched from anywhere.

On a small screen the headline and the order form are what matters, so the form stands right below the headline and the
lines for tools come last; a map keeps its columns and scrolls sideways. Where a picture of it goes along,
`with_picture` puts that above, and folds the text below it.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbem.addresses.links import Link
from pbem.reports.citations import NOWHERE, Rulebooks, linked
from pbem.reports.document import NO_BREAK, Document, Section, answers, texts

AS_TEXT = "The same map as text"
ALTERNATIVE = "The map as a picture; below it the same map as text."
_PICTURE = (
    '<img class="picture" src="{source}" alt="{alternative}" width="{width}" height="{height}" '
    'style="display: block; width: 100%; max-width: {width}px; height: auto;">'
)


def write(document: Document, rulebooks: Rulebooks = NOWHERE, page: Link | None = None) -> str:
    """The text/html part; clauses are linked to the rulebooks, where its readers have them, and at its foot `page`."""
    pictured = [section for section in document.sections if section.picture is not None]
    numbers = {id(section): number for number, section in enumerate(pictured, start=1)}
    sections = _phone_order(document.sections)
    told = {"subject": document.subject, "sections": sections, "rulebooks": rulebooks, "page": page}
    return _template().render(told, numbers=numbers, number_of=id) + "\n"


def with_picture(written: str, number: int, source: str, width: int, height: int) -> str:
    """A document as `write` made it, with the picture of its section `number` (from 1) from `source`.

    The text map stays, folded where a mail program can fold. Raises ValueError where there is no such section.
    """
    found = re.search(rf'<pre class="map" id="map-{number}"[^>]*>.*?</pre>', written, re.DOTALL)
    if found is None:
        raise ValueError(f"no map {number} in this document")
    picture = _PICTURE.format(source=escape(source), alternative=ALTERNATIVE, width=width, height=height)
    folded = f"<details>\n<summary>{AS_TEXT}</summary>\n{found.group()}\n</details>"
    return f"{written[: found.start()]}{picture}\n{folded}{written[found.end() :]}"


def shown(document: Document, page: Link | None = None) -> str:
    """What the HTML part shows, each paragraph and entry on one line, however long: as it comes back in a quotation."""
    lines = [line for section in _phone_order(document.sections) for line in _lines(section)]
    return "\n".join([*lines, *([page.words] if page is not None else [])]).replace(NO_BREAK, " ") + "\n"


def _lines(section: Section) -> list[str]:
    given = [f"{line.number or ''} {line.text} {line.mark} {line.said}" for line in answers(section)]
    folded = [AS_TEXT] if section.picture is not None else []
    return [*([section.title] if section.title else []), *folded, *texts(section), *given]


def _phone_order(sections: tuple[Section, ...]) -> list[Section]:
    """The form follows on the headline, and on what became of the reader's own lines, so that nobody scrolls for it."""
    answered = max((at for at, section in enumerate(sections) if section.kind == "answers"), default=0)
    places = [_place(section, at <= answered) for at, section in enumerate(sections)]
    return [sections[at] for at in sorted(range(len(sections)), key=places.__getitem__)]


def _place(section: Section, is_answer: bool) -> int:
    if section.kind == "fixed" and section.title is None:
        return 3
    return 0 if is_answer else 1 if section.kind == "form" else 2


def _colour(mark: str) -> str:
    return "ok" if mark.startswith("ok") else "no" if mark == "no" else "ask"


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("pbem.reports", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(texts=texts, answers=answers, colour=_colour, cite=linked)
    return environment.get_template("document.html.j2")
