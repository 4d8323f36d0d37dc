"""What all tests of Conflict share: the board file and the rules on it."""

from __future__ import annotations

from typing import Any

import pytest

from core.rulesets.conflict import Conflict
from pbem.rulesets.conflict.board import source


@pytest.fixture(scope="session")
def written() -> dict[str, Any]:
    """The board file."""
    return source()


@pytest.fixture(scope="session")
def rules(written: dict[str, Any]) -> Conflict:
    return Conflict(written)
