"""A turn from its weather to its end."""

from core.rulesets.hundred_days.field cimport Law, Log, Roller, State, Turn


cdef struct Points:
    # What counts for a side at the end (HD-096), in points; the armies of the other side for which, as bits by army.
    int held  # places
    int losses  # men that the other side has lost
    int broken, taken, cut  # armies broken, commanders-in-chief taken, communications cut
    int joined, apart  # the two armies of the coalition
    unsigned int armies_broken, armies_taken, armies_cut


cdef void open_turn(Turn* turn, const Law* law, State* state, Roller* roller, Log* log) noexcept nogil
cdef void reopen_turn(Turn* turn, const Law* law, State* state, Roller* roller, Log* log) noexcept nogil
cdef void play_rest(Turn* turn) noexcept nogil
cdef void play_beats(Turn* turn) noexcept nogil
cdef bint is_wet(const Law* law, const State* state) noexcept nogil
cdef Points parts_of(const Law* law, const State* state, int side) noexcept nogil
cdef int points_of(const Law* law, const State* state, int side) noexcept nogil
cdef int margin_of(const Law* law, const State* state) noexcept nogil
cdef bint is_cut(const Law* law, const State* state, int army) noexcept nogil
cdef bint are_joined(const Law* law, const State* state) noexcept nogil
cdef int present_men(const State* state, int army) noexcept nogil
cdef void finish(State* state, int how, int winner) noexcept nogil
cdef void stand_down(const Law* law, State* state, int seat) noexcept nogil
cdef void see_at_once(Turn* turn) noexcept nogil
