"""Stratego Waterloo by mail: its `Kit`. The rules are `core.rulesets.stratego_waterloo`.

One module a task: `grammar` reads orders, `wording` answers them, `chronicle` tells what happened, `questions` asks,
`map` and `picture` draw, `bot` plays, `texts` explains. `board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from core.contract import BadOption, BadPosition, Event, Json, Line, Options, RuleSet, SeatName, Verdict
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.setup import default_formation
from pbem.rulesets.contract import Ask, Kit, Said

from . import bot, choices, chronicle, grammar, questions, settings, sides, texts, wording
from .board import source
from .map import map_text
from .picture import map_svg


class StrategoWaterlooKit:
    """The words of Stratego Waterloo, as `pbem.rulesets.contract.Kit` wants them."""

    name = "stratego_waterloo"
    title = texts.TITLE
    about = texts.ABOUT
    order_help = texts.ORDER_HELP
    pictured = False

    def __init__(self, rules: StrategoWaterloo) -> None:
        self.rules: RuleSet[Any] = rules
        self._waterloo = rules

    def brief(self, options: Options) -> str:
        return texts.brief(options)

    def seat_title(self, seat: SeatName, view: Json | None = None) -> str:
        return sides.seat_title(seat)

    def find_seat(self, word: str, seats: Sequence[SeatName]) -> SeatName | None:
        return sides.find_seat(word, seats)

    def option_help(self) -> dict[str, str]:
        return dict(texts.OPTION_HELP)

    def read(self, lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
        return grammar.read(lines)

    def looks_like_order(self, text: str) -> bool:
        return grammar.looks_like_order(text)

    def say_verdict(self, verdict: Verdict, line: Line | None, view: Json) -> Said:
        return wording.say_verdict(verdict, line, view)

    def say_event(self, event: Event, view: Json) -> str | None:
        return chronicle.say_event(event, view)

    def digest(self, events: Sequence[Event], view: Json) -> list[str]:
        """The events, oldest first: every action on a line, a frenzy on the line of the attack it came from."""
        return chronicle.digest(events, view)

    def say_outcome(self, view: Json) -> str:
        return chronicle.say_outcome(view)

    def say_bad_option(self, error: BadOption) -> str:
        return settings.say_bad_option(error)

    def say_bad_position(self, error: BadPosition) -> str:
        return settings.say_bad_position(error)

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        match questions.owes(view, seat):
            case "setup":
                field = battlefield_of(source(), view["options"])
                return questions.ask_setup(view, seat, default_formation(field, source(), seat))
            case "draft":
                return questions.ask_draft(view, seat)
            case "ply":
                return questions.ask_ply(view, seat, choices.possible(self._waterloo, view, seat))
            case "pursuit":
                return questions.ask_pursuit(view, seat)
        return None

    def status(self, view: Json, seat: SeatName | None) -> str:
        return chronicle.status(view)

    def forces(self, view: Json, seat: SeatName | None) -> list[str]:
        return questions.forces(view)

    def map_text(self, view: Json) -> str:
        """The board in 66 columns, and what belongs below it. A view with `flip` is drawn with the south up."""
        return map_text(view)

    def map_svg(self, view: Json) -> str:
        return map_svg(view)

    def bot(self, view: Json, seat: SeatName, rng: Random) -> str:
        return bot.orders(self._waterloo, view, seat, rng)


@cache
def kit() -> Kit:
    """The kit of Stratego Waterloo, made once: rules and words share its board."""
    return StrategoWaterlooKit(StrategoWaterloo(source()))
