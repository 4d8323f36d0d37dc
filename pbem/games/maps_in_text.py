"""Maps in text for the answer to a mail, drawn while no transaction is open.

A part of an open field takes some forty milliseconds, and on SQLite whoever writes meanwhile keeps all others out. So a
transaction only says which maps it wants: those that are not drawn yet undo it, are drawn, and all is done once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy.orm import Session

from core.contract import Json
from pbem.rulesets import presentation
from pbem.runtime.context import Context

# The position may change between two tries, and with it the map that is wanted; hardly more often than this.
MOST_TRIES = 8

T = TypeVar("T")

_MAPS = "pbem.maps"  # where a session keeps the maps that were drawn for it


class _Key(NamedTuple):
    ruleset: str
    view: bytes


class _Maps:
    """The maps drawn for a transaction, and those that it found missing."""

    def __init__(self) -> None:
        self._drawn: dict[_Key, str] = {}
        self._missing: dict[_Key, Json] = {}

    def text(self, ruleset: str, view: Json) -> str:
        """The map in text; an empty one, which is never sent, where it is yet to be drawn."""
        key = _Key(ruleset, msgspec.json.encode(view))
        if key not in self._drawn:
            self._missing[key] = view
        return self._drawn.get(key, "")

    def draw_missing(self) -> None:
        """Draw what was found missing."""
        missing, self._missing = self._missing, {}
        for key, view in missing.items():
            self._drawn[key] = presentation(key.ruleset).map_text(view)

    @property
    def complete(self) -> bool:
        """Whether everything that was wanted is there."""
        return not self._missing


class _Undrawn(Exception):
    """A transaction wanted maps that are not drawn yet: nothing of it may be kept."""


def with_maps_drawn(context: Context, name: str, work: Callable[[Session], T], *, durable: bool = True) -> T:
    """What `work` returns, done in a transaction of this name.

    The work is done from the start again where it wanted maps that were not drawn yet, so it must not change anything
    but the database. `durable` as for `Store.session`.
    """
    maps = _Maps()
    for _try in range(MOST_TRIES):
        try:
            with context.transaction(name, durable=durable) as session:
                session.info[_MAPS] = maps
                done = work(session)
                if not maps.complete:
                    raise _Undrawn
            return done
        except _Undrawn:
            maps.draw_missing()
    raise RuntimeError(f"{name} wants other maps with every try")


def text_of(session: Session, ruleset: str, view: Json) -> str:
    """The map in text for a mail that this session writes, which must be that of `with_maps_drawn`."""
    maps: _Maps = session.info[_MAPS]
    return maps.text(ruleset, view)
