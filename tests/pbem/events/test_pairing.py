"""Pairing: what must never be, and that no way is better than the one that is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.events import pairing
from pbem.events.contract import Draw
from pbem.events.pairing import LIMITS, Pair, Player

DRAW = Draw(b"a seed", "cup")


@st.composite
def fields(draw: st.DrawFn, most: int = 10) -> tuple[Player, ...]:
    """Players somewhere in the middle of an event, who have met some of each other."""
    count = draw(st.integers(2, most))
    names = [f"p{at}" for at in range(count)]
    met = {name: set[str]() for name in names}
    for _ in range(draw(st.integers(0, 3 * count))):
        one, other = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        if one != other:
            met[one].add(other)
            met[other].add(one)
    return tuple(
        Player(
            name,
            points=draw(st.integers(0, 8)),
            met=frozenset(met[name]),
            had_bye=draw(st.booleans()),
            leaning=draw(st.integers(-2, 2)),
        )
        for name in names
    )


def all_ways(players: Sequence[Player], byes: int) -> Iterator[list[tuple[Player, ...]]]:
    """Every way in which these can be paired with so many byes, whatever it is worth."""
    if not players:
        if not byes:
            yield []
        return
    first, rest = players[0], players[1:]
    if byes:
        for way in all_ways(rest, byes - 1):
            yield [(first,), *way]
    for at, other in enumerate(rest):
        for way in all_ways([*rest[:at], *rest[at + 1 :]], byes):
            yield [(first, other), *way]


def allowed(way: Sequence[tuple[Player, ...]], limit: int) -> bool:
    for pair in way:
        if len(pair) == 1 and pair[0].had_bye:
            return False
        if len(pair) == 2 and (pair[1].name in pair[0].met or least_uneven(*pair) > limit):
            return False
    return True


def least_uneven(one: Player, other: Player) -> int:
    """By how many games the sides of one of them differ at the most, whichever way round they sit: the better way."""
    return min(max(abs(one.leaning + turn), abs(other.leaning - turn)) for turn in (1, -1))


def worth(way: Sequence[tuple[Player, ...]], fewest: int) -> tuple[int, int, int]:
    """How bad a way is: the points of those with byes, the differences of points, the unevenness of sides."""
    byes = sum((pair[0].points - fewest) ** 2 for pair in way if len(pair) == 1)
    gaps = sum((pair[0].points - pair[1].points) ** 2 for pair in way if len(pair) == 2)
    sides = sum(least_uneven(*pair) ** 2 for pair in way if len(pair) == 2)
    return byes, gaps, sides


def best_of_all(players: Sequence[Player]) -> tuple[int, int, tuple[int, int, int]] | None:
    """How many byes the best way has, how uneven its sides may get, and how bad it is; by looking at every way."""
    fewest = min((player.points for player in players if not player.had_bye), default=0)
    for byes, limit in product(range(len(players) % 2, len(players) + 1, 2), LIMITS):
        found = [worth(way, fewest) for way in all_ways(players, byes) if allowed(way, limit)]
        if found:
            return byes, limit, min(found)
    return None


def as_players(players: Sequence[Player], pairs: Sequence[Pair]) -> list[tuple[Player, ...]]:
    by_name = {player.name: player for player in players}
    return [tuple(by_name[name] for name in pair) for pair in pairs]


@settings(max_examples=150, deadline=None)
@given(fields(8))
def test_no_way_is_better_than_the_one_that_is_found(players: tuple[Player, ...]) -> None:
    best = best_of_all(players)
    found = pairing.pairs(players, DRAW, "round 3", by_sides=True)
    assert (found is None) == (best is None)
    if found is not None and best is not None:
        byes, limit, least = best
        way = as_players(players, found)
        fewest = min((player.points for player in players if not player.had_bye), default=0)
        assert sum(len(pair) == 1 for pair in way) == byes
        assert allowed(way, limit)
        assert worth(way, fewest) == least


@settings(max_examples=12, deadline=None)
@given(fields(10).filter(lambda players: len(players) >= 9))
def test_no_way_is_better_among_ten(players: tuple[Player, ...]) -> None:
    best = best_of_all(players)
    found = pairing.pairs(players, DRAW, "round 3", by_sides=True)
    assert (found is None) == (best is None)
    if found is not None and best is not None:
        fewest = min((player.points for player in players if not player.had_bye), default=0)
        assert worth(as_players(players, found), fewest) == best[2]


@given(fields(20))
@settings(max_examples=60, deadline=None)
def test_nobody_twice_no_rematch_no_second_bye_and_always_the_same(players: tuple[Player, ...]) -> None:
    found = pairing.pairs(players, DRAW, "round 2", by_sides=False)
    backwards = pairing.pairs(players[::-1], DRAW, "round 2", by_sides=False)
    assert found == backwards
    if found is not None:
        assert sorted(name for pair in found for name in pair) == sorted(player.name for player in players)
        for pair in as_players(players, found):
            assert not pair[0].had_bye if len(pair) == 1 else pair[1].name not in pair[0].met


def test_sides_give_way_one_game_at_a_time() -> None:
    """Four who had the first side once more than the second: whoever plays, one of two has it once more again."""
    four = [Player(f"p{at}", 0, leaning=1) for at in range(4)]
    found = pairing.pairs(four, DRAW, "round 2", by_sides=True)
    assert found is not None
    assert {len(pair) for pair in found} == {2}
    even = [*four[:2], *(Player(f"q{at}", 8, leaning=-1) for at in range(2))]
    crossed = pairing.pairs(even, DRAW, "round 2", by_sides=True)
    assert crossed is not None
    assert all({name[0] for name in pair} == {"p", "q"} for pair in crossed)  # however far their points are apart


def test_where_two_have_met_everybody_they_have_byes() -> None:
    met = frozenset({"b", "c", "d"})
    stuck = [Player("a", 4, met), *(Player(name, 0, frozenset({"a"})) for name in "bcd")]
    found = pairing.pairs(stuck, DRAW, "round 4", by_sides=False)
    assert found is not None
    assert ("a",) in found
    assert sum(len(pair) == 1 for pair in found) == 2
    barred = [Player("a", 4, met, had_bye=True), *stuck[1:]]
    assert pairing.pairs(barred, DRAW, "round 4", by_sides=False) is None


def test_the_lot_decides_among_what_is_equal() -> None:
    players = [Player(f"p{at}", 0) for at in range(8)]
    drawn = {pairing.pairs(players, Draw(bytes([seed]), "cup"), "round 1", by_sides=False) for seed in range(8)}
    assert len(drawn) > 4
