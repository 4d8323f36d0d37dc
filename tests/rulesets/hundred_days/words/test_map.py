"""The map as text: places where they lie, own columns as last known, the enemy as seen, in so many columns and rows."""

from __future__ import annotations

import re

import pytest

from pbem.rulesets.hundred_days import map as map_
from pbem.rulesets.hundred_days.board import campaign_of_house


def codes(drawn):
    return set(re.findall(r"[A-Z]{3}", drawn.partition("\n=")[0]))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("turns", [0, 5, 12])
@pytest.mark.parametrize("seat", ["napoleon", "coalition"])
def test_it_fits_whatever_happens(campaign, seed, turns, seat):
    lines = map_.map_text(campaign().at_random(turns, seed).view(seat)).splitlines()
    assert max(map(len, lines)) <= 78
    assert len(lines) <= 24


def test_the_whole_net_has_every_place_and_tracks(campaign):
    drawn = map_.map_text(campaign().view() | {"inset": "all"})
    assert codes(drawn) == {place.code for place in campaign_of_house().places}
    assert "." in drawn.partition("\n=")[0]


def test_north_is_up_and_west_is_left(campaign):
    rows = map_.map_text(campaign().view() | {"inset": "ALL"}).splitlines()
    row = {code: at for at, line in enumerate(rows[:-1]) for code in re.findall("[A-Z]{3}", line)}
    assert row["BRU"] < row["GEN"] < row["CHA"] < row["PHI"]
    assert rows[row["ATH"]].index("ATH") < rows[row["MSJ"]].index("MSJ") < rows[row["HAN"]].index("HAN")


def test_unasked_it_is_the_part_with_something_to_see_and_without_tracks(campaign):
    drawn = map_.map_text(campaign().view())
    assert {"SOL", "BEA", "WLC", "PHI"} <= codes(drawn)
    assert not {"BRU", "ATH", "LOU", "HUY"} & codes(drawn)
    assert "track" not in drawn
    assert "." not in drawn.partition("\n=")[0]


def test_columns_are_counted_where_they_were_last_known(campaign):
    assert re.search(r"BEA\+9\b", map_.map_text(campaign().view()))
    played = campaign().turn(napoleon="F2 march THU")
    assert "+" in map_.map_text(played.view()).partition("BEA+9")[0]


def test_the_enemy_is_a_letter(campaign):
    look = {"link": None, "towards": None, "arrived": 0, "by": "FP", "beat": 0}
    view = campaign().view() | {
        "sightings": [look | {"seen": "corps", "at": "CHA"}, look | {"seen": "screen", "at": "FON"}]
    }
    assert {"CHAc", "FONs"} <= set(re.findall("[A-Z]{3}[a-z]", map_.map_text(view)))


@pytest.mark.parametrize("inset", ["FLE", "fleurus zoom 4", "Fle zoom 9", "quatre bras", "FLE ZOOM 4"])
def test_a_part_can_be_asked_for(campaign, inset):
    drawn = map_.map_text(campaign().view() | {"inset": inset})
    assert inset[:3].upper() in codes(drawn) or "QBR" in codes(drawn)
    assert len(codes(drawn)) < 30


@pytest.mark.parametrize("inset", ["", "nowhere", "99999,99999", "zz zoom 0", "zoom"])
def test_what_names_no_place_is_the_usual_map(campaign, inset):
    view = campaign().view()
    assert map_.map_text(view | {"inset": inset}) == map_.map_text(view)


def test_parts_are_named_in_capitals(campaign):
    parts = map_.parts(campaign().view())
    assert (parts["ALL"], parts["QUATRE-BRAS"], parts["QBR"]) == ("ALL", "QBR", "QBR")
    assert all(name == name.upper() for name in parts)


def test_an_onlooker_sees_the_country_alone(campaign):
    drawn = map_.map_text(campaign().at_random(4).view(None))
    assert not re.search(r"[A-Z]{3}[+pdcas]", drawn.partition("\n=")[0])
