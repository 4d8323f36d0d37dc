"""Throws, army-turns and rounds as C: the one place where the clocks of a game go on.

`engine` calls these steps for the game that is played, and tells what they did; `playout` calls the same for games that
nobody watches.
"""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo1895.board cimport Law
from core.rulesets.waterloo1895.position cimport State


cdef enum Passing:
    BEGUN  # the next army's turn
    SKIPPED  # it has no pieces (W95-094): pass on
    NO_MORE_ROUNDS  # W95-104


cdef bint earns_another(const uint8_t* dice) noexcept nogil  # three dice: W95-071
cdef void cast(State* state, int one, int two, int three) noexcept nogil  # the dice of the next throw, ascending
cdef void clear_throw(State* state) noexcept nogil
cdef void start_with(State* state, const Law* law, int place) noexcept nogil  # W95-090: this one has the first turn
cdef void note_landing(State* state, const Law* law, int piece, int start, int spot, int captured) noexcept nogil
cdef void offer(State* state, const Law* law, int seat) noexcept nogil  # a draw: W95-105
cdef int lapse(State* state, const Law* law) noexcept nogil  # an army-turn has ended: whose offers end with it, bits
cdef bint agreed(const State* state, const Law* law) noexcept nogil  # whether all who are in the game have offered
cdef bint still_in(const State* state, const Law* law, int seat) noexcept nogil  # with a piece left
cdef bint stalls(State* state, const Law* law) noexcept nogil  # an army-turn is completed: whether W95-103 ends all
cdef int pass_on(State* state, const Law* law) noexcept nogil  # W95-091, W95-122: a Passing
