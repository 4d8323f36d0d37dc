"""By what the robots of the Waterloo Wargame weigh orders and positions: in thousands of men, if nothing else is said.

How they were found. All but `share` and what follows were set by hand, and kept where a change of one of them brought
nothing in 40 to 60 games of officer as Napoleon against the stand-in and against officer himself, or would have made
officer bolder: that is left to marshal, whose styles (`robots`) take most of it. Napoleon is the stronger the bolder he
is: with 0.4 for `contact`, 0.6 for `own` and no `gain` officer as Napoleon beat the stand-in in 53 of 60 games. They
were not tuned by `bench/tune.py`.

`share` and what follows are a logistic regression of the outcome on 5,360 positions of 300 games between officers of
different boldness on both sides (French 53 %). Checked on fresh games, 240 of `pbem arena waterloo_wargame --a marshal
--b officer --seed 1` with 8,772 positions: called 5, 15, 25, 35, 45, 55, 65, 75, 85 and 94 in a hundred for the French,
got 3, 14, 25, 37, 43, 49, 64, 70, 88 and 97; of 718 called 65 to 75 the French won 69. The slope by which the odds
would have to be changed was 1.04 and the shift -0.08, so that `margin_slope` and `margin_shift` change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    "gun": 2.5,  # what a gun is worth
    "own": 1.0,  # own men lost, against one of the enemy's
    "barrage": 0.6,  # share of a piece under two guns that is as good as lost
    "evading": 0.3,  # of that for cavalry, and of an attack from which it may ride off
    "push": 0.1,  # of a piece under one gun
    "duel": 0.31,  # of a gun in an enemy's arc
    "contact": 0.7,  # of what the enemy can gain by contact where a piece would stand
    "exposed": 0.5,  # of that danger for who attacks
    "chance": 0.35,  # of what could be gained by contact next turn
    "pull": 0.16,  # for each thousand men and 200 yards nearer to the enemy
    "gun_pull": 0.30,  # for each 100 yards of a gun nearer to the enemy
    "cover": 0.35,  # of a piece that two guns would have in their arcs
    "gain": 0.3,  # the least that an attack has to promise
    "general": 0.8,  # by how much a General must be better elsewhere
    "share": 3.34,  # the logarithm of the odds that the French win
    "share_need": -0.265,  # for each thousand of Allied losses that are wanting
    "share_rounds": 0.486,  # for each French turn that is left
    "share_losses": -0.141,  # for each thousand of French losses
    "share_guns": 0.10,  # for each French gun
    "share_enemy_guns": -0.464,  # for each Allied gun
    "share_way": -0.0067,  # for each thousand French and 200 yards from the enemy
    "margin_slope": 1.0,  # of `share` and what follows, for the margin
    "margin_shift": 0.0,
    "noise": 0.04,
}
