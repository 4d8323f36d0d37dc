"""What the rulebook promises of the board file, V1 to V16. V14, the map that parses back, is tested with the map."""

from __future__ import annotations

import itertools
import re
import tomllib
from importlib.resources import files
from typing import Any

import networkx
import pytest

from core.boards.graph import Graph, WalkTable
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.set_up import faults

Link = frozenset[str]
DIAGONALS = {"BR": "PA", "NA": "VE"}


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    return tomllib.loads(files("pbem.rulesets.waterloo1895").joinpath("board.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def pairs(written: dict[str, Any]) -> list[tuple[str, str]]:
    return [pair for road in written["roads"].values() for pair in itertools.pairwise(road.split())]


@pytest.fixture(scope="module")
def links(pairs: list[tuple[str, str]]) -> set[Link]:
    return {frozenset(pair) for pair in pairs}


@pytest.fixture(scope="module")
def board(pairs: list[tuple[str, str]]) -> Graph:
    return Graph({spot for pair in pairs for spot in pair}, pairs)


@pytest.fixture(scope="module")
def net(pairs: list[tuple[str, str]]) -> networkx.Graph:
    return networkx.Graph(pairs)


def stars_of(written: dict[str, Any], city: str) -> list[str]:
    stars: list[str] = written["cities"][city]["stars"]
    return stars


def between(board: Graph, some: list[str], others: list[str]) -> int:
    """The smallest distance between spots of two groups."""
    return min(board.distance(one, other) or 0 for one in some for other in others)


def test_v1_spots_and_links(board: Graph, pairs: list[tuple[str, str]], links: set[Link]) -> None:
    assert (board.spots, board.links) == (197, 212)
    assert len(pairs) == len(links)
    assert all(len(link) == 2 for link in links)


def test_v2_connected_and_mostly_roads(net: networkx.Graph) -> None:
    assert networkx.is_connected(net)
    degrees = [degree for _, degree in net.degree()]
    assert [degrees.count(degree) for degree in (1, 2, 3, 4)] == [0, 176, 12, 9]


def test_v3_four_cities_of_three_stars(written: dict[str, Any], links: set[Link]) -> None:
    stars = {city: stars_of(written, city) for city in written["cities"]}
    assert set(stars) == {"BR", "NA", "VE", "PA"}
    assert all(len(spots) == 3 for spots in stars.values())
    assert len({spot for spots in stars.values() for spot in spots}) == 12
    for spots in stars.values():
        assert {frozenset(pair) for pair in itertools.combinations(spots, 2)} <= links
    assert not {hill["spot"] for hill in written["hills"].values()} & {spot for each in stars.values() for spot in each}


def test_v4_seven_hills(written: dict[str, Any]) -> None:
    hills = {alias: hill["spot"] for alias, hill in written["hills"].items()}
    assert hills == {"HB": "G13", "HN": "S13", "HV": "G27", "HP": "S27", "QB": "F20", "CH": "M20", "LI": "T20"}


def test_v5_a_citys_own_hill_is_four_links_away(written: dict[str, Any], board: Graph) -> None:
    own = {hill["city"]: hill["spot"] for hill in written["hills"].values() if "city" in hill}
    assert set(own) == set(written["cities"])
    assert all(between(board, stars_of(written, city), [spot]) == 4 for city, spot in own.items())


@pytest.mark.parametrize("mirrored", [(True, False), (False, True), (True, True)])
def test_v6_the_board_is_its_own_mirror_image(
    written: dict[str, Any], links: set[Link], mirrored: tuple[bool, bool]
) -> None:
    columns = written["grid"]["columns"]

    def image(spot: str) -> str:
        column, row = columns.index(spot[0]), int(spot[1:])
        if mirrored[0]:
            column = len(columns) - 1 - column
        return f"{columns[column]}{40 - row if mirrored[1] else row}"

    assert {frozenset(image(spot) for spot in link) for link in links} == links


TABLE = {
    "BR": (0, 16, 22, 32, 4, 11, 16, 22),
    "NA": (16, 0, 32, 22, 4, 22, 16, 11),
    "VE": (22, 32, 0, 16, 4, 11, 16, 22),
    "PA": (32, 22, 16, 0, 4, 22, 16, 11),
}


@pytest.mark.parametrize("city", TABLE)
def test_v7_distances_between_strongholds(written: dict[str, Any], board: Graph, city: str) -> None:
    own = next(hill["spot"] for hill in written["hills"].values() if hill.get("city") == city)
    places = [stars_of(written, other) for other in ("BR", "NA", "VE", "PA")] + [[own], ["F20"], ["M20"], ["T20"]]
    assert tuple(between(board, stars_of(written, city), place) for place in places) == TABLE[city]


def test_v8_no_short_cycle_but_the_triangles(written: dict[str, Any], net: networkx.Graph) -> None:
    cycles = {frozenset(cycle) for cycle in networkx.simple_cycles(net, length_bound=22)}
    triangles = {frozenset(stars_of(written, city)) for city in written["cities"]}
    assert {cycle for cycle in cycles if len(cycle) < 22} == triangles
    assert any(len(cycle) == 22 for cycle in cycles)


def test_v9_four_ways_between_any_two_strongholds(written: dict[str, Any], net: networkx.Graph) -> None:
    for one, other in itertools.combinations(written["cities"], 2):
        wide = net.copy()
        # A road may leave by any star, and two roads by the same one: each city becomes a single place.
        for name, city in (("from", one), ("to", other)):
            stars = set(stars_of(written, city))
            gates = {gate for star in stars for gate in net.neighbors(star)} - stars
            wide.remove_nodes_from(stars)
            wide.add_edges_from((name, gate) for gate in gates)
        assert networkx.node_connectivity(wide, "from", "to") == 4


def zone(written: dict[str, Any], board: Graph, city: str) -> set[str]:
    return {spot for spot in board.names if between(board, stars_of(written, city), [spot]) <= 10}


def test_v10_each_zone_has_forty_five_spots(written: dict[str, Any], board: Graph) -> None:
    assert [len(zone(written, board, city)) for city in written["cities"]] == [45] * 4


def test_v11_zones_of_partners_meet_zones_of_enemies_do_not(written: dict[str, Any], board: Graph) -> None:
    zones = {city: zone(written, board, city) for city in written["cities"]}
    assert " ".join(sorted(zones["BR"] & zones["NA"])) == "K11 L11 M11 M12 M13 M14 N11 P11"
    assert " ".join(sorted(zones["VE"] & zones["PA"])) == "K29 L29 M26 M27 M28 M29 N29 P29"
    apart = {
        (one, other): between(board, sorted(zones[one]), sorted(zones[other]))
        for one in ("BR", "NA")
        for other in ("VE", "PA")
    }
    assert all(not zones[one] & zones[other] for one, other in apart)
    assert apart["BR", "VE"] == apart["NA", "PA"] == min(apart.values()) == 2


def test_v12_the_default_set_ups_are_legal(written: dict[str, Any]) -> None:
    rules = Waterloo1895(written)
    for army, posts in written["default_setups"].items():
        assert len(posts) == 10
        assert list(faults(rules.board, list(posts), posts, {})) == []
        partner = written["default_setups"][{"N": "Y", "Y": "N", "W": "B", "B": "W"}[army]]
        assert list(faults(rules.board, list(posts), posts, partner)) == []


def test_v13_links_join_neighbours_on_the_grid(written: dict[str, Any], links: set[Link]) -> None:
    columns = written["grid"]["columns"]
    bases = {frozenset(("B11", "D11")), frozenset(("V11", "X11")), frozenset(("B29", "D29")), frozenset(("V29", "X29"))}
    for link in links - bases:
        one, other = sorted(link)
        across = abs(columns.index(one[0]) - columns.index(other[0]))
        assert max(across, abs(int(one[1:]) - int(other[1:]))) == 1
    assert bases <= links


def test_v15_the_numbers_of_walks(board: Graph) -> None:
    table = WalkTable(board, 18)
    assert [table.count(length) for length in range(1, 7)] == [424, 532, 656, 780, 912, 1044]
    assert (table.count(18), table.total) == (5344, 37472)


def test_v16_no_spot_looks_like_a_piece(board: Graph) -> None:
    assert not any(re.fullmatch(r".[1-8CD]", spot) for spot in board.names)
    assert all(re.fullmatch(r"[A-HJ-NP-Y]\d\d", spot) for spot in board.names)


def test_goals_of_the_children_lie_across(written: dict[str, Any]) -> None:
    for city, other in DIAGONALS.items():
        assert (written["cities"][city]["opposite"], written["cities"][other]["opposite"]) == (other, city)


def test_little_pieces_start_in_the_order_of_the_stars(written: dict[str, Any]) -> None:
    assert stars_of(written, "PA") == ["V29", "W28", "X29"]
    assert stars_of(written, "BR") == ["B11", "C12", "D11"]
