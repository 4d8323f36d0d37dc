"""Random play from a position to the end of the game. See playout.pxd; the clauses are those of turns.pyx."""

from libc.string cimport memset

from core.rulesets.conflict.board cimport NOBODY, SEATS, Law
from core.rulesets.conflict.field cimport LIVING, PLAY_ON, TURN_LIMIT, Walk, befriend, lives
from core.rulesets.conflict.position cimport THROWS, State
from core.rulesets.conflict.throws cimport (
    MOVES, Throw, begin, bring_in_by_chance, goes_on, play_by_chance, seats_movable, send_back_by_chance,
)
from core.stream cimport Stream, below

cdef enum:
    FACES = 6
    SEVEN = 7  # CON-093


cdef bint play_out(State* state, const Law* law, Stream* stream, size_t limit, size_t* moves) noexcept nogil:
    memset(state.proposed, 0, sizeof(state.proposed))
    memset(state.offers, 0, sizeof(state.offers))
    while state.field.over == PLAY_ON and moves[0] < limit:
        if state.to_move == NOBODY:
            state.to_move = next_seat(state, below(stream, SEATS))  # CON-016 to 018: as likely for each
        if not play_turn(state, law, stream, moves):
            return False
        note_who_is_out(state)
        end_turn(state, law)
    return True


cdef bint play_turn(State* state, const Law* law, Stream* stream, size_t* moves) noexcept nogil:
    """The throws of a turn that are still to be played (CON-096); False: out of memory."""
    cdef Throw throw
    cdef Walk walk[MOVES]
    cdef int number = state.throw
    cdef bint goes = True, double = True
    while goes and double and number < THROWS:
        if number == state.rolled:
            state.dice[number][0], state.dice[number][1] = below(stream, FACES) + 1, below(stream, FACES) + 1
            state.rolled += 1
        double = state.dice[number][0] == state.dice[number][1]
        begin(&throw, law, &state.field, state.to_move, state.dice[number])
        if state.dice[number][0] + state.dice[number][1] == SEVEN:
            bring_in_by_chance(&throw, stream)
        if law.third_moves or number < THROWS - 1 or not double:
            if not play_by_chance(&throw, walk, stream):
                return False
            moves[0] += throw.moves
        goes = goes_on(&throw)
        if goes and double and number == THROWS - 1 and seats_movable(&throw.field, throw.seat):
            send_back_by_chance(&throw, stream)  # CON-097
        state.field = throw.field
        number += 1
    state.missed[state.to_move] = 0
    return True


cdef void note_who_is_out(State* state) noexcept nogil:
    """The turn on which a player went, and what he has no more."""
    cdef int seat
    for seat in range(SEATS):
        if state.field.ally[seat] == NOBODY:
            state.breaking &= ~(1 << seat)
        if state.field.how[seat] != LIVING and state.out_turn[seat] < 0:
            state.out_turn[seat] = state.turn
            state.missed[seat] = 0
            state.autos &= ~(1 << seat)


cdef void end_turn(State* state, const Law* law) noexcept nogil:
    """CON-019, CON-108, and pacts whose end was announced (CON-R38)."""
    cdef int seat = state.to_move, other = state.field.ally[seat]
    if state.field.over != PLAY_ON:
        return
    if state.breaking >> seat & 1:
        state.field.ally[seat] = state.field.ally[other] = NOBODY
        state.breaking &= ~(1 << seat | 1 << other)
        befriend(law, &state.field)
    if law.turn_limit and state.turn >= law.turn_limit:
        state.field.over = TURN_LIMIT
        return
    state.to_move = next_seat(state, seat)
    state.turn += 1
    state.throw = state.rolled = 0
    memset(state.dice, 0, sizeof(state.dice))


cdef int next_seat(const State* state, int seat) noexcept nogil:
    """The next living seat, clockwise."""
    seat = (seat + 1) % SEATS
    while not lives(&state.field, seat):
        seat = (seat + 1) % SEATS
    return seat
