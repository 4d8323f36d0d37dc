"""A look of the schedule with ten thousand running games in the database: how long it takes, on SQLite and PostgreSQL.

A game of each rule set is begun by mail; the others are copies of their rows, each with a deadline and a reminder of
its own, twenty turns that are done, and as many mails that came in and went out.

    PYTHONPATH=. python bench/ticks.py [GAMES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from rounds import Sheet
from sqlalchemy import text

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from inprocess import Server
from postgresql import Unavailable
from postgresql import database as postgresql_database
from postgresql import server as postgresql_server

from pbem.games.table import games_of
from pbem.ops import schedule
from pbem.rulesets import names
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier
from pbem.store.people import player_at

GAMES = 10_000
LOOKS = 300
DONE_TURNS = 20
MAILS = 20
PLAYERS = ("a@players.example", "b@players.example", "c@players.example", "d@players.example")
DUE = (0, 100)

# The columns that are copied, and the row or rows that are.
GAME = "id, name, ruleset, version, options, seed, state, created_at, set_by_host, veiled, private, packed"
SEAT = (
    "game_id, place, name, player_id, word, nonce, reported, reported_before, step, asked_at, clock_from, due_at, "
    "extra, reminded, misses"
)
TURN = "game_id, number, step, position, state, asked_at, deadline, remind_at, epoch, attempts, ready, due"
SENT = (
    "key, to_address, game, message_id, subject, text, shown, raw, created_at, not_before, state, attempts, epoch, "
    "sent_at"
)
CAME = (
    "sha256, recipient, transport, raw, received_at, game, from_address, message_id, state, attempts, epoch, writer, "
    "place"
)
_KEY = {
    "game": "id = :game",
    "seat": "game_id = :game",
    "turn": "game_id = :game AND turn.state = 'open'",
    "outbox": "id = 1",
    "inbox": "id = 1",
}

# So many copies, counted by a recursive query that both databases know.
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :copies)"
_LATER = {
    "sqlite": "datetime(turn.deadline, '+' || (i % 4000) || ' minutes') || '.000000'",
    "postgresql": "turn.deadline + (i % 4000) * interval '1 minute'",
}


def compare(sheet: Sheet, games: int = GAMES) -> None:
    """Measure, and put a table on the sheet."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder, ExitStack() as stack:
        urls: dict[str, str | None] = {"SQLite": None}
        try:
            urls["PostgreSQL"] = stack.enter_context(postgresql_database(stack.enter_context(postgresql_server())))
        except Unavailable as reason:
            print(reason, file=sys.stderr)
        for name, url in urls.items():
            server = Server(Path(folder) / name, database_url=url)
            _fill(server, games)
            for due in DUE:
                _make_due(server, due)
                rows.append([f"{name}, {due} turns due", *_looks(server)])
            server.store.close()
    title = f"A look of the schedule, {games:,} running games"
    sheet.table(title, ["", "ms, median", "ms, 95 of 100", "ms, most"], rows)


def _fill(server: Server, games: int) -> None:
    server.enrol(*PLAYERS)
    for ruleset in names():
        server.mail(PLAYERS[0], f"NEW {ruleset}")
        with server.store.reading() as session:
            [game, *_] = games_of(session, player_at(session, PLAYERS[0]))
            name, seats = game.name, len(game.seats)
        for player in PLAYERS[1:seats]:
            server.mail(player, f"JOIN {name}")
    copies = games // len(names())
    with server.store.session() as session:
        first = session.execute(text("SELECT id FROM game ORDER BY id")).scalars().all()
        for ident in first:
            _copy(session, "sqlite" if server.store.sqlite else "postgresql", ident, copies)
        if not server.store.sqlite:
            session.execute(text("ANALYZE"))  # which PostgreSQL does by itself, and SQLite does not


def _copy(session, dialect: str, ident: int, copies: int) -> None:
    """Copies of a game with its seats, its open turn, turns that are done, and mails that were read and sent."""
    asked = {"game": ident, "copies": copies - 1, "base": 1_000_000 * ident}
    later = _LATER[dialect]

    def insert(table: str, columns: str, changed: dict[str, str], **more: int) -> None:
        values = ", ".join(changed.get(column, column) for column in columns.split(", "))
        copies_of = f"SELECT {values} FROM {table}, n WHERE {table}.{_KEY[table]}"
        statement = f"INSERT INTO {table} ({columns}) {_NUMBERS} {copies_of}"
        session.execute(text(statement), {**asked, **more})

    insert("game", GAME, {"id": ":base + i", "name": "name || 'x' || i"})
    insert("seat", SEAT, {"game_id": ":base + i"})
    copied = {"game_id": ":base + i", "number": "1000", "deadline": later, "remind_at": later}
    insert("turn", TURN, copied)
    done = {**copied, "number": ":number", "position": "'{}'", "state": "'done'", "deadline": "asked_at"}
    for number in range(DONE_TURNS):
        insert("turn", TURN, {**done, "remind_at": "asked_at"}, number=number)
    unique = ":game || '<' || i || '>' || :number"
    for number in range(MAILS):
        sent = {"key": unique, "message_id": unique, "state": "'sent'", "raw": "''", "game": "'x' || i"}
        insert("outbox", SENT, sent, number=number)
        came = {"sha256": unique, "message_id": unique, "state": "'read'", "raw": "''", "game": "'x' || i"}
        insert("inbox", CAME, came, number=number)


def _make_due(server: Server, count: int) -> None:
    """Let the deadlines of so many turns have passed."""
    with server.store.session() as session:
        passed = text(
            "UPDATE turn SET deadline = asked_at WHERE id IN (SELECT id FROM turn WHERE state = 'open' LIMIT :count)"
        )
        session.execute(passed, {"count": count})


def _looks(server: Server) -> list[str]:
    context = Context(server.settings, server.store, NoNotifier())
    spent = []
    for _ in range(LOOKS):
        begun = time.perf_counter()
        schedule.look(context, "bench")
        spent.append(1000 * (time.perf_counter() - begun))
    return [f"{median(spent):.1f}", f"{quantiles(spent, n=20)[-1]:.1f}", f"{max(spent):.1f}"]


if __name__ == "__main__":
    made = Sheet()
    compare(made, int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
