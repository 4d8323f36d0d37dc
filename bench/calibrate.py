"""How well `margin` tells what comes of positions: those of fresh games between robots, against how the games ended.

    python bench/calibrate.py conflict --level marshal --games 200 [--players 4]
    python bench/calibrate.py conflict --series FOLDER

plays games, or takes those of a series that `pbem arena --keep FOLDER` has played. Prints, for positions called 0-10 %,
10-20 % and so on, which share of the points was got, over all seats and turns; and the slope and intercept by which the
logarithm of the odds would have to be changed to fit best (1 and 0 where nothing is amiss). Each game counts once in
each of ten parts of itself, so that long ones do not count for more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from core.contract import Level, Options, SeatName
from core.dice import SeededDice
from pbem.games.record import replayed
from pbem.robots import playing
from pbem.rulesets import presentation

PARTS = 10
STEPS = 50
LONGEST = 5_000


def positions_of(ruleset: str, options: Options, levels: tuple[str, ...], number: int) -> list[tuple[float, float]]:
    """A game played: the share called and the share got, of each seat at moments spread over it."""
    words = presentation(ruleset)
    rules = words.rules
    seats = rules.seats(options)
    dice = SeededDice(f"calibrate {number}".encode())
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    called = []
    for turn in range(LONGEST):
        if rules.outcome(position) is not None:
            break
        called.append(rules.margin(position))
        orders = {}
        for decision in rules.awaiting(position):
            level = Level(levels[(number + seats.index(decision.seat)) % len(levels)])
            seed = playing.seed_of(f"{number} {turn} {decision.seat}")
            lines = rules.robot_orders(rules.view(position, decision.seat), level, seed)
            orders[decision.seat] = lines
            if rules.check(position, decision.seat, lines).effect.value == "at once":
                break
        position = rules.adjudicate(position, orders, dice).position
    return _paired(seats, called, rules.margin(position))


def positions_kept(ruleset: str, record: Path) -> list[tuple[float, float]]:
    """The same of a game that was kept."""
    rules = presentation(ruleset).rules
    *called, ended = map(rules.margin, replayed(record.read_bytes().splitlines()))
    return _paired(tuple(ended), called, ended)


def _paired(
    seats: Sequence[SeatName], called: Sequence[Mapping[SeatName, float]], ended: Mapping[SeatName, float]
) -> list[tuple[float, float]]:
    """Those of moments spread over the game."""
    every = max(1, len(called) / PARTS)
    moments = sorted({int(at * every) for at in range(PARTS)} & set(range(len(called))))
    return [((1 + called[at][seat]) / 2, (1 + ended[seat]) / 2) for at in moments for seat in seats]


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("ruleset")
@click.option(
    "--level", "levels", multiple=True, default=("marshal",), show_default=True, help="of the robots, in turn"
)
@click.option("--games", default=200, show_default=True)
@click.option("--first", default=0, show_default=True, help="number of the first game: others are fresh ones")
@click.option("--jobs", default=2, show_default=True)
@click.option("--series", type=click.Path(exists=True, file_okay=False, path_type=Path), help="games that were kept")
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def main(
    ruleset: str,
    levels: tuple[str, ...],
    games: int,
    first: int,
    jobs: int,
    series: Path | None,
    options: tuple[str, ...],
) -> None:
    """Compare margins with how games of RULESET ended."""
    chosen = {name.removeprefix("--"): value for name, value in zip(options[::2], options[1::2], strict=True)}
    settled = presentation(ruleset).rules.settle(chosen)
    with ProcessPoolExecutor(jobs) as processes:
        if series is None:
            numbers = range(first, first + games)
            parts = processes.map(positions_of, [ruleset] * games, [settled] * games, [levels] * games, numbers)
        else:
            records = sorted(series.glob("records/*.jsonl"))
            parts = processes.map(positions_kept, [ruleset] * len(records), records)
        pairs = [pair for part in parts for pair in part]
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for called, got in pairs:
        bins[min(9, int(called * 10))].append((called, got))
    for number in sorted(bins):
        inside = bins[number]
        called, got = (sum(pair[side] for pair in inside) / len(inside) for side in (0, 1))
        click.echo(f"{10 * number:3}-{10 * number + 10:<3} % called {called:6.1%}  got {got:6.1%}  ({len(inside)})")
    slope, intercept = _fitted(pairs)
    click.echo(f"slope {slope:.3f}, intercept {intercept:+.3f}")


def _fitted(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Logistic regression of the share got on the logarithm of the odds called, by Newton's method."""
    xs = [(math.log(p / (1 - p)), y) for p, y in ((min(max(c, 1e-4), 1 - 1e-4), g) for c, g in pairs)]
    slope, intercept = 1.0, 0.0
    for _ in range(STEPS):
        gradient, matrix = [0.0, 0.0], [[1e-9, 0.0], [0.0, 1e-9]]
        for (one, x), y in _rows(xs):
            p = 1 / (1 + math.exp(-(slope * x + intercept)))
            for i, first in enumerate((x, one)):
                gradient[i] += (y - p) * first
                for j, second in enumerate((x, one)):
                    matrix[i][j] += p * (1 - p) * first * second
        (a, b), (c, d) = matrix
        determinant = a * d - b * c
        slope += (d * gradient[0] - b * gradient[1]) / determinant
        intercept += (a * gradient[1] - c * gradient[0]) / determinant
    return slope, intercept


def _rows(pairs: list[tuple[float, float]]) -> Iterator[tuple[tuple[float, float], float]]:
    for x, y in pairs:
        yield (1.0, x), y


if __name__ == "__main__":
    main()
