"""The rulebooks: their source, and the clauses in it, for a player who asks by a number.

A rulebook stands beside the words of its rule set, as `rulebook.md`; each of its rules is an entry that begins with an
anchor and its number, and then `OURS` where it is not the source's. A rule set that was installed from elsewhere may
have none. How a rulebook is set for readers is told in `pbem.reports.rulebook`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from pbem.rulesets import names

# What stands behind the number of a clause that is ours, wholly or in a detail; the front of each rulebook says so.
OURS = "\N{DAGGER}"
MOST_RULINGS = 6

NUMBER = r"[A-Z]?\d+[a-z]?"
_ENTRY = re.compile(
    rf'^- <a id="(?P<id>[A-Z][A-Z0-9]*-{NUMBER})"></a>(?P<text>.*\n(?:(?: .*)?\n)*?)(?=- |#|\S|\Z)', re.MULTILINE
)
_RULING = re.compile(r"-R\d+[a-z]?$")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CITED = re.compile(rf"\(#([A-Z][A-Z0-9]*-{NUMBER})\)")
_MARKUP = re.compile(r"<[^<>]*>|(?<!\w)\*+|\*+(?!\w)")
_HEAD = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)


class Clause(msgspec.Struct, frozen=True):
    """A clause as its rulebook has it: the rule set, its words on one line, what it cites, and whether it is ours."""

    ruleset: str
    text: str
    cites: tuple[str, ...]
    ours: bool


@cache
def source(name: str) -> str | None:
    """A rule set's rulebook in Markdown, without what is meant for tests alone; None where it has none."""
    book = resources.files("pbem.rulesets").joinpath(name, "rulebook.md")
    return _HEAD.sub("", book.read_text("utf-8")) if name in names() and book.is_file() else None


def with_rulebooks() -> list[str]:
    """The rule sets whose rulebook is here."""
    return [name for name in names() if source(name) is not None]


@cache
def clauses() -> Mapping[str, Clause]:
    """The clauses of every rulebook here, by number."""
    found = {}
    for name in with_rulebooks():
        for entry in _ENTRY.finditer(source(name) or ""):
            said = _plain(entry["text"]).removeprefix(entry["id"])
            cites = tuple(dict.fromkeys(_CITED.findall(entry["text"])))
            ours = is_ruling(entry["id"]) or said.startswith(OURS)
            found[entry["id"]] = Clause(name, said.removeprefix(OURS).strip(), cites, ours)
    return MappingProxyType(found)


def is_ruling(number: str) -> bool:
    """Whether a clause is one of our rulings, `W95-R06`."""
    return _RULING.search(number) is not None


def rulings_on(number: str) -> list[str]:
    """The rulings that belong to a clause: those that it cites, then those that cite it; none on a ruling."""
    if is_ruling(number):
        return []
    known = clauses()
    citing = [other for other, clause in known.items() if number in clause.cites]
    found = [each for each in (*known[number].cites, *citing) if is_ruling(each) and each in known]
    return list(dict.fromkeys(found))[:MOST_RULINGS]


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).replace("`", '"').split())
