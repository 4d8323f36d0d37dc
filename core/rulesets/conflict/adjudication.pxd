"""Orders judged, or carried out with all that follows; see adjudication.pyx."""

from core.rulesets.conflict.position cimport Position

cdef object check(Position position, seat, orders)
cdef object adjudicate(Position position, orders, dice, bint due)
