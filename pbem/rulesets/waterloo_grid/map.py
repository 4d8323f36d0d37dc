"""The field of Waterloo on a grid drawn: as text that a program can read back, and as an SVG picture.

The text has two lines of five characters a cell, 77 columns in all. The first line of a cell is its terrain and the
unit in it, the second how many bases stand there, which way they face, whether the flag is among them and whether they
face an enemy; names of places and roads stand on the upper edge of their cell, where no unit hides them.

The picture is made from the same facts: what is drawn is worked out here, how it looks stands in `map.svg.j2`. Every
base is a block of its own, with the point on the side it faces, the sign of its class and, for one in each unit, the
flag; a square looks outward on all sides. Unit names are written in every cell, so that colour tells nothing that is
not written as well. Not for: rendering to pixels; the roster, which is `questions.forces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin
from textwrap import wrap

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

from .board import (
    CLASSES,
    DIRECTIONS,
    Base,
    Place,
    Stack,
    ahead,
    army,
    bases_of,
    board,
    called,
    class_of,
    faced,
    parties_of,
    place_title,
    pool_in_words,
    seat_title,
    side_of,
    stacks_of,
)
from .questions import held_in_words
from .texts import TITLE

# --- The text map -----------------------------------------------------------------------------------------------------

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
TERRAIN = {"open": " ", "hill": "h", "village": "V", "large_farm": "F", "small_farm": "f", "wood": "w"}
FACING = {"n": "^", "e": ">", "s": "v", "w": "<", "+": "+"}
MIXED = "x"
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}

_INSIDE = 5  # characters of a cell between its edges


def map_text(view: Json) -> str:
    """The field of a view in 77 columns, and below it cells with several units, the objectives and the signs.

    A view with `flip` is drawn with the south up, as Red looks at it; which way bases face is turned with it.
    """
    return "\n".join([*_field_lines(view), "", *_shared(view), *_held(view), *_legend()])


def _field_lines(view: Json) -> list[str]:
    b, stacks, flip = board(), stacks_of(view), bool(view.get("flip"))
    turn = -1 if flip else 1
    columns = range(len(b.columns))[::turn]
    heading = "   " + "".join(f"  {b.columns[column]}   " for column in columns).rstrip()
    lines = [heading]
    for row in range(b.rows)[::turn]:
        cells = [b.cell(column, row) for column in columns]
        lines.append(_edge([b.name_at(cell) for cell in cells]))
        lines.append(_cells(f"{row + 1:>2}", [_upper(cell, stacks.get(cell)) for cell in cells]))
        lines.append(_cells("  ", [_lower(cell, stacks, flip=flip) for cell in cells]))
    return [*lines, _edge([""] * len(b.columns)), heading]


def _edge(names: Sequence[str]) -> str:
    return "  +" + "".join(f"{f'-{name}' if name else '':-<{_INSIDE}}+" for name in names)


def _cells(number: str, insides: Sequence[str]) -> str:
    return f"{number}|{''.join(f'{inside}|' for inside in insides)}{number.strip()}"


def _upper(cell: str, stack: Stack | None) -> str:
    terrain = TERRAIN[board().terrain_of(cell)]
    if stack is None:
        return f"{terrain:<{_INSIDE}}"
    unit = f"{stack.units[0]}{'&' if len(stack.units) > 1 else ''}"
    return f"{terrain if len(unit) < _INSIDE else ''}{unit:<{_INSIDE - 1}}"[:_INSIDE]


def _lower(cell: str, stacks: dict[str, Stack], *, flip: bool) -> str:
    stack = stacks.get(cell)
    if stack is None:
        return " " * _INSIDE
    facings = {base.facing for base in stack.bases}
    facing = FACING[_as_seen(facings.pop(), flip=flip)] if len(facings) == 1 else MIXED
    flag = "*" if any(base.letter == "f" for base in stack.bases) else " "
    return f" {len(stack.bases)}{facing}{flag}{'!' if faced(cell, stacks) else ' '}"


def _as_seen(facing: str, *, flip: bool) -> str:
    return OPPOSITE.get(facing, facing) if flip else facing


def _shared(view: Json) -> list[str]:
    """Who stands in the cells that hold several units or face several ways."""
    said = []
    for cell, stack in stacks_of(view).items():
        parties = parties_of(stack)
        if len(parties) > 1:
            words = [f"{party.unit} {party.letters} {called(party.facing)}" for party in parties]
            said.append(f"{cell}: {', '.join(words)}")
    return _set_out("Together  ", said, "   ") if said else []


def _held(view: Json) -> list[str]:
    """Who holds what, and how much of it wins."""
    wins = [] if view["outcome"] else ["All four village cells and two farms win."]
    lines = [*held_in_words(view), *wins]
    return [f"{'Held' if place == 0 else '':<10}{said}" for place, said in enumerate(lines)]


def _legend() -> list[str]:
    ground = ["h hill", "V village", "F large farm", "f small farm", "w wood", "X1 X2 X3 Y roads of entry"]
    bases = ["^>v< facing", "+ in square", "x several ways", "* flag", "! faces an enemy", "& more units"]
    names = [f"{place.short} {place.name}" for place in (*board().villages, *board().farms)]
    names.append("(each above its cell)")
    return [
        *_set_out("Ground    ", ground, "  "),
        *_set_out("Places    ", names, "  "),
        *_set_out("Bases     ", bases, "  "),
    ]


def _set_out(lead: str, items: Sequence[str], between: str) -> list[str]:
    """Items behind a lead, the line broken between them and not within."""
    words = between.join(item.replace(" ", HARD_SPACE) for item in items)
    lines = wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
    return [line.replace(HARD_SPACE, " ") for line in lines]


# --- The picture ------------------------------------------------------------------------------------------------------

CELL = 72
MARGIN = 46
HEADING = 20
ENTRY = 40
# Fill and ink of each side. They differ in lightness as well as in hue.
COLOURS = {"red": ("#c9392f", "#ffffff"), "blue": ("#25407c", "#ffffff")}
PRINTED = {"red": ("#fdfdfd", "#000000"), "blue": ("#111111", "#ffffff")}
# Around each base; in print black bases side by side are kept apart by a white one.
EDGE, PRINTED_EDGES = "#1e1a12", {"red": "#111111", "blue": "#ffffff"}
# The kinds of ground, as the legend has them.
GROUNDS = {"hill": "hill", "village": "village", "large_farm": "large farm", "small_farm": "small farm", "wood": "wood"}
ASIDE = 8  # how far the sign of who faces an enemy stands to its right
TURNED = {"n": 0, "e": 90, "s": 180, "w": 270}
# Where bases stand in a cell, from its middle, when they face north, by their number: two in front (WGR-056).
PLACES = {
    1: ((0, -14),),
    2: ((-15, -14), (15, -14)),
    3: ((-15, -14), (15, -14), (0, 12)),
    4: ((-15, -14), (15, -14), (-15, 12), (15, 12)),
}
# A label stands behind its bases, so that nothing hides whom they face.
# The names of places stand at the upper edge, within the cell.
LABEL_BELOW, LABEL_ABOVE = CELL / 2 - 3, -CELL / 2 + 20.5
NAME_DOWN = 9
LETTER = 7.3  # how wide a letter of a label is
NARROWED = 0.9  # how far bases abreast stand apart that face east or west, so that their label fits below
# In square each base looks to another side.
SQUARE = ((0, -17, 0), (19, -1, 90), (0, 14, 180), (-19, -1, 270))


# A base that faces north: its size, the point that shows where it faces, and the sign of its arm, with its place on it
# and how much smaller it is there than in the legend.
BASE = (26, 15)
POINTED = (((-5, -8.5), (0, -13), (5, -8.5), (-5, -8.5)),)
ARM_AT, ARM_SCALE = (-5.7, 0), 0.56
_CROSS = (((-9, -4.5), (9, 4.5)), ((9, -4.5), (-9, 4.5)))
STROKES = {"I": _CROSS, "G": _CROSS, "L": (((-9, 4.5), (9, -4.5)),)}
_BALL = tuple((3.8 * cos(radians(at)), 3.8 * sin(radians(at))) for at in range(0, 360, 30))
FILLS = {
    "G": (((0, -4), (3, 0), (0, 4), (-3, 0)),),
    "H": (((-12, 7), (-12, 0), (9, -7), (12, -7)),),
    "A": (_BALL,),
}


class Block(msgspec.Struct, frozen=True):
    """A base as drawn: its middle, how far it is turned from north in degrees, its size as it lies, class and flag.

    `base` is its letter in orders, and `sign` where that stands.
    """

    x: float
    y: float
    turned: int
    wide: float
    high: float
    letter: str
    base: str
    sign: Point
    flag: bool
    in_square: bool


class Group(msgspec.Struct, frozen=True):
    """A stack as drawn: where its label stands, its colours, its blocks, and the words read out for it.

    What its bases have in common is one path for all of them: the points that show where they face, and the strokes and
    fillings of their arm's signs. All letters of an ink are one text. That is less to write, and faster to draw.
    """

    x: float
    y: float
    width: float
    fill: str
    label: str
    paint: str
    ink: str
    edge: str
    bases: tuple[Block, ...]
    points: str
    strokes: str
    fills: str
    words: str


class Hill(msgspec.Struct, frozen=True):
    """A hill as drawn: its cells, its outline, and the strokes that show its slopes, each as a path."""

    cells: str
    outline: str
    slopes: str


class Ground(msgspec.Struct, frozen=True):
    """A village, farm or wood as drawn: the north-west corner of its cell, and whether it is walled."""

    x: float
    y: float
    terrain: str
    walled: bool


class Road(msgspec.Struct, frozen=True):
    """The cell of a road of entry: its north-west corner and the colour of who comes by it."""

    x: float
    y: float
    fill: str


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend: a side's colour, its army, what it holds."""

    y: float
    fill: str
    words: str
    holds: str


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The field of a view as an SVG document, with a description in words for those who cannot see it."""
    b, look = board(), _look(view)
    across, down = CELL * len(b.columns), CELL * b.rows
    legend_top = HEADING + 2 * MARGIN + down - 8
    kinds_top = ENTRY * len(view["seats"]) + 18
    width, height = size_of(view)
    svg = template(__package__).render(
        width=width,
        height=height,
        margin=MARGIN,
        top=HEADING,
        across_down=(across, down),
        cell=CELL,
        words=_in_words(view),
        heading=_heading(view),
        column_names=[(look.middle(f"{name}1")[0], name) for name in b.columns],
        row_names=[(look.middle(f"{b.columns[0]}{row}")[1], row) for row in range(1, b.rows + 1)],
        hills=[_hill(cells, look) for cells in b.hills.values()],
        grid=_grid(),
        places=[ground for place in (*b.villages, *b.farms, *b.woods) for ground in _ground(place, view, look)],
        roads=[Road(*look.corner(cell), COLOURS[seat][0]) for cell, seat in b.roads.values()],
        marks=_marks(lately, look),
        stacks=[_group(stack, look) for stack in stacks_of(view).values()],
        names=_names(look),
        contacts=_contacts(view, look),
        legend_top=legend_top,
        legend=[_entry(index, seat, view, look) for index, seat in enumerate(view["seats"])],
        kinds=[(MARGIN + 14 + 152 * index, letter, name) for index, (letter, name) in enumerate(CLASSES.items())],
        kinds_top=kinds_top,
        signs=_signs(view),
        grounds=[(MARGIN + 14 + 152 * index, sign, name) for index, (sign, name) in enumerate(GROUNDS.items())],
    )
    return in_black_and_white(svg, PRINTED.values()) if look.colours is PRINTED else svg


def size_of(view: Json) -> Point:
    """How wide and how high the picture of a view is."""
    across, down = CELL * len(board().columns), CELL * board().rows
    return 2 * MARGIN + across, HEADING + 2 * MARGIN + down - 8 + ENTRY * len(view["seats"]) + 18 + 76


def drawn_at(cell: str, view: Json) -> Point:
    """Where the middle of a cell is on the picture of a view."""
    x, y = _look(view).middle(cell)
    return x, y + HEADING


class Look(msgspec.Struct, frozen=True):
    """How the field is looked at: turned round or not, and in which colours."""

    flip: bool
    colours: Mapping[SeatName, Colours]

    def corner(self, cell: str) -> Point:
        """The corner of a cell that is drawn at the top left."""
        column, row = board().columns.index(cell[0]), int(cell[1:]) - 1
        if self.flip:
            column, row = len(board().columns) - 1 - column, board().rows - 1 - row
        return MARGIN + CELL * column, MARGIN + CELL * row

    def middle(self, cell: str) -> Point:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def seen(self, facing: str) -> str:
        """A facing as it is drawn: north is up unless the field is turned round."""
        return _as_seen(facing, flip=self.flip)


def _look(view: Json) -> Look:
    return Look(bool(view.get("flip")), PRINTED if is_for_print(view) else COLOURS)


# --- The ground -----------------------------------------------------------------------------------------------------


def _hill(cells: Iterable[str], look: Look) -> Hill:
    """A hill: its outline runs between cells of the hill and others, with strokes down the slope inside."""
    hill = sorted(cells)
    outline, slopes = [], []
    for cell in hill:
        x, y = look.corner(cell)
        sides = {
            "n": ((x, y), f"h{CELL}"),
            "e": ((x + CELL, y), f"v{CELL}"),
            "s": ((x, y + CELL), f"h{CELL}"),
            "w": ((x, y), f"v{CELL}"),
        }
        for facing in sides:
            if ahead(cell, facing) not in hill:
                seen = look.seen(facing)
                start, way = sides[seen]
                outline.append(f"M{start[0]} {start[1]}{way}")
                slopes.append(_slope(start, seen))
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(look.corner, hill))
    return Hill(squares, "".join(outline), "".join(slopes))


def _slope(start: Point, facing: str) -> str:
    """Short strokes inward along one side of a cell."""
    x, y = start
    inward_x, inward_y = (-6 * step for step in DIRECTIONS[facing])
    along_x, along_y = abs(inward_y) / 6, abs(inward_x) / 6
    return "".join(f"M{x + along_x * at:g} {y + along_y * at:g}l{inward_x:g} {inward_y:g}" for at in range(6, CELL, 12))


def _grid() -> str:
    b = board()
    across, down = CELL * len(b.columns), CELL * b.rows
    columns = "".join(f"M{MARGIN + CELL * column} {MARGIN}v{down}" for column in range(1, len(b.columns)))
    return columns + "".join(f"M{MARGIN} {MARGIN + CELL * row}h{across}" for row in range(1, b.rows))


def _ground(place: Place, view: Json, look: Look) -> list[Ground]:
    walled = place.terrain == "large_farm" or (
        place.terrain == "small_farm" and view["options"]["small_farms"] == "walled"
    )
    return [Ground(*look.corner(cell), place.terrain, walled) for cell in place.cells]


def _names(look: Look) -> list[tuple[float, float, str]]:
    """The names of places and roads, at the upper edge of their cells, in the middle of those side by side."""
    b = board()
    named = [(place.cells, place.name) for place in (*b.villages, *b.farms)]
    named += [((cell,), entry) for entry, (cell, _) in b.roads.items()]
    written = []
    for cells, name in named:
        places = [look.corner(cell) for cell in cells]
        top = min(y for _, y in places)
        across = [x for x, y in places if y == top]
        written.append(((min(across) + max(across) + CELL) / 2, top + NAME_DOWN, name))
    return written


# --- The armies -----------------------------------------------------------------------------------------------------


def _group(stack: Stack, look: Look) -> Group:
    x, y = look.middle(stack.cell)
    seat = side_of(stack.units[0])
    label = "+".join([stack.units[0], *(unit[1:] for unit in stack.units[1:])])
    blocks = tuple(_blocks(stack, look))
    words = "; ".join(f"{party.unit} {party.letters} {called(party.facing)}" for party in parties_of(stack))
    return Group(
        x=x,
        y=y + (LABEL_ABOVE if look.seen(_way(stack)) == "s" else LABEL_BELOW),
        width=round(LETTER * len(label) + 3, 1),
        fill=COLOURS[seat][0],
        label=label,
        paint=look.colours[seat][0],
        ink=look.colours[seat][1],
        edge=PRINTED_EDGES[seat] if look.colours is PRINTED else EDGE,
        bases=blocks,
        points="".join(_path(POINTED, block, (0, 0), 1) for block in blocks if not block.in_square),
        strokes="".join(_path(STROKES.get(block.letter, ()), block, ARM_AT, ARM_SCALE) for block in blocks),
        fills="".join(_path(FILLS.get(block.letter, ()), block, ARM_AT, ARM_SCALE) for block in blocks),
        words=f"{place_title(stack.cell)}: {words}",
    )


def _blocks(stack: Stack, look: Look) -> list[Block]:
    """The bases of a stack, those that face one way in ranks, those in square around its middle."""
    most = look.seen(_way(stack))
    if most == "+":
        return [
            _block(base, stack.cell, (across, down), turned, look)
            for base, (across, down, turned) in zip(stack.bases, SQUARE, strict=False)
        ]
    apart = NARROWED if most in ("e", "w") else 1
    across_down = [_turned(across * apart, down, most) for across, down in PLACES[len(stack.bases)]]
    shift = {"s": 7, "n": 0}.get(most, -2)
    return [
        _block(base, stack.cell, (across, down + shift), TURNED.get(look.seen(base.facing), 0), look)
        for base, (across, down) in zip(stack.bases, across_down, strict=True)
    ]


def _way(stack: Stack) -> str:
    """The facing that most bases of a stack share."""
    facings = [base.facing for base in stack.bases]
    return max(sorted(set(facings)), key=facings.count)


def _block(base: Base, cell: str, place: Point, turned: int, look: Look) -> Block:
    x, y = look.middle(cell)
    x, y = x + place[0], y + place[1]
    wide, high = BASE if turned in (0, 180) else BASE[::-1]
    return Block(
        x=x,
        y=y,
        turned=turned,
        wide=wide,
        high=high,
        letter=class_of(base.unit),
        base=base.letter,
        sign=_on_base((6.2, 0), x, y, turned),
        flag=base.letter == "f",
        in_square=base.facing == "+",
    )


def _path(strokes: Sequence[Sequence[Point]], block: Block, at: Point, scale: float) -> str:
    """Lines of a base's own drawing, which faces north, where it stands and as it is turned."""
    drawn = []
    for line in strokes:
        points = [(at[0] + x * scale, at[1] + y * scale) for x, y in line]
        placed = [_on_base(point, block.x, block.y, block.turned) for point in points]
        drawn.append("M" + "L".join(f"{x:g} {y:g}" for x, y in placed))
    return "".join(drawn)


