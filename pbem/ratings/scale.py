"""What the numbers of ratings mean: how they are shown, when they are provisional, how they fade, what they foresee."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import erf, sqrt

MU, SIGMA = 25.0, 25.0 / 3.0  # of somebody of whom nothing is known
# How far one and the same player is better on one day than on another.
BETA = 25.0 / 6.0
PROVISIONAL = 5.0  # the sigma from which on a rating is provisional
# What each game adds to the sigma of a player, who learns; robots and sides stay what they are.
LEARNING = 0.05
# Of a player who is idle sigma squared grows by so much a month: from 1.5 to provisional in some four years.
FADING = 0.5
MONTH = timedelta(days=30)

MIDDLE, UNIT = 1500.0, 40.0


def shown(mu: float) -> int:
    """A rating as people see it."""
    return round(MIDDLE + UNIT * (mu - MU))


def spread(sigma: float) -> int:
    """What stands behind its +-: in two cases of three the true number is no farther away."""
    return round(UNIT * sigma)


def gained(before: float, after: float) -> int:
    """The change between two ratings as they are shown."""
    return shown(after) - shown(before)


def is_provisional(sigma: float) -> bool:
    """Whether so little is known of somebody that he has no rank."""
    return sigma >= PROVISIONAL


def faded(sigma: float, since: datetime, until: datetime) -> float:
    """The sigma of a player after whole months without a rated game; never more than that of a newcomer."""
    months = max(0, (until - since) // MONTH)
    return min(SIGMA, sqrt(sigma * sigma + FADING * months)) if months else sigma


def share(ahead: float, variance: float = 0.0) -> float:
    """The share of points that is to be expected of whoever is `ahead` by so much, where his lead is so uncertain."""
    return (1 + erf(ahead / sqrt(2 * (2 * BETA * BETA + variance)))) / 2
