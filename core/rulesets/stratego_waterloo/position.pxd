"""A position of Stratego Waterloo: a state, and the battlefield and options it belongs to."""

from core.position cimport BasePosition
from core.rulesets.stratego_waterloo.board cimport Law, Variant
from core.rulesets.stratego_waterloo.state cimport Piece, State


cdef class Position(BasePosition):
    cdef Variant variant
    cdef State state

    cdef Position copy(self)


cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
cpdef dict encode(Position position)
cpdef object outcome_of(Position position)
cpdef str phase_of(Position position)
cdef object turn_and_seat(Variant variant, int ply)  # {"turn", "seat"} of a ply
cdef list riders_of(Position position)  # labels and slots of the pursuit cavalry
cdef list card_names(const unsigned char* cards)
cdef bint knows(const Law* law, const Piece* piece, int viewer) noexcept  # whether a seat (NONE: all) knows its name
cdef dict seen_piece(Variant variant, const Piece* piece, bint known)  # P: what a viewer sees of a piece
