"""Names that players write, found among those there are: by code, in full, or cut short where that is unambiguous."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping


def letters(text: str) -> str:
    """A name without what people write or leave out: accents, hyphens, blanks, capitals."""
    spread = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in spread.lower() if sign.isalnum())


def matching(text: str, names: Mapping[str, str]) -> list[str]:
    """The codes that a text may mean; `names` has the full name of each code.

    A code, or a name in full, means that alone; else all names that begin so, or a word of which does.
    """
    if text.upper() in names:
        return [text.upper()]
    said = letters(text)
    whole = [code for code, name in names.items() if letters(name) == said]
    if whole or not said:
        return whole
    begun = [code for code, name in names.items() if letters(name).startswith(said)]
    return begun or [code for code, name in names.items() if said in _words(name)]


def one_of(text: str, names: Iterable[str]) -> str | None:
    """The one name that a text is, or that alone begins so; None: none, or several."""
    said = letters(text)
    found = [name for name in names if letters(name) == said]
    found = found or [name for name in names if said and letters(name).startswith(said)]
    return found[0] if len(found) == 1 else None


def _words(name: str) -> list[str]:
    return [letters(word) for word in name.replace("-", " ").replace("'", " ").split()]
