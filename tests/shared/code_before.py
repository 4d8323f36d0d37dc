"""The code as it was before its newest migration, out of the history of the repository: what old parts run on."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

import core
from pbem.store.database import MIGRATIONS, newest_migration

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "pbem", "worker")


def code_before(folder: Path) -> Path:
    """A folder for PYTHONPATH with that code; the test is skipped where there is no history to take it from.

    The compiled modules are those of today: to compile takes minutes, and what is asked here is what server and tables
    do.
    """
    [migration] = (MIGRATIONS / "versions").glob(f"{newest_migration()}_*.py")
    # -m: also where a merge has brought it.
    file = f"pbem/store/migrations/versions/{migration.name}"
    added = _git("log", "-m", "--diff-filter=A", "--format=%H", "--", file)
    commits = added.decode().split()
    if not commits:
        pytest.skip(f"the repository's history does not tell when {migration.name} was added")
    packed = _git("archive", f"{commits[-1]}^", *ROOMS)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    here = Path(core.__file__).parent
    for module in here.rglob("*.so"):
        there = folder / "core" / module.relative_to(here)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, there)
    return folder


def _git(*words: str) -> bytes:
    try:
        return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True, timeout=60).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the repository's history is not here: {error}")
