"""Landings, army-turns and rounds, as C: what sections D, I and M make of the state. Nobody is told; see course.pyx."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo1895.board cimport Law
from core.rulesets.waterloo1895.position cimport State


cdef enum Passing:
    BEGUN  # the next army's turn
    SKIPPED  # it has no pieces (W95-094): pass on
    NO_MORE_ROUNDS  # W95-104


cdef bint earns_another(const uint8_t* dice) noexcept nogil  # three dice: W95-071
cdef void note_landing(State* state, const Law* law, int piece, int start, int spot, int captured) noexcept nogil
cdef bint stalls(State* state, const Law* law) noexcept nogil  # the army-turn is completed: whether W95-103 ends the game
cdef int pass_on(State* state, const Law* law) noexcept nogil  # W95-091, 122: a Passing
