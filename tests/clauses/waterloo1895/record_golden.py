"""Record the golden playthroughs: `python tests/clauses/waterloo1895/record_golden.py`, from the root of the project.

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
from pbem.rulesets.waterloo1895 import kit

GOLDEN = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    "duel": {"max_rounds": 25},
    "duel-chain": {"throws": "chain", "oblige": "each", "loops": "yes", "max_rounds": 20},
    "four": {"mode": "four", "max_rounds": 12},
    "four-alternate": {"mode": "four", "order": "alternate", "own_city": "army", "setup": "open", "max_rounds": 10},
    "three": {"mode": "three", "pool": "joint", "stall": 5, "max_rounds": 12},
    "double": {"mode": "double", "halts": "always", "remnant": "lose", "max_rounds": 12},
    "little": {"mode": "little"},
    "little-four": {"mode": "little", "armies": "NYWB", "lp_again": "yes", "max_rounds": 12},
}


def record(name: str) -> list[dict[str, Any]]:
    """A whole game: its head, and an entry for every request."""
    head = {"options": GAMES[name], "seed": hashlib.sha256(name.encode()).hexdigest()}
    rng = Random(name)
    entries: list[dict[str, Any]] = []
    position = None
    while True:
        asked = written(head, position, rng)
        told = answer(request_of(head, position, asked))
        entries.append(asked | kept(told))
        if "error" in told or told["outcome"]:
            return [head, *entries]
        position = told["position"]


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
        "ruleset": "waterloo1895",
        "options": head["options"],
        "position": position,
        "dice": {"seed": head["seed"], "game": "golden"},
        **asked,
    }


def kept(told: dict[str, Any]) -> dict[str, Any]:
    """What stands in the file of an answer: its hash, and the gist of it."""
    events = told.get("events", [])
    return {
        "moves": [
            " ".join([move["from"], *(f"{leg['spot']}{'x' * bool(leg['captured'])}" for leg in move["legs"])])
            for move in events
            if move["event"] == "move"
        ],
        "rolled": "".join(map(str, told.get("rolled", []))),
        "refused": [entry["code"] for entry in told.get("refused", [])],
        "outcome": told.get("outcome"),
        "sha256": hashlib.sha256(msgspec.json.encode(unworded(told), order="sorted")).hexdigest(),
    }


def unworded(told: dict[str, Any]) -> dict[str, Any]:
    """An answer without the sentences in it, which may be put better at any time."""
    refused = [{key: value for key, value in entry.items() if key != "message"} for entry in told.get("refused", [])]
    return told | {"refused": refused}


def written(head: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the robot's orders, now and then AUTO, a slip, or nothing until the deadline."""
    rules = kit().rules
    options = rules.settle(head["options"])
    place = rules.opening(options) if position is None else rules.decode(position, options)
    orders: dict[str, str] = {}
    mood = rng.random()
    for decision in rules.awaiting(place):
        if mood < 0.08:
            orders[decision.seat] = "N1 6 PA\nauto"
        elif mood < 0.2:
            orders[decision.seat] = "auto" if decision.kind == "throw" else "place default"
        elif mood < 0.9:
            orders[decision.seat] = kit().bot(rules.view(place, decision.seat), decision.seat, rng)
    return {"orders": orders, "due": mood >= 0.9}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        lines = [msgspec.json.encode(line).decode() for line in record(name)]
        (GOLDEN / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines) - 1} requests, {lines[-1][:160]}")


if __name__ == "__main__":
    main()
