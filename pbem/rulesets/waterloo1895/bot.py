"""A greedy player of Waterloo (1895): wins if it can, takes what it can, comes on, avoids standing where it is taken.

It looks one throw ahead. Single moves are weighed by the position they lead to (`strategy.py`), the best few for each
die are combined, and the rules are asked for the first combination that they accept. Orders are written as a player
would mail them. Not for: strength, or knowing any rule; what is legal is always `core`'s answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from random import Random
from typing import Any

import msgspec

from core.contract import Effect, Json, Line, RuleSet, SeatName
from core.rulesets.waterloo1895.orders import Auto, Leg, Move, Order, Pass, ThrowHeader

from .armies import is_little, kind_of
from .choices import graph, may, movable, position_of
from .grammar import written
from .questions import owes
from .strategy import WIN, Aim, aim_of, worth

# How much is looked at: enough for sensible play, little enough for some milliseconds a throw.
MOVES_A_DIE = 6
PLANS_WEIGHED = 24
PLANS_TRIED = 30
SETS_LISTED = 60
NOISE = 0.5  # worth of a whim, so that two games are not alike

Dice = tuple[int, ...]
Plan = Sequence[Order]


class Candidate(msgspec.Struct, frozen=True):
    """A move with the dice it uses, ascending, and what it gains over the present position."""

    move: Move
    dice: Dice
    gain: float


def orders(rules: RuleSet[Any], view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    match owes(view, seat):
        case "setup":
            return "place default"
        case "throw":
            return "\n".join(written(order) for order in _throw(rules, view, seat, rng))
    return ""


def _throw(rules: RuleSet[Any], view: Json, seat: SeatName, rng: Random) -> Plan:
    position = position_of(rules, view)
    aim = aim_of(view["to_move"], view)
    planned = islice(_in_sections(_plans(rules, position, view, aim, rng), view), PLANS_TRIED)
    for plan in chain(planned, _best_listed(rules, position, view, seat, aim)):
        if rules.check(position, seat, _lines(plan)).effect is Effect.AT_ONCE:
            return plan
    return [Auto()]


def _in_sections(plans: Iterator[Plan], view: Json) -> Iterator[Plan]:
    """With throws=chain a plan is for the first throw; the later ones are left to the server."""
    later = view.get("chain") or []
    for plan in plans:
        if view["options"]["throws"] == "chain":
            rest = [order for number in range(2, len(later) + 2) for order in (ThrowHeader(number), Auto())]
            yield [ThrowHeader(1), *plan, *rest]
        else:
            yield plan


def _plans(rules: RuleSet[Any], position: Any, view: Json, aim: Aim, rng: Random) -> Iterator[Plan]:
    """Sets of moves for the throw that may be legal, the most promising first."""
    candidates = _candidates(rules, position, view, aim, rng)
    plans = [(sum(move.gain for move in plan), plan) for plan in _combined(candidates, view)]
    plans.sort(key=lambda rated: -rated[0])
    weighed = [
        (worth(_after(view["pieces"], [move.move for move in plan]), aim), plan) for _, plan in plans[:PLANS_WEIGHED]
    ]
    weighed.sort(key=lambda rated: -rated[0])
    for _, plan in weighed:
        for turns in permutations(plan):
            yield [candidate.move for candidate in turns] or [Pass()]


def _candidates(rules: RuleSet[Any], position: Any, view: Json, aim: Aim, rng: Random) -> dict[Dice, list[Candidate]]:
    """For each die, and for each two dice that cavalry may ride with, the best moves that are legal now."""
    pieces, present, seat = view["pieces"], worth(view["pieces"], aim), view["armies"][view["to_move"]]
    found: dict[Dice, list[Candidate]] = {}
    for dice in _groups(view):
        rated = [
            Candidate(move, dice, worth(_after(pieces, [move]), aim) - present + rng.random() * NOISE)
            for piece in movable(view)
            for move in _moves(piece, pieces, dice)
        ]
        rated.sort(key=lambda candidate: -candidate.gain)
        heading = [ThrowHeader(1)] if view["options"]["throws"] == "chain" else []
        legal = (each for each in rated if may(rules, position, seat, [*heading, each.move]))
        found[dice] = list(islice(legal, MOVES_A_DIE))
    return found


def _groups(view: Json) -> list[Dice]:
    """The dice of the throw that one move may use: each alone, and two together where there is cavalry."""
    throw = sorted(view["throw"])
    pairs = [] if is_little(view) else sorted(set(combinations(throw, 2)))
    return [*((die,) for die in sorted(set(throw))), *pairs]


def _moves(piece: str, pieces: Mapping[str, str], dice: Dice) -> Iterator[Move]:
    """Moves of a piece that the board has roads for, those that stay among friends left out."""
    if len(dice) > 1 and kind_of(piece) != "cavalry":
        return
    start = pieces[piece]
    friends = {spot for other, spot in pieces.items() if other[0] == piece[0] and other != piece}
    for end in _ends(start, sum(dice)):
        if end not in friends:
            yield Move(piece, (Leg(dice, end),))
    if len(set(dice)) < len(dice):
        for halt in _ends(start, dice[0]):
            for end in _ends(halt, dice[0]):
                if halt not in friends and end not in friends:
                    yield Move(piece, (Leg(dice[:1], halt), Leg(dice[:1], end)))


@cache
def _ends(start: str, length: int) -> tuple[str, ...]:
    return tuple(graph().walks(start, length))


def _combined(candidates: Mapping[Dice, Sequence[Candidate]], view: Json) -> Iterator[tuple[Candidate, ...]]:
    """Candidates put together so that no piece and no die is used twice, and as many dice are used as must be."""
    for groups in _divisions(view):
        seen: set[frozenset[Move]] = set()
        for plan in product(*(candidates[dice] for dice in groups)):
            moves = frozenset(candidate.move for candidate in plan)
            if len({candidate.move.unit for candidate in plan}) == len(plan) and moves not in seen:
                seen.add(moves)
                yield plan
    for several in candidates.values():
        yield from ((candidate,) for candidate in several if candidate.gain > WIN / 2)


def _divisions(view: Json) -> set[tuple[Dice, ...]]:
    """The ways to share out the dice among moves; in the children's game some may be left lying."""
    throw = sorted(view["throw"])
    sizes = range(len(throw) + 1) if is_little(view) else [view["must"]]
    divisions: set[tuple[Dice, ...]] = set()
    for size in sizes:
        for dice in combinations(throw, size):
            divisions.add(tuple((die,) for die in dice))
            for pair in () if is_little(view) else combinations(range(size), 2):
                ridden = tuple(dice[place] for place in pair)
                divisions.add((ridden, *((die,) for place, die in enumerate(dice) if place not in pair)))
    return divisions


def _after(pieces: Mapping[str, str], moves: Sequence[Move]) -> dict[str, str]:
    """The pieces after some moves, whoever stood where one of them landed being gone."""
    on = {spot: piece for piece, spot in pieces.items()}
    for move in moves:
        start = next((spot for spot, piece in on.items() if piece == move.unit), move.unit)
        piece = on.pop(start, move.unit)
        for leg in move.legs:
            on.pop(leg.spot, None)
        on[move.legs[-1].spot] = piece
    return {piece: spot for spot, piece in on.items()}


def _best_listed(rules: RuleSet[Any], position: Any, view: Json, seat: SeatName, aim: Aim) -> Iterator[Plan]:
    """Of the first legal sets that the rules list, the one that leads to the best position."""
    sets = [[line.order for line in lines] for lines in rules.legal(position, seat, SETS_LISTED)]
    if sets:
        moves = [[order for order in plan if isinstance(order, Move)] for plan in sets]
        rated = [worth(_after(view["pieces"], plan), aim) for plan in moves]
        yield sets[rated.index(max(rated))]


def _lines(plan: Plan) -> list[Line]:
    return [Line(number, written(order), order) for number, order in enumerate(plan, start=1)]
