"""The ways to play that ratings tell apart, and who plays together in each."""

from __future__ import annotations

import pytest

from pbem.rulesets import names, presentation
from pbem.rulesets.ways import NeverEnds, brings_along, that_end, way_of

REAL = ("conflict", "stratego_waterloo", "waterloo1895", "waterloo_grid", "waterloo_wargame")


@pytest.mark.parametrize("name", REAL)
def test_what_tells_ways_apart_are_options(name):
    words = presentation(name)
    known = {option.name for option in words.rules.options()}
    assert words.modes <= known
    assert words.handicaps <= known
    assert not words.modes & (words.handicaps | words.levers)
    assert name in names()


@pytest.mark.parametrize(
    ("name", "chosen", "mode", "handicap", "sides"),
    [
        ("waterloo1895", {}, "", "", (("napoleon",), ("wellington",))),
        ("waterloo1895", {"mode": "four"}, "mode=four", "", (("napoleon", "ney"), ("wellington", "blucher"))),
        ("waterloo1895", {"setup": "open", "halts": "always"}, "", "", (("napoleon",), ("wellington",))),
        ("conflict", {"players": 3}, "players=3", "", (("red",), ("yellow",), ("green",))),
        ("conflict", {"first": "red"}, "", "first=red", (("red",), ("green",))),
        (
            "conflict",
            {"players": 4, "teams": "opposite"},
            "players=4 teams=opposite",
            "",
            (("red", "green"), ("yellow", "orange")),
        ),
        ("stratego_waterloo", {"version": "expert", "start": "early"}, "version=expert", "start=early", None),
        ("waterloo_grid", {"scenario": "lambert", "turn_limit": 30}, "", "scenario=lambert", (("blue",), ("red",))),
        ("waterloo_grid", {"turn_limit": 30, "ties": "share"}, "", "ties=share", (("blue",), ("red",))),
        ("waterloo_grid", {"turn_limit": 25}, "", "turn_limit=25", (("blue",), ("red",))),
        ("waterloo_wargame", {"target": 27}, "", "target=27", (("french",), ("allied",))),
    ],
)
def test_a_way_is_what_makes_another_game_or_another_side(name, chosen, mode, handicap, sides):
    words = presentation(name)
    found = way_of(words, words.rules.settle(chosen))
    assert (found.mode, found.handicap) == (mode, handicap)
    if sides is not None:
        assert tuple(map(set, found.sides)) == tuple(map(set, sides))


def test_every_seat_of_every_mode_is_on_one_side():
    words = presentation("waterloo1895")
    for mode in ("duel", "four", "three", "double", "little"):
        options = words.rules.settle({"mode": mode})
        sides = way_of(words, options).sides
        assert sorted(seat for side in sides for seat in side) == sorted(words.rules.seats(options))


def test_a_battlefield_is_brought_along_and_an_empty_one_is_none():
    words = presentation("stratego_waterloo")
    assert brings_along(words, {"battlefield": "x"})
    assert not brings_along(words, {"battlefield": ""})
    assert not brings_along(words, {"version": "expert"})


@pytest.mark.parametrize("name", REAL)
def test_options_by_which_rated_games_end_are_options_with_other_values_than_usual(name):
    words = presentation(name)
    settled, usual = words.rules.settle(that_end(words, {})), words.rules.settle({})
    assert {option for option in usual if settled[option] != usual[option]} == set(words.ends_by)


def test_a_rated_game_on_a_grid_has_a_limit_of_turns_which_may_be_another_but_not_none():
    words = presentation("waterloo_grid")
    assert words.rules.settle(that_end(words, {}))["turn_limit"] == 30
    assert that_end(words, {"turn_limit": "25", "hold": "last"}) == {"turn_limit": "25", "hold": "last"}
    for none in (0, "0"):
        with pytest.raises(NeverEnds, match="leave turn_limit=0 out, and it is 30, or choose rated=off"):
            that_end(words, {"turn_limit": none})
