"""A job reads some of the mails that wait before it sends what it brought about, and sends the answers together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from inprocess import NOBODY_LISTENS, Server, letter
from mail_host import Host, running
from redis import Redis
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer
from sqlalchemy import update

from pbem.inbound import processing
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.context import Context
from pbem.runtime.notifier import ARRIVED, InlineNotifier, Notifier
from pbem.store.database import now
from pbem.store.models import Turn
from worker import jobs
from worker.jobs import READ_ON_MOST, SENT_TOGETHER, WORK

WRITERS = [f"writer{number}@players.example" for number in range(2 * READ_ON_MOST)]
ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture
def queue(redis: str) -> Queue:
    connection = Redis.from_url(redis)
    connection.flushdb()
    return Queue("pbem", connection=connection, serializer=JSONSerializer)


@pytest.fixture
def mails(tmp_path: Path) -> Iterator[Server]:
    """A server to which several players have written."""
    server = Server(tmp_path, seed_key="test")
    server.enrol(*WRITERS)
    for writer in WRITERS:
        server.take_in(letter(writer, server.settings.address, "HELP"), server.settings.address)
    yield server
    server.store.close()


def done(server: Server, url: str = NOBODY_LISTENS, smtp_url: str | None = None) -> None:
    """One job, for the first of the mails."""
    notifier = InlineNotifier(url, "pbem")
    settings = server.settings.model_copy(update={"smtp_url": smtp_url})
    jobs.carry_out(Context(settings, server.store, notifier), notifier, WORK["receive"], 1)


def read(server: Server) -> list[int]:
    return [mail.id for mail in server.inbox() if mail.state != "new"]


def test_the_answers_to_mails_that_wait_together_go_out_over_one_connection(mails: Server) -> None:
    host = Host()
    with running(host) as port:
        done(mails, smtp_url=f"smtp://127.0.0.1:{port}")
    together = 1 + READ_ON_MOST
    assert read(mails) == list(range(1, together + 1))
    assert sorted(mail.rcpt_tos[0] for mail in host.taken) == WRITERS[:together]
    assert len(host.connections) == 1
    assert together <= SENT_TOGETHER


def test_nobody_waits_for_his_answer_while_more_is_read_than_takes_a_moment(
    mails: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "READ_ON_FOR_S", 0.0)
    done(mails)
    assert read(mails) == [1]
    assert mails.box(WRITERS[0])
    assert not mails.box(WRITERS[1])


def test_nobody_is_notified_any_more_of_what_was_read(mails: Server, redis: str, queue: Queue) -> None:
    outside = Notifier(redis, "pbem")
    for ident in read_later(mails):
        outside.notify("receive", ident, ARRIVED)
    done(mails, redis)
    left = [f"receive-{ident}-{ARRIVED}" for ident in read_later(mails)]
    assert len(left) == len(WRITERS) - 1 - READ_ON_MOST
    assert queue.job_ids == left
    assert {key.decode() for key in queue.connection.keys("rq:job:*")} == {Job.key_for(job) for job in left}


def read_later(server: Server) -> list[int]:
    return [mail.id for mail in server.inbox() if mail.state == "new" and mail.id > 1]


def test_a_job_does_not_read_on_where_it_has_nothing_to_send(mails: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processing, "receive_next", lambda _context, ident: ident)
    done(mails)
    assert read(mails) == []


def test_a_turn_that_follows_from_a_job_waits_for_no_mail(mails: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[str] = []
    monkeypatch.setattr(processing, "receive_waiting", lambda _context: passed.append("read on"))
    monkeypatch.setitem(WORK, "adjudicate", lambda _context, _ident: passed.append("adjudicated"))
    monkeypatch.setitem(WORK, "deliver", lambda _context, _ident: passed.append("delivered"))
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")

    def work(_context: Context, _ident: int) -> None:
        notifier.notify("adjudicate", 1)
        notifier.notify("deliver", 1)

    jobs.carry_out(Context(mails.settings, mails.store, notifier), notifier, work, 1)
    assert passed == ["adjudicated", "read on", "delivered"]


def test_a_mail_that_cannot_be_read_now_is_tried_once_and_its_notification_stays(
    tmp_path: Path, redis: str, queue: Queue
) -> None:
    """Its turn is being adjudicated: it waits, and the job sends what it has."""
    server = Server(tmp_path, seed_key="test")
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"), also=(WRITERS[0],))
    with server.store.session() as session:
        session.execute(update(Turn).values(state="frozen", lease_until=now(session) + server.context.lease))
    to, seat = server.settings.address, str(server.latest(ADA)["Reply-To"])
    server.take_in(letter(WRITERS[0], to, "HELP"), to)
    busy = server.take_in(letter(ADA, seat, "place default"), seat).id
    Notifier(redis, "pbem").notify("receive", busy, ARRIVED)
    done(server, redis)
    [waiting] = [mail for mail in server.inbox() if mail.state == "new"]
    assert (waiting.id, waiting.attempts) == (busy, 0)
    assert queue.job_ids == [f"receive-{busy}-{ARRIVED}"]
    assert server.box(WRITERS[0])
    server.store.close()


def test_mails_go_out_after_all_else_that_follows_from_a_job() -> None:
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    with notifier.inline_work():
        for name, ident in (("deliver", 1), ("adjudicate", 2), ("deliver", 3), ("tick", 4)):
            notifier.notify(name, ident)
        done = [notifier.next_inline(last="deliver") for _ in range(4)]
        assert [job.ident for job in done if job is not None] == [2, 4, 1, 3]
        assert notifier.next_inline(last="deliver") is None
