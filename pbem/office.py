"""What every transaction of the server needs at hand: the settings, the store and the bell.

Made once a process. Work that a transaction makes due is noted here and rung for after the commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy.orm import Session

from pbem.bell import Bell
from pbem.config import Settings
from pbem.killpoint import killpoint
from pbem.store import Store


class Office:
    """The settings, the store and the bell of this process."""

    def __init__(self, settings: Settings, store: Store, bell: Bell) -> None:
        self.settings, self.store, self.bell = settings, store, bell
        self.lease = timedelta(seconds=settings.lease_seconds)
        self._due: list[tuple[str, int, str]] = []

    @contextmanager
    def transaction(self, name: str) -> Iterator[Session]:
        """A writing transaction; rings for the work noted in it once it is committed. `name` is for kill points."""
        self._due = []
        with self.store.session() as session:
            yield session
            killpoint(f"before-commit-{name}")
        killpoint(f"after-commit-{name}")
        for job, ident, mark in self._due:
            self.bell.ring(job, ident, mark)

    def ring_later(self, job: str, ident: int, mark: str = "") -> None:
        """Ring for a job after the present transaction has been committed."""
        self._due.append((job, ident, mark))
