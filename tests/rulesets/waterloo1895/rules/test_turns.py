"""Throws, turns, rounds and chains of Waterloo (1895): who throws next.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import FIVE_MOVERS, OPEN_ROADS

from core.contract import Status
from core.dice import DiceExhausted, ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895

Play = Callable[..., Any]
NEXT = (1, 2, 4) * 40


def test_a_throw_is_called_smaller_numbers_first(play: Play) -> None:
    played = play(OPEN_ROADS[0], "N", "", then=(6, 2, 3))
    assert played.of("throw") == [{"army": "N", "number": 1, "dice": [2, 3, 6], "must": 3}]


def test_who_begins(rules: Waterloo1895, adjudicated: Play) -> None:
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


def test_a_doublet_keeps_the_turn(adjudicated: Play, place: Play) -> None:
    drawn = "N: N1=S27 N2=P26 / Y: Y1=G27 Y2=K26 Y3=A26 / W: W1=G13 W2=K14 / B: B1=S13 B2=P14"
    position = place(drawn, "Y", "2-2-4", {"mode": "four"}, order=["B", "N", "Y", "W"])
    played = adjudicated(position, {"ney": "auto"}, (1, 2, 4, 1, 3, 5))
    assert [(throw["army"], throw["number"]) for throw in played.of("throw")] == [("Y", 2), ("W", 3)]


def test_an_army_without_pieces_may_begin_by_the_dice_and_is_passed_over(
    adjudicated: Play, rules: Waterloo1895
) -> None:
    pieces = {"N1": "S27", "N2": "P26", "Y1": "G27", "W1": "G13", "W2": "K14", "W3": "A17"}
    position = rules.decode({"pieces": pieces, "to_move": None}, rules.settle({"mode": "four"}))
    played = adjudicated(position, {}, (1, 1, 1, 1, 1, 2, 1, 1, 3, 6, 6, 5, 1, 2, 4))
    assert [event.kind for event in played.events] == ["first_throw", "turn", "skipped", "turn", "throw"]
    assert (played.of("skipped"), played.to_move) == ([{"army": "B"}], "N")
    assert (played.position["order"], played.position["turn"]) == (["B", "N", "Y", "W"], 2)
    # A playout draws who begins; whoever it is, the turn is with one that has pieces.
    begun = {tuple(rules.encode(rules.playout(position, seed, 1).position)["order"]) for seed in range(40)}
    assert {order[0] for order in begun} == set("NYWB")
    for seed in range(40):
        assert rules.encode(rules.playout(position, seed, 0).position) == rules.encode(position)
        assert rules.encode(rules.playout(position, seed, 1).position)["to_move"] in "NYW"


def test_an_army_gone_is_passed_over(play: Play) -> None:
    drawn = "N: N1=S27 N2=P26 / Y: Y1=G27 / W: W1=G13 W2=K14 W3=A17"
    played = play(drawn, "W", "1-2-5", "W1 1 G14 / W2 2 M14 / W3 5 A14", mode="four")
    assert played.of("skipped") == [{"army": "B"}]
    assert (played.to_move, played.position["turn"], played.position["round"]) == ("N", 2, 2)
    won = play("N: N1=S27 / Y: Y1=G27 / W: W1=B29 W2=D29 W3=D26", "W", "3-4-6", "W3 3 C28", mode="four")
    assert won.end == "wellington+blucher stars W95-083"


def test_what_auto_earns_auto_plays(play: Play) -> None:
    """W95-135: after `auto` to the end of the turn, after `rest auto` the player is asked."""
    whole = play(FIVE_MOVERS, "N", "2-2-4", "auto", (3, 3, 1, 1, 2, 5, 1, 2, 3))
    assert [move["auto"] for move in whole.of("move")] == [True] * 9
    assert whole.to_move == "W"
    rest = play(FIVE_MOVERS, "N", "2-2-4", "N1 4 W28 / rest auto", (3, 3, 1))
    assert (rest.to_move, rest.position["throw"]) == ("N", [1, 3, 3])
    assert play(FIVE_MOVERS, "N", "2-2-4", due=True, then=(1, 2, 5, 1, 2, 3)).to_move == "W"


def test_a_chain_is_cast_whole_and_ordered_in_sections(play: Play) -> None:
    waiting = play(FIVE_MOVERS, "N", "", then=(2, 2, 4, 6, 6, 6, 1, 2, 5), throws="chain")
    assert waiting.position["throw"] == [2, 2, 4]
    assert waiting.position["chain"] == [[6, 6, 6], [1, 2, 5]]
    assert [throw["must"] for throw in waiting.of("throw")] == [3, None, None]
    more = {"chain": [[6, 6, 6], [1, 2, 5]]}
    played = play(
        FIVE_MOVERS,
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
    missing = play(FIVE_MOVERS, "N", "2-2-4", "rest auto", **chain)
    assert missing.codes == ["E15"]
    assert (missing.facts["section"], missing.facts["throw"], missing.facts["must"]) == (2, [1, 2, 5], 3)
    assert len(play(FIVE_MOVERS, "N", "2-2-4", "auto", **chain).of("move")) == 6
    assert len(play(FIVE_MOVERS, "N", "2-2-4", due=True, **chain).of("move")) == 6


def test_a_spot_is_looked_up_when_its_section_is_reached(play: Play) -> None:
    chain = {"more": {"chain": [[1, 2, 5]]}, "throws": "chain"}
    first = "N1 2 U27 / N4 2 V25 / NC 4 X23"
    assert play(FIVE_MOVERS, "N", "2-2-4", f"{first} / throw 2: / V25 1 V24 / rest auto", **chain).codes == []
    assert play(FIVE_MOVERS, "N", "2-2-4", f"{first} / throw 2: / W26 1 V26 / rest auto", **chain).codes == ["E04@5"]


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
        assert play(FIVE_MOVERS, "N", "2-2-4", orders, **chain).codes == [code]


def test_joint_throws_move_either_army(play: Play, must: Play) -> None:
    drawn = "N: N1=S27 / Y: Y1=G27 Y2=K26 / W: W1=G13 W2=K14 W3=H14"
    assert must(drawn, "N", "1-2-6", mode="three") == 1
    assert must(drawn, "N", "1-2-6", mode="three", pool="joint") == 3
    assert play(drawn, "N", "1-2-6", "Y1 1 F27 / rest auto", mode="three").codes == ["E03@1"]
    played = play(drawn, "N", "1-2-6", "Y1 1 F27 / rest auto", mode="three", pool="joint")
    assert played.moves == ["Y1 G27-F27 (1)", "Y2 K26-H26 (2)", "N1 S27-M26 (6)"]
    assert played.to_move == "Y"


def test_the_order_of_turns(rules: Waterloo1895) -> None:
    for order, expected in [("round", ["N", "Y", "W", "B"]), ("alternate", ["N", "W", "Y", "B"])]:
        options = rules.settle({"mode": "four", "order": order})
        position = rules.decode({"pieces": {"N1": "S27"}, "to_move": "N"}, options)
        assert rules.encode(position)["order"] == expected


def test_every_throw_has_its_own_dice(rules: Waterloo1895, place: Play, read: Play) -> None:
    """W95-136: throw t is drawn for turn t of the stream."""
    dice = ScriptedDice(NEXT)
    rules.adjudicate(place(*OPEN_ROADS, throws=20), {"napoleon": read("auto")}, dice)
    assert [(roll.turn, roll.draw) for roll in dice.rolls] == [(21, 1), (21, 2), (21, 3)]


def test_too_few_dice(play: Play) -> None:
    with pytest.raises(DiceExhausted):
        play(*OPEN_ROADS, "N1 1 V26 / N2 3 LI / N3 6 M23", then=(1, 2))
