"""The rulebook against the rules: its list of clauses, its board and tables, its options, its example."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from pbem.batch.answering import answer

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "stratego_waterloo" / "rulebook.md").read_text(
    encoding="utf-8"
)
ANCHORS = re.findall(r'<a id="(SWL-[^"]+)"></a>', BOOK)
CODES = [
    "E-SYNTAX",
    "E-SQUARE",
    "E-PHASE",
    "E-EMPTY",
    "E-OWNER",
    "E-FRIEND",
    "E-NOFOE",
    "E-RANGE",
    "E-STRAIGHT",
    "E-BLOCKED",
    "E-FARM",
    "E-MUD",
    "E-GUN",
    "E-NOTGUN",
    "E-LOS",
    "E-HILLGUN",
    "E-TARGET",
    "E-ACTIONS",
    "E-SPLIT",
    "E-ENTER",
    "E-REST",
    "E-CARD",
    "E-TAKE",
    "E-SETUP",
    "E-PURSUIT",
]
BOARD = tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8"))


def section(start: str, end: str) -> str:
    return BOOK[BOOK.index(start) : BOOK.index(end)]


def table(text: str) -> list[list[str]]:
    """The rows of the first table in a text, without its head."""
    lines = re.search(r"^\|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)[1].splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert [anchor for anchor in ANCHORS if "R" not in anchor] == [f"SWL-{number:03}" for number in range(1, 191)]
    assert [anchor for anchor in ANCHORS if "R" in anchor] == [f"SWL-R{number:02}" for number in range(1, 69)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_every_clause_that_a_code_or_a_table_names_is_there():
    assert set(re.findall(r"SWL-(?:R?\d+)", BOOK)) <= set(ANCHORS)


@pytest.mark.clause("SWL-115", "SWL-097", "SWL-R01", "SWL-R02")
def test_the_map_of_the_book_is_the_board_of_the_rules(play):
    rows = [line.split() for line in blocks(section("### Map", "### Tiles"))[0].splitlines() if re.match(r" ?\d", line)]
    drawn = {f"{column}{row[0]}": sign for row in rows for column, sign in zip("ABCDEFGHIJKL", row[1:13], strict=True)}
    view = play("NA A1", version="expert").view("blue")
    signs = dict.fromkeys(drawn, ".")
    for seat in ("blue", "red"):
        for name, squares in view["sections"][seat].items():
            signs |= dict.fromkeys(squares, name[0].lower())
    for tile in view["tile_data"].values():
        signs |= dict.fromkeys(tile["squares"], tile["kind"][0].lower())
    signs |= dict.fromkeys(view["flags"], "*")
    assert len(drawn) == 120
    assert drawn == signs


@pytest.mark.clause("SWL-115")
def test_the_table_of_tiles_is_the_rules_own(play):
    data = play("NA A1", version="expert").view("blue")["tile_data"]
    rows = table(section("### Tiles", "### Pieces"))
    assert {row[0]: (row[1], set(row[2].split()), row[3]) for row in rows} == {
        name: (tile["kind"], set(tile["squares"]), tile["name"]) for name, tile in data.items()
    }


@pytest.mark.clause("SWL-010", "SWL-082", "SWL-083")
def test_the_table_of_pieces_is_the_rules_own():
    rows = table(section("### Pieces", "### Battle die"))
    assert [(row[0], row[2], row[3], row[4].replace("-", "0"), row[5]) for row in rows] == [
        (piece["code"], piece["nation"], piece["class"], str(piece["strength"]), str(piece["count"]))
        for piece in BOARD["pieces"]
    ]
    counts = Counter()
    for row in rows:
        counts[row[2]] += int(row[5])
    assert counts == {"FR": 47, "AL": 45, "PR": 13}


@pytest.mark.clause("SWL-016")
def test_the_default_set_ups_of_the_book_are_played(opening):
    basic, standard, french = blocks(section("### Default set-ups", "## A. Three versions"))
    for version, red in (("basic", basic), ("standard", standard)):
        drawn = opening(version=version).then(f"setup\n{red}").then(f"setup\n{french}")
        default = opening(version=version).then("setup default").then("setup default")
        assert drawn.ok
        assert drawn.position["board"] == default.position["board"]


def test_the_table_of_options_is_the_rules_own(rules):
    rows = {row[0].strip("`"): row[1] for row in table(section("### Table of options", "## Playing by mail"))}
    assert set(rows) == {option.name for option in rules.options()}
    for option in rules.options():
        default = re.search(r"\*\*([\w-]+)\*\*", rows[option.name])[1]
        assert default == (str(option.default) or "none")
        if option.values:
            assert set(re.findall(r"[\w-]+", rows[option.name])) == {str(value) for value in option.values}


def test_the_table_of_errors_is_complete():
    rows = [row[0] for row in table(section("## When an order is refused", "## Who sees what"))]
    assert rows[: len(CODES)] == CODES
    assert rows[len(CODES) :] == ["E-DRAW", "E-STAND", "E-LIST"]


@pytest.mark.clause("SWL-183")
def test_the_battlefield_of_the_book_can_be_played(ask):
    text = blocks(section("## A battlefield as text", "## When an order is refused"))[0]
    assert ask(None, {}, {"seed": "01"}, battlefield=text).awaiting == {"red": "setup"}


def test_the_example_is_what_the_server_answers():
    request, told = (
        msgspec.json.decode(text)
        for text in re.findall(
            r"^```json\n(.*?)^```$", BOOK[BOOK.index("from end to end\n") :], re.DOTALL | re.MULTILINE
        )
    )
    assert answer(request) == told


def test_every_event_is_documented(begun):
    text = BOOK[BOOK.index("The events are") :]
    documented = {kind for row in table(text) for kind in re.findall(r"`([a-z_]+)`", row[0])}
    played = begun(version="standard")
    assert {event["event"] for event in played.events} <= documented
    assert documented >= {
        "move",
        "attack",
        "shot",
        "farm",
        "enter",
        "rest",
        "card",
        "scouted",
        "take",
        "dropped",
        "prussians",
        "grouchy",
    }
    assert documented >= {
        "pursuit_begins",
        "labels",
        "cut",
        "charge",
        "save",
        "retire",
        "stop",
        "draw_offered",
        "resigned",
        "end",
    }
