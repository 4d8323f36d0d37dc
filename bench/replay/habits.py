"""How each rule set is played here: what games are created with, and what players write beside their moves.

Facts of the rule sets' order syntax and options, as `pbem rulesets NAME` prints them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

MARSH = """scenario "The wet meadow"
base standard
first blue
tile MUD D5
tile MUD H5 "The ponds"
tile HILL F8
tile FARM B5 "Papelotte"
tile VILLAGE J3
army blue NA 1 NE 1 OG 1 LN 8 LI 3 CH 4 CU 2 PL 1 FA 4
army red WE 1 UX 1 FG 1 BF 9 RI 2 KH 4 DC 2 BA 3
prussians PI 2 LW 2 SL 2 BU 1 turn 6 flags L6 L5
garrison red B5 1
reserve 6
option turn-limit 16"""


class Habits(NamedTuple):
    """Of one rule set: option sets that games are created with, and values for options that are numbers or words.

    `asides` are lines that may stand beside any orders, `asides_with` those that a value of an option calls for; in
    them {p} and {q} stand for pieces of the position, {s} and {t} for places, {n} and {m} for dice, {y} for a distance,
    {o} for a seat. `piece` and `place` find pieces and places in a position's JSON. `rewordings` are other ways to
    write an order line: a pattern and its replacements. `longest_start` is how many single moves random play makes at
    most before the first request.
    """

    games: tuple[dict[str, Any], ...]
    numbers: dict[str, tuple[Any, ...]]
    asides: tuple[str, ...]
    asides_with: dict[tuple[str, str], tuple[str, ...]]
    piece: str
    place: str
    rewordings: tuple[tuple[str, tuple[str, ...]], ...]
    longest_start: int


WATERLOO1895 = Habits(
    games=(
        {},
        {},
        {"max_rounds": 25, "setup": "open"},
        {"throws": "chain", "oblige": "each", "loops": "yes"},
        {"halts": "always"},
        {"mode": "four"},
        {"mode": "four", "order": "alternate", "own_city": "army", "setup": "open"},
        {"mode": "three", "pool": "joint", "stall": 5},
        {"mode": "double", "halts": "always", "remnant": "lose"},
        {"mode": "double", "pool": "joint", "throws": "chain"},
        {"mode": "little"},
        {"mode": "little", "armies": "NYWB", "lp_again": "yes", "throws": "chain"},
        {"mode": "little", "armies": "YWB", "lp_oblige": "none", "order": "alternate"},
    ),
    numbers={"stall": (0, 1, 3, 30), "max_rounds": (0, 1, 2, 10, 200)},
    asides=(
        "draw",
        "resign",
        "tell partner: hold the hill, I come by Quatre Bras",
        "tell partner:",
        "rest auto",
        "auto",
        "pass",
        "place default",
        "place N1 S27",
        "place W1 LI",
        "N1 6 PA",
        "W26 -> V25",
        "NC 2+6 K26",
        "NC 3 Q26 then 3 S27",
        "CHECK",
        "Good luck to you!",
        "{p} {n} {s}",
        "{p} {n} {t}",
        "{p} to {s}",
        "{s} -> {t}",
        "{p} {n}+{m} {s}",
        "{p} {n} {s} then {n} {t}",
        "place {p} {s}",
        "{p} {n} LI",
    ),
    asides_with={},
    piece=r'"([NYWB][1-9CD])"',
    place=r'"([A-Z]\\d{1,2})"',
    rewordings=(
        (r"^(\w+) (\d) (\w+)$", (r"\1 to \3", r"\1 \2 to the \3.", r"\1, \2, \3", r"\1 -> \3", r"\2 \1 \3", r"\1 \3")),
        (r"^(\w+) (\d\S*) (\w+)$", (r"\1 \2 to \3", r"\1 to \3")),
        (r"^auto$", (r"AUTO!", r"rest auto", r"the rest auto please")),
    ),
    longest_start=500,
)

CONFLICT = Habits(
    games=(
        {},
        {"players": 2},
        {"players": 2, "seats": "orange,red", "reveal": "stepwise", "third_double": "no_move"},
        {"friends_pass": "no", "home_pass": "no", "aa_sky": "overfly", "own_mine_plane": "lost", "nmr": "bot"},
        {"players": 3, "first": "yellow", "dead_mines": "heir"},
        {"players": 3, "alliances": "formal"},
        {"players": 3, "alliances": "formal", "dead_mines": "heir"},
        {"players": 4},
        {"players": 4, "alliances": "formal", "reveal": "stepwise", "turn_limit": 30},
        {"players": 4, "teams": "opposite"},
        {"players": 4, "teams": "adjacent", "partner_mines": "live", "dead_mines": "heir"},
    ),
    numbers={"players": (2, 3, 4), "seats": ("auto", "ry", "green,orange", "rgo"), "turn_limit": (0, 1, 5, 40)},
    asides=(
        "offer draw",
        "withdraw draw",
        "resign",
        "press: good luck",
        "press {o}: let us both go for Orange",
        "press red, yellow: a pact for ten turns?",
        "auto on",
        "auto off",
        "ally {o}",
        "break {o}",
        "offer draw",
        "withdraw draw",
        "end",
        "back ar3",
        "reserve pl2",
        "take pl1 out of reserve",
        "pass",
        "throw 2",
        "bs2 4 g5 f5 e5 d4 !",
        "aa 3 2ne e",
        "CHECK",
        "{p} {n} {s}",
        "{p} {n} to {s}",
        "{p} {n} to {s} via {t}",
        "{s} {n} to {t}",
        "{s} {n} ne e",
        "{p} {n} to {s} !",
        "reserve {p}",
        "back {p}",
        "{p} {n} 2n {s}",
    ),
    asides_with={("alliances", "formal"): ("ally {o}", "ally {o}", "break {o}")},
    piece=r'"(ar\\d|aa|bs\\d|pl\\d)"',
    place=r'"([a-x]\\d{1,2})"',
    rewordings=(
        (r"^(\w+) (\d+) (?:\w+ )+(\w+)$", (r"\1 \2 to \3", r"\1 \2: to \3.", r"\1 to \3", r"the \1 \2 to \3 !")),
        (r"^(\w+) (\d+) (\w+) (\w+) (\w+)$", (r"\1 \2 \3-\4-\5", r"\1 \2 to \5 via \3", r"\1 \2 \3, \4, \5")),
        (r"^(reserve) (\w+)$", (r"\1: \2 please", r"take \2 from reserve")),
    ),
    longest_start=400,
)

STRATEGO = Habits(
    games=(
        {},
        {"turn-limit": 16, "memory": "off"},
        {"li-front": "repulse", "retreat-depth": 2},
        {"version": "standard"},
        {"version": "standard", "draft": "live", "fortify": "full"},
        {"version": "expert"},
        {"version": "expert", "prussian-rate": "by-action", "bulow-saves": "on"},
        {"version": "expert", "start": "early", "late-arrival": 3},
        {"version": "expert", "start": "early", "grouchy": "on", "mud-back": "yes"},
        {"version": "expert", "retreat-depth": 2, "casualties": "pursuit"},
        {"battlefield": MARSH},
        {"mode": "expert", "flag-relief": "off"},
    ),
    numbers={"late-arrival": (-1, 0, 1, 5, 13), "turn-limit": ("none", 6, 14, 20, 40, 300)},
    asides=(
        "stand advance on",
        "stand advance off",
        "stand spirit any 3",
        "stand spirit leaders",
        "stand spirit win 4",
        "stand own-tie other",
        "stand farm-target strong",
        "stand prussians hold",
        "stand prussians come",
        "offer draw",
        "accept draw",
        "accept draw",
        "resign",
        "test",
        "end",
        "take FS RE",
        "card RE E7 F7 F8 G8",
        "card IN E2-E3, F2-F4",
        "card GB fire E4 E7, F4 F7",
        "card CA fire E4 E7, attack C6 C7",
        "attack E5 E6 spirit",
        "fire E4 E7",
        "enter NE E1",
        "rest C7",
        "setup default",
        "keep FS FS CA GB",
        "burn GB IN RE",
        "plan auto",
        "cut V1 E9",
        "save B8",
        "stop",
        "{s} {t}",
        "{s} x {t}",
        "{s}-{t}",
        "attack {s} {t}",
        "attack {s} {t} spirit",
        "fire {s} {t}",
        "fire {s} HOU",
        "enter {p} {s}",
        "rest {s}",
        "try {s} {t}",
        "card IN {s}-{t}",
        "card RE {s} {t}",
        "card CA fire {s} {t}",
        "plan save {s} {t}",
        "charge V{n} R{m}",
        "retire V{n}",
        "cut V{n} {s}",
    ),
    asides_with={("draft", "live"): ("take FS RE", "keep CA GB")},
    piece=r'"([A-Z]{2})"',
    place=r'"([A-L]\\d{1,2})"',
    rewordings=(
        (
            r"^(\w\d+) (\w\d+)$",
            (r"\1-\2", r"\1 to \2", r"try \1 \2", r"if won: \1 \2", r"if lost: \1 \2", r"move \1 \2"),
        ),
        (r"^attack (\w\d+) (\w\d+)$", (r"\1 x \2", r"\1x\2", r"try \1 x \2", r"\1 attacks \2", r"attack \1 \2 spirit")),
        (r"^fire (\w\d+) (\w\d+)$", (r"\1 fires at \2", r"if won: fire \1 \2", r"FIRE \1-\2")),
    ),
    longest_start=260,
)

GRID = Habits(
    games=(
        {},
        {},
        {"turn_limit": 12},
        {"scenario": "lambert", "passive_attacks": "no", "small_farms": "open"},
        {"charge_bonus": "off", "double_fire": "no", "cover_vs_cavalry": "steady"},
        {"advance_fire": "volley", "garrison": "infantry", "blue_entry_dice": "1"},
        {"hold": "last", "turn_limit": 30},
    ),
    numbers={"turn_limit": (0, 2, 8, 25)},
    asides=(
        "draw",
        "resign",
        "claim",
        "claim",
        "draw",
        "show",
        "test",
        "turn 4",
        "fights E4 E5 D5",
        "end",
        "enter I at X3 facing w",
        "enter C at X1",
        "place I3 H2",
        "I4 fire D5 fire D5",
        "G1 square",
        "I6 hold",
        "I1 charge 2 or f1",
        "I3 bc: f, fa: hold",
        "I5 @K4: left f",
        "CHECK",
        "{p} f{n}",
        "{p} fire {s}",
        "{p} charge {n}",
        "{p} left f{n}",
        "{p} square",
        "{p} line e",
        "{p} hold",
        "place {p} {q}",
        "{p} @{s}: f",
        "{p} fa: f, bc: hold",
        "fights {s} {t}",
        "{p} charge {n} or fire {s}",
        "enter I at X{n} facing w",
        "enter {n} at X{m}",
    ),
    asides_with={},
    piece=r'"([BR][A-Z]\\d)"',
    place=r'["]([A-L]\\d{1,2})[:]',
    rewordings=(
        (
            r"^[BR](\w+) f$",
            (r"\1 f1", r"\1 forward", r"\1 forward 1.", r"\1: f", r"\1 f or hold", r"\1 charge 1 or f1"),
        ),
        (r"^[BR](\w+) (.+)$", (r"\1 \2", r"\1 \2 or hold", r"\1 hold")),
        (r"^end$", (r"END.", r"end of turn")),
    ),
    longest_start=600,
)

WARGAME = Habits(
    games=(
        {},
        {},
        {"scenario": "few-guns"},
        {"scenario": "no-guns", "retreat_before": "on"},
        {"scenario": "bare"},
        {"target": 8, "gun_loss": 2, "blocked_retreat": "destroy", "edge": "open", "fire_arc": "square"},
        {"unequal": "double", "group_cap": "touching", "split_move": "proportional"},
        {"two_guns_on_gun": "remove", "sp_initiative": "off", "move_cap": 15},
    ),
    numbers={"gun_loss": (0, 1, 4), "turns": (1, 3, 20, 24), "target": (2, 10, 30), "move_cap": (1, 5, 10, 71)},
    asides=(
        "DRAW",
        "DRAW",
        "WITHDRAW DRAW",
        "RESIGN",
        "CLAIM GAME",
        "CLAIM COMPUTER",
        "CLAIM COMPUTER",
        "PREVIEW",
        "TURN 6",
        "PASS",
        "MAP LHS",
        "MAP 3500,3200 ZOOM 4",
        "STAND EVADE ALL NEVER",
        "STAND EVADE ALL ALWAYS",
        "STAND SUPPORT YG1 WITH YG2",
        "STAND SUPPORT ALL NONE",
        "STAND DRAW ALL RETREAT",
        "STAND RETREAT MIL BEARING S",
        "STAND GENERAL FALLBACK FRI",
        "GENERAL TO FRI",
        "FIRE NOU, DSV AT BYL",
        "FIRE WBT AT HOU",
        "ATTACK KEM WITH QUI, BOU",
        "ATTACK HOU WITH BAU, SOY ADVANCE BAU DRAW RETREAT",
        "MOVE DON TO CONTACT BYL",
        "WHEEL MAR LEFT 20",
        "MOVE BAC TOWARD LHS MAX",
        "CHECK",
        "MOVE {p} TO CONTACT {q}",
        "MOVE {p} TOWARD {q} MAX",
        "MOVE {p} FORWARD {y}",
        "MOVE {p} {y} {y}",
        "MOVE {p} BACK {n}",
        "MOVE {p} ROAD CHA N {y}",
        "MOVE {p} ROAD NIV S {y}",
        "MOVE {p} 350 {y} THEN ROAD CHA N {y}",
        "MOVE {p} LEFT {y}",
        "MOVE {p} TO {y},{y}",
        "TURN {p} FACE {q}",
        "WHEEL {p} LEFT {n}",
        "WHEEL {p} RIGHT {y}",
        "GENERAL TO {p}",
        "FIRE {p} AT {q}",
        "FIRE {p}, {q} AT {q}",
        "ATTACK {p} WITH {q}",
        "ATTACK {p} WITH {q}, {p} ADVANCE {q}",
        "EXIT {p}",
        "STAND EVADE {p} ALWAYS",
        "STAND SUPPORT {p} WITH {q}",
        "STAND DRAW {p} RETREAT",
    ),
    asides_with={("edge", "open"): ("EXIT {p}", "MOVE {p} BACK {y}")},
    piece=r'"code":"([A-Z0-9]{3})"',
    place=r'"(HOU|LHS|PAP|FRI)"',
    rewordings=(
        (
            r"^MOVE (\w+) (\d+) (\d+)$",
            (
                r"move \1 forward \3",
                r"MOVE \1 BACK 60",
                r"MOVE \1 NNE MAX",
                r"\1 FORWARD 100",
                r"MOVE \1 \2 90 THEN \2 60",
            ),
        ),
        (r"^TURN (\w+) TO (\d+)$", (r"turn \1 around", r"TURN \1 FACE LHS", r"WHEEL \1 RIGHT 15", r"TURN \1 TO NE")),
        (r"^FIRE (\w+) AT (\w+)$", (r"\1 fires at \2", r"fire \1 \2")),
    ),
    longest_start=220,
)

HABITS = {
    "waterloo1895": WATERLOO1895,
    "conflict": CONFLICT,
    "stratego_waterloo": STRATEGO,
    "waterloo_grid": GRID,
    "waterloo_wargame": WARGAME,
}
