"""The primary PostgreSQL dies in the midst of a game, and its replica takes over: nothing acknowledged is lost.

With the settings that docs/scaling.md names: each commit waits for the replica (`synchronous_standby_names`), and the
URL has both hosts and wants the one that takes writes (`target_session_attrs=read-write`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from beside import beside
from postgresql import Cluster, Unavailable, cluster, either, replica_of
from records import verify_all
from short_game import play
from sqlalchemy import text
from world import World, world_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

# The game has begun by then: a sequence of PostgreSQL goes on some numbers later, and games are named after theirs.
DIES_AFTER = 7  # mails
AWAY_S = 2.0
PATIENCE_S = 180
NAME = "postgres"


@pytest.fixture
def pair() -> Iterator[tuple[Cluster, Cluster]]:
    """A primary and its replica."""
    try:
        with cluster() as primary, replica_of(primary) as replica:
            yield primary, replica
    except Unavailable as reason:
        pytest.skip(str(reason))


def test_a_game_goes_on_when_the_primary_dies_and_nothing_acknowledged_is_lost(
    tmp_path: Path, pair: tuple[Cluster, Cluster]
) -> None:
    primary, replica = pair
    with world_in(tmp_path / "calm") as world:
        calm = play(world)
    acknowledged: list[int] = []

    def fail_over(world: World, over: threading.Event) -> None:
        while len(world.seen) < DIES_AFTER and not over.wait(0.1):
            pass
        primary.stop()
        acknowledged.append(world.acknowledged)
        time.sleep(AWAY_S)
        # Before anything else is written: what was acknowledged is here.
        with psycopg.connect(replica.url.replace("+psycopg", "")) as connection:
            [[stored]] = connection.execute("SELECT count(*) FROM inbox").fetchall()
        acknowledged.append(stored)
        replica.promote()

    with world_in(tmp_path / "data", database_url=either(NAME, primary, replica)) as world:
        world.patience = PATIENCE_S
        with beside(lambda over: fail_over(world, over)):
            assert play(world) == calm
        before, stored = acknowledged
        assert 0 < before <= stored
        assert set(world.mail_states()) == {"read"}
        assert all(copy == first for first, copy in world.copies)
        with world.tables() as rows:
            assert rows.execute(text("SELECT count(*) FROM outbox WHERE state <> 'sent'")).scalar_one() == 0
    verify_all(replica.url)
    # The cluster's end stops it once more.
    primary.start()
