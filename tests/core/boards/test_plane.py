"""The open plane against examples and against a slow reference in exact fractions that shares no formula with it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import atan2, degrees, isqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.boards.plane import Polyline, Rectangle, bearing, length, sines

Point = tuple[Fraction, Fraction]
Placed = tuple[int, int, int, int]  # x, y, heading, thousands of men

SLACK = Fraction(3, 10**6)  # a random case nearer to a limit than this decides nothing


# --- The reference -----------------------------------------------------------------------------------------------


@cache
def sine_of(half_degrees: int) -> Fraction:
    """The true sine to 40 digits, by its series."""
    half_degrees %= 720
    if half_degrees > 360:
        return -sine_of(half_degrees - 360)
    if half_degrees > 180:
        return sine_of(360 - half_degrees)
    pi = Fraction(31415926535897932384626433832795028841971693993751, 10**49)
    angle = pi * half_degrees / 360
    term, total, power = angle, angle, 1
    while abs(term) > Fraction(1, 10**42):
        term = (-term * angle * angle / ((power + 1) * (power + 2))).limit_denominator(10**50)
        power += 2
        total += term
    return total.limit_denominator(10**40)


def axes(heading: int) -> tuple[Point, Point]:
    s, c = sine_of(2 * heading), sine_of(2 * heading + 180)
    return (c, -s), (s, c)


def drawn(x: Fraction | int, y: Fraction | int, heading: int, men: int, depth: int = 100) -> list[Point]:
    """The corners of a base, clockwise from its front-left one."""
    right, ahead = axes(heading)
    w, d = Fraction(men * 50), Fraction(depth, 2)
    return [
        (x + u * right[0] + v * ahead[0], y + u * right[1] + v * ahead[1])
        for u, v in ((-w, d), (w, d), (w, -d), (-w, -d))
    ]


def depth_of_overlap(one: list[Point], other: list[Point]) -> Fraction:
    """The least, over the normals of all sides, of what the projections share."""
    least = Fraction(10**6)
    for shape in (one, other):
        for at in range(2):
            side = shape[at + 1][0] - shape[at][0], shape[at + 1][1] - shape[at][1]
            long = root_of(side[0] ** 2 + side[1] ** 2)
            first = [(x * side[0] + y * side[1]) / long for x, y in one]
            second = [(x * side[0] + y * side[1]) / long for x, y in other]
            least = min(least, max(first) - min(second), max(second) - min(first))
    return least


def root_of(value: Fraction) -> Fraction:
    return Fraction(isqrt(int(value * 10**40)), 10**20)


def from_segment(point: Point, start: Point, end: Point) -> Fraction:
    """The square of the distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    part = min(max(part, Fraction(0)), Fraction(1))
    return (point[0] - start[0] - part * dx) ** 2 + (point[1] - start[1] - part * dy) ** 2


def gap_between(one: list[Point], other: list[Point]) -> Fraction:
    if depth_of_overlap(one, other) > 0:
        return Fraction(0)
    squares = [
        from_segment(corner, shape[at - 1], shape[at])
        for corners, shape in ((one, other), (other, one))
        for corner in corners
        for at in range(4)
    ]
    return root_of(min(squares))


