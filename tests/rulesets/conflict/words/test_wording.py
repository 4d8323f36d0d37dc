"""How orders are answered, refusals explained and events told: in sentences that name piece, square and clause."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from conflict_pieces import PIECES, placed

from core.contract import BadOption, BadPosition, Event, Json, Status
from core.dice import ScriptedDice
from pbem.rulesets.conflict import presentation
from pbem.rulesets.conflict.board import board
from pbem.rulesets.conflict.narration import EVENTS
from pbem.rulesets.conflict.wording import AFTER, BAD_POSITIONS, HINTS, REFUSALS, cited
from pbem.rulesets.contract import Said

RULES = presentation().rules


def position(drawn: str, throws: str = "5-3", seat: str = "red", more: Json | None = None, **options: Any) -> Any:
    """A position of a few pieces, all others in reserve: `position("R:ar1@l2 O:aa@START", "4-4 5-2", "red")`."""
    dice = [[int(die) for die in throw.split("-")] for throw in throws.split()]
    pieces = {seat: own for seat, own in placed(drawn, others=None).items() if own}
    written = {"pieces": pieces, "to_move": seat, "throws": dice} | (more or {})
    return RULES.decode(written, RULES.settle({"players": 4} | options))


def answers(at: Any, orders: str, seat: str = "red") -> list[Said]:
    """What a seat is told about its lines, those separated by ` / `."""
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    view = RULES.view(at, seat)
    by_number = {line.number: line for line in lines}
    verdicts = RULES.check(at, seat, lines).verdicts
    return [
        presentation().say_verdict(verdict, by_number[verdict.line] if verdict.line is not None else None, view)
        for verdict in verdicts
    ]


def answer(at: Any, orders: str, seat: str = "red") -> str:
    """The one sentence that says why orders were not carried out."""
    said = [said.text for said in answers(at, orders, seat) if said.mark in ("no", "which?")]
    assert len(said) == 1, said
    return said[0]


# --- What is accepted -----------------------------------------------------------------------------------------------


def test_moves_are_read_back_in_full() -> None:
    at = position("R:pl1@h2 R:ar1@l2 O:bs1@j4 Y:ar2@q1", "6-5")
    assert answers(at, "pl1 6 i3 j4 k4 l4 m4 n4 / ar1 m2 n2 o2 p2 q1") == [
        Said("ok", "pl1 (6) h2-i3-j4-k4-l4-m4-n4, captures Orange bs1 at j4"),
        Said("ok, read as", "ar1 (5) l2-m2-n2-o2-p2-q1, captures Yellow ar2 at q1"),
    ]


def test_the_walk_that_is_found_is_shown() -> None:
    at = position("R:ar1@l2 R:bs1@START", "3-1")
    assert answers(at, "ar1 3 to o2 / bs1 1 to d4")[:2] == [
        Said("ok", "ar1 (3) l2-m3-n3-o2 (the walk found for you)"),
        Said("ok", "bs1 (1) enters d4 (the walk found for you)"),
    ]


def test_a_confirmed_loss_and_a_home_circle_are_read_back() -> None:
    at = position("R:bs1@t5 R:pl1@f19 O:bs1@p5", "2-1")
    assert answers(at, "bs1 2 u4 v3 / pl1 1 e19 !") == [
        Said("ok", "bs1 (2) t5-u4-v3, takes Orange's home circle"),
        Said("ok", "pl1 (1) f19-e19, lost to Yellow's mine at e19"),
    ]


def test_everything_else_that_is_accepted_is_read_back() -> None:
    at = position("R:ar1@g2 R:aa@l2 R:pl1@START", "4-3", more={"draw_offers": {"red": 1}}, alliances="formal")
    lines = "press green: hi / withdraw draw / offer draw / ally green / auto on / throw 1 / reserve bs4"
    assert answers(at, lines + " / bs4 3 d4 e4 f4 / ar1 4 to k2 / end") == [
        Said("ok", "passed on to Green"),
        Said("ok", "your draw offer is withdrawn"),
        Said("ok", "you offer a draw"),
        Said("ok", "you propose a pact to Green, who alone is told"),
        Said("ok", "the robot plays for you from now on"),
        Said("ok", "the orders below are for throw 1"),
        Said("ok", "bs4 comes out of reserve and waits in a dock, ready to enter"),
        Said("ok", "bs4 (3) enters d4-e4-f4"),
        Said("ok", "ar1 (4) g2-h3-i3-j3-k2 (the walk found for you)"),
        Said("ok", "nothing below is read"),
    ]
    assert answers(at, "auto off / resign / offer draw", "green") == [
        Said("ok", "you play yourself again"),
        Said("ok", "you resign"),
        Said("-", "not checked."),
    ]
    proposed = {"proposals": [{"from": "red", "to": "green"}], "draw_offers": {}}
    pact = {"pacts": [{"seats": ["red", "green"]}]}
    at = position("R:ar1@g2", more=proposed, alliances="formal")
    assert answers(at, "ally red / withdraw draw", "green") == [
        Said("ok", "your pact with Red stands"),
        Said("ok", "you had no draw offer standing"),
    ]
    at = position("R:ar1@g2", more=pact, alliances="formal")
    assert answers(at, "break green / press: hi all") == [
        Said("ok", "your pact with Green ends when your next turn is over"),
        Said("ok", "passed on to Yellow, Green and Orange"),
    ]
    at = position("R:ar1@d2 R:ar2@h2", "2-2 5-5 1-1")
    moves = "ar1 2 to f2 / ar2 2 to j2 / throw 2 / ar1 5 to k1 / ar2 5 to o2 / throw 3 / ar1 1 k2 / ar2 1 p2"
    assert answers(at, f"{moves} / back ar1")[-1] == Said("ok", "ar1 goes to reserve after the moves of throw 3")
    at = position("", "6-1", more={"pieces": {"red": {}}})
    assert answers(at, "pass") == [Said("ok", "throw 1 is played without moves")]


def test_a_mended_line_is_marked() -> None:
    at = position("R:ar1@l2 R:aa@f2", "3-3")
    assert answers(at, "ar1 3 to o2 wiht 3")[0].mark == "no"
    assert answers(at, "ar1 to o2 wiht the 3 / aa 3 to i2")[0].mark == "ok, read as"


# --- What is refused ------------------------------------------------------------------------------------------------

TWO = "R:ar1@l2 R:aa@f2"
REFUSED = [
    (
        "E01",
        position(TWO),
        "ar1 goes north",
        'I do not understand this line; did you mean "n" where you wrote "north" (CON-037).',
    ),
    (
        "E01",
        position(TWO),
        "ar1 5 m2 n2 o2 p2 z9",
        "there is no square z9 on the board: squares run from a1 to x24 (CON-001).",
    ),
    ("E01", position(TWO), "throw 2", "there is no throw 2: your dice in this turn are 5-3 (CON-021)."),
    (
        "E01",
        position(TWO, "2-2 5-3"),
        "throw 2 / throw 1",
        "throw 1 is out of order: the throws of a turn stand one below the other, each once (CON-021).",
    ),
    (
        "E02",
        position(TWO),
        "ar9 5 to q2",
        "there is no piece ar9; yours are ar1 to ar4, aa, bs1 to bs5, pl1 and pl2 (CON-010).",
    ),
    ("E02", position(TWO), "m2 5 to q2", "nobody stands on m2 (CON-011)."),
    (
        "E02",
        position(TWO + " G:ar2@m2"),
        "m2 5 to q2",
        "m2 is held by Green's ar2, not by a piece of yours (CON-102).",
    ),
    ("E02", position(TWO + " R:bs2@HELD:yellow"), "bs2 5 to f7", "bs2 is a prisoner, held by Yellow (CON-068)."),
    ("E02", position(TWO + " R:bs2@RETIRED"), "bs2 5 to f7", "bs2 is out of the game for good (CON-011)."),
    (
        "E03",
        position(TWO),
        "pl2 5 to f7",
        "pl2 is in reserve, where only a throw of seven brings it out (CON-027, 093).",
    ),
    (
        "E03",
        position(TWO, "5-2"),
        "pl2 5 to f7",
        'pl2 is in reserve; throw 1 (5-2) is a seven, so "reserve pl2" above the moves brings it out (CON-027, 093).',
    ),
    ("E04", position(TWO), "ar1 4 to p2", "there is no 4 in throw 1 (5-3) (CON-023)."),
    (
        "E04",
        position(TWO),
        "ar1 8 to p2",
        "no die shows 8, and two are never added up: throw 1 is 5-3 (CON-023).",
    ),
    ("E04", position(TWO), "ar1 5 to q2 / aa 5 to k2", "the 5 of throw 1 (5-3) is used already (CON-023)."),
    (
        "E05",
        position(TWO),
        "ar1 5 to q2 / ar1 3 to n2",
        "ar1 has made its move in throw 1; the two dice are for two different pieces (CON-024, 025).",
    ),
    (
        "E05",
        position("R:ar1@l2"),
        "ar1 5 to q2 / ar1 3 to n2",
        "ar1 has made its move in throw 1; the two dice are for two different pieces (CON-024, 025).",
    ),
    ("E06", position(TWO), "ar1 5 m2 n2 o2 p2", "ar1 makes 4 steps, and the die is 5 (CON-037)."),
    (
        "E06",
        position(TWO),
        "ar1 m2 n2 o2 p2",
        "ar1 makes 4 steps, and throw 1 (5-3) has the 5 and the 3 left (CON-037).",
    ),
    (
        "E06",
        position(TWO),
        "ar1 5 -> q2",
        'ar1 makes 1 step, and the die is 5; to have a walk found for you write "ar1 5 to q2" (CON-037).',
    ),
    (
        "E07",
        position(TWO),
        "ar1 3 m2 n2 p3",
        "step 3 of ar1 goes from n2 to p3, which is not adjacent (CON-037, 002).",
    ),
    (
        "E07",
        position(TWO),
        "ar1 3 3s",
        "step 2 of ar1 leaves the board: nothing lies s of l1 (CON-037, 001).",
    ),
    ("E08", position(TWO), "ar1 5 m2 m3 l3 m2 n2", "step 4 of ar1 enters m2 a second time (CON-039)."),
    ("E08", position(TWO), "ar1 3 m2 m3 l2", "step 3 of ar1 comes back to l2, where its move began (CON-039, R10)."),
    (
        "E09",
        position("R:bs1@h6 R:ar1@l2", "1-1"),
        "bs1 1 h5",
        "step 1 of bs1, h5, is a bridge (land), and battleships keep to water (CON-004).",
    ),
    (
        "E09",
        position("R:bs1@h6 R:ar1@h5", "1-1"),
        "ar1 1 h6",
        "step 1 of ar1, h6, is water, and artillery keeps to land (CON-003).",
    ),
    (
        "E09",
        position("R:bs1@h6 R:aa@d4@d2 R:aa@g4", "1-1"),
        "aa 1 f5",
        "step 1 of aa, f5, is a mine (water), and the anti-aircraft gun keeps to land (CON-003).",
    ),
    (
        "E10",
        position("R:pl1@j10 R:ar1@l2", "1-1"),
        "pl1 1 k11",
        "step 1 of pl1, k11, is a reserve square, and nobody ever enters those (CON-006).",
    ),
    (
        "E11",
        position("R:pl1@m3 R:ar1@f2 O:aa@o3", "4-1"),
        "pl1 4 n4 o3 p4 q4",
        "at step 2, o3, pl1 meets Orange's aa, which it can neither capture nor pass (CON-046, 064).",
    ),
    (
        "E11",
        position("R:pl1@m3 R:ar1@f2 O:aa@o3", "2-1", aa_sky="overfly"),
        "pl1 2 n4 o3",
        "pl1 may fly over Orange's aa on o3, but not end its move there (CON-064, R12).",
    ),
    (
        "E11",
        position("R:ar1@w4 R:aa@f2", "3-1", home_pass="no"),
        "ar1 3 v3 u2 t2",
        "v3 is Orange's home circle, which only the last step of a move may enter in this game (CON-083, R15).",
    ),
    (
        "E12",
        position("R:ar1@l2 R:ar2@m2", "1-1"),
        "ar1 1 m2",
        "ar1 would end its move on m2, where your own ar2 stands (CON-045).",
    ),
    (
        "E12",
        position("R:ar1@l2 G:ar2@m2", "1-1", teams="opposite"),
        "ar1 1 m2",
        "ar1 would end its move on m2, where your partner Green's ar2 stands (CON-045).",
    ),
    (
        "E12",
        position("R:ar1@l2 G:ar2@m2", "1-1", more={"pacts": [{"seats": ["red", "green"]}]}, alliances="formal"),
        "ar1 1 m2",
        "ar1 would end its move on m2, where your ally Green's ar2 stands (CON-045).",
    ),
    (
        "E12",
        position("R:ar1@l2 R:ar2@m2", "2-1", friends_pass="no"),
        "ar1 2 m2 n2",
        "step 1 of ar1, m2: your own ar2 bars the way in this game (CON-044, R11).",
    ),
    (
        "E12",
        position("R:ar1@START R:ar2@c3", "2-1", friends_pass="no"),
        "ar1 2 d2 e2",
        "ar1 cannot enter while your own ar2 stands on c3 (CON-044, R11).",
    ),
    (
        "E13",
        position("R:ar1@w21 R:aa@f2", "1-1", teams="opposite"),
        "ar1 1 v22",
        "ar1 would end its move on v22, your partner Green's home circle; friends may pass there and not stop "
        "(CON-104).",
    ),
    (
        "E14",
        position("Y:bs2@h4 Y:ar1@l2", "4-1", "yellow"),
        "bs2 4 g5 f5 e5 d4",
        "bs2 would be lost on Red's mine f5 at step 2; put ! behind the order to confirm (CON-072).",
    ),
    (
        "E14",
        position("R:pl1@f7 R:ar1@l2", "1-1", own_mine_plane="lost"),
        "pl1 1 e6",
        "pl1 would be lost by stopping on your own mine e6; put ! behind the order to confirm (CON-077).",
    ),
    (
        "E15",
        position("R:ar1@d2 R:aa@l2", "2-1"),
        "ar1 2 to c3",
        "no legal walk of exactly 2 steps leads ar1 from d2 to c3 (CON-037).",
    ),
    (
        "E15",
        position("R:ar1@START R:aa@l2", "1-1"),
        "ar1 1 to e2 via d2",
        "no legal walk of exactly 1 step leads ar1 from its home circle to e2 via d2: it is 2 steps away "
        "at least (CON-037).",
    ),
    (
        "E16",
        position("R:ar1@a4 R:aa@x4", "1-1"),
        "ar1 1 a5",
        "throw 1 (1-1) wants two moves by two different pieces, and 1 is given; possible: aa 1 x5 (CON-028).",
    ),
    (
        "E16",
        position("R:ar1@a4", "1-1"),
        "end",
        "throw 1 (1-1) wants one move, and none is given; possible: ar1 1 a5 (CON-029).",
    ),
    (
        "E17",
        position("R:ar1@l2 R:aa@f2 R:bs1@l6"),
        "ar1 5 to q2 / aa 3 to i2 / bs1 5 to l8",
        "throw 1 (5-3) has its two moves already (CON-023).",
    ),
    (
        "E17",
        position(TWO, "2-2 5-5 1-1", third_double="no_move"),
        "ar1 2 to n2 / aa 2 to h2 / throw 2 / ar1 5 to s2 / aa 5 to m2 / throw 3 / ar1 1 t2",
        "throw 3 (1-1) is a third double, which is played without moves in this game (CON-R32).",
    ),
    (
        "E18",
        position(TWO),
        "reserve pl2",
        "throw 1 (5-3) totals 8, and only a seven brings a piece out of reserve (CON-093).",
    ),
    ("E18", position(TWO, "5-2"), "reserve ar1", "ar1 is not in reserve (CON-093)."),
    (
        "E18",
        position(TWO, "5-2"),
        "reserve pl2 / reserve ar4",
        "throw 1 (5-2) has brought a piece out already, and a seven brings out one (CON-095).",
    ),
    (
        "E18",
        position(TWO, "5-2"),
        "ar1 5 to q2 / reserve pl2",
        "a piece comes out of reserve first: put this line above the moves of throw 1 (5-2) (CON-093, 022).",
    ),
    (
        "E19",
        position(TWO, "2-2 5-5 1-1"),
        "ar1 2 to n2 / aa 2 to h2 / throw 2 / ar1 5 to s2 / aa 5 to m2 / throw 3 / ar1 1 t2 / aa 1 n2",
        "throw 3 (1-1) is the third double and costs a piece, which you have to name: back ar1 or back aa (CON-097).",
    ),
    (
        "E19",
        position(TWO),
        "back ar1 / ar1 5 to q2 / aa 3 to i2",
        "no piece has to go back: that is the price of a third double only (CON-097).",
    ),
    (
        "E19",
        position(TWO, "2-2 5-5 1-1"),
        "back ar4 / ar1 2 to n2 / aa 2 to h2 / throw 2 / ar1 5 to s2 / aa 5 to m2 / throw 3 / ar1 1 t2 / aa 1 n2",
        "ar4 is neither on the field nor waiting to enter, so it cannot go back to reserve (CON-097).",
    ),
    (
        "E19",
        position(TWO, "2-2 5-5 1-1"),
        "back aa / back ar1 / ar1 2 to n2",
        "one piece goes back to reserve, and it has been named above (CON-097).",
    ),
    ("E20", position(TWO, seat="yellow"), "ar1 5 to q2", "it is Yellow's turn (CON-019)."),
    (
        "E20",
        position(TWO, seat="yellow", more={"out": {"red": {"how": "resigned"}}, "pieces": {}}),
        "pass",
        "you are out of the game (CON-109).",
    ),
    ("E20", RULES.opening(RULES.settle({})), "pass", "it is not thrown for yet who begins (CON-019)."),
    (
        "E21",
        position(TWO),
        "ally green",
        "there are no formal pacts in this game; you may agree on what you like by press (CON-100).",
    ),
    ("E21", position(TWO, alliances="formal"), "ally red", "you cannot have a pact with yourself (CON-R38)."),
    ("E21", position(TWO, alliances="formal"), "break green", "you have no pact with Green (CON-R38)."),
    (
        "E21",
        position(TWO, alliances="formal", players=3),
        "ally orange",
        "nobody plays Orange in this game (CON-R38).",
    ),
    (
        "E21",
        position(TWO, alliances="formal", more={"out": {"orange": {"how": "resigned"}}}),
        "ally orange",
        "Orange takes no part in this game any more (CON-R38).",
    ),
    (
        "E21",
        position(TWO, alliances="formal", more={"pacts": [{"seats": ["red", "green"]}]}),
        "ally yellow",
        "you have a pact with Green, and nobody has two (CON-R38).",
    ),
    (
        "E21",
        position(TWO, alliances="formal", more={"pacts": [{"seats": ["orange", "green"]}]}),
        "ally green",
        "Green has a pact with another player, and nobody has two (CON-R38).",
    ),
    (
        "E21",
        position(
            TWO,
            alliances="formal",
            more={"out": {"orange": {"how": "resigned"}, "yellow": {"how": "resigned"}}},
        ),
        "ally green",
        "with two players left there are no pacts (CON-R38).",
    ),
    (
        "E22",
        position("R:ar1@a4", "1-1"),
        "pass",
        "throw 1 (1-1) cannot be passed: possible is ar1 1 a5 (CON-036, 032).",
    ),
]


@pytest.mark.parametrize(("code", "at", "orders", "sentence"), REFUSED)
def test_every_refusal_has_its_sentence(code: str, at: Any, orders: str, sentence: str) -> None:
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    codes = [
        verdict.code
        for verdict in RULES.check(at, "yellow" if code == "E14" and "bs2" in orders else "red", lines).verdicts
    ]
    assert code in codes
    assert answer(at, orders, "yellow" if code == "E14" and "bs2" in orders else "red") == sentence


def test_moves_for_the_second_throw_are_told_apart_by_its_header() -> None:
    at = position("R:ar1@l2 R:ar2@p2 R:pl1@f7 Y:ar1@a12", "1-1 4-1")
    assert answer(at, "ar1 1 m2 / ar2 1 q2 / pl1 4 to g10 / ar2 1 p2") == SECOND


SECOND = (
    'throw 1 (1-1) has its two moves already; if this line and those below are for throw 2 (4-1), write "throw 2" '
    "above it (CON-023)."
)


def test_no_refusal_is_left_out() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS)


@pytest.mark.parametrize(
    ("typed", "ending"),
    [
        ("ar1 goes north", '; did you mean "n" where you wrote "north".'),
        ("draw?", "; with a question mark it is a question, and no order."),
        ("bs1 4 tto f7", '; "tto" is neither a square, nor a compass step, nor "to".'),
        (
            "press grren: hi",
            '; "grren" names no player; write a colour, as in press green: ..., or press: ... for all.',
        ),
        ("throw", '; behind "throw" stands its number, as in throw 2.'),
    ],
)
def test_a_line_that_cannot_be_read_is_explained(typed: str, ending: str) -> None:
    said = answer(position(TWO), typed)
    assert said.startswith("I do not understand this line; ")
    assert said.replace(" (CON-037)", "").endswith(ending)


@pytest.mark.parametrize("seat", ["red", "yellow", "green", "orange"])
@pytest.mark.parametrize("throw", ["5-3", "2-6", "1-2"])
@pytest.mark.parametrize("typed", ["ar1 4", "ar1 4 to g4 f3", "ar1 4 e2 via f3 to g4", "ar1 4 3 n e"])
def test_the_example_of_a_refusal_is_a_move_out_of_the_reader_s_own_corner(seat: str, throw: str, typed: str) -> None:
    """With a die of his own, where one is long enough to show how a walk is written."""
    drawn = " ".join(f"{letter}:ar1@START {letter}:ar2@START" for letter in "RYGO")
    at = position(drawn, throw, seat)
    said = answer(at, typed, seat)
    shown = re.search(r"(?:as in|like this:) (ar1 .*?)(?:, or (ar1 .*?))?(?:, and only.*)? [(]CON", said)
    assert shown is not None, said
    for example in filter(None, shown.groups()):
        verdicts = RULES.check(at, seat, presentation().read([(1, example)])).verdicts
        verdict = next(verdict for verdict in verdicts if verdict.line == 1)
        assert verdict.status is Status.OK or (throw, verdict.code) == ("1-2", "E04"), example


def test_every_hint_is_a_clause_of_its_own() -> None:
    for hint in (*HINTS.values(), *AFTER.values()):
        assert not hint.removesuffix("...").endswith(".")


def test_clauses_are_cited_in_brackets() -> None:
    assert cited(()) == ""
    assert cited(("CON-003",)) == " (CON-003)"
    assert cited(("CON-039", "CON-R10")) == " (CON-039, R10)"


# --- What happened --------------------------------------------------------------------------------------------------


def played(at: Any, orders: str, seat: str = "red", dice: tuple[int, ...] = (1, 2), **more: Any) -> list[str]:
    """The digest of what orders lead to, up to the dice of the next seat, which has a piece to move."""
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    result = RULES.adjudicate(at, {seat: lines}, ScriptedDice(dice), **more)
    assert [verdict for verdict in result.verdicts[seat] if verdict.code] == []
    return presentation().digest(result.events, RULES.view(result.position, None))


def test_what_a_robot_did_from_auto_on_is_told_whenever_the_report_is_written() -> None:
    """No order of the reader's brought it about. From the record, too, where words are other objects than here."""
    at = position("R:ar1@l2 R:bs1@l6 Y:ar1@a12")
    lines = presentation().read([(1, "auto on")])
    result = RULES.adjudicate(at, {"red": lines}, ScriptedDice((1, 2)))
    view = RULES.view(result.position, "red")
    kept = msgspec.json.decode(msgspec.json.encode(result.events), type=tuple[Event, ...])
    for events in (result.events, kept):
        moved = [event for event in presentation().unanswered(events, view) if event.kind == "move"]
        assert len(moved) == 2, events


