"""The battlefield of Stratego Waterloo, drawn as text that a program can read back, and as a picture.

Text: five characters a square, 66 columns in all, north up for both players or turned round for those who ask. Made
from a view, so that it can show no more than the view does. Not for: the list of all pieces by square, which is
`questions.forces`.

Picture: an SVG document of the same facts. What is drawn is worked out here, how it looks stands in `map.svg.j2`. A
piece bears the sign of its arm - crossed belts for infantry, one for cavalry, a ball for artillery - and below it its
code and strength where the viewer knows them, else the letter of the arm, so that colour tells nothing that is not
written as well. Pools and a legend stand below the board. Not for: rendering to pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
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
    COLUMNS,
    ROWS,
    SEATS,
    arms_counted,
    column_of,
    in_order,
    kinds,
    of,
    on_board,
    other,
    piece_called,
    row_of,
    square,
    stands,
    tile_at,
    tile_title,
)
from .narration import casualties, clock_of
from .texts import TITLE

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
BRACKETS = {"FARM": ("[", "]"), "HILL": ("(", ")"), "VILLAGE": ("{", "}"), "MUD": ("~", "~")}
FLAG, OPEN = ("<", ">"), (" ", " ")
EMPTY = "."
CELL = 5
LONG_POOL = 50  # what is longer has a line of its own
_LEFT = 3  # columns before the first square


def map_text(view: Json) -> str:
    """The board of a view, and below it tiles, pools, Prussians, cards, losses and what is known of whom.

    A view with `flip` is drawn with the south up, as the Allied player looks at the board.
    """
    return "\n".join(
        [
            *_board_lines(view, flipped=bool(view.get("flip"))),
            *_tiles(view),
            *_off_the_board(view),
            *_cards(view),
            *_losses(view),
            *_known(view),
            *_legend(view),
        ]
    )


def sign_of(piece: Json, view: Json) -> str:
    """A piece as the map shows it: `PL2` one's own, `bf` a known enemy, `-i` and `+c` enemies known by arm alone."""
    blocks = str(piece.get("blocks") or "")
    if piece.get("code") is None:
        return f"{'+' if piece['nation'] == 'PR' else '-'}{piece['arm']}{blocks}"
    if _is_own(piece, view):
        return f"{piece['code']}{blocks}"
    return f"{piece['code'].lower()}{blocks}"


def _is_own(piece: Json, view: Json) -> bool:
    """Onlookers, and all when the game is over without a seat of their own, see the French as if they were theirs."""
    return bool(piece["side"] == (view.get("seat") or "blue"))


# --- The squares ---------------------------------------------------------------------------------------------------


def _board_lines(view: Json, *, flipped: bool) -> list[str]:
    columns = range(len(COLUMNS)) if not flipped else range(len(COLUMNS) - 1, -1, -1)
    rows = list(ROWS) if flipped else list(ROWS)[::-1]
    heading = (" " * _LEFT + "".join(f"{COLUMNS[column]:^{CELL}}" for column in columns)).rstrip()
    lines = [f"{row:>2} {''.join(_cell(square(column, row), view) for column in columns)} {row}" for row in rows]
    return [heading, *lines, heading]


def _cell(name: str, view: Json) -> str:
    left, right = _brackets(name, view)
    piece = view["board"].get(name)
    return f"{left}{f' {EMPTY} ' if piece is None else f'{sign_of(piece, view):<3}'}{right}"


def _brackets(name: str, view: Json) -> tuple[str, str]:
    tile = tile_at(view, name)
    if tile is not None:
        return BRACKETS[view["tile_data"][tile]["kind"]]
    return FLAG if name in view["flags"] and _prussians_matter(view) else OPEN


def _prussians_matter(view: Json) -> bool:
    """Whether there is a place where Prussians come; in a pursuit none come any more (SWL-160)."""
    return view["prussian_turn"] is not None and view["phase"] not in ("pursuit", "over")


# --- Below the board -----------------------------------------------------------------------------------------------


def _tiles(view: Json) -> list[str]:
    said = [_tile(view, tile) for tile in view["tile_data"]]
    return _set_out("", said, "   ") if said else []


