"""Point-to-point boards: where pieces can stand, and every walk of an exact length between two spots.

A spot is an index, 0 .. spots - 1, in the order of the sorted names. A walk never stands on a spot twice; a trail may,
but never uses a link twice.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MOST_SPOTS = 255  # so that a spot fits a byte, and 255 can mean "nowhere"


# --- Sets of spots: one bit a spot -----------------------------------------------------------------------------------

cdef struct Mask:
    uint64_t word[4]


cdef inline void put(Mask* mask, int spot) noexcept nogil:
    mask.word[spot >> 6] |= <uint64_t>1 << (spot & 63)


cdef inline void drop(Mask* mask, int spot) noexcept nogil:
    mask.word[spot >> 6] &= ~(<uint64_t>1 << (spot & 63))


cdef inline bint holds(const Mask* mask, int spot) noexcept nogil:
    return (mask.word[spot >> 6] >> (spot & 63)) & 1


cdef inline bint meets(const Mask* one, const Mask* other) noexcept nogil:
    return ((one.word[0] & other.word[0]) | (one.word[1] & other.word[1])
            | (one.word[2] & other.word[2]) | (one.word[3] & other.word[3])) != 0


# --- A walk under way, for depth-first search ------------------------------------------------------------------------

cdef enum:
    MOST_STEPS = 32  # the longest walk that can be asked for, in links


cdef struct Course:
    int length  # links at most
    bint trails
    int steps  # links gone
    int spot[MOST_STEPS + 1]  # the spots stood on: spot[0] .. spot[steps]
    int link[MOST_STEPS + 1]  # the link that led to spot[i], i >= 1
    int next[MOST_STEPS + 1]  # how many neighbours of spot[i] have been tried


# --- The board -------------------------------------------------------------------------------------------------------

cdef class Graph:
    cdef readonly tuple names  # spot -> name, sorted
    cdef readonly int spots  # number of spots, 1 .. MOST_SPOTS
    cdef readonly int links  # number of links
    cdef dict index_of  # name -> spot
    cdef int first[MOST_SPOTS + 1]  # neighbours of s: ends[first[s]] .. ends[first[s + 1] - 1], ascending
    cdef uint8_t* ends  # two entries a link
    cdef uint16_t* link_ids  # beside ends: the link's number, 0 .. links - 1
    cdef int16_t* apart  # distance from a to b in links: apart[a * spots + b]; -1 where there is no way
    cdef Mask near[MOST_SPOTS]  # neighbours of a spot as a set

    cdef void join(self, list pairs) except *
    cdef void measure(self) noexcept
    cdef Mask set_of(self, names) except *
    cdef list search(self, start, int length, end, const Mask* blocked, bint trails)
    cdef bint in_reach(self, const Course* course, int goal) noexcept


# --- Walks worked out beforehand -------------------------------------------------------------------------------------

cdef struct Reach:
    uint32_t first  # its walks: inner[first] .. inner[first + walks - 1]
    uint16_t walks
    uint16_t end  # the spot reached


cdef struct Walks:
    int longest  # links
    Mask* inner  # for each walk the spots it passes over: without its start and its end, unless a trail crosses them
    Reach* reaches  # ends ascending for each spot and length
    uint32_t* first  # of spot s, n links: reaches[first[s * longest + n - 1]] .. reaches[first[s * longest + n] - 1]


cdef class WalkTable:
    """All walks (or trails) of 1 .. longest links from every spot, gathered by the spot they end on."""

    cdef readonly Graph graph
    cdef readonly bint trails
    cdef readonly int total  # walks in the table
    cdef Walks walks

    cdef void fill(self, int longest) except *
    cdef void visit(self, uint32_t* entries, bint enter) noexcept
    cdef void lay_out(self, uint32_t* entries) except *


cdef inline uint32_t reach_from(const Walks* walks, int spot, int length) noexcept nogil:
    """The first of the reaches of `length` links from `spot`; those of `length + 1` follow, or of the next spot."""
    return walks.first[spot * walks.longest + length - 1]


cdef inline uint32_t reach_until(const Walks* walks, int spot, int length) noexcept nogil:
    return walks.first[spot * walks.longest + length]


cdef inline bint passes(const Walks* walks, const Reach* reach, const Mask* blocked) noexcept nogil:
    """Whether some walk of `reach` passes over no blocked spot."""
    cdef uint32_t walk
    for walk in range(reach.first, reach.first + reach.walks):
        if not meets(&walks.inner[walk], blocked):
            return True
    return False
