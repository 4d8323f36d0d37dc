"""How orders are answered, what happened is told, and a refusal is explained: in sentences that name piece and spot."""

from __future__ import annotations

import re
from typing import Any

import pytest
from waterloo1895_drawn import placed

from core.contract import BadOption, BadPosition, Event, Json, Status, Verdict
from core.dice import ScriptedDice
from pbem.reports import standing
from pbem.rulesets.contract import Said
from pbem.rulesets.waterloo1895 import presentation
from pbem.rulesets.waterloo1895.board import board
from pbem.rulesets.waterloo1895.narration import EVENTS, REASONS
from pbem.rulesets.waterloo1895.wording import BAD_POSITIONS, REFUSALS, cited

RULES = presentation().rules


def position(drawn: str, army: str = "N", throw: str = "1-3-6", more: Json | None = None, **options: Any) -> Any:
    """A position of a few pieces: `position("N1=W26 W1=A14", "N", "1-3-6")`."""
    written = {"pieces": placed(drawn), "to_move": army, "throw": [int(die) for die in throw.split("-")]}
    return RULES.decode(written | (more or {}), RULES.settle(options))


def answers(at: Any, seat: str, orders: str) -> list[Said]:
    """What a seat is told about its lines, those separated by ` / `."""
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    view = RULES.view(at, seat)
    by_number = {line.number: line for line in lines}
    verdicts = RULES.check(at, seat, lines).verdicts
    return [
        presentation().say_verdict(verdict, by_number[verdict.line] if verdict.line is not None else None, view)
        for verdict in verdicts
    ]


def answer(at: Any, seat: str, orders: str) -> str:
    """The one sentence that says why orders were not carried out."""
    said = [said.text for said in answers(at, seat, orders) if said.mark in ("no", "which?")]
    assert len(said) == 1, said
    return said[0]


# --- What is accepted -----------------------------------------------------------------------------------------------


def test_moves_are_read_back_in_full() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 W1=A14 W2=B16")
    assert answers(at, "napoleon", "N1 1 V26 / N2 LI / Q26 6 M23") == [
        Said("ok", "N1 from W26 to V26 with the 1"),
        Said("ok, read as", "N2 from U22 to T20 (Ligny) with the 3"),
        Said("ok", "N3 from Q26 to M23 with the 6"),
    ]


def test_a_raid_is_read_back_leg_by_leg() -> None:
    at = position("NC=S27 N1=W26 N2=Y26 W3=Q26 W1=A14", throw="3-3-5")
    assert [said.text for said in answers(at, "napoleon", "NC 3 Q26 then 3 HP / N1 5 U23")] == [
        "NC from S27 to Q26 with the 3, taking W3, then to S27 (Paris Hill) with the 3",
        "N1 from W26 to U23 with the 5",
    ]


def test_added_dice_and_a_mended_word() -> None:
    at = position("NC=S27 N1=W26 W1=A14", throw="2-2-3")
    assert answers(at, "napoleon", "NC to N26 wiht the 2 and the 3 / rset auto") == [
        Said("ok, read as", "NC from S27 to N26 with the 2 and the 3"),
        Said("ok, read as", "the server plays N1 W26-V25 (2)"),
    ]


def test_what_the_server_plays_is_told_at_once() -> None:
    at = position("N1=S27 N2=Q26 N3=P26 N4=W26 NC=Y26 W1=A14 W2=B16", throw="2-3-6")
    assert answers(at, "napoleon", "auto") == [
        Said("ok", "the server plays N4 W26-V25 (2), NC Y26-X24 (3), N3 P26-H26 (6)")
    ]
    assert answers(at, "napoleon", "N4 2 V25 / rest auto")[1] == Said(
        "ok", "the server plays NC Y26-X24 (3), N3 P26-H26 (6)"
    )


def test_after_the_winning_move_nothing_is_needed() -> None:
    at = position("N1=A14 N2=F11 W1=X25 W2=M24 N3=W26", throw="2-3-6")
    assert answers(at, "napoleon", "N1 3 B11 / N2 2 D11 / N3 6 U22")[2] == Said(
        "not needed", "the game has ended before this line"
    )


def test_a_line_behind_a_refused_one_is_not_tried() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 W1=A14 W2=B16")
    said = answers(at, "napoleon", "N1 1 V26 / N2 3 T21 / N3 6 M23")
    assert [each.mark for each in said] == ["ok", "no", "not tried"]
    assert said[2].text == "because of another line"


def test_other_accepted_lines() -> None:
    three = position("N1=W26 N2=U22 N3=Q26 Y1=C26 W1=A14 B2=B16", mode="four")
    assert answers(three, "ney", "tell partner: go left") == [Said("ok", "passed on to Napoleon")]
    assert answers(three, "ney", "resign") == [Said("ok", "you resign; your side plays on until Napoleon resigns too")]
    duel = position("N1=W26 N2=U22 N3=Q26 W1=A14")
    assert answers(duel, "wellington", "resign") == [Said("ok", "you resign")]
    assert answers(duel, "wellington", "draw") == [Said("ok", "you offer a draw")]
    offered = position("N1=W26 W1=A14", more={"draw_offers": ["wellington"]})
    assert answers(offered, "wellington", "draw") == [Said("ok", "you offer a draw already")]
    assert answers(offered, "napoleon", "draw") == [Said("ok", "you agree to a draw, and so do all the others")]
    void = Said("not done", "as the orders beside it do not stand; send it with orders that do, or alone")
    assert answers(duel, "napoleon", "draw / N1 9 V26")[0] == void
    posting = RULES.opening(RULES.settle({}))
    said = answers(posting, "napoleon", "place default / place N8 V29")
    assert said == [
        Said("ok", "all pieces that you do not place yourself on their usual spots"),
        Said("ok", "N8 on V29"),
    ]


