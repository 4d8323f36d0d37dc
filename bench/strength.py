"""How strong the robots are, as a table in Markdown, from series that the arena has kept.

    pbem arena conflict --a marshal --b officer --games 400 --seed 1 --keep series/conflict-mo
    python bench/strength.py series/*

prints the table of docs/robots.md: a line for each way to play, a column for each pair of players.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pbem.arena.match import Thought
from pbem.arena.series import Result, Series, counted
from pbem.rulesets import presentation
from pbem.rulesets.balance import share

PAIRS = (("recruit", "random"), ("officer", "stand-in"), ("marshal", "stand-in"), ("marshal", "officer"))


def main(folders: Sequence[str]) -> None:
    """Print the table of the series in these folders."""
    told: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    thought: defaultdict[str, Thought] = defaultdict(Thought)
    for folder in map(Path, folders):
        series = msgspec.json.decode((folder / "series.json").read_bytes(), type=Series)
        lines = (folder / "games.jsonl").read_bytes().splitlines()
        games = {game.game: game for game in (msgspec.json.decode(line, type=Result) for line in lines)}
        mode = _mode(series)
        told[mode][series.a, series.b] = _share(series, games)
        if series.a == "marshal":
            thought[mode] = sum((game.thought["a"] for game in games.values()), thought[mode])
    headings = [f"{a} v {b}" for a, b in PAIRS]
    print(f"| | {' | '.join(headings)} | a marshal's turn |\n| --- |{' ---: |' * (len(PAIRS) + 1)}")
    for mode in sorted(told):
        shares = " | ".join(told[mode].get(pair, "") for pair in PAIRS)
        mean = 1000 * thought[mode].seconds / max(1, thought[mode].decisions)
        print(f"| {mode} | {shares} | {mean:.0f} ms |")


def _mode(series: Series) -> str:
    usual = presentation(series.ruleset).rules.settle({})
    chosen = [f"--{name} {value}" for name, value in series.options.items() if value != usual[name]]
    return f"`{' '.join([series.ruleset, *chosen])}`"


def _share(series: Series, games: dict[int, Result]) -> str:
    tally = counted(series.ruleset, presentation(series.ruleset).rules.seats(series.options), games)
    found = share(tally.a_wins, tally.draws, tally.games)
    return str(found) if tally.games == 400 else f"{found}, {tally.games} games"


if __name__ == "__main__":
    main(sys.argv[1:])
