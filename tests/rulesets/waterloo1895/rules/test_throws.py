"""The Game of Waterloo (1895): the worked examples of the rulebook, X01 to X36, and what they leave open.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from core.contract import BadOption, BadPosition, Effect, Note, Status
from core.dice import DiceExhausted, ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.set_up import default_posts, faults

Play = Callable[..., Any]
NEXT = (1, 2, 4) * 40

SET_UPS = {
    "N": "N1=S27 N2=P26 N3=R26 N4=U22 N5=V24 N6=Y23 N7=Y26 N8=R29 NC=U27 ND=W26",
    "W": "W1=G13 W2=K14 W3=H14 W4=E18 W5=D16 W6=A17 W7=A14 W8=H11 WC=E13 WD=C14",
}

# --- The source's own examples ----------------------------------------------------------------------------------------

X01 = ("N: N1=W26 N2=U22 N3=Q26 / W: W1=A14 W2=B16", "N", "1-3-6")


def test_x01_three_dice_three_pieces(play: Play, must: Play) -> None:
    played = play(*X01, "N1 1 V26 / N2 3 LI / N3 6 M23")
    assert played.moves == ["N1 W26-V26 (1)", "N2 U22-T20 (3)", "N3 Q26-M23 (6)"]
    assert must(*X01) == 3
    assert played.kinds == ["move", "move", "move", "turn", "throw"]
    assert played.to_move == "W"


def test_x02_five_is_not_three_out_and_two_back(play: Play) -> None:
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


def test_x03_doublet_raid(play: Play) -> None:
    played = play(
        "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-3-5", "NC 3 Q26 then 3 S27 / N1 5 U23", (1, 2, 6)
    )
    assert played.moves == ["NC S27-Q26xW3-S27 (3,3)", "N1 W26-U23 (5)"]
    assert played.kinds == ["move", "move", "again", "throw"]
    assert (played.to_move, played.position["throw"], played.position["turn"]) == ("N", [1, 2, 6], 1)
    assert played.position["captured"] == {"W3": 1}


X04 = "N: N1=F20 / W: WC=F18 W1=H20 W2=J20"


def test_x04_the_diagram_of_the_booklet(play: Play, must: Play) -> None:
    assert must(X04, "N", "2-4-5") == 1
    assert play(X04, "N", "2-4-5", "N1 2 F18").moves == ["N1 F20-F18xWC (2)"]
    refused = play(X04, "N", "2-4-5", "N1 2 H20")
    assert refused.codes == ["E13@1"]
    assert {key: refused.facts[key] for key in ("by", "spot", "supporter", "supporter_spot")} == {
        "by": "W1",
        "spot": "H20",
        "supporter": "W2",
        "supporter_spot": "J20",
    }
    assert play(X04, "W", "2-3-5", "WC 2 QB").codes == ["E12@1"]


def test_x05_a_throw_is_called_smaller_numbers_first(play: Play) -> None:
    played = play(X01[0], "N", "", then=(6, 2, 3))
    assert played.of("throw") == [{"army": "N", "number": 1, "dice": [2, 3, 6], "must": 3}]


X06 = ("N: N1=W26 N2=Q26 / W: W1=A14 W2=H11", "N", "2-4-6")


def test_x06_two_infantry_left(play: Play, must: Play) -> None:
    assert must(*X06) == 2
    played = play(*X06, "N1 2 V25 / N2 6 M23")
    assert played.of("lost") == [{"army": "N", "dice": [4]}]
    short = play(*X06, "N1 2 V25")
    assert short.codes == ["E15"]
    assert (short.facts["used"], short.facts["must"]) == (1, 2)


X07 = ("N: N1=M23 N2=M24 N3=U29 / W: W1=A14", "N", "2-2-5")


def test_x07_doublets_move_a_pair(play: Play) -> None:
    played = play(*X07, "N1 2 M21 / N2 2 M22 / N3 5 P29")
    assert "again" in played.kinds
    assert played.pieces == {"N1": "M21", "N2": "M22", "N3": "P29", "W1": "A14"}
    refused = play(*X07, "N2 2 M22 / N1 2 M21 / N3 5 P29")
    assert refused.codes == ["E10@1"]
    assert refused.facts["blockers"] == [{"piece": "N1", "spot": "M23"}]
    assert [verdict.status for verdict in refused.verdicts] == [Status.REFUSED, Status.VOID, Status.VOID]


def test_x08_three_pieces_of_both_allies(play: Play) -> None:
    played = play("W: W1=X29 / B: B2=V29 B3=W26 / N: N1=M14 / Y: Y1=M11", "B", "2-5-6", "B3 2 W28", mode="four")
    assert played.end == "wellington+blucher stars W95-083"


def test_x09_two_and_two(play: Play) -> None:
    drawn = "W: W1=X29 W2=B29 / B: B1=V29 B2=C26 / N: N1=M14 / Y: Y1=M11"
    assert play(drawn, "B", "1-2-4", "B2 2 C28", mode="four").end == "wellington+blucher stars W95-083"


X10 = ("N: N1=C12 N2=A15 / W: W1=M24 W2=X25", "N", "2-3-6")


def test_x10_forced_out_of_the_stronghold(play: Play, must: Play) -> None:
    assert must(*X10) == 2
    assert play(*X10, "N2 3 A12").codes == ["E15"]
    assert play(*X10, "N2 3 A12 / N1 6 D17").moves == ["N2 A15-A12 (3)", "N1 C12-D17 (6)"]
    assert play(*X10, "N2 3 A12 / N1 2 D11").moves == ["N2 A15-A12 (3)", "N1 C12-D11 (2)"]


def test_x11_own_stars_give_no_safety(play: Play, must: Play) -> None:
    case = ("W: W1=B11 W2=D11 W3=G13 / N: N1=A13 N2=V29", "N", "2-3-4")
    assert must(*case) == 2
    assert play(*case, "N1 2 B11 / N2 4 R29").moves == ["N1 A13-B11xW1 (2)", "N2 V29-R29 (4)"]


# --- Further examples -------------------------------------------------------------------------------------------------

X12 = ("W: W1=C12 W2=C13 W3=X25 / N: N1=D14 N2=F13", "N", "2-3-6")


def test_x12_a_piece_on_a_star_supports_others(play: Play) -> None:
    refused = play(*X12, "N1 2 C13")
    assert refused.codes == ["E13@1"]
    assert refused.facts["supporter"] == "W1"
    played = play(*X12, "N2 3 C12 / N1 2 C13")
    assert played.moves == ["N2 F13-C12xW1 (3)", "N1 D14-C13xW2 (2)"]
    assert (played.end, played.to_move) == (None, "W")


def test_x13_an_invader(play: Play) -> None:
    alone = play("W: W1=E11 W2=G13 / N: N1=D11 N2=W26", "W", "1-2-5", "W1 1 D11 / W2 2 H14")
    assert alone.moves == ["W1 E11-D11xN1 (1)", "W2 G13-H14 (2)"]
    assert play("W: W1=D12 W2=G13 / N: N1=C12 N2=C13", "W", "1-2-5", "W1 1 C12").codes == ["E13@1"]


def test_x14_a_hill_closes_the_road(play: Play) -> None:
    case = ("N: N1=J14 N2=W26 / W: W1=G13", "N", "3-5-6")
    passing = play(*case, "N1 5 E13")
    assert passing.codes == ["E10@1"]
    assert passing.facts["blockers"] == [{"piece": "W1", "spot": "G13"}]
    assert play(*case, "N1 3 HB").codes == ["E12@1"]


X15 = ("N: NC=R26 N1=W26 N2=Y26 / W: W3=N26 W1=A14", "N", "3-5-6")


def test_x15_a_cavalry_sum_is_one_leg(play: Play, must: Play) -> None:
    assert must(*X15) == 3
    refused = play(*X15, "NC 3+5 M22")
    assert refused.codes == ["E10@1"]
    assert refused.facts["blockers"] == [{"piece": "W3", "spot": "N26"}]
    played = play(*X15, "NC 3 N26 / N1 5 U23 / N2 6 Y22")
    assert played.moves == ["NC R26-N26xW3 (3)", "N1 W26-U23 (5)", "N2 Y26-Y22 (6)"]
    without = (X15[0].replace(" N2=Y26", ""), *X15[1:])
    assert must(*without) == 3
    assert play(*without, "NC 3 N26 / N1 5 U23").codes == ["E15"]


def test_x16_no_halt_on_unequal_dice(play: Play) -> None:
    case = ("N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-4-5")
    assert play(*case, "NC 3 Q26 then 4 T27").codes == ["E14@1"]


def test_x17_triplet(play: Play, must: Play) -> None:
    case = ("N: NC=S27 N1=W26 / W: W3=R26 W1=A14", "N", "2-2-2")
    played = play(*case, "NC 2 R26 then 2 HP then 2 U27")
    assert must(*case) == 3
    assert played.moves == ["NC S27-R26xW3-S27-U27 (2,2,2)"]
    assert played.kinds.count("again") == 1


X18 = ("N: NC=S27 N1=Q11 / W: W3=Q26 W1=A14", "N", "3-3-5")


def test_x18_a_doublet_and_the_third_die_on_one_horse(play: Play) -> None:
    played = play(*X18, "NC 3 Q26 then 3+5 W27")
    assert played.moves == ["NC S27-Q26xW3-W27 (3,3+5)"]
    assert "again" in played.kinds
    assert play(*X18, "NC 3 Q26 then 3 S27 then 5 W28").codes == ["E14@1"]
    assert play(*X18, "NC 3+5 V25 then 3 U23").moves == ["NC S27-V25-U23 (3+5,3)"]


def test_x19_nothing_to_play(play: Play, must: Play) -> None:
    case = ("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15", "N", "4-4-6")
    assert must(*case) == 0
    played = play(*case)
    assert played.kinds[:2] == ["passed", "again"]
    assert played.of("passed")[0] == {"army": "N", "dice": [4, 4, 6]}
    assert play(*case, "pass").codes == []


X20 = ("N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17", "N", "1-2-6")


def test_x20_no_dodging(play: Play, must: Play) -> None:
    assert must(*X20) == 2
    assert play(*X20, "N1 1 B15").codes == ["E15"]
    assert play(*X20, "N1 2 B16 / N2 1 A15").codes == []


@pytest.fixture
def opened(rules: Waterloo1895) -> Any:
    return rules.opening(rules.settle({}))


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ("place N4 T20", ["E16@2"]),
        ("place N4 T21", []),
        ("place N3 Q26", ["E17@2"]),
        ("place N8 V29", []),
        ("place N8 V29 / place NC X29", ["E17@3"]),
    ],
)
def test_x21_set_up(adjudicated: Play, opened: Any, changes: str, codes: list[str]) -> None:
    played = adjudicated(opened, {"napoleon": f"place default / {changes}"})
    assert played.codes == codes


def test_x21_what_is_said_of_it(adjudicated: Play, opened: Any) -> None:
    far = adjudicated(opened, {"napoleon": "place default / place N4 T20"})
    assert far.facts == {"piece": "N4", "spot": "T20", "distance": 11, "allowed": 10, "city": "PA"}
    near = adjudicated(opened, {"napoleon": "place default / place N3 Q26"})
    assert near.facts == {"piece": "N2", "spot": "P26", "other": "N3", "other_spot": "Q26"}


def test_x22_a_partner_supports(play: Play) -> None:
    drawn = "W: W1=M20 / B: B1=X15 B2=U18 B3=R11 / N: N1=M23 / Y: Y1=M24"
    refused = play(drawn, "W", "3-4-5", "W1 3 M23", mode="four")
    assert refused.codes == ["E13@1"]
    assert refused.facts["supporter"] == "Y1"


def test_x23_own_city_of_the_side(play: Play, must: Play) -> None:
    drawn = "W: W1=A27 / B: B1=X15 B2=U18 B3=R11 / N: N1=B29 / Y: Y1=D29"
    assert must(drawn, "W", "2-4-5", mode="four") == 1
    assert play(drawn, "W", "2-4-5", "W1 2 B29", mode="four").moves == ["W1 A27-B29xN1 (2)"]
    assert play(drawn, "W", "2-4-5", "W1 2 B29", mode="four", own_city="army").codes == ["E13@1"]


def test_x24_versailles_is_plain_field_in_the_duel(play: Play) -> None:
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
def test_x25_reach_of_one_piece(rules: Waterloo1895, place: Play, die: int, loops: str) -> None:
    position = place("N: N1=C13 / W: W1=X25 W2=M24", "N", f"{die}-{die}-{die}", {"loops": loops})
    landings = {lines[0].order.legs[0].spot for lines in rules.legal(position, "napoleon")}
    # Round the triangle and out again by the hill road: 4 to the gate, 5 and 6 beyond it.
    more = {4: {"C12"}, 5: {"D12"}, 6: {"E13"}}.get(die, set()) if loops == "yes" else set()
    assert landings - more == set(REACH[die].split())
    assert more <= landings


def test_x26_win_at_a_halt(play: Play) -> None:
    played = play("N: N1=B11 NC=E13 / W: W1=X25 W2=M24", "N", "2-2-5", "NC 2 C12 then 2 C14 / N1 5 A15")
    assert played.end == "napoleon stars W95-076"
    assert played.moves == ["NC E13-C12 (2)"]
    assert [verdict.status for verdict in played.verdicts] == [Status.OK, Status.VOID]


def test_x27_win_with_the_second_die(play: Play) -> None:
    played = play("N: N1=A14 N2=F11 / W: W1=X25 W2=M24", "N", "2-3-6", "N1 3 B11 / N2 2 D11")
    assert played.end == "napoleon stars W95-076"


def test_x28_who_begins(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "four"}))
    seats = ("napoleon", "ney", "wellington", "blucher")
    lots = [2, 3, 4, 1, 1, 2, 3, 4, 5, 6, 5, 1, 1, 2, 4, 6, 3, 1]
    played = adjudicated(position, dict.fromkeys(seats, "place default"), [*lots, 1, 2, 4])
    assert played.of("first_throw") == [
        {
            "rounds": [
                {"N": [2, 3, 4], "Y": [1, 1, 2], "W": [3, 4, 5], "B": [1, 5, 6]},
                {"W": [1, 2, 4], "B": [1, 3, 6]},
            ],
            "begins": "B",
        }
    ]
    assert played.position["order"] == ["B", "N", "Y", "W"]
    assert (played.to_move, played.position["throw"]) == ("B", [1, 2, 4])


def test_x28_a_doublet_keeps_the_turn(adjudicated: Play, place: Play) -> None:
    drawn = "N: N1=S27 N2=P26 / Y: Y1=G27 Y2=K26 Y3=A26 / W: W1=G13 W2=K14 / B: B1=S13 B2=P14"
    position = place(drawn, "Y", "2-2-4", {"mode": "four"}, order=["B", "N", "Y", "W"])
    played = adjudicated(position, {"ney": "auto"}, (1, 2, 4, 1, 3, 5))
    assert [(throw["army"], throw["number"]) for throw in played.of("throw")] == [("Y", 2), ("W", 3)]


def test_x29_an_army_gone_is_passed_over(play: Play) -> None:
    drawn = "N: N1=S27 N2=P26 / Y: Y1=G27 / W: W1=G13 W2=K14 W3=A17"
    played = play(drawn, "W", "1-2-5", "W1 1 G14 / W2 2 M14 / W3 5 A14", mode="four")
    assert played.of("skipped") == [{"army": "B"}]
    assert (played.to_move, played.position["turn"], played.position["round"]) == ("N", 2, 2)
    won = play("N: N1=S27 / Y: Y1=G27 / W: W1=B29 W2=D29 W3=D26", "W", "3-4-6", "W3 3 C28", mode="four")
    assert won.end == "wellington+blucher stars W95-083"


def test_x30_too_weak(play: Play, must: Play) -> None:
    case = ("N: N1=M24 / W: W1=A14 W2=M21", "N", "3-5-6")
    assert must(*case) == 1
    assert play(*case, "N1 3 M21").end == "draw too_few W95-102"
    assert play("N: N1=M24 N2=W26 / W: W2=M21", "N", "3-5-6", "N1 3 M21").end == "napoleon no_pieces W95-101"


X31 = "N: N1=S27 N2=Q26 N3=P26 N4=W26 NC=Y26 / W: W1=A14 W2=B16"


@pytest.mark.parametrize(
    ("throw", "moves"),
    [
        ("2-3-6", ["N4 W26-V25 (2)", "NC Y26-X24 (3)", "N3 P26-H26 (6)"]),
        ("2-2-4", ["N4 W26-V25 (2)", "NC Y26-X25 (2)", "N3 P26-K26 (4)"]),
    ],
)
def test_x31_auto(play: Play, throw: str, moves: list[str]) -> None:
    absent = play(X31, "N", throw, due=True)
    assert absent.moves[:3] == moves
    assert absent.of("auto")[0] == {"army": "N", "reason": "deadline"}
    assert all(move["auto"] for move in absent.of("move"))
    assert play(X31, "N", throw, "auto").moves[:3] == moves


def test_x32_auto_wins(play: Play) -> None:
    played = play("N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24", "N", "2-4-6", due=True)
    assert played.moves == ["N2 F11-D11 (2)"]
    assert played.end == "napoleon stars W95-076"


def test_x33_dice_supplied(play: Play) -> None:
    named, supplied = play(*X01, "N1 1 V26 / N2 3 LI / N3 6 M23"), play(*X01, "N1 V26 / N2 LI / N3 M23")
    assert supplied.moves == named.moves
    assert supplied.verdicts[1].facts["legs"] == [{"dice": [3], "spot": "T20", "captured": None}]


HOME = "N1=V29 N2=W28 N3=X29 W1=B11 W2=C12 W3=D11"


def test_x34_little_first_throw(play: Play) -> None:
    played = play(HOME, "N", "1-4-6", "N1 4 R29 / N2 6 R26 / N3 1 Y28", mode="little")
    assert played.moves == ["N1 V29-R29 (4)", "N2 W28-R26 (6)", "N3 X29-Y28 (1)"]
    assert played.of("lost") == []


X35 = "N1=B11 N2=D11 N3=D14 W1=M26 W2=M27 W3=M28"


def test_x35_little_duty(play: Play) -> None:
    nothing = play(X35, "N", "2-5-6", "", mode="little")
    assert nothing.codes == ["E15"]
    assert nothing.refused[0].clauses == ("W95-117",)
    played = play(X35, "N", "2-5-6", "N3 2 C13", mode="little")
    assert played.codes == []
    assert played.of("lost") == [{"army": "N", "dice": [5, 6]}]
    assert play(X35, "N", "2-5-6", "N3 5 E13", mode="little").codes == []
    assert play(X35, "N", "3-5-6", "N3 3 C12", mode="little").end == "napoleon goal W95-120"


X36 = "N1=B11 N2=M23 N3=D11 W1=M22 W2=X29 W3=V29"


def test_x36_little_head_on(play: Play) -> None:
    for orders in ("", "pass", "N2 6 J26"):
        assert play(X36, "N", "2-3-6", orders, mode="little").codes == []
    waiting = play(X36, "N", "", then=(2, 3, 6), mode="little")
    assert waiting.of("throw")[0]["forward"] is False
    assert waiting.to_move == "N"
    assert play(X36, "N", "1-2-3", "N2 1 M22", mode="little").codes == ["E11@1"]


# --- Reading every line: E01 to E05 -----------------------------------------------------------------------------------

FEW = "N: N1=W26 N2=U22 N3=Q26 NC=S27 / W: W1=A14 W2=B16"


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


# --- One move ---------------------------------------------------------------------------------------------------------


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
    assert play(*X20, "N1 B15").codes == ["E15"]


# --- Hills, stars, support --------------------------------------------------------------------------------------------


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


# --- The obligation ---------------------------------------------------------------------------------------------------


def test_each_die_that_can_be_played_must_be(play: Play) -> None:
    """W95-R11 oblige=each: playing first what blocks the rest is allowed, leaving a playable die is not."""
    assert play(*X20, "N1 1 B15", oblige="each").codes == []
    assert play(*X20, "N1 2 B16", oblige="each").codes == ["E15"]
    assert play(*X20, "pass", oblige="each").codes == ["E21@1"]


def test_a_pass_that_is_none(play: Play) -> None:
    played = play(*X06, "pass")
    assert played.codes == ["E21@1"]
    assert played.facts["must"] == 2


def test_an_empty_set(play: Play) -> None:
    played = play(*X06, "")
    assert (played.codes, played.facts["used"]) == (["E15"], 0)


def test_rest_auto_after_moves_that_have_spoilt_it(play: Play) -> None:
    assert play(*X20, "N1 1 B15 / rest auto").codes == ["E15"]
    assert play(*X20, "N1 2 B16 / rest auto").moves == ["N1 A15-B16 (2)", "N2 A14-A15 (1)"]


# --- Who throws next --------------------------------------------------------------------------------------------------


def test_what_auto_earns_auto_plays(play: Play) -> None:
    """W95-135: after `auto` to the end of the turn, after `rest auto` the player is asked."""
    whole = play(X31, "N", "2-2-4", "auto", (3, 3, 1, 1, 2, 5, 1, 2, 3))
    assert [move["auto"] for move in whole.of("move")] == [True] * 9
    assert whole.to_move == "W"
    rest = play(X31, "N", "2-2-4", "N1 4 W28 / rest auto", (3, 3, 1))
    assert (rest.to_move, rest.position["throw"]) == ("N", [1, 3, 3])
    assert play(X31, "N", "2-2-4", due=True, then=(1, 2, 5, 1, 2, 3)).to_move == "W"


def test_a_chain_is_cast_whole_and_ordered_in_sections(play: Play) -> None:
    waiting = play(X31, "N", "", then=(2, 2, 4, 6, 6, 6, 1, 2, 5), throws="chain")
    assert waiting.position["throw"] == [2, 2, 4]
    assert waiting.position["chain"] == [[6, 6, 6], [1, 2, 5]]
    assert [throw["must"] for throw in waiting.of("throw")] == [3, None, None]
    more = {"chain": [[6, 6, 6], [1, 2, 5]]}
    played = play(
        X31,
        "N",
        "2-2-4",
        "N4 2 V25 / NC 2 X25 / N1 4 W28 / throw 2: / auto / throw 3: / rest auto",
        more=more,
        throws="chain",
    )
    assert played.codes == []
    assert len(played.of("move")) == 9
    assert (played.to_move, played.position["throws"], played.position["chain"]) == ("W", 4, [])


def test_a_missing_section_is_an_empty_one_but_after_auto(play: Play) -> None:
    chain = {"more": {"chain": [[1, 2, 5]]}, "throws": "chain"}
    missing = play(X31, "N", "2-2-4", "rest auto", **chain)
    assert missing.codes == ["E15"]
    assert (missing.facts["section"], missing.facts["throw"], missing.facts["must"]) == (2, [1, 2, 5], 3)
    assert len(play(X31, "N", "2-2-4", "auto", **chain).of("move")) == 6
    assert len(play(X31, "N", "2-2-4", due=True, **chain).of("move")) == 6


def test_a_spot_is_looked_up_when_its_section_is_reached(play: Play) -> None:
    chain = {"more": {"chain": [[1, 2, 5]]}, "throws": "chain"}
    first = "N1 2 U27 / N4 2 V25 / NC 4 X23"
    assert play(X31, "N", "2-2-4", f"{first} / throw 2: / V25 1 V24 / rest auto", **chain).codes == []
    assert play(X31, "N", "2-2-4", f"{first} / throw 2: / W26 1 V26 / rest auto", **chain).codes == ["E04@5"]


def test_sections_after_the_end_are_ignored(play: Play) -> None:
    chain = {"more": {"chain": [[1, 2, 5]]}, "throws": "chain"}
    played = play("N: N1=B11 N2=F11 / W: W1=X25 W2=M24", "N", "2-2-6", "N2 2 D11 / throw 2: / N2 5 A20", **chain)
    assert played.end == "napoleon stars W95-076"
    assert [verdict.status for verdict in played.verdicts] == [Status.OK, Status.OK, Status.VOID]


def test_headers_out_of_order(play: Play) -> None:
    chain = {"more": {"chain": [[1, 2, 5]]}, "throws": "chain"}
    for orders, code in [
        ("throw 3: / auto", "E01@1"),
        ("throw 0: / auto", "E01@1"),
        ("auto / throw 1: / auto", "E01@2"),
    ]:
        assert play(X31, "N", "2-2-4", orders, **chain).codes == [code]


def test_joint_throws_move_either_army(play: Play, must: Play) -> None:
    drawn = "N: N1=S27 / Y: Y1=G27 Y2=K26 / W: W1=G13 W2=K14 W3=H14"
    assert must(drawn, "N", "1-2-6", mode="three") == 1
    assert must(drawn, "N", "1-2-6", mode="three", pool="joint") == 3
    assert play(drawn, "N", "1-2-6", "Y1 1 F27 / rest auto", mode="three").codes == ["E03@1"]
    played = play(drawn, "N", "1-2-6", "Y1 1 F27 / rest auto", mode="three", pool="joint")
    assert played.moves == ["Y1 G27-F27 (1)", "Y2 K26-H26 (2)", "N1 S27-M26 (6)"]
    assert played.to_move == "Y"


# --- Set-ups ----------------------------------------------------------------------------------------------------------


def whole(army: str, **changes: str) -> str:
    posts = dict(post.split("=") for post in SET_UPS[army].split()) | changes
    return " / ".join(f"place {piece} {spot}" for piece, spot in posts.items())


def test_a_set_up_is_secret_until_all_are_posted(rules: Waterloo1895, adjudicated: Play, opened: Any) -> None:
    first = adjudicated(opened, {"napoleon": "place default"})
    position = first.result.position
    assert first.kinds == ["posted"]
    assert first.result.tell == ()
    assert set(rules.view(position, "napoleon")["pieces"]) == {post.split("=")[0] for post in SET_UPS["N"].split()}
    assert rules.view(position, "wellington")["pieces"] == rules.view(position, None)["pieces"] == {}
    assert rules.view(position, None)["posted"] == ["N"]
    assert rules.open_record(opened)
    assert not rules.open_record(position)
    assert [decision.seat for decision in rules.awaiting(position)] == ["wellington"]
    second = adjudicated(position, {"wellington": whole("W")}, (6, 2, 3))
    assert second.kinds == ["posted", "setup", "setup", "turn", "throw"]
    assert second.result.tell == ("napoleon", "wellington")
    assert rules.open_record(second.result.position)
    assert len(rules.view(second.result.position, None)["pieces"]) == 20


def test_an_accepted_set_up_is_final(adjudicated: Play, opened: Any) -> None:
    first = adjudicated(opened, {"napoleon": "place default"})
    again = adjudicated(first.result.position, {"napoleon": "place default"})
    assert again.codes == ["E19"]
    assert again.facts["awaited"] == ["W"]


def test_open_set_ups_are_posted_in_turn(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "three", "setup": "open"}))
    assert [decision.seat for decision in rules.awaiting(position)] == ["napoleon"]
    assert adjudicated(position, {"wellington": "place default"}).codes == ["E19"]
    played = adjudicated(position, {"napoleon": "place default"})
    assert played.kinds == ["posted", "setup", "posted", "setup"]
    assert played.result.tell == ("napoleon", "wellington", "blucher")
    assert [decision.seat for decision in rules.awaiting(played.result.position)] == ["wellington"]
    assert len(rules.view(played.result.position, None)["pieces"]) == 20


def test_partners_see_each_others_set_ups_and_are_checked_against_them(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "four"}))
    assert adjudicated(position, {"wellington": "place default / place W8 Q11"}).codes == ["E16@2"]
    first = adjudicated(position, {"wellington": "place default / place W8 M11"})
    assert first.result.tell == ("blucher",)
    seen = rules.view(first.result.position, "blucher")["pieces"]
    assert seen["W8"] == "M11"
    assert rules.view(first.result.position, "ney")["pieces"] == {}
    clash = adjudicated(first.result.position, {"blucher": "place default / place B8 N11"})
    assert clash.codes == ["E17@2"]
    assert clash.facts == {"piece": "B8", "spot": "N11", "other": "W8", "other_spot": "M11"}
    same = adjudicated(first.result.position, {"blucher": "place default / place B8 M11"})
    assert same.codes == ["E18"]


def test_what_is_wrong_with_a_set_up(adjudicated: Play, opened: Any) -> None:
    assert adjudicated(opened, {"napoleon": ""}).codes == ["E18"] * 10
    lacking = adjudicated(opened, {"napoleon": whole("N").replace(" / place N7 Y26", "")})
    assert (lacking.codes, lacking.facts) == (["E18"], {"piece": "N7"})
    two = adjudicated(opened, {"napoleon": whole("N", N7="V24")})
    assert (two.codes, two.facts["spot"]) == (["E18"], "V24")
    assert adjudicated(opened, {"napoleon": whole("N") + " / place W1 G13"}).codes == ["E03@11"]
    assert adjudicated(opened, {"napoleon": whole("N", N1="PA")}).codes == ["E05@1"]
    assert adjudicated(opened, {"napoleon": "N1 3 P26"}).codes == ["E19"]
    assert adjudicated(opened, {"napoleon": whole("N", N1="HP")}).codes == []


def test_defaults_at_the_deadline(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "double"}))
    played = adjudicated(position, {}, [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4], due=True)
    assert [event.facts["default"] for event in played.events if event.kind == "posted"] == [True] * 4
    assert (played.to_move, played.position["throw"]) == ("N", [1, 2, 4])
    assert len(played.pieces) == 40


def test_a_default_makes_way_for_the_partner(rules: Waterloo1895) -> None:
    """W95-134: no legal set-up of a partner reaches so far, but another board's might."""
    standing = {"Y1": "S27", "Y2": "V23", "YC": "W28"}
    posts = default_posts(rules.board, 0, standing)
    assert list(faults(rules.board, list(posts), posts, standing)) == []
    kept = [post for post in SET_UPS["N"].split() if post.split("=")[0] not in ("N1", "N5")]
    assert {f"{piece}={spot}" for piece, spot in posts.items()} >= set(kept)
    assert (posts["N1"], posts["N5"]) == ("U29", "Y28")


