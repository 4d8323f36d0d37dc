"""Worked examples of Conflict asked of the rules alone, with the facts that a sentence needs.

Only the pieces named are in play; every other is in its owner's reserve.
"""

from __future__ import annotations

from typing import Any

import pytest
from conflict_pieces import PIECES

from core.contract import Outcome, Status


def held_by(after: Any, seat: str) -> set[str]:
    """The prisoners of a seat: `O:bs1`."""
    return {
        f"{owner[0].upper()}:{piece}"
        for owner, own in after.json["pieces"].items()
        for piece, place in own.items()
        if place == f"HELD:{seat}"
    }


OPENING = " ".join(
    f"{seat}:{piece}@START" for seat in "RYGO" for piece in PIECES if piece not in ("ar4", "bs4", "bs5", "pl2")
)


def test_entering(table: Any) -> None:
    after = table(OPENING, "5-3").play("ar1 5 d2 e2 f3 g4 h5", "bs1 3 d4 e5 f6")
    assert (after.at("R:ar1"), after.at("R:bs1")) == ("h5", "f6")
    assert [move["from"] for move in after.moves()] == ["START", "START"]


def test_lines_below_end_are_void(table: Any) -> None:
    """The grammar reads none (`Writing orders`); whoever hands in values may have them."""
    verdicts = table("R:ar1@l2", "1-2").judged("ar1 1 m2", "end", "ar1 2 m3 m4", "draw")
    assert [verdict.status for verdict in verdicts] == [Status.OK, Status.OK, Status.VOID, Status.VOID]


def test_free_walk_of_six(table: Any) -> None:
    assert table("R:bs1@e11", "6-1").play("bs1 6 e12 f13 g14 g13 g12 h12").at("R:bs1") == "h12"


def test_captures_by_passing_and_by_landing(table: Any) -> None:
    after = table("R:pl1@h2 R:ar1@l2 O:bs1@j4 Y:ar2@q1", "6-5").play("pl1 6 i3 j4 k4 l4 m4 n4", "ar1 5 m2 n2 o2 p2 q1")
    assert (after.at("R:pl1"), after.at("R:ar1")) == ("n4", "q1")
    assert held_by(after, "red") == {"O:bs1", "Y:ar2"}
    assert [move["captured"] for move in after.moves()] == [
        [{"seat": "orange", "piece": "bs1", "square": "j4"}],
        [{"seat": "yellow", "piece": "ar2", "square": "q1"}],
    ]


def test_same_square_twice(table: Any) -> None:
    refused = table("R:ar1@l2", "4-4").refusal("ar1 4 m2 m3 l3 m2")
    assert (refused.code, refused.facts["at"], refused.facts["what"]) == ("E08", 4, "again")


def test_starting_square(table: Any) -> None:
    refused = table("R:bs1@l6", "3-2").refusal("bs1 3 m6 m5 l6")
    assert (refused.code, refused.facts["at"], refused.facts["what"]) == ("E08", 3, "start")


def test_walking_a_bridge_and_crossing_one(table: Any) -> None:
    after = table("R:ar1@f3 R:bs1@h6", "6-2").play("ar1 6 g4 h5 i6 j7 k8 l9", "bs1 2 i5 j5")
    assert (after.at("R:ar1"), after.at("R:bs1")) == ("l9", "j5")


def test_wrong_terrain(table: Any, rules: Any) -> None:
    assert table("R:bs1@h6", "1-2").code("bs1 1 h5") == ("E09", 1)
    on_bridge = table("R:ar1@h5", "1-2")
    assert on_bridge.code("ar1 1 h6") == ("E09", 1)
    assert {walk["path"][0] for walk in rules.reach(on_bridge.position, "red", "ar1", 1)} == {"g4", "i6"}


def test_forbidden_squares(table: Any) -> None:
    assert table("R:pl1@j10", "1-2").refusal("pl1 1 k11").facts["terrain"] == "reserve"
    dock = table("R:pl1@e2", "1-2").refusal("pl1 1 d3")
    assert (dock.code, dock.facts["terrain"]) == ("E10", "dock")


def test_three_captures_in_one_walk(table: Any) -> None:
    after = table("R:pl1@m3 O:bs1@n4 O:ar1@o3 Y:pl1@p4", "4-2").play("pl1 4 n4 o3 p4 q4")
    assert after.at("R:pl1") == "q4"
    assert held_by(after, "red") == {"O:bs1", "O:ar1", "Y:pl1"}


def test_airplane_and_gun(table: Any) -> None:
    pieces = "R:pl1@m3 O:bs1@n4 O:aa@o3 Y:pl1@p4"
    refused = table(pieces, "4-2").refusal("pl1 4 n4 o3 p4 q4")
    assert (refused.code, refused.facts["at"], refused.facts["other"]) == ("E11", 2, "aa")
    after = table("R:pl1@m3 O:aa@o3", "2-6", "orange").play("aa 2 n2 m3")
    assert held_by(after, "orange") == {"R:pl1"}


