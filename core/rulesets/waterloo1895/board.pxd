"""What the board and the options of a game come to, as C arrays (W95-001 to W95-015). `Law` is all a search sees.

An army is 0 .. 3 in the order of the board file (N, Y, W, B), a side 0 or 1 (French, Allies): side == army >> 1.
A piece is 0 .. 39: army * 10 + number, where 0 .. 7 are infantry (ids 1 .. 8) and 8, 9 cavalry (ids C, D).
"""

from libc.stdint cimport int16_t, uint8_t

from core.boards.graph cimport MOST_SPOTS, Graph, Mask, Walks, WalkTable

cdef enum:
    ARMIES = 4
    ARMY = 10  # pieces in an army (W95-007)
    PIECES = ARMIES * ARMY
    FACES = 6  # of a die (W95-023)
    INFANTRY = 8  # of each army; the rest are cavalry
    LONGEST = 18  # links: three sixes on one horse (W95-029)
    ZONE = 10  # links from the own stronghold within which pieces are posted (W95-017)


cdef inline int army_of(int piece) noexcept nogil:
    return piece // ARMY


cdef inline int side_of(int piece) noexcept nogil:
    return piece // (2 * ARMY)


cdef inline bint is_cavalry(int piece) noexcept nogil:
    """W95-007. All that is not told apart by this holds of both kinds (W95-008)."""
    return piece % ARMY >= INFANTRY


cdef struct Law:
    Walks walks  # W95-031, W95-032, W95-033, in the children's game too (W95-114); trails with the option loops=yes
    Mask near[MOST_SPOTS]  # the adjacent spots (W95-003)
    Mask hills  # W95-005
    Mask own_stars[ARMIES]  # where support does not protect a piece of this army (W95-055, W95-093)
    Mask goal[2][2]  # by side: the enemy strongholds, one or two (W95-011, W95-083, W95-084)
    Mask enemy_stars[2]  # by side: all of them
    int goals  # 1 or 2
    int least  # pieces a side needs ever to take a city: 2 or 3 (W95-102)
    bint remnant_loses  # option remnant=lose
    bint little  # the children's game (W95-015)
    bint each  # option oblige=each
    bint forward  # little: forward moves must be made (W95-117)
    bint halts_always  # option halts=always
    int armies  # that take part: two, three or four
    int seats  # that play
    uint8_t seat[ARMIES]  # by army: who commands it
    uint8_t pool[ARMIES]  # by army in turn: the set of armies whose pieces may be moved (option pool)
    bint again  # doublets earn a further throw (W95-071, W95-121)
    int stall  # quiet army-turns that make a draw, 0: never (W95-103)
    int max_rounds  # 0: no limit (W95-104)
    Mask home_run[ARMIES]  # little: the stars of the opposite corner (W95-112)
    int16_t to_goal[ARMIES][MOST_SPOTS]  # little: links to the nearest of them (W95-116)


cdef class Board:
    cdef readonly Graph graph
    cdef readonly str armies  # "NYWB"
    cdef readonly tuple seats  # by army: who commands it in the four-player game
    cdef readonly tuple cities  # by army: the key of its own city
    cdef readonly dict stars  # city key -> names of its three starred spots
    cdef readonly dict opposite  # city key -> city key
    cdef readonly dict hills  # alias -> name of the spot
    cdef readonly dict default_setups  # army letter -> piece id -> name of the spot
    cdef readonly WalkTable walks
    cdef readonly WalkTable trails
    cdef tuple piece_ids  # piece -> id
    cdef dict spots  # name or alias -> spot

    cpdef str piece_id(self, int piece)
    cdef int find(self, word) except -2


cdef class Variant:
    cdef readonly object rules  # the Waterloo1895 whose variant it is
    cdef readonly Board board
    cdef readonly dict options  # settled; not to be changed
    cdef readonly tuple seats  # names, in the order they are offered
    cdef readonly tuple armies  # numbers of the armies taking part, ascending
    cdef readonly tuple play_order  # the same in the order of turns, the first to begin where W95-090 does not decide
    cdef readonly dict commands  # seat -> numbers of its armies
    cdef readonly dict seat_of  # army -> seat
    cdef dict piece_of  # id -> piece, of those taking part
    cdef int size  # pieces of an army at the start
    cdef int everyone  # the armies taking part, as a bit set
    cdef readonly bint little
    cdef readonly bint chain  # option throws=chain
    cdef readonly bint joint  # option pool=joint
    cdef readonly bint again  # doublets earn a further throw (W95-071, W95-121)
    cdef readonly bint start_is_thrown  # who begins is thrown for (W95-090)
    cdef readonly bint secret  # option setup=secret
    cdef Law law
    cdef object judge  # of evaluation, with the tuned weights, once it has been asked for
    cdef object other_judge  # the last one asked for with other weights
    cdef dict other_weights
    cdef object default_set_up  # the Position with every army's default set-up, once it has been asked for

    cdef void fill_law(self) except *
    cdef void fill_goals(self) except *
    cdef void fill_corners(self) except *
