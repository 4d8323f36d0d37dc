"""Dice of a throw, and the ways one piece can use them: sections D and F.

What is left of a throw is a set of up to three dice, numbered 0 .. 83 (0: no dice left). For each such set the shapes
that a move can have are worked out once, when the module is loaded.
"""

from libc.stdint cimport uint8_t

cdef enum:
    DICE = 3  # in a throw (W95-023)
    DICE_SETS = 84  # multisets of at most three dice
    MOST_SHAPES = 25  # three different dice with halts=always


cdef struct Shape:
    uint8_t legs  # 1 .. 3
    uint8_t length[DICE]  # links of each leg
    uint8_t die[DICE][DICE]  # the dice of each leg, ascending, filled up with 0
    uint8_t dice  # how many dice it uses
    uint8_t rest  # the dice set left after all legs


cdef struct Shapes:
    uint8_t count
    Shape shape[MOST_SHAPES]  # by number of dice, then of legs, then by the dice of the legs


cdef const Shapes* infantry_shapes() noexcept nogil  # by dice set; in the children's game for all (W95-028, 113)
cdef const Shapes* cavalry_shapes(bint halts_always) noexcept nogil  # by dice set (W95-029, 040 to 045, option halts)
cdef int dice_in(int dice_set) noexcept nogil  # how many, 0 .. 3
cdef int dice_set_of(const uint8_t* dice) noexcept nogil  # of three dice ascending, lacking ones as 0 in front
cdef tuple dice_of(int dice_set)  # the dice themselves, ascending
cdef tuple legs_of(const Shape* shape)  # the dice of each leg, ascending
cdef const Shape* shape_with(const Shapes* shapes, list legs) except? NULL  # at most three dice, each 1 .. 6; or NULL
