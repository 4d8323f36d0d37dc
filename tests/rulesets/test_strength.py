"""How the robots stand to each other: a small version of the table in docs/robots.md."""

from __future__ import annotations

import msgspec
import pytest
from arenas import series

from pbem.arena.players import Limits
from pbem.arena.series import counted, play_all

WAYS: dict[str, dict[str, str]] = {
    "waterloo1895": {},
    "waterloo1895 four": {"mode": "four"},
    "conflict": {},
    "conflict of four": {"players": "4"},
    "stratego_waterloo basic": {},
    "stratego_waterloo standard": {"version": "standard"},
    "stratego_waterloo expert": {"version": "expert"},
    "waterloo_grid": {"turn_limit": "20"},
    "waterloo_wargame": {},
    "hundred_days": {},
    "hundred_days ligny": {"scenario": "ligny"},
}
# A campaign of four days takes half a minute here; its one day at Ligny is played in its place.
QUICK = [way for way in WAYS if way != "hundred_days"]
# What the table of 400 games has to show, less what chance does to games as few as there are here.
PAIRS = {
    ("recruit", "random"): 0.8,
    ("officer", "stand-in"): 0.5,
    ("marshal", "stand-in"): 0.6,
    ("marshal", "officer"): 0.5,
}


def share_of_points(way: str, a: str, b: str, games: int) -> float:
    """Of so many games between two robots, what the first has had; nothing was forfeited."""
    here = msgspec.structs.replace(series(way.split()[0], games, **WAYS[way]), a=a, b=b)
    results = {each.game: each for each in play_all(here, Limits(), 1, None)}
    assert not any(each.forfeit or each.reason == "endless" for each in results.values())
    tally = counted(here.ruleset, here.words.rules.seats(here.options), results)
    return (tally.a_wins + tally.draws / 2) / games


@pytest.mark.parametrize("way", QUICK)
def test_a_recruit_beats_chance(way: str) -> None:
    assert share_of_points(way, "recruit", "random", 4) >= 0.75


@pytest.mark.parametrize(
    "way",
    [
        "conflict",
        "stratego_waterloo basic",
        "hundred_days ligny",
        pytest.param("waterloo1895", marks=pytest.mark.slow),
        pytest.param("waterloo_wargame", marks=pytest.mark.slow),
    ],
)
def test_a_marshal_beats_the_robot_that_there_was(way: str) -> None:
    assert share_of_points(way, "marshal", "stand-in", 6) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("pair", PAIRS, ids=" against ".join)
def test_each_robot_beats_the_one_below(way: str, pair: tuple[str, str]) -> None:
    assert share_of_points(way, *pair, 40) >= PAIRS[pair]
