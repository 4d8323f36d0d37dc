"""The weights of Conflict's robots from games they play: which features go with winning, by logistic regression.

    python bench/fit_conflict.py play --games 1500 --seed 1 --level officer --out games.npz [--weights weights.json]
    python bench/fit_conflict.py fit games.npz [more.npz ...]
    python bench/fit_conflict.py check games.npz --weights weights.json
    python bench/fit_conflict.py margins --games 150 --seed 7 --level marshal [--players 4]

`play` lets a robot play both seats of a duel after some turns by chance (0 to 6, as the seed has it), and keeps for
each turn the features of both seats and who won. `fit` finds the weights for which the shares of `evaluation` make the
outcomes likeliest, drawn a little towards those there are, and prints them as JSON. `check` compares shares and
outcomes in bins; `margins` does so with what `margin` tells of all seats in fresh games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import numpy as np

from core.contract import Budget, Level
from core.dice import SeededDice
from core.rulesets.conflict.weights import WEIGHTS
from pbem.rulesets import presentation

NAMES = tuple(WEIGHTS)
STEPS = 30
MOST_TURNS = 400


def play(games: int, seed: int, level: Level, weights: Mapping[str, float] | None) -> dict[str, np.ndarray]:
    """Positions of games: features of the mover less those of the other, whether he is doomed, and who won."""
    rows: list[list[float]] = []
    doomed: list[float] = []
    won: list[float] = []
    game_of: list[int] = []
    for number in range(games):
        found, winner = _game(f"fit {seed} {number}", level, weights)
        for mover, told in found:
            other = next(seat for seat in told if seat != mover)
            rows.append([told[mover][name] - told[other][name] for name in NAMES])
            doomed.append(told[other]["doomed"])
            won.append(0.5 if winner is None else float(winner == mover))
            game_of.append(number)
    return {"rows": np.array(rows), "doomed": np.array(doomed), "won": np.array(won), "game": np.array(game_of)}


def _game(name: str, level: Level, weights: Mapping[str, float] | None) -> tuple[list, str | None]:
    rules = presentation("conflict").rules
    options = rules.settle({})
    dice = SeededDice(name.encode(), name, ["", ""])
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    found, turn = [], 0
    by_chance = sum(name.encode()) % 7
    while (end := rules.outcome(position)) is None and turn < MOST_TURNS:
        seat, turn = rules.awaiting(position)[0].seat, turn + 1
        if turn > by_chance:
            found.append((seat, rules.features(position)))
            seed = crc32(f"{name} {turn}".encode())
            orders = rules.robot_orders(rules.view(position, seat), level, seed, Budget.ARENA, weights=weights)
        else:
            orders = rules.random_orders(position, seat, crc32(f"{name} {turn}".encode()))
        position = rules.adjudicate(position, {seat: orders}, dice).position
    return found, end.winners[0] if end and end.winners else None


def shares(rows: np.ndarray, doomed: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The mover's share, as `evaluation` has it."""
    return doomed + (1 - doomed) / (1 + np.exp(-rows @ weights))


def fit(rows: np.ndarray, doomed: np.ndarray, won: np.ndarray, usual: np.ndarray, ridge: float) -> np.ndarray:
    """Weights of the greatest likelihood, by Gauss-Newton steps; features that never differ keep the usual ones."""
    weights = usual
    for _ in range(STEPS):
        lasting = 1 / (1 + np.exp(-rows @ weights))
        share = np.clip(doomed + (1 - doomed) * lasting, 1e-4, 1 - 1e-4)
        slope = (1 - doomed) * lasting * (1 - lasting)
        gradient = rows.T @ ((won - share) / (share * (1 - share)) * slope) - ridge * (weights - usual)
        curvature = (rows * (slope**2 / (share * (1 - share)))[:, None]).T @ rows + ridge * np.eye(rows.shape[1])
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def tell(rows: np.ndarray, doomed: np.ndarray, won: np.ndarray, weights: np.ndarray) -> None:
    """Log-loss, and called and found shares in tenths."""
    share = np.clip(shares(rows, doomed, weights), 1e-4, 1 - 1e-4)
    print(f"positions {len(won)}, log-loss {-np.mean(won * np.log(share) + (1 - won) * np.log(1 - share)):.4f}")
    in_bins(share, won)


def margins(games: int, seed: int, level: Level, players: int) -> None:
    """Shares as `margin` calls them, of every seat at every turn of fresh games, and the points that came of them."""
    rules = presentation("conflict").rules
    options = rules.settle({"players": players})
    called: list[float] = []
    points: list[float] = []
    for number in range(games):
        name = f"margins {seed} {number}"
        dice = SeededDice(name.encode(), name, [""] * players)
        position = rules.adjudicate(rules.opening(options), {}, dice).position
        told: list[dict[str, float]] = []
        while (end := rules.outcome(position)) is None:
            told.append(rules.margin(position))
            seat = rules.awaiting(position)[0].seat
            orders = rules.robot_orders(rules.view(position, seat), level, crc32(f"{name} {len(told)}".encode()))
            position = rules.adjudicate(position, {seat: orders}, dice).position
        for margin in told:
            for seat, each in margin.items():
                called.append((1 + (players - 1) * each) / players)
                points.append(float(seat in end.winners) if end.winners else 1 / players)
    in_bins(np.array(called), np.array(points))


def in_bins(share: np.ndarray, points: np.ndarray) -> None:
    """Called and found shares in tenths."""
    for low in range(10):
        inside = (share >= low / 10) & (share < (low + 1) / 10 + (low == 9))
        if inside.any():
            called, found = share[inside].mean(), points[inside].mean()
            print(f"{low * 10:3d}-{low * 10 + 10:3d} %: {inside.sum():6d} called {called:.3f} found {found:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("--games", type=int, default=1500)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--level", type=Level, default=Level.OFFICER)
    playing.add_argument("--weights", type=Path)
    playing.add_argument("--out", type=Path, required=True)
    telling = what.add_parser("margins")
    telling.add_argument("--games", type=int, default=150)
    telling.add_argument("--seed", type=int, default=7)
    telling.add_argument("--level", type=Level, default=Level.MARSHAL)
    telling.add_argument("--players", type=int, default=2)
    for name in ("fit", "check"):
        reading = what.add_parser(name)
        reading.add_argument("files", type=Path, nargs="+")
        reading.add_argument("--weights", type=Path)
        reading.add_argument("--ridge", type=float, default=30.0, help="how strongly the weights that there are pull")
    given = parser.parse_args()
    if given.what == "margins":
        margins(given.games, given.seed, given.level, given.players)
        return
    weights = json.loads(given.weights.read_text()) if given.weights else None
    if given.what == "play":
        np.savez_compressed(given.out, **play(given.games, given.seed, given.level, weights))
        return
    loaded = [np.load(file) for file in given.files]
    rows, doomed, won = (np.concatenate([each[name] for each in loaded]) for name in ("rows", "doomed", "won"))
    usual = np.array([(weights or WEIGHTS)[name] for name in NAMES])
    if given.what == "fit":
        found = fit(rows, doomed, won, usual, given.ridge)
        print(json.dumps({name: round(float(weight), 4) for name, weight in zip(NAMES, found, strict=True)}, indent=1))
    else:
        tell(rows, doomed, won, usual)


if __name__ == "__main__":
    main()
