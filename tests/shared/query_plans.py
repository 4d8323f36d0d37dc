"""How databases mean to carry out the statements that a piece of work makes: which tables are read from end to end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, event, text

from pbem.store.database import Store
from pbem.store.models import Base

# Of these there are a few rows, however long a server runs; orders sent ahead and what is to be told again are
# lists of work that empty.
SMALL = {"ahead", "lease", "mail_folder", "retelling", "setting_in_force", "slow_host", "test_clock", "too_large"}
GROWING = {each.name for each in Base.metadata.sorted_tables} - SMALL
MANY = 200  # rows; on PostgreSQL
_PLANNED = ("SELECT", "UPDATE", "DELETE", "WITH")


class Statement(NamedTuple):
    """A statement as it went to the database, and its values the first time."""

    sql: str
    values: Any


@contextmanager
def statements(store: Store) -> Iterator[dict[str, Statement]]:
    """The statements that are made meanwhile and for which there is a plan, each once."""
    made: dict[str, Statement] = {}

    def note(_connection: object, _cursor: object, sql: str, values: Any, _context: object, many: bool) -> None:
        if sql.lstrip().upper().startswith(_PLANNED):
            made.setdefault(sql, Statement(sql, values[0] if many else values))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def scans(store: Store, made: dict[str, Statement]) -> dict[str, str]:
    """What of a growing table one of the statements would read from end to end, by the statement.

    PostgreSQL plans by what is in the tables: of one that has few rows nothing is told.
    """
    found = {}
    with store.engine.connect() as connection:
        large = GROWING if store.sqlite else _with_many_rows(connection)
        for each in made.values():
            told = _scans_of_sqlite(connection, each) if store.sqlite else _scans_of_postgresql(connection, each, large)
            if told:
                found[each.sql] = told
    return found


def _scans_of_sqlite(connection: Connection, asked: Statement) -> str:
    # SQLite plans by what there is of indexes, as long as nobody has it ANALYZE the tables. An alias is a name of its
    # own in the plan; a subquery's name is none of a table.
    plan = plan_of_sqlite(connection, asked)
    aliases = _aliases(asked.sql)
    return "; ".join(line for line in plan if line.startswith("SCAN ") and aliases.get(line.split()[1]) in GROWING)


def plan_of_sqlite(connection: Connection, asked: Statement) -> list[str]:
    """How SQLite means to carry out a statement, a line for each table."""
    return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked.sql}", asked.values)]


def _aliases(sql: str) -> dict[str, str]:
    """The growing tables by the names that a statement gives them, which are those of its plan."""
    words = sql.replace("(", " ").replace(")", " ").replace(",", " ").split()
    given = {
        words[at + 2]: word for at, word in enumerate(words[:-2]) if word in GROWING and words[at + 1].upper() == "AS"
    }
    return given | {name: name for name in GROWING}


def _with_many_rows(connection: Connection) -> set[str]:
    """The growing tables that are filled; and no plan is made that reads one whole where there is another way."""
    for way in ("seqscan", "hashjoin", "mergejoin"):
        connection.execute(text(f"SET LOCAL enable_{way} = off"))
    counts = {name: connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in GROWING}
    return {name for name, count in counts.items() if count >= MANY}


def _scans_of_postgresql(connection: Connection, asked: Statement, large: set[str]) -> str:
    rows = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {asked.sql}", asked.values).scalar_one()
    [plan] = json.loads(rows) if isinstance(rows, str) else rows
    return "; ".join(_whole(plan["Plan"], large, first_few=False))


def _whole(node: dict[str, Any], large: set[str], *, first_few: bool) -> Iterator[str]:
    """The nodes of a plan that read a table, or all of an index of it, from end to end."""
    kind, table = node["Node Type"], node.get("Relation Name")
    by_index = kind in ("Index Scan", "Index Only Scan") and ("Index Cond" in node or first_few)
    if table in large and kind.endswith("Scan") and kind != "Bitmap Heap Scan" and not by_index:
        yield f"{kind} on {table}" + (f" ({node['Filter']})" if "Filter" in node else "")
    for each in node.get("Plans", ()):
        # In the order of an index the first few rows are found at once, unless others are to be passed over.
        yield from _whole(each, large, first_few=kind == "Limit" and "Filter" not in each)
