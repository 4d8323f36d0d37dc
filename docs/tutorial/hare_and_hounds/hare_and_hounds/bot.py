"""A robot that looks a few moves ahead and mails its move as a player would. It is handed a view, never a position."""

from __future__ import annotations

from random import Random

from core.contract import Json, Options, SeatName

from .rules import HARE, HOUNDS, HareAndHounds, Position, after, column, text_of
from .schema import PositionSchema

AHEAD = 4  # moves; a few hundredths of a second
WON = 1000
KEYS = PositionSchema.__struct_fields__


def orders(rules: HareAndHounds, view: Json, seat: SeatName, rng: Random) -> str:
    """The order for the move that the seat owes; nothing where it owes none."""
    position = position_of(rules, view)
    state, options = position.state, position.options
    if state.outcome is not None or state.to_move != seat:
        return ""
    moves = rules.moves(state)
    rng.shuffle(moves)
    sign = 1 if seat == HOUNDS else -1
    return text_of(max(moves, key=lambda move: sign * worth(rules, after(state, move), options, AHEAD - 1)))


def position_of(rules: HareAndHounds, view: Json) -> Position:
    """The position of a view; nothing is hidden in this game."""
    return rules.decode({key: view[key] for key in KEYS}, view["options"])


def worth(rules: HareAndHounds, state: PositionSchema, options: Options, ahead: int) -> int:
    """How good a position is for the hounds; a win is the better the sooner it comes."""
    outcome = rules.outcome_of(state, options)
    if outcome is not None:
        won = WON + ahead
        return won if HOUNDS in outcome.winners else -won if HARE in outcome.winners else 0
    if ahead == 0:
        behind = sum(column(hound) < column(state.hare) for hound in state.hounds)
        return 3 * behind - len(rules.neighbours[state.hare]) - state.sideways
    each = (worth(rules, after(state, move), options, ahead - 1) for move in rules.moves(state))
    return max(each) if state.to_move == HOUNDS else min(each)
