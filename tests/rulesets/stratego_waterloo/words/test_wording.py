"""How orders are answered, refusals explained and events told: in sentences that name piece, square and clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.contract import BadOption, BadPosition, Event, Json
from core.dice import ScriptedDice, SeededDice
from pbem.rulesets.contract import Said
from pbem.rulesets.stratego_waterloo import presentation
from pbem.rulesets.stratego_waterloo.grammar import AFTER
from pbem.rulesets.stratego_waterloo.narration import EVENTS
from pbem.rulesets.stratego_waterloo.refusals import (
    AFTER_WORDS,
    BAD_POSITIONS,
    BATTLEFIELDS,
    CARD_FORMS,
    HINTS,
    REFUSALS,
)

RULES = presentation().rules
T = "LN E4, CH E2, FA F3, PL1 C7, BF E7, KH H8, BA E9, NA F1, NE G1, WE F10, UX G10"
HAND: Json = {"cards": {"hands": {"blue": ["RE", "IN", "CA", "GB", "FS"], "red": ["FS"]}}}
CHASE: Json = {"phase": "pursuit", "pursuit": {"victor": "blue", "riders": {"V1": "CH", "V2": "CU", "R1": "KH"}}}
ROWS = (
    "10:BF KH BL .. UX WE .. DC .. KH BF BF / 9:KH KH DC BF SG BA BA RH BF DC KH KH / "
    "8:.. RI BF BF FG BA BA BF BF BF RI .. / 7:BF BF BA BF BL HR HR BL BF BA BF BF / "
)
MUD = """\
base basic
tile MUD E5
tile HILL E8
army blue NA 1 NE 1 LN 5 LI 4 CH 4 CU 2 FA 5
army red WE 1 UX 1 BF 8 RI 3 KH 4 DC 2 BA 4
prussians none"""
GUNS = "base basic\ntile MUD B8\narmy blue NA 1 NE 1\narmy red WE 1 UX 1 BA 1\nprussians none"


def placed(drawn: str, to_move: str = "blue", more: Json | None = None, **options: Any) -> Any:
    """A position of a few pieces: `placed("LN E4, PL1 C7", "red", {"turn": 13}, version="standard")`."""
    board = {square: piece for piece, square in re.findall(r"(\w\w\d?) (\w\d+)", drawn)}
    more = more or {}
    written = {"board": board, "to_move": to_move} | more | {"board": board | more.get("board", {})}
    return RULES.decode(written, RULES.settle(options))


def opening(**options: Any) -> Any:
    """The position in which the first set-up is owed."""
    return RULES.adjudicate(RULES.opening(RULES.settle(options)), {}, SeededDice(bytes(32))).position


def answers(at: Any, orders: str, seat: str = "blue") -> list[Said]:
    """What a seat is told about its lines, those separated by ` / `."""
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    view = RULES.view(at, seat)
    by_number = {line.number: line for line in lines}
    verdicts = RULES.check(at, seat, lines).verdicts
    return [presentation().say_verdict(verdict, by_number[verdict.line or 0], view) for verdict in verdicts]


def played(
    at: Any, orders: str, *dice: int | str, seat: str = "blue", viewer: str | None = None
) -> tuple[list[str], list[str]]:
    """The digest of what orders lead to, as a viewer reads it, and the answers to lines that were not carried out."""
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    result = RULES.adjudicate(at, {seat: lines}, ScriptedDice(dice))
    reader = viewer or seat
    seen = [event for event in result.events if event.seen_by is None or reader in event.seen_by]
    by_number = {line.number: line for line in lines}
    before = RULES.view(at, seat)
    said = [
        presentation().say_verdict(verdict, by_number[verdict.line or 0], before) for verdict in result.verdicts[seat]
    ]
    return presentation().digest(seen, RULES.view(result.position, reader)), [
        each.text for each in said if each.mark != "ok"
    ]


# --- What is refused ------------------------------------------------------------------------------------------------

# What is wrong, the position, the orders, whose they are, and the sentence.
REFUSED: list[tuple[str, Callable[[], Any], str, str, str]] = [
    (
        "E-SYNTAX",
        lambda: placed(T),
        "E4 E5 sideways E6",
        "blue",
        "I do not understand this line; a move is written E4 E6, an attack E4 x E6, a shot fire E4 E7.",
    ),
    (
        "E-SQUARE",
        lambda: placed(T),
        "M4 E4",
        "blue",
        "M4 is not a square: they are A to L and 1 to 10 (SWL-R01).",
    ),
    (
        "E-SQUARE",
        lambda: placed(T),
        "fire F3 HOU",
        "blue",
        "there is no HOU on this battlefield (SWL-R01).",
    ),
    (
        "E-PHASE",
        lambda: placed(T),
        "E7 E6",
        "red",
        "it is BLUE's turn 1; your orders were not used (SWL-017).",
    ),
    (
        "E-PHASE",
        lambda: placed(T),
        "cut V1 E9",
        "blue",
        "this order has no place in a ply of the battle (SWL-017).",
    ),
    (
        "E-EMPTY",
        lambda: placed(T),
        "B4 B5",
        "blue",
        "there is no piece on B4 (SWL-028).",
    ),
    (
        "E-OWNER",
        lambda: placed(T),
        "E7 E6",
        "blue",
        "the piece on E7 is not yours (SWL-020).",
    ),
    (
        "E-FRIEND",
        lambda: placed(T),
        "E4 E2",
        "blue",
        "E2 holds your own CH; you cannot attack or enter it (SWL-038).",
    ),
    (
        "E-NOFOE",
        lambda: placed(T),
        "attack E4 E5",
        "blue",
        "there is nothing to attack on E5 (SWL-037).",
    ),
    (
        "E-RANGE",
        lambda: placed(T),
        "E4 E7",
        "blue",
        "LN on E4 reaches 2 squares, E7 is 3 away (SWL-032).",
    ),
    (
        "E-RANGE",
        lambda: placed(T),
        "E4 E4",
        "blue",
        "LN would end where it began, on E4 (SWL-030).",
    ),
    (
        "E-STRAIGHT",
        lambda: placed(T),
        "E2 F4",
        "blue",
        "CH moves in one straight line in an action, and F4 is not in line with E2 (SWL-033).",
    ),
    (
        "E-STRAIGHT",
        lambda: placed(T),
        "E2-F2-G2",
        "blue",
        "a path square by square is for infantry; write start and end for CH (SWL-033).",
    ),
    (
        "E-STRAIGHT",
        lambda: placed(T),
        "E4-E5-F6",
        "blue",
        "the squares of this path are not next to one another; LN goes from square to square (SWL-028).",
    ),
    (
        "E-BLOCKED",
        lambda: placed(T),
        "E2 E6",
        "blue",
        "E4 is in the way (occupied) (SWL-029).",
    ),
    (
        "E-FARM",
        lambda: placed("CH C3, LN A4", version="standard"),
        "C3 C7",
        "blue",
        "cavalry cannot enter or attack into Hougemont (SWL-116).",
    ),
    (
        "E-FARM",
        lambda: placed("FA C4, LN A4", version="standard"),
        "C4 C5",
        "blue",
        "artillery cannot enter Hougemont (SWL-116).",
    ),
    (
        "E-MUD",
        lambda: placed("CH E2", battlefield=MUD),
        "E2 E6",
        "blue",
        "CH has to stop in the mud on E5 (SWL-186).",
    ),
    (
        "E-MUD",
        lambda: placed("CH E5", battlefield=MUD),
        "E5 E4",
        "blue",
        "CH on E5 leaves mud forward, to the left or to the right only (SWL-187).",
    ),
    (
        "E-MUD",
        lambda: placed("LN E5", battlefield=MUD),
        "E5 E7",
        "blue",
        "LN leaves mud by one step only (SWL-185).",
    ),
    (
        "E-MUD",
        lambda: placed("FA E4", battlefield=MUD),
        "E4 E5",
        "blue",
        "artillery cannot enter mud (E5) (SWL-189).",
    ),
    (
        "E-GUN",
        lambda: placed("FA E4, BF E5"),
        "attack E4 E5",
        "blue",
        "FA on E4 is artillery, which attacks only by fire (SWL-039).",
    ),
    (
        "E-NOTGUN",
        lambda: placed(T),
        "fire E4 E7",
        "blue",
        "the piece on E4 is not artillery (SWL-065).",
    ),
    (
        "E-LOS",
        lambda: placed(T),
        "fire F3 E7",
        "blue",
        "FA on F3 cannot hit E7: it fires straight ahead (SWL-066).",
    ),
    (
        "E-LOS",
        lambda: placed(T),
        "fire F3 F8",
        "blue",
        "FA on F3 cannot hit F8: range 3, straight ahead (SWL-066).",
    ),
    (
        "E-LOS",
        lambda: placed(T),
        "fire F3 F2",
        "blue",
        "FA on F3 cannot hit F2: guns fire forward only (SWL-066).",
    ),
    (
        "E-LOS",
        lambda: placed("FA F3, LN F4, BF F5"),
        "fire F3 F5",
        "blue",
        "FA on F3 cannot hit F5, F4 is in the way (SWL-067).",
    ),
    (
        "E-HILLGUN",
        lambda: placed("FA E7, BA E8", battlefield=MUD),
        "fire E7 E8",
        "blue",
        "the gun on E8 stands on a hill and cannot be hit from below by the one on E7 (SWL-129).",
    ),
    (
        "E-TARGET",
        lambda: placed(T),
        "fire F3 F5",
        "blue",
        "there is nothing to shoot at on F5 (SWL-070).",
    ),
    (
        "E-TARGET",
        lambda: placed("FA F3, LN F4"),
        "fire F3 F4",
        "blue",
        "the piece on F4 is your own (SWL-070).",
    ),
    (
        "E-TARGET",
        lambda: placed("FA C4, LN D6", version="standard"),
        "fire C4 HOU",
        "blue",
        "your own troops are in Hougemont (SWL-122).",
    ),
    (
        "E-ACTIONS",
        lambda: placed(T),
        "E4 E5 / E2 E3 / G1 G2 / F1 F2",
        "blue",
        "you have no action left (3 of 3 used) (SWL-019).",
    ),
    (
        "E-SPLIT",
        lambda: placed("WE A10, UX B10, SL L5, LN A1", "red", {"turn": 13}),
        "L5 L6 / L6 L7 / L7 L8 / L8 L9",
        "red",
        "with 4 actions at most 3 may be Prussian; one must be Allied (SWL-111).",
    ),
    (
        "E-SPLIT",
        lambda: placed("WE A10, UX B10, SL L5, LN A1", "red", {"turn": 13}),
        "A10 A9 / A9 A8 / A8 A7 / A7 A6",
        "red",
        "with 4 actions at most 3 may be Allied; one must be Prussian (SWL-111).",
    ),
    (
        "E-ENTER",
        lambda: placed("NA A1", more={"pool": {"blue": ["LN"]}}),
        "enter LN E2",
        "blue",
        "E2 is not on your back row, where pieces come onto the board (SWL-091).",
    ),
    (
        "E-ENTER",
        lambda: placed("NA A1", more={"pool": {"blue": ["LN"]}}),
        "enter LN A1",
        "blue",
        "A1 is occupied (SWL-091).",
    ),
    (
        "E-ENTER",
        lambda: placed("NA A1"),
        "enter LN E1",
        "blue",
        "you have no LN off the board (SWL-091).",
    ),
    (
        "E-ENTER",
        lambda: placed(
            "NA A1",
            more={
                "turn": 5,
                "pool": {"blue": [{"code": "NE", "status": "withdrawn", "left": {"turn": 5, "seat": "blue"}}]},
            },
        ),
        "enter NE E1",
        "blue",
        "NE left the board in this ply; it may return from turn 6 (13:30) on (SWL-092).",
    ),
    (
        "E-ENTER",
        lambda: placed(
            "NA A1",
            more={"turn": -1, "pool": {"blue": [{"code": "OG", "status": "late"}]}},
            version="expert",
            start="early",
        ),
        "enter OG E1",
        "blue",
        "OG is still on the march; it may come from turn 1 (11:00) on (SWL-177).",
    ),
    (
        "E-ENTER",
        lambda: placed("WE A10", "red"),
        "enter PRUSSIAN L6",
        "red",
        "the Prussians come by themselves in this game, not by orders (SWL-R24).",
    ),
    (
        "E-ENTER",
        lambda: placed("WE A10", "red", **{"prussian-rate": "by-action"}),
        "enter PRUSSIAN L6",
        "red",
        "the Prussians come from turn 13 (17:00) on (SWL-105).",
    ),
    (
        "E-ENTER",
        lambda: placed("WE A10", "red", {"turn": 14, "undrawn": ["PI", "SL"]}, **{"prussian-rate": "by-action"}),
        "enter PRUSSIAN L7",
        "red",
        "Prussians come to their flag squares, or north of one that the French hold; not to L7 now (SWL-107).",
    ),
    (
        "E-ENTER",
        lambda: placed("WE A10", "red", {"turn": 14, "undrawn": ["PI", "SL"]}, **{"prussian-rate": "by-action"}),
        "enter PRUSSIAN L6 / L6 L7",
        "red",
        "which Prussian comes to L6 is not known before it stands there; order it in your next mail (SWL-108).",
    ),
    (
        "E-REST",
        lambda: placed(T),
        "rest E4",
        "blue",
        "the piece on E4 is not heavy cavalry; only weakened heavy cavalry may rest (SWL-079).",
    ),
    (
        "E-REST",
        lambda: placed("PL E4"),
        "rest E4",
        "blue",
        "PL on E4 is not weakened (SWL-079).",
    ),
    (
        "E-REST",
        lambda: placed(
            "NA A1",
            more={"turn": 5, "board": {"E4": {"code": "PL", "blocks": 1, "charged": {"turn": 5, "seat": "blue"}}}},
        ),
        "rest E4",
        "blue",
        "PL on E4 has charged, and the enemy must have had a ply before it may rest (SWL-078).",
    ),
    (
        "E-CARD",
        lambda: placed(T),
        "card RE E7",
        "blue",
        "this game is played without cards (SWL-003).",
    ),
    (
        "E-CARD",
        lambda: placed(T, version="standard"),
        "card RE E7",
        "blue",
        "you do not hold Reconnaissance (SWL-131).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "E4 E5 / card RE E7",
        "blue",
        "cards other than Fighting Spirit are played before any other action (SWL-135).",
    ),
    (
        "E-CARD",
        lambda: placed(T + ", BF C8", more=HAND, version="standard"),
        "card IN E4-E5 / attack C7 C8 spirit",
        "blue",
        "you have played a card in this ply, and one is all (SWL-134).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "card RE E7 H8",
        "blue",
        "Reconnaissance: these pieces do not stand side by side (E7 H8) (SWL-139).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "card RE F1",
        "blue",
        "Reconnaissance: no enemy stands there (F1) (SWL-139).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "card IN E4-E7",
        "blue",
        "Initiative is for moves alone; nothing is attacked (SWL-140).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "card IN E4-E5, E4-E5",
        "blue",
        "Initiative: each piece may be used once only (SWL-140).",
    ),
    (
        "E-CARD",
        lambda: placed(T, more=HAND, version="standard"),
        "card IN E4-E5, E2-E3, G1-G2, F1-F2",
        "blue",
        "Initiative does not do so much at once (SWL-140).",
    ),
    (
        "E-CARD",
        lambda: placed("LN E4, LN F4, BF E5, BF F5", more=HAND, version="standard"),
        "card CA attack E4 E5, attack F4 F5",
        "blue",
        "Combined Attack has one attack by infantry, one by cavalry and one shot at most (SWL-141).",
    ),
    (
        "E-CARD",
        lambda: placed("FA E4, FA G4, BF E5, BF G5", more=HAND, version="standard"),
        "card GB fire E4 E5, G4 G5",
        "blue",
        "Grand Battery: these pieces do not stand side by side (E4 G4) (SWL-142).",
    ),
    (
        "E-TAKE",
        lambda: placed(T, version="standard"),
        "take FS RE",
        "blue",
        "the extra cards are for the Allies (SWL-114).",
    ),
    (
        "E-TAKE",
        lambda: placed(T, "red", version="standard"),
        "take FS RE",
        "red",
        "extra cards come with the Prussians, on turn 13 (SWL-114).",
    ),
    (
        "E-TAKE",
        lambda: placed(T, "red", {"turn": 13, "cards": {"discards": ["IN", "IN"]}}, version="standard"),
        "take FS RE",
        "red",
        "FS RE: not among the cards that were put away (SWL-146).",
    ),
    (
        "E-TAKE",
        lambda: placed(T, "red", {"turn": 13, "cards": {"discards": ["IN", "IN"]}}, version="standard"),
        "take IN",
        "red",
        "two cards are taken, both at once (SWL-114).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "cut NA E9",
        "blue",
        "Emperor Napoleon does not ride in the pursuit (SWL-161).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "cut V9 E9",
        "blue",
        "no V9 rides in the pursuit (SWL-166).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "cut V1 E8",
        "blue",
        "no fugitive is on E8 (SWL-165).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "cut R1 E9",
        "blue",
        "R1 is not yours (SWL-166).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "charge V1 V2",
        "blue",
        "V2 is your own (SWL-166).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", more=CHASE, version="expert"),
        "save E9",
        "blue",
        "only the defeated side does that (SWL-168).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", "red", CHASE, version="expert"),
        "cut R1 E9",
        "red",
        "only the victor does that (SWL-165).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", "red", CHASE, version="expert"),
        "stop",
        "red",
        "you have no plan that could be stopped, and only the victor calls the pursuit off (SWL-170).",
    ),
    (
        "E-PURSUIT",
        lambda: placed("BF E9, FA A1", "red", CHASE, version="expert"),
        "plan save E9 E9",
        "red",
        "a plan names squares, each once; these are E9 E9 (SWL-R62).",
    ),
    (
        "E-DRAW",
        lambda: placed(T),
        "accept draw",
        "blue",
        "no draw has been offered (SWL-103).",
    ),
    (
        "E-DRAW",
        lambda: placed(T, more={"draw_offer": "blue"}),
        "accept draw",
        "blue",
        "the offer of a draw is your own (SWL-103).",
    ),
    (
        "E-STAND",
        lambda: placed(T),
        "stand prussians hold",
        "blue",
        "the Prussians are not yours to command (SWL-109).",
    ),
    (
        "E-STAND",
        lambda: placed(T),
        "stand spirit win 9",
        "blue",
        "spirit win 9 names no strength: those are 1 to 6 (SWL-R41).",
    ),
    (
        "E-LIST",
        lambda: opening(),
        "keep FS",
        "red",
        "this game is played without cards (SWL-003).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 5: LN LN",
        "red",
        "row 5 is not yours: you set up on rows 7, 8, 9 and 10 (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 7: BF BF",
        "red",
        "row 7 has 2 squares, and must have 12 (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 7: BF .. .. .. .. .. .. .. .. .. .. .. / 7: BF .. .. .. .. .. .. .. .. .. .. ..",
        "red",
        "row 7 stands there twice (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 7: LN .. .. .. .. .. .. .. .. .. .. ..",
        "red",
        "LN (Line Infantry) on A7 is not of your army (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 10: WE UX WE .. .. .. .. .. .. .. .. ..",
        "red",
        "you placed 2 WE but have 1 (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 10: WE .. .. .. .. .. .. .. .. .. .. ..",
        "red",
        "Lord Uxbridge (UX) must be on the board (SWL-011).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 10: WE UX .. .. .. .. .. .. .. .. .. ..",
        "red",
        "43 pieces are not placed, and 10 at most may be in reserve (SWL-010).",
    ),
    (
        "E-SETUP",
        lambda: opening(),
        "setup / 10: WE UX .. .. .. .. .. .. .. .. .. .. / garrison: BF C5",
        "red",
        "C5 is not one of the squares of your garrison; you have none in this game (SWL-148).",
    ),
    (
        "E-SETUP",
        lambda: opening(version="expert"),
        f"setup / {ROWS}garrison: BF C5",
        "red",
        "exactly 2 infantry start in Hougemont (C5 D5 C6 D6); you placed 1 (SWL-148).",
    ),
    (
        "E-SETUP",
        lambda: opening(version="expert"),
        f"setup / {ROWS}garrison: KH C5, BF C6",
        "red",
        "KH (KGL Hussars) on C5 is not infantry, as a garrison is (SWL-148).",
    ),
    (
        "E-SETUP",
        lambda: opening(version="expert"),
        f"setup / {ROWS}garrison: BF C5, RI C5",
        "red",
        "C5 is given to BF and to RI (SWL-009).",
    ),
    (
        "E-SETUP",
        lambda: opening(version="expert"),
        f"setup / {ROWS}garrison: BF C5, BF C6 / reserve: DC",
        "red",
        "your reserve names 1 DC, but none is left over (SWL-010).",
    ),
    (
        "E-SETUP",
        lambda: opening(battlefield=GUNS),
        "setup / 9: WE UX BA .. .. .. .. .. .. .. .. ..",
        "red",
        "BA (British Artillery) cannot stand on C9: guns sink in mud (SWL-015).",
    ),
]


@pytest.mark.parametrize(("code", "at", "orders", "seat", "sentence"), REFUSED)
def test_every_refusal_has_its_sentence(
    code: str, at: Callable[[], Any], orders: str, seat: str, sentence: str
) -> None:
    position = at()
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    assert code in [verdict.code for verdict in RULES.check(position, seat, lines).verdicts]
    assert next(said.text for said in answers(position, orders, seat) if said.mark == "no") == sentence


def test_no_refusal_is_left_out() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS)


@pytest.mark.parametrize(
    ("typed", "ending"),
    [
        ("E1O E4", 'did you mean "E10" where you wrote "E1O".'),
        ("E4", "it names E4 and nothing else; a move is written E4 E6, an attack E4 x E6."),
        ("fire E4", "write gun and target, as in fire E4 E7 or fire C3 HOU."),
        ("card FS E4", "in defence it is a standing order."),
        ("plan cut", "write plan auto, plan cut and squares, or plan save and squares."),
        ("4:LN FA XX LN LN LN", 'in row 4 "XX" is no piece; write its two letters, or .. for an empty square.'),
        ("garrison: BF, C6", "as in garrison: BF C6, RI D5."),
        ("E4 " * 200, "it is far too long for an order."),
    ],
)
def test_a_line_that_cannot_be_read_is_explained(typed: str, ending: str) -> None:
    (said,) = answers(placed(T), typed)
    assert said.mark == "no"
    assert said.text.startswith("I do not understand this line; ")
    assert said.text.endswith(ending)


def test_every_hint_is_a_clause_of_its_own() -> None:
    assert set(AFTER_WORDS) == set(AFTER)
    for hint in (*HINTS.values(), *AFTER_WORDS.values(), *CARD_FORMS.values()):
        assert not hint.endswith(".")


# --- What is accepted -----------------------------------------------------------------------------------------------


ANY_FOUR = "Fighting Spirit wins a tie, or makes one of a loss, for a defender of strength 4 or more"


def test_a_ply_is_read_back() -> None:
    orders = "rest C7 / card IN E4-E6, E2-E3 / F3-F4 / G1 G2 / stand spirit any 4 / offer draw / end / F1 F2"
    assert answers(placed(T, more=HAND, version="standard"), orders) == [
        Said("ok", "PL leaves the board from C7 to rest, free of charge"),
        Said("ok", "Initiative: E4-E6 and E2-E3, one action in all"),
        Said("ok", "FA moves F3-F4"),
        Said("ok", "NE moves G1-G2"),
        Said("ok", f"standing order: {ANY_FOUR}"),
        Said("ok", "you offer a draw"),
        Said("ok", "ends the ply"),
        Said("-", "not looked at: the ply ended above."),
    ]


def test_the_way_that_is_found_and_conditions_are_read_back() -> None:
    at = placed("LN D5, BA E6, NA A1, NE B1")
    assert answers(at, "attak D5 E6 / if won: E6 E7 / if lost: D5 D4 / try D5 D9") == [
        Said("ok, read as", "LN D5-D6 attacks E6 (the way found for you)"),
        Said("ok", "after a win: LN moves E6-E7"),
        Said("-", "carried out only if the attack or shot above fails."),
        Said("-", "left out: there is no piece on D5 (SWL-028)."),
    ]


def test_shots_cards_and_entries_are_read_back() -> None:
    more = HAND | {"pool": {"blue": ["LN"]}}
    at = placed("FA E4, BF E7, FA F4, MG C6, BF C7, NA A1, NE B1", more=more, version="standard")
    assert answers(at, "card GB fire E4 E7 / enter Line Infantry C1 / test") == [
        Said("ok", "Grand Battery: E4 at E7, one action in all"),
        Said("ok", "LN comes onto the board at C1"),
        Said("ok", "this mail is only tried out"),
    ]
    assert answers(at, "card CA fire E4 E7, attack C6 C7")[0].text == (
        "Combined Attack: fire E4 E7 and attack C6xC7, one action in all"
    )
    assert answers(at, "card RE C7 / C6 C5") == [
        Said("ok", "Reconnaissance: you look at C7, and the rest of your ply waits for your next mail"),
        Said("-", "not carried out: first look at what the Reconnaissance has found."),
    ]
    light = placed("FA E4, RI E7, NA A1", more={"board": {"E7": {"code": "RI", "known": True}}})
    assert answers(light, "fire E4 E7")[0].text == (
        "the gun on E4 fires at RI on E7 - which is light infantry: it will take no harm"
    )
    farm = placed("FA D3, NA A1", version="standard")
    assert answers(farm, "fire D3 HOU")[0].text == "the gun on D3 fires at Hougemont"
    due = placed(T, "red", {"turn": 13, "cards": {"discards": ["IN", "FS"]}}, version="standard")
    assert answers(due, "take IN FS", "red")[0].text == "you take Initiative and Fighting Spirit"


def test_a_set_up_is_read_back() -> None:
    standing = "stand own-tie mover / stand farm-target strong / stand advance on / stand prussians hold"
    lists = f"keep FS CA / burn RE / {standing}"
    assert [said.text for said in answers(opening(version="standard"), f"setup default / {lists}", "red")] == [
        "45 pieces are set up in the usual formation, no reserve",
        "in the draft you take, in this order, FS CA, and then what is there first of FS CA GB IN RE",
        "in the draft you put away first of all RE, and where none of these is left what is there first of FS CA GB IN "
        "RE; kinds on your keep list go last, from its end",
        "standing order: of two equal friends in a frenzy the frenzied one survives",
        "standing order: a frenzy in a farm goes on at the strongest enemy that is known",
        "standing order: a defender who wins by the die takes the square of the attack",
        "standing order: the Prussians wait",
    ]
    drawn = f"setup / {ROWS.replace('DC', '..')}garrison: BF C5, BF C6"
    assert answers(opening(version="expert"), drawn, "red")[0].text == "42 pieces are set up, in reserve DC 3"


def test_the_pursuit_is_read_back() -> None:
    at = placed("BF E9, NA A1, NE B1", more=CHASE, version="expert")
    assert [said.text for said in answers(at, "cut V1 E9 / retire V1")] == [
        "V1 cuts down the fugitive on E9",
        "V1 leaves the pursuit for good",
    ]
    assert [said.text for said in answers(at, "charge V2 R1 / plan auto")] == [
        "V2 charges R1",
        "plan: the usual policy acts for you until further notice",
    ]
    defeated = placed("BF E9, WE A10", "red", CHASE, version="expert")
    assert [said.text for said in answers(defeated, "save E9 / end", "red")] == [
        "the fugitive on E9 gets away",
        "ends the ply",
    ]


def test_what_stops_half_way_says_how_far_it_came() -> None:
    at = placed("LN E4, LN E5, BF E6, NA A1, NE B1")
    _, refused = played(at, "attack E5 E6 / E6 E7 / E4 E5", "R")
    assert refused == [
        "the piece on E6 is not yours (SWL-020). 1 line above it was carried out; 2 actions left.",
        "not carried out, as a line above it had become impossible.",
    ]
    _, refused = played(at, "attack E5 E6 / if won: E6 E7 / try E6 E7 / if lost: E4 E5", "R")
    assert refused == [
        "not carried out: its condition is not met.",
        "left out: the piece on E6 is not yours (SWL-020).",
    ]


# --- What happened --------------------------------------------------------------------------------------------------

FIGHTS: list[tuple[Any, str, tuple[str, ...], str]] = [
    (
        placed("LN E5, CH E7, BF E6"),
        "attack E5 E6",
        ("B+",),
        "BLUE LN E5 x E6 BF: 3 v 3, die B+ - BF eliminated, LN to E6, "
        "frenzy: LN E6 x E7 CH (own): 3 v 2 - CH eliminated, LN to E7.",
    ),
    (placed("OG E4, HR E5"), "attack E4 E5", (), "BLUE OG E4 x E5 HR: 6 v 5 - HR eliminated, OG to E5."),
    (placed("NA E5, BA E7"), "E5xE7", (), "BLUE NA E5-E6 x E7 BA: straight at the gun - NA eliminated (SWL-049)."),
    (
        placed("NA E5, RH E6"),
        "E5xE6",
        (),
        "BLUE NA E5 x E6 RH: a Commander-in-Chief beats whatever he attacks - RH eliminated, NA to E6 (SWL-084).",
    ),
    (
        placed("LI E3, LN E4, BF E5"),
        "E4xE5",
        ("R+",),
        "BLUE LN E4 x E5 BF: 3 v 3, die R+ - LN eliminated, BF to E4, "
        "frenzy: BF E4 x E3 LI: 3 v 1 - LI eliminated, BF to E3.",
    ),
    (
        placed("LI E3, LN E4, BF E6"),
        "E4xE6",
        ("R+",),
        "BLUE LN E4-E5 x E6 BF: 3 v 3, die R+ - LN eliminated, BF to E5, the next square is empty: the frenzy ends.",
    ),
    (
        placed("CU1 E6, BF F6"),
        "E6xF6",
        ("RR",),
        "BLUE CU E6 x F6 BF: 3 v 3, die RR - CU withdraws, CU now has 2 blocks.",
    ),
    (
        placed("LN D5, BA E6"),
        "D5xE6",
        (),
        "BLUE LN D5-D6 x E6 BA: into the gun's flank or rear - BA eliminated, LN to E6 (SWL-050).",
    ),
    (
        placed("LN E5, BF E6", more=HAND, version="standard"),
        "E5xE6 spirit",
        (),
        "BLUE LN E5 x E6 BF: 4 v 3, Fighting Spirit BLUE - BF eliminated, LN to E6.",
    ),
    (
        placed("LN E5, LN E7, BF E6"),
        "E5xE6",
        ("B+",),
        "BLUE LN E5 x E6 BF: 3 v 3, die B+ - BF eliminated, LN to E6, "
        "frenzy: LN E6 x E7 LN (own): 3 v 3, equal friends - LN eliminated (SWL-058).",
    ),
    (
        placed("LI E5, BA E6, BF D6, BF F6", **{"li-front": "repulse"}),
        "E5xE6",
        (),
        "BLUE LI E5 x E6 BA: light infantry before the gun is driven off - LI stays on E5 (SWL-R28).",
    ),
    (placed("FA E4, RI E7"), "fire E4 E7", (), "BLUE FA E4 fires at E7: RI is light infantry and takes no harm."),
]


@pytest.mark.parametrize(("at", "orders", "dice", "line"), FIGHTS)
def test_a_fight_is_told_on_one_line(at: Any, orders: str, dice: tuple[str, ...], line: str) -> None:
    assert played(at, orders, *dice)[0][0] == line
    assert played(at, orders, *dice, viewer="red")[0][0] == line


def test_each_side_reads_what_it_may_know() -> None:
    at = placed("LN A1, PL1 C7, NA B1", more={"pool": {"blue": ["CH"]}, "turn": 5})
    orders = "rest C7 / enter CH E1 / A1 A2 / end"
    assert played(at, orders)[0] == [
        "BLUE rests PL (1 block) from C7.",
        "BLUE brings on CH at E1.",
        "BLUE LN A1-A2.",
        "Turn 6, 13:30, RED: 2 actions.",
    ]
    assert played(at, orders, viewer="red")[0][1:3] == ["BLUE brings on cavalry at E1.", "BLUE infantry A1-A2."]
    at = placed("LN E4, KH E7, KH F7, KH F8, KH G8", more=HAND, version="standard")
    assert played(at, "card RE E7 F7 F8 G8")[0] == [
        "BLUE plays Reconnaissance: E7 F7 F8 G8.",
        "You see: E7 KH, F7 KH, F8 KH, G8 KH.",
    ]
    assert played(at, "card RE E7 F7 F8 G8", viewer="red")[0] == ["BLUE plays Reconnaissance: E7 F7 F8 G8."]


def test_buildings_are_shelled_and_conquered() -> None:
    at = placed("FA C3, BF C5", more={"tiles": {"HOU": {"damage": 2}}}, version="standard")
    assert played(at, "fire C3 HOU / fire C3 C5")[0][:2] == [
        "BLUE FA C3 fires at Hougemont: damage 3 of 4.",
        "BLUE FA C3 fires at Hougemont: destroyed.",
    ]
    at = placed("LN C5, LN D5, LN C6, LN D7, NA A1", more={"tiles": {"HOU": {"flag": "red"}}}, version="standard")
    assert played(at, "D7 D6")[0][1] == "The French flag flies over Hougemont, taken from the Allies (SWL-118)."


def test_between_two_turns() -> None:
    more = {"turn": 12, "undrawn": ["PI", "LW", "SL"], "cards": {"discards": ["IN", "FS", "FS"]}}
    at = placed("NA A1, NE B1, WE A10, UX B10", more=more, version="standard")
    assert played(at, "end", viewer="red")[0] == [
        "BLUE ends the ply; 3 actions not used.",
        "Prussians come onto the field: PI at L6 and LW at L5 (SWL-106).",
        "You may take two of the cards that were put away, once, before any action of a ply: IN FS FS (SWL-114).",
        "Turn 13, 17:00, RED: 4 actions.",
    ]
    assert played(at, "end")[0][1] == (
        "Prussians come onto the field: Prussian infantry at L6 and Prussian infantry at L5 (SWL-106)."
    )
    at = placed("NA A1, NE B1, WE A10, UX B10", more={"turn": 8}, version="expert", grouchy="on")
    assert played(at, "end", "B")[0][1] == (
        "Where are the Prussians? The die shows B: the Prussians will not come (SWL-180)."
    )


def test_the_pursuit_is_told() -> None:
    more = {"turn": 9, "eliminated": {"red": {"BF": 4}}}
    at = placed("LN I10, LN L9, NA A1, NE B1, WE A10, KH C9, BF E5", more=more, version="expert")
    assert played(at, "L9 L10", viewer="red")[0] == [
        "BLUE infantry L9-L10.",
        "The Allies retreat, and the French pursue them. Casualties so far: French 0, Allied 4 (SWL-160).",
        "Cavalry in the pursuit: V1 cavalry, R1 KH.",
        "Pursuit, BLUE: 3 actions.",
    ]
    at = placed("BF E9, BF F9, NA A1, NE B1, WE C10", more=CHASE, version="expert")
    assert played(at, "cut V1 E9 / charge V2 R1 / stop", viewer="red")[0] == [
        "BLUE V1 cavalry cuts down BF on E9.",
        "BLUE V2 CU charges R1 KH: R1 KH eliminated.",
        "The pursuit ends: the victor calls it off (SWL-170).",
        "The battle is indecisive: Allied casualties 2, French 0, difference 2 (SWL-171).",
    ]


def test_riders_are_told_by_number() -> None:
    rider = {"code": "CH", "arm": "c", "nation": "FR", "side": "blue", "blocks": 0}
    labels = Event("labels", {"riders": dict.fromkeys(("R1", "R10", "R2", "V1", "V10", "V2"), rider)})
    assert presentation().say_event(labels, RULES.view(placed(T), "blue")) == (
        "Cavalry in the pursuit: V1 CH, V2 CH, V10 CH, R1 CH, R2 CH, R10 CH."
    )


P = {"code": "LN", "arm": "i", "nation": "FR", "side": "blue", "blocks": 0}
HIDDEN = P | {"code": None}
OTHER_EVENTS: list[tuple[str, Json, str | None]] = [
    (
        "dealt",
        {"seat": "blue", "section": "LEFT"},
        "Your card: your lines of retreat are the LEFT of your back row (A1-D1). Guard them.",
    ),
    ("shuffled", {"count": 13}, None),
    (
        "set_up",
        {"seat": "red", "placed": {"i": 20, "c": 10, "a": 5}, "reserve": {"i": 0, "c": 3, "a": 0}, "default": False},
        "RED has set up: 20 infantry, 10 cavalry, 5 artillery; in reserve 3 cavalry.",
    ),
    (
        "picked",
        {"seat": "red", "keep": "FS", "burn": "CA", "filled": False},
        "RED takes Fighting Spirit (FS) and puts Combined Attack (CA) away.",
    ),
    ("picked", {"seat": "red", "keep": None, "burn": None, "filled": False}, "RED takes a card and puts one away."),
    ("hand", {"seat": "red", "cards": ["FS", "GB"]}, "Your cards: Fighting Spirit (FS) and Grand Battery (GB)."),
    (
        "drafted",
        {"hands": {"blue": 4, "red": 4}, "discarded": 7},
        "The cards are drafted: four for each side, seven are put away.",
    ),
    ("turn", {"turn": 2, "clock": "11:30"}, None),
    (
        "late",
        {"seat": "blue", "count": 14},
        "14 French pieces that were on the march have come up and wait in reserve.",
    ),
    (
        "ply_ends",
        {"seat": "red", "turn": 2, "used": 1, "allowance": 3, "why": "deadline"},
        "RED sent nothing more in time; 2 actions not used.",
    ),
    ("ply_ends", {"seat": "red", "turn": 2, "used": 3, "allowance": 3, "why": "used"}, None),
    (
        "move",
        {"seat": "blue", "piece": HIDDEN, "from": "E4", "to": "F5", "path": ["E4", "E5", "F5"], "card": None},
        "BLUE infantry E4-E5-F5.",
    ),
    ("card", {"seat": "blue", "card": "FS"}, None),
    ("card", {"seat": "blue", "card": "GB"}, "BLUE plays Grand Battery."),
    ("take", {"seat": "red", "cards": ["FS", "IN"]}, "RED takes Fighting Spirit (FS) and Initiative (IN)."),
    ("take", {"seat": "red", "cards": None}, "RED takes two more cards."),
    (
        "dropped",
        {"seat": "red", "card": "GB", "part": 2, "why": {}},
        "Part 2 of your Grand Battery has become impossible and is dropped.",
    ),
    ("save", {"seat": "red", "square": "E9", "target": HIDDEN}, "RED brings infantry on E9 to safety."),
    (
        "retire",
        {"seat": "red", "label": "R2", "piece": P | {"code": "DC", "arm": "c"}},
        "RED takes R2 DC out of the pursuit.",
    ),
    ("draw_offered", {"seat": "red"}, "RED offers a draw."),
    ("draw_accepted", {"seat": "red"}, "RED accepts the draw."),
    ("draw_lapsed", {"seat": "red"}, "The offer of a draw by RED has lapsed."),
    ("resigned", {"seat": "red"}, "RED resigns."),
]
TOLD_ABOVE = {"grouchy", "prussians", "cards_due", "ply", "attack", "shot", "farm", "enter", "rest", "scouted"}
TOLD_ABOVE |= {"pursuit_begins", "labels", "pursuit_ply", "cut", "charge", "stop", "end"}


@pytest.mark.clause("SWL-103")
def test_that_an_offer_has_lapsed_is_told_with_its_clause() -> None:
    lapsed = Event("draw_lapsed", {"seat": "red"}, "SWL-103")
    said = presentation().say_event(lapsed, RULES.view(placed(T), "blue"))
    assert said == "The offer of a draw by RED has lapsed (SWL-103)."


@pytest.mark.parametrize(("kind", "facts", "sentence"), OTHER_EVENTS)
def test_every_event_has_its_words(kind: str, facts: Json, sentence: str | None) -> None:
    assert presentation().say_event(Event(kind, facts), RULES.view(placed(T), "blue")) == sentence


def test_no_event_is_left_out() -> None:
    assert {kind for kind, *_ in OTHER_EVENTS} | TOLD_ABOVE == set(EVENTS)


@pytest.mark.parametrize(
    ("at", "orders", "sentence"),
    [
        (
            placed("LN C9, CH B5, NE C1, NA A1, WE L10", more={"retreat": {"blue": "LEFT", "red": "RIGHT"}}),
            "C9 C10 / B5 B10",
            "Decisive French victory: two French pieces stand on the Allied lines of retreat (SWL-097).",
        ),
        (
            placed("LN E9, CH B10, NE C1, NA A1, WE L10, LN F10", version="expert"),
            "E9 E10",
            "Decisive French victory: two French pieces stand in the Allied centre (E10-H10) (SWL-156).",
        ),
        (
            placed("CH E5, WE E6, NA A1", version="standard"),
            "E5xE6",
            "Decisive French victory: the Allies have lost their Commander-in-Chief (SWL-101).",
        ),
        (placed("CH E5, NA A1"), "resign", "Decisive Allied victory: the French have resigned (SWL-103)."),
        (
            placed("CH E5, NA A1", more={"draw_offer": "red"}),
            "accept draw",
            "The game is drawn: both sides agreed on it (SWL-103).",
        ),
        (
            placed("CH E5, NA A1", more={"turn": 40}),
            "end",
            "The game is drawn: turn 40 is over, and it was the last (SWL-104).",
        ),
    ],
)
def test_every_end_has_its_sentence(at: Any, orders: str, sentence: str) -> None:
    assert played(at, orders)[0][-1] == sentence


# --- Options and positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"colour": "red"}, 'Stratego Waterloo has no option "colour".'),
        ({"version": "big"}, 'Option version cannot be "big": it is one of basic, standard or expert (SWL-002).'),
        ({"start": "early"}, "start=early does not go with version=basic (SWL-174)."),
        (
            {"battlefield": "base basic\ntile LAKE C5"},
            'Battlefield, line 2, "tile LAKE C5": tile cannot be "LAKE": it is HILL, MUD, FARM or VILLAGE (SWL-183).',
        ),
        ({"battlefield": "base basic"}, "Battlefield: there is no line army blue (SWL-183)."),
        (
            {"battlefield": MUD.replace("E8", "F6")},
            'Battlefield, line 3, "tile HILL F6": this tile and T1 (from E5) both cover F6 (SWL-183).',
        ),
    ],
)
def test_an_option_that_cannot_be_had_is_explained(options: Json, sentence: str) -> None:
    with pytest.raises(BadOption) as raised:
        RULES.settle(options)
    assert presentation().say_bad_option(raised.value) == sentence


@pytest.mark.parametrize("reason", sorted(BATTLEFIELDS))
def test_every_fault_of_a_battlefield_has_its_sentence(reason: str) -> None:
    names = re.findall(r"{(\w+)}", BATTLEFIELDS[reason])
    facts: Json = dict.fromkeys(names, "X") | {"line": 3, "text": "tile", "reason": reason, "values": None}
    if "side" in names:
        facts["seat"] = "red"
    if "place" in names:
        facts["what"] = "flag"
    said = presentation().say_bad_option(BadOption("value", "SWL-183", option="battlefield", value="tile", **facts))
    assert said.startswith('Battlefield, line 3, "tile": ')
    assert said.endswith(" (SWL-183).")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ({"board": {"M4": "LN"}}, "Position, board.M4: M4 is not a square: they are A1 to L10 (SWL-R01)."),
        ({"board": {"E4": "XX"}}, "Position, board.E4: there is no piece XX."),
        ({"board": {"E4": "LN-2"}}, "Position, board.E4.blocks: LN cannot bear 2 blocks (SWL-073, SWL-075)."),
        ({"board": {"E4": "NA", "E5": "NA"}}, "Position, board: there are more NA than belong to this game."),
        ({"turn": 41}, "Position, turn: turn 41 is not one of this game, which has turns 1 to 40."),
    ],
)
def test_a_position_that_cannot_be_is_explained(written: Json, sentence: str) -> None:
    with pytest.raises(BadPosition) as raised:
        RULES.decode(written, RULES.settle({}))
    assert presentation().say_bad_position(raised.value) == sentence


def test_no_bad_position_is_left_out() -> None:
    """Read from the source of the rules, where each code stands that they may raise."""
    source = (Path(__file__).parents[4] / "core/rulesets/stratego_waterloo/position.pyx").read_text(encoding="utf-8")
    raised = set(re.findall(r'BadPosition\([^,]*, "(\w+)"', source))
    chosen = {"too_many_cards", "no_cards", "missing", "not_over"}
    assert raised | chosen == set(BAD_POSITIONS)
