"""Pairing by matching: of all ways in which everybody has an opponent, the one that costs least.

Hard: nobody meets anybody twice, and nobody has a bye twice. Then, each before the next: as few byes as can be; sides
even, no more than one game of difference, and two only where nothing else is left; byes to those with the fewest
points; small differences of points between those who meet; sides as even as they can be. The lot decides among what is
equal, so that one way is the best, whatever finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any, TypeAlias

import msgspec

from pbem.events.contract import Draw, EntrantName

Pair: TypeAlias = tuple[EntrantName, ...]
NOT_AT_ALL = 1 << 30  # sides do not matter
LIMITS = (1, 2, NOT_AT_ALL)
# What one costs outweighs all that the next can come to, with a thousand players and points below a thousand. That two
# ways are equal to the last lot has a chance of one in 30,000 with 512 players (the isolation lemma).
LOT_BITS = 32
SIDE = 1 << (LOT_BITS + 10)
GAP = SIDE << 24
BYE = GAP << 30


class Player(msgspec.Struct, frozen=True):
    """What pairing needs to know of somebody: points (whole ones), whom he has met, whether he has had a bye, and how
    many more games he had on the first side than on the other."""

    name: EntrantName
    points: int
    met: frozenset[EntrantName] = frozenset()
    had_bye: bool = False
    leaning: int = 0


def pairs(players: Sequence[Player], draw: Draw, matter: str, *, by_sides: bool) -> tuple[Pair, ...] | None:
    """The pairs, and each bye as a pair of one, those with the most points first; None where there is no way.

    `matter` is what lots are drawn for. With `by_sides` sides are to be even: a single game is played.
    """
    by_name = {player.name: player for player in players}
    lots = {player.name: draw.lot(matter, player.name) for player in players}
    for byes in range(len(players) % 2, len(players) + 1, 2):
        for limit in LIMITS if by_sides else (NOT_AT_ALL,):
            found = _cheapest(players, byes, limit, lots)
            if found is not None:
                return tuple(sorted(found, key=lambda pair: _rank(pair, by_name, lots)))
    return None


def cost(one: Player, other: Player, lots: Mapping[EntrantName, int]) -> int:
    """What it costs that two meet."""
    uneven = unevenness(one, other)
    return GAP * (one.points - other.points) ** 2 + SIDE * uneven * uneven + _lot(lots[one.name], lots[other.name])


def cost_of_bye(player: Player, fewest: int, lots: Mapping[EntrantName, int]) -> int:
    """What it costs that somebody has a bye, where the fewest points of those who may are so many."""
    return BYE * (player.points - fewest) ** 2 + _lot(lots[player.name], 0)


def unevenness(one: Player, other: Player) -> int:
    """By how many games the sides of either differ at the most, once they have played with the better sides."""
    return min(
        max(abs(one.leaning + 1), abs(other.leaning - 1)),
        max(abs(one.leaning - 1), abs(other.leaning + 1)),
    )


def _cheapest(players: Sequence[Player], byes: int, limit: int, lots: Mapping[EntrantName, int]) -> list[Pair] | None:
    import networkx  # to load it takes a twelfth of the start of a process, and few ever pair

    graph: Any = networkx.Graph()
    nobodies = [("", at) for at in range(byes)]
    graph.add_nodes_from([*(player.name for player in players), *nobodies])
    edges = list(_edges(players, nobodies, limit, lots))
    most = max((dear for _, _, dear in edges), default=0)
    graph.add_weighted_edges_from((one, other, most + 1 - dear) for one, other, dear in edges)
    matched: Set[tuple[Any, Any]] = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < graph.number_of_nodes():
        return None
    return [tuple(sorted(each for each in pair if isinstance(each, str))) for pair in matched]


def _edges(
    players: Sequence[Player], nobodies: Sequence[Any], limit: int, lots: Mapping[EntrantName, int]
) -> Iterator[tuple[Any, Any, int]]:
    free = [player for player in players if not player.had_bye]
    fewest = min((player.points for player in free), default=0)
    for player in free if nobodies else ():
        dear = cost_of_bye(player, fewest, lots)
        yield from ((player.name, nobody, dear) for nobody in nobodies)
    for one, other in combinations(players, 2):
        if other.name not in one.met and unevenness(one, other) <= limit:
            yield one.name, other.name, cost(one, other, lots)


def _lot(one: int, other: int) -> int:
    """A number from two lots that is another for every pair, nearly always."""
    mixed = (one ^ other) * 0x9E3779B97F4A7C15 if other else one
    return mixed >> 128 & ((1 << LOT_BITS) - 1)


def _rank(pair: Pair, players: Mapping[EntrantName, Player], lots: Mapping[EntrantName, int]) -> tuple[Any, ...]:
    points = sorted((players[name].points for name in pair), reverse=True)
    return (len(pair) == 1, [-each for each in points], min(lots[name] for name in pair))
