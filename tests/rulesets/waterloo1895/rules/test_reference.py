"""The moves of the Game of Waterloo (1895) against a second, slow reading of the same clauses, in plain Python.

`Slow` knows W95-022 to W95-069 and W95-132, and nothing of masks, tables or early stops. Positions are drawn at random,
crowded into one corner of the board so that pieces block, support and capture one another.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from core.dice import ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895

Legs = tuple[tuple[int, ...], ...]  # the dice of each leg
Move = tuple[str, Legs, tuple[str, ...]]  # piece, dice of the legs ridden, spots landed on
PLACES = "12345678CD"
CITY = {"N": "PA", "Y": "VE", "W": "BR", "B": "NA"}
SIDE = {"N": 0, "Y": 0, "W": 1, "B": 1}


class Slow:
    """One throw: where the pieces stand, whose turn it is, the options."""

    def __init__(self, rules: Waterloo1895, pieces: dict[str, str], army: str, options: dict[str, Any]) -> None:
        self.board, self.pieces, self.army, self.options = rules.board, dict(pieces), army, options
        self.duel = options["mode"] == "duel"
        self.hills = set(self.board.hills.values())

    # --- one leg

    def ends(self, piece: str, length: int) -> Iterator[str]:
        """Where a leg may end: W95-031 to W95-038, the option loops, then W95-035."""
        start = self.pieces[piece]
        blocked = set(self.pieces.values()) - {start}
        reached = {road[-1] for road in self.roads([start], length, blocked)}
        return (spot for spot in sorted(reached) if self.may_land(piece, spot))

    def roads(self, road: list[str], length: int, blocked: set[str]) -> Iterator[list[str]]:
        if not length:
            yield road
        elif len(road) == 1 or road[-1] not in blocked:
            for spot in self.board.graph.neighbours(road[-1]):
                link = {road[-1], spot}
                used = any({one, other} == link for one, other in itertools.pairwise(road))
                if not used if self.options["loops"] == "yes" else spot not in road:
                    yield from self.roads([*road, spot], length - 1, blocked)

    def may_land(self, piece: str, spot: str) -> bool:
        there = [other for other, at in self.pieces.items() if at == spot and other != piece]
        if not there:
            return True
        (other,) = there
        if SIDE[other[0]] == SIDE[piece[0]] or spot in self.hills:
            return False
        return spot in self.own_stars(other[0]) or not self.supported(other)

    def own_stars(self, army: str) -> set[str]:
        cities = [CITY[army]]
        if not self.duel and self.options["own_city"] == "side":
            cities = [city for other, city in CITY.items() if SIDE[other] == SIDE[army]]
        return {star for city in cities for star in self.board.stars[city]}

    def supported(self, piece: str) -> bool:
        near = self.board.graph.neighbours(self.pieces[piece])
        return any(
            at in near and SIDE[other[0]] == SIDE[piece[0]] for other, at in self.pieces.items() if other != piece
        )

    # --- one move

    def moves(self, dice: tuple[int, ...], moved: frozenset[str]) -> Iterator[tuple[Move, Slow, str | None]]:
        """Every move, the position it leads to, and the end it brings about."""
        for piece in sorted(self.pieces, key=lambda name: PLACES.index(name[1])):
            if piece[0] == self.army and piece not in moved:
                for legs in self.shapes(piece, dice):
                    yield from self.rides(piece, legs, (), ())

    def shapes(self, piece: str, dice: tuple[int, ...]) -> set[Legs]:
        """W95-028, W95-029, W95-040 to W95-045."""
        if piece[1] not in "CD":
            return {((die,),) for die in dice}
        shapes: set[Legs] = set()
        for size in (1, 2, 3):
            for part in itertools.permutations(dice, size):
                for cuts in range(size):
                    for places in itertools.combinations(range(1, size), cuts):
                        ends = (0, *places, size)
                        legs = tuple(tuple(sorted(part[one:other])) for one, other in itertools.pairwise(ends))
                        if self.may_halt(legs):
                            shapes.add(legs)
        return shapes

    def may_halt(self, legs: Legs) -> bool:
        if len(legs) == 1 or self.options["halts"] == "always":
            return True
        dice = sorted(die for leg in legs for die in leg)
        doublets = [die for die in set(dice) if dice.count(die) > 1]
        return bool(doublets) and all(doublets[0] in leg for leg in legs)

    def rides(
        self, piece: str, legs: Legs, ridden: Legs, spots: tuple[str, ...]
    ) -> Iterator[tuple[Move, Slow, str | None]]:
        for spot in list(self.ends(piece, sum(legs[0]))):
            after = Slow.__new__(Slow)
            after.__dict__.update(self.__dict__)
            after.pieces = {other: at for other, at in self.pieces.items() if at != spot or other == piece}
            after.pieces[piece] = spot
            end = after.end(SIDE[piece[0]])
            done, at = (*ridden, legs[0]), (*spots, spot)
            if end or len(legs) == 1:
                yield (piece, done, at), after, end
            else:
                yield from after.rides(piece, legs[1:], done, at)

    def end(self, side: int) -> str | None:
        """W95-076, W95-077, W95-083, W95-084, then W95-101, then W95-102."""
        force = [sum(SIDE[piece[0]] == which for piece in self.pieces) for which in (0, 1)]
        enemy = [CITY[army] for army in CITY if SIDE[army] != side and (not self.duel or army in "NW")]
        held = [
            sum(SIDE[piece[0]] == side for piece, at in self.pieces.items() if at in self.board.stars[city])
            for city in enemy
        ]
        if (held[0] >= 2) if self.duel else (3 in held or min(held) >= 2):
            return "won"
        if not force[1 - side]:
            return "won"
        return "drawn" if max(force) < (2 if self.duel else 3) else None

    # --- the throw

    def most(self, dice: tuple[int, ...], moved: frozenset[str] = frozenset()) -> int:
        """W95-063, without any short cut."""
        best = 0
        for (piece, legs, _), after, end in self.moves(dice, moved):
            used = sum(map(len, legs))
            best = max(best, used + (0 if end else after.most(without(dice, legs), moved | {piece})))
        return best

    def sequences(self, dice: tuple[int, ...]) -> Iterator[tuple[tuple[Move, ...], Slow]]:
        most = self.most(dice)
        if not most:
            yield (), self
        yield from self.longer(dice, frozenset(), most)

    def longer(
        self, dice: tuple[int, ...], moved: frozenset[str], most: int
    ) -> Iterator[tuple[tuple[Move, ...], Slow]]:
        for move, after, end in self.moves(dice, moved):
            piece, legs, _ = move
            rest = most - sum(map(len, legs))
            if end or not rest:
                yield (move,), after
            else:
                further = after.longer(without(dice, legs), moved | {piece}, rest)
                yield from (((move, *moves), last) for moves, last in further)

    def auto(self, dice: tuple[int, ...]) -> list[Move]:
        """W95-132."""
        made, moved, slow, end = [], frozenset[str](), self, None
        while not end and (most := slow.most(dice, moved)):
            choice = min(slow.candidates(dice, moved, most), key=lambda candidate: slow.key(*candidate))
            move, slow, end = choice
            made.append(move)
            dice, moved = without(dice, move[1]), moved | {move[0]}
        return made

    def candidates(
        self, dice: tuple[int, ...], moved: frozenset[str], most: int
    ) -> Iterator[tuple[Move, Slow, str | None]]:
        for move, after, end in self.moves(dice, moved):
            remains = 0 if end else after.most(without(dice, move[1]), moved | {move[0]})
            if end == "won" or sum(map(len, move[1])) + remains == most:
                yield move, after, end

    def key(self, move: Move, after: Slow, end: str | None) -> tuple[Any, ...]:
        piece, legs, spots = move
        start = self.pieces[piece]
        enemy = {star for army, city in CITY.items() if SIDE[army] != SIDE[piece[0]] for star in self.board.stars[city]}
        if self.duel:
            enemy = set(self.board.stars["BR" if piece[0] == "N" else "PA"])
        standing = 3 if start in enemy else 2 if start in self.hills else 1 if self.supported(piece) else 0
        used = sorted(die for leg in legs for die in leg)
        return end != "won", len(used), len(legs), standing, PLACES.index(piece[1]), used, spots, legs


def without(dice: tuple[int, ...], legs: Legs) -> tuple[int, ...]:
    left = list(dice)
    for leg in legs:
        for die in leg:
            left.remove(die)
    return tuple(left)


CORNERS = ("C12", "W28", "F20", "M20", "D29", "M14")


def drawn(rules: Waterloo1895, options: dict[str, Any], chance: random.Random) -> tuple[dict[str, str], str]:
    """A few pieces of every army within a few links of one spot, and whose turn it is."""
    corner = chance.choice(CORNERS)
    near = sorted(rules.board.graph.names, key=lambda spot: (rules.board.graph.distance(corner, spot), spot))
    spots = iter(chance.sample(near[: chance.choice((14, 24, 40))], 12))
    armies = "NW" if options["mode"] == "duel" else "NYWB"
    pieces = {}
    for army in armies:
        for number in chance.sample(PLACES, chance.randint(1, 6 if len(armies) == 2 else 3)):
            pieces[army + number] = next(spots)
    return pieces, chance.choice(armies)


SEEDS = [pytest.param(seed, marks=() if seed < 4 else pytest.mark.slow) for seed in range(12)]
VARIANTS = [
    {},
    {"halts": "always"},
    {"loops": "yes"},
    {"mode": "four"},
    {"mode": "four", "own_city": "army", "loops": "yes", "halts": "always"},
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("chosen", VARIANTS, ids=lambda chosen: ",".join(chosen.values()) or "duel")
def test_the_rules_agree_with_a_slow_reading(rules: Waterloo1895, chosen: dict[str, Any], seed: int) -> None:
    options = rules.settle(chosen)
    chance = random.Random(f"{chosen} {seed}")
    pieces, army = drawn(rules, options, chance)
    dice = tuple(sorted(chance.choice((1, 2, 3, 4, 5, 6, 2, 3)) for _ in range(3)))
    position = rules.decode({"pieces": pieces, "to_move": army, "throw": list(dice)}, options)
    slow = Slow(rules, pieces, army, options)
    assert rules.view(position, None)["must"] == slow.most(dice)

    sequences = dict(slow.sequences(dice))
    seat = rules.view(position, None)["armies"][army]
    legal = [
        tuple(as_move(line.order) for line in lines if line.text != "pass") for lines in rules.legal(position, seat)
    ]
    assert len(legal) == len(set(legal))
    assert set(legal) == set(sequences)
    places = {(frozenset(after.pieces.items()), ended(after, moves)) for moves, after in sequences.items()}
    assert rules.count_order_sets(position) == (len(sequences), len(places))

    played = rules.adjudicate(position, {}, ScriptedDice([1, 2, 4] * 20), due=True)
    moves = [event.facts for event in played.events if event.kind == "move"]
    expected = [(piece, legs, spots) for piece, legs, spots in slow.auto(dice)]
    assert [as_told(move) for move in moves[: len(expected)]] == expected


def ended(after: Slow, moves: tuple[Move, ...]) -> str | None:
    return after.end(SIDE[moves[-1][0][0]]) if moves else None


def as_move(order: Any) -> Move:
    return order.unit, tuple(leg.dice for leg in order.legs), tuple(leg.spot for leg in order.legs)


def as_told(move: dict[str, Any]) -> Move:
    legs = move["legs"]
    return move["piece"], tuple(tuple(leg["dice"]) for leg in legs), tuple(leg["spot"] for leg in legs)
