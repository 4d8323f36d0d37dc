"""Turns that break whoever adjudicates them, transactions that end half way, clocks that are set back."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from email.message import Message

import pytest
from inprocess import Server, subject_of, text_of
from sqlalchemy import MetaData, event, select, update
from structlog.testing import capture_logs

from pbem.games import acts, turns
from pbem.games.acts import Asked
from pbem.games.record import verify
from pbem.ops.condition import condition
from pbem.ops.needs import needs
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.store import Store
from pbem.store.models import RecordEntry, Turn
from worker.jobs import WORK

ADA, BEN = "ada@players.example", "ben@players.example"
GAME = "sealed1"
FROZEN = ("turn", "test_clock")


@pytest.fixture
def game(server: Server, sealed_bids: Presentation) -> int:
    """A game whose orders are in, and whose turn nobody has carried out; its id."""
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return server.game(GAME).id


def turn_of(server: Server) -> Turn:
    with server.store.reading() as session:
        return session.scalars(select(Turn).order_by(Turn.id.desc())).first()


def record_of(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def break_rules(monkeypatch: pytest.MonkeyPatch, sealed_bids: Presentation) -> None:
    def adjudicate(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the prize is shared among nobody")

    monkeypatch.setattr(type(sealed_bids.rules), "adjudicate", adjudicate)


# --- Turns that break whoever adjudicates them ------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_turn_that_breaks_everybody_stops_its_game_and_the_host_lets_it_go_on(
    server: Server, game: int, sealed_bids: Presentation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K14."""
    server.reply(server.latest(ADA), "bid 4")
    before = len(record_of(server))
    with monkeypatch.context() as broken, capture_logs() as log:
        break_rules(broken, sealed_bids)
        server.reply(server.latest(BEN), "bid 2")
        for _ in range(turns.MOST_ATTEMPTS):
            assert turn_of(server).state == "frozen"
            assert server.game(GAME).stopped is None
            server.hours_pass(1)
            server.work()
    assert server.game(GAME).stopped == f"{GAME} waits for the host: 4 times its turn could not be carried out."
    assert len([line for line in log if line["event"] == "turn cannot be adjudicated"]) == turns.MOST_ATTEMPTS
    assert len(record_of(server)) == before
    for player in (ADA, BEN):
        assert "4 times its turn could not be carried out" in text_of(server.latest(player))
    with server.store.reading() as session:
        [told] = [need for need in needs(session, condition(server.context)) if need.room == "Clocks"]
    assert told.urgent
    server.hours_pass(1)
    server.work()
    assert turn_of(server).attempts == turns.MOST_ATTEMPTS
    # The rules are mended: the host puts the position back as it was, and the players write once more.
    asked = Asked(GAME, "the prize is shared rightly now")
    acts.correct(server.context, asked, turn_of(server).position.encode(), turn_of(server).number)
    server.work()
    server.reply(report_to(server, ADA), "bid 4")
    server.reply(report_to(server, BEN), "bid 2")
    assert "North bid 4, South 2" in text_of(report_to(server, ADA))
    assert verify(record_of(server)).turns == 2


def report_to(server: Server, player: str) -> Message:
    said = ("bid", "over")
    return next(mail for mail in reversed(server.box(player)) if any(word in subject_of(mail) for word in said))


def test_three_failures_are_forgiven(
    server: Server, game: int, sealed_bids: Presentation, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        break_rules(broken, sealed_bids)
        server.reply(server.latest(ADA), "bid 4")
        server.reply(server.latest(BEN), "bid 2")
        for _ in range(turns.MOST_ATTEMPTS - 2):
            server.hours_pass(1)
            server.work()
    server.hours_pass(1)
    server.work()
    assert server.game(GAME).stopped is None
    assert verify(record_of(server)).turns == 2


# --- Transactions that end half way -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.both_databases(quick="both")
def test_a_turn_is_settled_as_a_whole_or_not_at_all(server: Server, game: int) -> None:
    """K15: whoever settles it is killed before each of its statements, and before the last has been committed."""
    server.reply(server.latest(ADA), "bid 4")
    mail = server.latest(BEN)
    server.take_in(f"From: {BEN}\r\nTo: {mail['Reply-To']}\r\n\r\nbid 2\r\n".encode(), str(mail["Reply-To"]))
    statements, before = 0, None
    while killed_before(server, statements):
        statements += 1
        server.hours_pass(1)
        now = dump(server)
        # What the freezing writes before it: this turn's own row, and the mail that completed it.
        before = before or now
        assert {table: rows for table, rows in now.items() if table not in FROZEN} == {
            table: rows for table, rows in before.items() if table not in FROZEN
        }
        with server.store.session() as session:
            session.execute(update(Turn).values(attempts=0))
    assert statements > 10
    server.work()
    assert "North bid 4, South 2" in text_of(server.latest(ADA))
    assert verify(record_of(server)).turns == 2


def killed_before(server: Server, statement: int) -> bool:
    """Whether a process that carries the game's turn out was killed before the n-th statement of its settlement."""
    child = os.fork()
    if child == 0:
        _carry_out(server, statement)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def _carry_out(server: Server, statement: int) -> None:
    """What the child does; it does not return."""
    try:
        store = Store(server.store.url, test_clock=True)
        context = Context(server.settings, store, server.context.notifier)
        passed = [-1]

        @event.listens_for(store.engine, "before_cursor_execute")
        def _count(_connection: object, _cursor: object, words: str, *_: object) -> None:
            # A settlement begins by closing its turn.
            if passed[0] >= 0 or (words.startswith("UPDATE turn") and "lease_until" in words and "epoch=" not in words):
                passed[0] += 1
            if passed[0] > statement:
                os.kill(os.getpid(), signal.SIGKILL)

        for ident in (row.id for row in server.inbox() if row.state == "new"):
            WORK["receive"](context, ident)
        turns.adjudicate(context, server.game(GAME).id)
        os._exit(0)
    except BaseException:
        os._exit(3)


def dump(server: Server) -> dict[str, list[dict[str, object]]]:
    """All rows of all tables."""
    tables = MetaData()
    with server.store.engine.connect().execution_options(reading=True) as connection:
        tables.reflect(connection)
        return {
            name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for name, table in tables.tables.items()
        }


# --- Clocks that are set back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [-1, 1])
@pytest.mark.both_databases
def test_a_clock_that_is_an_hour_off_runs_no_turn_early(
    server: Server, game: int, hours: int, words: Callable[[Message], str]
) -> None:
    """K29: mail is read and turns are carried out as ever; nobody's time ends before it does by the clock."""
    server.hours_pass(hours)
    server.work()
    assert turn_of(server).number == 1
    server.reply(server.latest(ADA), "bid 4")
    assert turn_of(server).number == 1
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 4, South 2" in words(server.latest(ADA))
    server.hours_pass(-hours)
    server.work()
    assert turn_of(server).number == 2