# --- What is refused ------------------------------------------------------------------------------------------------

REFUSED = [
    # (code, position, seat, orders, the sentence)
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "N1 to Lingy",
        'I do not understand this line; if "Lingy" is to be "Ligny", please write it so.',
    ),
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "N1 W26 or V25",
        "I do not understand this line; name either the piece or the spot it starts from, not both, as in "
        "N1 1 V26 or W26 1 V26.",
    ),
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "draw?",
        "I do not understand this line; with a question mark it is a question, and no order.",
    ),
    (
        "E04",
        position("N1=W26 W1=A14"),
        "napoleon",
        "N1 V26-V25 (1)",
        "N1 does not stand on V26, but on W26.",
    ),
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "tell partner: hello",
        "there is nobody to tell: you have no partner in this game.",
    ),
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "throw 1:",
        "this game is played one throw at a time: leave this line out (W95-137).",
    ),
    (
        "E01",
        position("N1=W26 W1=A14"),
        "napoleon",
        "auto / N1 1 V26",
        "line 1 has left the rest of the throw to the server, so nothing can follow it (W95-132).",
    ),
    ("E02", position("N1=W26 W1=A14"), "napoleon", "N9 1 V26", "there is no piece N9 in this game."),
    ("E02", position("N1=W26 W1=A14"), "napoleon", "Y1 1 V26", "there is no piece Y1 in this game."),
    (
        "E03",
        position("N1=W26 W2=A14"),
        "napoleon",
        "W2 1 A15",
        "W2 is Wellington's, not yours to move (W95-087).",
    ),
    (
        "E03",
        position("N1=W26 Y2=C26 W2=A14 B1=Y14", mode="three"),
        "napoleon",
        "Y2 1 C27",
        "Y2 is Ney's, and this throw is for Napoleon (W95-087).",
    ),
    (
        "E04",
        position("N1=W26 W2=A14", more={"captured": {"N4": 7}}),
        "napoleon",
        "N4 1 V26",
        "N4 was captured on turn 7 (W95-009).",
    ),
    ("E04", position("N1=W26 W2=A14"), "napoleon", "N4 1 V26", "N4 is no longer on the board (W95-009)."),
    (
        "E04",
        position("N1=W26 W2=A14"),
        "napoleon",
        "LI 1 V26",
        "none of your pieces stood on T20 (Ligny) when the throw began.",
    ),
    (
        "E05",
        position("N1=W26 W2=A14"),
        "napoleon",
        "N1 1 I15",
        "there is no spot I15 on the board; spots run from A11 to Y29, without the letters I and O, and not all exist.",
    ),
    (
        "E05",
        position("N1=W26 W2=A14"),
        "napoleon",
        "N1 1 Paris",
        "Paris has three starred spots; name one of them: V29, W28 or X29.",
    ),
    (
        "E06",
        position("N1=W26 N2=U22 W2=A14", throw="2-3-6"),
        "napoleon",
        "N1 5 U23",
        "there is no 5 in your throw 2-3-6 (W95-025).",
    ),
    (
        "E06",
        position("N1=W26 N2=U22 W2=A14", throw="2-3-6"),
        "napoleon",
        "N1 2 V25 / N2 2 T21",
        "there is no 2 left, your throw is 2-3-6 (W95-025).",
    ),
    (
        "E06",
        position("N1=W26 NC=U22 W2=A14", throw="2-3-6"),
        "napoleon",
        "NC 8 M20",
        "a die shows 1 to 6, and your throw is 2-3-6; two dice added up are written NC 2+6 N20 (W95-025).",
    ),
    (
        "E07",
        position("N1=W26 N2=U22 W2=A14", throw="2-3-6"),
        "napoleon",
        "N2 2+3 M20",
        "N2 is infantry and uses one die only (W95-028).",
    ),
    (
        "E07",
        position("N1=W26 N2=U22 W2=A14", throw="2-3-6", mode="little"),
        "napoleon",
        "N2 2+3 M20",
        "N2 uses one die only, as every piece does in this game (W95-113).",
    ),
    (
        "E08",
        position("N1=W26 N2=U22 W2=A14", throw="1-2-6"),
        "napoleon",
        "N2 2 T21 / N2 1 T20",
        "N2 has already moved in this throw (W95-026).",
    ),
    (
        "E09",
        position("N1=W26 N2=U22 W2=A14", throw="1-4-5"),
        "napoleon",
        "N2 5 T22",
        "no road of exactly 5 spots leads N2 from U22 to T22, which is 1 away (W95-031, 033).",
    ),
    (
        "E10",
        position("N1=M23 N2=M24 N3=U29 W2=A14", throw="2-2-5"),
        "napoleon",
        "N2 2 M22",
        "N2 cannot pass N1 on M23 on its way of 2 from M24 to M22 (W95-034).",
    ),
    (
        "E11",
        position("N1=M23 N2=M24 N3=U29 W2=A14", throw="1-2-5"),
        "napoleon",
        "N2 1 M23",
        "N2 cannot land on M23, which is held by N1 of your own side (W95-059).",
    ),
    (
        "E11",
        position("N1=B11 N2=M23 N3=D11 W1=M22 W2=X29 W3=V29", throw="1-3-6", mode="little"),
        "napoleon",
        "N2 1 M22",
        "N2 cannot land on M22, where W1 stands (W95-115).",
    ),
    (
        "E12",
        position("N1=J14 N2=W26 W1=G13", throw="3-5-6"),
        "napoleon",
        "N1 3 HB",
        "W1 on G13 (Brussels Hill) stands on a hill, where nobody can capture it (W95-053).",
    ),
    (
        "E13",
        position("N1=D14 N2=F13 W1=C12 W2=C13 W3=X25", throw="2-3-6"),
        "napoleon",
        "N1 2 C13",
        "W2 on C13 is supported by W1 on C12 and cannot be captured (W95-051).",
    ),
    (
        "E14",
        position("NC=S27 N1=W26 N2=Y26 W3=Q26 W1=A14", throw="3-4-5"),
        "napoleon",
        "NC 3 Q26 then 4 T27",
        "NC may halt only between equal dice (W95-040).",
    ),
    (
        "E14",
        position("NC=S27 N1=Q11 W3=Q26 W1=A14", throw="3-3-5"),
        "napoleon",
        "NC 3+3 M26 then 5 Q26",
        "NC may halt only between equal dice; a third die is added to one of the two legs (W95-040).",
    ),
    (
        "E15",
        position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="2-4-6"),
        "napoleon",
        "N1 2 V25",
        "you use 1 die of the throw 2-4-6, but 2 can be played and must be (W95-062).",
    ),
    (
        "E15",
        position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="2-4-6", oblige="each"),
        "napoleon",
        "N1 2 V25",
        "you use 1 die of the throw 2-4-6, and one that is left can still be played (W95-062).",
    ),
    (
        "E15",
        position("N1=B11 N2=D11 N3=D14 W1=M22 W2=X29 W3=V29", throw="2-5-6", mode="little"),
        "napoleon",
        "N2 2 F11",
        "N3 can still go forward to E11 with the 5; you must go on while any die left can bring a piece nearer "
        "to Brussels "
        "(W95-117).",
    ),
    (
        "E16",
        RULES.opening(RULES.settle({})),
        "napoleon",
        "place default / place N4 T20",
        "N4 on T20 (Ligny) is 11 spots from Paris, and 10 are allowed (W95-017).",
    ),
    (
        "E17",
        RULES.opening(RULES.settle({})),
        "napoleon",
        "place default / place N3 Q26",
        "N2 on P26 and N3 on Q26 are adjacent, which no two pieces may be when they are posted (W95-018).",
    ),
    (
        "E18",
        RULES.opening(RULES.settle({})),
        "napoleon",
        "place default / place N8 V24",
        "N5 and N8 are both on V24 (W95-019).",
    ),
    ("E19", position("N1=W26 W2=A14"), "wellington", "W2 1 A15", "it is Napoleon's turn (W95-022)."),
    (
        "E19",
        position("N1=W26 W2=A14"),
        "napoleon",
        "place N1 S27",
        "the pieces are posted already; a move is written like this: N1 1 V26 (W95-022).",
    ),
    (
        "E19",
        RULES.opening(RULES.settle({})),
        "napoleon",
        "N1 1 V26",
        "no throw is cast before all armies are posted; post yours with lines like place N1 S27 (W95-016).",
    ),
    (
        "E19",
        RULES.opening(RULES.settle({})),
        "wellington",
        "W1 1 F13",
        "no throw is cast before all armies are posted; post yours with lines like place W1 G13 (W95-016).",
    ),
    (
        "E19",
        RULES.opening(RULES.settle({"setup": "open"})),
        "wellington",
        "place default",
        "Napoleon must post first (W95-016).",
    ),
    (
        "E20",
        position(
            "N1=C12 N2=B11 W2=A14",
            throw="1-2-3",
            more={
                "phase": "over",
                "to_move": "N",
                "throw": None,
                "outcome": {"winners": ["napoleon"], "reason": "stars", "clause": "W95-076"},
            },
        ),
        "napoleon",
        "N1 1 V26",
        "the game is over: Napoleon wins: N1 on C12 and N2 on B11 hold Brussels (W95-076).",
    ),
    (
        "E21",
        position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="2-4-6"),
        "napoleon",
        "pass",
        "you cannot pass: you must play 2 dice of the throw 2-4-6 (W95-062).",
    ),
    (
        "E21",
        position("N1=B11 N2=D11 N3=D14 W1=M22 W2=X29 W3=V29", throw="2-5-6", mode="little"),
        "napoleon",
        "pass",
        "you cannot pass: a die can still bring a piece nearer to Brussels (W95-117).",
    ),
    (
        "E22",
        position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="2-4-6"),
        "napoleon",
        "N1 to T20",
        "no die takes N1 to T20 (left of your throw: 2-4-6); say which you mean (W95-138).",
    ),
    (
        "E22",
        position("NC=S27 N2=Q26 W1=A14 W2=H11", throw="3-3-5"),
        "napoleon",
        "NC to P26 then S27",
        "a move with then must name the dice of every leg, as in NC 3 V28 then 3 S27 (W95-138).",
    ),
]


