"""A position of the Waterloo Wargame: a `Field`, the pieces it is about, and the way it is played."""

from core.position cimport BasePosition
from core.rulesets.waterloo_wargame.board cimport Pieces, Variant
from core.rulesets.waterloo_wargame.field cimport Field, Set


cdef class Position(BasePosition):
    cdef Variant variant
    cdef Pieces pieces
    cdef Field field

    cdef Position copy(self)
    cdef int find(self, name) except -1  # a piece on the board, by code or key number; raises Refused E01
    cdef int road(self, name) except -1  # raises Refused E01
    cdef tuple point(self, thing)  # where a thing is; raises Refused E01
    cdef list pose(self, int piece)  # x, y, heading
    cdef list codes(self, Set pieces)  # in roster order


cdef object seat_or_none(int side)
cdef list walls_touched(Position position, int piece)  # WWG-110
cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
