"""/healthz touches nothing; /readyz is 503 only where no mail can be taken in, and tells the rest in figures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from door import NOBODY_LISTENS, Door, letter
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer
from sqlalchemy import text

from pbem.config import Settings
from pbem.ops import schedule
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.context import Context
from pbem.runtime.notifier import Notifier, delivery_queue
from pbem.store import Store, outbox
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Lease, Outbox, Seat
from pbem.web import create_app

FIVE_HOURS = timedelta(hours=5)


def look(door: Door, holder: str = "test") -> schedule.Due | None:
    return schedule.look(Context(door.settings, door.store, Notifier(NOBODY_LISTENS, "pbem")), holder)


def lease(door: Door, **moved: timedelta) -> None:
    """Put the times of the schedule's lease somewhere else."""
    with door.store.session() as session:
        row = session.get_one(Lease, schedule.LEASE_NAME)
        for name, by in moved.items():
            setattr(row, name, getattr(row, name) + by)


def unsent(door: Door, state: str, age: timedelta) -> None:
    with door.store.session() as session:
        moment = now(session)
        number = session.query(Outbox).count()
        session.add(
            Outbox(
                key=str(number), to_address="jean@players.example", message_id=f"<{number}@play.example>", subject="",
                text="", shown="", raw=b"", created_at=moment - age, not_before=moment, state=state,
            )
        )  # fmt: skip


@pytest.fixture
def with_workers(tmp_path: Path) -> Iterator[Door]:
    """The web application with a Redis and a worker that listens there."""
    with EmbeddedRedis(tmp_path / "redis") as redis:
        connection = Redis.from_url(redis.url)
        worker = Worker([Queue("pbem", connection=connection, serializer=JSONSerializer)], connection=connection)
        worker.register_birth()
        door = Door(tmp_path, Notifier(redis.url, "pbem"))
        look(door)
        yield door
        door.store.close()


def test_alive_without_a_database(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="k", database_url=f"sqlite:///{tmp_path}/none/at/all.sqlite3")
    app = create_app(settings, Store(settings.database), Notifier(NOBODY_LISTENS, "pbem"))
    assert app.test_client().get("/healthz").get_json() == {"status": "ok"}
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (503, "not ready")
    assert figures_of(app.test_client().get("/metrics").text) == {"pbem_database_up": 0, "pbem_redis_up": 0}


def test_a_database_that_cannot_be_opened_takes_no_mail_in(door: Door, tmp_path: Path) -> None:
    nowhere = Settings(data_dir=tmp_path, secret_key="k", database_url="postgresql+psycopg://127.0.0.1:1/none")
    client = create_app(nowhere, Store(nowhere.database), Notifier(NOBODY_LISTENS, "pbem")).test_client()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["database"]) == (503, "OperationalError")
    assert figures_of(client.get("/metrics").text) == {"pbem_database_up": 0, "pbem_redis_up": 0}


def test_with_everything_it_is_ready(with_workers: Door) -> None:
    answer = with_workers.client.get("/readyz").get_json()
    told = answer.pop("figures")
    assert answer == {
        "status": "ready", "database": "ok", "migrations": "ok", "room": "ok", "redis": "ok", "workers": "ok",
        "disk": "ok", "schedule": "ok", "reading": "ok", "sending": "ok", "turns": "ok",
    }  # fmt: skip
    assert (told["workers_alive"], told["unread"], told["oldest_unread"]) == (1, 0, None)
    assert 0 <= told["silence"] < 60


def test_a_schedule_that_is_silent_makes_it_degraded(door: Door) -> None:
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["schedule"]) == (200, "has not looked yet")
    look(door)
    lease(door, beat_at=timedelta(minutes=-10))
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (200, "degraded")
    assert answer.get_json()["schedule"].startswith("has not looked for 60")


@pytest.mark.parametrize(
    ("moved", "fault"),
    [
        ({"until": FIVE_HOURS}, "has a lease for another 180"),
        ({"beat_at": FIVE_HOURS}, "has looked 1"),
        ({"beat_at": FIVE_HOURS, "until": FIVE_HOURS}, "has looked 1"),
    ],
)
def test_a_lease_that_lies_ahead_is_told_and_stops_nobody(door: Door, moved: dict[str, timedelta], fault: str) -> None:
    look(door, "whose clock was ahead")
    lease(door, **moved)
    assert door.client.get("/readyz").get_json()["schedule"].startswith(fault)
    assert look(door, "another") is not None
    assert door.client.get("/readyz").get_json()["schedule"] == "ok"


def test_without_redis_it_is_degraded_and_knows_no_workers(door: Door) -> None:
    look(door)
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (200, "degraded")
    assert (answer.get_json()["redis"], answer.get_json()["workers"]) == ("does not answer", "not known")
    assert answer.get_json()["figures"]["workers_alive"] is None


