"""Where pieces can go and what they can shoot at: 3.4, the approach of 3.5, 3.7, the tiles of 3.12, 3.13 and 3.18."""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.board cimport Law
from core.rulesets.stratego_waterloo.field cimport Field

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
cdef bint may_stand(const Law* law, const Field* field, int code, int square) noexcept nogil  # SWL-116, SWL-189
cdef bint may_leave(const Law* law, const Field* field, int code, int square, int direction) noexcept nogil  # SWL-187
cdef bint slowed(const Law* law, int code) noexcept nogil  # by MUD: SWL-185
cdef void measure(const Law* law, const Field* field, int slot, Reach* reach) noexcept nogil  # steps to all squares
cdef int destinations(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil
cdef int assaults(const Law* law, const Field* field, int slot, Assault* out) noexcept nogil  # the best on each target
cdef bint find_assault(const Law* law, const Field* field, int slot, int target, Assault* found) noexcept nogil  # R30
cdef bint is_front(const Law* law, const Field* field, int target, int direction) noexcept nogil  # SWL-049
cdef int shots(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil
cdef bint bears(const Law* law, const Field* field, int slot, int square) noexcept nogil  # range and line of sight only
cdef bint may_hit(const Law* law, const Field* field, int slot, int target) noexcept nogil  # as in shots()
cdef int entries(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil
cdef bint may_enter_now(const Law* law, const Field* field, int slot) noexcept nogil  # SWL-092
cdef bint may_rest(const Law* law, const Field* field, int slot) noexcept nogil  # SWL-077, SWL-078
cdef bint may_spend(const Law* law, const Field* field, int nation) noexcept nogil  # SWL-019, SWL-111
