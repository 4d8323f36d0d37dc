"""The battlefield of Stratego Waterloo drawn as text that a program can read back.

Five characters a square, 66 columns in all, north up for both players or turned round for those who ask. Made from a
view, so that it can show no more than the view does; `parse_map` reads a drawn board. Not for: the list of all pieces
by square, which is `questions.forces`; the picture, which is `picture.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

import msgspec

from core.contract import Json, SeatName

from .board import COLUMNS, ROWS, in_order, square
from .sides import SEATS, arms_counted, of, on_board, other, stands, tile_at, tile_title
from .status import casualties, status

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
BRACKETS = {"FARM": ("[", "]"), "HILL": ("(", ")"), "VILLAGE": ("{", "}"), "MUD": ("~", "~")}
FLAG, OPEN = ("<", ">"), (" ", " ")
EMPTY = "."
CELL = 5
_LEFT = 3  # columns before the first square


class Drawn(msgspec.Struct, frozen=True):
    """What a text map shows: what stands on each occupied square, and the brackets around each square that has any."""

    pieces: dict[str, str]
    marks: dict[str, str]


def map_text(view: Json) -> str:
    """The board of a view, and below it tiles, pools, Prussians, cards, losses and what is known of whom.

    A view with `flip` is drawn with the south up, as the Allied player looks at the board.
    """
    return "\n".join(
        [
            *wrap(status(view), WIDTH),
            *_board_lines(view, flipped=bool(view.get("flip"))),
            *_tiles(view),
            *_off_the_board(view),
            *_cards(view),
            *_losses(view),
            *_known(view),
            *_legend(view),
        ]
    )


def parse_map(text: str) -> Drawn:
    """What stands on a text map. Raises ValueError where there is no board or a line of it is too short."""
    lines = text.splitlines()
    top = next((at for at, line in enumerate(lines) if line.split() in (list(COLUMNS), list(COLUMNS[::-1]))), None)
    if top is None:
        raise ValueError("there is no line of column letters")
    columns, pieces, marks = lines[top].split(), {}, {}
    for line in lines[top + 1 : top + 1 + len(ROWS)]:
        if len(line) < _LEFT + CELL * len(COLUMNS) or not line[:2].strip().isdecimal():
            raise ValueError(f"{line!r} is no row of the board")
        for place, letter in enumerate(columns):
            cell = line[_LEFT + CELL * place : _LEFT + CELL * (place + 1)]
            name = f"{letter}{line[:2].strip()}"
            if cell[0] + cell[-1] != "  ":
                marks[name] = cell[0] + cell[-1]
            if cell[1:-1].strip() != EMPTY:
                pieces[name] = cell[1:-1].strip()
    return Drawn(pieces, marks)


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


# --- The squares ----------------------------------------------------------------------------------------------------


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
    return FLAG if name in view["flags"] and view["prussian_turn"] is not None else OPEN


# --- Below the board ------------------------------------------------------------------------------------------------


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
    if kind == "FARM":
        flag = f"{of(state['flag'])} flag" if state.get("flag") else "no flag"
        return f"{said}: {flag}{damage}"
    return f"{said}{damage}"


def _off_the_board(view: Json) -> list[str]:
    seat = view.get("seat")
    said = [_pool(view, side) for side in _own_first(seat)]
    if view["prussian_turn"] is not None and view["undrawn"]:
        come = view["grouchy"] != "never"
        said.append(f"Prussians still to come: {view['undrawn']}" if come else "The Prussians do not come")
    return _set_out("", said, "    ")


def _own_first(seat: SeatName | None) -> tuple[SeatName, SeatName]:
    return SEATS if seat is None else (seat, other(seat))


def _whose(view: Json, side: SeatName) -> str:
    return "Your" if side == view.get("seat") else of(side)


def _pool(view: Json, side: SeatName) -> str:
    pool = view["pool"][side]
    if not pool:
        return f"{_whose(view, side)} pool: none"
    named = ", ".join(_in_pool(piece) for piece in pool if piece.get("code"))
    return f"{_whose(view, side)} pool: {arms_counted(pool)}{f': {named}' if named else ''}"


def _in_pool(piece: Json) -> str:
    blocks = str(piece.get("blocks") or "")
    status = piece.get("status") or "reserve"
    return f"{piece['code']}{blocks}{'' if status == 'reserve' else f' ({status})'}"


def _cards(view: Json) -> list[str]:
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
    return _set_out("", [each for each in said if each], "    ")


def _plays_cards(view: Json) -> bool:
    return bool(view["options"]["version"] != "basic")


def _stretch(squares: Sequence[str]) -> str:
    return f"{squares[0]}-{squares[-1]}" if len({name[1:] for name in squares}) == 1 else " ".join(squares)


def _losses(view: Json) -> list[str]:
    return _set_out("", [f"{of(side)} losses {casualties(view, side)}" for side in SEATS], "    ")


def _known(view: Json) -> list[str]:
    seat = view.get("seat")
    if seat is None or view["phase"] == "over" or not view["board"]:
        return []
    said = "Known enemies are in lower case."
    known = [f"{name} {piece['code']}" for name, piece in on_board(view, seat).items() if piece.get("known")]
    return wrap(f"{said} The enemy knows your: {', '.join(known)}", WIDTH) if known else [said]


def _legend(view: Json) -> list[str]:
    present = {piece["nation"] for piece in view["board"].values() if piece.get("code") is None}
    signs = ["-i -c -a enemy infantry, cavalry, artillery"] if present else []
    if "PR" in present:
        signs.append("+i +c +a Prussians")
    if any(piece.get("blocks") for piece in view["board"].values()):
        signs.append("a digit: blocks, each 1 less strength")
    if view["prussian_turn"] is not None and view["undrawn"] and view["grouchy"] != "never":
        signs.append("< > where Prussians come")
    return _set_out("", signs, "   ")


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
