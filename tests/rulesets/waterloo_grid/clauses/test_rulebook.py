"""The rulebook against the rules: its list of clauses, its tables, its map, its example."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from core.rulesets.waterloo_grid.schema import Reason
from pbem.batch.answering import answer
from pbem.rulesets.waterloo_grid import presentation

clause = pytest.mark.clause

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo_grid" / "rulebook.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
ANCHORS = re.findall(r'<a id="(WGR-[^"]+)"></a>', BOOK)


def section(heading: str, until: str) -> str:
    return BOOK[BOOK.index(heading) : BOOK.index(until)]


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert [anchor for anchor in ANCHORS if "R" not in anchor[4:]] == [f"WGR-{number:03}" for number in range(1, 148)]
    assert [anchor for anchor in ANCHORS if "R" in anchor[4:]] == [f"WGR-R{number:02}" for number in range(1, 63)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_every_ruling_has_a_test():
    assert [anchor for anchor in ANCHORS if f'"{anchor}"' not in TESTS] == []


def test_the_table_of_options_is_the_rules_own(rules):
    table = dict(
        re.findall(r"^\| `(\w+)` \| (.*?) \|", section("### Table of options", "## Playing by mail"), re.MULTILINE)
    )
    assert list(table) == [option.name for option in rules.options()]
    for option in rules.options():
        assert re.search(r"\*\*(\w+)\*\*", table[option.name])[1] == str(option.default)
        if option.values:
            assert set(re.findall(r"\w+", table[option.name])) == set(map(str, option.values))


def test_the_table_of_errors_is_complete():
    assert re.findall(r"^\| (E\d\d) \|", BOOK, re.MULTILINE) == [f"E{number:02}" for number in range(1, 15)]


def test_the_example_is_what_the_server_answers():
    request, told = (
        msgspec.json.decode(text)
        for text in re.findall(
            r"^```json\n(.*?)^```$", BOOK[BOOK.index("from end to end\n") :], re.DOTALL | re.MULTILINE
        )
    )
    assert answer(request) == told


def test_the_ends_of_a_game_have_the_clauses_that_the_book_gives_them(rules):
    book = section("## Positions as JSON", "### An adjudication from end to end")
    told = {
        word: clause
        for clause, words in re.findall(r"\[(WGR-\d+)\]\(#WGR-\d+\) \((`[^)]*`)\)", book)
        for word in re.findall(r"`(\w+)`", words)
    }
    assert set(told) == set(get_args(Reason))
    for reason, cited in told.items():
        outcome = {"winners": [] if reason == "agreed" else ["red"], "reason": reason, "clause": cited}
        whole = {"units": {}, "phase": "over", "outcome": outcome}
        assert rules.outcome(rules.decode(whole, rules.settle({}))).clause == cited


def test_every_event_is_documented():
    rows = re.findall(r"^\| (`.*?`) \|", BOOK[BOOK.index("### An adjudication from end to end") :], re.MULTILINE)
    assert {kind for row in rows for kind in re.findall(r"`(\w+)`", row)} == {
        "turn", "placed", "move", "face", "line", "square", "hold", "charge", "shot", "shot_lost", "enter", "void",
        "end_turn", "fights_ignored", "fight", "lapsed", "draw_offered", "draw_lapsed", "resigned", "claimed", "end",
    }  # fmt: skip


def test_the_map_of_the_book_is_what_is_drawn(begin, view):
    drawn = presentation().map_text(view(begin("IICAX"), "B")).splitlines()
    book = re.search(r"```text\n(.*?)```", BOOK[BOOK.index("## How to read the map") :], re.DOTALL)[1].splitlines()
    assert [line.rstrip() for line in drawn[: len(book)]] == book
    assert all(len(line) <= 78 for line in drawn)


@clause("WGR-010", "WGR-058")
def test_what_the_signs_of_the_map_tell(play, view):
    """Square, several facings, several units, contact, and two figures in a number."""
    pieces = """BI1 D6:fabc:+ BI2 F6:fa:n F6:bc:e BG1 H6:f:n BI3 H6:fa:n RI2 H5:fabc:w RI10 C3:fa:s RI11 C3:fa:s
    RA1 F5:ab:s BL1 K2:fab:w"""
    seen = view(play(pieces, "B"), "R")
    rows = presentation().map_text(seen).splitlines()
    row = {number: next(i for i, line in enumerate(rows) if line.startswith(f"{number:2}|")) for number in range(1, 11)}

    def cell(name):
        column, line = "ABCDEFGHIJKL".index(name[0]), row[int(name[1:])]
        return [rows[line][3 + 6 * column :][:5], rows[line + 1][3 + 6 * column :][:5]]

    assert cell("D6") == [" BI1 ", " 4+* "]
    assert cell("F6")[1].startswith(" 4x*")
    assert cell("H6")[0] == " BG1&"
    assert cell("H6")[1] == " 3^*!"
    assert cell("H5") == [" RI2 ", " 4<* "]
    assert cell("C3")[0] == "RI10&"
    assert cell("F5")[0] == "FRA1 "
    assert cell("K2") == [" BL1 ", " 3<* "]
    below = "\n".join(presentation().forces(seen)).replace("\u00a0", " ")
    for words in ("BI2 fa F6 n, bc F6 e", "BI1 fabc D6 square", "RI10 fa C3 s"):
        assert words in below
