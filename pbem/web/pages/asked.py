"""What is asked for in the query of a page: whole numbers and words of a list, and nothing else.

What was not asked about here changes no page, and makes no other one of it in the cache.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from flask import g, request

from pbem.web.refusals import refuse

LARGEST = 2**31 - 1
NOTED = "pbem_asked"


def number(name: str) -> int | None:
    """A whole number from 1 on; None where it is not asked for."""
    typed = request.args.get(name)
    if typed is None:
        return None
    if not typed.isascii() or not typed.isdecimal() or len(typed) > 10 or not 1 <= int(typed) <= LARGEST:
        refuse(404, f"{name} is a number from 1 on")
    _note(name, typed)
    return int(typed)


def one_of(name: str, words: Collection[str]) -> str | None:
    """A word of a list; None where it is not asked for."""
    typed = request.args.get(name)
    if typed is not None and typed not in words:
        refuse(404, f"{name} is one of {', '.join(words)}" if words else f"there is no {name} to be asked for here")
    if typed is not None:
        _note(name, typed)
    return typed


def query() -> str:
    """All that was asked for and understood, as it is written behind a path."""
    noted: dict[str, str] = g.get(NOTED, {})
    return f"?{urlencode(sorted(noted.items()))}" if noted else ""


def _note(name: str, typed: str) -> None:
    g.setdefault(NOTED, {})[name] = typed
