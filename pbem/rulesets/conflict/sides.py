"""Whose pieces a view of Conflict shows, in which state they are, and what seats, pieces and squares are called."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, SeatName

from .board import board

START, RESERVE, RETIRED, HELD = "START", "RESERVE", "RETIRED", "HELD:"


def seats_in(view: Json) -> list[SeatName]:
    """The seats of the game, clockwise: the order of play (CON-019)."""
    return list(view["order"])


def field_of(seat: SeatName, view: Json) -> dict[str, str]:
    """A seat's pieces on the field, each with its square, in the order of a set."""
    return {piece: state for piece, state in _set_of(seat, view) if state[:1].islower()}


def in_state(seat: SeatName, state: str, view: Json) -> list[str]:
    """A seat's pieces in START, RESERVE or RETIRED, in the order of a set."""
    return [piece for piece, found in _set_of(seat, view) if found == state]


def prisoners_of(holder: SeatName, view: Json) -> list[tuple[SeatName, str]]:
    """The pieces a seat holds, each with the seat it came from (CON-068)."""
    return [
        (seat, piece) for seat in seats_in(view) for piece, state in _set_of(seat, view) if state == f"{HELD}{holder}"
    ]


def standing(view: Json) -> dict[str, tuple[SeatName, str]]:
    """Who stands where: for each occupied square the seat and the piece."""
    return {square: (seat, piece) for seat in seats_in(view) for piece, square in field_of(seat, view).items()}


def kind_of(piece: str) -> str:
    """`artillery`, `anti_aircraft`, `battleship` or `airplane`."""
    return board().kinds[piece]


def label(seat: SeatName, piece: str) -> str:
    """A piece in the three signs it has on the map: `Ra1`, `Raa`, `Rb1`, `Rp1`."""
    return letter_of(seat) + (piece if piece == "aa" else piece[0] + piece[2])


def letter_of(seat: SeatName) -> str:
    """The letter of a seat's colour."""
    return board().corners[seat].letter


def partner_of(seat: SeatName, view: Json) -> SeatName | None:
    """The partner a seat was given at the start (CON-102), or None. Partners stay partners when one is out."""
    teams = view["options"]["teams"]
    if teams == "none":
        return None
    pairs = {"opposite": ("red green", "yellow orange"), "adjacent": ("red yellow", "green orange")}[teams]
    pair = next(pair.split() for pair in pairs if seat in pair.split())
    return next(other for other in pair if other != seat)


def seat_title(seat: SeatName) -> str:
    """A seat's name as printed."""
    corner = board().corners.get(seat)
    return corner.name if corner else seat


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word means: its colour, the colour's letter, its corner (`SW`), or a beginning of two letters."""
    wanted = word.strip(" .,:;").lower()
    meant = [
        corner.seat
        for corner in board().corners.values()
        if corner.seat in seats
        and (
            wanted in (corner.seat, corner.letter.lower(), corner.side.lower())
            or (len(wanted) > 1 and corner.seat.startswith(wanted))
        )
    ]
    return meant[0] if len(meant) == 1 else None


def of(seat: SeatName) -> str:
    """A seat's name as an owner's: `Red's`."""
    return f"{seat_title(seat)}'s"


def _set_of(seat: SeatName, view: Json) -> list[tuple[str, str]]:
    states = view["pieces"][seat]
    return [(piece, states[piece]) for piece in board().kinds]
