"""The rulebook against the rules: its list of clauses, its board, its table of options, its example."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from pbem.batch.answering import answer

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo1895" / "rulebook.md").read_text(encoding="utf-8")
ANCHORS = re.findall(r'<a id="(W95-[^"]+)"></a>', BOOK)


@pytest.fixture(scope="module")
def board():
    return tomllib.loads(files("pbem.rulesets.waterloo1895").joinpath("board.toml").read_text(encoding="utf-8"))


def block(heading: str) -> str:
    """The first fenced block below a heading."""
    return re.search(rf"^#+ {heading}$.*?^```\w+\n(.*?)^```$", BOOK, re.DOTALL | re.MULTILINE)[1]


def links(roads) -> set[frozenset[str]]:
    return {frozenset(link) for road in roads for link in pairwise(road.split())}


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert len([anchor for anchor in ANCHORS if "R" not in anchor]) == 124
    assert [anchor for anchor in ANCHORS if "R" in anchor] == [f"W95-R{number:02}" for number in range(1, 42)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_every_clause_that_a_code_or_a_table_names_is_there():
    assert set(re.findall(r"W95-(?:R?\d+a?)", BOOK)) <= set(ANCHORS)


@pytest.mark.clause("W95-001")
def test_the_roads_of_the_book_are_the_roads_of_the_board(board):
    roads = re.split(r"^[\w-]+:\n", block("Roads"), flags=re.MULTILINE)[1:]
    assert links(roads) == links(board["roads"].values())
    assert len(links(roads)) == 212


@pytest.mark.clause("W95-001")
def test_the_map_of_the_book_shows_the_spots_of_the_board(board):
    """Spots stand at every third column, rows on every second line (the rows between carry links)."""
    rows = [line for line in block("Map").splitlines() if re.match(r"\d\d ", line)]
    signs = {}
    for line in rows:
        for index, column in enumerate(board["grid"]["columns"]):
            sign = line[3 + 3 * index : 4 + 3 * index]
            if sign and sign in "o*^":
                signs[column + line[:2]] = sign
    assert signs.keys() == {spot for link in links(board["roads"].values()) for spot in link}
    assert {spot for spot, sign in signs.items() if sign == "*"} == {
        star for city in board["cities"].values() for star in city["stars"]
    }
    assert {spot for spot, sign in signs.items() if sign == "^"} == {hill["spot"] for hill in board["hills"].values()}


@pytest.mark.clause("W95-134")
def test_the_default_set_ups_of_the_book_are_those_of_the_board(board):
    book = dict(entry.split("=") for entry in re.findall(r"\w\w=\w\d\d", block("Default set-ups")))
    assert book == {piece: spot for army in board["default_setups"].values() for piece, spot in army.items()}


def test_the_table_of_options_is_the_rules_own(rules):
    section = BOOK[BOOK.index("### Table of options") : BOOK.index("## Writing orders")]
    table = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.MULTILINE))
    assert list(table) == [option.name for option in rules.options()]
    for option in rules.options():
        values = re.sub(r"a number, ", "", table[option.name])
        assert re.search(r"\*\*(\w+)\*\*", values)[1] == str(option.default)
        if option.values:
            assert set(re.findall(r"\w+", values)) == set(option.values)


def test_the_table_of_errors_is_complete():
    rows = re.findall(r"^\| (E\d\d) \|", BOOK, re.MULTILINE)
    assert rows == [f"E{number:02}" for number in range(1, 23)]


def test_the_example_is_what_the_server_answers():
    request, told = (
        msgspec.json.decode(text)
        for text in re.findall(
            r"^```json\n(.*?)^```$", BOOK[BOOK.index("from end to end\n") :], re.DOTALL | re.MULTILINE
        )
    )
    assert answer(request) == told
