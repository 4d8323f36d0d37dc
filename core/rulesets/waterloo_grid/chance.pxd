"""Turns by chance: playouts, and whole sets of legal orders drawn at random. All of it is C."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.drill cimport Drill, Plan
from core.rulesets.waterloo_grid.field cimport ACTIVATION_DICE, State
from core.stream cimport Stream

cdef struct Entry:
    uint8_t kind
    uint8_t entry
    uint8_t facing


cdef struct Draft:  # a player's turn
    uint8_t plans
    uint8_t entries
    Entry entry[ACTIVATION_DICE]
    Plan plan[ACTIVATION_DICE]
    int actions  # action points spent by parts, and entries


cdef bint draft_unit(const Law* law, State* state, int slot, Stream* stream, Plan* plan, Drill* drill) noexcept nogil
cdef void draft_turn(const Law* law, State* state, Stream* stream, Draft* draft) noexcept nogil
cdef int put_in(const Law* law, State* state, int side, const Entry* entry) noexcept nogil  # a slot, -1: no room
cdef void add_charges(State* state, const Drill* drill) noexcept nogil
cdef int play_out(const Law* law, State* state, Stream* stream, int limit) noexcept nogil  # how many actions
