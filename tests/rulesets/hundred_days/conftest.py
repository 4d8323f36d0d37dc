"""What all tests of Hundred Days share: the board file and the rules on it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core.rulesets.hundred_days import HundredDays

BOARD = Path(__file__).parents[3] / "pbem" / "rulesets" / "hundred_days" / "board.toml"


@pytest.fixture(scope="session")
def written() -> dict[str, Any]:
    """The board file."""
    return tomllib.loads(BOARD.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def rules(written: dict[str, Any]) -> HundredDays:
    return HundredDays(written)