@pytest.mark.parametrize(("code", "at", "seat", "orders", "sentence"), REFUSED)
def test_refusals_name_piece_spot_and_clause(code: str, at: Any, seat: str, orders: str, sentence: str) -> None:
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    assert code in [verdict.code for verdict in RULES.check(at, seat, lines).verdicts]
    assert answer(at, seat, orders) == sentence


@pytest.mark.parametrize("drawn", ["N1=W26 W2=A14 WC=B16", "N1=W26 NC=S27"])
@pytest.mark.parametrize("typed", ["hello there", "W2 5", "5 U23", "W2 A14 or A15", "WC 3 A14 3 B16", "place W1 A14"])
def test_an_example_is_a_move_of_the_reader_s_own(drawn: str, typed: str) -> None:
    """Nobody is shown a piece that is another's to move, be all pieces of his own gone."""
    said = answer(position(drawn, "W"), "wellington", typed)
    [example] = re.findall(r"(?:as in|like this:) (W[0-9CD] [136] [A-Z][0-9]+)", said)
    [line] = presentation().read([(1, example)])
    assert presentation().text_of(line.order) == example


def test_an_example_leads_by_an_empty_road_to_an_empty_spot() -> None:
    """Of the usual set-up no two of W1 can be: its spots are those of WC and W3."""
    drawn = " ".join(f"{piece}={spot}" for army in "NW" for piece, spot in board().default_setups[army].items())
    for army, seat in (("N", "napoleon"), ("W", "wellington")):
        for throw in ("2-2-4", "1-4-6", "3-5-5"):
            at = position(drawn, army, throw)
            said = answer(at, seat, "hello there")
            [typed] = re.findall(r"like this: (.*)[.]$", said)
            [line] = presentation().read([(1, typed)])
            verdicts = RULES.check(at, seat, [line]).verdicts
            assert next(verdict for verdict in verdicts if verdict.line == 1).status is Status.OK, typed


