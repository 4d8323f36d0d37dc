"""Games played on: at random, or with every column on its way to where a plan wants it."""

from core.rulesets.hundred_days.field cimport MOST, Law, State
from core.stream cimport Stream

cdef struct Aims:
    # A plan for columns: the place to which each goes, or NONE: it does what it was told last; and its stance.
    int place[MOST]
    int stance[MOST]


cdef int play_on(const Law* law, State* state, Stream* stream, size_t most, size_t* moves) noexcept nogil
cdef void play_by(const Law* law, State* state, Stream* stream, const Aims* aims, int turns) noexcept nogil
