"""Turns by chance: playouts, and whole sets of legal orders drawn at random. All of it is C but for its door."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_grid.activation cimport Activation, Plan
from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.field cimport ACTIVATION_DICE, State
from core.rulesets.waterloo_grid.turn cimport Entry
from core.stream cimport Stream

cdef struct Draft:  # a player's turn
    uint8_t plans
    uint8_t entries
    Entry entry[ACTIVATION_DICE]
    Plan plan[ACTIVATION_DICE]


cdef bint draft_activation(
    const Law* law, State* state, int slot, Stream* stream, Plan* plan, Activation* active
) noexcept nogil
