"""What one piece does with one action."""

from core.rulesets.stratego_waterloo.combat cimport Fight
from core.rulesets.stratego_waterloo.moves cimport Assault
from core.rulesets.stratego_waterloo.reading cimport Reading


cdef class Deeds(Reading):
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
