"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/waterloo_grid/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

GAMES: dict[str, dict[str, Any]] = {
    "standard": {"turn_limit": 12},
    "lambert": {"scenario": "lambert", "passive_attacks": "no", "small_farms": "open", "turn_limit": 8},
    "literal": {"charge_bonus": "off", "double_fire": "no", "cover_vs_cavalry": "steady", "turn_limit": 8},
    "volley": {"advance_fire": "volley", "garrison": "infantry", "blue_entry_dice": "1", "turn_limit": 8},
    "handicap": {"turn_limit": 6, "blue_points": 8, "blue_bases": 8, "ties": "share"},
    "to-the-end": {"hold": "last"},
}
# What is sent beside the orders now and then, by either player.
ASIDES = ("draw", "show", "claim", "fights E4 E5 D5")


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the bot's orders, now and then an aside, a slip, or nothing until the deadline."""
    presentation, place = opened("waterloo_grid", options, position)
    orders: dict[str, str] = {}
    due = False
    for decision in presentation.rules.awaiting(place) if position else ():
        mood = rng.random()
        due = mood >= 0.96
        if mood < 0.04:
            orders[decision.seat] = "I1 f9\nA1 fire A1\nend"
        elif not due:
            orders[decision.seat] = presentation.bot(presentation.rules.view(place, decision.seat), decision.seat, rng)
    if position and rng.random() < 0.08:
        orders.setdefault(rng.choice(("blue", "red")), rng.choice(ASIDES))
    return {"orders": orders, "due": due}


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    return [told(event) for event in events if event["event"] in ("shot", "fight", "enter", "void")]


def told(event: dict[str, Any]) -> str:
    """A shot as `BA2 F8>F5 I-`, a fight as `2 E5>E4 defender retreat`, an entry as `RI6 X3`, a void line `BI1 void`."""
    match event["event"]:
        case "shot":
            return f"{event['unit']} {event['cell']}>{event['target']} {''.join(event['dice'])}"
        case "fight":
            return f"{event['group']} {event['from']}>{event['to']} {event['loser'] or '-'} {event['ended']}"
        case "enter":
            return f"{event['unit']} {event['entry']}"
    return f"{event['unit']} void"


PLAYTHROUGHS = Playthroughs("waterloo_grid", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
