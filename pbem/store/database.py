"""Opening the database, its transactions, its clock and its migrations."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    CursorResult,
    Delete,
    Engine,
    Executable,
    Select,
    Update,
    create_engine,
    event,
    func,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from pbem.runtime.private import private_file, private_files, private_folder
from pbem.store.models import TestClock

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_TIMEOUT_MS = 10_000
# The lock under which PostgreSQL lets one process migrate at a time; any number that nobody else takes.
MIGRATION_LOCK = 0x7062656D
# What a session keeps: that its clock is a test's, where that stands, and what its clock said.
TEST_CLOCK, STANDS_AT, MOMENT = "pbem.test_clock", "pbem.stands_at", "pbem.moment"
SYNCHRONOUS = "pbem.synchronous"  # where a connection to SQLite keeps how its commits go to the disk
_NOW = select(func.now())
_AHEAD = select(TestClock.ahead)

Found = TypeVar("Found")


class LaterVersion(Exception):
    """The tables are those of a later version of pbem; with what Alembic says of it."""


@cache
def newest_migration() -> str:
    """The number of the newest migration: that of its file."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


class Store:
    """A database at a SQLAlchemy URL. Cheap to make; connects when it is first used; not to be carried over a fork."""

    def __init__(self, url: str, *, test_clock: bool = False, stands_at: datetime | None = None) -> None:
        """With `test_clock` the clock goes as far ahead as the table `test_clock` says; nobody else reads that.

        It is ahead of a moment at which it stands, in a test that compares what two servers say.
        """
        self.url = url
        self._info = {TEST_CLOCK: test_clock, STANDS_AT: stands_at if test_clock else None}
        parsed = make_url(url)
        self.sqlite = parsed.get_backend_name() == "sqlite"
        if self.sqlite and parsed.database not in (None, "", ":memory:"):
            _keep_private(Path(parsed.database))
        self.engine = _sqlite_engine(url) if self.sqlite else create_engine(url, pool_pre_ping=True)

    @contextmanager
    def session(self, *, durable: bool = True) -> Iterator[Session]:
        """A transaction that may write: committed at the end, rolled back on any exception.

        Without `durable` a power cut may undo it on SQLite; the death of a process may not. That will do for claims,
        since whoever held one has lost the power too, and for what nobody hears of before a durable transaction that
        follows: that takes all before it to the disk.
        """
        with (
            self.engine.connect().execution_options(durable=durable) as connection,
            Session(connection, expire_on_commit=False, info=dict(self._info)) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads, and so never waits for a writer."""
        with (
            self.engine.connect().execution_options(reading=True) as connection,
            Session(connection, expire_on_commit=False, info=dict(self._info)) as session,
        ):
            yield session

    def upgrade(self) -> None:
        """Bring the tables up to this version of pbem. Of several processes that do so at once, all but one wait.

        Raises LaterVersion.
        """
        if self.is_current():
            return
        from pbem.store import migrating

        # A transaction that writes locks all of SQLite; PostgreSQL would make the same table twice, and fail.
        with self.engine.begin() as connection:
            if not self.sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            migrating.upgrade(connection)

    def is_current(self) -> bool:
        """Whether the tables are those of this version of pbem."""
        with self.engine.connect().execution_options(reading=True) as connection:
            if not inspect(connection).has_table("alembic_version"):
                return False
            return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [newest_migration()]

    def is_empty(self) -> bool:
        """Whether no server has made its tables yet."""
        with self.engine.connect().execution_options(reading=True) as connection:
            return not inspect(connection).has_table("alembic_version")

    def has_test_clock(self) -> bool:
        """Whether a test has put the clock of this database ahead."""
        with self.reading() as session:
            return session.scalar(_AHEAD) is not None

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def now(session: Session) -> datetime:
    """The time of a transaction, in UTC: its first reading of the database's clock.

    One clock for all machines, so that two workers agree on what is due.
    """
    moment: datetime | None = session.info.get(MOMENT)
    if moment is None:
        moment = session.info[MOMENT] = _read_clock(session)
    return moment


def _read_clock(session: Session) -> datetime:
    if (stands_at := session.info.get(STANDS_AT)) is not None:
        moment: datetime = stands_at
    elif session.get_bind().dialect.name == "sqlite":
        # Its clock is that of this machine, in whole seconds, and a question to it takes longer than a look at that.
        moment = datetime.now(UTC).replace(microsecond=0)
    else:
        reading: datetime = prepared(session, _NOW).scalar_one()
        moment = reading.astimezone(UTC)
    if session.info.get(TEST_CLOCK):
        moment += timedelta(seconds=prepared(session, _AHEAD).scalar() or 0)
    return moment


def prepared(
    session: Session, statement: Executable, values: Mapping[str, Any] | None = None
) -> CursorResult[*tuple[Any, ...]]:
    """Carry out a statement that was made once, in the transaction of a session; what it gives are columns.

    It goes by the session, which takes three times as long: what the session has not flushed is not seen, and objects
    that it holds are not brought up to date.
    """
    return session.connection().execute(statement, values)


def objects(session: Session, statement: Select[Found], values: Mapping[str, Any]) -> Sequence[Found]:
    """The objects that a statement finds, where there mostly are none: that is asked first, as `prepared` does."""
    if prepared(session, statement, values).first() is None:
        return ()
    return session.scalars(statement, values).all()


def change(session: Session, statement: Update | Delete, values: Mapping[str, Any] | None = None) -> int:
    """Carry out an UPDATE or DELETE, as `prepared` does, once all is flushed; the number of rows it matched."""
    session.flush()
    return prepared(session, statement, values).rowcount


def _keep_private(path: Path) -> None:
    if not path.parent.exists():
        private_folder(path.parent)
    # SQLite gives the files that it makes beside it (-wal, -shm) the permissions of this one.
    private_file(path)
    private_files(path.parent, f"{glob.escape(path.name)}-*")


def _sqlite_engine(url: str) -> Engine:
    # autocommit by the driver and our own BEGIN, because the driver's begins late and as a reader: a reader that
    # turns writer is refused at once with SQLITE_BUSY instead of waiting its turn.
    engine = create_engine(url, connect_args={"isolation_level": None, "timeout": BUSY_TIMEOUT_MS / 1000})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _entry: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        # FULL, not NORMAL: a mail that we acknowledged must outlive a power cut.
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("reading", False):
            connection.exec_driver_sql("BEGIN")
            return
        wanted = "FULL" if options.get("durable", True) else "NORMAL"
        if connection.info.get(SYNCHRONOUS) != wanted:
            # It cannot be set once the transaction has begun.
            connection.exec_driver_sql(f"PRAGMA synchronous={wanted}")
            connection.info[SYNCHRONOUS] = wanted
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
