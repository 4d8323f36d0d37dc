"""What the board and the options of a game come to, as C arrays: `Law` is all that a search looks at.

A seat is 0 .. 3 in the order of the board file, which is the order of play: red, yellow, green, orange. A piece is
0 .. 47: seat * 12 + number, where 0 .. 3 are artillery, 4 is the anti-aircraft gun, 5 .. 9 are battleships, 10 and 11
airplanes. Sets of seats are bits: 1 << seat.
"""

from libc.stdint cimport uint8_t, uint16_t

from core.boards.grid cimport SPOTS, Grid, Mask

cdef enum:
    SEATS = 4
    SET = 12  # pieces of a seat (CON-010)
    PIECES = SEATS * SET
    GUN_NUMBER = 4
    KINDS = 4
    MOST_MINES = 16
    NOBODY = 255  # as a seat or a piece


cdef enum Kind:
    ARTILLERY
    GUN
    SHIP
    PLANE


cdef enum Terrain:
    OFF  # the rim
    LAND
    BRIDGE
    WATER
    MINE
    CIRCLE
    CAMP
    DOCK
    AREA  # a reserve area


cdef enum Piece_state:  # CON-011, as a number beyond all spots
    START = SPOTS
    RESERVE
    RETIRED
    HELD  # + the seat of the holder


cdef inline int seat_of(int piece) noexcept nogil:
    return piece // SET


cdef inline int kind_of(int piece) noexcept nogil:
    cdef int number = piece % SET
    if number < GUN_NUMBER:
        return ARTILLERY
    if number == GUN_NUMBER:
        return GUN
    return SHIP if number < 10 else PLANE


cdef struct Law:
    Mask open[KINDS]  # what a piece may enter (CON-003, CON-004, CON-005, CON-041)
    uint8_t terrain[SPOTS]
    uint8_t corner[SPOTS]  # of a circle or a mine: the seat of its corner; else NOBODY
    uint16_t circle[SEATS]
    uint16_t mine[MOST_MINES]
    int mines
    uint8_t partners[SEATS]  # who plays for the same side, itself included (CON-102)
    uint8_t playing  # the seats of this game
    bint friends_pass
    bint home_pass
    bint overfly  # option aa_sky=overfly
    bint own_mine_lost  # option own_mine_plane=lost
    bint mines_inherited  # option dead_mines=heir
    bint partner_mines_safe
    bint third_moves  # option third_double=move_first
    bint ahead  # option reveal=ahead
    int turn_limit  # 0: none (CON-108)


cdef class Board:
    cdef readonly Grid grid
    cdef readonly tuple seats  # names, clockwise
    cdef readonly dict letters  # letter -> seat name
    cdef readonly tuple pieces  # the ids of a set, in the order of the numbers
    cdef readonly frozenset in_reserve  # numbers that begin in RESERVE (CON-013)
    cdef readonly dict terrain  # square -> word
    cdef readonly dict circles  # square -> seat name
    cdef readonly dict mines  # square -> seat name
    cdef dict seat_numbers  # name -> number
    cdef dict piece_numbers  # id -> number within the set
    cdef list place_names  # where a piece is, as in `Field.at` -> the word for it; None on the rim
    cdef dict places  # the same the other way round

    cdef void name_places(self) except *
    cpdef str piece_name(self, int piece)
    cpdef object number(self, str name)


cdef class Variant:
    cdef readonly object rules  # those whose variant it is
    cdef readonly Board board
    cdef readonly dict options  # settled; not to be changed
    cdef readonly tuple seats  # names, in join order
    cdef readonly tuple order  # numbers, clockwise
    cdef readonly bint teams
    cdef readonly bint formal  # option alliances=formal
    cdef readonly int first  # the seat that begins, or NOBODY: thrown for (CON-016)
    cdef readonly int patience  # turns that may be missed before the bot takes over (CON-R36)
    cdef uint8_t to_circle[SEATS][KINDS][SPOTS]  # steps to a circle on the empty board; 255: no way
    cdef Law law

    cdef void lay_down(self) except *
    cdef bint has_seat(self, str name) except -1
    cdef str square(self, int spot)
    cdef list names(self, int seats)
