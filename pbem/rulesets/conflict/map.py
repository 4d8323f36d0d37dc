"""The board of Conflict drawn, as text and as a picture.

Made from `board.toml` and a view, so that it can show no more than the view does. The text has three characters a
square, 78 columns in all. The picture is an SVG document made from the same facts: what is drawn is worked out here,
how it looks stands in `map.svg.j2`. Each kind of piece has its outline and bears the label of the text map, so that
colour tells nothing that is not written as well. Pieces that wait stand in their camp and docks, those in reserve on
the island, prisoners beside their holder's name. Not for: the table of every side's pieces, which is
`questions.forces`; rendering to pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import msgspec

from core.contract import Event, Json, SeatName
from pbem.rulesets.drawing import (
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
    RESERVE,
    START,
    Corner,
    board,
    field_of,
    in_state,
    kind_of,
    label,
    letter_of,
    of,
    prisoners_of,
    seat_title,
    seats_in,
    standing,
    waiting,
)
from .texts import TITLE

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
SIGNS = {"land": " . ", "bridge": " = ", "water": " ~ ", "camp": "###", "dock": "[ ]"}
LIVE_MINE, DEAD_MINE, PLAIN_CIRCLE = " * ", " o ", "( )"

# What the terrain under a piece is called. Land and water are worth a word only under an airplane, as they decide who
# may take it (CON-060 to 062).
NAMED = {"bridge": "bridge", "mine": "mine", "circle": "circle"}
NAMED_UNDER_AIRPLANES = NAMED | {"land": "land", "water": "water"}


def map_text(view: Json) -> str:
    """The board of a view in 78 columns, and below it what pieces hide, who is held, and the signs.

    A view with `flip` is drawn with the first row at the top.
    """
    return "\n".join([*_board_lines(view), "", *_hidden(view), *_off_the_board(view), *_legend(view)])


def terrain_under(piece: str, square: str) -> str:
    """What a piece stands on, if that matters: `bridge`, or nothing."""
    named = NAMED_UNDER_AIRPLANES if kind_of(piece) == "airplane" else NAMED
    return named.get(board().terrain_of(square), "")


# --- The text: squares ----------------------------------------------------------------------------------------------


def _board_lines(view: Json) -> list[str]:
    b, pieces = board(), standing(view) | _waiting(view)
    turn = -1 if view.get("flip") else 1
    columns = range(len(b.files))[::turn]
    heading = "   " + "".join(f" {b.files[column]} " for column in columns)
    lines = []
    for row in range(len(b.rows))[::turn]:
        rank = len(b.rows) - row
        cells = "".join(_cell(b.square(column, row), pieces, view) for column in columns)
        lines.append(f"{rank:>2} {cells} {rank:>2}")
    return [heading.rstrip(), *lines, heading.rstrip()]


def _waiting(view: Json) -> dict[str, tuple[SeatName, str]]:
    """Who waits in a camp or dock or stands in reserve, by the square where he is drawn."""
    return {
        square: (seat, piece)
        for seat in seats_in(view)
        if seat not in view["out"]
        for square, piece in waiting(seat, view)[0].items()
    }


def _cell(square: str, pieces: dict[str, tuple[SeatName, str]], view: Json) -> str:
    if square in pieces:
        return label(*pieces[square])
    match board().terrain_of(square):
        case "mine":
            return LIVE_MINE if view["mines"][square] else DEAD_MINE
        case "circle":
            owner = view["circles"].get(square)
            return f"({letter_of(owner)})" if owner else PLAIN_CIRCLE
        case "reserve":
            return board().corner_with(square).letter.lower() * 3
        case terrain:
            return SIGNS[terrain]


# --- The text: below the board --------------------------------------------------------------------------------------


def _hidden(view: Json) -> list[str]:
    """What the signs of pieces hide: all but open land and water, and that too under airplanes."""
    stand = [
        f"{label(seat, piece)} {square} ({terrain_under(piece, square)})"
        for square, (seat, piece) in sorted(standing(view).items(), key=lambda item: label(*item[1]))
        if terrain_under(piece, square)
    ]
    return _set_out("Standing on: ", stand, ", ") if stand else []


def _off_the_board(view: Json) -> list[str]:
    """A line for each side that is out, holds prisoners, or has more pieces waiting than are drawn on its squares."""
    return [line for seat in seats_in(view) for line in _off_the_board_of(seat, view)]


def _off_the_board_of(seat: SeatName, view: Json) -> list[str]:
    name = f"{seat_title(seat).upper():<7}"
    if seat in view["out"]:
        return [f"{name}out"]
    held = [label(*piece) for piece in prisoners_of(seat, view)]
    left = waiting(seat, view)[1]
    lists = {"also in the docks": left[START], "also in reserve": left[RESERVE], "holds": held}
    said = [kept_together(what, pieces, WIDTH - len(name)) for what, pieces in lists.items() if pieces]
    return _wrapped(name, "   ".join(said)) if said else []


def kept_together(what: str, pieces: Sequence[str], width: int) -> str:
    """A list behind its name, glued so that no line is broken in it; if it is too long for one, between its pieces."""
    whole = f"{what} {' '.join(pieces)}"
    if len(whole) <= width:
        return whole.replace(" ", HARD_SPACE)
    first, *others = pieces
    return " ".join([f"{what} {first}".replace(" ", HARD_SPACE), *others])


def _legend(view: Json) -> list[str]:
    shown = _shown(view)
    reserves = " ".join(corner.letter.lower() * 3 for corner in board().corners.values())
    circle = f"({letter_of(shown)}) home circle"
    signs = [". land", "= bridge", "~ water", "* mine", circle, "### camp", "[ ] dock", f"{reserves} reserves"]
    if None in view["mines"].values():
        signs.append("o dead mine")
    if None in view["circles"].values():
        signs.append("( ) nobody's circle")
    kinds = ["a artillery (ar)", "aa anti-aircraft gun", "b battleship (bs)", "p airplane (pl)"]
    example = f"{label(shown, 'ar1')} is {of(shown)} ar1"
    wait = "those in ### [ ] rrr only wait"
    return [*_set_out("Signs:  ", signs, "  "), *_set_out("Pieces: ", [*kinds, example, wait], "  ")]


def _shown(view: Json) -> SeatName:
    """Whose signs the legend shows: the reader's, or those of the first who is not out."""
    seats = seats_in(view)
    reader = [seat for seat in seats if seat == view["seat"]]
    return next((seat for seat in (*reader, *seats) if seat not in view["out"]), seats[0])


