"""Find the weights of the robots of waterloo1895: games between them, and which features the winners had.

    python bench/fit_waterloo1895.py duel --games 200 --rounds 4 --kept /tmp/duel --write weights.json

Each round plays games with the weights found so far, half of them of a robot against itself and half against the
stand-in, notes the features of every position in which dice were about to be thrown, and fits the weights to the
outcomes of the games of the latest rounds: logistic regression, held near to the weights before. With `--tied` only
groups of weights are fitted, each by one factor, which few games suffice for. Seeds make it repeatable.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from core.contract import Level
from core.dice import SeededDice
from core.rulesets.waterloo1895.evaluation import features, weight_names
from core.rulesets.waterloo1895.weights import WEIGHTS
from pbem.rulesets import presentation

RULES = presentation("waterloo1895").rules
WORDS = presentation("waterloo1895")
WHIMS = 0.03  # of the throws are played at random, so that games differ
FADING = 0.985  # what a position counts for each throw that it is farther from the end
GROUPS = ("first", "second", "third", "all", "home")


def played(
    options: Any, weights: dict[str, float], seed: int, level: Level, stand_in: str
) -> tuple[list[list[float]], list[float]]:
    """One game: the features of its positions, and the share of the point that the side to throw got in the end.

    The armies in `stand_in` are played by the stand-in.
    """
    chance = Random(seed)
    position = RULES.adjudicate(RULES.opening(options), {}, SeededDice(seed.to_bytes(8, "big"))).position
    rows, sides, number = [], [], 0
    while (outcome := RULES.outcome(position)) is None:
        handed_in: dict[str, Any] = {}
        for decision in RULES.awaiting(position):
            view = RULES.view(position, decision.seat)
            number += 1
            if decision.kind == "throw":
                rows.append(features(position))
                sides.append(side_of(view["armies"], view["to_move"]))
            if decision.kind == "throw" and chance.random() < WHIMS:
                handed_in[decision.seat] = RULES.random_orders(position, decision.seat, chance.getrandbits(60))
            elif decision.kind == "throw" and view["to_move"] in stand_in:
                lines = WORDS.bot(view, decision.seat, chance).split("\n")
                handed_in[decision.seat] = WORDS.read(list(enumerate(lines, start=1)))
            else:
                handed_in[decision.seat] = RULES.robot_orders(view, level, chance.getrandbits(60), weights=weights)
        dice = SeededDice(seed.to_bytes(8, "big") + number.to_bytes(4, "big"))
        position = RULES.adjudicate(position, handed_in, dice).position
    armies = RULES.view(position, None)["armies"]
    won = {side_of(armies, army) for army, seat in armies.items() if seat in outcome.winners}
    return rows, [0.5 if not won else float(side in won) for side in sides]


def side_of(armies: Any, army: str) -> int:
    """0 for the French, 1 for the Allies."""
    return int(army in "WB")


def fit(x: Any, y: Any, counts: Any, prior: Any, hold: float) -> Any:
    """Logistic regression by Newton's method, with half a step where a whole one is no gain.

    `counts` says what each position counts; `hold` draws the weights to those before.
    """
    weights = prior.copy()
    worth = held_loss(x, y, counts, weights, prior, hold)
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (counts * (y - p)) - hold * (weights - prior)
        curve = (x * (counts * p * (1 - p))[:, None]).T @ x + hold * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        while np.abs(step).max() > 1e-4 and held_loss(x, y, counts, weights + step, prior, hold) > worth:
            step /= 2
        if np.abs(step).max() <= 1e-4:
            break
        weights = weights + step
        worth = held_loss(x, y, counts, weights, prior, hold)
    return weights


def held_loss(x: Any, y: Any, counts: Any, weights: Any, prior: Any, hold: float) -> float:
    """What the regression makes least."""
    return float(counts.sum() * loss(x, y, counts, weights) + hold / 2 * np.sum((weights - prior) ** 2))


def loss(x: Any, y: Any, counts: Any, weights: Any) -> float:
    """The mean log loss."""
    p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
    found = -(y * np.log(p + 1e-9) + (1 - y) * np.log(1 - p + 1e-9))
    return float(np.sum(counts * found) / counts.sum())


def group_of(name: str) -> str:
    """The group that a weight is tied to: those of the knots of one kind of distance, and each other by itself."""
    which, _, knot = name.rpartition("_")
    return which if knot.isdigit() and which.split("_")[-1] in GROUPS else name


def fit_tied(x: Any, y: Any, counts: Any, names: Any, prior: Any, hold: float) -> Any:
    """Fit one factor for each group of weights; a weight that is 0 is a group's own size."""
    groups = list(dict.fromkeys(map(group_of, names)))
    share = np.zeros((len(names), len(groups)))
    for at, name in enumerate(names):
        share[at, groups.index(group_of(name))] = prior[at] if prior[at] or group_of(name) != name else 0.1
    factors = fit(x @ share, y, counts, np.ones(len(groups)), hold)
    print({group: round(float(factor), 2) for group, factor in zip(groups, factors, strict=True)})
    return share @ factors


