"""/healthz touches nothing; /readyz tells what is missing, and Redis is not among what must be there."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from door import NOBODY_LISTENS, Door
from sqlalchemy import text

from pbem.config import Settings
from pbem.ops import schedule
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.context import Context
from pbem.runtime.notifier import Notifier
from pbem.store import Store
from pbem.store.models import Lease
from pbem.web import create_app


def look(door: Door) -> None:
    schedule.look(Context(door.settings, door.store, Notifier(NOBODY_LISTENS, "pbem")), "test")


def test_alive_without_a_database(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="k", database_url=f"sqlite:///{tmp_path}/none/at/all.sqlite3")
    app = create_app(settings, Store(settings.database), Notifier(NOBODY_LISTENS, "pbem"))
    assert app.test_client().get("/healthz").get_json() == {"status": "ok"}
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (503, "not ready")


def test_ready_needs_the_schedule(door: Door) -> None:
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["schedule"]) == (503, "has not looked yet")
    look(door)
    assert door.client.get("/readyz").status_code == 200
    with door.store.session() as session:
        session.get_one(Lease, schedule.LEASE_NAME).beat_at -= timedelta(minutes=10)
    answer = door.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json()["schedule"].startswith("has not looked for 60")


def test_without_redis_it_is_ready_but_degraded(door: Door) -> None:
    look(door)
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (200, "degraded")


def test_with_everything_it_is_ready(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        door = Door(tmp_path, Notifier(redis.url, "pbem"))
        look(door)
        assert door.client.get("/readyz").get_json() == {
            "status": "ready", "database": "ok", "migrations": "ok", "schedule": "ok", "disk": "ok", "redis": "ok",
        }  # fmt: skip


def test_tables_of_another_version_are_not_ready(door: Door) -> None:
    look(door)
    with door.store.session() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'older'"))
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["migrations"]) == (503, "the tables are of another version")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_only_to_be_looked_at(door: Door, method: str) -> None:
    assert getattr(door.client, method)("/healthz").status_code == 405
