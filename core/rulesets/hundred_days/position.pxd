"""A position of Hundred Days: what is true, what seats know, and what rides."""

from core.position cimport BasePosition
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport Column, State


cdef class Position(BasePosition):
    cdef readonly Variant variant
    cdef State state
    cdef readonly dict known  # seat -> schema.KnownSchema
    cdef readonly tuple dispatches  # under way: schema.RidingSchema
    cdef readonly tuple letters  # under way: schema.LetterSchema
    cdef readonly Position before  # while the clock stands: the position before the turn (HD-085), else None
    cdef readonly object standstill  # what else is kept meanwhile: schema.StandstillSchema without `before`, else None

    cdef Position copy(self)
    cdef object code(self, int column)  # of a column
    cdef int find(self, code) except? -2  # a column by its code, or -1


cdef object code_of(Variant variant, const Column* column)
cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
cdef object dispatch_of(Variant variant, const State* state, const Column* column, int written, dict more)
cdef object columns_known(Position position)
cdef list seats_of(Variant variant, int bits)
