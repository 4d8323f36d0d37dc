"""What a walk does to the field, and what becomes of those who go out. See field.pxd.

Sections 3.6 to 3.8 and 3.11 of the rulebook. `told` takes down what happened, in order; searches pass NULL.
"""

from libc.string cimport memset

from core.rulesets.conflict.board cimport HELD, RETIRED

cdef void clear(Field* field) noexcept nogil:
    """Nobody anywhere, and nobody alive."""
    cdef int at
    memset(field, 0, sizeof(Field))
    memset(field.on, NOBODY, sizeof(field.on))
    for at in range(PIECES):
        field.at[at] = RETIRED
    for at in range(SEATS):
        field.mines[at] = field.ally[at] = field.heir[at] = NOBODY


cdef void befriend(const Law* law, Field* field) noexcept nogil:
    """CON-101, CON-102."""
    cdef int seat
    for seat in range(SEATS):
        field.friends[seat] = law.partners[seat]
        if field.ally[seat] != NOBODY:
            field.friends[seat] |= 1 << field.ally[seat]


cdef void give_mines(const Law* law, Field* field) noexcept nogil:
    """CON-070, 081, and the option dead_mines."""
    cdef int corner, heir
    for corner in range(SEATS):
        heir = field.heir[corner]
        if lives(field, corner):
            field.mines[corner] = corner
        elif law.mines_inherited and heir != NOBODY and lives(field, heir):
            field.mines[corner] = heir
        else:
            field.mines[corner] = NOBODY


cdef inline void tell(Chronicle* told, int turn, int who, int other) noexcept nogil:
    cdef Fate* fate
    if told != NULL:
        fate = &told.fate[told.count]
        fate.turn, fate.who, fate.other = turn, who, other
        told.count += 1


# --- A walk ----------------------------------------------------------------------------------------------------------

cdef void carry_out(const Law* law, Field* field, const Walk* walk, Chronicle* told) noexcept nogil:
    """Everything that a walk brings about, step by step: CON-057 to 059, 073, 082, 085 to 090."""
    cdef int piece = walk.piece, seat = seat_of(piece), step, next_captive = 0, victim
    take_off(field, piece, START)
    for step in range(1, walk.walked + 1):
        victim = NOBODY
        if next_captive < walk.caught and walk.caught_at[next_captive] == step:
            victim = seat_of(walk.captive[next_captive])
            take_off(field, walk.captive[next_captive], HELD + seat)
            field.left[victim] -= 1
            next_captive += 1
        if walk.lost != SAFE and step == walk.walked:
            field.at[piece] = RETIRED if walk.lost_to == NOBODY else HELD + walk.lost_to
            field.left[seat] -= 1
            bury(law, field, victim, seat, walk.lost_to, told)
        elif victim != NOBODY and field.left[victim] == 0:
            go_out(law, field, victim, BY_PIECES, seat, told)
    if walk.lost == SAFE:
        put_on(field, piece, walk.path[walk.walked - 1])
        if walk.takes != NOBODY:
            go_out(law, field, walk.takes, BY_CIRCLE, seat, told)
    end_lonely_pact(law, field, told)


cdef void bury(const Law* law, Field* field, int victim, int mover, int holder, Chronicle* told) noexcept nogil:
    """CON-088 to 090, after the step on which the mover lost his piece to `holder`.

    `victim` is the owner of the piece captured by the same step, or NOBODY.
    """
    cdef bint victim_gone = victim != NOBODY and field.left[victim] == 0
    cdef bint mover_gone = field.left[mover] == 0
    if victim_gone and mover_gone:
        # Both are out before either is dealt with, so that neither can inherit.
        field.living &= ~(1 << victim | 1 << mover)
        go_out(law, field, victim, BOTH, NOBODY, told)
        go_out(law, field, mover, BOTH, NOBODY, told)
    elif victim_gone:
        go_out(law, field, victim, BY_PIECES, mover, told)
    elif mover_gone:
        go_out(law, field, mover, BY_PIECES, holder, told)


# --- Going out -------------------------------------------------------------------------------------------------------

cdef void go_out(const Law* law, Field* field, int seat, int how, int heir, Chronicle* told) noexcept nogil:
    """A player leaves the game: CON-085 to 087, 089, 090, 103, 109."""
    cdef int piece
    field.living &= ~(1 << seat)
    field.how[seat], field.heir[seat] = how, heir
    tell(told, GOES_OUT, seat, heir)
    for piece in range(seat * SET, seat * SET + SET):
        if counts(field.at[piece]):
            take_off(field, piece, RETIRED if heir == NOBODY else HELD + heir)
            tell(told, PUT_AWAY if heir == NOBODY else FALLS_TO, piece, seat)
        elif how == RESIGNED and field.at[piece] != RETIRED:
            field.at[piece] = RETIRED
            tell(told, PUT_AWAY, piece, seat)
    field.left[seat] = 0
    for piece in range(PIECES):
        if field.at[piece] == HELD + seat:
            hand_on(law, field, piece, seat, heir, told)
    if field.ally[seat] != NOBODY:
        end_pact(law, field, seat, told)
    give_mines(law, field)
    field.over = end_with(law, field.living)


cdef void hand_on(const Law* law, Field* field, int piece, int seat, int heir, Chronicle* told) noexcept nogil:
    """A prisoner of the player going out: CON-086, 087, 103."""
    cdef int owner = seat_of(piece)
    if heir == NOBODY:
        field.at[piece] = RETIRED
        tell(told, PUT_AWAY, piece, seat)
    elif lives(field, owner) and (law.partners[heir] >> owner) & 1:
        field.at[piece] = START
        field.left[owner] += 1
        tell(told, FREED, piece, seat)
    else:
        field.at[piece] = HELD + heir
        tell(told, HANDED_ON, piece, seat)


# --- Pacts (CON-R38) -------------------------------------------------------------------------------------------------

cdef void end_pact(const Law* law, Field* field, int seat, Chronicle* told) noexcept nogil:
    cdef int other = field.ally[seat]
    field.ally[seat] = field.ally[other] = NOBODY
    befriend(law, field)
    tell(told, PACT_ENDS, seat, other)


cdef void end_lonely_pact(const Law* law, Field* field, Chronicle* told) noexcept nogil:
    """A pact of the last two living is dissolved: there is no shared victory."""
    cdef int seat
    if count_seats(field.living) != 2:
        return
    for seat in range(SEATS):
        if lives(field, seat) and field.ally[seat] != NOBODY:
            end_pact(law, field, seat, told)
