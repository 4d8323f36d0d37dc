"""A game as it stands, in one plain struct, and what does not change beside it: the pieces and the law.

`Field` (about 4 kB) holds all that orders and dice change; it is copied by assignment. `Roster` is who the pieces
are, `Law` the board and the options. Sides and pieces are numbers: 0 is French, 1 Allied; pieces count in roster order.
"""

from libc.stdint cimport int16_t, uint64_t, uint8_t

from core.boards.plane cimport Base, Road, yards

cdef enum:
    SIDES_AT_TABLE = 2
    FRENCH = 0
    ALLIED = 1
    MOST = 128  # pieces of both sides together
    MOST_ROADS = 16
    MOST_POINTS = 8  # strongpoints
    NOBODY = 255
    NO_BEARING = -1
    MOST_NAMED = 12  # pieces in a standing order of support
    GROUP = 5  # thousands that may attack or be attacked in one fight (WWG-088)
    STORM = 10  # thousands that may attack a strongpoint (WWG-110)
    OF_GUN = 4  # what a gun counts in a fight (WWG-005)
    OF_GENERAL = 5
    OF_STRONGPOINT = 5
    NEAR_GENERAL = 300  # yards (WWG-115)


cdef enum Arm:
    INFANTRY
    CAVALRY
    GUN


cdef enum Evade:  # 0 in a standing order: not given
    EVADE_WEAK = 1
    EVADE_ALWAYS
    EVADE_NEVER


cdef enum Support:
    SUPPORT_AUTO = 1
    SUPPORT_NONE
    SUPPORT_WITH


cdef enum AfterDraw:
    HOLD = 1
    RETREAT


cdef enum End:
    PLAY_ON
    BY_LOSSES  # WWG-125
    ON_TIME  # WWG-127
    RESIGNED  # WWG-R63
    AGREED  # WWG-R63
    CLAIMED  # WWG-R56


cdef struct Set:  # of pieces
    uint64_t word[2]


cdef struct Law:
    int east, north  # yards (WWG-002)
    int roads, points
    Road road[MOST_ROADS]
    Base outline[MOST_POINTS]
    int allowance[3]  # yards across country, by Arm (WWG-036)
    # Options
    bint proportional  # WWG-130
    bint double_odds  # WWG-131
    bint cap_touching  # WWG-132
    int gun_loss  # WWG-133
    bint destroy_blocked  # WWG-134
    bint edge_open  # WWG-135
    bint square_arc  # WWG-136
    bint guns_remove_guns  # WWG-137
    bint storm_initiative  # WWG-138
    bint infantry_evades  # WWG-139
    int rounds, target, cap  # WWG-140


cdef struct Roster:
    int count
    uint8_t side[MOST]
    uint8_t arm[MOST]  # Arm
    uint8_t men[MOST]  # thousands; 0 for a gun
    uint8_t strength[MOST]  # thousands in a fight
    int16_t half_width[MOST]  # yards
    int16_t half_depth[MOST]
    Set of_side[2]


cdef struct StandingOrders:  # one side's or one piece's standing orders; 0 where none is given
    uint8_t evade
    uint8_t support
    uint8_t draw
    uint8_t bears  # 0: not given, 1: away, 2: `bearing`
    int16_t bearing
    uint8_t named  # pieces of SUPPORT WITH
    uint8_t piece[MOST_NAMED]


cdef struct Field:
    int16_t x[MOST]  # centre, yards
    int16_t y[MOST]
    int16_t h[MOST]  # heading, 0 .. 359
    Set alive
    Set locked[MOST]  # whom a piece may not attack in its side's next turn (WWG-085, WWG-102)
    uint8_t holder[MOST_POINTS]  # a side, or NOBODY
    uint8_t carrier[2]  # the piece the General rides with, or NOBODY
    uint8_t fallback[2]  # WWG-119, or NOBODY
    int16_t losses[2]  # thousands
    uint8_t guns_lost[2]
    uint8_t missed[2]  # turns missed running
    uint8_t offers  # set of sides that offer a draw
    uint8_t early  # those of them whose offer came within the other side's turn, which is none of those it stands for
    uint8_t computer  # set of sides handed to the bot
    uint8_t over  # End
    uint8_t winner  # a side, or NOBODY
    uint8_t to_move  # a side
    uint8_t secrets  # 0 or 1: standing orders have been given in the record
    int16_t round  # from 1
    StandingOrders own[MOST]
    StandingOrders all_of[2]


