"""Square boards of at most 30 by 30 squares: spots, sets of spots, and walks of an exact length.

A spot is an index into a field of 32 by 32 squares that holds the board with an empty rim around it, so that a step in
any of the eight directions never leaves the field: spot = 32 * rank + file, both counted from 1.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from core.stream cimport Stream

cdef extern from * nogil:
    """
    static const int16_t grid_steps[8] = {32, 33, 1, -31, -32, -33, -1, 31};
    """
    const int16_t STEP "grid_steps"[8]  # by direction: what is added to a spot
    int lowest "__builtin_ctz"(uint32_t bits)


cdef enum:
    STRIDE = 32
    SPOTS = STRIDE * STRIDE  # indices 0 .. SPOTS - 1, most of them on the rim
    MOST_SIDE = 30  # ranks or files
    DIRECTIONS = 8  # n ne e se s sw w nw
    MOST_STEPS = 32  # of a walk


# --- Sets of spots: one word a rank ----------------------------------------------------------------------------------

cdef struct Mask:
    uint32_t row[STRIDE]


cdef inline void put(Mask* mask, int spot) noexcept nogil:
    mask.row[spot >> 5] |= <uint32_t>1 << (spot & 31)


cdef inline void drop(Mask* mask, int spot) noexcept nogil:
    mask.row[spot >> 5] &= ~(<uint32_t>1 << (spot & 31))


cdef inline bint holds(const Mask* mask, int spot) noexcept nogil:
    return (mask.row[spot >> 5] >> (spot & 31)) & 1


cdef inline void unite(Mask* mask, const Mask* other) noexcept nogil:
    cdef int row
    for row in range(STRIDE):
        mask.row[row] |= other.row[row]


cdef inline void remove(Mask* mask, const Mask* other) noexcept nogil:
    cdef int row
    for row in range(STRIDE):
        mask.row[row] &= ~other.row[row]


cdef inline bint near(const Mask* mask, int spot, int steps) noexcept nogil:
    """Whether a spot of the set lies within so many steps, up to 15, as a king would go on an empty board."""
    cdef int row = spot >> 5
    cdef uint32_t span = <uint32_t>(((<uint64_t>2 << (2 * steps)) - 1) << (spot & 31) >> steps)
    cdef int at
    for at in range(max(row - steps, 0), min(row + steps, STRIDE - 1) + 1):
        if mask.row[at] & span:
            return True
    return False


cdef inline void spread(Mask* mask, const Mask* open) noexcept nogil:
    """Add every neighbour of the set that is open."""
    cdef uint32_t wide[STRIDE + 2]
    cdef int row
    wide[0] = wide[STRIDE + 1] = 0
    for row in range(STRIDE):
        wide[row + 1] = mask.row[row] | mask.row[row] << 1 | mask.row[row] >> 1
    for row in range(STRIDE):
        mask.row[row] |= (wide[row] | wide[row + 1] | wide[row + 2]) & open.row[row]


# --- Pairs of spots --------------------------------------------------------------------------------------------------

cdef inline int apart(int one, int other) noexcept nogil:
    """Steps of a king on an empty board."""
    cdef int ranks = (one >> 5) - (other >> 5), files = (one & 31) - (other & 31)
    return max(ranks if ranks > 0 else -ranks, files if files > 0 else -files)


cdef inline int direction(int one, int other) noexcept nogil:
    """The direction of a neighbour, 0 .. 7, or -1 for a spot that is none."""
    cdef int at
    for at in range(DIRECTIONS):
        if one + STEP[at] == other:
            return at
    return -1


# --- Walks: exactly `length` steps, no spot twice --------------------------------------------------------------------
#
# Directions are tried in the order n ne e se s sw w nw, so walks come in the lexicographic order of their directions.
# A struct that begins with a Course can carry along what its `enter` and `leave` work with.

cdef struct Course:
    int length  # 1 .. MOST_STEPS
    int steps  # steps gone
    uint16_t spot[MOST_STEPS + 1]  # the spots stood on: spot[0] .. spot[steps]
    Mask open  # spots that may be entered, without those entered already and the first
    Mask ends  # spots a walk may end on; those not open do not matter
    bint (*enter)(Course*) noexcept nogil  # after each step; False: not on from here. May be NULL
    void (*leave)(Course*) noexcept nogil  # before each step is taken back. May be NULL
    bint (*visit)(Course*) noexcept nogil  # at the end of each walk; True: no more of them


cdef void set_out(Course* course, int start, int length, const Mask* open, const Mask* ends) noexcept nogil
cdef bint walk_on(Course* course) noexcept nogil  # every walk from here; True: a visit has stopped it
cdef bint stroll(Course* course, Stream* stream) noexcept nogil  # one walk by chance, at its end; False: a dead end
cdef void turn_back(Course* course) noexcept nogil  # take back a stroll

cdef void find_ends(int start, int length, const Mask* open, const Mask* ends, Mask* found) noexcept nogil
cdef void measure(const Mask* open, int start, uint8_t* steps) noexcept nogil


# --- The board -------------------------------------------------------------------------------------------------------

cdef class Grid:
    cdef readonly str files  # letters from west to east
    cdef readonly int ranks
    cdef readonly tuple names  # of all squares, rank by rank from the south, each from west to east
    cdef dict spot_of  # name -> spot
    cdef list name_at  # spot -> name, or None on the rim
    cdef Mask board  # all squares

    cdef int find(self, name) except -1
    cdef Mask set_of(self, names) except *
    cdef tuple names_in(self, const Mask* mask)
