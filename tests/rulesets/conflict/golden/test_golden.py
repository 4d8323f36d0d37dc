"""The golden playthroughs: recorded games for two, three and four players and for teams, adjudicated byte for byte."""

import runpy
from pathlib import Path

import pytest

PLAYTHROUGHS = runpy.run_path(str(Path(__file__).parent / "record.py"))["PLAYTHROUGHS"]


def test_every_kind_of_game_is_recorded():
    assert {path.stem for path in PLAYTHROUGHS.files} == set(PLAYTHROUGHS.games)
    games = PLAYTHROUGHS.games.values()
    assert {options["players"] for options in games} == {2, 3, 4}
    assert {options.get("teams", "none") for options in games} == {"none", "opposite", "adjacent"}


@pytest.mark.parametrize("path", PLAYTHROUGHS.files, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    for number, (then, now) in enumerate(PLAYTHROUGHS.replayed(path), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None


@pytest.mark.parametrize("path", PLAYTHROUGHS.files, ids=lambda path: path.stem)
def test_robots_play_the_games_they_played(path):
    then, now = PLAYTHROUGHS.played_again(path)
    assert now == then
