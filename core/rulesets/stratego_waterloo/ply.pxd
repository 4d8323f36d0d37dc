"""The present ply of a seat: its order lines carried out one by one, in earnest or as a dry run on what it knows."""

from core.rulesets.stratego_waterloo.actions cimport Assault
from core.rulesets.stratego_waterloo.battle cimport Battle
from core.rulesets.stratego_waterloo.board cimport Law, Variant
from core.rulesets.stratego_waterloo.combat cimport Fight
from core.rulesets.stratego_waterloo.state cimport State


cdef class Ply:
    cdef Battle battle
    cdef Variant variant
    cdef State* state
    cdef Law* law
    cdef int seat
    cdef readonly bint ended  # the battle has ended
    cdef readonly bint closed  # `end` has been carried out
    cdef readonly bint scouted  # a Reconnaissance has been played: the rest of the mail waits (SWL-R53)

    cdef object name(self, int square)
    cdef int square(self, name) except -1
    cdef int own(self, name) except -1  # a slot: E-SQUARE, E-EMPTY, E-OWNER
    cdef int own_called(self, name, word) except -1  # the same: E-EMPTY too where the word is not for that piece
    cdef void check_foe(self, name, word) except *  # E-EMPTY
    cdef bint is_called(self, int slot, word) except -1
    cdef void need(self, int nation) except *  # E-ACTIONS, E-SPLIT
    cdef dict at(self, int slot)  # which piece is meant, for a refusal
    cdef bint is_attack(self, order, int slot, int goal) except -1  # E-FRIEND, E-NOFOE, E-BLOCKED
    cdef void aim(self, int slot, list squares, Assault* found) except *
    cdef object blame(self, int slot, int goal, bint attacking)  # a Refused
    cdef void check_path(self, int slot, list squares, bint attacking) except *
    cdef list path_of(self, int slot, list squares, int assault)
    cdef list route(self, int slot, int goal)
    cdef int target(self, int slot, name) except -1  # as in actions.shots()
    cdef int tile_target(self, int slot, name) except -1
    # Orders; each gives the facts of how it was read.
    cdef dict go(self, order)
    cdef dict move(self, int slot, list squares, card)
    cdef dict attack(self, order, int slot, list squares)
    cdef dict fire(self, order)
    cdef dict enter(self, order)
    cdef dict rest(self, order)
    # What they are made of.
    cdef void fight(self, int slot, const Assault* assault, list path, bint spirit, int then, card) except *
    cdef void tell_blows(self, const Fight* fight, list path, card) except *
    cdef void shot(self, int slot, int target, card) except *
    cdef void done(self) except *
    cdef dict carry_out(self, order)  # the facts of how it was read