@pytest.mark.parametrize("typed", ["1 A1-Z9", "W2 5", "5 U23", "W2 A14 or A15", "W3 3 A14 3 B16"])
def test_before_the_first_throw_the_example_is_a_piece_posted(typed: str) -> None:
    said = answer(RULES.opening(RULES.settle({})), "wellington", typed)
    assert said == "I do not understand this line; a piece is posted like this: place W1 G13."


@pytest.mark.clause("W95-041")
def test_two_legs_are_shown_with_two_equal_dice() -> None:
    at = position("NC=S27 N1=W26 W1=A14", throw="2-5-5")
    assert answer(at, "napoleon", "NC 5 N26 5 S27").endswith(
        'with two equal dice two legs of one move are joined by "then", as in NC 5 N26 then 5 S27.'
    )


def test_every_code_is_among_these_examples() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS) == {f"E{number:02}" for number in range(1, 23)}


def test_which_of_two_dice_is_asked_back() -> None:
    at = position("N1=C13 N2=M24 W1=X25 W2=M26", throw="2-3-6")  # straight, or round the stars of Brussels
    assert answers(at, "napoleon", "N1 to D11") == [Said("which?", "say which dice take N1 to D11: 2 or 3 (W95-138).")]


def test_a_set_that_lacks_pieces_is_told_which() -> None:
    posting = RULES.opening(RULES.settle({}))
    said = answers(posting, "napoleon", "place N1 S27 / place N2 P26")
    assert [each.text for each in said if each.mark == "no"] == [
        f"{piece} is not placed (W95-016)." for piece in ("N3", "N4", "N5", "N6", "N7", "N8", "NC", "ND")
    ]


def test_a_finished_set_up_is_final() -> None:
    posting = RULES.opening(RULES.settle({}))
    posted = RULES.adjudicate(
        posting, {"napoleon": presentation().read([(1, "place default")])}, ScriptedDice([])
    ).position
    assert (
        answer(posted, "napoleon", "place N1 S27")
        == "your set-up is in and final; Wellington must post first (W95-016)."
    )


def test_clauses_are_cited_in_short() -> None:
    assert cited(["W95-031", "W95-033"]) == " (W95-031, 033)"
    assert cited([]) == ""


# --- What happened --------------------------------------------------------------------------------------------------


def happened(at: Any, orders: dict[str, str], dice: str, due: bool = False) -> tuple[list[Event], Json]:
    read = {seat: presentation().read(list(enumerate(text.split(" / "), start=1))) for seat, text in orders.items()}
    result = RULES.adjudicate(at, read, ScriptedDice([int(die) for die in dice.split()]), due=due)
    return list(result.events), RULES.view(result.position, None)


def test_set_ups_are_told_once_they_are_shown_in_one_line() -> None:
    opening = RULES.opening(RULES.settle({}))
    one, _ = happened(opening, {"napoleon": "place default"}, "")
    first = RULES.adjudicate(opening, {"napoleon": presentation().read([(1, "place default")])}, ScriptedDice([]))
    both, view = happened(first.position, {"wellington": "place default"}, "1 2 3")
    assert presentation().digest(one, view) == ["Napoleon's set-up is in."]
    told = presentation().digest([*one, *both], view)
    assert told[0] == "The set-ups of Napoleon and Wellington are shown."
    assert not any("set-up" in line for line in told[1:])


