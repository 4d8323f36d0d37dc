"""Order lines, as people write them, read as orders. Form is forgiven, meaning is not guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.contract import Json, Line
from pbem.rulesets.contract import Vocabulary
from pbem.rulesets.lexing import LONGEST_ORDER, mended, tidied

from .board import board
from .rules import Move, Resign

KEYWORDS = ("hound", "hounds", "hare", "move", "resign")
POINT = "[a-z][0-9]"
# A point must be named: "Hounds to move." in a report is no order.
MOVE = re.compile(
    rf"(?:move )?(?:hounds? |hare )?(?:from |to )?(?:(?P<start>{POINT})(?: ?-[->]* ?| to | ))?(?P<to>{POINT})[.!]?",
    re.IGNORECASE,
)
RESIGN = re.compile(r"(?:i )?resign[.!]?", re.IGNORECASE)
# By these words the server tells what may have been meant as an order, and stops the mail, from words between people.
VOCABULARY = Vocabulary(
    pieces=frozenset({"hare", "hound", "hounds"}),
    places=frozenset(board().points),
    verbs=frozenset({"move", "moves", "resign"}),
    like=re.compile(POINT),
    words=frozenset({"from", "to"}),
    final=frozenset({"resign"}),
)


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """An order line for each line that is not empty; its order is None where it is none."""
    return tuple(_read(number, text) for number, text in lines if tidied(text))


def vocabulary(view: Json) -> Vocabulary:
    """The points of the board, the names of the pieces, and what is done with them."""
    return VOCABULARY


def _read(number: int, text: str) -> Line:
    plain = tidied(text)
    order = _order(plain)
    if order is not None:
        return Line(number, text, order)
    better = mended(plain, KEYWORDS)
    order = _order(better)
    return Line(number, text, order, better if order is not None else None)


def _order(plain: str) -> Move | Resign | None:
    if len(plain) > LONGEST_ORDER:
        return None
    if RESIGN.fullmatch(plain):
        return Resign()
    found = MOVE.fullmatch(plain)
    if found is None:
        return None
    return Move(found["start"].lower() if found["start"] else None, found["to"].lower())
