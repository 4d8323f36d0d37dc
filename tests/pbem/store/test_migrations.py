"""The migrations, run one after another, make the tables that the models describe; and they can be taken back."""

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from pbem.store import Store
from pbem.store.database import _alembic
from pbem.store.models import Base


def test_the_migrations_make_the_tables_of_the_models(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_store_can_be_brought_back_to_its_first_tables(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        command.downgrade(_alembic(connection), "0001")
        columns = {column["name"] for column in inspect(connection).get_columns("seat")}
    assert "reported" in columns
    assert "reported_before" not in columns
