"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/conflict/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "two-stepwise": {"players": 2, "seats": "orange,red", "reveal": "stepwise", "third_double": "no_move"},
    "two-strict": {
        "players": 2,
        "friends_pass": "no",
        "home_pass": "no",
        "aa_sky": "overfly",
        "own_mine_plane": "lost",
        "nmr": "bot",
    },
    "three": {"players": 3, "first": "yellow", "dead_mines": "heir"},
    "three-formal": {"players": 3, "alliances": "formal"},
    "four": {"players": 4},
    "four-short": {"players": 4, "reveal": "stepwise", "turn_limit": 30},
    "teams-opposite": {"players": 4, "teams": "opposite"},
    "teams-adjacent": {"players": 4, "teams": "adjacent", "partner_mines": "live", "dead_mines": "heir"},
}
# What is sent beside the orders now and then: lines that are open to every player at any time.
ASIDES = ("offer draw", "withdraw draw", "press: good luck", "ally {other}", "break {other}")


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the bot's orders, now and then an aside, a slip, or nothing until the deadline."""
    presentation, place = opened("conflict", options, position)
    orders: dict[str, str] = {}
    due = False
    for decision in presentation.rules.awaiting(place) if position else ():
        mood = rng.random()
        due = mood >= 0.97
        if mood < 0.04:
            orders[decision.seat] = "ar1 6 a1\nend"
        elif not due:
            orders[decision.seat] = presentation.bot(presentation.rules.view(place, decision.seat), decision.seat, rng)
    if position and rng.random() < 0.08:
        seat, other = rng.sample(sorted(position["pieces"]), 2)
        orders[seat] = "\n".join([rng.choice(ASIDES).format(other=other), *filter(None, [orders.get(seat)])])
    return {"orders": orders, "due": due}


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    return [told(event) for event in events if event["event"] in ("move", "out", "back")]


def told(event: dict[str, Any]) -> str:
    """A move as `red bs1 h4-f5 x1 lost`, an end as `orange out`, the price of a third double as `red back ar3`."""
    if event["event"] == "out":
        return f"{event['seat']} out"
    if event["event"] == "back":
        return f"{event['seat']} back {event['piece']}"
    taken = f" x{len(event['captured'])}" if event["captured"] else ""
    end = event["path"][-1]
    return f"{event['seat']} {event['piece']} {event['from']}-{end}{taken}{' lost' if event['lost'] else ''}"


PLAYTHROUGHS = Playthroughs("conflict", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
