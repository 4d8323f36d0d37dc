"""What the pictures of all boards have in common: moves of late as arrows, what fell, what may be taken, and print.

Where things stand on a board, and which events are moves, each rule set says itself. Arrows lie under the pieces, so
that no label is hidden by them; what fell is a small label struck through, beside whoever stands there now.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import jinja2
import msgspec

from core.contract import Json

Point: TypeAlias = tuple[float, float]
Colours: TypeAlias = tuple[str, str]  # fill and ink

MOST_ARROWS = 24  # the latest: more are a tangle
MOST_FALLEN = 24
SHORTEST_ARROW = 4  # of what is seen between two pieces
LETTER = 0.66  # how wide a letter of a label is, of its size

_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


class Arrow(msgspec.Struct, frozen=True):
    """A move as drawn: where it began, its line and its head, their colour and that around it, the words for it."""

    start: Point
    line: str
    head: str
    fill: str
    casing: str
    words: str


class Fallen(msgspec.Struct, frozen=True):
    """A piece that fell, as drawn: the middle of its label, how wide that is, what stands on it, its colours."""

    x: float
    y: float
    width: float
    label: str
    fill: str
    ink: str


class Marks(msgspec.Struct, frozen=True):
    """What happened lately, as drawn; `size` is that of the letters of labels, `rings` are around pieces in danger."""

    arrows: tuple[Arrow, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    rings: tuple[Point, ...] = ()
    radius: float = 0
    size: float = 10


def arrow(points: Sequence[Point], colours: Colours, gap: float, words: str, head: float = 9) -> Arrow | None:
    """A move along some points, its head `gap` short of the last of them; None where nothing of it would be seen.

    A side's fill and ink differ in lightness, so that one of them shows on any ground.
    """
    distinct = [point for point, after in pairwise([*points, (-1e9, -1e9)]) if point != after]
    if len(distinct) < 2:
        return None
    (x0, y0), (x1, y1) = distinct[-2:]
    length = hypot(x1 - x0, y1 - y0)
    if len(distinct) == 2 and length < gap + SHORTEST_ARROW:
        return None
    east, south = (x1 - x0) / length, (y1 - y0) / length
    reach = max(length - gap, head * 0.4)
    tip = (x0 + east * reach, y0 + south * reach)
    foot = (tip[0] - east * head, tip[1] - south * head)
    sides = [(foot[0] - turn * south * head * 0.62, foot[1] + turn * east * head * 0.62) for turn in (1, -1)]
    neck = (foot[0] + east * head * 0.25, foot[1] + south * head * 0.25)
    line = "M" + "L".join(map(_written, [*distinct[:-1], neck]))
    return Arrow(distinct[0], line, _path([tip, *sides]), *colours, words)


def fallen(pieces: Iterable[tuple[Point, str, Colours]], size: float, beside: Point, step: Point) -> tuple[Fallen, ...]:
    """Labels for pieces that fell, `beside` where they did; those that fell in one place are a `step` apart."""
    here: Counter[Point] = Counter()
    labels = []
    for place, label, (fill, ink) in list(pieces)[-MOST_FALLEN:]:
        x, y = (place[at] + beside[at] + step[at] * here[place] for at in (0, 1))
        here[place] += 1
        labels.append(Fallen(round(x, 1), round(y, 1), round(size * (LETTER * len(label) + 0.7), 1), label, fill, ink))
    return tuple(labels)


def latest(arrows: Iterable[Arrow | None]) -> tuple[Arrow, ...]:
    """The latest of the arrows that are seen."""
    return tuple([each for each in arrows if each is not None][-MOST_ARROWS:])


# --- Print ----------------------------------------------------------------------------------------------------------

# Of a colour's lightness, what is left of its distance to white, or to black: ground gets pale, strokes get dark.
PALE, DARK, BETWEEN = 0.3, 0.45, 0.5


def is_for_print(view: Json) -> bool:
    """Whether a picture is to be printed, in black and white."""
    return bool(view.get("print"))


def in_black_and_white(svg: str, kept: Iterable[Colours]) -> str:
    """A drawing in greys: what is light nearly white, what is dark nearly black; the sides' colours are `kept`."""
    as_they_are = {colour for colours in kept for colour in colours}
    return _COLOUR.sub(lambda found: found[0] if found[0] in as_they_are else _grey(found[0]), svg)


@cache
def _grey(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    light = 0.3 * red + 0.59 * green + 0.11 * blue
    level = round(255 * (1 - PALE * (1 - light) if light > BETWEEN else DARK * light))
    return f"#{level:02x}{level:02x}{level:02x}"


# --- Templates ------------------------------------------------------------------------------------------------------


@cache
def template(package: str) -> jinja2.Template:
    """The `map.svg.j2` of a rule set's package, which may import `marks.svg.j2`."""
    loader = jinja2.ChoiceLoader([jinja2.PackageLoader(package, "."), jinja2.PackageLoader(__package__, ".")])
    surroundings = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return surroundings.get_template("map.svg.j2")


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(_written, points)) + "z"


def _written(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
