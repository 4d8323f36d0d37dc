"""The clauses of the rulebooks: what each says, for a player who asks by its number.

A rulebook stands beside the words of its rule set, as `rulebook.md`; each of its rules is an entry that begins with an
anchor and its number. A rule set that was installed from elsewhere may have none.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from pbem.rulesets import names

_ENTRY = re.compile(
    r'^- <a id="(?P<id>[A-Z][A-Z0-9]*-[A-Z]?\d+[a-z]?)"></a>(?P<text>.*\n(?:(?: .*)?\n)*?)(?=- |#|\S|\Z)', re.MULTILINE
)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"<[^<>]*>|(?<!\w)\*+|\*+(?!\w)")


@cache
def clauses() -> dict[str, str]:
    """What each clause of every rulebook here says, by its number, as plain text on one line."""
    found: dict[str, str] = {}
    for name in names():
        book = resources.files("pbem.rulesets").joinpath(name, "rulebook.md")
        if book.is_file():
            entries = _ENTRY.finditer(book.read_text("utf-8"))
            found.update((entry["id"], _plain(entry["text"]).removeprefix(f"{entry['id']} ")) for entry in entries)
    return found


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).replace("`", '"').split())
