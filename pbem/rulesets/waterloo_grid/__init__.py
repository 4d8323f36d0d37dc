"""Waterloo on a grid by mail: its `Kit`. The rules are `core.rulesets.waterloo_grid`.

The modules are those of `pbem.rulesets.modules`. `board.toml` is the field for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.contract import Json, SeatName
from core.rulesets.waterloo_grid import WaterlooGrid
from pbem.rulesets.contract import Ask, Kit
from pbem.rulesets.modules import ModuleKit

from . import armies, bot, chronicle, grammar, picture, questions, settings, standing, texts, wording
from . import map as map_
from .board import source


class WaterlooGridKit(ModuleKit[WaterlooGrid]):
    """The words of Waterloo on a grid. It asks for a turn, or for the rest of one."""

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        return questions.ask(view, seat) if questions.owes(view, seat) else None


@cache
def kit() -> Kit:
    """The kit of Waterloo on a grid, made once: rules and words share its board."""
    rules = WaterlooGrid(source())
    return WaterlooGridKit(
        rules, texts, armies, grammar, wording, settings, chronicle, standing, questions, map_, picture, bot
    )
