"""Drawn set-ups: what stands, and all that is wrong with what does not (SWL-009 to SWL-011, SWL-148)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from core.rulesets.stratego_waterloo.battlefield import printed
from core.rulesets.stratego_waterloo.setup import Fault, Formation, default_formation, judge

BOARD: dict[str, Any] = tomllib.loads(
    files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8")
)
FRENCH = """
4: LN FA LN LN LI LI LI LI LN LN FA LN
3: FA LN FA YG LN FA FA LN YG FA LN FA
2: CH CU LN PL MG OG MG ED PL LN CU CH
1: CH LN CH LI NE NA .. CU LN CH CH LN
"""
ALLIED = """
10: BF KH BL .. UX WE .. DC .. KH BF BF
9: KH KH DC BF SG BA BA RH BF DC KH KH
8: .. RI BF BF FG BA BA BF BF BF RI ..
7: BF BF BA BF BL HR HR BL BF BA BF BF
"""


def rows_of(drawn: str) -> list[tuple[int, tuple[str | None, ...]]]:
    rows = []
    for line in drawn.strip().splitlines():
        row, _, codes = line.partition(":")
        rows.append((int(row), tuple(None if code == ".." else code for code in codes.split())))
    return rows


def judged(drawn: str, version: str = "basic", seat: str = "blue", **said: Any) -> Formation | tuple[Fault, ...]:
    field = printed(BOARD, version, said.pop("early", False))
    return judge(field, BOARD, seat, rows_of(drawn), said.get("reserve"), said.get("garrison", ()))


def fault(drawn: str, version: str = "basic", seat: str = "blue", **said: Any) -> Fault:
    found = judged(drawn, version, seat, **said)
    assert isinstance(found, tuple), found
    (only,) = found
    return only


def test_the_drawn_formation_is_the_default() -> None:
    assert judged(FRENCH) == default_formation(printed(BOARD, "basic"), BOARD, "blue")
    garrison = (("BF", "C6"), ("BF", "D6"))
    expert = default_formation(printed(BOARD, "expert"), BOARD, "red")
    assert judged(ALLIED, "expert", "red", garrison=garrison) == expert


def test_what_is_not_placed_is_held_back() -> None:
    drawn = FRENCH.replace("CU LN PL", ".. LN PL").replace("4: LN", "4: ..")
    formed = judged(drawn)
    assert isinstance(formed, Formation)
    assert formed.reserve == ("LN", "CU")
    assert judged(drawn, reserve=("CU", "line")) == formed
    assert fault(drawn, reserve=("CU",)) == Fault(
        "SWL-010", {"what": "reserve-differs", "unit": "LN", "said": 0, "left": 1}, "reserve"
    )


def test_words_that_mean_another_piece_for_each_side() -> None:
    assert judged(FRENCH.replace("LI", "LIGHT").replace("FA", "gun")) == judged(FRENCH)


CASES: list[tuple[str, str, str, str, dict[str, Any], int | str | None]] = [
    ("4: LN", "5: LN", "SWL-009", "row", {"row": 5}, 5),
    ("3: FA LN", "4: FA LN", "SWL-009", "row-twice", {"row": 4}, 4),
    ("4: LN FA", "4: FA", "SWL-009", "row-length", {"row": 4, "count": 11}, 4),
    ("4: LN", "4: BF", "SWL-009", "unit", {"unit": "BF", "square": "A4", "exists": True}, 4),
    ("4: LN", "4: XX", "SWL-009", "unit", {"unit": "XX", "exists": False}, 4),
    ("4: LN", "4: OG", "SWL-009", "count", {"unit": "OG", "placed": 2, "have": 1}, None),
    ("NE NA", "NE ..", "SWL-011", "leader", {"unit": "NA"}, None),
    ("NE NA", ".. NA", "SWL-011", "leader", {"unit": "NE"}, None),
]


@pytest.mark.parametrize(("old", "new", "clause", "what", "facts", "part"), CASES)
def test_what_is_wrong(
    old: str, new: str, clause: str, what: str, facts: dict[str, Any], part: int | str | None
) -> None:
    found = fault(FRENCH.replace(old, new))
    assert (found.clause, found.facts["what"], found.part) == (clause, what, part)
    assert facts.items() <= found.facts.items()


def test_all_that_is_wrong_is_told_at_once() -> None:
    found = judged(
        FRENCH.replace("4: LN FA", "4: FA").replace("2: ", "2: XX ").replace("3: FA LN", "3: FA BF"),
        garrison=(("LN", "C5"),),
    )
    assert isinstance(found, tuple)
    assert [(fault.part, fault.facts["what"]) for fault in found] == [
        (4, "row-length"), (3, "unit"), (2, "row-length"), ("garrison", "garrison-square"),
    ]  # fmt: skip


def test_of_faults_without_end_twelve_are_told() -> None:
    found = judged("\n".join(f"{row}: XX XX XX XX XX XX XX XX XX XX XX XX" for row in (4, 3, 2, 1)))
    assert isinstance(found, tuple)
    assert [fault.facts["square"] for fault in found] == [f"{column}4" for column in "ABCDEFGHIJKL"]


def test_too_many_held_back() -> None:
    without = "\n".join(line for line in FRENCH.splitlines() if not line.startswith("4"))
    assert fault(without) == Fault("SWL-010", {"what": "reserve", "held": 12, "most": 10}, None)
    assert isinstance(judged(without.replace("3: FA", "4: LN LN .. .. .. .. .. .. .. .. .. ..\n3: FA")), Formation)


@pytest.mark.parametrize(
    ("garrison", "what"),
    [
        ((), "garrison-count"),
        ((("BF", "C6"),), "garrison-count"),
        ((("BF", "C6"), ("BF", "D6"), ("BF", "C5")), "garrison-count"),
        ((("BF", "C6"), ("BF", "E6")), "garrison-square"),
        ((("BF", "C6"), ("KH", "D6")), "garrison-arm"),
        ((("BF", "C6"), ("BF", "C6")), "square-twice"),
        ((("BF", "C6"), ("LN", "D6")), "unit"),
    ],
)
def test_garrison(garrison: tuple[tuple[str, str], ...], what: str) -> None:
    drawn = ALLIED.replace("7: BF", "7: ..")
    assert fault(drawn, "expert", "red", garrison=garrison).facts["what"] == what


def test_a_garrison_belongs_to_expert() -> None:
    assert fault(FRENCH, garrison=(("LN", "C5"),)).facts == {
        "what": "garrison-square", "square": "C5", "unit": "LN", "squares": [],
    }  # fmt: skip


def test_early_start() -> None:
    early = default_formation(printed(BOARD, "expert", early=True), BOARD, "blue")
    assert len(early.board) == 33
    found = judged(FRENCH, "expert", early=True)
    assert isinstance(found, tuple)
    assert {fault.facts["what"] for fault in found} == {"count"}
