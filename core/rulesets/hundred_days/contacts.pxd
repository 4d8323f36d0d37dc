"""Contacts on links and in places, and what follows from each."""

from core.rulesets.hundred_days.field cimport Turn


cdef void meet_on_links(Turn* turn) noexcept nogil
cdef void meet_at_places(Turn* turn) noexcept nogil
