"""Changes of a state that keep its counts true, and what a seat does not know hidden in it."""

from libc.string cimport memset

from core.rulesets.stratego_waterloo.board cimport BLUE, RED, mark, unknown_kind, unmark


cdef int losses(const Law* law, const State* state, int seat) noexcept nogil:
    """How many pieces of a side have been eliminated; Prussians count for RED (SWL-171)."""
    cdef int code, total = 0
    for code in range(CODES):
        if law.side[code] == seat:
            total += state.lost[code]
    return total


cdef void clear(State* state) noexcept nogil:
    """Nobody anywhere, standing orders as at first (SWL-R31, SWL-R33, SWL-R35, SWL-R41)."""
    cdef int slot
    memset(state, 0, sizeof(State))
    memset(state.on, NONE, SQUARES)
    memset(state.flag, NONE, MOST_TILES)
    for slot in range(MOST_PIECES):
        state.piece[slot].place = GONE
    state.section[0] = state.section[1] = NONE
    state.offering = NONE
    state.victor = NONE
    state.winner = NONE


cdef int make_piece(const Law* law, State* state, int code, int place) noexcept nogil:
    """A new piece at a place; its slot, or NONE where all are taken."""
    cdef int slot = 0
    while slot < state.slots and state.piece[slot].place != GONE:
        slot += 1
    if slot == state.slots:
        return add_piece(law, state, code, place)
    put(law, state, slot, code, place)
    return slot


cdef int add_piece(const Law* law, State* state, int code, int place) noexcept nogil:
    """A new piece in a slot that none has had; NONE where there is no such. For a state in which nobody is GONE yet."""
    cdef int slot = state.slots
    if slot == MOST_PIECES:
        return NONE
    state.slots += 1
    put(law, state, slot, code, place)
    return slot


cdef void put(const Law* law, State* state, int slot, int code, int place) noexcept nogil:
    memset(&state.piece[slot], 0, sizeof(Piece))
    state.piece[slot].code = code
    state.piece[slot].place = GONE
    state.piece[slot].left = state.piece[slot].charged = LONG_AGO
    send(law, state, slot, place)


cdef void send(const Law* law, State* state, int slot, int place) noexcept nogil:
    """A piece goes to an empty square, or to another Place."""
    cdef Piece* piece = &state.piece[slot]
    cdef int seat = law.side[piece.code]
    if piece.place < SQUARES:
        state.on[piece.place] = NONE
        unmark(state.held[seat], piece.place)
        state.stands[piece.code] -= 1
    elif piece.place <= WITHDRAWN:
        state.off[piece.code] -= 1
        state.pool[seat] -= 1
    piece.place = place
    if place < SQUARES:
        state.on[place] = slot
        mark(state.held[seat], place)
        state.stands[piece.code] += 1
    elif place <= WITHDRAWN:
        state.off[piece.code] += 1
        state.pool[seat] += 1


cdef void eliminate(const Law* law, State* state, int slot) noexcept nogil:
    """A piece is out of play for good, a Prussian too (SWL-113). Hidden ones, in a dry run, are not counted by name."""
    if state.piece[slot].code < CODES:
        state.lost[state.piece[slot].code] += 1
    send(law, state, slot, GONE)


cdef bint mask(const Law* law, State* state, int seat) noexcept nogil:
    """Put backs in the place of all that a seat does not know: enemy names, cards, lists, standing orders.

    Whether anything was hidden. What is left is what the dry run and a player's robot may look at.
    """
    cdef int slot, code, enemy = RED if seat == BLUE else BLUE
    cdef bint hidden = False
    cdef Piece* piece
    for slot in range(state.slots):
        piece = &state.piece[slot]
        code = piece.code
        if piece.place == GONE or law.side[code] != enemy or piece.known:
            continue
        hidden = True
        if piece.place < SQUARES:
            state.stands[code] -= 1
            state.stands[unknown_kind(law.nation[code], law.arm[code])] += 1
        elif piece.place <= WITHDRAWN:
            state.off[code] -= 1
            state.off[unknown_kind(law.nation[code], law.arm[code])] += 1
        piece.code = unknown_kind(law.nation[code], law.arm[code])
    memset(state.undrawn, NONE, MOST_BLACK)
    state.section[enemy] = NONE
    memset(state.hand[enemy], 0, CARDS)
    state.keep_count[enemy] = state.burn_count[enemy] = 0
    state.spirit[enemy] = state.spirit_from[enemy] = state.advance[enemy] = 0
    state.own_tie[enemy] = state.farm_target[enemy] = 0
    state.plan[enemy] = state.plan_count[enemy] = 0
    if enemy == RED:
        state.hold = 0
    return hidden
