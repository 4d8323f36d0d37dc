"""Square boards, against slow searches written out here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest

from core.boards.grid import Grid

NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
WAYS = dict(zip(NAMES, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True))
SMALL = Grid("abcde", 6)
LARGE = Grid("abcdefghijklmnopqrstuvwx", 24)
LARGEST = Grid("ABCDEFGHIJKLMNOPQRSTUVWXYZabcd", 30)


def slow_step(grid: Grid, name: str, way: str) -> str | None:
    file, rank = grid.files.index(name[0]) + WAYS[way][0], int(name[1:]) + WAYS[way][1]
    return f"{grid.files[file]}{rank}" if 0 <= file < len(grid.files) and 1 <= rank <= grid.ranks else None


def slow_walks(grid: Grid, start: str, length: int, open_: Iterable[str]) -> list[tuple[str, ...]]:
    """Every walk, by extending walks one step at a time, each in the order of the directions."""
    allowed = set(open_)
    walks: list[tuple[str, ...]] = [(start,)]
    for _ in range(length):
        longer = [(*walk, to) for walk in walks for way in WAYS if (to := slow_step(grid, walk[-1], way))]
        walks = [walk for walk in longer if walk[-1] in allowed and walk[-1] not in walk[:-1]]
    return [walk[1:] for walk in walks]


def some(grid: Grid, share: float, seed: int) -> list[str]:
    return random.Random(seed).sample(grid.names, round(share * len(grid.names)))


def test_squares_are_named_by_file_and_rank() -> None:
    assert SMALL.names[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert len(LARGE.names) == 576
    assert LARGE.names[-1] == "x24"
    assert "c6" in SMALL
    assert "f1" not in SMALL
    assert "a7" not in SMALL


@pytest.mark.parametrize("grid", [SMALL, LARGE, LARGEST, Grid("a", 1), Grid("a", 30), Grid(LARGEST.files, 1)])
def test_neighbours_are_the_squares_a_step_away_in_the_order_of_the_directions(grid: Grid) -> None:
    for name in grid.names:
        steps = [slow_step(grid, name, way) for way in WAYS]
        assert [grid.step(name, way) for way in WAYS] == steps
        assert grid.neighbours(name) == tuple(square for square in steps if square)


def test_distance_is_that_of_a_king() -> None:
    for one, other in itertools.product(SMALL.names, repeat=2):
        files = abs(SMALL.files.index(one[0]) - SMALL.files.index(other[0]))
        assert SMALL.apart(one, other) == max(files, abs(int(one[1:]) - int(other[1:])))


def test_a_ray_runs_to_the_edge() -> None:
    assert SMALL.ray("b2", "ne") == ("c3", "d4", "e5")
    assert SMALL.ray("a1", "sw") == ()
    assert SMALL.ray("e6", "w") == ("d6", "c6", "b6", "a6")


def test_a_line_is_what_lies_between() -> None:
    assert LARGE.line("c3", "g7") == ("d4", "e5", "f6")
    assert LARGE.line("g7", "c3") == ("f6", "e5", "d4")
    assert LARGE.line("c3", "c4") == ()
    assert LARGE.line("c3", "d5") is None
    assert LARGE.line("c3", "c3") is None


@pytest.mark.parametrize("share", [1.0, 0.7, 0.4])
@pytest.mark.parametrize("seed", range(3))
def test_walks_are_all_walks_in_the_order_of_their_directions(share: float, seed: int) -> None:
    open_ = some(SMALL, share, seed)
    for start, length in itertools.product(SMALL.names[seed::5], range(1, 6)):
        walks = slow_walks(SMALL, start, length, open_)
        assert SMALL.walks(start, length, open_) == walks
        assert SMALL.count(start, length, open_) == len(walks)
        assert SMALL.ends(start, length, open_) == tuple(
            name for name in SMALL.names if name in {walk[-1] for walk in walks}
        )


@pytest.mark.parametrize("seed", range(6))
def test_ends_on_a_large_board_with_narrow_ways(seed: int) -> None:
    """Half the squares closed: dead ends, islands, corridors one square wide."""
    open_ = some(LARGE, 0.45, seed)
    for start in some(LARGE, 0.02, seed):
        for length in range(1, 7):
            ends = {walk[-1] for walk in slow_walks(LARGE, start, length, open_)}
            assert set(LARGE.ends(start, length, open_)) == ends


def test_a_walk_in_a_corridor_cannot_waste_steps() -> None:
    corridor = [f"{file}3" for file in "abcde"]
    assert SMALL.ends("a3", 4, corridor) == ("e3",)
    assert SMALL.ends("a3", 5, corridor) == ()
    assert SMALL.ends("b3", 1, corridor) == ("a3", "c3")


def test_the_start_need_not_be_open_and_is_never_entered() -> None:
    without = [name for name in SMALL.names if name != "c3"]
    assert SMALL.walks("c3", 4) == SMALL.walks("c3", 4, without)
    assert all("c3" not in walk for walk in SMALL.walks("c3", 4))


def test_known_counts_in_the_open() -> None:
    """Of a king's self-avoiding walks from a square far from every edge."""
    assert [LARGE.count("l12", length) for length in range(1, 7)] == [8, 56, 368, 2336, 14576, 89928]
    assert [len(LARGE.ends("l12", length)) for length in range(1, 7)] == [8, 24, 48, 80, 120, 168]


@pytest.mark.parametrize("seed", range(3))
def test_distances_over_open_squares(seed: int) -> None:
    open_ = set(some(LARGE, 0.5, seed))
    start = sorted(open_)[0]
    found, edge, steps = {start: 0}, [start], 0
    while edge:
        steps += 1
        edge = [to for to in {to for name in edge for to in LARGE.neighbours(name)} if to in open_ and to not in found]
        found |= dict.fromkeys(edge, steps)
    assert LARGE.distances(start, open_) == found
    assert LARGE.distances("a1")["x24"] == 23


@pytest.mark.parametrize("files", ["", "aa", "a" * 31, LARGEST.files + "e"])
def test_files_that_cannot_be(files: str) -> None:
    with pytest.raises(ValueError, match=f"{files} by 5"):
        Grid(files, 5)


@pytest.mark.parametrize("ranks", [0, 31, -1])
def test_ranks_that_cannot_be(ranks: int) -> None:
    with pytest.raises(ValueError, match=str(ranks)):
        Grid("abc", ranks)


@pytest.mark.parametrize("length", [0, -1, 33])
def test_a_length_that_no_walk_has(length: int) -> None:
    with pytest.raises(ValueError, match=str(length)):
        SMALL.walks("a1", length)
    with pytest.raises(ValueError, match=str(length)):
        SMALL.ends("a1", length)


def test_unknown_squares_and_directions() -> None:
    with pytest.raises(ValueError, match="f9"):
        SMALL.walks("f9", 1)
    with pytest.raises(ValueError, match="z1"):
        SMALL.ends("a1", 1, ["z1"])
    with pytest.raises(ValueError, match="up"):
        SMALL.step("a1", "up")
