"""What all pictures have in common: arrows that stop before a piece, labels of the fallen, and greys for print."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import pbem
from pbem.reports import maps
from pbem.reports.document import Picture
from pbem.rulesets import names, presentation
from pbem.rulesets.drawing import MOST_ARROWS, arrow, fallen, in_black_and_white, latest

BLUE = ("#0000ff", "#ffffff")
RULE_SETS = ("conflict", "stratego_waterloo", "waterloo1895", "waterloo_grid", "waterloo_wargame")
TURNS = 24


def points_of(path):
    return [tuple(map(float, pair.split())) for pair in re.split("[MLz]", path) if pair]


def test_an_arrow_stops_before_the_piece_that_it_leads_to():
    drawn = arrow([(0, 0), (100, 0)], BLUE, 20, "N1 A1 to B1")
    assert points_of(drawn.head)[0] == (80, 0)
    assert max(x for x, _ in points_of(drawn.line)) < 80
    assert (drawn.fill, drawn.casing) == BLUE


@pytest.mark.parametrize("goal", [(0, 100), (0, -100), (100, 0), (-100, 0), (60, 80), (-60, -80)])
def test_the_head_of_an_arrow_is_as_wide_on_one_side_as_on_the_other(goal):
    """Whichever way it goes: both corners lie equally far behind the tip, and equally far from the line."""
    (x, y), *corners = points_of(arrow([(0, 0), goal], BLUE, 20, "").head)
    along = [(x * (x - u) + y * (y - v)) / 80 for u, v in corners]
    across = [(x * v - y * u) / 80 for u, v in corners]
    assert along == pytest.approx([9, 9], abs=0.2)
    assert sorted(across) == pytest.approx([-5.58, 5.58], abs=0.2)


def test_a_move_that_is_hidden_by_its_piece_has_no_arrow():
    assert arrow([(0, 0), (10, 0)], BLUE, 20, "") is None
    assert arrow([(5, 5)], BLUE, 0, "") is None
    assert arrow([(5, 5), (5, 5)], BLUE, 0, "") is None


def test_of_many_arrows_the_latest_are_drawn():
    arrows = [arrow([(0, 0), (100, at)], BLUE, 0, str(at)) for at in range(MOST_ARROWS + 5)]
    assert [each.words for each in latest([None, *arrows])] == [str(at) for at in range(5, MOST_ARROWS + 5)]


def test_what_fell_in_one_place_has_labels_beside_each_other():
    one, other, elsewhere = fallen(
        [((5, 5), "N1", BLUE), ((5, 5), "N2", BLUE), ((9, 9), "W1", BLUE)], 10, (1, 0), (0, 8)
    )
    assert (one.x, one.y, other.x, other.y) == (6, 5, 6, 13)
    assert (elsewhere.x, elsewhere.y) == (10, 9)


def test_for_print_colours_become_greys_but_those_of_the_sides():
    printed = in_black_and_white('<a fill="#d9bd8c" stroke="#5e4a28" b="#111111"/>', [("#111111", "#fdfdfd")])
    light, dark, side = re.findall(r"#([0-9a-f]{6})", printed)
    assert side == "111111"
    assert light[:2] * 3 == light > "dddddd"
    assert dark[:2] * 3 == dark < "444444"


# --- Every rule set -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=RULE_SETS)
def game(request):
    """A game between robots, with its moves and losses."""
    played = pbem.game(request.param, seed=3)
    for turn in range(TURNS):
        for seat in list(played.awaiting):
            if seat in played.awaiting:
                played.play(played.bot(turn, seat), seat)
    return played


def drawing(game, seat=None, lately=(), **ways):
    return presentation(game.ruleset).map_svg(game.view(seat or game.seats[0]) | ways, lately)


def known(game, seat):
    return tuple(event for event in game.events if event.seen_by is None or seat in event.seen_by)


def titles(svg):
    root = ElementTree.fromstring(svg)
    return [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]


def test_every_rule_set_is_here():
    assert set(RULE_SETS) <= set(names())


def test_the_moves_of_late_are_arrows(game):
    seat = game.seats[0]
    plain, moved = drawing(game, seat), drawing(game, seat, known(game, seat))
    told = [title for title in titles(moved) if title not in titles(plain)]
    assert 1 <= len(told) <= MOST_ARROWS
    assert all(re.search(r" to | fires at ", title) for title in told)


def test_the_other_way_up_everything_stands_elsewhere_and_nothing_is_lost(game):
    seat = game.seats[0]
    usual, turned = (drawing(game, seat, known(game, seat), **ways) for ways in ({}, {"flip": True}))
    assert usual != turned
    assert sorted(titles(usual)) == sorted(titles(turned))
    text = presentation(game.ruleset).map_text
    assert text(game.view(seat)) != text(game.view(seat) | {"flip": True})
    assert all(len(line) <= 78 for line in text(game.view(seat) | {"flip": True}).split("\n"))


def test_for_print_there_are_greys_alone(game):
    seat = game.seats[0]
    printed = drawing(game, seat, known(game, seat), print=True)
    assert {
        colour for colour in re.findall("#[0-9a-f]{6}", printed) if len({*re.findall("..", colour[1:])}) > 1
    } == set()
    assert titles(printed) == titles(drawing(game, seat, known(game, seat)))


@pytest.mark.parametrize("ways", [{}, {"flip": True}, {"print": True}])
def test_a_picture_is_small_enough_for_a_mail(game, ways):
    seat = game.seats[0]
    drawn = maps.mailed(Picture("map.png", game.ruleset, game.view(seat) | ways, known(game, seat)))
    assert len(drawn.content) <= maps.LARGEST_PICTURE
    assert drawn.width == (maps.PRINTED_WIDTH if ways.get("print") else maps.MAILED_WIDTH)
