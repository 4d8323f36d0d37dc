"""Tables of an event as text of at most 78 columns, as CSV and as JSON: how it stands, who has met whom, who meets now.

`called` gives the names under which entrants are shown; nobody's address is known here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from rich.cells import cell_len, set_cell_size

from core.contract import Json
from pbem.events import scoring, tie_breaks
from pbem.events.contract import Draw, Encounter, EntrantName, Group, State
from pbem.events.standings import Row, Table, ordered

WIDTH = 78
LONGEST_NAME, SHORTEST_NAME = 24, 8
KEPT_NAME = 16  # of a name so much is worth more than another tie-break
GAP = "  "
MOST_ACROSS = 16  # in a cross-table of all against all


def number(value: Fraction) -> str:
    """A number as people write it: `4`, `1.5`, `1.67`."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def text(table: Table, called: Mapping[EntrantName, str]) -> str:
    """How a group stands, in lines of at most 78 columns; tie-breaks for which there is no room are left out."""
    heads = ["", "Name", "Points", "Games", "Won", "Drawn", "Lost"]
    # Games won stand in the table anyhow.
    shown = [name for name in table.tie_breaks if name != "wins"]
    while True:
        columns = [*heads, *(tie_breaks.TIE_BREAKS[name].head for name in shown)]
        rows = [_cells(row, called, shown) for row in table.rows]
        widest = max(cell_len(row[1]) for row in [columns, *rows])
        needed = max(SHORTEST_NAME, min(widest, KEPT_NAME))
        if not shown or _width([columns, *rows]) - widest + needed <= WIDTH:
            break
        shown.pop()
    lines = _lines(columns, rows, room=WIDTH)
    return "\n".join([table.heading, "", *lines] if table.heading else lines)


def as_csv(tables: Iterable[Table], called: Mapping[EntrantName, str]) -> str:
    """The tables as CSV, below one line of heads."""
    written = io.StringIO()
    listed = list(tables)
    shown = list(dict.fromkeys(name for table in listed for name in table.tie_breaks))
    sheet = csv.writer(written, lineterminator="\n")
    sheet.writerow(["table", "place", "name", "points", "games", "won", "drawn", "lost", "byes", *shown, "left"])
    for table in listed:
        for row in table.rows:
            told = [number(row.told[name]) if name in row.told else "" for name in shown]
            counts = [row.games, row.won, row.drawn, row.lost, row.byes]
            left = "" if row.left is None else row.left
            name = _in_a_sheet(_named(called, row.entrant))
            sheet.writerow([table.heading, row.place, name, number(row.points), *counts, *told, left])
    return written.getvalue()


def as_json(tables: Iterable[Table], called: Mapping[EntrantName, str]) -> list[Json]:
    """The tables as JSON data."""
    return [
        {
            "table": table.heading,
            "rows": [
                {
                    "place": row.place,
                    "name": called.get(row.entrant, row.entrant),
                    "points": float(row.points),
                    "games": row.games,
                    "won": row.won,
                    "drawn": row.drawn,
                    "lost": row.lost,
                    "byes": row.byes,
                    "tie_breaks": {name: float(value) for name, value in row.told.items()},
                    "left": row.left,
                    "annulled": row.annulled,
                }
                for row in table.rows
            ],
        }
        for table in tables
    ]


