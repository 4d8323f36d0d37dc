"""The turn and its end in C: throws played by chance, departures, what lapses, whose turn is next (CON-016 to CON-022).

The game that is played (`adjudication`) and playouts share all of it; an `EventLog` takes down what is to be told.
"""

from libc.stdint cimport uint8_t

from core.rulesets.conflict.board cimport SEATS, Law
from core.rulesets.conflict.field cimport EventLog, Field, Walk
from core.rulesets.conflict.position cimport State, is_third_double
from core.rulesets.conflict.throws cimport MOVES, Throw, seats_movable
from core.stream cimport Stream


cdef struct Choices:  # what chance has chosen to do with a throw
    int brought_in  # a piece, or NOBODY
    int sent_back  # the same
    Walk walk[MOVES]  # as many as the throw has moves


cdef inline bint costs_piece(const State* state, int throw, const Field* field) noexcept nogil:
    """CON-097, CON-098: whether the mover has to send a piece back, the throw's moves having led to this field."""
    return is_third_double(state, throw) and seats_movable(field, state.to_move) > 0


cdef int highest(int seats, const int* total) noexcept nogil  # CON-016, CON-017: of these seats those with most
cdef void end_turn(State* state, const Law* law, EventLog* log) noexcept nogil
cdef bint throws_are_over(const State* state) noexcept nogil  # no orders are owed in this turn any more
cdef void settle_departures(State* state, EventLog* log) noexcept nogil  # after anybody may have gone out
cdef void drop_proposal(State* state, int one, int other, EventLog* log) noexcept nogil
cdef void drop_proposals(State* state, int seat, EventLog* log) noexcept nogil  # all by a seat and to it
cdef void agree(State* state) noexcept nogil  # CON-108

# Both: False where memory ran out.
cdef bint play_throw(
    const State* state, const Law* law, int number, Throw* throw, Choices* made, Stream* stream
) noexcept nogil
# Plays turn after turn, the dice from the stream too; a turn that is begun is played to its end. Nobody talks, resigns
# or misses a turn. `moves` counts moves of single pieces.
cdef bint play_out(State* state, const Law* law, Stream* stream, size_t limit, size_t* moves) noexcept nogil
