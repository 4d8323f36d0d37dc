"""The arithmetic of clocks: what is typed, when they run out, and the two nights on which a day is not 24 hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games import clock
from pbem.games.clock import Appointments, BadTerms, Bank, Each, Span, Terms

DAY = 86_400
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "meant", "written"),
    [
        ("each:3d", Each(3 * DAY), "each:3d"),
        ("EACH: 1d 12h", Each(36 * 3600), "each:1d12h"),
        ("each:2w", Each(14 * DAY), "each:14d"),
        ("bank:20d+1d cap:30d", Bank(20 * DAY, DAY, 30 * DAY), "bank:20d+1d cap:30d"),
        ("bank:20d", Bank(20 * DAY), "bank:20d"),
        ("bank:5d+12h", Bank(5 * DAY, DAY // 2), "bank:5d+12h"),
        ("at:tue,fri@20:00/Europe/Berlin", Appointments((1, 4), 20, 0), "at:tue,fri@20:00/Europe/Berlin"),
        ("at:Friday, Tuesday@9.30", Appointments((1, 4), 9, 30), "at:tue,fri@09:30/UTC"),
    ],
)
def test_clocks_are_read_as_typed_and_written_so_that_they_are_read_again(
    typed: str, meant: clock.Clock, written: str
) -> None:
    read, zone = clock.clock_of(typed)
    assert read == meant
    text = clock.clock_text(Terms(read, zone or "UTC"))
    assert text == written
    assert clock.clock_of(text)[0] == meant


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "a clock is written like"),
        ("3 days", "a clock is written like"),
        ("each:0d", "a minute at least"),
        ("each:9999w", "a year at most"),
        ("bank:20d+1d cap:10d", "not below"),
        ("at:someday@20:00", "the days of appointments"),
        ("at:tue@25:00", "00:00 to 23:59"),
        ("at:tue@20:00/Europe/Atlantis", "a time zone is named"),
        ("each:" + "9" * 500 + "d", "a clock is written like"),
    ],
)
def test_what_is_no_clock_is_told(typed: str, why: str) -> None:
    with pytest.raises(BadTerms, match=why):
        clock.clock_of(typed)


def test_spans_of_time() -> None:
    assert clock.span_of("1d12h") == 36 * 3600
    assert clock.span_of("off") == 0
    assert clock.span_in_words(36 * 3600) == "1 day 12 hours"
    assert clock.span_in_words(3 * DAY + 59) == "3 days"
    assert clock.span_in_words(30) == "less than a minute"
    with pytest.raises(BadTerms, match="12h, 3d"):
        clock.span_of("soon")


def test_zones_are_found_whatever_their_case() -> None:
    assert clock.zone_of("europe/berlin") == "Europe/Berlin"
    assert clock.zone_of("America/New York") == "America/New_York"


def test_a_clock_counts_from_the_report() -> None:
    terms = Terms(Each(3 * DAY))
    assert clock.after(MONDAY, 3 * DAY, terms) == MONDAY + timedelta(days=3)
    assert clock.counted(MONDAY, MONDAY + timedelta(days=3), terms) == 3 * DAY


def test_weekends_that_do_not_count() -> None:
    terms = Terms(Each(3 * DAY), weekend=False)
    thursday = at("2026-11-26T09:00")
    assert clock.after(thursday, 3 * DAY, terms) == at("2026-12-01T09:00")  # Thu 9 to Sat 0, then Mon 0 to Tue 9
    assert clock.counted(thursday, at("2026-12-01T09:00"), terms) == 3 * DAY
    saturday = at("2026-11-28T15:00")
    assert clock.after(saturday, 3600, terms) == at("2026-11-30T01:00")
    assert clock.counted(saturday, at("2026-11-29T15:00"), terms) == 0


def test_a_weekend_is_that_of_the_zone() -> None:
    terms = Terms(Each(DAY), zone="Asia/Tokyo", weekend=False)
    # Saturday begins in Tokyo while it is Friday, 15:00, in UTC.
    assert clock.after(at("2026-11-27T14:00"), 2 * 3600, terms) == at("2026-11-29T16:00")


def test_a_weekend_of_47_hours_when_summer_time_begins() -> None:
    terms = Terms(Each(DAY), zone="Europe/Berlin", weekend=False)
    friday = at("2027-03-26T22:00")  # an hour before Saturday in Berlin
    assert clock.after(friday, 2 * 3600, terms) == at("2027-03-28T23:00")
    assert clock.counted(friday, at("2027-03-28T23:00"), terms) == 2 * 3600


def test_spans_that_overlap_count_once() -> None:
    terms = Terms(Each(DAY))
    spans = [
        Span(at("2026-11-24T00:00"), at("2026-11-26T00:00")),
        Span(at("2026-11-25T00:00"), at("2026-11-27T00:00")),
        Span(at("2026-11-20T00:00"), at("2026-11-22T00:00")),
    ]
    assert clock.after(MONDAY, DAY, terms, spans) == at("2026-11-27T09:00")
    assert clock.counted(MONDAY, at("2026-11-27T09:00"), terms, spans) == DAY


def test_an_absence_without_an_end_keeps_the_clock_still() -> None:
    terms = Terms(Each(DAY))
    spans = [Span(at("2026-11-23T12:00"), None)]
    assert clock.after(MONDAY, DAY, terms, spans) is None
    assert clock.after(MONDAY, 3600, terms, spans) == at("2026-11-23T10:00")
    assert clock.counted(MONDAY, at("2027-01-01T00:00"), terms, spans) == 3 * 3600


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2026-11-23T09:00", "2026-11-24T19:00"),  # Tuesday evening in Berlin
        ("2026-11-24T08:00", "2026-11-27T19:00"),  # too near to Tuesday evening: Friday
        ("2027-03-26T20:00", "2027-03-30T18:00"),  # summer time begins on the 28th
        ("2027-10-29T19:00", "2027-11-02T19:00"),  # and ends on the 31st
    ],
)
def test_appointments_keep_their_hour_on_both_sides_of_summer_time(asked: str, due: str) -> None:
    terms = Terms(Appointments((1, 4), 20, 0), zone="Europe/Berlin")
    assert clock.appointment(terms, at(asked)) == at(due)


def test_an_appointment_in_the_hour_that_is_skipped_or_comes_twice() -> None:
    terms = Terms(Appointments((6,), 2, 30), zone="Europe/Berlin")
    assert clock.appointment(terms, at("2027-03-25T12:00")) == at("2027-03-28T01:30")  # 03:30 summer time
    assert clock.appointment(terms, at("2027-10-28T12:00")) == at("2027-10-31T00:30")  # the first 02:30


def test_an_appointment_waits_for_who_is_away() -> None:
    terms = Terms(Appointments((1, 4), 20, 0), zone="Europe/Berlin")
    away = [Span(at("2026-11-24T00:00"), at("2026-11-28T00:00"))]
    assert clock.appointment(terms, MONDAY, away) == at("2026-12-01T19:00")
    assert clock.appointment(terms, MONDAY, [Span(MONDAY, None)]) is None


def test_reminders_come_at_a_half_four_fifths_and_late() -> None:
    moments = clock.reminders(MONDAY, 100 * 3600, Terms(Each(100 * 3600)))
    assert [(moment - MONDAY) / timedelta(hours=1) for moment in moments] == [50, 80, 95]


def test_terms_in_words() -> None:
    terms = Terms(Bank(20 * DAY, DAY, 30 * DAY), grace=12 * 3600, weekend=False)
    assert clock.in_words(terms) == (
        "Each side has 20 days in hand, 1 day more with each decision, and never more than 30 days; with nothing "
        "left, a day a decision. Orders late by less than 12 hours are taken. Weekends do not count."
    )
    berlin = Terms(Appointments((1, 4), 20, 0), zone="Europe/Berlin")
    assert clock.in_words(berlin) == "Turns are played Tue, Fri at 20:00 (Europe/Berlin), or as soon as all are in."


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))
SPANS = st.lists(st.tuples(MOMENTS, st.integers(0, 40 * DAY)), max_size=5).map(
    lambda found: [Span(since, since + timedelta(seconds=length)) for since, length in found]
)


@given(MOMENTS, st.integers(0, 60 * DAY), SPANS, st.booleans(), st.sampled_from(["UTC", "Europe/Berlin", "Asia/Tokyo"]))
def test_what_was_counted_until_it_ran_out_is_what_it_had(
    start: datetime, seconds: int, spans: list[Span], weekend: bool, zone: str
) -> None:
    terms = Terms(Each(DAY), zone=zone, weekend=weekend)
    due = clock.after(start, seconds, terms, spans)
    assert due is not None
    assert clock.counted(start, due, terms, spans) == seconds
    assert due >= start + timedelta(seconds=seconds)


@given(MOMENTS, SPANS)
def test_more_time_never_ends_sooner(start: datetime, spans: list[Span]) -> None:
    moments = [clock.after(start, hours * 3600, Terms(Each(DAY), weekend=False), spans) for hours in range(0, 200, 7)]
    assert all(earlier <= later for earlier, later in pairwise(moment for moment in moments if moment))