# --- Any time: partners, resignation, draws ---------------------------------------------------------------------------

FOUR = "N: N1=S27 N2=P26 / Y: Y1=G27 Y2=K26 / W: W1=G13 W2=K14 / B: B1=S13 B2=P14"


def test_a_note_to_the_partner(rules: Waterloo1895, read: Play, place: Play) -> None:
    position = place(FOUR, "N", "1-2-4", {"mode": "four"})
    result = rules.adjudicate(position, {"blucher": read("tell partner: hold")}, ScriptedDice([]))
    assert result.notes == (Note("blucher", ("wellington",), "hold"),)
    assert (result.position, result.events, result.tell) == (position, (), ())


def test_orders_out_of_turn(play: Play, adjudicated: Play, place: Play) -> None:
    position = place(*X01)
    assert adjudicated(position, {"wellington": "W1 1 A13"}).codes == ["E19"]
    assert adjudicated(position, {"wellington": "pass"}).facts["army"] == "N"
    assert adjudicated(position, {"wellington": "draw / W1 1 A13"}).position["draw_offers"] == []
    assert adjudicated(position, {"napoleon": "place N1 HP"}).codes == ["E19"]


def test_a_side_resigns_when_all_its_players_have(adjudicated: Play, place: Play) -> None:
    assert adjudicated(place(*X01), {"wellington": "resign"}).end == "napoleon resigned W95-105"
    position = place(FOUR, "N", "1-2-4", {"mode": "four"})
    one = adjudicated(position, {"ney": "resign"})
    assert (one.end, one.position["resigned"], one.result.tell) == (
        None,
        ["ney"],
        ("napoleon", "ney", "wellington", "blucher"),
    )
    both = adjudicated(one.result.position, {"napoleon": "resign / N1 1 T27"})
    assert both.end == "wellington+blucher resigned W95-105"
    assert both.verdicts[1].status is Status.VOID


