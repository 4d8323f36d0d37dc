"""What the tests of the web application share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from door import Door


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    made = Door(tmp_path)
    yield made
    made.store.close()
