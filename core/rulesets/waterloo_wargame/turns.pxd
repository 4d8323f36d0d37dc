from core.rulesets.waterloo_wargame.battle cimport Chronicle, Line, Phase, Roller

from core.rulesets.waterloo_wargame.movement cimport March
from core.rulesets.waterloo_wargame.position cimport Position

cdef enum:
    MOST_LINES = 256  # of fire and attack, in a mail


cdef class Mail:
    cdef Position position  # what the mail leads to before any die is rolled
    cdef March march
    cdef int side
    cdef readonly object seat
    cdef readonly list verdicts  # in the order of the lines
    cdef readonly list events
    cdef readonly bint failed  # some line was refused
    cdef readonly bint plays  # it holds orders for the turn
    cdef readonly bint speaks  # it holds standing orders, or words across the table
    cdef readonly bint previews
    cdef int count
    cdef Line lines[MOST_LINES]
    cdef list at_line  # of each of `lines`: its place among the order lines
    cdef bint told_others  # something in it concerns the other seat

    cdef Phase phase(self, Roller* roller, Chronicle* told)
    cdef void read_line(self, order, Line* line) except *
    cdef void _cap_so_far(self, Phase* phase) except *