def _tile(view: Json, tile: str) -> str:
    kind = view["tile_data"][tile]["kind"]
    left, right = BRACKETS[kind]
    state = view["tiles"].get(tile, {})
    if not stands(view, tile):
        return f"{tile_title(view, tile)}: destroyed"
    damage = f", damage {state['damage']}/4" if state.get("damage") else ""
    said = f"{left}{tile_title(view, tile)}{right} {kind.lower()}"
    if view["phase"] == "pursuit":
        return said  # a place and no more (SWL-160)
    if kind == "FARM":
        flag = f"{of(state['flag'])} flag" if state.get("flag") else "no flag"
        return f"{said}: {flag}{damage}"
    return f"{said}{damage}"


def _off_the_board(view: Json) -> list[str]:
    if view["phase"] == "pursuit":
        return []  # pools are without meaning, and their cavalry rides with the rest (SWL-160, SWL-161)
    seat = view.get("seat")
    said = [_pool(view, side) for side in _own_first(seat)]
    if _prussians_matter(view) and view["undrawn"]:
        come = view["grouchy"] != "never"
        said.append(f"Prussians still to come: {view['undrawn']}{_when(view)}" if come else "The Prussians do not come")
    rows: list[str] = []
    for is_long, items in groupby(said, key=lambda each: len(each) > LONG_POOL):
        if is_long:
            rows += [row for each in items for row in wrap(each, WIDTH, subsequent_indent="  ")]
        else:
            rows += _set_out("", items, "    ")
    return [row.replace(HARD_SPACE, " ") for row in rows]


def _when(view: Json) -> str:
    """Whose the Prussians are and when they come, as long as they do not."""
    turn = view["prussian_turn"]
    return f" (Red's, from turn {turn}, {clock_of(turn)})" if view["turn"] < turn else ""


def _own_first(seat: SeatName | None) -> tuple[SeatName, SeatName]:
    return SEATS if seat is None else (seat, other(seat))


def _whose(view: Json, side: SeatName) -> str:
    return "Your" if side == view.get("seat") else of(side)


def _pool(view: Json, side: SeatName) -> str:
    pool = view["pool"][side]
    if not pool:
        return f"{_whose(view, side)} pool: none"
    named = _named_in_pool([piece for piece in pool if piece.get("code")], view)
    said = f"{_whose(view, side)} pool: {arms_counted(pool)}"
    hidden = [piece for piece in pool if not piece.get("code")]
    if not hidden:
        return f"{said}: {named}"
    late = sum(piece.get("status") == "late" for piece in hidden)
    said += f", {late} of them {_status('late', view)}" if late else ""
    return f"{said}; of them known: {named}" if named else said


def _named_in_pool(pieces: Sequence[Json], view: Json) -> str:
    """`CU 2, LN; MG 2, OG (late); LN (withdrawn)`: by what keeps them there, each kind counted."""
    by_status: dict[str, list[str]] = {}
    for piece in sorted(pieces, key=lambda piece: list(kinds()).index(piece["code"])):
        status = piece.get("status") or "reserve"
        by_status.setdefault(status, []).append(f"{piece['code']}{piece.get('blocks') or ''}")
    told = []
    for status, codes in sorted(by_status.items(), key=lambda each: each[0] != "reserve"):
        counted = [f"{code}{HARD_SPACE}{count}" if count > 1 else code for code, count in Counter(codes).items()]
        told.append(", ".join(counted) + ("" if status == "reserve" else f"{HARD_SPACE}({_status(status, view)})"))
    return "; ".join(told)


def _status(status: str, view: Json) -> str:
    """What keeps a piece off the board; of late pieces from when on they come (SWL-174)."""
    return f"late, from {clock_of(int(view['options']['late-arrival']))}" if status == "late" else status


def _cards(view: Json) -> list[str]:
    if view["phase"] == "pursuit":  # without meaning, as the lines of retreat are (SWL-160)
        return []
    hands = view["cards"]["hands"]
    said = []
    for side in _own_first(view.get("seat")) if view["phase"] != "setup" else ():
        hand = hands.get(side)
        if isinstance(hand, list):
            said.append(f"{_whose(view, side)} cards: {' '.join(hand) or 'none'}" if hand or _plays_cards(view) else "")
        elif hand is not None and (hand or _plays_cards(view)):
            said.append(f"{_whose(view, side)} cards: {hand}")
    for side in _own_first(view.get("seat")):
        section = view["retreat"].get(side)
        if section:
            squares = sorted(view["sections"][side].get(section, ()), key=in_order)
            said.append(f"{_whose(view, side)} lines of retreat: {section} ({_stretch(squares)})")
    return [*_set_out("", [each for each in said if each], "    "), *_sections(view)]


