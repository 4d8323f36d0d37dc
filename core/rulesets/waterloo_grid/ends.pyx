"""The end of a turn. See ends.pxd. All of it is C."""

from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, BLUE, CLASSES, NOBODY, OBJECTIVES, RED, SIDES, VILLAGE_CELLS, is_infantry,
)
from core.rulesets.waterloo_grid.field cimport (
    ACTIVATION_DICE, ANNIHILATED, BY_OBJECTIVES, SIDE_SLOTS, TURN_LIMIT, forms, holds, ply_of, popcount,
)
from core.rulesets.waterloo_grid.rolls cimport FOOT, GUN, HORSE

cdef enum:
    FARMS_WANTED = 2
    POINTS_OF_VILLAGE = 2


cdef int symbol_of(int kind) noexcept nogil:
    if is_infantry(kind):
        return FOOT
    return GUN if kind == ARTILLERY else HORSE


cdef int dice_of(const State* state, int symbol) noexcept nogil:
    cdef int at, count = 0
    if not state.rolled:
        return 0
    for at in range(ACTIVATION_DICE):
        count += state.dice[at] == symbol
    return count


cdef void judge_end(const Law* law, State* state) noexcept nogil:
    """Who has won by this turn, if anybody has."""
    cdef int side
    hold_objectives(law, state)
    for side in range(SIDES):
        if has_objectives(law, state, side):
            state.over, state.winner = BY_OBJECTIVES, side
            return
    if is_spent(state, BLUE) or is_spent(state, RED):
        state.over = ANNIHILATED
        state.winner = NOBODY
        if not is_spent(state, BLUE):
            state.winner = BLUE
        elif not is_spent(state, RED):
            state.winner = RED
    elif law.turn_limit and state.mover == RED and state.turn >= law.turn_limit:
        state.over, state.winner = TURN_LIMIT, ahead_on_points(law, state)


cdef void hold_objectives(const Law* law, State* state) noexcept nogil:
    cdef int index, side
    if not law.hold_last:
        return
    for index in range(OBJECTIVES):
        for side in range(SIDES):
            if holds(&state.field, law.objective[index], side):
                state.held[index] = side


cdef bint in_hand(const Law* law, const State* state, int index, int side) noexcept nogil:
    if law.hold_last:
        return state.held[index] == side
    return holds(&state.field, law.objective[index], side)


cdef bint has_objectives(const Law* law, const State* state, int side) noexcept nogil:
    """WGR-132."""
    cdef int index, farms = 0
    for index in range(OBJECTIVES):
        if index >= VILLAGE_CELLS:
            farms += in_hand(law, state, index, side)
        elif not in_hand(law, state, index, side):
            return False
    return farms >= FARMS_WANTED


cdef bint is_spent(const State* state, int side) noexcept nogil:
    """WGR-134."""
    cdef int kind
    if bases_on_board(state, side):
        return False
    for kind in range(CLASSES):
        if forms(&state.field, side, kind):
            return False
    return True


cdef int bases_on_board(const State* state, int side) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        count += popcount(state.field.alive[slot])
    return count


cdef int points(const Law* law, const State* state, int side) noexcept nogil:
    cdef int index, count = 0
    for index in range(OBJECTIVES):
        if in_hand(law, state, index, side):
            count += POINTS_OF_VILLAGE if index < VILLAGE_CELLS else 1
    return count


cdef int ahead_on_points(const Law* law, const State* state) noexcept nogil:
    """WGR-135: the side, or NOBODY."""
    cdef int lead = points(law, state, BLUE) - points(law, state, RED)
    if not lead:
        lead = bases_on_board(state, BLUE) - bases_on_board(state, RED)
    if not lead:
        return NOBODY
    return BLUE if lead > 0 else RED


cdef void next_turn(State* state) noexcept nogil:
    """The other player's turn, its dice not yet rolled (WGR-018). Draw offers that end with this one are over."""
    cdef int side
    for side in range(SIDES):
        if state.offers[side] <= ply_of(state):
            state.offers[side] = 0
    state.turn += state.mover == RED
    state.mover = 1 - state.mover
    state.rolled = state.mails = 0
    memset(state.dice, 0, sizeof(state.dice))
    state.placed = state.acted = 0
    state.charges = state.fights = 0
    state.field.left[0] = state.field.left[1] = 0