def _set_out(lead: str, items: Sequence[str], between: str) -> list[str]:
    """Items behind a lead, the line broken between them and not within."""
    return _wrapped(lead, between.join(item.replace(" ", HARD_SPACE) for item in items))


def _wrapped(lead: str, words: str) -> list[str]:
    lines = wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
    return [line.replace(HARD_SPACE, " ") for line in lines]


# --- The picture ----------------------------------------------------------------------------------------------------

CELL = 32
MARGIN = 46
HEADING = 26
ENTRY = 38
PRISONERS_AT = 390
# Fill and ink of each colour, and the tint of its camp. Fills differ in lightness as well as in hue.
COLOURS = {
    "red": ("#a8182b", "#ffffff", "#d9a3a3"),
    "yellow": ("#ffe04a", "#2b2400", "#f0e3a0"),
    "green": ("#0b5d3b", "#ffffff", "#9dc4ac"),
    "orange": ("#f58a1f", "#2a1500", "#f3c796"),
}
PRINTED = {
    "red": ("#111111", "#ffffff", "#e6e6e6"),
    "yellow": ("#fdfdfd", "#000000", "#fafafa"),
    "green": ("#6a6a6a", "#ffffff", "#ededed"),
    "orange": ("#cccccc", "#000000", "#f3f3f3"),
}
SHADES = {"land": ("#d9bd8c", "#d2b480"), "water": ("#9cc9e3", "#8fc0dd")}
ON_FIELD, IN_CAMP = 1.0, 0.86
# How pieces share a place: for at most so many, columns, rows, and the size of a piece.
BERTHS = ((1, 1, 1, 0.86), (4, 2, 2, 0.5))
SHELVES = ((4, 2, 2, 0.9), (6, 3, 2, 0.62), (12, 4, 3, 0.48))
CELLS = ((12, 12, 1, 0.85), (38, 19, 2, 0.56))

