"""What is due is found by indexes, however many games run and however many turns are done.

SQLite plans by what there is of indexes, and not by how much there is in tables, as long as nobody has it ANALYZE them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from pbem.games import clocks, turns
from pbem.ops import figures, schedule
from pbem.store.database import Store
from pbem.store.models import Inbox, Turn

# Of these there are as many as there were games and mails.
LARGE = ("turn", "game", "seat", "inbox", "outbox", "record_entry", "order_set", "player")


@contextmanager
def statements(store: Store) -> Iterator[list[tuple[str, tuple]]]:
    """The queries that are made meanwhile, with their parameters."""
    made: list[tuple[str, tuple]] = []

    def note(_connection, _cursor, statement, parameters, _context, _many):
        if statement.lstrip().upper().startswith("SELECT"):
            made.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def scans(store: Store, made: list[tuple[str, tuple]]) -> list[str]:
    """The large tables that one of these queries would read from end to end, as SQLite means to carry it out."""
    found = []
    with store.engine.connect() as connection:
        for statement, parameters in made:
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters):
                words = row[-1].split()
                if words[0] == "SCAN" and words[1] in LARGE:
                    found.append(f"{row[-1]}: {statement}")
    return found


def test_a_look_of_the_schedule_reads_no_table_from_end_to_end(server):
    with statements(server.store) as made, server.store.reading() as session:
        schedule.find_due(session)
    assert len(made) >= 8
    assert scans(server.store, made) == []


@pytest.mark.parametrize("column", ["deadline", "remind_at", "carry_at", "ready"])
def test_turns_that_are_due_are_found_among_the_open_ones_by_the_time_itself(server, column):
    ask = turns.due_reminders if column == "remind_at" else turns.due_games
    with statements(server.store) as made, server.store.reading() as session:
        ask(session)
    plans = []
    with server.store.engine.connect() as connection:
        for statement, parameters in made:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans += [row[-1] for row in rows]
    assert any(f"ix_turn_state_{column} (state=? AND {column}" in plan for plan in plans), plans


def test_a_query_without_an_index_is_noticed(server):
    """What the tests above look for is there to be found."""
    from sqlalchemy import select

    with statements(server.store) as made, server.store.reading() as session:
        session.scalars(select(Turn.id).where(Turn.attempts > 3)).all()
        session.scalars(select(Inbox.id).where(Inbox.sender == "x")).all()
    assert len(scans(server.store, made)) == 2


def test_the_figures_count_overdue_turns_by_an_index(server):
    with statements(server.store) as made, server.store.reading() as session:
        figures.read(session)
    turns_read = [(statement, parameters) for statement, parameters in made if "FROM turn" in statement]
    assert turns_read
    assert scans(server.store, turns_read) == []


def test_the_clocks_of_a_game_are_found_by_an_index(server):
    with statements(server.store) as made, server.store.reading() as session:
        session.execute(clocks._IS_HELD, {"game": 1}).all()
        session.execute(clocks._STANDSTILLS, {"game": 1, "players": [1, 2]}).all()
    with server.store.engine.connect() as connection:
        for statement, parameters in made:
            plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            assert not any(line.startswith("SCAN standstill") for line in plan), plan
