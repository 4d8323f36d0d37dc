"""The picture of the field: what stands where."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from drawn import Mark, crossing, marks, near, parts, texts

from core.contract import Json
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.board import board

RULES = presentation().rules
CELL = 72


def picture(units: Json, **more: Any) -> list[Mark]:
    at = RULES.decode({"units": units, "dice": list("IICAX")} | more, RULES.settle({}))
    return marks(presentation().map_svg(RULES.view(at, None)))


@pytest.fixture(scope="module")
def opening() -> list[Mark]:
    return marks(presentation().map_svg(RULES.view(RULES.opening(RULES.settle({})), None)))


def cell(found: list[Mark], name: str) -> tuple[float, float]:
    """The middle of a cell by the names along the edges."""
    return crossing(found, name[0], name[1:])


def on_the_field(found: list[Mark], colour: str) -> list[Mark]:
    """The paths of a colour, filled or drawn with it, that lie on the field and not in the legend."""
    field = next(mark for mark in found if mark.attributes.get("fill") == "#d8e0b4")
    drawn = [mark for mark in found if colour in (mark.attributes.get("fill"), mark.attributes.get("stroke"))]
    return [mark for mark in drawn if mark.tag == "path" and mark.lies_in(field)]


def bases(found: list[Mark], name: str) -> list[Mark]:
    """The bases in a cell, in the order of their letters, without the white field that is the flag."""
    drawn = [mark for mark in found if mark.tag == "rect" and mark.title.startswith(f"{name}: ")]
    return [mark for mark in drawn if "stroke" in mark.attributes]


def test_the_field_is_as_the_names_along_the_edges_say(opening: list[Mark]) -> None:
    fields = [mark for mark in opening if mark.tag == "rect" and mark.south - mark.north == 10 * CELL]
    assert len(fields) == 2  # its ground and its edge
    for field in fields:
        assert field.east - field.west == 12 * CELL
        assert near((field.west + CELL / 2, field.north + CELL / 2), cell(opening, "A1"))
        assert near((field.east - CELL / 2, field.south - CELL / 2), cell(opening, "L10"))
    (grid,) = [mark for mark in opening if mark.attributes.get("stroke") == "#a7ad81"]
    assert grid.lies_in(fields[0])
    assert near((grid.west, grid.north), (fields[0].west, fields[0].north))
    assert near((grid.east, grid.south), (fields[0].east, fields[0].south))


def test_hills_cover_their_cells_and_their_slopes_run_inwards(opening: list[Mark]) -> None:
    grounds = [parts(hill, 4) for hill in on_the_field(opening, "#c9b585")]
    for cells, ground in zip(board().hills.values(), grounds, strict=True):
        assert len(ground) == len(cells)
        assert all(any(near(square.middle, cell(opening, name)) for square in ground) for name in cells)
        assert {(square.east - square.west, square.south - square.north) for square in ground} == {(CELL, CELL)}
    slopes = [parts(hill, 12) for hill in on_the_field(opening, "#a8905f")]
    assert len(slopes) == len(grounds)
    for ground, slope in [(ground, slope) for ground, own in zip(grounds, slopes, strict=True) for slope in own]:
        strokes = list(zip(slope.points[::2], slope.points[1::2], strict=True))
        assert any(slope.lies_in(square) for square in ground)
        assert len({(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in strokes}) == 1
        (x0, y0), (x1, y1) = strokes[0]
        assert sorted((abs(x1 - x0), abs(y1 - y0))) == [0, 6]
        # Along one side of a cell, a stroke every twelve points, six of them from corner to corner.
        starts = sorted(start for start, _ in strokes)
        apart = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(starts)}
        assert apart in ({(12, 0)}, {(0, 12)})
        corner = cell(opening, "A1")[0] - CELL / 2, cell(opening, "A1")[1] - CELL / 2
        along = 0 if apart == {(12, 0)} else 1
        assert round(starts[0][along] - corner[along]) % CELL == 6


def test_hills_are_outlined_where_they_end(opening: list[Mark]) -> None:
    outlines = on_the_field(opening, "#93794a")
    for cells, outline in zip(board().hills.values(), outlines, strict=True):
        sides = set(zip(outline.points[::2], outline.points[1::2], strict=True))
        for name in cells:
            x, y = cell(opening, name)
            for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                ends_here = f"{chr(ord(name[0]) + across)}{int(name[1:]) + down}" not in cells
                middle = x + across * CELL / 2, y + down * CELL / 2
                drawn = any(
                    near(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), middle) and abs(a[0] - b[0]) + abs(a[1] - b[1]) == CELL
                    for a, b in sides
                )
                assert drawn == ends_here, (name, across, down)


@pytest.mark.parametrize("facing", ["n", "e", "s", "w", "+"])
@pytest.mark.parametrize("letters", ["f", "fa", "fab", "fabc"])
def test_bases_stand_side_by_side_in_their_cell_and_their_label_behind_them(facing: str, letters: str) -> None:
    found = picture({"BI2": f"E6:{letters}:{facing}"})
    x, y = cell(found, "E6")
    drawn = bases(found, "E6")
    assert len(drawn) == len(letters)
    written = [[mark.text for mark in found if mark.text and mark.covers(base, 1)] for base in drawn]
    assert written == [[letter] for letter in letters]
    slack = 2 if facing == "+" else 1  # a square is closed at its corners
    assert [pair for pair in combinations(drawn, 2) if pair[0].covers(pair[1], slack)] == []
    assert all(abs(px - x) <= CELL / 2 and abs(py - y) <= CELL / 2 for mark in drawn for px, py in mark.points)
    # Two abreast to the front.
    if len(letters) > 1 and facing != "+":
        ahead = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[facing]
        forward = [round(mark.middle[0] * ahead[0] + mark.middle[1] * ahead[1], 3) for mark in drawn]
        assert forward[0] == forward[1]
        assert all(behind < forward[0] for behind in forward[2:])
    (label,) = texts(found, "BI2")
    assert label.middle[0] == x
    assert abs(label.middle[1] - y) < CELL / 2
    assert not any(label.covers(mark, 1) for mark in drawn)
    # It lies on a slip of paper's colour that is as wide as it is.
    (slip,) = [mark for mark in found if mark.attributes.get("fill-opacity") == "0.92"]
    assert slip.middle[0] == x
    assert slip.west < label.west < label.east < slip.east
    assert slip.east - slip.west < 1.7 * (label.east - label.west)
    assert (label.middle[1] < y) == (facing == "s")


def test_an_arrow_leads_from_who_faces_an_enemy_towards_him() -> None:
    found = picture({"BI2": "E6:fabc:n", "RI2": "E5:fab:w"})
    (arrow,) = on_the_field(found, "#7a1010")
    x, y = cell(found, "E6")
    assert x < arrow.middle[0] < x + CELL / 4  # to the right of who faces him
    assert arrow.north < y - CELL / 2 < arrow.south
    assert [point for point in arrow.points if point[1] == arrow.north] == [(arrow.middle[0], arrow.north)]


def test_two_that_face_each_other_have_an_arrow_each() -> None:
    found = picture({"BI2": "E6:fabc:n", "RI2": "E5:fab:s"})
    drawn = on_the_field(found, "#7a1010")
    southward, northward = sorted(drawn, key=lambda arrow: arrow.middle[0])
    assert not southward.covers(northward)
    for arrow, tip in ((southward, southward.south), (northward, northward.north)):
        assert arrow.north < cell(found, "E6")[1] - CELL / 2 < arrow.south
        assert [point for point in arrow.points if point[1] == tip] == [(arrow.middle[0], tip)]


def test_what_the_bases_of_a_stack_share_is_drawn_once_for_all_of_them() -> None:
    # Each element costs time in every mail: the fullest field has 110 bases in 36 stacks.
    svg = presentation().map_svg(RULES.view(RULES.opening(RULES.settle({"scenario": "lambert"})), None))
    assert svg.count("<text") <= 130
    assert svg.count("<path") <= 150
    letters = [mark.text for mark in marks(svg) if mark.text in ("f", "a", "b", "c")]
    assert len(letters) == 110 + 1  # one in the legend


def test_the_picture_is_called_by_game_and_turn_alone(opening: list[Mark]) -> None:
    assert len(texts(opening, "Waterloo on a grid, turn 1")) == 1
    assert not any("to move" in mark.text or "dice" in mark.text for mark in opening)


def test_black_bases_in_print_are_kept_apart_by_white_edges() -> None:
    at = RULES.decode({"units": {"BI1": "E5:fabc:n", "RI1": "E3:fabc:s"}, "dice": list("IICAX")}, RULES.settle({}))
    found = marks(presentation().map_svg(RULES.view(at, None) | {"print": True}))
    for name, fill, edge in (("E5", "#111111", "#ffffff"), ("E3", "#fdfdfd", "#111111")):
        drawn = bases(found, name)
        assert len(drawn) == 4
        assert {(mark.attributes["fill"], mark.attributes["stroke"]) for mark in drawn} == {(fill, edge)}
