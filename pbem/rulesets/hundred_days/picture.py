"""The map of a campaign as a picture: roads, columns as blocks that fade with the age of their news, the enemy as seen.

Own columns stand beside the place where they were last known; a thin line shows the path that they were on then. Of the
enemy there are open diamonds with the first letter of their class, fading like the news of one's own. Dashed lines with
the hour are couriers with orders that no dispatch has answered and that cannot have arrived.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot

import msgspec

from core.contract import Event, Json
from core.rulesets.hundred_days.campaign import Link, Place
from pbem.rulesets import drawing
from pbem.rulesets.drawing import in_black_and_white, is_for_print
from pbem.rulesets.sentences import listed

from . import dispatches, sites
from . import map as map_
from .board import campaign, campaign_of_house, date_and_hour, nearest, person_title, place_name, variant, when
from .courses import way
from .texts import TITLE

WIDTH = 900
TOP, MARGIN, FOOT = 66, 40, 62
TALLEST = 980
LARGEST_SCALE = 3.2  # points for a hm: a map of few places is not blown up
COLOURS = {"F": ("#1f4e9c", "#ffffff"), "A": ("#b3262e", "#ffffff"), "P": ("#2b2b2b", "#ffffff")}
OTHERS = (("#6a3d9a", "#ffffff"), ("#1b7f5c", "#ffffff"), ("#8a5a00", "#ffffff"))
ENEMY = "#c2410c"
RIDER = "#7a5c00"
ROADS = {"paved": ("#8a6d3b", 4.6, ""), "road": ("#a58a5a", 2.6, ""), "track": ("#b8a37a", 1.6, "4 4")}
WATER = "#7fa9cc"
BRIDGE = 17  # hm from the place that a bridge is named after
# Where each river comes from (hm to the east and north), the roads with bridges over it, and where it goes to.
RIVERS = {
    "Sambre": (
        (240, 150),
        ("BIN SOL", "FON THU", "MAR THU", "HAM MAR", "CHA HAM", "CHT WLC", "CHT FLO", "CIN NAM"),
        (1075, 385),
    ),
    "Dyle": ((475, 487), ("GEN QBR", "LIM MSG", "MSG WAV", "WAV WLN", "JOD WAV"), (672, 815)),
}
TERRAIN = {"open": "#f4ecd2", "wood": "#bcd3a2", "ridge": "#e2cf9f", "town": "#d9b9a0"}
OLDEST = 24  # beats: news that old, or older, is as pale as news gets
PALEST = 0.35
BLOCK, HIGH, GAP = 27, 16, 2  # of a column's block
IN_A_ROW = 3
BESIDE = 20  # points of ground above and below a map without words
AROUND = 30  # hm of country around where a campaign was fought


class Block(msgspec.Struct, frozen=True):
    """A column as drawn: the upper left corner of its block, its code, its colours, and how fresh its news is."""

    x: float
    y: float
    code: str
    fill: str
    ink: str
    fresh: float
    horse: bool
    words: str


class Mark(msgspec.Struct, frozen=True):
    """An enemy as drawn."""

    x: float
    y: float
    letter: str
    fresh: float
    words: str


class Stroke(msgspec.Struct, frozen=True):
    """A line as drawn, with the words for it; `label` stands at its middle."""

    line: str
    colour: str
    width: float
    dashes: str
    fresh: float
    words: str = ""
    label: str = ""
    x: float = 0
    y: float = 0


class Spot(msgspec.Struct, frozen=True):
    """A place as drawn."""

    x: float
    y: float
    code: str
    name: str
    fill: str
    town: bool


class Frame:
    """Points of the picture for hm of the country."""

    def __init__(self, west: float, south: float, east: float, north: float) -> None:
        scale = min((WIDTH - 2 * MARGIN) / (east - west), (TALLEST - TOP - FOOT) / (north - south), LARGEST_SCALE)
        self.scale, self.west, self.north = scale, west - ((WIDTH - 2 * MARGIN) / scale - (east - west)) / 2, north
        self.height = round(TOP + (north - south) * scale + FOOT)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return round(MARGIN + (x - self.west) * self.scale, 1), round(TOP + (self.north - y) * self.scale, 1)

    def holds(self, place: Place) -> bool:
        x, y = self.point(place.x, place.y)
        return 8 <= x <= WIDTH - 8 and TOP - 12 <= y <= self.height - FOOT + 12


def _bounds(view: Json) -> tuple[float, float, float, float]:
    """The part of the country: that of the map as text, or all of it."""
    frame, _ = map_.frame(view)
    return frame.west, frame.south, frame.east, frame.north


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The country as an SVG document; with `print` in the view in black and white."""
    frame = Frame(*_bounds(view))
    places = _in_frame(view, frame)
    svg = ground(
        view,
        frame,
        heading=_heading(view),
        words=_in_words(view),
        paths=_paths(view, frame, places),
        couriers=[*_couriers(view, frame, places), *_rides(view, frame, places)],
        blocks=_blocks(view, frame, places),
        marks=_marks(view, frame, places),
        persons=_persons(view, frame, places),
        legend=LEGEND,
    )
    return in_black_and_white(svg, [*COLOURS.values(), *OTHERS]) if is_for_print(view) else svg


