"""Own battlefields: the scenario text that both players agree on when a game is created (SWL-183, SWL-R65).

The text comes from outside and is checked in full: whatever is wrong raises BadOption with the line, the reason's code
and its particulars. What it comes to is a `Battlefield` like the printed ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from core.contract import BadOption
from core.rulesets.stratego_waterloo.battlefield import (
    ANY,
    BACK_ROWS,
    COLUMNS,
    KINDS,
    MOST_RESERVE,
    NATIONS,
    PRUSSIAN,
    RED,
    ROWS,
    SECTIONS,
    SIDES,
    VERSIONS,
    Battlefield,
    Garrison,
    Tile,
    in_order,
    setup_squares,
    squares_of_tile,
)
from core.rulesets.stratego_waterloo.setup import default_formation

MOST_PLACED = 48  # squares of four rows
STOCK = {"HILL": 2, "MUD": 2, "BUILDING": 3}  # SWL-184

# Bounds for what comes from outside: they keep a position within its C arrays and a report within reason.
MOST_TEXT = 8_000
MOST_LINES = 200
MOST_WORDS = 80  # of a line: an army names at most 14 units
MOST_TITLE = 60
MOST_HELD = 48  # `reserve`
MOST_PRUSSIANS = 48
FIRST_TURNS = range(-21, 100)  # turn -21 is 00:00 of the day of the battle
LAST_PRUSSIAN_TURN = 999

SettleOption = Callable[[str, str], Any]

BAD = "SWL-183"  # the clause of everything that a scenario text may get wrong, where no closer one is known
ONCE = ("scenario", "base", "first", "turn", "prussians", "reserve", "retreat", "stock")
KEYS = (*ONCE, "tile", "army", "garrison", "option")


def read(text: str, board: Mapping[str, Any], settle_option: SettleOption) -> Battlefield:
    """The battlefield that a scenario text describes (SWL-183).

    `settle_option` gives the value of an option set in it, or raises BadOption. Raises BadOption with the facts
    `line` (from 1; 0 for the text as a whole), `text` of that line, `reason`, and the particulars of the reason.
    """
    return _Reading(board, settle_option).read(text)


class _Reading:
    """One scenario text being read: what has been said so far, and on which line."""

    def __init__(self, board: Mapping[str, Any], settle_option: SettleOption) -> None:
        self.board, self.settle_option = board, settle_option
        self.roster = {piece["code"]: piece for piece in board["pieces"]}
        self.number = 0
        self.lines: list[str] = []
        self.said: dict[str, int] = {}  # key, or key and what it is for -> line
        self.base = ""
        self.title, self.first, self.turn, self.reserve = "", RED, 1, MOST_RESERVE
        self.tiles: list[Tile] = []
        self.armies: dict[str, dict[str, int]] = {}
        self.prussians: dict[str, int] = {}
        self.prussian_turn: int | None = None
        self.flags: tuple[str, ...] = ()
        self.garrisons: list[tuple[int, str, str, int]] = []  # line, seat, square, count
        self.retreat: dict[str, str] | None = None
        self.unlimited = False
        self.options: dict[str, Any] = {}

    def read(self, text: str) -> Battlefield:
        if len(text) > MOST_TEXT:
            raise self._wrong("too-long", most=MOST_TEXT)
        self.lines = text.splitlines()
        if len(self.lines) > MOST_LINES:
            raise self._wrong("too-many-lines", most=MOST_LINES)
        for number, line in enumerate(self.lines, start=1):
            self.number = number
            words = self._words(line)
            if words:
                self._line(words)
        self.number = 0
        return self._whole()

    # --- Line by line ---------------------------------------------------------------------------------------------

    def _words(self, line: str) -> list[str]:
        """The words of a line up to a comment. What stands in quotes is one word, its quotes kept."""
        words = []
        for found in re.finditer(r'"[^"]*"|[;#].*|[^\s";#]+|"', line):
            word = found.group()
            if word[0] in ";#":
                break
            words.append(word)
        if len(words) > MOST_WORDS:
            raise self._wrong("too-many-words", most=MOST_WORDS)
        return words

    def _line(self, words: list[str]) -> None:
        key, rest = words[0].lower(), words[1:]
        if key not in KEYS:
            raise self._wrong("key", key=words[0], keys=KEYS)
        if key in ONCE:
            self._once(key)
        getattr(self, f"_read_{key}")(rest)

    def _once(self, *what: str) -> None:
        key = " ".join(what)
        if key in self.said:
            raise self._wrong("twice", key=key, first=self.said[key])
        self.said[key] = self.number

    def _read_scenario(self, words: list[str]) -> None:
        self.title = self._name(words, "scenario")

    def _read_base(self, words: list[str]) -> None:
        self.base = self._one_of(words, "base", VERSIONS)

    def _read_first(self, words: list[str]) -> None:
        self.first = self._one_of(words, "first", SIDES)

    def _read_turn(self, words: list[str]) -> None:
        self.turn = self._number(self._single(words, "turn"), FIRST_TURNS, "turn")

    def _read_reserve(self, words: list[str]) -> None:
        self.reserve = self._number(self._single(words, "reserve"), range(MOST_HELD + 1), "reserve")

    def _read_stock(self, words: list[str]) -> None:
        self.unlimited = self._one_of(words, "stock", ("box", "unlimited")) == "unlimited"

    def _read_tile(self, words: list[str]) -> None:
        if len(words) < 2:
            raise self._wrong("form", key="tile")
        kind = self._one_of(words[:1], "tile", KINDS)
        anchor = self._square(words[1])
        name = self._name(words[2:], "tile") if len(words) > 2 else ""
        try:
            squares = squares_of_tile(anchor)
        except ValueError:
            raise self._wrong("tile-off-board", square=anchor, kind=kind) from None
        for tile in self.tiles:
            shared = sorted(set(tile.squares) & set(squares))
            if shared:
                raise self._wrong("tile-overlaps", square=shared[0], other=tile.id, other_anchor=tile.anchor)
        self.tiles.append(Tile(f"T{len(self.tiles) + 1}", kind, anchor, squares, name))
        self._once("tile", anchor)

    def _read_army(self, words: list[str]) -> None:
        seat = self._one_of(words[:1], "army", SIDES)
        self._once("army", seat)
        self.armies[seat] = self._units(words[1:], NATIONS[seat])

    def _read_prussians(self, words: list[str]) -> None:
        if [word.lower() for word in words] == ["none"]:
            return
        lowered = [word.lower() for word in words]
        ends = [lowered.index(word) for word in ("turn", "flags") if word in lowered]
        self.prussians = self._units(words[: min(ends, default=len(words))], PRUSSIAN)
        self.prussian_turn, self.flags = self.board["prussian_turn"], tuple(self.board["prussian_flags"])
        for start, end in pairwise([*sorted(ends), len(words)]):
            said = words[start + 1 : end]
            if lowered[start] == "turn":
                turns = range(FIRST_TURNS.start, LAST_PRUSSIAN_TURN + 1)
                self.prussian_turn = self._number(self._single(said, "prussians"), turns, "turn")
            else:
                self.flags = self._flags(said)

    def _flags(self, words: list[str]) -> tuple[str, ...]:
        if not 1 <= len(words) <= 4:
            raise self._wrong("flags-count", count=len(words), least=1, most=4)
        flags = tuple(self._square(word) for word in words)
        if len(set(flags)) < len(flags):
            raise self._wrong("flags-twice", flags=flags)
        if len({flag[0] for flag in flags}) > 1 or flags[0][0] not in (COLUMNS[0], COLUMNS[-1]):
            raise self._wrong("flags-edge", flags=flags)
        for flag in flags:
            if int(flag[1:]) in BACK_ROWS.values():
                raise self._wrong("flags-back-row", square=flag)
        return flags

    def _read_garrison(self, words: list[str]) -> None:
        if len(words) != 3:
            raise self._wrong("form", key="garrison")
        seat = self._one_of(words[:1], "garrison", SIDES)
        square = self._square(words[1])
        self.garrisons.append((self.number, seat, square, self._number(words[2], range(1, 5), "garrison")))

    def _read_retreat(self, words: list[str]) -> None:
        lowered = [word.lower() for word in words]
        if lowered == ["cards"]:
            return
        if len(words) != 4 or {lowered[0], lowered[2]} != set(SIDES):
            raise self._wrong("form", key="retreat")
        sections = (*SECTIONS, ANY)
        self.retreat = {
            seat: self._one_of([word], "retreat", sections)
            for seat, word in zip(lowered[::2], words[1::2], strict=True)
        }

    def _read_option(self, words: list[str]) -> None:
        if len(words) != 2:
            raise self._wrong("form", key="option")
        name = words[0].lower()
        self._once("option", name)
        try:
            self.options[name] = self.settle_option(name, words[1].lower())
        except BadOption as error:
            facts = {key: value for key, value in error.facts.items() if key not in ("option", "value")}
            raise self._wrong(
                f"option-{error.code}", error.clause or BAD, name=name, given=words[1], **facts
            ) from error

    # --- Words ----------------------------------------------------------------------------------------------------

    def _single(self, words: list[str], key: str) -> str:
        if len(words) != 1:
            raise self._wrong("form", key=key)
        return words[0]

    def _one_of(self, words: list[str], key: str, values: Sequence[str]) -> str:
        word = self._single(words, key)
        for value in values:
            if value.lower() == word.lower():
                return value
        raise self._wrong("word", key=key, word=word, values=tuple(values))

    def _name(self, words: list[str], key: str) -> str:
        """A name in quotes or of a single word."""
        word = self._single(words, key)
        name = " ".join(word.strip('"').split())
        if word == '"' or not name.isprintable() or len(name) > MOST_TITLE:
            raise self._wrong("name", key=key, most=MOST_TITLE)
        return name

    def _number(self, word: str, bounds: range, key: str) -> int:
        if re.fullmatch("-?[0-9]{1,4}", word) and int(word) in bounds:
            return int(word)
        raise self._wrong("number", key=key, word=word, least=bounds[0], most=bounds[-1])

    def _square(self, word: str) -> str:
        square = word.upper()
        if not re.fullmatch("[A-L]([1-9]|10)", square):
            raise self._wrong("square", word=word)
        return square

    def _units(self, words: list[str], nation: str) -> dict[str, int]:
        """`NA 1 NE 1 LN 10`: units of a nation and their numbers; what is 0 is left out."""
        if len(words) % 2:
            raise self._wrong("units-form")
        counts: dict[str, int] = {}
        for word, number in zip(words[::2], words[1::2], strict=True):
            code = word.upper()
            if code not in self.roster or self.roster[code]["nation"] != nation:
                known = tuple(code for code, piece in self.roster.items() if piece["nation"] == nation)
                raise self._wrong("unit", word=word, known=known, exists=code in self.roster)
            if code in counts:
                raise self._wrong("unit-twice", unit=code)
            counts[code] = self._number(number, range(MOST_PLACED + MOST_HELD + 1), "unit")
        return in_order(self.board, counts)

    # --- The whole ------------------------------------------------------------------------------------------------

    def _whole(self) -> Battlefield:
        for key in ("base", "army blue", "army red"):
            if key not in self.said:
                raise self._wrong("missing", key=key)
        if self.base == "expert" and "retreat" in self.said:
            raise self._wrong("retreat-expert", "SWL-147", at="retreat")
        self._check_stock()
        self._check_prussians()
        self._check_tiles()
        for seat in SIDES:
            self._check_army(seat)
        field = Battlefield(
            title=self.title,
            base=self.base,
            first=self.first,
            turn=self.turn,
            tiles=tuple(self.tiles),
            armies=self.armies,
            late={},
            prussians=self.prussians,
            prussian_turn=self.prussian_turn if self.prussians else None,
            flags=self.flags if self.prussians else (),
            relief=self._relief(),
            garrisons=self._garrisons(),
            reserve=self.reserve,
            retreat=self.retreat,
            options=self.options,
            custom=True,
        )
        for seat in SIDES:
            self._check_room(field, seat)
        return field

    def _check_stock(self) -> None:
        if self.unlimited:
            return
        counts = dict.fromkeys(STOCK, 0)
        for tile in self.tiles:
            kind = tile.kind if tile.kind in STOCK else "BUILDING"
            counts[kind] += 1
            if counts[kind] > STOCK[kind]:
                raise self._wrong("stock", "SWL-184", at=f"tile {tile.anchor}", kind=kind, most=STOCK[kind])

    def _check_prussians(self) -> None:
        if not self.prussians:
            return
        at = "prussians"
        if self.prussians.get("BU", 0) > 1:
            raise self._wrong("leaders", at=at, seat=RED, kind="CMD", count=self.prussians["BU"], most=1)
        if sum(self.prussians.values()) > MOST_PRUSSIANS:
            raise self._wrong("army-size", at=at, seat=RED, size=sum(self.prussians.values()), most=MOST_PRUSSIANS)
        if self.prussian_turn is not None and self.prussian_turn <= self.turn:
            raise self._wrong("prussian-turn", "SWL-105", at=at, turn=self.prussian_turn, first=self.turn)

    def _check_tiles(self) -> None:
        flags, relief = set(self.flags), set(self._relief())
        back = {f"{column}{row}" for row in BACK_ROWS.values() for column in COLUMNS}
        for tile in self.tiles:
            for what, squares in (("flag", flags), ("relief", relief), ("back-row", back)):
                if tile.kind not in ("FARM", "MUD") or (tile.kind, what) == ("MUD", "back-row"):
                    continue
                met = [square for square in tile.squares if square in squares]
                if met:
                    raise self._wrong("tile-on", at=f"tile {tile.anchor}", kind=tile.kind, what=what, square=met[0])

    def _relief(self) -> tuple[str, ...]:
        """The squares north of the northernmost flag on its edge, from south to north (SWL-107)."""
        if not self.flags or not self.prussians:
            return ()
        northernmost = max(int(flag[1:]) for flag in self.flags)
        return tuple(f"{self.flags[0][0]}{row}" for row in range(northernmost + 1, ROWS.stop))

    def _check_army(self, seat: str) -> None:
        army, at = self.armies[seat], f"army {seat}"
        for kind in ("CINC", "CMD"):
            count = sum(number for code, number in army.items() if self.roster[code]["class"] == kind)
            if count != 1:
                raise self._wrong("leaders", "SWL-R65", at=at, seat=seat, kind=kind, count=count, most=1)
        size = sum(army.values())
        if size > MOST_PLACED + self.reserve:
            raise self._wrong("army-size", "SWL-R65", at=at, seat=seat, size=size, most=MOST_PLACED + self.reserve)

    def _garrisons(self) -> tuple[Garrison, ...]:
        garrisons: list[Garrison] = []
        for number, seat, square, count in self.garrisons:
            self.number = number
            tile = next((tile for tile in self.tiles if square in tile.squares), None)
            if tile is None:
                raise self._wrong("garrison-tile", "SWL-148", square=square)
            if any(other.tile == tile.id for other in garrisons):
                raise self._wrong("garrison-twice", "SWL-148", tile=tile.id, square=square)
            garrisons.append(Garrison(seat, tile.id, count))
            infantry = sum(n for code, n in self.armies[seat].items() if self.roster[code]["arm"] == "i")
            wanted = sum(garrison.count for garrison in garrisons if garrison.seat == seat)
            if wanted > infantry:
                raise self._wrong("garrison-infantry", "SWL-148", seat=seat, wanted=wanted, infantry=infantry)
        self.number = 0
        return tuple(garrisons)

    def _check_room(self, field: Battlefield, seat: str) -> None:
        """The default formation must always be at hand (SWL-016): it holds back no more than it may, and no leader."""
        formed = default_formation(field, self.board, seat)
        leaders = [code for code in formed.reserve if self.roster[code]["class"] in ("CINC", "CMD")]
        if len(formed.reserve) > field.reserve or leaders:
            needed = sum(field.armies[seat].values()) - field.reserve
            facts = {"needed": needed, "placed": len(formed.board), "squares": len(setup_squares(field, seat))}
            raise self._wrong("room", "SWL-015", at=f"army {seat}", seat=seat, **facts)

    def _wrong(self, reason: str, clause: str = BAD, at: str = "", **facts: Any) -> BadOption:
        """`at` names the key whose line is to blame, once all lines have been read."""
        number = self.said.get(at, self.number)
        text = self.lines[number - 1].strip() if number else ""
        said = {"option": "battlefield", "value": text, "line": number, "text": text, "reason": reason}
        return BadOption("value", clause, **said, **facts)
