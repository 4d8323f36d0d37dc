"""The battlefield drawn, as text that can be read back and as a picture."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from core.contract import Json
from core.dice import SeededDice
from pbem.rulesets.stratego_waterloo import presentation
from pbem.rulesets.stratego_waterloo.board import COLUMNS, ROWS
from pbem.rulesets.stratego_waterloo.map import CELL, EMPTY, map_text

RULES = presentation().rules
LEFT = 3  # columns before the first square

# The map of the rulebook: Expert, turn 13, as BLUE sees it.
BOARD = """\
     A    B    C    D    E    F    G    H    I    J    K    L
10  -i   -c   -i    .    .   -c    .   -c    .   -c   -i   -i   10
 9  -c   -c   -c   ux   -c  (-a )(-a ) -c   -i   -c   -c   -c   9
 8   .   -i   -i   -i   -i  (-a )(-a ) -i   -i   -i   -i    .   8
 7  -i   bf   PL2   .   -i   -i   hr   -i    .    .    .   -i   7
 6  CH    .  [bf ][-i ]  .    .    .    .  [ . ][ . ]  .  <+i > 6
 5   .    .  [ . ][ . ] LN    .    .    .  [LI ][LI ]  .  <+c > 5
 4   .   CU    .   LN    .    .    .   ED   LN   LN   LN   LN   4
 3  FA   LN    .   YG   LN   FA   FA   LN   YG  {FA }{LN } FA   3
 2  CH    .   LN    .   MG   OG   MG    .   PL  {LN }{CU } CH   2
 1  CH   LN    .   LI   NE   NA    .   CU   LN    .   CH   LN   1
     A    B    C    D    E    F    G    H    I    J    K    L"""
BELOW = """\
[Hougemont] farm: Allied flag, damage 1/4   [La Haye/Papelotte] farm: no flag
(Mont St. Jean) hill   {Plancenoit} village
Your pool: 1 infantry: LI    Allied pool: none    Prussians still to come: 11
Your cards: RE GB    Allied cards: 4
French back row: LEFT A1-D1, CENTRE E1-H1, RIGHT I1-L1
Allied back row: LEFT I10-L10, CENTRE E10-H10, RIGHT A10-D10
French losses 5: LI, CH, FA 3    Allied losses 6: BF 4, BA 2
Known enemies are in lower case. The enemy knows your: A6 CH, C7 PL"""


class Drawn(NamedTuple):
    """What a text map shows: what stands on each occupied square, and the brackets around each square that has any."""

    pieces: dict[str, str]
    marks: dict[str, str]


def parse_map(text: str) -> Drawn:
    """What stands on a text map. Raises ValueError where there is no board or a line of it is too short."""
    lines = text.splitlines()
    top = next((at for at, line in enumerate(lines) if line.split() in (list(COLUMNS), list(COLUMNS[::-1]))), None)
    if top is None:
        raise ValueError("there is no line of column letters")
    columns, pieces, marks = lines[top].split(), {}, {}
    for line in lines[top + 1 : top + 1 + len(ROWS)]:
        if len(line) < LEFT + CELL * len(COLUMNS) or not line[:2].strip().isdecimal():
            raise ValueError(f"{line!r} is no row of the board")
        for place, letter in enumerate(columns):
            cell = line[LEFT + CELL * place : LEFT + CELL * (place + 1)]
            name = f"{letter}{line[:2].strip()}"
            if cell[0] + cell[-1] != "  ":
                marks[name] = cell[0] + cell[-1]
            if cell[1:-1].strip() != EMPTY:
                pieces[name] = cell[1:-1].strip()
    return Drawn(pieces, marks)


def drawn_position() -> Any:
    """A whole position that looks like `BOARD` to BLUE."""
    shown = parse_map(BOARD)
    hidden = {
        "i": ["BF"] * 12 + ["RI"] * 2 + ["BL"] * 3 + ["FG", "HR"],
        "c": ["WE"] + ["KH"] * 6 + ["DC"] * 3 + ["RH", "SG"],
    }
    board: dict[str, Any] = {}
    for square, sign in shown.pieces.items():
        if sign == "-a":
            board[square] = "BA"
        elif sign[0] == "-":
            board[square] = hidden[sign[1]].pop(0)
        elif sign[0] == "+":
            board[square] = {"i": "PI", "c": "SL"}[sign[1]]
        else:
            board[square] = {
                "code": sign[:2].upper(),
                "blocks": int(sign[2:] or 0),
                "known": sign.islower() or square in ("A6", "C7"),
            }
    prussians = ["BU", "PI", "PI", "LW", "LW", "LW", "LW", "SL", "SL", "SL", "PA"]
    written = {
        "turn": 13,
        "to_move": "blue",
        "board": board,
        "pool": {"blue": ["LI"]},
        "undrawn": prussians,
        "eliminated": {"blue": {"LI": 1, "CH": 1, "FA": 3}, "red": {"BF": 4, "BA": 2}},
        "tiles": {"HOU": {"flag": "red", "damage": 1}},
        "cards": {"hands": {"blue": ["GB", "RE"], "red": ["FS", "FS", "IN", "CA"]}, "discards": ["CA"]},
    }
    return RULES.decode(written, RULES.settle({"version": "expert"}))


def test_the_map_of_the_rulebook() -> None:
    lines = presentation().map_text(RULES.view(drawn_position(), "blue")).split("\n")
    assert "\n".join(lines[:12]) == BOARD
    assert lines[12:-2] == BELOW.split("\n")
    assert lines[-2:] == [
        "-i -c -a enemy infantry, cavalry, artillery   +i +c +a Prussians",
        "a digit: blocks, each 1 less strength   < > where Prussians come",
    ]


def test_what_the_other_side_sees() -> None:
    shown = parse_map(presentation().map_text(RULES.view(drawn_position(), "red")))
    assert shown.pieces["F1"] == "-c"
    assert shown.pieces["C7"] == "pl2"
    assert shown.pieces["L6"] == "PI"
    assert shown.pieces["D9"] == "UX"
    assert shown.marks["C5"] == "[]"


def test_onlookers_see_what_both_sides_see() -> None:
    shown = parse_map(presentation().map_text(RULES.view(drawn_position(), None)))
    assert {square: sign for square, sign in shown.pieces.items() if sign[0] not in "-+"} == {
        "A6": "CH",
        "C7": "PL2",
        "B7": "bf",
        "C6": "bf",
        "G7": "hr",
        "D9": "ux",
    }


def test_the_map_can_be_turned_round() -> None:
    view = RULES.view(drawn_position(), "red")
    turned = map_text({**view, "flip": True})
    assert turned.split("\n")[0].split() == list("LKJIHGFEDCBA")
    assert turned.split("\n")[1].startswith(" 1")
    assert parse_map(turned) == parse_map(map_text(view))


def test_mud_and_ruins_on_a_battlefield_of_ones_own() -> None:
    text = "base standard\ntile MUD E5\ntile FARM C5 Wavre\narmy blue NA 1 NE 1\narmy red WE 1 UX 1\nprussians none"
    options = RULES.settle({"battlefield": text})
    written = {"board": {"E5": "NE", "A1": "NA", "A10": "WE", "B10": "UX"}, "tiles": {"T2": {"damage": 4}}}
    lines = presentation().map_text(RULES.view(RULES.decode(written, options), "blue")).split("\n")
    assert " 5   .    .    .    .  ~NE ~~ . ~  .    .    .    .    .    .   5" in lines
    assert "~mud T1~ mud   Wavre: destroyed" in lines
    assert not any("Prussians" in line for line in lines)


def test_at_the_end_everything_is_open() -> None:
    written: Json = {"board": {"A1": "NA", "F10": "WE", "G9": "KH"}, "retreat": {"blue": "LEFT", "red": "RIGHT"}}
    written |= {"phase": "over", "outcome": {"winners": ["red"], "reason": "resigned", "clause": "SWL-103"}}
    lines = (
        presentation()
        .map_text(RULES.view(RULES.decode(written, RULES.settle({"retreat-depth": 2})), "blue"))
        .split("\n")
    )
    assert "victory" not in "\n".join(lines), "how the game ended stands above the map"
    assert "Prussian" not in "\n".join(lines), "none come any more"
    assert "The enemy's pieces are in lower case." in lines
    assert "10   .    .    .    .    .   we    .    .    .    .    .    .   10" in lines
    assert "Your lines of retreat: LEFT (A1 A2 B1 B2 C1 C2 D1 D2)" in lines
    assert "Allied lines of retreat: RIGHT (A9 A10 B9 B10 C9 C10 D9 D10)" in lines


@pytest.mark.clause("SWL-160")
def test_below_the_map_of_a_pursuit_stands_only_what_has_a_meaning() -> None:
    chase = {"victor": "red", "riders": {"V1": "KH", "R1": "CH"}}
    written: Json = {"board": {"E4": "LN", "A1": "NA", "A10": "WE", "L6": "LN"}, "phase": "pursuit", "pursuit": chase}
    written |= {"eliminated": {"red": {"BF": 4}}, "tiles": {"HOU": {"flag": "red", "damage": 1}}}
    written |= {"cards": {"hands": {"blue": ["GB"], "red": []}}}
    view = RULES.view(RULES.decode(written, RULES.settle({"version": "expert"})), "blue")
    lines = presentation().map_text(view).split("\n")
    assert lines[12:] == [
        "[Hougemont] farm   [La Haye/Papelotte] farm   (Mont St. Jean) hill",
        "{Plancenoit} village",
        "French losses none    Allied losses 4: BF 4",
        "-i -c -a enemy infantry, cavalry, artillery",
    ]
    assert parse_map("\n".join(lines)).marks.get("L6") is None


def test_what_the_enemy_knows_is_broken_between_entries_alone() -> None:
    board = {f"{letter}4": {"code": "LN", "known": True} for letter in "ABCDEFGHIJKL"} | {"A1": "NA", "A10": "WE"}
    lines = map_text(RULES.view(RULES.decode({"board": board}, RULES.settle({})), "blue")).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("The enemy knows your: A4 LN, B4 LN"))
    assert lines[at].endswith(",")
    assert lines[at + 1].endswith("L4 LN")


def test_digits_of_a_piece_that_rests_are_explained() -> None:
    for blocks, told in ((2, True), (0, False)):
        rests = {"code": "ED", "blocks": blocks, "status": "resting"}
        written = {"board": {"A1": "NA", "A10": "WE"}, "pool": {"blue": [rests]}}
        drawn = map_text(RULES.view(RULES.decode(written, RULES.settle({})), "blue"))
        assert ("ED2 (resting)" in drawn, "a digit: blocks, each 1 less strength" in drawn) == (told, told)


def test_a_text_without_a_board_is_no_map() -> None:
    with pytest.raises(ValueError, match="no line of column letters"):
        parse_map("nothing")
    with pytest.raises(ValueError, match="is no row"):
        parse_map(BOARD[:200])
    assert parse_map(BOARD) != Drawn({}, {})


def test_nothing_is_wider_than_a_mail() -> None:
    for viewer in ("blue", "red", None):
        view = RULES.view(drawn_position(), viewer)
        assert max(map(len, presentation().map_text(view).split("\n"))) <= 78


# --- The picture ----------------------------------------------------------------------------------------------------


def titles(svg: str) -> list[str]:
    """What the picture tells those who cannot see it, piece by piece."""
    root = ElementTree.fromstring(svg)
    return [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")][1:]


def test_the_picture_shows_every_piece_as_the_viewer_knows_it() -> None:
    view = RULES.view(drawn_position(), "blue")
    said = titles(presentation().map_svg(view))
    assert len(said) == len(view["board"]) + 1
    assert "French Emperor Napoleon, F1" in said
    assert "Allied cavalry, A9" in said
    assert "Allied Lord Uxbridge, D9" in said
    assert "Allied Prussian infantry, L6" in said
    assert "French Light Infantry, off the board" in said


def test_the_picture_keeps_secrets_and_tells_the_turn() -> None:
    svg = presentation().map_svg(RULES.view(drawn_position(), "blue"))
    assert not re.search(r">(?:WE|RH|FG)<", svg)
    assert ">Stratego Waterloo, turn 13, 17:00</text>" in svg
    assert "Hougemont (1/4)" in svg


def test_every_piece_is_labelled_and_every_sign_explained() -> None:
    svg = presentation().map_svg(RULES.view(drawn_position(), "blue"))
    unknown = [said for said in titles(svg) if re.match("Allied (Prussian )?cavalry,", said)]
    assert svg.count(">c</text>") == len(unknown)
    for words in ("c cavalry", "gold rim: both sides know it", "block: 1 strength less", "Prussians arrive", "farm"):
        assert f">{words}</text>" in svg


def test_the_opening_is_drawn_too() -> None:
    opening: Json = RULES.view(
        RULES.adjudicate(RULES.opening(RULES.settle({})), {}, SeededDice(bytes(32))).position, "blue"
    )
    assert titles(presentation().map_svg(opening)) == []
    assert "No piece is on the board yet" in presentation().map_svg(opening)


def test_a_line_of_retreat_in_one_row_is_told_by_its_ends_and_one_in_two_rows_by_its_squares() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "blue") | {"retreat": {"blue": "LEFT"}}
    assert "LEFT (A1-D1)" in presentation().map_text(view)
    deep = view | {"sections": {"blue": {"LEFT": ["A1", "B1", "A2", "B2"]}, "red": {}}}
    assert "LEFT (A1 A2 B1 B2)" in presentation().map_text(deep)
