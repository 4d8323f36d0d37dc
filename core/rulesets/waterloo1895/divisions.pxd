"""Dice of a throw, and how one piece can divide them over the legs of its move: W95-025 to W95-030, W95-040 to W95-046.

What is left of a throw is a set of up to three dice, numbered 0 .. 83 (0: no dice left). For each such set the
divisions that a move can have are worked out once, when the module is loaded.
"""

from libc.stdint cimport uint8_t

cdef enum:
    DICE = 3  # in a throw (W95-023)
    DICE_SETS = 84  # multisets of at most three dice
    MOST_DIVISIONS = 25  # three different dice with halts=always


cdef struct Division:
    uint8_t legs  # 1 .. 3
    uint8_t length[DICE]  # links of each leg
    uint8_t die[DICE][DICE]  # the dice of each leg, ascending, filled up with 0
    uint8_t dice  # how many dice it uses
    uint8_t rest  # the dice set left after all legs


cdef struct Divisions:
    uint8_t count
    Division division[MOST_DIVISIONS]  # by number of dice, then of legs, then by the dice of the legs


cdef const Divisions* infantry_divisions() noexcept nogil  # by dice set; for children all (W95-028, W95-113)
cdef const Divisions* cavalry_divisions(bint halts_always) noexcept nogil  # by dice set (W95-029, option halts)
cdef int dice_in(int dice_set) noexcept nogil  # how many, 0 .. 3
cdef int dice_set_of(const uint8_t* dice) noexcept nogil  # of three dice ascending, lacking ones as 0 in front
cdef tuple dice_of(int dice_set)  # the dice themselves, ascending
cdef tuple legs_of(const Division* division)  # the dice of each leg, ascending
cdef const Division* division_with(const Divisions* divisions, list legs) except? NULL  # or NULL; at most three dice
