"""The field of the Waterloo Wargame as text: all of it at 100 yards a column, or a part of it enlarged.

French pieces are written small, Allied ones in capitals, so that a map without colours tells them apart. The whole
field shows where pieces are; how large they are and which way they face shows in the enlarged parts, of which those
with enemies in contact come along unasked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from textwrap import wrap

import msgspec

from core.contract import Event, Json
from pbem.rulesets.sentences import listed

from .board import GENERALS, board, piece_of
from .questions import losses
from .shapes import Shape, contacts, from_line, shape_of

COLUMN = 100  # yards; a row is twice as high, as letters are
WIDTH = 78
MARGIN = 5  # columns of a row's label
# What is enlarged: columns and rows of a part, and how much if nothing is said (25 yards a column).
COLUMNS, ROWS, USUAL_ZOOM, MOST_ZOOM = 70, 24, 4, 10
STEPS = (100, 50, 30, 25, 20, 15, 10)  # yards a column: steps that make round numbers along the edges
LABELLED = 8  # columns from one number along the edge to the next
# Enlarged parts that come unasked, of fights and of contacts, and how much they show around those.
MOST_PARTS, PARTS_UNASKED = 4, 2
AROUND = 250

# Where a label may stand, from the cell of its centre: columns and rows.
PLACES = (
    *((0, 0), (-1, 0), (1, 0), (-2, 0), (2, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)),
    *((-3, 0), (3, 0), (-2, -1), (2, -1), (-2, 1), (2, 1)),
)
SHIFTED = "'"  # behind a code that does not stand at its piece's centre
NEAR = 6  # columns within which nobody is shown north of a piece that he is south of

_NUMBER = "[0-9]{1,3},[0-9]{3}|[0-9]{1,5}"
_ASKED = re.compile(
    rf"(?:(?P<x>{_NUMBER})(?: ?, ?| )(?P<y>{_NUMBER})|(?P<name>[a-z][a-z0-9 '-]{{0,40}}?))"
    r"(?:,? ?zoom ?(?P<zoom>[0-9]{1,2}))?"
)


class Part(msgspec.Struct, frozen=True):
    """A part of the field to be enlarged: its south-west corner, yards a column, and how many columns and rows."""

    west: int
    south: int
    step: int
    columns: int
    rows: int


class Home(msgspec.Struct, frozen=True):
    """The column and the row of a piece's centre, and how many yards it is from the upper edge of the map."""

    column: int
    row: int
    down: int


def map_text(view: Json) -> str:
    """The whole field, and where enemies touch enlarged; with `inset` in the view the part that is asked for there.

    With `lately` in the view, the events of late, the ground of their fights follows, and that of contacts only for
    whoever is to move. `inset` is what a player wrote: a point or a name, and `zoom` with a number (`3500,3200 zoom
    4`); where it names nothing on the field the map is the whole one. With `flip` the south is at the top.
    """
    flip = bool(view.get("flip"))
    part = part_asked(view)
    if part is not None:
        return _enlarged(view, part, flip=flip)
    maps = [_overview(view, flip=flip)]
    maps += [f"{title}\n{_enlarged(view, part, flip=flip)}" for title, part in _unasked(view)]
    return "\n\n".join(maps)


# --- The whole field ------------------------------------------------------------------------------------------------


