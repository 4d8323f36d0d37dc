"""What the robots weigh, in log-odds: how much each feature of a seat adds to its chance to outlive the others.

The order is that of the features in `evaluation.pxd`. How they were found, all of it in duels, the games for fitting by
`bench/fit_conflict.py` (the first 0 to 6 turns by chance), those for comparing with paired dice and sides swapped:

1. Set by hand. 700 games of officers by these (`play --games 700 --seed 1`, 22,859 positions), fitted by logistic
   regression: the log-loss fell from 0.715 to 0.644. Officers by the fitted weights scored 46.5 % of 200 games against
   those set by hand: who plays by them forgets to go forward.
2. The fitted weights, but advance, close, near, lead, guards and tempo by hand, about half of what they had been: 66 %
   of 200 games against the first, 62.5 % of 200 against the fitted. These are the weights below.
3. 550 games by these (`play --games 550 --seed 2`, 15,579 positions), fitted anew: 48.8 % of 160 games against those
   below (ridge 3), 51.9 % of 160 (ridge 100), 49.5 % of 200 (halfway to the first of these). Nothing was changed.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    "field_artillery": 0.32,
    "field_gun": 0.604,
    "field_ship": 0.368,
    "field_plane": 0.674,
    "start_artillery": 0.232,
    "start_gun": 0.579,
    "start_ship": 0.286,
    "start_plane": 0.668,
    "reserve_artillery": 0.294,
    "reserve_ship": 0.323,
    "reserve_plane": 0.764,
    "advance_artillery": 0.25,
    "advance_gun": 0.25,
    "advance_ship": 0.25,
    "advance_plane": 0.25,
    "close": 0.1,
    "near": 0.1,
    "lead": 0.7,
    "guard_land": 0.15,
    "guard_ship": 0.15,
    "guard_plane": 0.2,
    "gun_home": -0.012,
    "exposed_land": -0.325,
    "exposed_ship": -0.203,
    "exposed_plane": -0.661,
    "later_land": 0.041,
    "later_ship": -0.013,
    "later_plane": 0.008,
    "danger": -1.487,
    "tempo": 0.2,
}

# By what scores are multiplied before `margin` tells them. With 0.8, `bench/calibrate.py conflict --games 100
# --first 5000` (duels of marshals) found a slope of 1.35, so that 1.05 should come to 1.
CALIBRATION = 1.05
