"""Golden playthroughs: whole games played from seeds, recorded, and adjudicated again byte for byte.

Each file of a folder `golden` is one game. Its first line is what the game was created with; every further line is one
request to the batch adjudicator. Kept of each answer are the moves and dice, for reading, and the SHA-256 of the answer
but for the wording of its refusals, so that not a byte may change unseen.

Record anew only when a change of the rules, or of what an answer contains, is meant; and read the difference.

Not for: what the seats of a rule set write, and what of its events is worth reading. That is in its `golden/record.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from pbem.batch.answering import answer
from pbem.rulesets import presentation

# No recorded game takes half as many; one that does has lost its way.
REQUEST_LIMIT = 1000

Json = dict[str, Any]


@dataclass(frozen=True)
class Playthroughs:
    """The recorded games of a rule set: their options by name, and the folder of their files.

    `written` says what the seats send in a position (None: nothing is opened yet) as `{"orders": .., "due": ..}`;
    `gist` puts the events of an answer into a few words.
    """

    ruleset: str
    folder: Path
    games: Mapping[str, Json]
    written: Callable[[Json, Json | None, Random], Json]
    gist: Callable[[Sequence[Json]], list[str]]

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def record(self, name: str) -> list[Json]:
        """A whole game: its head, and an entry for every request."""
        head = {"options": self.games[name], "seed": hashlib.sha256(name.encode()).hexdigest()}
        rng = Random(name)
        entries: list[Json] = []
        position = None
        while len(entries) < REQUEST_LIMIT:
            asked = self.written(self.games[name], position, rng)
            told = answer(self._request(head, position, asked))
            entries.append(asked | self._kept(told))
            if "error" in told or told["outcome"]:
                return [head, *entries]
            position = told["position"]
        raise SystemExit(f"{name} has not ended after {REQUEST_LIMIT} requests")

    def replayed(self, path: Path) -> Iterator[tuple[Json, Json]]:
        """For each entry of a recorded game, what was kept then and what the same request gives now."""
        head, *entries = (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
        position = None
        for entry in entries:
            asked = {"orders": entry["orders"], "due": entry["due"]}
            told = answer(self._request(head, position, asked))
            yield entry, asked | self._kept(told)
            position = told.get("position")

    def played_again(self, path: Path) -> tuple[list[Json], list[Json]]:
        """A recorded game, and what the same robots and the same chance make of it now."""
        again = msgspec.json.decode(msgspec.json.encode(self.record(path.stem)))
        return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()], again

    def write_all(self) -> None:
        """Record every game, each into its file."""
        self.folder.mkdir(exist_ok=True)
        for name in self.games:
            lines = [msgspec.json.encode(line).decode() for line in self.record(name)]
            (self.folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"{name}: {len(lines) - 1} requests, {lines[-1][:160]}")

    def _request(self, head: Json, position: Json | None, asked: Json) -> Json:
        return {
            "id": "golden",
            "ruleset": self.ruleset,
            "options": head["options"],
            "position": position,
            "dice": {"seed": head["seed"], "game": "golden"},
            **asked,
        }

    def _kept(self, told: Json) -> Json:
        """What stands in the file of an answer: its hash, and the gist of it."""
        return {
            "moves": self.gist(told.get("events", [])),
            "rolled": "".join(map(str, told.get("rolled", []))),
            "refused": [entry["code"] for entry in told.get("refused", [])],
            "outcome": told.get("outcome"),
            "sha256": hashlib.sha256(msgspec.json.encode(_unworded(told), order="sorted")).hexdigest(),
        }


def opened(ruleset: str, options: Json, position: Json | None) -> tuple[Any, Any]:
    """The presentation of a rule set and the position as its rules have it, the opening one where there is none yet."""
    ours = presentation(ruleset)
    settled = ours.rules.settle(options)
    return ours, ours.rules.opening(settled) if position is None else ours.rules.decode(position, settled)


def _unworded(told: Json) -> Json:
    """An answer without the sentences in it, which may be put better at any time."""
    refused = [{key: value for key, value in entry.items() if key != "message"} for entry in told.get("refused", [])]
    return told | {"refused": refused}
