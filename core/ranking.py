"""The order in which seats have finished a game, for rule sets that know no better: those of the house use it too.

All it needs of a rule set is `margin`, and from those in whose games players go out one after the other, when they did.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from core.contract import Outcome, RuleSet, SeatName

STILL_IN = float("inf")
DIGITS = 9  # of a margin; what differs less is equal


def by_outcome(
    rules: RuleSet[Any],
    outcome: Outcome,
    position: Any,
    gone: Mapping[SeatName, int] | None = None,
    margin: Mapping[SeatName, float] | None = None,
) -> tuple[tuple[SeatName, ...], ...]:
    """The seats in the order of finishing, as `RuleSet.ranking`.

    `gone` tells when those went out who are out, a later one with a greater number. Winners share the first place. In
    a draw it is shared by those who are still in, and where nobody is, by those who went out last. All others follow
    by how long they were in, and then by `margin`; left out it is that of the rule set.
    """
    out = gone or {}
    seats = rules.seats(position.options)
    stood = rules.margin(position) if margin is None else margin
    last = STILL_IN if set(seats) - set(out) else max(out.values())

    def standing(seat: SeatName) -> tuple[bool, float, float]:
        stayed = out.get(seat, STILL_IN)
        first = seat in outcome.winners if outcome.winners else stayed == last
        return (False, 0.0, 0.0) if first else (True, -stayed, -round(stood[seat], DIGITS))

    return tuple(tuple(place) for _, place in groupby(sorted(seats, key=standing), key=standing))
