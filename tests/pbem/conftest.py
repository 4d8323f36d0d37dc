"""What the tests of the game room share: a rule set that is none of the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem.rulesets
from pbem.rulesets.contract import Kit

TOYS = str(Path(__file__).parent.parent / "toys")


@pytest.fixture
def sealed_bids() -> Iterator[Kit]:
    """The kit of Sealed Bids (tests/toys), a rule set of this server for as long as the test runs."""
    pbem.rulesets.__path__.append(TOYS)
    pbem.rulesets.kit.cache_clear()
    yield pbem.rulesets.kit("sealed_bids")
    pbem.rulesets.__path__.remove(TOYS)
    pbem.rulesets.kit.cache_clear()
