"""How campaigns of a series ended: who won and why, by how much, and how often each place that counts was taken.

    PYTHONPATH=. python bench/places.py series/two series/ligny

reads series of the Hundred Days that `pbem arena --keep` has kept, and plays their records again. By the leads one sees
which `handicap` would have parted the campaigns evenly; a series played with it then says what becomes of it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pbem.arena.series import Result, Series
from pbem.games import record
from pbem.rulesets import presentation
from pbem.rulesets.balance import share

FRENCH, COALITION = "french", "coalition"
HANDICAPS = (*range(16), *range(16, 41, 2))


def main(folders: list[str]) -> None:
    """Tell of each folder."""
    for folder in map(Path, folders):
        for line in told(folder):
            print(line)


def told(folder: Path) -> Iterator[str]:
    """What the series in a folder came to, in lines."""
    series = msgspec.json.decode((folder / "series.json").read_bytes(), type=Series)
    games = [msgspec.json.decode(line, type=Result) for line in (folder / "games.jsonl").read_bytes().splitlines()]
    rules: Any = presentation(series.ruleset).rules
    ends = [_end(folder, each.game) for each in games]
    sides = rules.variant(rules.settle(series.options)).seat_sides
    won = Counter(sides[each.winners[0]] if each.winners else "drawn" for each in games)
    yield f"{folder.name}: {series.options}"
    yield f"  {len(games)} games; " + "; ".join(f"{side} {share(n, 0, len(games))}" for side, n in sorted(won.items()))
    yield f"  ended by: {dict(Counter(each.reason for each in games))}"
    leads = sorted(
        points[FRENCH] - points[COALITION]
        for each, (points, _) in zip(games, ends, strict=True)
        if each.reason == "points"
    )
    at_once = sum(each.reason != "points" and sides[each.winners[0]] == FRENCH for each in games)
    yield "  French by handicap: " + ", ".join(
        f"{lead} {100 * (at_once + sum(each >= lead for each in leads)) / len(games):.0f} %" for lead in HANDICAPS
    )
    yield f"  turns: {_spread([each.entries for each in games])}"
    counted = rules.variant(rules.settle(series.options)).campaign
    taken = Counter(place for _, held in ends for place, side in held.items() if side == FRENCH)
    yield "  French at the end: " + ", ".join(
        f"{code} {100 * taken[code] / len(games):.0f} %" for code in counted.points
    )


def _end(folder: Path, game: int) -> tuple[dict[str, int], dict[str, str]]:
    """The points of both sides at the end of a game, and who holds each place."""
    lines = (folder / "records" / f"{game}.jsonl").read_bytes().splitlines()
    entries = [record.parsed(number, line) for number, line in enumerate(lines)]
    *_, (_, position) = record.positions(entries)
    rules: Any = presentation("hundred_days").rules
    return rules.points(position), rules.encode(position)["held"]


def _spread(numbers: list[int]) -> str:
    ordered = sorted(numbers)
    return f"half {ordered[len(ordered) // 2]} or fewer, nine of ten {ordered[len(ordered) * 9 // 10]} or fewer"


if __name__ == "__main__":
    main(sys.argv[1:])
