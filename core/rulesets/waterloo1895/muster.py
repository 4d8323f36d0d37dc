"""Battles of campaigns in the game of 1895, coarsely: only the ratio of strengths enters, and the board is what it is.

The stronger side has its ten pieces, the other fewer. The attacker is Napoleon, whose throw comes first. A round is
twenty minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.contract import ATTACKER, BATTLE_SIDES, DEFENDER, Battle, BattleSide, Muster, Outcome, Toll
from core.musters import Ending, by_sides, strengths, toll_of

SEATS: dict[BattleSide, str] = {ATTACKER: "napoleon", DEFENDER: "wellington"}
ARMIES: dict[BattleSide, str] = {ATTACKER: "N", DEFENDER: "W"}
TURNS_AN_HOUR = 3
PIECES, FEWEST = 10, 4
ENDINGS: dict[str, Ending] = {"max_rounds": "limit", "stall": "limit", "resigned": "resigned", "agreed": "agreed"}


def pieces_of(own: int, other: int) -> int:
    """How many pieces a side of strength `own` has against `other`."""
    if own >= other:
        return PIECES
    return max(FEWEST, (2 * PIECES * own + other) // (2 * other))


def muster(rules: Any, battle: Battle) -> Muster:
    """Both armies on their default posts, the weaker without its last infantry. Raises NoMuster."""
    totals, _ = strengths(battle)
    pieces: dict[str, str] = {}
    for side, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
        missing = PIECES - pieces_of(totals[side], totals[other])
        army = ARMIES[side]
        infantry = sorted(piece for piece in rules.board.default_setups[army] if piece[1].isdigit())
        gone = infantry[len(infantry) - missing :] if missing else []
        pieces |= {piece: spot for piece, spot in rules.board.default_setups[army].items() if piece not in gone}
    turns = TURNS_AN_HOUR * battle.hours
    return Muster(
        options={"mode": "duel", "max_rounds": turns},
        seats=SEATS,
        position={"pieces": pieces, "to_move": ARMIES[ATTACKER]},
        insert=(),
        limit=turns,
    )


def toll(rules: Any, battle: Battle, outcome: Outcome | None, position: Any, entered: Sequence[str]) -> Toll:
    """The loser loses 15 % of his men and the winner 8 %; without a winner both lose 8 %."""
    _, counted = strengths(battle)
    found = toll_of(battle, SEATS, outcome, ENDINGS, rules.encode(position).get("round", 1), TURNS_AN_HOUR, {})
    winner = next((side for side in BATTLE_SIDES if outcome and SEATS[side] in outcome.winners), None)
    return Toll(found.ended_by, found.winner, found.hours, by_sides(counted, winner))
