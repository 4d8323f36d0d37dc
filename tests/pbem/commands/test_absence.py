"""AWAY, BACK and TIMEZONE, and days as people write them."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import select

from pbem.commands.dates import NotADay, day
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
