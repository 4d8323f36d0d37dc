"""The conditions of an event as players read them in its announcement: what is played, what it counts, what decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, get_type_hints

from pbem.events import formats, sittings, tie_breaks
from pbem.events.announcement import Announcement, description
from pbem.events.contract import POINTS, Format, Plan, Unit
from pbem.games import clock
from pbem.rulesets import presentation


def in_words(found: Announcement) -> tuple[str, ...]:
    """The announcement, as paragraphs: what is played and how, what it counts, what decides, and when."""
    plan, held = found.plan, formats.of(found.plan.format)
    return tuple(
        part
        for part in (
            found.about,
            f"{held.title}: {held.about} {_settings_in_words(held, plan)}".rstrip(),
            _UNITS[plan.unit](plan),
            _byes_in_words(plan) if held.byes else "",
            _number_in_words(found, held),
            _tie_breaks_in_words(plan),
            f"{clock.in_words(found.terms)} Whoever lets his time run out has lost the game.",
            _rounds_in_words(found, held),
            "" if found.rated else "Its games are not rated.",
        )
        if part
    )


def _settings_in_words(held: Format, plan: Plan) -> str:
    hints = get_type_hints(held.settings, include_extras=True)
    told = [f"{description(hints[name])}: {_value(value)}" for name, value in plan.settings.items()]
    return f"{'; '.join(told)}.".capitalize() if told else ""


def _value(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _match(plan: Plan) -> str:
    return (
        "A match is two games with sides swapped, begun together. A won game counts 2 points, a drawn one 1, so that a "
        "match is worth 0 to 4."
    )


def _single(plan: Plan) -> str:
    return "One game is played; sides are balanced over the rounds. A won game counts 2 points, a drawn one 1."


def _bid(plan: Plan) -> str:
    handicap = presentation(plan.ruleset).rules.handicap
    assert handicap is not None
    return (
        f"One game is played; for its sides both bid in sealed mails, with a value of {handicap.option}: who bids the "
        "harder game for the same side has it, and where each wants another side both have what they want. A won game "
        "counts 2 points, a drawn one 1."
    )


def _table(plan: Plan) -> str:
    games = sittings.games_of(plan)
    if len(plan.sides) == 2:
        how = "each partners each other" if games == len(sittings.PARTNERS) else "everybody sits everywhere once"
        return f"Around a table {games} games are played, in which {how}. A won game counts 2 points, a drawn one 1."
    points = "3, 1.5 and 0" if games == 3 else "3, 1.5, 0.5 and 0"
    return (
        f"Around a table {games} games are played, in which everybody sits everywhere once. The places of a game count "
        f"{points} points; who share a place share its points."
    )


_UNITS: Mapping[Unit, Callable[[Plan], str]] = {
    Unit.MATCH: _match,
    Unit.SINGLE: _single,
    Unit.BID: _bid,
    Unit.TABLE: _table,
}


def _byes_in_words(plan: Plan) -> str:
    if plan.bye == POINTS:
        return "Whoever is left without an opponent has a bye, which counts as won; nobody has two."
    return f"Whoever is left without an opponent plays a robot, the {plan.bye}; nobody does so twice."


def _number_in_words(found: Announcement, held: Format) -> str:
    if held.starts_itself and found.least == found.most:
        return f"It begins as soon as {found.most} have entered."
    return f"There is room for {found.most}; it begins with {found.least} at the least."


def _tie_breaks_in_words(plan: Plan) -> str:
    told = [each.said for each in tie_breaks.named(plan.tie_breaks)]
    return f"Among those with as many points decides, in this order: {'; '.join(told)}."


def _rounds_in_words(found: Announcement, held: Format) -> str:
    if found.start is None or found.entries is None:
        return ""
    return " ".join(_when(found, held, found.start, found.entries))


def _when(found: Announcement, held: Format, start: datetime, entries: datetime) -> Iterator[str]:
    yield f"Enter until {_moment(entries)}; it begins on {_moment(start)}."
    if held.check_in:
        yield "Five days before, everybody who has entered is asked whether he is there."
    yield f"A round has {found.round_days} days."


def _moment(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y, %H:%M} ({moment.tzinfo})"
