"""What columns see, and the dispatches that tell of it: steps (g) and (h) of a beat."""

from core.rulesets.hundred_days.field cimport Turn


cdef int class_of(int number) noexcept nogil
cdef void look_around(Turn* turn, bint thrown) noexcept nogil
cdef void write_dispatches(Turn* turn, bint hourly) noexcept nogil
cdef void see_in_person(Turn* turn) noexcept nogil