def _on_base(point: Point, x: float, y: float, turned: int) -> Point:
    """A point of a base's own drawing, where the base stands and as it is turned."""
    across, down = _turned(*point, {0: "n", 90: "e", 180: "s", 270: "w"}[turned])
    return round(x + across, 2), round(y + down, 2)


def _turned(across: float, down: float, facing: str) -> Point:
    """A place within a cell, turned with the stack's facing."""
    return {"n": (across, down), "e": (-down, across), "s": (-across, -down), "w": (down, -across)}[facing]


def _contacts(view: Json, look: Look) -> list[str]:
    """A sign from each stack to every enemy it faces in the next cell; two that face each other have one each."""
    stacks = stacks_of(view)
    arrows = []
    for cell in stacks:
        for facing, _ in faced(cell, stacks):
            x, y = look.middle(cell)
            tip = [_turned(across + ASIDE, down, look.seen(facing)) for across, down in ((-6, -32), (6, -32), (0, -42))]
            arrows.append("M" + "L".join(f"{x + across:g} {y + down:g}" for across, down in tip) + "z")
    return arrows


# --- What happened lately -------------------------------------------------------------------------------------------


def _marks(lately: Sequence[Event], look: Look) -> Marks:
    """Marches, fire, fights and the ways back, and the bases that were lost."""
    arrows: list[Arrow | None] = []
    lost: list[tuple[Point, str, Colours]] = []
    for event in lately:
        facts = event.facts
        match event.kind:
            case "move":
                arrows.append(_arrow(facts["from"], facts["to"], facts["unit"], look))
            case "shot":
                arrows.append(_arrow(facts["cell"], facts["target"], facts["unit"], look))
            case "fight":
                arrows += [_arrow(facts["from"], facts["to"], unit, look) for unit in facts["units"]["attack"][:1]]
        results = facts["rolls"] if event.kind == "fight" else [facts] if event.kind == "shot" else []
        for result in results:
            arrows += [_arrow(move["from"], move["to"], move["units"][0], look) for move in result.get("moves", ())]
            lost += [
                (look.middle(loss["cell"]), f"{loss['unit']} {loss['base']}", look.colours[side_of(loss["unit"])])
                for loss in result.get("losses", ())
            ]
    return Marks(latest(arrows), fallen(lost, 9, (CELL / 2 - 17, -CELL / 2 + 17), (0, 13)), size=9)


