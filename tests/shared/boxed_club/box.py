"""A club's folder and database, filled: what `pbem serve`, or the parts of it, then run on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from inprocess import Server
from sqlalchemy import insert, select

from boxed_club import filling, templates
from boxed_club.filling import Filled, Scale
from boxed_club.templates import Template
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier
from pbem.store import Store
from pbem.store.models import Base, SettingInForce, TestClock

LIST = "templates.json"
ROWS_AT_ONCE = 500
ALL_STAGES = (*templates.STAGES, templates.OVER, templates.EVENT, templates.CAMPAIGN)


def boxed(
    folder: Path, scale: Scale, url: str | None = None, stages: Sequence[str] = ALL_STAGES, **settings: Any
) -> tuple[Server, Filled]:
    """A filled club in a folder, on SQLite or at a URL, as a server without processes; and what was made."""
    made = made_in(folder / "templates", stages)
    server = opened(folder / "club", url, **settings)
    _transfer(Store(f"sqlite:///{folder / 'templates' / 'pbem.sqlite3'}"), server.store)
    return server, filling.fill(server, made, scale)


def opened(folder: Path, url: str | None = None, **settings: Any) -> Server:
    """The server without processes, and with nobody who is notified."""
    server = Server(folder, database_url=url, **settings) if url else Server(folder, **settings)
    server.context = Context(server.settings, server.store, NoNotifier())
    return server


def made_in(folder: Path, stages: Sequence[str]) -> list[Template]:
    """The templates, made in a folder of their own; those that stand there already are taken."""
    if not (folder / LIST).exists():
        server = opened(folder)
        made = templates.make(server, tuple(stages))
        server.store.close()
        (folder / LIST).write_bytes(msgspec.json.encode(made))
    rows: list[Any] = msgspec.json.decode((folder / LIST).read_bytes())
    return [Template(stage, ruleset, tuple(games), event) for stage, ruleset, games, event in rows]


def _transfer(source: Store, to: Store) -> None:
    """All rows of a database into another that is empty, whatever kinds they are."""
    with source.reading() as reading, to.session() as writing:
        for each in Base.metadata.sorted_tables:
            # What a server puts in force as it starts, and the clock of tests, are no part of a club.
            if each.name in (SettingInForce.__tablename__, TestClock.__tablename__):
                continue
            rows = [dict(row) for row in reading.execute(select(each)).mappings()]
            for portion in _portions(rows):
                writing.execute(insert(each), portion)
    source.close()


def _portions(rows: Sequence[dict[str, Any]]) -> Iterable[Sequence[dict[str, Any]]]:
    return (rows[at : at + ROWS_AT_ONCE] for at in range(0, len(rows), ROWS_AT_ONCE))
