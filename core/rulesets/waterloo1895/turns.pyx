"""Throws, army-turns and rounds, as C. See turns.pxd."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from core.boards.graph cimport holds
from core.rulesets.waterloo1895.board cimport ARMIES, army_of, side_of
from core.rulesets.waterloo1895.field cimport NOBODY
from core.rulesets.waterloo1895.position cimport PLAY, SETUP, UNDECIDED

cdef enum:
    NOT_A_SEAT = -1


cdef bint earns_another(const uint8_t* dice) noexcept nogil:
    """W95-071: at least two equal dice, the three being in order.

    Only what fell counts, not what could be played (W95-074); three equal dice earn no more than two (W95-075). The
    further throw is one like any other, so that it may earn another (W95-073).
    """
    return dice[0] == dice[1] or dice[1] == dice[2]


cdef void cast(State* state, int one, int two, int three) noexcept nogil:
    """W95-024: ascending."""
    state.dice[0] = min(one, two, three)
    state.dice[2] = max(one, two, three)
    state.dice[1] = one + two + three - state.dice[0] - state.dice[2]
    state.throws += 1


cdef void clear_throw(State* state) noexcept nogil:
    memset(state.dice, 0, sizeof(state.dice))


cdef void start_with(State* state, const Law* law, int place) noexcept nogil:
    """The armies go round as before, beginning with the one at this place."""
    cdef uint8_t order[ARMIES]
    cdef int at
    for at in range(law.armies):
        order[at] = state.order[(place + at) % law.armies]
    for at in range(law.armies):
        state.order[at] = order[at]
    state.place = 0


cdef void note_landing(State* state, const Law* law, int piece, int start, int spot, int captured) noexcept nogil:
    """When a piece was captured, and what breaks the quiet of an army-turn: W95-103, W95-124."""
    cdef int army = army_of(piece)
    if captured != NOBODY:
        state.captured_on[captured] = state.turn
    if captured != NOBODY or holds(&law.enemy_stars[side_of(piece)], spot):
        state.quiet_turn = False
    if law.little and law.to_goal[army][spot] < law.to_goal[army][start]:
        state.quiet_turn = False


# --- Draws: W95-105 --------------------------------------------------------------------------------------------------

cdef void offer(State* state, const Law* law, int seat) noexcept nogil:
    """It stands until the next turn of every enemy has ended; a turn that is under way is not the next."""
    cdef int other, in_turn = NOT_A_SEAT
    if state.phase == PLAY and state.place != UNDECIDED:
        in_turn = law.seat[state.order[state.place]]
    state.offers |= 1 << seat
    for other in range(law.seats):
        state.awaited[seat][other] = 0
        if other != seat and not are_partners(law, seat, other) and still_in(state, law, other):
            state.awaited[seat][other] = 2 if other == in_turn else 1


cdef bint are_partners(const Law* law, int seat, int other) noexcept nogil:
    """Whether both command armies of one side; in the children's game everyone plays for himself (W95-123)."""
    return not law.little and side_of_seat(law, seat) == side_of_seat(law, other)


cdef int side_of_seat(const Law* law, int seat) noexcept nogil:
    cdef int army = 0
    while law.seat[army] != seat:
        army += 1
    return army >> 1


cdef int lapse(State* state, const Law* law) noexcept nogil:
    cdef int seat, other, lapsed = 0, ended
    if not state.offers:
        return 0
    ended = law.seat[state.order[state.place]]
    for seat in range(law.seats):
        if state.awaited[seat][ended]:
            state.awaited[seat][ended] -= 1
        if not state.offers >> seat & 1:
            continue
        lapsed |= 1 << seat
        for other in range(law.seats):
            if state.awaited[seat][other] and still_in(state, law, other):
                lapsed &= ~(1 << seat)
    for seat in range(law.seats):
        if lapsed >> seat & 1:
            memset(state.awaited[seat], 0, sizeof(state.awaited[seat]))
    state.offers &= ~lapsed
    return lapsed


cdef bint agreed(const State* state, const Law* law) noexcept nogil:
    cdef int seat
    if not state.offers:
        return False
    for seat in range(law.seats):
        if still_in(state, law, seat) and not state.offers >> seat & 1:
            return False
    return True


cdef bint still_in(const State* state, const Law* law, int seat) noexcept nogil:
    """Those with no piece left are not asked; before the game begins nobody has one."""
    cdef int army
    if state.phase == SETUP:
        return True
    for army in range(ARMIES):
        if law.seat[army] == seat and state.field.left[army]:
            return True
    return False


# --- Turns and rounds ------------------------------------------------------------------------------------------------

cdef bint stalls(State* state, const Law* law) noexcept nogil:
    state.quiet = state.quiet + 1 if state.quiet_turn else 0
    return law.stall and state.quiet >= law.stall


cdef int pass_on(State* state, const Law* law) noexcept nogil:
    state.place += 1
    if state.place == law.armies:
        # The order has come round to the army that began.
        state.place = 0
        if law.max_rounds and state.round >= law.max_rounds:
            return NO_MORE_ROUNDS
        state.round += 1
    if not state.field.left[state.order[state.place]]:
        return SKIPPED
    state.turn += 1
    state.quiet_turn = True
    return BEGUN
