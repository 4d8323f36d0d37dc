"""The order helper of Stratego Waterloo: the set-up, moves, attacks and shots of a piece, what else a ply may hold.

A set-up is one order of several lines: whoever exchanges two pieces has it written anew. Which orders the rules take
hangs on what their sender knows alone, so that nothing is found out by picking. Not for: cards (`helper_cards`) and the
pursuit (`helper_pursuit`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.orders import End, Enter, Fire, Go, Rest, Row, Setup
from core.rulesets.stratego_waterloo.setup import default_formation
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece
from pbem.rulesets.proposing import Composer, Kind, NotMeant, Proposal

from . import helper_cards, helper_pursuit
from .board import (
    COLUMNS,
    ROWS,
    SETUP_ROWS,
    column_of,
    in_order,
    on_board,
    row_of,
    source,
    square,
    stands,
    tile_title,
)
from .map import SIDE, drawn_at, size_of
from .questions import owes

HELD_BACK = ""
OFF = "off the board"
DRAWN = "PRUSSIAN"
PLACE = Kind("place", "Place", ("what",), "on a square, as E2")


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(
        board=_board,
        pieces=_pieces,
        ways=_ways,
        plain=_plain,
        moved=_moved,
        placed=_placed,
        instead=_instead,
        composer=Composer(kinds=_kinds, orders=_orders),
    )


def _squares() -> list[str]:
    return [square(column, row) for row in ROWS for column in range(len(COLUMNS))]


def _board(view: Json) -> Board:
    width, height = size_of(view)
    return Board(width, height, SIDE, SIDE * 0.8, {name: drawn_at(name, view) for name in _squares()})


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    match owes(view, seat):
        case "pursuit":
            return helper_pursuit.pieces(view, seat)
        case "ply":
            standing = [Piece(f"{piece['code']} {name}", name) for name, piece in on_board(view, seat).items()]
            return [*standing, *_waiting(view, seat), *helper_cards.strangers(view, seat)]
    return []


def _waiting(view: Json, seat: SeatName) -> list[Piece]:
    """Those off the board, by kind; Prussians who are drawn have one name (SWL-R24)."""
    codes = sorted({piece["code"] for piece in view["pool"][seat] if piece.get("code")})
    if view["options"]["prussian-rate"] == "by-action" and view["undrawn"]:
        codes.append(DRAWN)
    return [Piece(f"{code} {OFF}", "") for code in codes]


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    if owes(view, seat) == "setup":
        yield from _exchanges(_formation(view, seat, written), seat, piece)
        return
    if owes(view, seat) == "pursuit":
        yield from helper_pursuit.ways(view, seat, piece)
    elif not piece.at:
        code = piece.piece.split()[0]
        yield from (Candidate(Enter(code, name), name, f"come on at {name}") for name in _squares())
    elif piece.piece.startswith(helper_cards.ENEMY):
        yield helper_cards.looked_at(piece.at, written)
    else:
        acts = list(_acts(view, seat, piece.at))
        yield from acts
        yield from helper_cards.played(view, seat, acts, written)


def _acts(view: Json, seat: SeatName, at: str) -> Iterator[Candidate]:
    """What the piece on a square might do for an action."""
    foes = {name for name, other in view["board"].items() if other["side"] != seat}
    for name in _squares():
        if name != at and _in_line(at, name):
            if name in foes:
                yield Candidate(Go((at, name), how="attack"), name, f"attack {name}")
            # Where a shot above has made room it is a move all the same.
            yield Candidate(Go((at, name), how="move" if name in foes else None), name, name)
    for name in sorted(foes):
        yield Candidate(Fire(at, name), name, f"fire at {name}")
    for tile in view["tile_data"]:
        if stands(view, tile):
            yield Candidate(Fire(at, tile), "", f"fire at {tile_title(view, tile)}")
    yield Candidate(Rest(at), "", "rest")


# --- The set-up -----------------------------------------------------------------------------------------------------


class Drawn(msgspec.Struct):
    """A set-up as it is drawn: the codes by their squares, and those that are held back."""

    squares: dict[str, str]
    reserve: list[str]

    def exchanged(self, piece: Piece, to: str) -> Drawn:
        """The same with a piece on another square, and whoever stands there in its stead."""
        squares, reserve = dict(self.squares), list(self.reserve)
        code, other = piece.piece.split()[0], squares.pop(to, None)
        if piece.at:
            squares.pop(piece.at, None)
        else:
            reserve.remove(code)
        if to == HELD_BACK:
            reserve.append(code)
        else:
            squares[to] = code
        if other is not None and piece.at:
            squares[piece.at] = other
        elif other is not None:
            reserve.append(other)
        return Drawn(squares, reserve)

    def order(self, seat: SeatName) -> Setup:
        """It as an order."""
        rows = tuple(
            Row(row, tuple(self.squares.get(square(column, row)) for column in range(len(COLUMNS))))
            for row in sorted(SETUP_ROWS[seat], reverse=True)
        )
        outside = [name for name in sorted(self.squares, key=in_order) if row_of(name) not in SETUP_ROWS[seat]]
        garrison = tuple((self.squares[name], name) for name in outside)
        return Setup(rows=rows, reserve=tuple(self.reserve) or None, garrison=garrison)


def _formation(view: Json, seat: SeatName, written: Orders) -> Drawn:
    """The set-up that is written, or the usual one."""
    usual = default_formation(battlefield_of(source(), view["options"]), source(), seat)
    order = next((line.order for line in written if isinstance(line.order, Setup)), None)
    if order is None or not order.rows:
        return Drawn(dict(usual.board), list(usual.reserve))
    squares = {
        square(column, row.row): code
        for row in order.rows
        if row.row in ROWS
        for column, code in enumerate(row.squares[: len(COLUMNS)])
        if code is not None
    }
    return Drawn(squares | {name: code for code, name in order.garrison}, list(order.reserve or ()))


def _placed(view: Json, seat: SeatName, written: Orders) -> list[Piece]:
    """In a set-up all pieces, on their squares or held back; later those on the board."""
    if owes(view, seat) != "setup":
        return _pieces(view, seat)
    drawn = _formation(view, seat, written)
    placed = [
        Piece(f"{drawn.squares[name]} {name}", name, drawn.squares[name])
        for name in sorted(drawn.squares, key=in_order)
    ]
    counted = Counter[str]()
    for code in drawn.reserve:
        counted[code] += 1
        number = f" {counted[code]}" if counted[code] > 1 else ""
        placed.append(Piece(f"{code} held back{number}", "", code))
    return placed


def _exchanges(drawn: Drawn, seat: SeatName, piece: Piece) -> Iterator[Candidate]:
    for name in dict.fromkeys([*_home(seat), *sorted(drawn.squares, key=in_order)]):
        other = drawn.squares.get(name)
        if name != piece.at and other != piece.piece.split()[0]:
            said = name if other is None else f"{name}, for {other}"
            yield Candidate(drawn.exchanged(piece, name).order(seat), name, said)
    if piece.at:
        yield Candidate(drawn.exchanged(piece, HELD_BACK).order(seat), HELD_BACK, "hold it back")


def _home(seat: SeatName) -> list[str]:
    return [square(column, row) for row in sorted(SETUP_ROWS[seat]) for column in range(len(COLUMNS))]


def _instead(view: Json, order: Any, written: Orders) -> int | None:
    """There is one set-up, and a card that grows takes its own place."""
    if not isinstance(order, Setup):
        return helper_cards.grown(order, written)
    return next((at for at, line in enumerate(written) if isinstance(line.order, Setup)), None)


def _kinds(view: Json, seat: SeatName) -> tuple[Kind, ...]:
    return (PLACE,) if owes(view, seat) == "setup" else ()


def _orders(view: Json, seat: SeatName, proposal: Proposal, written: Orders) -> list[Setup]:
    drawn, to = _formation(view, seat, written), proposal.named().upper()
    piece = next((each for each in _placed(view, seat, written) if each.piece == proposal.piece), None)
    if piece is None or to not in _squares() or to == piece.at:
        raise NotMeant("A piece of the list, and another square of the board, are wanted.")
    return [drawn.exchanged(piece, to).order(seat)]


# --- A ply ----------------------------------------------------------------------------------------------------------


def _in_line(start: str, end: str) -> bool:
    """Whether a piece might come from one square to the other: in line, or beside it across a corner."""
    across, down = abs(column_of(start) - column_of(end)), abs(row_of(start) - row_of(end))
    return across == 0 or down == 0 or (across <= 2 and down <= 2)


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    match owes(view, seat):
        case "setup":
            if not written:
                yield Candidate(Setup(default=True), "", "The usual set-up")
        case "draft":
            yield from helper_cards.picks(view, written)
        case "pursuit":
            yield from helper_pursuit.plain(view, seat)
        case "ply":
            yield from helper_cards.taken(view)
            yield Candidate(End(), "", "End the ply")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    """How an attack ends nobody knows before."""
    if not isinstance(order, Go) or order.how == "attack" or len(order.path) < 2:
        return None
    piece = next((name for name, at in places.items() if at == order.path[0]), None)
    return None if piece is None else Moved(piece, order.path[0], order.path[-1])
