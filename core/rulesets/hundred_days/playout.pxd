"""Games played on at random."""

from core.rulesets.hundred_days.field cimport Law, State
from core.stream cimport Stream


cdef int play_on(const Law* law, State* state, Stream* stream, size_t most, size_t* moves) noexcept nogil
