"""A throw of two dice: how many moves it obliges to (CON-023 to CON-032), and throws played by chance."""

from libc.stdint cimport uint8_t

from core.rulesets.conflict.board cimport Law
from core.rulesets.conflict.field cimport EventLog, Field, Walk
from core.rulesets.conflict.walks cimport Findings, Walker
from core.stream cimport Stream

cdef enum:
    MOVES = 2  # at most, in a throw


cdef struct Throw:
    const Law* law
    Field field  # as it is now; a throw owns its field
    uint8_t seat
    uint8_t die[2]
    bint used[2]
    int movers  # pieces that were movable when the moves began (CON-027, CON-R28)
    int moves  # made so far
    int moved[MOVES]  # the pieces


cdef void begin(Throw* throw, const Law* law, const Field* field, int seat, const uint8_t* dice) noexcept nogil
cdef bint bring_in(Throw* throw, int piece) noexcept nogil  # CON-093, before any move; False: it is not in RESERVE
cdef void play(Throw* throw, const Walk* walk, EventLog* log) noexcept nogil  # a legal walk by a die not used yet
cdef bint may_move(const Throw* throw, int piece) noexcept nogil  # it is movable, and has not moved in this throw
cdef int unused(const Throw* throw, int length) noexcept nogil  # the index of an unused die of this length, or -1
cdef bint goes_on(const Throw* throw) noexcept nogil  # False: the game or the turn is over (CON-034, CON-035)
cdef int seats_movable(const Field* field, int seat) noexcept nogil
cdef int allowed(const Throw* throw) noexcept nogil  # moves that may be made in the throw, as it stands

cdef bint find_next(const Throw* throw, Walker* walker, Walk* walk) noexcept nogil  # any legal move from here
# CON-028, CON-029, CON-031, CON-032: how many moves must be made, asked before the first; `walk` gets as many. -1: out
# of memory.
cdef int required(const Throw* throw, Walker* walker, Findings* findings, Walk* walk) noexcept nogil
cdef int bring_in_by_chance(Throw* throw, Stream* stream) noexcept nogil  # the piece, or NOBODY
cdef int send_back_by_chance(Throw* throw, Stream* stream) noexcept nogil  # the piece
cdef int penalty_piece(const Field* field, int seat) noexcept nogil  # CON-R33; the seat has a movable one
cdef bint play_by_chance(Throw* throw, Walk* walk, Stream* stream) noexcept nogil  # all moves; False: out of memory
