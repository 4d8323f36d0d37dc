"""The map as a picture: columns fade with the age of their news, the enemy is where he was seen, couriers ride."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pbem.reports import maps
from pbem.rulesets.hundred_days import picture

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view):
    svg = picture.map_svg(view)
    return svg, ElementTree.fromstring(svg)


def titled(root, words):
    """The groups and paths whose title begins so."""
    return [
        each for each in root.iter() for title in each.findall(f"{SVG}title") if (title.text or "").startswith(words)
    ]


@pytest.mark.parametrize(("turns", "seat"), [(0, "napoleon"), (6, "coalition"), (12, "coalition"), (12, None)])
def test_it_is_a_picture_small_enough_for_a_mail(campaign, turns, seat):
    svg, root = drawn(campaign().at_random(turns, 2).view(seat))
    assert root.tag == f"{SVG}svg"
    assert len(svg) < maps.LARGEST_DRAWING
    assert len(maps.png(svg, maps.MAILED_WIDTH)) < maps.LARGEST_PICTURE


def test_all_of_it_lies_within_the_frame(campaign):
    svg, root = drawn(campaign().at_random(8, 2).view("coalition"))
    width, height = float(root.get("width")), float(root.get("height"))
    for x, y in re.findall(r"translate\(([-0-9.]+) ([-0-9.]+)\)", svg):
        assert 0 <= float(x) <= width
        assert 0 <= float(y) <= height


@pytest.mark.clause("HD-049")
def test_a_column_is_paler_the_older_its_news_is(campaign):
    view = campaign().turn().view()
    columns = view["columns"]
    old = {"F2": columns["F2"] | {"written": 0}, "F1": columns["F1"] | {"written": 24}, "F7": columns["F7"]}
    _, root = drawn(view | {"columns": old, "beat": 24})
    fresh = {code: float(titled(root, f"{code},")[0].get("opacity")) for code in ("F1", "F2", "F7")}
    assert fresh["F1"] == 1
    assert fresh["F1"] > fresh["F7"] > fresh["F2"] == picture.PALEST


def test_the_enemy_is_where_he_was_seen_with_who_saw_him_and_when(campaign):
    look = {"link": None, "towards": None, "arrived": 0, "by": "FP", "beat": 0, "seen": "corps", "at": "SOL"}
    _, root = drawn(campaign().view() | {"sightings": [look]})
    assert len(titled(root, "a corps, seen by FP at 03:00")) == 1


@pytest.mark.clause("HD-052")
def test_a_person_who_rides_is_drawn_along_the_shortest_road(campaign):
    """From Brussels by Waterloo, Mont-Saint-Jean, Plancenoit and Genappe."""
    played = campaign().turn(coalition="wellington ride QBR")
    view = played.view("coalition") | {"inset": "ALL"}
    assert titled(drawn(view)[1], "Wellington rides to Quatre-Bras")
    riding = view["persons"]["wellington"] | {"at": "BRU", "on": None, "target": "QBR", "post": "BRU"}
    _, root = drawn(view | {"persons": view["persons"] | {"wellington": riding}})
    [line] = titled(root, "Wellington rides to Quatre-Bras")
    path = line if line.get("d") else next(each for each in line.iter() if each.get("d"))
    assert len(re.findall(r"[ML]", path.get("d"))) == 6
    to_a_column = riding | {"target": None, "follows": "AP"}
    _, root = drawn(view | {"persons": view["persons"] | {"wellington": to_a_column}})
    assert titled(root, "Wellington rides to AP")
    there = riding | {"target": None, "follows": None}
    assert not titled(drawn(view | {"persons": view["persons"] | {"wellington": there}})[1], "Wellington rides")


def test_paths_and_couriers_are_drawn(campaign):
    played = campaign().turn(napoleon="F2 march CHA\nnapoleon ride BEA")
    sent = {"turn": 2, "left": 8, "column": "F2", "orders": ["x"], "sent_from": "BEA"}
    _, root = drawn(played.view() | {"orders": [sent]})
    assert titled(root, "path of F2")
    assert titled(root, "orders for F2, there at 08:30 at the earliest")
    for left, rides in ((5, False), (6, True)):  # it is three beats to F2, and the eighth is over
        _, root = drawn(played.view() | {"orders": [sent | {"left": left}]})
        assert bool(titled(root, "orders for F2")) == rides


def test_who_cannot_see_it_is_told_what_is_drawn(campaign):
    view = campaign().view()
    look = {"link": None, "towards": None, "arrived": 0, "by": "FP", "beat": 0, "seen": "corps", "at": "CHA"}
    both = view | {"columns": {code: view["columns"][code] for code in ("F1", "F3")}, "sightings": [look]}
    described = {}
    for told, of in (("both", both), ("own", both | {"sightings": []}), ("nothing", campaign().view(None))):
        described[told] = drawn(of)[1].findtext(f"{SVG}desc")
    own = "The campaign. Own columns as last known: F1 at Solre-sur-Sambre and F3 at Walcourt."
    assert described == {
        "both": f"{own} The enemy as last seen: a corps at Charleroi.",
        "own": own,
        "nothing": "The country between Sambre and Brussels.",
    }


def test_a_bridge_that_is_known_as_blown_is_crossed_out(campaign):
    view = campaign().view()
    blown = {"Solre": {"whole": False, "beat": 0}}
    assert "bridge Solre, blown" in picture.map_svg(view | {"bridges": blown, "inset": "ALL"})
    assert "blown" not in picture.map_svg(view)


def test_print_is_black_and_white(campaign):
    svg = picture.map_svg(campaign().view() | {"print": True})
    kept = {colour for pair in (*picture.COLOURS.values(), *picture.OTHERS) for colour in pair}
    for red, green, blue in re.findall(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b", svg):
        assert red == green == blue or f"#{red}{green}{blue}" in kept


def test_what_a_seat_may_not_know_is_not_drawn(campaign):
    one, other = campaign().at_random(3, 1), campaign()
    view = one.view()
    other.position = one.rules.imagine(view, 99)
    assert picture.map_svg(other.view()) == picture.map_svg(view)
