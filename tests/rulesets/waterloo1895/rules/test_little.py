"""The children's game of Waterloo (1895).

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.rulesets.waterloo1895 import Waterloo1895

Play = Callable[..., Any]


HOME = "N1=V29 N2=W28 N3=X29 W1=B11 W2=C12 W3=D11"


def test_little_first_throw(play: Play) -> None:
    played = play(HOME, "N", "1-4-6", "N1 4 R29 / N2 6 R26 / N3 1 Y28", mode="little")
    assert played.moves == ["N1 V29-R29 (4)", "N2 W28-R26 (6)", "N3 X29-Y28 (1)"]
    assert played.of("lost") == []


NEARLY_HOME = "N1=B11 N2=D11 N3=D14 W1=M26 W2=M27 W3=M28"


def test_little_duty(play: Play) -> None:
    nothing = play(NEARLY_HOME, "N", "2-5-6", "", mode="little")
    assert nothing.codes == ["E15"]
    assert nothing.refused[0].clauses == ("W95-117",)
    played = play(NEARLY_HOME, "N", "2-5-6", "N3 2 C13", mode="little")
    assert played.codes == []
    assert played.of("lost") == [{"army": "N", "dice": [5, 6]}]
    assert play(NEARLY_HOME, "N", "2-5-6", "N3 5 E13", mode="little").codes == []
    assert play(NEARLY_HOME, "N", "3-5-6", "N3 3 C12", mode="little").end == "napoleon goal W95-120"


HEAD_ON = "N1=B11 N2=M23 N3=D11 W1=M22 W2=X29 W3=V29"


def test_little_head_on(play: Play) -> None:
    for orders in ("", "pass", "N2 6 J26"):
        assert play(HEAD_ON, "N", "2-3-6", orders, mode="little").codes == []
    waiting = play(HEAD_ON, "N", "", then=(2, 3, 6), mode="little")
    assert waiting.of("throw")[0]["forward"] is False
    assert waiting.to_move == "N"
    assert play(HEAD_ON, "N", "1-2-3", "N2 1 M22", mode="little").codes == ["E11@1"]


def test_little_opens_with_a_throw(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "little"}))
    assert rules.encode(position)["pieces"] == dict(post.split("=") for post in HOME.split())
    assert adjudicated(position, {}, (1, 4, 6)).to_move == "N"
    four = rules.opening(rules.settle({"mode": "little", "armies": "YWB"}))
    assert [decision.seat for decision in rules.awaiting(four)] == ["ney", "wellington", "blucher"]
    played = adjudicated(four, {}, (1, 1, 1, 6, 6, 6, 2, 2, 2, 1, 2, 4))
    assert played.kinds == ["first_throw", "turn", "throw"]
    assert played.position["order"] == ["W", "B", "Y"]


def test_little_has_no_captures_and_no_sums(play: Play) -> None:
    drawn = "N1=M20 N2=W26 N3=A20 W1=M22 W2=B11 W3=D11"
    assert play(drawn, "N", "1-2-5", "N1 2 M22", mode="little").codes == ["E11@1"]
    assert play(drawn, "N", "1-2-5", "N1 1+2 M23", mode="little").codes == ["E07@1"]
    assert play(drawn, "N", "1-2-5", "N4 2 M22", mode="little").codes == ["E02@1"]
    assert play(drawn, "N", "1-2-5", "pass", mode="little").codes == ["E21@1"]


def test_little_auto_goes_forward_farthest_first(play: Play) -> None:
    assert play(HOME, "N", "2-2-5", "auto", mode="little").moves == [
        "N1 V29-Q29 (5)",
        "N2 W28-U27 (2)",
        "N3 X29-V28 (2)",
    ]


def test_little_further_throws_if_so_agreed(play: Play) -> None:
    once = play(HOME, "N", "2-2-5", "auto", mode="little")
    again = play(HOME, "N", "2-2-5", "auto", (1, 2, 4, 1, 2, 4), mode="little", lp_again="yes")
    assert ("again" in once.kinds, "again" in again.kinds) == (False, True)
    assert again.to_move == "W"


def test_little_without_duty(play: Play) -> None:
    assert play(NEARLY_HOME, "N", "2-5-6", "", mode="little", lp_oblige="none").codes == []
    assert play(NEARLY_HOME, "N", "2-5-6", "pass", mode="little", lp_oblige="none").codes == []


def test_little_resigning(adjudicated: Play, place: Play) -> None:
    options = {"mode": "little", "armies": "NYW"}
    drawn = f"{HOME} Y1=B29 Y2=C28 Y3=D29"
    position = place(drawn, "N", "1-4-6", options)
    one = adjudicated(position, {"ney": "resign"})
    assert one.of("taken_off") == [{"army": "Y", "pieces": ["Y1", "Y2", "Y3"]}]
    assert (one.to_move, one.position["throw"]) == ("N", [1, 4, 6])
    two = adjudicated(one.result.position, {"napoleon": "resign"})
    assert two.end == "wellington last_left W95-124"
    mover = adjudicated(position, {"napoleon": "resign"}, (1, 2, 4))
    assert (mover.to_move, mover.position["throw"], mover.kinds) == (
        "Y",
        [1, 2, 4],
        ["resigned", "taken_off", "turn", "throw"],
    )


def test_little_stalls_without_forward_moves(play: Play) -> None:
    assert play(HEAD_ON, "N", "2-3-6", "pass", mode="little", stall=1).position["quiet"] == 1
    assert play(NEARLY_HOME, "N", "2-5-6", "N3 2 C13", mode="little", stall=1).position["quiet"] == 0
