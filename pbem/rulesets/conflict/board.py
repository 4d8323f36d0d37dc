"""The board of Conflict as the words need it, what stands on it in a view, and what seats and pieces are called.

Read once from `board.toml`, the same file the rules are built from. Not for: who may go where, or anything a rule
depends on; that is asked of `core`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import Json, SeatName

START, RESERVE, RETIRED, HELD = "START", "RESERVE", "RETIRED", "HELD:"  # CON-011
# The kinds of pieces in the order in which a player's set is listed.
KINDS = ("anti_aircraft", "artillery", "battleship", "airplane")


class Corner(msgspec.Struct, frozen=True):
    """A seat's corner: its colour as letter and name, and its squares. `side` is the compass corner, `SW`."""

    seat: SeatName
    letter: str
    name: str
    side: str
    circle: str
    land_exits: tuple[str, ...]
    ship_exit: str
    mines: tuple[str, ...]
    docks: tuple[str, ...]
    camp: tuple[str, ...]
    reserve: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """Everything `board.toml` says, under the names the reports use.

    `rows` are the squares from rank 24 down, by the sign of their terrain; `corners` stand in clockwise order;
    `kinds` gives each piece's kind in the order of a player's set.
    """

    files: str
    rows: tuple[str, ...]
    terrain: dict[str, str]
    corners: dict[SeatName, Corner]
    bridges: tuple[tuple[str, ...], ...]
    kinds: dict[str, str]

    def terrain_of(self, square: str) -> str:
        """The terrain of a square: `land`, `bridge`, `water`, `mine`, `circle`, `camp`, `dock` or `reserve`."""
        return self.terrain[self.rows[self.row(square)][self.column(square)]]

    def column(self, square: str) -> int:
        """The column of a square, 0 in the west."""
        return self.files.index(square[0])

    def row(self, square: str) -> int:
        """The row of a square, 0 in the north."""
        return len(self.rows) - int(square[1:])

    def square(self, column: int, row: int) -> str:
        """The square in a column (0 in the west) and a row (0 in the north)."""
        return f"{self.files[column]}{len(self.rows) - row}"

    def corner_with(self, square: str) -> Corner:
        """The corner that a camp, dock, circle, mine or reserve square belongs to. Raises StopIteration."""
        return next(corner for corner in self.corners.values() if square in _squares_of(corner))


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The board."""
    raw = source()
    return Board(
        files=raw["grid"]["files"],
        rows=tuple(raw["grid"]["rows"]),
        terrain=raw["terrain"],
        corners={seat: _corner(seat, written) for seat, written in raw["seats"].items()},
        bridges=tuple(tuple(bridge.split()) for shore in raw["bridges"].values() for bridge in shore),
        kinds={piece: kind for kind in KINDS for piece in raw["pieces"][kind]},
    )


def _corner(seat: SeatName, written: dict[str, Any]) -> Corner:
    squares = {part: tuple(written[part]) for part in ("mines", "docks", "camp", "reserve")}
    return Corner(
        seat=seat,
        letter=written["letter"],
        name=written["name"],
        side=written["corner"],
        circle=written["circle"],
        land_exits=tuple(written["land_exits"]),
        ship_exit=written["ship_exit"],
        **squares,
    )


def _squares_of(corner: Corner) -> tuple[str, ...]:
    return corner.circle, *corner.mines, *corner.docks, *corner.camp, *corner.reserve


def clockwise(seats: Iterable[SeatName]) -> list[SeatName]:
    """Seats in the order of their corners, in which they throw for the beginning (CON-017)."""
    return [seat for seat in board().corners if seat in set(seats)]


WAYS = {
    (0, 1): "n",
    (1, 1): "ne",
    (1, 0): "e",
    (1, -1): "se",
    (0, -1): "s",
    (-1, -1): "sw",
    (-1, 0): "w",
    (-1, 1): "nw",
}


def way(before: str, behind: str) -> str:
    """The compass step from a square to one beside it."""
    b = board()
    return WAYS[b.column(behind) - b.column(before), b.row(before) - b.row(behind)]


def beside(square: str) -> list[str]:
    """The squares beside a square, in all eight directions."""
    b = board()
    column, row = b.column(square), b.row(square)
    places = [(column + east, row - north) for east, north in WAYS]
    return [b.square(*place) for place in places if 0 <= place[0] < len(b.files) and 0 <= place[1] < len(b.rows)]


def distance(one: str, other: str) -> int:
    """How many steps two squares are apart, whatever lies between them."""
    b = board()
    return max(abs(b.column(one) - b.column(other)), abs(b.row(one) - b.row(other)))


# --- What a view shows ----------------------------------------------------------------------------------------------


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


def waiting(seat: SeatName, view: Json) -> tuple[dict[str, str], dict[str, list[str]]]:
    """A seat's pieces in START and RESERVE: by the square where one is drawn, and those whose square is taken.

    Every piece has a square of its own to be drawn on, so that nobody seems to move because another does.
    """
    drawn: dict[str, str] = {}
    left: dict[str, list[str]] = {START: [], RESERVE: []}
    for state, places in ((START, _starts(board().corners[seat])), (RESERVE, _reserves(board().corners[seat]))):
        for piece, square in places.items():
            if view["pieces"][seat][piece] != state:
                continue
            if square in drawn:
                left[state].append(piece)
            else:
                drawn[square] = piece
    return drawn, left


def _starts(corner: Corner) -> dict[str, str]:
    """Where each piece is drawn while it waits in START; ships with even and with odd numbers share a dock."""
    ships = [piece for piece in board().kinds if kind_of(piece) == "battleship"]
    others = [piece for piece in board().kinds if piece not in ships]
    docks = {ship: corner.docks[at % len(corner.docks)] for at, ship in enumerate(ships)}
    return dict(zip(others, corner.camp, strict=False)) | docks


# Who is drawn first where several in reserve share a square: those that begin there (CON-013).
_RESERVES = ("ar4", "bs4", "bs5", "pl2", "ar3", "bs3", "bs2", "pl1", "ar2", "bs1", "aa", "ar1")


def _reserves(corner: Corner) -> dict[str, str]:
    """Where each piece is drawn while it is in RESERVE."""
    return {piece: corner.reserve[at % len(corner.reserve)] for at, piece in enumerate(_RESERVES)}


def kind_of(piece: str) -> str:
    """`artillery`, `anti_aircraft`, `battleship` or `airplane`."""
    return board().kinds[piece]


def _set_of(seat: SeatName, view: Json) -> list[tuple[str, str]]:
    states = view["pieces"][seat]
    return [(piece, states[piece]) for piece in board().kinds]


# --- What seats and pieces are called -------------------------------------------------------------------------------


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
