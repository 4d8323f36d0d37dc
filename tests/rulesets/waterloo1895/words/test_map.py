"""The map as text, read back, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract import Json
from pbem.rulesets.waterloo1895 import presentation
from pbem.rulesets.waterloo1895.board import board, source
from pbem.rulesets.waterloo1895.map import COLUMN_WIDTH, LEFT, WIDTH, map_text

START_OF_A_DUEL = r"""
   A  B  C  D  E  F  G  H  J  K  L  M  N  P  Q  R  S  T  U  V  W  X  Y
11    *-----*--o--o--o--W8-o--o--o--o--o--o--o--o--o--o--o--*-----*     11
     / \   /                        |                        \   / \
12 o     *--o     BRUSSELS          o               NAMUR   o--*     o  12
   |     |   \     Brussels Hill    |      Namur Hill      /   |     |
13 o     o     WC-o--W1^            o              ^--o--o     o     o  13
   |     |           |              |              |           |     |
14 W7    WD-o        o--W3-o--W2-o--o--o--o--o--o--o        o--o     o  14
   |        |                       |                       |        |
15 o--o     o                       o                       o     o--o  15
      |     |                       |                       |     |
16    o     W5                      o                       o     o     16
      |     |                       |                       |     |
17 W6-o     o--o                    o                    o--o     o--o  17
   |           |                    |                    |           |
18 o           W4-o                 o                 o--o           o  18
   |              |                 |                 |              |
19 o              o                 o                 o              o  19
   |              |                 |                 |              |
20 o--o--o--o--o--^--o--o--o--o--o--^--o--o--o--o--o--^--o--o--o--o--o  20
   |              | Quatre Bras     | Charleroi       | Ligny        |
21 o              o                 o                 o              o  21
   |              |                 |                 |              |
22 o           o--o                 o                 o--N4          o  22
   |           |                    |                    |           |
23 o--o     o--o                    o                    o--o     o--N6 23
      |     |                       |                       |     |
24    o     o                       o                       N5    o     24
      |     |                       |                       |     |
25 o--o     o                       o                       o     o--o  25
   |        |                       |                       |        |
26 o     o--o        o--o--o--o--o--o--o--N2-o--N3-o        o--ND    N7 26
   |     |           |              |              |           |     |
27 o     o     o--o--^              o              N1^o--NC    o     o  27
   |     |    /    Versailles Hill  |      Paris Hill     \    |     |
28 o     *--o     VERSAILLES        o               PARIS   o--*     o  28
    \   / \                         |                         / \   /
29    *-----*--o--o--o--o--o--o--o--o--o--o--o--N8-o--o--o--*-----*     29
   A  B  C  D  E  F  G  H  J  K  L  M  N  P  Q  R  S  T  U  V  W  X  Y
