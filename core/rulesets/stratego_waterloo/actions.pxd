"""What one piece can do with one action: where it can go, whom attack, what shoot at, where come on (SWL-020).

Questions on one side's possibilities, and lists of them. Nothing looks at the name of an enemy piece: only backs
count, so that the same answers hold for what a player knows.
"""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.board cimport Law
from core.rulesets.stratego_waterloo.state cimport State


cdef enum:
    TILE_TARGET = 128  # added to the number of a tile that is shot at
    FAR = 99  # more steps than any piece has
    MOST_TARGETS = 120


cdef struct Assault:
    uint8_t target  # the square attacked
    uint8_t square  # the assault square: from where the last step is taken
    uint8_t direction  # of the last step


cdef struct Reach:
    uint8_t steps[120]  # how many a piece needs to a square; FAR where it cannot come to stand


cdef int range_of(const Law* law, int code) noexcept nogil  # steps of one action: 3, 2, 1, or 11 for cavalry
cdef bint may_stand(const Law* law, const State* state, int code, int square) noexcept nogil  # SWL-116, SWL-189
cdef bint may_leave(const Law* law, const State* state, int code, int square, int direction) noexcept nogil  # SWL-187
cdef bint slowed(const Law* law, int code) noexcept nogil  # by MUD: SWL-185
cdef void measure(const Law* law, const State* state, int slot, Reach* reach) noexcept nogil  # steps to all squares
cdef int destinations(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil
cdef int assaults(const Law* law, const State* state, int slot, Assault* out) noexcept nogil  # the best on each target
cdef bint find_assault(const Law* law, const State* state, int slot, int target, Assault* found) noexcept nogil
cdef bint is_front(const Law* law, const State* state, int target, int direction) noexcept nogil  # SWL-049
cdef int shots(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil
cdef bint bears(const Law* law, const State* state, int slot, int square) noexcept nogil  # range and line of sight only
cdef bint may_hit(const Law* law, const State* state, int slot, int target) noexcept nogil  # as in shots()
cdef int entries(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil
cdef bint may_enter_now(const Law* law, const State* state, int slot) noexcept nogil  # SWL-092
cdef bint may_rest(const Law* law, const State* state, int slot) noexcept nogil  # SWL-077, SWL-078
cdef bint may_spend(const Law* law, const State* state, int nation) noexcept nogil  # SWL-019, SWL-111


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


cdef int list_moves(const Law* law, const State* state, int slot, Action* out) noexcept nogil
cdef int list_attacks(const Law* law, const State* state, int slot, Action* out) noexcept nogil
cdef int list_shots(const Law* law, const State* state, int slot, Action* out) noexcept nogil
cdef int list_entries(const Law* law, const State* state, int slot, Action* out) noexcept nogil
cdef int list_all(const Law* law, const State* state, int slot, Action* out) noexcept nogil  # of a piece on the board
cdef bint adjoin(const uint8_t* squares, int count, int square) noexcept nogil  # whether it touches one of them
