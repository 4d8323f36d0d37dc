"""The field of the Waterloo Wargame as a picture: an SVG document made from the same facts as the text map.

What is drawn is worked out here, how it looks stands in `map.svg.j2`. Everything is to scale: a base is as wide as its
strength and turned as it stands, roads and strongpoints have their true width, the arcs of the guns reach as far as
they fire, and around each General is the ground within 300 yards of his carrier. Codes are written on every base, so
that colour tells nothing that is not written as well. With `inset` in the view it is the same picture of a part,
enlarged. Not for: rendering to pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, cos, degrees, hypot, pi, radians, sin

import msgspec

from core.contract import Event, Json, SeatName
from pbem.rulesets.drawing import (
    Arrow,
    Colours,
    Marks,
    Point,
    arrow,
    fallen,
    in_black_and_white,
    is_for_print,
    latest,
    template,
)
from pbem.rulesets.sentences import listed

from .board import ADJECTIVES, GENERALS, called, men, pieces_on_board, seat_title
from .map import part_asked
from .shapes import contacts, meeting_point, shape_of
from .texts import TITLE

SCALE = 0.2  # of a yard: a gun is twenty points wide
LEFT, TOP, RIGHT = 46, 124, 46
BELOW = 96
GRID = 500  # yards
REACH = 1000  # yards a gun fires (WWG-025)
HELPS = 300  # yards around his carrier within which a General counts (WWG-115)
# Fill, ink and edge of each side. They differ in lightness as well as in hue.
COLOURS = {"french": ("#2a4a8c", "#ffffff", "#14254a"), "allied": ("#c2372b", "#ffffff", "#5e120c")}
PRINTED = {"french": ("#111111", "#ffffff", "#111111"), "allied": ("#fdfdfd", "#000000", "#222222")}
FIRED = ("push", "duel", "bombard")
NAME_LETTER = 6.6  # how wide a letter of a place's name is
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


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The field of a view as an SVG document, with a description in words for those who cannot see it."""
    frame, flip, colours = _frame(view), bool(view.get("flip")), _colours(view)
    scale = SCALE * frame.enlarged
    across, down = (frame.east - frame.west) * scale, (frame.north - frame.south) * scale
    corner = _point(*((frame.east, frame.south) if flip else (frame.west, frame.north)), view)
    columns = _lines(frame.west, frame.east, frame.grid)
    rows = _lines(frame.south, frame.north, frame.grid)
    svg = template(__package__).render(
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
        columns=[(round((frame.east - x if flip else x - frame.west) * scale, 2), f"{x:,}") for x in columns],
        rows=[(round((y - frame.south if flip else frame.north - y) * scale, 2), f"{y:,}") for y in rows],
        enlarged=round(frame.enlarged, 4),
        corner=corner,
        roads=list(_roads(view)),
        strongpoints=list(_strongpoints(view)),
        places=list(_places(view)),
        arcs=list(_arcs(view)),
        standards=list(_standards(view)),
        helps=HELPS * SCALE,
        marks=_marks(view, lately),
        bases=[_base(piece, view) for seat in view["seats"] for piece in pieces_on_board(view, seat)],
        contacts=[_star(one, other, view) for one, other in contacts(view)],
        lost=[_lost(seat, view) for seat in view["seats"]],
        colours=colours,
    )
    return in_black_and_white(svg, [each[:2] for each in PRINTED.values()]) if is_for_print(view) else svg


def size_of(view: Json) -> tuple[float, float]:
    """How wide and high the picture of a whole field is."""
    east, north = view["board"]["east"], view["board"]["north"]
    return round(LEFT + east * SCALE + RIGHT, 2), round(TOP + north * SCALE + BELOW, 2)


def drawn_at(x: float, y: float, view: Json) -> Point:
    """Where a point of the field is on the picture of a whole field."""
    across, down = _point(x, y, view)
    return round(LEFT + across, 2), round(TOP + down, 2)


def _colours(view: Json) -> dict[str, tuple[str, str, str]]:
    return PRINTED if is_for_print(view) else COLOURS


def _inks(side: str, view: Json) -> Colours:
    return _colours(view)[side][:2]


def _turned_by(view: Json) -> int:
    """How far everything is turned round, in degrees."""
    return 180 if view.get("flip") else 0


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


def _point(x: float, y: float, view: Json) -> tuple[float, float]:
    """Where a point of the field is drawn."""
    if view.get("flip"):
        return round((view["board"]["east"] - x) * SCALE, 2), round(y * SCALE, 2)
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
        corners = [_point(outline["west"], outline["north"], view), _point(outline["east"], outline["south"], view)]
        x, y = min(x for x, _ in corners), min(y for _, y in corners)
        width, height = (outline["east"] - outline["west"]) * SCALE, (outline["north"] - outline["south"]) * SCALE
        holder = view["strongpoints"][code]
        yield Strongpoint(
            x=x,
            y=y,
            width=width,
            height=height,
            code=code,
            fill=_colours(view)[holder][0] if holder else "#7a6a4c",
            houses=((8, 9), (width - 9, 9), (8, height - 7), (width - 9, height - 7)),
        )


