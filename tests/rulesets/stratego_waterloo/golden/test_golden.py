"""The golden playthroughs: recorded games of each version and scenario, adjudicated byte for byte."""

import runpy
from pathlib import Path

import pytest

PLAYTHROUGHS = runpy.run_path(str(Path(__file__).parent / "record.py"))["PLAYTHROUGHS"]


def test_every_version_and_scenario_is_recorded():
    assert {path.stem for path in PLAYTHROUGHS.files} == set(PLAYTHROUGHS.games)
    games = PLAYTHROUGHS.games.values()
    assert {options.get("version", "basic") for options in games} == {"basic", "standard", "expert"}
    chosen = {(name, value) for options in games for name, value in options.items() if name != "battlefield"}
    assert {("start", "early"), ("grouchy", "on"), ("draft", "live"), ("memory", "off")} <= chosen
    assert any("MUD" in options.get("battlefield", "") for options in games)
    pursued = next(path for path in PLAYTHROUGHS.files if path.stem == "pursuit")
    assert b'"V1 ' in pursued.read_bytes()


@pytest.mark.parametrize("path", PLAYTHROUGHS.files, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path):
    for number, (then, now) in enumerate(PLAYTHROUGHS.replayed(path), start=2):
        assert now == then, f"{path.name} line {number}"
    assert then["outcome"] is not None