def _sections(view: Json) -> list[str]:
    """The sections of the back rows by name, where no card names one and orders and results speak of them."""
    if view["lines"] != "expert":
        return []
    return _set_out("", [f"{of(side)} back row: {_stretches(view['sections'][side])}" for side in SEATS], "    ")


def _stretches(sections: Json) -> str:
    return ", ".join(f"{name} {_stretch(sorted(squares, key=in_order))}" for name, squares in sections.items())


def _plays_cards(view: Json) -> bool:
    return bool(view["options"]["version"] != "basic")


def _stretch(squares: Sequence[str]) -> str:
    return f"{squares[0]}-{squares[-1]}" if len({name[1:] for name in squares}) == 1 else " ".join(squares)


def _losses(view: Json) -> list[str]:
    return _set_out("", [f"{of(side)} losses {casualties(view, side)}" for side in SEATS], "    ")


def _known(view: Json) -> list[str]:
    seat = view.get("seat")
    if seat is None or not view["board"]:
        return []
    if view["phase"] == "over":
        return ["The enemy's pieces are in lower case."]
    enemies = any(piece.get("code") for piece in on_board(view, other(seat)).values())
    said = "Known enemies are in lower case. " if enemies else ""
    known = [f"{name}{HARD_SPACE}{piece['code']}" for name, piece in on_board(view, seat).items() if piece.get("known")]
    rows = wrap(f"{said}The enemy knows your: {', '.join(known)}" if known else said, WIDTH)
    return [row.replace(HARD_SPACE, " ") for row in rows]


def _legend(view: Json) -> list[str]:
    present = {piece["nation"] for piece in view["board"].values() if piece.get("code") is None}
    signs = ["-i -c -a enemy infantry, cavalry, artillery"] if present else []
    if "PR" in present:
        signs.append("+i +c +a Prussians")
    if any(piece.get("blocks") for piece in _told_of(view)):
        signs.append("a digit: blocks, each 1 less strength")
    if _prussians_matter(view) and view["undrawn"] and view["grouchy"] != "never":
        signs.append("< > where Prussians come")
    return _set_out("", signs, "   ")


def _told_of(view: Json) -> list[Json]:
    """The pieces that the text names: on the board, and in the pools where these are told."""
    pooled = [] if view["phase"] == "pursuit" else [piece for pool in view["pool"].values() for piece in pool]
    return [*view["board"].values(), *(piece for piece in pooled if piece.get("code"))]


def _set_out(lead: str, items: Iterable[str], between: str) -> list[str]:
    """Items behind a lead, the line broken between them and within only where one alone is too long."""
    rows: list[str] = []
    row = lead
    for item in items:
        joined = f"{row}{between if row != lead else ''}{item}"
        if len(joined) <= WIDTH:
            row = joined
            continue
        if row != lead:
            rows.append(row)
        *full, row = wrap(item, WIDTH, subsequent_indent="  ") or [""]
        rows += full
    return [*rows, row] if row != lead else rows


# --- The battlefield as a picture -------------------------------------------------------------------------------------


SIDE = 54
MARGIN = 34
HEADING = 30
SHELF, EMPTY_SHELF = 64, 30  # height of a side's pool, with pieces and without
LEGEND_ROW = 26
PIECE = 44
MOST_ON_SHELF = 24
# Fill and ink of each nation; they differ in lightness as well as in hue.
COLOURS = {"FR": ("#23408e", "#ffffff"), "AL": ("#c2413b", "#ffffff"), "PR": ("#2b2b2b", "#ffffff")}
PRINTED = {"FR": ("#111111", "#ffffff"), "AL": ("#fdfdfd", "#000000"), "PR": ("#777777", "#ffffff")}
# Of a piece that both sides know.
GOLD_RIM, GREY_RIM = "#f2c230", "#9a9a9a"
GROUND = {"FARM": "#c9a06a", "HILL": "#b9b07a", "VILLAGE": "#d0b28d", "MUD": "#8a7656"}
GRASS = ("#cfdca8", "#c6d49c")


class Tile(msgspec.Struct, frozen=True):
    """A tile as drawn: its north-west corner, kind, fill, the words on it, the colour of its flag, and its damage."""

    x: float
    y: float
    kind: str
    fill: str
    name: str
    flag: str | None
    damage: int


