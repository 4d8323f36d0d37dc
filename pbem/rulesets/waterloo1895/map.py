"""The board of Waterloo (1895) as text that a program can read back, and as a picture.

Made from `board.toml` and the `pieces` of a view, so that it can show no more than the view does. In the text every
character keeps to one rule: a column is three characters wide, a row two lines high. In the picture infantry are discs
and cavalry diamonds, every piece bears its id, and the colours can be told apart in any common colour blindness; what
is drawn is worked out here, how it looks stands in `map.svg.j2`. Not for: the headline above the text map, which is the
report's; rendering to pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin

import msgspec

from core.contract import Event, Json
from pbem.rulesets.drawing import (
    Colours,
    Marks,
    Point,
    arrow,
    fallen,
    in_black_and_white,
    is_for_print,
    latest,
    template,
)

from .board import ROSTER, Army, Board, Hill, armies_in, board, captured_of, is_little, kind_of, roster_of
from .texts import TITLE

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


def map_text(view: Json) -> str:
    """The board of a view in 74 columns with its legend below; empty spots stand as `o`, stars `*`, hills `^`.

    A view with `flip` is drawn with the south up, as those in the north look at it.
    """
    return "\n".join([*_board_lines(view.get("pieces", {}), flip=bool(view.get("flip"))), *_legend(view)])


# --- Text -----------------------------------------------------------------------------------------------------------


def _board_lines(pieces: Mapping[str, str], *, flip: bool) -> list[str]:
    letters = board().columns[::-1] if flip else board().columns
    columns = "".join(f"{letter:<{COLUMN_WIDTH}}" for letter in letters)
    lines = [list(line) for line in _empty_board(flip)]
    for piece, spot in pieces.items():
        line, offset = lines[_line(spot, flip)], _offset(spot, flip)
        line[offset : offset + 2] = piece
        sign = _sign(spot)
        if sign != "o":
            line[offset + 2] = sign
    heading = " " * LEFT + columns
    return [line.rstrip() for line in (heading, *("".join(line) for line in lines), heading)]


@cache
def _empty_board(flip: bool) -> tuple[str, ...]:
    """The lines between the two rows of column letters, with nothing on the board."""
    b = board()
    lines = [[" "] * WIDTH for _ in range(2 * (b.last_row - b.first_row) + 1)]
    for row in range(b.first_row, b.last_row + 1):
        printed = lines[2 * (b.last_row - row if flip else row - b.first_row)]
        printed[0:2] = printed[72:74] = str(row)
    for link in b.links:
        _draw_link(lines, *sorted(link, key=lambda spot: (_line(spot, flip), _offset(spot, flip))), flip=flip)
    for spot in b.spots:
        lines[_line(spot, flip)][_offset(spot, flip)] = _sign(spot)
    for alias, name in _printed_names(b):
        at, offset = NAMES_AT[alias]
        if flip:
            at, offset = len(lines) - 1 - at, WIDTH - 1 - offset - len(name)
        lines[at][offset : offset + len(name)] = name
    return tuple("".join(line) for line in lines)


def _draw_link(lines: list[list[str]], upper: str, lower: str, *, flip: bool) -> None:
    """One link; `upper` is the spot that is drawn higher, or the left one of two in a row."""
    line, start, end = _line(upper, flip), _offset(upper, flip), _offset(lower, flip)
    if line == _line(lower, flip):
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


def _line(spot: str, flip: bool) -> int:
    return 2 * (board().last_row - board().first_row - board().row(spot) if flip else board().row(spot))


def _offset(spot: str, flip: bool) -> int:
    column = len(board().columns) - 1 - board().column(spot) if flip else board().column(spot)
    return LEFT + COLUMN_WIDTH * column


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


# --- The picture --------------------------------------------------------------------------------------------------

STEP = 44
MARGIN = 64
HEADING = 56
LEGEND = 96
MOST_ON_A_DIE = 6
# Fill and ink of each army, after the palette of Okabe and Ito; their lightness differs as well as their hue.
COLOURS = {
    "N": ("#1a4f9c", "#ffffff"),
    "Y": ("#8ec9ee", "#10222e"),
    "W": ("#c8452f", "#ffffff"),
    "B": ("#2b2b2b", "#ffffff"),
}
PRINTED = {
    "N": ("#111111", "#ffffff"),
    "Y": ("#777777", "#ffffff"),
    "W": ("#fdfdfd", "#000000"),
    "B": ("#c9c9c9", "#000000"),
}


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


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend: an army's colours and words."""

    x: float
    fill: str
    ink: str
    letter: str
    name: str
    words: str


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The board of a view as an SVG document, with a description in words for those who cannot see it."""
    b, flip = board(), bool(view.get("flip"))
    colours = PRINTED if is_for_print(view) else COLOURS
    rows = b.last_row - b.first_row + 1
    width, height = size_of()
    svg = template(__package__).render(
        width=width,
        height=height,
        top=HEADING,
        legend_top=2 * MARGIN + (rows - 1) * STEP + HEADING - 12,
        margin=MARGIN,
        words=_in_words(view),
        heading=_heading(view),
        roads="".join("M{} {}L{} {}".format(*_at(one, flip), *_at(other, flip)) for one, other in b.links),
        triangles=[_points([_at(star, flip) for star in city.stars]) for city in b.cities],
        spots=[_at(spot, flip) for spot in b.spots if not b.hill_on(spot) and not b.city_on(spot)],
        stars=[_points(_star(*_at(star, flip))) for city in b.cities for star in city.stars],
        hills=[_at(hill.spot, flip) for hill in b.hills],
        hachures=[line for hill in b.hills for line in _hachures(*_at(hill.spot, flip))],
        city_names=[_city_name(hill, flip) for hill in b.hills if hill.city],
        hill_names=[_hill_name(hill, flip) for hill in b.hills],
        column_names=[(_at(f"{letter}{b.first_row}", flip)[0], letter) for letter in b.columns],
        row_names=[(_at(f"A{row}", flip)[1], row) for row in range(b.first_row, b.last_row + 1)],
        marks=_marks(view, lately, colours, flip=flip),
        pieces=[_piece(piece, spot, colours, flip=flip) for piece, spot in sorted(view["pieces"].items())],
        legend=[_entry(index, army, view, colours) for index, army in enumerate(armies_in(view))],
        kinds=not is_little(view),
    )
    return in_black_and_white(svg, PRINTED.values()) if is_for_print(view) else svg


def size_of() -> Point:
    """How wide and how high the picture is."""
    columns, rows = len(board().columns), board().last_row - board().first_row + 1
    return 2 * MARGIN + (columns - 1) * STEP, 2 * MARGIN + (rows - 1) * STEP + HEADING + LEGEND


def drawn_at(spot: str, view: Json) -> Point:
    """Where a spot is on the picture of a view."""
    x, y = _at(spot, bool(view.get("flip")))
    return x, y + HEADING


def _at(spot: str, flip: bool) -> Point:
    b = board()
    column, row = b.column(spot), b.row(spot)
    if flip:
        column, row = len(b.columns) - 1 - column, b.last_row - b.first_row - row
    return MARGIN + STEP * column, MARGIN + STEP * row


def _city_name(hill: Hill, flip: bool) -> tuple[float, float, str]:
    """A city's name in the space between its hill and the border."""
    x, y = _at(hill.spot, flip)
    inwards, outwards = _inwards(hill, flip), -1 if y < MARGIN + STEP * _middle_row() else 1
    return x + inwards * STEP * 0.6, y + outwards * STEP * 1.02, board().city(hill.city or "").name.upper()


