"""The order helper of Waterloo on a grid: what a whole unit may do, one action or two, and who may come in.

Parts of a unit, several readings of a line and the order of fights are written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.waterloo_grid.orders import (
    Action,
    Activate,
    Alternative,
    Charge,
    Clause,
    End,
    Enter,
    Fire,
    FormLine,
    FormSquare,
    Forward,
    Hold,
    Target,
    Turn,
)
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece

from .board import CLASSES, DIRECTIONS, ahead, board, called, groups_of, side_of, stacks_of, units_of
from .map import CELL, drawn_at, size_of
from .questions import owes

Facing: TypeAlias = Literal["n", "e", "s", "w"]

MOST_STEPS = 4
FACINGS: tuple[Facing, ...] = ("n", "e", "s", "w")
TURNED = {"left": -1, "right": 1, "about": 2}
WAYS: tuple[Literal["left", "right", "about"], ...] = ("left", "right", "about")


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(board=_board, pieces=_pieces, ways=_ways, plain=_plain, moved=_moved)


def _board(view: Json) -> Board:
    width, height = size_of(view)
    b = board()
    cells = [f"{column}{row}" for row in range(1, b.rows + 1) for column in b.columns]
    return Board(width, height, CELL, CELL * 0.75, {cell: drawn_at(cell, view) for cell in cells})


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    return [Piece(unit, _stands(unit, view)[0]) for unit in units_of(seat, view)] if owes(view, seat) else []


def _stands(unit: str, view: Json) -> tuple[str, str]:
    """The cell of a unit's first bases, and where they face."""
    cell, _, facing = groups_of(view["units"][unit])[0]
    return cell, facing


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    unit, (cell, facing) = piece.piece, _stands(piece.piece, view)
    foes = [name for name, stack in stacks_of(view).items() if side_of(stack.units[0]) != seat]
    shots = [(Fire((Target(name),)), name, f"fire at {name}") for name in foes]
    steps = list(_steps(cell, facing))
    turns = [(Turn(way), "", f"turn {way}") for way in WAYS]
    forms: list[tuple[Action, str, str]] = [(FormSquare(), "", "form square")]
    forms += [(FormLine(way), "", f"form line facing {called(way)}") for way in FACINGS]
    single: list[tuple[Action, str, str]] = [*steps, *turns, *shots, *forms, (Hold(), "", "hold")]
    for action, to, said in single:
        yield _order(unit, (action,), to, said)
    # Two actions: a march and a turn, in either order, or a march and a shot.
    for march, to, said in steps:
        yield from (_order(unit, (march, turn), to, f"{said}, {then}") for turn, _, then in turns)
        yield from (_order(unit, (march, shot), target, f"{said}, {then}") for shot, target, then in shots)
    for turn, _, said in turns:
        for march, to, then in _steps(cell, _after(facing, turn.way)):
            yield _order(unit, (turn, march), to, f"{said}, {then}")


def _steps(cell: str, facing: str) -> Iterator[tuple[Action, str, str]]:
    """So many cells ahead, and as many in a charge."""
    end: str | None = cell
    for count in range(1, MOST_STEPS + 1):
        end = ahead(end, facing) if end is not None else None
        if end is None:
            return
        yield Forward(count), end, f"forward to {end}"
        yield Charge(count), end, f"charge to {end}"


def _after(facing: str, way: str) -> str:
    """Where bases face after a turn; a square has no front."""
    ways = list(FACINGS)
    return ways[(ways.index(facing) + TURNED[way]) % 4] if facing in DIRECTIONS else facing  # type: ignore[arg-type]


def _order(unit: str, actions: tuple[Action, ...], to: str, said: str) -> Candidate:
    return Candidate(Activate(unit, (Alternative((Clause(actions),)),)), to, said)


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    if not owes(view, seat):
        return
    # What has carried a flag is of its class all the same: `If` beside `I`.
    for kind in dict.fromkeys(kind[0] for kind in view["pools"].get(seat, {})):
        for entry, (_, of) in board().roads.items():
            if of == seat:
                for way in FACINGS:
                    said = f"{CLASSES[kind].lower()} in by {entry}, facing {called(way)}"
                    yield Candidate(Enter(kind, entry, way), "", said)
    yield Candidate(End(), "", "End the turn")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    return None
