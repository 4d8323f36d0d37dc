"""A kit whose words stand in modules, one a task: what each module offers, and the `ModuleKit` that asks them.

A rule set's own kit is a subclass. It is handed its modules, and says itself what its game alone has: the question, and
whatever else is more than asking a module. What the answers mean stands in `pbem.rulesets.contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from core.contract import BadOption, BadPosition, Event, Json, Line, Options, RuleSet, SeatName, Verdict
from pbem.rulesets.contract import Kit, Said

Rules = TypeVar("Rules", bound=RuleSet[Any])
RulesPlayed = TypeVar("RulesPlayed", bound=RuleSet[Any], contravariant=True)


class Texts(Protocol):
    """`texts` explains the game, its orders and its options."""

    TITLE: str
    ABOUT: str
    ORDER_HELP: str
    OPTION_HELP: dict[str, str]


class Sides(Protocol):
    """`sides`, or `armies`, knows who plays."""

    def seat_title(self, seat: SeatName) -> str: ...

    def find_seat(self, word: str, seats: Sequence[SeatName]) -> SeatName | None: ...


class Grammar(Protocol):
    """`grammar` reads orders."""

    def read(self, lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]: ...

    def looks_like_order(self, text: str) -> bool: ...


class Wording(Protocol):
    """`wording` answers orders."""

    def say_verdict(self, verdict: Verdict, line: Line | None, view: Json) -> Said: ...


class Settings(Protocol):
    """`settings` answers options and positions that cannot be."""

    def say_bad_option(self, error: BadOption) -> str: ...

    def say_bad_position(self, error: BadPosition) -> str: ...


class Chronicle(Protocol):
    """`chronicle` tells what happened."""

    def say_event(self, event: Event, view: Json) -> str | None: ...

    def digest(self, events: Sequence[Event], view: Json) -> list[str]: ...


class Standing(Protocol):
    """`standing` says how the game stands and how it ended."""

    def status(self, view: Json) -> str: ...

    def say_outcome(self, view: Json) -> str: ...


class Questions(Protocol):
    """`questions` lists the forces. What it asks, and of what, is each game's own; see `Kit.ask`."""

    def forces(self, view: Json) -> list[str]: ...


class Map(Protocol):
    """`map` draws in letters."""

    def map_text(self, view: Json) -> str: ...


class Picture(Protocol):
    """`picture` draws in SVG."""

    def map_svg(self, view: Json) -> str: ...


class Bot(Protocol[RulesPlayed]):
    """`bot` plays."""

    def orders(self, rules: RulesPlayed, view: Json, seat: SeatName, rng: Random) -> str: ...


class ModuleKit(Kit, Generic[Rules]):
    """All of a kit but `ask`, by asking the module whose task it is."""

    pictured = False
    rules: Rules

    def __init__(
        self,
        rules: Rules,
        texts: Texts,
        sides: Sides,
        grammar: Grammar,
        wording: Wording,
        settings: Settings,
        chronicle: Chronicle,
        standing: Standing,
        questions: Questions,
        map_: Map,
        picture: Picture,
        bot: Bot[Rules],
    ) -> None:
        self.rules, self.name = rules, rules.name
        self.title, self.about, self.order_help = texts.TITLE, texts.ABOUT, texts.ORDER_HELP
        self._texts, self._sides, self._grammar, self._wording = texts, sides, grammar, wording
        self._settings, self._chronicle, self._standing, self._questions = settings, chronicle, standing, questions
        self._map, self._picture, self._bot = map_, picture, bot

    def brief(self, options: Options) -> str:
        return self.about

    def seat_title(self, seat: SeatName) -> str:
        return self._sides.seat_title(seat)

    def find_seat(self, word: str, seats: Sequence[SeatName]) -> SeatName | None:
        return self._sides.find_seat(word, seats)

    def option_help(self) -> dict[str, str]:
        return dict(self._texts.OPTION_HELP)

    def read(self, lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
        return self._grammar.read(lines)

    def looks_like_order(self, text: str) -> bool:
        return self._grammar.looks_like_order(text)

    def say_verdict(self, verdict: Verdict, line: Line | None, view: Json) -> Said:
        return self._wording.say_verdict(verdict, line, view)

    def say_event(self, event: Event, view: Json) -> str | None:
        return self._chronicle.say_event(event, view)

    def digest(self, events: Sequence[Event], view: Json) -> list[str]:
        return self._chronicle.digest(events, view)

    def say_outcome(self, view: Json) -> str:
        return self._standing.say_outcome(view)

    def say_bad_option(self, error: BadOption) -> str:
        return self._settings.say_bad_option(error)

    def say_bad_position(self, error: BadPosition) -> str:
        return self._settings.say_bad_position(error)

    def status(self, view: Json) -> str:
        return self._standing.status(view)

    def forces(self, view: Json) -> list[str]:
        return self._questions.forces(view)

    def map_text(self, view: Json) -> str:
        return self._map.map_text(view)

    def map_svg(self, view: Json) -> str:
        return self._picture.map_svg(view)

    def bot(self, view: Json, seat: SeatName, rng: Random) -> str:
        return self._bot.orders(self.rules, view, seat, rng)
