"""The statements of a mail: what stands between line ends and semicolons, without comment.

A comment begins with `#`. Text to other players (`Vocabulary.free`) is one statement to the end of its line, whatever
signs are in it; a letter is one down to its line END. Nothing is read below a signature mark (RFC 3676 4.3).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

import msgspec

from pbem.rulesets.contract import NumberedTexts
from pbem.rulesets.lexing import lines_of_letter

# Nobody writes so many orders on a line; what is behind them is one statement, and stops the mail.
MOST_PARTS = 50


class Statement(msgspec.Struct, frozen=True):
    """A statement: the number of its line, its text as it was typed, and whether it is one of several on the line."""

    number: int
    text: str
    is_part: bool = False


def statements(
    lines: NumberedTexts, free: re.Pattern[str] | None = None, letter: re.Pattern[str] | None = None
) -> Iterator[Statement]:
    """The statements of numbered lines, in order; empty ones are left out."""
    waiting = deque(lines)
    while waiting:
        number, text = waiting.popleft()
        stripped = text.strip()
        if stripped == "--":
            return
        if letter is not None and letter.match(stripped):
            yield Statement(number, "\n".join([stripped, *_below(waiting, letter, number)]))
            continue
        if free is not None and free.match(stripped):
            yield Statement(number, stripped)
            continue
        parts = [part for part in _parts(stripped) if part]
        for part in parts:
            yield Statement(number, part, len(parts) > 1)


def _below(waiting: deque[tuple[int, str]], letter: re.Pattern[str], above: int) -> Iterator[str]:
    """The lines of a letter below its first, taken from those that wait, with the blank ones that were left out."""
    for _ in range(lines_of_letter(letter, [text for _, text in waiting])):
        number, text = waiting.popleft()
        if number > above + 1:
            yield ""
        above = number
        yield text.strip()


def _parts(text: str) -> list[str]:
    if "#" not in text and ";" not in text:
        return [text]
    return [part.strip() for part in text.partition("#")[0].split(";", MOST_PARTS)]
