"""What sound orders leave unused that cannot be had later."""

from __future__ import annotations

import pytest
from conflict_pieces import placed

from core.contract import Json
from pbem.rulesets.conflict import presentation
from pbem.rulesets.conflict.grammar import read

WORDS = presentation()
RULES = WORDS.rules


def doubts(pieces: str, orders: str, *throws: list[int], more: Json | None = None) -> tuple[str, ...]:
    written = {"pieces": placed(pieces, others=None), "to_move": "red", "throws": list(throws)} | (more or {})
    written["pieces"] = {seat: own for seat, own in written["pieces"].items() if own}
    at = RULES.decode(written, RULES.settle({"players": 4}))
    return WORDS.doubts(RULES.view(at, "red"), "red", read(list(enumerate(orders.split(" / "), start=1))))


PIECES = "R:*@RETIRED R:ar1@l2 R:ar2@g2 R:pl2@RESERVE R:bs4@RESERVE O:aa@START"


@pytest.mark.clause("CON-093", "CON-095")
def test_a_seven_that_lets_nobody_out() -> None:
    [said] = doubts(PIECES, "ar1 5 to q1 / ar2 2 to i2", [5, 2])
    assert said == (
        "Throw 1 (5-2) is a seven, and lets no piece out of your reserve (bs4 or pl2) (CON-093). Write "
        '"reserve bs4" above the moves of that throw to use it, or "no reserve" to leave it on purpose.'
    )


@pytest.mark.clause("CON-094", "CON-095")
def test_a_seven_that_would_make_another_move_due_is_told_too() -> None:
    assert doubts("R:ar1@l2 R:bs4@RESERVE O:aa@START", "ar1 5 to q1", [5, 2])
    assert doubts("R:ar1@HELD:orange R:bs4@RESERVE O:aa@START", "end", [5, 2])


def test_a_seven_of_a_later_throw_that_no_line_has_begun_is_told() -> None:
    [said] = doubts("R:*@RETIRED R:ar1@HELD:orange R:bs4@RESERVE O:aa@START", "end", [2, 2], [5, 2])
    assert said.startswith("Throw 2 (5-2) is a seven, and lets no piece out of your reserve (bs4)")


@pytest.mark.parametrize(
    "orders",
    [
        "reserve pl2 / ar1 5 to q1 / ar2 2 to i2",
        "no reserve / ar1 5 to q1 / ar2 2 to i2",
        "ar1 5 to q1",  # refused
        "ar1 5 to q1 / ar2 2 to i2 / resign",
        "press: hello / end",
        "offer draw",
    ],
)
def test_nothing_is_told_of_what_was_said_or_is_not_played(orders: str) -> None:
    assert doubts(PIECES, orders, [5, 2]) == ()


def test_both_in_one_mail_is_told() -> None:
    [said] = doubts(PIECES, "no reserve / reserve pl2 / ar1 5 to q1 / ar2 2 to i2", [5, 2])
    assert "pl2 would come out" in said


@pytest.mark.clause("CON-030")
def test_a_die_that_pieces_just_freed_could_use() -> None:
    freeing = "R:*@RETIRED R:bs1@t5 R:ar2@HELD:orange R:ar3@HELD:orange O:bs1@p5 G:ar1@a12"
    [said] = doubts(freeing, "bs1 2 u4 v3", [2, 4])
    assert said == (
        "Throw 1 (2-4): taking Orange's circle frees ar2 and ar3, and the 4 that is left may move one of your freed "
        "pieces (CON-030)."
    )
    assert doubts(freeing, "bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2", [2, 4]) == ()
    assert doubts(freeing.replace("HELD:orange", "HELD:green"), "bs1 2 u4 v3", [2, 4]) == ()
    assert doubts(freeing, "bs1 2 to t7", [2, 4]) == ()


def test_a_turn_that_ends_the_game_leaves_nothing() -> None:
    assert doubts("R:*@RESERVE R:bs1@t5 O:bs1@p5", "bs1 2 u4 v3", [2, 2], [5, 2]) == ()
