"""Section B: set-up, and who begins; the invariants of the board and the armies."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

clause = pytest.mark.clause

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo_grid" / "rulebook.md").read_text(encoding="utf-8")
COLUMNS = "ABCDEFGHIJKL"
HILLS = {
    "HA": {f"{column}{row}" for column in "BCDEFGHIJ" for row in (3, 4)},
    "HF": {"D8", "E8", "F8", "H8", "I8", "D9", "E9", "F9", "G9", "H9", "I9"},
}
VILLAGES = {"MSJ": ["F2", "G2"], "PLA": ["J9", "K9"]}
FARMS = {"HOU": "C6", "LHS": "F5", "PAP": "K5", "BEL": "G8"}
SMALL = {"K5", "G8"}
WOODS = {"C7", "L5", "L8", "L9"}
ENTRIES = {"X1": "G1", "X2": "L3", "X3": "L7", "Y": "F10"}
OBJECTIVES = {place: [cell] for place, cell in FARMS.items()} | VILLAGES


def drawn():
    """The map of the book: a sign for every cell."""
    rows = re.findall(r"^ ?(\d+)  (.*)$", BOOK[BOOK.index("### Map") : BOOK.index("### Places")], re.MULTILINE)
    cells = [(f"{column}{row}", sign) for row, line in rows for column, sign in zip(COLUMNS, line.split(), strict=True)]
    return dict(cells)


def steps(one, other):
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def listed():
    """The armies of the book, as the units of a position."""
    block = BOOK[BOOK.index("RI1 B4") : BOOK.index("| class | Red: units")]
    found = re.findall(r"^([RB][IGLHA]\d) ((?:[A-L]\d+:[fabc]+:[nesw] ?)+)", block, re.MULTILINE)
    return {unit: groups.strip() for unit, groups in found}


@clause("WGR-017")
def test_the_armies_stand_where_the_table_has_them(begin):
    opened = begin("IICAX")
    assert opened.position["units"] == listed()
    assert opened.pool("R") == opened.pool("B") == ""
    assert opened.position["pools"] == {"blue": {}, "red": {}}


@clause("WGR-017", "WGR-R01")
def test_lamberts_brigade(begin):
    opened = begin("IICAX", scenario="lambert")
    assert opened.position["units"] == listed() | {"RI6": "F2:fa:s G2:bc:s"}
    played = begin("IICAX", "I3 f", scenario="lambert")
    assert played.ok


@clause("WGR-018")
def test_turns_alternate(begin, ask):
    opened = begin("IICAX")
    assert (opened.to_move, opened.position["turn"]) == ("blue", 1)
    red = ask(opened.position, {"B": "end"}, "AAAAA")
    assert (red.to_move, red.position["turn"], red.dice) == ("red", 1, "AAAAA")
    blue = ask(red.position, {"R": "end"}, "CCCCC")
    assert (blue.to_move, blue.position["turn"], blue.dice) == ("blue", 2, "CCCCC")


@clause("WGR-001", "WGR-R01", "WGR-R06")
def test_the_map_of_the_book_agrees_with_its_tables():
    signs = drawn()
    assert len(signs) == 120
    assert {cell for cell, sign in signs.items() if sign == "h"} == HILLS["HA"]
    assert {cell for cell, sign in signs.items() if sign == "H"} == HILLS["HF"]
    assert {cell for cell, sign in signs.items() if sign == "V"} == {*VILLAGES["MSJ"], *VILLAGES["PLA"]}
    assert {cell for cell, sign in signs.items() if sign in "Ff"} == set(FARMS.values())
    assert {cell for cell, sign in signs.items() if sign == "f"} == SMALL
    assert {cell for cell, sign in signs.items() if sign == "w"} == WOODS
    assert {cell for cell, sign in signs.items() if sign in "xy"} == set(ENTRIES.values())
    assert all(cell[0] in "AL" or cell[1:] in ("1", "10") for cell in ENTRIES.values())


@clause("WGR-R01")
def test_the_board_file_has_the_books_ground():
    text = files("pbem.rulesets.waterloo_grid").joinpath("board.toml").read_text(encoding="utf-8")
    named = set(re.findall(r"\b[A-L](?:10|[1-9])\b", text))
    board = tomllib.loads(text)
    assert board
    assert named >= HILLS["HA"] | HILLS["HF"] | WOODS | set(ENTRIES.values()) | set(FARMS.values())


@clause("WGR-072", "WGR-115")
def test_hills_have_front_and_rear():
    """Every front cell of a ridge has its rear cell behind it."""
    assert all(f"{cell[0]}3" in HILLS["HA"] for cell in HILLS["HA"] if cell[1:] == "4")
    assert all(f"{cell[0]}9" in HILLS["HF"] for cell in HILLS["HF"] if cell[1:] == "8")


@clause("WGR-R01")
def test_the_distances_of_the_book():
    rows = re.findall(r"^\| (X1|X2|X3|Y) \| (\d.*) \|$", BOOK, re.MULTILINE)
    assert len(rows) == 4
    for entry, row in rows:
        told = dict(zip(["MSJ", "PLA", "HOU", "LHS", "PAP", "BEL"], map(int, row.split(" | ")), strict=True))
        assert told == {place: min(steps(ENTRIES[entry], cell) for cell in OBJECTIVES[place]) for place in told}


@clause("WGR-068", "WGR-069", "WGR-075")
def test_what_the_guns_of_the_opening_can_fire_at(begin, view):
    seen = view(begin("IICAX"), None)["hints"]["guns"]
    assert {gun: targets for gun, targets in seen.items() if targets} == {
        "BA1": {"D4": 2, "E4": 2, "C6": 1},
        "BA2": {"F5": 1, "E4": 2, "G4": 2},
        "BA3": {"H4": 2, "G4": 2, "I4": 2},
        "RA1": {"D8": 2, "E8": 2},
        "RA2": {"G8": 1, "F8": 2, "H8": 2},
        "RA3": {"I8": 2, "H8": 2, "J8": 2},
    }


@clause("WGR-017", "WGR-043")
def test_nobody_is_in_contact_at_first(begin, view):
    opened = begin("IICAX")
    assert view(opened, None)["hints"]["contacts"] == []
    assert begin("IICAX", "end").fights == []


@clause("WGR-017", "WGR-R58")
def test_who_holds_what_at_first(begin, view):
    assert view(begin("IICAX"), None)["hints"]["objectives"] == {
        "F2": None, "G2": None, "J9": "blue", "K9": "blue", "C6": "red", "F5": "red", "K5": "red", "G8": "blue",
    }  # fmt: skip
    last = view(begin("IICAX", hold="last"), None, hold="last")["hints"]["objectives"]
    assert last == {
        "F2": "red", "G2": "red", "J9": "blue", "K9": "blue", "C6": "red", "F5": "red", "K5": "red", "G8": "blue",
    }  # fmt: skip
