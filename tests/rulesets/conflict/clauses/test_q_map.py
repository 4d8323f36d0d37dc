"""The map in the report: 78 columns, three characters a square."""

import pytest

from pbem.rulesets.conflict import presentation

clause = pytest.mark.clause

PIECES = """R:aa@c3 R:ar1@i6 R:ar2@f3 R:bs1@f5 R:bs2@e9 R:pl1@h12 R:ar3@START R:bs3@START
Y:aa@b18 Y:ar1@d18 Y:ar2@i16 Y:bs1@f18 Y:pl1@m20 Y:ar3@START Y:bs3@START Y:pl2@START Y:bs2@HELD:red
G:aa@w20 G:ar1@p15 G:ar3@v18 G:bs1@t15 G:bs2@t19 G:ar2@START G:bs3@START G:pl1@HELD:red
O:ar1@r4 O:ar2@o7 O:bs1@n4 O:bs2@q6 O:pl1@w9 O:ar3@START O:bs3@START O:aa@HELD:green"""
MAP = """\
    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x
24 ###Yp2### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . ######### 24
23 ###Ya3### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . ######### 23
22 ######(Y)[ ] .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . Gb3(G)Ga2### 22
21  .  . Yb3 ~  ~  ~  =  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  ~  ~ [ ] .  .  21
20  .  .  .  ~  ~  *  ~  =  ~  ~  ~  ~ Yp1 ~  ~  ~  =  ~  *  ~  ~  . Gaa .  20
19  .  .  .  ~  *  ~  ~  ~  =  ~  ~  ~  ~  ~  ~  =  ~  ~  ~ Gb2 ~  .  .  .  19
18  . Yaa . Ya1 ~ Yb1 ~  ~  ~  =  ~  ~  ~  ~  =  ~  ~  ~  ~  ~  = Ga3 .  .  18
17  .  .  .  ~  =  ~  ~  ~  ~  ~  =  ~  ~  =  ~  ~  ~  ~  ~  =  ~  .  .  .  17
16  .  .  .  ~  ~  =  ~  ~ Ya2 .  .  .  .  .  .  .  ~  ~  =  ~  ~  .  .  .  16
15  .  .  .  ~  ~  ~  =  ~  .  .  .  .  .  .  . Ga1 ~  =  ~ Gb1 ~  .  .  .  15
14  .  .  .  ~  ~  ~  ~  =  .  . Yb5yyyGb5Gp2 .  .  =  ~  ~  ~  ~  .  .  .  14
13  .  .  .  ~  ~  ~  ~  ~  .  . Ya4Yb4Ga4Gb4 .  .  ~  ~  ~  ~  ~  .  .  .  13
12  .  .  .  ~  ~  ~  ~ Rp1 .  . Rb5Rp2Ob5Op2 .  .  ~  ~  ~  ~  ~  .  .  .  12
11  .  .  .  ~  ~  ~  ~  =  .  . Ra4Rb4Oa4Ob4 .  .  =  ~  ~  ~  ~  .  .  .  11
10  .  .  .  ~  ~  ~  =  ~  .  .  .  .  .  .  .  .  ~  =  ~  ~  ~  .  .  .  10
 9  .  .  .  ~ Rb2 =  ~  ~  .  .  .  .  .  .  .  .  ~  ~  =  ~  ~  . Op1 .   9
 8  .  .  .  ~  =  ~  ~  ~  ~  ~  =  ~  ~  =  ~  ~  ~  ~  ~  =  ~  .  .  .   8
 7  .  .  .  =  ~  ~  ~  ~  ~  =  ~  ~  ~  ~ Oa2 ~  ~  ~  ~  ~  =  .  .  .   7
 6  .  .  .  ~  *  ~  ~  ~ Ra1 ~  ~  ~  ~  ~  ~  = Ob2 ~  ~  *  ~  .  .  .   6
 5  .  .  .  ~  ~ Rb1 ~  =  ~  ~  ~  ~  ~  ~  ~  ~  =  ~  *  ~  ~  .  .  .   5
 4  .  . Rb3 ~  ~  ~  =  ~  ~  ~  ~  ~  ~ Ob1 ~  ~  ~ Oa1 ~  ~  ~ [ ] .  .   4
 3 ######Raa[ ] . Ra2 .  .  .  .  .  .  .  .  .  .  .  .  .  . Ob3(O)######  3
 2 Ra3###### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . ###Oa3###  2
 1 ######### .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . #########  1
    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x"""


def drawn(text):
    return [line.rstrip() for line in text.splitlines() if line.strip()]


@clause("CON-001")
def test_a_position_in_the_middle_of_a_game(play, view):
    played = play(PIECES, "R", "6-6 4-1", position={"turn": 15})
    lines = drawn(presentation().map_text(view(played, "R")))
    assert lines[:26] == drawn(MAP)
    assert all(len(line) <= 78 for line in lines)


def test_what_a_piece_hides_is_told_below(play, view):
    played = play(PIECES, "R", "6-6 4-1", position={"turn": 15})
    seen = view(played, "R")
    below = "\n".join(presentation().forces(seen))
    for words in ("aa@c3", "ar1@i6", "bs1@f5", "bs2@t19", "ar1@r4"):
        assert words in below
    for hidden, word in (("c3", "home"), ("i6", "bridge"), ("f5", "mine"), ("t19", "mine")):
        assert f"{hidden}({word})" in below


@clause("CON-020", "CON-081", "CON-092")
def test_mines_and_circles_of_the_dead(play, view):
    gone = {"turn": 9, "out": {"red": {"how": "circle", "heir": "orange", "turn": 2}}}
    played = play("R:*@HELD:orange O:ar1@x12 Y:ar1@a12", "O", "1-2", position=gone)
    rows = presentation().map_text(view(played, None)).splitlines()
    south = [row for row in rows if row.startswith((" 3", " 5", " 6"))]
    assert all(word in "\n".join(south) for word in ("######( )[ ]", "[ ](O)######"))
    assert south[0][3 + 3 * 4 : 6 + 3 * 4] == " o "
    assert south[1][3 + 3 * 5 : 6 + 3 * 5] == " o "
    assert south[1][3 + 3 * 18 : 6 + 3 * 18] == " * "


@clause("CON-020")
def test_unused_corners_on_the_map(begin, view):
    rows = drawn(presentation().map_text(view(begin("5-3", players=2), "R", players=2, first="red")))
    assert "######( )[ ]" in rows[3]
    assert "Gb1(G)Ga2Gp1" in rows[3]
    assert "######(R)Rb2" in rows[22]
    assert rows[5][3 + 3 * 5 : 6 + 3 * 5] == " o "
    assert rows[5][3 + 3 * 18 : 6 + 3 * 18] == " * "
