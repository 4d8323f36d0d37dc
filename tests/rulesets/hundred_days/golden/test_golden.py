"""The golden playthroughs: recorded campaigns for every option, adjudicated byte for byte."""

import runpy
from pathlib import Path

import pytest

PLAYTHROUGHS = runpy.run_path(str(Path(__file__).parent / "record.py"))["PLAYTHROUGHS"]
TEXTS = {"campaign", "handicap"}  # options whose values are no words of a list


def test_every_option_is_recorded(rules):
    assert {path.stem for path in PLAYTHROUGHS.files} == set(PLAYTHROUGHS.games)
    chosen = {(name, str(value)) for options in PLAYTHROUGHS.games.values() for name, value in options.items()}
    for option in rules.options():
        for value in set(map(str, option.values or ())) - {str(option.default)}:
            assert (option.name, value) in chosen
    assert {name for name, _ in chosen} >= TEXTS


@pytest.mark.parametrize("path", PLAYTHROUGHS.files, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    for number, (then, now) in enumerate(PLAYTHROUGHS.replayed(path), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None
