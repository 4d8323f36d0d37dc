"""Close fighting (section H): which fights there are, in what order, and how each is fought out. All of it is C."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.field cimport State
from core.rulesets.waterloo_grid.sink cimport EventSink
from core.rulesets.waterloo_grid.dice cimport Roller

cdef enum:
    MOST_FIGHTS = 256  # a cell and a direction each; there are never that many bases on both sides together


cdef struct Fight:
    uint8_t cell  # of the attacker
    uint8_t direction
    uint8_t group  # 1 charges, 2 other contacts of the mover, 3 contacts of the other side (WGR-081)
    uint8_t charge  # 0 or 1
    uint8_t tokens
    uint8_t lost_contact  # 0 or 1: a charge whose enemy was gone when the phase began


cdef int list_fights(const Law* law, const State* state, Fight* fight) noexcept nogil  # how many; WGR-081, WGR-082
cdef void close_fighting(const Law* law, State* state, Roller* roller, EventSink* sink) noexcept nogil
