"""The diary of a campaign that is over: turn by turn what was ordered, who rode, what happened, and who knew what.

Lines have at most 78 columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from core.contract import Json
from core.dice import Roll

from . import chronicle, dispatches
from .board import army_name, date_and_hour, hour, men, place_name, seat_title, variant
from .board import campaign as written
from .chapters import Campaign, Chapter, Knew
from .courses import Stage
from .riders import DISPATCH, LETTER, ORDERS, Rider
from .sites import Enemy, Site

WIDTH = 78
INDENT = "  "
STOPS = (".", "!", "?")
LATELY = 24  # beats: what was seen of the enemy longer ago is no news


def lines(told: Campaign) -> list[str]:
    """The whole diary."""
    return [row for line in _all(told) for row in _set(line)]


def _all(told: Campaign) -> Iterator[str]:
    yield f"{written(told.view).name}: a diary"
    yield ""
    yield from told.end
    first = told.chapters[0]
    yield ""
    yield f"{_moment(first.stage.beat, told)}: it begins, with {len(first.stage.columns)} columns"
    yield from _strengths(first.stage, told.view)
    for before, chapter in zip(told.chapters, told.chapters[1:], strict=False):
        yield ""
        yield from _chapter(before, chapter, told)


def _chapter(before: Chapter, chapter: Chapter, told: Campaign) -> Iterator[str]:
    span = f"{_moment(before.stage.beat, told)} to {_moment(chapter.stage.beat, told)}"
    yield f"{span}: turn {before.stage.turn}, {before.status}"
    if chapter.by_host:
        yield f"{INDENT}The host has set the campaign anew."
    yield from _orders(chapter)
    yield from _happened(chapter, told)
    yield from _rode(before.stage.beat, chapter.stage.beat, told)
    yield from _dice(chapter.rolls)
    yield from _knew(chapter, told)


def _set(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, WIDTH, subsequent_indent=indent + INDENT, break_on_hyphens=False) or [""]


def _moment(beat: int, told: Campaign) -> str:
    return date_and_hour(beat, written(told.view))


def _strengths(stage: Stage, view: Json) -> Iterator[str]:
    for army in view["armies"]:
        own = [each for code, each in stage.columns.items() if code[0] == army]
        total, guns = sum(foot + horse for _, foot, horse, _ in own), sum(each[3] for each in own)
        name = next(each.name for each in written(view).armies if each.letter == army)
        yield f"{INDENT}{name}: {men(total)} men and {guns} guns in {len(own)} columns."


# --- What was ordered, what happened, who rode ----------------------------------------------------------------------


def _orders(chapter: Chapter) -> Iterator[str]:
    for seat, given in chapter.orders.items():
        texts = [" / ".join(part for part in line.split("\n") if part != "END") for line in given]
        yield f"{INDENT}{seat_title(seat)} orders: {_run_on(texts or ['nothing'])}"


def _run_on(texts: Sequence[str]) -> str:
    """Orders as one sentence; a letter in it may have a full stop of its own."""
    *others, last = texts
    whole = [each if each.endswith(STOPS) else f"{each};" for each in others]
    return " ".join([*whole, last if last.endswith(STOPS) else f"{last}."])


def _happened(chapter: Chapter, told: Campaign) -> Iterator[str]:
    found = chronicle.happened(chapter.events, told.view, chapter.stage.beat)
    for beat, several in groupby(found, key=lambda each: each.beat):
        yield f"{INDENT}{hour(beat, written(told.view))}  {' '.join(each.words for each in several)}"


def _rode(since: int, until: int, told: Campaign) -> Iterator[str]:
    """Each courier with orders or a letter, each who was lost; how many others came with dispatches, and how fast."""
    rode = [each for each in told.riders if since <= each.left < until]
    arrived = [each for each in rode if each.errand == DISPATCH and not each.lost]
    named = [each for each in rode if each not in arrived]
    if rode:
        yield f"{INDENT}Couriers:"
    for (left, errand, start), several in groupby(
        sorted(named, key=lambda each: (each.left, each.errand, _from(each), each.lost, each.due)),
        key=lambda each: (each.left, each.errand, _from(each)),
    ):
        where = f" from {place_name(start, told.view)}" if start else ""
        rides = "; ".join(_ride(each, told) for each in several)
        yield f"{INDENT * 2}{hour(left, written(told.view))}{where}, {CARRY[errand]}: {rides}."
    if arrived:
        hours = sorted(each.due - each.left for each in arrived)
        half = hours[len(hours) // 2] / 2
        yield f"{INDENT * 2}{len(arrived)} dispatches arrived, half of them within {half:g} h."


CARRY = {ORDERS: "orders", DISPATCH: "dispatches that did not arrive", LETTER: "letters"}


def _from(rider: Rider) -> str:
    """The place from which orders went out together; others come from everywhere."""
    return rider.start if rider.errand == ORDERS else ""


def _ride(rider: Rider, told: Campaign) -> str:
    start, end = (place_name(code, told.view) for code in (rider.start, rider.end))
    ends = end if rider.errand == ORDERS else f"{start} to {end}"
    return f"{rider.who} ({ends}) {_end(rider, told)}"


def _end(rider: Rider, told: Campaign) -> str:
    if rider.lost:
        return f"taken, read by {army_name(rider.taken_by, told.view)}" if rider.taken_by else "lost"
    due = hour(rider.due, written(told.view))
    return f"under way at the end, due {due}" if rider.due > told.chapters[-1].stage.beat else f"there {due}"


def _dice(rolls: Sequence[Roll]) -> Iterator[str]:
    if rolls:
        faces = [str(roll.value) if roll.faces == 6 else f"{roll.value} of {roll.faces}" for roll in rolls]
        yield f"{INDENT}Dice, in their order: {' '.join(faces)}."


# --- Who knew what --------------------------------------------------------------------------------------------------


def _knew(chapter: Chapter, told: Campaign) -> Iterator[str]:
    """How old the news of each seat is at the end of the turn, and what of it is not so any more; places by codes."""
    for seat, knew in chapter.knew.items():
        ages = sorted(chapter.stage.beat - at for _, at, _ in knew.columns.values())
        if not ages:
            continue
        half, oldest = ages[len(ages) // 2] / 2, ages[-1] / 2
        fresh = f"half of the news of columns was {half:g} h old at most, all {oldest:g} h"
        yield f"{INDENT}{seat_title(seat)} knew: {fresh}."
        side = variant(told.view).seat_sides[seat]
        own, enemy = list(_own(knew, chapter.stage, told)), list(_enemy(knew, chapter.stage, side, told))
        if own:
            yield f"{INDENT * 2}Not so any more: {'; '.join(own)}."
        if enemy:
            yield f"{INDENT * 2}Of the enemy: {'; '.join(enemy)}."


def _own(knew: Knew, stage: Stage, told: Campaign) -> Iterator[str]:
    for code, (site, at, _) in knew.columns.items():
        since = hour(at, written(told.view))
        if code not in stage.columns:
            yield f"{code} {_site(site)} {since}, gone"
        elif _places(stage.columns[code][0]) != _places(site):
            yield f"{code} {_site(site)} {since}, now {_site(stage.columns[code][0])}"


def _enemy(knew: Knew, stage: Stage, side: str, told: Campaign) -> Iterator[str]:
    """What was seen of the enemy lately, the newest first, and who is there."""
    for enemy in sorted(knew.enemies, key=lambda each: -each.beat):
        if stage.beat - enemy.beat > LATELY:
            return
        there = {
            code: foot + horse
            for code, (site, foot, horse, _) in stage.columns.items()
            if told.view["armies"][code[0]] != side and _places(site) == _places(enemy.site)
        }
        truth = f"{' '.join(there)} with {men(sum(there.values()))}" if there else "nobody"
        yield f"{dispatches.SHORT[enemy.what]} {_site(enemy.site)} {_age(enemy, stage)}, there {truth}"


def _age(enemy: Enemy, stage: Stage) -> str:
    beats = stage.beat - enemy.beat
    return f"{beats / 2:g} h ago" if beats else "now"


def _places(site: Site) -> frozenset[str | None]:
    return frozenset((site.a, site.b))


def _site(site: Site) -> str:
    return site.a if site.b is None else f"{site.a}-{site.b}"
