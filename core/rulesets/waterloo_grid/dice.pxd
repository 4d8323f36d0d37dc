"""Dice for the rules in C: from the dice of a game, or from a stream in a playout. WGR-020 and WGR-137."""

from libc.stdint cimport uint8_t

from core.stream cimport Stream, below

cdef enum:
    MOST_DICE = 8  # in one roll: six of a charge from the flank are the most the rules know


cdef enum:  # Symbol: what a die shows
    FOOT  # I
    HORSE  # C
    GUN  # A
    PUSH  # X
    BLANK  # -
    SYMBOLS


cdef struct Roller:
    Stream* stream  # NULL: ask `source`
    void* source  # a DiceSource; NULL: there are no dice
    bint failed  # the dice could not be had: what was rolled since means nothing


cdef void roll_from_game(Roller* roller, int count, uint8_t* shown) noexcept nogil


cdef inline int face_of(int number) noexcept nogil:
    """The Symbol of the number of a die, 0 to 5: two faces of six show an I."""
    return number - (number > 0)


cdef inline void roll(Roller* roller, int count, uint8_t* shown) noexcept nogil:
    """So many dice, each a Symbol; after `failed` the caller must not count on anything, and not loop."""
    cdef int at
    if roller.stream == NULL:
        roll_from_game(roller, count, shown)
        return
    for at in range(count):
        shown[at] = face_of(below(roller.stream, 6))


cdef class DiceSource:
    cdef readonly object dice  # core.dice.Dice
    cdef readonly int key  # the turn they are rolled for
    cdef readonly int drawn  # dice so far under this key
    cdef readonly object error  # what kept the dice from being had

    cdef Roller roller(self)
