"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/waterloo1895/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

GAMES: dict[str, dict[str, Any]] = {
    "duel": {"max_rounds": 25},
    "duel-chain": {"throws": "chain", "oblige": "each", "loops": "yes", "max_rounds": 20},
    "four": {"mode": "four", "max_rounds": 12},
    "four-alternate": {"mode": "four", "order": "alternate", "own_city": "army", "setup": "open", "max_rounds": 10},
    "three": {"mode": "three", "pool": "joint", "stall": 5, "max_rounds": 12},
    "double": {"mode": "double", "halts": "always", "remnant": "lose", "max_rounds": 12},
    "draws": {"mode": "four", "stall": 20, "max_rounds": 11},
    "little": {"mode": "little"},
    "little-four": {"mode": "little", "armies": "NYWB", "lp_again": "yes", "max_rounds": 12},
}


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the robot's orders, now and then AUTO, a slip, or nothing until the deadline."""
    presentation, place = opened("waterloo1895", options, position)
    orders: dict[str, str] = {}
    mood = rng.random()
    for decision in presentation.rules.awaiting(place):
        if mood < 0.08:
            orders[decision.seat] = "N1 6 PA\nauto"
        elif mood < 0.2:
            orders[decision.seat] = "auto" if decision.kind == "throw" else "place default"
        elif mood < 0.9:
            orders[decision.seat] = presentation.bot(presentation.rules.view(place, decision.seat), decision.seat, rng)
    if options == GAMES["draws"] and rng.random() < 0.2:
        seat = rng.choice(presentation.rules.seats(place.options))
        orders[seat] = "\n".join(["draw", *filter(None, [orders.get(seat)])])
    return {"orders": orders, "due": mood >= 0.9}


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    """The moves, each as `NI LI PAx`: where from, and the end of each leg, with an x where something was captured."""
    return [
        " ".join([move["from"], *(f"{leg['spot']}{'x' * bool(leg['captured'])}" for leg in move["legs"])])
        for move in events
        if move["event"] == "move"
    ]


PLAYTHROUGHS = Playthroughs("waterloo1895", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
