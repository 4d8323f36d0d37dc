"""What infantry and guns may fire at, and with how many dice (sections F and G).

`fired_at` is a set of cells that may be fired at as if the enemy held them, besides those where enemies stand: before
anything rolls a line is judged as if each cell it fires at were empty for its moves, and occupied for its later shots
(WGR-140), and so are the lines below it (WGR-139). They hide nothing, and no gun must fire at them. NULL: none.
"""

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo_grid.board cimport NOWHERE, Law
from core.rulesets.waterloo_grid.field cimport Field, side_of

cdef enum:
    LINES = 3  # of a gun: straight ahead, to the left, to the right
    LONGEST_RANGE = 4
    FRONT_ROW = 2  # dice of a party that is not in square (WGR-056)
    REACHED = 12  # cells that muskets reach from a square, each side counted


cdef enum Unfit:  # why a cell is no target
    FIT
    NO_ENEMY
    OUT_OF_RANGE
    BESIDE  # WGR-070
    HIDDEN  # WGR-072
    NOT_CLOSEST  # WGR-069
    NOT_AHEAD  # WGR-067
    NO_DICE  # WGR-061, WGR-077


cdef struct Aim:  # a cell looked at by a battery
    uint8_t unfit  # Unfit
    uint8_t dice  # if fit
    uint8_t range
    uint8_t other  # HIDDEN: the cell in the way; NOT_CLOSEST: the closest; NOT_AHEAD: the cell ahead


cdef inline bint was_fired_at(const uint64_t* fired_at, int cell) noexcept nogil:
    return fired_at != NULL and (fired_at[cell >> 6] >> (cell & 63)) & 1


cdef inline bint enemy_at(const Field* field, const uint64_t* fired_at, int cell, int side) noexcept nogil:
    if cell == NOWHERE:
        return False
    return field.count[cell] and side_of(field.who[cell][0]) != side or was_fired_at(fired_at, cell)


cdef inline int reached(const Law* law, int cell, int direction, int which) noexcept nogil:
    """The cells that muskets reach: `which` 0 ahead, 1 ahead-left, 2 ahead-right (WGR-055); or NOWHERE."""
    cdef int ahead = law.ahead[direction][cell]
    if not which or ahead == NOWHERE:
        return ahead
    return law.ahead[(direction + (3 if which == 1 else 1)) & 3][ahead]


cdef inline bint within_reach(const Law* law, int cell, int direction, int target) noexcept nogil:
    cdef int which
    for which in range(3):
        if reached(law, cell, direction, which) == target:
            return True
    return False


cdef int musket_targets(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int cell, int facing, int dice,
    uint8_t* targets, uint8_t* left,
) noexcept nogil  # how many there are, at most REACHED; `left`: their dice
cdef bint front_of_hill(const Law* law, int cell, int direction) noexcept nogil
cdef int cover_from_guns(const Law* law, int guns, int direction, int target) noexcept nogil
cdef void aim(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int guns, int direction, int bases,
    int target, Aim* found,
) noexcept nogil
cdef int gun_targets(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int guns, int direction, int bases,
    uint8_t* targets, uint8_t* dice,
) noexcept nogil  # how many there are, at most LINES
