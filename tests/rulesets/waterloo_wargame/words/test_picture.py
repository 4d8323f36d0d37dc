"""The picture of the field: everything to scale and where it is, in a part of it too."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, cos, degrees, dist, radians, sin
from typing import Any

import pytest
from drawn import Mark, marks, near, texts

from core.contract import Event, Json
from pbem.rulesets.waterloo_wargame import presentation
from pbem.rulesets.waterloo_wargame.shapes import meeting_point, shape_of

RULES = presentation().rules
PIECES = [
    {"code": "I3", "side": "french", "arm": "infantry", "men": 3, "x": 3000, "y": 1900, "heading": 0},
    {"code": "D5", "side": "allied", "arm": "infantry", "men": 5, "x": 3000, "y": 2000, "heading": 180},
    {"code": "G1", "side": "allied", "arm": "gun", "men": 0, "x": 2500, "y": 1600, "heading": 135},
    {"code": "C2", "side": "french", "arm": "cavalry", "men": 2, "x": 4500, "y": 1000, "heading": 60},
]
INSETS = ["", "3000,1900 zoom 4", "hou"]
YARD = 0.2  # points


def view(inset: str = "", **options: Any) -> Json:
    settled = RULES.settle({"scenario": "bare"} | options)
    return RULES.view(RULES.decode({"pieces": PIECES, "generals": {"french": "I3"}}, settled), None) | {"inset": inset}


def picture(inset: str = "", **options: Any) -> list[Mark]:
    return marks(presentation().map_svg(view(inset, **options)))


def field(found: list[Mark]) -> Mark:
    return next(mark for mark in found if mark.attributes.get("fill") == "#dde2b8")


def spot(found: list[Mark], x: float, y: float) -> tuple[float, float]:
    """Where a point of the field is drawn, by the numbers along the edges."""
    edge = field(found)
    numbers = [(int(mark.text.replace(",", "")), mark) for mark in found if mark.text.replace(",", "").isdecimal()]
    columns = [(number, mark.middle[0]) for number, mark in numbers if mark.south < edge.north]
    rows = [(number, mark.middle[1]) for number, mark in numbers if mark.east < edge.west]
    return _between(columns, x), _between(rows, y)


def _between(marked: list[tuple[int, float]], value: float) -> float:
    (low, first), (high, last) = min(marked), max(marked)
    return first + (last - first) * (value - low) / (high - low)


def base(found: list[Mark], code: str) -> Mark:
    """The rectangle of a piece, which is the first that its title goes with."""
    return next(mark for mark in found if mark.tag == "rect" and f" {code}, " in mark.title)


@pytest.mark.parametrize("inset", INSETS)
def test_pieces_stand_where_the_numbers_along_the_edges_say(inset: str) -> None:
    found = picture(inset)
    for piece in PIECES:
        assert near(base(found, piece["code"]).middle, spot(found, piece["x"], piece["y"]), 2), piece["code"]


@pytest.mark.parametrize("inset", INSETS)
def test_numbers_stand_at_even_distances_on_both_sides_and_have_a_line(inset: str) -> None:
    found = picture(inset)
    edge = field(found)
    numbers = [mark for mark in found if mark.text.replace(",", "").isdecimal()]
    above = [mark for mark in numbers if mark.south < edge.north]
    beside = [mark for mark in numbers if mark.east < edge.west]
    assert [mark.text for mark in above] == [mark.text for mark in numbers if mark.north > edge.south]
    assert [mark.text for mark in beside] == [mark.text for mark in numbers if mark.west > edge.east]
    apart = 100 if inset else 500
    for row, of in ((above, 0), (beside, 1)):
        values = [int(mark.text.replace(",", "")) for mark in row]
        assert all(b - a == apart for a, b in pairwise(values))
        steps = {round(b.middle[of] - a.middle[of], 1) for a, b in pairwise(row)}
        assert max(steps) - min(steps) < 0.2
        lines = [mark.middle[of] for mark in found if mark.tag == "path" and len(mark.points) == 2 and mark.clipped]
        assert all(any(abs(line - mark.middle[of]) < 1 for line in lines) for mark in row)
    assert {mark.text for mark in above} >= ({"500", "5,000"} if not inset else set())


@pytest.mark.parametrize("inset", INSETS)
def test_as_much_of_the_field_is_drawn_as_there_is_room_for(inset: str) -> None:
    found = picture(inset)
    edge = field(found)
    assert edge.east - edge.west == pytest.approx(7000 * YARD)
    clip = [mark for mark in found if mark.attributes.get("stroke") == "#54492f"]
    assert [near(one, other) for one, other in zip(clip[0].points, edge.points, strict=True)] == [True] * 4
    assert found[0].east - edge.east == edge.west - found[0].west


@pytest.mark.parametrize("inset", INSETS)
def test_what_lies_beyond_the_field_is_covered_by_its_margins(inset: str) -> None:
    found, edge = picture(inset), field(picture(inset))
    (margins,) = [mark for mark in found if mark.tag == "path" and mark.attributes.get("fill") == "#f7f2e4"]
    assert found[0].lies_in(margins)
    hole = margins.points[-4:]
    assert {(round(x), round(y)) for x, y in hole} == {(round(x), round(y)) for x, y in edge.points}
    at = found.index(margins)
    drawn = [number for number, mark in enumerate(found) if mark.clipped]
    written = [number for number, mark in enumerate(found) if mark.text and not mark.clipped]
    assert max(drawn) < at < min(written)


def test_bases_are_as_large_as_they_are_and_turned_as_they_stand() -> None:
    found = picture()
    for piece in view()["pieces"]:
        corners = base(found, piece["code"]).points
        assert dist(corners[0], corners[1]) == pytest.approx(piece["width"] * YARD)
        assert dist(corners[1], corners[2]) == pytest.approx(piece["depth"] * YARD)
        front = corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]
        assert round(degrees(atan2(front[1], front[0]))) % 360 == piece["heading"]


@pytest.mark.parametrize("heading", range(0, 360, 15))
def test_what_is_written_on_a_base_is_never_head_down(heading: int) -> None:
    turned = [piece | {"heading": heading, "x": 1000 + 1500 * at, "y": 1200} for at, piece in enumerate(PIECES)]
    settled = RULES.settle({"scenario": "bare"})
    found = marks(presentation().map_svg(RULES.view(RULES.decode({"pieces": turned}, settled), None)))
    for label, roomy in (("I3 3", True), ("D5 5", True), ("G1", False), ("C2 2", True)):
        (left, right, *_), *_ = [mark.points for mark in texts(found, label)]
        angle = round(degrees(atan2(right[1] - left[1], right[0] - left[0])))
        assert abs(angle) <= (90 if roomy else 45)
        assert (angle - heading) % (180 if roomy else 90) == 0


def arc(found: list[Mark]) -> Mark:
    (drawn,) = [mark for mark in found if mark.attributes.get("stroke-opacity") == "0.4"]
    return drawn


def test_a_gun_covers_a_thousand_yards_within_thirty_degrees_of_its_front() -> None:
    found = picture()
    front = ahead(2500, 1600, 135, 50)
    ends = [ahead(*front, 135 + side, 1000) for side in (-30, 30)]
    wanted = [spot(found, *point) for point in (front, *ends)]
    assert all(near(drawn, point, 1.5) for drawn, point in zip(arc(found).points, wanted, strict=True))


def test_a_gun_covers_a_square_where_the_game_has_it_so() -> None:
    found = picture(fire_arc="square")
    front = ahead(2500, 1600, 135, 50)
    left, right = ahead(*front, 45, 500), ahead(*front, 225, 500)
    wanted = [spot(found, *point) for point in (left, ahead(*left, 135, 1000), ahead(*right, 135, 1000), right)]
    drawn = arc(found).points
    assert len(drawn) == 4
    assert all(any(near(each, point, 1.5) for each in drawn) for point in wanted)
    assert dist(drawn[0], drawn[1]) == pytest.approx(1000 * YARD, abs=1)
    assert dist(drawn[1], drawn[2]) == pytest.approx(1000 * YARD, abs=1)


def ahead(x: float, y: float, heading: float, yards: float) -> tuple[float, float]:
    return x + yards * sin(radians(heading)), y + yards * cos(radians(heading))


def test_a_star_stands_where_enemies_touch() -> None:
    found = picture()
    (star,) = [mark for mark in found if mark.attributes.get("fill") == "#ffd83d" and mark.clipped]
    middle = spot(found, 3000, 1950)
    assert len(star.points) == 16
    assert all(abs(dist(tip, middle) - 8.5) < 1 for tip in star.points[::2])
    assert all(abs(dist(notch, middle) - 3.6) < 1 for notch in star.points[1::2])
    rays = [dist(one, other) for one, other in zip(star.points[::2], star.points[2::2], strict=False)]
    assert max(rays) - min(rays) < 1
    assert star.points[0][1] == star.north


@pytest.mark.parametrize(
    ("pieces", "at"),
    [
        # Corner to front: the corner it is.
        (((1000, 1000, 0, 300), (1000 + 150 + 200, 1000 + 70.71, 45, 100)), None),
        # Front to front, half their width beside each other: midway along what they share.
        (((1000, 1000, 0, 200), (1100, 1100, 180, 200)), (1050, 1050)),
        # Side to side.
        (((1000, 1000, 90, 200), (1100, 1000, 270, 200)), (1050, 1000)),
    ],
)
def test_where_two_bases_meet(
    pieces: tuple[tuple[float, float, int, float], ...], at: tuple[float, float] | None
) -> None:
    one, other = (
        shape_of({"x": x, "y": y, "heading": heading, "width": width, "depth": 100}) for x, y, heading, width in pieces
    )
    found = meeting_point(one, other)
    assert meeting_point(other, one) == pytest.approx(found)
    if at is not None:
        assert found == pytest.approx(at)
    else:
        assert dist(found, one.nearest(*found)) < 130


def test_strongpoints_are_to_scale_with_their_houses_in_them() -> None:
    found = picture()
    grounds = [mark for mark in found if mark.attributes.get("fill") == "#d2b98f"]
    houses = [mark for mark in found if mark.attributes.get("fill") == "#a9583c"]
    outlines = view()["outlines"].values()
    assert (len(grounds), len(houses)) == (len(outlines), 4 * len(outlines))
    for ground, outline in zip(grounds, outlines, strict=True):
        assert near((ground.west, ground.north), spot(found, outline["west"], outline["north"]), 2)
        assert near((ground.east, ground.south), spot(found, outline["east"], outline["south"]), 2)
        within = [house for house in houses if house.lies_in(ground)]
        assert len(within) == 4
        assert [pair for pair in combinations(within, 2) if pair[0].covers(pair[1])] == []


def test_the_clock_and_the_losses_are_as_long_as_what_is_done_of_them() -> None:
    settled = RULES.settle({"scenario": "bare"})
    written = {"pieces": PIECES, "round": 5, "to_move": "allied", "losses": {"french": 3, "allied": 15}}
    seen = RULES.view(RULES.decode(written, settled), None)
    found = marks(presentation().map_svg(seen))
    rails = [mark for mark in found if mark.attributes.get("fill") == "#e6dcc0"]
    filled = [
        next(mark for mark in found if mark.north == rail.north and mark.tag == "rect" and mark.points != rail.points)
        for rail in rails
    ]
    shares = [(fill.east - fill.west) / (rail.east - rail.west) for fill, rail in zip(filled, rails, strict=True)]
    assert shares == pytest.approx([5 / seen["turns"], 3 / seen["target"], 15 / seen["target"]])
    assert {rail.east for rail in rails} == {field(found).east}


def test_roads_are_drawn_through_their_points_and_named_along_them() -> None:
    found = picture()
    for road in view()["roads"].values():
        path = tuple(spot(found, *point) for point in road["points"])
        drawn = [mark for mark in found if mark.tag == "path" and len(mark.points) == len(path)]
        assert any(all(map(near, mark.points, path)) for mark in drawn), road["name"]
        name = next(mark for mark in texts(found, road["name"]) if mark.clipped)
        left, right = name.points[0], name.points[1]
        stretches = list(pairwise(path))
        start, end = max(stretches, key=lambda stretch: dist(*stretch))
        across, down = right[0] - left[0], right[1] - left[1]
        assert across > 0  # never head down
        along = (end[0] - start[0]) * down - (end[1] - start[1]) * across
        assert abs(along) / dist(start, end) / dist(left, right) < 0.05
        assert dist(name.middle, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)) < 8


def test_a_shot_at_a_strongpoint_goes_to_its_middle() -> None:
    seen = view()
    outline = seen["outlines"]["HOU"]
    shot = Event("bombard", {"gun": "G1", "target": "GAR", "strongpoint": "HOU"})
    found = marks(presentation().map_svg(seen, (shot,)))
    (head,) = [mark for mark in found if mark.title == "G1 fires at GAR" and mark.attributes.get("stroke-width") == "1"]
    middle = spot(found, (outline["west"] + outline["east"]) / 2, (outline["south"] + outline["north"]) / 2)
    assert near(head.middle, middle, 24)


def test_the_name_of_a_place_stands_where_nobody_is_in_its_way() -> None:
    def side(*pieces: Json) -> float:
        """How far to the east of the place its name stands."""
        at = RULES.decode({"pieces": [*PIECES, *pieces]}, RULES.settle({"scenario": "bare"}))
        found = marks(presentation().map_svg(RULES.view(at, None)))
        return texts(found, place["name"])[0].middle[0] - spot(found, place["x"], place["y"])[0]

    place = view()["places"]["LBA"]
    east = {"arm": "infantry", "men": 1, "side": "french", "x": place["x"] + 300, "heading": 0}
    assert side() > 0
    assert side(*(east | {"code": f"E{at}", "y": place["y"] + 110 * (at - 2)} for at in (1, 2, 3))) < 0