class Piece(msgspec.Struct, frozen=True):
    """A piece as drawn: its middle, size (1 is a square), arm, colours, label, strength, blocks and the words for it.

    `known` marks an own piece that the enemy knows, or an enemy's that the viewer knows.
    """

    x: float
    y: float
    size: float
    arm: str
    fill: str
    ink: str
    label: str
    strength: str
    blocks: int
    known: bool
    words: str


class Shelf(msgspec.Struct, frozen=True):
    """A side's pool beside the board: where, the words on it, and its pieces."""

    y: float
    height: int
    words: str
    losses: str
    fill: str
    pieces: tuple[Piece, ...]


class Sign(msgspec.Struct, frozen=True):
    """A sign of the legend: where it stands, which it is, and what it means."""

    x: float
    y: float
    sign: str
    words: str


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    """The board of a view as an SVG document, with a description in words for those who cannot see it."""
    width, height = SIDE * len(COLUMNS), SIDE * len(ROWS)
    shelves, legend, heading = _shelves(view), _signs(view), _heading(view)
    legend_top = shelves[-1].y + shelves[-1].height + 10
    whole = size_of(view)
    svg = template(__package__).render(
        width=whole[0],
        height=whole[1],
        margin=MARGIN,
        top=HEADING,
        cell=SIDE,
        board_width=width,
        board_height=height,
        words=_in_words(view),
        heading=heading,
        grass=GRASS[0],
        darker=(GRASS[1], _darker()),
        lines=_lines_of_retreat(view),
        sections=_section_names(view),
        tiles=[_tile_drawn(view, tile) for tile in view["tile_data"] if stands(view, tile)],
        flags=[_corner_of(name, view) for name in view["flags"]] if _prussians_matter(view) else [],
        column_names=[(_middle(f"{letter}1", view)[0], letter) for letter in COLUMNS],
        row_names=[(_middle(f"A{row}", view)[1], row) for row in ROWS],
        marks=_marks(view, lately),
        pieces=[_piece(piece, _middle(name, view), 1.0, name, view) for name, piece in on_board(view).items()],
        shelves=shelves,
        legend=legend,
        legend_top=legend_top,
        colours=_colours(view),
        rim=GREY_RIM if is_for_print(view) else GOLD_RIM,
        ground=GROUND,
    )
    return in_black_and_white(svg, [*PRINTED.values(), (GREY_RIM, GREY_RIM)]) if is_for_print(view) else svg


def size_of(view: Json) -> Point:
    """How wide and how high the picture of a view is."""
    shelf, sign = _shelves(view)[-1], _signs(view)[-1]
    height = HEADING + shelf.y + shelf.height + 10 + sign.y + LEGEND_ROW + 6
    return 2 * MARGIN + SIDE * len(COLUMNS), height


def drawn_at(name: str, view: Json) -> Point:
    """Where the middle of a square is on the picture of a view."""
    x, y = _middle(name, view)
    return x, y + HEADING


def _colours(view: Json) -> dict[str, Colours]:
    return PRINTED if is_for_print(view) else COLOURS


# --- The board -----------------------------------------------------------------------------------------------------


def _corner_of(name: str, view: Json) -> Point:
    """The corner of a square that is drawn at the top left."""
    column, row = column_of(name), len(ROWS) - row_of(name)
    if view.get("flip"):
        column, row = len(COLUMNS) - 1 - column, len(ROWS) - 1 - row
    return MARGIN + SIDE * column, MARGIN + SIDE * row


def _middle(name: str, view: Json) -> Point:
    x, y = _corner_of(name, view)
    return x + SIDE / 2, y + SIDE / 2


def _darker() -> str:
    """Every other square, as one path: the same whichever way up."""
    places = ((column, row) for row in range(len(ROWS)) for column in range(len(COLUMNS)) if (column + row) % 2 == 0)
    return "".join(f"M{MARGIN + SIDE * column} {MARGIN + SIDE * row}h{SIDE}v{SIDE}h-{SIDE}z" for column, row in places)


def _known_sections(view: Json, seat: SeatName) -> list[str]:
    """The sections of a side's lines of retreat that the viewer knows of; in a pursuit they mean nothing (SWL-160)."""
    if view["phase"] == "pursuit":
        return []
    named = view["lines"].get(seat) if isinstance(view["lines"], dict) else view["retreat"].get(seat)
    every = view["lines"] == "expert" or named == "ANY"
    return [section for section in view["sections"][seat] if every or section == named]


