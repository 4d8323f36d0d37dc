"""How it stands, in numbers: features of every seat, and each seat's share of the chances to win."""

from libc.stdint cimport uint8_t, uint16_t

from core.boards.grid cimport SPOTS
from core.rulesets.conflict.board cimport KINDS, SEATS, Board, Law
from core.rulesets.conflict.field cimport LONGEST, Field

cdef enum:
    GROUNDS = 3  # land, water, air: artillery and guns go alike
    ANY_DIE = 0  # as dice: they are still to be thrown


cdef enum:  # features, in the order of `weights.WEIGHTS`
    FIELD_ARTILLERY
    FIELD_GUN
    FIELD_SHIP
    FIELD_PLANE
    START_ARTILLERY
    START_GUN
    START_SHIP
    START_PLANE
    RESERVE_ARTILLERY
    RESERVE_SHIP
    RESERVE_PLANE
    ADVANCE_ARTILLERY
    ADVANCE_GUN
    ADVANCE_SHIP
    ADVANCE_PLANE
    CLOSE
    NEAR
    LEAD
    GUARD_LAND
    GUARD_SHIP
    GUARD_PLANE
    GUN_HOME
    EXPOSED_LAND
    EXPOSED_SHIP
    EXPOSED_PLANE
    LATER_LAND
    LATER_SHIP
    LATER_PLANE
    DANGER
    TEMPO
    FEATURES


cdef struct Scales:
    double weight[FEATURES]
    bint blind  # to what enemies will answer


cdef struct Standing:
    double feature[SEATS][FEATURES]
    double doomed[SEATS]  # the chance that the circle is taken before the seat can answer
    double share[SEATS]  # of the chances to win; partners have what both have together


cdef class Ground:
    cdef uint8_t hits[SEATS][KINDS][SPOTS]  # dice, as bits, by which a walk ends on a circle of the empty board
    cdef uint8_t home[SEATS][KINDS][SPOTS]  # steps to a circle on the empty board, 255: no way
    cdef uint16_t index[SPOTS]
    cdef int squares
    cdef uint8_t* steps  # by ground, one square, another

    cdef void measure_all(self, const Law* law, int kind)

    cdef int away(self, int kind, int one, int other) noexcept nogil


cdef inline int ground_of(int kind) noexcept nogil:
    return 0 if kind < 2 else kind - 1


cdef double chance_of(int faces) noexcept nogil  # that a throw has one of the dice given as bits, doubles thrown on
cdef void assess(
    Ground ground, const Law* law, const Field* field, int mover, int dice, const Scales* scales, Standing* standing
) noexcept nogil
cdef void read_scales(weights, Scales* scales) except *