class Grid(msgspec.Struct, frozen=True):
    """A table as it is: the heads of its columns, and its rows."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def cross(state: State, group: Group, draw: Draw, called: Mapping[EntrantName, str]) -> Grid:
    """Who has met whom, and with how many points, however wide: see `cross_table`."""
    order = ordered(state, group, draw)
    if state.plan.all_meet and len(order) <= MOST_ACROSS:
        return _all_against_all(state, group, order, called)
    return _rounds_of(state, order, called, _met_in(state, group, order))


def cross_table(state: State, group: Group, draw: Draw, called: Mapping[EntrantName, str]) -> str:
    """Who has met whom, and with how many points, in lines of at most 78 columns.

    Where all meet all, a column for each: what the entrant of the line has of them. Otherwise a column a round: against
    the entrant on which place, and with how many points; the rounds that do not fit stand below.
    """
    order = ordered(state, group, draw)
    if state.plan.all_meet and len(order) <= MOST_ACROSS:
        return _text(_all_against_all(state, group, order, called))
    return _by_rounds(state, group, order, called)


def pairings(state: State, round_: int, called: Mapping[EntrantName, str]) -> str:
    """Who meets whom in a round and how it stands between them, in lines of at most 78 columns."""
    found = [met for met in state.encounters if met.round == round_]
    lines: list[str] = []
    for heading in dict.fromkeys(met.group for met in found):
        lines += ["", heading, ""] if heading and lines else [heading, ""] if heading else []
        lines += [_pairing(state, met, called) for met in found if met.group == heading]
    return "\n".join(lines)


def _pairing(state: State, met: Encounter, called: Mapping[EntrantName, str]) -> str:
    if met.is_bye:
        return f"{met.number:>3}{GAP}{_short(_named(called, met.entrants[0]), 50)} has a bye"
    results = state.by_sitting
    left = [each for each in met.sittings if each.name not in results]
    points = scoring.of_encounter(state, met)
    told = " - ".join(number(points[name]) for name in met.entrants) if len(left) < len(met.sittings) else ""
    more = f"{len(left)} to play" if told and left else ""
    score = " ".join(part for part in (told, f"({more})" if more else "") if part)
    room = (WIDTH - 5 - len(GAP) - max(18, len(score)) - 3 * (len(met.entrants) - 1)) // len(met.entrants)
    names = " - ".join(_short(_named(called, name), room) for name in met.entrants)
    return f"{met.number:>3}{GAP}{names}{GAP}{score}".rstrip()


def _all_against_all(
    state: State, group: Group, order: Sequence[EntrantName], called: Mapping[EntrantName, str]
) -> Grid:
    given = _between(state, group)
    total = scoring.totals(state, group.group)
    heads = ("", "Name", *(str(at) for at in range(1, len(order) + 1)), "Points")
    gone = scoring.annulled(state)
    rows = []
    for at, name in enumerate(order, start=1):
        cells = ["*" if name == other else _cell(given, name, other) for other in order]
        points = "-" if name in gone else number(total[name])
        rows.append((str(at), _named(called, name), *cells, points))
    return Grid(heads, tuple(rows))


def _by_rounds(state: State, group: Group, order: Sequence[EntrantName], called: Mapping[EntrantName, str]) -> str:
    met = _met_in(state, group, order)
    rounds = list(met)
    wide = 1 + 2 * len(str(len(order))) + 4
    name_room = min(LONGEST_NAME, max((cell_len(_named(called, name)) for name in order), default=0))
    across = max(1, (WIDTH - 4 - len(GAP) - name_room) // (wide + len(GAP)))
    blocks = [rounds[first : first + across] for first in range(0, max(1, len(rounds)), across)]
    return "\n\n".join(_text(_rounds_of(state, order, called, {at: met[at] for at in block})) for block in blocks)


def _met_in(state: State, group: Group, order: Sequence[EntrantName]) -> dict[int, dict[EntrantName, Encounter]]:
    """The encounters of a group, by their rounds and by who met in them."""
    found: dict[int, dict[EntrantName, Encounter]] = {}
    for met in state.encounters:
        if (group.group is None or met.group == group.group) and set(met.entrants) & set(order):
            found.setdefault(met.round, {}).update(dict.fromkeys(met.entrants, met))
    return found


def _rounds_of(
    state: State,
    order: Sequence[EntrantName],
    called: Mapping[EntrantName, str],
    met: Mapping[int, Mapping[EntrantName, Encounter]],
) -> Grid:
    """A column for each of these rounds: whom each has met in it."""
    places = {name: str(at) for at, name in enumerate(order, start=1)}
    rows = (
        (places[name], _named(called, name), *(_against(state, met[at].get(name), name, places) for at in met))
        for name in order
    )
    return Grid(("", "Name", *(f"Round {at}" for at in met)), tuple(rows))


def _against(state: State, met: Encounter | None, name: EntrantName, places: Mapping[EntrantName, str]) -> str:
    """`12: 3` for three points against the one on place 12, `bye`, or a dash for nobody."""
    if met is None:
        return "-"
    others = [places.get(other, "robot") for other in met.entrants if other != name]
    if not others:
        return "bye"
    results = state.by_sitting
    played = any(each.name in results for each in met.sittings)
    points = number(scoring.of_encounter(state, met)[name]) if played else "."
    return f"{','.join(others)}: {points}"


def _between(state: State, group: Group) -> dict[tuple[EntrantName, EntrantName], Fraction]:
    """What each has of each: in games of several all have met in, the points of the game."""
    given: dict[tuple[EntrantName, EntrantName], Fraction] = {}
    for game in scoring.counted(state, group.group):
        for name, points in game.points.items():
            for other in game.opponents(state.plan, name):
                given[name, other] = given.get((name, other), scoring.NONE) + points
    return given


def _cell(given: Mapping[tuple[EntrantName, EntrantName], Fraction], name: EntrantName, other: EntrantName) -> str:
    found = given.get((name, other))
    return "." if found is None else number(found)


def _cells(row: Row, called: Mapping[EntrantName, str], shown: Sequence[str]) -> list[str]:
    told = [number(row.told[name]) for name in shown]
    counts = [str(each) for each in (row.games, row.won, row.drawn, row.lost)]
    points = "-" if row.annulled else number(row.points)
    name = _named(called, row.entrant)
    return [str(row.place), f"{name} (left)" if row.left is not None else name, points, *counts, *told]


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> list[str]:
    """Columns beside each other, the second of them, names, to the left and cut where there is no room."""
    whole = [heads, *rows]
    widths = [max(cell_len(row[at]) for row in whole) for at in range(len(heads))]
    spare = room - (sum(widths) - widths[1] + len(GAP) * (len(widths) - 1))
    widths[1] = max(SHORTEST_NAME, min(widths[1], LONGEST_NAME, spare))
    return [
        GAP.join(
            _padded(_short(cell, wide), wide) if at == 1 else cell.rjust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in whole
    ]


def _text(grid: Grid) -> str:
    return "\n".join(_lines(grid.heads, grid.rows, room=WIDTH))


def _width(rows: Sequence[Sequence[str]]) -> int:
    return sum(max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]))) + len(GAP) * (len(rows[0]) - 1)


def _short(name: str, room: int) -> str:
    """As much of a name as there is room for; a letter may take two columns."""
    return name if cell_len(name) <= room else f"{set_cell_size(name, room - 1).rstrip()}…"


def _padded(name: str, room: int) -> str:
    return name + " " * (room - cell_len(name))


def _in_a_sheet(name: str) -> str:
    """A name as no spreadsheet takes it for a formula."""
    return f"'{name}" if name[:1] in "=+-@" and name else name


def _named(called: Mapping[EntrantName, str], name: EntrantName) -> str:
    """How somebody is called, on one line."""
    return " ".join(called.get(name, name).split())
