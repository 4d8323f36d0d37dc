"""The picture of the board: what stands where, and how pieces share a place."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from drawn import Mark, crossing, marks, near, parts, texts

from core.contract import Event, Json
from pbem.rulesets.conflict import presentation
from pbem.rulesets.conflict.board import board, seat_title

RULES = presentation().rules
SEATS = ("red", "yellow", "green", "orange")
FIELD = {"ar1": "i6", "pl1": "h12", "aa": "c9", "bs1": "f8", "bs2": "e6", "pl2": "v3"}


def picture(pieces: Json, **more: Any) -> list[Mark]:
    written = {"pieces": pieces, "to_move": "red", "throws": [[5, 3]], **more}
    return marks(presentation().map_svg(RULES.view(RULES.decode(written, RULES.settle({"players": "4"})), None)))


def counters(found: list[Mark], where: str) -> dict[str, Mark]:
    """The outlines of the pieces that are said to be somewhere, by whose they are and which."""
    outlines = {mark.title: mark for mark in found if mark.title.endswith(f", {where}") and not mark.text}
    return {title.partition(",")[0]: mark for title, mark in outlines.items()}


def squares(found: list[Mark]) -> list[Mark]:
    """The squares from the north-west on, row by row: those of one ground and shade are drawn as one path."""
    grounds = [mark for mark in found if mark.attributes.get("shape-rendering") == "crispEdges"]
    drawn = [square for ground in grounds for square in parts(ground, 4)]
    return sorted(drawn, key=lambda square: (square.north, square.west))


def test_a_piece_stands_in_the_middle_of_its_square() -> None:
    found = picture({"red": FIELD})
    for piece, square in FIELD.items():
        drawn = counters(found, square)[f"Red {piece}"]
        assert near(drawn.middle, crossing(found, square[0], square[1:]), 2), piece
        assert drawn.east - drawn.west < 32


@pytest.mark.clause("CON-049")
@pytest.mark.parametrize(("seat", "circle", "path"), [("red", "c3", ["d4", "d5"]), ("green", "v22", ["u23", "t23"])])
def test_the_arrow_of_a_piece_that_enters_begins_on_its_home_circle(seat: str, circle: str, path: list[str]) -> None:
    facts = {"seat": seat, "piece": "pl1", "die": 2, "from": "START", "path": path, "captured": [], "lost": None}
    written = {"pieces": {seat: {"pl1": path[-1]}}, "to_move": "red", "throws": [[5, 3]]}
    view = RULES.view(RULES.decode(written, RULES.settle({"players": 4})), None)
    found = marks(presentation().map_svg(view, [Event("move", facts, "CON-037")]))
    x, y = crossing(found, circle[0], circle[1:])
    begins = [mark for mark in found if mark.title.endswith(f"to {path[-1]}") and mark.tag == "circle"]
    assert begins
    assert all(near(mark.middle, (x, y), 2) for mark in begins)


def test_squares_are_as_the_names_along_the_edges_say() -> None:
    found = picture({})
    drawn = squares(found)
    middles = {(column, row): crossing(found, column, str(row)) for column in "agx" for row in (1, 9, 24)}
    assert {(square.east - square.west, square.south - square.north) for square in drawn} == {(32, 32)}
    assert len(drawn) == len({square.middle for square in drawn}) == 24 * 24
    for middle in middles.values():
        assert any(near(square.middle, middle) for square in drawn)
    (frame,) = [mark for mark in found if mark.tag == "rect" and mark.east - mark.west == 24 * 32]
    assert all(square.lies_in(frame) for square in drawn)


def test_neighbours_of_one_ground_differ_in_shade() -> None:
    shades = [square.attributes["fill"] for square in squares(picture({}))]
    rows = [shades[at : at + 24] for at in range(0, len(shades), 24)]
    land = rows[0][8:16]
    assert land[::2] == [land[0]] * 4
    assert land[1::2] == [land[1]] * 4
    assert rows[1][8:16] == land[1:] + land[:1]
    assert land[0] != land[1]


@pytest.mark.parametrize("where", ["START", "RESERVE"])
def test_pieces_that_wait_lie_side_by_side_in_the_corner_of_their_side(where: str) -> None:
    found = picture({seat: dict.fromkeys(board().kinds, where) for seat in SEATS})
    for seat in SEATS:
        waiting = [
            mark
            for place in ("camp", "dock", "reserve")
            for title, mark in counters(found, place).items()
            if title.startswith(f"{seat_title(seat)} ")
        ]
        assert len(waiting) == len(board().kinds)
        assert [pair for pair in combinations(waiting, 2) if pair[0].covers(pair[1], 1)] == []
        for title, mark in counters(found, "dock" if where == "START" else "reserve").items():
            if title.startswith(f"{seat_title(seat)} "):
                assert any(mark.lies_in(place, 4) for place in places_of(found, mark.attributes["fill"])), title


def places_of(found: list[Mark], fill: str) -> list[Mark]:
    """The docks and the reserve area of a side, which are drawn in its colour."""
    return [mark for mark in found if mark.tag == "rect" and mark.attributes.get("stroke") == fill]


@pytest.mark.parametrize("taken", [["pl1"], sorted(board().kinds)[1:]], ids=["one", "all but one"])
def test_prisoners_lie_side_by_side_on_the_line_of_their_keeper(taken: list[str]) -> None:
    rest = dict.fromkeys(board().kinds, "START")
    found = picture({"red": rest} | {seat: rest | dict.fromkeys(taken, "HELD:red") for seat in SEATS[1:]})
    prisoners = list(counters(found, "held by Red").values())
    assert len(prisoners) == 3 * len(taken)
    assert [pair for pair in combinations(prisoners, 2) if pair[0].covers(pair[1], 1)] == []
    (letter,), (told,) = texts(found, "R"), [mark for mark in found if mark.text.startswith("Red: ")]
    assert all(told.east < mark.west and abs(mark.middle[1] - letter.middle[1]) < 19 for mark in prisoners)
    assert max(mark.east for mark in prisoners) <= crossing(found, "x", "1")[0] + 16


@pytest.mark.parametrize("seat", ["red", "green"])
def test_the_line_of_who_is_to_move_is_bold_until_the_game_is_over(seat: str) -> None:
    over = {"phase": "over", "throws": [], "outcome": {"winners": [], "reason": "agreed", "clause": "CON-108"}}
    for more, bold in (({}, [seat_title(seat)]), (over, [])):
        found = picture({"red": FIELD}, to_move=seat, **more)
        lines = [mark for mark in found if re.match("(Red|Yellow|Green|Orange): ", mark.text)]
        assert len(lines) == len(SEATS)
        assert [mark.text.partition(":")[0] for mark in lines if mark.attributes.get("font-weight") == "bold"] == bold