def test_the_moves_of_a_throw_stand_in_one_line() -> None:
    at = position("R:pl1@h2 R:ar1@l2 O:bs1@j4 Y:ar2@q1 Y:aa@START", "6-5")
    assert played(at, "pl1 6 i3 j4 k4 l4 m4 n4 / ar1 5 m2 n2 o2 p2 q1", dice=(3, 3, 4, 1)) == [
        "Red pl1 (6) h2-i3-j4-k4-l4-m4-n4, captures Orange bs1 at j4; ar1 (5) l2-m2-n2-o2-p2-q1, captures Yellow ar2 "
        "at q1.",
        "Yellow throws 3-3, then 4-1.",
    ]


def test_a_turn_of_two_throws_with_a_seven() -> None:
    at = position("R:ar1@l2 R:aa@f2 Y:aa@START", "2-2 5-2")
    orders = "ar1 2 to n2 / aa 2 to h2 / throw 2 / reserve bs4 / bs4 2 to e5 / ar1 5 to s2"
    assert played(at, orders)[:3] == [
        "Red ar1 (2) l2-m3-n2; aa (2) f2-g3-h2.",
        "Red takes bs4 out of reserve (CON-093).",
        "Red bs4 (2) enters d4-e5; ar1 (5) l2-m3-n3-o3-p3-q2-s2.".replace("l2-m3-n3-o3-p3-q2-s2", "n2-o3-p3-q3-r3-s2"),
    ]


