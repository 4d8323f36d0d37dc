"""The field of Waterloo on a grid and who stands on it, as the words need it: terrain, places, sides, units, bases.

Read once from `board.toml`, the same file the rules are built from; who stands where is told by a view. Not for: who
may go where, or anything a rule depends on; that is asked of `core`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import Json, SeatName
from pbem.rulesets.sentences import listed

LETTERS = "fabc"
CLASSES = {
    "I": "line infantry",
    "G": "guard infantry",
    "L": "light cavalry",
    "H": "heavy cavalry",
    "A": "artillery",
}
GENERALS = {"blue": ("napoleon", "france"), "red": ("wellington", "allies")}
SHORT = {"I": "line", "G": "guard", "L": "light", "H": "heavy", "A": "guns"}
# The symbol of the activation dice for each class (WGR-022 to WGR-024).
SYMBOLS = {"I": "I", "G": "I", "L": "C", "H": "C", "A": "A"}
ACTION_POINTS = {"I": 2, "G": 2, "L": 4, "H": 3, "A": 1}
ROOM = {"open": 4, "hill": 4, "village": 2, "wood": 2, "large_farm": 2, "small_farm": 1}
OBSTACLES = frozenset({"village", "wood", "large_farm", "small_farm"})  # what a retreat leads over (WGR-115)
FULL = {"I": 4, "G": 4, "L": 4, "H": 4, "A": 2}
DIRECTIONS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Side(msgspec.Struct, frozen=True):
    """A seat: its letter in unit ids, its name, and its army."""

    letter: str
    name: str
    army: str


class Place(msgspec.Struct, frozen=True):
    """A village, farm or wood: its short name (none for a wood), its full name, its cells, and its terrain."""

    short: str
    name: str
    cells: tuple[str, ...]
    terrain: str


class Board(msgspec.Struct, frozen=True):
    """Everything `board.toml` says, under the names the reports use.

    `hills` are the cells of each hill by its name, `villages` and `farms` the objectives in the order of the rules,
    `roads` gives the cell and seat of each entry, `units` what each unit of the set-up was in 1815.
    """

    columns: str
    rows: int
    hills: dict[str, frozenset[str]]
    villages: tuple[Place, ...]
    farms: tuple[Place, ...]
    woods: tuple[Place, ...]
    roads: dict[str, tuple[str, SeatName]]
    road_names: dict[str, str]
    sides: dict[SeatName, Side]
    units: dict[str, str]

    def cell(self, column: int, row: int) -> str:
        """The cell in a column (0 in the west) and a row (0 in the north)."""
        return f"{self.columns[column]}{row + 1}"

    def place_at(self, cell: str) -> Place | None:
        """The village, farm or wood in a cell, or None."""
        return _places()[0].get(cell)

    def terrain_of(self, cell: str) -> str:
        """`open`, `hill`, `village`, `large_farm`, `small_farm` or `wood`."""
        place = self.place_at(cell)
        if place is not None:
            return place.terrain
        return "hill" if any(cell in hill for hill in self.hills.values()) else "open"

    def name_at(self, cell: str) -> str:
        """The short name on the map of a cell's place or road: `LHS`, `X2`; empty where it has none."""
        return _places()[1].get(cell, "")

    def full_name(self, cell: str) -> str:
        """The name of a cell's place: `La Haye Sainte`; empty where it has none."""
        place = self.place_at(cell)
        return place.name if place is not None else ""


class Base(msgspec.Struct, frozen=True):
    """One base on the field; `facing` is n, e, s, w, or `+` in square."""

    unit: str
    letter: str
    cell: str
    facing: str


class Party(msgspec.Struct, frozen=True):
    """The bases of one unit in one cell that share a facing: `letters` in the order f, a, b, c."""

    unit: str
    cell: str
    letters: str
    facing: str


