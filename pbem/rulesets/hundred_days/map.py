"""The map of a campaign as text: places by their codes, roads, own columns as last known, and where the enemy was seen.

A report has the part where there is something to see, without tracks. `MAP ALL` has the whole net, `MAP FLE ZOOM 4`
what lies around a place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from core.contract import HOST, Json
from core.rulesets.hundred_days.names import matching

from . import forces, opening, sites
from .board import campaign, place_names
from .narration import rows_of_news

WIDTH, HEIGHT, HEIGHT_OF_ALL = 78, 22, 46
MANY, HEIGHT_OF_MANY = 24, 19  # columns: their table takes the room, and MAP ALL is there
FEW, HEIGHT_OF_FEW = 10, 16  # a corps and its neighbours
ROOM, ROOM_OF_FEW, LEAST_HEIGHT = 78, 36, 8  # rows for news, map and table in a report of 130 lines, or of 90
LIMIT, LIMIT_OF_FEW, LEAST_HEIGHT_AT_FIRST = 130, 90, 6
USUAL_ZOOM, MOST_ZOOM = 4, 10
MARGIN = 60  # hm around what is of interest
LEAST_SPAN = 260  # hm to the east that a map shows at least
ROW = 2.0  # how much higher a letter is than it is wide
STROKES = {"paved": "=", "road": "-", "track": "."}
LETTERS = {"patrol": "p", "division": "d", "corps": "c", "army": "a", "screen": "s"}
LEGEND = "= paved  - road  . track  CHA+2 own columns  + one on a road"
LEGEND_OF_ALL = "= paved  - road  . track  CHA+F2P1 columns of each army  F one on a road"
ENEMY_LEGEND = "FLEd the enemy: p patrol, d division, c corps, a army, s screen of horse"
ALL = "ALL"
_ASKED = re.compile(r"(?P<name>[^0-9]+?)(?: zoom ?(?P<zoom>[0-9]{1,2}))?", re.IGNORECASE)


class Frame:
    """A part of the country on so many rows."""

    def __init__(self, west: float, south: float, east: float, north: float, rows: int) -> None:
        self.west, self.south, self.east, self.north = west, south, east, north
        self.scale = max((east - west) / (WIDTH - 8), (north - south) / (rows - 1) / ROW, 1.0)  # hm a column
        self.rows = min(rows, round((north - south) / self.scale / ROW) + 1)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of a point."""
        return round((x - self.west) / self.scale), round((self.north - y) / self.scale / ROW)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is on the map."""
        column, row = self.cell(x, y)
        return 0 <= column <= WIDTH - 6 and 0 <= row < self.rows


def map_text(view: Json) -> str:
    """The country in at most 78 columns; which part, and whether with tracks, `inset` in the view says."""
    part, tracks = frame(view)
    labels = _laid_out(_labels(view), part, view)
    cells = [[" "] * WIDTH for _ in range(part.rows)]
    _draw_roads(cells, labels, view, tracks=tracks)
    for column, row, text in labels.values():
        for at, sign in enumerate(text):
            cells[row][column + at] = sign
    _draw_on_roads(cells, labels, view)
    drawn = ["".join(row).rstrip() for row in cells]
    while drawn and not drawn[-1]:
        drawn.pop()
    while drawn and not drawn[0]:
        drawn.pop(0)
    legend, enemies = (
        (LEGEND_OF_ALL, ()) if view["seat"] == HOST else (LEGEND, (ENEMY_LEGEND,) if sites.enemies(view) else ())
    )
    return "\n".join([*drawn, legend if tracks else legend.replace("  . track", ""), *enemies])


def parts(view: Json) -> dict[str, str]:
    """The whole net, and every place, by which a part of the map can be asked for."""
    found = {ALL: ALL}
    for code, name in place_names(view).items():
        found |= {code: code, name.upper(): code}
    return found


# --- What is shown --------------------------------------------------------------------------------------------------


def frame(view: Json) -> tuple[Frame, bool]:
    """The part that is asked for and whether tracks are drawn; unasked the part where there is something to see."""
    found = _ASKED.fullmatch(" ".join(str(view.get("inset") or "").split()))
    places = sites.by_code(view)
    if found is not None and found["name"].upper() == ALL:
        return _around(places, view, 0, HEIGHT_OF_ALL), True
    meant = matching(found["name"], dict(place_names(view))) if found is not None else []
    if len(meant) == 1:
        zoom = min(max(int(found["zoom"] or USUAL_ZOOM) if found is not None else USUAL_ZOOM, 1), MOST_ZOOM)
        here, half = places[meant[0]], 1_000 / zoom / 2
        return Frame(here.x - half, here.y - half / 2, here.x + half, here.y + half / 2, HEIGHT), True
    interesting = sites.of_interest(view) or list(places)
    known = len(sites.commanded(view))
    rows = HEIGHT_OF_MANY if known >= MANY else HEIGHT_OF_FEW if known <= FEW else HEIGHT
    room, least = _room(view, few=known <= FEW)
    return _around(interesting, view, MARGIN, max(least, min(rows, room))), False


def _room(view: Json, *, few: bool) -> tuple[int, int]:
    """The rows that a report has for the map, and the fewest: much news takes its room, or the words of the first."""
    told = len(forces.known(view))
    if opening.is_first(view):
        return opening.rows_for_map(view, told, LIMIT_OF_FEW if few else LIMIT), LEAST_HEIGHT_AT_FIRST
    return (ROOM_OF_FEW if few else ROOM) - told - rows_of_news(view), LEAST_HEIGHT


def _around(codes: Iterable[str], view: Json, margin: int, rows: int) -> Frame:
    places = sites.by_code(view)
    east = [places[code].x for code in codes]
    north = [places[code].y for code in codes]
    all_east, all_north = [each.x for each in places.values()], [each.y for each in places.values()]
    wider = max(0, LEAST_SPAN - (max(east) - min(east)) - 2 * margin) // 2
    west = max(min(east) - margin - wider, min(all_east))
    return Frame(
        west,
        max(min(north) - margin, min(all_north)),
        min(max(east) + margin + wider, max(all_east)),
        min(max(north) + margin, max(all_north)),
        rows,
    )


def _labels(view: Json) -> dict[str, str]:
    """Each place's code, with how many own columns are there and what was seen of the enemy."""
    if view["seat"] == HOST:
        return _labels_of_all(view)
    standing = Counter(site.a for _, site in sites.own(view) if site.b is None)
    seen = {enemy.site.a: LETTERS[enemy.what] for enemy in sites.enemies(view) if enemy.site.b is None}
    return {
        code: code + (f"+{standing[code]}" if standing[code] else "") + seen.get(code, "") for code in place_names(view)
    }