def test_a_home_circle_is_taken_and_everything_inherited() -> None:
    at = position("R:bs1@t5 O:bs1@p5 R:ar2@HELD:orange Y:pl1@HELD:orange Y:aa@START", "2-4")
    said = played(at, "bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2")
    assert said[:4] == [
        "Red bs1 (2) t5-u4-v3.",
        "Red takes Orange's home circle: Orange is out (CON-082).",
        "Red now holds all 12 pieces that Orange had left (CON-085); takes over these prisoners: Yellow's pl1 "
        "(CON-087), and sets free its ar2, which waits to enter again (CON-086).",
        "Red ar2 (4) enters d2-e2-f2-g2.",
    ]


def test_a_mine_and_a_last_piece() -> None:
    held = " ".join(f"Y:{piece}@HELD:red" for piece in PIECES if piece != "bs3")
    at = position(f"{held} Y:bs3@g5 G:aa@START", "1-2", "yellow")
    assert played(at, "bs3 1 f5 !", "yellow")[:3] == [
        "Yellow bs3 (1) g5-f5, lost to Red's mine at f5.",
        "Yellow has no piece left: Yellow is out (CON-088).",
        "Green throws 1-2.",
    ]


def test_the_end_is_told_with_its_reason() -> None:
    at = position("R:ar1@w21 R:aa@f2", "1-2", players=2)
    assert played(at, "ar1 1 v22", dice=())[1:] == [
        "Red takes Green's home circle: Green is out (CON-082).",
        "Red now holds all 12 pieces that Green had left (CON-085).",
        "Red wins: Green's home circle is taken (CON-106).",
    ]


