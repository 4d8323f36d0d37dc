"""A seat's mail as it is judged; see mail.pyx."""

from core.rulesets.conflict.position cimport Position


cdef class Mail:
    cdef readonly int seat
    cdef readonly str name
    cdef list lines  # (index, line), without those below `end`
    cdef list set_lines  # those of the order set
    cdef dict verdicts  # index -> Verdict
    cdef list on_the_whole  # Verdicts on no line
    cdef readonly bint understood  # at least one line was read
    cdef readonly bint refused  # a line, or the whole, was refused
    cdef readonly bint spoke  # an open line was carried out
    cdef readonly bint resigned
    cdef readonly object trial  # the dry run of the order set, or None
