"""Characters that eyes confuse: I, l and 1, O and 0, B and 8, letters of other alphabets, odd blanks and dashes.

A word that holds one is mended where exactly one name of the game looks like it, and the player is told. Full-width
forms, dashes and blanks are no matter of names: `pbem.rulesets.lexing.tidied` makes them plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from pbem.rulesets.contract import Vocabulary

_ALIKE = {sign: same for same in ("Il1", "Oo0", "B8") for sign in same}
MOST_VARIANTS = 81
# Letters of Cyrillic and Greek that look like ours, those and ours in the same order.
_FOREIGN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухкԁɡһӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαιρν",
    "ABESIJKMHOPCTYXaesijopcyxkdghl" + "ABEZHIKMNOPTYXoaipv",
)
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile("[0-9]+$")
# Typed with the shift key held, but for one small letter that may be a capital I.
_MIXED = re.compile(r"(?<![^\W_])(?=[A-Z0-9]*l)(?=[0-9l]*[A-Z])[A-Z0-9l]+(?![^\W_])")


def is_mixed(text: str) -> bool:
    """Whether a word in capitals holds a small l, which may be a capital I."""
    return _MIXED.search(text) is not None


def latin(text: str) -> str:
    """The text with letters of other alphabets that look like ours as ours."""
    return text if text.isascii() else text.translate(_FOREIGN)


def readings(text: str, vocabulary: Vocabulary) -> list[str]:
    """The text with every word that is no name, and looks like one, as that name: one text for each way to do so.

    Nothing where no word needs it.
    """
    words = list(_WORD.finditer(text))
    meant = [_meant(word[0], vocabulary) for word in words]
    if not any(meant) or _count(meant) > MOST_VARIANTS:
        return []
    options = [names or [word[0]] for names, word in zip(meant, words, strict=True)]
    return [_put_in(text, words, choice) for choice in product(*options)]


def _count(meant: list[list[str]]) -> int:
    count = 1
    for names in meant:
        count *= max(len(names), 1)
    return count


def _put_in(text: str, words: list[re.Match[str]], choice: tuple[str, ...]) -> str:
    parts, end = [], 0
    for word, name in zip(words, choice, strict=True):
        parts += [text[end : word.start()], name]
        end = word.end()
    return "".join(parts) + text[end:]


def _meant(word: str, vocabulary: Vocabulary) -> list[str]:
    """The names a word may stand for, or none where it needs no mending."""
    names = vocabulary.pieces | vocabulary.places
    is_known = word.lower() in names or word.lower() in vocabulary.verbs or word.lower() in vocabulary.words
    if word.isdigit() or (is_known and not _MIXED.fullmatch(word)):
        return []
    # A piece's name with another number is no place that looks like it: `pl3` is not p13.
    meant = vocabulary.pieces if is_like_a_piece(word, vocabulary) else names
    found = sorted({variant for variant in _variants(word) if variant.lower() in meant})
    return [] if is_known and len({name.lower() for name in found}) < 2 else found


def is_like_a_piece(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is the name of a piece but for its number."""
    return _numbered_as(word.lower()) in _forms(vocabulary.pieces)


@lru_cache(maxsize=64)
def _forms(names: frozenset[str]) -> frozenset[str]:
    """The forms of the names that end with a number: `pl#` of pl1 and pl2."""
    return frozenset(_numbered_as(name) for name in names if name[-1].isdigit())


def _numbered_as(word: str) -> str:
    return _NUMBER.sub("#", word)


def _variants(word: str) -> Iterator[str]:
    options = [_ALIKE.get(sign, sign) for sign in word]
    count = 1
    for option in options:
        count *= len(option)
    if 1 < count <= MOST_VARIANTS:
        for signs in product(*options):
            yield "".join(signs).upper()
