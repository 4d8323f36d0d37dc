"""Before the first turn: whether an army stands as it may, how it stands if nobody says, and the draft of the cards.

SWL-008 to SWL-016, SWL-131 to SWL-133. All of it works on values, codes and squares; secrets are no matter here, as a
side sets up with its own pieces alone. A stack of cards is how many of each are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from core.rulesets.stratego_waterloo.battlefield import (
    BLUE,
    COLUMNS,
    NATIONS,
    RED,
    SETUP_ROWS,
    Battlefield,
    in_names,
    setup_squares,
)
from core.rulesets.stratego_waterloo.orders import Setup

EMPTY = ".."
CARDS = ("RE", "IN", "CA", "GB", "FS")  # SWL-131
COPIES = 3  # SWL-131
USUAL = ("FS", "CA", "GB", "IN", "RE")  # what is kept, and what is put away, where nobody says (SWL-R51)
PICKS = 8  # four for each side; the last is the last card, nothing is put away with it (SWL-132)
MOST_FAULTS = 12  # of a set-up, that are told at once
MOST_WISHED = 15  # entries of a list: more than there are cards could never be used up

FULL_STACK = dict.fromkeys(CARDS, COPIES)
LEADERS = ("CINC", "CMD")
OTHER_NAMES = {  # words that mean another piece for each side
    BLUE: {"LIGHT": "LI", "LINE": "LN", "GUN": "FA"},
    RED: {"LINE": "BF", "GUN": "BA"},
}


class Formation(msgspec.Struct, frozen=True):
    """How a side begins: its codes by square, and those in reserve, in the order of the roster."""

    board: dict[str, str]
    reserve: tuple[str, ...]


class Fault(msgspec.Struct, frozen=True):
    """Why a set-up cannot stand (E-SETUP): the clause, and facts whose `what` names the reason.

    `part` is what to blame: the number of a row, `reserve`, `garrison`, or None for the whole.
    """

    clause: str
    facts: dict[str, Any]
    part: int | str | None = None


def formation_ordered(
    field: Battlefield, board: Mapping[str, Any], seat: str, order: Setup
) -> Formation | tuple[Fault, ...]:
    """The formation that a side orders, or what is wrong with it, as `judge` tells it."""
    if order.default:
        return default_formation(field, board, seat)
    rows = [(row.row, row.squares) for row in order.rows]
    return judge(field, board, seat, rows, order.reserve, order.garrison)


def judge(
    field: Battlefield,
    board: Mapping[str, Any],
    seat: str,
    rows: Sequence[tuple[int, Sequence[str | None]]],
    reserve: Sequence[str] | None,
    garrison: Sequence[tuple[str, str]],
) -> Formation | tuple[Fault, ...]:
    """The formation that a side orders, or what is wrong with it: at most 12 faults, in the order of the set-up.

    What a fault leaves open is not judged: garrisons and the rest are counted only if all that is placed can stand.

    `rows` are row numbers with twelve codes from A to L, None for an empty square; `reserve` is what the player says he
    holds back, None where he leaves that to the rest; `garrison` are codes and squares. Clauses SWL-009 to SWL-011,
    SWL-015, SWL-148.
    """
    return _Trial(field, board, seat).judge(rows, reserve, garrison)


def default_formation(field: Battlefield, board: Mapping[str, Any], seat: str) -> Formation:
    """What a side that says nothing gets: its usual formation, or a filling on an own battlefield (SWL-016)."""
    if field.custom:
        return _filled(field, board, seat)
    placed = _by_the_table(field, board, seat)
    return Formation(placed, _rest(field, seat, placed))


def open_to(field: Battlefield, piece: Mapping[str, Any], square: str) -> bool:
    """Whether a piece may be set up on this square, as far as its tile goes (SWL-015)."""
    tile = field.tile_at(square)
    if tile is None or piece["arm"] == "i":
        return True
    return tile.kind != "FARM" and not (tile.kind == "MUD" and piece["arm"] == "a")


def code_meant(word: str, seat: str) -> str:
    """The code that a side means by a word; a word that is none of the other names stands as it is."""
    return OTHER_NAMES[seat].get(word.upper(), word.upper())


def garrison_squares(field: Battlefield, seat: str) -> dict[str, int]:
    """The squares on which a side has to start garrisons, each with the number of infantry its tile gets."""
    squares: dict[str, int] = {}
    for garrison in field.garrisons:
        tile = field.tile(garrison.tile)
        if garrison.seat == seat and tile is not None:
            squares |= dict.fromkeys(tile.squares, garrison.count)
    return squares


# --- What a player orders -----------------------------------------------------------------------------------------


class _Wrong(Exception):
    def __init__(self, clause: str, what: str, **facts: Any) -> None:
        super().__init__(what)
        self.clause, self.facts = clause, {"what": what, **facts}


class _Trial:
    """One ordered set-up being looked at."""

    def __init__(self, field: Battlefield, board: Mapping[str, Any], seat: str) -> None:
        self.field, self.seat = field, seat
        self.roster = {piece["code"]: piece for piece in board["pieces"]}
        self.placed: dict[str, str] = {}
        self.part: int | str | None = None
        self.faults: list[Fault] = []

    def judge(
        self,
        rows: Sequence[tuple[int, Sequence[str | None]]],
        reserve: Sequence[str] | None,
        garrison: Sequence[tuple[str, str]],
    ) -> Formation | tuple[Fault, ...]:
        for at, (row, codes) in enumerate(rows):
            self._row(row, codes, [other for other, _ in rows[:at]])
        self.part = "garrison"
        for code, square in garrison:
            with self._noting():
                self._guard(code_meant(code, self.seat), square.upper())
        self.part = None
        self._numbers()
        rest: tuple[str, ...] = ()
        if not self.faults:
            with self._noting():
                self._garrisons()
                rest = _rest(self.field, self.seat, self.placed)
                self._held_back(rest, reserve)
        return tuple(self.faults[:MOST_FAULTS]) or Formation(self.placed, rest)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Keep what is found to be wrong, and go on behind it."""
        try:
            yield
        except _Wrong as wrong:
            self.faults.append(Fault(wrong.clause, wrong.facts, self.part))

    def _row(self, row: int, codes: Sequence[str | None], above: Sequence[int]) -> None:
        self.part = row
        with self._noting():
            if row not in SETUP_ROWS[self.seat]:
                raise _Wrong("SWL-009", "row", row=row, rows=sorted(SETUP_ROWS[self.seat]))
            if row in above:
                raise _Wrong("SWL-009", "row-twice", row=row)
            if len(codes) != len(COLUMNS):
                raise _Wrong("SWL-009", "row-length", row=row, count=len(codes), wanted=len(COLUMNS))
            for column, word in zip(COLUMNS, codes, strict=True):
                if word is not None:
                    with self._noting():
                        self._place(code_meant(word, self.seat), f"{column}{row}")

    def _place(self, code: str, square: str) -> None:
        self._own(code, square)
        if square in self.placed:
            raise _Wrong("SWL-009", "square-twice", square=square, unit=code, other=self.placed[square])
        guarded = garrison_squares(self.field, self.seat)
        if square not in guarded and square not in setup_squares(self.field, self.seat):
            raise _Wrong("SWL-148", "closed", square=square, unit=code)
        if not open_to(self.field, self.roster[code], square):
            tile = self.field.tile_at(square)
            raise _Wrong("SWL-015", "terrain", square=square, unit=code, kind=tile.kind if tile else None)
        self.placed[square] = code

    def _own(self, code: str, square: str | None) -> None:
        piece = self.roster.get(code)
        if piece is None or piece["nation"] != NATIONS[self.seat]:
            raise _Wrong("SWL-009", "unit", unit=code, square=square, exists=piece is not None)

    def _guard(self, code: str, square: str) -> None:
        guarded = garrison_squares(self.field, self.seat)
        if square not in guarded:
            raise _Wrong("SWL-148", "garrison-square", square=square, unit=code, squares=sorted(guarded, key=in_names))
        self._own(code, square)
        if self.roster[code]["arm"] != "i":
            raise _Wrong("SWL-148", "garrison-arm", square=square, unit=code)
        self._place(code, square)

    def _numbers(self) -> None:
        army = self.field.armies[self.seat]
        for code, count in Counter(self.placed.values()).items():
            with self._noting():
                if count > army.get(code, 0):
                    raise _Wrong("SWL-009", "count", unit=code, placed=count, have=army.get(code, 0))

    def _garrisons(self) -> None:
        for garrison in self.field.garrisons:
            tile = self.field.tile(garrison.tile)
            if garrison.seat != self.seat or tile is None:
                continue
            inside = {square: self.placed[square] for square in tile.squares if square in self.placed}
            riders = [square for square, code in inside.items() if self.roster[code]["arm"] != "i"]
            if riders:
                raise _Wrong("SWL-148", "garrison-arm", square=riders[0], unit=inside[riders[0]])
            if len(inside) != garrison.count:
                facts = {"tile": tile.id, "placed": len(inside), "wanted": garrison.count, "squares": tile.squares}
                raise _Wrong("SWL-148", "garrison-count", **facts)

    def _held_back(self, rest: tuple[str, ...], reserve: Sequence[str] | None) -> None:
        """SWL-010, SWL-011. The limit is the set-up's alone (SWL-093); late pieces do not count (SWL-178)."""
        for code in rest:
            if self.roster[code]["class"] in LEADERS:
                raise _Wrong("SWL-011", "leader", unit=code)
        if len(rest) > self.field.reserve:
            raise _Wrong("SWL-010", "reserve", held=len(rest), most=self.field.reserve)
        if reserve is not None:
            self.part = "reserve"
            said = Counter(code_meant(code, self.seat) for code in reserve)
            for code in said:
                self._own(code, None)
            for code in self.field.armies[self.seat]:
                if said[code] != rest.count(code):
                    raise _Wrong("SWL-010", "reserve-differs", unit=code, said=said[code], left=rest.count(code))


