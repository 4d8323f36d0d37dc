"""The golden playthroughs: recorded games for both scenarios and every option, adjudicated byte for byte."""

import runpy
from pathlib import Path

import pytest

PLAYTHROUGHS = runpy.run_path(str(Path(__file__).parent / "record.py"))["PLAYTHROUGHS"]


def test_every_option_is_recorded(rules):
    assert {path.stem for path in PLAYTHROUGHS.files} == set(PLAYTHROUGHS.games)
    chosen = {(name, str(value)) for options in PLAYTHROUGHS.games.values() for name, value in options.items()}
    for option in rules.options():
        for value in set(map(str, option.values or ("8",))) - {str(option.default)}:
            assert (option.name, value) in chosen


@pytest.mark.parametrize("path", PLAYTHROUGHS.files, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    for number, (then, now) in enumerate(PLAYTHROUGHS.replayed(path), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None
