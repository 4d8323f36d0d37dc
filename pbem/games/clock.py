"""How much time a decision has: the clocks a game can be played with, and when they run out. Arithmetic alone.

A clock counts the time between a report and its answer, leaving out the spans in which it stands still: weekends where
the game says so, absences that were announced, mail that came back, a game that its host holds. Times are aware; spans
of a day are those of the terms' own zone, so that a deadline at eight in the evening stays there when summer time ends.

Not for: when a clock begins and whom it is for (`clocks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from heapq import merge
from typing import TypeAlias
from zoneinfo import ZoneInfo

import msgspec

DAY = 86_400
# From the report: nobody can answer by an appointment that comes sooner than this.
SHORTEST_NOTICE = timedelta(hours=12)
LONGEST = 366 * DAY
SHORTEST = 60
REMINDERS = (0.5, 0.8, 0.95)  # of the time there is

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS = {"w": 7 * DAY, "d": DAY, "h": 3600, "m": 60}
_SPAN = r"(?:[0-9]{1,4}[wdhm]){1,4}"
_ONE = re.compile(r"([0-9]{1,4})([wdhm])")
_EACH = re.compile(rf"each:({_SPAN})$")
_BANK = re.compile(rf"bank:({_SPAN})(?:\+({_SPAN}))?(?:,?cap[:=]?({_SPAN}))?$")
_AT = re.compile(r"at:([a-z,]{3,40})@([0-9]{1,2})[:.]([0-9]{2})(?:/([\w+/-]{2,40}))?$", re.IGNORECASE)

EXAMPLES = "each:3d, bank:20d+1d cap:30d or at:tue,fri@20:00/Europe/Berlin"


class BadTerms(Exception):
    """Why a clock, a grace or the like cannot be had, as a sentence without its full stop."""


class Each(msgspec.Struct, frozen=True, tag="each"):
    """So many seconds for each decision."""

    seconds: int


class Bank(msgspec.Struct, frozen=True, tag="bank", omit_defaults=True):
    """Seconds in hand at the start, so many more with each decision, and never more in hand than `cap`."""

    start: int
    increment: int = 0
    cap: int | None = None


class Appointments(msgspec.Struct, frozen=True, tag="at"):
    """All write by a time of day, in the terms' zone, on these days of the week (Monday is 0)."""

    days: tuple[int, ...]
    hour: int
    minute: int


