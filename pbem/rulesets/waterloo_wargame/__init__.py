"""The Waterloo Wargame by mail: its `Kit`. The rules are `core.rulesets.waterloo_wargame`.

The modules are those of `pbem.rulesets.modules`. Beside them `plot` turns bases into shapes on the field, and
`board.toml` is the field for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.contract import Json, SeatName
from core.rulesets.waterloo_wargame import WaterlooWargame
from pbem.rulesets.contract import Ask, Kit
from pbem.rulesets.modules import ModuleKit

from . import bot, chronicle, grammar, picture, questions, settings, sides, standing, texts, wording
from . import map as map_
from .board import source


class WaterlooWargameKit(ModuleKit[WaterlooWargame]):
    """The words of the Waterloo Wargame. It asks for a turn, and its reports carry the field as a picture."""

    pictured = True

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        return questions.ask(view, seat) if questions.owes(view, seat) else None


@cache
def kit() -> Kit:
    """The kit of the Waterloo Wargame, made once: rules and words share its board."""
    rules = WaterlooWargame(source())
    return WaterlooWargameKit(
        rules, texts, sides, grammar, wording, settings, chronicle, standing, questions, map_, picture, bot
    )
