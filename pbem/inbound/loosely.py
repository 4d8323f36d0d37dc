"""Commands that are written loosely, put as they are written: pure text, which knows no game.

A mail program or a polite writer puts things round a command: a bullet, quotation marks, "can you send me the ...",
"... of the game waterloo1". What is left without them is looked at as if it had been typed so; here is only what may be
left out. Not for: deciding what is a command (`pbem.inbound.lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

CHECK, ODDS, AHEAD = "CHECK", "ODDS", "AHEAD"

# Questions, which change nothing: of these alone is a wish read that is a sentence.
QUESTIONS = frozenset(
    {
        *("HELP", "RULES", "GAMES", "STATUS", "MAP", "REPORT", "DICE", "RECORD", "HINT"),
        *("EVENTS", "STANDINGS", "PAIRINGS", "HISTORY", "RATING"),
    }
)

_QUOTES = re.compile("[\"'`*\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a<>()\\[\\]]+")
_BULLET = re.compile(r"(?:[-*+#\u2022\u2023\u25aa\u25cf\u2013\u2014]+|[0-9]{1,2}[.)])\s+(?=\w)")
_THANKS = re.compile(
    r"[\s,.!]+(?:please|pls|thanks|thank you|many thanks|thx|danke|bitte|merci|s.il (?:te|vous) pla[iî]t)\W*$",
    re.IGNORECASE,
)
_AT_THE_END = re.compile(r"[\s?!.,;]+$")
_FILLING = r"(?:of|for|in|from|on|about|with|to|the|a|my|our|this|that|game|match|event|again|once more|[-:=#])"
_BEFORE_NAME = re.compile(rf"(?:{_FILLING}\s+)*(?:(?:{_FILLING})$)?#?", re.IGNORECASE)
_AGAIN = re.compile(r"(?:^|\s+)(?:again|once more|now|today)$", re.IGNORECASE)

_WISH_WORD = (
    r"(?:please|pls|can|could|may|might|would|will|you|i|we|'d|d|love|like|want|need|to|see|get|have|send|resend|show"
    r"|give|tell|mail|me|us|a|an|the|my|our|latest|current|whole|again|once|more|hi|hello|dear|server)"
)
_WISH = re.compile(rf"(?:{_WISH_WORD}\W+)+", re.IGNORECASE)
_WISHES = re.compile(r"\b(?:please|pls|can|could|may|send|resend|show|give|mail|need|want|like)\b", re.IGNORECASE)

_BETWEEN = re.compile(r"\s*[;,/&+]\s*(?:(?:and|und|et)\s+)?|\s+(?:and|und|et)\s+", re.IGNORECASE)
_SEMICOLON = re.compile(r"\s*;\s*")

# What is said round CHECK and ODDS by whoever wants his orders judged and not played.
_ASKS_BEFORE = r"(?:(?:please|pls|just|only|first|deep|can|could|would|will|you|i|we|want|like|to|let|me|and|a)\W+)*"
_OF_THE_MAIL = (
    r"(?:please|pls|thanks|only|first|just|this|these|them|those|it|all|my|the|following|below|here|orders?|moves?"
    r"|lines?|turn|mail|for|of|on|me|and|or|then|now|with|yet|before|you|i|we|do|don'?t|not|play|send|check|odds|deep)"
)
_TRIAL = re.compile(rf"{_ASKS_BEFORE}(?P<word>check|odds)(?P<rest>(?:\W+{_OF_THE_MAIL})*)\W*$", re.IGNORECASE)
_FOR_LATER = re.compile(
    r"(?:(?:please|my|these|the|following|orders?|are|is|for)\W+)*ahead"
    r"(?:\W+(?:please|only|these|the|my|are|orders?|for|next|turns?|question|round|below|following))*\W*$",
    re.IGNORECASE,
)
_IN_CAPITALS = re.compile(rf"(?<![\w'-])(?:{CHECK}|{ODDS}|{AHEAD})(?![\w'-])")


def bare(text: str) -> str:
    """A line without bullet, quotation marks, thanks and the stops at its end."""
    plain = " ".join(_QUOTES.sub(" ", _BULLET.sub("", text.strip(), count=1)).split())
    before = None
    while plain != before:
        before, plain = plain, _AT_THE_END.sub("", _THANKS.sub("", plain))
    return plain


def wish(text: str) -> str:
    """What is wished for: `REPORT of waterloo1` of `can you send me the REPORT of waterloo1`; "" where nothing is."""
    found = _WISH.match(text)
    return text[found.end() :] if found is not None and _WISHES.search(found[0]) else ""


def named(tail: str) -> str:
    """What follows a command word without small words: `waterloo1` of `of the game waterloo1`, nothing of `again`."""
    return _AGAIN.sub("", _BEFORE_NAME.sub("", tail.strip(), count=1)).strip()


def parts(text: str) -> Iterator[tuple[str, ...]]:
    """The ways in which a line may be several commands: `STATUS; AWAY 3 Dec`, `STATUS, MAP`, `STATUS MAP`."""
    for between in (_SEMICOLON, _BETWEEN):
        found = tuple(filter(None, between.split(text.strip())))
        if len(found) > 1:
            yield found
    words = text.split()
    if len(words) > 1 and all(word.upper() == word and word in QUESTIONS for word in words) and words[0] != "HELP":
        yield tuple(words)


def trial(text: str) -> tuple[str, str] | None:
    """CHECK or ODDS, and DEEP or nothing, where a line asks in more words that the orders of its mail are tried.

    Odds are judged orders too, so of both they are meant.
    """
    found = _TRIAL.match(text)
    if found is None:
        return None
    said = text.lower().split()
    is_odds = any("odds" in word for word in said)
    return (ODDS, "DEEP" if any("deep" in word for word in said) else "") if is_odds else (CHECK, "")


def is_for_later(text: str) -> bool:
    """Whether a line says in more words than AHEAD that the orders below it are for the next question."""
    return _FOR_LATER.match(text) is not None


def how_orders_count(text: str) -> str | None:
    """CHECK, ODDS or AHEAD, where a line has it in capitals among words that we do not know.

    Whoever writes so does not want his orders played as if he had not.
    """
    found = _IN_CAPITALS.search(text)
    first = text.split()[0].strip(".,:;!?-*") if text.split() else ""
    if found is None or (text == text.upper() and first != found[0]) or re.search(r"\bgo ahead\b", text, re.IGNORECASE):
        return None  # who writes all in capitals may say anything
    return found[0]