def ground(
    view: Json,
    frame: Frame,
    *,
    heading: str = "",
    words: str = "",
    paths: Sequence[Stroke] = (),
    couriers: Sequence[Stroke] = (),
    blocks: Sequence[Block] = (),
    marks: Sequence[Mark] = (),
    persons: Sequence[tuple[float, float, str]] = (),
    legend: Sequence[str] = (),
) -> str:
    """The country with what stands on it, if anything does; without heading and legend nothing but the country."""
    places = _in_frame(view, frame)
    begin = 0 if heading else TOP - BESIDE
    height = frame.height - begin - (0 if legend else FOOT - BESIDE)
    return drawing.template(__package__ or "").render(
        width=WIDTH,
        height=height,
        begin=begin,
        foot=frame.height,
        margin=MARGIN,
        heading=heading,
        words=words or "The country between Sambre and Brussels.",
        rivers=_rivers(view, frame),
        roads=_roads(view, frame, places),
        bridges=_bridges(view, frame, places),
        paths=paths,
        couriers=couriers,
        spots=[_spot(place, frame) for place in places.values()],
        blocks=blocks,
        marks=marks,
        persons=persons,
        enemy=ENEMY,
        block=BLOCK,
        high=HIGH,
        legend=legend,
    )


def frame_around(codes: Iterable[str], view: Json) -> Frame:
    """A part of the country with some of its places, and a margin around them."""
    found = [sites.by_code(view)[code] for code in codes]
    east, north = [place.x for place in found], [place.y for place in found]
    return Frame(min(east) - AROUND, min(north) - AROUND, max(east) + AROUND, max(north) + AROUND)


def laid_out(columns: Sequence[tuple[str, float, float]], view: Json) -> list[Block]:
    """The blocks of columns at points of the picture, of which those at one point stand in rows of three."""
    here: Counter[tuple[float, float]] = Counter()
    found = []
    for code, x, y in columns:
        number = here[x, y]
        here[x, y] += 1
        fill, ink = colours(code[0], view)
        dx, dy = 8 + number % IN_A_ROW * (BLOCK + GAP), -HIGH - 6 - number // IN_A_ROW * (HIGH + GAP)
        found.append(Block(x + dx, y + dy, code, fill, ink, 1, horse=False, words=code))
    return found


def colours(army: str, view: Json) -> tuple[str, str]:
    """The fill and the ink of an army's blocks."""
    armies = list(view["armies"])
    return COLOURS.get(army, OTHERS[armies.index(army) % len(OTHERS)] if army in armies else OTHERS[0])


def _in_frame(view: Json, frame: Frame) -> dict[str, Place]:
    return {code: place for code, place in sites.by_code(view).items() if frame.holds(place)}


def size_of(view: Json) -> tuple[float, float]:
    """How wide and how high the picture of a view is."""
    return WIDTH, Frame(*_bounds(view)).height


def places_drawn(view: Json) -> dict[str, tuple[float, float]]:
    """The places that the picture of a view shows, and where they are on it."""
    frame = Frame(*_bounds(view))
    return {code: frame.point(place.x, place.y) for code, place in _in_frame(view, frame).items()}


def _heading(view: Json) -> str:
    if view["phase"] == "over":
        return f"{TITLE}, at the end"
    return f"{TITLE}, {date_and_hour(view['beat'], campaign(view))}"


# --- The country ----------------------------------------------------------------------------------------------------


