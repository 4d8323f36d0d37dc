"""What the tests of the web application share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from door import Door

from pbem.store.database import now
from pbem.store.models import Outbox


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    made = Door(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def sent(door: Door) -> int:
    """The number of a mail that was sent to Jean, with the Message-ID 1@play.example."""
    with door.store.session() as session:
        moment = now(session)
        texts = {"key": "x", "subject": "x", "text": "x", "shown": "x", "raw": b"x", "state": "sent"}
        row = Outbox(
            to_address="jean@players.example",
            message_id="<1@play.example>",
            created_at=moment,
            not_before=moment,
            **texts,
        )
        session.add(row)
        session.flush()
        return row.id
