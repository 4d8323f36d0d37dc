"""The end of a turn: objectives, victory, the next player. 3.11 of the rulebook. All of it is C."""

from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.field cimport State

cdef int symbol_of(int kind) noexcept nogil  # what activates a unit of the class (WGR-022 to WGR-024)
cdef int dice_of(const State* state, int symbol) noexcept nogil  # activation dice that show it
cdef bint in_hand(const Law* law, const State* state, int index, int side) noexcept nogil  # an objective counts for it
cdef int points(const Law* law, const State* state, int side) noexcept nogil  # WGR-135
cdef int bases_on_board(const State* state, int side) noexcept nogil
cdef void hold_objectives(const Law* law, State* state) noexcept nogil  # WGR-R58
cdef void judge_end(const Law* law, State* state) noexcept nogil  # WGR-132 to WGR-135, after the close fighting
cdef void next_turn(State* state) noexcept nogil
