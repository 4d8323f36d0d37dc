"""A batch through the queue, with a real Redis and real workers: what is lost is sent again, what fails is halved, and
nothing stays behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from marks import descendants, strike
from redis import Redis
from rq import Queue, Worker
from rq.executions import Execution
from rq.serializers import JSONSerializer

from pbem.batch import portions
from pbem.batch import queue as through
from pbem.batch.chunk import Answers
from pbem.batch.queue import LostAgain, adjudicate_through_queue
from pbem.ops.embedded_redis import EmbeddedRedis

TOYS = str(Path(__file__).parents[2] / "toys")
POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}
QUEUE = "batch"
PATIENCE_S = 120
# What rq keeps of a worker that is there.
OF_WORKERS = ("rq:worker", "rq:queues")


def request(ident: int, mine: str = "none") -> bytes:
    asked = {"id": ident, "ruleset": "landmine", "options": {"mine": mine}, "position": POSITION}
    return json.dumps(asked | {"orders": {"north": "bid 3"}}).encode()


def mined(count: int, **mines: Any) -> list[bytes]:
    """So many requests; those whose numbers stand under a mine's name have it."""
    return [request(each, next((mine for mine, at in mines.items() if each in at), "none")) for each in range(count)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as redis:
        yield redis


def environment(url: str, folder: Path) -> dict[str, str]:
    path = os.pathsep.join([TOYS, *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path, "PBEM_REDIS_URL": url, "PBEM_QUEUE": QUEUE, "PBEM_DATA_DIR": str(folder)}


@contextmanager
def a_worker(server: EmbeddedRedis, folder: Path) -> Iterator[int]:
    """One more worker, that listens; its process."""
    there = queue_of(server)
    before = Worker.count(queue=there)
    process = subprocess.Popen(
        [sys.executable, "-m", "worker"], env=environment(server.url, folder), stderr=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: Worker.count(queue=there) > before)
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def worker(server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with a_worker(server, tmp_path_factory.mktemp("worker")) as process:
        yield process


@pytest.fixture
def queue(server: EmbeddedRedis, worker: int) -> Queue:
    found = queue_of(server)
    for key in keys(found):  # what the last test has left
        found.connection.delete(key)
    return found


def queue_of(server: EmbeddedRedis) -> Queue:
    return Queue(QUEUE, connection=Redis.from_url(server.url), serializer=JSONSerializer)


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


@contextmanager
def standing_still(process: int) -> Iterator[None]:
    """A process and its children do nothing meanwhile."""
    struck = [process, *descendants(process)]
    for each in struck:
        strike(each, [signal.SIGSTOP])
    try:
        yield
    finally:
        for each in struck:
            strike(each, [signal.SIGCONT])


def read(answers: Iterator[Answers]) -> list[Any]:
    return [json.loads(line) for each in answers for line in each.text.splitlines()]


def errors_in(told: list[Any]) -> dict[int, str]:
    return {each["id"]: each["error"]["code"] for each in told if "error" in each}


def keys(queue: Queue, pattern: str = "*") -> list[str]:
    """The keys of Redis, but for those of workers that are there."""
    found = sorted(key.decode() for key in queue.connection.scan_iter(pattern))
    return [key for key in found if not key.startswith(OF_WORKERS)]


def jobs_done(queue: Queue) -> int:
    return sum(each.successful_job_count for each in Worker.all(queue=queue))


# --- What is sent -----------------------------------------------------------------------------------------------------


def test_answers_come_in_order_each_once_and_nothing_stays_in_redis(queue: Queue) -> None:
    told = read(adjudicate_through_queue(mined(3000, raises=[7, 2999]), queue))
    assert [each["id"] for each in told] == list(range(3000))
    assert errors_in(told) == {7: "crashed", 2999: "crashed"}
    assert keys(queue) == []


def test_small_requests_travel_many_at_once_and_large_ones_few(queue: Queue) -> None:
    before = jobs_done(queue)
    read(adjudicate_through_queue(mined(2 * through.PORTION_LINES), queue))
    assert jobs_done(queue) == before + 2
    large = [request(number) + b" " * (through.PORTION_BYTES // 4) for number in range(8)]
    read(adjudicate_through_queue(large, queue))
    assert jobs_done(queue) == before + 4
    read(adjudicate_through_queue(mined(2 * through.PORTION_LINES_WITH_REPORTS), queue, reports="text"))
    assert jobs_done(queue) == before + 6


def test_workers_find_portions_though_nobody_takes_the_answers_and_no_more_than_so_many(
    server: EmbeddedRedis, queue: Queue, tmp_path: Path
) -> None:
    taken = 0

    def lines() -> Iterator[bytes]:
        nonlocal taken
        for line in mined(20 * through.PORTION_LINES):
            taken += 1
            yield line

    with closing(adjudicate_through_queue(lines(), queue)) as answers:
        next(answers)
        wait_for(lambda: len(keys(queue, "*:told")) == through.LEAST_PORTIONS_AHEAD - 1)
        assert taken == through.LEAST_PORTIONS_AHEAD * through.PORTION_LINES
        with a_worker(server, tmp_path):
            # Who comes later is counted too.
            next(answers)
            ahead = 2 * through.PORTIONS_AHEAD_A_WORKER
            assert ahead > through.LEAST_PORTIONS_AHEAD
            assert taken == (1 + ahead) * through.PORTION_LINES
            wait_for(lambda: len(keys(queue, "*:told")) == ahead - 1)
    # Whoever wants no more answers leaves nothing behind.
    assert keys(queue) == []


# --- What fails -------------------------------------------------------------------------------------------------------


def test_of_a_portion_that_brings_its_worker_down_only_those_at_fault_are_errors(queue: Queue) -> None:
    told = read(adjudicate_through_queue(mined(300, kills=[17, 250]), queue))
    assert [each["id"] for each in told] == list(range(300))
    assert errors_in(told) == {17: "crashed", 250: "crashed"}
    assert keys(queue) == []


def test_a_request_that_never_ends_is_given_up(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(through, "SECONDS_A_REQUEST", 1)
    told = read(adjudicate_through_queue(mined(8, hangs=[5]), queue))
    assert [each["id"] for each in told] == list(range(8))
    assert errors_in(told) == {5: "crashed"}


@pytest.mark.parametrize("reports", [None, "text"])
def test_requests_that_together_take_too_long_are_no_errors(
    queue: Queue, monkeypatch: pytest.MonkeyPatch, reports: str | None
) -> None:
    monkeypatch.setattr(through, "SECONDS_A_REQUEST", 1)
    monkeypatch.setattr(through, "SECONDS_A_LINE", 0)
    told = read(adjudicate_through_queue(mined(4, dawdles=range(4)), queue, reports=reports))
    assert [each["id"] for each in told] == list(range(4))
    assert errors_in(told) == {}


# --- What is lost -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["pbem:batch:*:asked", "rq:job:*", "*"])
def test_what_redis_has_lost_before_it_was_answered_is_sent_again(queue: Queue, worker: int, lost: str) -> None:
    with ThreadPoolExecutor() as pool:
        with standing_still(worker):
            asking = pool.submit(lambda: read(adjudicate_through_queue(mined(2000), queue)))
            wait_for(lambda: len(keys(queue, "rq:job:*")) == 2)
            gone = keys(queue, lost)
            assert queue.connection.delete(*gone) >= 2
        told = asking.result(PATIENCE_S)
    assert [each["id"] for each in told] == list(range(2000))
    assert errors_in(told) == {}
    assert keys(queue) == []


def test_answers_that_redis_has_lost_are_asked_for_again(queue: Queue) -> None:
    with closing(adjudicate_through_queue(mined(3 * through.PORTION_LINES), queue)) as answers:
        told = read(iter([next(answers)]))
        wait_for(lambda: len(keys(queue, "pbem:batch:*:told")) == 2)
        assert queue.connection.delete(*keys(queue, "pbem:batch:*")) == 4
        told += read(answers)
    assert [each["id"] for each in told] == list(range(3 * through.PORTION_LINES))
    assert keys(queue) == []


def test_heartbeats_that_come_after_the_end_of_a_job_do_no_harm(queue: Queue) -> None:
    with closing(adjudicate_through_queue(mined(3 * through.PORTION_LINES), queue)) as answers:
        told = read(iter([next(answers)]))
        wait_for(lambda: queue.finished_job_registry.count == 2)
        for ident in queue.finished_job_registry.get_job_ids():
            late = Execution("late", ident, queue.connection)
            with queue.connection.pipeline() as pipeline:
                late.heartbeat(queue.started_job_registry, 60, pipeline)
                pipeline.execute()
        told += read(answers)
    assert [each["id"] for each in told] == list(range(3 * through.PORTION_LINES))
    assert keys(queue) == []


def test_a_portion_that_is_lost_over_and_over_is_told(
    queue: Queue, worker: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "HELD_SECONDS", 1)
    monkeypatch.setattr(through, "TIMES_LOST", 3)
    with standing_still(worker), pytest.raises(LostAgain, match="lost the same portion of the batch 3 times"):
        read(adjudicate_through_queue(mined(4), queue))


def test_what_a_killed_command_leaves_ends_by_itself(
    server: EmbeddedRedis, queue: Queue, worker: int, tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(mined(8 * through.PORTION_LINES)))
    command = [sys.executable, "-m", "pbem", "adjudicate", "--queue", str(tmp_path / "a.jsonl")]
    with standing_still(worker):
        asking = subprocess.Popen(command, env=environment(server.url, tmp_path), stdout=subprocess.DEVNULL)
        wait_for(lambda: len(keys(queue, "rq:job:*")) == through.LEAST_PORTIONS_AHEAD)
        asking.kill()
        asking.wait()
        left = keys(queue, "pbem:batch:*") + keys(queue, "rq:job:*")
        assert len(left) == 2 * through.LEAST_PORTIONS_AHEAD
        assert all(queue.connection.ttl(key) > 0 for key in left)
    # Workers answer what they find; nobody reads it.
    wait_for(lambda: queue.finished_job_registry.count == through.LEAST_PORTIONS_AHEAD)
    left = [*keys(queue, "pbem:batch:*"), *keys(queue, "rq:job:*"), *keys(queue, "rq:results:*")]
    assert len(left) == 4 * through.LEAST_PORTIONS_AHEAD
    assert all(queue.connection.ttl(key) > 0 for key in left)
    # The rest are lists of rq's own, from which it takes what has ended.
    assert set(keys(queue)) - set(left) == {f"rq:finished:{QUEUE}"}
