"""The order lines of Waterloo on a grid as values.

The grammar of `pbem` makes them, the rules judge them. Words are in whatever case they were typed: whether a unit, a
base, a cell or an entry exists is for the rules to say. `text_of` writes an order in its usual form; text is read by
the grammar alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from core.contract import Line, Orders

Direction: TypeAlias = Literal["n", "e", "s", "w"]


# --- What a part does (WGR-032) -----------------------------------------------------------------------------------


class Forward(msgspec.Struct, frozen=True, tag=True):
    """`f2`: so many cells ahead. `J7-G7`: from this cell to that, which has to lie ahead (WGR-033)."""

    steps: int = 1
    way: tuple[str, str] | None = None


class Charge(msgspec.Struct, frozen=True, tag=True):
    """`charge 2`: so many cells ahead, into contact."""

    steps: int


class Turn(msgspec.Struct, frozen=True, tag=True):
    """`left`, `right`, `about`."""

    way: Literal["left", "right", "about"]


class Face(msgspec.Struct, frozen=True, tag=True):
    """`face e`."""

    facing: Direction


class FormSquare(msgspec.Struct, frozen=True, tag=True):
    """`square` (WGR-037)."""


class FormLine(msgspec.Struct, frozen=True, tag=True):
    """`line s`: leave square, all facing one way (WGR-038)."""

    facing: Direction


class Target(msgspec.Struct, frozen=True):
    """A cell to be fired at: by one base (`a:E4`), through one side of a square (`n:E4`), or neither named."""

    cell: str
    base: str | None = None
    side: Direction | None = None


class Fire(msgspec.Struct, frozen=True, tag=True):
    """`fire`, `fire E4`, `fire n:E4 w:D6`; without a target the only legal one is meant."""

    targets: tuple[Target, ...] = ()


class Hold(msgspec.Struct, frozen=True, tag=True):
    """`hold`: nothing."""


Action: TypeAlias = Forward | Charge | Turn | Face | FormSquare | FormLine | Fire | Hold


class Clause(msgspec.Struct, frozen=True):
    """`bc: f2`: what some bases do one after another. `bases` or `cell` say which; neither: the whole unit."""

    actions: tuple[Action, ...]
    bases: str | None = None
    cell: str | None = None


class Alternative(msgspec.Struct, frozen=True):
    """One of the readings of an `or` line (WGR-145). `unit` is the unit repeated after `or`, if it was."""

    clauses: tuple[Clause, ...]
    unit: str | None = None


# --- Lines --------------------------------------------------------------------------------------------------------


class Activate(msgspec.Struct, frozen=True, tag=True):
    """`I1 charge 2 or f1`: the whole activation of a unit, in one or more alternatives."""

    unit: str
    alternatives: tuple[Alternative, ...]


class Place(msgspec.Struct, frozen=True, tag=True):
    """`place I3 H1`: a die for each of these units; their orders may come later in the turn (WGR-141)."""

    units: tuple[str, ...]


class Enter(msgspec.Struct, frozen=True, tag=True):
    """`enter I at X3 facing w`: a new unit of a class from the pool (WGR-123 to WGR-131)."""

    kind: str
    entry: str
    facing: Direction


class Fights(msgspec.Struct, frozen=True, tag=True):
    """`fights E5 D4`: the attacker cells whose fights come first (WGR-144)."""

    cells: tuple[str, ...]


class End(msgspec.Struct, frozen=True, tag=True):
    """`end`: the turn is closed (WGR-143)."""


class Test(msgspec.Struct, frozen=True, tag=True):
    """`test`: the mail is judged and changes nothing (WGR-146)."""


class GameTurn(msgspec.Struct, frozen=True, tag=True):
    """`turn 4`: the mail is for this game turn of the sender's, and no other."""

    number: int


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (WGR-136)."""


class Draw(msgspec.Struct, frozen=True, tag=True):
    """`draw`: offers a draw, or accepts one (WGR-136)."""


class Claim(msgspec.Struct, frozen=True, tag=True):
    """`claim`: the win, after three silent turns of the opponent (WGR-147)."""


class Show(msgspec.Struct, frozen=True, tag=True):
    """`show`: the report as things stand (WGR-136)."""


Order: TypeAlias = Activate | Place | Enter | Fights | End | Test | GameTurn | Resign | Draw | Claim | Show


# --- As text ------------------------------------------------------------------------------------------------------


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1."""
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders, start=1))


def text_of(order: Order) -> str:
    """An order in its usual form: `RI3 bc: f2, fa: hold`. What the grammar reads in it is the same order again."""
    match order:
        case Activate(unit, alternatives):
            return f"{unit} {' or '.join(map(_alternative, alternatives))}"
        case Place(units):
            return " ".join(["place", *units])
        case Enter(kind, entry, facing):
            return f"enter {kind} at {entry} facing {facing}"
        case Fights(cells):
            return " ".join(["fights", *cells])
        case GameTurn(number):
            return f"turn {number}"
    return _PLAIN[type(order)]


_PLAIN = {End: "end", Test: "test", Resign: "resign", Draw: "draw", Claim: "claim", Show: "show"}


def _alternative(alternative: Alternative) -> str:
    clauses = ", ".join(map(_clause, alternative.clauses))
    return f"{alternative.unit} {clauses}" if alternative.unit else clauses


def _clause(clause: Clause) -> str:
    who = f"{clause.bases}: " if clause.bases else f"@{clause.cell}: " if clause.cell else ""
    words: list[str] = []
    for action in clause.actions:
        # Behind a shot a word like `f2` would be a target.
        shot_before = bool(words) and words[-1].startswith("fire")
        words.append(_action(action, shot_before=shot_before))
    return who + " ".join(words)


def _action(action: Action, *, shot_before: bool) -> str:
    match action:
        case Forward(_, (start, goal)):
            return f"{start}-{goal}"
        case Forward(steps):
            return f"forward {steps}" if shot_before else f"f{steps}"
        case Charge(steps):
            return f"charge {steps}"
        case Turn(way):
            return way
        case Face(facing):
            return f"face {facing}"
        case FormLine(facing):
            return f"line {facing}"
        case Fire(targets):
            return " ".join(["fire", *map(_target, targets)])
        case FormSquare():
            return "square"
    return "hold"


def _target(target: Target) -> str:
    through = target.side or target.base
    return f"{through}:{target.cell}" if through else target.cell