def clipped(shape: list[Point], normal: Point, limit: Fraction) -> list[Point]:
    """What of a convex shape lies where normal . point <= limit."""
    kept: list[Point] = []
    for at in range(len(shape)):
        one, other = shape[at - 1], shape[at]
        before = normal[0] * one[0] + normal[1] * one[1] - limit
        after = normal[0] * other[0] + normal[1] * other[1] - limit
        if (before <= 0) != (after <= 0):
            part = before / (before - after)
            kept.append((one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
        if after <= 0:
            kept.append(other)
    return kept


def reference_contacts(target: Placed, other: Placed) -> list[Fraction]:
    x, y, heading, men = target
    right, ahead = axes(heading)
    local = [
        ((px - x) * right[0] + (py - y) * right[1], (px - x) * ahead[0] + (py - y) * ahead[1])
        for px, py in drawn(*other)
    ]
    w, d = Fraction(men * 50), Fraction(50)
    strips = [
        (-w, w, d - 1, d + 5, 0),
        (-w - 5, -w + 1, -d, d, 1),
        (w - 1, w + 5, -d, d, 1),
        (-w, w, -d - 5, -d + 1, 0),
    ]
    lengths = []
    for left, east, low, high, axis in strips:
        shape = local
        for normal, limit in (((1, 0), east), ((-1, 0), -left), ((0, 1), high), ((0, -1), -low)):
            shape = clipped(shape, (Fraction(normal[0]), Fraction(normal[1])), Fraction(limit)) if shape else []
        along = [point[axis] for point in shape]
        lengths.append(max(along) - min(along) if along else Fraction(0))
    return lengths


def reference_range(gun: Placed, target: Placed) -> Fraction | None:
    """The least distance from the apex to what of the target lies in the wedge, or None where nothing does."""
    x, y, heading, _ = gun
    ahead = axes(heading)[1]
    apex = x + 50 * ahead[0], y + 50 * ahead[1]
    shape = [(px - apex[0], py - apex[1]) for px, py in drawn(*target)]
    for side, turn in ((1, 30), (-1, -30)):
        edge = axes((heading + turn) % 360)[0]
        shape = clipped(shape, (side * edge[0], side * edge[1]), Fraction(0)) if shape else []
    if not shape:
        return None
    origin = (Fraction(0), Fraction(0))
    if (
        all(shape[at - 1][0] * shape[at][1] - shape[at - 1][1] * shape[at][0] <= 0 for at in range(len(shape)))
        and len(shape) > 2
    ):
        return Fraction(0)
    return root_of(
        min(
            from_segment(origin, shape[at - 1], shape[at])
            if shape[at - 1] != shape[at]
            else shape[at][0] ** 2 + shape[at][1] ** 2
            for at in range(len(shape))
        )
    )


def base(placed: Placed) -> Rectangle:
    x, y, heading, men = placed
    return Rectangle(x, y, heading, men * 100, 100)


# --- Numbers -----------------------------------------------------------------------------------------------------


def test_the_sines_are_the_nearest_to_the_true_ones():
    whole, half = sines()
    assert [round(sine_of(2 * at) * 2**31) for at in range(450)] == list(whole)
    assert [round(sine_of(2 * at + 1) * 2**31) for at in range(45)] == list(half)
    assert whole[30] == 2**30
    assert whole[90] == 2**31


@given(st.integers(-7000, 7000), st.integers(-7000, 7000))
@settings(max_examples=50)
def test_bearings_and_lengths(dx: int, dy: int):
    assume(dx or dy)
    true = degrees(atan2(dx, dy)) % 360
    assume(abs(true % 1 - 0.5) > 1e-9)
    assert bearing(dx, dy) == round(true) % 360
    assert length(dx, dy) == pytest.approx((dx * dx + dy * dy) ** 0.5, abs=1e-6)


def test_a_displacement_of_a_few_units_and_of_the_whole_board_has_a_direction():
    assert bearing(Fraction(1, 2**31), 0) == 90
    assert bearing(-Fraction(3, 2**31), -Fraction(3, 2**31)) == 225
    assert bearing(16383, -16383) == 135
    assert bearing(0, 0) == 0
    assert length(16383, 0) == 16383


# --- Two bases ---------------------------------------------------------------------------------------------------

headings = st.one_of(st.sampled_from([0, 30, 45, 90, 180, 240, 270]), st.integers(0, 359))


@st.composite
def neighbours(draw: st.DrawFn, spread: int = 330) -> tuple[Placed, Placed]:
    one = (draw(st.integers(1000, 1010)), draw(st.integers(1000, 1010)), draw(headings), draw(st.integers(1, 5)))
    x, y = draw(st.integers(-spread, spread)), draw(st.integers(-spread, spread))
    return one, (one[0] + x, one[1] + y, draw(headings), draw(st.integers(1, 5)))


@given(neighbours())
@settings(max_examples=50, deadline=None)
def test_overlap_and_gap_are_those_of_the_reference(pair: tuple[Placed, Placed]):
    one, other = drawn(*pair[0]), drawn(*pair[1])
    depth = depth_of_overlap(one, other)
    first, second = base(pair[0]), base(pair[1])
    for by in (0, 1):
        if abs(depth - by) > SLACK or pair[0][2] % 90 == pair[1][2] % 90 == 0:
            assert first.overlaps(second, by) == second.overlaps(first, by) == (depth > by)
    gap = gap_between(one, other)
    assert first.gap(second) == pytest.approx(float(gap), abs=2e-6)
    for limit in (0, 5, 300):
        if abs(gap - limit) > SLACK:
            assert first.within(second, limit) == second.within(first, limit) == (gap <= limit)


def test_contact_reaches_five_yards_and_no_further():
    target = Rectangle(1000, 1105, 180, 100, 100)
    assert Rectangle(1000, 1000, 0, 100, 100).touches(target)
    assert not Rectangle(1000, 999, 0, 100, 100).touches(target)
    corner = Rectangle(1103, 1104, 0, 100, 100)  # 3 east and 4 north of the other's corner
    assert Rectangle(1000, 1000, 0, 100, 100).touches(corner)
    assert not Rectangle(1000, 1000, 0, 100, 100).touches(Rectangle(1104, 1104, 0, 100, 100))


def test_a_tie_at_a_turned_heading_is_a_tie():
    # 400 yards due east are 200 along a heading of 30 degrees: the overlap of two depths of 201 is one yard exactly.
    one = Rectangle(0, 0, 30, 4000, 201)
    assert not one.overlaps(Rectangle(400, 0, 210, 4000, 201), 1)
    assert one.overlaps(Rectangle(400, 0, 210, 4000, 201), Fraction(999, 1000))
    # Out and back again along an irrational way.
    there = one.gone(37, 1000).gone(217, 1000)
    assert not there.overlaps(Rectangle(400, 0, 210, 4000, 201), 1)


@given(neighbours(spread=300))
@settings(max_examples=50, deadline=None)
def test_the_sides_touched_are_those_of_the_reference(pair: tuple[Placed, Placed]):
    found, expected = base(pair[0]).contacts(base(pair[1])), reference_contacts(*pair)
    # An edge that lies exactly on that of a strip counts: the reference, without EPSILON, may see it or not.
    parallel = (pair[0][2] - pair[1][2]) % 90 == 0
    assume(not parallel or all(abs(one - other) < 1e-4 for one, other in zip(found, expected, strict=True)))
    assert found == pytest.approx([float(each) for each in expected], abs=1e-4)


@pytest.mark.parametrize(
    ("x", "y", "heading", "men", "face"),
    [
        (2000, 1900, 0, 2, "front"),
        (2300, 2000, 270, 2, "flank"),
        (2303, 1960, 270, 2, "flank"),
        (2000, 2100, 180, 2, "rear"),
        (2300, 1900, 0, 1, "front"),
        (2300, 2100, 0, 1, "flank"),
        (1699, 2000, 90, 1, "flank"),
    ],
)
def test_the_face_touched(x: int, y: int, heading: int, men: int, face: str):
    target = Rectangle(2000, 2000, 180, 500, 100)
    other = Rectangle(x, y, heading, men * 100, 100)
    assert target.touches(other)
    assert target.face(other) == face


def test_the_board_ends_half_a_yard_beyond_its_edge():
    assert Rectangle(50, 4950, 0, 100, 100).on_board(7000, 5000)
    assert Rectangle(Fraction(99, 2), 50, 0, 100, 100).on_board(7000, 5000)
    assert not Rectangle(49, 50, 0, 100, 100).on_board(7000, 5000)
    assert not Rectangle(6950, 4950, 45, 100, 100).on_board(7000, 5000)


# --- Sweeps ------------------------------------------------------------------------------------------------------


@given(neighbours(spread=600), st.integers(0, 359), st.integers(1, 800))
@settings(max_examples=40, deadline=None)
def test_a_sweep_is_barred_where_stepping_along_it_finds_an_overlap(pair: tuple[Placed, Placed], way: int, far: int):
    (x, y, heading, men), other = pair
    ahead = axes(way)[1]
    shape = drawn(*other)

    def depth_after(gone: Fraction | int) -> Fraction:
        return depth_of_overlap(drawn(x + gone * ahead[0], y + gone * ahead[1], heading, men), shape)

    barred = base(pair[0]).barred(way, far, base(other))
    steps = [Fraction(far * at, 24) for at in range(25)]
    if barred is None:
        assert all(depth_after(gone) <= 1 + SLACK for gone in steps)
        return
    at = Fraction(barred)
    assert all(depth_after(gone) <= 1 + SLACK for gone in steps if gone < at)
    assert depth_after(at) >= 1 - SLACK
    if at:
        assert depth_after(at) <= 1 + SLACK


@given(neighbours(spread=900), st.booleans())
@settings(max_examples=40, deadline=None)
def test_contact_is_made_a_hundredth_inside(pair: tuple[Placed, Placed], exactly: bool):
    one, other = base(pair[0]), base(pair[1])
    dx, dy = pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]
    assume(dx or dy)
    far = one.enters((dx, dy), 2000, other)
    assert far is not None  # it goes straight for the other's centre
    if one.touches(other):
        assert far == 0
        return
    there = one.gone((dx, dy), Fraction(far))
    assert there.gap(other) == 0
    assert there.overlaps(other, Fraction(9, 1000))
    assert not there.overlaps(other, Fraction(11, 1000))


def test_two_enemies_that_touch_let_nobody_through():
    runner = Rectangle(3001, 1850, 0, 100, 100)
    assert runner.barred(0, 200, Rectangle(2950, 2000, 180, 100, 100)) == 51
    assert runner.barred(0, 200, Rectangle(3053, 2000, 180, 100, 100)) == 51
    wide = Rectangle(3000, 1850, 0, 100, 100)
    assert wide.barred(0, 200, Rectangle(2900, 2000, 180, 100, 100)) is None
    assert wide.barred(0, 200, Rectangle(3100, 2000, 180, 100, 100)) is None


def test_a_piece_slides_along_one_that_it_overlaps_by_a_yard():
    assert Rectangle(1000, 1000, 30, 100, 100).barred(30, 400, Rectangle(1000, 1398, 30, 600, 100)) is not None
    # 398 yards due north are 199 across a heading of 30: half of 400 less the yard.
    assert Rectangle(1000, 1000, 30, 200, 100).barred(30, 400, Rectangle(1000, 1398, 30, 200, 100)) is None


def test_a_wheel_keeps_its_front_corner():
    line = Rectangle(3000, 2000, 0, 500, 100)
    assert (line.wheeled(-22).rounded, line.wheeled(-22).heading) == ((3001, 2097), 338)
    assert (line.wheeled(22).rounded, line.wheeled(22).heading) == ((2999, 2097), 22)
    assert Rectangle(3000, 2000, 0, 200, 100).wheeled(90).rounded == (3050, 2150)


# --- Fire --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "heading", "men", "sector", "square"),
    [
        (3000, 2100, 180, 2, True, True),
        (3000, 2101, 180, 2, False, False),
        (3550, 1950, 180, 2, True, True),
        (3600, 1850, 180, 2, False, True),
        (3120, 1040, 0, 1, False, True),
        (3000, 1080, 0, 1, True, True),
        (3000, 800, 0, 1, False, False),
    ],
)
def test_the_arc_of_fire(x: int, y: int, heading: int, men: int, sector: bool, square: bool):
    gun, target = Rectangle(3000, 1000, 0, 100, 100), Rectangle(x, y, heading, men * 100, 100)
    assert gun.in_arc(target) == sector
    assert gun.in_arc(target, square=True) == square