def test_where_an_airplane_rests(table: Any) -> None:
    pieces = "R:pl1@r4 R:pl2@p4 O:bs1@q4 O:ar1@r3"
    assert table(pieces, "1-1", "orange").code("bs1 1 r4") == ("E09", 1)
    after = table(pieces, "1-1", "orange", reveal="stepwise").play("ar1 1 r4", "bs1 1 p4")
    assert held_by(after, "orange") == {"R:pl1", "R:pl2"}
    assert table(pieces, "1-2", "orange").code("ar1 2 q3 p4") == ("E09", 1)


def test_own_pieces(table: Any) -> None:
    pieces = "R:ar1@l2 R:ar2@m2 R:bs1@d4 R:bs2@START"
    refused = table(pieces, "1-2").refusal("ar1 1 m2")
    assert (refused.code, refused.facts["other"]) == ("E12", "ar2")
    after = table(pieces, "2-3").play("ar1 2 m2 n2", "bs2 3 d4 e4 f4")
    assert [after.at(piece) for piece in ("R:ar1", "R:ar2", "R:bs1", "R:bs2")] == ["n2", "m2", "d4", "f4"]


def test_crossing_a_foreign_mine(table: Any) -> None:
    crossing = table("Y:bs2@h4 R:bs3@g5", "4-3", "yellow")
    refused = crossing.refusal("bs2 4 g5 f5 e5 d4")
    assert (refused.code, refused.facts["mine_of"], refused.facts["at"]) == ("E14", "red", 2)
    after = crossing.play("bs2 4 g5 f5 e5 d4 !")
    assert held_by(after, "red") == {"Y:bs2"}
    assert held_by(after, "yellow") == {"R:bs3"}
    assert after.moves()[0]["path"] == ["g5", "f5"]


@pytest.mark.parametrize("walk", ["bs1 3 f7 e6 d5 !", "bs1 2 f7 e6 !"])
def test_ship_takes_ship_on_its_own_mine(table: Any, walk: str) -> None:
    after = table("R:bs1@e6 O:bs1@g8", f"{walk[4]}-6", "orange").play(walk)
    assert held_by(after, "orange") == {"R:bs1"}
    assert held_by(after, "red") == {"O:bs1"}
    assert after.moves()[0]["path"] == ["f7", "e6"]


def test_airplane_passes_over_a_mine(table: Any) -> None:
    after = table("R:bs1@e6 G:pl1@g8", "3-2", "green").play("pl1 3 f7 e6 d5")
    assert (after.at("G:pl1"), after.at("R:bs1")) == ("d5", "HELD:green")


def test_airplane_stops_on_a_mine(table: Any) -> None:
    stopping = table("R:bs1@e6 G:pl1@g8", "3-2", "green")
    assert stopping.code("pl1 2 f7 e6") == ("E14", 1)
    after = stopping.play("pl1 2 f7 e6 !")
    assert (after.at("R:bs1"), after.at("G:pl1")) == ("HELD:green", "HELD:red")


def test_own_mines(table: Any) -> None:
    after = table("R:bs1@g5 R:pl1@f7", "1-1", reveal="stepwise").play("bs1 1 f5", "pl1 1 e6")
    assert (after.at("R:bs1"), after.at("R:pl1")) == ("f5", "e6")
    assert [move["lost"] for move in after.moves()] == [None, None]


def test_taking_a_circle(table: Any) -> None:
    pieces = "R:bs1@t5 R:ar2@HELD:orange Y:pl1@HELD:orange O:bs1@p5 O:ar1@START"
    taking = table(pieces, "2-4")
    for more in ((), ("ar2 4 d2 e2 f2 g2",)):
        after = taking.play("bs1 2 u4 v3", *more)
        out = after.event("out")
        assert out == {"seat": "orange", "how": "circle", "heir": "red", "turn": 1}
        assert all(place == "HELD:red" for place in after.json["pieces"]["orange"].values())
        assert after.at("Y:pl1") == "HELD:red"
        assert after.at("R:ar2") == ("g2" if more else "START")
        assert after.event("inherit")["freed"] == [{"seat": "red", "piece": "ar2"}]


def test_running_over_a_circle(table: Any) -> None:
    after = table("R:ar1@w4 O:ar3@v3", "3-5").play("ar1 3 v3 u2 t2")
    assert (after.at("R:ar1"), after.at("O:ar3")) == ("t2", "HELD:red")
    assert after.json["out"] == {}


