"""What a seat has sent, as it is judged; see order_set.pyx."""

from core.rulesets.conflict.dry_run cimport DryRun
from core.rulesets.conflict.open_orders cimport OpenOrders
from core.rulesets.conflict.position cimport Position


cdef class OrderSet:
    cdef readonly int seat
    cdef readonly str name
    cdef list lines  # (index, line), without those below `end`
    cdef list open_lines  # those of them that are open to all at any time
    cdef list turn_lines  # those of the turn
    cdef dict verdicts  # index -> Verdict
    cdef list on_the_whole  # Verdicts on no line
    cdef readonly bint understood  # at least one line was read
    cdef readonly bint refused  # a line, or the whole, was refused
    cdef readonly bint has_acted  # an open order was carried out
    cdef readonly bint resigned
    cdef readonly DryRun dry_run  # of the orders of the turn, or None

    cdef void refuse_unread(self, Position position) except *
    cdef OpenOrders carry_out_open(self, Position position)
    cdef bint try_turn(self, Position position) except -1
    cdef tuple judged(self)

    cdef void sort(self, lines) except *
    cdef void read(self, Position position) except *
    cdef int read_line(self, Position position, line, int last) except -2
    cdef bint may_play(self, Position position) noexcept
    cdef void pass_over(self, list lines) except *
    cdef void accept(self, index, line, dict facts) except *
    cdef void refuse(self, index, line, error) except *