@given(st.integers(0, 359), st.integers(-1200, 1200), st.integers(-1200, 1200), headings, st.integers(1, 5))
@settings(max_examples=50, deadline=None)
def test_the_arc_is_that_of_the_reference(facing: int, dx: int, dy: int, heading: int, men: int):
    gun: Placed = (3000, 3000, facing, 1)
    target: Placed = (3000 + dx, 3000 + dy, heading, men)
    least = reference_range(gun, target)
    if least is not None:
        assume(abs(least - 1000) > SLACK)
    assert base(gun).in_arc(base(target)) == (least is not None and least <= 1000)


def test_what_a_refusal_tells_of_the_arc():
    gun = Rectangle(3000, 1000, 0, 100, 100)
    assert gun.reach_to(Rectangle(3000, 2101, 180, 200, 100)) == 1001
    assert gun.off_front(Rectangle(4000, 2050, 180, 200, 100)) == 45
    assert gun.off_front(Rectangle(2000, 50, 180, 200, 100)) == 135


# --- Roads -------------------------------------------------------------------------------------------------------

CHAUSSEE = ((4400, 0), (3900, 2100), (3700, 3300), (3640, 5000))


def test_a_road_has_bearings_and_corners():
    road = Polyline(130, CHAUSSEE)
    assert road.bearings == (347, 351, 358)
    corner = length(500, 2100)
    assert road.nearest_on(3900, 2100) == corner
    assert road.segment_at(corner) == 1
    assert road.segment_at(corner - 0.001) == 0
    assert road.segment_at(road.length) == 2
    assert road.point_at(0) == (4400, 0)
    assert road.point_at(road.length) == pytest.approx((3640, 5000), abs=1e-6)


