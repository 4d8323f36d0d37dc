"""The symmetries of the board, and positions seen in them."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from core.boards.grid cimport SPOTS
from core.rulesets.conflict.board cimport SEATS, Board, Law, Variant
from core.rulesets.conflict.field cimport Walk
from core.rulesets.conflict.position cimport State

cdef enum:
    MIRRORS = 8  # of a square, itself among them


cdef struct Mirror:
    uint16_t to[SPOTS]  # spot -> spot
    uint8_t seat[SEATS]  # seat -> seat
    bint clockwise  # seats follow one another as before


cdef class Mirrors:
    cdef Mirror mirror[MIRRORS]  # the first is the board as it is
    cdef int count


cdef inline uint64_t mixed(uint64_t bits) noexcept nogil:
    """Bits that look like chance (the end of splitmix64)."""
    bits = (bits ^ (bits >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    bits = (bits ^ (bits >> 27)) * <uint64_t>0x94D049BB133111EB
    return bits ^ (bits >> 31)


cdef uint64_t key_of(const uint16_t* at) noexcept nogil  # of where all pieces are
cdef void see_law(const Mirror* mirror, const Law* law, Law* seen) noexcept nogil
cdef void see_state(const Mirror* mirror, const State* state, State* seen) noexcept nogil
cdef void see_walk(const Mirror* mirror, const Walk* walk, Walk* seen) noexcept nogil  # piece, path and length alone
cdef void turn_round(const Mirror* mirror, Mirror* back) noexcept nogil
cdef int canonical(Mirrors mirrors, const State* state) noexcept nogil  # the mirror that shows all images alike
