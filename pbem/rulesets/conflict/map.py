"""The board of Conflict drawn as text that a program can read back.

Three characters a square, 78 columns in all. Made from `board.toml` and a view, so that it can show no more than the
view does; `parse_map` reads a drawn board. Not for: the table of every side's pieces, which is `questions.forces`; the
picture, which is `picture.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import msgspec

from core.contract import Json, SeatName

from .board import board
from .sides import RESERVE, START, in_state, label, letter_of, prisoners_of, seat_title, seats_in, standing

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
SIGNS = {"land": " . ", "bridge": " = ", "water": " ~ ", "camp": "###", "dock": "[ ]"}
LIVE_MINE, DEAD_MINE, PLAIN_CIRCLE = " * ", " o ", "( )"

# What the terrain under a piece is called; land and water are not worth a word.
NAMED = {"bridge": "bridge", "mine": "mine", "circle": "circle"}
_CELLS = {sign: terrain for terrain, sign in SIGNS.items()} | {LIVE_MINE: "mine", DEAD_MINE: "mine"}


class Drawn(msgspec.Struct, frozen=True):
    """What a text map shows: the terrain of every square that no piece hides, and the label on every other."""

    terrain: dict[str, str]
    labels: dict[str, str]


def map_text(view: Json) -> str:
    """The board of a view in 78 columns, and below it what pieces hide, who waits and who is held, and the signs."""
    return "\n".join([*_board_lines(view), "", *_hidden(view), *_off_the_board(view), *_legend(view)])


def parse_map(text: str) -> Drawn:
    """What stands on a text map. Raises ValueError where a square's three characters mean nothing."""
    b = board()
    lines = text.splitlines()
    terrain: dict[str, str] = {}
    labels: dict[str, str] = {}
    for row, line in enumerate(lines[1 : len(b.rows) + 1]):
        for column in range(len(b.files)):
            cell = line[3 + 3 * column : 6 + 3 * column]
            found = _terrain_in(cell)
            (labels if found is None else terrain)[b.square(column, row)] = found or cell
    return Drawn(terrain, labels)


def terrain_title(square: str) -> str:
    """A square with what lies there, if that matters: `i6 (bridge)`, `e9`."""
    terrain = NAMED.get(board().terrain_of(square))
    return f"{square} ({terrain})" if terrain else square


# --- The squares ----------------------------------------------------------------------------------------------------


def _board_lines(view: Json) -> list[str]:
    b, pieces = board(), standing(view)
    heading = "   " + "".join(f" {letter} " for letter in b.files)
    lines = []
    for row in range(len(b.rows)):
        rank = len(b.rows) - row
        cells = "".join(_cell(b.square(column, row), pieces, view) for column in range(len(b.files)))
        lines.append(f"{rank:>2} {cells} {rank:>2}")
    return [heading.rstrip(), *lines, heading.rstrip()]


def _cell(square: str, pieces: dict[str, tuple[SeatName, str]], view: Json) -> str:
    if square in pieces:
        return label(*pieces[square])
    match board().terrain_of(square):
        case "mine":
            return LIVE_MINE if view["mines"][square] else DEAD_MINE
        case "circle":
            owner = view["circles"].get(square)
            return f"({letter_of(owner)})" if owner else PLAIN_CIRCLE
        case "reserve":
            return board().corner_with(square).letter.lower() * 3
        case terrain:
            return SIGNS[terrain]


def _terrain_in(cell: str) -> str | None:
    """The terrain that the three characters of a square stand for, or None where they are a piece's label."""
    letters = {corner.letter for corner in board().corners.values()}
    if cell in _CELLS:
        return _CELLS[cell]
    if cell == PLAIN_CIRCLE or (cell[:1] + cell[2:] == "()" and cell[1] in letters):
        return "circle"
    if cell in {letter.lower() * 3 for letter in letters}:
        return "reserve"
    if cell[:1] in letters and len(cell) == 3:
        return None
    raise ValueError(f"{cell!r} is no square")


# --- Below the board ------------------------------------------------------------------------------------------------


def _hidden(view: Json) -> list[str]:
    """What lies under pieces that stand on anything but open land or water."""
    stand = [
        f"{label(*piece)} {terrain_title(square)}"
        for square, piece in sorted(standing(view).items(), key=lambda item: label(*item[1]))
        if board().terrain_of(square) in NAMED
    ]
    return _set_out("Under pieces: ", stand, ", ") if stand else []


def _off_the_board(view: Json) -> list[str]:
    """One line a side: its pieces that wait to enter (start) and in reserve, and the prisoners it holds."""
    return [line for seat in seats_in(view) for line in _off_the_board_of(seat, view)]


def _off_the_board_of(seat: SeatName, view: Json) -> list[str]:
    name = f"{seat_title(seat).upper():<7}"
    if seat in view["out"]:
        return [f"{name}out"]
    held = [label(*piece) for piece in prisoners_of(seat, view)]
    lists = {"start": in_state(seat, START, view), "reserve": in_state(seat, RESERVE, view), "holds": held}
    said = [f"{what} {' '.join(pieces)}" for what, pieces in lists.items() if pieces]
    return _set_out(name, said or ["all on the field"], "   ")


def _legend(view: Json) -> list[str]:
    signs = [". land", "= bridge", "~ water", "* mine", "(R) home circle", "### camp", "[ ] dock", "rrr reserve"]
    if None in view["mines"].values():
        signs.append("o dead mine")
    if None in view["circles"].values():
        signs.append("( ) nobody's circle")
    kinds = ["a artillery", "aa anti-aircraft gun", "b battleship", "p airplane", "Ra1 is Red's ar1"]
    return [*_set_out("Signs:  ", signs, "  "), *_set_out("Pieces: ", kinds, "  ")]


def _set_out(lead: str, items: Sequence[str], between: str) -> list[str]:
    """Items behind a lead, the line broken between them and not within."""
    words = between.join(item.replace(" ", HARD_SPACE) for item in items)
    lines = wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
    return [line.replace(HARD_SPACE, " ") for line in lines]
