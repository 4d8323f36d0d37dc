"""Pictures that go with mails, and how they are drawn while no transaction is open.

Drawing one takes half a second, and on SQLite whoever writes meanwhile keeps all others out. So a transaction only says
which pictures it wants: those that are not drawn yet undo it, are drawn, and all is done once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeVar

import msgspec
from sqlalchemy.orm import Session

from core.contract import Json
from pbem.reports import maps
from pbem.reports.document import Attachment
from pbem.rulesets import presentation
from pbem.runtime.context import Context

# The position may change between two tries, and with it the picture that is wanted; hardly more often than this.
MOST_TRIES = 8

T = TypeVar("T")

_DRAWN = "pbem.pictures"  # where a session keeps the pictures that were drawn for it


class _Key(NamedTuple):
    form: Literal["png", "text"]
    ruleset: str
    view: bytes


class Picture(msgspec.Struct, frozen=True):
    """The map as a picture, yet to be drawn from what a seat may see; `name` is that of its file."""

    name: str
    ruleset: str
    view: Json


class Pictures:
    """The pictures drawn for a transaction, and those that it found missing; of maps in text as well."""

    def __init__(self) -> None:
        self._drawn: dict[_Key, bytes] = {}
        self._missing: dict[_Key, Json] = {}

    def file(self, picture: Picture) -> Attachment:
        """The picture as a file; an empty one, which is never sent, where it is yet to be drawn."""
        return Attachment(
            picture.name, "image/png", self._found(_key("png", picture.ruleset, picture.view), picture.view)
        )

    def text(self, ruleset: str, view: Json) -> str:
        """The map in text; an empty one, which is never sent, where it is yet to be drawn."""
        return self._found(_key("text", ruleset, view), view).decode()

    def draw(self, picture: Picture) -> None:
        """Draw a picture; not while a transaction is open."""
        self._draw(_key("png", picture.ruleset, picture.view), picture.view)

    def draw_missing(self) -> None:
        """Draw what was found missing."""
        missing, self._missing = self._missing, {}
        for key, view in missing.items():
            self._draw(key, view)

    @property
    def complete(self) -> bool:
        """Whether everything that was wanted is there."""
        return not self._missing

    def _found(self, key: _Key, view: Json) -> bytes:
        if key not in self._drawn:
            self._missing[key] = view
        return self._drawn.get(key, b"")

    def _draw(self, key: _Key, view: Json) -> None:
        words = presentation(key.ruleset)
        self._drawn[key] = words.map_text(view).encode() if key.form == "text" else maps.png(words.map_svg(view))


class _Undrawn(Exception):
    """A transaction wanted pictures that are not drawn yet: nothing of it may be kept."""


def illustrated(context: Context, name: str, work: Callable[[Session], T], pictures: Pictures | None = None) -> T:
    """What `work` returns, done in a transaction of this name; `pictures` are those already drawn for it.

    The work is done from the start again where it wanted other pictures, so it must not change anything but the
    database.
    """
    pictures = pictures or Pictures()
    for _try in range(MOST_TRIES):
        try:
            with context.transaction(name) as session:
                session.info[_DRAWN] = pictures
                done = work(session)
                if not pictures.complete:
                    raise _Undrawn
            return done
        except _Undrawn:
            pictures.draw_missing()
    raise RuntimeError(f"{name} wants other pictures with every try")


def file_of(session: Session, picture: Picture) -> Attachment:
    """The picture as a file for a mail that this session writes, which must be that of `illustrated`."""
    pictures: Pictures = session.info[_DRAWN]
    return pictures.file(picture)


def text_of(session: Session, ruleset: str, view: Json) -> str:
    """The map in text for a mail that this session writes, as `file_of`: a part of an open field takes a while."""
    pictures: Pictures = session.info[_DRAWN]
    return pictures.text(ruleset, view)


def _key(form: Literal["png", "text"], ruleset: str, view: Json) -> _Key:
    return _Key(form, ruleset, msgspec.json.encode(view))
