"""What three dice can show, and how often: the 56 kinds of throws, and sets of kinds as bits (W95-023).

Kinds are numbered by how many ways there are to throw them: triplets, then doublets, then three different dice, so that
the chance of a set of kinds is three counts of bits.
"""

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo1895.board cimport LONGEST
from core.rulesets.waterloo1895.divisions cimport DICE
from core.rulesets.waterloo1895.field cimport popcount

cdef enum:
    KINDS = 56
    THROWS = 216  # of three dice that can be told apart
    FIRST_DOUBLET = 6
    FIRST_PLAIN = 36


cdef struct Chances:
    uint8_t die[KINDS][DICE]  # ascending
    uint8_t dice_set[KINDS]
    uint8_t ways[KINDS]  # of the 216 throws: 1, 3 or 6
    uint64_t one[7]  # the kinds that show this die
    uint64_t two[7][7]  # that show both, or one of them twice
    uint64_t ride[LONGEST + 1]  # by which cavalry can ride so many links in one leg (W95-029, W95-043)
    uint64_t ride_and[LONGEST + 1][7]  # that leave this die besides


cdef inline int ways_of(uint64_t kinds) noexcept nogil:
    """How many of the 216 throws are of these kinds."""
    cdef uint64_t triplets = (<uint64_t>1 << FIRST_DOUBLET) - 1
    cdef uint64_t doublets = (<uint64_t>1 << FIRST_PLAIN) - 1 - triplets
    return popcount(kinds & triplets) + 3 * popcount(kinds & doublets) + 6 * popcount(kinds >> FIRST_PLAIN)


cdef inline double chance_of(uint64_t kinds) noexcept nogil:
    return ways_of(kinds) / <double>THROWS


cdef const Chances* chances() noexcept nogil
