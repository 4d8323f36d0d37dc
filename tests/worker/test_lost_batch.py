"""A worker of a batch is lost with its machine, in the midst of a portion: another answers that portion, once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP

import pytest
from marks import descendants, strike
from redis import Redis
from rq import Queue, Worker
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from pbem.ops.embedded_redis import EmbeddedRedis

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

QUEUE = "batch"
REQUESTS = 120_000
PATIENCE_S = 300
TOYS = str(Path(__file__).parents[1] / "toys")
POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}


def request(number: int) -> str:
    return json.dumps({"id": number, "ruleset": "sealed_bids", "position": POSITION, "orders": {"north": "bid 3"}})


def environment(folder: Path, url: str) -> dict[str, str]:
    folder.mkdir()
    path = os.pathsep.join([TOYS, *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path, "PBEM_REDIS_URL": url, "PBEM_QUEUE": QUEUE, "PBEM_DATA_DIR": str(folder)}


@contextmanager
def worker(folder: Path, url: str) -> Iterator[int]:
    """A worker on a machine of its own: what it shares with others is Redis."""
    process = subprocess.Popen(
        [sys.executable, "-m", "worker"], env=environment(folder, url), stderr=subprocess.DEVNULL
    )
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def all_of(process: int) -> list[int]:
    return [process, *descendants(process)]


def strike_all(processes: list[int], sign: signal.Signals) -> None:
    for each in processes:
        strike(each, [sign])


def held_by(queue: Queue, process: int) -> str | None:
    """The portion that a worker has begun and not ended."""
    for ident in StartedJobRegistry(queue=queue).get_job_ids():
        job = queue.fetch_job(ident)
        if job is None or job.worker_name is None:
            continue
        its = Worker.find_by_key(f"rq:worker:{job.worker_name}", connection=queue.connection, serializer=JSONSerializer)
        if its is not None and its.pid == process:
            return ident
    return None


def lose(queue: Queue, process: int) -> str:
    """Let a machine vanish with a worker that has begun a portion; the portion."""
    chance, until = random.Random(1), time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        # Whoever stands still ends no portion while we look, and tells nobody of his death.
        struck = all_of(process)
        strike_all(struck, SIGSTOP)
        found = held_by(queue, process)
        if found is not None and len(struck) > 1:
            strike_all(struck, SIGKILL)
            return found
        strike_all(struck, SIGCONT)
        time.sleep(chance.random() / 10)
    raise AssertionError("the worker was never seen at a portion")


def test_the_portion_of_a_worker_that_is_lost_is_answered_by_another_once(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n".join(map(request, range(REQUESTS))))
    with ExitStack() as stack:
        redis = stack.enter_context(EmbeddedRedis(tmp_path / "redis"))
        queue = Queue(QUEUE, connection=Redis.from_url(redis.url), serializer=JSONSerializer)
        lost = stack.enter_context(worker(tmp_path / "lost", redis.url))
        stack.enter_context(worker(tmp_path / "left", redis.url))
        until = time.monotonic() + PATIENCE_S
        while Worker.count(queue=queue) < 2:
            assert time.monotonic() < until, "the workers do not listen"
            time.sleep(0.1)
        variables = environment(tmp_path / "asks", redis.url)
        command = [sys.executable, "-m", "pbem", "adjudicate", "--queue", str(tmp_path / "a.jsonl")]
        with (tmp_path / "answers.jsonl").open("wb") as answers:
            asking = subprocess.Popen(command, env=variables, stdout=answers)
            portion = lose(queue, lost)
            assert asking.poll() is None
            assert asking.wait(600) == 0
        assert queue.fetch_job(portion) is None, "the portion is still there"
        assert not [*queue.connection.scan_iter("pbem:batch:*")]
    told = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert [each["id"] for each in told] == list(range(REQUESTS))
    assert not [each for each in told if "error" in each]
