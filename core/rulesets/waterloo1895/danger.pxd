"""What every throw that can come would allow, exactly: which pieces can be captured, and how the game can be won."""

from libc.stdint cimport uint64_t

from core.rulesets.waterloo1895.board cimport PIECES, Law
from core.rulesets.waterloo1895.field cimport Field


cdef struct Danger:
    uint64_t taken[PIECES]  # by piece: the kinds of throws (of `chances`) by which it can be captured
    uint64_t lost  # the kinds by which the army that throws can win


# Of one throw of `army`, whatever order sets it can be played by.
cdef void look_for_danger(const Law* law, Field* field, int army, Danger* danger) noexcept nogil
