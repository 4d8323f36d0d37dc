"""A worker outlives its Redis: a real one is stopped and started again while the worker waits, works, or starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.notifier import Notifier

pytestmark = pytest.mark.whole_server

QUEUE = "pbem"
# What a worker does before its first job takes seconds and is of no interest here; nor are the minutes of rq.
SCRIPT = """
import sys
from pbem.config import Settings
from pbem.runtime.logs import configure
from worker import process
configure()
process.prepare = lambda: None
process.WORKER_TTL_S = 16
process.work(Settings(data_dir=sys.argv[1]), sys.argv[2])
"""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path / "redis") as server:
        yield server


@contextmanager
def a_worker(folder: Path, url: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder), url])
    try:
        yield process
    finally:
        process.terminate()
        try:
            assert process.wait(20) in (0, -signal.SIGTERM)
        finally:
            process.kill()


def wait_for(what: Callable[[], object], seconds: float = 40) -> None:
    until = time.monotonic() + seconds
    while not _true(what):
        assert time.monotonic() < until
        time.sleep(0.05)


def _true(what: Callable[[], object]) -> bool:
    try:
        return bool(what())
    except RedisError:
        return False


def listening(redis: EmbeddedRedis) -> int | None:
    return Notifier(redis.url, QUEUE).workers()


def job_done(redis: EmbeddedRedis) -> bool:
    """Whether a worker does a job that is enqueued now."""
    queue = Queue(QUEUE, connection=Redis.from_url(redis.url), serializer=JSONSerializer)
    job = queue.enqueue("os.getpid")
    wait_for(lambda: job.get_status(refresh=True) == "finished")
    return True


def test_a_worker_that_waits_goes_on_when_redis_is_back(tmp_path: Path, redis: EmbeddedRedis) -> None:
    with a_worker(tmp_path, redis.url) as process:
        wait_for(lambda: listening(redis) == 1)
        redis.stop()
        time.sleep(3)
        assert process.poll() is None
        redis.start()
        assert job_done(redis)
        assert listening(redis) == 1


def test_a_worker_that_works_goes_on_when_redis_is_back(tmp_path: Path, redis: EmbeddedRedis) -> None:
    with a_worker(tmp_path, redis.url) as process:
        queue = Queue(QUEUE, connection=Redis.from_url(redis.url), serializer=JSONSerializer)
        job = queue.enqueue("time.sleep", 3)
        wait_for(lambda: job.get_status(refresh=True) == "started")
        redis.stop()
        time.sleep(5)
        assert process.poll() is None
        redis.start()
        assert job_done(redis)
        # He who went with the old Redis is not counted beside him who came.
        wait_for(lambda: listening(redis) == 1)


def test_a_worker_that_is_there_before_redis_waits_for_it(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path / "redis")
    with a_worker(tmp_path, redis.url) as process:
        time.sleep(3)
        assert process.poll() is None
        with redis:
            assert job_done(redis)


def test_a_worker_that_waits_for_redis_can_be_stopped(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path / "redis")
    with a_worker(tmp_path, redis.url) as process:
        time.sleep(3)
        assert process.poll() is None
        process.terminate()
        process.wait(5)


def test_a_redis_that_comes_back_empty_learns_of_its_workers(tmp_path: Path, redis: EmbeddedRedis) -> None:
    with a_worker(tmp_path, redis.url):
        wait_for(lambda: listening(redis) == 1)
        # It may be known again within the moment in which one would look.
        Redis.from_url(redis.url).flushall()
        assert job_done(redis)
        wait_for(lambda: listening(redis) == 1, 60)


@pytest.mark.slow
def test_a_redis_that_hangs_for_a_minute_ends_no_worker(tmp_path: Path, redis: EmbeddedRedis) -> None:
    with a_worker(tmp_path, redis.url) as process:
        wait_for(lambda: listening(redis) == 1)
        server = Redis.from_url(redis.url).info("server")["process_id"]
        os.kill(server, signal.SIGSTOP)
        time.sleep(150)
        assert process.poll() is None
        os.kill(server, signal.SIGCONT)
        assert job_done(redis)
