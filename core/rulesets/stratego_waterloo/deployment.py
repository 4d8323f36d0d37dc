"""How the robots set up: formations of their own, varied by chance, and fitted to the guns that stand opposite.

RED has guns and light infantry in front, which no gun of BLUE's can take at once: BLUE's would be shot first. BLUE, who
sees RED's arms, puts light infantry or nobody where those guns bear, and guns where they do not. The Commander-in-Chief
stands in a corner, where two neighbours cover him. On a battlefield of the players' own it is the usual formation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from core.contract import Json
from core.rulesets.stratego_waterloo.battlefield import BACK_ROWS, BLUE, COLUMNS, RED, SETUP_ROWS, Battlefield
from core.rulesets.stratego_waterloo.orders import Row, Setup
from core.rulesets.stratego_waterloo.setup import LEADERS, garrison_squares, open_to

EMPTY = ".."
# A row from A to L, as in the board file; the mirror image is as good.
RED_BASIC = {
    10: "WE KH BF BF KH BF BF KH BF BF KH KH",
    9: "DC BF HR BF .. UX SG .. BF HR BF DC",
    8: "BF BF BF BF FG DC RH KH BF BF BF BF",
    7: "BA RI BA BL BA .. BL BA BL BA RI BA",
}
RED_STANDARD = {
    10: "WE KH BF BF KH .. DC KH BF BF KH ..",
    9: "DC KH BF FG SG BA BA RH UX BF KH DC",
    8: "BF BF BF BF HR BA BA HR BF BF BF BF",
    7: "BA RI BF BF BL BL .. BL BF BF RI BA",
}
FRENCH = {
    4: "FA LI FA FA LI LI LI LI FA FA FA FA",
    3: "LN LN LN LN OG CU ED CH LN LN LN LN",
    2: "CU LN MG YG PL FA NE PL YG MG LN CU",
    1: "NA CH LN LN CH LN .. CH LN LN CH CH",
}
GARRISON = {"C7": "C6", "D7": "D6"}  # RED's in Hougemont come from there (SWL-148)
EXCHANGES = 8
FRONT_ROW = 4
GROUND_RANGE, HILL_RANGE = 3, 4


def formation(field: Battlefield, board: Mapping[str, Any], seat: str, view: Json, numbers: Iterable[int]) -> Setup:
    """The set-up of a robot; `numbers` are its chance."""
    if field.custom:
        return Setup(default=True)
    luck = iter(numbers)
    roster = {piece["code"]: piece for piece in board["pieces"]}
    placed = _placed(field, seat, mirrored=next(luck) % 2 == 1)
    if seat == BLUE:
        _face_the_guns(placed, view)
    _exchange(placed, roster, field, luck)
    _fit(placed, field.armies[seat])
    if not _may_stand(placed, field, roster, seat):
        return Setup(default=True)
    return _ordered(placed, field, seat)


def _placed(field: Battlefield, seat: str, *, mirrored: bool) -> dict[str, str]:
    """The stored formation by squares; in expert two of RED's are in Hougemont."""
    rows = FRENCH if seat == BLUE else RED_BASIC if field.base == "basic" else RED_STANDARD
    placed = {}
    for row, codes in rows.items():
        listed = codes.split()
        for column, code in zip(COLUMNS, reversed(listed) if mirrored else listed, strict=True):
            if code != EMPTY:
                placed[f"{column}{row}"] = code
    if seat == RED and field.garrisons:
        for start, square in GARRISON.items():
            placed[square] = placed.pop(start)
    return placed


