"""Every verdict, event, outcome, option and position that cannot be has its words."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import BadOption, BadPosition, Event, Json, Line, Status, Verdict
from core.dice import ScriptedDice
from pbem.rulesets.waterloo_wargame import presentation
from pbem.rulesets.waterloo_wargame.narration import EVENTS
from pbem.rulesets.waterloo_wargame.wording import BAD_POSITIONS, REFUSALS, accepted

RULES = presentation().rules
OPTIONS = RULES.settle({})
VIEW = RULES.view(RULES.opening(OPTIONS), "french")
FRENCH: Json = {"seat": "french"}

REFUSED: list[tuple[str, Json, str]] = [
    ("E01", {"what": "piece", "name": "dur", "gone": False, "near": ["DOR", "DOM", "DON", "KEM", "QUI"]},
     'there is no piece "DUR" (did you mean DOR, DOM or DON?)'),
    ("E01", {"what": "piece", "name": "qui", "gone": True, "near": []}, "QUI is no longer on the board"),
    ("E01", {"what": "road", "name": "xxx", "gone": False, "near": ["CHA", "NIV"]},
     'there is no road "XXX"; there are CHA and NIV'),
    ("E01", {"what": "thing", "name": "nowhere", "gone": False, "near": ["LHS"]},
     'there is no piece or place "NOWHERE"'),
    ("E02", {"piece": "KEM", "owner": "allied"}, "KEM is an Allied piece; you command the French"),
    ("E03", {"piece": "SIM", "line": 3}, "SIM was already ordered to move on line 3"),
    ("E04", {"piece": "FOY", "men": 5, "total": 12, "limit": 10},
     "moving FOY (5,000) makes 12,000 men; the limit is 10,000, and 3,000 are left"),
    ("E05", {"piece": "QUI", "arm": "infantry", "yards": 260, "limit": 200, "across": 260, "road": 0},
     "QUI: 260 yards across country; infantry has 200"),
    ("E05", {"piece": "SAL", "arm": "gun", "yards": 101, "limit": 100, "across": 101, "road": 0},
     "SAL: 101 yards in all; guns have 100"),
    ("E06", {"piece": "QUI", "arm": "infantry", "yards": 320, "limit": 300, "across": 100, "road": 320},
     "QUI: 320 yards by road after 100 across country; at most 300"),
    ("E07", {"piece": "QUI", "road": "CHA", "outside": 219},
     "QUI is not totally on road CHA where its road leg begins (219 yards outside)"),
    ("E08", {"piece": "SIM", "road": "CHA", "yards": 380, "most": 352, "what": "off"},
     "SIM would not be totally on road CHA after 380 yards; 352 yards is the longest shorter distance that works"),
    ("E08", {"piece": "SIM", "road": "CHA", "yards": 380, "most": 0, "what": "end"},
     "road CHA ends before SIM has gone 380 yards; no shorter distance works"),
    ("E09", {"piece": "DON", "by": "BYL", "yards": 137}, "the way of DON is barred by BYL after 137 yards"),
    ("E09", {"piece": "DON", "by": "BYL", "degrees": 1}, "the way of DON is barred by BYL after 1 degree"),
    ("E10", {"piece": "BAU", "by": "HOU", "yards": 100},
     "the way of BAU is barred by the garrisoned strongpoint HOU after 100 yards"),
    ("E11", {"piece": "VIV"}, "VIV would leave the board"),
    ("E12", {"piece": "DON", "on": "NOU"}, "DON would end on top of NOU"),
    ("E12", {"piece": "DON", "on": "HOU"}, "DON would end inside the enemy's strongpoint HOU"),
    ("E13", {"piece": "SAL", "line": 2, "what": "moved"},
     "SAL moved on line 2 and cannot fire; a gun does one or the other"),
    ("E13", {"piece": "SAL", "line": 9, "what": "fires"},
     "SAL is to fire on line 9 and cannot move; a gun does one or the other"),
    ("E14", {"gun": "NOU", "target": "BYL", "yards": 1012, "degrees": 34},
     "BYL is not in the arc of NOU (1,012 yards, 34 degrees off its front; a gun reaches 1,000 yards, 30 degrees to "
     "each side)"),
    ("E15", {"piece": "MIL"}, "MIL is your own piece"),
    ("E16", {"pieces": ["QUI", "BOU"], "target": "KEM", "gap": 12.0},
     "none of QUI, BOU touches KEM (nearest gap 12 yards; 5 is the most)"),
    ("E17", {"pieces": ["QUI", "BOU"], "gap": 30.5}, "QUI and BOU do not touch (gap 30.5 yards; 5 is the most)"),
    ("E18", {"men": 7, "limit": 5, "target": "KEM"},
     "7,000 men; at most 5,000 may attack (10,000 against a strongpoint)"),
    ("E18", {"men": 12, "limit": 10, "target": "MAC"}, "12,000 men; at most 10,000 may attack a strongpoint"),
    ("E19", {"piece": "SAL"}, "SAL is a gun, and guns do not attack by contact; they FIRE"),
    ("E20", {"piece": "MIL", "strongpoint": "HOU"}, "MIL is cavalry, which may not attack the garrison of HOU"),
    ("E20", {"piece": "MIL", "strongpoint": "HOU", "gun": "LLO"},
     "MIL is cavalry, which may not attack the guns of LLO in HOU, which their side holds"),
    ("E21", {"piece": "QUI", "target": "KEM"}, "QUI drew with KEM; the fight may not be renewed this turn"),
    ("E22", {"piece": "FRI", "what": "attack"}, "Napoleon joined FRI this turn; FRI may not attack"),
    ("E23", {"piece": "MAR", "degrees": 40, "yards": 279, "limit": 200, "most": 28},
     "a wheel of MAR by 40 degrees swings its outer corner 279 yards; at most 200 (28 degrees)"),
    ("E24", {"piece": "FRI", "what": "again", "line": 3},
     "the General goes to another piece once a turn, and did so on line 3"),
    ("E24", {"piece": "FRI", "what": "no_general"}, "your army has no General on the board"),
    ("E24", {"piece": "FRI", "what": "not_yours", "of": "allied"}, "Wellington is your opponent's General"),
    ("E25", {"what": "header", "number": 5, "round": 6, "to_move": "allied"},
     "this mail is for turn 5; the game waits for Allied turn 6"),
    ("E25", {"what": "not_your_turn", "round": 6, "to_move": "allied"},
     "it is Wellington's turn 6; only STAND orders can be sent meanwhile"),
    ("E25", {"what": "over", "round": 6, "to_move": "allied"}, "the game is over: The game goes on"),
    ("E26", {"what": "line"}, 'cannot read this line; did you mean "MOVE" where you wrote "MOV"'),
    ("E26", {"what": "exit"}, "nobody leaves the board in this game (edge=closed)"),
    ("E26", {"what": "too_many", "most": 12}, "that is too much for one line or mail; 12 is the most"),
    ("E27", {"piece": "KIE", "road": "OHA", "bearing": 0, "bearings": [78, 258]},
     "N lies across road OHA where KIE stands; it runs on bearing 78 or 258 there"),
    ("E28", {"piece": "SIM", "what": "no_length"}, "the move of SIM goes nowhere"),
    ("E28", {"piece": "SIM", "what": "same_heading"}, "SIM faces that way already"),
    ("E28", {"piece": "SIM", "what": "touches", "enemy": "KEM"}, "SIM touches KEM already"),
    ("E28", {"piece": "SIM", "what": "max"}, "SIM cannot go that way at all"),
    ("E28", {"piece": "PET", "what": "rides_already"}, "the General rides with PET already"),
    ("E29", {"piece": "BOU"}, "ADVANCE names BOU, which is not in this attack"),
    ("E30", {"piece": "DON", "bearing": 10, "enemy": "BYL"}, "moving straight from DON on bearing 10 never meets BYL"),
    ("E31", {"strongpoint": "LHS"}, "strongpoint LHS has no enemy garrison; name a piece"),
    ("E32", {"piece": "QUI"}, "QUI is not a gun and cannot fire"),
    ("E33", {"piece": "VDL", "gap": 12.0}, "VDL is 12 yards from the edge of the board; 5 is the most"),
    ("E34", {"missed": 1, "needed": 3}, "Wellington has missed 1 turn running, and 3 are needed"),
    ("E36", {"piece": "FOY", "to": [2892, 2252, 0], "told": [2892, 2300], "yards": 200},
     "FOY would end at 2892,2252 facing N after 200 yards, not as the line tells it"),
    ("E35", {"piece": "QUI", "men": 7, "limit": 5},
     "with QUI 7,000 men of one line of touching pieces would fight this turn; the limit is 5,000"),
    ("used", {"piece": "QUI"}, "QUI has fought or fired already"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "facts", "sentence"), REFUSED)
def test_every_refusal_has_its_words(code: str, facts: Json, sentence: str) -> None:
    verdict = Verdict(4, Status.REFUSED, code, ("WWG-001", "WWG-002"), FRENCH | facts)
    said = presentation().say_verdict(verdict, Line(4, "MOV QI NROTH", None), VIEW)
    assert (said.mark, said.text) == ("no", f"{sentence} (WWG-001, 002).")


def test_no_refusal_is_left_out() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS)
    assert {f"E{number:02}" for number in range(1, 36)} <= set(REFUSALS)


def answers(text: str, seat: str = "french", options: Json | None = None, **more: Any) -> list[str]:
    """What the rules say to a mail, in words."""
    settled = RULES.settle(options or {})
    position = RULES.decode(more, settled) if more else RULES.opening(settled)
    lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
    view = RULES.view(position, seat)
    by_number = {line.number: line for line in lines}
    verdicts = RULES.check(position, seat, lines).verdicts
    return [presentation().say_verdict(verdict, by_number[verdict.line or 0], view).text for verdict in verdicts]


def test_moves_are_answered_in_yards_and_with_what_is_left() -> None:
    assert answers(
        "MOVE MAR FORWARD 150\nMOVE SIM ROAD CHA N 250\nTURN DOM TO 90\nGENERAL TO FRI\nMOVE NOU FORWARD 100"
    ) == [
        "MAR (4,000) goes 150 yards, to 4930,2500 facing N (its move allows 50 yards more).",
        "SIM (4,000) goes 250 yards by road CHA, to 3961,1843 facing 257 degrees (its move allows 250 yards more by "
        "road).",
        "DOM (1,000) turns right by 90 degrees, to face E at 4170,1820.",
        "Napoleon goes from PET to FRI (FRI may not attack or fire this turn, and he helps no attack).",
        "NOU goes 100 yards, to 4380,2530 facing N (that is the most).",
    ]


def test_what_asks_too_much_is_told_the_most() -> None:
    assert answers("WHEEL MAR LEFT 40") == [
        "a wheel of MAR by 40 degrees swings its outer corner 279 yards; at most 200 (28 degrees) (WWG-050)."
    ]
    assert answers("MOVE QUI N 260") == [
        "QUI: 260 yards across country; infantry has 200; 41 yards that way is the longest that works (WWG-036, 039)."
    ]


def test_a_way_that_is_barred_or_taken_is_told_how_far_it_works() -> None:
    opening = RULES.encode(RULES.opening(OPTIONS))
    assert answers("MOVE BES S 200", "allied", to_move="allied", pieces=opening["pieces"]) == [
        "BES would end on top of BIJ; 131 yards that way is the longest that works (WWG-021)."
    ]
    assert answers("MOVE QUI TOWARD LHS MAX") == [
        "QUI (2,000) goes 46 yards, to 4029,2321 facing N (its move allows 154 yards more, but its own SAL leaves no "
        "room)."
    ]


@pytest.mark.clause("WWG-007", "WWG-021", "WWG-043", "WWG-045", "WWG-055")
@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("MOVE B4 N MAX", "but the garrisoned wall of HOU bars the way) (touches HOU)."),
        ("MOVE C2 N MAX", "but D5 bars the way) (touches D5)."),
        ("MOVE C2 E MAX", "but its own I1 leaves no room)."),
        ("MOVE K1 W MAX", "but the board ends there)."),
        ("MOVE K1 E MAX", "(that is the most)."),
    ],
)
def test_who_goes_as_far_as_he_can_is_told_what_stopped_him(order: str, told: str) -> None:
    pieces = [
        piece("M1", "allied", "infantry", 1, 2360, 2420, 180),
        piece("D5", "allied", "infantry", 5, 4000, 3000, 180),
        piece("B4", "french", "infantry", 4, 2360, 2100, 0),
        piece("C2", "french", "cavalry", 2, 4000, 2800, 0),
        piece("I1", "french", "infantry", 4, 4400, 2800, 0),
        piece("K1", "french", "infantry", 1, 100, 500, 0),
    ]
    held = {"pieces": pieces, "strongpoints": {"HOU": "allied"}}
    (said,) = answers(order, options={"scenario": "bare"}, **held)
    assert said.endswith(told)
    (again,) = answers(said, options={"scenario": "bare"}, **held)
    assert again.split(" (")[1] == said.split(" (")[1], "it can be sent back"


@pytest.mark.clause("WWG-110")
def test_a_move_to_the_wall_of_a_garrison_is_told_to_touch_it() -> None:
    pieces = [
        piece("M1", "allied", "infantry", 1, 2360, 2420, 180),
        piece("B4", "french", "infantry", 4, 2360, 2100, 0),
    ]
    held = {"pieces": pieces, "strongpoints": {"HOU": "allied"}}
    assert answers("MOVE B4 FORWARD 100", options={"scenario": "bare"}, **held) == [
        "B4 (4,000) goes 100 yards, to 2360,2200 facing N (its move allows 100 yards more) (touches HOU)."
    ]


def test_what_came_of_shots_and_attacks_takes_the_place_of_what_was_expected() -> None:
    position = RULES.decode({"pieces": FIGHTERS}, RULES.settle({"scenario": "bare"}))
    lines = presentation().read([(1, "FIRE G1, G2 AT D4"), (2, "ATTACK D4 WITH P3, Q2")])
    result = RULES.adjudicate(position, {"french": lines}, ScriptedDice(()))
    said = [
        presentation().say_verdict(verdict, line, RULES.view(position, "french")).text
        for verdict, line in zip(result.verdicts["french"], lines, strict=True)
    ]
    assert said == [
        "carried out, with the result told below.",
        "the attack of P3 and Q2 on D4 has lapsed; why is told below.",
    ]


def piece(code: str, side: str, arm: str, men: int, x: int, y: int, heading: int) -> Json:
    return {"code": code, "side": side, "arm": arm, "men": men, "x": x, "y": y, "heading": heading}


FIGHTERS = [
    piece("P3", "french", "infantry", 3, 3000, 1900, 0),
    piece("Q2", "french", "infantry", 2, 3000, 1800, 0),
    piece("D4", "allied", "infantry", 4, 3000, 2000, 180),
    piece("G1", "french", "gun", 0, 2700, 1200, 0),
    piece("G2", "french", "gun", 0, 3300, 1200, 0),
]


def test_shots_and_attacks_are_answered_with_what_to_expect() -> None:
    bare = {"scenario": "bare"}
    assert answers("ATTACK D4 WITH P3, Q2 ADVANCE", options=bare, pieces=FIGHTERS) == [
        "ATTACK D4 WITH P3, Q2 ADVANCE: P3+Q2 (5,000) on D4: 6 against 4 and one die each, wins 72%, draws 11%, loses "
        "17%, if your opponent's standing orders are the usual ones."
    ]
    assert answers("FIRE G1, G2 AT D4", options=bare, pieces=FIGHTERS) == [
        "G1 and G2 fire at D4 and D4 is destroyed without a die."
    ]
    assert answers("FIRE G1 AT D4\nATTACK D4 WITH P3\nATTACK D4 WITH P3", options=bare, pieces=FIGHTERS)[0::2] == [
        "G1 fires at D4: D4 goes back 100 yards for each point of one die, as far as the way is free.",
        "ATTACK D4 WITH P3: P3 (3,000) on D4: 4 against 4 and one die each, wins 42%, draws 17%, loses 42%, if your "
        "opponent's standing orders are the usual ones (P3 stands in a line above too, which comes first).",
    ]


def test_standing_orders_and_words_across_the_table_are_answered() -> None:
    assert answers(
        "STAND EVADE ALL NEVER\nSTAND SUPPORT YG1 WITH YG2\nSTAND SUPPORT YG1 NONE\nSTAND SUPPORT YG1 AUTO\n"
        "STAND DRAW MIL RETREAT\nSTAND RETREAT MIL S\nSTAND RETREAT MIL AWAY\nSTAND GENERAL FALLBACK FRI\nDRAW\n"
        "WITHDRAW DRAW\nTURN 1\nPASS"
    ) == [
        "standing order for all your pieces: never evade.",
        "standing order for YG1: YG2 may support.",
        "standing order for YG1: nobody supports.",
        "standing order for YG1: the rules choose the support.",
        "standing order for MIL: after a draw retreat.",
        "standing order for MIL: retreat on bearing S.",
        "standing order for MIL: retreat straight away.",
        "standing order: if his carrier falls, your General goes to FRI.",
        "you offer a draw.",
        "your offer of a draw is withdrawn.",
        "this mail is for turn 1.",
        "the turn without further orders.",
    ]


@pytest.mark.parametrize(
    ("orders", "offers", "told"),
    [
        ("DRAW\nMOVE BAU FORWARD 200", [], "you offer a draw."),
        ("Draw accepted", ["allied"], "you agree to a draw."),
        ("DRAW", ["french"], "you offer a draw already."),
        ("DRAW\nMOVE BAU FORWARD 900", [],
         "no draw is offered or agreed to, as another line of this mail cannot stand."),
        ("DRAW\nMOVE BAU FORWARD 200\nPREVIEW", [], "no draw is offered or agreed to, as these orders are a preview."),
        ("WITHDRAW DRAW\nMOVE BAU FORWARD 900", ["french"],
         "no offer of a draw is withdrawn, as another line of this mail cannot stand."),
        ("RESIGN\nPREVIEW", [], "you do not resign, as these orders are a preview."),
        ("RESIGN\nMOVE BAU FORWARD 900", [], "you resign."),
    ],
)  # fmt: skip
def test_a_word_across_the_table_tells_what_becomes_of_it(orders: str, offers: list[str], told: str) -> None:
    position = RULES.encode(RULES.opening(RULES.settle({}))) | {"draw_offers": offers}
    assert answers(orders, **position)[0] == told


# --- Events ---------------------------------------------------------------------------------------------------------

LOSSES = {"french": 2, "allied": 5}
ONE = {"men": 8, "initiative": 1, "face": 0, "strongpoint": 0, "general": 0, "unequal": 0, "dice": [4], "total": 13}
TWO = {"men": 1, "initiative": 0, "face": 0, "strongpoint": 5, "general": 0, "unequal": 0, "dice": [6], "total": 12}
MOVE: Json = {
    "seat": "french", "piece": "BOU", "how": "move", "men": 2, "from": [4060, 2120, 0], "to": [4060, 2320, 0],
    "across": 100.0, "road": 300.0,
    "legs": [{"bearing": 0, "yards": 100.0}, {"road": "CHA", "bearing": 0, "yards": 300}],
}  # fmt: skip
FIGHT: Json = {
    "seat": "french", "target": "MAC", "strongpoint": "HOU", "lead": "BAU", "pieces": ["BAU", "SOY"],
    "support": ["MAC"],
    "face": None, "attack": ONE, "defence": TWO, "result": "attacker",
}  # fmt: skip
PUSHED: Json = {
    "seat": "french", "gun": "G1", "target": "B3", "die": 4, "wanted": 400, "yards": 400, "from": [3000, 1800, 180],
    "to": [3000, 2200, 180], "bar": None,
}  # fmt: skip
REMOVED: Json = {"seat": "allied", "piece": "MAC", "men": 1, "why": "lost", "losses": LOSSES}

SENTENCES: list[tuple[str, Json, str | None]] = [
    ("turn", {"seat": "allied", "round": 6, "time": "12:45"}, "Turn 6, 12:45: Wellington to move."),
    ("stood", {"seat": "allied", "round": 6, "missed": 1},
     "No orders came from Wellington, and the army stands (WWG-X)."),
    ("stood", {"seat": "allied", "round": 6, "missed": 2},
     "No orders came from Wellington, and the army stands; 2 turns missed running (WWG-X)."),
    ("move", MOVE, "BOU (2,000) goes 100 yards and 300 yards by road CHA, to 4060,2320 facing N."),
    ("move", MOVE | {"how": "turn", "degrees": -20, "to": [4060, 2120, 340]},
     "BOU (2,000) turns left by 20 degrees, to face 340 degrees at 4060,2120."),
    ("move", MOVE | {"how": "turn", "degrees": 180, "to": [4060, 2120, 180]},
     "BOU (2,000) turns about, to face S at 4060,2120."),
    ("move", MOVE | {"how": "wheel", "degrees": 22, "corner": 192, "to": [4060, 2120, 22]},
     "BOU (2,000) wheels right by 22 degrees (its outer corner goes 192 yards), to 4060,2120 facing 22 degrees."),
    ("general", {"seat": "french", "piece": "FRI", "from": "PET"}, "Napoleon goes from PET to FRI."),
    ("exit", {"seat": "allied", "piece": "VDL", "men": 1}, "VDL (1,000) leaves the field."),
    ("evade", {"seat": "allied", "piece": "GRA", "from": [0, 0, 0], "to": [2520, 4050, 180], "yards": 400,
               "against": "attack", "by": ["FOY"]},
     "GRA evades the attack of FOY: 400 yards, to 2520,4050 (WWG-X)."),
    ("push", PUSHED, "G1 fires at B3: die 4, and B3 goes back 400 yards, to 3000,2200."),
    ("push", PUSHED | {"yards": 150, "bar": "edge"},
     "G1 fires at B3: die 4, and B3 should go back 400 yards, but goes only 150, to 3000,2200, as the edge of the "
     "board is there."),
    ("push", PUSHED | {"yards": 0, "bar": "C2"},
     "G1 fires at B3: die 4, and B3 should go back 400 yards, but stays, as C2 bars the way."),
    ("push", PUSHED | {"yards": 350, "bar": "B2"},
     "G1 fires at B3: die 4, and B3 should go back 400 yards, but goes only 350, to 3000,2200, as B2 bars the way."),
    ("push", PUSHED | {"target": "DOM", "yards": 0, "bar": "SAL"},
     "G1 fires at DOM: die 4, and DOM should go back 400 yards, but stays, as its own SAL leaves no room."),
    ("push", PUSHED | {"target": "DOM", "yards": 0, "bar": "KUH"},
     "G1 fires at DOM: die 4, and DOM should go back 400 yards, but stays, as KUH bars the way."),
    ("push", PUSHED | {"target": "DOM", "yards": 0, "bar": "HOU"},
     "G1 fires at DOM: die 4, and DOM should go back 400 yards, but stays, as the wall of Hougoumont bars the way."),
    ("barrage", {"seat": "french", "guns": ["G1", "G2"], "target": "B5"},
     "G1 and G2 fire together at B5, which cannot stand it (WWG-X)."),
    ("duel", {"seat": "allied", "gun": "LLO", "target": "SAL", "attack": ONE | {"men": 4, "dice": [5], "total": 10},
              "defence": TWO | {"men": 4, "strongpoint": 0, "dice": [2], "total": 6}, "result": "attacker"},
     "LLO fires at SAL: 4 + 1 initiative + die 5 = 10 against 4 + die 2 = 6: LLO wins the duel."),
    ("bombard", {"seat": "french", "gun": "WBT", "target": "MAC", "strongpoint": "HOU", "dice": [4, 6], "hit": True},
     "WBT fires at MAC in the garrison of Hougoumont: dice 4+6=10, 10 needed: a hit."),
    ("fight", FIGHT,
     "BAU+SOY attack MAC in the garrison of Hougoumont: 8 + 1 initiative + die 4 = 13 against 1 + 5 strongpoint + "
     "die 6 = 12: the attack succeeds."),
    ("removed", REMOVED, "MAC (1,000) is lost, Allied losses now 5,000."),
    ("removed", REMOVED | {"seat": "french", "piece": "SAL", "men": 0, "why": "duel"},
     "SAL is destroyed."),
    ("general_falls", {"seat": "allied", "piece": "Z1", "from": "G5"}, "Wellington leaves G5 for Z1 (WWG-X)."),
    ("general_falls", {"seat": "allied", "piece": None, "from": "G5"},
     "Wellington loses his carrier G5, and nobody is left to ride with (WWG-X)."),
    ("retreat", {"seat": "french", "pieces": [{"piece": "Q2", "from": [0, 0, 0], "to": [3000, 1500, 0]}], "yards": 300,
                 "why": "loser", "towards": "R4"},
     "Q2 retreats 300 yards towards R4, to 3000,1500."),
    ("retreat", {"seat": "french", "pieces": [{"piece": "Q2", "from": [0, 0, 0], "to": [3000, 1500, 0]},
                                              {"piece": "P3", "from": [0, 0, 0], "to": [3000, 1600, 0]}], "yards": 200,
                 "why": "draw", "towards": None},
     "Q2 and P3 retreat 200 yards: Q2 to 3000,1500 and P3 to 3000,1600."),
    ("advance", {"seat": "french", "piece": "P3", "from": [0, 0, 0], "to": [3000, 2000, 0], "yards": 100},
     "P3 advances 100 yards, to 3000,2000."),
    ("lapse", {"seat": "french", "line": 9, "order": "attack", "target": "KEM", "pieces": ["QUI"], "code": "E16",
               "facts": {"pieces": ["QUI"], "target": "KEM", "gap": 212.0}},
     "Line 9 lapses, the attack of QUI on KEM: QUI does not touch KEM (nearest gap 212 yards; 5 is the most)."),
    ("strongpoint", {"strongpoint": "HOU", "holder": "french", "was": "allied"}, "Hougoumont is French now (WWG-X)."),
    ("strongpoint", {"strongpoint": "LHS", "holder": None, "was": "allied"},
     "Nobody holds La Haye Sainte any more (WWG-X)."),
    ("dial", {"round": 7, "time": "13:00"}, None),
    ("standing", {"seat": "french", "order": "evade", "piece": "all", "when": "never"},
     "Your standing order for all your pieces: never evade."),
    ("draw_offered", FRENCH, "Napoleon offers a draw."),
    ("draw_withdrawn", FRENCH, "Napoleon withdraws the offer of a draw."),
    ("draw_lapsed", FRENCH, "Napoleon's offer of a draw has lapsed (WWG-X)."),
    ("computer", {"seat": "allied", "by": "french"},
     "The computer plays for Wellington from now on, as Napoleon wishes (WWG-X)."),
    ("returned", {"seat": "allied"}, "Wellington is back, and commands again."),
    ("end", {"winners": ["allied"], "reason": "resigned", "clause": "5.5", "losses": LOSSES},
     "Wellington wins in turn 1 of 20, 11:30: you have resigned (WWG-R63)."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "sentence"), SENTENCES)
def test_every_event_has_its_words(kind: str, facts: Json, sentence: str | None) -> None:
    outcome = {key: facts[key] for key in ("winners", "reason", "clause")} if kind == "end" else None
    assert presentation().say_event(Event(kind, facts, "WWG-X"), VIEW | {"outcome": outcome}) == sentence


def test_no_event_is_left_out() -> None:
    assert {kind for kind, *_ in SENTENCES} == set(EVENTS)


@pytest.mark.clause("WWG-085", "WWG-102")
def test_of_a_draw_it_is_told_who_may_not_renew_it() -> None:
    duel = next(facts for kind, facts, _ in SENTENCES if kind == "duel")

    def said(kind: str, facts: Json, result: str) -> str:
        return presentation().say_event(Event(kind, facts | {"result": result}), VIEW) or ""

    assert said("duel", duel, "draw").endswith("6: a draw, and SAL may not fire at LLO in its next turn.")
    # To whoever reads it: "the duel is lost" would leave open who has lost it.
    assert said("duel", duel, "defender").endswith("6: SAL wins the duel.")
    assert said("fight", FIGHT, "draw").endswith("= 12: a draw; MAC may not attack BAU or SOY in the next turn.")
    helped = FIGHT | {"support": ["DPL", "MAC"]}
    assert said("fight", helped, "draw").endswith("a draw; MAC and DPL may not attack BAU or SOY in the next turn.")


def test_a_loss_by_fire_is_told_once() -> None:
    duel = next(facts for kind, facts, _ in SENTENCES if kind == "duel")
    lost = REMOVED | {"seat": "french", "piece": "SAL", "men": 0, "why": "duel"}
    (told,) = presentation().digest([Event("duel", duel), Event("removed", lost)], VIEW)
    assert told.endswith("die 2 = 6: LLO wins the duel. SAL is destroyed.")


def test_the_figures_of_a_duel_are_told_once_unless_they_differ() -> None:
    even = {"fixed": {"attack": 5, "defence": 4}, "dice": 1, "odds": {"win": 21, "draw": 5, "lose": 10, "of": 36}}
    hard = {"fixed": {"attack": 5, "defence": 9}, "dice": 2, "odds": {"win": 1, "draw": 1, "lose": 2, "of": 4}}
    facts = {"guns": ["SAL"], "target": "LLO", "strongpoint": None, "fallback": [], "effect": "duel"}
    assert accepted(facts | {"duels": [even | {"gun": "SAL"}]}, None, VIEW) == (
        "SAL fires at LLO, a duel in which the lower one is lost: 5 against 4 and one die each, wins 58%, draws 14%, "
        "loses 28%"
    )
    both = facts | {"guns": ["SAL", "NOU"], "duels": [even | {"gun": "SAL"}, even | {"gun": "NOU"}]}
    assert accepted(both, None, VIEW).endswith("lost: 5 against 4 and one die each, wins 58%, draws 14%, loses 28%")
    both["duels"][1] = hard | {"gun": "NOU"}
    assert accepted(both, None, VIEW) == (
        "SAL and NOU fire at LLO, a duel gun by gun in which the lower one is lost: SAL 5 against 4 and one die each, "
        "wins 58%, draws 14%, loses 28%, and NOU 5 against 9 and two dice each, wins 25%, draws 25%, loses 50%"
    )


def test_a_turn_is_told_in_few_lines() -> None:
    events = [
        Event("move", MOVE),
        Event("move", MOVE | {"piece": "NOU", "how": "turn", "to": [4060, 2120, 312]}),
        Event("move", MOVE | {"piece": "MAR", "how": "wheel", "degrees": -22, "to": [3001, 2097, 338]}),
        Event("general", {"seat": "french", "piece": "FRI", "from": "PET"}),
        Event("fight", FIGHT),
        Event("removed", REMOVED),
        Event("strongpoint", {"strongpoint": "HOU", "holder": "french", "was": "allied"}, "WWG-107"),
        Event("turn", {"seat": "allied", "round": 6, "time": "12:45"}),
        Event("turn", {"seat": "french", "round": 7, "time": "13:00"}),
    ]
    assert presentation().digest(events, VIEW) == [
        "Napoleon moves: BOU 100 yards and 300 yards by road CHA to 4060,2320; NOU turns to 312 degrees; MAR wheels "
        "left by 22 degrees to 3001,2097 facing NNW; Napoleon goes from PET to FRI.",
        "BAU+SOY attack MAC in the garrison of Hougoumont: 8 + 1 initiative + die 4 = 13 against 1 + 5 strongpoint + "
        "die 6 = 12: the attack succeeds. MAC (1,000) is lost, Allied losses now 5,000.",
        "Hougoumont is French now (WWG-107).",
        "Turn 6, 12:45: Wellington to move.",
        # Whose turn it is now stands in the headline.
        "Wellington neither moves nor fights.",
    ]


def test_what_the_answers_tell_of_the_reader_s_own_moves_is_not_told_again() -> None:
    turn = Event("turn", {"seat": "allied", "round": 6, "time": "12:45"})
    standing = Event("standing", {"seat": "french", "order": "fallback", "piece": "FRI"}, seen_by=("french",))
    events = [Event("move", MOVE), Event("general", {"seat": "french", "piece": "FRI", "from": "PET"}), standing]
    shown = {seat: VIEW | {"seat": seat} for seat in ("french", "allied")}
    assert presentation().unanswered([*events, Event("fight", FIGHT)], shown["french"]) == [Event("fight", FIGHT)]
    assert presentation().unanswered(events, shown["allied"]) == events
    # Nobody is told of himself that he did nothing, as his moves may be told above, or he wrote so.
    assert presentation().digest([turn], shown["french"]) == []
    assert presentation().digest([turn], shown["allied"]) == ["Napoleon neither moves nor fights."]


def test_whose_turn_it_is_stands_in_the_headline_alone() -> None:
    turn = Event("turn", {"seat": "allied", "round": 6, "time": "12:45"})
    assert presentation().digest([Event("move", MOVE), turn], VIEW)[-1].startswith("Napoleon moves: ")


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (("french", "losses", "WWG-125"),
         "Napoleon wins in turn 1 of 20, 11:30: the Allies have lost 31,000 men, and the French "
         "12,000 (WWG-125)."),
        (("allied", "time", "WWG-127"),
         "Wellington wins: the time is over, the Prussians are there, and the Allied army stands (WWG-127)."),
        (("french", "claimed", "WWG-R56"), "Napoleon wins in turn 1 of 20, 11:30: "
         "Wellington has missed 3 turns running (WWG-R56)."),
        ((None, "agreed", "5.5"), "The game is drawn in turn 1 of 20, 11:30: both sides agreed on it (WWG-R63)."),
    ],
)  # fmt: skip
def test_every_end_has_its_sentence(outcome: tuple[str | None, str, str], sentence: str) -> None:
    winner, reason, clause = outcome
    over = VIEW | {
        "phase": "over",
        "outcome": {"winners": [winner] if winner else [], "reason": reason, "clause": clause},
        "losses": {"french": 12, "allied": 31},
    }
    assert presentation().say_outcome(over) == sentence
    assert presentation().status(over) == sentence


# --- Options and positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 3}, 'The Waterloo Wargame has no option "speed".'),
        ({"edge": "ajar"}, 'Option edge cannot be "ajar": it is one of closed or open (WWG-135).'),
        ({"turns": 0}, 'Option turns cannot be "0": it is one of 1..1000 (WWG-140).'),
    ],
)
def test_an_option_that_cannot_be_had_is_explained(options: Json, sentence: str) -> None:
    with pytest.raises(BadOption) as error:
        RULES.settle(options)
    assert presentation().say_bad_option(error.value) == sentence


MIL = {"code": "MIL", "x": 3000, "y": 2000}
BAD: list[tuple[str, Json, str]] = [
    ("too_late", {"pieces": [], "round": 21}, "Position, round: round 21 is later than the last, 20."),
    ("missing", {"pieces": [{"code": "XY"}]},
     "Position, pieces[0].side: XY is unknown to the scenario, and needs side, arm and men."),
    ("missing", {"pieces": [], "phase": "over"}, "Position, outcome: a game that is over has an outcome."),
    ("men_of_arm", {"pieces": [{"code": "SAL", "men": 3}]},
     "Position, pieces[0].men: SAL (gun) cannot have 3 thousand men: a gun has none, others 1 to 5 (WWG-005)."),
    ("name_taken", {"pieces": [MIL, MIL]},
     "Position, pieces[1]: MIL is taken already, by a piece, a road, a strongpoint or a place."),
    ("half_a_place", {"pieces": [{"code": "MIL", "x": 5}]}, "Position, pieces[0]: MIL needs both x and y, or neither."),
    ("off_board", {"pieces": [MIL | {"x": 0}]},
     "Position, pieces[0]: MIL at 0,2000 facing 0 would not be wholly on the board (WWG-017)."),
    ("no_such_piece", {"pieces": [], "generals": {"french": "PET"}},
     "Position, generals.french: PET is not on the board."),
    ("other_side", {"pieces": [MIL], "generals": {"allied": "MIL"}},
     "Position, generals.allied: MIL is of the other side."),
    ("not_over", {"pieces": [], "outcome": {"winners": [], "reason": "agreed", "clause": "5.5"}},
     "Position, outcome: a game has an outcome only in phase over."),
    ("other_end",
     {"pieces": [], "phase": "over", "outcome": {"winners": ["french"], "reason": "agreed", "clause": "5.5"}},
     "Position, outcome: a game that ends like this (agreed) has another winner or clause."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "position", "sentence"), BAD)
def test_a_position_that_cannot_be_is_explained(code: str, position: Json, sentence: str) -> None:
    with pytest.raises(BadPosition) as error:
        RULES.decode(position, OPTIONS)
    assert error.value.code == code
    assert presentation().say_bad_position(error.value) == sentence


def test_no_bad_position_is_left_out() -> None:
    assert {code for code, *_ in BAD} == set(BAD_POSITIONS)


@pytest.mark.parametrize(("typed", "meant"), [("resgin", "RESIGN"), ("withdrw draw", "WITHDRAW")])
def test_a_final_word_with_a_slip_is_asked_about(typed: str, meant: str) -> None:
    (line,) = presentation().read([(1, typed)])
    assert line.order is None
    (verdict,) = RULES.check(RULES.opening(OPTIONS), "french", [line]).verdicts
    assert f'did you mean "{meant}"' in presentation().say_verdict(verdict, line, VIEW).text
