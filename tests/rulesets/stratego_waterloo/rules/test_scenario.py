"""Own battlefields: what a scenario text comes to, and how it is refused (SWL-183, SWL-R65)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import BadOption, Option
from core.options import plain_value
from core.rulesets.stratego_waterloo.battlefield import Battlefield, Garrison, Tile, printed, setup_squares
from core.rulesets.stratego_waterloo.scenario import MOST_TEXT, read
from core.rulesets.stratego_waterloo.setup import default_formation

BOARD = tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8"))
ARMIES = "army blue NA 1 NE 1 LN 10\narmy red WE 1 UX 1 BF 12"
OPTIONS = {
    "memory": Option("memory", "on", ("on", "off"), "SWL-R04"),
    "turn-limit": Option("turn-limit", 40, None, "SWL-R16"),
}

LIGNY = """scenario "Ligny corner"
base standard                 ; which victory rules and cards apply
first red
turn 1                        # clock 11:00
tile HILL F8
tile MUD  E5
tile FARM C5 "Hougemont"
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 2 FA 5
army red  WE 1 UX 1 BF 12 RI 3 KH 4 DC 2 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 13 flags L6 L5
garrison red C5 2
reserve 10
retreat red CENTRE blue ANY
stock box
option turn-limit 30
"""


def option_value(name: str, value: str) -> Any:
    if name not in OPTIONS:
        raise BadOption("unknown", option=name, value=value)
    return plain_value(OPTIONS[name], value)


def built(text: str) -> Battlefield:
    return read(text, BOARD, option_value)


def test_a_whole_scenario() -> None:
    field = built(LIGNY)
    assert (field.title, field.base, field.first, field.turn, field.reserve) == (
        "Ligny corner",
        "standard",
        "red",
        1,
        10,
    )
    assert field.tiles == (
        Tile("T1", "HILL", "F8", ("F8", "G8", "F9", "G9"), ""),
        Tile("T2", "MUD", "E5", ("E5", "F5", "E6", "F6"), ""),
        Tile("T3", "FARM", "C5", ("C5", "D5", "C6", "D6"), "Hougemont"),
    )
    assert field.armies["blue"] == {"NA": 1, "NE": 1, "LN": 10, "LI": 4, "CH": 4, "CU": 2, "FA": 5}
    assert field.armies["red"] == {"WE": 1, "UX": 1, "BF": 12, "RI": 3, "DC": 2, "KH": 4, "BA": 4}
    assert list(field.armies["red"])[:3] == ["WE", "UX", "BF"]
    assert field.prussians == {"BU": 1, "PI": 3, "LW": 4, "SL": 4, "PA": 1}
    assert (field.prussian_turn, field.flags, field.relief) == (13, ("L6", "L5"), ("L7", "L8", "L9", "L10"))
    assert field.garrisons == (Garrison("red", "T3", 2),)
    assert field.retreat == {"red": "CENTRE", "blue": "ANY"}
    assert field.options == {"turn-limit": 30}
    assert field.custom


def test_what_need_not_be_said() -> None:
    field = built(f"base basic\n{ARMIES}")
    assert (field.title, field.first, field.turn, field.reserve, field.tiles) == ("", "red", 1, 10, ())
    assert (field.prussians, field.prussian_turn, field.flags, field.relief) == ({}, None, (), ())
    assert field.retreat is None
    assert built(f"base basic\n{ARMIES}\nprussians none\nretreat cards").retreat is None


def test_flags_on_the_west_edge() -> None:
    field = built(f"base basic\n{ARMIES}\nprussians PI 2 turn 5 flags A4 A7 A3")
    assert field.flags == ("A4", "A7", "A3")
    assert field.relief == ("A8", "A9", "A10")
    assert field.prussian_turn == 5


# Each text is wrong in one line: the number of that line, and the reason.
WRONG = {
    "key": (3, "key", "weather rain"),
    "twice": (4, "twice", "turn 1\nturn 2"),
    "second army": (3, "twice", "army blue NA 1 NE 1"),
    "form": (3, "form", "turn"),
    "word": (3, "word", "first green"),
    "number": (3, "number", "turn -40"),
    "number is no number": (3, "number", "reserve many"),
    "square": (3, "square", "tile HILL M4"),
    "off the board": (3, "tile-off-board", "tile HILL L4"),
    "off the north": (3, "tile-off-board", "tile HILL C10"),
    "overlap": (4, "tile-overlaps", "tile HILL C4\ntile HILL D5"),
    "farm on the back row": (3, "tile-on", "tile FARM C9"),
    "farm on a flag": (4, "tile-on", "prussians PI 3 flags L6 L5\ntile FARM K4"),
    "farm on relief": (4, "tile-on", "prussians PI 3 flags L6 L5\ntile FARM K8"),
    "mud on a flag": (4, "tile-on", "prussians PI 3 flags L6 L5\ntile MUD K6"),
    "stock of hills": (5, "stock", "tile HILL A4\ntile HILL C4\ntile HILL E4"),
    "stock of buildings": (6, "stock", "tile FARM A4\ntile VILLAGE C4\ntile FARM E4\ntile VILLAGE G4"),
    "flag in the middle": (3, "flags-edge", "prussians PI 3 flags K6"),
    "flags on both edges": (3, "flags-edge", "prussians PI 3 flags A6 L6"),
    "flag twice": (3, "flags-twice", "prussians PI 3 flags L6 L6"),
    "flag on a back row": (3, "flags-back-row", "prussians PI 3 flags L10"),
    "too many flags": (3, "flags-count", "prussians PI 3 flags L2 L3 L4 L5 L6"),
    "prussians too soon": (4, "prussian-turn", "turn 5\nprussians PI 3 turn 5"),
    "two Bulows": (3, "leaders", "prussians PI 3 BU 2"),
    "a French Prussian": (3, "unit", "prussians LN 3"),
    "no such unit": (3, "unit", "prussians XX 3"),
    "unit twice": (3, "unit-twice", "prussians PI 3 PI 2"),
    "unit without a number": (3, "units-form", "prussians PI 3 LW"),
    "garrison without a tile": (3, "garrison-tile", "garrison red C5 2"),
    "two garrisons": (5, "garrison-twice", "tile FARM C5\ngarrison red C5 2\ngarrison blue D6 1"),
    "garrison of none": (4, "number", "tile FARM C5\ngarrison red C5 0"),
    "unknown option": (3, "option-unknown", "option moonlight on"),
    "option value": (3, "option-value", "option memory dim"),
    "retreat of one side": (3, "form", "retreat red CENTRE"),
    "section": (3, "word", "retreat red MIDDLE blue ANY"),
    "name": (3, "name", 'scenario "' + "x" * 70 + '"'),
    "open quotes": (3, "form", 'scenario "Ligny'),
}


@pytest.mark.parametrize(("line", "reason", "more"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_named(line: int, reason: str, more: str) -> None:
    army_blue, army_red = ARMIES.splitlines()
    with pytest.raises(BadOption) as caught:
        built(f"{army_blue}\nbase standard\n{more}\n{army_red}")
    facts = caught.value.facts
    assert (caught.value.code, facts["option"], facts["line"], facts["reason"]) == (
        "value",
        "battlefield",
        line,
        reason,
    )
    assert facts["text"] == f"{army_blue}\nbase standard\n{more}".splitlines()[line - 1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("base standard\narmy blue NE 1 LN 3\narmy red WE 1 UX 1", "leaders"),
        ("base standard\narmy blue NA 1 NE 2 LN 3\narmy red WE 1 UX 1", "leaders"),
        ("base standard\narmy blue NA 1 NE 1 LN 57\narmy red WE 1 UX 1", "army-size"),
        (
            "base standard\narmy blue NA 1 NE 1\ntile VILLAGE C5\ngarrison red C5 1\narmy red WE 1 UX 1",
            "garrison-infantry",
        ),
        ("base standard\nreserve 0\narmy blue NA 1 NE 1 CH 43\ntile FARM C3\narmy red WE 1 UX 1", "room"),
        ("base standard\nreserve 0\narmy blue NA 1 NE 1 FA 43\ntile MUD C3\narmy red WE 1 UX 1", "room"),
        ("base expert\nretreat cards\narmy blue NA 1 NE 1\narmy red WE 1 UX 1", "retreat-expert"),
        ("army blue NA 1 NE 1\narmy red WE 1 UX 1", "missing"),
        ("base basic\narmy red WE 1 UX 1", "missing"),
        ("", "missing"),
        ("x" * (MOST_TEXT + 1), "too-long"),
        ("\n" * 201, "too-many-lines"),
        ("army blue " + "LN 1 " * 50, "too-many-words"),
    ],
)
def test_what_is_wrong_with_the_whole(text: str, reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        built(text)
    assert caught.value.facts["reason"] == reason


def test_room_is_counted_by_what_may_stand_there() -> None:
    field = built("base standard\nreserve 0\narmy blue NA 1 NE 1 CH 42 LN 4\ntile FARM C3\narmy red WE 1 UX 1")
    formed = default_formation(field, BOARD, "blue")
    assert [formed.board[square] for square in ("C3", "D3", "C4", "D4")] == ["LN"] * 4
    assert formed.reserve == ()


def test_stock_can_be_lifted() -> None:
    field = built(f"base basic\n{ARMIES}\nstock unlimited\n" + "\n".join(f"tile HILL {c}5" for c in "ACEGIK"))
    assert len(field.tiles) == 6


def test_garrisoned_tiles_are_no_setup_squares() -> None:
    field = built(f"base basic\n{ARMIES}\ntile VILLAGE C3\ngarrison blue D4 3")
    assert not {"C3", "D3", "C4", "D4"} & set(setup_squares(field, "blue"))
    formed = default_formation(field, BOARD, "blue")
    assert {square: formed.board.get(square) for square in ("C3", "C4", "D3", "D4")} == {
        "C3": "LN", "C4": "LN", "D3": "LN", "D4": None,
    }  # fmt: skip
    assert [formed.board[square] for square in ("A1", "B1", "C1", "I1")] == ["NA", "NE", "LN", "LN"]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([*LIGNY.splitlines(), "reserve 48", "prussians none", "base expert"]), st.text(max_size=30)
        ),
        max_size=20,
    )
)
def test_whatever_is_sent_is_read_or_refused(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        field = built(text)
    except BadOption as error:
        lines = text.splitlines()
        said = error.facts["text"]
        if said != (lines[error.facts["line"] - 1].strip() if error.facts["line"] else ""):
            raise
        return
    for seat in ("blue", "red"):
        formed = default_formation(field, BOARD, seat)
        assert len(formed.board) + len(formed.reserve) == sum(field.armies[seat].values())
        assert len(formed.reserve) <= field.reserve


def test_printed_battlefields() -> None:
    basic, standard, expert = (printed(BOARD, version) for version in ("basic", "standard", "expert"))
    assert ([tile.id for tile in field.tiles] for field in (basic, standard, expert))
    assert [len(field.tiles) for field in (basic, standard, expert)] == [0, 3, 4]
    assert [sum(basic.armies[seat].values()) for seat in ("blue", "red")] == [47, 45]
    assert expert.garrisons == (Garrison("red", "HOU", 2),)
    early = printed(BOARD, "expert", early=True)
    assert (early.first, early.turn, sum(early.armies["blue"].values())) == ("blue", -2, 33)
    assert early.late == {"OG": 1, "MG": 2, "LN": 5, "LI": 1, "ED": 1, "CU": 2, "FA": 2}