def _places(view: Json) -> Iterator[tuple[float, float, float, float, str, str]]:
    """The named places: where, and where the name stands, on the side where least is in its way."""
    middles = [_point(piece["x"], piece["y"], view) for seat in view["seats"] for piece in pieces_on_board(view, seat)]
    for place in view["places"].values():
        x, y = _point(place["x"], place["y"], view)
        long = NAME_LETTER * len(place["name"])
        ways = [(7, 15, "start"), (-7, 15, "end"), (7, -7, "start"), (-7, -7, "end")]

        def in_the_way(way: tuple[int, int, str], x: float = x, y: float = y, long: float = long) -> int:
            across, down = x + way[0] + (long / 2 if way[2] == "start" else -long / 2), y + way[1] - 4
            outside = across < long / 2 or across > view["board"]["east"] * SCALE - long / 2
            return 9 * outside + sum(
                abs(east - across) < long / 2 + 22 and abs(south - down) < 20 for east, south in middles
            )

        across, down, anchor = min(ways, key=in_the_way)
        yield x, y, x + across, y + down, anchor, place["name"]


# --- The armies -----------------------------------------------------------------------------------------------------


def _base(piece: Json, view: Json) -> Base:
    x, y = _point(piece["x"], piece["y"], view)
    heading = (piece["heading"] + _turned_by(view)) % 360
    roomy = piece["width"] >= ROOM_FOR_STRENGTH and piece["men"]
    strength = "guns" if piece["arm"] == "gun" else f"{piece['arm']}, {men(piece['men'])} men"
    return Base(
        x=x,
        y=y,
        width=piece["width"] * SCALE,
        depth=piece["depth"] * SCALE,
        heading=heading,
        side=piece["side"],
        arm=piece["arm"],
        label=f"{piece['code']} {piece['men']}" if roomy else piece["code"],
        size=14.5 if roomy else 12 if len(piece["code"]) <= 3 else 9.5,
        # Written along the longer side, and never head down.
        turned=(heading + 90) % 180 - 90 if roomy else (heading + 45) % 90 - 45,
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
            yield Arc(path, COLOURS[seat][0] if not is_for_print(view) else "#000000")


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


# --- What happened lately -------------------------------------------------------------------------------------------


def _marks(view: Json, lately: Sequence[Event]) -> Marks:
    """Marches and retreats, fire, and what was lost, as far as the events tell where."""
    if part_asked(view) is not None:
        return Marks()  # within a part little of it would be seen
    sides = {piece["code"]: piece["side"] for piece in view["pieces"]}
    stood = {piece["code"]: (piece["x"], piece["y"]) for piece in view["pieces"] if piece["x"] is not None}
    arrows: list[Arrow | None] = []
    gone: list[tuple[Point, str, Colours]] = []
    for event in lately:
        facts = event.facts
        for code, start, end in _moved(event, stood):
            points = [_point(*start, view), _point(*end, view)]
            arrows.append(arrow(points, _inks(sides[code], view), 14, f"{code} to {end[0]},{end[1]}", head=11))
            stood[code] = end
        if event.kind in FIRED and facts["gun"] in stood and (at := _target(facts, stood, view)) is not None:
            points = [_point(*stood[facts["gun"]], view), _point(*at, view)]
            words = f"{facts['gun']} fires at {facts['target']}"
            arrows.append(arrow(points, _inks(sides[facts["gun"]], view), 14, words, head=11))
            stood.setdefault(facts["target"], at)
        if event.kind == "removed" and facts["piece"] in stood:
            gone.append((_point(*stood[facts["piece"]], view), facts["piece"], _inks(facts["seat"], view)))
    return Marks(latest(arrows), fallen(gone, 12, (0, 0), (0, 17)), size=12)


def _moved(event: Event, stood: Mapping[str, Point]) -> Iterator[tuple[str, Point, Point]]:
    """The pieces that an event moved, with the points where they began and ended, as far as it is known."""
    facts = event.facts
    if event.kind == "move":
        yield facts["piece"], tuple(facts["from"][:2]), tuple(facts["to"][:2])
    elif event.kind in ("evade", "advance") and facts["piece"] in stood:
        yield facts["piece"], stood[facts["piece"]], tuple(facts["to"][:2])
    elif event.kind == "push" and facts["yards"] and facts["target"] in stood:
        yield facts["target"], stood[facts["target"]], tuple(facts["to"][:2])
    elif event.kind == "retreat":
        for each in facts["pieces"]:
            if each["piece"] in stood:
                yield each["piece"], stood[each["piece"]], tuple(each["to"][:2])


def _target(facts: Json, stood: Mapping[str, Point], view: Json) -> Point | None:
    """Where the target of a shot stood, or the strongpoint that it was in."""
    if facts["target"] in stood:
        return stood[facts["target"]]
    outline = view["outlines"].get(facts.get("strongpoint"))
    if outline is None:
        return None
    return (outline["west"] + outline["east"]) / 2, (outline["south"] + outline["north"]) / 2


# --- Clock and losses -----------------------------------------------------------------------------------------------


def _bars(view: Json) -> list[Bar]:
    turns, target = view["turns"], view["target"]
    done = view["round"] - (view["phase"] == "play" and view["to_move"] == "french")
    # The dial shows when a turn begins, and says nothing of a game that is over (WWG-031).
    when = "the game is over" if view["phase"] == "over" else view["time"]
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
    """Which map this is. Whose turn it is, and who has won, are told beside it."""
    return f"{TITLE}, turn {view['round']} of {view['turns']}"


def _under_heading(view: Json) -> str:
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
