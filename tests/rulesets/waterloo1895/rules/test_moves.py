"""How pieces of Waterloo (1895) move and capture, refused moves with their particulars among them.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import FEW, OPEN_ROADS

from core.contract import Status
from core.rulesets.waterloo1895 import Waterloo1895

Play = Callable[..., Any]


def test_three_dice_three_pieces(play: Play, must: Play) -> None:
    played = play(*OPEN_ROADS, "N1 1 V26 / N2 3 LI / N3 6 M23")
    assert played.moves == ["N1 W26-V26 (1)", "N2 U22-T20 (3)", "N3 Q26-M23 (6)"]
    assert must(*OPEN_ROADS) == 3
    assert played.kinds == ["move", "move", "move", "turn", "throw"]
    assert played.to_move == "W"


def test_five_is_not_three_out_and_two_back(play: Play) -> None:
    played = play("N: N1=W26 N2=U22 / W: W1=A14", "N", "1-4-5", "N2 5 T22")
    assert played.codes == ["E09@1"]
    assert played.refused[0].clauses == ("W95-031", "W95-033")
    assert played.facts | {"dice": [5]} == {
        "piece": "N2",
        "from": "U22",
        "spot": "T22",
        "dice": [5],
        "distance": 1,
    }


def test_doublet_raid(play: Play) -> None:
    played = play(
        "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-3-5", "NC 3 Q26 then 3 S27 / N1 5 U23", (1, 2, 6)
    )
    assert played.moves == ["NC S27-Q26xW3-S27 (3,3)", "N1 W26-U23 (5)"]
    assert played.kinds == ["move", "move", "again", "throw"]
    assert (played.to_move, played.position["throw"], played.position["turn"]) == ("N", [1, 2, 6], 1)
    assert played.position["captured"] == {"W3": 1}


DIAGRAM = "N: N1=F20 / W: WC=F18 W1=H20 W2=J20"


def test_the_diagram_of_the_booklet(play: Play, must: Play) -> None:
    assert must(DIAGRAM, "N", "2-4-5") == 1
    assert play(DIAGRAM, "N", "2-4-5", "N1 2 F18").moves == ["N1 F20-F18xWC (2)"]
    refused = play(DIAGRAM, "N", "2-4-5", "N1 2 H20")
    assert refused.codes == ["E13@1"]
    assert {key: refused.facts[key] for key in ("by", "spot", "supporter", "supporter_spot")} == {
        "by": "W1",
        "spot": "H20",
        "supporter": "W2",
        "supporter_spot": "J20",
    }
    assert play(DIAGRAM, "W", "2-3-5", "WC 2 QB").codes == ["E12@1"]


PAIR = ("N: N1=M23 N2=M24 N3=U29 / W: W1=A14", "N", "2-2-5")


def test_doublets_move_a_pair(play: Play) -> None:
    played = play(*PAIR, "N1 2 M21 / N2 2 M22 / N3 5 P29")
    assert "again" in played.kinds
    assert played.pieces == {"N1": "M21", "N2": "M22", "N3": "P29", "W1": "A14"}
    refused = play(*PAIR, "N2 2 M22 / N1 2 M21 / N3 5 P29")
    assert refused.codes == ["E10@1"]
    assert refused.facts["blockers"] == [{"piece": "N1", "spot": "M23"}]
    assert [verdict.status for verdict in refused.verdicts] == [Status.REFUSED, Status.VOID, Status.VOID]


def test_own_stars_give_no_safety(play: Play, must: Play) -> None:
    case = ("W: W1=B11 W2=D11 W3=G13 / N: N1=A13 N2=V29", "N", "2-3-4")
    assert must(*case) == 2
    assert play(*case, "N1 2 B11 / N2 4 R29").moves == ["N1 A13-B11xW1 (2)", "N2 V29-R29 (4)"]


SUPPORTED_FROM_A_STAR = ("W: W1=C12 W2=C13 W3=X25 / N: N1=D14 N2=F13", "N", "2-3-6")


def test_a_piece_on_a_star_supports_others(play: Play) -> None:
    refused = play(*SUPPORTED_FROM_A_STAR, "N1 2 C13")
    assert refused.codes == ["E13@1"]
    assert refused.facts["supporter"] == "W1"
    played = play(*SUPPORTED_FROM_A_STAR, "N2 3 C12 / N1 2 C13")
    assert played.moves == ["N2 F13-C12xW1 (3)", "N1 D14-C13xW2 (2)"]
    assert (played.end, played.to_move) == (None, "W")


def test_an_invader(play: Play) -> None:
    alone = play("W: W1=E11 W2=G13 / N: N1=D11 N2=W26", "W", "1-2-5", "W1 1 D11 / W2 2 H14")
    assert alone.moves == ["W1 E11-D11xN1 (1)", "W2 G13-H14 (2)"]
    assert play("W: W1=D12 W2=G13 / N: N1=C12 N2=C13", "W", "1-2-5", "W1 1 C12").codes == ["E13@1"]


def test_a_hill_closes_the_road(play: Play) -> None:
    case = ("N: N1=J14 N2=W26 / W: W1=G13", "N", "3-5-6")
    passing = play(*case, "N1 5 E13")
    assert passing.codes == ["E10@1"]
    assert passing.facts["blockers"] == [{"piece": "W1", "spot": "G13"}]
    assert play(*case, "N1 3 HB").codes == ["E12@1"]


SUM = ("N: NC=R26 N1=W26 N2=Y26 / W: W3=N26 W1=A14", "N", "3-5-6")


def test_a_cavalry_sum_is_one_leg(play: Play, must: Play) -> None:
    assert must(*SUM) == 3
    refused = play(*SUM, "NC 3+5 M22")
    assert refused.codes == ["E10@1"]
    assert refused.facts["blockers"] == [{"piece": "W3", "spot": "N26"}]
    played = play(*SUM, "NC 3 N26 / N1 5 U23 / N2 6 Y22")
    assert played.moves == ["NC R26-N26xW3 (3)", "N1 W26-U23 (5)", "N2 Y26-Y22 (6)"]
    without = (SUM[0].replace(" N2=Y26", ""), *SUM[1:])
    assert must(*without) == 3
    assert play(*without, "NC 3 N26 / N1 5 U23").codes == ["E15"]


def test_no_halt_on_unequal_dice(play: Play) -> None:
    case = ("N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-4-5")
    assert play(*case, "NC 3 Q26 then 4 T27").codes == ["E14@1"]


def test_triplet(play: Play, must: Play) -> None:
    case = ("N: NC=S27 N1=W26 / W: W3=R26 W1=A14", "N", "2-2-2")
    played = play(*case, "NC 2 R26 then 2 HP then 2 U27")
    assert must(*case) == 3
    assert played.moves == ["NC S27-R26xW3-S27-U27 (2,2,2)"]
    assert played.kinds.count("again") == 1


LONG_RIDE = ("N: NC=S27 N1=Q11 / W: W3=Q26 W1=A14", "N", "3-3-5")


def test_a_doublet_and_the_third_die_on_one_horse(play: Play) -> None:
    played = play(*LONG_RIDE, "NC 3 Q26 then 3+5 W27")
    assert played.moves == ["NC S27-Q26xW3-W27 (3,3+5)"]
    assert "again" in played.kinds
    assert play(*LONG_RIDE, "NC 3 Q26 then 3 S27 then 5 W28").codes == ["E14@1"]
    assert play(*LONG_RIDE, "NC 3+5 V25 then 3 U23").moves == ["NC S27-V25-U23 (3+5,3)"]


def test_a_partner_supports(play: Play) -> None:
    drawn = "W: W1=M20 / B: B1=X15 B2=U18 B3=R11 / N: N1=M23 / Y: Y1=M24"
    refused = play(drawn, "W", "3-4-5", "W1 3 M23", mode="four")
    assert refused.codes == ["E13@1"]
    assert refused.facts["supporter"] == "Y1"


def test_own_city_of_the_side(play: Play, must: Play) -> None:
    drawn = "W: W1=A27 / B: B1=X15 B2=U18 B3=R11 / N: N1=B29 / Y: Y1=D29"
    assert must(drawn, "W", "2-4-5", mode="four") == 1
    assert play(drawn, "W", "2-4-5", "W1 2 B29", mode="four").moves == ["W1 A27-B29xN1 (2)"]
    assert play(drawn, "W", "2-4-5", "W1 2 B29", mode="four", own_city="army").codes == ["E13@1"]


def test_versailles_is_plain_field_in_the_duel(play: Play) -> None:
    assert play("W: W1=A27 W2=X15 / N: N1=B29 N2=D29", "W", "2-4-5", "W1 2 B29").codes == ["E13@1"]


REACH = {
    1: "C12 C14",
    2: "B11 D11 D12 D14",
    3: "A12 B11 D11 D15 E11 E13",
    4: "A12 A13 D16 E11 F11 F13",
    5: "A13 A14 D17 F11 G11 G13",
    6: "A14 A15 E17 G11 G14 H11",
}


@pytest.mark.parametrize("loops", ["no", "yes"])
@pytest.mark.parametrize("die", REACH)
def test_reach_of_one_piece(rules: Waterloo1895, place: Play, die: int, loops: str) -> None:
    position = place("N: N1=C13 / W: W1=X25 W2=M24", "N", f"{die}-{die}-{die}", {"loops": loops})
    landings = {lines[0].order.legs[0].spot for lines in rules.legal(position, "napoleon")}
    # Round the triangle and out again by the hill road: 4 to the gate, 5 and 6 beyond it.
    more = {4: {"C12"}, 5: {"D12"}, 6: {"E13"}}.get(die, set()) if loops == "yes" else set()
    assert landings - more == set(REACH[die].split())
    assert more <= landings


def test_support_is_judged_at_each_landing(play: Play) -> None:
    """W95-058: taking the supporter first lays the other open."""
    drawn = "N: N1=M26 N2=M17 N3=W26 / W: W1=M22 W2=M21 W3=A14"
    assert play(drawn, "N", "1-4-5", "N1 4 M22").codes == ["E13@1"]
    hill = "N: N1=M26 N2=M15 N3=W26 / W: W1=M21 W2=M20 W3=A14"
    assert play(hill, "N", "1-5-6", "N1 5 M21").codes == ["E13@1"]  # a supporter may stand on a hill


def test_an_enemy_on_a_star_of_somebody_elses_city_is_not_exempt(play: Play) -> None:
    """W95-057: an invader that is supported stays."""
    drawn = "N: N1=C12 N2=C13 / Y: Y1=M11 / W: W1=D14 W2=D12 / B: B1=M29"
    assert play(drawn, "W", "1-3-5", "W2 1 C12", mode="four").codes == ["E13@1"]


def test_a_capture_at_the_halt_needs_a_legal_landing(play: Play) -> None:
    drawn = "N: NC=S27 N1=W26 N2=Y26 / W: W1=Q26 W2=P26"
    assert play(drawn, "N", "3-3-5", "NC 3 Q26 then 3 S27").codes == ["E13@1"]


def test_halts_always(play: Play) -> None:
    drawn = "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14"
    played = play(drawn, "N", "3-4-5", "NC 3 Q26 then 4 T27 / N1 5 U23", halts="always")
    assert played.moves == ["NC S27-Q26xW3-T27 (3,4)", "N1 W26-U23 (5)"]
    three = play(drawn, "N", "3-4-5", "NC 4 P26 then 3 S26 then 5 N26", halts="always")
    assert three.codes == ["E10@1"]


def test_a_leg_may_end_on_its_start_with_loops(play: Play) -> None:
    drawn = "N: N1=C12 N2=W26 N3=U22 / W: W1=M24 W2=X25"
    assert play(drawn, "N", "1-3-5", "N1 3 C12").codes == ["E09@1"]
    played = play(drawn, "N", "1-3-5", "N1 3 C12 / N2 1 V26 / N3 5 R20", loops="yes")
    assert played.moves[0] == "N1 C12-C12 (3)"


@pytest.mark.parametrize(
    ("orders", "codes"),
    [
        ("N1 4 V25", ["E06@1"]),
        ("N1 1 V26 / N2 1 T22", ["E06@2"]),
        ("N1 7 V25", ["E06@1"]),
        ("N1 0 V25", ["E06@1"]),
        ("N1 1+3 V25", ["E07@1"]),
        ("N1 1 V26 then 3 V23", ["E07@1"]),
        ("N1 V26 then V23", ["E07@1"]),
        ("N1 1 V26 / N1 1 V25", ["E08@2"]),
        ("N1 1 V26 / W26 6 V25", ["E08@2"]),
        ("NC 1 T27 then 3 V28", ["E14@1"]),
        ("NC T27 then 3 V28", ["E22@1"]),
        ("NC 9 T27 then 1 S27", ["E06@1"]),
        ("N1 6 N2", ["E05@1"]),
        ("N1 1 W27 / N2 3 S21", ["E05@2"]),
        ("N1 6 M20", ["E09@1"]),
        ("NC 1+3+6 A20", ["E09@1"]),
    ],
)
def test_why_a_move_is_refused(play: Play, orders: str, codes: list[str]) -> None:
    assert play(FEW, "N", "1-3-6", orders).codes == codes


def test_the_order_of_the_tests(play: Play) -> None:
    """A landing on a friend behind an enemy in the way: what is in the way comes first."""
    drawn = "N: N1=M20 N2=M24 N3=A20 / W: W1=M22 W2=M16"
    assert play(drawn, "N", "1-4-6", "N1 4 M24").codes == ["E10@1"]
    assert play(drawn, "N", "1-4-6", "N1 4 M24").facts["blockers"] == [{"piece": "W1", "spot": "M22"}]
    assert play("N: N1=M20 N2=M24 / W: W1=M16", "N", "1-4-6", "N1 4 M24").codes == ["E11@1"]


def test_blockers_are_the_first_met_on_every_way(play: Play) -> None:
    """Eleven links lead from D11 to M14 along the north road, and eleven over the hill."""
    drawn = "N: NC=D11 N2=W26 / W: W1=H11 W2=J11 W3=J14 W4=M13"
    assert play(drawn, "N", "3-5-6", "NC 5+6 M14").facts["blockers"] == [
        {"piece": "W1", "spot": "H11"},
        {"piece": "W3", "spot": "J14"},
    ]
    assert play("N: NC=D11 N2=W26 N3=U22 / W: W1=H11 W2=J11", "N", "3-5-6", "NC 5+6 M14 / N2 3 V24").codes == []


def test_a_unit_may_be_named_by_where_it_stood_when_the_throw_began(play: Play) -> None:
    drawn = "N: N1=M20 N2=M24 N3=A20 / W: W1=B17 W2=M11"
    played = play(drawn, "N", "1-2-4", "M24 2 M26 / CH 4 M24 / A20 1 A21")
    assert played.moves == ["N2 M24-M26 (2)", "N1 M20-M24 (4)", "N3 A20-A21 (1)"]
    assert play(drawn, "N", "1-2-4", "N2 2 M26 / CH 4 M24 / M24 1 M23").codes == ["E08@3"]


def test_where_a_piece_stands_is_checked_if_it_is_said(play: Play) -> None:
    """Reports name it, and whom a landing takes; what does not agree with the board was meant for another position."""
    at = ("N: N1=W26 N2=U22 N3=Q26 / W: W1=A14 W2=M23 W3=A15", "N", "1-3-6")
    assert play(*at, "N1 W26-V26 (1) / N2 U22-T20 (3) / N3 Q26-M23xW2 (6)").codes == []
    wrong = play(*at, "N1 V26-V25 (1) / N2 U22-T20 (3) / N3 Q26-M23 (6)")
    assert (wrong.codes, wrong.facts) == (["E04@1"], {"piece": "N1", "spot": "V26", "stands": "W26"})
    wrong = play(*at, "N3 Q26-M23xW3 (6) / N1 1 V26 / N2 3 LI")
    assert (wrong.codes, wrong.facts) == (["E04@1"], {"piece": "W3", "spot": "M23", "stands": "A15"})
    assert play(*at, "N3 Q26-M23xW8 (6) / N1 1 V26 / N2 3 LI").facts["stands"] is None
    assert play(*at, "N3 Q26-M23xW9 (6) / N1 1 V26 / N2 3 LI").codes == ["E02@1"]
    assert play(*at, "N3 I15-M23 (6) / N1 1 V26 / N2 3 LI").codes == ["E05@1"]
