"""The database: the truth, and the list of work to do. SQLite by default, PostgreSQL where a host sets it."""

from pbem.store.database import Store

__all__ = ["Store"]
