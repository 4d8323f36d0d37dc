"""Parts of the release before and of this one on one database, as while a server is upgraded part by part.

The release before is here as its view of the tables: what it can read and write is what the last migration but one had.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from inprocess import Server, letter
from sqlalchemy import MetaData, create_engine, select, update

from pbem.ops.starting import CannotServe, started
from pbem.store.migrating import configured

ADA, BEN = "ada@players.example", "ben@players.example"


def tables_of(url: str, revision: str) -> MetaData:
    """The tables as a revision has them; those of the store of this URL are made for it, and brought there."""
    found = MetaData()
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            command.upgrade(configured(connection), revision)
        found.reflect(engine)
    finally:
        engine.dispose()
    return found


def before_last() -> str:
    scripts = ScriptDirectory.from_config(configured(None))
    [head] = scripts.get_heads()
    return str(scripts.get_revision(head).down_revision)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> MetaData:
    """The tables as the release before knows them."""
    return tables_of(f"sqlite:///{tmp_path_factory.mktemp('old')}/pbem.db", before_last())


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> MetaData:
    return tables_of(f"sqlite:///{tmp_path_factory.mktemp('new')}/pbem.db", "head")


def test_the_newest_migration_takes_nothing_away_and_asks_nothing_new_of_who_does_not_know_it(
    old: MetaData, new: MetaData
) -> None:
    for name, table in old.tables.items():
        there = new.tables[name].columns
        assert set(table.columns.keys()) <= set(there.keys()), name
        for column in there:
            if column.name in table.columns:
                before = table.columns[column.name]
                assert before.type.compile() == column.type.compile(), column
                assert column.nullable or not before.nullable, f"{column} may not be empty any more"
            else:
                assert column.nullable or column.server_default is not None, f"{column} is asked of who knows no such"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A new part, and a database that it has brought up to date, with two players."""
    made = Server(tmp_path / "data")
    made.enrol(ADA, BEN)
    yield made
    made.store.close()


def test_a_mail_that_an_old_part_has_stored_is_read_by_a_new_one(old: MetaData, server: Server) -> None:
    before = len(server.box(ADA))
    server.take_in(letter(ADA, server.settings.address, "STATUS"), server.settings.address)
    inbox = old.tables["inbox"]
    raw = letter(ADA, server.settings.address, "HELP")
    with server.store.engine.begin() as connection:
        # What the INSERT of the old part has: the columns that it knows, with the values of a mail that has just come.
        latest = connection.execute(select(inbox).order_by(inbox.c.id.desc()).limit(1)).mappings().one()
        row = {name: value for name, value in latest.items() if name != "id"}
        connection.execute(inbox.insert().values(**{**row, "raw": raw, "sha256": "another", "message_id": None}))
    server.work()
    assert [mail.state for mail in server.inbox()][-2:] == ["read", "read"]
    assert len(server.box(ADA)) == before + 2


def test_what_a_new_part_writes_an_old_one_reads_and_writes_on(old: MetaData, server: Server) -> None:
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    outbox = old.tables["outbox"]
    with server.store.engine.begin() as connection:
        for table in old.sorted_tables:
            connection.execute(select(table)).all()
        # An old worker is done with what is to be sent.
        connection.execute(update(outbox).values(state="sent", reply="250 ok"))
    server.mail(ADA, "STATUS")
    assert {mail.state for mail in server.inbox()} == {"read"}


def test_an_old_part_that_is_started_anew_says_why_it_does_not_run(server: Server) -> None:
    """To it the database is one of a later release; systemd starts it again and again, until it is upgraded too."""
    with server.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotServe, match="by a later version of pbem"):
        started(server.settings)
