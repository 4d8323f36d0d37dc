"""What the tests of the documents share: a server without its processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from inprocess import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose folder is `pbem-data`, as where nothing else is said."""
    made = Server(tmp_path / "pbem-data")
    yield made
    made.store.close()
