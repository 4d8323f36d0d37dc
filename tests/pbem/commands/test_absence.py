"""AWAY, BACK and TIMEZONE, and days as people write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from pbem.commands.dates import NotADay, day
from pbem.games.clocks import AWAY
from pbem.store.models import Player, Standstill, Turn

ADA, BEN = "ada@players.example", "ben@players.example"
TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 Dec", date(2026, 12, 3)),
        ("Dec 3", date(2026, 12, 3)),
        ("3rd of December", date(2026, 12, 3)),
        ("3. Dezember", date(2026, 12, 3)),
        ("3 décembre", date(2026, 12, 3)),
        ("3 de diciembre", date(2026, 12, 3)),
        ("3.12.", date(2026, 12, 3)),
        ("3.12.2026", date(2026, 12, 3)),
        ("3.12.26", date(2026, 12, 3)),
        ("2026-12-03", date(2026, 12, 3)),
        ("31/12", date(2026, 12, 31)),
        ("12/31", date(2026, 12, 31)),
        ("12-31", date(2026, 12, 31)),
        ("31-12", date(2026, 12, 31)),
        ("4/4", date(2027, 4, 4)),
        ("tomorrow", date(2026, 11, 24)),
        ("Friday", date(2026, 11, 27)),
        ("1 Jan", date(2027, 1, 1)),
        ("in 3 days", date(2026, 11, 26)),
    ],
)
def test_days_in_any_usual_way_of_writing(typed: str, meant: date) -> None:
    assert day(typed, TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3/4", "may be 3 Apr or 4 Mar"),
        ("12/11", "may be 12 Nov or 11 Dec"),
        ("3-4-2027", "may be 3 Apr or 4 Mar"),
        ("Dec", "not a day that I know"),
        ("soon", "not a day that I know"),
        ("31.2.", "not a day that I know"),
        ("1e9", "not a day that I know"),
        ("99 Dec", "not a day that I know"),
        ("3 Dec 20:00", "not a day that I know"),
        ("2 Jan 2031", "within a year"),
        ("22.11.2026", "within a year"),
        ("d" * 500, "not a day that I know"),
        ("1" * 500, "not a day that I know"),
        ("", "not a day that I know"),
    ],
)
def test_what_is_no_day_or_may_be_two_is_asked_back(typed: str, why: str) -> None:
    with pytest.raises(NotADay, match=why):
        day(typed, TODAY)


@pytest.fixture
def game(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    return "sealed1"


def turn(server):
    with server.store.reading() as session:
        return session.scalars(select(Turn).order_by(Turn.number.desc()).limit(1)).one()


def hours(later, sooner):
    return round((later - sooner).total_seconds() / 3600)


@pytest.mark.both_databases
def test_an_absence_moves_the_deadlines_of_all_games_and_is_seen_by_opponents(server, words, game):
    before = turn(server).deadline
    [answer] = server.mail(ADA, "AWAY in 1 days to in 8 days")
    assert "you are away from" in words(answer)
    assert "of your 30 days this year are left" in " ".join(words(answer).split())
    assert hours(turn(server).deadline, before) == 8 * 24
    assert "North is away" in words(server.mail(BEN, "STATUS")[0])
    [answer] = server.mail(ADA, "BACK")
    assert "you are not away" in words(answer)
    assert turn(server).deadline == before


def test_back_ends_an_absence_that_runs(server, words, game):
    server.mail(ADA, "AWAY in 1 days to in 8 days")
    server.hours_pass(48)
    before = turn(server).deadline
    assert "welcome back" in words(server.mail(ADA, "BACK")[0])
    assert hours(before, turn(server).deadline) in range(5 * 24, 8 * 24)
    assert "you are not away" in words(server.mail(ADA, "BACK")[0])


def test_an_absence_announced_late_changes_the_next_decision_alone(server, words, game):
    before = turn(server).deadline
    server.hours_pass(40)
    server.mail(ADA, "AWAY today to in 8 days")
    assert turn(server).deadline == before


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("AWAY 3/4", "which of them is meant?"),
        ("AWAY in 2 days to in 40 days", "30 can be had"),
        ("AWAY 5 Mayvember", "not a day that I know"),
    ],
)
def test_an_absence_that_cannot_be_is_refused_with_the_reason(server, words, game, asked, why):
    assert why in " ".join(words(server.mail(ADA, asked)[0]).split())
    with server.store.reading() as session:
        assert session.scalars(select(Standstill)).all() == []


def day_that_lasts(hours: int) -> tuple[str, date]:
    """A day before long on which some clocks are put on or back, and where."""
    for zone, ahead in product(("Europe/Berlin", "Australia/Sydney"), range(3, 300)):
        found = datetime.now(UTC).date() + timedelta(days=ahead)
        ends = [datetime.combine(each, time(), ZoneInfo(zone)) for each in (found, found + timedelta(days=1))]
        if ends[1].astimezone(UTC) - ends[0].astimezone(UTC) == timedelta(hours=hours):
            return zone, found
    raise AssertionError(hours)


@pytest.mark.parametrize("lasts", [23, 25])
def test_a_day_is_a_day_when_clocks_are_put_on_or_back(server, words, game, lasts):
    zone, changes = day_that_lasts(lasts)
    server.mail(ADA, f"TIMEZONE {zone}")
    told = " ".join(words(server.mail(ADA, f"AWAY {changes}")[0]).split())
    assert "29 of your 30 days this year are left" in told
    assert "2 days this year, and" not in told


def test_an_absence_from_new_year_on_is_one_of_the_new_year(server, words, game):
    """Berlin's New Year begins while it is still December by UTC."""
    zone = ZoneInfo("Europe/Berlin")
    first = next(
        each
        for ahead in range(3, 80)
        if (each := datetime.now(zone).date() + timedelta(days=ahead)).month not in (12, 1)
    )
    new_year = datetime(first.year, 1, 1, tzinfo=zone)
    with server.store.session() as session:
        ada = session.scalars(select(Player).where(Player.address == ADA)).one()
        ada.zone = zone.key
        until = new_year + timedelta(days=20)
        session.add(
            Standstill(kind=AWAY, player_id=ada.id, since=new_year, until=until, announced_at=new_year - timedelta(1))
        )
    told = words(server.mail(ADA, f"AWAY {first} to {first + timedelta(days=10)}")[0])
    assert "would be 31 days this year" in " ".join(told.split())


