"""The board of Waterloo (1895) drawn as text that a program can read back.

Made from `board.toml` and the `pieces` of a view, so that it can show no more than the view does. Every character
keeps to one rule (a column is three characters wide, a row two lines high; see the rulebook), and `parse_map` is that
rule read backwards. Not for: the headline above the map, which is the report's; the picture, which is `picture.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from core.contract import Json

from .armies import ROSTER, armies_in, captured_of, roster_of
from .board import Army, Board, board

COLUMN_WIDTH = 3
LEFT = 3
WIDTH = 74

TAKEN_AT = 50

# Where names stand, as text line (0 is the northernmost row) and offset: the nearest free places to what they name.
NAMES_AT = {
    "BR": (2, 18),
    "NA": (2, 52),
    "VE": (34, 18),
    "PA": (34, 52),
    "HB": (3, 19),
    "HN": (3, 43),
    "HV": (33, 19),
    "HP": (33, 43),
    "QB": (19, 20),
    "CH": (19, 38),
    "LI": (19, 56),
}

Link = frozenset[str]


def map_text(view: Json) -> str:
    """The board of a view in 74 columns with its legend below; empty spots stand as `o`, stars `*`, hills `^`."""
    return "\n".join([*_board_lines(view.get("pieces", {})), *_legend(view)])


def parse_map(text: str) -> set[Link]:
    """The links drawn on an empty map, each as the set of the two spots it joins."""
    lines = text.splitlines()
    top = next(index for index, line in enumerate(lines) if line.split() == list(board().columns))
    rows = lines[top + 1 : top + 2 * (board().last_row - board().first_row + 1)]
    return {frozenset(link) for link in _links_drawn([line.ljust(WIDTH) for line in rows])}


# --- Text -----------------------------------------------------------------------------------------------------------


def _board_lines(pieces: Mapping[str, str]) -> list[str]:
    columns = "".join(f"{letter:<{COLUMN_WIDTH}}" for letter in board().columns)
    lines = [list(line) for line in _empty_board()]
    for piece, spot in pieces.items():
        line, offset = lines[2 * board().row(spot)], _offset(spot)
        line[offset : offset + 2] = piece
        sign = _sign(spot)
        if sign != "o":
            line[offset + 2] = sign
    heading = " " * LEFT + columns
    return [line.rstrip() for line in (heading, *("".join(line) for line in lines), heading)]


@cache
def _empty_board() -> tuple[str, ...]:
    """The lines between the two rows of column letters, with nothing on the board."""
    b = board()
    lines = [[" "] * WIDTH for _ in range(2 * (b.last_row - b.first_row) + 1)]
    for row in range(b.first_row, b.last_row + 1):
        printed = lines[2 * (row - b.first_row)]
        printed[0:2] = printed[72:74] = str(row)
    for link in b.links:
        _draw_link(lines, *sorted(link, key=lambda spot: (b.row(spot), b.column(spot))))
    for spot in b.spots:
        lines[2 * b.row(spot)][_offset(spot)] = _sign(spot)
    for alias, name in _printed_names(b):
        at, offset = NAMES_AT[alias]
        lines[at][offset : offset + len(name)] = name
    return tuple("".join(line) for line in lines)


def _draw_link(lines: list[list[str]], upper: str, lower: str) -> None:
    """One link; `upper` is the northern spot, or the western one of two in a row."""
    b = board()
    line, start, end = 2 * b.row(upper), _offset(upper), _offset(lower)
    if b.row(upper) == b.row(lower):
        lines[line][start + 1 : end] = "-" * (end - start - 1)
    elif start == end:
        lines[line + 1][start] = "|"
    elif start < end:
        lines[line + 1][start + 1] = "\\"
    else:
        lines[line + 1][end + 2] = "/"


def _printed_names(b: Board) -> Iterator[tuple[str, str]]:
    yield from ((city.alias, city.name.upper()) for city in b.cities)
    yield from ((hill.alias, hill.name) for hill in b.hills)


def _sign(spot: str) -> str:
    if board().hill_on(spot):
        return "^"
    return "*" if board().city_on(spot) else "o"


def _offset(spot: str) -> int:
    return LEFT + COLUMN_WIDTH * board().column(spot)


def _links_drawn(rows: list[str]) -> Iterator[tuple[str, str]]:
    b = board()
    for index, line in enumerate(rows):
        row = index // 2
        for column in range(len(b.columns)):
            at = LEFT + COLUMN_WIDTH * column
            if index % 2 == 0 and line[at] in "o*^" and line[at + 1] == "-":
                end = next(place for place in range(at + 1, WIDTH) if line[place] != "-")
                yield _spot(column, row), _spot((end - LEFT) // COLUMN_WIDTH, row)
            if index % 2 and line[at] == "|":
                yield _spot(column, row), _spot(column, row + 1)
            if index % 2 and line[at + 1] == "\\":
                yield _spot(column, row), _spot(column + 1, row + 1)
            if index % 2 and line[at + 2 : at + 3] == "/":
                yield _spot(column + 1, row), _spot(column, row + 1)


def _spot(column: int, row: int) -> str:
    return f"{board().columns[column]}{row + board().first_row}"


def _legend(view: Json) -> list[str]:
    lines: list[str] = []
    for index, army in enumerate(armies_in(view)):
        lines.extend(_legend_of(army, view, kinds=index == 0))
    return [*lines, *_signs(view)]


def _legend_of(army: Army, view: Json, kinds: bool) -> list[str]:
    text = f"{army.letter} {army.name} ({board().city(army.city).name})"
    if kinds and roster_of(view) == ROSTER:
        text += ": 1-8 infantry, C D cavalry"
    if view.get("phase") == "setup":
        return [f"{text:<{TAKEN_AT}}set-up {'in' if army.letter in view.get('posted', ()) else 'awaited'}"]
    if roster_of(view) != ROSTER:
        return [text]
    taken = captured_of(army.letter, view)
    first, rest = taken[:7], taken[7:]
    lines = [f"{text:<{TAKEN_AT}}taken: {' '.join(first) or 'none'}"]
    return [*lines, " " * (TAKEN_AT + 7) + " ".join(rest)] if rest else lines


def _signs(view: Json) -> list[str]:
    """What the signs mean, with a piece of this map as the example where one stands on a hill or a star."""
    signs = ["o spot", "* starred spot", "^ hill"]
    for sign, meaning in (("^", "piece on a hill"), ("*", "piece on a star")):
        example = next((piece for piece, spot in sorted(view.get("pieces", {}).items()) if _sign(spot) == sign), None)
        if example is not None:
            signs.append(f"{example}{sign} {meaning}")
    return ["   ".join(signs)]
