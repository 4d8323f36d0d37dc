"""What an umpire's lines mean (HD-130 to HD-136): text in, `core.rulesets.hundred_days.acts` out.

As forgiving in form as the rest of the grammar, and as strict in meaning: a keyword with a slip is mended and shown,
and a place, a column or a number is never guessed. Letters and rulings are taken as they are written, down to a line
END where they have one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from core.rulesets.hundred_days.acts import NUMBERS, Act, Correct, Ruling, Sighting, Weather, WriteAs
from core.rulesets.hundred_days.names import letters
from pbem.rulesets.lexing import near

VERBS = ("sighting", "ruling", "weather", "correct")
# How a letter as anyone and a ruling begin; `grammar.LETTER` has them beside the letters of players.
HEADS = (
    r"letters?\s+from\s+(?P<sender>[^:\n]{1,40}?)\s+to\s+(?P<reader>[^\s:]{1,40})(?P<once>\s+at\s+once)?"
    r"|rulings?(?:\s+(?:to|for)\s+(?P<ruled>[^\s:]{1,40}))?"
)
ALL = frozenset({"all", "everybody", "everyone"})
SKIES: dict[str, Literal["mud", "dry"]] = {
    **dict.fromkeys(("mud", "muddy", "rain", "rainy", "wet"), "mud"),
    **dict.fromkeys(("dry", "fine", "clear", "sunny"), "dry"),
}
CLASSES = ("patrol", "division", "corps", "army", "screen")
AT, ON, TOWARDS, BY = "at", "on", "towards", "by"
SITES = {"at": AT, "near": AT, "on": ON, "between": ON, "towards": TOWARDS, "toward": TOWARDS}
PLACE = {"place": "place", "at": "place"}
FILLING = frozenset({"the", "a", "an", "to", "for", "is", "be", "will", "turns", "of", "horse", "going", "seen"})
MENDABLE = (*CLASSES, *NUMBERS, *SITES, BY, "place")
_COLUMN = re.compile("[a-z][a-z0-9]")
_NUMBER = re.compile("[0-9]{1,4}")


def in_words(head: re.Match[str], words: str) -> Act | None:
    """The letter or the ruling of a first line that `HEADS` matches, and the words below it; None where it has none."""
    if head["sender"] is not None:
        sender, to = " ".join(head["sender"].split()), letters(head["reader"])
        if not (words and to and sender.isprintable()):
            return None
        return WriteAs(sender, to, words, bool(head["once"]))
    ruled = None if head["ruled"] is None else letters(head["ruled"])
    return Ruling(None if ruled in ALL else ruled, words) if words and ruled != "" else None


def read(tokens: Sequence[str]) -> Act | None:
    """The act that these words are; None where they are none, or might mean two things."""
    verb, *rest = (token.strip(":") for token in tokens)
    rest = [token for token in rest if token]
    match verb:
        case "weather":
            return _weather(rest)
        case "sighting":
            return _sighting(rest)
        case "correct":
            return _correction(rest)
    return None


def mended(tokens: Sequence[str]) -> list[str]:
    """The words with the slips in keywords put right."""
    return [tokens[0], *(near(each, MENDABLE) or each if len(each) > 3 else each for each in tokens[1:])]


def _weather(rest: Sequence[str]) -> Weather | None:
    said = [word for word in rest if word not in FILLING]
    return Weather(SKIES[said[0]]) if len(said) == 1 and said[0] in SKIES else None


def _sighting(rest: list[str]) -> Sighting | None:
    """`for ney a corps at qbr towards gen by f2`."""
    rest, by = _observer(rest)
    head, parts = _parts([word for word in rest if word not in FILLING], SITES)
    site, towards = _places(parts.get(AT) or parts.get(ON) or []), _places(parts.get(TOWARDS, []))
    if len(head) != 2 or head[1] not in CLASSES or by == "" or (AT in parts) == (ON in parts):
        return None
    if len(site) != (1 if AT in parts else 2) or len(towards) != (TOWARDS in parts):
        return None
    said = {"to": letters(head[0]), "seen": head[1], "place": site[0], "by": by}
    ends = {"other": site[1] if ON in parts else None, "towards": towards[0] if towards else None}
    return msgspec.convert({"type": "Sighting", **said, **ends}, Sighting)


def _observer(rest: list[str]) -> tuple[list[str], str | None]:
    """What is said without `by f2`, and the column; empty where it is none. A column can be called `an` or `at`."""
    if BY not in rest:
        return rest, None
    at = rest.index(BY)
    code = rest[at + 1] if at + 1 < len(rest) and _COLUMN.fullmatch(rest[at + 1]) else ""
    return [*rest[:at], *rest[at + 2 :]], code


def _correction(rest: list[str]) -> Correct | None:
    """`f2 foot 140 fatigue 3 place qbr`."""
    if not rest or not _COLUMN.fullmatch(rest[0]):
        return None
    said = [word for word in rest[1:] if word not in ("to", "is", "and", ">")]
    head, parts = _parts(said, {**{name: name for name in NUMBERS}, **PLACE})
    place = _places(parts.pop("place", []))
    numbers = {name: int(value[0]) for name, value in parts.items() if len(value) == 1 and _NUMBER.fullmatch(value[0])}
    if head or len(numbers) < len(parts) or len(place) > 1 or not (numbers or place):
        return None
    return Correct(rest[0], **numbers, place=place[0] if place else None)


def _parts(words: Sequence[str], keywords: dict[str, str]) -> tuple[list[str], dict[str, list[str]]]:
    """What stands before the first keyword, and what follows each; one that stands twice makes the whole unreadable."""
    head: list[str] = []
    parts: dict[str, list[str]] = {}
    behind = head
    for word in words:
        if word not in keywords:
            behind.append(word)
        elif keywords[word] in parts:
            return [], {}
        else:
            behind = parts.setdefault(keywords[word], [])
    return head, parts


def _places(words: Sequence[str]) -> list[str]:
    """The places that words name, parted by `>`, `and` or `to`."""
    places: list[list[str]] = [[]]
    for word in words:
        if word in (">", "and", "to"):
            places.append([])
        else:
            places[-1].append(word)
    return [" ".join(place) for place in places if place]
