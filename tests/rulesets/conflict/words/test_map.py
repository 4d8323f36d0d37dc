"""The map as text, read back, and as a picture."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Json
from pbem.rulesets.conflict import presentation
from pbem.rulesets.conflict.board import board, label
from pbem.rulesets.conflict.map import DEAD_MINE, LIVE_MINE, PLAIN_CIRCLE, SIGNS, map_text

RULES = presentation().rules
SVG = "{http://www.w3.org/2000/svg}"
SEATS = ("red", "yellow", "green", "orange")
LAND, WATER = {"land", "bridge", "circle"}, {"water", "mine", "circle"}
TERRAIN = {"artillery": LAND, "anti_aircraft": LAND, "battleship": WATER, "airplane": LAND | WATER}

OFF = ("camp", "dock", "reserve")

CELLS = {sign: terrain for terrain, sign in SIGNS.items()} | {LIVE_MINE: "mine", DEAD_MINE: "mine"}


class Drawn(msgspec.Struct, frozen=True):
    """What a text map shows: the terrain of every square that no piece hides, and the label on every other."""

    terrain: dict[str, str]
    labels: dict[str, str]


def parse_map(text: str) -> Drawn:
    """What stands on a text map. Raises ValueError where a square's three characters mean nothing."""
    b = board()
    lines = text.splitlines()
    terrain: dict[str, str] = {}
    labels: dict[str, str] = {}
    for row, line in enumerate(lines[1 : len(b.rows) + 1]):
        for column in range(len(b.files)):
            cell = line[3 + 3 * column : 6 + 3 * column]
            found = terrain_in(cell)
            (labels if found is None else terrain)[b.square(column, row)] = found or cell
    return Drawn(terrain, labels)


def terrain_in(cell: str) -> str | None:
    """The terrain that the three characters of a square stand for, or None where they are a piece's label."""
    letters = {corner.letter for corner in board().corners.values()}
    if cell in CELLS:
        return CELLS[cell]
    if cell == PLAIN_CIRCLE or (cell[:1] + cell[2:] == "()" and cell[1] in letters):
        return "circle"
    if cell in {letter.lower() * 3 for letter in letters}:
        return "reserve"
    if cell[:1] in letters and len(cell) == 3:
        return None
    raise ValueError(f"{cell!r} is no square")


TWO_PLAYERS = """
    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x
24 ######### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . ######### 24
23 ######### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . ######### 23
22 ######( )[ ] .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . [ ]Gaa###### 22
21  .  . [ ] ~  ~  ~  =  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  ~  ~ [ ] .  .  21
20  .  .  .  ~  ~  o  ~  =  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  *  ~  ~  .  .  .  20
19  .  .  .  ~  o  ~  ~  ~  =  ~  ~  ~  ~  ~  ~  =  ~  ~  ~ Gb2 ~  .  .  .  19
18  .  .  .  =  ~  ~  ~  ~  ~  =  ~  ~  ~  ~  =  ~  ~  ~  ~  ~  =  .  .  .  18
17  .  .  .  ~  =  ~  ~  ~  ~  ~  =  ~  ~  =  ~  ~  ~  ~  ~  =  ~  .  .  .  17
16  .  .  .  ~  ~  =  ~  ~  .  .  .  .  .  .  .  .  ~  ~  =  ~  ~  .  .  .  16
15  .  .  .  ~  ~  ~  =  ~  .  .  .  .  .  .  .  .  ~  =  ~  ~  ~  .  .  .  15
14  .  .  .  ~  ~  ~  ~  =  .  . yyyyyyGb5Ga1 .  .  =  ~  ~  ~  ~  .  .  .  14
13  .  .  .  ~  ~  ~  ~  ~  .  . yyyyyyGa4Gb4 .  .  ~  ~  ~  ~  ~  .  .  .  13
12  .  .  .  ~  ~  ~  ~ Rp1 .  . Rb5rrroooooo .  .  ~  ~  ~  ~  ~  .  .  .  12
11  .  .  .  ~  ~  ~  ~  =  .  . rrrRb4oooooo .  .  =  ~  ~  ~  ~  .  .  .  11
10  .  .  .  ~  ~  ~  =  ~  .  .  .  .  .  .  .  .  ~  =  ~  ~  ~  .  .  .  10
 9  .  .  .  ~  ~  =  ~  ~  .  .  .  .  .  .  .  .  ~  ~  =  ~  ~  .  .  .   9
 8  .  .  .  ~  =  ~  ~  ~  ~  ~  =  ~  ~  =  ~  ~  ~  ~  ~  =  ~  .  .  .   8
 7  .  .  .  =  ~  ~  ~  ~  ~  =  ~  ~  ~  ~  =  ~  ~  ~  ~  ~  =  .  .  .   7
 6  .  .  .  ~  *  ~  ~  ~ Ra1 ~  ~  ~  ~  ~  ~  =  ~  ~  ~  o  ~  .  .  .   6
 5  .  .  .  ~  ~  *  ~  =  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  o  ~  ~  .  .  .   5
 4  .  . Rb3 ~  ~  ~  =  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  ~  ~ [ ] .  .   4
 3 ######(R)[ ] .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . [ ]( )######  3
 2 ######### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . #########  2
 1 ######Ra2 .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . #########  1
    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x

Standing on: Gaa v22 (circle), Gb2 t19 (mine), Ra1 i6 (bridge),
             Rp1 h12 (water)
RED    holds Gp1 Gp2
GREEN  also in reserve ar3 bs3 ar2 bs1   holds Raa Ra3 Ra4 Rb1 Rb2 Rp2
Signs:  . land  = bridge  ~ water  * mine  (R) home circle  ### camp  [ ] dock
        rrr yyy ggg ooo reserves  o dead mine  ( ) nobody's circle
Pieces: a artillery (ar)  aa anti-aircraft gun  b battleship (bs)
        p airplane (pl)  Ra1 is Red's ar1  those in ### [ ] rrr only wait
""".strip("\n")

