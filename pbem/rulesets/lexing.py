"""What lines typed by people have in common in every game: odd characters, bullets, slips of the finger.

Each grammar builds on this. What a word means, and which words may be mended, is the grammar's own affair.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

# No order needs a line longer than the first; what is longer than the second is a note, and is cut.
LONGEST_ORDER = 300
LONGEST_LINE = 2000

# What a line means depends on nothing else, and batches and bots write the same lines again and again: reading a line
# with a grammar takes a hundred times as long as remembering it. Some 10 MB when full.
LINES_REMEMBERED = 1 << 14

_UNSEEN = {"Cf": "", "Cc": " ", "Cs": " "}  # joiners and direction marks; control characters; half characters
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_ARROW = re.compile(r"[-=]{1,3}>|[→⇒⟶➔➝➞➡]")
_BULLET = re.compile(r"(?:[-*+•·]+ |\(?[0-9]{1,2}[.)] )")
_WORD = re.compile(r"[A-Za-z]{4,24}")  # shorter words are too near to too many


_END_OF_LETTER = re.compile(r"\s*end(?:\s+(?:of\s+)?letter)?[\s.!]*$", re.IGNORECASE)


class Hint(msgspec.Struct, frozen=True):
    """What is probably wrong with a line that could not be read.

    `kind` says what is wrong, in a word that the rule set's wording knows; `found` is what was not understood, and
    `meant` something close to it.
    """

    kind: str
    found: str = ""
    meant: str = ""


def lines_of_letter(opens: re.Pattern[str], below: Sequence[str]) -> int:
    """How many of the lines below its first belong to a letter: down to a line END, that line among them.

    `opens` is how a letter begins. Where the next one begins before any END, or no END comes, the first line is all.
    """
    for at, text in enumerate(below):
        if opens.match(text):
            return 0
        if _END_OF_LETTER.match(text):
            return at + 1
    return 0


def ends_letter(text: str) -> bool:
    """Whether a line ends a letter."""
    return _END_OF_LETTER.match(text) is not None


def tidied(text: str, arrow: str = "->") -> str:
    """The line without comment, bullet and odd characters, one space between words; `arrow` stands for any arrow."""
    text = text[:LONGEST_LINE].partition("#")[0]
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFKC", text)
        text = "".join(_UNSEEN.get(unicodedata.category(sign), sign) for sign in text).translate(_DASHES)
    text = " ".join(_ARROW.sub(arrow, text).split())
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def mended(line: str, keywords: Sequence[str]) -> str:
    """The line with every misspelt keyword put right, where exactly one keyword is near enough.

    A word alone stays as it is: without the rest of an order there is nothing to tell a slip from another word.
    """
    if len(line) > LONGEST_ORDER or " " not in line:
        return line
    return _WORD.sub(lambda word: near(word[0], keywords) or word[0], line)


def near(word: str, keywords: Sequence[str]) -> str | None:
    """The one keyword within one slip of a word (two where it has six letters or more), or None.

    A slip is a letter too many, too few or wrong, or two letters swapped.
    """
    found = process.extract(word.lower(), keywords, scorer=OSA.distance, score_cutoff=2, limit=None)
    close = [(slips, keyword) for keyword, slips, _ in found if slips <= (2 if len(keyword) >= 6 else 1)]
    nearest = [keyword for slips, keyword in close if slips == min(close)[0]]
    return nearest[0] if len(nearest) == 1 else None
