"""What happened, as events, and what columns wrote, as dispatches."""

from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport Entry, State


cdef object event_of(Variant variant, const State* state, const Entry* entry)
