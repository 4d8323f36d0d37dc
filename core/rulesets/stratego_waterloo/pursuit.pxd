"""The pursuit as it is mailed: its order lines, its events, its plans (3.16, SWL-R62). The rules are in `riders`."""

from core.rulesets.stratego_waterloo.board cimport Law
from core.rulesets.stratego_waterloo.field cimport Field
from core.rulesets.stratego_waterloo.play cimport Play
from core.rulesets.stratego_waterloo.position cimport Position

cdef void begin(Play play) except *  # the battle has come to it: PURSUING, the victor known
cdef list judge(Position position, int seat, lines)  # a Verdict for each line; nothing is played
cdef list carry_out(Play play, int seat, lines)  # a Verdict for each line; plans run on from there
cdef void silent(Play play, int seat) except *  # the deadline has passed (SWL-R62)
cdef int allowance(const Law* law, const Field* field, int seat) noexcept nogil  # SWL-163
