"""Record the golden playthroughs: `python tests/clauses/conflict/record_golden.py`, from the root of the project.

Each file below `golden` is a game played from a seed. Its first line is what the game was created with; every further
line is one request to the batch adjudicator. Kept of each answer are the moves and dice, for reading, and the SHA-256
of the answer but for the wording of its refusals, so that not a byte may change unseen. `test_golden.py` plays the
games again.

Record anew only when a change of the rules, or of what an answer contains, is meant; and read the difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from pbem.batch import answer
from pbem.rulesets.conflict import kit

GOLDEN = Path(__file__).parent / "golden"
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
# No game of these takes half as many; one that does has lost its way.
REQUEST_LIMIT = 1000


def record(name: str) -> list[dict[str, Any]]:
    """A whole game: its head, and an entry for every request."""
    head = {"options": GAMES[name], "seed": hashlib.sha256(name.encode()).hexdigest()}
    rng = Random(name)
    entries: list[dict[str, Any]] = []
    position = None
    while len(entries) < REQUEST_LIMIT:
        asked = written(head, position, rng)
        told = answer(request_of(head, position, asked))
        entries.append(asked | kept(told))
        if "error" in told or told["outcome"]:
            return [head, *entries]
        position = told["position"]
    raise SystemExit(f"{name} has not ended after {REQUEST_LIMIT} requests")


def replayed(lines: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """For each entry of a recorded game, what was kept then and what the same request gives now."""
    head, *entries = lines
    position = None
    for entry in entries:
        told = answer(request_of(head, position, {"orders": entry["orders"], "due": entry["due"]}))
        yield entry, {"orders": entry["orders"], "due": entry["due"]} | kept(told)
        position = told.get("position")


def request_of(head: dict[str, Any], position: dict[str, Any] | None, asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "golden",
        "ruleset": "conflict",
        "options": head["options"],
        "position": position,
        "dice": {"seed": head["seed"], "game": "golden"},
        **asked,
    }


def kept(told: dict[str, Any]) -> dict[str, Any]:
    """What stands in the file of an answer: its hash, and the gist of it."""
    outcome = told.get("outcome")
    return {
        "moves": [gist(event) for event in told.get("events", []) if event["event"] in ("move", "out", "back")],
        "rolled": "".join(map(str, told.get("rolled", []))),
        "refused": [entry["code"] for entry in told.get("refused", [])],
        "outcome": outcome and outcome | {"winners": list(outcome["winners"])},
        "sha256": hashlib.sha256(msgspec.json.encode(unworded(told), order="sorted")).hexdigest(),
    }


def gist(event: dict[str, Any]) -> str:
    """A move as `red bs1 h4-f5 x1 lost`, an end as `orange out`, the price of a third double as `red back ar3`."""
    if event["event"] == "out":
        return f"{event['seat']} out"
    if event["event"] == "back":
        return f"{event['seat']} back {event['piece']}"
    taken = f" x{len(event['captured'])}" if event["captured"] else ""
    end = event["path"][-1]
    return f"{event['seat']} {event['piece']} {event['from']}-{end}{taken}{' lost' if event['lost'] else ''}"


def unworded(told: dict[str, Any]) -> dict[str, Any]:
    """An answer without the sentences in it, which may be put better at any time."""
    refused = [{key: value for key, value in entry.items() if key != "message"} for entry in told.get("refused", [])]
    return told | {"refused": refused}


def written(head: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the bot's orders, now and then an aside, a slip, or nothing until the deadline."""
    rules = kit().rules
    options = rules.settle(head["options"])
    place = rules.opening(options) if position is None else rules.decode(position, options)
    orders: dict[str, str] = {}
    due = False
    for decision in rules.awaiting(place) if position else ():
        mood = rng.random()
        due = mood >= 0.97
        if mood < 0.04:
            orders[decision.seat] = "ar1 6 a1\nend"
        elif not due:
            orders[decision.seat] = kit().bot(rules.view(place, decision.seat), decision.seat, rng)
    if position and rng.random() < 0.08:
        seat, other = rng.sample(sorted(position["pieces"]), 2)
        orders[seat] = "\n".join([rng.choice(ASIDES).format(other=other), *filter(None, [orders.get(seat)])])
    return {"orders": orders, "due": due}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        lines = [msgspec.json.encode(line).decode() for line in record(name)]
        (GOLDEN / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines) - 1} requests, {lines[-1][:160]}")


if __name__ == "__main__":
    main()