def _rest(field: Battlefield, seat: str, placed: Mapping[str, str]) -> tuple[str, ...]:
    """What is not placed, in the order of the roster."""
    counts = Counter(placed.values())
    return tuple(code for code, count in field.armies[seat].items() for _ in range(count - counts[code]))


# --- What a silent player gets ------------------------------------------------------------------------------------


def _by_the_table(field: Battlefield, board: Mapping[str, Any], seat: str) -> dict[str, str]:
    """By version; Expert sends two of RED's to Hougemont, an early start leaves 14 of BLUE's out."""
    name = "french" if seat != RED else "allied_basic" if field.base == "basic" else "allied_standard"
    placed = {}
    for row, codes in board["formations"][name].items():
        for column, code in zip(COLUMNS, codes.split(), strict=True):
            if code != EMPTY:
                placed[f"{column}{row}"] = code
    if seat == RED and field.garrisons:
        for start, square in board["formations"]["garrison"].items():
            placed[square] = placed.pop(start)
    if seat != RED and field.late:
        for square in board["early"]["without"]:
            del placed[square]
    return placed


def _filled(field: Battlefield, board: Mapping[str, Any], seat: str) -> Formation:
    """On an own battlefield (SWL-183): garrisons of the first infantry; then the rest from the back row forward."""
    roster = {piece["code"]: piece for piece in board["pieces"]}
    army = [code for code, count in field.armies[seat].items() for _ in range(count)]
    infantry = [code for code in army if roster[code]["arm"] == "i"]
    placed: dict[str, str] = {}
    for garrison in field.garrisons:
        tile = field.tile(garrison.tile)
        if garrison.seat == seat and tile is not None:
            for square in sorted(tile.squares, key=in_names)[: garrison.count]:
                placed[square] = infantry.pop(0)
    leaders = [code for code in army if roster[code]["class"] in LEADERS]
    riders = [code for code in army if roster[code]["arm"] == "c" and code not in leaders]
    guns = [code for code in army if roster[code]["arm"] == "a"]
    free = list(setup_squares(field, seat))
    for code in (*leaders, *riders, *guns, *infantry):
        taken = next((square for square in free if open_to(field, roster[code], square)), None)
        if taken is not None:
            placed[taken] = code
            free.remove(taken)
    return Formation(placed, _rest(field, seat, placed))