N Napoleon (Paris): 1-8 infantry, C D cavalry     taken: none
W Wellington (Brussels)                           taken: none
o spot   * starred spot   ^ hill   N1^ piece on a hill
""".strip("\n")


def parse_map(text: str) -> set[frozenset[str]]:
    """The links drawn on an empty map, each as the set of the two spots it joins."""
    lines = text.splitlines()
    top = next(index for index, line in enumerate(lines) if line.split() == list(board().columns))
    rows = lines[top + 1 : top + 2 * (board().last_row - board().first_row + 1)]
    return {frozenset(link) for link in links_drawn([line.ljust(WIDTH) for line in rows])}


def links_drawn(rows: list[str]) -> Iterator[tuple[str, str]]:
    b = board()
    for index, line in enumerate(rows):
        row = index // 2
        for column in range(len(b.columns)):
            at = LEFT + COLUMN_WIDTH * column
            if index % 2 == 0 and line[at] in "o*^" and line[at + 1] == "-":
                end = next(place for place in range(at + 1, WIDTH) if line[place] != "-")
                yield spot_at(column, row), spot_at((end - LEFT) // COLUMN_WIDTH, row)
            if index % 2 and line[at] == "|":
                yield spot_at(column, row), spot_at(column, row + 1)
            if index % 2 and line[at + 1] == "\\":
                yield spot_at(column, row), spot_at(column + 1, row + 1)
            if index % 2 and line[at + 2 : at + 3] == "/":
                yield spot_at(column + 1, row), spot_at(column, row + 1)


def spot_at(column: int, row: int) -> str:
    return f"{board().columns[column]}{row + board().first_row}"


def view_of(pieces: dict[str, str], mode: str = "duel", to_move: str = "N") -> Json:
    rules = presentation().rules
    options = rules.settle({"mode": mode})
    return rules.view(rules.decode({"pieces": pieces, "to_move": to_move, "throw": [2, 3, 6]}, options), None)


def default_setups(armies: str) -> dict[str, str]:
    return {piece: spot for army in armies for piece, spot in board().default_setups[army].items()}


@pytest.mark.clause("W95-001")
def test_the_empty_map_reads_back_as_the_board() -> None:
    """The drawing and the list of roads are one and the same board."""
    rules = presentation().rules
    drawn = map_text(rules.view(rules.opening(rules.settle({})), None))
    roads = [road.split() for road in source()["roads"].values()]
    assert parse_map(drawn) == {frozenset(link) for road in roads for link in pairwise(road)}
    assert len(parse_map(drawn)) == 212


def test_the_start_of_a_duel() -> None:
    assert map_text(view_of(default_setups("NW"))) == START_OF_A_DUEL


def test_four_armies_and_what_is_taken() -> None:
    pieces = default_setups("NYWB")
    for gone in ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "Y1"):
        del pieces[gone]
    pieces["BC"] = "V29"
    assert map_text(view_of(pieces, "four")).split("\n")[-6:] == [
        "N Napoleon (Paris): 1-8 infantry, C D cavalry     taken: none",
        "Y Ney (Versailles)                                taken: Y1",
        "W Wellington (Brussels)                           taken: W1 W2 W3 W4 W5 W6 W7",
        "                                                         W8",
        "B Blücher (Namur)                                 taken: none",
        "o spot   * starred spot   ^ hill   B1^ piece on a hill   BC* piece on a star",
    ]


def test_the_childrens_game_has_neither_cavalry_nor_captures() -> None:
    pieces = {"N1": "V29", "N2": "M20", "N3": "X29", "W1": "B11", "W2": "C12", "W3": "D11"}
    assert map_text(view_of(pieces, "little")).split("\n")[-3:] == [
        "N Napoleon (Paris)",
        "W Wellington (Brussels)",
        "o spot   * starred spot   ^ hill   N2^ piece on a hill   N1* piece on a star",
    ]


@given(st.integers(0, 2**32))
def test_every_piece_stands_where_it_is_and_nothing_is_wider_than_a_mail(seed: int) -> None:
    pieces = list(default_setups("NYWB"))
    spots = Random(seed).sample(board().spots, len(pieces))
    lines = map_text(view_of(dict(zip(pieces, spots, strict=True)), "four")).split("\n")
    for piece, spot in zip(pieces, spots, strict=True):
        line = lines[1 + 2 * board().row(spot)]
        assert line[3 + 3 * board().column(spot) :][:2] == piece
        assert line.startswith(spot[1:])
        assert line.endswith(spot[1:])
    assert max(map(len, lines)) <= 78


def test_names_stand_on_free_places() -> None:
    rules = presentation().rules
    drawn = map_text(rules.view(rules.opening(rules.settle({})), None))
    for name in [*(hill.name for hill in board().hills), *(city.name.upper() for city in board().cities)]:
        assert drawn.count(f" {name} ") == 1
    assert drawn.count("^") - 1 == len(board().hills)  # one more in the legend
    assert drawn.count("*") - 1 == 12


def test_the_picture_shows_every_piece_and_says_so_in_words() -> None:
    pieces = default_setups("NYWB")
    del pieces["W4"]
    root = ElementTree.fromstring(presentation().map_svg(view_of(pieces, "four")))
    svg = "{http://www.w3.org/2000/svg}"
    printed = [text.text for text in root.iter(f"{svg}text")]
    assert set(pieces) <= set(printed)
    assert "W4" not in printed
    assert {"PARIS", "Quatre Bras", "Blücher, Namur", "lost: W4", "lost: none"} <= set(printed)
    described = root.find(f"{svg}desc")
    assert described is not None
    assert "NC on U27" in (described.text or "")
    assert "The Game of Waterloo (1895), turn 1" in printed


def test_the_picture_has_a_road_for_every_link() -> None:
    root = ElementTree.fromstring(presentation().map_svg(view_of(default_setups("NW"))))
    svg = "{http://www.w3.org/2000/svg}"
    [roads] = [path.get("d") for path in root.iter(f"{svg}path") if len(path.get("d") or "") > 1_000]
    assert len(set(str(roads).split("M")[1:])) == 212
