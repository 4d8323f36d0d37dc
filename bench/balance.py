"""How fair the sides are: what `pbem` tells of it, from series that the arena has kept.

    pbem arena waterloo_wargame --a marshal --b marshal --games 400 --seed 1 --keep series/wargame
    pbem arena waterloo_wargame --a marshal --b marshal --games 400 --seed 1 --keep series/fair --target 27
    python bench/balance.py series/wargame series/fair

writes the series of each rule set to its `measured.json`, in the order in which they are named, in place of what stood
there; with `--beside` as the first word in place of what stood there of games with the same options, and behind the
rest. A series in which a robot has forfeited a game is refused. `python docs/make.py` brings them into docs/balance.md.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pbem.arena.series import Result, Series
from pbem.rulesets import presentation
from pbem.rulesets.balance import FILE, Measure

RULESETS = Path(__file__).parents[1] / "pbem" / "rulesets"


def main(folders: Sequence[str], *, beside: bool = False) -> None:
    """Write what the series in these folders have shown, beside what other series have or in its place."""
    found: defaultdict[str, list[Measure]] = defaultdict(list)
    for folder in map(Path, folders):
        series = msgspec.json.decode((folder / "series.json").read_bytes(), type=Series)
        found[series.ruleset].append(measure(series, _games(folder)))
    for ruleset, measures in found.items():
        if beside:
            anew = [each.chosen for each in measures]
            measures[:0] = [each for each in presentation(ruleset).measured if each.chosen not in anew]
        written = msgspec.json.format(msgspec.json.encode(measures))
        (RULESETS / ruleset / FILE).write_bytes(written + b"\n")


def _games(folder: Path) -> list[Result]:
    return [msgspec.json.decode(line, type=Result) for line in (folder / "games.jsonl").read_bytes().splitlines()]


def measure(series: Series, games: Sequence[Result]) -> Measure:
    """What a series of a robot with itself has shown. Raises ValueError where it was of two, or forfeited."""
    if series.a != series.b:
        raise ValueError(f"{series.a} played {series.b}; a series of one with itself is wanted")
    if any(game.forfeit for game in games):
        raise ValueError(f"{series.a} has forfeited a game: {next(game.forfeit for game in games if game.forfeit)}")
    rules = presentation(series.ruleset).rules
    usual = rules.settle({})
    won = Counter(seat for game in games for seat in game.winners)
    lengths = sorted(game.entries for game in games)
    return Measure(
        chosen={name: value for name, value in series.options.items() if value != usual[name]},
        robot=series.a,
        games=len(games),
        won={seat: won[seat] for seat in rules.seats(series.options)},
        drawn=sum(not game.winners for game in games),
        half=lengths[len(lengths) // 2],
        long=lengths[len(lengths) * 9 // 10],
    )


if __name__ == "__main__":
    beside = sys.argv[1:2] == ["--beside"]
    main(sys.argv[2 if beside else 1 :], beside=beside)
