"""What `pbem rulesets` prints: the rule sets, and one's seats, options and order syntax."""

from __future__ import annotations

from textwrap import fill

import msgspec

from core.contract import Option
from pbem.rulesets import names, presentation
from pbem.rulesets.balance import ways
from pbem.rulesets.contract import Presentation
from pbem.rulesets.schema import json_schema

WIDTH = 78


def list_rulesets() -> str:
    """A line for each rule set."""
    longest = max(len(name) for name in names())
    return "\n".join(f"{name:<{longest}}  {presentation(name).title}" for name in names())


def show_ruleset(name: str) -> str:
    """Everything a player or host needs to choose and play a rule set. Raises UnknownRuleSet."""
    found = presentation(name)
    rules = found.rules
    seats = ", ".join(f"{seat} ({found.seat_title(seat)})" for seat in rules.seats(rules.settle({})))
    meanings = found.meanings
    options = []
    for option in found.options():
        clause = f"; {option.clause}" if option.clause else ""
        told = f"{option.name}={choices(option)}  (usual: {usual(option)}{clause})"
        options.append(fill(told, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))
        options.append(fill(meanings[option.name], WIDTH, initial_indent="      ", subsequent_indent="      "))
    return "\n".join(
        [
            f"{found.title} ({name}, rules version {rules.version})",
            "",
            fill(found.about, WIDTH),
            "",
            fill(f"Seats with the usual options: {seats}", WIDTH),
            *_measured(found),
            "",
            "Options",
            *options,
            "",
            "Orders",
            found.order_help,
        ]
    )


def _measured(found: Presentation) -> list[str]:
    """How the sides fared between robots, for each way to play that was measured."""
    told = [
        fill(way, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False) for way in ways(found)
    ]
    return ["", "How the sides fare, in 95 cases of 100 between these bounds", *told] if told else []


def choices(option: Option) -> str:
    """What may be chosen for an option, as short as it can be said."""
    if option.text:
        return "below (the lines that follow)"
    if option.values:
        return "|".join(option.values)
    return "a number" if isinstance(option.default, int) else "a word"


def usual(option: Option) -> str:
    """The value that an option has if nobody says otherwise."""
    return "none" if option.default == "" else str(option.default)


def position_schema(name: str) -> str:
    """The JSON Schema of a rule set's position. Raises UnknownRuleSet."""
    return msgspec.json.format(msgspec.json.encode(json_schema(presentation(name).rules))).decode()