def test_exact_count(table: Any) -> None:
    for die in range(1, 7):
        other = die % 6 + 1
        for piece, square in (("ar1", "d2"), ("bs1", "d4")):
            near = table(f"Y:{piece}@{square}", f"{die}-{other}", "yellow")
            if die == 1:
                assert near.play(f"{piece} 1 to c3").event("out")["seat"] == "red"
            else:
                assert near.code(f"{piece} {die} to c3") == ("E15", 1)
        plane = table("Y:pl1@d2", f"{die}-{other}", "yellow")
        if die == 2:
            assert plane.code("pl1 2 to c3") == ("E15", 1)
        else:
            assert plane.play(f"pl1 {die} to c3").event("out")["seat"] == "red"
    assert table("Y:pl1@d2", "3-5", "yellow").play("pl1 3 e3 d4 c3").event("out")["heir"] == "yellow"


def test_seven(table: Any) -> None:
    seven = table("R:ar1@g2", "4-3")
    after = seven.play("reserve bs4", "bs4 3 d4 e4 f4", "ar1 4 to k2")
    assert (after.at("R:bs4"), after.at("R:ar1")) == ("f4", "k2")
    for die in (4, 3):
        assert len(seven.play(f"ar1 {die} {'e ' * die}").moves()) == 1


def test_three_doubles(table: Any) -> None:
    pieces = "R:ar1@g2 R:ar2@g1 R:ar3@START"
    doubles = table(pieces, "2-2 5-5 1-1")
    moves = [f"{piece} {die} {'e ' * die}" for die in (2, 5, 1) for piece in ("ar1", "ar2")]
    orders = [*moves[:2], "throw 2", *moves[2:4], "throw 3", *moves[4:]]
    after = doubles.play(*orders, "back ar3")
    assert after.at("R:ar3") == "RESERVE"
    assert len(after.moves()) == 6
    assert after.json["to_move"] == "yellow"
    refused = doubles.refusal(*orders)
    assert (refused.code, refused.line, refused.facts["choices"]) == ("E19", None, ["ar1", "ar2", "ar3"])
    assert doubles.play("back ar1", *orders).at("R:ar1") == "RESERVE"


def test_one_movable_piece(table: Any) -> None:
    single = table("R:pl1@m5", "5-3")
    for die in (5, 3):
        assert len(single.play(f"pl1 {die} {'e ' * die}").moves()) == 1
    assert single.code("pl1 5 e e e e e", "pl1 3 n n n") == ("E05", 2)


def test_all_in_reserve(table: Any) -> None:
    nobody = table("", "4-2")
    after = nobody.play("end")
    assert after.event("passed")["why"] == "no_pieces"
    seven = table("", "6-1")
    assert seven.play("reserve pl2", "pl2 6 to d6").at("R:pl2") == "d6"
    assert seven.play("end").json["pieces"]["red"]["pl2"] == "RESERVE"
    unrolled = table("Y:ar1@l22", "", position={"throws": []})
    after = unrolled.play("end", dice=(3, 3, 4, 2, 6, 2))
    assert [event.facts["dice"] for event in after.result.events if event.kind == "throw"] == [[3, 3], [4, 2], [6, 2]]
    assert after.kinds().count("passed") == 2


def test_last_piece(table: Any) -> None:
    pieces = "Y:bs3@q6 G:ar1@HELD:yellow O:ar2@HELD:yellow G:pl1@p5 " + held_set("Y", "red", but="bs3")
    after = table(pieces, "1-4", "green").play("pl1 1 q6")
    assert after.event("out") == {"seat": "yellow", "how": "pieces", "heir": "green", "turn": 1}
    assert (after.at("G:ar1"), after.at("O:ar2")) == ("START", "HELD:green")
    mines = after.table.rules.view(after.result.position, None)["mines"]
    assert {square for square, owner in mines.items() if owner is None} == {"e19", "f20"}


def test_mutual_end(table: Any) -> None:
    pieces = f"R:bs1@e6 G:bs2@f7 {held_set('R', 'green', but='bs1')} {held_set('G', 'red', but='bs2')}"
    after = table(pieces, "1-4", "green", players=2).play("bs2 1 e6 !")
    assert after.outcome == Outcome((), "nobody_left", "CON-107")
    assert {out["how"] for out in after.json["out"].values()} == {"both"}
    assert set(after.json["pieces"]["red"].values()) | set(after.json["pieces"]["green"].values()) == {"RETIRED"}
    assert after.event("end")["among"] == ["red", "green"]


def test_gun_at_home(table: Any) -> None:
    guarded = table("R:aa@c3 Y:pl1@d4 Y:ar1@b4", "1-5", "yellow")
    assert guarded.code("pl1 1 c3") == ("E11", 1)
    after = guarded.play("ar1 1 c3", "pl1 5 to h8")
    assert (after.at("R:aa"), after.event("out")["seat"]) == ("HELD:yellow", "red")


