"""Order lines as a player would write them, for orders that were not mailed: the bot's, and lists of legal orders."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Line, Orders
from core.rulesets.waterloo_grid.orders import (
    Action,
    Activate,
    Charge,
    Clause,
    End,
    Enter,
    Face,
    Fights,
    Fire,
    FormLine,
    FormSquare,
    Forward,
    Hold,
    Order,
    Place,
    Target,
    Turn,
)


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1."""
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders, start=1))


def text_of(order: Order) -> str:
    """One of the orders that are made here, in its usual form: `RI3 bc: f2 left, fa: hold`."""
    match order:
        case Activate(unit, alternatives):
            written = [", ".join(_clause(clause) for clause in alternative.clauses) for alternative in alternatives]
            return f"{unit} {' or '.join(written)}"
        case Place(units):
            return " ".join(["place", *units])
        case Enter(kind, entry, facing):
            return f"enter {kind} at {entry} facing {facing}"
        case Fights(cells):
            return " ".join(["fights", *cells])
        case End():
            return "end"
    raise ValueError(order)


def _clause(clause: Clause) -> str:
    who = clause.bases or (f"@{clause.cell}" if clause.cell else "")
    words = " ".join(_action(action) for action in clause.actions)
    return f"{who}: {words}" if who else words


def _action(action: Action) -> str:
    match action:
        case Forward(steps):
            return f"f{steps}" if steps > 1 else "f"
        case Charge(steps):
            return f"charge {steps}"
        case Turn(way):
            return way
        case Face(facing):
            return f"face {facing}"
        case FormSquare():
            return "square"
        case FormLine(facing):
            return f"line {facing}"
        case Fire(targets):
            return " ".join(["fire", *(_target(target) for target in targets)])
        case Hold():
            return "hold"
    raise ValueError(action)


def _target(target: Target) -> str:
    before = target.base or target.side
    return f"{before}:{target.cell}" if before else target.cell
