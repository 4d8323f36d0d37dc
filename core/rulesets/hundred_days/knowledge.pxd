"""What of a turn becomes known to whom."""

from core.rulesets.hundred_days.field cimport Log
from core.rulesets.hundred_days.position cimport Position


cdef list learn(Position position, const Log* log, dict known, list letters_due, int number)