@pytest.mark.clause("CON-082", "CON-085", "CON-086", "CON-106", "CON-109")
def test_everybody_is_told_of_himself_as_you() -> None:
    at = position("R:bs1@t5 O:bs1@p5 R:ar2@HELD:orange Y:pl1@HELD:orange Y:aa@START", "2-4")
    lines = presentation().read([(1, "bs1 2 u4 v3"), (2, "ar2 4 d2 e2 f2 g2")])
    result = RULES.adjudicate(at, {"red": lines}, ScriptedDice((1, 2)))
    told = {seat: presentation().digest(result.events, RULES.view(result.position, seat)) for seat in ("red", "orange")}
    assert told["orange"][1:3] == [
        "Red takes your home circle: you are out (CON-082).",
        "Red now holds all 12 pieces that you had left (CON-085); takes over these prisoners: Yellow's pl1 (CON-087), "
        "and sets free its ar2, which waits to enter again (CON-086).",
    ]
    assert told["red"][1:3] == [
        "Orange is out (CON-082).",  # whose circle is taken stands with the move
        "You now hold all 12 pieces that Orange had left (CON-085); take over these prisoners: Yellow's pl1 (CON-087), "
        "and set free your ar2, which waits to enter again (CON-086).",
    ]


EVENTS_OF_RED: list[tuple[str, Json, str]] = [
    ("out", {"seat": "red", "how": "pieces", "heir": "green"}, "You have no piece left: you are out"),
    ("retired", {"seat": "red", "pieces": [{"seat": "red", "piece": "aa"}]}, "You are out for good, and so are all"),
    ("missed", {"seat": "red", "count": 1}, "You sent no orders in time; one turn missed"),
    ("returned", {"seat": "red"}, "You are back, and play again in place of the robot"),
    ("draw_lapsed", {"seat": "red"}, "Your offer of a draw has lapsed"),
    ("auto", {"seat": "red", "on": True}, "The robot plays for you from now on"),
    ("pact", {"seats": ["green", "red"]}, "You and Green have made a pact: your pieces"),
    ("break_announced", {"seat": "green", "other": "red"}, "Green breaks the pact with you: it ends when Green's next"),
    ("pact_ended", {"seats": ["red", "green"], "why": "out"}, "The pact between you and Green is over: one of you"),
    ("proposal", {"from": "green", "to": "red"}, "Green proposes a pact to you; nobody else is told"),
]


