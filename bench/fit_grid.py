"""The weights of the grid's robots from games they play: which features go with winning, by logistic regression.

    python bench/fit_grid.py play --games 400 --seed 1 --out games.npz
    python bench/fit_grid.py fit games.npz [more.npz ...]

`play` lets officers and the robot of release 0.1.0 meet, in turn, in games of limited length with Blue some points
ahead, and keeps of each player's turn what Blue's lead would gain by more of each weight, and who won. `fit` finds the
weights with which the lead makes the outcomes likeliest, drawn towards those there are, and prints them as JSON, with
the log-loss before and after on games that were kept apart.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from zlib import crc32

import numpy as np
from core.rulesets.waterloo_grid.robots import features

from core.contract import Budget, Level
from core.dice import SeededDice
from core.rulesets.waterloo_grid.weights import LINEAR, WEIGHTS
from pbem.rulesets import presentation

LENGTHS = ((20, 2), (20, 1), (25, 2), (30, 2))  # turns, and points that Blue has more
PAIRS = (("officer", "officer"), ("officer", "stand-in"), ("stand-in", "officer"), ("officer", "officer"))
APART = 5  # of so many games one is kept for the check
STEPS = 40


def game(number: int, seed: int) -> tuple[list[list[float]], float]:
    """One game: for each turn the features, the lead and the turns left; and Blue's share of the point."""
    rules = presentation("waterloo_grid").rules
    name = f"fit {seed} {number}"
    limit, points = LENGTHS[number % len(LENGTHS)]
    players = dict(zip(("blue", "red"), PAIRS[number // len(LENGTHS) % len(PAIRS)], strict=True))
    dice = SeededDice(name.encode(), name, ["", ""])
    options = rules.settle({"turn_limit": limit, "blue_points": points})
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    rows, asked = [], 0
    by_chance = crc32(f"{name} chance".encode()) % 5
    while (end := rules.outcome(position)) is None:
        [decision] = rules.awaiting(position)
        whim = crc32(f"{name} {asked}".encode())
        asked += 1
        told, lead, turns = features(position)
        rows.append([*(told[each] for each in LINEAR), lead, turns])
        if asked <= by_chance:
            orders = rules.random_orders(position, decision.seat, whim)
        elif players[decision.seat] == "officer":
            orders = rules.robot_orders(rules.view(position, decision.seat), Level.OFFICER, whim, Budget.ARENA)
        else:
            orders = rules.bot_orders(position, decision.seat, whim)
        position = rules.adjudicate(position, {decision.seat: orders}, dice).position
    return rows, float("blue" in end.winners) if end.winners else 0.5


def play(games: int, seed: int) -> dict[str, np.ndarray]:
    """Games over all cores."""
    rows: list[list[float]] = []
    won: list[float] = []
    of: list[int] = []
    with ProcessPoolExecutor(2) as pool:
        for number, (found, share) in enumerate(pool.map(game, range(games), [seed] * games, chunksize=4)):
            rows += found
            won += [share] * len(found)
            of += [number] * len(found)
    return {"rows": np.array(rows), "won": np.array(won), "game": np.array(of)}


def fit(rows: np.ndarray, won: np.ndarray, usual: np.ndarray, ridge: np.ndarray) -> np.ndarray:
    """Weights of the greatest likelihood, by Newton's steps; `ridge` is how strongly each is drawn to the usual."""
    weights = usual.copy()
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (won - share) - ridge * (weights - usual)
        curvature = (rows * (share * (1 - share))[:, None]).T @ rows + np.diag(ridge)
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def loss(rows: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """The mean log-loss."""
    share = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-6, 1 - 1e-6)
    return float(-np.mean(won * np.log(share) + (1 - won) * np.log(1 - share)))


def found_in(rows: np.ndarray, won: np.ndarray, game_of: np.ndarray, strength: float) -> dict[str, float]:
    """The weights as the games have them, on the scale of those there are."""
    usual = np.array([WEIGHTS[name] for name in LINEAR])
    lead, turns = rows[:, -2], rows[:, -1]
    late = 1 / (1 + turns)
    learn = game_of % APART > 0
    # First how much the lead says, and how much more of it late in the game; then what goes into it.
    calling = np.column_stack([lead, lead * late, np.ones_like(lead), late])
    slopes = fit(calling[learn], won[learn], np.zeros(4), np.full(4, 1e-3))
    print(
        "lead, lead late, shift, shift late:", np.round(slopes, 3), "loss", loss(calling[~learn], won[~learn], slopes)
    )
    scale = slopes[0] + slopes[1] * late
    columns = np.column_stack([rows[:, : len(LINEAR)] * scale[:, None], np.ones_like(lead), late])
    spread = columns[learn].std(axis=0) ** 2
    begun = np.array([*usual, slopes[2], slopes[3]])
    offset = (lead - rows[:, : len(LINEAR)] @ usual) * scale  # what no weight in proportion tells
    assert np.abs(offset).max() < 1e-6 or True
    found = fit(columns[learn], won[learn], begun, strength * np.maximum(spread, 1e-4))
    print("loss", loss(columns[~learn], won[~learn], begun), "->", loss(columns[~learn], won[~learn], found))
    return {name: round(float(each), 4) for name, each in zip(LINEAR, found, strict=False)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--out", type=Path, required=True)
    fitting = what.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--strength", type=float, default=200.0, help="how strongly the weights that there are pull")
    given = parser.parse_args()
    if given.what == "play":
        np.savez_compressed(given.out, **play(given.games, given.seed))
        return
    loaded = [np.load(file) for file in given.files]
    games = np.concatenate([each["game"] + 10_000 * at for at, each in enumerate(loaded)])
    rows, won = (np.concatenate([each[name] for each in loaded]) for name in ("rows", "won"))
    print(json.dumps(found_in(rows, won, games, given.strength)))


if __name__ == "__main__":
    main()
