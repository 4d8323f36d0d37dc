"""The order helper of Conflict: what might be ordered of a piece, and where squares are on the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.conflict.orders import Back, End, Move, NoReserve, Pass, Reserve, Steps, ThrowHeader, WalkTo
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece

from .board import HELD, RESERVE, START, board, distance, field_of, in_state, seats_in, standing
from .map import CELL, drawn_at, size_of
from .narration import dice_called
from .questions import owes

MINED = ("bs", "pl")  # whom a mine can destroy (CON-072, CON-076)


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(board=_board, pieces=_pieces, ways=_ways, plain=_plain, moved=_moved)


def _board(view: Json) -> Board:
    width, height = size_of(view)
    return Board(width, height, CELL, CELL * 0.9, {square: drawn_at(square, view) for square in _squares()})


def _squares() -> list[str]:
    b = board()
    return [b.square(column, row) for row in range(len(b.rows)) for column in range(len(b.files))]


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    """Those on the field, and those that wait in camp and docks, which begin on their home circle (CON-049).

    So do prisoners, once a move that is written has freed them (CON-030).
    """
    if not owes(view, seat):
        return []
    circle = board().corners[seat].circle
    held = [piece for other in seats_in(view) if other != seat for piece in in_state(seat, f"{HELD}{other}", view)]
    waiting = [*in_state(seat, START, view), *in_state(seat, RESERVE, view), *held]
    return [
        *(Piece(piece, square) for piece, square in field_of(seat, view).items()),
        *(Piece(piece, circle) for piece in waiting),
    ]


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    stands = standing(view)
    for die in sorted(set(_throw(view, written))):
        for square in _squares():
            if 0 < distance(piece.at, square) <= die:
                there = stands.get(square)
                takes = " (a piece stands there)" if there is not None and there[0] != seat else ""
                said = f"{die}: {square}{takes}"
                staked = None
                if piece.piece.startswith(MINED):
                    order = WalkTo(piece.piece, die, square, confirmed=True)
                    staked = Candidate(order, square, f"{said}, and may be lost on a mine")
                yield Candidate(WalkTo(piece.piece, die, square), square, said, staked)


def _throw(view: Json, written: Orders) -> tuple[int, ...]:
    """The dice for the next line, less those that are spent; none below `end`, where nothing is read."""
    throws = () if _ended(written) else view["owed"]["throws"]
    number = _begun(view, written)
    dice: Counter[int] = Counter(next((each["dice"] for each in throws if each["number"] == number), ()))
    for line in _below_header(written):
        if isinstance(line.order, Move | Steps | WalkTo) and line.order.die is not None:
            dice -= Counter([line.order.die])
    return tuple(dice.elements())


def _below_header(written: Orders) -> Orders:
    """The lines of the throw that the next one belongs to."""
    headers = [at for at, line in enumerate(written) if isinstance(line.order, ThrowHeader)]
    return written[headers[-1] + 1 :] if headers else written


def _ended(written: Orders) -> bool:
    return any(isinstance(line.order, End) for line in written)


def _begun(view: Json, written: Orders) -> int:
    """The throw that the next line belongs to."""
    first: int = view["owed"]["throws"][0]["number"]
    return max((line.order.number for line in written if isinstance(line.order, ThrowHeader)), default=first)


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    if not owes(view, seat) or _ended(written):
        return
    throws = {each["number"]: each for each in view["owed"]["throws"]}
    begun = _begun(view, written)
    if written and begun + 1 in throws and lacks.get("throw", begun + 1) > begun:
        dice = dice_called(throws[begun + 1]["dice"])
        yield Candidate(ThrowHeader(begun + 1), "", f"On to throw {begun + 1}: {dice}")
    if begun in throws and throws[begun]["seven"]:
        yield from (Candidate(Reserve(piece), "", f"{piece} out of reserve") for piece in in_state(seat, RESERVE, view))
        yield Candidate(NoReserve(), "", "Leave the seven unused")
    if any(each["back"] for each in throws.values()):
        pieces = [*field_of(seat, view), *in_state(seat, START, view)]
        yield from (Candidate(Back(piece), "", f"{piece} back into reserve") for piece in pieces)
    if not written or lacks:
        yield Candidate(Pass(), "", "Pass")
    if not written and begun in throws and throws[begun]["moves"] == 0:
        yield Candidate(End(), "", "End without a move")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    facts = verdict.facts
    if isinstance(order, ThrowHeader) or "path" not in facts or not facts.get("path"):
        return None
    piece = facts["piece"]
    return Moved(piece, places.get(piece, facts["path"][0]), facts["path"][-1])