@given(st.integers(3500, 4500), st.integers(0, 5000), st.sampled_from([257, 261, 268, 347, 0, 90]), st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_a_base_is_on_a_road_where_all_its_points_are(x: int, y: int, heading: int, men: int):
    road = Polyline(130, CHAUSSEE)
    if men % 2:  # near the road, where it matters
        along = road.nearest_on(x, y)
        x, y = (round(each) for each in road.point_at(along))
    corners = drawn(x, y, heading, men)
    furthest = Fraction(0)
    for at in range(4):
        one, other = corners[at - 1], corners[at]
        count = 4 if at % 2 == 0 else men * 4
        for part in range(count):
            point = one[0] + (other[0] - one[0]) * part / count, one[1] + (other[1] - one[1]) * part / count
            furthest = max(
                furthest,
                min(
                    from_segment(point, tuple(map(Fraction, start)), tuple(map(Fraction, end)))
                    for start, end in pairwise(CHAUSSEE)
                ),
            )
    assume(abs(root_of(furthest) - 66) > SLACK)
    placed = Rectangle(x, y, heading, men * 100, 100)
    assert road.carries(placed) == (root_of(furthest) <= 66)
    assert road.off_road(placed) == pytest.approx(float(root_of(furthest)) - 65, abs=1e-5)


@given(st.integers(3000, 5000), st.integers(0, 5000))
@settings(max_examples=30, deadline=None)
def test_the_nearest_point_of_a_road(x: int, y: int):
    road = Polyline(130, CHAUSSEE)
    east, north = road.point_at(road.nearest_on(x, y))
    least = min(
        from_segment((Fraction(x), Fraction(y)), tuple(map(Fraction, start)), tuple(map(Fraction, end)))
        for start, end in pairwise(CHAUSSEE)
    )
    assert (east - x) ** 2 + (north - y) ** 2 == pytest.approx(float(least), rel=1e-6, abs=1e-3)


def test_of_points_equally_near_the_one_nearer_to_the_beginning() -> None:
    bend = Polyline(130, ((0, 0), (0, 100), (100, 100)))
    assert bend.nearest_on(50, 50) == 50


@pytest.mark.parametrize("points", [[(0, 0)], [(0, 0), (0, 0)], [(at, at) for at in range(40)]])
def test_a_road_that_is_none(points: list[tuple[int, int]]):
    with pytest.raises(ValueError, match="road"):
        Polyline(130, points)
