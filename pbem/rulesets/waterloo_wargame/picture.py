"""The field of the Waterloo Wargame as a picture: an SVG document made from the same facts as the text map.

What is drawn is worked out here, how it looks stands in `map.svg.j2`. Everything is to scale: a base is as wide as its
strength and turned as it stands, roads and strongpoints have their true width, the arcs of the guns reach as far as
they fire, and around each General is the ground within 300 yards of his carrier. Codes are written on every base, so
that colour tells nothing that is not written as well. With `inset` in the view it is the same picture of a part,
enlarged. Not for: rendering to pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, cos, degrees, hypot, pi, radians, sin

import jinja2
import msgspec

from core.contract import Json, SeatName
from pbem.rulesets.sentences import listed

from .board import ADJECTIVES, GENERALS, called, men, pieces_on_board, seat_title
from .map import contacts, meeting_point, part_asked, shape_of
from .questions import say_outcome

SCALE = 0.2  # of a yard: a gun is twenty points wide
LEFT, TOP, RIGHT = 46, 124, 46
BELOW = 96
GRID = 500  # yards
REACH = 1000  # yards a gun fires (WWG-025)
HELPS = 300  # yards around his carrier within which a General counts (WWG-115)
# Fill, ink and edge of each side. They differ in lightness as well as in hue.
COLOURS = {"french": ("#2a4a8c", "#ffffff", "#14254a"), "allied": ("#c2372b", "#ffffff", "#5e120c")}
# A base narrower than this (yards) has no room for its strength beside its code.
ROOM_FOR_STRENGTH = 200
BAR = 300  # points that the clock and the counts of losses are long
MOST_TICKS = 40


class Base(msgspec.Struct, frozen=True):
    """A base as drawn: its middle, size and heading, colours, what is written on it and read out for it."""

    x: float
    y: float
    width: float
    depth: float
    heading: int
    side: str
    arm: str
    label: str
    size: float
    turned: float
    words: str


class Arc(msgspec.Struct, frozen=True):
    """What a gun covers: a path, in the colour of its side."""

    path: str
    fill: str


class Standard(msgspec.Struct, frozen=True):
    """A General: where his carrier stands, its size and heading, his letter, and the end of the base that he is at."""

    x: float
    y: float
    width: float
    depth: float
    heading: int
    letter: str
    side: str
    foot: tuple[float, float]


class Strongpoint(msgspec.Struct, frozen=True):
    """An outline as drawn: its north-west corner and size, its code, who holds it, and where its houses stand."""

    x: float
    y: float
    width: float
    height: float
    code: str
    fill: str
    houses: tuple[tuple[float, float], ...]


class Road(msgspec.Struct, frozen=True):
    """A road as drawn: its path and width, its name and where that is written."""

    path: str
    width: float
    name: str
    x: float
    y: float
    turned: float


class Frame(msgspec.Struct, frozen=True):
    """What of the field is shown: its edges in yards, how many times it is enlarged, how far its lines are apart."""

    west: int
    south: int
    east: int
    north: int
    enlarged: float
    grid: int


class Bar(msgspec.Struct, frozen=True):
    """A count on its way to a limit: how long it is drawn, its ticks, colour and words."""

    y: float
    length: float
    ticks: tuple[float, ...]
    fill: str
    words: str


def map_svg(view: Json) -> str:
    """The field of a view as an SVG document, with a description in words for those who cannot see it."""
    frame = _frame(view)
    scale = SCALE * frame.enlarged
    across, down = (frame.east - frame.west) * scale, (frame.north - frame.south) * scale
    corner = _point(frame.west, frame.north, view)
    return _template().render(
        width=LEFT + across + RIGHT,
        height=TOP + down + BELOW,
        left=LEFT,
        top=TOP,
        across=across,
        down=down,
        words=_in_words(view),
        heading=_heading(view),
        under_heading=_under_heading(view),
        bars=_bars(view),
        bar_left=LEFT + across - BAR,
        bar=BAR,
        columns=[(round((x - frame.west) * scale, 2), f"{x:,}") for x in _lines(frame.west, frame.east, frame.grid)],
        rows=[(round((frame.north - y) * scale, 2), f"{y:,}") for y in _lines(frame.south, frame.north, frame.grid)],
        enlarged=round(frame.enlarged, 4),
        corner=corner,
        roads=list(_roads(view)),
        strongpoints=list(_strongpoints(view)),
        places=[(*_point(place["x"], place["y"], view), place["name"]) for place in view["places"].values()],
        arcs=list(_arcs(view)),
        standards=list(_standards(view)),
        helps=HELPS * SCALE,
        bases=[_base(piece, view) for seat in view["seats"] for piece in pieces_on_board(view, seat)],
        contacts=[_star(one, other, view) for one, other in contacts(view)],
        lost=[_lost(seat, view) for seat in view["seats"]],
        colours=COLOURS,
    )


def _frame(view: Json) -> Frame:
    """The whole field, or the part that is asked for."""
    part = part_asked(view)
    east, north = view["board"]["east"], view["board"]["north"]
    if part is None:
        return Frame(0, 0, east, north, 1, GRID)
    wide, high = part.columns * part.step, part.rows * 2 * part.step
    grid = GRID if wide > east / 2 else 100
    return Frame(part.west, part.south, part.west + wide, part.south + high, east / wide, grid)


def _lines(first: int, last: int, apart: int) -> range:
    return range(-(-first // apart) * apart, last + 1, apart)


@cache
def _template() -> jinja2.Template:
    surroundings = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__, "."),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return surroundings.get_template("map.svg.j2")


def _point(x: float, y: float, view: Json) -> tuple[float, float]:
    """Where a point of the field is drawn."""
    return round(x * SCALE, 2), round((view["board"]["north"] - y) * SCALE, 2)


# --- The ground -----------------------------------------------------------------------------------------------------


def _roads(view: Json) -> Iterator[Road]:
    for road in view["roads"].values():
        points = [_point(x, y, view) for x, y in road["points"]]
        longest = max(range(len(points) - 1), key=lambda at: hypot(*_between(points[at], points[at + 1])))
        (x0, y0), (x1, y1) = points[longest], points[longest + 1]
        turned = degrees(atan2(y1 - y0, x1 - x0))
        yield Road(
            path="M" + "L".join(f"{x:g} {y:g}" for x, y in points),
            width=road["width"] * SCALE,
            name=road["name"],
            x=(x0 + x1) / 2,
            y=(y0 + y1) / 2,
            # Never head down.
            turned=round((turned + 90) % 180 - 90, 1),
        )


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return other[0] - one[0], other[1] - one[1]


def _strongpoints(view: Json) -> Iterator[Strongpoint]:
    for code, outline in view["outlines"].items():
        x, y = _point(outline["west"], outline["north"], view)
        width, height = (outline["east"] - outline["west"]) * SCALE, (outline["north"] - outline["south"]) * SCALE
        holder = view["strongpoints"][code]
        yield Strongpoint(
            x=x,
            y=y,
            width=width,
            height=height,
            code=code,
            fill=COLOURS[holder][0] if holder else "#7a6a4c",
            houses=((8, 9), (width - 9, 9), (8, height - 7), (width - 9, height - 7)),
        )


# --- The armies -----------------------------------------------------------------------------------------------------


def _base(piece: Json, view: Json) -> Base:
    x, y = _point(piece["x"], piece["y"], view)
    roomy = piece["width"] >= ROOM_FOR_STRENGTH and piece["men"]
    strength = "guns" if piece["arm"] == "gun" else f"{piece['arm']}, {men(piece['men'])} men"
    return Base(
        x=x,
        y=y,
        width=piece["width"] * SCALE,
        depth=piece["depth"] * SCALE,
        heading=piece["heading"],
        side=piece["side"],
        arm=piece["arm"],
        label=f"{piece['code']} {piece['men']}" if roomy else piece["code"],
        size=11 if roomy else 8.6 if len(piece["code"]) <= 3 else 7,
        # Written along the longer side, and never head down.
        turned=(piece["heading"] + 90) % 180 - 90 if roomy else (piece["heading"] + 45) % 90 - 45,
        words=f"{piece['number']} {piece['code']}, {piece['name']}: {strength}, at {piece['x']},{piece['y']} facing "
        f"{called(piece['heading'])}",
    )


def _arcs(view: Json) -> Iterator[Arc]:
    """What each gun covers: a sector, or with fire_arc=square a square (WWG-136)."""
    square = view["options"]["fire_arc"] == "square"
    for seat in view["seats"]:
        for piece in pieces_on_board(view, seat):
            if piece["arm"] != "gun":
                continue
            shape = shape_of(piece)
            front = shape.half_depth
            if square:
                ends = [shape.at(-REACH / 2, front), shape.at(-REACH / 2, front + REACH)]
                ends += [shape.at(REACH / 2, front + REACH), shape.at(REACH / 2, front)]
                path = "M" + "L".join(_written(point, view) for point in ends) + "z"
            else:
                left, right = (
                    shape.at(REACH * sin(radians(side)), front + REACH * cos(radians(side))) for side in (-30, 30)
                )
                radius = f"{REACH * SCALE:g}"
                path = f"M{_written(shape.at(0, front), view)}L{_written(left, view)}"
                path += f"A{radius} {radius} 0 0 1 {_written(right, view)}z"
            yield Arc(path, COLOURS[seat][0])


def _written(point: tuple[float, float], view: Json) -> str:
    x, y = _point(*point, view)
    return f"{x:g} {y:g}"


def _standards(view: Json) -> Iterator[Standard]:
    for seat in view["seats"]:
        for piece in pieces_on_board(view, seat):
            if piece["general"]:
                x, y = _point(piece["x"], piece["y"], view)
                size = piece["width"] * SCALE, piece["depth"] * SCALE
                shape = shape_of(piece)
                foot = _point(*shape.at(shape.half_width * 0.85, 0), view)
                yield Standard(x, y, *size, piece["heading"], GENERALS[seat][0], seat, foot)


def _star(one: Json, other: Json, view: Json) -> str:
    """A star where two enemies touch."""
    x, y = _point(*meeting_point(shape_of(one), shape_of(other)), view)
    points = [
        f"{x + reach * sin(at * pi / 8):.1f} {y - reach * cos(at * pi / 8):.1f}"
        for at in range(16)
        for reach in ((8.5,) if at % 2 == 0 else (3.6,))
    ]
    return "M" + "L".join(points) + "z"


# --- Clock and losses -----------------------------------------------------------------------------------------------


def _bars(view: Json) -> list[Bar]:
    turns, target = view["turns"], view["target"]
    done = view["round"] - (view["phase"] == "play" and view["to_move"] == "french")
    when = f"{view['time']}, turn {view['round']} of {turns}"
    bars = [Bar(16, BAR * min(done / turns, 1), _ticks(turns), "#8a6d1f", when)]
    for at, seat in enumerate(view["seats"]):
        lost, guns = view["losses"][seat], view["guns_lost"][seat]
        words = f"{ADJECTIVES[seat]} losses {men(lost)} of {men(target)}"
        words += f", {guns} {'gun' if guns == 1 else 'guns'}" if guns else ""
        bars.append(Bar(44 + 28 * at, BAR * min(lost / target, 1), _ticks(target), COLOURS[seat][0], words))
    return bars


def _ticks(parts: int) -> tuple[float, ...]:
    return tuple(BAR * at / parts for at in range(1, parts)) if parts <= MOST_TICKS else ()


def _lost(seat: SeatName, view: Json) -> tuple[str, str]:
    gone = [piece for piece in view["pieces"] if piece["side"] == seat and piece["x"] is None]
    said = ", ".join(f"{piece['code']} {piece['men']}" if piece["men"] else f"{piece['code']} gun" for piece in gone)
    return COLOURS[seat][0], f"{ADJECTIVES[seat]} pieces lost: {said or 'none'}"


# --- In words -------------------------------------------------------------------------------------------------------


def _heading(view: Json) -> str:
    if view["phase"] == "over":
        return "The game is over"
    return f"Turn {view['round']}, {view['time']}: {seat_title(view['to_move'])} to move"


def _under_heading(view: Json) -> str:
    if view["phase"] == "over":
        return say_outcome(view)
    return "; ".join(
        f"{outline['name'].replace('Chateau of ', '')} ({code}) {ADJECTIVES.get(view['strongpoints'][code], 'empty')}"
        for code, outline in view["outlines"].items()
    )


def _in_words(view: Json) -> str:
    told = []
    for seat in view["seats"]:
        pieces = pieces_on_board(view, seat)
        if pieces:
            told.append(f"{seat_title(seat)}: {listed([p['code'] + ' at ' + _at(p) for p in pieces])}")
    touching = [f"{one['code']} touches {other['code']}" for one, other in contacts(view)]
    return ". ".join(["The field of Waterloo", *told, *([f"In contact: {listed(touching)}"] if touching else [])]) + "."


def _at(piece: Json) -> str:
    return f"{piece['x']},{piece['y']}"
