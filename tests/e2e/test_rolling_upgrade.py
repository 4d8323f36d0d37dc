"""A server is upgraded part by part in the midst of a game, from the code before the newest migration to that of now.

The old parts are real: processes that run on the old code, and on its tables until the new schedule brings those up to
date under them. They go on until each is ended and begun anew from the new code; the game takes no notice.
"""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from code_before import code_before
from postgresql import database as postgresql_database
from records import verify_all
from short_game import play
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from world import Sink, World, free_port, wait_for, world_in

from pbem.config import Settings
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.ops.serving import FOLDER, PYTHON, environment, web_command, worker_command
from pbem.ops.supervisor import Program, Supervisor
from pbem.runtime.notifier import delivery_queue
from pbem.store.database import newest_migration

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

STARTS_WITHIN_S, PATIENCE_S = 300, 300
# The part that is begun anew once so many mails have come.
UPGRADED = {3: "schedule", 6: "worker-1", 8: "delivery", 9: "web", 11: "worker-2"}


class Parts:
    """The parts of a server, each by itself; `upgrade` has one of them begin anew from the new code."""

    def __init__(self, settings: Settings, old: Path) -> None:
        self._old, self._new = str(old), os.environ.get("PYTHONPATH", "")
        self._variables, self._cwd = environment(settings), FOLDER
        workers = {f"worker-{number}": worker_command() for number in (1, 2)}
        self.commands = {
            "schedule": (*PYTHON, "pbem", "schedule"),
            "web": web_command(settings),
            "delivery": worker_command(delivery_queue(settings.queue)),
            **workers,
        }
        self._running: dict[str, Supervisor] = {}
        self._ends: dict[str, ExitStack] = {}
        self._on_old_tables: dict[str, int] = {}

    def begin(self, name: str, *, old: bool) -> None:
        path = os.pathsep.join(filter(None, (self._old, self._new))) if old else self._new
        where = Path(self._old) if old else self._cwd
        part = Supervisor([Program(name, self.commands[name])], self._variables | {"PYTHONPATH": path}, where)
        self._running[name], self._ends[name] = part, ExitStack()
        self._ends[name].callback(part.stop)
        part.start()
        self._ends[name].enter_context(part.watching())

    def upgrade(self, name: str) -> None:
        """An old part has gone on on the new tables until now: started again it would not run on them."""
        if not self._on_old_tables:
            self._on_old_tables = self.pids()
        assert self.pids().get(name) == self._on_old_tables[name], f"the old {name} has ended"
        self._ends[name].close()
        self.begin(name, old=False)

    def pids(self) -> dict[str, int]:
        return {name: pid for each in self._running.values() for name, pid in each.pids().items()}

    def stop(self) -> None:
        for each in self._ends.values():
            each.close()


class Upgrading(World):
    """A server that is upgraded while a game goes on; `tables` are the migrations the database had after each step."""

    def __init__(self, settings: Settings, parts: Parts, mails: queue.Queue) -> None:
        super().__init__(settings, Supervisor([], {}, FOLDER), mails)
        self.patience = PATIENCE_S
        self.parts, self.left, self.migrations = parts, dict(UPGRADED), [migration_of(settings.database)]

    def fetch(self) -> None:
        """Before the next mail is looked for, what is to be upgraded by now is."""
        super().fetch()
        due = [number for number in self.left if len(self.seen) >= number]
        for number in due:
            name = self.left.pop(number)
            self.parts.upgrade(name)
            if name == "schedule":
                wait_for_tables(self.settings.database, newest_migration())
            self.migrations.append(migration_of(self.settings.database))


def wait_for_tables(url: str, migration: str | None = None) -> None:
    """Wait until there are tables, or those of a migration."""
    until = time.monotonic() + STARTS_WITHIN_S
    while (found := migration_of(url)) is None or found != (migration or found):
        assert time.monotonic() < until, "the schedule has not brought the tables up to date"
        time.sleep(0.1)


def migration_of(url: str) -> str | None:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except SQLAlchemyError:
        return None
    finally:
        engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str | None]:
    if request.param == "sqlite":
        yield None
        return
    with postgresql_database(request.getfixturevalue("postgresql")) as url:
        yield url


def test_a_game_goes_on_while_its_server_is_upgraded_part_by_part(tmp_path: Path, database: str | None) -> None:
    old = code_before(tmp_path / "old")
    with world_in(tmp_path / "calm", database_url=None) as world:
        calm = play(world)
    with ExitStack() as stack:
        sink = Sink()
        controller = Controller(sink, hostname="127.0.0.1", port=free_port())
        controller.start()
        stack.callback(controller.stop)
        redis = stack.enter_context(EmbeddedRedis(tmp_path / "redis"))
        settings = Settings(
            data_dir=tmp_path / "data",
            database_url=database,
            redis_url=redis.url,
            smtp_url=f"smtp://127.0.0.1:{controller.port}",
            inbound_secrets="secret",
            seed_key="test",
            web_port=free_port(),
            schedule_seconds=0.5,
            lease_seconds=2,
        )
        parts = Parts(settings, old)
        stack.callback(parts.stop)
        for name in parts.commands:
            parts.begin(name, old=True)
            wait_for_tables(settings.database)
        wait_for(f"http://127.0.0.1:{settings.web_port}/healthz")
        world = Upgrading(settings, parts, sink.mails)
        old_ones = parts.pids()
        assert play(world) == calm
        assert not world.left, "the game was over before all was upgraded"
        assert all(copy == first for first, copy in world.copies)
        assert set(world.mail_states()) == {"read"}
        assert len(old_ones) == len(UPGRADED)
        assert all(parts.pids()[name] != pid for name, pid in old_ones.items())
    before, *after = world.migrations
    assert before is not None
    assert before < newest_migration()
    assert set(after) == {newest_migration()}
    verify_all(settings.database)
