"""The rulebook against the rules: its list of clauses, its tables, its map, its example."""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from pbem.batch.answering import answer
from pbem.rulesets.waterloo_wargame import presentation

clause = pytest.mark.clause

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo_wargame" / "rulebook.md").read_text(
    encoding="utf-8"
)
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
ANCHORS = re.findall(r'<a id="(WWG-[^"]+)"></a>', BOOK)
ARMS = {"infantry": "inf", "cavalry": "cav", "gun": "gun"}


def section(heading, until):
    return BOOK[BOOK.index(heading) : BOOK.index(until, BOOK.index(heading))]


def rows(text):
    """The rows of the first table in a text, without its head."""
    lines = re.search(r"^\|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)[1].splitlines()
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert [anchor for anchor in ANCHORS if "R" not in anchor] == [f"WWG-{number:03}" for number in range(1, 141)]
    assert [anchor for anchor in ANCHORS if "R" in anchor] == [f"WWG-R{number:02}" for number in range(1, 64)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_every_clause_named_is_there_and_every_ruling_has_a_test():
    assert set(re.findall(r"WWG-R?\d+", BOOK)) <= set(ANCHORS)
    assert [anchor for anchor in ANCHORS if f'"{anchor}"' not in TESTS] == []


@clause("WWG-006", "WWG-004")
def test_the_tables_of_the_field_are_the_rules_own(ask):
    view = ask(None).view("F")
    assert {row[0]: (row[1], int(row[2]), row[3]) for row in rows(section("### Roads", "### Strongpoints"))} == {
        road: (data["name"], data["width"], " · ".join(f"{x},{y}" for x, y in data["points"]))
        for road, data in view["roads"].items()
    }
    assert {row[0]: (row[1], row[2]) for row in rows(section("### Strongpoints", "### Places"))} == {
        point: (data["name"], f"{data['west']},{data['south']} to {data['east']},{data['north']}")
        for point, data in view["outlines"].items()
    }
    assert {row[0]: row[2] for row in rows(section("### Places", "### Armies"))} == {
        place: f"{data['x']},{data['y']}" for place, data in view["places"].items()
    }


@clause("WWG-006", "WWG-009")
def test_the_table_of_armies_is_the_rules_own(ask):
    pieces = ask(None).position["pieces"]
    assert rows(section("### Armies", "## A. Beginning")) == [
        [
            piece["number"],
            piece["code"],
            ARMS[piece["arm"]],
            str(piece["men"] or "-"),
            f"{piece['x']},{piece['y']} / {piece['heading']}",
            piece["name"],
        ]
        for piece in pieces
    ]


@clause("WWG-R58")
def test_the_barricades_are_the_outlines(ask):
    outlines = ask(None).view("F")["outlines"]
    assert {point: data["garrison"] for point, data in outlines.items()} == {
        "HOU": ["MAC"],
        "LHS": ["BRG"],
        "PAP": ["NAS"],
    }


def test_the_map_of_the_book_is_the_map_of_the_reports(rules):
    drawn = re.findall(r"^ {0,3}\d{1,4} .*$", section("```text", "## Advice"), re.MULTILINE)
    shown = presentation().map_text(rules.view(rules.opening(rules.settle({})), None)).splitlines()
    assert len(drawn) == 25
    assert drawn == [line for line in shown if re.match(r" {0,3}\d{1,4} ", line)]


def test_the_table_of_options_is_the_rules_own(rules):
    table = {row[0]: row[1] for row in rows(section("## Table of options", "## Worked examples"))}
    assert list(table) == [option.name for option in rules.options()]
    for option in rules.options():
        assert re.search(r"\*\*([\w-]+)\*\*", table[option.name])[1] == str(option.default)
        if option.values:
            assert re.findall(r"[\w-]+", table[option.name]) == [str(value) for value in option.values]


def test_the_table_of_errors_is_complete():
    assert re.findall(r"^\| (E\d\d) \|", BOOK, re.MULTILINE) == [f"E{number:02}" for number in range(1, 37)]


def test_every_order_of_the_book_can_be_read():
    written = [row[0] for row in rows(section("## Writing orders", "## When an order"))]
    orders = [order for cell in written for order in re.findall(r"[A-Z][A-Z0-9 ,]+[A-Z0-9]", cell)]
    assert len(orders) > 25
    lines = presentation().read(list(enumerate(orders, start=1)))
    assert [line.text for line in lines if line.order is None] == []


def test_the_example_is_what_the_server_answers():
    request, told = (
        msgspec.json.decode(text)
        for text in re.findall(
            r"^```json\n(.*?)^```$", BOOK[BOOK.index("from end to end\n") :], re.DOTALL | re.MULTILINE
        )
    )
    assert answer(request) == told


def test_every_event_is_documented(play):
    kinds = " ".join(row[0] for row in rows(section("The events are", "A score has")))
    documented = set(re.findall(r"[a-z_]+", kinds))
    pieces = """F I2 inf 2 3000,1900/0; F G1 gun 5000,1000/0; A D2 inf 2 3000,2000/180; A H1 gun 5000,1800/180;
F J1 inf 1 500,500/0; F K1 inf 1 900,500/0"""
    orders = "turn 1 / stand evade all never / offer draw / attack d2 with i2 advance / fire g1 at h1 / general to k1"
    played = play(pieces, orders, "6 1 5 5", generals="F=J1")
    assert {event["event"] for event in played.events + played.then("", due=True).events} <= documented
    assert documented >= {"move", "general", "exit", "evade", "push", "barrage", "duel", "bombard", "fight", "removed"}
    assert documented >= {"general_falls", "retreat", "advance", "lapse", "strongpoint", "stood", "standing", "end"}
    assert documented >= {"draw_offered", "draw_withdrawn", "draw_lapsed", "computer", "returned", "dial", "turn"}
