"""Find better weights for a robot by playing: CMA-ES over the weights, each tried against the robot as it is.

    python bench/tune.py conflict --level marshal --games 60 --rounds 12 --to weights.json [--players 4]

All candidates of a round play the same games, each seed from both sides, so that luck is the same for all. In the end
the best meets the robot as it is in games that nobody has seen; what is written is told with that share, and it is
better only where the whole interval lies above a half. Weights go into the rule set's `weights.py` by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import cma
import msgspec

from core.contract import Options
from pbem.arena.players import Limits
from pbem.arena.series import A, Series, play
from pbem.rulesets import presentation
from pbem.rulesets.balance import share

SPREAD = 0.25  # of the first candidates, as a part of each weight
UNSEEN = 1 << 20  # seeds from here on are kept for the last games


class Tuning(msgspec.Struct, frozen=True):
    """What is tuned: a robot of a rule set in a game with these options, and how many games try a candidate."""

    ruleset: str
    options: Options
    level: str
    games: int

    def points(self, weights: Mapping[str, float], seed: int, games: int, jobs: int) -> tuple[int, int]:
        """Games won and drawn with these weights against those that the robot has."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "weights.json"
            path.write_text(json.dumps(dict(weights)))
            version = presentation(self.ruleset).rules.version
            series = Series(
                ruleset=self.ruleset,
                version=version,
                options=self.options,
                a=f"{self.level}@{path}",
                b=self.level,
                games=games,
                seed=seed,
            )
            with ProcessPoolExecutor(jobs) as processes:
                results = [played for played, _ in processes.map(play, *zip(*_games(series), strict=True))]
        return sum(each.winner == A for each in results), sum(each.winner is None for each in results)


def _games(series: Series) -> list[tuple[Series, int, Limits]]:
    return [(series, number, Limits()) for number in range(series.games)]


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("ruleset")
@click.option("--level", default="marshal", show_default=True)
@click.option("--games", default=60, show_default=True, help="that try a candidate")
@click.option("--rounds", default=12, show_default=True)
@click.option("--last", default=400, show_default=True, help="games of the best against the robot as it is")
@click.option("--only", default="", help="names of the weights to tune, with commas; all, if it is not said")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=2, show_default=True)
@click.option("--to", type=click.Path(path_type=Path), required=True)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def main(
    ruleset: str,
    level: str,
    games: int,
    rounds: int,
    last: int,
    only: str,
    seed: int,
    jobs: int,
    to: Path,
    options: tuple[str, ...],
) -> None:
    """Tune the weights of a robot of RULESET and write the best to a file."""
    chosen = {name.removeprefix("--"): value for name, value in zip(options[::2], options[1::2], strict=True)}
    settled = presentation(ruleset).rules.settle(chosen)
    tuning = Tuning(ruleset, settled, level, games)
    start: dict[str, float] = dict(import_module(f"core.rulesets.{ruleset}.weights").WEIGHTS)
    names = [name for name in (only.split(",") if only else start) if start[name]]
    search = cma.CMAEvolutionStrategy([1.0] * len(names), SPREAD, {"seed": seed, "verbose": -9})
    for number in range(rounds):
        candidates = search.ask()
        shares = []
        for factors in candidates:
            won, drawn = tuning.points(_scaled(start, names, factors), seed + number, games, jobs)
            shares.append((won + drawn / 2) / games)
        search.tell(candidates, [-each for each in shares])
        mean = sum(shares) / len(shares)
        click.echo(f"round {number + 1}: the best has {max(shares):.1%}, all together {mean:.1%}", err=True)
    best = _scaled(start, names, search.mean)
    won, drawn = tuning.points(best, UNSEEN + seed, last, jobs)
    told = f"{share(won, drawn, last)} of {last} games against the weights it began with"
    to.write_text(json.dumps({"weights": best, "found": told, "level": level, "options": chosen}, indent=2) + "\n")
    click.echo(told)


def _scaled(start: Mapping[str, float], names: list[str], factors: list[float]) -> dict[str, float]:
    scaled = {name: start[name] * factor for name, factor in zip(names, factors, strict=True)}
    return {**start, **scaled}


if __name__ == "__main__":
    main()
