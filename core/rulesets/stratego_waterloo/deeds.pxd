"""What one piece does with one action."""

from core.rulesets.stratego_waterloo.combat cimport Fight
from core.rulesets.stratego_waterloo.moves cimport Assault
from core.rulesets.stratego_waterloo.reading cimport Reading


cdef class Deeds(Reading):
    cdef void fight(self, int slot, const Assault* assault, list path, bint spirit, int then, card) except *
    cdef void tell_blows(self, const Fight* fight, list path, card) except *
    cdef void shot(self, int slot, int target, card) except *
    cdef void done(self) except *
