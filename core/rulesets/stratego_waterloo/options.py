"""The options of Stratego Waterloo, and which go together (SWL-002, SWL-182).

Here they are listed and settled; what they do stands where their clause is carried out. An own battlefield is an option
too: its text is read by `scenario`, and what it sets itself counts as chosen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core import options
from core.contract import BadOption, Option, Options
from core.rulesets.stratego_waterloo import scenario
from core.rulesets.stratego_waterloo.battlefield import VERSIONS, Battlefield, printed

EXPERT = "expert"
EARLIEST_ARRIVAL, LATEST_ARRIVAL = -1, 13  # SWL-R63
NO_LIMIT = "none"
LAST_LIMIT = 10_000  # turn numbers are kept in 16 bits
LAST_EXTRA = 100  # SWL-R68
GROUCHY_TURN = 9  # SWL-180: 15:00

OPTIONS = (
    Option("version", "basic", VERSIONS, "SWL-002"),
    Option("memory", "on", ("on", "off"), "SWL-R04"),
    Option("li-front", "die", ("die", "repulse"), "SWL-R28"),
    Option("fortify", "flag", ("flag", "full"), "SWL-R44"),
    Option("prussian-rate", "two-per-turn", ("two-per-turn", "by-action"), "SWL-R24"),
    Option("flag-relief", "on", ("on", "off"), "SWL-R26"),
    Option("bulow-saves", "off", ("off", "on"), "SWL-R13"),
    Option("retreat-depth", "1", ("1", "2"), "SWL-R10"),
    Option("draft", "lists", ("lists", "live"), "SWL-R51"),
    Option("late-arrival", 1, None, "SWL-R63"),
    Option("casualties", "whole", ("whole", "pursuit"), "SWL-R61"),
    Option("mud-back", "no", ("no", "yes"), "SWL-R49"),
    Option("turn-limit", 40, None, "SWL-R16"),
    Option("blue-extra", 0, None, "SWL-R68"),
    Option("red-extra", 0, None, "SWL-R68"),
    Option("start", "normal", ("normal", "early"), "SWL-174"),
    Option("grouchy", "off", ("off", "on"), "SWL-180"),
    Option("battlefield", "", None, "SWL-R65", text=True),
)
BY_NAME = {option.name: option for option in OPTIONS}
OTHER_NAME = "mode"  # SWL-002 calls the version a mode
OF_A_SCENARIO = tuple(name for name in BY_NAME if name not in ("version", "start", "battlefield", "late-arrival"))


def settle(board: Mapping[str, Any], chosen: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in. Raises BadOption."""
    wanted = _one_version(chosen)
    settled = options.settle(OPTIONS, wanted, READERS)
    field = battlefield_of(board, settled)
    if field.custom:
        settled = _with_scenario(settled, wanted, field)
    _refuse_conflicts(settled, field)
    return settled


def battlefield_of(board: Mapping[str, Any], settled: Options) -> Battlefield:
    """What a game with these options is fought on. Raises BadOption for a scenario text that is wrong."""
    if settled["battlefield"]:
        return scenario.read(settled["battlefield"], board, settle_one)
    return printed(board, settled["version"], settled["start"] == "early")


def settle_one(name: str, value: Any) -> Any:
    """The settled value of an option that a scenario text may set. Raises BadOption."""
    if name not in OF_A_SCENARIO:
        raise BadOption("unknown", option=name, value=value)
    reader: options.Reader = READERS.get(name, options.plain_value)
    return reader(BY_NAME[name], value)


def _one_version(chosen: Mapping[str, Any]) -> dict[str, Any]:
    wanted = dict(chosen)
    if OTHER_NAME in wanted:
        mode = wanted.pop(OTHER_NAME)
        if wanted.setdefault("version", mode) != mode:
            facts = {"option": OTHER_NAME, "value": mode, "other": "version", "other_value": wanted["version"]}
            raise BadOption("conflict", "SWL-002", **facts)
    return wanted


def _with_scenario(settled: Options, wanted: Mapping[str, Any], field: Battlefield) -> Options:
    """The options that a scenario sets itself; what was chosen otherwise conflicts with it."""
    for name, value in ({"version": field.base} | field.options).items():
        if name in wanted and settled[name] != value:
            raise options.clash(settled, BY_NAME[name], "battlefield")
        settled = settled | {name: value}
    for name in ("start", "late-arrival"):
        if settled[name] != BY_NAME[name].default:
            raise options.clash(settled, BY_NAME[name], "battlefield")
    return settled


def _refuse_conflicts(settled: Options, field: Battlefield) -> None:
    """SWL-182: the scenarios want the expert version."""
    for name in ("start", "grouchy"):
        if settled[name] != BY_NAME[name].default and settled["version"] != EXPERT:
            raise options.clash(settled, BY_NAME[name], "version")
    # SWL-180 rolls at 15:00 whether the Prussians come: there must be some, and both turns still ahead.
    if settled["grouchy"] == "on" and not field.turn < GROUCHY_TURN < (field.prussian_turn or 0):
        raise options.clash(settled, BY_NAME["grouchy"], "battlefield")
    if settled["turn-limit"] != NO_LIMIT and settled["turn-limit"] < field.turn:
        raise options.clash(settled, BY_NAME["turn-limit"], "battlefield" if field.custom else "start")


# --- Values that are neither a word nor a whole number from 0 --------------------------------------------------------


def _depth(option: Option, value: Any) -> Any:
    return options.plain_value(option, str(value) if type(value) is int else value)


def _turn(first: int, last: int, values: tuple[str, ...], *words: str) -> options.Reader:
    """Reads a turn between two, as a number or typed, or one of these words; a refusal tells the `values`."""

    def read(option: Option, value: Any) -> int | str:
        if value in words:
            return str(value)
        number = int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,5}", value) else value
        if type(number) is int and first <= number <= last:
            return number
        raise BadOption("value", option.clause, option=option.name, value=value, values=values)

    return read


def _battlefield(option: Option, value: Any) -> str:
    if not isinstance(value, str):
        raise BadOption("value", option.clause, option=option.name, value=value, values=None)
    # A mail closes its lines with one that says `end`, and may be at its end without.
    return value.strip().removesuffix("\nend").rstrip()


_extra = _turn(0, LAST_EXTRA, ("0", f"1-{LAST_EXTRA}"))
_arrivals = tuple(str(turn) for turn in range(EARLIEST_ARRIVAL, LATEST_ARRIVAL + 1))

READERS: dict[str, options.Reader] = {
    "retreat-depth": _depth,
    "late-arrival": _turn(EARLIEST_ARRIVAL, LATEST_ARRIVAL, _arrivals),
    "turn-limit": _turn(1, LAST_LIMIT, (NO_LIMIT, f"1-{LAST_LIMIT}"), NO_LIMIT),
    "blue-extra": _extra,
    "red-extra": _extra,
    "battlefield": _battlefield,
}