def _lines_of_retreat(view: Json) -> list[tuple[float, float, str]]:
    """The squares of the lines of retreat that the viewer knows of, each with its side's colour."""
    known: list[tuple[float, float, str]] = []
    for seat, nation in (("blue", "FR"), ("red", "AL")):
        squares = [name for section in _known_sections(view, seat) for name in view["sections"][seat][section]]
        known += [(*_corner_of(name, view), COLOURS[nation][0]) for name in squares]
    return known


def _section_names(view: Json) -> list[tuple[float, float, str]]:
    """The names of those lines of retreat, within the margin behind them."""
    names: list[tuple[float, float, str]] = []
    for seat in ("blue", "red"):
        for section in _known_sections(view, seat):
            places = [_middle(name, view) for name in view["sections"][seat][section]]
            if places and section != "ANY":
                below = places[0][1] > MARGIN + SIDE * len(ROWS) / 2
                y = MARGIN + (SIDE * len(ROWS) + 30 if below else -23)
                names.append((sum(x for x, _ in places) / len(places), y, f"retreat: {section}"))
    return names


def _marks(view: Json, lately: Sequence[Event]) -> Marks:
    """Moves and attacks, and what they cost."""
    arrows, gone = [], []
    for event in lately:
        facts, colours = event.facts, _colours(view)
        match event.kind:
            case "move":
                arrows.append(_arrow([*_path_of(facts), facts["to"]], facts["piece"], view))
            case "attack":
                arrows.append(_arrow([*_path_of(facts), facts["assault"], facts["square"]], facts["piece"], view))
                losers = {"attacker": ("target",), "defender": ("piece",), "neither": ("piece", "target")}
                for fell in losers.get(str(facts["winner"]), ()) if facts["loser"] == "eliminated" else ():
                    piece = facts[fell]
                    label = piece.get("code") or piece["arm"]
                    gone.append((_middle(facts["square"], view), label, colours[piece["nation"]]))
            case "shot" if facts["what"] != "tile":
                arrows.append(_arrow([facts["from"], facts["at"]], facts["piece"], view))
                if facts["result"] != "immune":
                    piece = facts["target"]
                    label = piece.get("code") or piece["arm"]
                    gone.append((_middle(facts["at"], view), label, colours[piece["nation"]]))
    return Marks(latest(arrows), fallen(gone, 11, (SIDE / 2 - 12, -SIDE / 2 + 5), (0, 15)), size=11)


def _path_of(facts: Json) -> list[str]:
    return [facts["from"], *facts.get("path", ())]


def _arrow(squares: Sequence[str], piece: Json, view: Json) -> Arrow | None:
    words = f"{of(piece['side'])} {piece_called(piece)} {squares[0]} to {squares[-1]}"
    return arrow([_middle(name, view) for name in squares], _colours(view)[piece["nation"]], 22, words)


def _tile_drawn(view: Json, tile: str) -> Tile:
    told, state = view["tile_data"][tile], view["tiles"].get(tile, {})
    places = [_corner_of(name, view) for name in told["squares"]]
    x, y = min(x for x, _ in places), min(y for _, y in places)
    flag = state.get("flag")
    fill = _colours(view)["FR" if flag == "blue" else "AL"][0] if flag else None
    return Tile(x, y, told["kind"], GROUND[told["kind"]], tile_title(view, tile), fill, state.get("damage", 0))


# --- The pieces ----------------------------------------------------------------------------------------------------


def _piece(piece: Json, place: Point, size: float, where: str, view: Json) -> Piece:
    fill, ink = _colours(view)[piece["nation"]]
    code = piece.get("code") or ""
    kind = kinds().get(code)
    blocks = int(piece.get("blocks") or 0)
    strength = "" if kind is None or not kind.strength else str(max(kind.strength - blocks, 0))
    own = piece["side"] == view.get("seat")
    known = bool(piece.get("known")) if own else bool(code) and view["phase"] != "over"
    words = f"{of(piece['side'])} {kind.name if kind else piece_called(piece)}, {where}"
    return Piece(
        x=round(place[0], 1),
        y=round(place[1], 1),
        size=size,
        arm=piece["arm"],
        fill=fill,
        ink=ink,
        label=code or piece["arm"],
        strength=strength,
        blocks=blocks,
        known=known,
        words=words,
    )


