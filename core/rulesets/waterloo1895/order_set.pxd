"""One seat's orders, checked: see order_set.pyx."""

from libc.stdint cimport uint8_t

from core.boards.graph cimport Reach
from core.rulesets.waterloo1895.board cimport PIECES, Board, Variant
from core.rulesets.waterloo1895.engine cimport TurnEngine
from core.rulesets.waterloo1895.position cimport Position


cdef class OrderSet:
    cdef TurnEngine engine  # the game as it stands after the lines checked so far
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
    cdef bint takes_effect(self)
    cdef int kind(self, int at) except -1
    cdef void note_places(self) noexcept
    cdef void check_all(self) except *
    cdef dict why_void(self, int at)
    cdef bint stand_alone(self) except -1
    cdef bint owes_posts(self) except -1
    cdef bint owes_throw(self) except -1
    cdef void accept(self, int at, dict facts, record_as=*) except *
    cdef void add_verdict(self, int at, verdict) except *
    cdef void check_words(self) except *
    cdef void check_move_words(self, int at, order, section) except *
    cdef void check_spot_word(self, int at, word) except *
    cdef void check_piece_word(self, int at, word, tuple armies) except *
    cdef tuple movable_armies(self)
    cdef int find_piece(self, word) except -2
    cdef str spot_name(self, word)
    cdef int find_unit(self, word) except -2
    cdef void check_throws(self) except *
    cdef dict sections(self)
    cdef void check_throw(self, int section, list places) except *
    cdef void check_line(self, int at, bint may_pass) except *
    cdef void check_move(self, int at, order) except *
    cdef bint may_add(self, int piece) noexcept
    cdef void check_dice(self, int at, order, int piece) except *
    cdef list dice_supplied(self, int at, order, int piece)
    cdef void check_legs(self, int at, order, int piece, list dice, int rest) except *
    cdef tuple leg_fault(self, int piece, int spot, tuple dice)
    cdef dict leg_tried(self, int piece, int spot, tuple dice)
    cdef tuple landing_fault(self, int piece, int spot, int other, tuple dice)
    cdef int supporter(self, int spot, int piece) noexcept
    cdef const Reach* reach(self, int start, int spot, int length) noexcept


cdef OrderSet checked(Position position, seat, lines)
cdef list awaited_armies(Position position)
cdef list posting_seats(Position position)
cdef dict partner_posts(Position position, int side)
