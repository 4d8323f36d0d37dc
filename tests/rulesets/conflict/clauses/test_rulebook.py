"""The rulebook against the rules: its list of clauses, its board, its table of options, its example."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from pbem.batch.answering import answer

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "conflict" / "rulebook.md").read_text(encoding="utf-8")
ANCHORS = re.findall(r'<a id="(CON-[^"]+)"></a>', BOOK)
FILES = "abcdefghijklmnopqrstuvwx"


def block(heading: str) -> str:
    """The first fenced block below a heading."""
    return re.search(rf"^#+ {heading}$.*?^```\w+\n(.*?)^```$", BOOK, re.DOTALL | re.MULTILINE)[1]


def drawn() -> dict[str, str]:
    """The board of the book: a sign for every square."""
    rows = [line.split() for line in block("Map").splitlines() if re.match(r" ?\d", line)]
    return {f"{file}{row[0]}": sign for row in rows for file, sign in zip(FILES, row[1:25], strict=True)}


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert [anchor for anchor in ANCHORS if "R" not in anchor] == [f"CON-{number:03}" for number in range(1, 110)]
    assert [anchor for anchor in ANCHORS if "R" in anchor] == [f"CON-R{number:02}" for number in range(1, 56)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_every_clause_that_a_code_or_a_table_names_is_there():
    assert set(re.findall(r"CON-(?:R?\d+)", BOOK)) <= set(ANCHORS)


@pytest.mark.clause("CON-001")
def test_the_board_of_the_book_is_the_board_of_the_rules():
    board = tomllib.loads(files("pbem.rulesets.conflict").joinpath("board.toml").read_text(encoding="utf-8"))
    rows = board["grid"]["rows"]
    assert len(rows) == 24
    signs = drawn()
    assert rows == ["".join(signs[f"{file}{rank}"] for file in FILES) for rank in range(24, 0, -1)]


@pytest.mark.clause("CON-001")
def test_the_squares_are_counted():
    """256 of land, 40 of bridge, 212 of water, 8 mines, 4 circles, 32 of camp, 8 docks, 16 of reserve."""
    counted = Counter(drawn().values())
    assert counted == {".": 256, "=": 40, "~": 212, "*": 8, "@": 4, "#": 32, "d": 8, "X": 16}


@pytest.mark.clause("CON-001")
def test_the_board_is_its_own_mirror_image():
    squares = {(FILES.index(name[0]) + 1, int(name[1:])): sign for name, sign in drawn().items()}
    for (x, y), sign in squares.items():
        assert sign == squares[25 - x, y] == squares[x, 25 - y] == squares[y, x]


def test_the_table_of_corners_is_the_boards():
    signs = drawn()
    rows = re.findall(r"^\| (?:red|yellow|green|orange) \| (.*) \|$", BOOK, re.MULTILINE)[:4]
    for row in rows:
        _, _, circle, land, water, mines, docks, reserve = (cell.strip() for cell in row.split("|"))
        for cell, sign in ((circle, "@"), (land, "."), (water, "~"), (mines, "*"), (docks, "d"), (reserve, "X")):
            assert all(signs[square] == sign for square in cell.split()), cell
    bridges = re.findall(r"\w\d+ \w\d+ \w\d+ \w\d+ \w\d+", BOOK[BOOK.index("| shore |") : BOOK.index("### Pieces")])
    assert len(bridges) == 8
    assert {square for bridge in bridges for square in bridge.split()} == {
        square for square, sign in signs.items() if sign == "="
    }


def test_the_table_of_options_is_the_rules_own(rules):
    section = BOOK[BOOK.index("### Table of options") : BOOK.index("## Playing by mail")]
    table = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.MULTILINE))
    assert list(table) == [option.name for option in rules.options()]
    for option in rules.options():
        assert re.search(r"\*\*(\w+)\*\*", table[option.name])[1] == str(option.default)
        if option.values:
            assert set(re.findall(r"\w+", table[option.name])) == set(option.values)


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


def test_every_event_is_documented():
    section = BOOK[BOOK.index("### An adjudication from end to end") :]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    told = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert told >= {"first_throw", "turn", "throw", "reserve", "move", "out", "inherit", "retired", "passed", "back"}
    assert told >= {"missed", "returned", "draw_offered", "draw_withdrawn", "draw_lapsed", "auto", "proposal"}
    assert told >= {"proposal_lapsed", "pact", "break_announced", "pact_ended", "end"}
