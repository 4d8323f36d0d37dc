"""All that a throw can be played to: every placement that some order set leads to, each once, and what it is worth."""

from libc.stdint cimport uint64_t

from core.boards.graph cimport MOST_SPOTS
from core.rulesets.waterloo1895.board cimport PIECES
from core.rulesets.waterloo1895.evaluation cimport Outlook
from core.rulesets.waterloo1895.search cimport Search, Sequence


cdef struct Choice:
    Sequence sequence
    uint64_t key  # of the placement that it leads to
    double worth  # the chance that the mover's side wins, and a whim; more than 1: it has won
    double guess  # log odds, put together of what its moves are worth one by one
    bint ends  # the game
    bint weighed  # else `worth` is of no meaning


cdef struct Gains:
    double gain[PIECES][MOST_SPOTS + 1]  # of a piece by going to a spot, all else standing still, as log odds
    bint known[PIECES][MOST_SPOTS + 1]


cdef struct Choices:
    const Outlook* outlook
    int army  # whose throw it is
    int side  # of that army
    int on_move  # the side that throws next if the game goes on
    uint64_t whim  # changes with the seed and with the placement before
    double drive  # log odds that a link nearer to the enemy's stars is worth besides
    double noise  # how much a whim may change
    Choice* choice
    size_t count, room
    size_t* slot  # open addressing by key: a place in `choice` plus 1, 0 where it is free
    size_t slots  # a power of two
    double (*weigh)(const Choices*, const Search*) noexcept nogil  # log odds of the mover's side
    size_t sifted  # weigh so many as guesses hold for the best, and those that no guess can be made of
    Gains* gains
    bint failed  # out of memory


cdef enum:
    WON = 2  # worth of a choice that has won


# Free `choice` afterwards. False: out of memory.
cdef bint list_choices(Choices* choices, Search* search) noexcept nogil
cdef void bring_forward(Choices* choices, size_t count) noexcept nogil  # the best so many come first, in order
cdef uint64_t key_of(const Outlook* outlook, const Search* search, int side) noexcept nogil  # of the present placement
cdef double whim_of(uint64_t key, uint64_t whim) noexcept nogil  # -1 .. 1
cdef double chance(double log_odds) noexcept nogil
