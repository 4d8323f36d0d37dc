"""What never changes in a game of Stratego Waterloo: the board, the pieces, the tiles, and the options as numbers.

`Law` is read by the rules in C; `Board` and `Variant` are its Python side. A square is 12 * rank + file, both from 0:
A1 is 0, L1 is 11, A10 is 108. Directions are 0 north, 1 east, 2 south, 3 west.
"""

from libc.stdint cimport int16_t, int8_t, uint64_t, uint8_t


cdef extern from *:
    int count_bits "__builtin_popcountll"(uint64_t bits) nogil
    int lowest_bit "__builtin_ctzll"(uint64_t bits) nogil

cdef enum:
    FILES = 12
    RANKS = 10
    SQUARES = 120
    NONE = 255  # no square, no piece, no tile, no seat, no section
    CODES = 29  # codes of the roster, in the rulebook's order: 0 NA .. 11 FA, 12 WE .. 23 BA, 24 BU .. 28 PA
    KINDS = 38  # CODES, and after them a piece of which only nation and arm are known: unknown_kind()
    MOST_TILES = 30  # 2 x 2 each, so no more fit
    MOST_PIECES = 240  # alive at one time; 48 on either half, and the pools of own battlefields
    MOST_BLACK = 48  # Prussians
    MOST_FLAGS = 4
    CARDS = 5  # RE IN CA GB FS
    DIRECTIONS = 4
    BULOW = 24  # the first Prussian code

cdef enum:  # Seat
    BLUE = 0
    RED = 1

cdef enum:  # Nation
    FR = 0
    AL = 1
    PR = 2

cdef enum:  # Arm
    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2

cdef enum:  # Class
    LIGHT = 0
    LINE = 1
    LC = 2
    HC = 3
    ART = 4
    CMD = 5
    CINC = 6
    UNKNOWN = 7  # infantry or cavalry whose name is hidden; hidden guns are ART

cdef enum:  # TileKind
    OPEN = 0
    FARM = 1
    HILL = 2
    VILLAGE = 3
    MUD = 4

cdef enum:  # Mode
    BASIC = 0
    STANDARD = 1
    EXPERT = 2

cdef enum:  # Retreat: how the lines of retreat are known (SWL-006, SWL-147, SWL-183)
    BY_CARDS = 0
    BY_EXPERT = 1  # SWL-156 to SWL-158
    FIXED = 2  # `retreat red CENTRE blue ANY` of a scenario

cdef enum:  # Section
    LEFT = 0
    CENTRE = 1
    RIGHT = 2
    ANY = 3

cdef enum:  # Card
    RECONNAISSANCE = 0
    INITIATIVE = 1
    COMBINED = 2
    BATTERY = 3
    SPIRIT = 4


cdef struct Law:
    # pieces, by code
    uint8_t nation[KINDS]
    uint8_t side[KINDS]  # a Seat
    uint8_t arm[KINDS]
    uint8_t cls[KINDS]
    uint8_t strength[KINDS]  # printed; 0 for guns and commanders-in-chief, and for what is hidden
    uint8_t army[CODES]  # how many of them belong to the game; Prussians too
    uint8_t cinc[2]  # codes by seat
    uint8_t cmd[2]
    # squares
    int8_t step[SQUARES][DIRECTIONS]  # what is added for a step; 0 where it would leave the board
    uint8_t tile[SQUARES]  # the number of the tile on a square, or NONE
    uint64_t tile_squares[MOST_TILES][2]  # bit sets: mark(), marked()
    uint8_t tile_corner[MOST_TILES]  # its south-west square
    uint8_t tile_kind[MOST_TILES]
    uint8_t tiles
    uint64_t lines[2][3][2]  # by seat and section: the squares of its lines of retreat (SWL-R10)
    uint8_t flags[MOST_FLAGS]  # Prussian flag squares in the order of filling
    uint8_t flag_count
    uint8_t relief[RANKS]  # squares for Prussians whose flag is held by BLUE, in order (SWL-107)
    uint8_t relief_count
    # the game
    uint8_t mode
    uint8_t retreat
    uint8_t retreat_section[2]  # FIXED: a Section or ANY
    uint8_t first  # the seat that plays first in a turn
    int16_t first_turn
    int16_t prussian_turn  # 13; 127 if there are none
    int16_t turn_limit  # last turn, or 32767
    int16_t extra_until[2]  # the last turn on which a seat has an action more
    int16_t late_turn  # the turn on which late pieces come into the pool
    uint8_t reserve_limit
    uint8_t undrawn  # Prussians in the bag at the start
    # options: 0 is the default
    uint8_t has_cards
    uint8_t sudden_death  # SWL-101: 1 in standard; 2 in expert, NA alone (SWL-154, SWL-155); 0 in basic (SWL-102)
    uint8_t forgetful  # memory off
    uint8_t light_repulsed  # li-front repulse
    uint8_t full_farm  # fortify full
    uint8_t by_action  # prussian-rate by-action
    uint8_t no_relief  # flag-relief off
    uint8_t bulow_saves
    uint8_t live_draft
    uint8_t pursuit_casualties  # casualties pursuit
    uint8_t mud_back
    uint8_t grouchy


