"""The conditions of an event as players read them in its announcement: what is played, what it counts, what decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, get_type_hints

from pbem.campaigns.commanding import GROUNDS
from pbem.events import formats, series, sittings, tie_breaks
from pbem.events.announcement import Announcement, description
from pbem.events.contract import POINTS, Format, Plan, Unit
from pbem.games import clock
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed


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


def played(plan: Plan) -> str:
    """What is played, as a title."""
    return presentation(plan.ruleset).title if plan.series is None else f"{len(plan.series.battles)} battles"


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


def _series(plan: Plan) -> str:
    found = series.of(plan)
    fights = listed(f"{presentation(each.ruleset).title} {GROUNDS[each.ground]}" for each in found.battles)
    foot, horse = (100 * sum(getattr(column, arm) for column in found.army) for arm in ("foot", "horse"))
    guns = sum(column.guns for column in found.army)
    both = f"{foot:,} foot, {horse:,} horse and {guns} guns in {len(found.army)} columns"
    pool = f"each may draw on {100 * found.pool:,} men" if found.pool else "nobody has men to draw on"
    return (
        f"A series is {len(found.battles)} battles, one after another: {fights}. Who attacks in one defends in the "
        f"next, and none lasts longer than {found.hours} hours. Both begin with the same: {both}; each battle begins "
        "with what those before it have left. Of the men that a battle removes half have fallen and half are routed: "
        f"{_share(found.fallen)} of the fallen are replaced for the next one, {_share(found.routed)} of the routed "
        f"return, and beside that {pool} to fill the ranks. A won battle counts 2 points, a drawn one 1, and who has "
        "most points of them has won the series. Who has nobody left loses the battles that are left; one that has not "
        "begun by the round's date is not fought, and counts for nobody."
    )


def _share(percent: int) -> str:
    return {0: "none", 50: "half", 100: "all"}.get(percent, f"{percent} %")


_UNITS: Mapping[Unit, Callable[[Plan], str]] = {
    Unit.MATCH: _match,
    Unit.SINGLE: _single,
    Unit.BID: _bid,
    Unit.TABLE: _table,
    Unit.SERIES: _series,
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
    if plan.format == "series":
        *decide, _ = told
        return (
            f"Where both have as many points decides: {'; '.join(decide)}. Where that is equal too the series is drawn."
        )
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
