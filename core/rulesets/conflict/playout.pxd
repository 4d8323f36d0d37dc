"""Random play from a position to the end of the game, all in C: for simulations, bots and measurements."""

from core.rulesets.conflict.board cimport Law
from core.rulesets.conflict.position cimport State
from core.stream cimport Stream


# Plays turn after turn, the dice from the stream too; a turn that is begun is played to its end. Nobody talks: what
# has been proposed or offered lapses. `moves` counts moves of single pieces. False: out of memory.
cdef bint play_out(State* state, const Law* law, Stream* stream, size_t limit, size_t* moves) noexcept nogil
