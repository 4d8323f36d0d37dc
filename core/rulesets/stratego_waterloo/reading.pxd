"""What an order line of a ply comes to on the field as it is, or why it cannot stand."""

from core.rulesets.stratego_waterloo.board cimport Law, Variant
from core.rulesets.stratego_waterloo.field cimport Field
from core.rulesets.stratego_waterloo.moves cimport Assault
from core.rulesets.stratego_waterloo.play cimport Play


cdef class Reading:
    cdef Play play
    cdef Variant variant
    cdef Field* field
    cdef Law* law
    cdef int seat
    cdef bint dry
    cdef readonly bint ended  # the battle has ended
    cdef readonly bint closed  # `end` has been carried out
    cdef readonly bint scouted  # a Reconnaissance has been played: the rest of the mail waits (5.2)

    cdef object name(self, int square)
    cdef int square(self, name) except -1
    cdef int own(self, name) except -1  # a slot: E-SQUARE, E-EMPTY, E-OWNER
    cdef void need(self, int nation) except *  # E-ACTIONS, E-SPLIT
    cdef dict at(self, int slot)  # which piece is meant, for a refusal
    cdef bint is_attack(self, order, int slot, int goal) except -1  # E-FRIEND, E-NOFOE, E-BLOCKED
    cdef void aim(self, int slot, list squares, Assault* found) except *
    cdef object blame(self, int slot, int goal, bint attacking)  # a Refused
    cdef void check_path(self, int slot, list squares, bint attacking) except *
    cdef list path_of(self, int slot, list squares, int assault)
    cdef list route(self, int slot, int goal)
    cdef int target(self, int slot, name) except -1  # as in moves.shots()
    cdef int tile_target(self, int slot, name) except -1
