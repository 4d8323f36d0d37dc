"""What the margins of Stratego are made of, from games that robots played: by logistic regression.

    pbem arena stratego_waterloo --a marshal --b marshal --games 400 --seed 1 --keep series/basic
    python bench/fit_stratego.py series/basic [series/standard ...]

For each series the logarithm of the odds of BLUE is fitted to what `standing` tells of ten moments of each game, and to
the turn; the weights are printed as `weights.CALIBRATION` has them. `bench/calibrate.py` checks them on other games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from core.rulesets.stratego_waterloo.robots import standing

from pbem.arena.series import Series
from pbem.games.record import replayed
from pbem.rulesets import presentation

RULES = presentation("stratego_waterloo").rules
NAMES = ("blue", "forces", "coming", "at_hand", "turn")
MOMENTS = 10
STEPS = 30
PRIOR = 1e-3  # draws the weights towards nothing


def main(folders: Sequence[str]) -> None:
    """Print the weights for the series in these folders."""
    for folder in map(Path, folders):
        series = msgspec.json.decode((folder / "series.json").read_bytes(), type=Series)
        moments = [moment for record in sorted(folder.glob("records/*.jsonl")) for moment in moments_of(record)]
        weights = fitted(np.array([row for row, _ in moments]), np.array([got for _, got in moments]))
        for name, weight in zip(NAMES, weights, strict=True):
            print(f'    "{series.options["version"]}_{name}": {weight:.4f},')


def moments_of(record: Path) -> Iterator[tuple[list[float], float]]:
    """What stands for BLUE at moments spread over the battle, and its share of the points in the end."""
    *positions, end = replayed(record.read_bytes().splitlines())
    share = (1 + RULES.margin(end)["blue"]) / 2
    battle = [each for each in positions if _phase(each) == "play"]
    every = max(1, len(battle) / MOMENTS)
    for at in sorted({int(number * every) for number in range(MOMENTS)} & set(range(len(battle)))):
        told = standing(battle[at])
        turn = RULES.encode(battle[at])["turn"]
        yield [1.0, told["forces"], told["coming"], told["at_hand"], turn / 10], share


def _phase(position: Any) -> str:
    return str(RULES.encode(position)["phase"])


def fitted(rows: np.ndarray, got: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    prior = PRIOR * len(got) * rows.std(axis=0) ** 2
    for _ in range(STEPS):
        called = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (got - called) - prior * weights
        matrix = (rows * (called * (1 - called))[:, None]).T @ rows + np.diag(prior)
        weights = weights + np.linalg.solve(matrix, gradient)
    return weights


if __name__ == "__main__":
    main(sys.argv[1:])