def test_who_throws_again_is_told_where_the_throw_is_not() -> None:
    at = position("NC=S27 N1=W26 N2=Y26 W3=Q26 W1=A14 W2=H11", throw="3-3-5")
    events, view = happened(at, {"napoleon": "NC 3 Q26 then 3 S27 / N1 5 U23"}, "1 2 6")
    assert events[-1].kind == "throw"
    last = presentation().digest(events[:-1], view)[-1]
    assert last.startswith("Napoleon threw equal dice and throws again")


def test_an_example_of_dice_added_up_has_the_reader_s_own_cavalry_and_dice() -> None:
    at = position("N1=A14 WC=E13 W1=W26", "W", "1-3-5")
    said = answer(at, "wellington", "WC 9 V26")
    assert re.search(r"; two dice added up are written WC 1[+]5 [A-Y][0-9]{2} [(]W95-025[)][.]$", said)
    blocked = position("N1=A14 WC=E13 W1=W26 W2=D12 W3=F13", "W", "1-3-5")
    assert "added up" not in answer(blocked, "wellington", "WC 9 V26")
    assert answer(at, "wellington", "W1 9 V26") == "a die shows 1 to 6, and your throw is 1-3-5 (W95-025)."


@pytest.mark.clause("W95-025", "W95-028")
def test_infantry_sent_to_where_it_stands_is_told_so_and_nothing_of_cavalry() -> None:
    at = position("N1=S26 NC=U27 W1=A14", throw="1-4-4")
    assert answer(at, "napoleon", "N1 S26 (7)") == (
        "N1 stands on S26 already; a die shows 1 to 6, and your throw is 1-4-4 (W95-025)."
    )


@pytest.mark.clause("W95-087", "W95-016")
def test_a_set_up_of_which_a_line_cannot_be_read_says_what_else_cannot_stand() -> None:
    opening = RULES.opening(RULES.settle({"mode": "four"}))
    view = RULES.view(opening, "blucher")
    lines = presentation().read([(1, "N1 S26 (7)"), (2, "place W1 G13"), (3, "place B1 S13"), (4, "B1 1 S14")])
    said = [presentation().say_verdict(Verdict(line.number, Status.VOID), line, view) for line in lines]
    assert said == [
        Said("no", "N1 is Napoleon's, not yours to move (W95-087)."),
        Said("no", "W1 is Wellington's, not yours to post (W95-087)."),
        Said("not tried", "because of another line"),
        Said("not tried", "because of another line"),
    ]


@pytest.mark.clause("W95-105")
def test_whoever_resigns_last_of_his_side_is_told_that_it_ends_the_game() -> None:
    pieces = "N1=W26 N2=U22 N3=Q26 Y1=C26 W1=A14 B2=B16"
    after = position(pieces, mode="four", more={"resigned": ["napoleon"]})
    assert answers(after, "ney", "resign") == [
        Said("ok", "you resign; as Napoleon has resigned, your side gives up, and the game is over")
    ]
    lines = presentation().read([(1, "resign")])
    assert RULES.outcome(RULES.adjudicate(after, {"ney": lines}, ScriptedDice(())).position) is not None
    first = RULES.adjudicate(position(pieces, mode="four"), {"ney": lines}, ScriptedDice(())).position
    assert RULES.outcome(first) is None


@pytest.mark.clause("W95-105")
def test_a_resignation_that_ends_nothing_is_told_once() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 Y1=C26 W1=A14 B2=B16", mode="four")
    result = RULES.adjudicate(at, {"ney": presentation().read([(1, "resign")])}, ScriptedDice(()))
    for seat in ("napoleon", "ney", "wellington"):
        view = RULES.view(result.position, seat)
        assert standing.happened(presentation(), view, result.events) == []
        assert sum("resigned" in each.said for each in presentation().between(view, seat)) == 1


OWN_EVENTS: list[tuple[str, Json, str]] = [
    ("posted", {"army": "N"}, "Your set-up is in."),
    ("again", {"army": "N"}, "You threw equal dice and throw again"),
    ("passed", {"army": "N", "dice": [1, 2, 3]}, "You can play no die and lose the throw 1-2-3"),
    ("auto", {"army": "N", "reason": "deadline"}, "You sent no orders in time: the server plays the throw"),
    ("draw_lapsed", {"seat": "napoleon"}, "Your offer of a draw has lapsed"),
    ("resigned", {"seat": "napoleon"}, "You resign."),
    ("taken_off", {"army": "N"}, "Your pieces leave the board"),
]


@pytest.mark.parametrize(("kind", "facts", "begins"), OWN_EVENTS)
def test_what_the_reader_does_and_suffers_is_told_of_you(kind: str, facts: Json, begins: str) -> None:
    at = position("N1=W26 N2=U22 W1=A14 W2=B16")
    said = {seat: presentation().say_event(Event(kind, facts, "W95-X"), RULES.view(at, seat)) for seat in SEATS_OF_DUEL}
    assert (said["napoleon"] or "").startswith(begins)
    assert "Napoleon" in (said["wellington"] or "")


SEATS_OF_DUEL = ("napoleon", "wellington")


