"""The event that tests begin with where they name no other."""

from __future__ import annotations

import pytest
from cups_by_mail import TD, address, event_file, open_event


@pytest.fixture
def cup(server, sealed_bids):
    """A mini-cup for three that takes entries, and four who may enter it."""
    open_event(server, event_file(), *map(address, ("ada", "ben", "cy", "dan")), TD)
    return server