MID_GAME: Json = {
    "red": {
        "ar1": "i6",
        "pl1": "h12",
        "ar2": "START",
        "bs3": "START",
        **dict.fromkeys(["aa", "ar3", "ar4", "bs1", "bs2", "pl2"], "HELD:green"),
    },
    "green": {"aa": "v22", "bs2": "t19", "pl1": "HELD:red", "pl2": "HELD:red"},
}


def view_of(pieces: Json, more: Json | None = None, **options: Any) -> Json:
    settled = RULES.settle(options)
    written = {"pieces": pieces, "to_move": "red", "throws": [[5, 3]], **(more or {})}
    return RULES.view(RULES.decode(written, settled), None)


def test_a_game_of_two_in_full() -> None:
    assert map_text(view_of(MID_GAME)) == TWO_PLAYERS


@pytest.mark.clause("CON-001")
def test_the_empty_map_reads_back_as_the_board() -> None:
    drawn = parse_map(map_text(view_of({}, players=4)))
    assert {board().terrain_of(square) for square in drawn.labels} == {"reserve"}
    assert len(drawn.terrain) + len(drawn.labels) == 576
    assert all(board().terrain_of(square) == terrain for square, terrain in drawn.terrain.items())


@pytest.mark.clause("CON-013", "CON-015")
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_nobody_who_waits_seems_to_move_because_another_does(seed: int) -> None:
    """Whatever leaves or comes back, everybody who is drawn in a camp, a dock or a reserve is drawn where he was."""
    rng = Random(seed)
    states = ["START", "RESERVE", "HELD:green"]
    before = {piece: rng.choice(states) for piece in board().kinds} | {"aa": "START"}
    after = {piece: rng.choice([state, rng.choice(states)]) for piece, state in before.items()} | {"aa": "START"}
    drawn = [
        {sign: square for square, sign in parse_map(map_text(view_of({"red": pieces}))).labels.items() if "R" in sign}
        for pieces in (before, after)
    ]
    stayed = [label("red", piece) for piece in before if before[piece] == after[piece] != "HELD:green"]
    assert all(drawn[0][sign] == drawn[1][sign] for sign in stayed if sign in drawn[0] and sign in drawn[1])


@pytest.mark.clause("CON-060", "CON-062")
def test_what_an_airplane_rests_on_is_told_below_the_map_and_among_the_forces() -> None:
    view = view_of({"red": {"pl1": "c7", "pl2": "d6", "ar1": "c8"}})
    assert "Standing on: Rp1 c7 (land), Rp2 d6 (water)" in map_text(view)
    assert "RED    field ar1@c8 pl1@c7(land) pl2@d6(water)" in presentation().forces(view)


