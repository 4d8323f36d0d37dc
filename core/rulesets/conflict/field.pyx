"""What a walk does to the field, and what becomes of those who go out. See field.pxd.

`log` takes down what happened, in order; searches pass NULL.
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
        field.players.mines[at] = field.ally[at] = field.players.heir[at] = NOBODY


cdef void befriend(const Law* law, Field* field) noexcept nogil:
    """CON-101, CON-102: partners for the whole game, allies while the pact lasts; all others are enemies (CON-100)."""
    cdef int seat
    for seat in range(SEATS):
        field.friends[seat] = law.partners[seat]
        if field.ally[seat] != NOBODY:
            field.friends[seat] |= 1 << field.ally[seat]


cdef void assign_mines(const Law* law, Players* players) noexcept nogil:
    """CON-070, CON-081, and the option dead_mines (CON-R23). In a corner that nobody plays they are dead (CON-020)."""
    cdef int corner, heir
    for corner in range(SEATS):
        heir = players.heir[corner]
        if (players.living >> corner) & 1:
            players.mines[corner] = corner
        elif law.mines_inherited and heir != NOBODY and (players.living >> heir) & 1:
            players.mines[corner] = heir
        else:
            players.mines[corner] = NOBODY


cdef void leave(const Law* law, Players* players, int seat, int heir) noexcept nogil:
    """From now on the player is not alive: his mines and his circle are like any other (CON-R47, CON-092).

    This is all of it that matters to the walk under way; what becomes of his belongings is `go_out`.
    """
    players.living &= ~(1 << seat)
    players.heir[seat] = heir
    assign_mines(law, players)
    players.over = end_with(law, players.living)


# --- A walk ----------------------------------------------------------------------------------------------------------

cdef void carry_out(const Law* law, Field* field, const Walk* walk, EventLog* log) noexcept nogil:
    """Everything that a walk brings about, step by step: CON-057, CON-058, CON-068, CON-073, CON-082, CON-088.

    No piece stays in START or on its old square (CON-048); a mine that has sunk a ship lies where it lay (CON-080).
    """
    cdef int piece = walk.piece, seat = seat_of(piece), step, next_captive = 0, victim
    cdef bint last
    take_off(field, piece, START)
    for step in range(1, walk.walked + 1):
        victim, last = NOBODY, False
        if next_captive < walk.caught and walk.caught_at[next_captive] == step:
            victim = seat_of(walk.captive[next_captive])
            take_off(field, walk.captive[next_captive], HELD + seat)
            last = loses_last(&field.players, victim)
            next_captive += 1
        if walk.lost != SAFE and step == walk.walked:
            field.at[piece] = RETIRED if walk.lost_to == NOBODY else HELD + walk.lost_to
            settle_loss_on_mine(law, field, victim if last else NOBODY, seat, walk.lost_to, log)
        elif last:
            go_out(law, field, victim, BY_PIECES, seat, log)
    if walk.lost == SAFE:
        put_on(field, piece, walk.path[walk.walked - 1])
        if walk.takes != NOBODY:
            go_out(law, field, walk.takes, BY_CIRCLE, seat, log)
    end_pact_of_last_two(law, field, log)


cdef void settle_loss_on_mine(
    const Law* law, Field* field, int victim, int mover, int holder, EventLog* log
) noexcept nogil:
    """CON-078, CON-088, CON-089, CON-090: after the step on which the mover lost his piece to `holder`.

    `victim` is the player whose last piece was captured by the same step, or NOBODY.
    """
    cdef bint mover_gone = loses_last(&field.players, mover)
    if victim != NOBODY and mover_gone:
        # Both are out before either is dealt with, so that neither can inherit.
        field.players.living &= ~(1 << victim | 1 << mover)
        go_out(law, field, victim, BOTH, NOBODY, log)
        go_out(law, field, mover, BOTH, NOBODY, log)
    elif victim != NOBODY:
        go_out(law, field, victim, BY_PIECES, mover, log)
    elif mover_gone:
        go_out(law, field, mover, BY_PIECES, holder, log)


# --- Going out -------------------------------------------------------------------------------------------------------

cdef void go_out(const Law* law, Field* field, int seat, int how, int heir, EventLog* log) noexcept nogil:
    """A player leaves the game: CON-085, CON-086, CON-089, CON-090, CON-109. His reserve goes with him (CON-069)."""
    cdef int piece
    leave(law, &field.players, seat, heir)
    field.how[seat] = how
    note(log, GOES_OUT, seat, heir)
    for piece in range(seat * SET, seat * SET + SET):
        if counts(field.at[piece]):
            take_off(field, piece, RETIRED if heir == NOBODY else HELD + heir)
            note(log, PUT_AWAY if heir == NOBODY else FALLS_TO, piece, seat)
        elif how == RESIGNED and field.at[piece] != RETIRED:
            field.at[piece] = RETIRED
            note(log, PUT_AWAY, piece, seat)
    field.players.left[seat] = 0
    for piece in range(PIECES):
        if field.at[piece] == HELD + seat:
            hand_on(law, field, piece, seat, heir, log)
    if field.ally[seat] != NOBODY:
        end_pact(law, field, seat, PACT_ENDS, log)


cdef void hand_on(const Law* law, Field* field, int piece, int seat, int heir, EventLog* log) noexcept nogil:
    """A prisoner of the player going out: freed (CON-086, and the heir's partner's by CON-103), or still a prisoner.

    CON-087: those of third parties the heir keeps. Without an heir they are RETIRED (CON-089, CON-090, CON-109).
    """
    cdef int owner = seat_of(piece)
    if heir == NOBODY:
        field.at[piece] = RETIRED
        note(log, PUT_AWAY, piece, seat)
    elif lives(field, owner) and (law.partners[heir] >> owner) & 1:
        field.at[piece] = START
        field.players.left[owner] += 1
        note(log, FREED, piece, seat)
    else:
        field.at[piece] = HELD + heir
        note(log, HANDED_ON, piece, seat)


# --- Pacts (CON-R38) -------------------------------------------------------------------------------------------------

cdef void end_pact(const Law* law, Field* field, int seat, int kind, EventLog* log) noexcept nogil:
    """The pact of a seat is over; `kind` says why."""
    cdef int other = field.ally[seat]
    field.ally[seat] = field.ally[other] = NOBODY
    befriend(law, field)
    note(log, kind, seat, other)


cdef void end_pact_of_last_two(const Law* law, Field* field, EventLog* log) noexcept nogil:
    """A pact of the last two living is dissolved: there is no shared victory."""
    cdef int seat
    if count_seats(field.players.living) != 2:
        return
    for seat in range(SEATS):
        if lives(field, seat) and field.ally[seat] != NOBODY:
            end_pact(law, field, seat, PACT_ENDS, log)
