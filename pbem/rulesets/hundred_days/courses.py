"""Where everybody was in a campaign that is over, at each half hour: columns, persons, and those who rode for them.

What the positions between turns say is filled in by the events of the beats. Between two of them a column is on a road,
straight; who rides is drawn along the shortest way, whatever he had to avoid.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from core.contract import Event, Json

from .board import variant
from .sites import Site, at, by_code

RIDER = 40  # hm a beat of a person (HD-052)
GONE = frozenset({"destroyed", "left", "taken_up"})


class Stage(msgspec.Struct, frozen=True):
    """A position of the campaign as it was in truth: who was where, at the end of a beat.

    Of a column that is on the map `columns` has its site, its men (foot and horse, in hundreds) and guns. Of a person
    `persons` has his site, or the column he is with.
    """

    beat: int
    turn: int
    over: bool
    columns: dict[str, tuple[Site, int, int, int]]
    persons: dict[str, Site | str]
    blown: tuple[str, ...]


class At(NamedTuple):
    """Somebody at a time: where; None: he is gone."""

    beat: float
    site: Site | None


class Course:
    """Where a column or a person was."""

    def __init__(self) -> None:
        self.keys: list[At] = []

    def add(self, beat: float, site: Site | None) -> None:
        """Where it was at the end of a beat; what is told later of a time that has passed is not needed."""
        if self.keys and self.keys[-1].site is None:
            return
        while self.keys and self.keys[-1].beat >= beat:
            if len(self.keys) == 1 or self.keys[-1].beat > beat:
                return
            self.keys.pop()
        self.keys.append(At(beat, site))

    def point(self, beat: float, view: Json) -> tuple[float, float] | None:
        """Where it was at a time, in hm to the east and north; None where it was not there."""
        number = bisect_right(self.keys, beat, key=lambda key: key.beat) - 1
        if number < 0 or self.keys[number].site is None:
            return None
        here = self.keys[number]
        before = at(here.site, view) if here.site is not None else (0.0, 0.0)
        after = self.keys[number + 1] if number + 1 < len(self.keys) else None
        if after is None or after.site is None:
            return before
        share = (beat - here.beat) / (after.beat - here.beat)
        there = at(after.site, view)
        return before[0] + share * (there[0] - before[0]), before[1] + share * (there[1] - before[1])

    def nearest(self, beat: float, view: Json) -> str | None:
        """The place that was nearest at a time, of those between which it was."""
        point = self.point(beat, view)
        if point is None:
            return None
        number = bisect_right(self.keys, beat, key=lambda key: key.beat) - 1
        near = [key.site for key in self.keys[number : number + 2] if key.site is not None]
        codes = dict.fromkeys(code for site in near for code in (site.a, site.b) if code is not None)
        places = by_code(view)
        return min(codes, key=lambda code: (places[code].x - point[0]) ** 2 + (places[code].y - point[1]) ** 2)


# --- What was so ----------------------------------------------------------------------------------------------------


def stage_of(truth: Json, view: Json) -> Stage:
    """A position as it was; `view` is that of any seat."""
    columns = {
        column["code"]: (_site(column), column["foot"], column["horse"], column["guns"])
        for column in truth["columns"]
        if column.get("gone") is None
    }
    persons = {
        name: person["column"] if person.get("column") is not None else _site(person)
        for name, person in truth["persons"].items()
        if not person.get("taken")
    }
    blown = tuple(truth.get("blown", ()))
    return Stage(truth["beat"], truth.get("turn", 1), truth.get("phase") == "over", columns, persons, blown)


def _site(told: Json) -> Site:
    road = told.get("on")
    return Site(told["at"]) if road is None else Site(road["from"], road["to"], road.get("done", 0))


def of_columns(stages: Sequence[Stage], events: Sequence[Sequence[Event]]) -> dict[str, Course]:
    """The course of each column; `events` are those that led to each stage."""
    found: dict[str, Course] = {}
    for stage, happened in zip(stages, events, strict=True):
        for event in happened:
            _follow(found, event)
        for code, (site, *_) in stage.columns.items():
            found.setdefault(code, Course()).add(stage.beat, site)
        for code, course in found.items():
            if code not in stage.columns:
                course.add(stage.beat, None)
    return found


def _follow(found: dict[str, Course], event: Event) -> None:
    facts = event.facts
    code = facts.get("column")
    if event.kind == "detached" and code in found and found[code].keys:
        found.setdefault(facts["made"], Course()).add(facts["beat"], found[code].keys[-1].site)
    if code not in found:
        return
    if event.kind == "set_out":
        found[code].add(facts["beat"] - 1, Site(facts["from"]))
    elif event.kind in ("arrived", "put_back") and facts["at"] is not None:
        found[code].add(facts["beat"], Site(facts["at"]))
    elif event.kind in GONE:
        found[code].add(facts["beat"], None)


def of_persons(stages: Sequence[Stage], columns: dict[str, Course], view: Json) -> dict[str, Course]:
    """The course of each person: with his column, or along the shortest way to where he was next."""
    found: dict[str, Course] = {}
    for before, after in pairwise(stages):
        for name, was in before.persons.items():
            course = found.setdefault(name, Course())
            course.add(before.beat, _stands(was, before))
            for key in _between(before, after, name, columns, view):
                course.add(*key)
    if stages:
        for name, found_at in stages[-1].persons.items():
            found.setdefault(name, Course()).add(stages[-1].beat, _stands(found_at, stages[-1]))
    return found


def _between(before: Stage, after: Stage, name: str, columns: dict[str, Course], view: Json) -> Iterator[At]:
    was, then = before.persons[name], after.persons.get(name)
    if then is None:
        yield At(after.beat, None)
        return
    if isinstance(was, str) and was == then:
        yield from (key for key in columns[was].keys if before.beat < key.beat < after.beat and key.site is not None)
        return
    start, end = _stands(was, before), _stands(then, after)
    if start is None or end is None or start == end:
        return
    ridden = 0.0
    for one, other in pairwise(way(_near(start, view), _near(end, view), view)):
        ridden += variant(view).link_hm(one, other) or 0
        if before.beat + ridden / RIDER >= after.beat:
            return
        yield At(before.beat + ridden / RIDER, Site(other))


def _stands(found: Site | str, stage: Stage) -> Site | None:
    if not isinstance(found, str):
        return found
    return stage.columns[found][0] if found in stage.columns else None


def _near(site: Site, view: Json) -> str:
    if site.b is None:
        return site.a
    return site.a if 2 * site.done <= (variant(view).link_hm(site.a, site.b) or 0) else site.b


# --- Ways -----------------------------------------------------------------------------------------------------------


def way(start: str, end: str, view: Json) -> list[str]:
    """The shortest way from a place to another, with both."""
    ways, found = variant(view), [start]
    while found[-1] != end:
        here = found[-1]
        found.append(min(ways.neighbours(here), key=lambda each: (ways.link_hm(here, each) or 0) + ways.hm(each, end)))
    return found
