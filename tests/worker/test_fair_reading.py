"""Workers that are notified of a mail read the one whose turn it is: the work of the jobs, done in their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from inprocess import Server, letter
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.context import Context
from pbem.runtime.notifier import Notifier
from worker.jobs import WORK

FLOOD, BEN = "flood@players.example", "ben@players.example"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        yield Queue("pbem", connection=Redis.from_url(redis.url), serializer=JSONSerializer)


def read(server: Server) -> list[int]:
    return [mail.id for mail in server.inbox() if mail.state != "new"]


def test_behind_a_flood_another_is_answered_soon_and_nobody_is_forgotten(server: Server, queue: Queue) -> None:
    to = server.settings.address
    redis = queue.connection.connection_pool.connection_kwargs["path"]
    context = Context(server.settings, server.store, Notifier(f"unix://{redis}", "pbem"))

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


def test_two_workers_that_choose_the_same_mail_leave_none_unread(server: Server, queue: Queue) -> None:
    """Whoever comes second reads nothing, and so must not have used up what was to wake somebody for his own."""
    to = server.settings.address
    redis = queue.connection.connection_pool.connection_kwargs["path"]
    context = Context(server.settings, server.store, Notifier(f"unix://{redis}", "pbem"))
    first = server.take_in(letter(FLOOD, to, "HELP"), to).id
    second = server.take_in(letter(BEN, to, "HELP"), to).id
    WORK["receive"](context, second)
    assert read(server) == [first]
    assert [ident for ident in queue.job_ids if "receive" in ident] == [f"receive-{second}-after-{first}"]