Clock: TypeAlias = Each | Bank | Appointments


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a game, and what goes with it.

    Orders that are late by less than `grace` seconds are taken. `weekend`: Saturdays and Sundays count. `wait`: an
    appointment is kept though all are in. Orders that run at once are carried out `hold` seconds later, and robots take
    up to `pace` seconds for theirs. With `flag` whoever is out of time has lost.
    """

    clock: Clock
    zone: str = "UTC"
    grace: int = 0
    weekend: bool = True
    wait: bool = False
    hold: int = 0
    pace: int = 0
    flag: bool = False


class Span(msgspec.Struct, frozen=True):
    """Time that no clock counts; `until` None where its end is not known yet.

    What was announced after half of a decision's time had gone, at `announced_at`, does not change that decision's.
    """

    since: datetime
    until: datetime | None
    announced_at: datetime | None = None


# --- Reading and writing ------------------------------------------------------------------------------------------


def clock_of(text: str) -> tuple[Clock, str | None]:
    """The clock that a player wrote, and the zone where he named one. Raises BadTerms."""
    plain = "".join(text.lower().split())
    if found := _EACH.match(plain):
        return Each(_seconds(found[1])), None
    if found := _BANK.match(plain):
        return _bank(*found.groups()), None
    if found := _AT.match("".join(text.split())):
        return _appointments(found), zone_of(found[4]) if found[4] else None
    raise BadTerms(f"a clock is written like {EXAMPLES}")


def span_of(text: str) -> int:
    """Seconds of a span of time such as `12h` or `1d12h`; `off` and `0` are none. Raises BadTerms."""
    plain = "".join(text.lower().split())
    if plain in ("off", "0", "none"):
        return 0
    if not re.fullmatch(_SPAN, plain):
        raise BadTerms("a span of time is written like 12h, 3d or 1d12h")
    return _seconds(plain)


def zone_of(text: str) -> str:
    """The IANA name of a time zone, in its own spelling. Raises BadTerms."""
    known = {name.lower(): name for name in _zones()}
    found = known.get(text.strip().lower().replace(" ", "_"))
    if found is None:
        raise BadTerms("a time zone is named as Europe/Berlin, America/New_York or UTC")
    return found


def clock_text(terms: Terms) -> str:
    """The clock as it is typed."""
    clock = terms.clock
    if isinstance(clock, Each):
        return f"each:{span_text(clock.seconds)}"
    if isinstance(clock, Bank):
        more = f"+{span_text(clock.increment)}" if clock.increment else ""
        cap = f" cap:{span_text(clock.cap)}" if clock.cap else ""
        return f"bank:{span_text(clock.start)}{more}{cap}"
    days = ",".join(_DAYS[day] for day in clock.days)
    return f"at:{days}@{clock.hour:02}:{clock.minute:02}/{terms.zone}"


def span_text(seconds: int) -> str:
    """A span of time as it is typed: `1d12h`; the largest units that are whole."""
    parts = []
    for unit in ("d", "h", "m"):
        count, seconds = divmod(seconds, _UNITS[unit])
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0m"


def span_in_words(seconds: float) -> str:
    """A span of time as people say it, in its two largest units: `3 days 4 hours`."""
    left, told = int(max(0, seconds)), []
    for unit, name in (("d", "day"), ("h", "hour"), ("m", "minute")):
        count, left = divmod(left, _UNITS[unit])
        if count:
            told.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(told[:2]) or "less than a minute"


def in_words(terms: Terms) -> str:
    """What the terms mean, in sentences."""
    clock = terms.clock
    if isinstance(clock, Each):
        said = f"Each decision has {span_in_words(clock.seconds)}."
    elif isinstance(clock, Bank):
        more = f", {span_in_words(clock.increment)} more with each decision" if clock.increment else ""
        cap = f", and never more than {span_in_words(clock.cap)}" if clock.cap else ""
        left = "" if terms.flag else "; with nothing left, a day a decision"
        said = f"Each side has {span_in_words(clock.start)} in hand{more}{cap}{left}."
    else:
        days = ", ".join(_DAYS[day].capitalize() for day in clock.days)
        early = "" if terms.wait else ", or as soon as all are in"
        said = f"Turns are played {days} at {clock.hour:02}:{clock.minute:02} ({terms.zone}){early}."
    grace = f" Orders late by less than {span_in_words(terms.grace)} are taken." if terms.grace else ""
    weekend = "" if terms.weekend else " Weekends do not count."
    hold = f" Orders are carried out after {span_in_words(terms.hold)}; TAKE BACK until then." if terms.hold else ""
    pace = f" Robots take up to {span_in_words(terms.pace)} for their orders." if terms.pace else ""
    flag = " Who is out of time has lost." if terms.flag else ""
    return f"{said}{grace}{weekend}{hold}{pace}{flag}"


def _bank(start: str, increment: str | None, cap: str | None) -> Bank:
    bank = Bank(_seconds(start), _seconds(increment) if increment else 0, _seconds(cap) if cap else None)
    if bank.cap is not None and bank.cap < bank.start:
        raise BadTerms("the cap of a bank is not below what it begins with")
    return bank


def _appointments(found: re.Match[str]) -> Appointments:
    days = [day for day in found[1].lower().split(",") if day]
    unknown = [day for day in days if day[:3] not in _DAYS]
    if unknown or not days:
        raise BadTerms("the days of appointments are mon, tue, wed, thu, fri, sat, sun")
    if int(found[2]) > 23 or int(found[3]) > 59:
        raise BadTerms("the hour of appointments is one of 00:00 to 23:59")
    return Appointments(tuple(sorted({_DAYS.index(day[:3]) for day in days})), int(found[2]), int(found[3]))


def _seconds(text: str) -> int:
    seconds = sum(int(count) * _UNITS[unit] for count, unit in _ONE.findall(text))
    if not SHORTEST <= seconds <= LONGEST:
        raise BadTerms("a span of time is a minute at least and a year at most")
    return seconds


def _zones() -> frozenset[str]:
    from zoneinfo import available_timezones

    return frozenset(available_timezones())


# --- Running ------------------------------------------------------------------------------------------------------


def after(start: datetime, seconds: float, terms: Terms, spans: Sequence[Span] = ()) -> datetime | None:
    """When so many seconds have been counted since `start`; None while a span without an end keeps the clock still."""
    at, left = start, timedelta(seconds=seconds)
    for span in _still(start, terms, spans):
        if span.since > at:
            if span.since - at >= left:
                return at + left
            left -= span.since - at
        if span.until is None:
            return None
        at = max(at, span.until)
    return at + left


def counted(start: datetime, end: datetime, terms: Terms, spans: Sequence[Span] = ()) -> float:
    """The seconds that were counted between two moments."""
    at, total = start, timedelta()
    for span in _still(start, terms, spans):
        if span.since >= end:
            break
        total += max(timedelta(), span.since - at)
        if span.until is None:
            return total.total_seconds()
        at = max(at, span.until)
    return (total + max(timedelta(), end - at)).total_seconds()


def appointment(terms: Terms, asked_at: datetime, spans: Sequence[Span] = ()) -> datetime | None:
    """The first appointment that who was asked at this moment can keep; None while a span without an end lasts.

    A time that the clocks skip in spring is an hour later that night; one that comes twice in autumn is the first.
    """
    assert isinstance(terms.clock, Appointments)
    zone = ZoneInfo(terms.zone)
    earliest = asked_at + SHORTEST_NOTICE
    day = earliest.astimezone(zone).date()
    hour = time(terms.clock.hour, terms.clock.minute)
    for later in range(LONGEST // DAY):
        date = day + timedelta(days=later)
        moment = datetime.combine(date, hour, zone).astimezone(UTC)
        if date.weekday() not in terms.clock.days or moment < earliest:
            continue
        if any(span.until is None and span.since <= moment for span in spans):
            return None
        if not any(span.since <= moment < (span.until or moment) for span in spans):
            return moment
    return None


def that_count(start: datetime, seconds: float, terms: Terms, spans: Sequence[Span]) -> list[Span]:
    """The spans that a decision's clock does not count, which began at `start` with so much time."""
    certain = [span for span in spans if span.announced_at is None]
    if isinstance(terms.clock, Appointments):
        first = appointment(terms, start, certain)
        half = None if first is None else start + (first - start) / 2
    else:
        half = after(start, seconds / 2, terms, certain)
    return [span for span in spans if span.announced_at is None or half is None or span.announced_at <= half]


def reminders(start: datetime, seconds: float, terms: Terms, spans: Sequence[Span] = ()) -> list[datetime]:
    """When a silent player is reminded, who has so much time: at a half, four fifths and 95 % of it."""
    moments = [after(start, seconds * share, terms, spans) for share in REMINDERS]
    return [moment for moment in moments if moment is not None]


def _still(start: datetime, terms: Terms, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans in which the clock stands still from `start` on, by their beginning; without end where weekends do."""
    ended = [span for span in spans if span.until is None or span.until > start]
    given = sorted(ended, key=lambda span: span.since)
    if terms.weekend:
        return iter(given)
    return merge(given, _weekends(start, ZoneInfo(terms.zone)), key=lambda span: span.since)


def _weekends(start: datetime, zone: ZoneInfo) -> Iterator[Span]:
    local = start.astimezone(zone).date()
    saturday = local - timedelta(days=(local.weekday() - 5) % 7)
    while True:
        monday = saturday + timedelta(days=2)
        since, until = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (saturday, monday))
        yield Span(since, until)
        saturday += timedelta(days=7)
