"""Bases and strongpoints as rectangles on the field, and what touches what, for whatever is drawn or told of them.

In ordinary floating point, good to a fraction of a yard, for drawing and for judging by eye. Not for: what a rule
depends on, which is measured by `core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

import msgspec

from core.contract import Json

Point = tuple[float, float]

ROUNDING = 1e-6  # yards; what sines and cosines may be off
OVERLAP = 2  # yards; less is a touch that was rounded to whole yards


class Shape(msgspec.Struct, frozen=True):
    """A rectangle on the field: its centre, half its frontage and depth in yards, and its heading."""

    x: float
    y: float
    half_width: float
    half_depth: float
    heading: int

    def at(self, right: float, forward: float) -> Point:
        """The point so many yards to the right and to the front of the centre."""
        s, c = sin(radians(self.heading)), cos(radians(self.heading))
        return self.x + right * c + forward * s, self.y - right * s + forward * c

    def seen_from(self, x: float, y: float) -> Point:
        """How far a point is to the right and to the front of the centre."""
        s, c = sin(radians(self.heading)), cos(radians(self.heading))
        dx, dy = x - self.x, y - self.y
        return dx * c - dy * s, dx * s + dy * c

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        right, forward = self.seen_from(x, y)
        return abs(right) <= self.half_width + ROUNDING and abs(forward) <= self.half_depth + ROUNDING

    def nearest(self, x: float, y: float) -> Point:
        """The point of it that is nearest to a point."""
        right, forward = self.seen_from(x, y)
        return self.at(_within(right, self.half_width), _within(forward, self.half_depth))

    def corners(self) -> list[Point]:
        """Front left, front right, back right, back left."""
        w, d = self.half_width, self.half_depth
        return [self.at(-w, d), self.at(w, d), self.at(w, -d), self.at(-w, -d)]


def shape_of(piece: Json) -> Shape:
    """The base of a piece that is on the board."""
    return Shape(piece["x"], piece["y"], piece["width"] / 2, piece["depth"] / 2, piece["heading"])


def outline_shape(outline: Json) -> Shape:
    """The ground within the walls of a strongpoint."""
    west, south, east, north = (outline[edge] for edge in ("west", "south", "east", "north"))
    return Shape((west + east) / 2, (south + north) / 2, (east - west) / 2, (north - south) / 2, 0)


def overlap(one: Shape, other: Shape) -> bool:
    """Whether two rectangles share ground: no side of either parts them."""
    return all(_reach(each, one, other) > OVERLAP for each in (one, other))


def _reach(along: Shape, one: Shape, other: Shape) -> float:
    """By how much two rectangles overlap across the sides of `along`, of which they are one; below 0 they are apart."""
    seen = [[along.seen_from(*corner) for corner in each.corners()] for each in (one, other)]
    by_axis = []
    for axis in (0, 1):
        ends = [(min(point[axis] for point in points), max(point[axis] for point in points)) for points in seen]
        by_axis.append(min(high for _, high in ends) - max(low for low, _ in ends))
    return min(by_axis)


def meeting_point(one: Shape, other: Shape) -> Point:
    """A point between two bases that touch: midway along what they share."""
    meets = []
    for first, second in ((one, other), (other, one)):
        for corner in first.corners():
            near = second.nearest(*corner)
            meets.append((hypot(near[0] - corner[0], near[1] - corner[1]), near))
    least = min(gap for gap, _ in meets)
    shared = [point for gap, point in meets if gap <= least + 6]
    return sum(x for x, _ in shared) / len(shared), sum(y for _, y in shared) / len(shared)


def from_line(x: float, y: float, points: Sequence[Sequence[float]]) -> float:
    """How far a point is from a line of several stretches."""
    return min(_from_stretch(x, y, *points[at], *points[at + 1]) for at in range(len(points) - 1))


def contacts(view: Json) -> list[tuple[Json, Json]]:
    """Every two enemies that touch, the first of the side named first."""
    pieces = {piece["code"]: piece for piece in view["pieces"]}
    first = view["seats"][0]
    return [
        (piece, pieces[code])
        for piece in view["pieces"]
        if piece["side"] == first and piece["x"] is not None
        for code in piece["touches"]
        if pieces[code]["side"] != first
    ]


def _from_stretch(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    dx, dy = x1 - x0, y1 - y0
    along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1)
    along = min(max(along, 0), 1)
    return hypot(x - x0 - along * dx, y - y0 - along * dy)


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
