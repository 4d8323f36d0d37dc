"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/waterloo_wargame/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

GAMES: dict[str, dict[str, Any]] = {
    "standard": {},
    "no-guns": {"scenario": "no-guns", "turns": 8, "retreat_before": "on", "unequal": "double", "move_cap": 20},
    "other-readings": {
        "scenario": "few-guns",
        "turns": 12,
        "target": 8,
        "split_move": "proportional",
        "group_cap": "touching",
        "gun_loss": 2,
        "blocked_retreat": "destroy",
        "edge": "open",
        "fire_arc": "square",
        "two_guns_on_gun": "remove",
        "sp_initiative": "off",
        "move_cap": 15,
    },
}
# Games of orders drawn by chance show what no bot would order: turns, wheels, roads, standing orders.
BY_CHANCE = "no-guns"
# What is sent beside the orders now and then, by either player.
ASIDES = ("draw", "stand evade all always", "stand draw all retreat", "claim", "stand support all none")


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly sound orders, now and then an aside, a slip, or nothing until the deadline."""
    presentation, place = opened("waterloo_wargame", options, position)
    orders: dict[str, str] = {}
    due = False
    for decision in presentation.rules.awaiting(place) if position else ():
        mood = rng.random()
        due = mood >= 0.95
        if mood < 0.05:
            orders[decision.seat] = "move don forward 900\nfire sal at mil"
        elif not due and options.get("scenario") == BY_CHANCE and rng.random() < 0.5:
            drawn = presentation.rules.random_orders(place, decision.seat, rng.getrandbits(32))
            orders[decision.seat] = "\n".join(line.text for line in drawn)
        elif not due:
            orders[decision.seat] = presentation.bot(presentation.rules.view(place, decision.seat), decision.seat, rng)
    if position and rng.random() < 0.1:
        orders.setdefault(rng.choice(("french", "allied")), rng.choice(ASIDES))
    return {"orders": orders, "due": due}


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    return [
        told(event) for event in events if event["event"] in ("fight", "duel", "push", "barrage", "removed", "lapse")
    ]


def told(event: dict[str, Any]) -> str:
    """A fight as `QUI+BOU KEM 9v5 attacker`, a duel alike, a shot as `NOU BYL 300`, a loss as `KEM lost`."""
    match event["event"]:
        case "fight" | "duel":
            ours = "+".join(event["pieces"]) if event["event"] == "fight" else event["gun"]
            return f"{ours} {event['target']} {event['attack']['total']}v{event['defence']['total']} {event['result']}"
        case "push":
            return f"{event['gun']} {event['target']} {event['yards']}"
        case "barrage":
            return f"{'+'.join(event['guns'])} {event['target']}"
        case "removed":
            return f"{event['piece']} {event['why']}"
    return f"line {event['line']} lapses"


PLAYTHROUGHS = Playthroughs("waterloo_wargame", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
