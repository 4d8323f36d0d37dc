"""Order lines made ready for the rules in C, and faults made into refusals."""

from core.rulesets.waterloo_grid.drill cimport Drill, Plan
from core.rulesets.waterloo_grid.position cimport Position

cdef int cell_named(Position position, name) except -1  # raises Refused (E01)
cdef void make_plan(Position position, int slot, alternative, Plan* plan) except *  # raises Refused (E01)
cdef object refusal(Position position, const Drill* drill)  # a Refused
