"""A player's turn but for what its units do: activation dice, entries, charges, its end, victory. All of it is C.

A turn goes the same way in a game by mail, in a playout and in a trial of the bot's (WGR-019): the activation dice are
rolled, units enter and act, the turn is closed by close fighting and a look at who has won, and the other player's
turn begins. Sections C, J and K of the rulebook.
"""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_grid.activation cimport Activation
from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.dice cimport Roller
from core.rulesets.waterloo_grid.field cimport State
from core.rulesets.waterloo_grid.sink cimport EventSink


cdef enum NoEntry:  # why a unit cannot enter
    EMPTY_POOL = -1  # WGR-123, WGR-126
    ENEMY_ON_ENTRY = -2  # WGR-127
    NO_ROOM = -3  # WGR-127
    ENTRY_CONTACT = -4  # WGR-128


cdef struct Entry:
    uint8_t kind  # Class
    uint8_t entry  # which of the board's
    uint8_t facing


cdef int symbol_of(int kind) noexcept nogil  # what activates a unit of the class
cdef int dice_of(const State* state, int symbol) noexcept nogil  # activation dice that show it
cdef void roll_activation_dice(State* state, Roller* roller) noexcept nogil
cdef int enter(const Law* law, State* state, int side, const Entry* entry, uint8_t* taken) noexcept nogil
cdef void add_charges(State* state, const Activation* active) noexcept nogil
cdef void close_turn(const Law* law, State* state, Roller* roller, EventSink* sink) noexcept nogil
cdef void next_turn(State* state) noexcept nogil
cdef bint in_hand(const Law* law, const State* state, int index, int side) noexcept nogil  # an objective counts for it
cdef int points(const Law* law, const State* state, int side) noexcept nogil  # WGR-135
cdef int more_bases(const Law* law, const State* state) noexcept nogil
cdef int bases_on_board(const State* state, int side) noexcept nogil
