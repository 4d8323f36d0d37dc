"""Migrations of the tables, by Alembic.

A module of its own, since to load Alembic takes a tenth of the start of a process, and only one of a server's processes
ever has something to migrate.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from pbem.store.database import MIGRATIONS, LaterVersion


def configured(connection: Connection) -> Config:
    """What Alembic needs to know."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Bring the tables up to this version of pbem. Raises LaterVersion."""
    try:
        command.upgrade(configured(connection), "head")
    except CommandError as error:
        raise LaterVersion(str(error)) from error
