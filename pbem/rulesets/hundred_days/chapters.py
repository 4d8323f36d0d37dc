"""A campaign that is over, read from its moments: what was so at each, what each seat knew, and what led to it.

Each moment is large, and little of it is needed; so they are read one by one. Where everybody was is worked out in
`courses`, who rode with what in `riders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from core.contract import Event, Json, SeatName
from core.dice import Roll
from pbem.rulesets.retold import Moment

from . import courses, questions, riders, sites
from .courses import Stage
from .sites import Enemy, Site


class Knew(msgspec.Struct, frozen=True):
    """What a seat knew at a time: of each column of its own where it was last, and when that was; and the enemy."""

    columns: dict[str, tuple[Site, int, bool]]  # site, written at, horse alone
    enemies: list[Enemy]


class Chapter(msgspec.Struct, frozen=True):
    """A moment of the campaign as far as it is told: what was so, what each seat knew, and what led to it."""

    stage: Stage
    knew: dict[SeatName, Knew]
    orders: dict[SeatName, list[str]]
    events: Sequence[Event]
    rolls: Sequence[Roll]
    by_host: bool
    status: str


class Campaign(msgspec.Struct, frozen=True):
    """All of a campaign: its chapters, who was where, and who rode; `view` is one that says what is called how.

    `end` tells what counted.
    """

    view: Json
    chapters: list[Chapter]
    columns: dict[str, courses.Course]
    persons: dict[str, courses.Course]
    riders: list[riders.Rider]
    end: list[str]


def gathered(moments: Iterable[Moment]) -> Campaign:
    """The moments of a campaign, read one by one: each is large, and little of it is needed."""
    chapters: list[Chapter] = []
    carried = riders.nothing_carried()
    view: Json = {}
    for moment in moments:
        view = next(iter(moment.views.values()))
        chapter = _chapter(moment, view)
        chapters = _before(chapters, chapter)
        chapters.append(chapter)
        riders.note(carried, moment.truth, moment.views, moment.events)
    if not chapters:
        raise ValueError("a campaign without a beginning")
    stages, events = [each.stage for each in chapters], [each.events for each in chapters]
    columns = courses.of_columns(stages, events)
    persons = courses.of_persons(stages, columns, view)
    rode = riders.riders(carried, [event for each in events for event in each], columns, persons, view)
    end = [questions.say_outcome(view), *questions.ending(view)] if view["points"] is not None else []
    return Campaign(view, chapters, columns, persons, rode, end)


def _before(chapters: list[Chapter], chapter: Chapter) -> list[Chapter]:
    """The chapters before one: what a host has set back did not happen; nothing happens twice at the same time."""
    beat = chapter.stage.beat
    if chapter.by_host:
        return [each for each in chapters if each.stage.beat < beat]
    same = bool(chapters) and chapters[-1].stage.beat == beat and not chapters[-1].events
    return chapters[:-1] if same and not chapter.events else chapters


def _chapter(moment: Moment, view: Json) -> Chapter:
    orders = {seat: list(lines) for seat, lines in moment.orders.items()}
    stage = courses.stage_of(moment.truth, view)
    # At the end all see everything: what each knew then is told by the moment before.
    knew = {} if stage.over else {seat: _knew(seen) for seat, seen in moment.views.items()}
    return Chapter(stage, knew, orders, moment.events, moment.rolls, moment.by_host, questions.weather(view))


def _knew(view: Json) -> Knew:
    columns = {
        known["column"]: (site, known["written"], known["foot"] == 0 and known["horse"] > 0)
        for known, site in sites.own(view)
    }
    return Knew(columns, sites.enemies(view))
