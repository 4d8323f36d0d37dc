"""Looking through the moves of a throw: the obligation (W95-062 to W95-069), AUTO (W95-132, W95-133), order sets.

A search walks over sequences of moves, depth first, each made on the one `Field` and taken back again. What is done at
the end of each move is a function, `visit`; it answers True to stop the whole search. A `Search` that nothing has been
done with yet describes a throw under way: whose it is, what dice are left, who has moved.
"""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo1895.board cimport PIECES, Law
from core.rulesets.waterloo1895.divisions cimport DICE, Division, Divisions
from core.rulesets.waterloo1895.field cimport Field
from core.stream cimport Stream


cdef struct PieceMove:
    const Division* division
    uint8_t piece
    uint8_t start  # the spot it left
    uint8_t spot[DICE]  # where each leg ended
    uint8_t captured[DICE]  # the piece captured there, or NOBODY


cdef enum:
    KEY = 5 + DICE + DICE + DICE * DICE  # bytes of the key of W95-132


cdef struct Search:
    const Law* law
    Field* field
    const Divisions* infantry
    const Divisions* cavalry
    int whole  # how many dice the throw has
    int movers  # pieces that may be moved, 0 .. 20
    uint8_t mover[PIECES]  # in the order of W95-132, point 4
    uint8_t moved[PIECES]  # by piece: it has moved in this throw (W95-026)
    int dice  # the dice set left
    int depth  # moves made by this search
    PieceMove line[DICE]  # those moves, and the one under way at line[depth]
    int end  # what the move under way has ended
    bint (*visit)(Search*) noexcept nogil
    # What the visits work with
    int most  # the dice that must be played in the whole throw (K), or from here
    int best  # the most dice found so far
    int bound  # the most dice that can be hoped for
    int gain  # W95-133: the greatest reduction of distance so far
    bint found
    PieceMove chosen
    uint8_t key[KEY]
    bint (*record)(Search*) noexcept nogil  # what to do with a complete sequence; True: no more of them
    void* records
    bint failed  # out of memory


cdef struct Sequence:
    int moves  # 0 .. 3
    PieceMove move[DICE]


cdef struct Sequences:
    Sequence* sequence
    size_t count, room
    size_t limit  # as many are wanted at most


# A throw about to be played by `army`. The pieces of the other army of the seat may be moved too if pool=joint.
cdef void prepare(Search* search, const Law* law, Field* field, int army, int dice) noexcept nogil
cdef void spend(Search* search, int piece, int rest) noexcept nogil  # the piece has moved, these dice are left

cdef int most_dice(const Search* search) noexcept nogil  # K of what is left (W95-063)
cdef bint has_single(const Search* search) noexcept nogil  # whether any die left can be played by itself
cdef bint has_forward(const Search* search) noexcept nogil  # W95-117
cdef bint complete(const Search* search, int most) noexcept nogil  # whether the set may end here; `most`: the throw's K

cdef bint choose(Search* search) noexcept nogil  # W95-132: whether a move is left, then `chosen`
cdef bint choose_forward(Search* search) noexcept nogil  # W95-133: the same

cdef bint list_sequences(Search* search, Sequences* sequences) noexcept nogil  # False: out of memory
cdef bint count_sequences(Search* search, size_t* sequences, size_t* positions) noexcept nogil  # False: out of memory
cdef bint random_sequence(Search* search, Stream* stream, Sequence* sequence) noexcept nogil  # False: out of memory

cdef bint each_move(Search* search) noexcept nogil  # calls `visit` for each; True: a visit has stopped it
cdef bint each_sequence(Search* search) noexcept nogil  # calls `record` for each; True: a record has stopped it
cdef void make(Search* search, const PieceMove* move) noexcept nogil  # for good
