"""Dice, and what is told: the two things that a turn has from outside and gives to the outside."""

from core.rulesets.hundred_days.field cimport Log, Roller, Told, Turn


cdef class Hand:
    """The dice of a game, for code that holds no Python object; `error` is why a die could not be had."""

    cdef object dice
    cdef readonly object error


cdef int roll(Roller* roller, int faces=*) noexcept nogil
cdef void tell(
    Turn* turn, Told kind, int a=*, int b=*, int c=*, int d=*, int e=*, int f=*, int g=*, int h=*
) noexcept nogil
cdef void tell_dispatch(Turn* turn, Told kind, int column, int why) noexcept nogil
cdef void forget(Log* log) noexcept nogil
