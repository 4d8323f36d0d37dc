"""The board of Waterloo (1895) as a picture: an SVG document made from the same facts as the text map.

What is drawn is worked out here, how it looks stands in `map.svg.j2`. Infantry are discs and cavalry diamonds, every
piece bears its id, and the colours can be told apart in any common colour blindness. Not for: rendering to pixels.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

import jinja2
import msgspec

from core.contract import Json

from .armies import armies_in, captured_of, is_little, kind_of
from .board import Army, Hill, board
from .status import status

STEP = 44
MARGIN = 64
HEADING = 56
LONG_HEADING = 78  # characters that fit in large type
LEGEND = 96
# Fill and ink of each army, after the palette of Okabe and Ito; their lightness differs as well as their hue.
COLOURS = {
    "N": ("#1a4f9c", "#ffffff"),
    "Y": ("#8ec9ee", "#10222e"),
    "W": ("#c8452f", "#ffffff"),
    "B": ("#2b2b2b", "#ffffff"),
}

Point = tuple[float, float]


class Piece(msgspec.Struct, frozen=True):
    """A piece as drawn: where, what it is called, its kind and colours, and the words read out for it."""

    id: str
    x: float
    y: float
    kind: str
    fill: str
    ink: str
    words: str
    on_star: bool


class Entry(msgspec.Struct, frozen=True):
    """A line of the legend: an army's colours and words."""

    x: float
    fill: str
    ink: str
    letter: str
    name: str
    words: str


def map_svg(view: Json) -> str:
    """The board of a view as an SVG document, with a description in words for those who cannot see it."""
    b = board()
    columns, rows = len(b.columns), b.last_row - b.first_row + 1
    return _template().render(
        width=2 * MARGIN + (columns - 1) * STEP,
        height=2 * MARGIN + (rows - 1) * STEP + HEADING + LEGEND,
        top=HEADING,
        legend_top=2 * MARGIN + (rows - 1) * STEP + HEADING - 12,
        margin=MARGIN,
        words=_in_words(view),
        heading=_heading(view),
        heading_size=20 if len(_heading(view)) <= LONG_HEADING else 14,
        roads=[(*_at(one), *_at(other)) for one, other in b.links],
        triangles=[_points([_at(star) for star in city.stars]) for city in b.cities],
        spots=[_at(spot) for spot in b.spots if not b.hill_on(spot) and not b.city_on(spot)],
        stars=[_points(_star(*_at(star))) for city in b.cities for star in city.stars],
        hills=[_at(hill.spot) for hill in b.hills],
        hachures=[line for hill in b.hills for line in _hachures(*_at(hill.spot))],
        city_names=[_city_name(hill) for hill in b.hills if hill.city],
        hill_names=[_hill_name(hill) for hill in b.hills],
        column_names=[(MARGIN + index * STEP, letter) for index, letter in enumerate(b.columns)],
        row_names=[(MARGIN + index * STEP, b.first_row + index) for index in range(rows)],
        pieces=[_piece(piece, spot) for piece, spot in sorted(view["pieces"].items())],
        legend=[_entry(index, army, view) for index, army in enumerate(armies_in(view))],
        kinds=not is_little(view),
    )


@cache
def _template() -> jinja2.Template:
    loader = jinja2.PackageLoader(__package__, ".")
    return jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        "map.svg.j2"
    )


def _at(spot: str) -> Point:
    return MARGIN + STEP * board().column(spot), MARGIN + STEP * board().row(spot)


def _city_name(hill: Hill) -> tuple[float, float, str]:
    """A city's name in the space between its hill and the border."""
    x, y = _at(hill.spot)
    outwards = -1 if board().row(hill.spot) < _middle_row() else 1
    return x + _inwards(hill) * STEP * 0.6, y + outwards * STEP * 1.02, board().city(hill.city or "").name.upper()


def _hill_name(hill: Hill) -> tuple[float, float, str, str]:
    """A hill's name and how it is anchored: beside a city's hill, else below it to the right of the road."""
    x, y = _at(hill.spot)
    if hill.city is None:
        return x + STEP * 0.35, y + STEP * 0.62, "start", hill.name
    return x + _inwards(hill) * STEP * 0.66, y, "start" if _inwards(hill) > 0 else "end", hill.name


def _inwards(hill: Hill) -> int:
    """1 where the middle of the board lies to the east of a hill, else -1."""
    return 1 if 2 * board().column(hill.spot) < len(board().columns) else -1


def _middle_row() -> float:
    return (board().last_row - board().first_row) / 2


def _star(x: float, y: float, outer: float = 17, inner: float = 7.4) -> list[Point]:
    """The ten corners of a five-pointed star standing upright."""
    return [_around(x, y, outer if corner % 2 == 0 else inner, corner / 10) for corner in range(10)]


def _hachures(x: float, y: float, strokes: int = 18) -> list[tuple[float, float, float, float]]:
    """The short strokes by which old maps show a height."""
    return [(*_around(x, y, 17, part / strokes), *_around(x, y, 23, part / strokes)) for part in range(strokes)]


def _around(x: float, y: float, radius: float, turn: float) -> Point:
    """A point of a circle; `turn` is the part of a full turn, clockwise from the top."""
    return round(x + radius * sin(2 * pi * turn), 1), round(y - radius * cos(2 * pi * turn), 1)


def _points(corners: list[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)


def _piece(piece: str, spot: str) -> Piece:
    fill, ink = COLOURS[piece[0]]
    return Piece(piece, *_at(spot), kind_of(piece), fill, ink, f"{piece} on {spot}", board().city_on(spot) is not None)


def _entry(index: int, army: Army, view: Json) -> Entry:
    fill, ink = COLOURS[army.letter]
    words = "" if is_little(view) or view["phase"] == "setup" else _lost(army, view)
    return Entry(MARGIN + index * 254, fill, ink, army.letter, f"{army.name}, {board().city(army.city).name}", words)


def _lost(army: Army, view: Json) -> str:
    """The pieces an army has lost, named as they were on the board."""
    return f"lost: {' '.join(captured_of(army.letter, view)) or 'none'}"


def _heading(view: Json) -> str:
    """How the game stands, as a sentence: whose move it is and what is thrown."""
    said = status(view)
    unthrown = view["phase"] == "play" and view["to_move"] and not view["throw"]
    return said[:1].upper() + said[1:] + (", the dice are not thrown yet" if unthrown else "")


def _in_words(view: Json) -> str:
    stands = [f"{piece} on {spot}" for piece, spot in sorted(view["pieces"].items())]
    return f"The board of Waterloo 1895. {', '.join(stands) or 'No piece is posted yet'}."
