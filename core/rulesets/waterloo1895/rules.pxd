"""The rule set as `pbem` sees it: see rules.pyx."""

from core.position cimport BaseRules
from core.rulesets.waterloo1895.board cimport Board, Variant


cdef class Waterloo1895(BaseRules):
    cdef readonly Board board
    cdef object variants  # of the options asked for

    cdef Variant variant(self, options)
