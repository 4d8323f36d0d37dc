"""The order set of a seat: its lines as they are judged, and what they lead to."""

from core.rulesets.waterloo_wargame.battle cimport Engagement, EventLog, Phase, Roller
from core.rulesets.waterloo_wargame.movement cimport Movements
from core.rulesets.waterloo_wargame.position cimport Position

cdef enum:
    MOST_LINES = 256  # of fire and attack, in a set


cdef enum LineKind:  # of an order line
    UNREAD  # by the grammar
    STANDING
    TABLE  # words across the table
    HEADER
    PREVIEW
    PASS
    MOVEMENT
    FIRE
    ATTACK


cdef class OrderSet:
    cdef Position position  # what the set leads to before any die is rolled
    cdef Movements movements
    cdef int side
    cdef readonly object seat
    cdef readonly list verdicts  # in the order of the lines
    cdef readonly list events
    cdef readonly bint failed  # some line was refused
    cdef readonly bint plays  # it holds orders for the turn
    cdef readonly bint asides  # it holds standing orders, or words across the table
    cdef readonly bint previews
    cdef int count
    cdef Engagement* lines  # of fire and attack that are good, `count`; NULL: there are none
    cdef list at_line  # of each of `lines`: its place among the order lines
    cdef dict named  # piece -> the number of the first line of fire or attack that names it
    cdef bint concerns_both  # something in it concerns the other seat

    cdef _judge(self, int at, line, LineKind kind)
    cdef dict _facts(self, int at, line, LineKind kind)
    cdef _refuse(self, int at, line, code, clauses, facts)
    cdef bint valid(self)
    cdef _judge_at_any_time(self, list lines)
    cdef _close(self, int at, line)
    cdef dict _now(self)
    cdef dict _header(self, order)
    cdef dict _across_the_table(self, order)
    cdef dict _offer_draw(self)
    cdef _hold_words(self, list lines)
    cdef _finish(self, int over, int winner)
    cdef _tell(self, kind, clause, facts)
    cdef dict _keep_standing_order(self, order)
    cdef list _named(self, names)
    cdef int _own(self, name) except -1
    cdef _judge_movements(self, list lines)
    cdef _note_fire(self, line)
    cdef dict _carry_out_movement(self, order, int number)
    cdef _take_off(self, int piece)
    cdef Phase phase(self, Roller* roller, EventLog* log)
    cdef _judge_engagements(self, list lines)
    cdef dict _engagement(self, int place, line)
    cdef void read_line(self, order, Engagement* line) except *
    cdef _count_guns(self)
