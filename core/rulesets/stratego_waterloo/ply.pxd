"""The order lines of a ply, one after the other: played in earnest, or in a dry run on what the seat knows (5.4)."""

from core.rulesets.stratego_waterloo.deeds cimport Deeds


cdef class Ply(Deeds):
    cdef dict carry_out(self, order)  # the facts of how it was read
