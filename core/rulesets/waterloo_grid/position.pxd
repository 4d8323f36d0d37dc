"""A position of Waterloo on a grid: a `State`, and the game's variant."""

from libc.stdint cimport uint64_t

from core.position cimport BasePosition
from core.rulesets.waterloo_grid.board cimport Variant
from core.rulesets.waterloo_grid.field cimport State


cdef class Position(BasePosition):
    cdef Variant variant
    cdef State state

    cdef Position copy(self)
    cdef int find(self, name, int side)  # the slot of a living unit, -1: none
    cdef object name(self, int slot)
    cdef object ends(self, int slot)  # its bases as written


cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
cdef object unit_name(const State* state, int slot)
cdef object letters(int bases)
cdef list slots_in_order(const State* state, uint64_t chosen=*)
