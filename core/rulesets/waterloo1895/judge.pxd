"""One seat's orders before the rules: see judge.pyx."""

from core.graph cimport Reach
from core.rulesets.waterloo1895.board cimport Board, Variant
from core.rulesets.waterloo1895.course cimport Course
from core.rulesets.waterloo1895.position cimport Position


cdef class Hearing:
    cdef Course course  # the game as it stands after the lines judged so far
    cdef Variant variant
    cdef Board board
    cdef readonly str seat
    cdef readonly tuple lines
    cdef readonly bint refused  # the whole mail: nothing in it is carried out
    cdef readonly list notes
    cdef readonly bint left_to_auto  # the last throw played was left wholly to AUTO (W95-135)
    cdef dict said  # place in `lines` -> its verdicts
    cdef list whole  # verdicts on the set as a whole
    cdef bytes stood  # where every piece stood when the present throw began

    cdef const Reach* reach(self, int start, int spot, int length) noexcept


cdef Hearing hear(Position position, seat, lines)
cdef list awaited_armies(Position position)
cdef list posting_seats(Position position)
cdef dict partner_posts(Position position, int side)
