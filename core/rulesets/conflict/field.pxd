"""Who stands where and who lives, and what a walk does to it (CON-056 to CON-109).

All of it is C; a search copies the whole `Field` (1.7 kB) rather than take moves back. Whatever can happen is carried
out by one function, whether the game is played or a search tries it; who wants to tell of it hands in an `EventLog`.
"""

from libc.stdint cimport uint8_t, uint16_t

from core.boards.grid cimport SPOTS, Mask, drop, put
from core.rulesets.conflict.board cimport NOBODY, PIECES, RESERVE, SEATS, SET, START, Law, seat_of

cdef extern from * nogil:
    int count_seats "__builtin_popcount"(unsigned int seats)


cdef enum:
    LONGEST = 6  # steps of a walk: the highest die (CON-037)


cdef enum End:
    PLAY_ON
    LAST_STANDING  # CON-106
    NOBODY_LEFT  # CON-107
    AGREED  # CON-108
    TURN_LIMIT  # CON-108


cdef enum How:  # a player went out
    LIVING
    BY_CIRCLE  # CON-082
    BY_PIECES  # CON-088
    BOTH  # CON-090
    RESIGNED  # CON-109


cdef struct Players:  # who is alive, by what, and what follows from it; a search of walks carries its own along
    uint8_t left[SEATS]  # pieces of a seat in FIELD, START and RESERVE (CON-088)
    uint8_t mines[SEATS]  # corner -> whose live mines are there, or NOBODY (CON-070, CON-081)
    uint8_t heir[SEATS]  # of a player who is out: the heir, or NOBODY
    uint8_t living  # set of seats
    uint8_t over  # End


cdef struct Field:
    uint16_t at[PIECES]  # piece -> spot, or a Piece_state (CON-011)
    uint8_t on[SPOTS]  # spot -> piece, or NOBODY: there is room for one (CON-009)
    Mask taken[SEATS]  # where a seat's pieces stand
    Players players
    uint8_t ally[SEATS]  # partner in a formal pact, or NOBODY (CON-101)
    uint8_t friends[SEATS]  # set of seats whose pieces are friendly, itself included
    uint8_t how[SEATS]  # How


# --- What a walk comes to --------------------------------------------------------------------------------------------

cdef enum Loss:
    SAFE
    TO_MINE  # CON-072, CON-076
    TO_OWN_MINE  # option own_mine_plane=lost


cdef struct Walk:
    uint8_t piece
    uint8_t length  # 1 .. 6
    uint8_t walked  # steps really walked: fewer where the piece is lost or the game ends on the way
    uint8_t caught  # how many pieces are captured
    uint8_t lost  # Loss
    uint8_t lost_to  # the seat that gets the piece, or NOBODY
    uint8_t takes  # the seat whose home circle is taken, or NOBODY
    uint8_t waiting  # 0 or 1: it comes from START
    uint8_t captive[LONGEST]  # pieces captured, in order
    uint8_t caught_at[LONGEST]  # the step, from 1, on which each was
    uint16_t start  # for a waiting piece the own circle (CON-049)
    uint16_t path[LONGEST]  # every square of the walk ordered


# --- What happens to players -----------------------------------------------------------------------------------------

cdef enum Entry_kind:
    GOES_OUT  # a seat
    FALLS_TO  # a piece of the seat that went out, to the heir
    HANDED_ON  # a piece it held, to the heir
    FREED  # a piece it held, to the START of its owner
    PUT_AWAY  # a piece, RETIRED
    PACT_ENDS  # of the seat with another, as one of them is out or nobody else is left
    PACT_BROKEN  # the same, as one of them had announced it
    PROPOSAL_LAPSES  # of the seat to another
    OFFER_LAPSES  # a seat's, of a draw


cdef struct Entry:
    uint8_t kind  # Entry_kind
    uint8_t who  # a seat or a piece
    uint8_t other  # seat: who goes out, for what becomes of pieces; else the other seat concerned, or NOBODY


cdef struct EventLog:
    int count
    Entry entry[256]  # four players going out by one walk come to 200


cdef inline void note(EventLog* log, int kind, int who, int other) noexcept nogil:
    """Enter something that happened; searches hand in NULL, for nobody is told."""
    cdef Entry* entry
    if log != NULL:
        entry = &log.entry[log.count]
        entry.kind, entry.who, entry.other = kind, who, other
        log.count += 1


cdef inline void put_on(Field* field, int piece, int spot) noexcept nogil:
    field.at[piece] = spot
    field.on[spot] = piece
    put(&field.taken[seat_of(piece)], spot)


cdef inline void take_off(Field* field, int piece, int state) noexcept nogil:
    """From its square, if it stands on one, to a state; who counts it as left is not looked at."""
    cdef int spot = field.at[piece]
    if spot < SPOTS:
        field.on[spot] = NOBODY
        drop(&field.taken[seat_of(piece)], spot)
    field.at[piece] = state


cdef inline bint counts(int state) noexcept nogil:
    """Whether a piece in this state keeps its owner alive (CON-088)."""
    return state <= RESERVE


cdef inline bint movable(const Field* field, int piece) noexcept nogil:
    """CON-027."""
    return field.at[piece] <= START


cdef inline bint lives(const Field* field, int seat) noexcept nogil:
    return (field.players.living >> seat) & 1


cdef inline bint friendly(const Field* field, int seat, int other) noexcept nogil:
    return (field.friends[seat] >> other) & 1


cdef inline int end_with(const Law* law, int living) noexcept nogil:
    """CON-106, CON-107: what it means that these seats live."""
    cdef int seat
    if not living:
        return NOBODY_LEFT
    for seat in range(SEATS):
        if (living >> seat) & 1:
            return PLAY_ON if living & ~law.partners[seat] else LAST_STANDING
    return PLAY_ON


cdef inline bint loses_last(Players* players, int seat) noexcept nogil:
    """Count a piece of the seat as lost; whether it was the last (CON-088)."""
    players.left[seat] -= 1
    return players.left[seat] == 0


cdef inline bint harms(const Law* law, int owner, int seat) noexcept nogil:
    """Whether mines of `owner` (or NOBODY) are a danger to the pieces of a seat: CON-070, CON-071, CON-072, CON-105."""
    if owner == NOBODY or owner == seat:
        return False
    return not (law.partner_mines_safe and (law.partners[seat] >> owner) & 1)


cdef void clear(Field* field) noexcept nogil
cdef void befriend(const Law* law, Field* field) noexcept nogil  # work out `friends` anew
cdef void assign_mines(const Law* law, Players* players) noexcept nogil  # work out `mines` anew
cdef void leave(const Law* law, Players* players, int seat, int heir) noexcept nogil
cdef void go_out(const Law* law, Field* field, int seat, int how, int heir, EventLog* log) noexcept nogil
cdef void carry_out(const Law* law, Field* field, const Walk* walk, EventLog* log) noexcept nogil
cdef void end_pact(const Law* law, Field* field, int seat, int kind, EventLog* log) noexcept nogil
cdef void end_pact_of_last_two(const Law* law, Field* field, EventLog* log) noexcept nogil
