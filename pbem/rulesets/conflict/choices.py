"""What a throw of Conflict offers: the rules are asked, piece by piece and die by die.

Serves the order form. What a walk captures or takes is `core`'s answer, so that no rule is written down twice.
"""

from __future__ import annotations

import msgspec

from core.contract import Json, Orders, SeatName
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.position import Position

from .sides import START, field_of, in_state

# What a view has beyond the position itself.
NOT_THE_POSITION = frozenset(
    {"options", "seat", "seats", "order", "living", "step", "mines", "circles", "friends", "bot", "owed"}
)


class Chance(msgspec.Struct, frozen=True):
    """A first move worth knowing of: its facts, as those of an event, and every square to be ordered."""

    facts: Json
    ordered: tuple[str, ...]


def position_of(rules: Conflict, view: Json) -> Position:
    """The position that a view shows; what it does not show, other seats' pacts and robots, moves no piece."""
    return rules.decode({key: value for key, value in view.items() if key not in NOT_THE_POSITION}, view["options"])


def example(rules: Conflict, position: Position, seat: SeatName) -> Orders:
    """One complete set of orders that the rules accept now, or none."""
    sets = rules.legal(position, seat, 1)
    return sets[0] if sets else ()


def chances(rules: Conflict, position: Position, view: Json, seat: SeatName) -> list[Chance]:
    """For each piece and die of the present throw the move that gains most without losing the piece, if any gains."""
    dice = sorted(set(view["owed"]["throws"][0]["dice"]), reverse=True)
    movable = [*field_of(seat, view), *in_state(seat, START, view)]
    found = []
    for piece in movable:
        for die in dice:
            gains = [facts for facts in rules.reach(position, seat, piece, die) if _gain(facts) > (False, 0)]
            if gains:
                best = max(gains, key=_gain)
                found.append(Chance(best, tuple(best["ordered"])))
    return found


def _gain(facts: Json) -> tuple[bool, int]:
    """A circle before any number of captures; a move that loses its piece gains nothing."""
    return (False, 0) if facts["lost"] else (facts["takes"] is not None, len(facts["captured"]))
