"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/stratego_waterloo/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

MARSH = """scenario "The marsh"
base standard
first blue
tile MUD E5
tile MUD G5 "The ponds"
tile HILL F8
tile FARM B5 "Papelotte"
tile VILLAGE J3
army blue NA 1 NE 1 OG 1 LN 8 LI 3 CH 4 CU 2 PL 1 FA 4
army red WE 1 UX 1 FG 1 BF 9 RI 2 KH 4 DC 2 BA 3
prussians PI 2 LW 2 SL 2 BU 1 turn 6 flags L6 L5
garrison red B5 1
reserve 6
option turn-limit 16"""
GAMES: dict[str, dict[str, Any]] = {
    "basic": {"turn-limit": 16},
    "basic-options": {"li-front": "repulse", "memory": "off", "retreat-depth": 2, "turn-limit": 14},
    "standard": {"version": "standard", "turn-limit": 15},
    "standard-live-draft": {"version": "standard", "draft": "live", "fortify": "full", "turn-limit": 10},
    "expert": {"version": "expert", "turn-limit": 18, "prussian-rate": "by-action"},
    "expert-early": {"version": "expert", "start": "early", "turn-limit": 8},
    "expert-grouchy": {"version": "expert", "grouchy": "on", "start": "early", "late-arrival": 3, "turn-limit": 14},
    "battlefield": {"battlefield": MARSH},
    "pursuit": {"version": "expert", "retreat-depth": 2, "casualties": "pursuit", "turn-limit": 40},
}
# What is sent beside the orders now and then: lines that are open to both players at any time.
ASIDES = ("stand advance on", "stand spirit any 3", "stand own-tie other", "stand farm-target strong", "offer draw")


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: the bot's orders, or any legal ones; now and then an aside, a slip, or nothing in time."""
    presentation, place = opened("stratego_waterloo", options, position)
    orders: dict[str, str] = {}
    due = False
    for decision in presentation.rules.awaiting(place) if position else ():
        mood = rng.random()
        due = mood >= 0.97
        if mood < 0.03:
            orders[decision.seat] = "E4 M4\nend"
        elif mood < 0.35:
            lines = presentation.rules.random_orders(place, decision.seat, rng.getrandbits(32))
            orders[decision.seat] = "\n".join(line.text for line in lines)
        elif not due:
            orders[decision.seat] = presentation.bot(presentation.rules.view(place, decision.seat), decision.seat, rng)
    if position and rng.random() < 0.08:
        seat = rng.choice(("blue", "red"))
        orders[seat] = "\n".join([rng.choice(ASIDES), *filter(None, [orders.get(seat)])])
    return {"orders": orders, "due": due}


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    """What was done, as the owner reads it: `LN E4-E6`, `LN E5xE6 BF B+`, `FA E4 E7`, `+CU E1`, `V1 E9`, `turn 5`."""
    return [told for event in events if (told := sign(event))]


def sign(event: dict[str, Any]) -> str | None:
    kind, piece = event["event"], event.get("piece") or {}
    code = piece.get("code")
    if kind == "turn":
        return f"turn {event['turn']}"
    if kind == "cut" and code:
        return f"{event['label']} {event['square']}"
    if kind == "charge":
        return f"{event['label']} {event['other']}"
    if code is None:
        return None
    signs = {
        "move": "{code} {from}-{to}",
        "attack": "{code} {assault}x{square} {die}",
        "shot": "{code} {from} {at}",
        "enter": "+{code} {square}",
        "rest": "-{code} {square}",
    }
    return signs[kind].format(**{**event, "code": code}) if kind in signs else None


PLAYTHROUGHS = Playthroughs("stratego_waterloo", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
