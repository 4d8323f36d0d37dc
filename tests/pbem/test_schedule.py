"""The schedule: one process looks at a time, and what it finds is rung for."""

import threading
from datetime import UTC, datetime

from redis import Redis
from sqlalchemy import update

from pbem import schedule
from pbem.bell import Bell
from pbem.config import Settings
from pbem.embedded import EmbeddedRedis
from pbem.mail.inbound import InboundMail
from pbem.office import Office
from pbem.store import Store, inbox
from pbem.store.models import Lease

LONG_AGO = datetime(1815, 6, 18, tzinfo=UTC)


def office_at(tmp_path, url):
    settings = Settings(data_dir=tmp_path, schedule_seconds=0.05)
    store = Store(settings.database)
    store.upgrade()
    return Office(settings, store, Bell(url, "pbem"))


def test_one_looks_while_the_other_waits_until_the_lease_is_over(tmp_path):
    office = office_at(tmp_path, "redis://127.0.0.1:1/0")
    assert schedule.look(office, "one") is not None
    assert schedule.look(office, "two") is None
    assert schedule.look(office, "one") is not None
    with office.store.session() as session:
        session.execute(update(Lease).values(until=LONG_AGO))
    assert schedule.look(office, "two") is not None


def test_mail_whose_bell_was_lost_is_rung_for_again(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        office = office_at(tmp_path, redis.url)
        with office.store.session() as session:
            inbox.accept(session, InboundMail(b"From: a@b.example\n\nhello", None, "pbem@pbem.localhost", "test"))
        connection = Redis.from_url(redis.url)
        stop = threading.Event()
        thread = threading.Thread(target=schedule.run, args=(office, stop))
        thread.start()
        try:
            for _ in range(200):
                if connection.llen("rq:queue:pbem"):
                    break
                stop.wait(0.05)
            connection.flushall()
            for _ in range(200):
                if connection.llen("rq:queue:pbem"):
                    break
                stop.wait(0.05)
            assert connection.llen("rq:queue:pbem") == 1
        finally:
            stop.set()
            thread.join()


def test_a_job_that_died_does_not_keep_the_bell_from_ringing(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        office = office_at(tmp_path, redis.url)
        office.settings.lease_seconds = 0.2
        with office.store.session() as session:
            inbox.accept(session, InboundMail(b"From: a@b.example\n\nhello", None, "pbem@pbem.localhost", "test"))
        connection = Redis.from_url(redis.url)
        schedule.look(office, "one")
        # The worker took the job off the queue and died; its id is still known to rq.
        assert connection.lpop("rq:queue:pbem")
        for _ in range(100):
            schedule.look(office, "one")
            if connection.llen("rq:queue:pbem"):
                return
            threading.Event().wait(0.05)
        raise AssertionError("nobody rang again")
