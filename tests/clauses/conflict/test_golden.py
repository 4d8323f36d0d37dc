"""The golden playthroughs: recorded games for two, three and four players and for teams, adjudicated byte for byte."""

import runpy
from pathlib import Path

import msgspec
import pytest

HERE = Path(__file__).parent
FILES = sorted((HERE / "golden").glob("*.jsonl"))
recorder = runpy.run_path(str(HERE / "record_golden.py"))


def test_every_kind_of_game_is_recorded():
    assert {path.stem for path in FILES} == set(recorder["GAMES"])
    games = recorder["GAMES"].values()
    assert {options["players"] for options in games} == {2, 3, 4}
    assert {options.get("teams", "none") for options in games} == {"none", "opposite", "adjacent"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    for number, (then, now) in enumerate(recorder["replayed"](lines), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None