def test_a_draw_is_agreed_before_the_next_throw(adjudicated: Play, place: Play) -> None:
    offered = adjudicated(place(*X01), {"wellington": "draw"})
    assert (offered.position["draw_offers"], offered.kinds) == (["wellington"], ["draw_offered"])
    assert adjudicated(offered.result.position, {"napoleon": "draw"}).end == "draw agreed W95-105"
    moves = "N1 1 V26 / N2 3 LI / N3 6 M23"
    assert adjudicated(offered.result.position, {"napoleon": moves}).position["draw_offers"] == []
    with_moves = adjudicated(place(*X01), {"napoleon": f"{moves} / draw"})
    assert (with_moves.position["draw_offers"], with_moves.to_move) == ([], "W")
    assert adjudicated(offered.result.position, {"napoleon": f"{moves} / draw"}).end == "draw agreed W95-105"
    refused = adjudicated(place(*X01), {"napoleon": "draw / N1 1 V26"})
    assert (refused.codes, refused.position["draw_offers"]) == (["E15"], [])


def test_after_the_end(adjudicated: Play, place: Play, rules: Waterloo1895) -> None:
    over = adjudicated(place(*X01), {"wellington": "resign"})
    after = adjudicated(over.result.position, {"napoleon": "N1 1 V26 / draw"})
    assert after.codes == ["E20"]
    assert after.facts["outcome"]["reason"] == "resigned"
    assert after.position == over.position
    assert rules.awaiting(over.result.position) == ()
    assert rules.step(over.result.position) == rules.step(place(*X01)) + 1


