"""What one piece can do with one action: lists of it, and a draw from it. Cards are put together of such actions."""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.board cimport Law
from core.rulesets.stratego_waterloo.field cimport Field
from core.rulesets.stratego_waterloo.moves cimport Assault

cdef enum ActionKind:
    MOVING = 0
    ATTACKING = 1
    FIRING = 2
    ENTERING = 3
    RESTING_NOW = 4  # free of charge (SWL-023)


cdef enum:
    MOST_ACTIONS = 192  # of one piece


cdef struct Action:
    uint8_t kind  # an ActionKind
    uint8_t slot
    uint8_t to  # the square gone to or attacked; FIRING also TILE_TARGET + a tile
    Assault assault  # ATTACKING


cdef int list_moves(const Law* law, const Field* field, int slot, Action* out) noexcept nogil
cdef int list_attacks(const Law* law, const Field* field, int slot, Action* out) noexcept nogil
cdef int list_shots(const Law* law, const Field* field, int slot, Action* out) noexcept nogil
cdef int list_entries(const Law* law, const Field* field, int slot, Action* out) noexcept nogil
cdef int list_all(const Law* law, const Field* field, int slot, Action* out) noexcept nogil  # of a piece on the board
cdef bint adjoin(const uint8_t* squares, int count, int square) noexcept nogil  # whether it touches one of them