def test_without_a_worker_it_is_degraded(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        door = Door(tmp_path, Notifier(redis.url, "pbem"))
        look(door)
        answer = door.client.get("/readyz")
        assert (answer.status_code, answer.get_json()["workers"]) == (200, "none is alive")


def test_a_mail_server_that_is_slow_is_told_and_who_listens_for_its_mail(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        door = Door(tmp_path, Notifier(redis.url, "pbem"), smtp_url="smtp://smtp.example:25")
        look(door)
        told = door.client.get("/readyz").get_json()
        assert (told["delivery"], told["smtp"]) == ("none is alive", "ok")
        connection = Redis.from_url(redis.url)
        queue = Queue(delivery_queue("pbem"), connection=connection, serializer=JSONSerializer)
        Worker([queue], connection=connection).register_birth()
        with door.store.session() as session:
            outbox.note_slow(session, "smtp.example", FIVE_HOURS)
        told = door.client.get("/readyz").get_json()
        assert told["delivery"] == "ok"
        assert told["smtp"] == "smtp.example is slow; its mail goes by the delivery queue"
        assert (told["figures"]["workers_alive"], told["figures"]["delivery_workers_alive"]) == (0, 1)


def test_robots_that_nobody_thinks_for_make_it_degraded(with_workers: Door) -> None:
    assert "robots" not in with_workers.client.get("/readyz").get_json()
    with with_workers.store.session() as session:
        game = Game(
            name="waterloo7",
            ruleset="waterloo1895",
            version="1",
            options="{}",
            seed="",
            state="running",
            created_at=now(session),
            everybody=[Seat(place=0, name="wellington", nonce="", robot=True, level="marshal")],
        )
        session.add(game)
    told = with_workers.client.get("/readyz").get_json()
    assert (told["status"], told["robots"], told["figures"]["robot_games"]) == ("degraded", "none is alive", 1)


def test_mail_that_waits_long_makes_it_degraded(with_workers: Door) -> None:
    with_workers.raw(letter())
    unsent(with_workers, "sending", timedelta(minutes=10))
    unsent(with_workers, "sent", timedelta(days=9))
    assert with_workers.client.get("/readyz").get_json()["status"] == "ready"
    unsent(with_workers, "ready", timedelta(minutes=20))
    with with_workers.store.session() as session:
        session.get_one(Inbox, 1).received_at -= timedelta(minutes=10)
    answer = with_workers.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["status"]) == (200, "degraded")
    assert answer.get_json()["reading"].startswith("a mail has waited to be read for 60")
    # The oldest is that which was written first; a later row that says it is older was not.
    assert answer.get_json()["figures"]["unsent"] == 2
    assert answer.get_json()["sending"] == "ok"
    with with_workers.store.session() as session:
        session.get_one(Outbox, 1).created_at -= timedelta(minutes=10)
    assert with_workers.client.get("/readyz").get_json()["sending"].startswith("a mail has waited to be sent for 120")


def test_mail_that_is_kept_is_counted(with_workers: Door) -> None:
    for number, state in enumerate(["held", "held", "shunted", "dropped", "read", "new"], 1):
        with_workers.raw(letter(f"mail {number}"))
        with with_workers.store.session() as session:
            session.get_one(Inbox, number).state = state
    unsent(with_workers, "failed", timedelta())
    told = with_workers.client.get("/readyz").get_json()["figures"]
    assert [told[name] for name in ("held", "shunted", "dropped", "unread", "failed")] == [2, 1, 1, 1, 1]


def test_prometheus_reads_the_same_figures(with_workers: Door) -> None:
    with_workers.raw(letter())
    answer = with_workers.client.get("/metrics")
    assert answer.content_type.startswith("text/plain; version=")
    found = figures_of(answer.text)
    assert [found[f"pbem_{name}"] for name in ("database_up", "redis_up", "workers", "mails_unread")] == [1, 1, 1, 1]
    assert 0 <= found["pbem_oldest_unread_mail_seconds"] < 60
    assert "pbem_oldest_unsent_mail_seconds" not in found
    # Made anew for each request: nothing is registered twice, and nothing is remembered.
    assert figures_of(with_workers.client.get("/metrics").text).keys() == found.keys()


def test_tables_of_another_version_are_not_ready(door: Door) -> None:
    look(door)
    with door.store.session() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'older'"))
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["migrations"]) == (503, "the tables are of another version")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_only_to_be_looked_at(door: Door, method: str) -> None:
    assert getattr(door.client, method)("/healthz").status_code == 405


def figures_of(page: str) -> dict[str, float]:
    """The samples of a page of metrics, as Prometheus reads it."""
    return {each.name: each.value for family in text_string_to_metric_families(page) for each in family.samples}