# --- Ends -------------------------------------------------------------------------------------------------------------


def test_the_last_piece(play: Play) -> None:
    played = play("N: N1=M24 N2=W26 / W: W1=M21", "N", "3-5-6", "N1 3 M21 / N2 5 U23")
    assert played.end == "napoleon no_pieces W95-101"


def test_too_weak_loses_if_so_agreed(play: Play) -> None:
    drawn = "N: N1=M24 N2=W26 / W: W1=A14 W2=M21"
    assert play(drawn, "N", "3-5-6", "N1 3 M21 / N2 5 U23").end is None
    assert play(drawn, "N", "3-5-6", "N1 3 M21 / N2 5 U23", remnant="lose").end == "napoleon remnant W95-102"
    four = "N: N1=M24 N2=W26 / Y: Y1=G27 Y2=K26 / W: W1=A14 W2=M21 / B: B1=S13"
    assert play(four, "N", "3-5-6", "N1 3 M21", mode="four", remnant="lose").end == "napoleon+ney remnant W95-102"


@pytest.mark.parametrize(
    ("quiet", "orders", "quiet_turn", "end"),
    [
        (3, "N1 1 V26 / N2 3 LI / N3 6 M23", True, "draw stall W95-103"),
        (2, "N1 1 V26 / N2 3 LI / N3 6 M23", True, None),
        (3, "N1 1 V26 / N2 3 LI / N3 6 M23", False, None),
    ],
)
def test_a_stall(play: Play, quiet: int, orders: str, quiet_turn: bool, end: str | None) -> None:
    more = {"quiet": quiet, "quiet_turn": quiet_turn}
    played = play(*X01, orders, more=more, stall=2)
    assert played.end == end
    assert played.position["quiet"] == (quiet + 1 if quiet_turn else 0)


