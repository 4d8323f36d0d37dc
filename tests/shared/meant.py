"""What the reader makes of a line in a game that has just begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pbem
from pbem.reading.reader import Sort, read, sort
from pbem.rulesets import presentation
from pbem.rulesets.contract import Vocabulary

COURTESIES = (
    "Best regards",
    "Hi Ben,",
    "Love, Ada North",
    "A nice game, I think",
    "I am on holiday till Monday",
    "A good move up there!",
    "All over now.",
    "Over to you, Ada",
    "One step closer to the end!",
    "Two steps forward, one step back...",
    "Looking forward to your answer",
    "That was a long way round",
    "Well done, you pushed my left back",
    "Straight from my heart",
    "Up and away!",
    "a bit of luck, one might say",
    "An exciting turn",
    "Hi Ada, down to the last squares now!",
    "Viele Grüße aus dem Norden",
    "A bientôt",
)


@cache
def vocabulary_of(ruleset: str) -> Vocabulary:
    """The words of a game that has just begun, for its first seat."""
    game = pbem.game(ruleset)
    return presentation(ruleset).vocabulary(game.view(game.seats[0]))


def sort_in(ruleset: str, line: str) -> Sort:
    """What a line is, alone in its mail."""
    return sort(presentation(ruleset), line, vocabulary_of(ruleset))


def may_be_meant_in(ruleset: str) -> Callable[[str], bool]:
    """Whether a line is an order, or stops its mail because it may have been meant as one."""
    return lambda line: sort_in(ruleset, line) is not Sort.REMARK


def stopping(ruleset: str, line: str) -> list[list[str]]:
    """The lines that stop a mail of a line and the orders of a game that has just begun: above them, and below."""
    game = pbem.game(ruleset)
    seat = next(iter(game.awaiting))
    orders = game.random(seed=1, seat=seat)
    mails = (f"{line}\n{orders}", f"{orders}\n{line}")
    readings = [
        read(presentation(ruleset), list(enumerate(mail.split("\n"), 1)), lambda: game.view(seat)) for mail in mails
    ]
    return [[each.text for each in reading.unclear] for reading in readings]
