"""The robots: what recruit, officer and marshal order (see `core.contract.Level`), and how they judge a position."""

from core.rulesets.waterloo1895.engine cimport TurnEngine
from core.rulesets.waterloo1895.position cimport Position


cdef tuple throw_orders(Position position, level, seed, budget, weights)
cdef tuple set_up_of(Position position, seat, seed)
cdef dict margins(Position position)
cdef dict little_margins(Position position)
