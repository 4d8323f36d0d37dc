"""docs/tutorial/hare_and_hounds, made visible as an installed package is; and the guide that quotes it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial" / "hare_and_hounds"
GUIDE = ROOT / "docs" / "adding-a-rule-set.md"
QUOTED = re.compile(r"^```(?:python|toml|markdown)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the tutorial's rule set is there: its package, and the metadata that pip would write."""
    entry_points = re.search(
        r'^\[project\.entry-points\."(.*?)"\]\n(\S+) = "(.*)"$', (TUTORIAL / "pyproject.toml").read_text(), re.MULTILINE
    )
    assert entry_points is not None
    info = tmp_path / "pbem_hare_and_hounds-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pbem-hare-and-hounds\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[{}]\n{} = {}\n".format(*entry_points.groups()))
    path = [str(TUTORIAL), str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path)}


def run(installed: dict[str, str], *arguments: str | Path) -> str:
    done = subprocess.run([sys.executable, "-m", *arguments], env=installed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_own_tests_pass(installed: dict[str, str]) -> None:
    run(installed, "pytest", "-q", "-p", "no:cacheprovider", "-c", TUTORIAL / "pyproject.toml", TUTORIAL / "tests")


def test_its_positions_have_a_schema(installed: dict[str, str]) -> None:
    schema = json.loads(run(installed, "pbem", "rulesets", "hare_and_hounds", "--schema"))
    assert schema["$defs"]["PositionSchema"]["required"] == ["hounds", "hare"]


@pytest.mark.slow  # `tox -e tutorial` plays it too
def test_a_game_is_played_by_mail_through_worker_processes(installed: dict[str, str]) -> None:
    told = run(installed, "pbem", "demo", "--ruleset", "hare_and_hounds", "--seed", "7", "--quiet")
    assert re.search(r"^The record of \d+ entries and 0 rolls holds", told, re.MULTILINE)


def test_what_the_guide_quotes_stands_in_the_tutorial() -> None:
    files = [path for path in TUTORIAL.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    quoted = QUOTED.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(quoted) >= 8
    assert [block for block in quoted if not any(block in text for text in texts)] == []