Place = tuple[float, float, float, float]  # west, north, width, height
Ways = Sequence[tuple[int, int, int, float]]


class Mine(msgspec.Struct, frozen=True):
    """A mine as drawn: its middle and its owner's fill, or None where it is dead."""

    x: float
    y: float
    fill: str | None


class Piece(msgspec.Struct, frozen=True):
    """A piece as drawn: its middle, size (1 is a square), kind, colours, label, and the words read out for it."""

    x: float
    y: float
    size: float
    kind: str
    fill: str
    ink: str
    label: str
    words: str


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend: a side's colours and words, and its prisoners."""

    y: float
    fill: str
    ink: str
    letter: str
    words: str
    to_move: bool
    prisoners: tuple[Piece, ...]


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The board of a view as an SVG document, with a description in words for those who cannot see it."""
    b, look = board(), _look(view)
    side = CELL * len(b.files)
    squares = [b.square(column, row) for row in range(len(b.rows)) for column in range(len(b.files))]
    legend_top = 2 * MARGIN + side + HEADING - 16
    width, height = size_of(view)
    svg = template(__package__).render(
        width=width,
        height=height,
        margin=MARGIN,
        top=HEADING,
        side=side,
        cell=CELL,
        words=_in_words(view),
        heading=_heading(view),
        grounds=_grounds(squares, look),
        bridges=[_points([look.middle(square) for square in bridge]) for bridge in b.bridges],
        coast=_coast(squares, look),
        circles=[(*look.middle(square), look.fill(owner)) for square, owner in view["circles"].items()],
        mines=[Mine(*look.middle(square), look.fill(owner)) for square, owner in view["mines"].items()],
        mines_held=[_badge(square, owner, look) for square, owner in view["mines"].items() if square in standing(view)],
        docks=[(*look.corner(dock), look.fill(corner.seat)) for corner in b.corners.values() for dock in corner.docks],
        reserves=[(*_reserve(corner, look), look.fill(corner.seat)) for corner in b.corners.values()],
        file_names=[(look.middle(f"{letter}1")[0], letter) for letter in b.files],
        rank_names=[(look.middle(f"{b.files[0]}{rank}")[1], rank) for rank in range(1, len(b.rows) + 1)],
        marks=_marks(lately, look),
        pieces=[piece for seat in seats_in(view) for piece in _pieces(seat, view, look)],
        legend_top=legend_top,
        legend=[_entry(index, seat, view, look) for index, seat in enumerate(seats_in(view))],
        kinds=_kinds(),
        kinds_top=legend_top + ENTRY * len(seats_in(view)) + 18,
        signs=_signs(),
    )
    return in_black_and_white(svg, [each[:2] for each in PRINTED.values()]) if look.colours is PRINTED else svg


def size_of(view: Json) -> Point:
    """How wide and how high the picture of a view is."""
    side = CELL * len(board().files)
    return 2 * MARGIN + side, 2 * MARGIN + side + HEADING - 16 + ENTRY * len(seats_in(view)) + 72


def drawn_at(square: str, view: Json) -> Point:
    """Where the middle of a square is on the picture of a view."""
    x, y = _look(view).middle(square)
    return x, y + HEADING


# --- The board ------------------------------------------------------------------------------------------------------


class Look(msgspec.Struct, frozen=True):
    """How the board is looked at: turned round or not, and in which colours."""

    flip: bool
    colours: Mapping[SeatName, tuple[str, str, str]]

    def corner(self, square: str) -> Point:
        """The corner of a square that is drawn at the top left."""
        column, row = board().column(square), board().row(square)
        if self.flip:
            column, row = len(board().files) - 1 - column, len(board().rows) - 1 - row
        return MARGIN + CELL * column, MARGIN + CELL * row

    def middle(self, square: str) -> Point:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def fill(self, owner: SeatName | None) -> str | None:
        """The colour of a side; None for nobody's."""
        return self.colours[owner][0] if owner else None

    def inks(self, seat: SeatName) -> Colours:
        """A side's fill and ink."""
        return self.colours[seat][:2]


