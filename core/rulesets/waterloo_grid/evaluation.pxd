"""What a position is worth to the robots. See evaluation.pyx. All of it is C."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_grid.board cimport CELLS, CLASSES, OBJECTIVES, SIDES, Law
from core.rulesets.waterloo_grid.field cimport State

cdef enum:
    LONGEST_WAY = 20  # steps between two cells: 11 columns and 9 rows


cdef enum:  # weights, in the order of WEIGHT_NAMES
    BASE_GUNS
    BASE_GUARD
    BASE_HEAVY
    BASE_LINE
    BASE_LIGHT
    UNIT_LIVES
    POOL_BLUE
    POOL_RED
    FORMS
    POINTS
    LATE
    WIN
    REACH
    DECAY
    POWER_CAVALRY
    POWER_GUNS
    GARRISON
    HELD
    HELD_LATE
    TIE
    APART
    FLANK
    TARGET
    IN_SQUARE
    MUSKETS
    TRAPPED
    STORM
    NEAREST
    MARCH
    EVEN
    FADE
    WEIGHTS


cdef struct Judge:  # weights made ready for a ground
    double weight[WEIGHTS]
    double near[LONGEST_WAY + 1]  # what is left of a base's weight over so many steps
    double base[SIDES][CLASSES]  # worth of a base that stands, beside what it keeps in the pool
    double power[CLASSES]  # what a base adds to the hold on ground
    double value[OBJECTIVES]  # points of the cell (WGR-135)
    uint8_t way[OBJECTIVES][CELLS]  # steps
    double pull[CELLS][OBJECTIVES]  # what is left of the weight of a base there
    bint led  # whether it weighs the way to what is wanted


cdef object prepare(Judge* judge, const Law* law, weights)
cdef double standing(const Judge* judge, const Law* law, const State* state) noexcept nogil
cdef double lead(const Judge* judge, const Law* law, const State* state) noexcept nogil
cdef double turns_left(const Law* law, const State* state) noexcept nogil
