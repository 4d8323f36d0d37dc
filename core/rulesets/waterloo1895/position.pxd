"""A position of the Game of Waterloo (1895): where the pieces stand and what the clocks of the rules show."""

from libc.stdint cimport int32_t, uint8_t

from core.position cimport BasePosition
from core.rulesets.waterloo1895.board cimport ARMIES, PIECES, Variant
from core.rulesets.waterloo1895.divisions cimport DICE
from core.rulesets.waterloo1895.field cimport Field


cdef enum Phase:
    SETUP
    PLAY
    OVER


cdef enum:
    UNDECIDED = 255  # as a place in the order of turns: W95-090 is still to be thrown


cdef struct State:
    Field field
    int32_t captured_on[PIECES]  # army-turn of the capture, 1 or more; 0: on the board, or not known
    int32_t turn  # army-turns begun
    int32_t throws  # throws cast, up to and including the present one; throws of a chain still to come do not count
    int32_t round  # rounds begun
    int32_t quiet  # W95-103: quiet army-turns completed in a row
    uint8_t quiet_turn  # 0 or 1: the present army-turn has been quiet so far
    uint8_t phase
    uint8_t posted  # bit set of armies
    uint8_t order[ARMIES]  # armies in the order of turns, beginning with the one that began
    uint8_t place  # of the army in turn in `order`, or UNDECIDED
    uint8_t dice[DICE]  # the present throw, ascending; 0 0 0: still to be cast
    uint8_t resigned  # bit set of seats
    uint8_t offers  # bit set of seats whose offer of a draw stands (W95-105)
    uint8_t awaited[ARMIES][ARMIES]  # by seat that offers, and seat: turns of that one that still must end


cdef class Position(BasePosition):
    cdef Variant variant
    cdef State state
    cdef tuple chain  # option throws=chain: dice of the throws to come, as tuples of three
    cdef object outcome  # Outcome or None

    cdef Position copy(self)
    cdef int army(self) noexcept
    cdef bint thrown(self) noexcept


cdef Position opening(Variant variant)
cdef Position read(Variant variant, written)
cdef void set_order(Position position, tuple order) except *
cdef void set_dice(Position position, dice) except *
cdef dict pieces_of(Position position, armies)
cdef list dice_list(Position position)