@pytest.mark.clause("W95-105")
def test_the_end_is_told_to_each_of_the_two() -> None:
    at = position("N1=W26 N2=U22 W1=A14 W2=B16")
    over = RULES.adjudicate(at, {"wellington": presentation().read([(1, "resign")])}, ScriptedDice(())).position
    said = [presentation().say_outcome(RULES.view(over, seat)) for seat in (*SEATS_OF_DUEL, None)]
    assert said == [
        "You win: Wellington has resigned (W95-105).",
        "Napoleon wins: you have resigned (W95-105).",
        "Napoleon wins: Wellington has resigned (W95-105).",
    ]


def test_a_raid_and_the_next_throw_in_the_digest() -> None:
    at = position("NC=S27 N1=W26 N2=Y26 W3=Q26 W1=A14 W2=H11", throw="3-3-5")
    events, view = happened(at, {"napoleon": "NC 3 Q26 then 3 S27 / N1 5 U23"}, "1 2 6")
    assert presentation().digest(events, view) == [
        "Napoleon: NC S27-Q26xW3-S27 (3,3), N1 W26-U23 (5).",
        "Napoleon throws again: 1-2-6, 3 to play.",
    ]
    assert [presentation().say_event(event, view) for event in events] == [
        "Napoleon: NC S27-Q26xW3-S27 (3,3).",
        "Napoleon: N1 W26-U23 (5).",
        "Napoleon threw equal dice and throws again (W95-071).",
        "Napoleon throws 1-2-6, 3 to play.",
    ]


def test_a_throw_and_its_moves_make_one_line() -> None:
    first = position("NC=S27 N1=W26 N2=Y26 W3=Q26 W1=A14 W2=H11", throw="3-3-5")
    events, _ = happened(first, {"napoleon": "NC 3 Q26 then 3 S27 / N1 5 U23"}, "1 2 6")
    second = position("NC=S27 N1=U23 N2=Y26 W1=A14 W2=H11", throw="1-2-6")
    more, view = happened(second, {"napoleon": "N1 1 U22 / NC 2 R26 / N2 6 Y22"}, "1 2 4")
    assert presentation().digest([*events, *more], view) == [
        "Napoleon: NC S27-Q26xW3-S27 (3,3), N1 W26-U23 (5).",
        "Napoleon 1-2-6: N1 U23-U22 (1), NC S27-R26 (2), N2 Y26-Y22 (6).",
        "Wellington throws 1-2-4, 2 to play.",
    ]


def test_auto_and_lost_dice() -> None:
    at = position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="2-4-6")
    events, view = happened(at, {}, "1 2 4", due=True)
    assert presentation().digest(events, view) == [
        "Napoleon sent no orders in time: the server plays the throw (W95-132).",
        "Napoleon: N1 W26-V25 (2), N2 Q26-L26 (4).",
        "Of Napoleon's throw a 6 is lost.",
        "Wellington throws 1-2-4, 2 to play.",
    ]


@pytest.mark.clause("W95-065", "W95-R13")
def test_of_two_fives_the_one_that_is_lost_is_not_called_the_five() -> None:
    at = position("N1=W26 N2=Q26 W1=A14 W2=H11", throw="1-5-5")
    for orders, said in (("N1 5 U23 / N2 1 P26", "a 5 is"), ("N1 5 U23 / N2 5 M24", "a 1 is")):
        events, view = happened(at, {"napoleon": orders}, "1 2 4 1 2 4")
        assert f"Of Napoleon's throw {said} lost." in presentation().digest(events, view)
    lost = Event("lost", {"army": "N", "dice": [5, 5]}, "W95-065")
    assert presentation().say_event(lost, RULES.view(at, None)) == "Of Napoleon's throw two 5s are lost."


def test_a_throw_that_cannot_be_played() -> None:
    stuck = position("N1=A13 W1=A12 W2=B11 W3=A14 W4=A15", "N", "4-4-6", more={"throw": None})
    events, view = happened(stuck, {}, "4 4 6 1 2 3 1 2 4")
    assert presentation().digest(events, view)[:3] == [
        "Napoleon throws 4-4-6.",
        "Napoleon can play no die and loses the throw 4-4-6 (W95-064).",
        "Napoleon throws again: 1-2-3.",
    ]


def test_first_throws_are_told_in_the_order_of_the_table() -> None:
    """Events that come from a record have their armies in the order of letters."""
    view = RULES.view(RULES.opening(RULES.settle({"mode": "four"})), None)
    cast = {"B": [1, 4, 6], "N": [2, 3, 4], "W": [2, 4, 6], "Y": [1, 2, 6]}
    event = Event("first_throw", {"rounds": [cast], "begins": "W"}, "W95-090")
    assert presentation().say_event(event, view) == (
        "Who begins: Napoleon 2-3-4 = 9, Ney 1-2-6 = 9, Wellington 2-4-6 = 12, Blücher 1-4-6 = 11. "
        "Wellington begins (W95-090)."
    )


