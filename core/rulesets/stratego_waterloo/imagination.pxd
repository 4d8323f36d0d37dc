"""Positions made up from what a seat may know: drawn by chance, each as likely as any other that looks the same to it.

See imagination.pyx. Not for: what a seat may know, which is `view`.
"""

from libc.stdint cimport uint64_t, uint8_t

from core.rulesets.stratego_waterloo.board cimport CODES, Law, Variant
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.state cimport State
from core.stream cimport Stream


cdef class Doubt:
    """A view, read once: a state in which what the viewer does not know is filled in, to be drawn again and again."""

    cdef readonly Variant variant
    cdef readonly int seat  # of the viewer; NONE: an onlooker
    cdef State state
    cdef uint8_t late[CODES]  # how many of each code come late (SWL-176)
    cdef uint8_t hidden_hand[2]  # by seat: whether its cards are hidden
    cdef uint8_t hidden_stack
    cdef uint8_t hidden_discards
    cdef uint8_t hidden_section[2]  # by seat: whether its card of the lines of retreat is hidden

    cdef void draw(self, State* drawn, Stream* chance) noexcept nogil
    cdef void deal(self, State* drawn, Stream* chance) noexcept nogil


cdef Doubt doubt_of(Variant variant, view)
cdef int section_after(const Law* law, const State* state, int seat, int section) noexcept nogil  # the next that can be
cpdef Position imagine(Variant variant, view, uint64_t seed)
