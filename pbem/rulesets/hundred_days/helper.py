"""The order helper of the Hundred Days: marches of columns to places on the map, and what else a column may do.

Paths by certain places, hours, detachments, bridges, persons and letters are written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.hundred_days.orders import ContinueAll, Hold, March, Rest, Retreat, Scout, Words
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece

from .board import nearest, own_columns, place_name
from .picture import places_drawn, size_of
from .questions import owes

SIZE, STEP = 18.0, 22.0  # of a place, and between two that stand near to each other
STANCES: tuple[Literal["attack", "stand", "avoid"], ...] = ("attack", "stand", "avoid")


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(board=_board, pieces=_pieces, ways=_ways, plain=_plain, moved=_moved)


def _board(view: Json) -> Board:
    width, height = size_of(view)
    return Board(width, height, STEP, SIZE, places_drawn(view))


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    """The seat's columns, where it last knew them."""
    if not owes(view, seat):
        return []
    return [Piece(known["column"], nearest(known, view)) for known in own_columns(view) if known["seat"] == seat]


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    column = piece.piece.lower()
    yield Candidate(Hold(column), "", "hold")
    yield Candidate(Rest(column), "", "rest")
    for place in places_drawn(view):
        if place == piece.at:
            continue
        code, name = place.lower(), place_name(place, view)
        yield Candidate(March(column, (code,)), place, f"march to {name}")
        for stance in STANCES:
            yield Candidate(March(column, (code,), Words(stance=stance)), place, f"march to {name}, {stance}")
        yield Candidate(Retreat(column, (code,)), place, f"retreat to {name}")
        yield Candidate(Scout(column, code), place, f"scout towards {name}")


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    if owes(view, seat) and not written:
        yield Candidate(ContinueAll(), "", "No new orders")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    if not isinstance(order, March | Retreat) or not order.path:
        return None
    piece = order.column.upper()
    return Moved(piece, places[piece], order.path[-1].upper()) if piece in places else None
