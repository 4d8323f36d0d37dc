"""Greetings, sign-offs, headings, talk and words of movement in six languages, from `phrases.toml`."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

LANGUAGES = ("english", "german", "french", "dutch", "spanish", "italian")
# A greeting or a sign-off is followed by a name or two, a title or the like: `Dear Mr Smith`, `Best, Ada and Ben`.
MOST_NAMES = 4
_WORD = re.compile(r"[^\W\d_]+")


def is_phrase(text: str) -> bool:
    """Whether a line is a greeting, a sign-off or a remark that people write, names behind it or not."""
    said = _plain(text)
    return is_remark(text) or any(_names_behind(said, all_of(kind)) for kind in ("greetings", "signoffs"))


def is_remark(text: str) -> bool:
    """Whether a line is a remark that people write, and nothing else: `Here we go!`."""
    return _plain(text) in all_of("remarks")


def is_courtesy(text: str) -> bool:
    """Whether a line is a greeting, a sign-off or a name, and says nothing else."""
    words = _plain(text).split()
    return is_phrase(text) or len(words) <= MOST_NAMES - 2


def is_signoff(text: str) -> bool:
    """Whether a line takes leave, so that what is below it is a signature."""
    return _names_behind(_plain(text), all_of("signoffs"))


def is_heading(text: str) -> bool:
    """Whether a line is a heading over orders: `Turn 3`, `My orders for day 4:`."""
    return _headings().fullmatch(text.strip().lower()) is not None


def without_greeting(text: str) -> str:
    """What stands behind a greeting on the same line: `Move N2 to K26` of `Hi Ada. Move N2 to K26`."""
    found = _greeting().match(text)
    return text[found.end() :] if found else text


def before_farewell(text: str) -> str:
    """What stands before a sign-off on the same line: `N3 5 L26` of `N3 5 L26, thanks!`."""
    found = _farewell().search(text)
    return text[: found.start()] if found else text


@cache
def talk() -> frozenset[str]:
    """Words of sentences between people."""
    return frozenset(_source()["talk"]["words"])


@cache
def questions() -> frozenset[str]:
    """Words with which questions begin."""
    return frozenset(_source()["talk"]["questions"])


@cache
def fillers() -> frozenset[str]:
    """Words that may stand in an order of any game and mean nothing by themselves."""
    return frozenset(_source()["talk"]["fillers"])


def folded(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text.lower()
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(sign))
    return bare.replace("ß", "ss")


@cache
def firm_movement() -> frozenset[str]:
    """Words that say whither or how far, and hardly anything else."""
    return frozenset(_source()["movement"]["firm"])


@cache
def loose_movement() -> frozenset[str]:
    """Words that say whither or how far, and stand in any letter too."""
    return frozenset(_source()["movement"]["loose"])


@cache
def words_too() -> frozenset[str]:
    """Names of pieces with which lines of letters begin, in small letters too, where a mail program has cut them."""
    return frozenset(_source()["movement"]["words_too"])


def _names_behind(said: str, phrases: frozenset[str]) -> bool:
    words = said.split()
    longest = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in phrases), 0)
    return longest > 0 and len(words) - longest <= MOST_NAMES and all(map(_WORD.fullmatch, words[longest:]))


def _plain(text: str) -> str:
    """Small letters without accents, one blank where anything else was."""
    return " ".join(re.findall(r"\w+", folded(text)))


@cache
def _source() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files(__package__).joinpath("phrases.toml").read_text(encoding="utf-8"))


@cache
def all_of(kind: str) -> frozenset[str]:
    """The `greetings`, `signoffs` or `remarks` of all languages."""
    return frozenset(phrase for language in LANGUAGES for phrase in _source()[language][kind])


@cache
def _greeting() -> re.Pattern[str]:
    known = "|".join(sorted(map(re.escape, all_of("greetings")), key=len, reverse=True))
    return re.compile(rf"(?:{known})(?: [^\W\d_]+){{0,2}}\s?[.,!:]+\s+", re.IGNORECASE)


@cache
def _farewell() -> re.Pattern[str]:
    known = "|".join(sorted(map(re.escape, all_of("signoffs")), key=len, reverse=True))
    return re.compile(rf"\s*[.,!]+\s+(?:{known})\s*[.,!]*\s*$", re.IGNORECASE)


@cache
def _headings() -> re.Pattern[str]:
    known = "|".join(map(re.escape, _source()["talk"]["headings"]))
    small = r"(?:my|the|our|your|for|of|and|no|nr)"
    return re.compile(rf"(?:{small} )*(?:{known})(?: (?:{small}|{known}))*[ .#:]*(?:[0-9]{{1,4}} ?[:.!-]*|:)")
