"""The schedule: one process looks at a time, and it notifies the workers of what it finds."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis
from sqlalchemy import update

from pbem.config import Settings
from pbem.inbound.mail import InboundMail
from pbem.ops import schedule
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Document
from pbem.runtime import notifier
from pbem.runtime.context import Context
from pbem.runtime.notifier import Job, Notifier
from pbem.store import Store, inbox, outbox
from pbem.store.models import Lease

LONG_AGO = datetime(1815, 6, 18, tzinfo=UTC)


def office_at(tmp_path, url):
    settings = Settings(data_dir=tmp_path, schedule_seconds=0.05)
    store = Store(settings.database)
    store.upgrade()
    return Context(settings, store, Notifier(url, "pbem"))


def test_one_looks_while_the_other_waits_until_the_lease_is_over(tmp_path):
    context = office_at(tmp_path, "redis://127.0.0.1:1/0")
    # The first look of a process takes longer than a lease that is counted in fifths of a second.
    context.settings.schedule_seconds = 60
    assert schedule.look(context, "one") is not None
    assert schedule.look(context, "two") is None
    assert schedule.look(context, "one") is not None
    with context.store.session() as session:
        session.execute(update(Lease).values(until=LONG_AGO))
    assert schedule.look(context, "two") is not None


@pytest.mark.both_databases(quick="both")
def test_of_two_that_look_at_once_one_looks(server):
    """K21."""
    server.settings.schedule_seconds = 60
    for _round in range(10):
        with server.store.session() as session:
            session.execute(update(Lease).values(until=LONG_AGO))
        begin, found = threading.Barrier(2), []

        def look(holder, begin=begin, found=found):
            begin.wait()
            found.append(schedule.look(server.context, holder) is not None)

        lookers = [threading.Thread(target=look, args=(holder,)) for holder in ("one", "two")]
        for looker in lookers:
            looker.start()
        for looker in lookers:
            looker.join()
        assert sorted(found) == [False, True]


def _announced(connection: Redis, pause: threading.Event) -> int:
    """How many jobs wait that read mail, once there is one: the schedule's other jobs may be announced before it."""
    for _ in range(200):
        waiting = connection.lrange("rq:queue:pbem", 0, -1)
        if found := [ident.split(b"-")[0] for ident in waiting].count(b"receive"):
            return found
        pause.wait(0.05)
    return 0


def test_mail_whose_notification_was_lost_is_announced_again(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        context = office_at(tmp_path, redis.url)
        with context.store.session() as session:
            inbox.accept(session, InboundMail(b"From: a@b.example\n\nhello", None, "pbem@pbem.localhost", "test"))
        connection = Redis.from_url(redis.url)
        stop = threading.Event()
        thread = threading.Thread(target=schedule.run, args=(context, stop))
        thread.start()
        try:
            assert _announced(connection, stop)
            connection.flushall()
            assert _announced(connection, stop) == 1, "not announced again, or twice"
        finally:
            stop.set()
            thread.join()


def test_a_job_that_died_keeps_nobody_from_being_notified(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        context = office_at(tmp_path, redis.url)
        context.settings.lease_seconds = 0.2
        with context.store.session() as session:
            inbox.accept(session, InboundMail(b"From: a@b.example\n\nhello", None, "pbem@pbem.localhost", "test"))
        connection = Redis.from_url(redis.url)
        schedule.look(context, "one")
        # The worker took the jobs off the queue and died; their ids are still known to rq.
        while connection.lpop("rq:queue:pbem"):
            pass
        for _ in range(100):
            schedule.look(context, "one")
            if any(ident.startswith(b"receive") for ident in connection.lrange("rq:queue:pbem", 0, -1)):
                return
            threading.Event().wait(0.05)
        raise AssertionError("nobody was notified again")


def test_workers_that_fall_behind_are_not_sent_the_same_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(notifier, "MOST_WAITING", 10)
    with EmbeddedRedis(tmp_path / "redis") as redis:
        context = office_at(tmp_path, redis.url)
        context.settings.lease_seconds = 0.05
        with context.store.session() as session:
            for number in range(30):
                inbox.accept(
                    session, InboundMail(b"From: a@b.example\n\n%d" % number, None, "pbem@pbem.localhost", "test")
                )
        connection = Redis.from_url(redis.url)
        for _ in range(5):
            schedule.look(context, "one")
            threading.Event().wait(0.1)
        waiting = [ident.split(b"-")[:2] for ident in connection.lrange("rq:queue:pbem", 0, -1)]
        # The desk and the sweep are among the first, though thirty mails wait.
        assert len(waiting) == 10
        assert {b"receive", b"desk", b"sweep"} == {name for name, _ in waiting}
        # What was taken off the queue makes room for what is still due.
        taken = {tuple(connection.lpop("rq:queue:pbem").split(b"-")[:2]) for _ in range(4)}
        schedule.look(context, "one")
        after = [tuple(ident.split(b"-")[:2]) for ident in connection.lrange("rq:queue:pbem", 0, -1)]
        assert (len(after), len(taken)) == (10, 4)


def test_what_waits_already_takes_no_room_from_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr(notifier, "MOST_WAITING", 10)
    with EmbeddedRedis(tmp_path / "redis") as redis:
        told = Notifier(redis.url, "pbem")
        told.notify_of_backlog(Job("receive", number, "due") for number in range(6))
        told.notify_of_backlog(Job("receive", number, "due") for number in range(30))
        waiting = Redis.from_url(redis.url).lrange("rq:queue:pbem", 0, -1)
        assert waiting == [b"receive-%d-due" % number for number in range(10)]


def test_mail_to_a_slow_server_goes_to_the_queue_of_its_own(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        context = office_at(tmp_path, redis.url)
        context.settings.smtp_url = "smtp://smtp.example:25"
        draft = Draft(document=Document("x", ()), key="x", to="ada@players.example", reply_to="pbem@pbem.localhost")
        with context.store.session() as session:
            post(session, context, draft)
            inbox.accept(session, InboundMail(b"From: a@b.example\n\nhello", None, "pbem@pbem.localhost", "test"))
            outbox.note_slow(session, "smtp.example", timedelta(minutes=1))
        schedule.look(context, "one")
        connection = Redis.from_url(redis.url)
        waiting = [connection.lrange(f"rq:queue:{name}", 0, -1) for name in ("pbem", "pbem-delivery")]
        usual, apart = [[ident.split(b"-")[0] for ident in idents] for idents in waiting]
        assert (usual, apart) == ([b"receive", b"desk", b"sweep"], [b"deliver_apart"])
