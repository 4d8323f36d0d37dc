"""What may be said at any time, whoever's turn it is; see talk.pyx."""

from core.rulesets.conflict.board cimport Variant
from core.rulesets.conflict.position cimport Position


cdef class Talk:
    cdef readonly Position position  # a working copy; changed by what is said
    cdef readonly list events
    cdef readonly list notes
    cdef Variant variant

    cdef dict say(self, int seat, order)
    cdef void tidy(self) except *


cdef void tidy_up(Position position, list events) except *
cdef void drop_proposal(Position position, int one, int other, list events) except *
cdef void drop_proposals(Position position, int seat, list events) except *
cdef void agree(Position position) except *