@pytest.mark.parametrize(("kind", "facts", "begins"), EVENTS_OF_RED)
def test_what_the_reader_does_and_suffers_is_told_of_you(kind: str, facts: Json, begins: str) -> None:
    opening = RULES.opening(RULES.settle({}))
    said = presentation().say_event(Event(kind, facts, "CON-X"), RULES.view(opening, "red"))
    assert said is not None
    assert said.startswith(begins)
    assert "Red" not in said
    others = presentation().say_event(Event(kind, facts, "CON-X"), RULES.view(opening, "green"))
    assert others is not None
    assert "Red" in others


@pytest.mark.clause("CON-106")
@pytest.mark.parametrize(
    ("how", "heir", "told"),
    [
        ("circle", "red", ("Red wins: your home circle is taken", "You win: Green's home circle is taken")),
        ("pieces", "red", ("Red wins: you have no piece left", "You win: Green has no piece left")),
        ("resigned", None, ("Red wins: you have resigned", "You win: Green has resigned")),
    ],
)
def test_the_end_is_told_to_each_of_the_two(how: str, heir: str | None, told: tuple[str, str]) -> None:
    over = {"phase": "over", "outcome": {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}}
    over |= {"out": {"green": {"how": how, "heir": heir, "turn": 9}}}
    view = RULES.view(RULES.opening(RULES.settle({})), None) | over
    said = [presentation().say_outcome(view | {"seat": seat}) for seat in ("green", "red")]
    assert said == [f"{each} (CON-106)." for each in told]


