"""Words to other players in a mail: `SAY TO wellington: ...`, `SAY: ...`, `PRESS`, down to a line END or its end.

Words between players may look like orders, and orders may stand below words that nobody ended. So a line END decides:
what is above it are words, whatever they look like. Without one the words go on to the end of the mail, as long as
none of their lines may have been meant as an order, or is a command in capitals; else nobody knows which are which, and
nothing in the mail is done. Where END may be an order of the game itself, it ends words only if none of them may be an
order; END SAY always does.

Not for: who hears them (`pbem.games.press`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from itertools import takewhile

import msgspec

from pbem.inbound.quotes import OwnLine

SAY, PRESS = "SAY", "PRESS"
OPENING = frozenset({SAY, PRESS})

_PLEASE = re.compile(r"(please|pls)\W+", re.IGNORECASE)
_ADDRESSED = r"[\w .,;&'-]{1,80}?"
# With a colon, in any letters: whoever writes `say to wellington:` means it. Without TO a name needs the capitals.
_WITH_COLON = re.compile(
    rf"(?:(?:say|press)(?:\s+to\s+(?P<to>{_ADDRESSED}))?|(?-i:SAY|PRESS)\s+(?P<bare>{_ADDRESSED}))\s*:\s*(?P<said>.*)",
    re.IGNORECASE,
)
_IN_CAPITALS = re.compile(r"(?:SAY|PRESS)(?:\s+(?P<to>TO)\b)?(?:\s+(?P<said>.*))?")
_END = re.compile(r"\s*end\W*$", re.IGNORECASE)
_END_OF_WORDS = re.compile(r"\s*end\s+(?:say|press|of\s+(?:say|press))\W*$", re.IGNORECASE)

Looks = Callable[[str], bool]


class Header(msgspec.Struct, frozen=True):
    """How words begin: to whom, as typed ("": to all), and the first of them.

    `colon` tells whether it is certain where the names end.
    """

    addressed: str
    said: str
    colon: bool


class Words(msgspec.Struct, frozen=True):
    """The lines of words, and those of them that may have been meant otherwise, since no END tells."""

    lines: tuple[str, ...]
    doubtful: tuple[int, ...] = ()


def header(text: str) -> Header | None:
    """What a line begins to say to other players, or None."""
    plain = _PLEASE.sub("", " ".join(text.split()), count=1)
    if found := _WITH_COLON.fullmatch(plain):
        return Header(found["to"] or found["bare"] or "", found["said"], colon=True)
    if found := _IN_CAPITALS.fullmatch(plain):
        said = found["said"] or ""
        return Header(said if found["to"] else "", "" if found["to"] else said, colon=not (said or found["to"]))
    return None


def opens_words(text: str, words: Iterable[str] = OPENING) -> bool:
    """Whether a line begins words to other players, by one of these words."""
    opening = _PLEASE.sub("", text.strip(), count=1)[:6].upper()
    return any(opening.startswith(word) for word in words) and header(text) is not None


def take(waiting: deque[OwnLine], above: OwnLine, opens: Looks, may_be_meant: Looks, is_command: Looks) -> Words:
    """Take the lines below a header that belong to it from those that wait to be told apart."""
    candidates = list(takewhile(lambda line: line.source == "typed" and not opens(line.text), waiting))
    told = next((at for at, line in enumerate(candidates) if _END_OF_WORDS.match(line.text)), None)
    if told is not None:
        _drop(waiting, told + 1)
        return _words(above, candidates[:told])
    plain = next((at for at, line in enumerate(candidates) if _END.match(line.text)), len(candidates))
    found, end = candidates[:plain], candidates[plain : plain + 1]
    _drop(waiting, len(found) + len(end))
    ends_a_turn = may_be_meant("end")
    if end and not ends_a_turn:
        return _words(above, found)
    doubtful = tuple(line.number for line in found if may_be_meant(line.text) or _commands(line.text, is_command))
    if end and (doubtful or end[0].text.strip(" .!") != "END"):
        return _words(above, [*found, *end], (*doubtful, end[0].number))
    return _words(above, found, doubtful)


def _drop(waiting: deque[OwnLine], count: int) -> None:
    for _ in range(count):
        waiting.popleft()


def _commands(text: str, is_command: Looks) -> bool:
    """Whether a line is a command that its writer put in capitals: many begin sentences too."""
    first = text.strip().partition(" ")[0]
    return first.isupper() and len(first) > 1 and is_command(text)


def _words(above: OwnLine, found: list[OwnLine], doubtful: tuple[int, ...] = ()) -> Words:
    lines: list[str] = []
    before = above.number
    for line in found:
        # Blank lines, and what was quoted between, are not among a writer's own.
        lines += [""] * (line.number > before + 1) + [line.text.rstrip()]
        before = line.number
    return Words(tuple(lines), doubtful)
