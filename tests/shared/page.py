"""What docs/running.md says about a door, done as it stands there, in folders of a test's own."""

from __future__ import annotations

import atexit
import os
import pwd
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pbem
from pbem.store import Store
from pbem.store.models import Inbox

PAGE = Path(__file__).parents[2] / "docs" / "running.md"
PATIENCE_S = 150
# The user of the page, who is none of this machine's.
USER = "nobody"


class Block(NamedTuple):
    """A block of configuration, or of commands, from the page: what its first line names, and the lines below it."""

    name: str
    text: str


def blocks(heading: str) -> list[Block]:
    """The blocks below a heading of the page, in order; what names no file has its language for a name."""
    part = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert part is not None, f"the page has no part {heading!r}"
    found = []
    for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", part[1], re.M | re.S):
        first, _, below = text.partition("\n")
        named = first.startswith("# ") and "\n" in text
        found.append(Block(first.removeprefix("# "), below) if named else Block(language, text))
    return found


def the(heading: str, name: str, which: int = 0) -> str:
    """The text of a block of the page: of those that name this file the first, or another."""
    return [block.text for block in blocks(heading) if block.name == name][which]


class Club:
    """What the page has at /srv/pbem: the command, the settings, the database; all of them the user's."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self.folder, self._user = folder, user

    def here(self, text: str, **more: str) -> str:
        """What the page says, with the folders, users and hosts of this test in the place of its own."""
        changed = {
            "/srv/pbem": str(self.folder),
            "user=pbem": f"user={self._user}",
            "user = pbem": f"user = {self._user}",
        }
        for old, new in {**changed, **more}.items():
            text = text.replace(old, new)
        return text

    def set_up(self, settings: str) -> None:
        """Write pbem.toml, and make the tables."""
        (self.folder / "pbem.toml").write_text(settings)
        done = self.run("config", "--adopt")
        assert done.returncode == 0, done.stderr

    def run(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run the command to its end, as the user, in the folder."""
        return subprocess.run(
            [self.command, *words], input=stdin, capture_output=True, cwd=self.folder, timeout=120, **self._as_user()
        )

    @contextmanager
    def running(self, *words: str, until: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        """The command, as long as this lasts; begins when its log says `until`."""
        log = self.folder / "log"
        with log.open("wb") as written:
            process = subprocess.Popen(
                [self.command, *words], stderr=written, stdout=written, cwd=self.folder, **self._as_user(variables)
            )
        try:
            wait(lambda: until in log.read_text() or process.poll() is not None, told=log.read_text)
            assert process.poll() is None, log.read_text()
            yield process
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE_S)

    def inbox(self) -> list[Inbox]:
        """What was stored, oldest first."""
        store = Store(f"sqlite:///{self.database}")
        try:
            with store.reading() as session:
                return list(session.query(Inbox).order_by(Inbox.id))
        finally:
            store.close()

    def sql(self, statement: str) -> None:
        """Change the database behind the server's back."""
        with closing(sqlite3.connect(self.database, timeout=30)) as connection:
            connection.execute(statement)
            connection.commit()

    @property
    def database(self) -> Path:
        return self.folder / "pbem-data" / "pbem.sqlite3"

    @property
    def command(self) -> str:
        return str(self.folder / ".venv" / "bin" / "pbem")

    def _as_user(self, variables: dict[str, str] | None = None) -> dict[str, object]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **(variables or {})}
        if self._user is None:
            return {"env": environment}
        who = pwd.getpwnam(self._user)
        return {"env": environment, "user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def club() -> Iterator[Club]:
    """A folder with the command in it; run by root, all of it is another user's, as a mail server wants it."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-club-"))
    user = USER if os.geteuid() == 0 else None
    try:
        folder.chmod(0o755)
        script = folder / ".venv" / "bin" / "pbem"
        script.parent.mkdir(parents=True)
        script.write_text(_script(folder))
        script.chmod(0o755)
        if user is not None:
            who = pwd.getpwnam(user)
            os.chown(folder, who.pw_uid, who.pw_gid)
        yield Club(folder, user)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _script(folder: Path) -> str:
    """The command, by an interpreter that another user may run too: that of this test may lie where he may not look."""
    found = [path for path in (str(Path(pbem.__file__).parents[1]), *sys.path) if path and Path(path).is_dir()]
    binary = Path(sys.executable).resolve()
    home = Path(sys.base_prefix)
    library = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    if os.geteuid() == 0:
        copy = folder / "python"
        (copy / "bin").mkdir(parents=True)
        shutil.copytree(library, copy / "lib" / library.name, ignore=_not_needed, copy_function=_linked, symlinks=True)
        for shared in (home / "lib").glob("libpython*"):
            _linked(str(shared), str(copy / "lib" / shared.name))
        _linked(str(binary), str(copy / "bin" / binary.name))
        found = [_open_to_all(path) for path in found if not Path(path).is_relative_to(home)]
        binary, home = copy / "bin" / binary.name, copy
    return (
        "#!/bin/sh\n"
        f"export PYTHONHOME={home} PYTHONPATH={':'.join(dict.fromkeys(found))} PYTHONDONTWRITEBYTECODE=1\n"
        f"export LD_LIBRARY_PATH={home}/lib\n"
        f'exec {binary} -m pbem "$@"\n'
    )


@cache
def _open_to_all(path: str) -> str:
    """The folder itself, or a copy of it where another user may look into it: tox lets nobody look into its own."""
    if all(each.stat().st_mode & 0o001 for each in (Path(path), *Path(path).parents)):
        return path
    folder = Path(tempfile.mkdtemp(prefix="pbem-packages-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(path, folder / "here", copy_function=_linked, symlinks=True)
    return str(folder / "here")


def _not_needed(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name in ("test", "site-packages", "idlelib", "tkinter", "ensurepip")}


def _linked(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def wait(
    until: Callable[[], object], patience: float = PATIENCE_S, told: Callable[[], object] = lambda: "it is not so yet"
) -> None:
    """Wait until something is so; else fail with what is told."""
    over = time.monotonic() + patience
    while not until():
        assert time.monotonic() < over, told()
        time.sleep(0.1)
