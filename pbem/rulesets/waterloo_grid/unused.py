"""What `end` loses in Waterloo on a grid: dice not placed, and dice that lie on units without orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.contract import Json, Orders, SeatName, Status, Verdict
from core.rulesets.waterloo_grid.orders import End, Enter
from pbem.rulesets.sentences import listed

from .board import side_of
from .questions import dice_called

DIE_OF = {"I": "I", "G": "I", "L": "C", "H": "C", "A": "A"}


def unused(view: Json, seat: SeatName, orders: Orders, verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """A sentence where sound orders close the turn with dice left that a unit on the field could use (WGR-027)."""
    if not any(isinstance(line.order, End) for line in orders):
        return ()
    good = {verdict.line for verdict in verdicts if verdict.status is Status.OK}
    acting = {
        str(verdict.facts["unit"]) for verdict in verdicts if verdict.status is Status.OK and "ends" in verdict.facts
    }
    if view["mails"]:
        idle = [unit for unit in view["placed"] if unit not in view["acted"] and unit not in acting]
        have = "has a die" if len(idle) == 1 else "have dice"
        return (f"Your end leaves unused: {listed(idle)} {have} and no order.",) if idle else ()
    named = {name for verdict in verdicts if verdict.line in good for name in verdict.facts.get("units", ())}
    taken = Counter(DIE_OF[unit[1]] for unit in acting | named)
    taken += Counter(DIE_OF[line.order.kind.upper()] for line in orders if isinstance(line.order, Enter))
    able = Counter(DIE_OF[unit[1]] for unit in view["units"] if side_of(unit) == seat and unit not in acting | named)
    thrown = Counter(die for die in view["dice"] if die in able)
    left = [die for die in sorted(thrown) for _ in range(min(thrown[die] - taken[die], able[die]))]
    what = "die" if len(left) == 1 else "dice"
    return (f"Your end leaves unused: the {what} {dice_called(left)}.",) if left else ()
