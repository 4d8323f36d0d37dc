"""Days as people write them, in six languages; what could be two days is asked back instead of guessed."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any

LONGEST = 40
FURTHEST = timedelta(days=366)
LANGUAGES = ["en", "de", "fr", "es", "it", "nl"]

# `3/12`, `3-12-2026`, `3.12.`; with dots the day always stands first.
_NUMBERS = re.compile(r"([0-9]{1,2})\s*([./-])\s*([0-9]{1,2})(?:\s*[./-]\s*([0-9]{4}|[0-9]{2})?)?$")
_WORDY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}$|(?=.*[^\W\d_]{2})[\w .,'’]+$")
_CLOCK = re.compile(r"[0-9]{1,2}[:.][0-9]{2}(?!\d)\s*(am|pm)?|[0-9]{1,2}\s*(am|pm|uhr)\b", re.IGNORECASE)


class NotADay(Exception):
    """Why something is not a day that can be reckoned with, as a sentence without its full stop."""


def day(text: str, today: date) -> date:
    """The day that is meant, today or within a year of it. Raises NotADay."""
    plain = " ".join(text.split()).strip(" ,;")
    numbers = _NUMBERS.match(plain)
    found = _of_numbers(numbers, today) if numbers else _of_words(plain, today)
    if found is None:
        raise NotADay(f'"{plain[:LONGEST]}" is not a day that I know; write it like 3 Dec or 2026-12-03')
    if not today <= found <= today + FURTHEST:
        raise NotADay(f"{found:%d %b %Y} is not within a year from today")
    return found


def _of_numbers(numbers: re.Match[str], today: date) -> date | None:
    first, second = int(numbers[1]), int(numbers[3])
    if numbers[2] != "." and first != second and max(first, second) <= 12:
        one, other = (f"{date(2000, month, 1):%b}" for month in (second, first))
        raise NotADay(f'"{numbers[0]}" may be {first} {one} or {second} {other}: which of them is meant?')
    day_first = numbers[2] == "." or first > 12 or first == second
    day_of_month, month = (first, second) if day_first else (second, first)
    year = numbers[4]
    try:
        if year is not None:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day_of_month)
        this_year = date(today.year, month, day_of_month)
    except ValueError:
        return None
    return this_year if this_year >= today else date(today.year + 1, month, day_of_month)


def _of_words(plain: str, today: date) -> date | None:
    if len(plain) > LONGEST or not _WORDY.match(plain) or _CLOCK.search(plain):
        return None
    found = _parsed(plain, today, "day")
    if found is None and _parsed(plain, today, "month") is None:
        found = _parsed(plain, today)  # Friday, say, which names neither
    return found


def _parsed(plain: str, today: date, *needs: str) -> date | None:
    import dateparser  # takes half a second, and few ask for it

    settings: dict[str, Any] = {
        "PREFER_DATES_FROM": "future",
        "DATE_ORDER": "DMY",
        "RELATIVE_BASE": datetime(today.year, today.month, today.day),
        "RETURN_AS_TIMEZONE_AWARE": False,
        "REQUIRE_PARTS": list(needs),
    }
    found = dateparser.parse(plain, languages=LANGUAGES, settings=settings)
    return None if found is None else found.date()