def _arrow(start: str, end: str, unit: str, look: Look) -> Arrow | None:
    places = [look.middle(start), look.middle(end)]
    return arrow(places, look.colours[side_of(unit)], CELL * 0.36, f"{unit} {start} to {end}")


# --- In words -------------------------------------------------------------------------------------------------------


def _entry(index: int, seat: SeatName, view: Json, look: Look) -> LegendEntry:
    bases = sum(side_of(base.unit) == seat for base in bases_of(view))
    lost = pool_in_words(view["pools"][seat]).strip("-") or "none"
    words = f"{army(seat)}: {bases} bases on the field; lost: {lost}"
    holds = held_in_words(view)[index].partition(": ")[2]
    return LegendEntry(ENTRY * index, look.colours[seat][0], words, f"Holds {holds}")


def _signs(view: Json) -> list[tuple[float, str, str]]:
    """The other signs of the field and what they mean, as x, sign, words."""
    farms = "farm, walled where the edge is thick" if view["options"]["small_farms"] == "open" else "walled farm"
    meant = {
        "point": "the way it faces",
        "flag": "flag of its unit",
        "square": "thick edge: in square",
        "contact": "faces an enemy",
        "road": "road of entry",
        "farm": farms,
    }
    places = (14, 164, 308, 486, 622, 750) if farms == "walled farm" else (14, 146, 274, 434, 550, 664)
    return [(MARGIN + at, sign, words) for at, (sign, words) in zip(places, meant.items(), strict=True)]


def _heading(view: Json) -> str:
    """Which map this is. Whose turn it is, with which dice, and who has won are told beside it."""
    return f"{TITLE}, turn {view['turn']}"


def _in_words(view: Json) -> str:
    told: dict[SeatName, list[str]] = {seat: [] for seat in view["seats"]}
    for stack in stacks_of(view).values():
        told[side_of(stack.units[0])].append(f"{' and '.join(stack.units)} in {stack.cell}")
    stands = [f"{seat_title(seat)}: {listed(cells)}" for seat, cells in told.items() if cells]
    return f"The field of Waterloo on a grid. {'; '.join(stands)}."
