"""Notes made into events. See notes.pxd for what is noted."""

from core.rulesets.waterloo_grid.board cimport Variant
from core.rulesets.waterloo_grid.field cimport State
from core.rulesets.waterloo_grid.notes cimport Chronicle


cdef class Story:
    """A chronicle and the events it comes to. `key` is the turn the dice are rolled for."""

    cdef Chronicle chronicle
    cdef Variant variant
    cdef int key
    cdef readonly list events

    cdef void flush(self, const State* state, int side) except *
