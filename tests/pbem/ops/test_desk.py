"""The host's desk: what needs a host is found, shown on a screen and mailed, urgent things at once and once a day."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from inprocess import Server, delivery_report, letter, subject_of, text_of
from rich.console import Console
from sqlalchemy import select, update

from pbem.addresses.signed import bounce_address
from pbem.cli import main as pbem
from pbem.games import acts
from pbem.games.acts import Asked
from pbem.ops import desk_mail, schedule, screen
from pbem.ops.condition import condition
from pbem.ops.needs import Need, needs
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Lease, LocalMail, Outbox, Replied, Seat, Turn

ADA, BEN, HEDDA, IVO = "ada@players.example", "ben@players.example", "hedda@club.example", "ivo@club.example"
# Nobody listens to a Redis in these tests.
OF_THE_SERVER = {"server/redis", "server/workers", "server/schedule"}


@pytest.fixture
def club(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 clock=each:100d"), (BEN, "JOIN sealed1"))
    server.context.settings = server.settings.model_copy(update={"hosts": [HEDDA, IVO]})
    return server


def wait_for_morning(server: Server) -> None:
    """What is told once a day is told again after midnight, which may come into the hours that a test lets pass."""
    server.hours_pass(24 + 6 - datetime.now(UTC).hour)
    server.work()


def found(server: Server) -> dict[str, Need]:
    """What needs a host, by its matter; that no worker listens is left out."""
    with server.store.reading() as session:
        here = needs(session, condition(server.context))
    return {need.matter: need for need in here if need.matter not in OF_THE_SERVER}


def shunt(server: Server, reason: str = "ZeroDivisionError while answering") -> int:
    taken = server.take_in(letter(ADA, server.settings.address, f"GAMES {reason}"), server.settings.address)
    with server.store.session() as session:
        session.execute(update(Inbox).where(Inbox.id == taken.id).values(state="shunted", reason=reason))
    return taken.id


def bounce(server: Server, player: str) -> None:
    with server.store.reading() as session:
        to_him = select(Outbox).where(Outbox.to_address == player, Outbox.game == "sealed1")
        report = session.scalars(to_him.order_by(Outbox.id.desc())).first()
    server.take_in(delivery_report(player, "failed", "5.1.1"), bounce_address(server.settings, report.id), "")


# --- What needs a host -------------------------------------------------------------------------------------------


def test_a_server_that_is_well_needs_nobody(club):
    assert found(club) == {}


def test_an_open_seat_is_told_and_at_once_where_there_is_no_substitute(club):
    club.mail(ADA, "OPEN SEAT sealed1")
    need = found(club)["open/sealed1/north"]
    assert need.said.startswith("the seat of North in sealed1 is open since ")
    assert need.said.endswith("; ada plays on until then")
    assert need.urgent
    acts.eject(club.context, Asked("sealed1", "a test"), "north")
    assert found(club)["open/sealed1/north"].said.endswith("; nobody plays it")
    club.enrol("carol@players.example")
    club.mail("carol@players.example", "SUBSTITUTE ON")
    assert not found(club)["open/sealed1/north"].urgent


def test_stuck_mail_is_told_with_what_to_do(club):
    first, second = shunt(club), shunt(club, "crash \x1b[2J")
    with club.store.session() as session:
        held = update(Inbox).where(Inbox.id == club.inbox()[0].id)
        session.execute(held.values(state="held", reason="more than 200 mails in an hour"))
        sent = session.scalars(select(Outbox).order_by(Outbox.id)).first()
        sent.state, sent.reply = "failed", "550 5.1.1 no such user\r\nreally"
        failed = sent.id
    club.mail("zoe@elsewhere.example", "hello")
    here = found(club)
    assert set(here) == {"mail/shunted", "mail/failed", "mail/held/more than 200 mails in an hour"}
    assert here["mail/shunted"].said.startswith(f"2 mails could not be read: in{second}: crash")
    assert here["mail/failed"].said.startswith("a mail refused for good: ")
    assert f"in{first}: ZeroDivisionError" in here["mail/shunted"].said
    assert f"out{failed} to {ADA}: 550 5.1.1 no such user really" in here["mail/failed"].said
    assert f"pbem mail retry out{failed}" in here["mail/failed"].do
    assert all(need.said.isprintable() and need.do.isprintable() for need in here.values())
    assert [need.urgent for need in here.values()] == [True, True, False]


@pytest.mark.both_databases
def test_a_player_whose_mail_came_back_is_told_until_he_is_heard_of(club):
    bounce(club, BEN)
    club.work()
    here = found(club)
    assert here[f"bounced/{BEN}"].urgent
    assert f"mail to ben <{BEN}> came back (1 in a week); sealed1 waits" in here[f"bounced/{BEN}"].said
    club.hours_pass(1)
    club.mail(BEN, "GAMES")
    assert found(club) == {}


def test_a_player_who_lost_his_address_is_told_no_more_once_he_is_moved(club):
    bounce(club, BEN)
    club.work()
    with club.store.session() as session:
        people.move(session, people.player_at(session, BEN), "ben@elsewhere.example")
    club.hours_pass(24 * 8)
    assert found(club) == {}


@pytest.mark.both_databases
def test_clocks_that_stand_and_games_that_do_not_go_on_are_told(club):
    club.hours_pass(15 * 24)
    here = found(club)
    assert list(here) == ["idle/sealed1"]
    acts.hold(club.context, Asked("sealed1", "x"))
    here = found(club)
    assert list(here) == ["held/sealed1"]
    assert "pbem game resume sealed1" in here["held/sealed1"].do
    with club.store.session() as session:
        session.execute(update(Game).values(stopped="sealed1 waits for the host: its position was changed."))
    assert found(club)["stopped/sealed1"].urgent
    with club.store.session() as session:
        session.execute(update(Game).values(stopped=None, version="0.9"))
    assert "pbem games carry-on sealed1" in found(club)["stopped/sealed1"].do


def test_an_overdue_turn_is_told(club):
    with club.store.session() as session:
        session.execute(update(Turn).values(deadline=now(session) - timedelta(minutes=6)))
    here = found(club)
    assert here["games/overdue"].urgent
    assert "a turn is overdue: sealed1 since" in here["games/overdue"].said
    assert "server/turns" in here


def test_who_has_missed_several_decisions_is_told_and_who_is_barred(club):
    with club.store.session() as session:
        session.execute(update(Seat).where(Seat.name == "south").values(misses=2))
        people.player_at(session, ADA).barred = "threats"
    here = found(club)
    assert "south of sealed1 has missed 2 decisions running" in here["silent/sealed1/south"].said
    assert "ada, who is barred, sits in sealed1 as north" in here["barred/sealed1/north"].said
    assert not any(need.urgent for need in here.values())


# --- On the screen -----------------------------------------------------------------------------------------------


def test_the_screen_shows_it_all_under_headings(club, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(club.settings.data_dir))
    monkeypatch.setenv("PBEM_WEB_PORT", "1")
    number = shunt(club)
    acts.hold(club.context, Asked("sealed1", "x"))
    done = CliRunner().invoke(pbem, ["desk"], catch_exceptions=False)
    assert done.exit_code == 0
    told = done.output
    assert max(map(len, told.split("\n"))) <= 100
    for part in ("Server", "Mail", "Clocks", f"in{number}: ZeroDivisionError", "held by a host", "workers not known"):
        assert part in " ".join(told.split())
    assert "no answer at 127.0.0.1:1" in told
    rows = [json.loads(line) for line in CliRunner().invoke(pbem, ["desk", "--json"]).output.splitlines()]
    assert {"mail/shunted", "held/sealed1", "server/web"} <= {row["matter"] for row in rows}


def test_a_screen_of_nothing_says_so(club):
    console = Console(file=io.StringIO(), width=78)
    screen.draw(console, [], condition(club.context), datetime(2026, 11, 23, 9, tzinfo=UTC))
    assert "Nothing needs you." in console.file.getvalue()


def test_markup_of_others_is_not_obeyed(club):
    console = Console(file=io.StringIO(), width=78)
    need = Need("x", "Mail", "[red]a mail[/red] [link=http://x.example]of[/link] somebody", urgent=True)
    screen.draw(console, [need], condition(club.context), datetime(2026, 11, 23, 9, tzinfo=UTC))
    assert "[red]a mail[/red] [link=http://x.example]of[/link]" in " ".join(console.file.getvalue().split())


# --- By mail -----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_what_is_urgent_is_mailed_at_once_and_the_same_once_a_day(club):
    wait_for_morning(club)
    bounce(club, BEN)
    club.hours_pass(0.1)
    club.work()
    club.hours_pass(0.1)
    club.work()
    for host in (HEDDA, IVO):
        [mail] = [mail for mail in club.box(host) if f"mail to ben <{BEN}>" in " ".join(text_of(mail).split())]
        assert "pbem mail who ben@players.example" in " ".join(text_of(mail).split())
        assert max(map(len, text_of(mail).split("\n"))) <= 78
    sent = len(club.box(HEDDA))
    for _ in range(5):
        club.hours_pass(0.2)
        club.work()
    assert len(club.box(HEDDA)) == sent
    club.hours_pass(24)
    club.work()
    assert len(club.box(HEDDA)) > sent


def test_what_is_not_urgent_waits_for_the_week(club):
    club.work()
    acts.hold(club.context, Asked("sealed1", "x"))
    club.hours_pass(1)
    club.work()
    assert "is held by a host" not in "".join(text_of(mail) for mail in club.box(HEDDA))
    for _ in range(14):
        club.hours_pass(24)
        club.work()
    weeks = [mail for mail in club.box(HEDDA) if "the week:" in subject_of(mail)]
    assert len(weeks) == 2
    assert "sealed1 is held by a host since" in " ".join(text_of(weeks[0]).split())
    assert "1 games are running, 0 look for players" in " ".join(text_of(weeks[0]).split())
    with club.store.reading() as session:
        until = session.get_one(Lease, "desk-weekly").until
    assert (until.weekday(), until.hour) == (0, 6)


def test_a_hundred_mails_that_cannot_be_read_are_one_matter(club):
    wait_for_morning(club)
    for number in range(100):
        shunt(club, f"fault {number}")
        if number % 10 == 0:
            club.hours_pass(0.1)
            desk_mail.look(club.context)
    club.work()
    told = [text_of(mail) for mail in club.box(HEDDA)]
    assert sum("could not be read" in each for each in told) == 1
    assert max(map(len, told)) < 4_000


def test_without_hosts_nobody_is_mailed(club):
    club.context.settings = club.settings
    shunt(club)
    club.hours_pass(1)
    club.work()
    with club.store.reading() as session:
        assert session.scalars(select(LocalMail).where(LocalMail.subject.startswith("[pbem desk]"))).all() == []
        assert session.scalars(select(Replied).where(Replied.kind.startswith("desk/"))).all() == []


def test_it_is_looked_at_every_few_minutes_by_one(club):
    club.hours_pass(1)
    assert desk_mail.look(club.context)
    assert not desk_mail.look(club.context)
    with club.store.reading() as session:
        assert schedule.find_due(session).desk == []
    club.hours_pass(0.1)
    with club.store.reading() as session:
        assert schedule.find_due(session).desk == [(0, "desk")]


@pytest.mark.parametrize(
    ("moment", "monday"),
    [
        ("2026-11-23T05:59", "2026-11-23T06:00"),
        ("2026-11-23T06:00", "2026-11-30T06:00"),
        ("2026-11-29T23:00", "2026-11-30T06:00"),
        ("2026-12-31T12:00", "2027-01-04T06:00"),
    ],
)
def test_the_week_ends_on_monday_morning(moment, monday):
    told = desk_mail._next_monday(datetime.fromisoformat(moment).replace(tzinfo=UTC))
    assert told == datetime.fromisoformat(monday).replace(tzinfo=UTC)
