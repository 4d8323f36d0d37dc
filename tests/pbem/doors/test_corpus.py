"""Some four hundred mails that other programs keep for their tests, through every door.

Each of them ends in a state, with a reason where it was not read; nothing is raised, and a game that is being played
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from corpus import DOORS, corpus, settings_of_doors
from inprocess import Server

from pbem.games.kept_record import KeptRecord
from pbem.store.models import Game, Turn

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture(scope="module")
def mails() -> list[bytes]:
    found = corpus()
    if found is None:
        pytest.skip("the mails are not here; PBEM_TEST_CORPUS may name them")
    return found


@pytest.mark.parametrize("door", DOORS)
def test_every_mail_ends_in_a_state_with_a_reason_and_no_game_changes(
    mails: list[bytes], tmp_path: Path, door: str
) -> None:
    with game_that_waits(tmp_path) as server:
        before, came = position(server), len(server.inbox())
        with DOORS[door](server) as hand:
            for raw in mails:
                hand(raw)
        server.work()
        rows = server.inbox()[came:]
        different = len({raw for raw in mails if raw.strip()})
        assert len(rows) >= 0.9 * different
        assert {row.state for row in rows} <= {"held", "dropped", "shunted", "read"}
        assert all(row.reason for row in rows if row.state != "read")
        assert not [row.reason for row in rows if row.reason and "while answering" in row.reason]
        assert position(server) == before


@contextmanager
def game_that_waits(folder: Path) -> Iterator[Server]:
    """A server with a game in which both owe their set-up."""
    server = Server(folder, **settings_of_doors())
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"))
    yield server
    server.store.close()


def position(server: Server) -> tuple[str, list[tuple[int, str]]]:
    """The record of the game, and its turns."""
    with server.store.reading() as session:
        game = session.query(Game).one()
        turns = [(turn.number, turn.position) for turn in session.query(Turn)]
        return KeptRecord(session, game).file().content.decode(), turns
