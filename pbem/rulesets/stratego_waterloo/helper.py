"""The order helper of Stratego Waterloo: moves, attacks and shots of a piece, and what else a ply may hold.

Cards, drawn set-ups and the pursuit are written by hand. Which orders the rules take hangs on what their sender knows
alone, so that nothing is found out by picking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.stratego_waterloo.orders import End, Enter, Fire, Go, Rest, Setup
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece

from .board import COLUMNS, ROWS, column_of, on_board, row_of, square, stands, tile_title
from .map import SIDE, drawn_at, size_of
from .questions import owes


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(board=_board, pieces=_pieces, ways=_ways, plain=_plain, moved=_moved)


def _squares() -> list[str]:
    return [square(column, row) for row in ROWS for column in range(len(COLUMNS))]


def _board(view: Json) -> Board:
    width, height = size_of(view)
    return Board(width, height, SIDE, SIDE * 0.8, {name: drawn_at(name, view) for name in _squares()})


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    if owes(view, seat) != "ply":
        return []
    return [Piece(f"{piece['code']} {name}", name) for name, piece in on_board(view, seat).items()]


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    foes = {name for name, other in view["board"].items() if other["side"] != seat}
    for name in _squares():
        if name != piece.at and _in_line(piece.at, name):
            yield Candidate(Go((piece.at, name)), name, name)
            if name in foes:
                yield Candidate(Go((piece.at, name), how="attack"), name, f"attack {name}")
    for name in sorted(foes):
        yield Candidate(Fire(piece.at, name), name, f"fire at {name}")
    for tile in view["tile_data"]:
        if stands(view, tile):
            yield Candidate(Fire(piece.at, tile), "", f"fire at {tile_title(view, tile)}")
    yield Candidate(Rest(piece.at), "", "rest")


def _in_line(start: str, end: str) -> bool:
    """Whether a piece might come from one square to the other: in line, or beside it across a corner."""
    across, down = abs(column_of(start) - column_of(end)), abs(row_of(start) - row_of(end))
    return across == 0 or down == 0 or (across <= 2 and down <= 2)


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    match owes(view, seat):
        case "setup":
            if not written:
                yield Candidate(Setup(default=True), "", "The usual set-up")
        case "ply":
            codes = sorted({piece["code"] for piece in view["pool"][seat] if piece.get("code")})
            for code in codes:
                yield from (Candidate(Enter(code, name), "", f"{code} comes on at {name}") for name in _squares())
            yield Candidate(End(), "", "End the ply")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    """How an attack ends nobody knows before."""
    if not isinstance(order, Go) or order.how == "attack" or len(order.path) < 2:
        return None
    piece = next((name for name, at in places.items() if at == order.path[0]), None)
    return None if piece is None else Moved(piece, order.path[0], order.path[-1])
