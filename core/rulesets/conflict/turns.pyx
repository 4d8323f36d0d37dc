"""The turn and its end, and play by chance. See turns.pxd. No Python object is touched here."""

from libc.string cimport memset

from core.rulesets.conflict.board cimport NOBODY
from core.rulesets.conflict.field cimport (
    AGREED, LIVING, OFFER_LAPSES, PACT_BROKEN, PLAY_ON, PROPOSAL_LAPSES, TURN_LIMIT, count_seats, end_pact, lives, note,
)
from core.rulesets.conflict.position cimport chain_is_whole, is_forgone, is_seven
from core.rulesets.conflict.throws cimport begin, bring_in_by_chance, goes_on, play_by_chance, send_back_by_chance
from core.stream cimport below

cdef enum:
    FACES = 6


cdef int highest(int seats, const int* total) noexcept nogil:
    """CON-016, CON-017: of the seats that have thrown for the beginning, as a set, those with the highest total."""
    cdef int seat, most = 0, first = 0
    for seat in range(SEATS):
        if not (seats >> seat) & 1 or total[seat] < most:
            continue
        if total[seat] > most:
            most, first = total[seat], 0
        first |= 1 << seat
    return first


# --- The end of a turn -----------------------------------------------------------------------------------------------

cdef bint throws_are_over(const State* state) noexcept nogil:
    """After the moves of a throw: CON-021, CON-035, CON-096."""
    return not lives(&state.field, state.to_move) or chain_is_whole(state)


cdef void end_turn(State* state, const Law* law, EventLog* log) noexcept nogil:
    """The turn has been executed, passed or missed; the next begins unless the game ends."""
    if state.field.players.over == PLAY_ON:
        agree(state)
    if state.field.players.over == PLAY_ON:
        count_turn(state, law, log)
        if law.turn_limit and state.turn >= law.turn_limit:
            state.field.players.over = TURN_LIMIT  # CON-108
    if state.field.players.over != PLAY_ON:
        return
    state.to_move = next_seat(state)
    state.turn += 1
    state.throw = state.rolled = 0
    memset(state.dice, 0, sizeof(state.dice))


cdef int next_seat(const State* state) noexcept nogil:
    """CON-019."""
    cdef int seat = (state.to_move + 1) % SEATS
    while not lives(&state.field, seat):
        seat = (seat + 1) % SEATS
    return seat


cdef void count_turn(State* state, const Law* law, EventLog* log) noexcept nogil:
    """What lasts for a number of a player's turns: draw offers (CON-108), proposals and pacts (CON-R38)."""
    cdef int seat = state.to_move, one, other
    if state.offers[seat]:
        state.offers[seat] -= 1
        if not state.offers[seat]:
            note(log, OFFER_LAPSES, seat, NOBODY)
    for one in range(SEATS):
        for other in range(SEATS):
            if state.proposed[one][other] == 1 << seat:
                drop_proposal(state, one, other, log)
            state.proposed[one][other] &= ~(1 << seat)
    if (state.breaking >> seat) & 1:
        state.breaking &= ~(1 << seat | 1 << state.field.ally[seat])
        end_pact(law, &state.field, seat, PACT_BROKEN, log)


# --- What goes with players who are out ------------------------------------------------------------------------------

cdef void settle_departures(State* state, EventLog* log) noexcept nogil:
    """Whoever is out has nothing more to offer, to propose or to be absent from; the turn on which he went is kept."""
    cdef int seat
    for seat in range(SEATS):
        if state.field.ally[seat] == NOBODY:
            state.breaking &= ~(1 << seat)
        if state.field.how[seat] != LIVING and state.out_turn[seat] < 0:
            state.out_turn[seat] = state.turn
            state.offers[seat] = state.missed[seat] = 0
            state.autos &= ~(1 << seat)
            drop_proposals(state, seat, log)
    if count_seats(state.field.players.living) < 3:
        for seat in range(SEATS):
            drop_proposals(state, seat, log)


cdef void drop_proposals(State* state, int seat, EventLog* log) noexcept nogil:
    cdef int other
    for other in range(SEATS):
        drop_proposal(state, seat, other, log)
        drop_proposal(state, other, seat, log)


cdef void drop_proposal(State* state, int one, int other, EventLog* log) noexcept nogil:
    if state.proposed[one][other]:
        state.proposed[one][other] = state.since[one][other] = 0
        note(log, PROPOSAL_LAPSES, one, other)


cdef void agree(State* state) noexcept nogil:
    """CON-108: a draw, where every living player's offer stands."""
    cdef int seat
    if state.field.players.over != PLAY_ON:
        return
    for seat in range(SEATS):
        if lives(&state.field, seat) and not state.offers[seat]:
            return
    state.field.players.over = AGREED


# --- By chance -------------------------------------------------------------------------------------------------------

cdef bint play_throw(
    const State* state, const Law* law, int number, Throw* throw, Choices* made, Stream* stream
) noexcept nogil:
    """A throw of the turn, from the field that the one before has left: CON-022, in its order."""
    cdef const Field* field = &state.field
    if number > state.throw:
        field = &throw.field
    made.brought_in = made.sent_back = NOBODY
    begin(throw, law, field, state.to_move, state.dice[number])
    if is_seven(state, number):
        made.brought_in = bring_in_by_chance(throw, stream)
    if not is_forgone(state, law, number) and not play_by_chance(throw, made.walk, stream):
        return False
    if goes_on(throw) and costs_piece(state, number, &throw.field):
        made.sent_back = send_back_by_chance(throw, stream)
    return True


cdef bint play_out(State* state, const Law* law, Stream* stream, size_t limit, size_t* moves) noexcept nogil:
    while state.field.players.over == PLAY_ON and moves[0] < limit:
        if state.to_move == NOBODY:
            throw_for_beginning(state, law, stream)
        if not play_turn(state, law, stream, moves):
            return False
        settle_departures(state, NULL)
        end_turn(state, law, NULL)
    return True


cdef void throw_for_beginning(State* state, const Law* law, Stream* stream) noexcept nogil:
    """CON-016 to CON-018."""
    cdef int total[SEATS]
    cdef int tied = law.playing, seat
    while count_seats(tied) > 1:
        for seat in range(SEATS):
            total[seat] = below(stream, FACES) + below(stream, FACES)
        tied = highest(tied, total)
    for seat in range(SEATS):
        if (tied >> seat) & 1:
            state.to_move = seat


cdef bint play_turn(State* state, const Law* law, Stream* stream, size_t* moves) noexcept nogil:
    """The throws of a turn that are still to be played; False: out of memory."""
    cdef Throw throw
    cdef Choices made
    cdef int number
    while True:
        roll(state, law, stream)
        for number in range(state.throw, state.rolled):
            if not play_throw(state, law, number, &throw, &made, stream):
                return False
            moves[0] += throw.moves
            if not goes_on(&throw):
                break
        state.field = throw.field
        if state.field.players.over != PLAY_ON or throws_are_over(state):
            break
        state.throw = state.rolled
    state.missed[state.to_move] = 0
    return True


cdef void roll(State* state, const Law* law, Stream* stream) noexcept nogil:
    """The throw that is owed, if it is not on the table; under reveal=ahead also what follows (CON-096, CON-R35)."""
    while state.rolled == state.throw or (law.ahead and not chain_is_whole(state)):
        state.dice[state.rolled][0], state.dice[state.rolled][1] = below(stream, FACES) + 1, below(stream, FACES) + 1
        state.rolled += 1