def test_what_breaks_the_quiet(play: Play) -> None:
    landing = play("N: N1=A13 N2=M24 N3=M20 / W: W1=X25 W2=M11", "N", "2-4-5", "N1 2 B11 / rest auto", stall=1)
    assert landing.position["quiet"] == 0
    capture = play("N: N1=M24 N2=W26 N3=Y26 / W: W1=A14 W2=M21 W3=X25", "N", "1-3-5", "N1 3 M21 / rest auto", stall=1)
    assert capture.position["quiet"] == 0


def test_lost_throws_are_quiet_turns(play: Play) -> None:
    drawn = "N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15"
    played = play(drawn, "N", "", then=(1, 2, 6, 1, 2, 4), stall=1)
    assert played.kinds[1] == "passed"
    assert played.position["quiet"] == 1


def test_rounds_run_out(play: Play) -> None:
    moves = "W1 1 G14 / W2 2 M14 / W3 5 A14"
    drawn = "N: N1=S27 N2=P26 / W: W1=G13 W2=K14 W3=A17"
    assert play(drawn, "W", "1-2-5", moves, more={"round": 9}, max_rounds=9).end == "draw max_rounds W95-104"
    assert play(drawn, "W", "1-2-5", moves, more={"round": 8}, max_rounds=9).position["round"] == 9
    assert play(drawn, "N", "1-2-5", "auto", more={"round": 9}, max_rounds=9).end is None
    assert play(drawn, "W", "1-2-5", moves, more={"round": 900}, max_rounds=0).end is None


