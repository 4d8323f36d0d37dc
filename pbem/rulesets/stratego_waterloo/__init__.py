"""Stratego Waterloo by mail: its `Kit`. The rules are `core.rulesets.stratego_waterloo`.

The modules are those of `pbem.rulesets.modules`. Beside them `choices` finds what a seat could do by what it sees,
`refusals` has the sentences for `wording`, and `board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.contract import Json, Options, SeatName
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.setup import default_formation
from pbem.rulesets.contract import Ask, Kit
from pbem.rulesets.modules import ModuleKit

from . import bot, chronicle, grammar, picture, questions, settings, sides, standing, texts, wording
from . import map as map_
from .board import source
from .choices import possible


class StrategoWaterlooKit(ModuleKit[StrategoWaterloo]):
    """The words of Stratego Waterloo. It asks for four kinds of decision, and each version has a brief of its own."""

    def brief(self, options: Options) -> str:
        return texts.brief(options)

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        match questions.owes(view, seat):
            case "setup":
                field = battlefield_of(source(), view["options"])
                return questions.ask_setup(view, seat, default_formation(field, source(), seat))
            case "draft":
                return questions.ask_draft(view, seat)
            case "ply":
                return questions.ask_ply(view, seat, possible(self.rules, view, seat))
            case "pursuit":
                return questions.ask_pursuit(view, seat)
        return None


@cache
def kit() -> Kit:
    """The kit of Stratego Waterloo, made once: rules and words share its board."""
    rules = StrategoWaterloo(source())
    return StrategoWaterlooKit(
        rules, texts, sides, grammar, wording, settings, chronicle, standing, questions, map_, picture, bot
    )
