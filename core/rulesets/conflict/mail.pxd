"""A seat's mail as it is judged; see mail.pyx."""

from core.rulesets.conflict.judge cimport Trial
from core.rulesets.conflict.position cimport Position
from core.rulesets.conflict.talk cimport Talk


cdef class Mail:
    cdef readonly int seat
    cdef readonly str name
    cdef list lines  # (index, line), without those below `end`
    cdef list open_lines  # those of them that are open to all at any time
    cdef list set_lines  # those of the order set
    cdef dict verdicts  # index -> Verdict
    cdef list on_the_whole  # Verdicts on no line
    cdef readonly bint understood  # at least one line was read
    cdef readonly bint refused  # a line, or the whole, was refused
    cdef readonly bint spoke  # an open line was carried out
    cdef readonly bint resigned
    cdef readonly Trial trial  # the dry run of the order set, or None

    cdef void refuse_unread(self, Position position) except *
    cdef Talk speak(self, Position position)
    cdef bint try_set(self, Position position) except -1
    cdef tuple judged(self)

    cdef void sort(self, lines) except *
    cdef void read(self, Position position) except *
    cdef int read_line(self, Position position, line, int last) except -2
    cdef bint may_play(self, Position position) noexcept
    cdef void pass_over(self, list lines) except *
    cdef void accept(self, index, line, dict facts) except *
    cdef void refuse(self, index, line, error) except *
