"""How games of Waterloo (1895) end, and what may be said at any time: notes, resignations, offers of a draw.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import OPEN_ROADS

from core.contract import BadPosition, Note, Status
from core.dice import ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895

Play = Callable[..., Any]


def test_three_pieces_of_both_allies(play: Play) -> None:
    played = play("W: W1=X29 / B: B2=V29 B3=W26 / N: N1=M14 / Y: Y1=M11", "B", "2-5-6", "B3 2 W28", mode="four")
    assert played.end == "wellington+blucher stars W95-083"


def test_two_and_two(play: Play) -> None:
    drawn = "W: W1=X29 W2=B29 / B: B1=V29 B2=C26 / N: N1=M14 / Y: Y1=M11"
    assert play(drawn, "B", "1-2-4", "B2 2 C28", mode="four").end == "wellington+blucher stars W95-083"


def test_win_at_a_halt(play: Play) -> None:
    played = play("N: N1=B11 NC=E13 / W: W1=X25 W2=M24", "N", "2-2-5", "NC 2 C12 then 2 C14 / N1 5 A15")
    assert played.end == "napoleon stars W95-076"
    assert played.moves == ["NC E13-C12 (2)"]
    assert [verdict.status for verdict in played.verdicts] == [Status.OK, Status.VOID]


def test_win_with_the_second_die(play: Play) -> None:
    played = play("N: N1=A14 N2=F11 / W: W1=X25 W2=M24", "N", "2-3-6", "N1 3 B11 / N2 2 D11")
    assert played.end == "napoleon stars W95-076"


def test_too_weak(play: Play, must: Play) -> None:
    case = ("N: N1=M24 / W: W1=A14 W2=M21", "N", "3-5-6")
    assert must(*case) == 1
    assert play(*case, "N1 3 M21").end == "draw too_few W95-102"
    assert play("N: N1=M24 N2=W26 / W: W2=M21", "N", "3-5-6", "N1 3 M21").end == "napoleon no_pieces W95-101"


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
    played = play(*OPEN_ROADS, orders, more=more, stall=2)
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


FOUR = "N: N1=S27 N2=P26 / Y: Y1=G27 Y2=K26 / W: W1=G13 W2=K14 / B: B1=S13 B2=P14"


def test_a_note_to_the_partner(rules: Waterloo1895, read: Play, place: Play) -> None:
    position = place(FOUR, "N", "1-2-4", {"mode": "four"})
    result = rules.adjudicate(position, {"blucher": read("tell partner: hold")}, ScriptedDice([]))
    assert result.notes == (Note("blucher", ("wellington",), "hold"),)
    assert (result.position, result.events, result.tell) == (position, (), ())


def test_a_side_resigns_when_all_its_players_have(adjudicated: Play, place: Play) -> None:
    assert adjudicated(place(*OPEN_ROADS), {"wellington": "resign"}).end == "napoleon resigned W95-105"
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


def test_an_offer_of_a_draw_outlives_the_throw(adjudicated: Play, place: Play) -> None:
    offered = adjudicated(place(*OPEN_ROADS), {"wellington": "draw"})
    assert (offered.position["draw_offers"], offered.kinds) == (["wellington"], ["draw_offered"])
    assert adjudicated(offered.result.position, {"napoleon": "draw"}).end == "draw agreed W95-105"
    moves = "N1 1 V26 / N2 3 LI / N3 6 M23"
    assert adjudicated(offered.result.position, {"napoleon": moves}).position["draw_offers"] == ["wellington"]
    with_moves = adjudicated(place(*OPEN_ROADS), {"napoleon": f"{moves} / draw"})
    assert (with_moves.position["draw_offers"], with_moves.to_move) == (["napoleon"], "W")
    later = adjudicated(with_moves.result.position, {"wellington": "auto"})
    assert (later.position["draw_offers"], later.kinds.count("draw_lapsed")) == ([], 1)
    assert adjudicated(offered.result.position, {"napoleon": f"{moves} / draw"}).end == "draw agreed W95-105"
    refused = adjudicated(place(*OPEN_ROADS), {"napoleon": "draw / N1 1 V26"})
    assert (refused.codes, refused.position["draw_offers"]) == (["E15"], [])


def test_who_has_no_piece_left_is_not_asked_for_a_draw(adjudicated: Play, place: Play) -> None:
    position = place("N: N1=S27 N2=P26 / W: W1=G13 W2=K14 / B: B1=S13 B2=P14", "N", "1-2-4", {"mode": "four"})
    two = adjudicated(position, {"wellington": "draw", "blucher": "draw"})
    assert two.end is None
    assert adjudicated(two.result.position, {"napoleon": "draw"}).end == "draw agreed W95-105"


def test_a_draw_is_agreed_where_the_last_who_had_not_offered_is_gone(adjudicated: Play, place: Play) -> None:
    position = place("N: N1=S27 N2=P26 / W: W1=Q26 / B: B1=S13 B2=P14 B3=R14", "N", "1-1-4", {"mode": "four"})
    offered = adjudicated(position, {"blucher": "draw", "napoleon": "draw"})
    assert offered.end is None
    assert adjudicated(offered.result.position, {"napoleon": "N2 1 Q26 / rest auto"}).end == "draw agreed W95-105"


def test_offers_of_a_draw_in_positions(rules: Waterloo1895, place: Play) -> None:
    position = place(*OPEN_ROADS, draw_offers=["wellington", "napoleon"])
    written = rules.encode(position)
    assert written["draw_turns"] == {"napoleon": {"wellington": 1}, "wellington": {"napoleon": 2}}
    older = written | {"draw_turns": {"wellington": {"napoleon": 1}}}
    assert rules.encode(rules.decode(older, position.options))["draw_turns"]["wellington"] == {"napoleon": 1}
    for wrong in ({"ney": {"napoleon": 1}}, {"napoleon": {"ney": 1}}):
        with pytest.raises(BadPosition):
            rules.decode(written | {"draw_turns": wrong}, position.options)
    assert "draw_turns" not in rules.encode(place(*OPEN_ROADS))


def test_what_is_said_at_any_time_is_not_done_beside_refused_orders(adjudicated: Play, place: Play) -> None:
    position = place(FOUR, "N", "1-2-4", {"mode": "four"})
    refused = adjudicated(position, {"napoleon": "resign / tell partner: hold / N1 9 T27"})
    assert [verdict.status for verdict in refused.verdicts[:2]] == [Status.VOID, Status.VOID]
    assert (refused.position["resigned"], refused.result.notes) == ([], ())


def test_after_the_end(adjudicated: Play, place: Play, rules: Waterloo1895) -> None:
    over = adjudicated(place(*OPEN_ROADS), {"wellington": "resign"})
    after = adjudicated(over.result.position, {"napoleon": "N1 1 V26 / draw"})
    assert after.codes == ["E20"]
    assert after.facts["outcome"]["reason"] == "resigned"
    assert after.position == over.position
    assert rules.awaiting(over.result.position) == ()
    assert rules.step(over.result.position) == rules.step(place(*OPEN_ROADS)) + 1


@pytest.mark.clause("W95-137")
def test_of_a_chain_nothing_is_played_behind_the_throw_that_wins(rules: Waterloo1895) -> None:
    pieces = {"N1": "B11", "N2": "F11", "W1": "M20", "W2": "M23"}
    chained = {"pieces": pieces, "to_move": "N", "throw": [2, 2, 6], "chain": [[1, 2, 4]]}
    position = rules.decode(chained, rules.settle({"throws": "chain"}))
    ends = {True: 0, False: 0}
    for orders in rules.legal(position, "napoleon"):
        done = rules.adjudicate(position, {"napoleon": orders}, ScriptedDice([1, 2, 4] * 40))
        assert {verdict.status for verdict in done.verdicts["napoleon"]} == {Status.OK}
        end = rules.outcome(done.position)
        won = "throw 2:" not in [line.text for line in orders]
        assert not won or (end is not None and end.reason == "stars")
        ends[won] += 1
        if ends[True] and ends[False]:
            break
    assert min(ends.values()) > 0
