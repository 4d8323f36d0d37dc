"""What is chosen for a game beside its rules: its clock and what goes with it, press, onlookers, rated or not.

The rule sets know none of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from pbem.games import clock
from pbem.games.clock import Appointments, BadTerms, Terms
from pbem.rulesets.contract import Presentation

GRACE_AT_MOST = 7 * 86_400
HOLD_AT_MOST = 86_400
PACE_AT_MOST = 7 * 86_400

OF_THE_HOUSE = ("press", "press_to", "watch", "rated")  # which are no part of the clock's terms
_NAMES = "clock|grace|weekend|weekends|wait|hold|pace|flag|press_to|press|watch|rated"
# The value of a clock has a blank in it (`bank:20d+1d cap:30d`), so it goes on to the next option.
_CHOSEN = re.compile(
    rf"(?<!\S)({_NAMES})\s*=\s*(.*?)(?=\s+(?!cap\b)\w+\s*=|\s+(?:as|word)\s|\s*$)", re.IGNORECASE | re.DOTALL
)
_FLAG = {"lose": True, "rules": False}
_ON = {"on": True, "yes": True, "off": False, "no": False}


def taken_out(text: str) -> tuple[dict[str, str], str]:
    """The options of the house in what follows `NEW ruleset`, by name, and what is left of it."""
    chosen = {found[1].lower(): found[2].strip(" ,") for found in _CHOSEN.finditer(text)}
    return chosen, " ".join(_CHOSEN.sub(" ", text).split())


def settle(chosen: dict[str, str], ruleset: Presentation, usual: Terms, zone: str) -> Terms:
    """The terms of a game's clock, with what was chosen and otherwise as usual. Raises BadTerms."""
    terms = msgspec.structs.replace(usual, zone=zone)
    for name, value in chosen.items():
        if name in OF_THE_HOUSE:
            continue  # `pbem.games.house_rules`
        terms = _SETTLERS[name](terms, value)
    if isinstance(terms.clock, Appointments) and not ruleset.waits:
        raise BadTerms(f"appointments are for games in which all write at once; in {ruleset.title} they take turns")
    if terms.flag and isinstance(terms.clock, Appointments):
        raise BadTerms("with appointments nobody runs out of time, so that flag=lose means nothing")
    if terms.hold and ruleset.waits:
        raise BadTerms(
            f"in {ruleset.title} orders wait for those of the others as it is, and can be replaced until then"
        )
    return terms


def _clock(terms: Terms, value: str) -> Terms:
    bare = re.sub(r"\s+wait$", "", value, flags=re.IGNORECASE)
    found, zone = clock.clock_of(bare)
    return msgspec.structs.replace(terms, clock=found, zone=zone or terms.zone, wait=terms.wait or bare != value)


def _span(name: str, at_most: int) -> Callable[[Terms, str], Terms]:
    def settled(terms: Terms, value: str) -> Terms:
        seconds = clock.span_of(value)
        if seconds > at_most:
            raise BadTerms(f"{name} is {clock.span_in_words(at_most)} at most")
        return msgspec.structs.replace(terms, **{name: seconds})

    return settled


def _switch(name: str) -> Callable[[Terms, str], Terms]:
    def settled(terms: Terms, value: str) -> Terms:
        if value.lower() not in _ON:
            raise BadTerms(f"{name} is on or off")
        changed: dict[str, Any] = {name: _ON[value.lower()]}
        return msgspec.structs.replace(terms, **changed)

    return settled


def _flag(terms: Terms, value: str) -> Terms:
    if value.lower() not in _FLAG:
        raise BadTerms("flag is lose (who is out of time has lost) or rules (the rules decide for him)")
    return msgspec.structs.replace(terms, flag=_FLAG[value.lower()])


_SETTLERS: dict[str, Callable[[Terms, str], Terms]] = {
    "clock": _clock,
    "grace": _span("grace", GRACE_AT_MOST),
    "hold": _span("hold", HOLD_AT_MOST),
    "pace": _span("pace", PACE_AT_MOST),
    "flag": _flag,
    "weekend": _switch("weekend"),
    "weekends": _switch("weekend"),
    "wait": _switch("wait"),
}
