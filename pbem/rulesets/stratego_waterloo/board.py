"""The board and the rosters of Stratego Waterloo as the words need them, and what seats, pieces and tiles are called.

Read once from `board.toml`, the same file the rules are built from. What differs from game to game - tiles, armies,
flags - stands in the view. Not for: who may go where, or anything a rule depends on; that is asked of `core`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import Json, SeatName

COLUMNS = "ABCDEFGHIJKL"
ROWS = range(1, 11)
SETUP_ROWS: dict[SeatName, tuple[int, ...]] = {"blue": (4, 3, 2, 1), "red": (10, 9, 8, 7)}  # as they are drawn
ARMS = {"i": "infantry", "c": "cavalry", "a": "artillery"}
CARDS = {
    "RE": "Reconnaissance",
    "IN": "Initiative",
    "CA": "Combined Attack",
    "GB": "Grand Battery",
    "FS": "Fighting Spirit",
}


# What the cards do for one action, in a few words (SWL-139 to SWL-144).
CARDS_DO = {
    "RE": "you see up to four joined enemies",
    "IN": "up to three pieces move",
    "CA": "an attack on foot, one mounted, one shot",
    "GB": "guns side by side all fire",
    "FS": "1 more; in defence by stand spirit",
}
DRAFT_ORDER = ("FS", "CA", "GB", "IN", "RE")  # what is taken and put away where no list says (SWL-R51)


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: its code and name, whose it is (FR, AL, PR), its arm and class, and its printed strength."""

    code: str
    name: str
    nation: str
    arm: str
    kind: str
    strength: int
    count: int

    @property
    def seat(self) -> SeatName:
        """The side it fights for."""
        return "blue" if self.nation == "FR" else "red"

    @property
    def leads(self) -> bool:
        """Whether it is a Commander or a Commander-in-Chief."""
        return self.kind in ("CMD", "CINC")


def square(column: int, row: int) -> str:
    """The square in a column (0 is A) and a row (1 to 10)."""
    return f"{COLUMNS[column]}{row}"


def column_of(name: str) -> int:
    """The column of a square, 0 in the west."""
    return COLUMNS.index(name[0])


def row_of(name: str) -> int:
    """The row of a square, 1 in the south."""
    return int(name[1:])


def is_square(name: str) -> bool:
    """Whether this is one of the 120 squares."""
    return name[:1] in COLUMNS and name[1:].isdecimal() and name[1] != "0" and int(name[1:]) in ROWS


def in_order(name: str) -> tuple[str, int]:
    """The order of squares: letter, then number."""
    return name[0], int(name[1:])


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of piece by its code, in the order of the rosters."""
    return {
        piece["code"]: Kind(
            code=piece["code"],
            name=piece["name"],
            nation=piece["nation"],
            arm=piece["arm"],
            kind=piece["class"],
            strength=piece["strength"],
            count=piece["count"],
        )
        for piece in source()["pieces"]
    }


# --- Seats, pieces and tiles in words ---------------------------------------------------------------------------------


SEATS: tuple[SeatName, SeatName] = ("blue", "red")
TITLES = {"blue": "Blue", "red": "Red"}
ARMIES = {"blue": "French", "red": "Allies"}
ADJECTIVES = {"blue": "French", "red": "Allied"}
COLOURS = {"blue": "BLUE", "red": "RED"}
_CALLED = {
    "blue": ("blue", "french", "france", "napoleon", "fr", "b", "south"),
    "red": ("red", "allied", "allies", "wellington", "british", "al", "r", "north"),
}


def seat_title(seat: SeatName) -> str:
    """A seat's name as printed."""
    return TITLES.get(seat, seat)


def army_of(seat: SeatName) -> str:
    """A seat's army, as in `the Allies`."""
    return ARMIES.get(seat, seat)


def of(seat: SeatName) -> str:
    """A seat's army before what belongs to it: `Allied`."""
    return ADJECTIVES.get(seat, seat)


