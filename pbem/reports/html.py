"""A document as a HTML document: readable on a phone, in light and dark, with nothing fetched from anywhere.

On a small screen the headline and the order form are what matters, so the form stands right below the headline and the
lines for tools come last; a map keeps its columns and scrolls sideways.
"""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbem.reports.citations import NOWHERE, Rulebooks, linked
from pbem.reports.document import NO_BREAK, Document, Section, answers, texts


def write(document: Document, rulebooks: Rulebooks = NOWHERE) -> str:
    """The text/html part; clauses are linked to the rulebooks, where its readers have them."""
    told = {"subject": document.subject, "sections": _phone_order(document.sections), "rulebooks": rulebooks}
    return _template().render(told) + "\n"


def shown(document: Document) -> str:
    """What the HTML part shows, each paragraph and entry on one line, however long: as it comes back in a quotation."""
    sections = _phone_order(document.sections)
    return "\n".join(line for section in sections for line in _lines(section)).replace(NO_BREAK, " ") + "\n"


def _lines(section: Section) -> list[str]:
    given = [f"{line.number or ''} {line.text} {line.mark} {line.said}" for line in answers(section)]
    return [*([section.title] if section.title else []), *texts(section), *given]


def _phone_order(sections: tuple[Section, ...]) -> list[Section]:
    return [*sections[:1], *sorted(sections[1:], key=_place)]


def _place(section: Section) -> int:
    if section.kind == "form":
        return 0
    return 2 if section.kind == "fixed" and section.title is None else 1


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
