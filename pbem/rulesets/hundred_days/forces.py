"""All that a report knows of the armies: own columns, persons, orders without an answer, and the enemy.

A report has a number of rows (130 for two armies, 90 for a corps): where there is much news, and many orders are under
way, fewer looks at the enemy are told. All of them are in the attached view, and the newest on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from core.contract import Json

from . import dispatches, umpire
from .board import campaign, men
from .dispatches import INDENT, WIDTH
from .narration import rows_of_news
from .questions import points_now
from .sites import commanded

MOST_SIGHTINGS, FEW_SIGHTINGS, FEW = 8, 5, 10  # of whoever knows a few columns alone there is less to tell
FEWEST_SIGHTINGS = 2
NO_ENEMY = "No enemy has been seen."
# Rows for news, own forces and the enemy beside a map that is as low as can be, in a report of 130 lines, or of 90.
ROOM, ROOM_OF_FEW = 60, 24


def forces(view: Json) -> list[str]:
    """What is known of the own columns and of the enemy; for an umpire, and at the end, all columns as they are."""
    if umpire.is_his(view) and view["phase"] != "over":
        return [*umpire.forces(view), points_now(view)]
    if view["truth"] is not None:
        return list(_in_truth(view))
    return known(view) if view["columns"] else ["Nothing is known of the armies."]


def known(view: Json) -> list[str]:
    """Own columns in a table, persons, orders without an answer, and the enemy: in at most 78 columns."""
    columns = [*dispatches.table(view), dispatches.LEGEND]
    words = [*dispatches.persons(view), *dispatches.others(view), *dispatches.unanswered(view)]
    own = _rows([*columns, *words])
    most = _sightings(view, len(own))
    seen, more = dispatches.enemies(view, most)
    enemy = [*seen, *(dispatches.rumours(view) if most > FEWEST_SIGHTINGS else ())]
    older = f" ({more} older looks are in the attached view)" if more else ""
    if not enemy:
        last = f"{own[-1]} {NO_ENEMY}" if words else ""
        return [*own[:-1], last] if 0 < len(last) <= WIDTH else [*own, NO_ENEMY]
    return [*own, *_rows([f"The enemy, as last seen{older}:", *(INDENT + line for line in enemy)])]


def _sightings(view: Json, own: int) -> int:
    """Of how many looks at the enemy it is told beside so many rows on the own forces."""
    few = len(commanded(view)) <= FEW
    room, most = (ROOM_OF_FEW, FEW_SIGHTINGS) if few else (ROOM, MOST_SIGHTINGS)
    return max(FEWEST_SIGHTINGS, min(most, room - rows_of_news(view) - own))


def _rows(lines: Iterable[str]) -> list[str]:
    return [row for line in lines for row in _set(line)]


def _set(line: str) -> list[str]:
    """A line in as many rows as it needs; columns of one that fits are kept."""
    return [line] if len(line) <= WIDTH else wrap(line, WIDTH, subsequent_indent=INDENT * 2, break_on_hyphens=False)


def _in_truth(view: Json) -> Iterator[str]:
    """Every column as it is at the end, what it has lost, and both sides' points."""
    at_start = {force.code: force for force in campaign(view).forces}
    yield "   where           men     guns lost"
    for column in view["truth"]["columns"] or ():
        code = column["code"]
        start = at_start.get(code)
        foot, horse, guns = (column.get(key, getattr(start, key, 0)) for key in ("foot", "horse", "guns"))
        lost = column.get("lost", 0)
        if (gone := column.get("gone")) is not None:
            where, numbers, pieces = gone, "", ""
        else:
            road = column.get("on")
            where = f"{road['from']}>{road['to']}" if road else column.get("at", getattr(start, "place", "?"))
            numbers, pieces = f"{foot}+{horse}" if horse else str(foot), f"{guns}g"
        yield f"{code:<2} {where:<15} {numbers:<7} {pieces:<4} {men(lost) if lost else '-'}"
    yield points_now(view)