def _hill_name(hill: Hill, flip: bool) -> tuple[float, float, str, str]:
    """A hill's name and how it is anchored: beside a city's hill, else below it to the right of the road."""
    x, y = _at(hill.spot, flip)
    if hill.city is None:
        return x + STEP * 0.35, y + STEP * 0.66, "start", hill.name
    inwards = _inwards(hill, flip)
    return x + inwards * STEP * 0.66, y, "start" if inwards > 0 else "end", hill.name


def _inwards(hill: Hill, flip: bool) -> int:
    """1 where the middle of the board lies to the right of a hill, else -1."""
    return 1 if _at(hill.spot, flip)[0] < MARGIN + STEP * (len(board().columns) - 1) / 2 else -1


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


def _piece(piece: str, spot: str, colours: Mapping[str, Colours], *, flip: bool) -> Piece:
    fill, ink = colours[piece[0]]
    on_star = board().city_on(spot) is not None
    return Piece(piece, *_at(spot, flip), kind_of(piece), fill, ink, f"{piece} on {spot}", on_star)


def _marks(view: Json, lately: Sequence[Event], colours: Mapping[str, Colours], *, flip: bool) -> Marks:
    """Moves, what they took, and who may be taken now."""
    arrows, taken = [], []
    for event in lately:
        if event.kind == "move":
            for start, end in pairwise([event.facts["from"], *(leg["spot"] for leg in event.facts["legs"])]):
                words = f"{event.facts['piece']} {start} to {end}"
                points = [_at(spot, flip) for spot in _way(start, end)]
                arrows.append(arrow(points, colours[event.facts["army"]], 15, words))
            taken += [
                (_at(leg["spot"], flip), leg["captured"], colours[leg["captured"][0]])
                for leg in event.facts["legs"]
                if leg["captured"]
            ]
    labels = fallen(taken, 13, (25, -19), (0, -19))
    rings = tuple(_at(spot, flip) for spot in _in_danger(view))
    return Marks(latest(arrows), labels, rings, radius=22, size=13)


