"""The battlefield of Stratego Waterloo as a picture: an SVG document made from the same facts as the text map.

What is drawn is worked out here, how it looks stands in `map.svg.j2`. A piece bears the sign of its arm - crossed belts
for infantry, one for cavalry, a ball for artillery - and below it its code and strength where the viewer knows them, so
that colour tells nothing that is not written as well. Pools stand beside the board. Not for: rendering to pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import jinja2
import msgspec

from core.contract import Json, SeatName
from pbem.rulesets.sentences import listed

from .board import COLUMNS, ROWS, column_of, in_order, kinds, row_of, square
from .chronicle import casualties, status
from .sides import SEATS, of, on_board, piece_called, stands, tile_title

CELL = 54
MARGIN = 34
HEADING = 30
SHELF = 64  # height of a side's pool
PIECE = 44
MOST_ON_SHELF = 24
# Fill and ink of each nation; they differ in lightness as well as in hue.
COLOURS = {"FR": ("#23408e", "#ffffff"), "AL": ("#c2413b", "#ffffff"), "PR": ("#2b2b2b", "#ffffff")}
GROUND = {"FARM": "#c9a06a", "HILL": "#b9b07a", "VILLAGE": "#d0b28d", "MUD": "#8a7656"}
GRASS = ("#cfdca8", "#c6d49c")

Point = tuple[float, float]


class Square(msgspec.Struct, frozen=True):
    """A square as drawn: its north-west corner and its fill."""

    x: float
    y: float
    fill: str


class Tile(msgspec.Struct, frozen=True):
    """A tile as drawn: its north-west corner, kind, fill, the words on it, the colour of its flag, and its damage."""

    x: float
    y: float
    kind: str
    fill: str
    name: str
    flag: str | None
    damage: int


class Piece(msgspec.Struct, frozen=True):
    """A piece as drawn: its middle, size (1 is a square), arm, colours, label, strength, blocks and the words for it.

    `known` marks an own piece that the enemy knows, or an enemy's that the viewer knows.
    """

    x: float
    y: float
    size: float
    arm: str
    fill: str
    ink: str
    label: str
    strength: str
    blocks: int
    known: bool
    words: str


class Shelf(msgspec.Struct, frozen=True):
    """A side's pool beside the board: where, the words on it, and its pieces."""

    y: float
    words: str
    losses: str
    fill: str
    pieces: tuple[Piece, ...]


def map_svg(view: Json) -> str:
    """The board of a view as an SVG document, with a description in words for those who cannot see it."""
    width, height = CELL * len(COLUMNS), CELL * len(ROWS)
    return _template().render(
        width=2 * MARGIN + width,
        height=2 * MARGIN + HEADING + height + 2 * SHELF + 6,
        margin=MARGIN,
        top=HEADING,
        cell=CELL,
        board_width=width,
        board_height=height,
        words=_in_words(view),
        heading=status(view),
        squares=[_square(square(column, row)) for row in ROWS for column in range(len(COLUMNS))],
        lines=_lines_of_retreat(view),
        tiles=[_tile(view, tile) for tile in view["tile_data"] if stands(view, tile)],
        flags=[_corner_of(name) for name in view["flags"]] if view["prussian_turn"] is not None else [],
        column_names=[(MARGIN + CELL * (index + 0.5), letter) for index, letter in enumerate(COLUMNS)],
        row_names=[(MARGIN + CELL * (len(ROWS) - row + 0.5), row) for row in ROWS],
        pieces=[_piece(piece, _middle(name), 1.0, name, view) for name, piece in on_board(view).items()],
        shelves=[_shelf(index, seat, view) for index, seat in enumerate(("red", "blue"))],
        shelf_height=SHELF,
    )


@cache
def _template() -> jinja2.Template:
    loader = jinja2.PackageLoader(__package__, ".")
    return jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        "map.svg.j2"
    )


# --- The board ------------------------------------------------------------------------------------------------------


def _corner_of(name: str) -> Point:
    return MARGIN + CELL * column_of(name), MARGIN + CELL * (len(ROWS) - row_of(name))


