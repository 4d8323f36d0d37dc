"""The map in a report: five characters a square, 66 columns."""

import pytest

clause = pytest.mark.clause

ROWS = """10 -i -c -i .. .. -c .. -c .. -c -i -i
9 -c -c -c ux -c -a -a -c -i -c -c -c
8 .. -i -i -i -i -a -a -i -i -i -i ..
7 -i bf PL2 .. -i -i hr -i .. .. .. -i
6 CH .. bf -i .. .. .. .. .. .. .. +i
5 .. .. .. .. LN .. .. .. LI LI .. +c
4 .. CU .. LN .. .. .. ED LN LN LN LN
3 FA LN .. YG LN FA FA LN YG FA LN FA
2 CH .. LN .. MG OG MG .. PL LN CU CH
1 CH LN .. LI NE NA .. CU LN .. CH LN"""
MAP = """\
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
HIDDEN = {
    "-i": "BF BF BF BF BF BF BF BF BF BF BF BF FG HR RI RI BL BL BL",
    "-c": "WE RH SG DC DC DC KH KH KH KH KH KH",
    "-a": "BA BA BA BA",
    "+i": "PI",
    "+c": "SL",
}


def pieces():
    """The game of the drawn map: what is unknown to BLUE is some piece of its arm."""
    board = {}
    hidden = {sign: iter(codes.split()) for sign, codes in HIDDEN.items()}
    for line in ROWS.splitlines():
        row, *cells = line.split()
        for column, cell in zip("ABCDEFGHIJKL", cells, strict=True):
            if cell == "..":
                continue
            if cell in HIDDEN:
                board[f"{column}{row}"] = next(hidden[cell])
            elif cell.islower():
                board[f"{column}{row}"] = {"code": cell.upper(), "known": True}
            else:
                board[f"{column}{row}"] = cell
    return board


@clause("SWL-012", "SWL-076", "SWL-115")
def test_a_game_in_its_thirteenth_turn(ask):
    position = {"board": pieces(), "turn": 13, "to_move": "blue"}
    drawn = ask(position, version="expert").map("blue")
    rows = [line.rstrip() for line in drawn]
    for line in MAP.splitlines():
        assert line.rstrip() in rows, line
    assert all(len(line) <= 78 for line in drawn)


@clause("SWL-148", "SWL-012")
def test_what_blue_sees_while_it_sets_up(opening):
    drawn = [line.rstrip() for line in opening(version="expert").then("setup default").map("blue")]
    for line in (
        "10  -i   -c   -i    .   -c   -c    .   -c    .   -c   -i   -i   10",
        " 9  -c   -c   -c   -i   -c  (-a )(-a ) -c   -i   -c   -c   -c   9",
        " 8   .   -i   -i   -i   -i  (-a )(-a ) -i   -i   -i   -i    .   8",
        " 7  -i   -i   -a   -i   -i   -i   -i   -i   -i   -a   -i   -i   7",
        " 6   .    .  [-i ][-i ]  .    .    .    .  [ . ][ . ]  .  < . > 6",
        " 5   .    .  [ . ][ . ]  .    .    .    .  [ . ][ . ]  .  < . > 5",
    ):
        assert line in drawn, line


@clause("SWL-124")
def test_a_ruin_is_not_drawn(play):
    drawn = play("NA A1", version="standard", position={"tiles": {"HOU": {"damage": 4}}}).map("blue")
    row = next(line for line in drawn if line.startswith(" 6 "))
    assert row.count("[") == 2


@clause("SWL-183")
def test_mud_is_drawn(play):
    text = 'scenario "Mud"\nbase basic\ntile MUD E5\narmy blue NA 1 NE 1 LN 3\narmy red WE 1 UX 1\nprussians none'
    drawn = play("LN E5, NA A1", battlefield=text).map("blue")
    row = next(line for line in drawn if line.startswith(" 5 "))
    assert "~LN ~~ . ~" in row
