"""What we sent to the writer of a mail, in the form in which his lines are laid beside it.

Every question that is asked here costs a fixed number of comparisons for each word of the mail, however the mail was
made: runs of words are looked up in a table, and of the places where a line may stand only so many are tried.
`compared` counts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Protocol, TypeAlias

from pbem.inbound.charsets import fold

RUN = 5
# Beyond this a line is no order, and the search for its place in what we sent would cost too much.
LONGEST_ORDER_WORDS = 24
# A pair of words that stands more often in our texts than this (there are twelve of them at most) is tried here only.
MOST_PLACES = 64
WORDS_REMEMBERED = 1 << 14  # of our mails, for the most part, which use the same words over and over
RULE = "_" * 10  # drawn above a quotation; shorter ones are marks
FORM = ("order", "form")  # how the heading of an order form begins

Words: TypeAlias = tuple[str, ...]
_BREAK = "\n"  # parts the texts; no word of a mail is a line feed
_LINK = re.compile(r"<(?:https?|mailto):[^<>\s]*>", re.I)


class Coverable(Protocol):
    """A line whose words are marked where they are ours."""

    words: Words
    covered: list[bool]
    unchanged: bool


class Sent:
    """Our texts as one row of words, with the places where their lines begin and end."""

    def __init__(self, texts: Sequence[str]) -> None:
        words: list[str] = []
        self.edges = {0}
        self.lines: set[Words] = set()
        self.form: set[Words] = set()  # the lines of order forms, comments included
        for text in texts:
            in_form = False
            for line in text.split("\n"):
                own = tuple(word for _, word in tokens(line))
                if own and not line.startswith(" "):
                    in_form = own[: len(FORM)] == FORM
                elif own and in_form:
                    self.form.add(own)
                words.extend(own)
                self.edges.add(len(words))
                self.lines.add(own)
            words.append(_BREAK)
            self.edges.add(len(words))
        self.words = tuple(words)
        self.compared = 0
        self._whole: dict[tuple[Words, Words, Words], frozenset[tuple[bool, bool]]] = {}

    def cover(self, lines: Sequence[Coverable]) -> None:
        """Note which words lie in runs of ours, across line ends, and which lines are ours word for word."""
        for line in lines:
            line.unchanged = bool(line.words) and line.words in self.lines
        stream = [(line, index) for line in lines for index in range(len(line.words))]
        words = tuple(line.words[index] for line, index in stream)
        reach = 0
        self.compared += len(words)
        for at in range(len(words) - RUN + 1):
            if words[at : at + RUN] in self._runs:
                for line, index in stream[max(at, reach) : at + RUN]:
                    line.covered[index] = True
                reach = at + RUN

    def follow(self, seam: Words) -> bool:
        """Whether these words follow each other in a text of ours."""
        return any(True for _ in self._places(seam))

    def begins_a_line(self, words: Words) -> bool:
        """Whether a line of ours begins with these one or two words."""
        self.compared += 1
        return words in self._beginnings

    def ends_a_line(self, words: Words) -> bool:
        """Whether a line of ours ends in these one or two words."""
        self.compared += 1
        return words in self._endings

    def goes_on(self, before: Words, words: Words) -> bool:
        """Whether we sent these words after `before`, in the middle of a line."""
        head = words[: LONGEST_ORDER_WORDS - len(before)]
        return any(place + len(before) not in self.edges for place in self._places((*before, *head)))

    def whole(self, before: Words, words: Words, after: Words) -> frozenset[tuple[bool, bool]]:
        """For each place where these words are a whole line, or one that was wrapped: do `before`, `after` adjoin?"""
        key = before, words, after
        found = self._whole.get(key)
        if found is None:
            found = self._whole[key] = frozenset(self._whole_places(before, words, after))
        return found

    def _whole_places(self, before: Words, words: Words, after: Words) -> Iterator[tuple[bool, bool]]:
        for place in self._places(words):
            end = place + len(words)
            follows = bool(before) and self.words[max(place - len(before), 0) : place] == before
            leads = bool(after) and self.words[end : end + len(after)] == after
            if (follows or place in self.edges) and (leads or end in self.edges):
                yield follows, leads

    def _places(self, words: Words) -> Iterator[int]:
        """Where this sequence of words stands; of many places the first."""
        if not 0 < len(words) <= LONGEST_ORDER_WORDS:
            return
        index = self._pairs if len(words) > 1 else self._singles
        parts: list[Words] = [*pairwise(words)]
        parts = parts or [words]
        rarest = min(range(len(parts)), key=lambda at: len(index.get(parts[at], ())))
        self.compared += 1
        for place in index.get(parts[rarest], ())[:MOST_PLACES]:
            self.compared += 1
            begin = place - rarest
            if begin >= 0 and self.words[begin : begin + len(words)] == words:
                yield begin

    # Tables that many a mail does without.

    @cached_property
    def _runs(self) -> set[Words]:
        return {self.words[at : at + RUN] for at in range(len(self.words) - RUN + 1)}

    @cached_property
    def _pairs(self) -> dict[Words, list[int]]:
        return _placed(pairwise(self.words))

    @cached_property
    def _singles(self) -> dict[Words, list[int]]:
        return _placed((word,) for word in self.words)

    @cached_property
    def _beginnings(self) -> set[Words]:
        return {self.words[edge : edge + length] for edge in self.edges for length in (1, 2)}

    @cached_property
    def _endings(self) -> set[Words]:
        return {self.words[max(edge - length, 0) : edge] for edge in self.edges for length in (1, 2)}


def _placed(parts: Iterable[Words]) -> dict[Words, list[int]]:
    index: dict[Words, list[int]] = defaultdict(list)
    for at, part in enumerate(parts):
        index[part].append(at)
    return index


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """The words of a line as they stand and in the form in which they are compared; marks alone are no words.

    Mail programs turn addresses into links and put asterisks for bold type, so neither counts.
    """
    for token in _LINK.sub("", text).split():
        word = _compared(token)
        if word:
            yield token, word


@lru_cache(WORDS_REMEMBERED)
def _compared(token: str) -> str:
    word = unicodedata.normalize("NFKC", fold(token)).casefold().strip("*_>")
    return word or ("_" if token.startswith(RULE) else "")