cdef inline int square_of(int file, int rank) noexcept nogil:
    return FILES * rank + file


cdef inline int file_of(int square) noexcept nogil:
    return square % FILES


cdef inline int rank_of(int square) noexcept nogil:
    return square // FILES


cdef inline int forward(int seat) noexcept nogil:
    """The direction in which a side fronts (SWL-035): north for BLUE, south for RED, Prussian guns too (SWL-072)."""
    return 0 if seat == BLUE else 2


cdef inline int reverse(int direction) noexcept nogil:
    return direction ^ 2


cdef inline int left_hand(int seat) noexcept nogil:
    return 3 if seat == BLUE else 1


cdef inline int back_rank(int seat) noexcept nogil:
    return 0 if seat == BLUE else RANKS - 1


cdef inline bint in_half(int seat, int square) noexcept nogil:
    """Whether a square lies in a side's five rows (SWL-139)."""
    return (square < SQUARES // 2) == (seat == BLUE)


cdef inline int unknown_kind(int nation, int arm) noexcept nogil:
    """The kind that stands for a piece of which only the back is seen."""
    return CODES + 3 * nation + arm


# --- Squares and sets of squares --------------------------------------------------------------------------------------

cdef inline void mark(uint64_t* bits, int square) noexcept nogil:
    bits[square >= 60] |= <uint64_t>1 << (square - 60 if square >= 60 else square)


cdef inline void unmark(uint64_t* bits, int square) noexcept nogil:
    bits[square >= 60] &= ~(<uint64_t>1 << (square - 60 if square >= 60 else square))


cdef inline bint marked(const uint64_t* bits, int square) noexcept nogil:
    return (bits[square >= 60] >> (square - 60 if square >= 60 else square)) & 1


cdef inline int shared(const uint64_t* one, const uint64_t* other) noexcept nogil:
    """How many squares two sets have in common."""
    return count_bits(one[0] & other[0]) + count_bits(one[1] & other[1])


cdef class Board:
    """The board file, read: squares and pieces."""

    cdef readonly object written  # the board file itself
    cdef readonly tuple codes  # 29 codes in the order of the roster
    cdef readonly dict number  # code -> its number
    cdef readonly dict squares  # "E4" -> its number
    cdef readonly tuple square_names  # by number
    cdef uint8_t of_letters[26][26]  # the number of the code with these two letters, or NONE
    cdef Law law  # what all games share: pieces and squares

    cdef int square_named(self, str name) noexcept  # or NONE
    cdef int code_named(self, str code) noexcept  # or NONE


cdef class Variant:
    """A board with settled options: what a position refers to."""

    cdef readonly object rules  # the StrategoWaterloo it belongs to
    cdef readonly Board board
    cdef readonly dict options
    cdef readonly object battlefield  # core.rulesets.stratego_waterloo.battlefield.Battlefield
    cdef readonly tuple tile_names  # ids by number
    cdef object start  # set by playout.pyx: the default formations in C form
    cdef Law law

    cdef str code_name(self, int code)
