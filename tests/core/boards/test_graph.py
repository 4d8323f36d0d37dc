"""Point-to-point boards, against networkx and against slow searches written out here."""

import itertools
import random

import networkx
import pytest

from core.boards.graph import Graph, WalkTable

#   A --- B --- C --- F
#    \   /      |     |
#      D        E --- G
HOUSE = [("A", "B"), ("B", "C"), ("C", "F"), ("A", "D"), ("B", "D"), ("C", "E"), ("E", "G"), ("F", "G")]


def board(links: list[tuple[str, str]]) -> Graph:
    return Graph({name for link in links for name in link}, links)


def random_links(spots: int, links: int, seed: int) -> list[tuple[str, str]]:
    names = [f"{number:02}" for number in range(spots)]
    pairs = list(itertools.combinations(names, 2))
    return random.Random(seed).sample(pairs, links)


def slow_walks(links: list[tuple[str, str]], start: str, length: int, trails: bool) -> list[tuple[str, ...]]:
    """Every walk of exactly `length` links, by extending walks one link at a time."""
    both = links + [(other, one) for one, other in links]
    walks = [(start,)]
    for _ in range(length):
        longer = [(*walk, other) for walk in walks for one, other in both if walk[-1] == one]
        walks = [walk for walk in longer if (unused_link(walk) if trails else walk[-1] not in walk[:-1])]
    return walks


def unused_link(walk: tuple[str, ...]) -> bool:
    used = [frozenset(step) for step in itertools.pairwise(walk)]
    return used[-1] not in used[:-1]


def test_neighbours_are_those_linked() -> None:
    house = board(HOUSE)
    assert house.neighbours("B") == ("A", "C", "D")
    assert house.neighbours("G") == ("E", "F")
    assert (house.spots, house.links) == (7, 8)


@pytest.mark.parametrize(
    ("names", "links", "wrong"),
    [
        ("AB", [("A", "B"), ("B", "A")], "links"),
        ("AB", [("A", "A")], "links"),
        ("AB", [("A", "C")], "C"),
        ("AAB", [("A", "B")], "names"),
        ("", [], "names"),
        ([str(number) for number in range(256)], [], "names"),
    ],
)
def test_a_board_that_cannot_be(names: str, links: list[tuple[str, str]], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Graph(names, links)


@pytest.mark.parametrize("seed", range(5))
def test_distances_are_networkx_distances(seed: int) -> None:
    links = random_links(30, 40, seed)
    graph, reference = board(links), networkx.Graph(links)
    for one, other in itertools.product(graph.names, repeat=2):
        connected = networkx.has_path(reference, one, other)
        assert graph.distance(one, other) == (
            networkx.shortest_path_length(reference, one, other) if connected else None
        )


@pytest.mark.parametrize("trails", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_walks_are_all_walks(seed: int, trails: bool) -> None:
    links = random_links(9, 13, seed)
    graph = board(links)
    for start, length in itertools.product(graph.names, range(1, 7)):
        every = slow_walks(links, start, length, trails)
        for end in graph.names:
            assert graph.paths(start, end, length, trails) == sorted(walk for walk in every if walk[-1] == end)
        found = graph.walks(start, length, trails=trails)
        assert set(found) == {walk[-1] for walk in every}
        assert all(walk in every and walk[-1] == end for end, walk in found.items())


def test_a_blocked_spot_is_not_passed_over_but_may_be_the_end() -> None:
    house = board(HOUSE)
    assert house.walks("A", 2) == {"B": ("A", "D", "B"), "C": ("A", "B", "C"), "D": ("A", "B", "D")}
    assert house.walks("A", 2, blocked=["B"]) == {"B": ("A", "D", "B")}


def test_a_walk_never_returns_to_its_start_a_trail_may() -> None:
    house = board(HOUSE)
    assert "A" not in house.walks("A", 3)
    assert house.walks("A", 3, trails=True)["A"] == ("A", "B", "D", "A")
    assert house.paths("C", "C", 4, trails=True) == [("C", "E", "G", "F", "C"), ("C", "F", "G", "E", "C")]


@pytest.mark.parametrize("trails", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_table_knows_the_same_ends_as_the_search(seed: int, trails: bool) -> None:
    links = random_links(10, 14, seed)
    graph = board(links)
    table = WalkTable(graph, 7, trails)
    choice = random.Random(seed)
    for start, length in itertools.product(graph.names, range(1, 8)):
        for blocked in ([], choice.sample(graph.names, 2), choice.sample(graph.names, 4)):
            # A trail that comes back to its start stands on it again; who leaves a spot does not block it.
            free = [name for name in blocked if name != start]
            assert table.ends(start, length, free) == tuple(sorted(graph.walks(start, length, free, trails)))


def test_the_table_counts_walks() -> None:
    links = random_links(10, 14, 1)
    table = WalkTable(board(links), 6)
    counts = [
        sum(len(slow_walks(links, start, length, False)) for start in table.graph.names) for length in range(1, 7)
    ]
    assert [table.count(length) for length in range(1, 7)] == counts
    assert table.total == sum(counts)


@pytest.mark.parametrize("length", [0, -1, 33])
def test_a_length_that_cannot_be_asked_for(length: int) -> None:
    house = board(HOUSE)
    with pytest.raises(ValueError, match=str(length)):
        house.walks("A", length)
    with pytest.raises(ValueError, match=str(length)):
        WalkTable(house, length)


def test_an_unknown_spot() -> None:
    with pytest.raises(ValueError, match="Z"):
        board(HOUSE).walks("Z", 1)