def _face_the_guns(placed: dict[str, str], view: Json) -> None:
    """Light infantry goes where RED's guns bear on the front row, as far as there is any; nobody else does."""
    front = [f"{column}{FRONT_ROW}" for column in COLUMNS]
    codes = sorted(placed.pop(square) for square in front)
    light = [code for code in codes if code == "LI"]
    others = [code for code in codes if code != "LI"]
    shelled = _shelled(view)
    quiet = [square for square in front if square not in shelled]
    # The middle first: there the enemy has most to shoot at, and is shot at most.
    for square in sorted(shelled, key=_aside):
        if light:
            placed[square] = light.pop()
    for square in sorted(quiet, key=_aside, reverse=True):
        if others:
            placed[square] = others.pop()
    for square in sorted(quiet, key=_aside):
        if light and square not in placed:
            placed[square] = light.pop()


def _aside(square: str) -> tuple[float, str]:
    """How far a square is from the middle of the board."""
    return abs(COLUMNS.index(square[0]) - 5.5), square


def _shelled(view: Json) -> set[str]:
    """The squares of BLUE's front row on which a gun of RED's could fire in his first ply."""
    hill = {square for tile in view["tile_data"].values() if tile["kind"] == "HILL" for square in tile["squares"]}
    farms = {square for tile in view["tile_data"].values() if tile["kind"] == "FARM" for square in tile["squares"]}
    found = set()
    for square, piece in view["board"].items():
        if piece["side"] != RED or piece["arm"] != "a":
            continue
        file, row = COLUMNS.index(square[0]), int(square[1:])
        if square in hill and row - FRONT_ROW <= HILL_RANGE:
            found |= {f"{COLUMNS[at]}{FRONT_ROW}" for at in (file - 1, file, file + 1) if 0 <= at < len(COLUMNS)}
        elif square not in hill and row - FRONT_ROW <= GROUND_RANGE:
            between = {f"{square[0]}{at}" for at in range(FRONT_ROW + 1, row)}
            if not between & farms and not between & set(view["board"]):
                found.add(f"{square[0]}{FRONT_ROW}")
    return found


def _exchange(placed: dict[str, str], roster: Mapping[str, Any], field: Battlefield, luck: Any) -> None:
    """Some pieces of one arm change places, so that a set-up is not known by heart; leaders and guns stay."""
    squares = sorted(placed)
    for _ in range(EXCHANGES):
        one, other = squares[next(luck) % len(squares)], squares[next(luck) % len(squares)]
        pieces = roster[placed[one]], roster[placed[other]]
        steady = any(piece["class"] in LEADERS or piece["class"] in ("ART", "LIGHT") for piece in pieces)
        near = abs(int(one[1:]) - int(other[1:])) <= 1
        if not steady and near and pieces[0]["arm"] == pieces[1]["arm"]:
            placed[one], placed[other] = placed[other], placed[one]


def _fit(placed: dict[str, str], army: Mapping[str, int]) -> None:
    """Whoever comes later than the others is not there yet (SWL-176)."""
    counts = Counter(placed.values())
    for square in sorted(placed, key=lambda square: (int(square[1:]), square), reverse=True):
        code = placed[square]
        if counts[code] > army.get(code, 0):
            counts[code] -= 1
            del placed[square]


def _may_stand(placed: Mapping[str, str], field: Battlefield, roster: Mapping[str, Any], seat: str) -> bool:
    """Whether all that is placed may stand there, and what is not may be held back (SWL-010, SWL-011, SWL-015)."""
    rest = Counter(field.armies[seat]) - Counter(placed.values())
    if rest.total() > field.reserve or any(roster[code]["class"] in LEADERS for code in rest):
        return False
    return all(open_to(field, roster[code], square) for square, code in placed.items())


def _ordered(placed: Mapping[str, str], field: Battlefield, seat: str) -> Setup:
    rows = sorted(SETUP_ROWS[seat], key=lambda row: abs(row - BACK_ROWS[seat]), reverse=True)
    guarded = sorted(square for square in garrison_squares(field, seat) if square in placed)
    return Setup(
        rows=tuple(Row(row, tuple(placed.get(f"{column}{row}") for column in COLUMNS)) for row in rows),
        garrison=tuple((placed[square], square) for square in guarded),
    )
