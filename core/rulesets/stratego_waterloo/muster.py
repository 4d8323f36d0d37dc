"""Battles of campaigns in Stratego Waterloo, coarsely: only the ratio of strengths enters, and the board is what it is.

Both sides stand in their usual formation, the weaker with gaps from its rear row forward; leaders and guns stay. The
attacker is Blue, whose ply comes first. A game turn is twenty minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.contract import ATTACKER, BATTLE_SIDES, DEFENDER, Battle, BattleSide, Muster, Outcome, Toll
from core.musters import Ending, by_sides, strengths, toll_of
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.setup import LEADERS, default_formation

SEATS: dict[BattleSide, str] = {ATTACKER: "blue", DEFENDER: "red"}
TURNS_AN_HOUR = 3
ENDINGS: dict[str, Ending] = {"turn_limit": "limit", "resigned": "resigned", "draw_agreed": "agreed"}


def muster(rules: Any, battle: Battle) -> Muster:
    """Both sides in their usual formation, the weaker without some of its pieces. Raises NoMuster."""
    totals, _ = strengths(battle)
    turns = TURNS_AN_HOUR * battle.hours
    options = {"version": "basic", "turn-limit": turns}
    written = rules.board.written
    field = battlefield_of(written, rules.settle(options))
    roster = {piece["code"]: piece for piece in written["pieces"]}
    board: dict[str, str] = {}
    pool = {}
    for side, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
        formation = default_formation(field, written, SEATS[side])
        board |= thinned(formation.board, roster, side, totals[side], totals[other])
        if formation.reserve:
            pool[SEATS[side]] = list(formation.reserve)
    position = {"board": board, "pool": pool, "to_move": SEATS[ATTACKER]}
    return Muster(options=options, seats=SEATS, position=position, insert=(), limit=turns)


def thinned(board: dict[str, str], roster: dict[str, Any], side: BattleSide, own: int, other: int) -> dict[str, str]:
    """A formation without as many of its pieces as the side is weaker, at most half of them."""
    missing = min(len(board) * max(0, other - own) // other, len(board) // 2)
    forward = 1 if side == ATTACKER else -1
    from_the_rear = sorted(board, key=lambda square: (forward * int(square[1:]), square[0]))
    gone = [square for square in from_the_rear if may_be_missing(roster[board[square][:2]])][:missing]
    return {square: code for square, code in board.items() if square not in gone}


def may_be_missing(piece: Any) -> bool:
    """Neither a leader nor a gun."""
    return piece["class"] not in LEADERS and piece["arm"] != "a"


def toll(rules: Any, battle: Battle, outcome: Outcome | None, position: Any, entered: Sequence[str]) -> Toll:
    """The loser loses 15 % of his men and the winner 8 %; without a winner both lose 8 %."""
    _, counted = strengths(battle)
    turn = max(1, rules.encode(position).get("turn") or 1)
    found = toll_of(battle, SEATS, outcome, ENDINGS, turn, TURNS_AN_HOUR, {})
    winner = next((side for side in BATTLE_SIDES if outcome and SEATS[side] in outcome.winners), None)
    return Toll(found.ended_by, found.winner, found.hours, by_sides(counted, winner))