def _look(view: Json) -> Look:
    return Look(bool(view.get("flip")), PRINTED if is_for_print(view) else COLOURS)


def _grounds(squares: Sequence[str], look: Look) -> list[tuple[str, str]]:
    """The squares as drawn: those of one colour as one path, with that colour."""
    paths: dict[str, list[str]] = {}
    for square in squares:
        x, y = look.corner(square)
        paths.setdefault(_ground(square, look), []).append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    return [("".join(path), fill) for fill, path in paths.items()]


def _ground(square: str, look: Look) -> str:
    terrain, shade = board().terrain_of(square), (board().column(square) + board().row(square)) % 2
    match terrain:
        case "camp" | "reserve":
            return look.colours[board().corner_with(square).seat][2]
        case "bridge" | "water" | "mine":
            return SHADES["water"][shade]
        case _:
            return SHADES["land"][shade]


def _coast(squares: Sequence[str], look: Look) -> str:
    """The line between land and water, as one path."""
    places = {look.corner(square) for square in squares if board().terrain_of(square) in ("water", "mine", "bridge")}
    strokes = []
    for x, y in map(look.corner, squares):
        wet = (x, y) in places
        if x > MARGIN and wet != ((x - CELL, y) in places):
            strokes.append(f"M{x} {y}v{CELL}")
        if y > MARGIN and wet != ((x, y - CELL) in places):
            strokes.append(f"M{x} {y}h{CELL}")
    return "".join(strokes)


def _reserve(corner: Corner, look: Look) -> Point:
    """The corner of a reserve area that is drawn at the top left."""
    places = [look.corner(square) for square in corner.reserve]
    return min(x for x, _ in places), min(y for _, y in places)


def _badge(square: str, owner: SeatName | None, look: Look) -> Mine:
    """The small mine beside a piece that stands on one."""
    x, y = look.middle(square)
    return Mine(x + CELL * 0.34, y - CELL * 0.34, look.fill(owner))


