"""Conflict by mail: its `Kit`. The rules are `core.rulesets.conflict`.

The modules are those of `pbem.rulesets.modules`. Beside them `choices` asks the rules what a throw offers, and
`board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.contract import Json, SeatName
from core.rulesets.conflict import Conflict
from pbem.rulesets.contract import Ask, Kit
from pbem.rulesets.modules import ModuleKit

from . import bot, chronicle, grammar, picture, questions, settings, sides, standing, texts, wording
from . import map as map_
from .board import source
from .choices import chances, example, position_of


class ConflictKit(ModuleKit[Conflict]):
    """The words of Conflict. It asks for the throws of a turn, and shows what they offer."""

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        if not questions.owes(view, seat):
            return None
        position = position_of(self.rules, view)
        possible = example(self.rules, position, seat)
        return questions.ask(view, seat, possible, chances(self.rules, position, view, seat))


@cache
def kit() -> Kit:
    """The kit of Conflict, made once: rules and words share its board."""
    rules = Conflict(source())
    return ConflictKit(
        rules, texts, sides, grammar, wording, settings, chronicle, standing, questions, map_, picture, bot
    )
