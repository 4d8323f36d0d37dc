"""What the reader makes of a line in a game that has just begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pbem
from pbem.reading.reader import Sort, sort
from pbem.rulesets import presentation
from pbem.rulesets.contract import Vocabulary


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
