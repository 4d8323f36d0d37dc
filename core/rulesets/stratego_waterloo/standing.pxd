"""Standing orders and draft lists: what a line of them comes to (5.7)."""

from core.rulesets.stratego_waterloo.board cimport Variant
from core.rulesets.stratego_waterloo.field cimport Field

cdef object fault(Variant variant, const Field* field, int seat, order)  # None, or (code, clause, facts)
cdef void take(Field* field, int seat, order) except *  # carry out an order that has no fault
