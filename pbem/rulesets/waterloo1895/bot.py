"""A greedy player of Waterloo (1895): wins if it can, takes what it can, comes on, avoids standing where it is taken.

It looks one throw ahead. Single moves are weighed by the position they lead to, the best few for each die are combined,
and the rules are asked for the first combination that they accept. Orders are written as a player would mail them. Not
for: strength, or knowing any rule; what is legal is always `core`'s answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from random import Random
from typing import Any

import msgspec

from core.contract import Effect, Json, Line, RuleSet, SeatName
from core.rulesets.waterloo1895.orders import Auto, Leg, Move, Order, Pass, ThrowHeader, text_of

from .board import armies_in, board, is_little, kind_of
from .questions import graph, may, movable, owes, position_of

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
            return "\n".join(text_of(order) for order in _throw(rules, view, seat, rng))
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
    return [Line(number, text_of(order), order) for number, order in enumerate(plan, start=1)]


# --- What a placement is worth ------------------------------------------------------------------------------------
#
# Plain guesswork in numbers: pieces, distance to the enemy's stars, the chance of being taken next, guards at home. It
# may be wrong about anything without harm, since the rules decide what is legal and who has won.

Pieces = Mapping[str, str]

VALUE = {"infantry": 10.0, "cavalry": 16.0}
REACH = 6  # spots that one die covers
MISSED = 0.58  # (5/6)**3: the chance that none of three dice shows the one number needed
WIN = 10_000.0
ON_STAR, INVADED = 8.0, 25.0
STEP, STEP_OF_REST = 0.7, 0.15
UNGUARDED, GUARDS = 4.0, 2
CUT_OFF = 40  # for a piece with no free road to its goal


class Aim(msgspec.Struct, frozen=True):
    """Who plays against whom, and for which stars; each of `goals` and `homes` is the three stars of a city."""

    friends: frozenset[str]
    enemies: frozenset[str]
    goals: tuple[tuple[str, ...], ...]
    homes: tuple[tuple[str, ...], ...]
    little: bool


def aim_of(army: str, view: Json) -> Aim:
    """What an army fights for in the game that a view shows."""
    present = armies_in(view)
    if is_little(view):
        own = board().city(board().armies[army].city)
        goal = board().city(own.opposite).stars
        others = frozenset(other.letter for other in present) - {army}
        return Aim(frozenset(army), others, (goal,), (own.stars,), little=True)
    side = board().armies[army].side
    friends = [other for other in present if other.side == side]
    enemies = [other for other in present if other.side != side]
    return Aim(
        friends=frozenset(other.letter for other in friends),
        enemies=frozenset(other.letter for other in enemies),
        goals=tuple(board().city(other.city).stars for other in enemies),
        homes=tuple(board().city(other.city).stars for other in friends),
        little=False,
    )


def worth(pieces: Pieces, aim: Aim) -> float:
    """How good a placement is for the side that `aim` belongs to; more is better."""
    if aim.little:
        return _little(pieces, aim)
    on = {spot: piece for piece, spot in pieces.items()}
    own = [(piece, spot) for piece, spot in pieces.items() if piece[0] in aim.friends]
    enemy_spots = frozenset(spot for piece, spot in pieces.items() if piece[0] in aim.enemies)
    balance = sum(VALUE[kind_of(piece)] * (1 if piece[0] in aim.friends else -1) for piece in pieces)
    homes = frozenset(star for home in aim.homes for star in home)
    in_danger = sum(VALUE[kind_of(piece)] * _risk(spot, on, enemy_spots, homes, aim) for piece, spot in own)
    return balance - in_danger + _attack([spot for _, spot in own], aim) - _exposure(own, enemy_spots, homes)


def _risk(spot: str, on: Mapping[str, str], enemies: frozenset[str], homes: frozenset[str], aim: Aim) -> float:
    """The chance, roughly, of losing the piece on a spot to the next throw."""
    if spot in _hills():
        return 0.0
    if spot not in homes and any(on.get(beside, "-")[0] in aim.friends for beside in _neighbours()[spot]):
        return 0.0
    return float(1 - MISSED ** len(_near()[spot] & enemies))


def _attack(spots: list[str], aim: Aim) -> float:
    """Pieces on enemy stars, and how near the foremost others are."""
    inside = [sum(star in spots for star in goal) for goal in aim.goals]
    alone = len(aim.goals) == 1
    if (alone and inside[0] >= 2) or any(count == 3 for count in inside) or sum(count >= 2 for count in inside) > 1:
        return WIN
    ways = sorted(min(_to_stars(goal)[spot] for goal in aim.goals) for spot in spots)
    foremost = 4 if alone else 6
    return ON_STAR * sum(inside) - STEP * sum(ways[:foremost]) - STEP_OF_REST * sum(ways[foremost:])


def _exposure(own: list[tuple[str, str]], enemies: frozenset[str], homes: frozenset[str]) -> float:
    around = frozenset().union(*(_near()[star] for star in homes))
    guards = sum(spot in around for _, spot in own)
    return INVADED * len(enemies & homes) + UNGUARDED * max(0, GUARDS - guards)


def _little(pieces: Pieces, aim: Aim) -> float:
    """The children's game: how far the three pieces still have to go, round everybody who stands in the way."""
    taken = frozenset(pieces.values())
    own = [spot for piece, spot in pieces.items() if piece[0] in aim.friends]
    goal = aim.goals[0]
    outside = [spot for spot in own if spot not in goal]
    if not outside:
        return WIN
    free = [star for star in goal if star not in taken]
    ways = _ways_to(free, taken)
    static = _to_stars(goal)
    return -float(sum(ways.get(spot, CUT_OFF + static[spot]) for spot in outside))


def _ways_to(ends: list[str], taken: frozenset[str]) -> dict[str, int]:
    """For each spot that can be left towards one of `ends` along empty spots, how far that is."""
    ways = dict.fromkeys(ends, 0)
    rank, far = list(ends), 0
    while rank:
        far += 1
        beyond = {beside for spot in rank for beside in _neighbours()[spot] if beside not in ways}
        ways.update(dict.fromkeys(beyond, far))
        rank = [spot for spot in beyond if spot not in taken]
    return ways


@cache
def _hills() -> frozenset[str]:
    return frozenset(hill.spot for hill in board().hills)


@cache
def _neighbours() -> dict[str, tuple[str, ...]]:
    return {spot: graph().neighbours(spot) for spot in board().spots}


@cache
def _near() -> dict[str, frozenset[str]]:
    return {
        spot: frozenset(end for end, far in _ways_to([spot], frozenset()).items() if far <= REACH)
        for spot in board().spots
    }


@cache
def _to_stars(stars: tuple[str, ...]) -> dict[str, int]:
    return _ways_to(list(stars), frozenset())
