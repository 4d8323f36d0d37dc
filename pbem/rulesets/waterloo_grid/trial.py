"""Which lines of a mail that is only judged hang on its shots: it is tried with dice that fall one way and another.

The rules say of every line below a shot that it is judged on what the shots have not done yet. Most have nothing to do
with them, and of those nothing need be said. Not for: what the fights will bring, which nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.contract import Json, Line, Orders, RuleSet, SeatName, Status, Verdict
from core.dice import Dice, ScriptedDice, SeededDice
from core.rulesets.waterloo_grid.orders import Activate, Enter
from pbem.rulesets.contract import Trial

from .bot import position_of

# A trial takes a fifth of a millisecond; of two shots of two dice each there are 625 ways to fall.
MOST_TRIED = 150
MOST_DICE = 200


def trial(
    rules: RuleSet[Any], view: Json, seat: SeatName, orders: Orders, verdicts: tuple[Verdict, ...]
) -> Trial | None:
    """The verdicts on sound orders, `later` in those alone that some dice make void; None where no shot is before any.

    An alternative that is taken instead of the first counts as well.
    """
    doubted = [verdict.line for verdict in verdicts if verdict.facts.get("later")]
    if not doubted:
        return None
    acting = [line for line in orders if isinstance(line.order, Activate | Enter)]
    position = position_of(rules, view)
    failing: set[int | None] = set()
    for dice in _falls():
        failing |= _void(rules, position, seat, acting, dice)
    found = tuple(
        msgspec.structs.replace(each, facts={**each.facts, "later": each.line in failing})
        if each.facts.get("later")
        else each
        for each in verdicts
    )
    return Trial(found, (), "")


def _falls() -> Iterator[Dice]:
    """Dice that fall all alike, and in many ways."""
    yield from (ScriptedDice([symbol] * MOST_DICE) for symbol in "ICAX-")
    yield from (SeededDice(number.to_bytes(32, "big")) for number in range(MOST_TRIED))


def _void(rules: RuleSet[Any], position: Any, seat: SeatName, acting: list[Line], dice: Dice) -> set[int | None]:
    """The lines that come to nothing, or to less, with these dice; the turn is not closed, so nobody fights."""
    played = rules.adjudicate(position, {seat: acting}, dice).verdicts[seat]
    return {verdict.line for verdict in played if verdict.status is not Status.OK or verdict.facts.get("alternative")}
