"""Order lines on their way to the rules in C and back. See order_lines.pyx."""

from core.rulesets.waterloo_grid.activation cimport Activation, Plan
from core.rulesets.waterloo_grid.position cimport Position
from core.rulesets.waterloo_grid.turn cimport Entry

cdef int cell_named(Position position, name) except -1  # raises Refused (E01)
cdef void make_plan(Position position, int slot, alternative, Plan* plan) except *  # raises Refused (E01)
cdef object plan_order(Position position, const Plan* plan)  # an Activate
cdef object entry_order(Position position, const Entry* entry)  # an Enter
cdef object refusal(Position position, const Activation* active)  # a Refused
