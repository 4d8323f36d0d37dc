"""Whether a line in plain words says of a piece whither it goes: `aa one square up`, which has no number and no verb.

So does a short one that begins with a piece as pieces are written, whatever follows: `bau as before`.

Such a line may have been meant as an order, and stops its mail. Names of two or three letters are words of any letter
too, and people have the same: what has to stand beside a name depends on how it is written.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import msgspec

from pbem.reading.phrases import all_of, fillers, firm_movement, folded, loose_movement, words_too
from pbem.reading.words import BEFORE_VERBS, WordKind, Words
from pbem.rulesets.contract import Vocabulary

MOST_TALK = 1
# So short a line that begins with a piece's name in small letters is hardly prose: `aa as before`, `bau onwards`.
SHORT_LINE = 6
# What stands between a name and its way: `aa should go a little up`.
_SMALL = """
    there here should must shall be little bit slightly somewhat just only some few another bitte un peu
"""
_BETWEEN = frozenset(_SMALL.split())
# Behind a greeting or a leave stand names of people, some of which are directions: Ada West.
LEAST_BEHIND_PHRASE = 2


class _Name(Enum):
    """How a piece is named."""

    PLAIN = "as a piece: aa, BAU"
    TITLED = "as a piece or a person: Guy, Ada"
    CALLED = "by a word of any letter: infantry, we"


class _Way(msgspec.Struct, frozen=True):
    """What a line has beside the name: how the name is written and stands, and the words round it."""

    name: _Name
    opens_short_line: bool
    is_first: bool
    is_direct: bool
    firm: int
    loose: int
    talk: int
    strange: int


def says_where_to(words: Words, vocabulary: Vocabulary) -> bool:
    """Whether the words name a piece and say whither it goes, or how far."""
    return any(_is_meant(way) for way in _ways(words, vocabulary))


def says_where_to_behind_phrase(words: Words, vocabulary: Vocabulary) -> bool:
    """The same of words that could be a greeting or a leave, and people's names: `Hi aa north` is none."""
    return any(
        way.is_direct
        and way.name is not _Name.CALLED
        and (way.name is _Name.PLAIN or way.firm + way.loose >= LEAST_BEHIND_PHRASE)
        for way in _ways(words, vocabulary)
    )


def says_where_to_below_leave(words: Words, vocabulary: Vocabulary) -> bool:
    """The same of a line below the leave, where names, streets and offices stand."""
    return any(
        _is_meant(way) and way.is_first and way.is_direct and way.name is _Name.PLAIN
        for way in _ways(words, vocabulary)
    )


def _is_meant(way: _Way) -> bool:
    """The nearer the name is to the words of movement, and the surer it is one, the less else counts."""
    is_bare = not way.talk and not way.strange
    if way.name is _Name.CALLED:
        return way.is_first and way.is_direct and is_bare and (way.firm > 0 or way.loose > 1)
    if way.is_first and way.is_direct:
        return way.name is _Name.PLAIN or way.firm > 0 or is_bare
    if way.opens_short_line and way.name is _Name.PLAIN and not way.talk:
        return True
    moves = way.firm + way.loose
    if way.name is _Name.TITLED:
        return way.firm > 0 and not way.talk and way.strange < moves
    return way.talk <= MOST_TALK and (moves > max(way.strange, 1) or (moves > 0 and is_bare))


def _ways(words: Words, vocabulary: Vocabulary) -> list[_Way]:
    """A way for each name in the line."""
    names = _names(words, vocabulary)
    if not any(names):
        return []
    steps = [_step(word, kind) for word, kind in zip(words.words, words.kinds, strict=True)]
    firm, loose = steps.count("firm"), steps.count("loose")
    others = [
        kind
        for word, kind, name, step in zip(words.words, words.kinds, names, steps, strict=True)
        if not name and not step and word not in _BETWEEN
    ]
    talk, strange = others.count(WordKind.TALK), others.count(WordKind.STRANGE)
    found = []
    for at, name in enumerate(names):
        if name is None:
            continue
        is_first = all(names[each] or steps[each] or _leads(words.words[each], name) for each in range(at))
        opens = at == 0 and words.words[0] not in words_too() and 1 < len(names) <= SHORT_LINE
        direct = _is_direct(words, names, steps, at)
        found.append(_Way(name, opens, is_first, direct, firm, loose, talk, strange))
    return found


def _is_direct(words: Words, names: list[_Name | None], steps: list[str], at: int) -> bool:
    """Whether the next word behind the name is one of movement, but for such as mean nothing by themselves."""
    for after in range(at + 1, len(steps)):
        if steps[after]:
            return True
        word = words.words[after]
        if not names[after] and word not in fillers() and word not in _BETWEEN:
            return False
    return False


def _leads(word: str, name: _Name) -> bool:
    """Whether a word before the name leaves it the first: `please`, `sorry`."""
    if word in BEFORE_VERBS:
        return True
    return name is not _Name.CALLED and (word in fillers() or word in all_of("remarks") or word in all_of("greetings"))


def _names(words: Words, vocabulary: Vocabulary) -> list[_Name | None]:
    return [_name(at, words, vocabulary) for at in range(len(words.words))]


def _name(at: int, words: Words, vocabulary: Vocabulary) -> _Name | None:
    word = words.words[at].removesuffix("'s")
    is_name = words.kinds[at] in (WordKind.THING, WordKind.FAINT)
    parts = _parts(vocabulary)
    in_capitals = words.kinds[at] is WordKind.THING and not words.titled[at]
    if (word in vocabulary.called and not in_capitals) or (word in parts and not is_name):
        return _Name.CALLED
    if not is_name or word not in vocabulary.pieces | parts:
        return None
    return _Name.TITLED if words.titled[at] and word.isalpha() else _Name.PLAIN


@lru_cache(maxsize=64)
def _parts(vocabulary: Vocabulary) -> frozenset[str]:
    """The words of names of several words: `ney` of `marshal ney`."""
    return frozenset(part for name in vocabulary.pieces if " " in name for part in name.split() if part.isalpha())


def _step(word: str, kind: WordKind) -> str:
    """`firm` or `loose` where a word is one of movement; a number is how far, a verb of the game what is done."""
    if kind in (WordKind.THING, WordKind.FAINT):
        return ""
    plain = folded(word)
    if plain in firm_movement():
        return "firm"
    return "loose" if kind in (WordKind.NUMBER, WordKind.VERB) or plain in loose_movement() else ""