def _roads(view: Json, frame: Frame, places: dict[str, Place]) -> list[Stroke]:
    found = []
    for link in sorted(campaign(view).links, key=lambda each: ("track", "road", "paved").index(each.kind)):
        if link.a in places and link.b in places:
            colour, width, dashes = ROADS[link.kind]
            line = _line([frame.point(places[code].x, places[code].y) for code in (link.a, link.b)])
            found.append(Stroke(line, colour, width, dashes, 1, f"{link.a}-{link.b}, {link.kind}, {link.length} hm"))
    return found


def _bridges(view: Json, frame: Frame, places: dict[str, Place]) -> list[tuple[float, float, float, bool, str]]:
    """Where each road with a bridge crosses the water, how it is turned, whether it is known as whole, and its name."""
    found = []
    for link in campaign(view).links:
        if link.bridge is not None and link.a in places and link.b in places:
            (x1, y1), (x2, y2) = (frame.point(places[code].x, places[code].y) for code in (link.a, link.b))
            x, y = frame.point(*_crossing(link, view))
            known = view["bridges"].get(link.bridge)
            found.append((x, y, _angle(x2 - x1, y2 - y1), known is None or known["whole"], link.bridge))
    return found


def _crossing(link: Link, view: Json) -> tuple[float, float]:
    """Where a road crosses the water: near the place that its bridge is named after, or else near its second end."""
    places = sites.by_code(view)
    first = places[link.a].name.startswith(link.bridge or "-")
    here, there = (places[link.a], places[link.b]) if first else (places[link.b], places[link.a])
    share = min(BRIDGE / link.length, 0.5)
    return here.x + (there.x - here.x) * share, here.y + (there.y - here.y) * share


def _rivers(view: Json, frame: Frame) -> list[Stroke]:
    """The rivers of the country of the house, by the bridges over them, in the order in which the water passes."""
    of = campaign(view)
    if of.places != campaign_of_house().places:
        return []
    links = {f"{link.a} {link.b}": link for link in of.links}
    found = []
    for name, (source, crossed, mouth) in RIVERS.items():
        points = [source, *(_crossing(links[ends], view) for ends in crossed), mouth]
        line = _line([frame.point(*point) for point in points])
        found.append(Stroke(line, WATER, 5, "", 1, name))
    return found


def _angle(east: float, south: float) -> float:
    return degrees(atan2(south, east))


def _spot(place: Place, frame: Frame) -> Spot:
    x, y = frame.point(place.x, place.y)
    return Spot(x, y, place.code, place.name, TERRAIN[place.terrain], place.terrain == "town")


# --- Who is where ---------------------------------------------------------------------------------------------------


def _fresh(beat: int, view: Json) -> float:
    """How strongly news of a beat is drawn."""
    age: int = min(max(view["beat"] - beat, 0), OLDEST)
    return round(1 - (1 - PALEST) * age / OLDEST, 2)


def _blocks(view: Json, frame: Frame, places: dict[str, Place]) -> list[Block]:
    """The columns beside their sites, those at one site in rows of three."""
    here: Counter[tuple[float, float]] = Counter()
    found = []
    for known, site in sites.own(view):
        if site.a not in places or (site.b is not None and site.b not in places):
            continue
        x, y = frame.point(*sites.at(site, view))
        number = here[x, y]
        here[x, y] += 1
        fill, ink = colours(known["column"][0], view)
        dx = 8 + number % IN_A_ROW * (BLOCK + GAP) if site.b is None else -BLOCK / 2
        dy = -HIGH - 6 - number // IN_A_ROW * (HIGH + GAP) if site.b is None else -HIGH - 4 - number * (HIGH + GAP)
        words = f"{known['column']}, {when(known['written'], view)}"
        found.append(
            Block(x + dx, y + dy, known["column"], fill, ink, _fresh(known["written"], view), not known["foot"], words)
        )
    return found


def _marks(view: Json, frame: Frame, places: dict[str, Place]) -> list[Mark]:
    found = []
    for enemy in sites.enemies(view):
        if enemy.site.a not in places or (enemy.site.b is not None and enemy.site.b not in places):
            continue
        x, y = frame.point(*sites.at(enemy.site, view))
        words = f"{dispatches.SHORT[enemy.what]}, seen by {enemy.by} at {when(enemy.beat, view)}"
        dx, dy = (-15, 2) if enemy.site.b is None else (0, 0)
        found.append(Mark(x + dx, y + dy, map_.LETTERS[enemy.what].upper(), _fresh(enemy.beat, view), words))
    return found


