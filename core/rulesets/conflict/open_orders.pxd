"""Orders that may be given at any time, whoever's turn it is; see open_orders.pyx."""

from core.rulesets.conflict.board cimport Variant
from core.rulesets.conflict.position cimport Position


cdef class OpenOrders:
    cdef readonly Position position  # a working copy, which the orders change
    cdef readonly list events
    cdef readonly list notes
    cdef Variant variant

    cdef dict carry_out(self, int seat, order)