def test_who_begins() -> None:
    setups = dict.fromkeys(("napoleon", "ney", "wellington", "blucher"), "place default")
    at = RULES.opening(RULES.settle({"mode": "four"}))
    events, view = happened(at, setups, "3 3 3 1 1 2 4 4 4 6 5 1 2 2 3 3 3 4 1 3 6")
    assert presentation().digest(events, view)[-2:] == [
        "Who begins: Napoleon 3-3-3 = 9, Ney 1-1-2 = 4, Wellington 4-4-4 = 12, Blücher 1-5-6 = 12; "
        "again Wellington 2-2-3 = 7, Blücher 3-3-4 = 10. Blücher begins (W95-090).",
        "Blücher throws 1-3-6, 3 to play.",
    ]


def test_a_chain_of_throws() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 W1=A14 W2=H11 W3=C14", more={"throw": None}, throws="chain")
    events, view = happened(at, {}, "2 2 5 1 3 6")
    assert presentation().digest(events, view) == ["Napoleon throws 2-2-5, 3 to play, then 1-3-6."]
    second = RULES.adjudicate(at, {}, ScriptedDice([2, 2, 5, 1, 3, 6])).position
    more, view = happened(second, {"napoleon": "throw 1: / auto / throw 2: / auto"}, "1 2 4")
    lines = presentation().digest([*events, *more], view)
    assert [line for line in lines if line.startswith("Napoleon again 1-3-6: ")]


def test_offers_and_resignations() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 W1=A14 W2=H11")
    events, view = happened(at, {"wellington": "draw"}, "")
    assert presentation().digest(events, view) == ["Wellington offers a draw."]
    events, view = happened(at, {"wellington": "resign"}, "")
    assert presentation().digest(events, view) == [
        "Wellington resigns.",
        "Napoleon wins: Wellington has resigned (W95-105).",
    ]


def test_leaving_the_childrens_game() -> None:
    at = position("N1=B11 N2=D11 N3=D14 Y1=M22 W2=X29 W3=V29", throw="2-5-6", mode="little", armies="NYW")
    events, view = happened(at, {"ney": "resign"}, "")
    assert presentation().digest(events, view) == ["Ney resigns.", "Ney's pieces leave the board (W95-124)."]


@pytest.mark.clause("W95-124")
def test_the_last_to_leave_the_childrens_game_is_named_once() -> None:
    at = position("N1=B11 N2=D11 N3=D14 W1=M22 W2=X29 W3=V29", throw="2-5-6", mode="little")
    events, view = happened(at, {"wellington": "resign"}, "")
    assert presentation().say_outcome(view) == "Napoleon wins: Wellington has resigned (W95-124)."
    assert standing.happened(presentation(), view, events) == ["Wellington's pieces leave the board (W95-124)."]


def test_an_army_that_is_gone_is_passed_over() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 Y1=C26 W1=A14 W2=H11 W3=C14", "W", "1-2-5", mode="four")
    events, view = happened(at, {"wellington": "auto"}, "1 2 4")
    assert "Blücher has no piece left and is passed over (W95-094)." in presentation().digest(events, view)


# --- Ends -----------------------------------------------------------------------------------------------------------


def ended(drawn: str, winners: list[str], reason: str, clause: str, **options: Any) -> Json:
    """The view of a game that has come to this end."""
    outcome = {"winners": winners, "reason": reason, "clause": clause}
    over = {"phase": "over", "throw": None, "outcome": outcome}
    return RULES.view(position(drawn, more=over, **options), None)


ENDS = [
    (
        ended("W1=X29 B2=V29 B3=W28 W5=B29 N1=M14 Y1=M11", ["wellington", "blucher"], "stars", "W95-083", mode="four"),
        "Wellington and Blücher win: W1 on X29, B2 on V29 and B3 on W28 hold Paris (W95-083).",
    ),
    (
        ended("W1=X29 B1=V29 W2=B29 B2=C28 N1=M14 Y1=M11", ["wellington"], "stars", "W95-083", mode="double"),
        "Wellington wins: W1 on X29 and B1 on V29 hold Paris, W2 on B29 and B2 on C28 hold Versailles (W95-083).",
    ),
    (
        ended("N1=M24", ["napoleon"], "no_pieces", "W95-101"),
        "Napoleon wins: Wellington has no piece left (W95-101).",
    ),
    (
        ended("N1=M24 W1=A14", [], "too_few", "W95-102"),
        "The game is drawn: neither side has pieces enough left ever to take a city (W95-102).",
    ),
    (
        ended("N1=M24 N2=M26 W1=A14", ["napoleon"], "remnant", "W95-102", remnant="lose"),
        "Napoleon wins: Wellington has too few pieces left ever to take a city (W95-102).",
    ),
    (
        ended("N1=M24 N2=M26 W1=A14 W2=A17", [], "stall", "W95-103", stall=20),
        "The game is drawn: 40 turns in a row went by without a capture or a landing on an enemy star (W95-103).",
    ),
    (
        ended("N1=M24 W1=A14", [], "stall", "W95-124", mode="little"),
        "The game is drawn: 60 turns in a row went by without a forward move (W95-124).",
    ),
    (
        ended("N1=M24 N2=M26 W1=A14 W2=A17", [], "max_rounds", "W95-104"),
        "The game is drawn: 200 rounds are completed (W95-104).",
    ),
    (
        ended("N1=M24 W1=A14", [], "agreed", "W95-105"),
        "The game is drawn: all players agreed on it (W95-105).",
    ),
    (
        ended("N1=M24 Y1=M26 W1=A14 B1=Y14", ["napoleon", "ney"], "resigned", "W95-105", mode="four"),
        "Napoleon and Ney win: Wellington and Blücher have resigned (W95-105).",
    ),
    (
        ended("N1=B11 N2=C12 N3=D11 W1=A14", ["napoleon"], "goal", "W95-120", mode="little"),
        "Napoleon wins: all three pieces have come to Brussels (W95-120).",
    ),
    (
        ended("N1=B11", ["napoleon"], "last_left", "W95-124", mode="little"),
        "Napoleon wins: Wellington has resigned (W95-124).",
    ),
]


