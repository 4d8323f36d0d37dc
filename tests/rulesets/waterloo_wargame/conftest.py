"""What all tests of the Waterloo Wargame share: its board file and its rules."""

from __future__ import annotations

from typing import Any

import pytest

from core.rulesets.waterloo_wargame import WaterlooWargame
from pbem.rulesets.waterloo_wargame import presentation
from pbem.rulesets.waterloo_wargame.board import source


@pytest.fixture(scope="session")
def written() -> dict[str, Any]:
    """The board file."""
    return source()


@pytest.fixture(scope="session")
def rules() -> WaterlooWargame:
    found = presentation().rules
    assert isinstance(found, WaterlooWargame)
    return found
