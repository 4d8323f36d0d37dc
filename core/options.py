"""Settling the options of a game, and keeping what follows from them: what every rule set does alike.

Which options go together is its own affair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from core.contract import BadOption, Option, Options

MOST = 1_000_000  # a bound for whole numbers, so that counters cannot overflow

KEPT_VARIANTS = 64  # options are strangers': numbers and texts among them have no bound

Reader = Callable[[Option, Any], Any]
V = TypeVar("V")


class Variants(Generic[V]):
    """What a rule set works out of settled options, by `make`: kept for the next who asks with the same."""

    def __init__(self, make: Callable[[Options], V]) -> None:
        self._make = make
        self._kept: dict[tuple[tuple[str, Any], ...], V] = {}
        self._latest: tuple[Options, V] | None = None

    def of(self, options: Options) -> V:
        """The variant of these options, in whatever order they stand; mostly they are those asked for last."""
        if self._latest is None or self._latest[0] != options:
            self._latest = dict(options), self._found(options)
        return self._latest[1]

    def _found(self, options: Options) -> V:
        key = tuple(sorted(options.items()))
        if key not in self._kept:
            if len(self._kept) >= KEPT_VARIANTS:
                self._kept.clear()
            self._kept[key] = self._make(options)
        return self._kept[key]


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
