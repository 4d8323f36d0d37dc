"""Settling the options of a game: what every rule set does alike. Which options go together is its own affair."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.contract import BadOption, Option, Options

MOST = 1_000_000  # a bound for whole numbers, so that counters cannot overflow

Reader = Callable[[Option, Any], Any]


def settle(
    options: Sequence[Option], chosen: Mapping[str, Any], readers: Mapping[str, Reader] | None = None
) -> Options:
    """All options with their values, defaults filled in; not yet checked against each other. Raises BadOption.

    `readers` read the values of options that are neither one of some words nor a whole number.
    """
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            raise BadOption("unknown", option=name, value=chosen[name])
    reader: dict[str, Reader] = {**dict.fromkeys(known, plain_value), **(readers or {})}
    return {name: reader[name](option, chosen.get(name, option.default)) for name, option in known.items()}


def plain_value(option: Option, value: Any) -> str | int:
    """One of the option's words, or a whole number from 0, which may be written in digits. Raises BadOption."""
    if option.values is None:
        if isinstance(value, str) and re.fullmatch("[0-9]{1,7}", value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
    elif isinstance(value, str) and value in option.values:
        return value
    raise BadOption("value", option.clause, option=option.name, value=value, values=option.values)


def clash(settled: Options, option: Option, other: str) -> BadOption:
    """What to raise where an option's value does not go with that of another."""
    return BadOption(
        "conflict",
        option.clause,
        option=option.name,
        value=settled[option.name],
        other=other,
        other_value=settled[other],
    )
