"""Plans of robots, and what they come to."""

from core.rulesets.hundred_days.field cimport Law, State
from core.rulesets.hundred_days.playout cimport Aims
from core.stream cimport Stream

cdef struct Weights:
    # In 100, as `weights.py` says.
    int points, enemy, gather, together, small_together, small, attack, win
