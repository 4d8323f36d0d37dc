"""How much of a throw of Waterloo (1895) must be played, and what AUTO plays.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import FIVE_MOVERS, NO_DODGING

from core.contract import Status

Play = Callable[..., Any]


TWO_INFANTRY = ("N: N1=W26 N2=Q26 / W: W1=A14 W2=H11", "N", "2-4-6")


def test_two_infantry_left(play: Play, must: Play) -> None:
    assert must(*TWO_INFANTRY) == 2
    played = play(*TWO_INFANTRY, "N1 2 V25 / N2 6 M23")
    assert played.of("lost") == [{"army": "N", "dice": [4]}]
    short = play(*TWO_INFANTRY, "N1 2 V25")
    assert short.codes == ["E15"]
    assert (short.facts["used"], short.facts["must"]) == (1, 2)


INVADER = ("N: N1=C12 N2=A15 / W: W1=M24 W2=X25", "N", "2-3-6")


def test_forced_out_of_the_stronghold(play: Play, must: Play) -> None:
    assert must(*INVADER) == 2
    assert play(*INVADER, "N2 3 A12").codes == ["E15"]
    assert play(*INVADER, "N2 3 A12 / N1 6 D17").moves == ["N2 A15-A12 (3)", "N1 C12-D17 (6)"]
    assert play(*INVADER, "N2 3 A12 / N1 2 D11").moves == ["N2 A15-A12 (3)", "N1 C12-D11 (2)"]


def test_nothing_to_play(play: Play, must: Play) -> None:
    case = ("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15", "N", "4-4-6")
    assert must(*case) == 0
    played = play(*case)
    assert played.kinds[:2] == ["passed", "again"]
    assert played.of("passed")[0] == {"army": "N", "dice": [4, 4, 6]}
    assert play(*case, "pass").codes == []


def test_no_dodging(play: Play, must: Play) -> None:
    assert must(*NO_DODGING) == 2
    assert play(*NO_DODGING, "N1 1 B15").codes == ["E15"]
    assert play(*NO_DODGING, "N1 2 B16 / N2 1 A15").codes == []


def test_each_die_that_can_be_played_must_be(play: Play) -> None:
    """W95-R11 oblige=each: playing first what blocks the rest is allowed, leaving a playable die is not."""
    assert play(*NO_DODGING, "N1 1 B15", oblige="each").codes == []
    assert play(*NO_DODGING, "N1 2 B16", oblige="each").codes == ["E15"]
    assert play(*NO_DODGING, "pass", oblige="each").codes == ["E21@1"]


def test_a_pass_that_is_none(play: Play) -> None:
    played = play(*TWO_INFANTRY, "pass")
    assert played.codes == ["E21@1"]
    assert played.facts["must"] == 2


def test_an_empty_set(play: Play) -> None:
    played = play(*TWO_INFANTRY, "")
    assert (played.codes, played.facts["used"]) == (["E15"], 0)


def test_rest_auto_after_moves_that_have_spoilt_it(play: Play) -> None:
    spoilt = play(*NO_DODGING, "N1 1 B15 / rest auto")
    assert spoilt.codes == ["E15"]
    assert [verdict.status for verdict in spoilt.verdicts] == [Status.OK, Status.VOID, Status.REFUSED]
    assert play(*NO_DODGING, "N1 2 B16 / rest auto").moves == ["N1 A15-B16 (2)", "N2 A14-A15 (1)"]


@pytest.mark.parametrize(
    ("throw", "moves"),
    [
        ("2-3-6", ["N4 W26-V25 (2)", "NC Y26-X24 (3)", "N3 P26-H26 (6)"]),
        ("2-2-4", ["N4 W26-V25 (2)", "NC Y26-X25 (2)", "N3 P26-K26 (4)"]),
    ],
)
def test_auto(play: Play, throw: str, moves: list[str]) -> None:
    absent = play(FIVE_MOVERS, "N", throw, due=True)
    assert absent.moves[:3] == moves
    assert absent.of("auto")[0] == {"army": "N", "reason": "deadline"}
    assert all(move["auto"] for move in absent.of("move"))
    assert play(FIVE_MOVERS, "N", throw, "auto").moves[:3] == moves


def test_auto_wins(play: Play) -> None:
    played = play("N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24", "N", "2-4-6", due=True)
    assert played.moves == ["N2 F11-D11 (2)"]
    assert played.end == "napoleon stars W95-076"


def test_a_lone_horse_takes_all_three_dice(play: Play, must: Play) -> None:
    """W95-065: what infantry could not use, cavalry must."""
    drawn = "N: NC=M14 / W: W1=X25 W2=A20"
    assert must(drawn, "N", "1-2-4") == 3
    assert play(drawn, "N", "1-2-4", "NC 1+2 M17").codes == ["E15"]
    assert must(drawn.replace("NC", "N1"), "N", "1-2-4") == 1


def test_auto_does_not_take_the_mover_for_its_own_support(play: Play) -> None:
    """W95-132, point 3: a piece in the open that steps to the next spot was in the open all the same."""
    played = play("N: N1=M24 N2=A20 N3=Y20 / W: W1=B15 W2=X16", "N", "1-4-6", due=True)
    assert played.moves[0] == "N1 M24-M23 (1)"


def test_dice_after_the_end_of_the_game_are_not_owed(play: Play, must: Play) -> None:
    """W95-063: N2 could move once N1 is gone, but N1's only move draws the game."""
    case = ("N: N1=M24 N2=M25 / W: W1=M22 W2=M26 W3=A14", "N", "2-2-2")
    assert must(*case, mode="four") == 1
    assert play(*case, "N1 2 M22", mode="four").end == "draw too_few W95-102"
