"""What the tests of the server share: a rule set that is none of the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import rulesets
from pbem.rulesets.contract import Presentation

TOYS = str(Path(__file__).parent.parent / "toys")


@pytest.fixture
def sealed_bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[Presentation]:
    """The presentation of Sealed Bids (tests/toys), a rule set of this server for as long as the test runs."""
    monkeypatch.syspath_prepend(TOYS)
    rulesets.forget()
    yield rulesets.presentation("sealed_bids")
    monkeypatch.undo()
    rulesets.forget()
