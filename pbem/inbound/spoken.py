"""The words of a game as plain data, which goes to the process that reads a mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from pbem.reading.reader import Sort, sorter
from pbem.rulesets import presentation
from pbem.rulesets.contract import Vocabulary

Sorter: TypeAlias = Callable[[str], Sort]


class Spoken(msgspec.Struct, frozen=True):
    """A rule set by its name, and the words in which a seat of a game may write."""

    ruleset: str
    vocabulary: Vocabulary

    @property
    def letter(self) -> re.Pattern[str] | None:
        """How an order begins that goes on in the lines below it (`Presentation.letter`)."""
        return presentation(self.ruleset).letter

    def sorter(self) -> Sorter:
        """What a line of a mail is in this game (`pbem.reading.reader.sorter`)."""
        return sorter(presentation(self.ruleset), self.vocabulary)