def _labels_of_all(view: Json) -> dict[str, str]:
    """For an umpire: each place's code, with how many columns of each army are there, as `QBR+F2A1`."""
    standing: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for known, site in sites.own(view):
        if site.b is None:
            standing[site.a][known["column"][0]] += 1
    told = {code: "".join(f"{army}{count}" for army, count in here.items()) for code, here in standing.items()}
    return {code: f"{code}+{told[code]}" if code in told else code for code in place_names(view)}


Label = tuple[int, int, str]


def _laid_out(labels: dict[str, str], frame: Frame, view: Json) -> dict[str, Label]:
    """Where each label that is on the map begins: in its row, moved aside where two would overlap."""
    rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for code, place in sites.by_code(view).items():
        if frame.holds(place.x, place.y):
            column, row = frame.cell(place.x, place.y)
            rows[row].append((column, code))
    found: dict[str, Label] = {}
    for row, here in rows.items():
        here.sort()
        starts = _apart([column for column, _ in here], [len(labels[code]) for _, code in here])
        found |= {code: (start, row, labels[code]) for start, (_, code) in zip(starts, here, strict=True)}
    return found


def _apart(wanted: list[int], widths: list[int]) -> list[int]:
    """Where labels of these widths begin, as near as may be to where they are wanted, a blank between two."""
    starts = list(wanted)
    for at in range(1, len(starts)):
        starts[at] = max(starts[at], starts[at - 1] + widths[at - 1] + 1)
    limit = WIDTH
    for at in reversed(range(len(starts))):
        # Half of what it was moved is taken back, where there is room on the other side.
        least = starts[at - 1] + widths[at - 1] + 1 if at else 0
        starts[at] = min(starts[at], limit - widths[at])
        starts[at] = max(min(starts[at], max(wanted[at], least)), 0)
        limit = starts[at] - 1
    return starts


# --- Strokes --------------------------------------------------------------------------------------------------------


def _draw_roads(cells: list[list[str]], labels: dict[str, Label], view: Json, *, tracks: bool) -> None:
    for link in sorted(campaign(view).links, key=lambda each: "paved road track".index(each.kind), reverse=True):
        if link.a in labels and link.b in labels and (tracks or link.kind != "track"):
            for column, row in _line(_middle(labels[link.a]), _middle(labels[link.b])):
                cells[row][column] = STROKES[link.kind]


def _draw_on_roads(cells: list[list[str]], labels: dict[str, Label], view: Json) -> None:
    """Columns and sightings on roads, where their road is on the map and no code stands."""
    taken = {(column + at, row) for column, row, text in labels.values() for at in range(len(text))}
    if view["seat"] == HOST:
        marks = [(site, known["column"][0]) for known, site in sites.own(view)]
    else:
        marks = [(site, "+") for _, site in sites.own(view)]
        marks += [(enemy.site, LETTERS[enemy.what]) for enemy in sites.enemies(view)]
    lengths = {(link.a, link.b): link.length for link in campaign(view).links}
    for site, sign in marks:
        if site.b is None or site.a not in labels or site.b not in labels:
            continue
        length = lengths.get((site.a, site.b)) or lengths.get((site.b, site.a)) or 1
        way = [cell for cell in _line(_middle(labels[site.a]), _middle(labels[site.b])) if cell not in taken]
        if way:
            column, row = way[min(int(len(way) * site.done / length), len(way) - 1)]
            cells[row][column] = sign


def _middle(label: Label) -> tuple[int, int]:
    column, row, _ = label
    return column + 1, row


def _line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells between two, both left out."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return [
        (
            round(start[0] + (end[0] - start[0]) * step / steps),
            round(start[1] + (end[1] - start[1]) * step / steps),
        )
        for step in range(1, steps)
    ]
