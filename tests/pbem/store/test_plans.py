"""What is done for every mail, every delivery and every look reads no table that grows from end to end.

The statements are those that the work itself makes. SQLite plans without looking at what is in the tables, so the quick
tests need none of it; on PostgreSQL they are made of a club that was filled (`boxed_club`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from boxed_club import box
from boxed_club.filling import Scale
from inprocess import NOBODY_LISTENS, Server, delivery_report, letter, subject_of
from postgresql import database as postgresql_database
from query_plans import Statement, plan_of_sqlite, scans, statements
from sqlalchemy import select, update
from sqlalchemy.orm import aliased

from pbem.ops import retention, schedule
from pbem.runtime.context import Context
from pbem.runtime.notifier import InlineNotifier, NoNotifier
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Lease, Player, Turn
from worker.jobs import WORK, carry_out

ADA, BEN, ZOE = "ada@players.example", "ben@players.example", "zoe@players.example"
FEWEST = 19


def asked(server: Server) -> None:
    """A game in which somebody is asked for a throw."""
    server.enrol(ADA, BEN, ZOE)
    server.mail(ADA, "NEW waterloo1895")
    with server.store.reading() as session:
        name = session.scalars(select(Game.name).order_by(Game.id.desc()).limit(1)).one()
    server.mail(BEN, f"JOIN {name}")
    for player in (ADA, BEN):
        server.reply(server.latest(player), "place default")


def turn_by_mail(server: Server) -> None:
    """A mail is taken in, read and answered, its turn carried out, and the reports on it are sent."""
    mail = next(mail for mail in map(server.latest, (ADA, BEN)) if "your throw" in subject_of(mail))
    raw = letter(str(mail["To"]), str(mail["Reply-To"]), "auto", "Re: your throw", str(mail["Message-ID"]))
    accepted = server.take_in(raw, str(mail["Reply-To"]))
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    here = Context(server.settings, server.store, notifier)
    carry_out(here, notifier, WORK["receive"], accepted.id)


def turn_at_its_deadline(server: Server) -> None:
    """Nobody answers: the silent are reminded, and their time runs out."""
    for _ in range(4):
        server.hours_pass(server.settings.deadline_hours / 3)
        server.work()


def mails_of_all_kinds(server: Server) -> None:
    """Commands, a stranger's mail, the same mail again, and one of ours that came back."""
    for line in ("HELP", "GAMES", "STATUS", "NEW conflict", "GAMES open", "AWAY 3 days", "RATING", "HISTORY"):
        server.mail(ADA, line)
    server.mail("yves@elsewhere.example", "HELP")
    again = letter(BEN, server.settings.address, "GAMES")
    for _ in range(2):
        server.take_in(again, server.settings.address)
        server.work()
    sent = server.latest(BEN)
    server.take_in(delivery_report(BEN, "failed", "5.1.1"), str(sent["Reply-To"]))
    server.work()


def look(server: Server) -> None:
    """The schedule looks, while somebody who sits in no game waits to be forgotten."""
    with server.store.session() as session:
        session.execute(update(Player).where(Player.address == ZOE).values(forget_at=now(session)))
    schedule.look(Context(server.settings, server.store, NoNotifier()), "test")


def sweep(server: Server) -> None:
    """What is kept no longer is swept out."""
    with server.store.session() as session:
        session.execute(update(Lease).values(until=Lease.beat_at))
    server.hours_pass(24 * (server.settings.retention_days + 1))
    retention.sweep(server.context)


HOT: dict[str, Callable[[Server], object]] = {
    "a turn by mail": turn_by_mail,
    "a turn at its deadline": turn_at_its_deadline,
    "mails of all kinds": mails_of_all_kinds,
    "a look of the schedule": look,
    "a sweep": sweep,
}


def statements_of(server: Server, work: Callable[[Server], object]) -> dict[str, Statement]:
    with statements(server.store) as made:
        work(server)
    return {sql: each for sql, each in made.items() if "local_mail" not in sql}


@pytest.mark.parametrize("name", HOT)
def test_no_growing_table_is_read_from_end_to_end(server: Server, name: str) -> None:
    asked(server)
    made = statements_of(server, HOT[name])
    assert len(made) >= FEWEST
    assert scans(server.store, made) == {}


def test_a_turn_by_mail_goes_through_none_of_the_mails_that_its_players_had_before(server: Server) -> None:
    """They are hundreds after a month, and of none of them is more wanted than the latest few."""
    asked(server)
    made = statements_of(server, turn_by_mail)
    with server.store.engine.connect() as connection:
        plans = {sql: plan_of_sqlite(connection, each) for sql, each in made.items() if "to_address" in sql}
    by_address = [sql for sql, plan in plans.items() if any("ix_outbox_to_address (" in line for line in plan)]
    assert len(plans) >= 4
    assert all("ORDER BY outbox.id DESC\n LIMIT" in sql for sql in by_address), by_address


def test_a_query_without_an_index_is_noticed(server: Server) -> None:
    """What the tests above look for is there to be found: by columns that have no index, under names of all kinds."""
    with statements(server.store) as made, server.store.reading() as session:
        session.scalars(select(Turn.id).where(Turn.attempts > 3)).all()
        session.scalars(select(Inbox.id).where(Inbox.sender == "x")).all()
        later = aliased(Turn)
        session.scalars(select(later.id).where(later.recorded == 7)).all()
    assert len(scans(server.store, made)) == 3


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_in_a_club_that_has_much_behind_it(request: pytest.FixtureRequest, tmp_path: Path, database: str) -> None:
    """The same where the tables are filled, with a game in every stage; PostgreSQL plans by what is in them."""
    with ExitStack() as stack:
        url = None
        if database == "postgresql":
            url = stack.enter_context(postgresql_database(request.getfixturevalue("postgresql")))
        server, _ = box.boxed(tmp_path, Scale(players=1_000, running=300, finished=1_500), url)
        stack.callback(server.store.close)
        asked(server)
        with statements(server.store) as made, server.store.reading() as session:
            session.scalars(select(Turn.id).where(Turn.attempts > 3)).all()
        assert len(scans(server.store, made)) == 1, "a query without an index is not noticed"
        for name, work in HOT.items():
            assert scans(server.store, statements_of(server, work)) == {}, name
