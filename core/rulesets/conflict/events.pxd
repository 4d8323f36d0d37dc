"""Events and facts made of C values; see events.pyx."""

from core.rulesets.conflict.board cimport Variant
from core.rulesets.conflict.field cimport EventLog, Walk
from core.rulesets.conflict.position cimport Position

cdef dict piece_facts(Variant variant, int piece)
cdef dict walk_facts(Variant variant, const Walk* walk, int number)
cdef list events_of(Position position, const EventLog* log)
