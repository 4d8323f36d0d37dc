"""What happens while the rules are carried out, made into events. See sink.pxd for what is put down, and by whom."""

from core.rulesets.waterloo_grid.board cimport Variant
from core.rulesets.waterloo_grid.field cimport State
from core.rulesets.waterloo_grid.sink cimport EventSink


cdef class EventLog:
    """A sink and the events it comes to. `key` is the turn the dice are rolled for."""

    cdef EventSink sink
    cdef Variant variant
    cdef int key
    cdef readonly list events

    cdef void flush(self, const State* state, int side) except *
