"""The picture of the battlefield: what stands where, beside the board too."""

from __future__ import annotations

from itertools import pairwise

import pytest
from drawn import Mark, crossing, marks, near, parts

from core.contract import Json
from pbem.rulesets.stratego_waterloo import presentation

RULES = presentation().rules
SIDE = 54


def picture(at: Json) -> list[Mark]:
    return marks(presentation().map_svg(at))


def squares(found: list[Mark]) -> list[Mark]:
    """The squares that are darker than the grass they lie on."""
    (darker,) = [mark for mark in found if mark.attributes.get("fill") == "#c6d49c"]
    return parts(darker, 4)


@pytest.fixture(scope="module")
def opening() -> list[Mark]:
    return picture(RULES.view(RULES.opening(RULES.settle({})), None))


def test_squares_are_as_the_names_along_the_edges_say(opening: list[Mark]) -> None:
    drawn = squares(opening)
    assert {(square.east - square.west, square.south - square.north) for square in drawn} == {(SIDE, SIDE)}
    assert len(drawn) == 12 * 10 / 2
    for at, column in enumerate("ABCDEFGHIJKL"):
        for row in range(1, 11):
            middle = crossing(opening, column, str(row))
            assert any(near(square.middle, middle) for square in drawn) == ((at + row) % 2 == 0), (column, row)


def test_the_edge_of_the_board_runs_round_its_squares(opening: list[Mark]) -> None:
    (edge,) = [mark for mark in opening if mark.attributes.get("stroke") == "#5e4a28"]
    (grass,) = [mark for mark in opening if mark.attributes.get("fill") == "#cfdca8"]
    assert edge.points == grass.points
    assert all(square.lies_in(edge) for square in squares(opening))
    assert (edge.east - edge.west, edge.south - edge.north) == (12 * SIDE, 10 * SIDE)


def test_the_signs_stand_below_the_pools_in_rows_as_wide_as_the_board() -> None:
    found = picture(RULES.view(RULES.opening(RULES.settle({"version": "expert"})), "blue"))
    edge = next(mark for mark in found if mark.attributes.get("stroke") == "#5e4a28")
    lowest = max(mark.south for mark in found if " pool: " in mark.text)
    signs = [mark for mark in found if mark.text and mark.north > lowest]
    assert {"i infantry", "line of retreat", "mud"} & {mark.text for mark in signs}
    assert all(mark.lies_in(found[0]) for mark in signs)
    rows = sorted({mark.north for mark in signs if len(mark.text) > 3})
    assert all(lower - upper == 26 for upper, lower in pairwise(rows))
    # No row is broken before it is full: the first sign of the next would not have fitted.
    for upper, lower in pairwise(rows):
        last = max((mark for mark in signs if mark.north == upper), key=lambda mark: mark.west)
        first = min((mark for mark in signs if mark.north == lower), key=lambda mark: mark.west)
        assert last.west + 6.1 * len(last.text) + 40 + 6.1 * len(first.text) > edge.east
    below = found[0].south - max(mark.south for mark in signs)
    assert 0 < below < 40


@pytest.mark.parametrize("section", ["LEFT", "CENTRE", "RIGHT"])
def test_lines_of_retreat_are_drawn_where_the_viewer_knows_of_them(section: str) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "blue")
    assert lines(picture(view)) == []
    found = picture(view | {"retreat": {"blue": section, "red": None}})
    wanted = [crossing(found, name[0], name[1:]) for name in view["sections"]["blue"][section]]
    assert len(lines(found)) == len(wanted)
    assert all(near(line.middle, middle) for line, middle in zip(lines(found), wanted, strict=True))


def test_in_an_expert_battle_the_lines_of_retreat_of_both_are_all_of_them() -> None:
    found = picture(RULES.view(RULES.opening(RULES.settle({"version": "expert"})), None))
    assert len(lines(found)) == 24


@pytest.mark.clause("SWL-160")
def test_the_picture_of_a_pursuit_has_neither_lines_of_retreat_nor_places_of_arrival() -> None:
    written: Json = {"board": {"E4": "LN", "A1": "NA", "A10": "WE"}, "undrawn": ["PI", "LW"]}
    chase = {"phase": "pursuit", "pursuit": {"victor": "red", "riders": {"V1": "KH"}}}
    for more, shown in (({}, True), (chase, False)):
        view = RULES.view(RULES.decode(written | more, RULES.settle({"version": "expert"})), "blue")
        drawn = presentation().map_svg(view)
        for words in ("retreat: CENTRE", "line of retreat", "Prussians arrive", "2 Prussians to come"):
            assert (words in drawn) == shown, words


def lines(found: list[Mark]) -> list[Mark]:
    """The squares that are drawn as lines of retreat: on the board, not as the sign in the legend."""
    drawn = [mark for mark in found if mark.attributes.get("fill-opacity") == "0.16"]
    return [mark for mark in drawn if mark.east - mark.west > SIDE / 2]