def test_silence_is_told() -> None:
    at = position("R:bs2@START R:aa@h2 Y:aa@START", "6-6 4-4 2-2")
    result = RULES.adjudicate(at, {}, ScriptedDice((1, 2)), due=True)
    assert presentation().digest(result.events, RULES.view(result.position, None)) == [
        "Red sent no orders in time; one turn missed (CON-R36).",
        "Red puts bs2 into reserve for the third double, as the rules choose (CON-R33).",
        "Yellow throws 1-2.",
    ]


EVENT_SENTENCES: list[tuple[str, Json, str | None]] = [
    (
        "first_throw",
        {"rounds": [{"green": [6, 1], "red": [3, 4]}, {"green": [1, 2], "red": [6, 6]}], "begins": "red"},
        "Who begins: Red 3-4 = 7, Green 6-1 = 7; again Red 6-6 = 12, Green 1-2 = 3. Red begins (CON-X).",
    ),
    ("turn", {"seat": "red", "turn": 3}, None),
    ("throw", {"seat": "red", "turn": 3, "number": 1, "dice": [5, 3]}, "Red throws 5-3."),
    ("reserve", {"seat": "red", "piece": "pl2", "throw": 1}, "Red takes pl2 out of reserve (CON-X)."),
    (
        "move",
        {
            "seat": "red",
            "piece": "pl1",
            "die": 4,
            "from": "h12",
            "path": ["h13", "h14", "g15", "f16"],
            "captured": [],
            "lost": {"square": "f16", "to": None, "how": "own_mine"},
            "takes": None,
        },
        "Red pl1 (4) h12-h13-h14-g15-f16, lost to its own mine at f16.",
    ),
    ("out", {"seat": "red", "how": "resigned", "heir": None, "turn": 3}, None),
    (
        "out",
        {"seat": "red", "how": "both", "heir": None, "turn": 3},
        "Red has lost the last piece in the same step as another player: Red is out, without heir (CON-X).",
    ),
    (
        "inherit",
        {
            "heir": "green",
            "seat": "red",
            "pieces": ["ar1", "aa"],
            "held": [],
            "freed": [{"seat": "green", "piece": "ar1"}, {"seat": "green", "piece": "pl2"}],
        },
        "Green now holds all 2 pieces that Red had left (CON-085), and sets free its ar1 and pl2, which wait to "
        "enter again (CON-086).",
    ),
    (
        "inherit",
        {
            "heir": "green",
            "seat": "yellow",
            "pieces": [],
            "held": [{"seat": "orange", "piece": "ar1"}, {"seat": "orange", "piece": "aa"}],
            "freed": [{"seat": "red", "piece": "ar1"}],
        },
        "Green takes over these prisoners: Orange's ar1 and aa (CON-089, 087), and sets free Red's ar1, which waits to "
        "enter again (CON-089, 103).",
    ),
    (
        "inherit",
        {
            "heir": "green",
            "seat": "yellow",
            "pieces": ["pl1"],
            "held": [{"seat": "red", "piece": "bs1"}, *({"seat": "orange", "piece": piece} for piece in board().kinds)],
            "freed": [],
        },
        "Green now holds the last piece that Yellow had left (CON-085), and takes over these prisoners: Red's bs1, and "
        "all of Orange's pieces (CON-087).",
    ),
    (
        "retired",
        {"seat": "red", "pieces": [{"seat": "red", "piece": "ar1"}, {"seat": "yellow", "piece": "aa"}]},
        "Red is out for good, and so are all of Red's pieces, and the prisoners: Yellow's aa (CON-X).",
    ),
    (
        "retired",
        {"seat": "red", "pieces": [{"seat": "red", "piece": "ar1"}, {"seat": "red", "piece": "aa"}]},
        "Red is out for good, and so are all of Red's pieces (CON-X).",
    ),
    (
        "retired",
        {"seat": "red", "pieces": [{"seat": "green", "piece": "ar1"}, {"seat": "yellow", "piece": "aa"}]},
        "Out of the game for good: Green's ar1, and Yellow's aa (CON-X).",
    ),
    (
        "passed",
        {"seat": "red", "throw": 1, "dice": [4, 2], "why": "no_pieces"},
        "Red cannot use the throw 4-2: no piece is on the field or waiting to enter (CON-X).",
    ),
    (
        "passed",
        {"seat": "red", "throw": 1, "dice": [4, 2], "why": "no_move"},
        "Red cannot use the throw 4-2: no piece has a legal move (CON-X).",
    ),
    (
        "passed",
        {"seat": "red", "throw": 3, "dice": [4, 4], "why": "third_double"},
        "Red makes no moves with the third double 4-4 (CON-X).",
    ),
    (
        "back",
        {"seat": "red", "piece": "ar3", "from": "START", "default": False},
        "Red puts ar3 into reserve for the third double (CON-X).",
    ),
    (
        "missed",
        {"seat": "red", "turn": 5, "count": 2},
        "Red sent no orders in time; 2 turns missed in a row (CON-X).",
    ),
    ("returned", {"seat": "red"}, "Red is back, and plays again in place of the robot."),
    ("draw_offered", {"seat": "red"}, "Red offers a draw."),
    ("draw_withdrawn", {"seat": "red"}, "Red withdraws the offer of a draw."),
    ("draw_lapsed", {"seat": "red"}, "Red's offer of a draw has lapsed (CON-X)."),
    ("auto", {"seat": "red", "on": True}, "The robot plays for Red from now on."),
    ("auto", {"seat": "red", "on": False}, "The robot no longer plays for Red."),
    ("proposal", {"from": "red", "to": "green"}, "Red proposes a pact to Green; nobody else is told."),
    ("proposal_lapsed", {"from": "red", "to": "green"}, "Red's proposal of a pact to Green has lapsed."),
    ("pact", {"seats": ["red", "green"]}, "Red and Green have made a pact: their pieces are friendly to each other."),
    (
        "break_announced",
        {"seat": "red", "other": "green"},
        "Red breaks the pact with Green: it ends when Red's next turn is over.",
    ),
    (
        "pact_ended",
        {"seats": ["red", "green"], "why": "two_left"},
        "The pact between Red and Green is over: they are the last two players (CON-X).",
    ),
]