class Stack(msgspec.Struct, frozen=True):
    """All bases in a cell; `units` by class letter and number, `bases` by unit and letter."""

    cell: str
    units: tuple[str, ...]
    bases: tuple[Base, ...]


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The board."""
    raw = source()
    scenarios = list(raw["scenarios"].values())
    return Board(
        columns=raw["grid"]["columns"],
        rows=raw["grid"]["rows"],
        hills={hill["name"]: frozenset(hill["cells"]) for hill in raw["hills"].values()},
        villages=tuple(
            Place(short, place["name"], tuple(place["cells"]), "village") for short, place in raw["villages"].items()
        ),
        farms=tuple(
            Place(short, place["name"], (place["cell"],), f"{place['size']}_farm")
            for short, place in raw["farms"].items()
        ),
        woods=tuple(Place("", name, (cell,), "wood") for cell, name in raw["woods"].items()),
        roads={entry: (road["cell"], road["seat"]) for entry, road in raw["entries"].items()},
        road_names={entry: road["name"] for entry, road in raw["entries"].items()},
        sides={seat: Side(side["letter"], side["name"], side["army"]) for seat, side in raw["seats"].items()},
        units={unit: of["name"] for armies in (raw["units"], *scenarios) for unit, of in armies.items()},
    )


@cache
def _places() -> tuple[dict[str, Place], dict[str, str]]:
    """The place in each cell that has one, and what is written on the map there."""
    b = board()
    at = {cell: place for place in (*b.villages, *b.farms, *b.woods) for cell in place.cells}
    names = {cell: place.short for cell, place in at.items() if place.short}
    return at, names | {cell: entry for entry, (cell, _) in b.roads.items()}


# --- Who stands where -----------------------------------------------------------------------------------------------


def bases_of(view: Json) -> list[Base]:
    """Every base on the field, unit by unit."""
    return [
        Base(unit, letter, cell, facing)
        for unit in sorted(view["units"], key=unit_order)
        for cell, letters, facing in groups_of(view["units"][unit])
        for letter in letters
    ]


def groups_of(written: str) -> list[tuple[str, str, str]]:
    """Cell, letters and facing of each group of a unit as positions write them: `F4:fa:s F5:bc:s`."""
    found = []
    for group in written.split():
        cell, letters, facing = group.split(":")
        found.append((cell.upper(), letters.lower(), facing.lower()))
    return found


def stacks_of(view: Json) -> dict[str, Stack]:
    """The stack in each occupied cell, row by row."""
    by_cell: dict[str, list[Base]] = {}
    for base in bases_of(view):
        by_cell.setdefault(base.cell, []).append(base)
    return {
        cell: Stack(cell, tuple(dict.fromkeys(base.unit for base in by_cell[cell])), tuple(by_cell[cell]))
        for cell in sorted(by_cell, key=cell_order)
    }


def parties_of(stack: Stack) -> list[Party]:
    """The parties of a stack."""
    found: dict[tuple[str, str], str] = {}
    for base in stack.bases:
        key = base.unit, base.facing
        found[key] = found.get(key, "") + base.letter
    return [Party(unit, stack.cell, letters, facing) for (unit, facing), letters in found.items()]


def side_of(unit: str) -> SeatName:
    """The seat that a unit with its side's letter belongs to."""
    return "red" if unit[0] == "R" else "blue"


def class_of(unit: str) -> str:
    """I, G, L, H or A."""
    return unit[1]


def units_of(seat: SeatName, view: Json) -> list[str]:
    """A seat's living units, by class and number."""
    return sorted((unit for unit in view["units"] if side_of(unit) == seat), key=unit_order)


def unit_order(unit: str) -> tuple[str, str, int]:
    """Sorts units as the rules list them: by side, class letter and number."""
    return unit[0], unit[1], int(unit[2:])


def cell_order(cell: str) -> tuple[int, int]:
    """Sorts cells row by row from the north, west to east."""
    return int(cell[1:]), board().columns.index(cell[0])


def ahead(cell: str, facing: str) -> str | None:
    """The next cell in a direction, or None at the edge and for a square."""
    if facing not in DIRECTIONS:
        return None
    b, (across, down) = board(), DIRECTIONS[facing]
    column, row = b.columns.index(cell[0]) + across, int(cell[1:]) - 1 + down
    return b.cell(column, row) if 0 <= column < len(b.columns) and 0 <= row < b.rows else None


def steps(one: str, other: str) -> int:
    """How far apart two cells are, along ranks and files."""
    columns = board().columns
    return abs(columns.index(one[0]) - columns.index(other[0])) + abs(int(one[1:]) - int(other[1:]))


