"""A Swiss of sixteen robots over five rounds in a whole server, one of whose workers is killed again and again."""

from __future__ import annotations

import signal
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cups_by_mail import event_file
from marks import strike
from sqlalchemy import func, select
from world import World, world_in

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.events.record import verify
from pbem.games.kept_record import KeptRecord
from pbem.games.record import verify as verify_game
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier
from pbem.store import Store
from pbem.store.models import Event, Game, Sitting

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

PLAYERS, ROUNDS, PAUSE_S, PATIENCE_S = 16, 5, 10, 3000


def robots_cup() -> str:
    start = datetime.now(UTC) + timedelta(days=30)
    return event_file(
        ruleset="waterloo1895",
        format="swiss",
        least=PLAYERS,
        most=PLAYERS,
        start=start.strftime("%Y-%m-%dT%H:%M:%S"),
        options={"mode": "little", "max_rounds": 8},
        settings={"rounds": ROUNDS},
        directors=[],
    )


def kill_workers(world: World, over: threading.Event, killed: list[int]) -> None:
    while not over.wait(PAUSE_S):
        workers = [pid for name, pid in sorted(world.supervisor.pids().items()) if "worker" in name]
        victim = workers[len(killed) % len(workers)]
        strike(victim, [signal.SIGKILL])
        killed.append(victim)


def test_no_game_and_no_result_is_lost(tmp_path: Path) -> None:
    over, killed = threading.Event(), []
    with world_in(tmp_path / "data") as world:
        store = Store(world.settings.database)
        context = Context(world.settings, store, NoNotifier())
        directing.new(context, robots_cup())
        directing.open_(context, Asked("cup"))
        for at in range(PLAYERS):
            directing.enter(context, Asked("cup"), ("recruit", "officer")[at % 2])
        directing.start(context, Asked("cup"))
        killer = threading.Thread(target=kill_workers, args=(world, over, killed))
        killer.start()
        try:
            wait_until_over(store)
        finally:
            over.set()
            killer.join()
        found = whole(store, context)
        store.close()
    assert killed
    assert (found.complete, found.rounds, found.drawn_again) == (True, ROUNDS, ROUNDS)
    assert found.results == found.games == PLAYERS // 2 * ROUNDS


def wait_until_over(store: Store) -> None:
    until = time.monotonic() + PATIENCE_S
    while True:
        with store.reading() as session:
            if session.scalars(select(Event.state)).one() == "over":
                return
            left = session.scalar(select(func.count(Sitting.id)).where(Sitting.state == "playing"))
        assert time.monotonic() < until, f"{left} games go on still"
        time.sleep(1)


def whole(store: Store, context: Context):
    """The record of the event, verified with those of all its games."""
    with store.reading() as session:
        games = [
            verify_game(KeptRecord(session, game).file().content.splitlines())
            for game in session.scalars(select(Game).order_by(Game.id))
        ]
    return verify(directing.record_of(context, Asked("cup")).encode().splitlines(), games)
