"""The private Redis: started, reachable, keeping what it was told over a kill, and gone with its parent."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.notifier import Notifier


def test_it_answers_and_keeps_what_it_was_told(tmp_path):
    with EmbeddedRedis(tmp_path) as redis:
        Redis.from_url(redis.url).set("key", "value")
    with EmbeddedRedis(tmp_path) as redis:
        assert Redis.from_url(redis.url).get("key") == b"value"
    assert not redis.is_running()


def test_nobody_else_on_the_machine_reaches_it(tmp_path):
    with EmbeddedRedis(tmp_path / "redis") as redis:
        socket = Path(redis.url.removeprefix("unix://"))
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "redis").stat().st_mode) == 0o700
        told = Redis.from_url(redis.url).config_get("port")
        assert told == {"port": "0"}


def test_it_is_started_again_when_it_dies(tmp_path):
    with EmbeddedRedis(tmp_path) as redis:
        connection = Redis.from_url(redis.url)
        connection.set("key", "value")
        os.kill(connection.info("server")["process_id"], signal.SIGKILL)
        deadline = time.monotonic() + 20
        while redis.is_running():
            assert time.monotonic() < deadline
        redis.keep_alive()
        assert redis.is_running()
        while True:
            try:
                assert Redis.from_url(redis.url).ping()
                break
            except RedisError:
                assert time.monotonic() < deadline
                time.sleep(0.05)


def test_the_bell_rings_once_for_one_occasion(tmp_path):
    with EmbeddedRedis(tmp_path) as redis:
        notifier = Notifier(redis.url, "bells")
        assert notifier.reaches_redis()
        assert [notifier.notify("receive", 7, "a") for _ in range(3)] == [True] * 3
        assert notifier.notify("receive", 7, "b")
        assert Redis.from_url(redis.url).llen("rq:queue:bells") == 2


def test_a_bell_without_redis_is_lost_quickly_and_quietly():
    notifier = Notifier("redis://127.0.0.1:1/0", "bells")
    begun = time.monotonic()
    assert notifier.notify("receive", 7) is False
    assert not notifier.reaches_redis()
    assert time.monotonic() - begun < 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_it_ends_with_its_parent_however_that_ends(tmp_path):
    script = (
        "import sys, time; from pathlib import Path; from pbem.ops.embedded_redis import EmbeddedRedis\n"
        "redis = EmbeddedRedis(Path(sys.argv[1])); redis.start(); print(redis.url, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    url = parent.stdout.readline().strip()
    assert Redis.from_url(url).ping()
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    for _ in range(100):
        try:
            Redis.from_url(url).ping()
        except RedisError:
            return
        time.sleep(0.05)
    raise AssertionError("the server outlived its parent")