def _overview(view: Json, *, flip: bool) -> str:
    east, north = view["board"]["east"], view["board"]["north"]
    columns, rows = -(-east // COLUMN), -(-north // (2 * COLUMN))
    cells = [[" "] * columns for _ in range(rows)]
    for x, y in _road_points(view):
        column, row = _cell(x, y, columns, rows, north)
        cells[row][column] = "."
    for outline in view["outlines"].values():
        _shade(cells, outline, north)
    if flip:
        cells = [row[::-1] for row in cells[::-1]]
    left_out = _label(cells, view, columns, rows, north, flip=flip)
    numbers = [north - 2 * COLUMN * (row + 1) for row in range(rows)]
    tens = [f"{number:<10}" for number in range(0, columns + 1, 10)]
    if flip:
        numbers.reverse()
        tens = [f"{number:<10}" for number in range(columns, -1, -10)]
    lines = [(" " * MARGIN + "".join(tens)).rstrip()]
    lines += [f"{label:>4} {''.join(row)}".rstrip() for label, row in zip(numbers, cells, strict=True)]
    if left_out:
        told = "  ".join(f"{each['number']} {_sign(each)} {each['x']},{each['y']}" for each in left_out)
        lines += wrap(f"not shown for lack of room: {told}", WIDTH - 2)
    return "\n".join([*lines, *_legend(view)])


def _road_points(view: Json) -> Iterator[tuple[float, float]]:
    """Points every 25 yards along each road, from its start."""
    for road in view["roads"].values():
        points, start = road["points"], 0.0
        for (x0, y0), (x1, y1) in pairwise(points):
            length = hypot(x1 - x0, y1 - y0)
            at = start
            while at <= length:
                yield x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length
                at += 25
            start = at - length


def _shade(cells: list[list[str]], outline: Json, north: int) -> None:
    """`#` where an outline covers a cell's vertical centre line over part of its height."""
    for row, line in enumerate(cells):
        top, bottom = north - 2 * COLUMN * row, north - 2 * COLUMN * (row + 1)
        if outline["south"] >= top or outline["north"] <= bottom:
            continue
        for column in range(len(line)):
            if outline["west"] < COLUMN * column + COLUMN / 2 < outline["east"]:
                line[column] = "#"


def _label(cells: list[list[str]], view: Json, columns: int, rows: int, north: int, *, flip: bool) -> list[Json]:
    """Write each piece's code where there is room for it; the pieces for which there is none."""
    taken: set[tuple[int, int]] = set()
    rows_of: dict[str, int] = {}  # where the pieces labelled so far are shown
    pieces = _on_board(view)
    at_home = {piece["code"]: _turned(piece, columns, rows, north, flip=flip) for piece in pieces}
    fighting = {piece["code"] for pair in contacts(view) for piece in pair}
    left_out = []
    # Who touches an enemy is shown before others: there are the decisions.
    for piece in sorted(pieces, key=lambda piece: piece["code"] not in fighting):
        # Where there is no other room, one of two whose centres are in the same row may be shown on the wrong side.
        ways = (_bounds(piece, pieces, at_home, rows_of, rows, strict=strict) for strict in (True, False))
        found = next((spot for way in ways for spot in _free(piece, at_home, taken, way, columns)), None)
        if found is None:
            left_out.append(piece)
            continue
        code, begin, line = found
        for at, letter in enumerate(code, start=begin):
            cells[line][at] = letter
            taken.add((at, line))
        rows_of[piece["code"]] = line
    return left_out


def _free(
    piece: Json, at_home: dict[str, Home], taken: set[tuple[int, int]], between: tuple[int, int], columns: int
) -> Iterator[tuple[str, int, int]]:
    """What a label may read and where it may begin, by column and row, between two rows; the best place first."""
    home = at_home[piece["code"]]
    start = home.column - (len(_sign(piece)) - 1) // 2
    for across, down in PLACES:
        code = _sign(piece) + (SHIFTED if (across, down) != (0, 0) else "")
        begin, line = start + across, home.row + down
        if not between[0] <= line <= between[1] or begin < 0 or begin + len(code) > columns:
            continue
        if not any((at, line) in taken for at in range(begin - 1, begin + len(code) + 1)):
            yield code, begin, line


def _turned(piece: Json, columns: int, rows: int, north: int, *, flip: bool) -> Home:
    """Where a piece's centre is on a map that may be turned round."""
    column, row = _cell(piece["x"], piece["y"], columns, rows, north)
    if flip:
        return Home(columns - 1 - column, rows - 1 - row, piece["y"])
    return Home(column, row, north - piece["y"])


def _bounds(
    piece: Json,
    pieces: Sequence[Json],
    at_home: dict[str, Home],
    rows_of: dict[str, int],
    rows: int,
    *,
    strict: bool,
) -> tuple[int, int]:
    """The first and the last row in which a label does not pass a piece near to it, wherever that is shown.

    Pieces whose centres are in the same row count only if it is to be strict.
    """
    home = at_home[piece["code"]]
    first, last = 0, rows - 1
    for other in pieces:
        theirs = at_home[other["code"]]
        if other is piece or abs(theirs.column - home.column) > NEAR:
            continue
        shown = rows_of.get(other["code"])
        if theirs.row == home.row:
            # Only who is shown already: the other of the two will keep to this.
            if strict and shown is not None and theirs.down < home.down:
                first = max(first, shown)
            elif strict and shown is not None and theirs.down > home.down:
                last = min(last, shown)
        elif theirs.row < home.row:
            first = max(first, theirs.row, shown or 0)
        else:
            last = min(last, theirs.row, rows if shown is None else shown)
    return first, last


def _cell(x: float, y: float, columns: int, rows: int, north: int) -> tuple[int, int]:
    """Column and row of a point; one on a row's line belongs to the row above it, which is numbered by that line."""
    row = ceil((north - y) / (2 * COLUMN)) - 1
    return min(int(x // COLUMN), columns - 1), min(max(row, 0), rows - 1)


def _legend(view: Json) -> list[str]:
    """The signs, and with whom the Generals ride. Turn and losses open a mail; once it is over, no losses."""
    generals = [
        f"{GENERALS[seat]} with {code}"
        for seat, code in view["generals"].items()
        if code and piece_of(code, view) is not None
    ]
    generals.append("a column is 100 yards, a row 200")
    signs = "abc French piece, ABC Allied piece, ' moved for room  . road  # strongpoint"
    below = [losses(view), *generals] if view["phase"] == "over" else generals
    return [signs, *wrap("; ".join(below), WIDTH - 2)]


# --- Parts of it, enlarged ------------------------------------------------------------------------------------------


def part_asked(view: Json) -> Part | None:
    """The part of the field that `inset` in the view asks for; None if nothing is asked for that could be found."""
    found = _ASKED.fullmatch(" ".join(str(view.get("inset") or "").lower().split()))
    if found is None:
        return None
    if found["x"]:
        point: tuple[int, int] | None = int(found["x"].replace(",", "")), int(found["y"].replace(",", ""))
    else:
        point = _point_of(board().aliases.get(found["name"], found["name"]).upper(), view)
    if point is None:
        return None
    zoom = min(max(int(found["zoom"] or USUAL_ZOOM), 1), MOST_ZOOM)
    step = min(STEPS, key=lambda step: abs(step - COLUMN / zoom))
    return _part_around(point, step, COLUMNS, ROWS, view)


def parts(view: Json) -> dict[str, str]:
    """The names by which a part of the field can be asked for, each with its code: pieces, places, roads, walls."""
    pieces = _on_board(view)
    codes = {piece["code"]: piece["code"] for piece in pieces} | {name: name for name in view["places"]}
    codes |= {name: name for name in (*view["outlines"], *view["roads"])}
    numbers = {piece["number"]: piece["code"] for piece in pieces}
    full = {name.upper(): code.upper() for name, code in board().aliases.items() if code.upper() in codes}
    return full | numbers | codes


def _point_of(name: str, view: Json) -> tuple[int, int] | None:
    """Where a piece (by code or key number), a place or a strongpoint is, and the middle of a road."""
    for piece in _on_board(view):
        if name in (piece["code"], piece["number"]):
            return piece["x"], piece["y"]
    if name in view["places"]:
        return view["places"][name]["x"], view["places"][name]["y"]
    if name in view["outlines"]:
        outline = view["outlines"][name]
        return (outline["west"] + outline["east"]) // 2, (outline["south"] + outline["north"]) // 2
    if name in view["roads"]:
        return _half_way(view["roads"][name]["points"])
    return None


def _half_way(points: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The point half way along a road."""
    left = sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points)) / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        if left <= length:
            return round(x0 + (x1 - x0) * left / length), round(y0 + (y1 - y0) * left / length)
        left -= length
    return points[-1][0], points[-1][1]


class Meeting(msgspec.Struct, frozen=True):
    """Where somebody fought or stands in contact: `DOM attacked BYN`, and points around which that is."""

    told: str
    points: tuple[tuple[int, int], ...]


def _unasked(view: Json) -> list[tuple[str, Part]]:
    """The parts that come along, each with a title: first where there were fights, then who is in contact now."""
    fights = _fights(view.get("lately", ()), view)
    touching = [
        Meeting(f"{one['code']} touches {other['code']}", ((one["x"], one["y"]), (other["x"], other["y"])))
        for one, other in contacts(view)
    ]
    # Whoever waits can do nothing about them, and would get the same ground mail after mail.
    wants = view["phase"] != "over" and ("lately" not in view or view["seat"] in (None, view["to_move"]))
    parts = _parts_of(fights, MOST_PARTS, view)
    shown = [part for _, part in parts]
    left = [each for each in touching if wants and not any(_holds(part, each.points) for part in shown)]
    return [*parts, *_parts_of(left, PARTS_UNASKED, view)]


def _fights(events: Sequence[Event], view: Json) -> list[Meeting]:
    """The fights among some events, each where its pieces stood; without those of which nobody's place is known."""
    found = []
    for at, event in enumerate(events):
        if event.kind != "fight":
            continue
        facts = event.facts
        told = f"{listed(facts['pieces'])} attacked {facts['target']}"
        pieces = {code: _place_at(code, at, events, view) for code in (*facts["pieces"], facts["target"])}
        points = [place for place in pieces.values() if place is not None]
        if facts["strongpoint"]:
            points.append(_point_of(facts["strongpoint"], view) or points[0])
        if points:
            found.append(Meeting(told, tuple(points)))
    return found


def _place_at(code: str, at: int, events: Sequence[Event], view: Json) -> tuple[int, int] | None:
    """Where a piece stood when an event happened: where it went last, else from where it went next, else as now."""
    for event in reversed(events[:at]):
        for went in _went(event):
            if went["piece"] == code:
                return went["to"][0], went["to"][1]
    for event in events[at:]:
        for went in _went(event):
            if went["piece"] == code:
                return went["from"][0], went["from"][1]
    piece = piece_of(code, view)
    return None if piece is None or piece["x"] is None else (piece["x"], piece["y"])


def _went(event: Event) -> list[Json]:
    """Who went from where to where in an event."""
    facts = event.facts
    match event.kind:
        case "move" | "evade" | "advance":
            return [facts]
        case "push":
            return [{"piece": facts["target"], "from": facts["from"], "to": facts["to"]}]
        case "retreat":
            return list(facts["pieces"])
    return []


def _parts_of(meetings: Sequence[Meeting], most: int, view: Json) -> list[tuple[str, Part]]:
    """Parts that show all of these, as far as so many can, each with the title of what is in it."""
    step = COLUMN // USUAL_ZOOM
    wide, high = int(COLUMNS * step) - 2 * AROUND, int(ROWS * 2 * step) - 2 * AROUND
    left = sorted(meetings, key=lambda each: each.points)
    parts: list[tuple[str, Part]] = []
    while left and len(parts) < most:
        x, y = left[0].points[0]
        near = [each for each in left if _near(each, x, y, wide, high // 2)] or left[:1]
        left = [each for each in left if each not in near]
        xs, ys = zip(*(point for each in near for point in each.points), strict=True)
        rows = min(ROWS, int((max(ys) - min(ys) + 2 * AROUND) / (2 * step)))
        middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
        title = f"Where {', '.join(dict.fromkeys(each.told for each in near))}:"
        parts.append(("\n".join(wrap(title, WIDTH - 2)), _part_around(middle, step, COLUMNS, rows, view)))
    return parts


def _near(meeting: Meeting, x: int, y: int, wide: int, high: int) -> bool:
    return all(abs(point[0] - x) <= wide and abs(point[1] - y) <= high for point in meeting.points)


def _holds(part: Part, points: Sequence[tuple[int, int]]) -> bool:
    east, north = part.west + part.columns * part.step, part.south + part.rows * 2 * part.step
    return all(part.west <= x <= east and part.south <= y <= north for x, y in points)


def _part_around(point: tuple[int, int], step: int, columns: int, rows: int, view: Json) -> Part:
    """The part with a point in its middle, pushed back onto the field where it would leave it."""
    columns = min(columns, int(view["board"]["east"] / step))
    rows = min(rows, int(view["board"]["north"] / (2 * step)))
    row = int(2 * step)
    west = min(max(point[0] - columns * step / 2, 0), view["board"]["east"] - columns * step)
    south = min(max(point[1] - rows * step, 0), view["board"]["north"] - rows * 2 * step)
    # The first column stands at a number that is round, so that those along the edge are.
    west = west // (LABELLED * step // 2) * (LABELLED * step // 2)
    return Part(int(west), int(south // row * row), step, columns, rows)


def _enlarged(view: Json, part: Part, *, flip: bool) -> str:
    cells = [[_ground(view, *_middle(part, column, row)) for column in range(part.columns)] for row in range(part.rows)]
    for piece in _on_board(view):
        _draw_base(cells, part, piece)
    for piece in _on_board(view):
        _draw_code(cells, part, piece, flip=flip)
    labels = [round(part.south + (part.rows - 1 - row) * 2 * part.step) for row in range(part.rows)]
    if flip:
        cells = [row[::-1] for row in cells[::-1]]
        cells = [[FLIPPED.get(sign, sign) for sign in row] for row in cells]
        labels.reverse()
    marks = range(0, part.columns, LABELLED)
    edges = [part.west + round((part.columns - at if flip else at) * part.step) for at in marks]
    lines = [(" " * MARGIN + "".join(f"{edge:<{LABELLED}}" for edge in edges)).rstrip()]
    lines += [f"{label:>4} {''.join(row)}".rstrip() for label, row in zip(labels, cells, strict=True)]
    scale = f"{part.step} x {2 * part.step} yards a sign"
    return "\n".join([*lines, f"{scale}  - French  = Allied  ^>v< front  . road  # strongpoint"])


FLIPPED = {"^": "v", "v": "^", "<": ">", ">": "<"}


def _middle(part: Part, column: float, row: float) -> tuple[float, float]:
    """The point in the middle of a cell."""
    return part.west + (column + 0.5) * part.step, part.south + (part.rows - row - 0.5) * 2 * part.step


def _ground(view: Json, x: float, y: float) -> str:
    for outline in view["outlines"].values():
        if outline["west"] <= x <= outline["east"] and outline["south"] <= y <= outline["north"]:
            return "#"
    for road in view["roads"].values():
        if from_line(x, y, road["points"]) <= road["width"] / 2:
            return "."
    return " "


def _draw_base(cells: list[list[str]], part: Part, piece: Json) -> None:
    shape = shape_of(piece)
    sign = "-" if piece["side"] == "french" else "="
    reach = shape.half_width + shape.half_depth
    for column, row in _cells_around(part, shape, reach):
        if shape.holds(*_middle(part, column, row)):
            cells[row][column] = sign
    _draw_front(cells, part, shape)


def _draw_front(cells: list[list[str]], part: Part, shape: Shape) -> None:
    """A mark before the middle of the front, where the ground is free."""
    x, y = shape.at(0, shape.half_depth + part.step)
    column, row = _cell_of(part, x, y)
    mark = "^>v<"[(shape.heading + 45) % 360 // 90]
    if 0 <= column < part.columns and 0 <= row < part.rows and cells[row][column] in " .#":
        cells[row][column] = mark


def _draw_code(cells: list[list[str]], part: Part, piece: Json, *, flip: bool) -> None:
    column, row = _cell_of(part, piece["x"], piece["y"])
    code = _sign(piece)
    if not 0 <= row < part.rows or not 0 <= column < part.columns:
        return
    # The other way up the whole map is turned round, and the code with it.
    for at, letter in enumerate(code[::-1] if flip else code, start=column - (len(code) - 1) // 2):
        if 0 <= at < part.columns:
            cells[row][at] = letter


def _cells_around(part: Part, shape: Shape, reach: float) -> Iterator[tuple[int, int]]:
    west, south = _cell_of(part, shape.x - reach, shape.y - reach)
    east, north = _cell_of(part, shape.x + reach, shape.y + reach)
    for row in range(max(north, 0), min(south + 1, part.rows)):
        for column in range(max(west, 0), min(east + 1, part.columns)):
            yield column, row


def _cell_of(part: Part, x: float, y: float) -> tuple[int, int]:
    """Column and row of a point; one on a row's line belongs to the row above it, which is numbered by that line."""
    top = part.south + part.rows * 2 * part.step
    return int((x - part.west) // part.step), ceil((top - y) / (2 * part.step)) - 1


def _on_board(view: Json) -> list[Json]:
    return [piece for piece in view["pieces"] if piece["x"] is not None]


def _sign(piece: Json) -> str:
    """A piece's code, small for a French one."""
    code = str(piece["code"])
    return code.lower() if piece["side"] == "french" else code
