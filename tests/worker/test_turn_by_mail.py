"""What a turn by mail costs: its statements, its transactions and what of them waits for the disk.

Measured on SQLite, with a mail server beside it, by the jobs of one worker. The bounds are what it takes now; whoever
has a use for more says so here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from inprocess import NOBODY_LISTENS, Server, letter, subject_of
from mail_host import Host, running
from sqlalchemy import Connection, event

from pbem.runtime.context import Context
from pbem.runtime.notifier import InlineNotifier
from worker.jobs import WORK, carry_out

ADA, BEN = "ada@players.example", "ben@players.example"
MOST_STATEMENTS = 73
HANDED_OVER = "mail handed over"
WRITING = ("INSERT", "UPDATE", "DELETE")
# By the numbers that `PRAGMA synchronous` has for them.
COMMIT, DURABLE = "commit", "durable commit"
MODES = {1: COMMIT, 2: DURABLE}


class _NotingHost(Host):
    """A mail server that notes in a trace when it is given a mail."""

    def __init__(self, trace: list[str]) -> None:
        super().__init__()
        self.trace = trace

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.trace.append(HANDED_OVER)
        return await super().handle_DATA(server, session, envelope)


@contextmanager
def traced(server: Server, trace: list[str]) -> Iterator[None]:
    """Note the statements of a server by their first word, and its commits by whether they wait for the disk."""

    def executed(_connection, _cursor, statement: str, *_others: object) -> None:
        # The table of the clock is there for tests alone.
        if "test_clock" not in statement:
            trace.append(statement.split()[0])

    def committed(connection: Connection) -> None:
        [mode] = connection.connection.dbapi_connection.execute("PRAGMA synchronous").fetchone()
        trace.append(MODES[mode])

    event.listen(server.store.engine, "before_cursor_execute", executed)
    event.listen(server.store.engine, "commit", committed)
    try:
        yield
    finally:
        event.remove(server.store.engine, "before_cursor_execute", executed)
        event.remove(server.store.engine, "commit", committed)


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], int]:
    """What a turn by mail did, in its order, and how many connections to the mail server it took."""
    server = Server(tmp_path_factory.mktemp("turn"), seed_key="test")
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    for player in (ADA, BEN):
        server.reply(server.latest(player), "place default")
    asked = next(mail for mail in map(server.latest, (ADA, BEN)) if "your throw" in subject_of(mail))
    orders = letter(str(asked["To"]), str(asked["Reply-To"]), "auto", "Re: your throw", str(asked["Message-ID"]))
    mail = server.take_in(orders, str(asked["Reply-To"]))
    trace: list[str] = []
    host = _NotingHost(trace)
    with running(host) as port, traced(server, trace):
        _do_all(server, f"smtp://127.0.0.1:{port}", mail.id)
    server.store.close()
    return trace, len(host.connections)


def _do_all(server: Server, smtp_url: str, mail: int) -> None:
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    here = Context(server.settings.model_copy(update={"smtp_url": smtp_url}), server.store, notifier)
    carry_out(here, notifier, WORK["receive"], mail)


def test_a_turn_by_mail_takes_no_more_statements_than_it_does_now(turn):
    trace, _ = turn
    statements = [each for each in trace if each.isupper()]
    assert trace.count(HANDED_OVER) == 2
    assert len(statements) <= MOST_STATEMENTS, statements


def test_of_its_five_transactions_two_wait_for_the_disk(turn):
    trace, _ = turn
    assert [each for each in trace if each in MODES.values()] == [
        COMMIT,  # the mail is claimed
        COMMIT,  # it is read, and the turn frozen
        COMMIT,  # the turn is settled
        DURABLE,  # the reports are claimed
        DURABLE,  # they are sent
    ]


def test_no_mail_is_handed_over_before_all_that_led_to_it_is_on_the_disk(turn):
    trace, _ = turn
    for place, each in enumerate(trace):
        if each == HANDED_OVER:
            before = trace[:place]
            written = max(at for at, done in enumerate(before) if done in WRITING)
            assert DURABLE in before[written:]


def test_its_mails_go_out_over_one_connection(turn):
    assert turn[1] == 1
