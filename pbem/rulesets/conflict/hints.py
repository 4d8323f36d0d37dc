"""Why a robot would write its orders, in a sentence: from what they take, what they guard and what they threaten.

Everything is measured on the positions before and after them. Not for: finding orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Effect, Json, Orders, SeatName
from core.dice import SeededDice
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.position import Position
from pbem.rulesets.sentences import listed, percent

from .board import START, board, distance, of, seat_title
from .odds import THROWS

CLOSE = 12  # steps from an enemy's circle, from which on it is worth telling
MOST_REASONS = 2


def reason(rules: Conflict, view: Json, orders: Orders) -> str:
    """A sentence on what orders of the seat that looks are good for; empty where the rules refuse them."""
    seat: SeatName = view["seat"]
    before = rules.imagine(view, 0)
    if rules.check(before, seat, orders).effect is not Effect.AT_ONCE:
        return ""
    result = rules.adjudicate(before, {seat: orders}, SeededDice(b"hint"))
    moves = [each.facts for each in result.events if each.kind == "move" and each.facts["seat"] == seat]
    end = rules.outcome(result.position)
    if end is not None and seat in end.winners:
        return f"It takes {listed(_circles(moves))}, and wins." if _circles(moves) else "It wins."
    reasons = list(_reasons(rules, view, seat, before, result.position, moves))[:MOST_REASONS]
    return f"It {' and '.join(reasons)}." if reasons else ""


def _reasons(
    rules: Conflict, view: Json, seat: SeatName, before: Position, after: Position, moves: list[Json]
) -> Iterator[str]:
    """What there is to be said for them, the weightiest first."""
    if _circles(moves):
        yield f"takes {listed(_circles(moves))}"
    taken = [f"{seat_title(each['seat'])} {each['piece']}" for move in moves for each in move["captured"]]
    if taken:
        yield f"takes {listed(taken)}"
    feared, left = _danger_to_circle(rules, before, seat), _danger_to_circle(rules, after, seat)
    if feared and not left:
        yield "leaves no throw that takes your circle"
    elif left < feared:
        yield f"leaves {percent(left)} of throws that take your circle, where there were {percent(feared)}"
    yield from _threats(rules, view, seat, before, after)
    saved = sorted(_in_danger(rules, before, seat) - _in_danger(rules, after, seat))
    saved = [piece for piece in saved if any(move["piece"] == piece for move in moves)]
    if saved:
        yield f"brings {listed(saved)} out of danger"
    yield from _ways(view, seat, moves)


def _circles(moves: list[Json]) -> list[str]:
    return [f"{of(move['takes'])} home circle" for move in moves if move["takes"] is not None]


def _danger_to_circle(rules: Conflict, position: Position, seat: SeatName) -> float:
    """Of the enemy most to be feared, the share of throws that take the seat's circle."""
    return max((falls.get(None, 0) for falls in rules.dangers(position, seat).values()), default=0) / THROWS


def _in_danger(rules: Conflict, position: Position, seat: SeatName) -> set[str]:
    return {what for falls in rules.dangers(position, seat).values() for what in falls if what is not None}


def _threats(rules: Conflict, view: Json, seat: SeatName, before: Position, after: Position) -> Iterator[str]:
    """Circles that come into reach of the next throw, or of more throws than before."""
    for other in view["living"]:
        if other == seat:
            continue
        old, new = (rules.dangers(position, other).get(seat, {}).get(None, 0) for position in (before, after))
        if new > old:
            yield f"threatens {of(other)} circle with {percent(new / THROWS)} of your next throws"


def _ways(view: Json, seat: SeatName, moves: list[Json]) -> Iterator[str]:
    """Who comes into play, and who comes nearer to a circle."""
    entered = [move["piece"] for move in moves if move["from"] == START]
    nearer = {
        move["piece"]: min(
            (distance(move["path"][-1], board().corners[other].circle), of(other))
            for other in view["living"]
            if other != seat and other not in view["friends"]
        )
        for move in moves
        if not move["lost"] and move["piece"] not in entered
    }
    for piece, (steps, whose) in sorted(nearer.items(), key=lambda item: item[1]):
        if steps <= CLOSE:
            yield f"brings {piece} within {steps} steps of {whose} circle"
            break
    if entered:
        yield f"brings {listed(entered)} into play"
    else:
        yield f"brings {listed(nearer)} forward"
