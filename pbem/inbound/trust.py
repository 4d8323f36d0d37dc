"""What is done with a mail for its reply address, its From, the verdict on that and the host's `trust`: one table.

A reply address proves that its writer has seen a mail of ours; an address on file is only written; a verdict tells
whether the domain in From answers for the mail. Two of the three that agree are enough for whoever has nothing against
him. Where they are not, the player is asked at his address on file, and the mail is read as of when it came once he has
said YES.

Not for: where verdicts come from (`pbem.inbound.verdicts`), or what a mail asks for (`pbem.inbound.doubted`).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from pbem.config import Trust
from pbem.inbound.verdicts import FAIL, NONE, Verdict

# The command words that change nothing: what they bring goes to the address on file.
QUESTIONS = frozenset(
    {
        *(
            "HELP",
            "RULES",
            "GAMES",
            "HISTORY",
            "STATUS",
            "MAP",
            "REPORT",
            "DICE",
            "RECORD",
            "REPLAY",
            "DIARY",
            "EXPORT",
        ),
        *("CHECK", "ODDS", "HINT", "PREVIEW", "RATING", "EVENTS", "STANDINGS", "PAIRINGS"),
    }
)


class Token(StrEnum):
    """What the address that a mail went to proves."""

    OWN = "the writer's own"
    OTHERS = "another's seat"
    NO = "none, or a retired one"


class Wants(StrEnum):
    """What a mail asks for, at most: orders weigh more than commands that change something, these more than questions.

    Orders without the writer's own reply address are none: they are never played, and their writer is told so.
    """

    ORDERS = "orders"
    CHANGES = "changes"
    QUESTIONS = "questions"


class Deed(StrEnum):
    """What is done with a mail. Questions that are `PLAYED` are answered."""

    PLAYED = "played"
    ASKED = "asked"
    HELD = "held"
    DROPPED = "dropped"


def deed(token: Token, *, known: bool, verdict: Verdict, trust: Trust, wants: Wants) -> Deed:
    """What is done with a mail whose From is on file (`known`) or is not."""
    if not known:
        return _strangers(verdict, trust)
    if wants is Wants.QUESTIONS:
        # The answer goes to the address on file, whoever asked.
        return Deed.PLAYED
    if token is Token.OWN:
        return Deed.ASKED if verdict.outcome == FAIL else Deed.PLAYED
    if wants is Wants.ORDERS or trust == "open":
        return Deed.PLAYED
    return Deed.ASKED if _is_doubted(verdict, trust) else Deed.PLAYED


def wanted(words: Iterable[str], *, has_orders: bool) -> Wants:
    """What a mail asks for that has these command words, and orders that count or not."""
    if has_orders:
        return Wants.ORDERS
    return Wants.QUESTIONS if QUESTIONS.issuperset(words) else Wants.CHANGES


def _strangers(verdict: Verdict, trust: Trust) -> Deed:
    """A stranger whose From is false is not written to: somebody else would get the answer."""
    return Deed.DROPPED if verdict.outcome == FAIL and trust != "open" else Deed.HELD


def _is_doubted(verdict: Verdict, trust: Trust) -> bool:
    """Whether the From of a mail without a reply address of its writer's is not enough."""
    if verdict.outcome == NONE:
        # Where mails are judged, one of which nothing is known is odd; where none are, it is like all others.
        return trust == "strict" or verdict.source != ""
    return verdict.outcome == FAIL
