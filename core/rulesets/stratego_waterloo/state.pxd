"""The part of a position that changes, in C: pieces, board, clock, cards, standing orders; copied by assignment.

And the small questions and changes that all rules share. No rule of combat or of movement stands here.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t, uint8_t

from core.rulesets.stratego_waterloo.board cimport (
    CARDS, CODES, KINDS, MOST_BLACK, MOST_PIECES, MOST_TILES, NONE, OPEN, SQUARES, Law,
)


cdef enum:  # Place: 0 .. 119 are squares
    IN_RESERVE = 120  # pool
    RESTING = 121  # pool
    WITHDRAWN = 122  # pool
    LATE = 123  # joins the pool on a later turn
    RIDING = 124  # pursuit cavalry
    RETIRED = 125  # pursuit cavalry that is out for good
    SAVED = 126  # a fugitive that is safe
    GONE = 127  # the slot is free

cdef enum:  # Phase
    SETTING_UP = 0
    DRAFTING = 1
    PLAYING = 2
    PURSUING = 3
    OVER = 4

cdef enum:  # Known: bits
    PUBLIC = 1  # revealed to all
    SCOUTED = 2  # the enemy alone knows it (SWL-139)

cdef enum:  # Spirit
    SPIRIT_LEADERS = 0
    SPIRIT_OFF = 1
    SPIRIT_WIN = 2
    SPIRIT_ANY = 3

cdef enum:  # OwnTie
    TIE_AUTO = 0
    TIE_MOVER = 1
    TIE_OTHER = 2

cdef enum:  # FarmTarget
    TARGET_LOW = 0
    TARGET_HIGH = 1
    TARGET_STRONG = 2

cdef enum:  # Result: of the last attack or shot of the ply
    NO_RESULT = 0
    WON = 1
    LOST = 2

cdef enum:  # Coming: `grouchy on` (SWL-180)
    OPEN_QUESTION = 0
    THEY_COME = 1
    THEY_STAY_AWAY = 2

cdef enum:  # PlanKind
    NO_PLAN = 0
    PLAN_AUTO = 1
    PLAN_CUT = 2
    PLAN_SAVE = 3

cdef enum:  # Reason: how the game ended; the words in position.pyx
    PLAY_ON = 0
    RETREAT_LINES = 1
    LEADERS_LOST = 2
    CINC_LOST = 3
    RESIGNED = 4
    DRAW_AGREED = 5
    TURN_LIMIT = 6
    MAJOR = 7
    MINOR = 8
    INDECISIVE = 9

cdef enum:
    LONG_AGO = -100  # a ply before all plies
    MOST_LISTED = 15  # entries of a draft list
    MUCH_DAMAGE = 4  # destroys a building (SWL-123)


cdef struct Piece:
    uint8_t code  # 0 .. 28; in a masked state up to KINDS - 1
    uint8_t place  # a square, or a Place
    uint8_t blocks
    uint8_t known  # Known bits: what the enemy knows
    uint8_t label  # in the pursuit: n of V<n> or R<n>, else 0
    uint8_t fresh  # drawn in this mail's dry run: what it is is not known yet (SWL-108)
    int16_t left  # the ply in which it left the board
    int16_t charged  # the ply of its latest charge (SWL-078)


cdef struct State:
    Piece piece[MOST_PIECES]  # slots in no particular order; free ones are GONE
    uint8_t slots  # slots 0 .. slots - 1 may be in use
    uint8_t on[SQUARES]  # slot of the piece on a square, or NONE
    uint64_t held[2][2]  # by seat: the squares its pieces stand on, as bits: word 0 squares 0..59, word 1 60..119
    uint8_t stands[KINDS]  # pieces on the board, by code
    uint8_t off[KINDS]  # pieces in the pool (reserve, resting, withdrawn), by code
    uint8_t pool[2]  # the same by seat
    uint8_t lost[CODES]  # eliminated, by code
    uint8_t before[2]  # casualties by seat when the pursuit began
    uint8_t flag[MOST_TILES]  # a Seat, or NONE
    uint8_t damage[MOST_TILES]  # 0 .. MUCH_DAMAGE
    int16_t turn
    uint8_t phase
    uint8_t to_move
    uint8_t allowance  # N of the present ply
    uint8_t used
    uint8_t by_nation[2]  # actions counted as Allied [0] and Prussian [1] (SWL-111)
    uint8_t split  # SWL-111 holds in this ply
    uint8_t carded[2]  # by seat: has played a card in this ply
    uint8_t result  # a Result
    uint8_t dealt  # retreat cards dealt, Prussians shuffled
    uint8_t section[2]  # the card of a seat: a Section, or NONE
    uint8_t undrawn[MOST_BLACK]  # codes, next first
    uint8_t undrawn_count
    uint8_t coming  # Coming
    uint8_t hand[2][CARDS]  # how many of each card
    uint8_t stack[CARDS]
    uint8_t discards[CARDS]
    uint8_t taken  # SWL-146 has been used
    uint8_t keep[2][MOST_LISTED]
    uint8_t keep_count[2]
    uint8_t burn[2][MOST_LISTED]
    uint8_t burn_count[2]
    uint8_t spirit[2]  # Spirit
    uint8_t spirit_from[2]  # K of `win K`, `any K`
    uint8_t advance[2]
    uint8_t own_tie[2]  # OwnTie
    uint8_t farm_target[2]  # FarmTarget
    uint8_t hold  # SWL-109
    uint8_t victor  # of the pursuit: a Seat
    uint8_t plan[2]  # PlanKind
    uint8_t planned[2][SQUARES]  # squares still to come
    uint8_t plan_count[2]
    uint8_t offering  # the seat that offers a draw, or NONE
    uint8_t offered_for  # how many plies of the other seat must end until the offer lapses
    uint8_t over  # Reason
    uint8_t winner  # a Seat, or NONE
    uint32_t step  # questions asked so far
    uint32_t mails  # adjudications so far that could roll dice: the turn that dice are asked for


# --- Questions --------------------------------------------------------------------------------------------------------

cdef inline int seat_at(const Law* law, const State* state, int square) noexcept nogil:
    """The side that holds a square, or NONE."""
    return NONE if state.on[square] == NONE else law.side[state.piece[state.on[square]].code]


cdef inline int terrain_at(const Law* law, const State* state, int square) noexcept nogil:
    """The TileKind of a square now: a destroyed building is OPEN (SWL-124)."""
    cdef int tile = law.tile[square]
    if tile == NONE or state.damage[tile] >= MUCH_DAMAGE:
        return OPEN
    return law.tile_kind[tile]


cdef inline int present_ply(const Law* law, const State* state) noexcept nogil:
    """The number of the present ply: 2 * turn, and 1 more for the seat that plays second."""
    return 2 * state.turn + (state.to_move != law.first)


cdef inline int strength_of(const Law* law, const Piece* piece) noexcept nogil:
    """Current strength: printed minus blocks (SWL-075)."""
    return max(law.strength[piece.code] - piece.blocks, 0)


cdef int losses(const Law* law, const State* state, int seat) noexcept nogil  # eliminated pieces of a side


# --- Changes ----------------------------------------------------------------------------------------------------------

cdef void clear(State* state) noexcept nogil  # everything empty, standing orders as at first
cdef int make_piece(const Law* law, State* state, int code, int place) noexcept nogil  # its slot; NONE: no room
cdef int add_piece(const Law* law, State* state, int code, int place) noexcept nogil  # a new slot; NONE: no room
cdef void send(const Law* law, State* state, int slot, int place) noexcept nogil  # to a square or Place
cdef void eliminate(const Law* law, State* state, int slot) noexcept nogil  # SWL-043, SWL-113
cdef bint mask(const Law* law, State* state, int seat) noexcept nogil  # hide what a seat does not know
