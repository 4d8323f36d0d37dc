"""The Game of Waterloo (1895) by mail: its `Kit`. The rules are `core.rulesets.waterloo1895`.

One module a task: `grammar` reads orders, `wording` answers them, `chronicle` tells what happened, `questions` asks,
`map` and `picture` draw, `bot` plays, `texts` explains. `board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from core.contract import BadOption, BadPosition, Event, Json, Line, Options, RuleSet, SeatName, Verdict
from core.rulesets.waterloo1895 import Waterloo1895
from pbem.rulesets.contract import Ask, Kit, Said

from . import armies, bot, chronicle, grammar, questions, texts, wording
from .board import source
from .choices import position_of, reach
from .map import map_text
from .picture import map_svg


class Waterloo1895Kit:
    """The words of Waterloo (1895), as `pbem.rulesets.contract.Kit` wants them."""

    name = "waterloo1895"
    title = texts.TITLE
    about = texts.ABOUT
    order_help = texts.ORDER_HELP
    pictured = False

    def __init__(self, rules: RuleSet[Any]) -> None:
        self.rules = rules

    def brief(self, options: Options) -> str:
        return texts.BRIEFS[options["mode"]].format(army=texts.BRIEF_ARMY)

    def seat_title(self, seat: SeatName, view: Json | None = None) -> str:
        return armies.seat_title(seat)

    def find_seat(self, word: str, seats: Sequence[SeatName]) -> SeatName | None:
        return armies.find_seat(word, seats)

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
        """The events in as few lines as read well, oldest first: all the moves of a throw on one."""
        return chronicle.digest(events, view)

    def say_outcome(self, view: Json) -> str:
        return chronicle.say_outcome(view)

    def say_bad_option(self, error: BadOption) -> str:
        return wording.say_bad_option(error)

    def say_bad_position(self, error: BadPosition) -> str:
        return wording.say_bad_position(error)

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        match questions.owes(view, seat):
            case "setup":
                return questions.ask_setup(view, seat)
            case "throw":
                example = self.rules.legal(position_of(self.rules, view), seat, 1)
                return questions.ask_throw(view, example[0] if example else (), reach(self.rules, view))
        return None

    def status(self, view: Json, seat: SeatName | None) -> str:
        return chronicle.status(view)

    def forces(self, view: Json, seat: SeatName | None) -> list[str]:
        return questions.forces(view)

    def map_text(self, view: Json) -> str:
        return map_text(view)

    def map_svg(self, view: Json) -> str:
        return map_svg(view)

    def bot(self, view: Json, seat: SeatName, rng: Random) -> str:
        return bot.orders(self.rules, view, seat, rng)


@cache
def kit() -> Kit:
    """The kit of Waterloo (1895), made once: rules and words share its board."""
    return Waterloo1895Kit(Waterloo1895(source()))
