"""The picture of the board: what stands where."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from drawn import Mark, marks, near, parts, texts

from core.contract import Json
from pbem.rulesets.waterloo1895 import presentation
from pbem.rulesets.waterloo1895.board import board

RULES = presentation().rules
STEP = 44  # from one spot to the next


def view(pieces: Json) -> Json:
    written = {"pieces": pieces, "to_move": "W", "throw": [2, 3, 6]}
    return RULES.view(RULES.decode(written, RULES.settle({})), None)


def picture() -> list[Mark]:
    return marks(presentation().map_svg(view({"N1": "V29", "NC": "M20", "W1": "B11", "WD": "M15", "W2": "Y28"})))


def spots(found: list[Mark]) -> dict[str, tuple[float, float]]:
    """Where each spot is by the names along the edges: those of the columns stand above the board only."""
    across = {letter: texts(found, letter)[0].middle[0] for letter in board().columns}
    down = {str(row): texts(found, str(row)) for row in range(board().first_row, board().last_row + 1)}
    assert all(west.middle[1] == east.middle[1] for west, east in down.values())
    return {spot: (across[spot[0]], down[spot[1:]][0].middle[1]) for spot in board().spots}


def test_every_piece_stands_on_its_spot() -> None:
    found = picture()
    at = spots(found)
    for piece, spot in {"N1": "V29", "NC": "M20", "W1": "B11", "WD": "M15", "W2": "Y28"}.items():
        counters = [mark for mark in found if mark.title == f"{piece} on {spot}"]
        assert counters
        assert all(near(mark.middle, at[spot], 2) for mark in counters)


def test_roads_lead_from_spot_to_spot() -> None:
    found = picture()
    at = spots(found)
    (network,) = [mark for mark in found if mark.attributes.get("stroke") == "#a08a63"]
    roads = [road.points for road in parts(network, 2)]
    drawn = [frozenset(spot for end in road for spot, where in at.items() if near(end, where)) for road in roads]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {frozenset(link) for link in board().links}


def test_the_board_stands_in_the_middle_of_its_paper() -> None:
    found = picture()
    frame, at = found[0], spots(found)
    west, east = min(x for x, _ in at.values()), max(x for x, _ in at.values())
    assert west - frame.west == frame.east - east
    assert (east - west, max(y for _, y in at.values()) - min(y for _, y in at.values())) == (22 * STEP, 18 * STEP)


def test_stars_have_five_points_and_stand_upright_on_their_spots() -> None:
    found = picture()
    at = spots(found)
    stars = [mark for mark in found if mark.tag == "polygon" and len(mark.points) == 10]
    middles = {star for city in board().cities for star in city.stars}
    assert len(stars) == len(middles)
    for name in middles:
        (star,) = [mark for mark in stars if dist(mark.middle, at[name]) < 4]
        tips, notches = star.points[::2], star.points[1::2]
        assert {round(dist(tip, at[name])) for tip in tips} == {17}
        assert {round(dist(notch, at[name])) for notch in notches} == {7}
        assert tips[0][1] == star.north
        assert star.points[1][0] > at[name][0]  # drawn clockwise
        assert {round(dist(one, other)) for one, other in pairwise(tips)} == {20}


def test_heights_are_hatched_all_round() -> None:
    found = picture()
    at = spots(found)
    strokes = [mark.points for mark in found if mark.tag == "line" and mark.attributes["stroke-width"] == "1.3"]
    for hill in board().hills:
        own = [points for points in strokes if dist(points[0], at[hill.spot]) < STEP / 2]
        assert len(own) == 18
        assert {(round(dist(a, at[hill.spot])), round(dist(b, at[hill.spot]))) for a, b in own} == {(17, 23)}
        assert len({points[0] for points in own}) == 18


def test_names_stand_beside_what_they_name() -> None:
    found = picture()
    at = spots(found)
    for hill in board().hills:
        (name,) = texts(found, hill.name)
        x, y = at[hill.spot]
        if hill.city is None:
            # Below it, to the right of the road that leads south.
            assert name.north > y
            assert x + 10 < name.west < x + STEP
            assert name.south < y + STEP
            continue
        (city,) = texts(found, board().city(hill.city).name.upper())
        inwards = x < found[0].east / 2
        assert (name.west - x if inwards else x - name.east) == pytest.approx(0.66 * STEP)
        assert abs(name.middle[1] - y) < 2
        # The city's name stands between its hill and the border of the board.
        assert (city.middle[1] < y) == (y < found[0].south / 2)
        assert abs(city.middle[0] - x) < STEP
        assert 0.7 * STEP < abs(city.middle[1] - y) < 1.3 * STEP
        assert (city.middle[0] > x) == inwards


def test_a_red_ring_is_round_whom_an_enemy_may_reach_with_one_die() -> None:
    # W1 stands alone three steps from N1, W2 far from both.
    found = marks(presentation().map_svg(view({"N1": "M18", "W1": "M15", "W2": "C12"})))
    at = spots(found)
    ringed = [mark for mark in found if mark.attributes.get("stroke") == "#d3121f"]
    assert {spot for spot in at for ring in ringed if near(ring.middle, at[spot], 2)} == {"M18", "M15"}
    assert len(ringed) == 2
