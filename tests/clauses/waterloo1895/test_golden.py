"""The golden playthroughs: recorded games of every mode, adjudicated again, byte for byte."""

import runpy
from pathlib import Path

import msgspec
import pytest

HERE = Path(__file__).parent
FILES = sorted((HERE / "golden").glob("*.jsonl"))
recorder = runpy.run_path(str(HERE / "record_golden.py"))


def test_every_mode_has_a_recorded_game():
    assert {path.stem for path in FILES} == set(recorder["GAMES"])
    modes = {options.get("mode", "duel") for options in recorder["GAMES"].values()}
    assert modes == {"duel", "four", "three", "double", "little"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    for number, (then, now) in enumerate(recorder["replayed"](lines), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None
