from core.rulesets.waterloo_wargame.battle cimport Chronicle, Line, Phase, Roller

from core.rulesets.waterloo_wargame.movement cimport March
from core.rulesets.waterloo_wargame.position cimport Position

cdef enum:
    MOST_LINES = 256  # of fire and attack, in a mail


cdef enum Sort:  # of an order line
    UNREAD  # by the grammar
    STANDING
    TABLE  # words across the table
    HEADER
    PREVIEW
    PASS
    MOVEMENT
    FIRE
    ATTACK


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
    cdef Line* lines  # of fire and attack that are good, `count`; NULL: there are none
    cdef list at_line  # of each of `lines`: its place among the order lines
    cdef dict named  # piece -> the number of the first line of fire or attack that names it
    cdef bint told_others  # something in it concerns the other seat

    cdef _judge(self, int at, line, Sort sort)
    cdef dict _facts(self, int at, line, Sort sort)
    cdef _refuse(self, int at, line, code, clauses, facts)
    cdef _speak(self, list lines)
    cdef _close(self, int at, line)
    cdef dict _now(self)
    cdef dict _head(self, order)
    cdef dict _say(self, order)
    cdef _finish(self, int over, int winner)
    cdef _tell(self, kind, clause, facts)
    cdef dict _stand(self, order)
    cdef list _named(self, names)
    cdef int _own(self, name) except -1
    cdef _move(self, list lines)
    cdef _note_fire(self, line)
    cdef dict _march(self, order, int number)
    cdef _take_off(self, int piece)
    cdef Phase phase(self, Roller* roller, Chronicle* told)
    cdef _take_aim(self, list lines)
    cdef dict _aim(self, int place, line)
    cdef void read_line(self, order, Line* line) except *
    cdef void _cap_so_far(self, Phase* phase) except *
    cdef _count_guns(self)
