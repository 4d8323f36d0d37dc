"""What every transaction of the server needs at hand: the settings, the store and the notifier.

Made once a process, and shared by all its threads. Jobs that a transaction makes due are noted in its session and
announced to the workers after the commit: a worker that looked before would find nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy.orm import Session

from pbem.config import Settings
from pbem.runtime.failpoint import failpoint
from pbem.runtime.notifier import Job, Notifier
from pbem.store import Store

DUE = "pbem.due"  # where a session keeps the jobs that it makes due


class Context:
    """The settings, the store and the notifier of this process."""

    def __init__(self, settings: Settings, store: Store, notifier: Notifier) -> None:
        self.settings, self.store, self.notifier = settings, store, notifier
        self.lease = timedelta(seconds=settings.lease_seconds)

    @contextmanager
    def transaction(self, name: str, *, durable: bool = True) -> Iterator[Session]:
        """A writing transaction; announces the jobs noted in it once it is committed. `name` is for failpoints.

        `durable` as for `Store.session`.
        """
        with self.store.session(durable=durable) as session:
            yield session
            failpoint(f"before-commit-{name}")
        failpoint(f"after-commit-{name}")
        due: list[Job] = session.info.pop(DUE, [])
        for job in due:
            self.notifier.notify(*job)


class WithinTransaction(Context):
    """The context of what is done within a transaction that is under way, and committed or undone with it.

    Each of its transactions is a part of that one, which is undone alone where it fails.
    """

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context.settings, context.store, context.notifier)
        self._session = session

    @contextmanager
    def transaction(self, name: str, *, durable: bool = True) -> Iterator[Session]:
        """A part of the transaction; the jobs noted in it are announced with those of the whole."""
        with self._session.begin_nested():
            yield self._session


def notify_after_commit(session: Session, name: str, ident: int, mark: str = "") -> None:
    """Announce a job to the workers after the transaction of this session, `Context.transaction`, is committed."""
    session.info.setdefault(DUE, []).append(Job(name, ident, mark))
