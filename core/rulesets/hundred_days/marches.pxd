"""Orders that are acted on, marches, bridges, joining and leaving: steps (a) to (c) of a beat."""

from core.rulesets.hundred_days.field cimport Column, Law, State, Turn


cdef void file_papers(State* state) noexcept nogil
cdef void act_on_papers(Turn* turn) noexcept nogil
cdef void leave_and_join(Turn* turn) noexcept nogil
cdef void work_at_bridges(Turn* turn) noexcept nogil
cdef void march(Turn* turn) noexcept nogil
cdef void come_to_rest(Turn* turn) noexcept nogil
cdef void repair_bridges(Turn* turn) noexcept nogil
cdef int next_place(const Law* law, const Column* column) noexcept nogil
cdef int first_free_sign(const State* state, int army, int wanted) noexcept nogil