def _middle(name: str) -> Point:
    x, y = _corner_of(name)
    return x + CELL / 2, y + CELL / 2


def _square(name: str) -> Square:
    return Square(*_corner_of(name), GRASS[(column_of(name) + row_of(name)) % 2])


def _lines_of_retreat(view: Json) -> list[tuple[float, float, str]]:
    """The squares of the lines of retreat that the viewer knows of, each with its side's colour."""
    known: list[tuple[float, float, str]] = []
    for seat, nation in (("blue", "FR"), ("red", "AL")):
        named = view["lines"].get(seat) if isinstance(view["lines"], dict) else view["retreat"].get(seat)
        sections = view["sections"][seat]
        every = view["lines"] == "expert" or named == "ANY"
        squares = [name for section in sections if every or section == named for name in sections[section]]
        known += [(*_corner_of(name), COLOURS[nation][0]) for name in squares]
    return known


def _tile(view: Json, tile: str) -> Tile:
    told, state = view["tile_data"][tile], view["tiles"].get(tile, {})
    places = [_corner_of(name) for name in told["squares"]]
    x, y = min(x for x, _ in places), min(y for _, y in places)
    flag = state.get("flag")
    fill = COLOURS["FR" if flag == "blue" else "AL"][0] if flag else None
    return Tile(x, y, told["kind"], GROUND[told["kind"]], tile_title(view, tile), fill, state.get("damage", 0))


# --- The pieces -----------------------------------------------------------------------------------------------------


def _piece(piece: Json, place: Point, size: float, where: str, view: Json) -> Piece:
    fill, ink = COLOURS[piece["nation"]]
    code = piece.get("code") or ""
    kind = kinds().get(code)
    blocks = int(piece.get("blocks") or 0)
    strength = "" if kind is None or not kind.strength else str(max(kind.strength - blocks, 0))
    own = piece["side"] == view.get("seat")
    known = bool(piece.get("known")) if own else bool(code) and view["phase"] != "over"
    words = f"{of(piece['side'])} {kind.name if kind else piece_called(piece)}, {where}"
    return Piece(
        round(place[0], 1), round(place[1], 1), size, piece["arm"], fill, ink, code, strength, blocks, known, words
    )


# --- Beside the board -----------------------------------------------------------------------------------------------


def _shelf(index: int, seat: SeatName, view: Json) -> Shelf:
    pool: Sequence[Json] = view["pool"][seat]
    y = 2 * MARGIN + CELL * len(ROWS) + SHELF * index
    step = min(PIECE * 0.72, (CELL * len(COLUMNS) - 20) / max(len(pool), 1))
    pieces = tuple(
        _piece(piece, (MARGIN + 18 + step * place, y + 40), 0.6, "off the board", view)
        for place, piece in enumerate(pool[:MOST_ON_SHELF])
    )
    coming = (
        f", {view['undrawn']} Prussians to come" if seat == "red" and view["undrawn"] and view["prussian_turn"] else ""
    )
    words = f"{of(seat)} pool: {len(pool)}{coming}"
    fill = COLOURS["FR" if seat == "blue" else "AL"][0]
    return Shelf(y, words, f"losses {casualties(view, seat)}", fill, pieces)


def _in_words(view: Json) -> str:
    said = []
    for seat in SEATS:
        stand = [f"{piece_called(piece)} on {name}" for name, piece in on_board(view, seat).items()]
        if stand:
            said.append(f"{of(seat)}: {listed(stand)}")
    tiles = [
        f"{tile_title(view, tile)} ({view['tile_data'][tile]['kind'].lower()}) on "
        f"{' '.join(sorted(view['tile_data'][tile]['squares'], key=in_order))}"
        for tile in view["tile_data"]
        if stands(view, tile)
    ]
    ground = f" Tiles: {'; '.join(tiles)}." if tiles else ""
    return f"The battlefield of Waterloo. {'; '.join(said) or 'No piece is on the board yet'}.{ground}"
