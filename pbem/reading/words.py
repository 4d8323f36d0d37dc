"""The words of a statement, each with what it is to the game."""

from __future__ import annotations

import re
from enum import Enum

import msgspec

from pbem.reading.phrases import fillers, talk
from pbem.rulesets.contract import Vocabulary

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Letters and digits in one word: few words between people are such, and most names of pieces and places.
_MIXED = re.compile(r"(?=.*[0-9])(?=.*[^\W\d_])[^\W_]{2,12}")
_ORDINAL = re.compile(r"[1-9][0-9]*(?:st|nd|rd|th|am|pm|eme)")
SHORTEST_SLIP = 4
SHORTEST_OF_PAIR, LONGEST_PAIR = 3, 24


class WordKind(Enum):
    """What a word is to the game."""

    THING = "the name of a piece or a place, or of the form of one"
    FAINT = "such a name, but in small letters and without a number: it may be an ordinary word"
    VERB = "says what is done"
    NUMBER = "a number"
    KNOWN = "another word that orders hold"
    TALK = "a word of sentences between people"
    STRANGE = "any other word"


class Words(msgspec.Struct, frozen=True):
    """The words of a statement and their kinds; `titled` where one was typed in small letters behind a capital."""

    words: tuple[str, ...]
    kinds: tuple[WordKind, ...]
    titled: tuple[bool, ...]

    def count(self, *kinds: WordKind) -> int:
        """How many words are of these kinds."""
        return sum(kind in kinds for kind in self.kinds)

    def behind(self, first: int) -> Words:
        """The words without the first so many."""
        return Words(self.words[first:], self.kinds[first:], self.titled[first:])

    @property
    def begins_with_verb(self) -> bool:
        """Whether the first word that says something is a verb of the game."""
        return (
            next((k for w, k in zip(self.words, self.kinds, strict=True) if w not in BEFORE_VERBS), None)
            is WordKind.VERB
        )


# Words before a verb that leave it the first: "please move", "I'd like to move", "and then move".
_SMALL = """
    i i'll i'd we will would like want to please pls let let's my our the and then now also first next
"""
BEFORE_VERBS = frozenset(_SMALL.split())


def words_of(text: str, vocabulary: Vocabulary) -> Words:
    """The words of a statement."""
    names = vocabulary.pieces | vocabulary.places
    lower = f" {' '.join(text.lower().split())} "
    several = {word for name in names if " " in name and f" {name} " in lower for word in name.split()}
    found = [word.replace("’", "'") for word in _WORD.findall(text)]
    kinds = tuple(WordKind.THING if word.lower() in several else _kind(word, names, vocabulary) for word in found)
    return Words(tuple(word.lower() for word in found), kinds, tuple(map(str.istitle, found)))


def _kind(word: str, names: frozenset[str], vocabulary: Vocabulary) -> WordKind:
    lower = word.lower().removesuffix("'s")
    if word.isdecimal():
        return WordKind.NUMBER
    if vocabulary.like.fullmatch(lower) or (_MIXED.fullmatch(lower) and not _ORDINAL.fullmatch(lower)):
        return WordKind.THING
    if lower in vocabulary.verbs:
        return WordKind.VERB
    if lower in names:
        return WordKind.THING if word.isupper() or len(word) > SHORTEST_SLIP else WordKind.FAINT
    if lower in vocabulary.words or lower in fillers():
        return WordKind.KNOWN
    if lower in talk() and (len(word) >= SHORTEST_SLIP or not word.isupper()):
        return WordKind.TALK
    return WordKind.THING if _runs_together(lower, names | vocabulary.verbs) else WordKind.STRANGE


def _runs_together(word: str, known: frozenset[str]) -> bool:
    """Whether a blank was lost between two words of the game: `movebau`."""
    return len(word) <= LONGEST_PAIR and any(
        word[:cut] in known and word[cut:] in known for cut in range(SHORTEST_OF_PAIR, len(word) - SHORTEST_OF_PAIR + 1)
    )