def test_a_round_ends_where_it_began_though_that_army_is_gone(play: Play) -> None:
    drawn = "N: N1=S27 N2=P26 / Y: Y1=G27 / W: W1=G13 W2=K14 W3=A17"
    more = {"order": ["B", "N", "Y", "W"], "round": 4}
    played = play(drawn, "W", "1-2-5", "auto", more=more, mode="four")
    assert (played.position["round"], played.to_move) == (5, "N")


def test_the_order_of_turns(rules: Waterloo1895) -> None:
    for order, expected in [("round", ["N", "Y", "W", "B"]), ("alternate", ["N", "W", "Y", "B"])]:
        options = rules.settle({"mode": "four", "order": order})
        position = rules.decode({"pieces": {"N1": "S27"}, "to_move": "N"}, options)
        assert rules.encode(position)["order"] == expected


# --- For Little People ------------------------------------------------------------------------------------------------


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
    assert play(X35, "N", "2-5-6", "", mode="little", lp_oblige="none").codes == []
    assert play(X35, "N", "2-5-6", "pass", mode="little", lp_oblige="none").codes == []


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
    assert play(X36, "N", "2-3-6", "pass", mode="little", stall=1).position["quiet"] == 1
    assert play(X35, "N", "2-5-6", "N3 2 C13", mode="little", stall=1).position["quiet"] == 0


