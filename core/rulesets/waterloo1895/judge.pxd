"""One seat's orders before the rules: see judge.pyx."""

from libc.stdint cimport uint8_t

from core.boards.graph cimport Reach
from core.rulesets.waterloo1895.board cimport PIECES, Board, Variant
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
    cdef list kinds  # by place in `lines`: what it orders, a Kind
    cdef int given  # all of these together
    cdef list said  # by place in `lines`: its verdicts, or None
    cdef list whole  # verdicts on the set as a whole
    cdef uint8_t stood[PIECES]  # where every piece stood when the present throw began

    cdef tuple verdicts(self)
    cdef bint plays(self)
    cdef int kind(self, int at) except -1
    cdef void note_places(self) noexcept
    cdef void judge(self) except *
    cdef bint owes_posts(self) except -1
    cdef bint owes_throw(self) except -1
    cdef void accept(self, int at, dict facts, record_as=*) except *
    cdef void add_verdict(self, int at, verdict) except *
    cdef void read_all(self) except *
    cdef void read_move(self, int at, order, section) except *
    cdef void read_spot(self, int at, word) except *
    cdef void read_piece(self, int at, word, tuple armies) except *
    cdef tuple movable_armies(self)
    cdef int find_piece(self, word) except -2
    cdef str spot_name(self, word)
    cdef int find_unit(self, word) except -2
    cdef void judge_throws(self) except *
    cdef dict sections(self)
    cdef void judge_throw(self, int section, list places) except *
    cdef void judge_line(self, int at, bint may_pass) except *
    cdef void judge_move(self, int at, order) except *
    cdef bint may_add(self, int piece) noexcept
    cdef void judge_dice(self, int at, order, int piece) except *
    cdef list dice_supplied(self, int at, order, int piece)
    cdef void judge_legs(self, int at, order, int piece, list dice, int rest) except *
    cdef tuple leg_fault(self, int piece, int spot, tuple dice)
    cdef dict leg_tried(self, int piece, int spot, tuple dice)
    cdef tuple landing_fault(self, int piece, int spot, int other, tuple dice)
    cdef int supporter(self, int spot, int piece) noexcept
    cdef const Reach* reach(self, int start, int spot, int length) noexcept


cdef Hearing hear(Position position, seat, lines)
cdef list awaited_armies(Position position)
cdef list posting_seats(Position position)
cdef dict partner_posts(Position position, int side)
