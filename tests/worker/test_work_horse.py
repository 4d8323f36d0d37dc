"""The work horse that lasts: one process for many jobs, another as soon as it dies, none for ever."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from pbem.ops.embedded_redis import EmbeddedRedis
from worker import work_horse
from worker.work_horse import LastingWorker, UnfitRq, ensure_fit


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield Redis.from_url(server.url)


@pytest.fixture
def queue(connection: Redis) -> Queue:
    connection.flushdb()
    return Queue("stable", connection=connection, serializer=JSONSerializer)


def worker_of(queue: Queue) -> LastingWorker:
    return LastingWorker([queue], connection=queue.connection, serializer=JSONSerializer)


def work(queue: Queue) -> None:
    worker_of(queue).work(burst=True, logging_level="CRITICAL")


def horses(jobs: list[Job]) -> list[int]:
    return [int(job.return_value() or 0) for job in jobs]


def test_one_horse_does_all_jobs(queue: Queue) -> None:
    jobs = [queue.enqueue("os.getpid") for _ in range(5)]
    work(queue)
    assert len(set(horses(jobs))) == 1
    assert os.getpid() not in horses(jobs)


def test_a_job_that_kills_its_horse_costs_only_itself(queue: Queue) -> None:
    before, killer, after = queue.enqueue("os.getpid"), queue.enqueue("os._exit", 9), queue.enqueue("os.getpid")
    work(queue)
    assert killer.get_status(refresh=True) == "failed"
    one, other = horses([before, after])
    assert one != other
    assert 0 not in (one, other)


def test_a_job_that_fails_leaves_its_horse_to_the_others(queue: Queue) -> None:
    before, failing, after = queue.enqueue("os.getpid"), queue.enqueue("math.sqrt", -1), queue.enqueue("os.getpid")
    work(queue)
    assert failing.get_status(refresh=True) == "failed"
    assert len(set(horses([before, after]))) == 1


def test_a_job_that_takes_too_long_is_ended(queue: Queue) -> None:
    endless, after = queue.enqueue("time.sleep", 60, job_timeout=1), queue.enqueue("os.getpid")
    work(queue)
    assert endless.get_status(refresh=True) == "failed"
    assert horses([after])[0]


def test_a_horse_is_changed_after_its_share_of_jobs(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_horse, "JOBS_A_HORSE", 2)
    jobs = [queue.enqueue("os.getpid") for _ in range(5)]
    work(queue)
    one, two, three, four, five = horses(jobs)
    assert one == two != three == four != five


def test_a_horse_that_died_with_nothing_to_do_is_replaced(queue: Queue) -> None:
    worker = worker_of(queue)
    first = queue.enqueue("os.getpid")
    worker.work(burst=True, logging_level="CRITICAL")
    [horse] = horses([first])
    assert horse, "a signal to process 0 would end whoever runs the tests"
    os.kill(horse, signal.SIGKILL)
    os.waitid(os.P_PID, horse, os.WEXITED | os.WNOWAIT)
    second = queue.enqueue("os.getpid")
    worker.work(burst=True, logging_level="CRITICAL")
    assert second.get_status(refresh=True) == "finished"
    assert horses([second]) != horses([first])


class _Forgetful(LastingWorker):
    """A worker whose Redis forgets some jobs just as they are handed over."""

    forgotten: tuple[str, ...] = ()

    def fork_work_horse(self, job: Job, queue: Queue) -> None:
        if job.id in self.forgotten:
            assert self.connection.delete(job.key) == 1
        super().fork_work_horse(job, queue)


def test_a_job_that_expires_while_it_is_handed_over_costs_no_horse(queue: Queue) -> None:
    before, expired, after = (queue.enqueue("os.getpid") for _ in range(3))
    worker = _Forgetful([queue], connection=queue.connection, serializer=JSONSerializer)
    worker.forgotten = (expired.id,)
    worker.work(burst=True, logging_level="CRITICAL")
    assert len(set(horses([before, after]))) == 1
    assert 0 not in horses([before, after])
    assert not Job.exists(expired.id, connection=queue.connection)


def test_a_horse_goes_when_its_worker_has_gone(queue: Queue) -> None:
    job = queue.enqueue("os.getpid")
    os.waitpid(kept(queue), 0)
    until_it_has_gone(horses([job])[0])


def test_a_horse_whose_worker_is_killed_ends_its_job_and_goes_quietly(
    queue: Queue, capfd: pytest.CaptureFixture[str]
) -> None:
    first, second = queue.enqueue("os.getpid"), queue.enqueue("time.sleep", 1)
    keeper = kept(queue)
    while second.get_status(refresh=True) != "started":
        time.sleep(0.02)
    os.kill(keeper, signal.SIGKILL)
    os.waitpid(keeper, 0)
    until_it_has_gone(horses([first])[0])
    assert second.get_status(refresh=True) == "finished"
    assert "Traceback" not in capfd.readouterr().err


def kept(queue: Queue) -> int:
    """A worker in a process of its own."""
    keeper = os.fork()
    if keeper == 0:
        worker_of(queue).work(burst=True, logging_level="ERROR")
        os._exit(0)
    return keeper


def until_it_has_gone(horse: int) -> None:
    status = Path(f"/proc/{horse}/status")
    until = time.monotonic() + 10
    # Where nobody reaps orphans it stays listed, as a zombie.
    while status.exists() and "State:\tZ" not in status.read_text():
        assert time.monotonic() < until
        time.sleep(0.05)


class NextWorker(Worker):
    """A worker as rq 3.0 makes it, as far as that matters here."""

    def perform_job(self, job, queue, execution):  # type: ignore[no-untyped-def, override]
        return super().perform_job(job, queue)


def test_the_rq_that_is_installed_fits() -> None:
    ensure_fit()


@pytest.mark.parametrize("version", ["2.11.0", "3.0.0", "3.1.0", "unknown"])
def test_an_rq_of_another_version_is_told_before_any_job_is_taken(version: str) -> None:
    with pytest.raises(UnfitRq, match=rf"rq {version} is installed, and does not fit: this needs rq>=2.12,<3"):
        ensure_fit(version=version)


def test_an_rq_with_other_methods_is_told_with_their_names() -> None:
    with pytest.raises(UnfitRq, match=r"other methods perform_job: this needs rq>=2.12,<3"):
        ensure_fit(NextWorker)
