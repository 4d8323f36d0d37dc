"""Orders of Waterloo (1895) line by line: what they name, dice left out, what is asked back.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import FEW, NO_DODGING, OPEN_ROADS

from core.contract import Effect, Status
from core.rulesets.waterloo1895 import Waterloo1895

Play = Callable[..., Any]


def test_dice_supplied(play: Play) -> None:
    named, supplied = play(*OPEN_ROADS, "N1 1 V26 / N2 3 LI / N3 6 M23"), play(*OPEN_ROADS, "N1 V26 / N2 LI / N3 M23")
    assert supplied.moves == named.moves
    assert supplied.verdicts[1].facts["legs"] == [{"dice": [3], "spot": "T20", "captured": None}]


@pytest.mark.parametrize(
    ("throw", "spot", "supplied"),
    [
        ("1-3-6", "V28", [3]),
        ("1-3-6", "W28", [1, 3]),
        ("1-3-6", "S26", [1]),
        ("1-3-6", "V26", [1, 6]),
        ("2-2-4", "W28", [4]),  # not 2+2: a single die will do
        ("2-2-5", "W28", [2, 2]),
        ("1-1-1", "V28", [1, 1, 1]),
    ],
)
def test_dice_supplied_for_cavalry(play: Play, throw: str, spot: str, supplied: list[int]) -> None:
    """W95-138: sums only where no single die will do."""
    played = play("N: NC=S27 N2=A20 N3=A26 / W: W1=M11 W2=M17", "N", throw, f"NC {spot} / rest auto")
    assert played.verdicts[0].facts["legs"] == [{"dice": supplied, "spot": spot, "captured": None}]


@pytest.mark.parametrize(
    ("throw", "orders", "choices"),
    [
        ("2-3-6", "N1 B11", [[2], [3]]),
        ("2-3-6", "N1 A20", []),
        ("2-3-4", "NC V29", [[2, 3], [2, 4]]),
        ("1-2-3", "N1 C14 / N2 M12 / NC V28 / N3 M14", []),
        ("3-3-5", "NC Q26 then 3 S27", []),
    ],
)
def test_a_die_that_cannot_be_supplied(play: Play, throw: str, orders: str, choices: list[list[int]]) -> None:
    played = play("N: N1=C13 N2=M11 N3=M13 NC=S27 / W: W1=X25 W2=M24", "N", throw, orders)
    assert [code.split("@")[0] for code in played.codes] == ["E22"]
    assert played.refused[0].status is Status.ASKED
    assert played.facts["choices"] == choices


def test_a_die_is_supplied_though_the_obligation_will_refuse_the_set(play: Play) -> None:
    assert play(*NO_DODGING, "N1 B15").codes == ["E15"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("charge", "E01"),
        ("tell partner: now", "E01"),
        ("throw 1:", "E01"),
        ("N9 1 V26", "E02"),
        ("Q1 1 V26", "E02"),
        ("Y1 1 V26", "E02"),
        ("W1 1 A13", "E03"),
        ("N4 1 V26", "E04"),
        ("M20 1 M21", "E04"),
        ("A14 1 A13", "E04"),
        ("I15 1 V26", "E05"),
        ("PA 1 V26", "E05"),
        ("N1 1 I15", "E05"),
        ("N1 1 BR", "E05"),
        ("NC 1 T27 then 1 Z99", "E05"),
    ],
)
def test_a_line_that_names_what_there_is_not(play: Play, line: str, code: str) -> None:
    played = play(FEW, "N", "1-1-6", f"N1 1 V26 / {line} / N1 1 V26")
    assert played.codes == [f"{code}@2"]
    assert [verdict.status for verdict in played.verdicts] == [Status.VOID, Status.REFUSED, Status.VOID]
    assert played.pieces["N1"] == "W26"


def test_every_such_line_is_reported_and_nothing_tried(play: Play) -> None:
    played = play(FEW, "N", "1-3-6", "N1 6 A11 / N9 1 V26 / hm / N2 5 T22 / W1 1 A13")
    assert played.codes == ["E05@1", "E02@2", "E01@3", "E03@5"]


def test_a_captured_piece_is_named_with_its_turn(play: Play) -> None:
    assert play(FEW, "N", "1-3-6", "N4 1 V26", more={"captured": {"N4": 7}}).facts["turn"] == 7
    assert play(FEW, "N", "1-3-6", "N5 1 V26", more={"captured": {"N4": 7}}).facts["turn"] is None


def test_after_auto_nothing_more_can_be_ordered(play: Play) -> None:
    assert play(FEW, "N", "1-3-6", "rest auto / N1 1 V26").codes == ["E01@2"]
    assert play(FEW, "N", "1-3-6", "auto / pass").codes == ["E01@2"]


def test_orders_out_of_turn(play: Play, adjudicated: Play, place: Play) -> None:
    position = place(*OPEN_ROADS)
    assert adjudicated(position, {"wellington": "W1 1 A13"}).codes == ["E19"]
    assert adjudicated(position, {"wellington": "pass"}).facts["army"] == "N"
    assert adjudicated(position, {"wellington": "draw / W1 1 A13"}).position["draw_offers"] == []
    assert adjudicated(position, {"napoleon": "place N1 HP"}).codes == ["E19"]


def test_a_check_plays_nothing(rules: Waterloo1895, place: Play, read: Play) -> None:
    position = place(*OPEN_ROADS)
    before = rules.encode(position)
    checked = rules.check(position, "napoleon", read("N1 1 V26 / N2 3 LI / N3 6 M23"))
    assert checked.effect is Effect.AT_ONCE
    assert rules.encode(position) == before
    assert rules.check(position, "napoleon", read("N1 1 V26")).effect is Effect.NOTHING


def test_legal_orders_are_lines_a_player_would_type(rules: Waterloo1895, place: Play) -> None:
    position = place("N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-3-5")
    texts = {" / ".join(line.text for line in lines) for lines in rules.legal(position, "napoleon")}
    assert "NC 3 Q26 then 3 S27 / N1 5 U23" in texts
    assert "NC 3 Q26 then 3+5 W27" in texts
    assert len(rules.legal(position, "napoleon", 5)) == 5
    assert rules.legal(position, "wellington") == []


def test_legal_set_ups(rules: Waterloo1895, opened: Any) -> None:
    some = rules.legal(opened, "napoleon", 30)
    assert some[0][0].text == "place default"
    assert all(rules.check(opened, "napoleon", lines).effect is Effect.AT_ONCE for lines in some)
    with pytest.raises(ValueError, match="limit"):
        rules.legal(opened, "napoleon")
