"""Movement, approach and fire against a slow reading of the rulebook that shares nothing with the rules in C.

Random boards with every kind of tile: for every pair of squares the check must accept a move, an attack (with the
assault square of SWL-R30) or a shot exactly where these few lines of Python do.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from core.contract import Effect
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import Fire, Go, numbered

BOARD = tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text())
RULES = StrategoWaterloo(BOARD)
PIECES = {piece["code"]: piece for piece in BOARD["pieces"]}
SCENARIO = """
base standard
tile FARM C5
tile HILL F8
tile HILL F3
tile MUD H4
tile MUD E6
tile VILLAGE J2
army blue NA 1 NE 1 LN 9 LI 5 CH 6 CU 3 FA 8
army red WE 1 UX 1 BF 9 RI 5 KH 6 DC 3 BA 8
prussians none
"""
FILES = "ABCDEFGHIJKL"
KINDS = {
    **dict.fromkeys(("C5", "D5", "C6", "D6"), "FARM"),
    **dict.fromkeys(("F8", "G8", "F9", "G9", "F3", "G3", "F4", "G4"), "HILL"),
    **dict.fromkeys(("H4", "I4", "H5", "I5", "E6", "F6", "E7", "F7"), "MUD"),
    **dict.fromkeys(("J2", "K2", "J3", "K3"), "VILLAGE"),
}
AHEAD = {"blue": (0, 1), "red": (0, -1)}
LEFT = {"blue": (-1, 0), "red": (1, 0)}
REACH = {"LIGHT": 3, "LINE": 2, "ART": 1}
Square = tuple[int, int]


def at(name: str) -> Square:
    return FILES.index(name[0]), int(name[1:])


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1]}"


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 12 and 1 <= square[1] <= 10


class Reference:
    """One position, looked at with the rulebook in the hand."""

    def __init__(self, board: dict[str, str], farm_stands: bool, mud_back: bool) -> None:
        self.board, self.farm_stands, self.mud_back = board, farm_stands, mud_back

    def kind(self, square: Square) -> str:
        kind = KINDS.get(name(square), "OPEN")
        return "OPEN" if kind == "FARM" and not self.farm_stands else kind

    def side(self, square: Square) -> str | None:
        code = self.board.get(name(square))
        return None if code is None else "blue" if PIECES[code]["nation"] == "FR" else "red"

    def ways(self, start: Square) -> dict[Square, list[list[Square]]]:
        """Every way of a piece, as squares from its own on, by the square it ends on (SWL-028 to SWL-034)."""
        piece = PIECES[self.board[name(start)]]
        found: dict[Square, list[list[Square]]] = {start: [[start]]}
        longest = 1 if self.kind(start) == "MUD" and piece["class"] != "LIGHT" else REACH.get(piece["class"], 11)
        todo = [[start]]
        while todo:
            way = todo.pop()
            if len(way) > longest or (len(way) > 1 and self.kind(way[-1]) == "MUD" and piece["class"] != "LIGHT"):
                continue
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                after = (way[-1][0] + step[0], way[-1][1] + step[1])
                straight = len(way) == 1 or (way[-1][0] - way[-2][0], way[-1][1] - way[-2][1]) == step
                if not on_board(after) or after in way or name(after) in self.board or not self.may_enter(piece, after):
                    continue
                if (piece["arm"] == "i" or straight) and self.may_leave(start, way[-1], step):
                    found.setdefault(after, []).append([*way, after])
                    todo.append([*way, after])
        return found

    def may_enter(self, piece: dict[str, Any], square: Square) -> bool:
        if self.kind(square) == "FARM":
            return bool(piece["arm"] == "i")
        return not (self.kind(square) == "MUD" and piece["arm"] == "a")

    def may_leave(self, start: Square, square: Square, step: Square) -> bool:
        """SWL-187."""
        piece, side = PIECES[self.board[name(start)]], self.side(start)
        if self.mud_back or square != start or self.kind(start) != "MUD" or piece["class"] == "LIGHT":
            return True
        assert side is not None
        return step != (0, -AHEAD[side][1])

    def attacks(self, start: Square) -> dict[Square, Square]:
        """The squares of enemies that a piece can attack, each with the assault square of SWL-R30."""
        piece, side = PIECES[self.board[name(start)]], self.side(start)
        assert side is not None
        if piece["class"] == "ART":
            return {}
        longest = 1 if self.kind(start) == "MUD" and piece["class"] != "LIGHT" else REACH.get(piece["class"], 11)
        chosen: dict[Square, tuple[Any, Square]] = {}
        for end, ways in self.ways(start).items():
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                target = (end[0] + step[0], end[1] + step[1])
                if not on_board(target) or self.side(target) in (None, side) or not self.may_enter(piece, target):
                    continue
                if end != start and self.kind(end) == "MUD" and piece["class"] != "LIGHT":
                    continue
                if not self.may_leave(start, end, step):
                    continue
                for way in ways:
                    straight = len(way) == 1 or (way[-1][0] - way[-2][0], way[-1][1] - way[-2][1]) == step
                    if len(way) > longest or not (piece["arm"] == "i" or straight):
                        continue
                    price = (self.is_front(target, step), len(way), self.turn(side, step))
                    chosen[target] = min(chosen.get(target, (price, end)), (price, end))
        return {target: end for target, (_, end) in chosen.items()}

    def is_front(self, target: Square, step: Square) -> bool:
        """SWL-049."""
        other = self.side(target)
        assert other is not None
        return PIECES[self.board[name(target)]]["class"] == "ART" and step == (0, -AHEAD[other][1])

    def turn(self, side: str, step: Square) -> int:
        left = LEFT[side]
        return [AHEAD[side], left, (-left[0], 0), (0, -AHEAD[side][1])].index(step)

    def bears(self, start: Square, square: Square) -> bool:
        """SWL-066, SWL-067, SWL-128."""
        side = self.side(start)
        assert side is not None
        ahead = (square[1] - start[1]) * AHEAD[side][1]
        if self.kind(start) == "HILL":
            return 1 <= ahead <= 4 and abs(square[0] - start[0]) <= 1
        between = [(start[0], start[1] + AHEAD[side][1] * steps) for steps in range(1, ahead)]
        clear = all(name(each) not in self.board and self.kind(each) != "FARM" for each in between)
        return square[0] == start[0] and 1 <= ahead <= 3 and clear

    def may_shoot(self, start: Square, square: Square) -> bool:
        """SWL-070, SWL-121, SWL-122, SWL-129, SWL-152."""
        side, other = self.side(start), self.side(square)
        kind = self.kind(square)
        if not self.bears(start, square):
            return False
        if kind == "FARM" or (kind == "VILLAGE" and other is None):
            return all(self.side(at(each)) != side for each, each_kind in KINDS.items() if each_kind == kind)
        if other in (None, side):
            return False
        gun = PIECES[self.board[name(square)]]["class"] == "ART"
        return not (gun and kind == "HILL" and self.kind(start) != "HILL")


def a_board(luck: Random, farm_stands: bool) -> dict[str, str]:
    """Half of the pieces of both armies, anywhere they may stand."""
    army = ["NA", "NE", "WE", "UX", *["LN"] * 9, *["LI"] * 5, *["CH"] * 4, *["CU"] * 3, *["FA"] * 8]
    army += [*["BF"] * 9, *["RI"] * 2, *["KH"] * 4, *["DC"] * 3, *["BA"] * 6]
    board: dict[str, str] = {}
    model = Reference(board, farm_stands, mud_back=False)
    for code in luck.sample(army, 34):
        square = (luck.randrange(12), luck.randrange(1, 11))
        if name(square) not in board and model.may_enter(PIECES[code], square):
            board[name(square)] = code
    return board


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_every_square_to_every_square(seed, seat):
    luck = Random(seed)
    farm_stands, mud_back = bool(seed % 3), seed % 4 == 3
    board = a_board(luck, farm_stands)
    options = RULES.settle({"battlefield": SCENARIO, "mud-back": "yes" if mud_back else "no"})
    state = {"board": board, "to_move": seat, "actions": {"allowance": 3}}
    position = RULES.decode(state | ({} if farm_stands else {"tiles": {"T1": {"damage": 4}}}), options)
    model = Reference(board, farm_stands, mud_back)
    for start in (at(each) for each in board):
        if model.side(start) != seat:
            continue
        moves, attacks = model.ways(start), model.attacks(start)
        for file in range(12):
            for row in range(1, 11):
                end = (file, row)
                goes, facts = answer(position, seat, Go((name(start), name(end)), "move"))
                assert goes == (end in moves and end != start), (start, end)
                fights, facts = answer(position, seat, Go((name(start), name(end)), "attack"))
                assert fights == (end in attacks), (start, end)
                if fights:
                    assert facts["assault"] == name(attacks[end])
                if PIECES[board[name(start)]]["class"] == "ART":
                    assert answer(position, seat, Fire(name(start), name(end)))[0] == model.may_shoot(start, end)


@pytest.mark.parametrize("seed", range(4))
def test_every_way_of_infantry(seed):
    luck = Random(seed)
    board = a_board(luck, True)
    options = RULES.settle({"battlefield": SCENARIO})
    position = RULES.decode({"board": board, "to_move": "blue", "actions": {"allowance": 3}}, options)
    model = Reference(board, True, False)
    for start in (at(each) for each in board):
        if model.side(start) == "blue" and PIECES[board[name(start)]]["arm"] == "i":
            legal = {tuple(way) for ways in model.ways(start).values() for way in ways}
            for way in all_ways(start):
                assert answer(position, "blue", Go(tuple(map(name, way)), "move"))[0] == (way in legal), way


def all_ways(start: Square) -> list[tuple[Square, ...]]:
    """Every way of two to four steps over the board, whatever stands on it."""
    ways, whole = [(start,)], []
    for steps in range(1, 5):
        ways = [
            (*way, (way[-1][0] + step[0], way[-1][1] + step[1]))
            for way in ways
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0))
        ]
        ways = [way for way in ways if on_board(way[-1])]
        whole += ways if steps > 1 else []
    return whole


def answer(position: Any, seat: str, order: Any) -> tuple[bool, Any]:
    """Whether a line is accepted, and the facts of its verdict."""
    checked = RULES.check(position, seat, numbered([order]))
    return checked.effect is Effect.AT_ONCE, checked.verdicts[0].facts