# --- Beside the board ----------------------------------------------------------------------------------------------


def _heading(view: Json) -> str:
    """Which map this is. Whose move it is and who has won are told beside it."""
    when = {"setup": "set-up", "draft": "draft"}.get(view["phase"], f"turn {view['turn']}, {view['clock']}")
    return f"{TITLE}, {when}"


def _shelves(view: Json) -> list[Shelf]:
    """Both pools, one below the other; an empty one takes a line only."""
    y, shelves = 2 * MARGIN + SIDE * len(ROWS), []
    for seat in ("red", "blue"):
        shelves.append(_shelf(y, seat, view))
        y += shelves[-1].height
    return shelves


def _shelf(y: int, seat: SeatName, view: Json) -> Shelf:
    pool: Sequence[Json] = view["pool"][seat]
    step = min(PIECE * 0.72, (SIDE * len(COLUMNS) - 20) / max(len(pool), 1))
    pieces = tuple(
        _piece(piece, (MARGIN + 18 + step * place, y + 40), 0.6, "off the board", view)
        for place, piece in enumerate(pool[:MOST_ON_SHELF])
    )
    come = seat == "red" and view["undrawn"] and _prussians_matter(view) and view["grouchy"] != "never"
    coming = f", {view['undrawn']} Prussians to come" if come else ""
    words = f"{of(seat)} pool: {len(pool) or 'empty'}{coming}"
    fill = COLOURS["FR" if seat == "blue" else "AL"][0]  # of the edge
    return Shelf(y, SHELF if pool else EMPTY_SHELF, words, f"losses {casualties(view, seat)}", fill, pieces)


def _signs(view: Json) -> list[Sign]:
    """The signs of this picture and what they mean, in rows as wide as the board."""
    signs, x, y = [], 0.0, 0
    for sign, words in _meanings(view).items():
        wide = 40 + 6.1 * len(words)
        if x + wide > SIDE * len(COLUMNS) + 12:
            x, y = 0.0, y + LEGEND_ROW
        signs.append(Sign(round(MARGIN + 14 + x, 1), y + LEGEND_ROW // 2, sign, words))
        x += wide
    return signs


def _meanings(view: Json) -> dict[str, str]:
    """What each sign that may stand in this picture means."""
    prussians = view["prussian_turn"] is not None
    standing = {view["tile_data"][tile]["kind"] for tile in view["tile_data"] if stands(view, tile)}
    meant = {"i": "i infantry", "c": "c cavalry", "a": "a artillery", "FR": "French", "AL": "Allied"}
    meant |= {"PR": "Prussian"} if prussians else {}
    rim = "grey" if is_for_print(view) else "gold"
    meant |= {"digit": "code and strength", "known": f"{rim} rim: both sides know it"}
    meant |= {"block": "block: 1 strength less"} if standing & {"FARM", "VILLAGE"} or _blocked(view) else {}
    meant |= {"line": "line of retreat"} if _lines_of_retreat(view) else {}
    meant |= {"arrival": "Prussians arrive"} if _prussians_matter(view) and view["flags"] else {}
    marked = any(state.get("flag") or state.get("damage") for state in view["tiles"].values())
    meant |= {"flag": "holder and damage"} if marked else {}
    return meant | {kind: kind.lower() for kind in GROUND if kind in standing}


def _blocked(view: Json) -> bool:
    """Whether any piece in sight has lost strength."""
    return any(piece.get("blocks") for piece in on_board(view).values())


def _in_words(view: Json) -> str:
    said = []
    for seat in SEATS:
        stand = [f"{piece_called(piece)} on {name}" for name, piece in on_board(view, seat).items()]
        if stand:
            said.append(f"{of(seat)}: {listed(stand)}")
    tiles = [
        f"{tile_title(view, tile)} ({view['tile_data'][tile]['kind'].lower()}) on "
        f"{' '.join(sorted(view['tile_data'][tile]['squares'], key=in_order))}"
        for tile in view["tile_data"]
        if stands(view, tile)
    ]
    ground = f" Tiles: {'; '.join(tiles)}." if tiles else ""
    return f"The battlefield of Waterloo. {'; '.join(said) or 'No piece is on the board yet'}.{ground}"
