"""The Game of Waterloo (1895) by mail: its `Kit`. The rules are `core.rulesets.waterloo1895`.

The modules are those of `pbem.rulesets.modules`. Beside them `choices` asks the rules where pieces can go, `strategy`
weighs positions for the bot, and `board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.contract import Json, Options, SeatName
from core.rulesets.waterloo1895 import Waterloo1895
from pbem.rulesets.contract import Ask, Kit
from pbem.rulesets.modules import ModuleKit

from . import armies, bot, chronicle, grammar, picture, questions, settings, standing, texts, wording
from . import map as map_
from .board import source
from .choices import position_of, reach


class Waterloo1895Kit(ModuleKit[Waterloo1895]):
    """The words of Waterloo (1895). It asks for a set-up or a throw, and each mode has a brief of its own."""

    def brief(self, options: Options) -> str:
        return texts.brief(options)

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        match questions.owes(view, seat):
            case "setup":
                return questions.ask_setup(view, seat)
            case "throw":
                example = self.rules.legal(position_of(self.rules, view), seat, 1)
                return questions.ask_throw(view, example[0] if example else (), reach(self.rules, view))
        return None


@cache
def kit() -> Kit:
    """The kit of Waterloo (1895), made once: rules and words share its board."""
    rules = Waterloo1895(source())
    return Waterloo1895Kit(
        rules, texts, armies, grammar, wording, settings, chronicle, standing, questions, map_, picture, bot
    )
