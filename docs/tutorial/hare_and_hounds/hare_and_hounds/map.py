"""The board drawn: as text, and as an SVG picture. Both are handed a view; the lines are those of the board file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.contract import Event, Json

from .board import Point, board

# How far apart columns and rows stand, in characters and lines.
COLUMN, ROW = 6, 2
STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}
SIGNS = {"hound": "H", "hare": "@", "": "o"}

# The same in the picture's own units.
STEP, MARGIN, RADIUS = 80, 40, 16
COLOURS = {"hound": "#5b3a1e", "hare": "#d9a441", "": "#fffaf0"}


def map_text(view: Json) -> str:
    """The board: H a hound, @ the hare, o an empty point. With `flip` column e is on the left."""
    width, height = 4 * COLUMN + 1, 2 * ROW + 1
    signs = [[" "] * width for _ in range(height)]
    for here, there in drawn_lines():
        (x, y), (to_x, to_y) = sorted((place(here, view), place(there, view)))
        stroke = STROKES[to_x > x, (to_y > y) - (to_y < y)]
        for step in range(1, COLUMN if to_x > x and to_y == y else 2):
            signs[y * ROW + (to_y - y) * step][x * COLUMN + step_right(x, y, to_x, to_y, step)] = stroke
    for point in board().points:
        x, y = place(point, view)
        signs[y * ROW][x * COLUMN] = SIGNS[piece_on(point, view)]
    columns = "abcde"[::-1] if view.get("flip") else "abcde"
    head = "   " + (" " * (COLUMN - 1)).join(columns)
    rows = [f"{row // ROW + 1 if row % ROW == 0 else ' '}  {''.join(line)}".rstrip() for row, line in enumerate(signs)]
    return "\n".join([head, *rows, "", "H hound   @ hare   o empty point"])


def step_right(x: int, y: int, to_x: int, to_y: int, step: int) -> int:
    """How many characters to the right of its start the stroke of a line stands."""
    if to_x == x:
        return 0
    return step if to_y == y else COLUMN // 2


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The board as an SVG document."""
    width, height = 4 * STEP + 2 * MARGIN, 2 * STEP + 2 * MARGIN
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" fill="#efe6d2"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(shapes(view))}</svg>'


def shapes(view: Json) -> Iterator[str]:
    """The lines, then the points over them, each with its name and its piece."""
    for here, there in drawn_lines():
        (x, y), (to_x, to_y) = spot(here, view), spot(there, view)
        yield f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="#8a7350" stroke-width="3"/>'
    for point in board().points:
        x, y = spot(point, view)
        fill = COLOURS[piece_on(point, view)]
        yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#3a2d18" stroke-width="2"/>'
        yield f'<text x="{x}" y="{y + RADIUS + 14}" font-size="12" text-anchor="middle" fill="#3a2d18">{point}</text>'


def drawn_lines() -> Iterator[tuple[Point, Point]]:
    """Each line from a point to the next."""
    for line in board().lines:
        yield from pairwise(line.split())


def place(point: Point, view: Json) -> tuple[int, int]:
    """A point's column and row as drawn, from 0 at the top left."""
    x = "abcde".index(point[0])
    return 4 - x if view.get("flip") else x, int(point[1]) - 1


def spot(point: Point, view: Json) -> tuple[int, int]:
    """A point's place in the picture."""
    x, y = place(point, view)
    return MARGIN + x * STEP, MARGIN + y * STEP


def piece_on(point: Point, view: Json) -> str:
    """`hound`, `hare`, or nothing."""
    if point == view["hare"]:
        return "hare"
    return "hound" if point in view["hounds"] else ""
