"""The room on the disk that the data folder is on."""

from __future__ import annotations

import shutil
from typing import NamedTuple

from pbem.config import Settings

# With less room than so many of the largest mails, none may be taken in any more.
LEAST_FREE_MAILS = 4


class Room(NamedTuple):
    """How many bytes are free, of how many."""

    free: int
    total: int


def room(settings: Settings) -> Room:
    """The room there is. Raises OSError."""
    folder = settings.data_dir.resolve()
    while not folder.exists():
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    return Room(usage.free, usage.total)


def takes_mail(settings: Settings) -> bool:
    """Whether there is room for mail. Raises OSError."""
    return room(settings).free >= LEAST_FREE_MAILS * settings.max_mail_mb << 20
