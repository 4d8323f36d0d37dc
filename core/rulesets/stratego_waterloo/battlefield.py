"""What a battle is fought on and with: tiles, armies, Prussians, clock and lines of retreat.

Every game has one `Battlefield`: one of those that come in the box (`printed`), or one read from a scenario text (see
`scenario`). Nothing here changes once a game is created, and both sides know all of it. Not for: what happens on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import msgspec

BLUE, RED = "blue", "red"
SIDES = (BLUE, RED)
NATIONS = {BLUE: "FR", RED: "AL"}  # of what is set up; Prussians come later (SWL-013)
PRUSSIAN = "PR"
VERSIONS = ("basic", "standard", "expert")
KINDS = ("HILL", "MUD", "FARM", "VILLAGE")
SECTIONS = ("LEFT", "CENTRE", "RIGHT")
ANY = "ANY"

COLUMNS = "ABCDEFGHIJKL"
ROWS = range(1, 11)
BACK_ROWS = {BLUE: 1, RED: 10}
SETUP_ROWS = {BLUE: (1, 2, 3, 4), RED: (10, 9, 8, 7)}  # from the back edge forward

MOST_RESERVE = 10  # SWL-010


class Tile(msgspec.Struct, frozen=True):
    """A tile of 2 x 2 squares. `id` is what orders call it; `squares` begin with the anchor, its south-west one."""

    id: str
    kind: str
    anchor: str
    squares: tuple[str, ...]
    name: str


class Garrison(msgspec.Struct, frozen=True):
    """SWL-148: so many infantry of a side start on this tile (its id), and nothing else stands there."""

    seat: str
    tile: str
    count: int


class Battlefield(msgspec.Struct, frozen=True):
    """What a game is fought with.

    `base` decides victory and cards. `armies` are what each side sets up, `late` joins BLUE's pool on its turn
    (SWL-177), `prussians` come to the `flags` from the end of the turn before `prussian_turn` (None: never), or to the
    `relief` squares (SWL-107), both in the order they are filled. `retreat` names the section that counts against each
    side, or ANY; None leaves it to cards (basic, standard) or to SWL-156 to SWL-158 (expert). `options` were set by the
    scenario text. Units are counts by code, in the order of the roster; none is 0.
    """

    title: str
    base: str
    first: str
    turn: int
    tiles: tuple[Tile, ...]
    armies: dict[str, dict[str, int]]
    late: dict[str, int]
    prussians: dict[str, int]
    prussian_turn: int | None
    flags: tuple[str, ...]
    relief: tuple[str, ...]
    garrisons: tuple[Garrison, ...]
    reserve: int
    retreat: dict[str, str] | None
    options: dict[str, Any] = {}
    custom: bool = False

    def tile_at(self, square: str) -> Tile | None:
        """The tile a square belongs to, or None."""
        return next((tile for tile in self.tiles if square in tile.squares), None)

    def tile(self, name: str) -> Tile | None:
        """The tile of this id, or None."""
        return next((tile for tile in self.tiles if tile.id == name), None)


# --- What comes in the box ----------------------------------------------------------------------------------------


def printed(board: Mapping[str, Any], version: str, early: bool = False) -> Battlefield:
    """The battlefield of a version, with its tiles (SWL-115, SWL-149); or that of an early start (SWL-174).

    That one begins three turns sooner, with BLUE first (SWL-175) and 14 blue pieces late (SWL-176), of which the
    reserve takes no account (SWL-178); the Prussians come when the clock says so (SWL-179).
    """
    late = _early_losses(board) if early else {}
    armies = {seat: _whole_army(board, NATIONS[seat]) for seat in SIDES}
    armies[BLUE] = in_order(board, {code: count - late.get(code, 0) for code, count in armies[BLUE].items()})
    tiles = tuple(
        Tile(tile["id"], tile["kind"], tile["anchor"], squares_of_tile(tile["anchor"]), tile["name"])
        for tile in board["tiles"]
        if version in tile["modes"]
    )
    return Battlefield(
        title="",
        base=version,
        first=BLUE if early else RED,
        turn=-2 if early else 1,
        tiles=tiles,
        armies=armies,
        late=in_order(board, late),
        prussians=_whole_army(board, PRUSSIAN),
        prussian_turn=board["prussian_turn"],
        flags=tuple(board["prussian_flags"]),
        relief=tuple(board["prussian_relief"]),
        garrisons=(Garrison(RED, "HOU", 2),) if version == "expert" else (),
        reserve=MOST_RESERVE,
        retreat=None,
    )


def squares_of_tile(anchor: str) -> tuple[str, ...]:
    """The four squares of a tile by its south-west one, row by row. Raises ValueError off the board."""
    column, row = COLUMNS.index(anchor[0]), int(anchor[1:])
    if column + 1 == len(COLUMNS) or row + 1 not in ROWS:
        raise ValueError(anchor)
    return tuple(f"{COLUMNS[column + east]}{row + north}" for north, east in product((0, 1), (0, 1)))


def in_names(square: str) -> tuple[str, int]:
    """The order of square names: letter, then number."""
    return square[0], int(square[1:])


def setup_squares(field: Battlefield, seat: str) -> tuple[str, ...]:
    """The squares of a side's four rows, from its back edge forward, A to L; without those of garrisoned tiles."""
    closed = {square for garrison in field.garrisons for square in _squares_of(field, garrison.tile)}
    every = (f"{column}{row}" for row in SETUP_ROWS[seat] for column in COLUMNS)
    return tuple(square for square in every if square not in closed)


def _squares_of(field: Battlefield, name: str) -> tuple[str, ...]:
    tile = field.tile(name)
    return tile.squares if tile else ()


def _whole_army(board: Mapping[str, Any], nation: str) -> dict[str, int]:
    return {piece["code"]: piece["count"] for piece in board["pieces"] if piece["nation"] == nation}


def in_order(board: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, int]:
    return {piece["code"]: counts[piece["code"]] for piece in board["pieces"] if counts.get(piece["code"])}


def _early_losses(board: Mapping[str, Any]) -> dict[str, int]:
    """SWL-176: what stands on these squares of the French formation is late."""
    formation = board["formations"]["french"]
    late: dict[str, int] = {}
    for square in board["early"]["without"]:
        code = formation[str(int(square[1:]))].split()[COLUMNS.index(square[0])]
        late[code] = late.get(code, 0) + 1
    return late