def test_ship_at_home(table: Any) -> None:
    after = table("R:bs2@c3 Y:ar1@b4", "2-5", "yellow").play("ar1 2 c3 d2")
    assert (after.at("R:bs2"), after.json["out"]) == ("HELD:yellow", {})


def test_dead_mines(table: Any) -> None:
    out = {"red": {"how": "circle", "heir": "green", "turn": 3}}
    after = table("O:bs1@g8", "3-2", "orange", position={"out": out}).play("bs1 3 f7 e6 d5")
    assert (after.at("O:bs1"), after.moves()[0]["lost"]) == ("d5", None)


def test_partners(table: Any) -> None:
    partners = table("R:bs1@r20 G:bs1@s20", "1-2", teams="opposite")
    assert partners.code("bs1 1 s20") == ("E12", 1)
    after = partners.play("bs1 2 s20 t20")
    assert (after.at("R:bs1"), after.at("G:bs1")) == ("t20", "s20")


def test_order_matters(table: Any) -> None:
    order = table("R:bs1@d4 R:bs2@START", "1-1", reveal="stepwise")
    assert order.code("bs2 1 d4", "bs1 1 e5") == ("E12", 1)
    after = order.play("bs1 1 e5", "bs2 1 d4")
    assert (after.at("R:bs1"), after.at("R:bs2")) == ("e5", "d4")
    refused = order.refusal("bs1 1 e5")
    assert (refused.code, refused.facts["required"], refused.facts["given"]) == ("E16", 2, 1)
    assert refused.facts["example"] == [{"piece": "bs2", "die": 1, "path": ["d4"], "lost": False}]


def test_sum_and_repetition(table: Any) -> None:
    two = table("R:ar1@l2 R:ar2@m2", "5-3")
    assert two.code("ar1 8 e e e e e e e e") == ("E04", 1)
    assert two.code("ar1 5 w w w w w", "ar1 3 e e e") == ("E05", 2)


def test_a_walk_chosen_by_the_rules(table: Any) -> None:
    assert table("R:ar1@l2", "3-5").play("ar1 3 to o2").moves()[0]["path"] == ["m3", "n3", "o2"]
    assert table("R:ar1@l2 Y:ar1@n1", "3-5").play("ar1 3 to o2").moves()[0]["path"] == ["m2", "n1", "o2"]


def test_the_rules_avoid_mines(table: Any) -> None:
    near = table("O:bs1@g5", "2-1", "orange")
    assert near.play("bs1 2 to e5").moves()[0]["path"] == ["f4", "e5"]
    assert near.code("bs1 1 to f5") == ("E14", 1)
    assert near.play("bs1 1 to f5 !").at("O:bs1") == "HELD:red"


def test_order_of_two_captures(table: Any) -> None:
    order = table("R:ar1@l2 O:aa@n2 R:pl1@k3 O:bs1@o4", "2-5")
    refused = order.refusal("pl1 5 l3 m2 n2 o3 o4", "ar1 2 m2 n2")
    assert (refused.code, refused.line, refused.facts["square"]) == ("E11", 1, "n2")
    after = order.play("ar1 2 m2 n2", "pl1 5 l3 m2 n2 o3 o4")
    assert held_by(after, "red") == {"O:aa", "O:bs1"}


def test_bridge_and_exact_count(table: Any) -> None:
    for die in range(1, 7):
        bridge = table("O:ar1@k8", f"{die}-{die % 6 + 1}", "orange")
        if die == 4:
            assert bridge.play("ar1 4 to g4").moves()[0]["path"] == ["j7", "i6", "h5", "g4"]
        else:
            assert bridge.code(f"ar1 {die} to g4") == ("E15", 1)


def test_missed_deadline(table: Any) -> None:
    after = table("R:bs2@START R:aa@h2 Y:ar1@l22", "6-6 4-4 2-2").due()
    assert (after.at("R:bs2"), after.at("R:aa")) == ("RESERVE", "h2")
    assert after.event("back")["default"] is True
    assert after.moves() == []
    assert after.json["to_move"] == "yellow"
    assert after.json["missed"] == {"red": 1}


def test_lines_after_an_error_are_not_looked_at(table: Any) -> None:
    judged = table("R:ar1@l2 R:ar2@g2", "2-3").judged("ar1 2 e e", "ar2 3 n n n", "end")
    assert [verdict.status for verdict in judged] == [Status.OK, Status.REFUSED, Status.VOID]


def held_set(letter: str, holder: str, but: str) -> str:
    """Eleven pieces of a colour as prisoners."""
    return " ".join(f"{letter}:{piece}@HELD:{holder}" for piece in PIECES if piece != but)
