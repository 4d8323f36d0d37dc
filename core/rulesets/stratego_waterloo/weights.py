"""By what the robots weigh a position: points for pieces and prospects, shares between 0 and 1, and the calibration.

The weights are set by hand and have not been tuned. Series of 60 and 80 games between officers with other values of
`veiled`, `now`, `hidden`, `threat`, `cmd` and `cinc` (`pbem arena`-like, both sides, seeds apart) showed no difference
that was beyond chance.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    # A piece, by its current strength; leaders and guns.
    "strength_0": 1.0,
    "strength_1": 2.5,
    "strength_2": 3.0,
    "strength_3": 4.0,
    "strength_4": 7.0,
    "strength_5": 10.0,
    "strength_6": 15.0,
    "immune": 2.5,
    "gun": 11.0,
    "cmd": 24.0,
    "cinc": 50.0,
    "fatal": 150.0,
    "block": 0.8,
    "pool": 0.75,
    "row": 0.1,
    # What can be taken next.
    "threat": 0.75,
    "hidden": 0.6,
    "veiled": 1.0,
    "back": 0.7,
    "now": 0.8,
    "later": 0.15,
    # Actions that two pieces still need to the enemy's lines of retreat.
    "lines_0": 60.0,
    "lines_1": 30.0,
    "lines_2": 18.0,
    "lines_3": 12.0,
    "lines_4": 8.5,
    "lines_5": 6.0,
    "lines_6": 4.5,
    "lines_7": 3.0,
    "lines_8": 2.0,
    "lines_9": 1.0,
    "lines_10": 0.0,
    "rush": 200.0,
    "rushed": 60.0,
    "ruled": 12.0,
    "chase": 2000.0,
}

# The logarithm of the odds for BLUE: what its version adds, and points and tens of turns times these. Fitted by
# `bench/fit_stratego.py` to ten moments of each of 400 games a version between marshals (seed 1).
CALIBRATION: Mapping[str, float] = {
    "basic_blue": 1.0912,
    "basic_forces": 0.0189,
    "basic_coming": 0.0369,
    "basic_at_hand": 0.0226,
    "basic_turn": -0.3403,
    "standard_blue": 1.6790,
    "standard_forces": 0.0040,
    "standard_coming": 0.0319,
    "standard_at_hand": 0.0153,
    "standard_turn": -0.7332,
    "expert_blue": 1.6990,
    "expert_forces": 0.0207,
    "expert_coming": 0.0701,
    "expert_at_hand": 0.0107,
    "expert_turn": -0.9289,
}
