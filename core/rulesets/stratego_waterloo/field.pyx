"""Changes of a field that keep its counts true, and what a seat does not know hidden in it."""

from libc.string cimport memset

from core.rulesets.stratego_waterloo.board cimport BLUE, RED, mark, unknown_kind, unmark


cdef int losses(const Law* law, const Field* field, int seat) noexcept nogil:
    """How many pieces of a side have been eliminated; Prussians count for RED (SWL-171)."""
    cdef int code, total = 0
    for code in range(CODES):
        if law.side[code] == seat:
            total += field.lost[code]
    return total


cdef void clear(Field* field) noexcept nogil:
    """Nobody anywhere, standing orders as in 5.7."""
    cdef int slot
    memset(field, 0, sizeof(Field))
    memset(field.on, NONE, SQUARES)
    memset(field.flag, NONE, MOST_TILES)
    for slot in range(MOST_PIECES):
        field.piece[slot].place = GONE
    field.section[0] = field.section[1] = NONE
    field.offering = NONE
    field.victor = NONE
    field.winner = NONE


cdef int make_piece(const Law* law, Field* field, int code, int place) noexcept nogil:
    """A new piece at a place; its slot, or NONE where all are taken."""
    cdef int slot = 0
    while slot < field.slots and field.piece[slot].place != GONE:
        slot += 1
    if slot == field.slots:
        return add_piece(law, field, code, place)
    put(law, field, slot, code, place)
    return slot


cdef int add_piece(const Law* law, Field* field, int code, int place) noexcept nogil:
    """A new piece in a slot that none has had; NONE where there is no such. For a field in which nobody is GONE yet."""
    cdef int slot = field.slots
    if slot == MOST_PIECES:
        return NONE
    field.slots += 1
    put(law, field, slot, code, place)
    return slot


cdef void put(const Law* law, Field* field, int slot, int code, int place) noexcept nogil:
    memset(&field.piece[slot], 0, sizeof(Piece))
    field.piece[slot].code = code
    field.piece[slot].place = GONE
    field.piece[slot].left = field.piece[slot].charged = LONG_AGO
    send(law, field, slot, place)


cdef void send(const Law* law, Field* field, int slot, int place) noexcept nogil:
    """A piece goes to an empty square, or to another Place."""
    cdef Piece* piece = &field.piece[slot]
    cdef int seat = law.side[piece.code]
    if piece.place < SQUARES:
        field.on[piece.place] = NONE
        unmark(field.held[seat], piece.place)
        field.stands[piece.code] -= 1
    elif piece.place <= WITHDRAWN:
        field.off[piece.code] -= 1
        field.pool[seat] -= 1
    piece.place = place
    if place < SQUARES:
        field.on[place] = slot
        mark(field.held[seat], place)
        field.stands[piece.code] += 1
    elif place <= WITHDRAWN:
        field.off[piece.code] += 1
        field.pool[seat] += 1


cdef void eliminate(const Law* law, Field* field, int slot) noexcept nogil:
    """A piece is out of play for good. Hidden ones, in a dry run, are not counted by name."""
    if field.piece[slot].code < CODES:
        field.lost[field.piece[slot].code] += 1
    send(law, field, slot, GONE)


cdef bint mask(const Law* law, Field* field, int seat) noexcept nogil:
    """Put backs in the place of all that a seat does not know: enemy names, cards, lists, standing orders.

    Whether anything was hidden. What is left is what the dry run and a player's robot may look at.
    """
    cdef int slot, code, enemy = RED if seat == BLUE else BLUE
    cdef bint hidden = False
    cdef Piece* piece
    for slot in range(field.slots):
        piece = &field.piece[slot]
        code = piece.code
        if piece.place == GONE or law.side[code] != enemy or piece.known:
            continue
        hidden = True
        if piece.place < SQUARES:
            field.stands[code] -= 1
            field.stands[unknown_kind(law.nation[code], law.arm[code])] += 1
        elif piece.place <= WITHDRAWN:
            field.off[code] -= 1
            field.off[unknown_kind(law.nation[code], law.arm[code])] += 1
        piece.code = unknown_kind(law.nation[code], law.arm[code])
    memset(field.undrawn, NONE, MOST_BLACK)
    field.section[enemy] = NONE
    memset(field.hand[enemy], 0, CARDS)
    field.keep_count[enemy] = field.burn_count[enemy] = 0
    field.spirit[enemy] = field.spirit_from[enemy] = field.advance[enemy] = 0
    field.own_tie[enemy] = field.farm_target[enemy] = 0
    field.plan[enemy] = field.plan_count[enemy] = 0
    if enemy == RED:
        field.hold = 0
    return hidden