# --- The draft of the cards -------------------------------------------------------------------------------------------


class Pick(msgspec.Struct, frozen=True):
    """One pick: what is kept, what is put away (None with the last card), and whether either was not as ordered."""

    keep: str
    burn: str | None
    filled: bool = False


def draft(keep: Sequence[Sequence[str]], burn: Sequence[Sequence[str]]) -> tuple[Pick, ...]:
    """All eight picks by lists, in turn; `keep` and `burn` hold the lists of the first picker and of the second."""
    stack = dict(FULL_STACK)
    left = [list(wishes) for wishes in keep]
    picks = []
    for number in range(PICKS):
        side = number % 2
        chosen = pick(stack, left[side], burn[side], keep[side])
        if chosen.keep in left[side]:
            left[side].remove(chosen.keep)
        stack = without(stack, chosen)
        picks.append(chosen)
    return tuple(picks)


def pick(stack: dict[str, int], keep: Sequence[str], burn: Sequence[str], wanted: Sequence[str] | None = None) -> Pick:
    """The pick from a stack by lists of wishes, the usual order where none of them can be had.

    `wanted` is all that the player wished to keep, what he has included: unless he names them to be burnt those kinds
    go last, the least wanted first.
    """
    kept = _first(stack, keep) or _first(stack, USUAL)
    if kept is None:
        raise ValueError("no card left")
    rest = {**stack, kept: stack[kept] - 1}
    wished = keep if wanted is None else wanted
    others = [card for card in USUAL if card not in wished]
    burnt = _first(rest, burn) or _first(rest, others) or _first(rest, list(reversed(wished)))
    ordered = bool(keep) and kept == keep[0] and (burnt is None or (bool(burn) and burnt == burn[0]))
    return Pick(kept, burnt, not ordered)


def without(stack: dict[str, int], chosen: Pick) -> dict[str, int]:
    """The stack without the two cards of a pick."""
    return {card: count - (card == chosen.keep) - (card == chosen.burn) for card, count in stack.items()}


def comes_by_itself(stack: dict[str, int]) -> bool:
    """Whether there is nothing to choose: the last card comes by itself (SWL-R51)."""
    return sum(stack.values()) == 1


def _first(stack: dict[str, int], wishes: Sequence[str]) -> str | None:
    return next((card for card in wishes if stack.get(card)), None)
