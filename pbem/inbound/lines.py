"""Telling commands, orders and chatter apart, line by line. Nothing is dropped: every line ends up in one of the three.

A line is a command when it begins with a command word and what follows fits that word; otherwise it is an order if
the rule set says that it looks like one; otherwise it is chatter, and is listed in the answer as not read. Where a
command says `name=below`, the lines that follow belong to it, down to a line END or the end of the mail.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.inbound.quotes import OwnLine

# One letter wrong, missing, too many, or two exchanged.
SLIPS = 1
SHORTEST_TYPO = 4

_NOTHING = re.compile(r"$")
_ONE_WORD = re.compile(r"[\w.-]*$")
_TOPIC = re.compile(r"[\w.-]*( [\w.-]+)?$")
# A game, then a place or point and how much larger: `marengo7 flip`, `3500,3200 zoom 4`, `LHS zoom 8`.
_PART = re.compile(r"[\w.-]*( [\w.-]+)?( ?[0-9]{1,5} ?, ?[0-9]{1,5})?( zoom ?[0-9]{1,2})?( flip)?$", re.IGNORECASE)
_ANYTHING = re.compile(r".*$")
_HAS_BELOW = re.compile(r"= ?below\b", re.IGNORECASE)
_END_OF_BELOW = re.compile(r"\s*end\W*$", re.IGNORECASE)

# Each command word with the form of what may follow it on its line.
WORDS = {
    "HELP": _TOPIC,
    "NEW": _ANYTHING,
    "JOIN": _ANYTHING,
    "GAMES": _NOTHING,
    "CHECK": _NOTHING,
    "STATUS": _ONE_WORD,
    "MAP": _PART,
    "REPORT": _ONE_WORD,
    "RECORD": _ONE_WORD,
    "DICE": _ONE_WORD,
}


class Command(msgspec.Struct, frozen=True):
    """A command: its word in capitals, what follows it, and whether a typo in the word was mended.

    `below` are the lines under it that belong to it.
    """

    number: int
    text: str
    word: str
    rest: str
    mended: bool = False
    below: tuple[str, ...] = ()


class Split(msgspec.Struct, frozen=True):
    """A mail's own lines, told apart."""

    commands: tuple[Command, ...]
    orders: tuple[OwnLine, ...]
    chatter: tuple[OwnLine, ...]


def split(lines: Sequence[OwnLine], looks_like_order: Callable[[str], bool]) -> Split:
    """Tell the lines apart; `looks_like_order` speaks for the rule set in play."""
    commands: list[Command] = []
    orders, chatter = [], []
    waiting = deque(lines)
    while waiting:
        line = waiting.popleft()
        if not line.text.strip():
            continue
        command = _command(line, looks_like_order)
        if command is not None:
            if command.word == "NEW" and _HAS_BELOW.search(command.rest):
                command = msgspec.structs.replace(command, below=tuple(_take_below(waiting)))
            commands.append(command)
        elif looks_like_order(line.text):
            orders.append(line)
        else:
            chatter.append(line)
    return Split(tuple(commands), tuple(orders), tuple(chatter))


def is_command(text: str) -> bool:
    """Whether a line would be read as a command, were it no order."""
    return _command(OwnLine(1, text), lambda _: False) is not None


def _take_below(waiting: deque[OwnLine]) -> Iterator[str]:
    while waiting:
        text = waiting.popleft().text
        if _END_OF_BELOW.match(text):
            return
        yield text


def _command(line: OwnLine, looks_like_order: Callable[[str], bool]) -> Command | None:
    first, _, rest = line.text.strip().partition(" ")
    word, rest = first.strip(".,:;!").upper(), " ".join(rest.split()).rstrip(".!")
    if word in WORDS and WORDS[word].match(rest):
        return Command(line.number, line.text, word, rest)
    # A typo is mended only where the line can hardly mean anything else.
    if len(word) >= SHORTEST_TYPO and not looks_like_order(line.text):
        close = process.extractOne(word, WORDS.keys(), scorer=OSA.distance, score_cutoff=SLIPS)
        if close is not None and _ONE_WORD.match(rest) and WORDS[close[0]].match(rest):
            return Command(line.number, line.text, close[0], rest, mended=True)
    return None