@pytest.mark.parametrize(("kind", "facts", "sentence"), EVENT_SENTENCES)
def test_every_event_has_its_words(kind: str, facts: Json, sentence: str | None) -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), None)
    assert presentation().say_event(Event(kind, facts, "CON-X"), view) == sentence


def test_no_event_is_left_out() -> None:
    assert {kind for kind, *_ in EVENT_SENTENCES} | {"end"} == set(EVENTS)


@pytest.mark.parametrize(
    ("outcome", "out", "sentence"),
    [
        (
            {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"},
            {"green": {"how": "resigned", "turn": 4}, "yellow": {"how": "resigned", "turn": 2}},
            "Red wins: Yellow and Green are out (CON-106).",
        ),
        (
            {"winners": [], "reason": "agreed", "clause": "CON-108"},
            {},
            "The game is drawn: all players agreed on it (CON-108).",
        ),
        (
            {"winners": [], "reason": "nobody_left", "clause": "CON-107"},
            {seat: {"how": "both", "turn": 4} for seat in ("red", "yellow", "green")},
            "The game is drawn: the last players went out together (CON-107).",
        ),
        (
            {"winners": [], "reason": "turn_limit", "clause": "CON-108"},
            {},
            "The game is drawn: 9 turns have been played (CON-108).",
        ),
    ],
)
def test_every_end_has_its_sentence(outcome: Json, out: Json, sentence: str) -> None:
    written = {"phase": "over", "pieces": {}, "to_move": "red", "out": out, "outcome": outcome}
    at = RULES.decode(written, RULES.settle({"players": 3, "turn_limit": 9}))
    assert presentation().say_outcome(RULES.view(at, None)) == sentence
    assert presentation().status(RULES.view(at, None)) == sentence


def test_partners_win_together() -> None:
    out = {seat: {"how": "circle", "heir": "red", "turn": 4} for seat in ("yellow", "orange")}
    outcome = {"winners": ["red", "green"], "reason": "last_standing", "clause": "CON-106"}
    written = {"phase": "over", "pieces": {}, "to_move": "red", "out": out, "outcome": outcome}
    at = RULES.decode(written, RULES.settle({"teams": "opposite"}))
    assert presentation().say_outcome(RULES.view(at, None)) == "Red and Green win: Yellow and Orange are out (CON-106)."


def test_a_partner_who_is_out_is_no_reason_for_the_victory() -> None:
    out = {seat: {"how": "circle", "heir": "orange", "turn": 4} for seat in ("red", "yellow", "green")}
    outcome = {"winners": ["yellow", "orange"], "reason": "last_standing", "clause": "CON-106"}
    written = {"phase": "over", "pieces": {}, "to_move": "orange", "out": out, "outcome": outcome}
    view = RULES.view(RULES.decode(written, RULES.settle({"teams": "opposite"})), None)
    assert presentation().say_outcome(view) == "Yellow and Orange win: Red and Green are out (CON-106)."


# --- Options and positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 3}, 'Conflict has no option "speed".'),
        ({"players": 5}, 'Option players cannot be "5": it is one of 2, 3 or 4 (CON-012).'),
        ({"reveal": "later"}, 'Option reveal cannot be "later": it is one of ahead or stepwise (CON-R35).'),
        ({"turn_limit": -1}, 'Option turn_limit cannot be "-1": it is a whole number, 0 or more (CON-R48).'),
        ({"teams": "opposite", "players": 3}, "teams=opposite does not go with players=3 (CON-R39)."),
        ({"alliances": "formal"}, "alliances=formal does not go with players=2 (CON-R38)."),
        ({"first": "orange"}, "first=orange does not go with players=2 (CON-016)."),
    ],
)
def test_an_option_that_cannot_be_had_is_explained(options: Json, sentence: str) -> None:
    with pytest.raises(BadOption) as error:
        RULES.settle(options)
    assert presentation().say_bad_option(error.value) == sentence


