"""The ways to play a rule set, as far as ratings tell them apart: options that make another game, or other sides.

A rule set names both kinds of options (`Presentation.modes`, `levers` and `handicaps`); all others are rulings that
players agree on, and change nothing about who is rated against whom.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from core.contract import Options, SeatName
from pbem.rulesets.contract import Presentation


class NeverEnds(Exception):
    """A rated game is to have an option with which it may go on for ever; says so in a sentence."""

    def __init__(self, option: str, value: object, usual: object) -> None:
        self.option = option
        super().__init__(
            f"a rated game has to come to an end: leave {option}={value} out, and it is {usual}, or choose rated=off"
        )


class Way(msgspec.Struct, frozen=True):
    """What the first line of a rated game's record says of how it is played.

    `mode` are the options that make another game of it, and `handicap` those that make a side stronger, where they are
    not as usual: `mode=four`, or nothing. `sides` are the seats, those of partners together.
    """

    mode: str
    handicap: str
    sides: tuple[tuple[SeatName, ...], ...]


def way_of(words: Presentation, options: Options) -> Way:
    """How a game with these settled options is played."""
    rules = words.rules
    opening = rules.opening(options)
    sides: list[tuple[SeatName, ...]] = []
    for seat in rules.seats(options):
        if not any(seat in side for side in sides):
            sides.append((seat, *words.partners(rules.view(opening, seat), seat)))
    handicaps = words.levers | words.handicaps
    return Way(_unusual(words, options, words.modes), _unusual(words, options, handicaps), tuple(sides))


def brings_along(words: Presentation, chosen: Mapping[str, Any]) -> bool:
    """Whether somebody has chosen a text for a game, such as a battlefield of his own: no two such games are alike."""
    return any(option.text and chosen.get(option.name) for option in words.rules.options())


def is_umpired(words: Presentation, options: Options) -> bool:
    """Whether a person has the seat `host` in a game with these settled options, beside those who play."""
    rules: Any = words.rules
    return hasattr(rules, "umpired") and bool(rules.umpired(options))


def that_end(words: Presentation, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options chosen for a rated game, with those by which it comes to an end, where nobody chose any.

    Raises NeverEnds where somebody chose that it need not.
    """
    usual = words.rules.settle({})
    for name, value in words.ends_by.items():
        if name in chosen and words.rules.settle({name: chosen[name]})[name] == usual[name]:
            raise NeverEnds(name, chosen[name], value)
    return {**words.ends_by, **chosen}


def _unusual(words: Presentation, options: Options, names: Collection[str]) -> str:
    """Those of some options that are not as in a usual rated game."""
    usual, idle = words.rules.settle(words.ends_by), words.idle(options)
    told = [
        f"{option.name}={options[option.name]}"
        for option in words.rules.options()
        if option.name in names and option.name not in idle and options[option.name] != usual[option.name]
    ]
    return " ".join(told)