def colour(seat: SeatName) -> str:
    """A seat as the log of a battle names it: `BLUE`."""
    return COLOURS.get(seat, seat)


def other(seat: SeatName) -> SeatName:
    """The enemy's seat."""
    return "red" if seat == "blue" else "blue"


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word means: its colour, its army or its leader, or a beginning of three letters."""
    wanted = word.strip(" .,:;").lower()
    meant = [
        seat
        for seat in seats
        for name in _CALLED.get(seat, ())
        if wanted == name or (len(wanted) >= 3 and name.startswith(wanted))
    ]
    return meant[0] if meant and len(set(meant)) == 1 else None


def piece_called(piece: Json) -> str:
    """A piece as a log names it: its code, or its arm where that is all that is known; `Prussian infantry`."""
    if piece.get("code"):
        return str(piece["code"])
    nation = "Prussian " if piece.get("nation") == "PR" else ""
    return f"{nation}{ARMS[piece['arm']]}"


def blocks_called(piece: Json) -> str:
    """` (2 blocks)` behind a weakened piece, else nothing."""
    blocks = piece["blocks"]
    return f" ({blocks} {'block' if blocks == 1 else 'blocks'})" if blocks else ""


def by_label(riders: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """The riders of a pursuit, the victor's first, each side's by number: V2 before V10, which text would not be."""
    return sorted(riders.items(), key=lambda rider: (rider[0][0] != "V", int(rider[0][1:])))


def name_of(code: str) -> str:
    """A kind of piece in full: `Old Guard`."""
    return kinds()[code].name if code in kinds() else code


def on_board(view: Json, side: SeatName | None = None) -> dict[str, Json]:
    """The pieces on the board by square, in the order of squares; of one side, or of both."""
    return {
        square: view["board"][square]
        for square in sorted(view["board"], key=in_order)
        if side is None or view["board"][square]["side"] == side
    }


def arms_counted(pieces: Iterable[Json]) -> str:
    """`2 infantry, 1 cavalry`; nothing where there are none."""
    counts = Counter(piece["arm"] for piece in pieces)
    return ", ".join(f"{counts[arm]} {name}" for arm, name in ARMS.items() if counts[arm])


def codes_counted(codes: Mapping[str, int]) -> str:
    """`LI, CH, FA 3`: kinds of pieces in the order of the rosters, with their number where there are several."""
    known = [code for code in kinds() if codes.get(code)]
    return ", ".join(code if codes[code] == 1 else f"{code} {codes[code]}" for code in known)


def before_a_gun(view: Json, assault: str, target: str) -> bool:
    """Whether an attack from the assault square meets the front of an enemy gun, where all are lost (SWL-049)."""
    piece = view["board"].get(target)
    if piece is None or piece["arm"] != "a" or piece["side"] == view.get("seat"):
        return False
    ahead = 1 if piece["side"] == "blue" else -1
    return assault[0] == target[0] and row_of(assault) == row_of(target) + ahead


def is_known_light(view: Json, name: str) -> bool:
    """Whether light infantry stands on a square for all to see, to which guns do no harm (SWL-065)."""
    piece = view["board"].get(name)
    return bool(piece and piece.get("code") and kinds()[piece["code"]].kind == "LIGHT")


def tile_at(view: Json, square: str) -> str | None:
    """The tile that a square belongs to while it stands, or None."""
    for tile, told in view["tile_data"].items():
        if square in told["squares"] and stands(view, tile):
            return str(tile)
    return None


def stands(view: Json, tile: str) -> bool:
    """Whether a tile has not been destroyed."""
    return int(view["tiles"].get(tile, {}).get("damage", 0)) < 4


def tile_title(view: Json, tile: str) -> str:
    """A tile's name, or its kind and id where it has none."""
    told = view["tile_data"].get(tile)
    if told is None:
        return tile
    return told["name"] or f"{told['kind'].lower()} {tile}"