def _points(places: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


# --- What happened lately -------------------------------------------------------------------------------------------


def _marks(lately: Sequence[Event], look: Look) -> Marks:
    """Moves, and what they captured or ran into."""
    arrows, gone = [], []
    for event in lately:
        if event.kind != "move":
            continue
        facts = event.facts
        ways = [_start_of(facts, look), *(look.middle(square) for square in facts["path"])]
        words = f"{seat_title(facts['seat'])} {facts['piece']} {facts['from']} to {facts['path'][-1]}"
        arrows.append(arrow(ways, look.inks(facts["seat"]), 13, words, head=8))
        fell = [(each["square"], each["seat"], each["piece"]) for each in facts["captured"]]
        if facts["lost"]:
            fell.append((facts["lost"]["square"], facts["seat"], facts["piece"]))
        gone += [(look.middle(square), label(seat, piece), look.inks(seat)) for square, seat, piece in fell]
    return Marks(latest(arrows), fallen(gone, 9.5, (0, -17), (0, -13)), size=9.5)


def _start_of(move: Json, look: Look) -> Point:
    """Where a move began: on a square, or for a piece that waited on its home circle (CON-049)."""
    return look.middle(board().corners[move["seat"]].circle if move["from"] == START else move["from"])


# --- The pieces -----------------------------------------------------------------------------------------------------


def _pieces(seat: SeatName, view: Json, look: Look) -> list[Piece]:
    """A side's pieces, wherever on the board they are."""
    corner = board().corners[seat]
    drawn = [
        _piece(seat, piece, look.middle(square), ON_FIELD, square, look)
        for piece, square in field_of(seat, view).items()
    ]
    in_camp = {square: piece for square, piece in waiting(seat, view)[0].items() if square in corner.camp}
    drawn += [_piece(seat, piece, look.middle(square), IN_CAMP, "camp", look) for square, piece in in_camp.items()]
    ships = [piece for piece in in_state(seat, START, view) if kind_of(piece) == "battleship"]
    for odd, dock in zip((1, 0), corner.docks, strict=True):
        moored = [ship for ship in ships if int(ship[2:]) % 2 == odd]
        drawn += _shared(seat, moored, (*look.corner(dock), CELL, CELL), BERTHS, "dock", look)
    place = (*_reserve(corner, look), 2 * CELL, 2 * CELL)
    return drawn + _shared(seat, in_state(seat, RESERVE, view), place, SHELVES, "reserve", look)


def _shared(seat: SeatName, pieces: Sequence[str], place: Place, ways: Ways, where: str, look: Look) -> list[Piece]:
    """Pieces that share a place."""
    across, down, size = _division(len(pieces), ways)
    return [
        _piece(seat, piece, middle, size, where, look)
        for piece, middle in zip(pieces, _split(*place, across, down), strict=False)
    ]


def _division(count: int, ways: Ways) -> tuple[int, int, float]:
    return next(way[1:] for way in ways if count <= way[0])


def _split(x: float, y: float, width: float, height: float, across: int, down: int) -> list[Point]:
    """The middles of a rectangle's parts, row by row."""
    return [
        (round(x + width * (column + 0.5) / across, 1), round(y + height * (row + 0.5) / down, 1))
        for row in range(down)
        for column in range(across)
    ]


def _piece(seat: SeatName, piece: str, place: Point, size: float, where: str, look: Look) -> Piece:
    words = f"{seat_title(seat)} {piece}, {where}"
    return Piece(*place, size, kind_of(piece), *look.inks(seat), label(seat, piece), words)


# --- Below the picture ----------------------------------------------------------------------------------------------


def _entry(index: int, seat: SeatName, view: Json, look: Look) -> LegendEntry:
    fill, ink = look.inks(seat)
    y = ENTRY * index
    held = prisoners_of(seat, view)
    across, down, size = _division(len(held), CELLS)
    room = (MARGIN + PRISONERS_AT, y, len(board().files) * CELL - PRISONERS_AT, ENTRY)
    prisoners = [
        _piece(owner, piece, middle, size, f"held by {seat_title(seat)}", look)
        for (owner, piece), middle in zip(held, _split(*room, across, down), strict=False)
    ]
    in_turn = view["to_move"] == seat and view["phase"] == "play"
    return LegendEntry(y, fill, ink, letter_of(seat), _words_on(seat, view), in_turn, tuple(prisoners))


def _words_on(seat: SeatName, view: Json) -> str:
    if seat in view["out"]:
        return f"{seat_title(seat)}, out"
    counts = {
        "on the field": len(field_of(seat, view)),
        "waiting": len(in_state(seat, START, view)),
        "in reserve": len(in_state(seat, RESERVE, view)),
    }
    said = ", ".join(f"{count} {where}" for where, count in counts.items())
    held = len(prisoners_of(seat, view))
    return f"{seat_title(seat)}: {said}" + (f"; holds {held}" if held else "")


def _kinds() -> list[tuple[float, str, str]]:
    """One of each kind of piece with its name, as x, kind, name."""
    named = {"artillery": "artillery", "anti_aircraft": "anti-aircraft gun", "battleship": "battleship"}
    named["airplane"] = "airplane"
    return [(MARGIN + 14 + 150 * index, kind, name) for index, (kind, name) in enumerate(named.items())]


def _signs() -> list[tuple[float, str, str]]:
    """One of each sign of the board with its meaning, as x, sign, words."""
    meant = {
        "mine": "mine, in its owner's colour",
        "dead": "dead mine",
        "under": "piece on a mine",
        "home": "home circle",
        "dock": "dock",
    }
    places = (14, 236, 352, 502, 628)
    return [(MARGIN + at, sign, words) for at, (sign, words) in zip(places, meant.items(), strict=True)]


def _heading(view: Json) -> str:
    """Which map this is. Whose move it is, what is thrown and who has won are told beside it."""
    return f"{TITLE}, turn {view['turn']}"


def _in_words(view: Json) -> str:
    stands = [
        f"{seat_title(seat)} {listed(f'{piece} on {square}' for piece, square in field_of(seat, view).items())}"
        for seat in seats_in(view)
        if field_of(seat, view)
    ]
    return f"The board of Conflict. {'; '.join(stands) or 'No piece is on the field yet'}."
