"""Orders made from actions, for all that chooses orders by itself."""

from core.rulesets.stratego_waterloo.actions cimport Action
from core.rulesets.stratego_waterloo.position cimport Position


cdef str name_of(Position position, int square)
cdef object order_of(Position position, const Action* action)