def _way(start: str, end: str) -> list[str]:
    """The spots along the shortest way by road between two, both included; which of several does not matter here."""
    before: dict[str, str] = {start: start}
    waiting = [start]
    for spot in waiting:
        for other in _next_to()[spot]:
            if other not in before:
                before[other] = spot
                waiting.append(other)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


@cache
def _next_to() -> dict[str, tuple[str, ...]]:
    near: dict[str, list[str]] = {spot: [] for spot in board().spots}
    for one, other in board().links:
        near[one].append(other)
        near[other].append(one)
    return {spot: tuple(others) for spot, others in near.items()}


def _in_danger(view: Json) -> list[str]:
    """Where pieces stand that an enemy may land on now (W95-058), with one by road that a single die brings there."""
    if is_little(view) or view["phase"] != "play":
        return []
    stands = {spot: _side_of(piece) for piece, spot in view["pieces"].items()}
    return [
        spot
        for piece, spot in view["pieces"].items()
        if _is_open(piece, spot, stands, view) and _is_reached(piece, spot, stands)
    ]


def _is_open(piece: str, spot: str, stands: Mapping[str, str], view: Json) -> bool:
    """Off the hills, with no friend beside it; on a star of one's own city friends are no help (W95-053, 055)."""
    if board().hill_on(spot):
        return False
    city, side = board().city_on(spot), _side_of(piece)
    wide = view["options"]["own_city"] == "side"
    own = {army.city for army in armies_in(view) if army.letter == piece[0] or (wide and army.side == side)}
    return (city is not None and city.alias in own) or all(stands.get(other) != side for other in _next_to()[spot])


def _is_reached(piece: str, spot: str, stands: Mapping[str, str]) -> bool:
    """Whether an enemy stands so near, with nobody between."""
    seen, edge = {spot}, [spot]
    for _step in range(MOST_ON_A_DIE):
        edge = [other for here in edge for other in _next_to()[here] if other not in seen]
        seen.update(edge)
        if any(stands.get(other, _side_of(piece)) != _side_of(piece) for other in edge):
            return True
        edge = [other for other in edge if other not in stands]
    return False


def _side_of(piece: str) -> str:
    return board().armies[piece[0]].side


def _entry(index: int, army: Army, view: Json, colours: Mapping[str, Colours]) -> LegendEntry:
    fill, ink = colours[army.letter]
    words = "" if is_little(view) or view["phase"] == "setup" else _lost(army, view)
    return LegendEntry(
        MARGIN + index * 254, fill, ink, army.letter, f"{army.name}, {board().city(army.city).name}", words
    )


def _lost(army: Army, view: Json) -> str:
    """The pieces an army has lost, named as they were on the board."""
    return f"lost: {' '.join(captured_of(army.letter, view)) or 'none'}"


def _heading(view: Json) -> str:
    """Which map this is. Whose move it is, what is thrown and who has won are told beside it."""
    return f"{TITLE}, {'set-up' if view['phase'] == 'setup' else 'turn {}'.format(view['turn'])}"


def _in_words(view: Json) -> str:
    stands = [f"{piece} on {spot}" for piece, spot in sorted(view["pieces"].items())]
    return f"The board of Waterloo 1895. {', '.join(stands) or 'No piece is posted yet'}."
