"""A position of Conflict: where the pieces are, whose turn it is, the dice, and what players have agreed on."""

from libc.stdint cimport int32_t, uint8_t

from core.position cimport BasePosition
from core.rulesets.conflict.board cimport SEATS, Law, Variant
from core.rulesets.conflict.field cimport Field

cdef enum:
    THROWS = 3  # at most, in a turn (CON-096, CON-097)


cdef struct State:
    Field field
    int32_t turn  # player turns begun
    int32_t out_turn[SEATS]  # the turn on which a player went out, -1 before
    int32_t missed[SEATS]  # turns missed in a row (CON-R36)
    int32_t since[SEATS][SEATS]  # the turn on which a proposal was made
    uint8_t proposed[SEATS][SEATS]  # proposal of one to another: who has still to complete a turn, a set; 0: none
    uint8_t to_move  # a seat, or NOBODY: the beginning throws are still to be cast
    uint8_t rolled  # throws of the present turn that have been rolled, 0 .. 3
    uint8_t throw  # the index of the throw whose orders are owed
    uint8_t dice[THROWS][2]
    uint8_t offers[SEATS]  # own turns to be executed until the draw offer lapses; 0: none (CON-108)
    uint8_t autos  # set of seats handed to the bot
    uint8_t breaking  # set of seats that have announced the end of their pact
    uint8_t secrets  # 0 or 1: the record holds something that not all may know


cdef inline bint is_double(const State* state, int throw) noexcept nogil:
    return state.dice[throw][0] == state.dice[throw][1]


cdef inline bint is_seven(const State* state, int throw) noexcept nogil:
    """CON-093; any throw of a turn may be one (CON-095)."""
    return state.dice[throw][0] + state.dice[throw][1] == 7


cdef inline bint is_third_double(const State* state, int throw) noexcept nogil:
    """CON-097."""
    return throw == THROWS - 1 and is_double(state, throw)


cdef inline bint is_forgone(const State* state, const Law* law, int throw) noexcept nogil:
    """Option third_double=no_move: the throw is not moved (CON-R32)."""
    return is_third_double(state, throw) and not law.third_moves


cdef inline bint chain_is_whole(const State* state) noexcept nogil:
    """Whether all dice of the turn have been thrown that there are (CON-021, CON-096)."""
    return state.rolled == THROWS or (state.rolled and not is_double(state, state.rolled - 1))


cdef class Position(BasePosition):
    cdef Variant variant
    cdef State state

    cdef Position copy(self)
    cdef int seat(self, name) except -1
    cdef str where(self, int piece)
    cdef bint played_by_bot(self, int seat) noexcept


cdef object outcome_of(Position position)
cdef dict owed(Position position)
cdef dict encode(Position position)
cdef dict view(Position position, viewer)
cdef int step_of(Position position) noexcept
cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
cdef list pieces_in(Position position, int seat, int state)  # numbers of a seat's pieces in a state, ascending
