"""The rule set as `pbem` sees it: see rules.pyx."""

from core.rulesets.waterloo1895.board cimport Board, Variant


cdef class Waterloo1895:
    cdef readonly Board board
    cdef dict variants  # settled options, as a tuple -> Variant

    cdef Variant variant(self, options)