# --- Sets of pieces --------------------------------------------------------------------------------------------------

cdef extern from * nogil:
    int lowest "__builtin_ctzll"(unsigned long long bits)
    int ones "__builtin_popcountll"(unsigned long long bits)


cdef inline Set none() noexcept nogil:
    cdef Set empty
    empty.word[0] = empty.word[1] = 0
    return empty


cdef inline bint has(const Set* set, int piece) noexcept nogil:
    return (set.word[piece >> 6] >> (piece & 63)) & 1


cdef inline void put(Set* set, int piece) noexcept nogil:
    set.word[piece >> 6] |= <uint64_t>1 << (piece & 63)


cdef inline void drop(Set* set, int piece) noexcept nogil:
    set.word[piece >> 6] &= ~(<uint64_t>1 << (piece & 63))


cdef inline bint any_of(const Set* set) noexcept nogil:
    return (set.word[0] | set.word[1]) != 0


cdef inline int count_of(const Set* set) noexcept nogil:
    return ones(set.word[0]) + ones(set.word[1])


cdef inline int take(Set* set) noexcept nogil:
    """Remove and return the first piece in roster order, or -1: `piece = take(&left)` walks through a set."""
    cdef int half
    cdef uint64_t bits
    for half in range(2):
        bits = set.word[half]
        if bits:
            set.word[half] = bits & (bits - 1)
            return (half << 6) + lowest(bits)
    return -1


cdef inline Set both(const Set* one, const Set* other) noexcept nogil:
    cdef Set shared
    shared.word[0], shared.word[1] = one.word[0] & other.word[0], one.word[1] & other.word[1]
    return shared


cdef inline Set without(const Set* one, const Set* other) noexcept nogil:
    cdef Set left
    left.word[0], left.word[1] = one.word[0] & ~other.word[0], one.word[1] & ~other.word[1]
    return left


# --- Where pieces stand ----------------------------------------------------------------------------------------------

cdef inline Base base_of(const Roster* roster, const Field* field, int piece) noexcept nogil:
    """The base of a piece as `plane` measures it: WWG-010, WWG-011, WWG-012."""
    return Base(
        yards(field.x[piece]),
        yards(field.y[piece]),
        yards(roster.half_width[piece]),
        yards(roster.half_depth[piece]),
        field.h[piece],
    )


cdef inline bint on(const Field* field, int piece) noexcept nogil:
    """Whether a piece is on the board; NOBODY is not."""
    return piece < MOST and has(&field.alive, piece)


cdef inline Set pieces_of(const Roster* roster, const Field* field, int side) noexcept nogil:
    """The pieces of a side that are on the board."""
    return both(&roster.of_side[side], &field.alive)


cdef void clear(Field* field) noexcept nogil
cdef bint in_contact(const Roster* roster, const Field* field, int one, int other) noexcept nogil  # WWG-016
cdef bint at_point(const Law* law, const Roster* roster, const Field* field, int piece, int point) noexcept nogil
cdef bint on_point(const Law* law, const Roster* roster, const Field* field, int piece, int point) noexcept nogil
cdef Set garrison(const Law* law, const Roster* roster, const Field* field, int point) noexcept nogil  # WWG-106
cdef int garrisoned_by(const Law* law, const Roster* roster, const Field* field, int piece) noexcept nogil  # or -1
cdef int gun_in(const Law* law, const Roster* roster, const Field* field, int piece) noexcept nogil  # or -1
cdef int walls(const Law* law, const Roster* roster, const Field* field, int side) noexcept nogil  # a set of points
