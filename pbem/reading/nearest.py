"""What a line that could not be read may have been meant for: the nearest lines that can be.

A word that is no word of the game is exchanged for near ones, cut in two where it runs two names together, joined with
the next where a blank cut it, or left out. What the grammar then reads is suggested, the smallest change first. Nothing
of this is ever played: it stands in a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.reading.lookalikes import is_like_a_piece, readings
from pbem.reading.words import WordKind, words_of
from pbem.rulesets.contract import Vocabulary

MOST_SUGGESTED = 3
MOST_TRIED = 60
MOST_CHANGES = 2
MOST_NEAR = 4
LONGEST_SEARCHED = 160
CLOSE, CLOSE_IN_LONG, LONG = 1, 2, 6
_DIGITS = str.maketrans("OoIlB", "00118")
# Two dots and more are a word in some rule sets: the empty square of a row that is drawn.
_TOKEN = re.compile(r"[^\W_]+|\.{2,}|[^\w\s]|_")
_BLANK_TOO_MANY = re.compile(r"([(\[]) | (?=[)\],:;!?]|\.(?!\.))")


def nearest(text: str, vocabulary: Vocabulary, is_order: Callable[[str], bool]) -> tuple[str, ...]:
    """At most three lines near to this one that `is_order` holds for, the nearest first."""
    alike = [text for text in readings(text, vocabulary) if is_order(text)]
    if alike:
        return tuple(alike[:MOST_SUGGESTED])
    if len(text) > LONGEST_SEARCHED:
        return ()
    found: list[str] = []
    tried = {text.lower()}
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, tuple(_TOKEN.findall(text)))]
    while waiting and len(found) < MOST_SUGGESTED and len(tried) < MOST_TRIED:
        cost, changes, tokens = heappop(waiting)
        said = " ".join(tokens)
        if cost and is_order(said):
            found.append(_as_written(_without_stops(said, is_order), is_order))
        elif changes < MOST_CHANGES:
            for price, changed in _changed(tokens, vocabulary):
                said = " ".join(changed).lower()
                if changed and said not in tried:
                    tried.add(said)
                    heappush(waiting, (cost + price, changes + 1, changed))
    return tuple(found)


def _without_stops(said: str, is_order: Callable[[str], bool]) -> str:
    """The line without signs left over from words that were left out, if that is an order too."""
    bare = said.strip(" ,;:") if said.endswith("..") else said.strip(" .,;:")
    bare = bare.removesuffix("!").rstrip(" .,;:") if re.search("[.,;:] !$", bare) else bare
    return bare if is_order(bare) else said


def _as_written(said: str, is_order: Callable[[str], bool]) -> str:
    """The line with its signs where people put them, if that is the same order: `fa: f2`, not `fa : f2`."""
    close = _BLANK_TOO_MANY.sub(r"\1", said)
    joined = re.sub(r"(?<=\w) ([-/]) (?=\w)", r"\1", close)
    return next((each for each in (joined, close) if is_order(each)), said)


def _changed(tokens: tuple[str, ...], vocabulary: Vocabulary) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The tokens with one change to a word that is no word of the game, and its price."""
    kinds = words_of(" ".join(tokens), vocabulary).kinds
    words = [at for at, token in enumerate(tokens) if token[0].isalnum()]
    if len(words) != len(kinds):
        return
    names = vocabulary.pieces | vocabulary.places
    for at, kind in zip(words, kinds, strict=True):
        token = tokens[at]
        lower = token.lower()
        if at + 1 < len(tokens) and (lower + tokens[at + 1].lower()) in names:
            yield 1, (*tokens[:at], token + tokens[at + 1], *tokens[at + 2 :])
        if lower in names or kind in (WordKind.NUMBER, WordKind.VERB, WordKind.KNOWN):
            continue
        for meant, slips in _near(lower, vocabulary):
            yield slips, (*tokens[:at], _cased(meant, token), *tokens[at + 1 :])
        if (number := token.translate(_DIGITS)).isdigit():
            yield 1, (*tokens[:at], number, *tokens[at + 1 :])
        for cut in range(1, len(token)):
            head, tail = token[:cut], token[cut:]
            is_name = head.lower() in names and (tail[0].isdigit() or tail.lower() in names | vocabulary.words)
            if is_name or (head.lower() in vocabulary.verbs - vocabulary.final and tail.lower() in names):
                yield 1, (*tokens[:at], head, tail, *tokens[at + 1 :])
        if kind in (WordKind.STRANGE, WordKind.TALK):
            yield 3, (*tokens[:at], *tokens[at + 1 :])


def _near(word: str, vocabulary: Vocabulary) -> list[tuple[str, int]]:
    most = CLOSE_IN_LONG if len(word) >= LONG else CLOSE
    if len(word) < 2:
        return []
    # A piece that is not there was meant for another piece, and for no square that looks like it.
    known = tuple(sorted(vocabulary.pieces)) if is_like_a_piece(word, vocabulary) else _known(vocabulary)
    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=most, limit=MOST_NEAR)
    return [(name, int(slips)) for name, slips, _ in found]


def _cased(meant: str, typed: str) -> str:
    """A word in the letters that it was typed in: small ones, capitals, or a capital first."""
    if typed.islower():
        return meant
    return meant.capitalize() if typed[1:].islower() else meant.upper()


@lru_cache(maxsize=64)
def _known(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words that one may have been meant for; a game's are sorted once, not for every slip."""
    names = vocabulary.pieces | vocabulary.places
    parts = {part for name in names if " " in name for part in name.split()}
    return tuple(sorted(names | parts | (vocabulary.verbs - vocabulary.final)))
