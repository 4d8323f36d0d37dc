"""Workers that are notified of a mail read the one whose turn it is: the work of the jobs, done in their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from inprocess import NOBODY_LISTENS, Server, letter
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer
from sqlalchemy import update

from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.runtime.notifier import InlineNotifier, Notifier
from pbem.store import inbox
from pbem.store.database import now
from pbem.store.models import Turn
from worker import jobs
from worker.jobs import WORK

FLOOD, BEN = "flood@players.example", "ben@players.example"


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        yield Queue("pbem", connection=Redis.from_url(redis.url), serializer=JSONSerializer)


@pytest.fixture
def context(server: Server, queue: Queue) -> Context:
    """The server's, with a Redis."""
    redis = queue.connection.connection_pool.connection_kwargs["path"]
    return Context(server.settings, server.store, Notifier(f"unix://{redis}", "pbem"))


def read(server: Server) -> list[int]:
    return [mail.id for mail in server.inbox() if mail.state != "new"]


def test_behind_a_flood_another_is_answered_soon_and_nobody_is_forgotten(
    server: Server, queue: Queue, context: Context
) -> None:
    to = server.settings.address

    def arrives(sender: str, number: int) -> int:
        ident = server.take_in(letter(sender, to, f"HELP {number}"), to).id
        context.notifier.notify("receive", ident, "new")
        return ident

    def one_job() -> None:
        """The next job that reads, in the order in which the queue has them; answers need not be sent here."""
        while (job := queue.fetch_job(queue.pop_job_id() or "")) is not None:
            job.delete()
            if job.func_name == "worker.jobs.receive":
                WORK["receive"](context, *job.args)
                return

    flooded = [arrives(FLOOD, number) for number in range(60)]
    for _ in range(5):
        one_job()
    assert read(server) == flooded[:5]
    ben = arrives(BEN, 0)
    for _ in range(3):
        one_job()
    assert read(server) == [*flooded[:7], ben]
    while queue.count:
        one_job()
    assert read(server) == [*flooded, ben]


def test_a_notification_that_was_used_for_another_mail_is_sent_again(
    server: Server, queue: Queue, context: Context
) -> None:
    to = server.settings.address
    first = server.take_in(letter(FLOOD, to, "HELP"), to).id
    second = server.take_in(letter(BEN, to, "HELP"), to).id
    WORK["receive"](context, second)
    assert read(server) == [first]
    assert [ident for ident in queue.job_ids if "receive" in ident] == [f"receive-{second}-after-{first}"]


def test_a_mail_that_another_worker_holds_is_passed_over(server: Server, context: Context) -> None:
    to = server.settings.address
    first = server.take_in(letter(FLOOD, to, "HELP"), to).id
    second = server.take_in(letter(BEN, to, "HELP"), to).id
    with server.store.reading() as session:
        assert list(inbox.unread(session, limit=1)) == [first]
    with server.store.session() as session:
        held = inbox.claim(session, first, context.lease)
    assert held is not None
    WORK["receive"](context, second)
    assert read(server) == [second]


def test_nobody_waits_for_a_mail_whose_turn_is_being_adjudicated(
    server: Server, sealed_bids: Presentation, context: Context
) -> None:
    server.begin((FLOOD, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    with server.store.session() as session:
        session.execute(update(Turn).values(state="frozen", lease_until=now(session) + context.lease))
    seat = str(server.latest(FLOOD)["Reply-To"])
    busy = server.take_in(letter(FLOOD, seat, "bid 3"), seat).id
    other = server.take_in(letter("cleo@players.example", server.settings.address, "HELP"), server.settings.address).id
    WORK["receive"](context, other)
    states = {mail.id: mail.state for mail in server.inbox()}
    assert states[busy] == "new"
    assert states[other] != "new"


def test_a_mail_is_read_before_the_next_of_many_other_jobs(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a thousand deadlines have fallen together, and a mail's notification stands behind all of them."""
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    monkeypatch.setattr(jobs, "context", lambda: (Context(server.settings, server.store, notifier), notifier))
    to = server.settings.address
    first, second = (server.take_in(letter(BEN, to, f"HELP {number}"), to).id for number in range(2))
    done: list[list[int]] = []
    monkeypatch.setitem(WORK, "adjudicate", lambda _context, _game: done.append(read(server)))
    jobs.adjudicate(1)
    jobs.adjudicate(2)
    assert done == [[first], [first, second]]


def test_jobs_for_which_nothing_waits_read_no_mail(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    monkeypatch.setattr(jobs, "context", lambda: (Context(server.settings, server.store, notifier), notifier))
    server.take_in(letter(BEN, server.settings.address, "HELP"), server.settings.address)
    monkeypatch.setitem(WORK, "think", lambda _context, _game: None)
    jobs.think(1)
    assert read(server) == []
