"""The mark of tests that take a minute or more."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes a minute or more, since it builds and installs everything")