def main() -> None:
    """Play and fit, round after round."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("mode")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--rounds", type=int, default=4)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--hold", type=float, default=300.0)
    asked.add_argument("--start", type=Path, help="weights to begin with, instead of those of the rule set")
    asked.add_argument("--write", type=Path, required=True)
    asked.add_argument("--kept", type=Path, help="folder in which the positions of each round are kept, and found")
    asked.add_argument("--level", default="officer")
    asked.add_argument("--oldest", type=int, default=4, help="rounds whose games still count")
    asked.add_argument("--tied", type=int, default=0, help="so many first rounds fit groups of weights")
    given = asked.parse_args()
    options = RULES.settle({"mode": given.mode})
    names = weight_names("duel" if given.mode == "duel" else "four")
    start = {**WEIGHTS, **(json.loads(given.start.read_text()) if given.start else {})}
    weights = np.array([start[name] for name in names])
    rounds: list[Any] = []
    for turn in range(given.rounds):
        begun = time.monotonic()
        known = given.kept / f"{given.mode}-{given.seed}-{turn}.npz" if given.kept else None
        if known and known.exists():
            kept = np.load(known)
            rounds.append((kept["x"], kept["y"], kept["counts"]))
        else:
            rounds.append(gathered(options, dict(zip(names, weights.tolist(), strict=True)), given, turn))
            if known:
                known.parent.mkdir(parents=True, exist_ok=True)
                x, y, counts = rounds[-1]
                np.savez_compressed(known, x=x, y=y, counts=counts)
        fresh = [each.astype(float) for each in rounds[-1]]
        unseen = loss(*fresh, weights)
        del rounds[: -given.oldest]
        x, y, counts = (np.concatenate([each[at] for each in rounds]).astype(float) for at in range(3))
        if turn < given.tied:
            weights = fit_tied(x, y, counts, names, weights, given.hold)
        else:
            weights = fit(x, y, counts, weights, given.hold)
        took = time.monotonic() - begun
        fitted = loss(x, y, counts, weights)
        print(f"round {turn}: {len(fresh[0])} positions, {took:.0f} s; log loss {unseen:.4f}, fitted {fitted:.4f}")
        sys.stdout.flush()
        given.write.write_text(json.dumps(dict(zip(names, np.round(weights, 4).tolist(), strict=True)), indent=0))


def gathered(options: Any, weights: dict[str, float], given: Any, turn: int) -> Any:
    """The positions of a round of games, their shares and what each counts."""
    rows: list[list[float]] = []
    shares: list[float] = []
    counts: list[float] = []
    for game in range(given.games):
        seed = (given.seed * 1000 + turn) * 100_000 + game
        stand_in = ("", "NY", "", "WB")[game % 4]
        found = played(options, weights, seed, Level(given.level), stand_in)
        rows += found[0]
        shares += found[1]
        counts += [FADING ** (len(found[1]) - at) for at in range(len(found[1]))]
    return np.array(rows, dtype=np.float32), np.array(shares), np.array(counts)


if __name__ == "__main__":
    main()
