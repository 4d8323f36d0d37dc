"""Files for this user alone: the seeds of running games, secret set-ups, keys and everybody's mail stand in them.

What an older release made with the usual permissions gets these when it is opened.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600


def private_folder(folder: Path) -> None:
    """Make a folder that only this user can enter, or make it so."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    _set(folder, FOLDER)


def private_file(path: Path) -> None:
    """Make an empty file that only this user can read, or make the one that is there so."""
    path.touch(mode=FILE)
    _set(path, FILE)


def private_files(folder: Path, pattern: str) -> None:
    """Make files that are there already readable for this user alone, and folders among them."""
    for path in folder.glob(pattern):
        _set(path, FOLDER if path.is_dir() else FILE)


def _set(path: Path, mode: int) -> None:
    # Somebody else's file is his to keep private; and one may have gone meanwhile, as SQLite's journals do.
    with suppress(PermissionError, FileNotFoundError):
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
