"""Citations of clauses in what the server writes, as links to the clauses: `(W95-031, 033)` holds two.

They lead to the rulebook on the web where the server has a public address, else into the rulebook that comes with the
mail, else nowhere. The words stay the same, so that the text of a mail says what its HTML says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import msgspec
from markupsafe import Markup, escape

from pbem.reports.document import Attachment
from pbem.reports.rulebook import page_name
from pbem.rulesets.rulebooks import NUMBER, clauses

RULES_PATH = "rules"
# A clause by its whole number, then others of the same rule set by theirs alone.
_CITATION = re.compile(rf"\b([A-Z][A-Z0-9]*)-({NUMBER})\b((?:(?:, | and | or | to )(?:\1-)?{NUMBER}\b)*)")
_NEXT = re.compile(rf"((?:, | and | or | to ))((?:[A-Z][A-Z0-9]*-)?({NUMBER}))\b")


class Rulebooks(msgspec.Struct, frozen=True):
    """Where the readers of a mail find the rulebooks.

    `public` is the server's public address, `attached` gives the Content-ID of each page that comes with the mail, by
    the name of its rule set.
    """

    public: str | None = None
    attached: dict[str, str] = {}

    def link_to(self, number: str) -> str | None:
        """The address of a clause; None where there is no such clause, or no place to read it."""
        clause = clauses().get(number)
        if clause is None:
            return None
        if self.public is not None:
            return f"{self.public.rstrip('/')}/{RULES_PATH}/{clause.ruleset}#{number}"
        ident = self.attached.get(clause.ruleset)
        return f"cid:{ident}#{number}" if ident else None


NOWHERE = Rulebooks()


def rulebooks_for(public: str | None, attachments: Sequence[Attachment], message_id: str) -> Rulebooks:
    """Where the rulebooks are for the readers of a mail with these files."""
    pages = {page_name(name): name for name in _with_rulebooks()} if attachments else {}
    found = {pages[file.name]: content_id(file.name, message_id) for file in attachments if file.name in pages}
    return Rulebooks(public, found)


@cache
def _with_rulebooks() -> frozenset[str]:
    return frozenset(clause.ruleset for clause in clauses().values())


def content_id(name: str, message_id: str) -> str:
    """The Content-ID (RFC 2392) of a file in a mail, without its angle brackets."""
    return f"{name}.{message_id.strip('<>')}"


def count_of(text: str) -> int:
    """How many clauses a text cites, at most."""
    return sum(1 + len(_NEXT.findall(found[3])) for found in _CITATION.finditer(text))


def linked(text: str, rulebooks: Rulebooks) -> Markup:
    """The text as HTML, each clause that it cites a link to it."""
    if rulebooks == NOWHERE:
        return escape(text)
    parts, end = [], 0
    for found in _CITATION.finditer(text):
        parts += [escape(text[end : found.start()]), _citation(found, rulebooks)]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _citation(found: re.Match[str], rulebooks: Rulebooks) -> Markup:
    book, number, others = found.groups()
    first = _anchor(f"{book}-{number}", f"{book}-{number}", rulebooks)
    return first + Markup("").join(
        escape(each[1]) + _anchor(each[2], f"{book}-{each[3]}", rulebooks) for each in _NEXT.finditer(others)
    )


def _anchor(shown: str, number: str, rulebooks: Rulebooks) -> Markup:
    link = rulebooks.link_to(number)
    return escape(shown) if link is None else Markup('<a href="{}">{}</a>').format(link, shown)
