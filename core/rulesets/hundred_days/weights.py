"""By what the robots of Hundred Days plan: shares in 100 with which a plan is made up, set by hand.

A plan names a place for each column. Where plans come out is found by playing them, so that these numbers only say
which are looked at; what else there is to weigh are the points of the game itself.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    # Where a plan goes: to a place that has points, at an enemy, to where most of one's own are, else anywhere near.
    "points": 45,
    "enemy": 30,
    "gather": 15,
    # How many go with the main body; of columns under `small` men (in hundreds) fewer do.
    "together": 80,
    "small_together": 45,
    "small": 40,
    # How often a body goes in, rather than halts before a post.
    "attack": 60,
    # How much a win or a loss counts besides the points, in points.
    "win": 15,
}
