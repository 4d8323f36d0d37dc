"""Landings, army-turns and rounds, as C. See turns.pxd."""

from libc.stdint cimport uint8_t

from core.boards.graph cimport holds
from core.rulesets.waterloo1895.board cimport army_of, side_of
from core.rulesets.waterloo1895.field cimport NOBODY


cdef bint earns_another(const uint8_t* dice) noexcept nogil:
    """W95-071: at least two equal dice, the three being in order."""
    return dice[0] == dice[1] or dice[1] == dice[2]


cdef void note_landing(State* state, const Law* law, int piece, int start, int spot, int captured) noexcept nogil:
    """When a piece was captured, and what breaks the quiet of an army-turn: W95-103, W95-124."""
    cdef int army = army_of(piece)
    if captured != NOBODY:
        state.captured_on[captured] = state.turn
    if captured != NOBODY or holds(&law.enemy_stars[side_of(piece)], spot):
        state.quiet_turn = False
    if law.little and law.to_goal[army][spot] < law.to_goal[army][start]:
        state.quiet_turn = False


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