@pytest.mark.parametrize(("view", "sentence"), ENDS)
def test_ends(view: Json, sentence: str) -> None:
    assert presentation().say_outcome(view) == sentence
    assert presentation().status(view) == sentence


def test_every_end_is_among_these_examples() -> None:
    assert {view["outcome"]["reason"] for view, _ in ENDS} == set(REASONS)


# --- Options and positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"speed": "high"}, 'Waterloo (1895) has no option "speed".'),
        ({"mode": "solo"}, 'Option mode cannot be "solo": it is one of duel, four, three, double or little (W95-010).'),
        ({"stall": -1}, 'Option stall cannot be "-1": it is a whole number, 0 or more (W95-R33).'),
        ({"pool": "joint"}, "pool=joint means nothing in a game with mode=duel; leave it out (W95-R28)."),
    ],
)
def test_options_that_cannot_be_had(chosen: Json, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        RULES.settle(chosen)
    assert presentation().say_bad_option(caught.value) == sentence


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ({"pieces": {"N9": "M20"}, "to_move": "N"}, "Position, pieces.N9: there is no piece N9 in this game."),
        ({"pieces": {"N1": "M99"}, "to_move": "N"}, "Position, pieces.N1: there is no spot M99 on the board."),
        (
            {"pieces": {"N1": "M20", "N2": "CH"}, "to_move": "N"},
            "Position, pieces.N2: N2 and N1 both stand on M20, and a spot holds one piece (W95-002).",
        ),
        ({"pieces": {}, "to_move": "N"}, "Position, pieces: no piece is on the board."),
        (
            {"pieces": {"N1": "M20"}, "to_move": "N", "order": ["N", "N"]},
            "Position, order: turns do not go round in the order N, N (W95-091).",
        ),
        ({"pieces": {"N1": "M20"}, "to_move": "B"}, "Position, to_move: no army B takes part in this game."),
        ({"pieces": {"N1": "M20"}}, "Position, to_move: this must be given in this phase."),
    ],
)
def test_positions_that_cannot_be(written: Json, sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        RULES.decode(written, RULES.settle({}))
    assert presentation().say_bad_position(caught.value) == sentence


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ({"pieces": {"N1": "M20"}, "to_move": "N", "captured": {"N1": 3}}, "on_the_board"),
        ({"pieces": {"N1": "M20"}, "to_move": "N", "resigned": ["ney"]}, "no_such_seat"),
        ({"pieces": {"N1": "M20"}, "to_move": "N", "posted": ["N"]}, "not_all"),
        ({"pieces": {"N1": "M20"}, "phase": "setup"}, "not_whole"),
        ({"pieces": {"N1": "M20"}, "to_move": "N", "throw": [2, 2, 3], "chain": [[1, 2, 3]]}, "no_chain"),
        ({"pieces": {"N1": "M20"}, "phase": "over"}, "missing"),
        (
            {
                "pieces": {"N1": "M20"},
                "to_move": "N",
                "outcome": {"winners": [], "reason": "agreed", "clause": "W95-105"},
            },
            "not_over",
        ),
    ],
)
def test_every_flaw_of_a_position_has_a_sentence(written: Json, code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        RULES.decode(written, RULES.settle({}))
    assert caught.value.code == code
    assert code in BAD_POSITIONS
    assert re.fullmatch(r"Position, [\w.\[\]]+: [^{}]+\.", presentation().say_bad_position(caught.value))


def test_every_kind_of_event_has_words() -> None:
    told = {"posted", "setup", "first_throw", "throw", "move", "lost", "passed", "auto", "again", "skipped", "turn"}
    assert set(EVENTS) == told | {"draw_offered", "draw_lapsed", "resigned", "taken_off", "end"}
    view = RULES.view(position("N1=M24 W1=A14"), None)
    assert presentation().say_event(Event("turn", {"army": "N", "turn": 3, "round": 2}), view) is None
    default = Event("posted", {"army": "W", "seat": "wellington", "default": True}, "W95-134")
    lapsed = Event("draw_lapsed", {"seat": "wellington"}, "W95-105")
    assert presentation().say_event(lapsed, view) == "The offer of a draw by Wellington has lapsed (W95-105)."
    assert presentation().say_event(default, view) == "Wellington is posted on the usual spots (W95-134)."


def test_a_line_with_two_orders_is_answered_twice() -> None:
    at = position("N1=W26 N2=U22 N3=Q26 W1=A14 W2=B16")
    said = answers(at, "napoleon", "N1 1 V26, N2 3 LI, rest auto")
    assert [each.text for each in said] == [
        "N1 from W26 to V26 with the 1",
        "N2 from U22 to T20 (Ligny) with the 3",
        "the server plays N3 Q26-J26 (6)",
    ]
