"""By what the robots of Waterloo on a grid weigh a position.

They were set by hand, in games with turn_limit=20. CMA-ES over six rounds of twelve candidates in twelve games each led
to weights with 46 % of 120 games against those it began with. Weights fitted to how 2,300 games of officers and of the
stand-in ended (`bench/fit_grid.py`) foretell ends better (a log-loss of 0.58 in place of 0.61) and play worse: officers
with them had 48 to 59 % of 100 games against the stand-in, in place of 74 %. Who is nearer to what he wants counts for
much: without `nearest` and `march` an officer had 49 %, with twice as much of them 61 %.

What Blue has to be ahead, and troops, count the less the fewer turns are left: before they did, a marshal had 70 % of
60 games against the stand-in with turn_limit=20 and blue_points=2, and 78 % since. Eight turns compared on 24 dice gave
him 68 % of 100 such games, on 96 dice 78 %; that the judge's first word counts as 12 of 24 gave him 81 %;
it is 18 of 36 now.

How much a marshal is drawn to where he is wanted decides most: against an officer he had 62 % of 200 games without
it, 75 % with a quarter of what draws the officer, 78 % with half, 69 % with all of it. Against the stand-in he had
79.5 % of 400 games with half, and no more with sixteen turns compared in place of eight (83 % of 375), twice the dice
(82 % of 200), twice the particles for the enemy's turn (82 %), an enemy who looks anew after each activation (82 %)
or the last three plies played to the end (78 %). Six plans of twenty choices each on 16 particles, in place of four
of twelve on 24, gave him 85.6 % of 400, in the same time.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    # A base on the field, by class; what it keeps of that in the pool, where Red comes back more cheaply.
    "base_guns": 0.11,
    "base_guard": 0.075,
    "base_heavy": 0.085,
    "base_line": 0.065,
    "base_light": 0.07,
    "unit_lives": 0.04,
    "pool_blue": 0.15,
    "pool_red": 0.35,
    "forms": 0.06,
    # Points by the clock (WGR-135), and nearness to the win of WGR-132.
    "points": 0.2,
    "late": 3.0,
    "win": 0.8,
    # The hold on a cell: of bases, by steps away, of those that stand in it, and of holding it at all.
    "reach": 0.1,
    "decay": 0.7,
    "power_cavalry": 0.8,
    "power_guns": 0.7,
    "garrison": 1.0,
    "held": 0.5,
    "held_late": 0.3,
    "tie": 0.8,
    # Posture: bases away from their flag, enemies beside and behind, dice that guns could throw, squares.
    "apart": 0.02,
    "flank": 0.012,
    "target": 0.012,
    "in_square": 0.006,
    "muskets": 0.01,
    "trapped": 0.02,
    # The weight of those who do not hold a cell, beside those who do.
    "storm": 1.0,
    # The way to cells that are wanted: turns of the nearest unit to each, and steps of every base to the nearest.
    "nearest": 0.05,
    "march": 0.003,
    # What Blue has to be ahead for an even game.
    "even": 1.2,
    # How soon troops count for less towards the end: with so many turns left for half of it.
    "fade": 1.0,
}

# Those that the lead of a side grows with in proportion, whatever the others are.
LINEAR = (
    "base_guns",
    "base_guard",
    "base_heavy",
    "base_line",
    "base_light",
    "unit_lives",
    "forms",
    "points",
    "win",
    "tie",
    "apart",
    "flank",
    "target",
    "in_square",
    "muskets",
    "trapped",
    "nearest",
    "march",
    "even",
)

# What is otherwise with the marshal, who sees further: he need be drawn to where he is wanted only half as much.
MARSHAL: Mapping[str, float] = {"nearest": 0.025, "march": 0.0015}

# Blue's share of points from the lead x that the weights come to, with late = 1 / (1 + turns left) where turns are
# limited: 1 / (1 + exp(-((slope + slope_late * late) * x + shift + shift_late * late))); without a limit
# 1 / (1 + exp(-(endless_slope * x + endless_shift))).
# The former was fitted to 1,840 games of officers and of the stand-in with 20 to 30 turns (`bench/fit_grid.py`), and
# checked on 460 others: of positions called 15.8, 25.7, 35.1, 43.1, 54.1, 64.7, 74.6 and 84.9 % Blue got 16.4, 30.8,
# 39.4, 46.6, 63.5, 74.0, 81.3 and 82.3 %. The latter was fitted to 160 games of officers, of which Blue won few.
CALIBRATION: Mapping[str, float] = {
    "slope": 0.295,
    "slope_late": 3.677,
    "shift": -1.0,
    "shift_late": 0.0,
    "endless_slope": 0.476,
    "endless_shift": -1.898,
}