# --- Options and positions --------------------------------------------------------------------------------------------


def test_options_have_the_defaults_of_the_rulebook(rules: Waterloo1895) -> None:
    assert rules.settle({}) == {option.name: option.default for option in rules.options()}
    assert rules.seats(rules.settle({"mode": "three"})) == ("napoleon", "wellington", "blucher")
    assert rules.seats(rules.settle({"mode": "little", "armies": "NYB"})) == ("napoleon", "ney", "blucher")


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"weather": "rain"}, "unknown"),
        ({"mode": "chess"}, "value"),
        ({"stall": -1}, "value"),
        ({"stall": True}, "value"),
        ({"stall": "30 turns"}, "value"),
        ({"max_rounds": 10**9}, "value"),
        ({"lp_again": "yes"}, "conflict"),
        ({"armies": "NYWB"}, "conflict"),
        ({"own_city": "army"}, "conflict"),
        ({"mode": "four", "pool": "joint"}, "conflict"),
        ({"mode": "little", "halts": "always"}, "conflict"),
        ({"mode": "little", "order": "alternate"}, "conflict"),
        ({"mode": "little", "throws": "chain"}, "conflict"),
    ],
)
def test_options_that_cannot_be(rules: Waterloo1895, chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as caught:
        rules.settle(chosen)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"pieces": {"N9": "S27"}}, "pieces.N9", "no_such_piece"),
        ({"pieces": {"Y1": "S27"}}, "pieces.Y1", "no_such_piece"),
        ({"pieces": {"N1": "I15"}}, "pieces.N1", "no_such_spot"),
        ({"pieces": {"N1": "S27", "N2": "HP"}}, "pieces.N2", "two_on_one_spot"),
        ({"pieces": {}}, "pieces", "nobody"),
        ({"to_move": "B"}, "to_move", "no_such_army"),
        ({"to_move": "NY"}, "to_move", "no_such_army"),
        ({"to_move": None}, "to_move", "missing"),
        ({"order": ["N"]}, "order", "not_the_order"),
        ({"captured": {"N1": 3}}, "captured.N1", "on_the_board"),
        ({"chain": [[1, 2, 3]]}, "chain", "no_chain"),
        ({"resigned": ["ney"]}, "resigned[0]", "no_such_seat"),
        ({"phase": "over"}, "throw", "nobody_in_turn"),
        ({"phase": "over", "throw": None}, "outcome", "missing"),
        ({"outcome": {"winners": [], "reason": "agreed", "clause": "W95-105"}}, "outcome", "not_over"),
        ({"phase": "setup", "throw": None}, "posted", "all"),
        ({"phase": "setup", "throw": None, "pieces": {"N1": "S27"}}, "posted", "not_whole"),
        ({"posted": ["N"]}, "posted", "not_all"),
    ],
)
def test_positions_that_cannot_be(rules: Waterloo1895, change: dict[str, Any], where: str, code: str) -> None:
    written = {"pieces": {"N1": "S27", "W1": "G13"}, "to_move": "N", "throw": [1, 2, 3]}
    with pytest.raises(BadPosition) as caught:
        rules.decode(written | change, rules.settle({}))
    assert (caught.value.where, caught.value.code) == (where, code)


def test_a_position_of_the_wrong_shape(rules: Waterloo1895) -> None:
    for change in ({"throw": [1, 2]}, {"throw": [1, 2, 7]}, {"colour": "red"}, {"turn": "1"}, {"pieces": ["N1"]}):
        with pytest.raises(msgspec.ValidationError):
            rules.decode({"pieces": {"N1": "S27"}, "to_move": "N"} | change, rules.settle({}))


def test_too_few_dice(play: Play) -> None:
    with pytest.raises(DiceExhausted):
        play(*X01, "N1 1 V26 / N2 3 LI / N3 6 M23", then=(1, 2))


def test_every_throw_has_its_own_dice(rules: Waterloo1895, place: Play, read: Play) -> None:
    """W95-136: throw t is drawn for turn t of the stream."""
    dice = ScriptedDice(NEXT)
    rules.adjudicate(place(*X01, throws=20), {"napoleon": read("auto")}, dice)
    assert [(roll.turn, roll.draw) for roll in dice.rolls] == [(21, 1), (21, 2), (21, 3)]


def test_a_check_plays_nothing(rules: Waterloo1895, place: Play, read: Play) -> None:
    position = place(*X01)
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
