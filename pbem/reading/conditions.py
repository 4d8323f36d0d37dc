"""Conditions over orders: `IF BS1 ON C3`, `IF N7 GONE`, `IF ENEMY ON H8`; one grammar for all rule sets.

What can be named, and how it stands, comes from the rule set by the view of the seat alone (`Whereabouts`). A condition
that is not understood is a fault of its line, never one that does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets.contract import Whereabouts
from pbem.rulesets.lexing import tidied

Word = Literal["if", "else if", "else", "end if"]

EXAMPLES = "IF BS1 ON C3, IF N7 GONE or IF ENEMY ON H8, with names of this game"
NO_BOARD = "this game has nothing that a condition could name"
LONGEST = 200
_CONTROL = re.compile(r"(if|else ?if|else|end ?if)(?![\w'])[ :,]*(.*)$", re.IGNORECASE)
_IS_ON = r"(?: is| are| stands?)? (?:on|at|in) (?P<place>.+)"
_ENEMY = re.compile(rf"(?:(?:an|the|any) )?enem(?:y|ies){_IS_ON}", re.IGNORECASE)
_GONE = re.compile(r"(?P<piece>.+?)(?: is| are)? gone", re.IGNORECASE)
_ON = re.compile(rf"(?P<piece>.+?){_IS_ON}", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|my) ", re.IGNORECASE)


class Condition(msgspec.Struct, frozen=True):
    """What must be so; `piece` and `place` as the rule set names them."""

    kind: Literal["on", "gone", "enemy"]
    piece: str = ""
    place: str = ""

    def __str__(self) -> str:
        """In words: `bs1 is on c3`."""
        if self.kind == "gone":
            return f"{self.piece} is not on the board"
        return f"{'an enemy' if self.kind == 'enemy' else self.piece} is on {self.place}"


class NotUnderstood(ValueError):
    """Why a condition could not be read, as a sentence without its full stop."""


class NoSuchName(NotUnderstood):
    """A name that the seat does not know. Names near to it are looked for when it is told, which takes its time."""

    def __init__(self, typed: str, names: Collection[str], what: str) -> None:
        super().__init__(typed)
        self._typed, self._names, self._what = typed, names, what

    def __str__(self) -> str:
        near = did_you_mean(self._typed.lower(), list(self._names))
        return f'a condition knows no {self._what} "{echoed(self._typed)}" here{near}'


class NotKnown(ValueError):
    """A condition names what the seat cannot name any more, so that nobody can say whether it holds."""


def control(text: str) -> tuple[Word, str] | None:
    """The word of a line that steers which orders count, and what is behind it; None for any other line."""
    found = _CONTROL.match(tidied(text).rstrip(" .:;,"))
    if found is None:
        return None
    words: dict[str, Word] = {"if": "if", "elseif": "else if", "else": "else", "endif": "end if"}
    behind = re.sub(r"[ ,:]*\bthen$", "", found[2], flags=re.IGNORECASE)
    return words[found[1].lower().replace(" ", "")], behind


def read_condition(text: str, ground: Whereabouts) -> Condition:
    """The condition that a text says, by the names that a seat knows. Raises NotUnderstood."""
    if not ground.places:
        raise NotUnderstood(NO_BOARD)
    found = _ENEMY.fullmatch(text) if len(text) <= LONGEST else None
    if found is not None:
        return Condition("enemy", place=_named(found["place"], ground.places, "place"))
    found = _GONE.fullmatch(text) if len(text) <= LONGEST else None
    if found is not None:
        return Condition("gone", _named(found["piece"], ground.pieces, "piece"))
    found = _ON.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise NotUnderstood(f"this condition is not understood; write {EXAMPLES}")
    piece = _named(found["piece"], ground.pieces, "piece")
    return Condition("on", piece, _named(found["place"], ground.places, "place"))


def holds(condition: Condition, ground: Whereabouts) -> bool:
    """Whether a condition holds, as far as the seat sees. Raises NotKnown."""
    if (condition.piece and condition.piece not in ground.pieces) or (
        condition.place and condition.place not in ground.places
    ):
        raise NotKnown(str(condition))
    if condition.kind == "gone":
        return not ground.pieces[condition.piece]
    standing = ground.enemy if condition.kind == "enemy" else ground.pieces[condition.piece]
    return not standing.isdisjoint(ground.places[condition.place])


def _named(typed: str, names: Mapping[str, object], what: str) -> str:
    name = " ".join(typed.lower().split())
    for said in (name, _ARTICLE.sub("", name)):
        if said in names:
            return said
    raise NoSuchName(typed, names.keys(), what)
