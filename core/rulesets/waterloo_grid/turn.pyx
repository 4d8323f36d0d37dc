"""A player's turn but for what its units do. See turn.pxd; read in the order of a turn. All of it is C."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, BLUE, CLASSES, NOBODY, NOWHERE, OBJECTIVES, RED, SIDES, VILLAGE_CELLS, is_infantry,
)
from core.rulesets.waterloo_grid.close_fighting cimport close_fighting
from core.rulesets.waterloo_grid.dice cimport FOOT, GUN, HORSE, roll
from core.rulesets.waterloo_grid.field cimport (
    ACTIVATION_DICE, ANNIHILATED, BY_OBJECTIVES, LETTERS, MOST_CHARGES, SIDE_SLOTS, TURN_LIMIT, Field, fits, form,
    forms, full_strength, holds, living, ply_of, popcount, put,
)

cdef enum:
    FARMS_WANTED = 2
    POINTS_OF_VILLAGE = 2


# --- Activation dice (WGR-021 to WGR-027) ----------------------------------------------------------------------------

cdef int symbol_of(int kind) noexcept nogil:
    """WGR-022, WGR-023, WGR-024; X and blank are the symbol of nobody (WGR-025)."""
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


cdef void roll_activation_dice(State* state, Roller* roller) noexcept nogil:
    """WGR-021: five, whatever is left of the army."""
    roll(roller, ACTIVATION_DICE, state.dice)
    state.rolled = 1


# --- Entries and charges ---------------------------------------------------------------------------------------------

cdef int enter(const Law* law, State* state, int side, const Entry* entry, uint8_t* taken) noexcept nogil:
    """Form a unit the pool holds and put it on its entry cell, or nothing: its slot, or a NoEntry.

    `taken`, with room for 2 * CLASSES, counts what leaves the pool (see `form`). The unit has acted by it (WGR-129),
    and is complete and new by name (WGR-131).
    """
    cdef Field* field = &state.field
    cdef int cell = law.entry[entry.entry], ahead = law.ahead[entry.facing][cell], slot, letter
    if not forms(field, side, entry.kind):
        return EMPTY_POOL
    if holds(field, cell, 1 - side):
        return ENEMY_ON_ENTRY
    if not fits(law, field, cell, side, entry.kind, full_strength(entry.kind)):
        return NO_ROOM
    if ahead != NOWHERE and holds(field, ahead, 1 - side):
        return ENTRY_CONTACT
    slot = form(field, side, entry.kind, taken)
    for letter in range(LETTERS):
        if living(field, LETTERS * slot + letter):
            field.facing[LETTERS * slot + letter] = entry.facing
            put(field, LETTERS * slot + letter, cell)
    state.acted |= <uint64_t>1 << slot
    return slot


cdef void add_charges(State* state, const Activation* active) noexcept nogil:
    """WGR-052, WGR-082: a cell and direction charged more than once keeps its place, and its longest run."""
    cdef int at, other
    for at in range(active.charges):
        for other in range(state.charges):
            if state.charge[other].cell == active.charge[at].cell:
                if state.charge[other].direction == active.charge[at].direction:
                    if state.charge[other].tokens < active.charge[at].tokens:
                        state.charge[other].tokens = active.charge[at].tokens
                    break
        else:
            if state.charges < MOST_CHARGES:
                state.charge[state.charges] = active.charge[at]
                state.charges += 1


# --- The end of a turn -----------------------------------------------------------------------------------------------

cdef void close_turn(const Law* law, State* state, Roller* roller, EventSink* sink) noexcept nogil:
    """Close fighting, and then whether somebody has won (WGR-079, WGR-132). Check `roller.failed` afterwards."""
    close_fighting(law, state, roller, sink)
    if not roller.failed:
        judge_end(law, state)


cdef void next_turn(State* state) noexcept nogil:
    """The other player's turn, its dice not yet rolled (WGR-018). Draw offers that end with this one are over.

    No die (WGR-027) and no token (WGR-053) is kept.
    """
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


# --- Victory (WGR-132 to WGR-135) ------------------------------------------------------------------------------------

cdef void judge_end(const Law* law, State* state) noexcept nogil:
    """Who has won by this turn, if anybody has; whose turn it is does not matter (WGR-133)."""
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
    """WGR-R58."""
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
    cdef int index, count = law.blue_points if side == BLUE else 0
    for index in range(OBJECTIVES):
        if in_hand(law, state, index, side):
            count += POINTS_OF_VILLAGE if index < VILLAGE_CELLS else 1
    return count


cdef int more_bases(const Law* law, const State* state) noexcept nogil:
    """By how much Blue has more bases; with `ties=share` measured by what each began with (WGR-R60)."""
    cdef int blue = bases_on_board(state, BLUE) + law.blue_bases, red = bases_on_board(state, RED)
    if law.share_ties:
        return blue * law.bases_at_start[RED] - red * law.bases_at_start[BLUE]
    return blue - red


cdef int ahead_on_points(const Law* law, const State* state) noexcept nogil:
    """WGR-135, WGR-R60: the side, or NOBODY."""
    cdef int lead = points(law, state, BLUE) - points(law, state, RED)
    if not lead:
        lead = more_bases(law, state)
    if not lead:
        return NOBODY
    return BLUE if lead > 0 else RED
