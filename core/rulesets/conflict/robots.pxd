"""The robots of Conflict; see robots.pyx."""

from core.rulesets.conflict.evaluation cimport Ground
from core.rulesets.conflict.mirrors cimport Mirrors
from core.rulesets.conflict.position cimport Position


cdef class Robots:
    cdef Ground ground
    cdef Mirrors mirrors

    cdef dict margin(self, Position position)
    cdef void shares(self, Position position, double* share) except *
    cdef dict features(self, Position position)
    cdef object orders(self, Position position, seat, level, seed, budget, weights)
