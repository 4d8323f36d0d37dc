"""Looking through the moves of a throw: the obligation (section H), AUTO (W95-132, 133), and lists of order sets.

A search walks over sequences of moves, depth first, each made on the one `Field` and taken back again. What is done at
the end of each move is a function, `visit`; it answers True to stop the whole search.
"""

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo1895.board cimport PIECES, Law, Variant
from core.rulesets.waterloo1895.field cimport Field
from core.rulesets.waterloo1895.throws cimport DICE, Shape, Shapes


cdef struct Play:
    const Shape* shape
    uint8_t piece
    uint8_t legs  # legs ridden: fewer than the shape has where the game ended at a halt
    uint8_t spot[DICE]  # where each leg ended


cdef enum:
    KEY = 4 + 1 + 1 + DICE + DICE + DICE * DICE  # bytes of the key of W95-132


cdef struct Sequence:
    int plays  # 0 .. 3
    Play play[DICE]


cdef struct Sequences:
    Sequence* sequence
    size_t count, room
    size_t limit  # stop when there are so many


cdef struct Search:
    const Law* law
    Field* field
    const Shapes* infantry
    const Shapes* cavalry
    int army  # in turn
    int movers  # pieces that may be moved: 0 .. 20
    uint8_t mover[PIECES]  # in the order of W95-132 (5)
    bint moved[PIECES]
    int dice  # the dice set left
    int depth  # moves made
    Play line[DICE]  # the moves made, and the one under way at line[depth]
    int end  # what the move under way has ended
    bint (*visit)(Search*) noexcept nogil
    # What the visits work with
    bint each  # option oblige=each
    bint forward  # little: W95-117 is in force
    int whole  # dice at the start of the search
    int bound  # the most dice that can be hoped for
    int best  # the most dice found so far
    int most  # the obligation of the whole throw: K
    int gain  # W95-133: the greatest reduction of distance so far
    Play chosen
    uint8_t key[KEY]
    bint found
    bint (*record)(Search*) noexcept nogil  # what to do with each complete sequence
    void* records
    bint failed  # out of memory


cdef void prepare(Search* search, const Variant variant, Field* field, int army, int dice) noexcept
cdef int most_dice(const Search* search) noexcept nogil
cdef bint has_single(const Search* search) noexcept nogil
cdef bint has_forward(const Search* search) noexcept nogil
cdef bint has_any(const Search* search) noexcept nogil
cdef bint choose(Search* search, int most) noexcept nogil
cdef bint choose_forward(Search* search) noexcept nogil
cdef bint complete(Search* search, int most) noexcept nogil
cdef void make(Search* search, const Play* play) noexcept nogil
cdef bint list_sequences(Search* search, int most, Sequences* sequences) noexcept nogil
cdef bint random_sequence(Search* search, int most, uint64_t* state) noexcept nogil