def cells_between(one: str, other: str) -> list[str]:
    """The cells between two of a rank or a file, from the first on."""
    b = board()
    column, row = b.columns.index(one[0]), int(one[1:]) - 1
    across, down = b.columns.index(other[0]) - column, int(other[1:]) - 1 - row
    count = max(abs(across), abs(down))
    return [b.cell(column + across * at // count, row + down * at // count) for at in range(1, count)]


def before(cell: str, facing: str) -> list[str]:
    """The cell ahead and the two diagonally ahead of it (WGR-055); for a square all around."""
    found = []
    for side in DIRECTIONS if facing == "+" else (facing,):
        front = ahead(cell, side)
        if front is not None:
            beside = [ahead(front, way) for way in ("ew" if side in "ns" else "ns")]
            found += [front, *filter(None, beside)]
    return list(dict.fromkeys(found))


def faced(cell: str, stacks: dict[str, Stack]) -> list[tuple[str, str]]:
    """The directions in which a cell's bases face an enemy in the next cell, each with that cell (WGR-043)."""
    mine = stacks[cell]
    found = {}
    for base in mine.bases:
        there = ahead(cell, base.facing)
        if there in stacks and side_of(stacks[there].units[0]) != side_of(mine.units[0]):
            found[base.facing] = there
    return [(facing, found[facing]) for facing in "nesw" if facing in found]


def has_room(cell: str, kind: str, seat: SeatName, stacks: dict[str, Stack]) -> bool:
    """Whether a whole unit of a class can come into a cell: by side, arm and room (WGR-007, WGR-008)."""
    stack = stacks.get(cell)
    if stack is None:
        return FULL[kind] <= ROOM[board().terrain_of(cell)]
    one_of_them = stack.units[0]
    alike = side_of(one_of_them) == seat and _arm(class_of(one_of_them)) == _arm(kind)
    return alike and len(stack.bases) + FULL[kind] <= ROOM[board().terrain_of(cell)]


def _arm(kind: str) -> str:
    return "I" if kind == "G" else kind


# --- In words -------------------------------------------------------------------------------------------------------


def seat_title(seat: SeatName) -> str:
    """A seat's name as printed: `Red`."""
    side = board().sides.get(seat)
    return side.name if side else seat


def army(seat: SeatName) -> str:
    """A seat with its army: `Red (Allied)`."""
    return f"{seat_title(seat)} ({board().sides[seat].army})"


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word means: its colour, its army or its general, or a beginning of one of them."""
    wanted = word.strip(" .,:;").lower()
    meant = [seat for seat in seats if wanted and any(name.startswith(wanted) for name in _names_of(seat))]
    return meant[0] if len(meant) == 1 else None


def place_title(cell: str) -> str:
    """A cell with what lies there, if that has a name: `F5 (La Haye Sainte)`, `E4`."""
    name = board().full_name(cell)
    return f"{cell} ({name})" if name else cell


def short_place(cell: str) -> str:
    """A cell with the short name it has on the map: `F5 (LHS)`, `E4`."""
    name = board().name_at(cell)
    return f"{cell} ({name})" if name else cell


def called(facing: str) -> str:
    """`north` for n; `in square` for +."""
    return {"n": "north", "e": "east", "s": "south", "w": "west", "+": "in square"}[facing]


def groups_in_words(written: str) -> str:
    """Where a unit stands: `E4 facing north`, `F4 (fa) facing south and F5 (bc) in square`."""
    groups = groups_of(written)
    return listed(
        f"{cell}{f' ({letters})' if len(groups) > 1 else ''} {faced_in_words(facing)}"
        for cell, letters, facing in groups
    )


def faced_in_words(facing: str) -> str:
    """`facing north`, `in square`."""
    return called(facing) if facing == "+" else f"facing {called(facing)}"


def pool_in_words(pool: Json) -> str:
    """`5 line + 1 flag, 2 heavy, 1 gun`; `-` where it is empty."""
    said = []
    for kind in CLASSES:
        plain, flags = pool.get(kind, 0), pool.get(f"{kind}f", 0)
        if plain or flags:
            flag = f" + {flags} flag{'' if flags == 1 else 's'}" if flags else ""
            said.append(f"{plain} {'gun' if kind == 'A' and plain == 1 else SHORT[kind]}{flag}")
    return ", ".join(said) or "-"


def _names_of(seat: SeatName) -> tuple[str, ...]:
    side = board().sides[seat]
    return side.name.lower(), side.army.lower(), *GENERALS[seat]