@pytest.mark.parametrize(
    ("asked", "days"),
    [("AWAY until {1}", 4), ("AWAY from {0} to {1}", 2), ("AWAY {0}", 1), ("AWAY bis {1}", 4)],
)
def test_ways_to_say_when(server, words, game, asked, days):
    today = datetime.now(UTC).date()
    first, last = today + timedelta(days=2), today + timedelta(days=3)
    told = " ".join(words(server.mail(ADA, asked.format(first, last))[0]).split())
    assert f"{30 - days} of your 30 days this year are left" in told


def test_from_one_day_of_the_week_to_another(server, words, game):
    """The second is the first of its name after the first, be it in this week or in the next."""
    today = datetime.now(UTC).date()
    begins, ends = today + timedelta(days=5), today + timedelta(days=8)  # the latter's name comes tomorrow, too
    told = " ".join(words(server.mail(ADA, f"AWAY {begins:%A} to {ends:%A}")[0]).split())
    assert "26 of your 30 days this year are left" in told


def test_what_is_known_of_an_absence(server, words, game):
    assert "you are not away" in words(server.mail(ADA, "AWAY")[0])
    server.mail(ADA, "AWAY in 2 days to in 4 days")
    told = " ".join(words(server.mail(ADA, "AWAY")[0]).split())
    assert "you are away from" in told
    assert "BACK ends it" in told
    assert "an absence is a day at least" in " ".join(words(server.mail(ADA, "AWAY today")[0]).split())


def test_absences_do_not_overlap_and_three_at_most_lie_ahead(server, words, game):
    for number in (2, 5, 8):
        assert "you are away" in words(server.mail(ADA, f"AWAY in {number} days")[0])
    assert "3 absences at most" in " ".join(words(server.mail(ADA, "AWAY in 11 days")[0]).split())
    server.mail(ADA, "BACK")
    assert "away already" in " ".join(words(server.mail(ADA, "AWAY in 4 days to in 6 days")[0]).split())


@pytest.mark.parametrize("line", ["Away with your cavalry!", "away we go", "Back in the day I would have charged."])
def test_words_between_people_are_no_absence(server, words, game, line):
    server.mail(ADA, f"{line}\nSTATUS")
    with server.store.reading() as session:
        assert session.scalars(select(Standstill)).all() == []


def test_times_are_told_by_the_players_clocks(server, words, game):
    assert "UTC" in words(server.mail(ADA, "TIMEZONE")[0])
    assert "Europe/Berlin" in words(server.mail(ADA, "timezone europe/berlin")[0])
    told = words(server.mail(ADA, "STATUS")[0])
    assert "CET" in told or "CEST" in told
    assert "UTC" in words(server.mail(BEN, "STATUS")[0])
    assert "a time zone is named" in " ".join(words(server.mail(ADA, "TIMEZONE Berlin")[0]).split())
    with server.store.reading() as session:
        assert session.scalar(select(Player.zone).where(Player.address == ADA)) == "Europe/Berlin"