def test_the_legend_shows_the_readers_signs_and_nobodys_who_is_out() -> None:
    out = {"red": {"how": "circle", "heir": "green", "turn": 9}}
    written = {"pieces": {}, "to_move": "green", "throws": [[5, 3]], "out": out}
    at = RULES.decode(written, RULES.settle({"players": 3}))
    shown = {seat: map_text(RULES.view(at, seat)) for seat in (None, "red", "yellow", "green")}
    assert all(("Ga1 is Green's ar1" in text) == (seat == "green") for seat, text in shown.items())
    assert not [text for text in shown.values() if "(R)" in text or "is Red's" in text]


def test_who_is_out_has_dead_mines_and_an_empty_line() -> None:
    out = {"orange": {"how": "circle", "heir": "red", "turn": 9}}
    lines = map_text(view_of({}, {"out": out}, players=4)).split("\n")
    assert "ORANGE out" in lines
    assert lines[22].endswith("( )######  3")
    assert lines[20].endswith(" o  ~  ~  .  .  .   5")
    assert lines[20].startswith(" 5  .  .  .  ~  ~  * ")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_every_piece_stands_where_it_is_and_nothing_is_wider_than_a_mail(seed: int) -> None:
    pieces, places = scattered(Random(seed))
    text = map_text(view_of(pieces, players=4))
    assert max(map(len, text.split("\n"))) <= 78
    drawn = parse_map(text)
    field = {square: sign for square, sign in drawn.labels.items() if board().terrain_of(square) not in OFF}
    assert field == {square: label(*piece) for square, piece in places.items()}
    assert all(board().terrain_of(square) == terrain for square, terrain in drawn.terrain.items())
    for seat in SEATS:
        for piece, state in pieces[seat].items():
            if state in ("START", "RESERVE"):
                assert (
                    label(seat, piece) in drawn.labels.values() or f" {piece}" in text.partition(f"{seat.upper()} ")[2]
                )
    assert len(drawn.terrain) + len(drawn.labels) == 576


def scattered(rng: Random) -> tuple[Json, dict[str, tuple[str, str]]]:
    """Pieces of four sides anywhere they may stand, some waiting and some held; and who stands where."""
    places: dict[str, tuple[str, str]] = {}
    pieces: dict[str, dict[str, str]] = {seat: {} for seat in SEATS}
    squares = [board().square(column, row) for column in range(24) for row in range(24)]
    for seat in SEATS:
        for piece, kind in board().kinds.items():
            held = "HELD:" + rng.choice([other for other in SEATS if other != seat])
            state = rng.choice(["START", "RESERVE", held, "", "", ""])
            if not state:
                state = rng.choice([s for s in squares if board().terrain_of(s) in TERRAIN[kind] and s not in places])
                places[state] = (seat, piece)
            pieces[seat][piece] = state
        if all(state.startswith("HELD") for state in pieces[seat].values()):
            pieces[seat]["aa"] = "START"
    return pieces, places


def test_a_map_that_shows_nothing_known_is_no_map() -> None:
    text = map_text(view_of({})).replace(" = ", " + ")
    with pytest.raises(ValueError, match="is no square"):
        parse_map(text)


# --- The picture ----------------------------------------------------------------------------------------------------


def printed(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_the_picture_shows_every_piece_and_says_so_in_words() -> None:
    svg = presentation().map_svg(view_of(MID_GAME))
    labels = [text for text in printed(svg) if len(text) == 3 and text[0] in "RG"]
    assert sorted(labels) == sorted(label(seat, piece) for seat in ("red", "green") for piece in board().kinds)
    described = ElementTree.fromstring(svg).find(f"{SVG}desc")
    assert described is not None
    assert described.text == "The board of Conflict. Red ar1 on i6 and pl1 on h12; Green aa on v22 and bs2 on t19."


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_no_piece_is_missing_from_any_picture(seed: int) -> None:
    pieces, _ = scattered(Random(seed))
    labels = [text for text in printed(presentation().map_svg(view_of(pieces, players=4))) if len(text) == 3]
    assert sorted(labels) == sorted(label(seat, piece) for seat in SEATS for piece in board().kinds)


def test_the_picture_is_called_by_its_game_and_turn() -> None:
    assert "Conflict, turn 1" in printed(presentation().map_svg(view_of(MID_GAME)))
    over = {"phase": "over", "to_move": None, "throws": []}
    over["outcome"] = {"winners": ["red"], "reason": "last", "clause": "CON-106"}
    assert not [said for said in printed(presentation().map_svg(view_of(MID_GAME) | over)) if "wins" in said]


def test_the_picture_explains_its_signs() -> None:
    assert {"mine, in its owner's colour", "dead mine", "dock"} <= set(printed(presentation().map_svg(view_of({}))))