def _persons(view: Json, frame: Frame, places: dict[str, Place]) -> list[tuple[float, float, str]]:
    """The reader's own persons, who are where they are."""
    found = []
    for name, person in view["persons"].items():
        if person["at"] is None and person["on"] is None:
            continue
        site = sites.of_known(person)
        if site.a in places and (site.b is None or site.b in places):
            x, y = frame.point(*sites.at(site, view))
            found.append((x - 16, y + 4, person_title(name, view)))
    return found


# --- Paths and couriers ---------------------------------------------------------------------------------------------


def _paths(view: Json, frame: Frame, places: dict[str, Place]) -> list[Stroke]:
    """The path that each column was on when it wrote."""
    found = []
    for known, site in sites.own(view):
        if not known["path"] or site.a not in places:
            continue
        horse = known["foot"] == 0 and known["horse"] > 0
        start = site.a if site.b is None else site.b
        way = (start, *variant(view).filled(start, known["path"], horse))
        points = [sites.at(site, view), *((places[code].x, places[code].y) for code in way if code in places)]
        fill, _ = colours(known["column"][0], view)
        line = _line([frame.point(*point) for point in points])
        found.append(Stroke(line, fill, 2.2, "1 5", _fresh(known["written"], view), f"path of {known['column']}"))
    return found


def _couriers(view: Json, frame: Frame, places: dict[str, Place]) -> list[Stroke]:
    """Orders that cannot have arrived yet, from where they left to where their column was last known."""
    several: dict[tuple[str, str, int], list[str]] = defaultdict(list)
    newest = {sent["column"]: sent for sent in view["orders"]}
    for code, sent in newest.items():
        known = view["columns"].get(code)
        if known is None or sent["sent_from"] is None or known["acts_on"] >= sent["turn"]:
            continue
        due = dispatches.arrives(sent, known, view)
        to = nearest(known, view)
        if due > view["beat"] and to in places and sent["sent_from"] in places and to != sent["sent_from"]:
            several[sent["sent_from"], to, due].append(code)
    found = []
    for (start, end, due), codes in several.items():
        (x1, y1), (x2, y2) = (frame.point(places[code].x, places[code].y) for code in (start, end))
        bend = min(24.0, hypot(x2 - x1, y2 - y1) / 5)
        length = hypot(x2 - x1, y2 - y1) or 1
        mx, my = (x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend
        words = f"orders for {listed(codes)}, there at {when(due, view)} at the earliest"
        line = f"M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {x2:.1f} {y2:.1f}"
        found.append(Stroke(line, "#5b2a86", 1.8, "7 4", 1, words, f"{', '.join(codes)} {when(due, view)}", mx, my))
    return found


def _rides(view: Json, frame: Frame, places: dict[str, Place]) -> list[Stroke]:
    """The way of each of the reader's persons who rides: the shortest road, whatever he may have to avoid on it."""
    found = []
    for name, person in view["persons"].items():
        goal = person["target"]
        if person["follows"] in view["columns"]:
            goal = nearest(view["columns"][person["follows"]], view)
        if goal is None or (person["at"] is None and person["on"] is None):
            continue
        site = sites.of_known(person)
        road = way(site.b, goal, view) if site.b is not None else way(site.a, goal, view)[1:]
        points = [sites.at(site, view), *((places[code].x, places[code].y) for code in road if code in places)]
        if len(points) > 1:
            line = _line([frame.point(*point) for point in points])
            words = f"{person_title(name, view)} rides to {person['follows'] or place_name(goal, view)}"
            found.append(Stroke(line, RIDER, 1.8, "3 4", 1, words))
    return found


# --- In words -------------------------------------------------------------------------------------------------------


LEGEND = (
    "Blocks: your columns as last known, paler the older the news; dotted lines: where they were going.",
    "Diamonds: the enemy as last seen: P patrol, D division, C corps, A army, S screen of horse. Dashed: who rides.",
)


def _in_words(view: Json) -> str:
    own = [f"{known['column']} at {place_name(site.a, view)}" for known, site in sites.own(view)]
    enemy = [f"{dispatches.SHORT[each.what]} at {place_name(each.site.a, view)}" for each in sites.enemies(view)]
    told = [f"Own columns as last known: {listed(own)}"] if own else []
    told += [f"The enemy as last seen: {listed(enemy)}"] if enemy else []
    return ". ".join(["The country between Sambre and Brussels" if not told else "The campaign", *told]) + "."


def _line(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
