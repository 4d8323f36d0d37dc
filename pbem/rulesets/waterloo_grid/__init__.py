"""Waterloo on a grid by mail: its `Kit`. The rules are `core.rulesets.waterloo_grid`.

One module a task: `grammar` reads orders, `wording` answers them, `chronicle` tells what happened, `questions` asks,
`standing` says how the game stands, `map` and `picture` draw, `bot` plays, `texts` explains. `board.toml` is the field
for the words and for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from core.contract import BadOption, BadPosition, Event, Json, Line, Options, RuleSet, SeatName, Verdict
from core.rulesets.waterloo_grid import WaterlooGrid
from pbem.rulesets.contract import Ask, Kit, Said

from . import armies, bot, chronicle, grammar, questions, standing, texts, wording
from .board import source
from .map import map_text
from .picture import map_svg


class WaterlooGridKit:
    """The words of Waterloo on a grid, as `pbem.rulesets.contract.Kit` wants them."""

    name = "waterloo_grid"
    title = texts.TITLE
    about = texts.ABOUT
    order_help = texts.ORDER_HELP
    pictured = False

    def __init__(self, rules: WaterlooGrid) -> None:
        self.rules: RuleSet[Any] = rules
        self._grid = rules

    def brief(self, options: Options) -> str:
        return texts.ABOUT

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
        """Each player's turn under one line that sums it up; every shot and fight with its dice and their numbers."""
        return chronicle.digest(events, view)

    def say_outcome(self, view: Json) -> str:
        return standing.say_outcome(view)

    def say_bad_option(self, error: BadOption) -> str:
        return wording.say_bad_option(error)

    def say_bad_position(self, error: BadPosition) -> str:
        return wording.say_bad_position(error)

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        return questions.ask(view, seat) if questions.owes(view, seat) else None

    def status(self, view: Json, seat: SeatName | None) -> str:
        return standing.status(view)

    def forces(self, view: Json, seat: SeatName | None) -> list[str]:
        return questions.forces(view)

    def map_text(self, view: Json) -> str:
        return map_text(view)

    def map_svg(self, view: Json) -> str:
        return map_svg(view)

    def bot(self, view: Json, seat: SeatName, rng: Random) -> str:
        return bot.orders(self._grid, view, seat, rng)


@cache
def kit() -> Kit:
    """The kit of Waterloo on a grid, made once: rules and words share its board."""
    return WaterlooGridKit(WaterlooGrid(source()))
