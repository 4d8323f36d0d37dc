"""What the tests of the whole server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from world import World, world_in


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A running server and everybody's mailbox."""
    with world_in(tmp_path) as made:
        yield made
