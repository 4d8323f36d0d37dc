"""Random play from a position to the end of the game, all in C: for simulations, bots and measurements."""

from core.rulesets.waterloo1895.board cimport Law
from core.rulesets.waterloo1895.position cimport State
from core.stream cimport Stream


cdef enum Stop:
    UNFINISHED  # the limit is reached, at the end of a throw
    LANDED  # a landing has ended the game
    STALLED  # W95-103
    AGREED  # a draw that stood in the position: W95-105
    PLAYED_OUT  # W95-104
    NO_MEMORY


cdef struct Run:
    size_t moves  # of single pieces
    Stop stop
    int end  # after LANDED: what the landing has ended (field.End)
    int army  # whose landing it was


# Plays throw after throw, the dice from the stream too; a throw that is begun is played to its end.
cdef void play_out(State* state, const Law* law, Stream* stream, size_t limit, Run* run) noexcept nogil
