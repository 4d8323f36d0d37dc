"""What the database keeps of finished games: real games, played by robots by mail to their end, then swept.

Each rule set plays so many games; then the clock goes ahead by the time that mail is kept, and everything is swept that
is kept no longer. The figure is the size of the database once its free pages are given back, less that of a copy from
which the games are taken out, for a thousand games. Mails go to the local mailbox, which stands for the mailboxes of
the players and is no part of what a server keeps.

    PYTHONPATH=. nice python bench/finished.py [GAMES OF EACH RULE SET]
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rounds import Sheet
from sqlalchemy import delete, func, select

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from inprocess import Server
from robots import Robots

from pbem.games.table import games_of
from pbem.ops import retention
from pbem.rulesets import names
from pbem.store.models import Game, LocalMail, PackedRecord, RecordEntry, Turn
from pbem.store.people import player_at

GAMES = 2
THOUSAND = 1_000
OF_GAMES = ("packed_record", "record_entry", "turn", "seat", "participant", "standstill", "game")
PLAYERS = ("a@players.example", "b@players.example", "c@players.example", "d@players.example")


def compare(sheet: Sheet, games: int = GAMES) -> None:
    """Measure, and put a table on the sheet."""
    rows, total = [], 0.0
    for ruleset in names():
        with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
            row, kept = _measured(Path(folder), ruleset, games)
        rows.append(row)
        total += kept
    mean = total / len(rows)
    rows.append(["all alike", "", "", "", "", f"{mean * THOUSAND / 1e6:.1f}"])
    heads = ["", "games", "entries a game", "kB a game, with mail", "kB a game, kept", "MB, a thousand games"]
    sheet.table("What is kept of finished games", heads, rows)


def _measured(folder: Path, ruleset: str, games: int) -> tuple[list[str], float]:
    server = Server(folder)
    server.enrol(*PLAYERS)
    begun = time.perf_counter()
    for _ in range(games):
        _play(server, ruleset)
    print(f"{ruleset}: {games} games in {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    with server.store.session() as session:
        session.execute(delete(LocalMail))
        entries = session.scalar(select(func.count()).select_from(RecordEntry))
    before = _size(server)
    server.hours_pass(24 * (server.settings.retention_days + 1))
    while retention.sweep(server.context):
        server.hours_pass(0.01)
    with server.store.reading() as session:
        packed = session.scalar(select(func.count()).select_from(PackedRecord))
        assert packed == games, f"{packed} of {games} games are packed"
        assert session.scalar(select(func.count()).select_from(Turn)) <= 2 * games
    kept = (_size(server) - _size(server, without=OF_GAMES)) / games
    row = [
        *(ruleset, str(games), f"{entries / games:.0f}", f"{before / games / 1000:,.0f}"),
        *(f"{kept / 1000:.1f}", f"{kept * THOUSAND / 1e6:.1f}"),
    ]
    return row, kept


def _play(server: Server, ruleset: str) -> None:
    """A game to its end, which robots play by mail."""
    server.mail(PLAYERS[0], f"NEW {ruleset}")
    with server.store.reading() as session:
        game, *_ = games_of(session, player_at(session, PLAYERS[0]))
        seats = len(game.seats)
    for player in PLAYERS[1:seats]:
        server.mail(player, f"JOIN {game.name}")
    Robots(server).play(game.name)
    with server.store.reading() as session:
        assert session.scalar(select(Game.state).where(Game.name == game.name)) == "over"


def _size(server: Server, without: Sequence[str] = ()) -> int:
    """The bytes of a copy of the database that has no free pages, with tables emptied."""
    copy = server.settings.data_dir / "copy.sqlite3"
    copy.unlink(missing_ok=True)
    path = server.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        for table in without:
            connection.execute(f"DELETE FROM {table}")
        connection.execute("VACUUM")
    return copy.stat().st_size


if __name__ == "__main__":
    compare(Sheet(), int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
