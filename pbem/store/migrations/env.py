"""How Alembic reaches the tables; `pbem.store.Store.upgrade` hands it a connection."""

from alembic import context

from pbem.store.database import Store
from pbem.store.models import Base


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:
        # `alembic revision --autogenerate -x url=...`, for authors of migrations.
        store = Store(context.get_x_argument(as_dictionary=True)["url"])
        with store.engine.begin() as fresh:
            _migrate(fresh)
    else:
        _migrate(connection)


def _migrate(connection: object) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)  # type: ignore[arg-type]
    context.run_migrations()


run()