BAD: list[tuple[str, Json, str]] = [
    ("no_such_seat", {"to_move": "orange"}, "Position, to_move: this game has no seat orange."),
    (
        "no_such_piece",
        {"pieces": {"red": {"ar9": "d2"}}},
        "Position, pieces.red.ar9: there is no piece ar9 (CON-010).",
    ),
    (
        "no_such_place",
        {"pieces": {"red": {"ar1": "home"}}},
        "Position, pieces.red.ar1: home is neither a square nor one of START, RESERVE, RETIRED and HELD: with a seat "
        "(CON-011).",
    ),
    (
        "wrong_terrain",
        {"pieces": {"red": {"ar1": "d4"}}},
        "Position, pieces.red.ar1: ar1 cannot stand on d4, which is water (CON-003 to 006).",
    ),
    (
        "two_on_one_square",
        {"pieces": {"red": {"ar1": "d2"}, "green": {"aa": "d2"}}},
        "Position, pieces.green.aa: aa and red's ar1 both stand on d2, which holds one piece (CON-009).",
    ),
    (
        "held_by_owner",
        {"pieces": {"red": {"ar1": "HELD:red"}}},
        "Position, pieces.red.ar1: red cannot hold its own ar1 (CON-068).",
    ),
    (
        "nothing_left",
        {
            "pieces": {
                "red": dict.fromkeys(
                    ["ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2"], "RETIRED"
                )
            }
        },
        "Position, pieces.red: red has no piece left, and would be out (CON-088).",
    ),
    ("out", {"out": {"red": {"how": "resigned"}}}, "Position, to_move: red is out of the game."),
    (
        "owner_out",
        {"out": {"yellow": {"how": "resigned"}}, "pieces": {"yellow": {"aa": "START"}}},
        "Position, pieces.yellow.aa: aa cannot be in play, as yellow is out (CON-085).",
    ),
    (
        "no_heir",
        {"out": {"yellow": {"how": "resigned", "heir": "red"}}},
        "Position, out.yellow.heir: yellow cannot leave anything to this seat (CON-089).",
    ),
    (
        "no_chain",
        {"throws": [[1, 2], [3, 4]]},
        "Position, throws[1]: a throw follows another only after a double (CON-096).",
    ),
    (
        "not_owed",
        {"throws": [[1, 1], [3, 4]], "throw": 2},
        "Position, throw: throw 2 cannot be the one that is owed; that is throw 1.",
    ),
    (
        "nobody_in_turn",
        {"to_move": None, "throws": [[1, 2]]},
        "Position, throws: there can be dice only with a seat in turn.",
    ),
    (
        "no_pacts",
        {"pacts": [{"seats": ["red", "green"]}]},
        "Position, pacts: there are no pacts in this game (CON-101).",
    ),
    (
        "not_over",
        {"outcome": {"winners": [], "reason": "agreed", "clause": "CON-108"}},
        "Position, outcome: a game has an outcome only in phase over.",
    ),
    ("missing", {"phase": "over"}, "Position, outcome: this must be given in this phase."),
    (
        "over",
        {"out": {seat: {"how": "resigned"} for seat in ("yellow", "green")}},
        "Position, out: too few players are left: the phase is over (CON-106).",
    ),
    (
        "other_end",
        {"phase": "over", "outcome": {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}},
        "Position, outcome.reason: the game cannot have ended like this with the players that are left "
        "(last_standing).",
    ),
]
BAD_FORMAL: list[tuple[str, Json, str]] = [
    (
        "two_pacts",
        {"pacts": [{"seats": ["red", "green"]}, {"seats": ["red", "yellow"]}]},
        "Position, pacts[1]: a pact joins two different seats, and nobody has two (CON-R38).",
    ),
    (
        "not_in_pact",
        {"pacts": [{"seats": ["red", "green"], "broken_by": ["yellow"]}]},
        "Position, pacts[0].broken_by: yellow is not a member of this pact (CON-R38).",
    ),
    (
        "no_proposal",
        {"proposals": [{"from": "red", "to": "red"}]},
        "Position, proposals[0]: a pact is proposed by one seat to another, once (CON-R38).",
    ),
    (
        "not_concerned",
        {"proposals": [{"from": "red", "to": "green", "left": ["yellow"]}]},
        "Position, proposals[0].left: yellow has no part in this proposal (CON-R38).",
    ),
]


@pytest.mark.parametrize(
    ("code", "written", "sentence", "alliances"),
    [(*bad, "press") for bad in BAD] + [(*bad, "formal") for bad in BAD_FORMAL],
)
def test_a_position_that_cannot_be_is_explained(code: str, written: Json, sentence: str, alliances: str) -> None:
    options = RULES.settle({"players": 3, "alliances": alliances})
    with pytest.raises(BadPosition) as error:
        RULES.decode({"pieces": {}, "to_move": "red"} | written, options)
    assert error.value.code == code
    assert presentation().say_bad_position(error.value) == sentence


def test_no_bad_position_is_left_out() -> None:
    assert {code for code, *_ in BAD + BAD_FORMAL} == set(BAD_POSITIONS)


def test_a_draw_is_told_with_those_who_share_it() -> None:
    outcome = {"winners": [], "reason": "turn_limit", "clause": "CON-108"}
    written = {"phase": "over", "pieces": {}, "to_move": "red", "outcome": outcome}
    view = RULES.view(RULES.decode(written, RULES.settle({"players": 3, "turn_limit": 9})), None)
    said = presentation().say_event(Event("end", {**outcome, "among": ["red", "green"]}, "CON-108"), view)
    assert said is not None
    assert said.endswith("The draw is shared by Red and Green.")
    everybody = Event("end", {**outcome, "among": list(view["order"])}, "CON-108")
    assert "shared" not in presentation().say_event(everybody, view)


# --- Hints ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["ar1", "aa", "bs1", "pl1"])
@pytest.mark.parametrize("at", ["START", "FIELD"])
def test_a_hint_shows_a_move_of_the_piece_that_was_named(piece: str, at: str) -> None:
    """With a die that was thrown, and so that it can be sent as it stands."""
    field = {"ar1": "f2", "aa": "h2", "bs1": "p5", "pl1": "m9"}
    stand = " ".join(f"R:{each}@{square if at == 'FIELD' else at}" for each, square in field.items())
    drawn = position(f"{stand} O:bs1@j4", "5-3")
    said = answer(drawn, f"move {piece} two steps please")
    shown = re.search(rf"(?:like this:|as in) ({piece} 5 .*), or ({piece} 5 to .*) [(]CON", said)
    assert shown is not None, said
    for order in shown.groups():
        verdicts = RULES.check(drawn, "red", presentation().read([(1, order)])).verdicts
        assert [each.status for each in verdicts if each.line == 1] == [Status.OK], order


@pytest.mark.clause("CON-023")
def test_a_die_that_was_not_thrown_is_told_with_the_square_that_is_none() -> None:
    at = position("R:bs1@p5", "5-3")
    assert "there is no square z9" in answer(at, "bs1 9 z9")
    assert "no die of yours shows 9: you have 5-3 (CON-023); and there is no square z9" in answer(at, "bs1 9 z9")
    assert "no die of yours" not in answer(at, "bs1 5 z9")
