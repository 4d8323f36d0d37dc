"""Two hosts that share database and Redis (`namespaces`): each has workers of its own."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from namespaces import CLUB, Line
from programs import program
from redis import Redis
from redis.exceptions import RedisError
from world import free_port

from pbem.config import Settings
from pbem.ops.embedded_redis import find_server
from pbem.ops.serving import FOLDER, environment, worker_command
from pbem.ops.supervisor import Program, Supervisor, die_with_parent

REDIS_STARTS_WITHIN_S = 30


@contextmanager
def redis_at(folder: Path, host: str = CLUB) -> Iterator[str]:
    """The URL of a Redis that others reach at an address of this host."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    listening = ("--bind", host, "--port", str(port), "--protected-mode", "no")
    kept = ("--dir", str(folder), "--logfile", str(folder / "log"), "--appendonly", "yes", "--save", "")
    with subprocess.Popen([find_server(), *listening, *kept], preexec_fn=die_with_parent) as process:
        try:
            _wait_until_it_answers(f"redis://{host}:{port}")
            yield f"redis://{host}:{port}"
        finally:
            process.terminate()


def _wait_until_it_answers(url: str) -> None:
    until = time.monotonic() + REDIS_STARTS_WITHIN_S
    while True:
        try:
            with Redis.from_url(url) as redis:
                redis.ping()
            return
        except RedisError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@contextmanager
def workers_there(line: Line, settings: Settings, count: int, *, here: bool = False) -> Iterator[Supervisor]:
    """So many workers on the other host, or with `here` on this one, started again where they die."""
    command = worker_command() if here else (program("ip"), "netns", "exec", line.there, *worker_command())
    programs = [Program(f"worker-{number}-{'here' if here else 'there'}", command) for number in range(1, count + 1)]
    supervisor = Supervisor(programs, environment(settings), FOLDER)
    try:
        supervisor.start()
        with supervisor.watching():
            yield supervisor
    finally:
        supervisor.stop()
