"""What a placement of pieces on the board of Waterloo (1895) is worth to one side: the robot's judgement.

Plain guesswork in numbers: pieces, distance to the enemy's stars, the chance of being taken next, guards at home. It
may be wrong about anything without harm, since the rules decide what is legal and who has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from core.contract import Json

from .armies import armies_in, is_little, kind_of
from .board import board
from .choices import graph

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
