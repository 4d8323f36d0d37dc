"""A picture read back: which marks stand where on it, once all shifting, scaling and turning of groups is reckoned in.

For tests that look at a drawing as people do. Not for: what a mark looks like beyond its outline and its colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.5  # of the size of a font: how wide a letter is at least, on the average
_STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_NUMBERS_OF = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "A": 7, "Z": 0}

Point = tuple[float, float]


class Where(NamedTuple):
    """How a group's own points become points of the picture: x to ax + cy + e, y to bx + dy + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def of(self, point: Point) -> Point:
        """Where a point of the group stands in the picture."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def within(self, inner: Where) -> Where:
        """The way of a group that stands in this one."""
        origin, right, down = (self.of(inner.of(point)) for point in ((0, 0), (1, 0), (0, 1)))
        return Where(
            right[0] - origin[0], right[1] - origin[1], down[0] - origin[0], down[1] - origin[1], origin[0], origin[1]
        )


class Mark(NamedTuple):
    """A mark of a picture: its points, the text it is if it is one, what its group is called, its attributes."""

    tag: str
    points: tuple[Point, ...]
    text: str
    title: str
    clipped: bool
    attributes: dict[str, str]

    @property
    def west(self) -> float:
        return min(x for x, _ in self.points)

    @property
    def east(self) -> float:
        return max(x for x, _ in self.points)

    @property
    def north(self) -> float:
        return min(y for _, y in self.points)

    @property
    def south(self) -> float:
        return max(y for _, y in self.points)

    @property
    def middle(self) -> Point:
        return (self.west + self.east) / 2, (self.north + self.south) / 2

    def lies_in(self, other: Mark, slack: float = 0.0) -> bool:
        """Whether all of it lies in the box around another, or beyond it by no more than `slack`."""
        return (
            self.west >= other.west - slack
            and self.east <= other.east + slack
            and self.north >= other.north - slack
            and self.south <= other.south + slack
        )

    def covers(self, other: Mark, slack: float = 0.0) -> bool:
        """Whether the boxes around both have a common part, of more than `slack` in both directions."""
        across = min(self.east, other.east) - max(self.west, other.west)
        down = min(self.south, other.south) - max(self.north, other.north)
        return across > slack and down > slack


def marks(svg: str) -> list[Mark]:
    """The marks of a picture in the order in which they are drawn, its frame as the first."""
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    return [
        Mark("svg", _box(0, 0, width, height), "", "", False, dict(root.attrib)),
        *_marks(root, Where(), {}, "", False),
    ]


def texts(found: Sequence[Mark], text: str) -> list[Mark]:
    """The marks that are this text, the northernmost first and from west to east."""
    return sorted((mark for mark in found if mark.text == text), key=lambda mark: (mark.north, mark.west))


def _marks(
    element: ElementTree.Element, where: Where, inherited: dict[str, str], title: str, clipped: bool
) -> Iterator[Mark]:
    title = next((each.text or "" for each in element if each.tag == f"{SVG}title"), title)
    for child in element:
        tag = child.tag.removeprefix(SVG)
        attributes = {**inherited, **child.attrib}
        way = where.within(_way(attributes.pop("transform", "")))
        if tag == "g":
            yield from _marks(child, way, attributes, title, clipped or "clip-path" in child.attrib or _covered(child))
        elif tag not in ("title", "desc", "defs") and child.get("width") != "100%":
            for part in _letters(child) if tag == "text" else [child]:
                points = tuple(way.of(point) for point in _points(tag, part, attributes))
                text = "".join(part.itertext()) if tag == "text" else ""
                yield Mark(tag, points, text, title, clipped, attributes)


def _covered(group: ElementTree.Element) -> bool:
    """Whether what a group draws beyond its ground is covered by margins drawn after it."""
    return group.get("class") == "covered beyond"


def _letters(element: ElementTree.Element) -> list[ElementTree.Element]:
    """A text as it is, or each letter of it by itself where each has a place of its own."""
    across, down = (element.get(name, "0").split() for name in ("x", "y"))
    if len(across) == 1:
        return [element]
    found = []
    letters = "".join(element.itertext())
    for at, letter in enumerate(letters):
        x, y = across[at], down[at if len(down) > 1 else 0]
        one = ElementTree.Element(element.tag, {"x": x, "y": y})
        one.text = letter
        found.append(one)
    assert len(across) == len(letters)
    return found


def _way(transform: str) -> Where:
    way = Where()
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(number) for number in numbers.split()]
        match name:
            case "translate":
                inner = Where(e=values[0], f=values[1])
            case "scale":
                inner = Where(a=values[0], d=values[-1])
            case "rotate":
                s, c = sin(radians(values[0])), cos(radians(values[0]))
                inner = Where(c, s, -s, c)
            case _:
                raise ValueError(f"there is no way {name}")
        way = way.within(inner)
    return way


def _points(tag: str, element: ElementTree.Element, attributes: dict[str, str]) -> tuple[Point, ...]:
    def number(name: str, default: str = "0") -> float:
        return float(element.get(name, default))

    match tag:
        case "rect":
            return _box(number("x"), number("y"), number("width"), number("height"))
        case "circle":
            r = number("r")
            return _box(number("cx") - r, number("cy") - r, 2 * r, 2 * r)
        case "ellipse":
            across, down = number("rx"), number("ry")
            return _box(number("cx") - across, number("cy") - down, 2 * across, 2 * down)
        case "line":
            return (number("x1"), number("y1")), (number("x2"), number("y2"))
        case "polygon" | "polyline":
            values = [float(value) for value in re.split("[ ,]", element.attrib["points"])]
            return tuple(zip(values[::2], values[1::2], strict=True))
        case "path":
            return tuple(path_points(element.attrib["d"]))
        case "text":
            size = float(attributes["font-size"])
            wide = LETTER * size * len("".join(element.itertext()))
            start = {"middle": -wide / 2, "end": -wide}.get(attributes.get("text-anchor", ""), 0.0)
            return _box(number("x") + start, number("y") - 0.7 * size, wide, 0.7 * size)
    raise ValueError(f"there is no mark {tag}")


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def path_points(path: str) -> Iterator[Point]:
    """Where the pen of a path comes to rest, the points that lead a curve left out."""
    x = y = 0.0
    start = (x, y)
    for letter, numbers in _STEP.findall(path):
        values = [float(number) for number in _NUMBER.findall(numbers)]
        count = _NUMBERS_OF[letter.upper()]
        for at in range(0, max(len(values), 1), max(count, 1)):
            step = values[at : at + count]
            base_x, base_y = (x, y) if letter.islower() else (0.0, 0.0)
            match letter.upper():
                case "Z":
                    x, y = start
                    continue
                case "H":
                    x = base_x + step[0]
                case "V":
                    y = base_y + step[0]
                case _:
                    x, y = base_x + step[-2], base_y + step[-1]
            if letter in "Mm" and at == 0:
                start = (x, y)
            yield x, y


def parts(mark: Mark, points: int) -> list[Mark]:
    """The squares or strokes that one path draws, each of so many points, as marks of their own."""
    starts = range(0, len(mark.points), points)
    assert len(mark.points) % points == 0
    return [mark._replace(points=mark.points[start : start + points]) for start in starts]


def crossing(found: Sequence[Mark], column: str, row: str) -> Point:
    """Where a column and a row cross, by their names along the edges: each stands on both sides of the board."""
    below, beside = texts(found, column), texts(found, row)
    assert len(below) == len(beside) == 2, (column, row)
    assert below[0].middle[0] == below[1].middle[0]
    assert beside[0].middle[1] == beside[1].middle[1]
    assert below[0].south < beside[0].north < below[1].north
    assert beside[0].east < below[0].west < beside[1].west
    return below[0].middle[0], beside[0].middle[1]


def near(one: Point, other: Point, most: float = 1.0) -> bool:
    """Whether two points are no further apart than that, across and down."""
    return abs(one[0] - other[0]) <= most and abs(one[1] - other[1]) <= most
